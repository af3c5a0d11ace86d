"""Checking an orders file: everything wrong with it at once, and how the rest is understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from witp_pbem.campaign import hand, moments, slips
from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.trial import trial
from witp_pbem.table import given
from witp_pbem.table import text as orders_text
from witp_pbem.table.demand import Due, Order, Understood
from witp_pbem.table.given import REFEREE, GivenCard, GivenDice
from witp_pbem.table.problem import Problem, Span, invalid
from witp_pbem.table.text import OrdersText, Statement, Value

RULING = "ruling"
AFTER_DIGITS = 12  # of a hash, at least, to name it
MOST_PROBLEMS = 100  # that are told of one file
LUCK_LENGTH = 200  # characters
START = Span(1, 1, 1, 1)


class Line(NamedTuple):
    """One order of the file as understood: its place, its words as written, the order in full words and a remark.

    `full` is "" where it cannot be judged before its moment comes, or where that will not come.
    """

    span: Span
    written: str
    full: str
    note: str = ""


@dataclass(frozen=True)
class Checked:
    """What a check found.

    Attributes:
        file: name of the file as given. text: its text, "" if it has none.
        side, turn, luck, after: from the header; side "" if the header names none.
        problems: what does not stand, by place. more: how many problems were left out.
        depends: what may turn out illegal at its moment.
        lines: the orders as understood. statements: the orders as read.
        dues: what is owed after these orders. assumed: this supposes that the other side passes.
    """

    file: str
    text: str = ""
    side: str = ""
    turn: int = 0
    luck: str = ""
    after: str = ""
    problems: tuple[Problem, ...] = ()
    depends: tuple[Problem, ...] = ()
    lines: tuple[Line, ...] = ()
    statements: tuple[Statement, ...] = ()
    dues: tuple[Due, ...] = ()
    assumed: bool = False
    more: int = 0

    @property
    def phases(self) -> frozenset[str]:
        """The phases whose earlier orders this file replaces."""
        return frozenset(statement.phase for statement in self.statements)


def check(campaign: Campaign, name: str, data: bytes, before: Sequence[Checked] = ()) -> Checked:
    """Checks one file against the present position.

    Args:
        before: files checked before it in the same go, taken as submitted.
    """
    text = orders_text.decode(data)
    if isinstance(text, Problem):
        return Checked(name, problems=(replace(text, file=name),))
    found = orders_text.read(text, slips.full_lexicon(campaign.game))
    side = _value(found, "side")
    problems = [*found.problems]
    if found.header or found.statements:
        problems += _header_problems(campaign, found)
    elif not problems:
        problems.append(invalid("empty-file"))
    checked = Checked(name, text, side if side in (*campaign.game.sides, REFEREE) else "", campaign.turn,
                      _value(found, "luck"), _value(found, "after").lower(), statements=found.statements)
    checked = (_referee(campaign, checked, problems) if side == REFEREE
               else _player(campaign, checked, problems, before))
    every = _placed(name, [*checked.problems])
    told = tuple(_with_nearest_word(campaign, problem) for problem in every[:MOST_PROBLEMS])
    return replace(checked, problems=told, more=len(every) - len(told),
                   depends=_placed(name, [*checked.depends])[:MOST_PROBLEMS])


def _with_nearest_word(campaign: Campaign, problem: Problem) -> Problem:
    """A word that is not understood, with the word most like it."""
    if problem.code != "unknown-word" or problem.suggestion:
        return problem
    return replace(problem, suggestion=campaign.game.lexicon.nearest(str(problem.values["word"])))


def _value(found: OrdersText, key: str) -> str:
    return found.header[key].value if key in found.header else ""


def _placed(name: str, problems: list[Problem]) -> tuple[Problem, ...]:
    """The problems with their file, each once, by place."""
    once = {(problem.span, problem.code, str(problem.values)): replace(problem, file=name) for problem in problems}
    return tuple(sorted(once.values(), key=lambda problem: (problem.span.line, problem.span.column, problem.code)))


# -- the header -----------------------------------------------------------------------------------------------


def _header_problems(campaign: Campaign, found: OrdersText) -> list[Problem]:
    """What is wrong with the header: missing lines, another campaign, turn or side, a stale `After:`."""
    header = found.header
    problems = [invalid("missing-header", START, key=key.capitalize(), suggestion=_right(campaign, key))
                for key in ("campaign", "turn", "side") if key not in header]
    if campaign.position.outcome:
        problems.append(invalid("game-over", START))
    if "campaign" in header and header["campaign"].value.casefold() != campaign.name.casefold():
        problems.append(invalid("wrong-campaign", header["campaign"].span, given=header["campaign"].value,
                                campaign=campaign.name, suggestion=_right(campaign, "campaign")))
    if "turn" in header and header["turn"].value != str(campaign.turn):
        problems.append(invalid("wrong-turn", header["turn"].span, given=header["turn"].value, turn=campaign.turn,
                                suggestion=_right(campaign, "turn")))
    sides = [*campaign.game.sides, REFEREE]
    if "side" in header and header["side"].value not in sides:
        problems.append(invalid("unknown-side", header["side"].span, given=header["side"].value, sides=sides))
    if "after" in header:
        problems += _after_problems(campaign, header["after"])
    if "luck" in header and len(header["luck"].value) > LUCK_LENGTH:
        problems.append(invalid("luck-too-long", header["luck"].span, length=len(header["luck"].value),
                                limit=LUCK_LENGTH))
    if not found.statements and not found.problems:
        problems.append(invalid("nothing-ordered", START))
    return problems


def _right(campaign: Campaign, key: str) -> str:
    if key == "side":
        return f"Side: {campaign.game.sides[0]}"
    return f"{key.capitalize()}: {campaign.name if key == 'campaign' else campaign.turn}"


def _after_problems(campaign: Campaign, after: Value) -> list[Problem]:
    """A hash that is not that of the last sitting: the orders were written on an older position."""
    value, last = after.value.lower(), campaign.last_sitting
    if len(value) < AFTER_DIGITS or set(value) - set("0123456789abcdef"):
        return [invalid("not-a-hash", after.span, key="After", length=AFTER_DIGITS,
                        suggestion=f"After: {last['hash']}")]
    if last["hash"].startswith(value):
        return []
    known = next((entry for entry in campaign.entries if entry["hash"].startswith(value)), None)
    return [invalid("stale", after.span, given=_called(known, value), last=_called(last, last["hash"]),
                    suggestion=f"After: {last['hash']}")]


def _called(entry: dict[str, Any] | None, value: str) -> str:
    """A logbook entry as a sentence names it."""
    what = "an entry this logbook does not have" if entry is None else (
        f"sitting {entry['number']}" if entry["type"] == "sitting" else f"the {entry['type']}")
    return f"{what} ({value[:AFTER_DIGITS]})"


def _is_elsewhere(problems: Sequence[Problem]) -> bool:
    """Whether the file is for another campaign, turn or side, so that judging its orders here means nothing."""
    return bool({"wrong-campaign", "wrong-turn", "unknown-side", "game-over"} & {problem.code for problem in problems})


# -- a player's orders ----------------------------------------------------------------------------------------


def _player(campaign: Campaign, checked: Checked, problems: list[Problem], before: Sequence[Checked]) -> Checked:
    orders: list[Order] = []
    for statement in checked.statements:
        if statement.keyword == RULING or statement.keyword in given.KEYWORDS:
            problems.append(invalid("referee-only", statement.span, keyword=statement.keyword))
            continue
        body = campaign.game.read(statement)
        if found := slips.problems_of(body):
            problems += [problem.at(statement.span) for problem in found]
        else:
            orders.append(Order(statement, body))
    if _is_elsewhere(problems) or not checked.side:
        return replace(checked, problems=tuple(problems))
    return _judged(campaign, checked, problems, orders, before)


def _judged(campaign: Campaign, checked: Checked, problems: list[Problem], orders: list[Order],
            before: Sequence[Checked]) -> Checked:
    """The file's orders played on trial, with what the side has at hand besides."""
    others = _others(campaign, checked, before)
    found = trial(campaign, checked.side, [*others, *orders])
    mine = {id(order) for order in orders}
    problems += [problem for order, problem in found.problems if id(order) in mine]
    misplaced = {id(order): problem for order in orders if (problem := moments.misplaced(campaign, order))}
    problems += misplaced.values()
    depends = [problem for order, problem in found.depends if id(order) in mine]
    judged: dict[int, Understood] = {}
    for order, understood in found.understood:
        judged.setdefault(id(order), understood)
    faulty = {id(order) for order, _ in found.problems} - judged.keys()
    no_moment = {*misplaced, *(id(order) for order, _ in found.depends)}
    lines = []
    for order in orders:
        written = slips.plain(order.statement, checked.text)
        understood_ = judged.get(id(order))
        if understood_:
            lines.append(Line(order.statement.span, written, understood_.text, understood_.note))
            continue
        note = ""
        if id(order) not in faulty:
            late = None if id(order) in no_moment else moments.never_asked(campaign, order, found)
            problems += [late] if isinstance(late, Problem) else []
            note = late if isinstance(late, str) else ""
            foreseen = campaign.game.foresee(campaign.position, checked.side, order)
            problems += [problem.at(order.statement.span) for problem in foreseen if problem.certain]
        lines.append(Line(order.statement.span, written, "", note))
    return replace(checked, problems=tuple(problems), depends=tuple(depends), lines=tuple(lines), dues=found.dues,
                   assumed=found.assumed)


