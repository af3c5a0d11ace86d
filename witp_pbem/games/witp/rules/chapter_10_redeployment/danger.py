"""What the end of redeployment costs a side: fleets outside a port (witp 10.2.f), units above a stacking limit (witp
10.5.a); and how many of them the stacks left can still keep.

Legality is the judge's of each segment. This only compares what legal answers cost, so that no wish and no pass costs
units unasked (`demand.Sacrifice`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from witp_pbem.games.common.order_values import EVERY, At, unit_named
from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.events import StackRedeployed, apply
from witp_pbem.games.witp.board.state import Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Redeploy, read_value
from witp_pbem.games.witp.rules.chapter_08_movement import house_rule
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacking, stacks
from witp_pbem.games.witp.rules.chapter_10_redeployment.stacking import Excess
from witp_pbem.table.demand import Sacrifice, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue
from witp_pbem.table.tuples import NamedTuple


class Segment(NamedTuple):
    """A segment of redeployment, as far as its dangers go.

    Attributes:
        dangers: the units of a side that leave the game if no more stacks go: of each group `over` of the candidates.
        gone: units that have nowhere to go any more, whatever stacks go.
        types: the kinds of units that make up one stack together.
        may_go: whether a unit may still redeploy in it.
        goal_problem: why nobody may redeploy to a hex.
        judge: whether a stack may.
    """

    dangers: Callable[[Position, Side], tuple[Excess, ...]]
    gone: Callable[[Position, Side], Sequence[Unit]]
    types: Callable[[Position], Sequence[Sequence[str]]]
    may_go: Callable[[Position, Side, Unit], bool]
    goal_problem: stacks.GoalProblem
    judge: Callable[[Position, Side, Redeploy], Verdict]


class _Rescue(NamedTuple):
    """A stack that keeps some units in danger: who, as an order, and where to."""

    units: tuple[Unit, ...]
    order: OrderValue
    to: str


# -- what answers cost -------------------------------------------------------------------------------------------


def of_pass(position: Position, side: Side, segment: Segment) -> Sacrifice | None:
    """What a pass costs that another order keeps."""
    rescues = _rescues(position, side, segment)
    if not rescues:
        return None
    kept = _with_cargo(position, [unit for rescue in rescues for unit in rescue.units])
    return Sacrifice(kept, segment.dangers(position, side)[0].rule, rescues[0].order)


def of_stack(position: Position, side: Side, segment: Segment, body: Redeploy, verdict: Verdict) -> Verdict:
    """The verdict on a stack, with what it costs that another order keeps."""
    if not isinstance(verdict, Understood):
        return verdict
    stack: stacks.RedeployingStack = verdict.answer
    then = after(position, side, stack)
    dangers, gone = segment.dangers(then, side), segment.gone(then, side)
    if not dangers and not gone:
        return verdict
    lost = _lost(then, side, segment, stack.to)
    more = len(lost) - len(_lost(position, side, segment, ""))
    if more <= 0:
        return verdict
    rule = dangers[0].rule if dangers else "witp 8.7.f"
    rescues = _rescues(position, side, segment)
    return verdict._replace(sacrifice=Sacrifice(lost[:more], rule, rescues[0].order if rescues else None,
                                                _is_named(body)))


def of_rescue(position: Position, side: Side, segment: Segment, judge: Callable[[Redeploy], Verdict]) -> Verdict:
    """The verdict on an order to keep what would be lost: the first stack that costs nothing else.

    Args:
        judge: of a stack and of what it costs. The order is meant for this segment only where `is_needed`.
    """
    legal = [verdict for rescue in _rescues(position, side, segment)
             if isinstance(verdict := judge(read_value(rescue.order).body.body), Understood)]
    best = next((verdict for verdict in legal if not verdict.sacrifice), legal[0])
    return best._replace(stays=True, sacrifice=best.sacrifice and best.sacrifice._replace(named=False))


def is_needed(position: Position, side: Side, segment: Segment) -> bool:
    """Whether anything would be lost that a stack keeps."""
    return bool(_rescues(position, side, segment))


def _is_named(body: Redeploy) -> bool:
    """Whether an order says which units go where: by number or by name, and to one place."""
    return not (body.otherwise or body.rest) and all(spec.id or spec.number != EVERY for spec in body.units)


def _lost(position: Position, side: Side, segment: Segment, first: str) -> tuple[str, ...]:
    """The units a side loses though it does what it can from here, those in one hex named first."""
    kept = {unit.id for rescue in _rescues(position, side, segment) for unit in rescue.units}
    dangers = sorted(segment.dangers(position, side), key=lambda danger: danger.hex != first)
    units = [*segment.gone(position, side)]
    for danger in dangers:
        staying = [unit for unit in stacking.by_worth(danger.candidates) if unit.id not in kept]
        units += staying[:danger.over - (len(danger.candidates) - len(staying))]
    return _with_cargo(position, units)


def _with_cargo(position: Position, units: Sequence[Unit]) -> tuple[str, ...]:
    """The ids of units and of what they carry."""
    return tuple(unit.id for carrier in units for unit in (carrier, *position.cargo(carrier.id)))


def after(position: Position, side: Side, stack: stacks.RedeployingStack) -> Position:
    """The position when a stack has redeployed."""
    moved: Position = apply(position, StackRedeployed("witp 10.1.a", side, stack.units, stack.origin, stack.to,
                                                      stack.path))
    return moved


# -- what can be kept --------------------------------------------------------------------------------------------


@remembered("memo")
def _rescues(position: Position, side: Side, segment: Segment) -> tuple[_Rescue, ...]:
    """Stacks that keep as many units in danger as can be, one after the other: each time the one that keeps most,
    where there is just room for it."""
    left = stacks.stacks_left(position, side)
    groups = list(_groups(position, side, segment)) if left else []
    if not groups:
        return ()
    taken: dict[str, int] = {}
    rescues: list[_Rescue] = []
    while groups and len(rescues) < left:
        possible = [(rescue, group) for group in groups
                    if (rescue := _rescue(position, side, segment, group, taken))]
        if not possible:
            break
        best, group = max(possible, key=lambda pair: len(_with_cargo(position, pair[0].units)))
        rescues.append(best)
        taken[best.to] = taken.get(best.to, 0) + len(best.units)
        rest = tuple(unit for unit in group if unit not in best.units)
        groups = [other for other in groups if other is not group] + ([rest] if rest else [])
    return tuple(rescues)


def _groups(position: Position, side: Side, segment: Segment) -> Iterator[tuple[Unit, ...]]:
    """The units in danger that may go as one stack, those that carry others first; no more than have to."""
    for danger in segment.dangers(position, side):
        movers = sorted((unit for unit in danger.candidates if segment.may_go(position, side, unit)),
                        key=lambda unit: -len(position.cargo(unit.id)))
        groups = [[unit for unit in movers if unit.kind in kinds] for kinds in segment.types(position)]
        most, over = house_rule.most_fleets(position, danger.hex) or len(movers), danger.over
        for group in sorted(groups, key=len, reverse=True):
            part, over = group[:over], over - len(group[:over])
            yield from (tuple(part[start:start + most]) for start in range(0, len(part), most or 1))


def _rescue(position: Position, side: Side, segment: Segment, group: tuple[Unit, ...],
            taken: dict[str, int]) -> _Rescue | None:
    """A stack of a group to where there is just room for all or, failing that, for most of it."""
    free = stacks.rooms(position, side, segment.goal_problem, group[0].kind)  # the same for all that make one stack
    rooms = {goal: room - taken.get(goal, 0) for goal, room in sorted(free.items()) if goal != group[0].hex}
    fitting = sorted((goal for goal, room in rooms.items() if room > 0),
                     key=lambda goal: (rooms[goal] < len(group),
                                       rooms[goal] if rooms[goal] >= len(group) else -rooms[goal]))
    for goal in fitting:
        for units in dict.fromkeys((group[:rooms[goal]], group[:1])):
            body = Redeploy(tuple(unit_named(unit.id) for unit in units), At(units[0].hex, NOWHERE), At(goal, NOWHERE))
            verdict = segment.judge(position, side, body)
            if isinstance(verdict, Understood):
                return _Rescue(units, verdict.order, goal)
    return None
