"""`log`: the logbook, readable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from witp_pbem.campaign.campaign import Campaign, open_campaign, opening_of
from witp_pbem.campaign.logbook import Entry
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.layout import WIDTH, wrap
from witp_pbem.table.wording import demand_sentence, disarming_sentence, firing_sentence

HASH_SHOWN = 16


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print the entries as a JSON list.")
def log(folder: str, as_json: bool) -> None:
    """List the logbook: every submission, ruling and sitting in order.

    Orders show once they have been used; until then the logbook holds only their seals.

    \b
    Example:  witp-pbem log manila
    """
    campaign = open_campaign(Path(folder))
    if as_json:
        display.print_json(campaign.entries)
        return
    display.print_notes(campaign.notes)
    for entry in campaign.entries:
        click.echo(f"{entry['n']:>4}  {entry['type']:<10}  {entry['hash'][:HASH_SHOWN]}")
        for line in _TELL[entry["type"]](campaign, entry):
            for piece in wrap(line, WIDTH, "      ", "        "):
                click.echo(piece)


def _founding(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield f"{campaign.name}: {campaign.game.title}, scenario {entry['scenario']}, rules {entry['rules_version']}"
    for key, value in entry["options"].items():
        yield f"option {key}: {value}"
    for side in (*campaign.game.sides, *campaign.game.seats):
        if entry["players"].get(side):
            yield f"{display.side_name(campaign.game, side)}: {entry['players'][side]}"
    dice = entry["dice"]
    yield f"dice: {dice['mode']}" + (f", anchor {dice['anchor']}" if "anchor" in dice else " by hand")
    if dice["seeded"]:
        yield "seeded: dice and seals can be foretold (tests and examples only)"
    if entry["replaced"]:
        yield f"data replaced: {', '.join(entry['replaced'])}"
    yield from campaign.game.setting(opening_of(campaign.game, entry, campaign.path)).remarks
    if entry["reconstructed"]:
        yield "some data are reconstructed (witp-pbem sources)"


def _submission(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield f"{display.side_name(campaign.game, entry['side'])}, turn {entry['turn']}, {len(entry['seals'])} seals"
    if entry["luck"]:
        yield f"luck: {entry['luck']}"


def _ruling(campaign: Campaign, entry: Entry) -> Iterator[str]:
    for text in entry["orders"]:
        yield " ".join(text.split())


def _withdrawal(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield f"{display.side_name(campaign.game, entry['side'])} takes back entry {entry['submission']}"


def _closed(campaign: Campaign, entry: Entry) -> Iterator[str]:
    counted = ", ".join(str(number) for number in entry["submissions"]) or "none"
    yield f"sitting {entry['sitting']}: submissions that count: {counted}; link {entry['link']}"


def _sitting(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield f"sitting {entry['number']}: {len(entry['acts'])} acts" + (f", link {entry['link']}" if entry["link"] else "")
    for act in entry["acts"]:
        if "event" in act:
            continue
        if "answer" in act:
            source = f" (entry {act['source'][0]})" if act.get("source") else ""
            yield f"{display.side_name(campaign.game, act['side'])}: {act['answer'] or 'nothing'}{source}"
        elif "forced" in act:
            yield f"{display.side_name(campaign.game, act['side'])}: {act['forced']} (forced: the only legal answer)"
        elif "fired" in act:
            yield (f"{display.side_name(campaign.game, act['side'])}: an order given ahead answers (entry "
                   f"{act['fired'][0]}), because: {firing_sentence(act['because'])}")
        elif "disarmed" in act:
            yield (f"{display.side_name(campaign.game, act['side'])}: an order given ahead no longer counts (entry "
                   f"{act['disarmed'][0]}): {disarming_sentence(act['because'])}")
        elif "roll" in act:
            yield f"dice, {act['roll']}: {' '.join(str(die) for die in act['dice'])}"
        elif "draw" in act:
            yield f"{display.side_name(campaign.game, act['side'])} draws {act['slot']}"
        elif "shuffle" in act:
            yield f"the deck {act['shuffle']} is made"
        else:
            yield f"the ruling of entry {act['edit'][0]} is carried out"
    for item in entry["opened"]:
        if "slot" in item:
            yield f"{item['slot']} is turned up: {item['card']}"
    if entry["outcome"]:
        yield f"the game ends: {display.side_name(campaign.game, entry['outcome']['winner'])} won"
    for due in entry["owed"]:
        sentence = demand_sentence(due["demand"], due["about"], campaign.game.catalogue, due["side"])
        yield f"owed by {display.side_name(campaign.game, due['side'])}: {sentence}"


_TELL = {"founding": _founding, "submission": _submission, "ruling": _ruling, "withdrawal": _withdrawal,
         "closed": _closed, "sitting": _sitting}
