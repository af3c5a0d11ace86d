"""Case files: a disputed point as a text that a wargamer can read and write, and that runs.

The format is described in witp_pbem/docs/case-files.md. A file holds one or several cases; each begins with a line
`case: NAME`, then header lines (`covers:`, `source:`, `ruling:` ...), then the sections `given`, `orders SIDE`,
`dice`, `cards` and `expect`, whose lines are indented. What the lines of `given` and `expect` may say is the
game's affair, except for the expectations every game shares: events, problems, debts.

Nothing is passed over in silence: a word that is not understood, a die that is not rolled and a problem that
is not expected each fail the case, with file and line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from witp_pbem.table import given
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Due, Order
from witp_pbem.table.event import Event, to_json
from witp_pbem.table.game import Game
from witp_pbem.table.given import REFEREE, Given, GivenFate
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.sitting import sit
from witp_pbem.table.table import Act, Hand, Table
from witp_pbem.table.text import Statement
from witp_pbem.table.wording import demand_sentence, problem_sentence

HEADERS = ("case", "covers", "source", "note", "ruling", "alternative", "reason", "defines")
SECTIONS = ("given", "orders", "dice", "cards", "expect")
RULING = "ruling"  # the keyword of the referee's rulings
PASS = "pass"  # the keyword of doing nothing; such an order may go unused


class Line(NamedTuple):
    """A line of a section with its number in the file."""

    number: int
    text: str


class Section(NamedTuple):
    """A section as written: its name, what stands behind the name, the line of its heading, its lines."""

    name: str
    of: str
    number: int
    lines: list[Line]


@dataclass(frozen=True)
class Case:
    """One case as written. `orders` are sections, `of` whose they are; `cards` are lines of side and card."""

    file: str
    line: int
    header: dict[str, str]
    given: tuple[Line, ...] = ()
    orders: tuple[Section, ...] = ()
    dice: tuple[int, ...] = ()
    cards: tuple[Line, ...] = ()
    expect: tuple[Line, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.header["case"]

    @property
    def covers(self) -> tuple[str, ...]:
        """The rule ids the case proves."""
        return tuple(part.strip() for part in self.header.get("covers", "").split(",") if part.strip())


class CaseResult(NamedTuple):
    """How a case went: its failures, each naming file and line; none if it passed."""

    name: str
    file: str
    covers: tuple[str, ...]
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


class Played(NamedTuple):
    """What a case's play came to, for the game's own expectations. `look` names the card in a slot; `unused` are
    orders that no decision came up for."""

    before: Any
    position: Any
    acts: Sequence[Act]
    problems: tuple[Problem, ...]
    dues: tuple[Due, ...]
    look: Callable[[str], str | None]
    unused: tuple[Order, ...] = ()
    dice_left: int = 0
    cards_left: int = 0


class CaseRules(Protocol):
    """What a game adds to case files. `steps` are the names `until` may give."""

    @property
    def steps(self) -> Collection[str]: ...

    def blank(self) -> Any:
        """The position `given` starts from."""
        ...

    def give(self, position: Any, line: str) -> Any:
        """The position after a line of `given`; raises ValueError with a sentence if it is not understood."""
        ...

    def expect(self, played: Played, line: str) -> str | None:
        """None if the expectation holds, else a sentence; raises ValueError if it is not understood."""
        ...

    def value(self, word: str) -> str:
        """A value of an event as cases write it (a place by its name), in the form events hold."""
        ...


def read_file(path: Path) -> list[Case]:
    """The cases of a file, faulty ones included.

    Raises:
        OSError: the file cannot be read. UnicodeDecodeError: it is no text.
    """
    return list(read(path.read_text(encoding="utf-8-sig"), str(path)))


@dataclass
class _Draft:
    line: int
    header: dict[str, str]
    sections: list[Section] = field(default_factory=list)
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
                draft.faults.append(f"{file}:{number}: a case begins with a line 'case: NAME'")
            last_header = _heading(draft, file, number, line, key if colon else "", value)
        elif draft and last_header:
            draft.header[last_header] += " " + line.strip()
        elif draft and draft.sections:
            _add(draft.sections[-1], number, raw.rstrip() if draft.sections[-1].name == "orders" else line.strip())
        else:
            draft = draft or _Draft(number, {"case": "?"})
            draft.faults.append(f"{file}:{number}: belongs to no heading: {line.strip()}")
    if draft:
        yield _finish(draft, file)


def _add(section: Section, number: int, text: str) -> None:
    """Adds a line to a section; in `given` and `expect` a line that ends with a comma goes on in the next."""
    if section.name in ("given", "expect") and section.lines and section.lines[-1].text.endswith(","):
        first = section.lines.pop()
        number, text = first.number, f"{first.text} {text}"
    section.lines.append(Line(number, text))


def _heading(draft: _Draft, file: str, number: int, line: str, key: str, value: str) -> str:
    """Takes a line that begins at the margin: a header line, whose key is returned, or the name of a section."""
    if key in HEADERS:
        if key in draft.header:
            draft.faults.append(f"{file}:{number}: stands here a second time: {key}:")
        draft.header[key] = value
        return key
    name, *of = line.rstrip(":").casefold().split() or [""]
    if name in SECTIONS:
        draft.sections.append(Section(name, " ".join(of), number, []))
        return ""
    near = difflib.get_close_matches(key or name, (*HEADERS, *SECTIONS), 1)
    draft.faults.append(f"{file}:{number}: no such heading: {line}" + (f" (meant {near[0]}?)" if near else ""))
    draft.sections.append(Section("", "", number, []))  # so that its lines do not end up in the section before
    return ""


def _finish(draft: _Draft, file: str) -> Case:
    faults = list(draft.faults)
    dice: list[int] = []
    lines: dict[str, list[Line]] = {name: [] for name in ("", *SECTIONS)}
    for section in draft.sections:
        if section.of and section.name != "orders":
            faults.append(f"{file}:{section.number}: '{section.name}' stands alone on its line, without {section.of!r}")
        lines[section.name] += section.lines
    for number, text in lines["dice"]:
        words = text.replace(",", " ").split()
        if not all(re.fullmatch("[1-6]", word) for word in words):
            faults.append(f"{file}:{number}: dice are numbers from 1 to 6: {text}")
        else:
            dice += map(int, words)
    faults += [f"{file}:{number}: a line of 'cards' names a side and a card: {text}"
               for number, text in lines["cards"] if len(text.split()) != 2]
    if not lines["expect"]:
        faults.append(f"{file}:{draft.line}: the case expects nothing")
    if "ruling" in draft.header and not {"alternative", "reason"} <= set(draft.header):
        faults.append(f"{file}:{draft.line}: a ruling needs its alternative: and its reason:")
    orders = tuple(section for section in draft.sections if section.name == "orders")
    return Case(file, draft.line, draft.header, tuple(lines["given"]), orders, tuple(dice), tuple(lines["cards"]),
                tuple(lines["expect"]), tuple(faults))


# -- running -------------------------------------------------------------------------------------------------


def run_file(path: Path, game: Game) -> list[CaseResult]:
    """Runs every case of a file; a file without any is a failure of its own.

    Raises:
        OSError: the file cannot be read. UnicodeDecodeError: it is no text.
    """
    results = [run(case, game) for case in read_file(path)]
    return results or [CaseResult("?", str(path), (), (f"{path}: there is no case in this file",))]


def run(case: Case, game: Game) -> CaseResult:
    """Plays a case and compares."""
    failures = [*case.faults, *_unknown_rules(case, game)]
    position, until = _set_up(case, game, failures)
    hand = _read_orders(case, game, failures)
    cards = _read_cards(case, game, failures)
    if not failures:
        failures += _compare(case, game, _play(case, game, position, until, hand, cards))
    return CaseResult(case.name, case.file, case.covers, tuple(failures))


def _unknown_rules(case: Case, game: Game) -> list[str]:
    """Complaints about rules the case claims to prove and there are none of."""
    failures = []
    for identifier in case.covers:
        if not game.reference(identifier):
            near = ", ".join(game.nearest(identifier)) or "none"
            failures.append(f"{case.file}:{case.line}: no such rule: {identifier} (near it: {near})")
    return failures


def _set_up(case: Case, game: Game, failures: list[str]) -> tuple[Any, str]:
    """The position `given` describes and the step `until` names, "" for one step only."""
    rules: CaseRules = game.case_rules
    position, until = rules.blank(), ""
    for number, text in case.given:
        try:
            if text.split()[0].casefold() == "until":
                until = " ".join(text.casefold().split()[1:])
                if until not in rules.steps:
                    raise ValueError(f"no such step: {until}; there are {', '.join(rules.steps)}")
            else:
                position = rules.give(position, text)
        except ValueError as error:
            failures.append(f"{case.file}:{number}: {error}")
        except LookupError:
            failures.append(f"{case.file}:{number}: something is missing in: {text}")
    return position, until


class _Orders(NamedTuple):
    """What a case orders: each side's orders, the rulings that change the position, what could not be read."""

    hand: list[tuple[str, Order]]
    rulings: dict[tuple[int, int], Order]
    problems: list[Problem]


