"""Case files: a disputed point as a text that a wargamer can read and write, and that runs.

The format is described in witp_pbem/docs/case-files.md. A file holds one or several cases; each begins with a line
`case: NAME`, then header lines (`covers:`, `source:`, `ruling:` ...), then the sections `given`, `orders SIDE`,
`dice`, `cards` and `expect`, whose lines are indented. What the lines of `given` and `expect` may say is the
game's affair, except for `data` and `until` and for the expectations every game shares: events, problems, debts. A
case that expects nothing can be tried, but proves nothing.

Nothing is passed over in silence: a word that is not understood, a die that is not rolled or a problem that is not
expected fails the case, with file and line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from witp_pbem.table import manual_dice
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.expectations import CaseRules, PlayedCase, expect, wanted_problem
from witp_pbem.table.game import CaseLine, Game, holders, senders
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

HEADERS = ("case", "game", "covers", "source", "note", "ruling", "alternative", "reason", "defines")
SECTIONS = ("given", "orders", "dice", "cards", "expect")
PASS = "pass"  # the keyword of doing nothing; such an order may go unused


class CaseSection(NamedTuple):
    """A section as written.

    Attributes:
        name: one of `SECTIONS`, "" for a heading that is none.
        of: the words after the name: the side whose orders they are.
        number: the line of the heading in the file, from 1.
        lines: what stands under it.
    """

    name: str
    of: str
    number: int
    lines: list[CaseLine]


@dataclass(frozen=True)
class Case:
    """One case as written.

    Attributes:
        line: where it begins in the file, from 1.
        header: key of a header line -> its value.
        orders: the sections of orders, one or several a side.
        dice: lines of numbers.
        cards: lines of a side and a card.
        faults: what is wrong with its form, naming file and line.
    """

    file: str
    line: int
    header: dict[str, str]
    given: tuple[CaseLine, ...] = ()
    orders: tuple[CaseSection, ...] = ()
    dice: tuple[CaseLine, ...] = ()
    cards: tuple[CaseLine, ...] = ()
    expect: tuple[CaseLine, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.header["case"]

    @property
    def game(self) -> str:
        """The game it is about, "" where it does not say so."""
        return self.header.get("game", "")

    @property
    def covers(self) -> tuple[str, ...]:
        """The rule ids the case proves."""
        return tuple(part.strip() for part in self.header.get("covers", "").split(",") if part.strip())


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


def read_file(path: Path) -> list[Case]:
    """The cases of a file, faulty ones included.

    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: it is no text.
    """
    return list(read(path.read_text(encoding="utf-8-sig"), str(path)))


@dataclass
class _Draft:
    line: int
    header: dict[str, str]
    sections: list[CaseSection] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read(text: str, file: str = "") -> Iterable[Case]:
    """The cases of a text."""
    draft: _Draft | None = None
    last_header = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].rstrip()
        if not line.strip():
            continue
        if not line[0].isspace():
            key, colon, value = (part.strip() for part in line.partition(":"))
            key = key.casefold()
            if key == "case" and colon:
                if draft:
                    yield _finish(draft, file)
                draft, last_header = _Draft(number, {"case": value}), "case"
                continue
            if draft is None:
                draft = _Draft(number, {"case": "?"})
                draft.faults.append(f"{file}:{number}: " + say("a case begins with a line 'case: NAME'"))
            last_header = _heading(draft, file, number, line, key if colon else "", value)
        elif draft and last_header:
            draft.header[last_header] += " " + line.strip()
        elif draft and draft.sections:
            _add(draft.sections[-1], number, raw.rstrip() if draft.sections[-1].name == "orders" else line.strip())
        else:
            draft = draft or _Draft(number, {"case": "?"})
            draft.faults.append(f"{file}:{number}: " + say("belongs to no heading: {line}", line=line.strip()))
    if draft:
        yield _finish(draft, file)


def _add(section: CaseSection, number: int, text: str) -> None:
    """Adds a line to a section; in `given` and `expect` a line that ends with a comma goes on in the next."""
    if section.name in ("given", "expect") and section.lines and section.lines[-1].text.endswith(","):
        first = section.lines.pop()
        number, text = first.number, f"{first.text} {text}"
    section.lines.append(CaseLine(number, text))


def _heading(draft: _Draft, file: str, number: int, line: str, key: str, value: str) -> str:
    """Takes a line that begins at the margin: a header line, whose key is returned, or the name of a section."""
    if key in HEADERS:
        if key in draft.header:
            draft.faults.append(f"{file}:{number}: " + say("stands here a second time: {key}:", key=key))
        draft.header[key] = value
        return key
    name, *of = line.rstrip(":").casefold().split() or [""]
    if name in SECTIONS:
        draft.sections.append(CaseSection(name, " ".join(of), number, []))
        return ""
    near = difflib.get_close_matches(key or name, (*HEADERS, *SECTIONS), 1)
    draft.faults.append(f"{file}:{number}: " + (
        say("no such heading: {line} (meant {near}?)", line=line, near=near[0]) if near else
        say("no such heading: {line}", line=line)))
    draft.sections.append(CaseSection("", "", number, []))  # so that its lines do not end up in the section before
    return ""


def _finish(draft: _Draft, file: str) -> Case:
    faults = list(draft.faults)
    lines: dict[str, list[CaseLine]] = {name: [] for name in ("", *SECTIONS)}
    for section in draft.sections:
        if section.of and section.name != "orders":
            faults.append(f"{file}:{section.number}: " + say("'{heading}' stands alone on its line, without '{more}'",
                                                            heading=section.name, more=section.of))
        lines[section.name] += section.lines
    faults += [f"{file}:{number}: " + say("a line of 'cards' names a side and a card: {line}", line=text)
               for number, text in lines["cards"] if len(text.split()) != 2]
    if "ruling" in draft.header and not {"alternative", "reason"} <= set(draft.header):
        faults.append(f"{file}:{draft.line}: " + say("a ruling needs its alternative: and its reason:"))
    orders = tuple(section for section in draft.sections if section.name == "orders")
    return Case(file, draft.line, draft.header, tuple(lines["given"]), orders, tuple(lines["dice"]),
                tuple(lines["cards"]), tuple(lines["expect"]), tuple(faults))


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
    """The lines as a text in which each stands on the line it has in the case file."""
    text, last = "", 1
    for line in lines:
        text += "\n" * (line.number - last) + line.text
        last = line.number
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
