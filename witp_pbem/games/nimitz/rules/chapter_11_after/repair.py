"""Section 11.2: damaged Japanese units go home."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one, preferred
from witp_pbem.games.nimitz.board.events import UnitsWithdrawn
from witp_pbem.games.nimitz.board.state import JAPAN, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import Hits
from witp_pbem.games.nimitz.rules.chapter_09_japan import orders, stacks
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table

RULE = "nimitz 11.2.a"
LAST = "nimitz 11.2.c"


def play(table: Table) -> None:
    """Every damaged Japanese unit on the map goes to the bottom of its reinforcement stack at full strength, and can
    come again from the next turn on (nimitz 11.2.a); a battalion goes to the battalion box (G-48). The last ground unit
    or LBA at a point stays (nimitz 11.2.c)."""
    withdrawn: list[str] = []
    for point in table.position.data.map.points:
        leaving = due(table.position, point)
        if last := _last(table.position, point, leaving):
            staying = table.ask(_demand(table.position, point, last))[0]
            leaving = [unit for unit in leaving if unit.id != staying]
        withdrawn += [unit.id for unit in leaving]
    if withdrawn:
        table.tell(UnitsWithdrawn(RULE, table.position.in_order(withdrawn)))


def due(position: Position, point: str) -> list[Unit]:
    """The damaged Japanese units of a point that are repaired: ground units only where no Americans are
    (nimitz 11.2.b)."""
    is_shared = bool(position.of(US, point))
    return [unit for unit in position.of(JAPAN, point) if not unit.full and not (is_shared and unit.is_ground)]


def _last(position: Position, point: str, leaving: Sequence[Unit]) -> list[Unit]:
    """Of the units that are repaired, those one of which has to stay because no other ground unit or LBA does
    (nimitz 11.2.c), the cheapest first; in Japan and East Asia, too (G-49)."""
    garrison = orders.garrison(position, point)
    if any(unit not in leaving for unit in garrison):
        return []
    return sorted(garrison, key=lambda unit: position.printed(unit).cost)


def _demand(position: Position, point: str, units: Sequence[Unit]) -> Demand:
    """Which of them stays is for the player to say (G-49; nimitz 1.3.a)."""
    def named(order: Order) -> list[str]:
        body: Hits = order.body
        return [unit.id for unit in dict.fromkeys([*preferred(body.units, units), *(units if body.rest else ())])]

    ids = [unit.id for unit in units]
    return choose_one(US, "last-unit", LAST, ids, lambda name: ordered("stay", units=[name]), wishes=named,
                      refusal=lambda order: illegal("not-a-last-unit", LAST, order.statement.span, place=point,
                                                    units=ids),
                      about={"place": point, "units": ids}, alike=stacks.are_alike(units))