def _others(campaign: Campaign, checked: Checked, before: Sequence[Checked]) -> list[Order]:
    """The side's orders that this file leaves in force: of other phases, recorded or in files checked before."""
    mine = [other for other in before if other.side == checked.side]
    replaced = checked.phases.union(*(other.phases for other in mine))
    orders = list(hand.pending(campaign, campaign.submissions(), checked.side, replaced))
    for place, other in enumerate(mine):
        gone = checked.phases.union(*(later.phases for later in mine[place + 1:]))
        for statement in other.statements:
            body = campaign.game.read(statement)
            if statement.phase not in gone and not slips.problems_of(body):
                orders.append(Order(statement, body, file=other.file))
    return orders


# -- the referee's file -----------------------------------------------------------------------------------------


def _referee(campaign: Campaign, checked: Checked, problems: list[Problem]) -> Checked:
    """Dice, cards and rulings. A ruling on the position is tried on it, after those that wait already."""
    lines: list[Line] = []
    position = campaign.position
    elsewhere = _is_elsewhere(problems)
    waiting = hand.public(campaign, len(campaign.entries))
    for source in () if elsewhere else waiting.edits:
        position = _ruled(campaign, position, waiting.rulings[source], [])[0]
    held = [campaign.look(slot) or slot for side in campaign.game.sides
            for slot in campaign.game.hand(position, side)]
    for statement in checked.statements:
        written = slips.plain(statement, checked.text)
        if statement.keyword in given.KEYWORDS:
            typed = given.read(statement, campaign.game.sides, campaign.game.cards)
            if found := slips.problems_of(typed):
                problems += [problem.at(statement.span) for problem in found]
            elif campaign.is_chained:
                problems.append(invalid("dice-not-given", statement.span))
            elif isinstance(typed, GivenDice):
                lines.append(Line(statement.span, written, "dice " + " ".join(str(die) for die in typed.dice)))
            elif isinstance(typed, GivenCard):
                wrong = None if elsewhere else campaign.game.card_problem(position, typed.card, held)
                problems += [wrong.at(statement.span)] if wrong else []
                held.append(typed.card)
                lines.append(Line(statement.span, written, f"card {typed.side} {typed.card}"))
        elif statement.keyword != RULING:
            problems.append(invalid("not-for-referee", statement.span, keyword=statement.keyword))
        else:
            body = campaign.game.read(statement)
            if found := slips.problems_of(body):
                problems += [problem.at(statement.span) for problem in found]
            elif not elsewhere:
                position, full = _ruled(campaign, position, Order(statement, body), problems)
                lines.append(Line(statement.span, written, full))
    return replace(checked, problems=tuple(problems), lines=tuple(lines))


def _ruled(campaign: Campaign, position: Any, order: Order, problems: list[Problem]) -> tuple[Any, str]:
    """The position after a ruling, and the ruling in full words ("" if it stands in for a decision)."""
    if campaign.game.ruling_for(order) is not None:
        return position, ""
    verdict = campaign.game.judge_ruling(position, order)
    if not isinstance(verdict, Understood):
        problems += [problem.at(order.statement.span) for problem in verdict]
        return position, ""
    for told in verdict.answer:
        position = campaign.game.apply(position, told)
    return position, verdict.text

