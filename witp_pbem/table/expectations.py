"""What a case expects: events, problems and debts, as in every game, and what a game adds.

The lines are described in witp_pbem/docs/case-files.md.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from witp_pbem.table.acts import Act, Answered, Forced
from witp_pbem.table.demand import Demand, Due, Order, Understood
from witp_pbem.table.event import Event, all_fields
from witp_pbem.table.game import Game
from witp_pbem.table.language import ENGLISH, say, speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import read_order
from witp_pbem.table.tuples import NamedTuple


class PlayedCase(NamedTuple):
    """What came of playing a case.

    Attributes:
        before, position: the positions at its start and end.
        acts: everything that happened.
        problems: of orders, unreadable and illegal ones.
        dues: what is owed at the end.
        look: the card in a slot, None where nobody may know it.
        unused: orders that no demand came up for.
        dice_left, cards_left: how many of those given were not used.
    """

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
    """What a game adds to case files (`case_lines.CaseLines` does).

    Attributes:
        steps: the names `until` may give.
    """

    @property
    def steps(self) -> Collection[str]: ...

    def blank(self) -> Any:
        """The position `given` starts from."""
        ...

    def give(self, position: Any, line: str) -> Any:
        """The position after a line of `given`.

        Raises:
            ValueError: the line is not understood, in a sentence.
            LookupError: something is missing in it.
        """
        ...

    def expect(self, played: PlayedCase, line: str) -> str | None:
        """None if an expectation holds, else a sentence; errors as in `give`."""
        ...

    def value(self, word: str) -> str:
        """A value of an event as cases write it (a place by its name), in the form events hold."""
        ...


def expect(game: Game, played: PlayedCase, line: str) -> str | None:
    """None if what a line expects holds, else a sentence; errors as in `CaseRules.give`."""
    words = line.casefold().split()
    if words[0] == "event" or words[:2] == ["no", "event"]:
        return _expect_event(game.case_rules, game.events, played, line)
    if words[0] == "problem":
        return _expect_problem(played, line)
    if words[0] == "owes":
        return _expect_debt(game, played, words[1:])
    if words[0] == "choice" or words[:2] == ["no", "choice"]:
        return _expect_choice(game, played, line)
    if words[0] == "undone":
        return _expect_undone(game, played, line)
    if words == ["nothing", "owed"]:
        owed = [f"{due.demand.side} {due.demand.code}" for due in played.dues]
        return say("still owed: {owed}", owed=", ".join(owed)) if owed else None
    rules: CaseRules = game.case_rules
    return rules.expect(played, line)


def _expect_event(rules: CaseRules, kinds: Mapping[str, type[Event]], played: PlayedCase, line: str) -> str | None:
    """`event CODE: field value, field value` or `no event CODE: ...`; `field.part` looks into a field."""
    wanted = not line.casefold().startswith("no ")
    code, _, rest = line.split(None, 1 if wanted else 2)[-1].partition(":")
    code = code.strip()
    wishes = _wishes(rules, kinds, code, rest)
    records = [all_fields(act) for act in played.acts if isinstance(act, Event) and act.code() == code]
    misses = [[(name, _field(record, name)) for name, value in wishes if not _matches(_field(record, name), value)]
              for record in records]
    if wanted and not any(not missed for missed in misses):
        if not records:
            return say("no {event} was told", event=code)
        nearest = ", ".join(f"{name} {_shown(actual)}" for name, actual in min(misses, key=len))
        return say("no such {event}; the nearest has {values}", event=code, values=nearest)
    if not wanted and any(not missed for missed in misses):
        return say("told although it should not be: {event}", event=line.split(None, 1)[1])
    return None


def _wishes(rules: CaseRules, kinds: Mapping[str, type[Event]], code: str, rest: str) -> list[tuple[str, str]]:
    """The fields an event line names, each with the value it is to have."""
    if code not in kinds:
        near = difflib.get_close_matches(code, kinds, 1)
        raise ValueError(say("no such event: {event} (meant {near}?)", event=code, near=near[0]) if near else
                         say("no such event: {event}", event=code))
    known = list(kinds[code].names)
    wishes = []
    for part in filter(None, (part.strip() for part in rest.split(","))):
        name, _, value = part.partition(" ")
        if not value.strip():
            raise ValueError(say("an event line reads: event CODE: field value, field value"))
        if name.split(".")[0] not in known:
            raise ValueError(say("{event} has no {name}; it has {known}", event=code, name=name,
                                 known=", ".join(known)))
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


class WantedProblem(NamedTuple):
    """A problem as a case names it: code, rule ("" for any) and line in the file (0 for any)."""

    code: str
    rule: str
    line: int

    def means(self, problem: Problem) -> bool:
        return (problem.code == self.code and self.rule in ("", problem.rule)
                and self.line in (0, problem.span.line))


def wanted_problem(text: str) -> WantedProblem | None:
    """`problem CODE [RULE] [line N]`; None for a line that names no code."""
    match = re.fullmatch(r"problem\s+(\S+)(.*?)(?:\s+line\s+([0-9]+))?", text, re.IGNORECASE)
    return WantedProblem(match[1], " ".join(match[2].split()), int(match[3] or 0)) if match else None


def _expect_problem(played: PlayedCase, line: str) -> str | None:
    wanted = wanted_problem(line)
    if wanted is None:
        raise ValueError(say("a problem line reads: problem CODE RULE"))
    if any(wanted.means(problem) for problem in played.problems):
        return None
    actual = [f"{problem.code} {problem.rule} line {problem.span.line}" for problem in played.problems]
    return say("no such problem; found: {problems}", problems=", ".join(actual) or say("none"))


def _expect_undone(game: Game, played: PlayedCase, line: str) -> str | None:
    """`undone SIDE: ORDER; PROBLEM RULE`: what a list has left undone and why, `passed` where a pass came before it; or
    `undone SIDE: nothing`."""
    head, _, rest = line.casefold().partition(":")
    order, _, why = rest.partition(";")
    side = game.lexicon.side(head.split()[-1])
    with speaking(ENGLISH):
        undone = [(game.write(left.values["order"]).casefold(),
                   f"{left.values.get('problem', 'passed')} {left.values.get('rule', '')}".strip())
                  for act in played.acts if isinstance(act, Answered | Forced) and act.side == side
                  for left in act.undone]
    if (order.strip(), " ".join(why.split())) in undone or (order.strip() == "nothing" and not undone):
        return None
    return say("undone instead: {orders}", orders=", ".join("; ".join(left) for left in undone) or say("nothing"))


def _expect_debt(game: Game, played: PlayedCase, words: Sequence[str]) -> str | None:
    """`owes SIDE DEMAND` or `owes SIDE DEMAND RULE`."""
    side, code, rule = game.lexicon.side(words[0]), words[1], " ".join(words[2:])
    owed = [due.demand for due in played.dues if (due.demand.side, due.demand.code) == (side, code)]
    if not owed:
        return say("owed instead: {owed}", owed=", ".join(
            f"{due.demand.side} {due.demand.code}" for due in played.dues) or say("nothing"))
    if rule and all(demand.rule.casefold() != rule for demand in owed):
        return say("owed by another rule: {rule}", rule=owed[0].rule)
    return None


def _expect_choice(game: Game, played: PlayedCase, line: str) -> str | None:
    """`choice SIDE: ORDER` or `no choice SIDE: ORDER`: whether a side that owes a decision is offered this order."""
    head, _, text = line.partition(":")
    order = text.strip()
    side = game.lexicon.side(head.casefold().split()[-1])
    demands = [due.demand for due in played.dues if due.demand.side == side]
    with speaking(ENGLISH):
        offered = [game.write(choice).casefold() for demand in demands for choice in demand.choices()]
        meant = {order.casefold(), _in_full(game, order)}
    is_offered = not meant.isdisjoint(offered) or any(_is_choice(game, demand, order) for demand in demands)
    wanted = not head.casefold().startswith("no ")
    if is_offered == wanted:
        return None
    if wanted:
        return say("offered to {side}: {orders}", side=side, orders="; ".join(offered) or say("nothing"))
    return say("offered although it should not be: {order}", order=order)


def _in_full(game: Game, text: str) -> str:
    """An order in the words in which choices are offered, legal or not; "" where it cannot be read."""
    order = read_order(game, text)
    return game.in_words(order).casefold() if isinstance(order, Order) else ""


def _is_choice(game: Game, demand: Demand, text: str) -> bool:
    """Whether an order, in whichever words, means one of the choices of a demand."""
    order = read_order(game, text)
    if not isinstance(order, Order) or order.keyword not in demand.keywords:
        return False
    verdict = demand.judge(order)
    return isinstance(verdict, Understood) and verdict.order in list(demand.choices())
