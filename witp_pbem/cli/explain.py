"""`explain`: what settles a dispute at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import click

from witp_pbem.campaign.explaining import explain as explaining
from witp_pbem.campaign.explaining import matters
from witp_pbem.campaign.explaining.explain import Explanation
from witp_pbem.campaign.explaining.matters import Life, Matter, NamedMatter, OrderOutcome, Record
from witp_pbem.campaign.explaining.whynot import OrderVerdict, QuotedRule, why
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.parameters import FOLDER
from witp_pbem.cli.printing import PlainProblem, Result
from witp_pbem.cli.problems import CheckedFile
from witp_pbem.cli.sides import opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report import explanation as explanations
from witp_pbem.report import phrases
from witp_pbem.report.layout import WIDTH
from witp_pbem.report.rule_search import search
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import OrderValue, Problem
from witp_pbem.table.story import Query
from witp_pbem.table.tokens import tokens
from witp_pbem.table.tuples import NamedTuple

FEW = 2  # matters that are explained at once; more are listed


class NothingFound(Refusal):
    """The logbook has nothing on the question."""

    exit_code = USAGE


class ExplainResult(NamedTuple):
    """The answer to a question.

    Attributes:
        explained: the matters explained.
        matters: those that can be explained.
        lives: what units have been through.
        orders: what became of the orders in an entry, as far as they may be read.
        abandoned: the rewind that took the entry out of force, null where it is in force.
        answers: sentences on the campaign as a whole, where nothing in the logbook answers: who is winning; that no
            order was refused.
    """

    explained: Sequence[Explanation] = ()
    matters: Sequence[NamedMatter] = ()
    lives: Sequence[Life] = ()
    orders: Sequence[OrderOutcome] = ()
    abandoned: int | None = None
    answers: Sequence[str] = ()


class JudgedProblem(NamedTuple):
    """A problem and its grounds.

    Attributes:
        rules, rulings: the texts of those it rests on.
        remedy: what would have to change.
        nearest: legal orders like the one refused.
        depends: whether it is a problem only if what comes before goes a certain way.
    """

    problem: PlainProblem
    rules: Sequence[QuotedRule]
    rulings: Sequence[QuotedRule]
    remedy: str
    nearest: Sequence[OrderValue]
    depends: bool


class Judged(NamedTuple):
    """Whether orders are legal now: what `check` says, and the grounds of each problem."""

    checked: CheckedFile
    objections: list[JudgedProblem]


@click.command(cls=Spoken)
@FOLDER
@click.argument("what", metavar="[WHAT]", nargs=-1)
@click.option("--turn", type=int, metavar="N", help="Only this turn.")
@click.option("--entry", type=int, metavar="N", help="Only what concerns this logbook entry.")
@click.option("--side", help="Whose order WHAT is; on the keeper's copy, show this side its own sealed orders.")
@click.option("-f", "--file", "file", metavar="FILE", help="Ask about the orders of this file.")
def explain(folder: str, what: tuple[str, ...], turn: int | None, entry: int | None, side: str | None,
            file: str | None) -> Result[ExplainResult] | Result[Judged]:
    """Settle a dispute: why something came out as it did, from the order to the result.

    WHAT is a place by its name or id, a unit, a card, "battle at PLACE", "losses", "points", "supply", "refused"
    (orders that no longer counted at their moment), "victory" (who is winning, or why somebody won), or a whole
    question. Without it, everything that can be explained is listed with numbers; a number explains it. A unit's name
    alone shows what the unit has been through.

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
        return _judged(campaign, why(campaign, chosen, name, data))
    if entry is not None and not 0 <= entry < len(campaign.entries):
        raise NothingFound(say("The logbook has no entry {entry}; the last one is {last}.", entry=entry,
                               last=len(campaign.entries) - 1))
    record = Record(campaign, entry, chosen)
    query = matters.query(record, words) if words and not words.isdecimal() else Query()
    if query.units and not (query.places or query.cards or query.events) and entry is None:
        return _lives(record, query.units, turn)
    if entry is not None and not words:
        return _entry(record, entry)
    at_large = _at_large(record, words, query, turn) if entry is None else None
    if at_large:
        return at_large
    wanted = _wanted(record, words, query, turn, entry)
    if words.isdecimal() or (words and len(wanted) <= FEW):
        return _explained(record, wanted)
    return _listed(record, words, wanted)


def _is_order(campaign: Campaign, words: str) -> bool:
    """Whether words begin like an order."""
    lexicon = campaign.game.lexicon
    first = tokens(words, lexicon)[:1]
    return len(words.split()) > 1 and bool(first) and first[0].value in lexicon.keywords


def _at_large(record: Record, words: str, query: Query, turn: int | None) -> Result[ExplainResult] | None:
    """The answer to what the logbook has nothing about: who is winning before the game is over, and what was refused
    where nothing was. None for any other question."""
    campaign, named = record.campaign, query.places or query.units or query.cards
    if named or any(query) and matters.find(record, query, turn):
        return None
    if matters.asks_for(matters.WINNING, words):
        score = record.game.score(record.position)
        answers = [score or say("The game is not over, and it has no measure of who is winning until then.")]
        lead, commands = say("The rules on it:"), [
            f"rule {word} --campaign {campaign.folder}" for word in (say("victory"), say("win"), "victory", "win")
            if search(record.game, word).rules][:1]
    elif matters.asks_for(matters.REFUSED, words):
        answers = [say("No order has been refused at its moment, and no list has left anything undone.")]
        side = record.side or campaign.senders[0]
        lead, commands = say("To ask about an order:"), [f'explain {campaign.folder} --side {side} "…"']
    else:
        return None

    def show() -> None:
        for answer in answers:
            printing.paragraph(answer)
        printing.commands(lead, *commands)

    return Result(lambda: ExplainResult(answers=answers), show)


