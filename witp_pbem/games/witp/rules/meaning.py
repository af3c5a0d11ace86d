"""What orders mean, as several chapters ask it: which battle or hex they speak of, and where they wish to go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import strangers
from witp_pbem.games.witp.board.state import Position, Unit
from witp_pbem.games.witp.orders.kinds import Retreat
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import Problem, illegal


def is_about(order: Order, number: str) -> bool:
    """Whether an order is meant for a battle in this hex: not limited to another one by a `when` block."""
    return order.body.battle is None or order.body.battle.place.id == number


def strangers_named(order: Order, units: Sequence[Unit], rule: str, number: str) -> tuple[Problem, ...]:
    """What is wrong with an order that names, by their ids, only units that are not among those in question."""
    specs = order.body.body.units
    if order.body.body.rest or not all(spec.id for spec in specs) or len(strangers(specs, units)) < len(specs):
        return ()
    return tuple(illegal("not-there", rule, spec.span, unit=spec.id, place=number) for spec in specs)


def leaves(order: Order, number: str) -> bool:
    """Whether an order to retreat, or to fly away, is meant for units in this hex."""
    body: Retreat = order.body.body
    return is_about(order, number) and (body.origin is None or body.origin.id == number)


def destinations(position: Position, order: Order, open_hexes: Sequence[str]) -> Sequence[str] | Problem:
    """Where an order to retreat, or to fly away, wishes to go, best first."""
    body: Retreat = order.body.body
    if body.to and body.to[0].id not in position.data.map:
        return illegal("no-such-hex", "witp 2.3.b", body.to[0].span, hex=body.to[0].id, certain=True)
    return hexes_wished(body.to, body.rest, open_hexes)


def hexes_wished(places: Iterable[At], rest: bool, open_hexes: Sequence[str]) -> Sequence[str]:
    """The hexes an order names, then all that are open where it says that any other will do."""
    return [*(place.id for place in places), *(open_hexes if rest else ())]
