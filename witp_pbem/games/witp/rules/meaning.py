"""What orders mean, as several chapters ask it: which battle or hex they speak of, whom a list of preferences names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.state import Unit
from witp_pbem.games.witp.orders.kinds import Retreat
from witp_pbem.table.demand import Order


def is_about(order: Order, number: str) -> bool:
    """Whether an order is meant for a battle in this hex: not limited to another one by a `when` block."""
    return order.body.battle is None or order.body.battle.place.id == number


def leaves(order: Order, number: str) -> bool:
    """Whether an order to retreat, or to fly away, is meant for units in this hex."""
    body: Retreat = order.body.body
    return is_about(order, number) and (body.origin is None or body.origin.id == number)


def preferred(specs: Iterable[UnitSpec], units: Sequence[Unit]) -> list[str]:
    """The ids of the units a list of preferences names, in its order, each once."""
    chosen: list[str] = []
    for spec in specs:
        fitting = [unit.id for unit in units if fits(spec, unit) and unit.id not in chosen]
        chosen += fitting if spec.number == EVERY else fitting[:spec.number]
    return chosen
