"""Case files: a disputed point as a text that a wargamer can read and write, and that runs.

The format is described in witp_pbem/docs/case-files.md, and read in `case_text`. A file holds one or several cases;
each begins with a line `case: NAME`, then header lines (`covers:`, `source:`, `ruling:` ...), then the sections
`given`, `orders SIDE`, `dice`, `cards` and `expect`, whose lines are indented. What the lines of `given` and `expect`
may say is the game's affair, except for `data` and `until` and for the expectations every game shares: events,
problems, debts. A case that expects nothing can be tried, but proves nothing.

Nothing is passed over in silence: a word that is not understood, a die that is not rolled or a problem that is not
expected fails the case, with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from witp_pbem.table import manual_dice
from witp_pbem.table import text as orders_text
from witp_pbem.table.case_text import Case, CaseLine, CaseSection, read, read_file
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.expectations import CaseRules, PlayedCase, expect, wanted_problem
from witp_pbem.table.game import Game, holders, senders
from witp_pbem.table.language import either, say
from witp_pbem.table.manual_dice import REFEREE, CaseFate, ManualFate, ManualItem
from witp_pbem.table.names import key
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.sitting import full_lexicon, read_statement, sit
from witp_pbem.table.table import Table
from witp_pbem.table.text import RULING, Statement
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import demand_sentence, problem_sentence

__all__ = ["Case", "CaseLine", "CaseSection", "read", "read_file"]  # besides what is defined here

PASS = "pass"  # the keyword of doing nothing; such an order may go unused


class CaseResult(NamedTuple):
    """How a case went.

    Attributes:
        covers: ids of the rules it proves.
        failures: naming file and line; none if it passed.
        game: the id of the game it was played in.
    """

    name: str
    file: str
    covers: tuple[str, ...]
    failures: tuple[str, ...]
    game: str = ""

    @property
    def passed(self) -> bool:
        return not self.failures


# -- running -------------------------------------------------------------------------------------------------


def run_file(path: Path, game_of: Callable[[Case], tuple[Case, Game]]) -> list[CaseResult]:
    """Runs every case of a file; a file without any is a failure of its own.

    Args:
        game_of: a case without the lines that say what data it is played with, and the game made of them.

    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: it is no text.
    """
    results = [run(*game_of(case)) for case in read_file(path)]
    return results or [CaseResult("?", str(path), (), (f"{path}: " + say("there is no case in this file"),))]


def run(case: Case, game: Game) -> CaseResult:
    """Plays a case and compares the result with what it expects."""
    failures = [*case.faults, *unknown_rules(case, game)]
    if not case.expect:
        failures.append(f"{case.file}:{case.line}: " + say("the case expects nothing"))
    opening = read_opening(case, game, failures)
    dice = read_dice(case, game, failures)
    if not failures:
        failures += compare(case, game, play(game, opening, CaseFate(dice, opening.cards)))
    return CaseResult(case.name, case.file, case.covers, tuple(failures), game.id)


class CaseOpening(NamedTuple):
    """What a case begins with, but for its dice.

    Attributes:
        until: the step it ends with ("events", "events of turn 2"), "" for one step.
        cards: those to be drawn.
    """

    position: Any
    until: str
    orders: CaseOrders
    cards: list[ManualItem]

    def is_over(self, table: Table) -> bool:
        """Whether the step that was just played is the last one."""
        step, _, turn = self.until.partition(" of turn ")
        return not self.until or table.position.step == step and turn in ("", str(table.position.turn))


def read_opening(case: Case, game: Game, failures: list[str]) -> CaseOpening:
    """What a case begins with; what of it cannot be read is added to the failures."""
    position, until = _set_up(case, game, failures)
    return CaseOpening(position, until, _read_orders(case, game, failures), _read_cards(case, game, failures))


def unknown_rules(case: Case, game: Game) -> list[str]:
    """Complaints about rules that the case claims to prove and that do not exist."""
    failures = []
    for identifier in case.covers:
        if not game.reference(identifier):
            near = ", ".join(game.nearest(identifier)) or say("none")
            failures.append(f"{case.file}:{case.line}: " + say("no such rule: {rule} (near it: {near})",
                                                              rule=identifier, near=near))
    return failures


def _set_up(case: Case, game: Game, failures: list[str]) -> tuple[Any, str]:
    """The position `given` describes, and the step `until` names ("events", "events of turn 2"); "" for one step."""
    rules: CaseRules = game.case_rules
    position, until = rules.blank(), ""
    for number, text in case.given:
        try:
            if text.split()[0].casefold() == "until":
                until = " ".join(text.casefold().split()[1:])
                if re.sub(" of turn [0-9]+$", "", until) not in rules.steps:
                    raise ValueError(say("no such step: {step}; there are {steps}", step=until,
                                         steps=", ".join(rules.steps)))
            else:
                position = rules.give(position, text)
        except ValueError as error:
            failures.append(f"{case.file}:{number}: {error}")
        except LookupError:
            failures.append(f"{case.file}:{number}: " + say("something is missing in: {line}", line=text))
    return position, until


class CaseOrders(NamedTuple):
    """What a case orders.

    Attributes:
        pending: (side, order) pairs, rulings that decide for a side first.
        rulings: those that change the position, by a source made up for them.
        problems: what could not be read.
    """

    pending: list[tuple[str, Order]]
    rulings: dict[tuple[int, int], Order]
    problems: list[Problem]


def _read_orders(case: Case, game: Game, failures: list[str]) -> CaseOrders:
    orders = CaseOrders([], {}, [])
    decided: list[tuple[str, Order]] = []
    for section in case.orders:
        side = game.lexicon.side(section.of)
        if side not in (known := (*senders(game), REFEREE)):
            failures.append(f"{case.file}:{section.number}: " + say("whose orders? One of {sides}",
                                                                   sides=", ".join(known)))
            continue
        read_text = orders_text.read(_as_numbered(section.lines), full_lexicon(game))
        orders.problems.extend(read_text.problems)
        for statement in read_text.statements:
            order = _read_order(game, side, statement)
            if isinstance(order, tuple) and not isinstance(order, Order):
                orders.problems.extend(order)
            elif statement.keyword != RULING:
                orders.pending.append((side, order))
            elif ruled := game.ruling_for(order):
                decided.append(ruled)
            else:
                orders.rulings[(0, len(orders.rulings))] = order
    orders.pending[:0] = decided
    return orders


def _read_order(game: Game, side: str, statement: Statement) -> Order | tuple[Problem, ...]:
    """An order of a side, or of the referee, who writes rulings and nothing else."""
    if statement.keyword in manual_dice.KEYWORDS or (statement.keyword == RULING) != (side == REFEREE):
        code = "not-for-referee" if side == REFEREE else "referee-only"
        return (invalid(code, statement.span, keyword=statement.keyword),)
    return read_statement(game, statement)


def _as_numbered(lines: Sequence[CaseLine]) -> str:
    """The lines as a text in which each stands on the line it has in the case file; several may stand on one."""
    text, last = "", 1
    for line in lines:
        text += ("\n" * (line.number - last) or " ") + line.text
        last = max(line.number, last)
    return text


def _numbers(text: str) -> list[str]:
    """The numbers of a line of dice, as written."""
    return text.replace(",", " ").split()


def read_dice(case: Case, game: Game, failures: list[str]) -> list[ManualItem]:
    """The dice of a case, in order; what of them cannot be read is added to the failures."""
    dice = []
    for number, text in case.dice:
        words = _numbers(text)
        if not all(re.fullmatch("[0-9]{1,3}", word) and any(die.shows(int(word)) for die in game.dice)
                   for word in words):
            shown = either(say("{first} to {last}", first=die.first, last=die.last) for die in game.dice)
            failures.append(f"{case.file}:{number}: " + say("dice are numbers from {shown}: {line}", shown=shown,
                                                           line=text))
        else:
            dice += [ManualItem(int(word), "", (0, 0)) for word in words]
    return dice


def _read_cards(case: Case, game: Game, failures: list[str]) -> list[ManualItem]:
    cards = []
    for index, (number, text) in enumerate(case.cards):
        word, _, card = (part.strip() for part in text.partition(" "))
        side, meant = game.lexicon.side(word), full_lexicon(game).cards.meanings(key(card), card)
        if side not in holders(game) or len(meant) != 1 or meant[0] not in game.cards:
            failures.append(f"{case.file}:{number}: " + say("a side and a card of the game, not '{line}'", line=text))
        else:
            cards.append(ManualItem(meant[0], side, (1, index)))
    return cards


def play(game: Game, opening: CaseOpening, fate: ManualFate) -> PlayedCase:
    """One sitting from the position: one step, or up to the step the case names."""
    orders = opening.orders
    pending = PendingOrders(orders.pending)
    answered: list[Order] = []

    class CaseTable(Table):
        def note(self, order: Order, understood: Understood) -> None:
            answered.append(order)

    sitting = sit(game, opening.position, (), pending, fate, rulings=orders.rulings,
                  edits=list(orders.rulings), make=CaseTable, stop=opening.is_over)
    problems = [*orders.problems, *(problem for due in sitting.dues for problem in due.problems)]
    unused = [order for left in pending.orders.values() for order in left
              if not (order.keyword in {*game.standing, PASS} or order.conditions or order.until or order in answered)]
    return PlayedCase(opening.position, sitting.position, sitting.acts, tuple(problems), sitting.dues, fate.look,
                      tuple(unused), len(fate.dice), len(fate.cards))


def compare(case: Case, game: Game, played: PlayedCase) -> list[str]:
    """Everything in which the play differs from what the case expects."""
    failures = []
    for number, text in case.expect:
        try:
            failure = expect(game, played, text)
        except ValueError as error:
            failure = str(error)
        except LookupError:
            failure = say("something is missing in: {line}", line=text)
        if failure:
            failures.append(f"{case.file}:{number}: {failure}")
    expected = [wanted_problem(line.text) for line in case.expect if line.text.split()[0].casefold() == "problem"]
    for problem in played.problems:
        if not any(wanted and wanted.means(problem) for wanted in expected):
            sentence = problem_sentence(problem, game.catalogue)
            failures.append(f"{case.file}:{problem.span.line or case.line}: " + say(
                "unexpected problem: {sentence} ({code})", sentence=sentence,
                code=f"{problem.code} {problem.rule}".strip()))
    luck = [due.demand for due in played.dues if due.demand.side == REFEREE]
    if luck and not any(line.text.casefold().startswith(f"owes {REFEREE}") for line in case.expect):
        sentences = [demand_sentence(demand.code, demand.about, game.catalogue, demand.side) for demand in luck]
        failures += [f"{case.file}:{case.line}: {sentence}" for sentence in sentences]
    if not played.dues and not played.problems:
        failures += [f"{case.file}:{order.statement.span.line}: " + say(
            "nobody asked for this order: {order}", order=order.statement.text) for order in played.unused]
    if played.dice_left:
        dice = sum(len(_numbers(text)) for _, text in case.dice)
        failures.append(f"{case.file}:{case.line}: " + say("{count} of {all} dice were not rolled",
                                                          count=played.dice_left, all=dice))
    if played.cards_left:
        failures.append(f"{case.file}:{case.line}: " + say("{count} of {all} cards were not drawn",
                                                          count=played.cards_left, all=len(case.cards)))
    return failures + [f"{case.file}:{case.line}: " + say("the program gives a rule there is none of: {rule}",
                                                         rule=rule)
                       for rule in _rules_named(played) if not _is_rule(game, rule)]


def _rules_named(played: PlayedCase) -> Iterable[str]:
    """The rules given as reasons by events, problems and debts, each once."""
    rules = [act.rule for act in played.acts if isinstance(act, Event) and act.rule != REFEREE]
    refused = [problem.rule for problem in played.problems if problem.rule != ""]
    return dict.fromkeys([*rules, *refused, *(due.demand.rule for due in played.dues if due.demand.rule != "")])


def _is_rule(game: Game, rule: str) -> bool:
    """Whether a rule or section of exactly this name exists."""
    return isinstance(rule, str) and any(heading.startswith(rule) for heading, _ in game.reference(rule))
