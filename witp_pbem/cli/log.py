"""`log`: the logbook, readable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from witp_pbem.campaign import logbook
from witp_pbem.campaign.campaign import Campaign, open_campaign, opening_of
from witp_pbem.campaign.logbook import Entry
from witp_pbem.cli import display
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.columns import WIDTH, pad, wrap
from witp_pbem.table.language import labelled, listing, say
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
        click.echo(f"{entry['n']:>4}  {pad(logbook.KINDS[entry['type']], 10)}  {entry['hash'][:HASH_SHOWN]}")
        for line in _TELL[entry["type"]](campaign, entry):
            for piece in wrap(line, WIDTH, "      ", "        "):
                click.echo(piece)


def _founding(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield say("{campaign}: {game}, scenario {scenario}, rules {rules}", campaign=campaign.name,
              game=campaign.game.title, scenario=entry["scenario"], rules=entry["rules_version"])
    for key, value in entry["options"].items():
        yield say("option {key}: {value}", key=key, value=value)
    for side in (*campaign.game.sides, *campaign.game.seats):
        if entry["players"].get(side):
            yield labelled(display.side_name(campaign.game, side), entry["players"][side])
    dice = entry["dice"]
    yield say("dice: chain, anchor {anchor}", anchor=dice["anchor"]) if "anchor" in dice else say("dice: given by hand")
    if dice["seeded"]:
        yield say("seeded: dice and seals can be foretold (tests and examples only)")
    if entry["replaced"]:
        yield say("data replaced: {files}", files=listing(entry["replaced"]))
    yield from campaign.game.setting(opening_of(campaign.game, entry, campaign.path)).remarks
    if entry["reconstructed"]:
        yield say("some data are reconstructed (witp-pbem sources)")


def _submission(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield say("{side}, turn {turn}, {count} seals", side=display.side_name(campaign.game, entry["side"]),
              turn=entry["turn"], count=len(entry["seals"]))
    if entry["luck"]:
        yield say("luck: {word}", word=entry["luck"])


def _ruling(campaign: Campaign, entry: Entry) -> Iterator[str]:
    for text in entry["orders"]:
        yield " ".join(text.split())


def _withdrawal(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield say("{side} takes back entry {entry}", side=display.side_name(campaign.game, entry["side"]),
              entry=entry["submission"])


def _closed(campaign: Campaign, entry: Entry) -> Iterator[str]:
    counted = listing(str(number) for number in entry["submissions"]) or say("none")
    yield say("sitting {sitting}: submissions that count: {entries}; link {link}", sitting=entry["sitting"],
              entries=counted, link=entry["link"])


def _sitting(campaign: Campaign, entry: Entry) -> Iterator[str]:
    number, count = entry["number"], len(entry["acts"])
    if entry["link"]:
        yield say("sitting {number}: {count} acts, link {link}", number=number, count=count, link=entry["link"])
    else:
        yield say("sitting {number}: {count} acts", number=number, count=count)
    for act in entry["acts"]:
        if "event" not in act:
            yield _act(act, campaign)
    for item in entry["opened"]:
        if "slot" in item:
            yield say("{slot} is turned up: {card}", slot=item["slot"], card=item["card"])
    if entry["outcome"]:
        yield say("the game ends: {side} won", side=display.side_name(campaign.game, entry["outcome"]["winner"]))
    for due in entry["owed"]:
        sentence = demand_sentence(due["demand"], due["about"], campaign.game.catalogue, due["side"])
        yield say("owed by {side}: {sentence}", side=display.side_name(campaign.game, due["side"]), sentence=sentence)


def _act(act: dict[str, Any], campaign: Campaign) -> str:
    """An act other than an event."""
    side = display.side_name(campaign.game, act["side"]) if "side" in act else ""
    if "answer" in act:
        words = campaign.game.worded(act["answer"]) if act["answer"] else say("nothing")
        if act.get("source"):
            return say("{side}: {order} (entry {entry})", side=side, order=words, entry=act["source"][0])
        return say("{side}: {order}", side=side, order=words)
    if "forced" in act:
        return say("{side}: {order} (forced: the only legal answer)", side=side,
                   order=campaign.game.worded(act["forced"]))
    if "fired" in act:
        return say("{side}: an order given ahead answers (entry {entry}), because: {reason}", side=side,
                   entry=act["fired"][0], reason=firing_sentence(act["because"], campaign.game.worded))
    if "disarmed" in act:
        return say("{side}: an order given ahead no longer counts (entry {entry}): {reason}", side=side,
                   entry=act["disarmed"][0], reason=disarming_sentence(act["because"]))
    if "roll" in act:
        return say("dice, {label}: {dice}", label=campaign.game.worded(act["roll"]),
                   dice=" ".join(str(die) for die in act["dice"]))
    if "draw" in act:
        return say("{side} draws {slot}", side=side, slot=act["slot"])
    if "shuffle" in act:
        return say("the deck {deck} is made", deck=act["shuffle"])
    return say("the ruling of entry {entry} is carried out", entry=act["edit"][0])


def _word(campaign: Campaign, entry: Entry) -> Iterator[str]:
    yield say("founding word of {side}: {word}", side=display.side_name(campaign.game, entry["side"]),
              word=entry["word"])


_TELL = {"founding": _founding, "submission": _submission, "ruling": _ruling, "withdrawal": _withdrawal,
         "closed": _closed, "sitting": _sitting, "word": _word}