def _read_orders(case: Case, game: Game, failures: list[str]) -> _Orders:
    found = _Orders([], {}, [])
    decided: list[tuple[str, Order]] = []
    for section in case.orders:
        side = game.lexicon.sides.get(section.of, section.of)
        if side not in (*game.sides, REFEREE):
            failures.append(f"{case.file}:{section.number}: whose orders? One of {', '.join((*game.sides, REFEREE))}")
            continue
        read_text = orders_text.read(_as_numbered(section.lines), game.lexicon)
        found.problems.extend(read_text.problems)
        for statement in read_text.statements:
            order = _read_order(game, side, statement)
            if isinstance(order, tuple) and not isinstance(order, Order):
                found.problems.extend(order)
            elif statement.keyword != RULING:
                found.hand.append((side, order))
            elif ruled := game.ruling_for(order):
                decided.append(ruled)
            else:
                found.rulings[(0, len(found.rulings))] = order
    found.hand[:0] = decided
    return found


def _read_order(game: Game, side: str, statement: Statement) -> Order | tuple[Problem, ...]:
    """An order of a side, or of the referee, who writes rulings and nothing else."""
    if statement.keyword in given.KEYWORDS or (statement.keyword == RULING) != (side == REFEREE):
        code = "not-for-referee" if side == REFEREE else "referee-only"
        return (invalid(code, statement.span, keyword=statement.keyword),)
    body = game.read(statement)
    if isinstance(body, tuple) and body and isinstance(body[0], Problem):
        return body
    return Order(statement, body)


