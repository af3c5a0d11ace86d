"""The usual orders of each phase, filled with what stands: what forms offer ahead (witp 3.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from witp_pbem.games.common.order_values import At
from witp_pbem.games.witp.board.state import ALLIES, FLEET, JAPAN, Position, Side
from witp_pbem.games.witp.board.turn import OUTLINE
from witp_pbem.games.witp.orders.kinds import DRAWN, HELD, ORDERS, BaseOrder, CardOrder, Homeward, Rescue, UnitsOrder
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_08_movement import impulses, movement
from witp_pbem.games.witp.rules.chapter_10_redeployment import fleets, rebuilding, stacks
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.problem import NOWHERE, OrderValue
from witp_pbem.table.tuples import NamedTuple

BASES = 6  # offered to be built
STACKS = 8  # offered to move
TARGETS = 3  # of a stack: the first, and those that stand in for it
PORTS = 12  # fleets are offered to go to, the most useful first
HOPED = 3  # points a player may reckon with beyond the basic ones


class UsualOrders(NamedTuple):
    """An order with those that stand in for it.

    Attributes:
        values: of the order, then of those that stand in for it.
        points: it waits until so many resource points are on hand; 0 for no such wait.
        closes: without it there would be something to ask, or units would be lost.
    """

    values: Sequence[OrderValue]
    points: int = 0
    closes: bool = False


def filled(position: Position, side: Side, phase: str, hand: Sequence[str]) -> Iterator[UsualOrders]:
    """The usual orders of a side in a phase that hang on the position.

    Args:
        hand: its cards, as far as they may be named.
    """
    if phase in _PHASES:
        yield from _PHASES[phase](position, side, hand)


def is_asked(position: Position, side: Side, value: Mapping[str, Any]) -> bool:
    """Whether a wish or a pass can answer something of a side in this turn."""
    segment = value.get("segment")
    if segment == "war":
        return side == JAPAN and position.america == NEUTRAL
    return segment != "china" or (side == ALLIES and not position.china_surrendered)


def _events(position: Position, side: Side, hand: Sequence[str]) -> Iterator[UsualOrders]:
    """Each card in hand, or the one that is drawn; the other one where that cannot be used. Once they are drawn it is
    owed which one is used."""
    if position.step == "events":
        return
    used = [ORDERS.value("use", CardOrder(card, NOWHERE)) for card in hand or (HELD,)]
    drawn = ORDERS.value("use", CardOrder(DRAWN, NOWHERE))
    for card in used:
        yield UsualOrders((card, drawn))
    yield UsualOrders((drawn, ORDERS.value("use", CardOrder(HELD, NOWHERE))))


def _bases(position: Position, side: Side, hand: Sequence[str]) -> Iterator[UsualOrders]:
    """Bases that can be built as things stand."""
    possible = [number for number in position.data.map.bases
                if bases.build_problem(position, side, number, []) is None]
    for number in possible[:BASES]:
        yield UsualOrders((ORDERS.value("build", BaseOrder((At(number, NOWHERE),))),))


def _operations(position: Position, side: Side, hand: Sequence[str]) -> Iterator[UsualOrders]:
    """For each of the strongest stacks the enemy hexes it reaches for the fewest points, as long as it has them."""
    reckoned, steps = position, list(OUTLINE)
    if position.step not in steps[steps.index("resources") + 1:]:
        points = delayed_entry.basic_points(position, side) + HOPED
        reckoned = replace(position, rp={**position.rp, side: points})
    by_origin: dict[str, list[impulses.Candidate]] = {}
    for candidate in impulses.ranked(reckoned, side):
        if impulses.is_hostile(position, side, candidate.target):
            by_origin.setdefault(candidate.order.stacks[0].origin.id, []).append(candidate)
    taken: set[str] = set()
    for candidates in sorted(by_origin.values(), key=lambda candidates: -_size(candidates))[:STACKS]:
        largest = _size(candidates)
        chosen: dict[str, impulses.Candidate] = {}
        for candidate in candidates:
            if _size([candidate]) == largest and candidate.target not in taken:
                chosen.setdefault(candidate.target, candidate)
        best = list(chosen.values())[:TARGETS]
        if best:
            taken.update(candidate.target for candidate in best)
            yield UsualOrders([ORDERS.value("target", candidate.order) for candidate in best],
                              max(candidate.cost for candidate in best) + movement.ACTIVATION)


def _size(candidates: Sequence[impulses.Candidate]) -> int:
    """How many units the largest of some stacks has."""
    return max(len(stack.units) + len(stack.cargo) for candidate in candidates for stack in candidate.order.stacks)


def _redeployment(position: Position, side: Side, hand: Sequence[str]) -> Iterator[UsualOrders]:
    """Every fleet that is in no port goes to the first port that has room, and whatever else would be lost when it
    comes to that, to where it is kept; what can be rebuilt is."""
    board = position.data.map
    ports = sorted(stacks.open_goals(position, side, fleets.goal_problem),
                   key=lambda number: board[number].capacity is not None)
    if ports:
        home = Homeward(FLEET, tuple(At(number, NOWHERE) for number in ports[:PORTS]), rest=True)
        yield UsualOrders((ORDERS.value("redeploy", home),), closes=True)
    yield UsualOrders((ORDERS.value("redeploy", Rescue()),), closes=True)
    if next((value for value in rebuilding.choices(position, side) if value["order"] != "pass"), None):
        yield UsualOrders((ORDERS.value("rebuild", UnitsOrder((), None, True)),))


_PHASES: Mapping[str, Callable[[Position, Side, Sequence[str]], Iterator[UsualOrders]]] = {
    "events": _events, "bases": _bases, "operations": _operations, "redeployment": _redeployment}
