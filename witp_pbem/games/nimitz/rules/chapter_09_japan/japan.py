"""Section 9: the Japanese movement phase."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.nimitz.board.events import MovementEnded, UnitsPinned
from witp_pbem.games.nimitz.board.state import JAPAN, US, Position, Unit
from witp_pbem.games.nimitz.board.turn import contested
from witp_pbem.games.nimitz.orders.kinds import PointList
from witp_pbem.games.nimitz.rules.chapter_09_japan import orders
from witp_pbem.games.nimitz.rules.chapter_12_special import strategic_bombing
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table

RULE = "nimitz 9.0.f"


def play(table: Table) -> None:
    """Japan moves after the Americans (nimitz 9.0.a, 1.0.a): strategic bombing (nimitz 12.2.c), the last units at their
    points stay (nimitz 9.0.b), what moved when it was scouted has moved (nimitz 9.0.d), ground units that face
    Americans stay (nimitz 9.0.e), all others are rolled for, one point after the other (nimitz 9.0.f)."""
    strategic_bombing.bomb(table)
    _mark_last(table)
    _pin(table)
    while points := orders.to_roll(table.position):
        point = table.ask(demand(points, RULE))[0]
        number = 1
        while orders.movable(table.position, point):
            orders.roll(table, point, number)
            number += 1
        _finish(table, point)
    table.tell(MovementEnded("nimitz 9.2.9.a", tuple(unit.id for unit in landed(table.position))))


def _mark_last(table: Table) -> None:
    """Where Japan has one ground unit or LBA alone, it stays the whole turn, even if others come (nimitz 9.0.b, 9.0.c);
    ships there are rolled for (G-06). In Japan and East Asia it may go."""
    for point in table.position.data.map.points:
        if point not in orders.EXEMPT:
            _finish(table, point, "nimitz 9.0.b")


def _finish(table: Table, point: str, rule: str = "nimitz 9.1.d") -> None:
    """The last ground unit or LBA of a point is marked without a roll (nimitz 9.1.d; G-32)."""
    garrison = orders.garrison(table.position, point)
    if len(garrison) == 1 and not garrison[0].moved:
        table.tell(UnitsPinned(rule, (garrison[0].id,), point, lone=True))


def _pin(table: Table) -> None:
    """At every point with an American unit the Japanese ground units stay (nimitz 9.0.e)."""
    for point in contested(table.position):
        if units := tuple(unit.id for unit in table.position.of(JAPAN, point) if unit.is_ground and not unit.moved):
            table.tell(UnitsPinned("nimitz 9.0.e", units, point))


def demand(points: Sequence[str], rule: str) -> Demand:
    """The next point that is rolled for, which the player chooses (nimitz 9.0.f), of scouted ones, too."""
    def named(order: Order) -> list[str]:
        body: PointList = order.body
        return [*(place.id for place in body.places), *(points if body.rest else ())]

    return choose_one(US, "points", rule, points, lambda point: ordered("roll", places=[point]), wishes=named,
                      refusal=lambda order: illegal("no-rolls-there", rule, order.statement.span, places=list(points)),
                      about={"points": list(points)})


def landed(position: Position) -> list[Unit]:
    """The units on transports that meet no enemy: they are ashore (nimitz 8.3.c, 9.1.g)."""
    fought = contested(position)
    return [unit for unit in position.units.values() if unit.landing and unit.place not in fought]
