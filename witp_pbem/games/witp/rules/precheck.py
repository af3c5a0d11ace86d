"""What is wrong for certain with an order whose moment has not come.

The same judges speak that will decide at the moment; only what they call certain is kept, so that nothing is
refused for what the enemy or the dice may still change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from witp_pbem.games.common.order_values import At, UnitSpec, named
from witp_pbem.games.common.precheck import certain
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import ALLIES, FLEET, SIDES, Position, Side
from witp_pbem.games.witp.orders.kinds import ANY, DRAWN, HELD, CardOrder, Homeward
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets, stacks
from witp_pbem.games.witp.rules.chapter_11_reinforcement import reinforcement
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import bidding, delayed_entry
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import Problem, illegal, invalid


def judge_redeployment(position: Position, side: Side, order: Order) -> Verdict:
    """By the judge of the segment its unit types name; where they name none, it may belong to either."""
    if side == ALLIES and china.speaks_of_redeployment(position, order):
        return china.judge_redeployment(position, order)
    if isinstance(order.body.body, Homeward):
        return Understood(None, None)
    named = stacks.kinds_named(order.body.body.units)
    if not named:
        return Understood(None, None)
    return air_and_land.judge(position, side, order) if named.isdisjoint(FLEET) else fleets.judge(position, side, order)


def _judge_building(position: Position, side: Side, order: Order) -> Verdict:
    """Each base of a list by itself: what one go cannot build another may."""
    places = order.body.body.places
    problems = [problem.at(place.span) for place in places
                if (problem := bases.build_problem(position, side, place.id, []))]
    return tuple(problems) or Understood(None, None)


def _judge_placing(position: Position, side: Side, order: Order) -> Verdict:
    body = order.body.body
    if body.place is None and body.rest:  # "place any": whoever it may be
        return Understood(None, None)
    if side == ALLIES and body.place and body.place.id == position.data.map.chungking:
        return china.judge_air(position, order)
    return reinforcement.judge(position, side, order)


def _judge_withholding(position: Position, side: Side, order: Order) -> Verdict:
    """Where the players agreed that all base air in range supports, none can be kept out (R-56)."""
    if agreed(position, "support_optional"):
        return Understood(None, None)
    return (illegal("support-not-optional", "witp 9.3.a", certain=True),)


_JUDGES: dict[str, Callable[[Position, Side, Order], Verdict]] = {
    "bid": lambda position, side, order: bidding.judge(position, order),
    "target": movement.judge_ahead,
    "build": _judge_building,
    "redeploy": judge_redeployment,
    "place": _judge_placing,
    "declare": delayed_entry.judge_ahead,
    "withhold": _judge_withholding,
}


def precheck(position: Position, side: str, order: Order) -> Sequence[Problem]:
    """The certain problems of an order given ahead, placed."""
    if side not in SIDES and order.keyword != "bid":
        return (illegal("no-side-yet", "witp 13.2.b", order.statement.span, certain=True, keyword=order.keyword),)
    problems = _unknown(position, side, order)
    judge = _JUDGES.get(order.keyword)
    return problems or certain(order, partial(judge, position, side) if judge else None)


def _unknown(position: Position, side: str, order: Order) -> list[Problem]:
    """Hexes off the map, units that do not exist or are the enemy's, cards there are none of."""
    things = [*named(order.body)]
    problems: list[Problem] = [illegal("no-such-hex", "witp 2.3.b", place.span, hex=place.id, certain=True)
                               for place in things if isinstance(place, At) and place.id not in position.data.map]
    for spec in things:
        if not isinstance(spec, UnitSpec):
            continue
        unit = position.units.get(spec.id) if spec.id else None
        if spec.id and unit is None:
            problems.append(invalid("unknown-unit", spec.span, unit=spec.id))
        elif unit and unit.side != side and order.keyword not in ("use", "choose", "ruling"):
            problems.append(illegal("not-your-unit", "witp 2.2.1.a", spec.span, unit=spec.id, certain=True))
    body = order.body.body
    if isinstance(body, CardOrder) and body.card not in {*position.data.cards, DRAWN, HELD, ANY}:
        problems.append(invalid("unknown-card", body.span, card=body.card))
    return problems