def _as_numbered(lines: Sequence[Line]) -> str:
    """The lines as a text in which each stands on the line it has in the case file."""
    text, last = "", 1
    for line in lines:
        text += "\n" * (line.number - last) + line.text
        last = line.number
    return text


def _read_cards(case: Case, game: Game, failures: list[str]) -> list[Given]:
    cards = []
    for index, (number, text) in enumerate(case.cards):
        word, _, card = text.casefold().partition(" ")
        card = card.strip()
        side = game.lexicon.sides.get(word, word)
        if side not in game.sides or card not in game.cards:
            failures.append(f"{case.file}:{number}: a side and a card of the game, not {text!r}")
        cards.append(Given(card, side, (1, index)))
    return cards


def _play(case: Case, game: Game, position: Any, until: str, orders: _Orders, cards: list[Given]) -> Played:
    """One sitting from the position: one step, or up to the step `until` names."""
    fate = GivenFate([Given(die, "", (0, 0)) for die in case.dice], cards, {})

    def stop(table: Table) -> bool:
        return not until or table.position.step == until

    hand = Hand(orders.hand)
    sitting = sit(game, position, (), hand, fate, rulings=orders.rulings, edits=list(orders.rulings), stop=stop)
    problems = [*orders.problems, *(problem for due in sitting.dues for problem in due.problems)]
    unused = [order for left in hand.orders.values() for order in left if order.keyword not in {*game.standing, PASS}]
    return Played(position, sitting.position, sitting.acts, tuple(problems), sitting.dues, fate.look, tuple(unused),
                  len(fate.dice), len(fate.cards))


def _compare(case: Case, game: Game, played: Played) -> list[str]:
    """Everything in which the play differs from what the case expects."""
    failures = []
    for number, text in case.expect:
        try:
            failure = _expect(game, played, text)
        except ValueError as error:
            failure = str(error)
        except LookupError:
            failure = f"something is missing in: {text}"
        if failure:
            failures.append(f"{case.file}:{number}: {failure}")
    expected = [_wanted_problem(line.text) for line in case.expect if line.text.split()[0].casefold() == "problem"]
    for problem in played.problems:
        if not any(wanted and wanted.means(problem) for wanted in expected):
            sentence = problem_sentence(problem, game.catalogue)
            failures.append(f"{case.file}:{problem.span.line or case.line}: unexpected problem: {sentence} "
                            f"({problem.code} {problem.rule})".replace(" )", ")"))
    luck = [due.demand for due in played.dues if due.demand.side == REFEREE]
    if luck and not any(line.text.casefold().startswith(f"owes {REFEREE}") for line in case.expect):
        failures += [f"{case.file}:{case.line}: {demand_sentence(demand.code, demand.about, game.catalogue)}"
                     for demand in luck]
    if not played.dues and not played.problems:
        failures += [f"{case.file}:{order.statement.span.line}: nobody asked for this order: {order.statement.text}"
                     for order in played.unused]
    if played.dice_left:
        failures.append(f"{case.file}:{case.line}: {played.dice_left} of {len(case.dice)} dice were not rolled")
    if played.cards_left:
        failures.append(f"{case.file}:{case.line}: {played.cards_left} of {len(case.cards)} cards were not drawn")
    return failures


