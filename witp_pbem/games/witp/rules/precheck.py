"""What is wrong for certain with an order whose moment has not come.

The same judges speak that will decide at the moment; only what they call certain is kept, so that nothing is
refused for what the enemy or the dice may still change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, named
from witp_pbem.games.common.precheck import certain, never_enough
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import ALLIES, FLEET, NAVAL, REMOVED, SIDES, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import ANY, DRAWN, HELD, CardOrder, Homeward, Redeploy, Rescue, Target
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
    if isinstance(order.body.body, Homeward | Rescue):
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
    return (problems or certain(order, partial(judge, position, side) if judge else None)
            or _never_there(position, side, order))


def _never_there(position: Position, side: str, order: Order) -> list[Problem]:
    """Units an order wants that cannot be where it wants them when its moment comes, ships its cargo has not got.

    Fleets and land units that have moved do not move on (witp 8.5.a), and before the movement of a turn none come but
    by a card; so those that stand there now, and those on cards, are all a `target` order of this turn can mean. An
    order that outlasts the turn may mean any unit still in the game, one to redeploy any that is on the map.
    """
    body = order.body.body
    cards = _on_cards(position)
    own = [unit for unit in position.units.values() if unit.side == side and unit.status != REMOVED]
    if isinstance(body, Redeploy):
        here = own if order.until else [unit for unit in own if unit.hex or unit.id in cards]
        return never_enough(body.units, here, "witp 10.1.b", body.origin.id)
    if not isinstance(body, Target):
        return []
    problems: list[Problem] = []
    for origin in dict.fromkeys(stack.origin.id for stack in body.stacks):
        stacks = [stack for stack in body.stacks if stack.origin.id == origin]
        here = [unit for unit in own if order.until or unit.hex == origin or unit.id in cards]
        problems += never_enough([spec for stack in stacks for spec in (*stack.units, *stack.cargo)], here,
                                 "witp 8.2.b", origin)
        for stack in stacks:
            ships = sum(_most_ships(position, spec, here) for spec in stack.units)
            cargo = sum(max(spec.number, 1) for spec in stack.cargo)
            if cargo > ships:
                problems.append(illegal("too-few-ships", "witp 8.6.b", stack.cargo[0].span.to(stack.cargo[-1].span),
                                        land=cargo, ships=ships, certain=True))
    return problems


def _on_cards(position: Position) -> set[str]:
    """The units that cards bring."""
    return {effect["unit"] for card in position.data.cards.values() for half in SIDES
            for effect in card[half]["effects"] if effect["op"] == "place_unit"}


def _most_ships(position: Position, spec: UnitSpec, here: Sequence[Unit]) -> int:
    """How many surface fleets a name of units can mean at the most."""
    if spec.id:
        return int(position.units[spec.id].kind == NAVAL)
    count = sum(unit.kind == NAVAL and fits(spec._replace(full=None), unit) for unit in here)
    return count if spec.number == EVERY else min(count, spec.number)


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