def _wanted(record: Record, words: str, query: Query, turn: int | None, entry: int | None) -> list[Matter]:
    """The matters a question is about.

    Raises:
        NothingFound: there are none, or the words name nothing.
    """
    pool = record.matters if entry is None else matters.of_entry(record, entry)
    if words.isdecimal():
        of = record.last_turn if turn is None else turn
        number = int(words)
        if wanted := [matter for matter in pool if (matter.turn, matter.number) == (of, number)]:
            return wanted
        query = matters.query(record, words)
        if not any(query):
            raise NothingFound(say("Turn {turn} has no number {number} to explain. `explain` without a number lists "
                                   "what there is.", turn=of, number=number))
    if not words:
        of = record.last_turn if turn is None else turn
        wanted = [matter for matter in pool if matter.turn == of]
        if not wanted:
            raise NothingFound(say("Nothing has happened in turn {turn}.", turn=of))
        return wanted
    if not any(query):
        raise NothingFound(say("“{words}” names nothing that could be explained: no place, unit, card or kind of "
                               "event of this game. `explain` without words lists what there is.", words=words))
    wanted = [matter for matter in matters.find(record, query, turn) if matter in pool]
    if not wanted:
        raise NothingFound(say("Nothing about “{words}” is in the logbook. `explain` without words lists what there "
                               "is.", words=words))
    return wanted


def _explained(record: Record, wanted: Sequence[Matter]) -> Result[ExplainResult]:
    explained = [explaining.explain(record, matter) for matter in wanted]
    return Result(lambda: ExplainResult(explained=[_plain(explanation, record.game) for explanation in explained]),
                  lambda: _print_explanations(explained, record.game))


def _plain(explanation: Explanation, game: Game) -> Explanation:
    """An explanation with its problems in the form programs get."""
    def shown(problem: Problem | None) -> Any:
        return problem and problems.plain_problem(problem, game)

    return replace(explanation, refused=tuple(order._replace(problem=shown(order.problem))
                                              for order in explanation.refused))


def _print_explanations(explained: Sequence[Explanation], game: Game) -> None:
    for number, explanation in enumerate(explained):
        _print([*(("", "") if number else ()), "=" * WIDTH])
        _print(explanations.chain(explanation, game))


def _listed(record: Record, words: str, wanted: Sequence[Matter]) -> Result[ExplainResult]:
    def show() -> None:
        printing.line(say("What can be explained:"))
        _print_list(record, wanted)
        if not words:
            printing.paragraph(say("Other turns: --turn, 1 to {last}.", last=record.position.turn))

    return Result(lambda: ExplainResult(matters=[matter.named for matter in wanted]), show)


def _entry(record: Record, number: int) -> Result[ExplainResult]:
    """What concerns an entry: explained where it is little, otherwise listed."""
    entry = record.campaign.entries[number]
    touched, orders = matters.of_entry(record, number), matters.became(record, number)

    def show() -> None:
        printing.paragraph(say("Entry {number}: {kind}, {hash}", number=number, kind=logbook.KINDS[entry["type"]],
                               hash=entry["hash"]), rest="  ")
        if record.abandoned is not None:
            printing.paragraph(say("Abandoned by the rewind of entry {entry}; explained as it was played.",
                                   entry=record.abandoned), first="! ", rest="  ")
        _print(explanations.sent(orders, record.game))
        if not touched:
            printing.line(say("Nothing that happened at the table comes from it."))
        elif len(touched) <= FEW:
            printing.line()
            _explained(record, touched).show()
        else:
            printing.line(say("What concerns it:"))
            _print_list(record, touched)

    return Result(lambda: ExplainResult(matters=[matter.named for matter in touched], orders=orders,
                                abandoned=record.abandoned), show)


def _print_list(record: Record, wanted: Sequence[Matter]) -> None:
    """Matters, and how to have one of them explained."""
    _print(explanations.listed(wanted))
    printing.line()
    printing.commands(say("To explain one, for example:"),
                      f"explain {record.campaign.folder} --turn {wanted[-1].turn} {wanted[-1].number}")


def _lives(record: Record, units: Iterable[str], turn: int | None) -> Result[ExplainResult]:
    lives = [matters.life(record, unit, turn) for unit in units]

    def show() -> None:
        for number, life in enumerate(lives):
            _print([*([""] if number else []), *explanations.life(life, record.game)])

    return Result(lambda: ExplainResult(lives=lives), show)


def _judged(campaign: Campaign, answer: OrderVerdict) -> Result[Judged]:
    game = campaign.game

    def show() -> None:
        _print(explanations.answer(answer, game))
        problems.print_dues(answer.checked, game)

    return Result(lambda: Judged(problems.checked_file(answer.checked, game), [
        JudgedProblem(problems.plain_problem(objection.problem, game), *objection[1:])
        for objection in answer.objections]), show)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        printing.line(phrases.visible(line))