# -- expectations every game shares ----------------------------------------------------------------------------


def _expect(game: Game, played: Played, line: str) -> str | None:
    words = line.casefold().split()
    if words[0] == "event" or words[:2] == ["no", "event"]:
        return _expect_event(game.case_rules, game.events, played, line)
    if words[0] == "problem":
        return _expect_problem(played, line)
    if words[0] == "owes":
        return _expect_debt(game, played, words[1:])
    if words == ["nothing", "owed"]:
        owed = [f"{due.demand.side} {due.demand.code}" for due in played.dues]
        return f"still owed: {', '.join(owed)}" if owed else None
    rules: CaseRules = game.case_rules
    return rules.expect(played, line)


def _expect_event(rules: CaseRules, kinds: Mapping[str, type[Event]], played: Played, line: str) -> str | None:
    """`event CODE: field value, field value` or `no event CODE: ...`; `field.part` looks into a field."""
    wanted = not line.casefold().startswith("no ")
    code, _, rest = line.split(None, 1 if wanted else 2)[-1].partition(":")
    code = code.strip()
    wishes = _wishes(rules, kinds, code, rest)
    records = [to_json(act) for act in played.acts if isinstance(act, Event) and act.code() == code]
    misses = [[(name, _field(record, name)) for name, value in wishes if not _matches(_field(record, name), value)]
              for record in records]
    if wanted and not any(not missed for missed in misses):
        if not records:
            return f"no {code} was told"
        nearest = ", ".join(f"{name} {_shown(found)}" for name, found in min(misses, key=len))
        return f"no such {code}; the nearest has {nearest}"
    if not wanted and any(not missed for missed in misses):
        return f"told although it should not be: {line.split(None, 1)[1]}"
    return None


def _wishes(rules: CaseRules, kinds: Mapping[str, type[Event]], code: str, rest: str) -> list[tuple[str, str]]:
    """The fields an event line names, each with the value it is to have."""
    if code not in kinds:
        near = difflib.get_close_matches(code, kinds, 1)
        raise ValueError(f"no such event: {code}" + (f" (meant {near[0]}?)" if near else ""))
    known = list(kinds[code].names)
    wishes = []
    for part in filter(None, (part.strip() for part in rest.split(","))):
        name, _, value = part.partition(" ")
        if not value.strip():
            raise ValueError("an event line reads: event CODE: field value, field value")
        if name.split(".")[0] not in known:
            raise ValueError(f"{code} has no {name}; it has {', '.join(known)}")
        wishes.append((name, rules.value(value.strip())))
    return wishes


def _field(record: Mapping[str, Any], name: str) -> Any:
    value: Any = record
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _shown(value: Any) -> str:
    """A value of an event as a case writes it: yes and no, lists with blanks between, `nothing` for an empty one."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list) and value:
        return " ".join(map(_shown, value))
    return "nothing" if value in (None, "", []) else str(value)


def _matches(value: Any, wanted: str) -> bool:
    return _shown(value).casefold() == wanted.casefold()


class _WantedProblem(NamedTuple):
    """A problem as a case names it; "" and 0 for what it leaves open."""

    code: str
    rule: str
    line: int

    def means(self, problem: Problem) -> bool:
        return (problem.code == self.code and self.rule in ("", problem.rule)
                and self.line in (0, problem.span.line))


def _wanted_problem(text: str) -> _WantedProblem | None:
    """`problem CODE [RULE] [line N]`; None for a line that names no code."""
    found = re.fullmatch(r"problem\s+(\S+)(.*?)(?:\s+line\s+([0-9]+))?", text, re.IGNORECASE)
    return _WantedProblem(found[1], " ".join(found[2].split()), int(found[3] or 0)) if found else None


def _expect_problem(played: Played, line: str) -> str | None:
    wanted = _wanted_problem(line)
    if wanted is None:
        raise ValueError("a problem line reads: problem CODE RULE")
    if any(wanted.means(problem) for problem in played.problems):
        return None
    found = [f"{problem.code} {problem.rule} line {problem.span.line}" for problem in played.problems]
    return f"no such problem; found: {', '.join(found) or 'none'}"


def _expect_debt(game: Game, played: Played, words: Sequence[str]) -> str | None:
    """`owes SIDE DEMAND`."""
    side, code = game.lexicon.sides.get(words[0], words[0]), " ".join(words[1:])
    if any(due.demand.side == side and due.demand.code == code for due in played.dues):
        return None
    return f"owed instead: {', '.join(f'{due.demand.side} {due.demand.code}' for due in played.dues) or 'nothing'}"
