"""`explain`: what settles a dispute at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import click

from witp_pbem.campaign.explaining import explain as explaining
from witp_pbem.campaign.explaining import matters
from witp_pbem.campaign.explaining.matters import Matter, Record
from witp_pbem.campaign.explaining.whynot import Answer, why
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import display, named_files, problems
from witp_pbem.cli.sides import opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import explanation
from witp_pbem.report.layout import WIDTH
from witp_pbem.table.event import thaw
from witp_pbem.table.language import listing, say
from witp_pbem.table.story import Query
from witp_pbem.table.tokens import tokens

FEW = 2  # matters found that are explained at once; more are listed


class NothingFound(Refusal):
    """Nothing in the logbook is what was asked about."""

    exit_code = USAGE


@click.command(cls=Spoken)
@click.argument("folder", metavar="DIR")
@click.argument("what", metavar="[WHAT]", nargs=-1)
@click.option("--turn", type=int, metavar="N", help="Only this turn.")
@click.option("--entry", type=int, metavar="N", help="What has to do with this logbook entry.")
@click.option("--side", help="Whose order WHAT is; on the keeper's copy, show this side its own sealed orders.")
@click.option("-f", "--file", "file", metavar="FILE", help="Ask about the orders of this file.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation as JSON.")
def explain(folder: str, what: tuple[str, ...], turn: int | None, entry: int | None, side: str | None,
            file: str | None, as_json: bool) -> None:
    """Settle a dispute: why something came out as it did, from the order to the result.

    WHAT is a place by its name or id, a unit, a card, "battle at PLACE", "losses", "points", "supply", "refused",
    "victory", or a whole question. Without it, everything that can be explained is listed with numbers; a number
    explains it. What a unit has been through is told for a unit's name alone.

    With --side, WHAT can be an order: whether it is legal now, by which rule not, and what is legal instead.

    \b
    Examples:  witp-pbem explain isles
               witp-pbem explain isles --turn 4 7
               witp-pbem explain isles "battle at PLACE"
               witp-pbem explain isles UNIT
               witp-pbem explain isles --side red "ORDER"
    """
    campaign, chosen = opened_for(folder, side)
    words = " ".join(what).strip()
    if file is not None or _is_order(campaign, words):
        if not chosen and file is None:
            raise click.BadParameter(say("an order is asked about; say whose, with --side: {sides}",
                                         sides=listing(campaign.senders)), param_hint="--side")
        campaign.require_sealed()
        name, data = named_files.read_files([file])[0] if file is not None else (say("your order"), words.encode())
        _answer(campaign, why(campaign, chosen, name, data), as_json)
        return
    if entry is not None and not 0 <= entry < len(campaign.entries):
        raise NothingFound(say("The logbook has no entry {entry}; the last one is {last}.", entry=entry,
                               last=len(campaign.entries) - 1))
    record = Record(campaign, entry, chosen)
    query = matters.query(record, words) if words and not words.isdecimal() else Query()
    if query.units and not (query.places or query.cards or query.events) and entry is None:
        _lives(record, query.units, turn, as_json)
        return
    if entry is not None and not words:
        _entry(record, entry, as_json)
        return
    found = _found(record, words, query, turn, entry)
    if words.isdecimal() or (words and len(found) <= FEW):
        _explained(record, found, as_json)
    else:
        _listed(record, words, found, as_json)


def _is_order(campaign: Campaign, words: str) -> bool:
    """Whether words begin like an order."""
    lexicon = campaign.game.lexicon
    said = tokens(words, lexicon)[:1]
    return len(words.split()) > 1 and bool(said) and said[0].value in lexicon.keywords


def _found(record: Record, words: str, query: Query, turn: int | None, entry: int | None) -> list[Matter]:
    """The matters asked for.

    Raises:
        NothingFound: there are none, or the words name nothing.
    """
    pool = record.matters if entry is None else matters.of_entry(record, entry)
    if words.isdecimal():
        of = record.last_turn if turn is None else turn
        number = int(words)
        if found := [matter for matter in pool if (matter.turn, matter.number) == (of, number)]:
            return found
        query = matters.query(record, words)
        if not any(query):
            raise NothingFound(say("Turn {turn} has no number {number} to explain. `explain` without a number lists "
                                   "what there is.", turn=of, number=number))
    if not words:
        of = record.last_turn if turn is None else turn
        found = [matter for matter in pool if matter.turn == of]
        if not found:
            raise NothingFound(say("Nothing has happened in turn {turn}.", turn=of))
        return found
    if not any(query):
        raise NothingFound(say("“{words}” names nothing that could be explained: no place, unit, card or kind of "
                               "event of this game. `explain` without words lists what there is.", words=words))
    found = [matter for matter in matters.find(record, query, turn) if matter in pool]
    if not found:
        raise NothingFound(say("Nothing about “{words}” is in the logbook. `explain` without words lists what there "
                               "is.", words=words))
    return found


def _explained(record: Record, found: Iterable[Matter], as_json: bool) -> None:
    told = [explaining.explain(record, matter) for matter in found]
    if as_json:
        display.print_json({"explained": [_plain(each) for each in told]})
        return
    for number, each in enumerate(told):
        _print([*(("", "") if number else ()), "=" * WIDTH])
        _print(explanation.chain(each, record.game))


def _listed(record: Record, words: str, found: Sequence[Matter], as_json: bool) -> None:
    if as_json:
        display.print_json({"found": [_short(matter) for matter in found]})
        return
    click.echo(say("What can be explained:"))
    _print_list(record, found)
    if not words:
        display.paragraphs(say("Other turns: --turn, 1 to {last}.", last=record.position.turn))


def _entry(record: Record, number: int, as_json: bool) -> None:
    """What has to do with an entry: all of it explained where it is little, else listed."""
    entry = record.campaign.entries[number]
    found, orders = matters.of_entry(record, number), matters.became(record, number)
    if as_json:
        display.print_json({"entry": number, "type": entry["type"], "abandoned": record.abandoned,
                            "orders": [_plain(each) for each in orders], "found": [_short(each) for each in found]})
        return
    display.paragraphs(say("Entry {number}: {kind}, {hash}", number=number, kind=logbook.KINDS[entry["type"]],
                           hash=entry["hash"]), rest="  ")
    if record.abandoned is not None:
        display.paragraphs(say("Abandoned by the rewind of entry {entry}; explained as it was played.",
                               entry=record.abandoned), first="! ", rest="  ")
    _print(explanation.sent(orders, record.game))
    if not found:
        click.echo(say("Nothing that happened at the table comes from it."))
    elif len(found) <= FEW:
        click.echo()
        _explained(record, found, as_json)
    else:
        click.echo(say("What has to do with it:"))
        _print_list(record, found)


def _print_list(record: Record, found: Sequence[Matter]) -> None:
    """Matters, and how to have one of them explained."""
    _print(explanation.listed(found))
    click.echo()
    display.print_commands(say("To explain one, for example:"),
                           f"explain {record.campaign.folder} --turn {found[-1].turn} {found[-1].number}")


def _lives(record: Record, units: Iterable[str], turn: int | None, as_json: bool) -> None:
    told = [matters.life(record, unit, turn) for unit in units]
    if as_json:
        display.print_json({"lives": [_plain(each) for each in told]})
        return
    for number, each in enumerate(told):
        if number:
            click.echo()
        _print(explanation.life(each, record.game))


def _answer(campaign: Campaign, told: Answer, as_json: bool) -> None:
    if as_json:
        game = campaign.game
        display.print_json({
            "checked": problems.checked_json(told.checked, game),
            "objections": [{**_plain(each._asdict() | {"problem": None}),
                            "problem": problems.problem_json(each.problem, game)} for each in told.objections]})
        return
    _print(explanation.answer(told, campaign.game))
    problems.print_dues(told.checked, campaign.game)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(display.visible(line))


def _short(matter: Matter) -> dict[str, Any]:
    """A matter in a list for programs."""
    return {"turn": matter.turn, "number": matter.number, "step": matter.heading, "title": matter.title,
            "entries": list(matter.entries), "places": list(matter.places), "refused": matter.refused}


def _plain(value: Any) -> Any:
    """A value for programs: named tuples and dataclasses as objects."""
    if isinstance(value, Matter):
        return _short(value) | {"acts": [{"entry": told.entry, "act": told.number} for told in value.happenings]}
    if hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {name: _plain(getattr(value, name)) for name in [each.name for each in fields(value)]}
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return thaw(value)
