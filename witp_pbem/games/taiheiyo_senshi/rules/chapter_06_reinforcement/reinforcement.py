"""Section 6.1: who goes home, who comes, who comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.taiheiyo_senshi.board.events import UnitsDelayed, UnitsPlaced, UnitsWithdrawn
from witp_pbem.games.taiheiyo_senshi.board.state import (
    AIR,
    ALLIES,
    COMING,
    MAP,
    SIDES,
    TRACK,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.taiheiyo_senshi.orders.kinds import PlaceUnits
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

RULE = "senshi 6.1-a"


def play(table: Table) -> None:
    """The reinforcement phase: British ships go home, units arrive and come back, cards are drawn (senshi 6.1, 6.2).
    Who holds what is judged at its start (senshi 6.1.2-a, 6.1.3-a, 6.2-a)."""
    start = table.position
    _withdraw(table)
    for side in SIDES:
        _arrive(table, side, start)
    occupation.settle(table)
    _draw(table, start)


# -- who goes home (6.1(2)) ------------------------------------------------------------------------------------------


def _withdraw(table: Table) -> None:
    """British ships leave on their turn, before anybody arrives, wherever they are; one under repair leaves at the
    moment its repair ends (senshi 6.1(2)-a, 6.1(2)-b; C-26, C-32)."""
    position = table.position
    due = [unit.id for unit in position.units.values() if _leaves(position, unit)]
    if due:
        table.tell(UnitsWithdrawn("senshi 6.1(2)-a", tuple(due)))


def _leaves(position: Position, unit: Unit) -> bool:
    """Whether a ship goes home now; for one that is sunk nobody does (senshi 6.1.5-a)."""
    leaves = position.data.units[unit.id].leaves
    if not leaves or leaves > position.turn:
        return False
    return unit.status == MAP or (unit.status == TRACK and unit.turn <= position.turn)


# -- who comes (6.1) -------------------------------------------------------------------------------------------------


def due(position: Position, side: Side) -> list[Unit]:
    """The units of a side that arrive or come back this turn."""
    return [unit for unit in position.units.values()
            if unit.side == side and unit.status in (COMING, TRACK) and unit.turn and unit.turn <= position.turn]


def harbour(position: Position, unit: Unit) -> str:
    """The point at which a ship arrives (senshi 6.1-b) or, repaired, comes back (senshi 6.1-c); where that port was
    captured and ships are repaired elsewhere, there (senshi 6.1.4-a, 6.1.4-b; C-33)."""
    arrivals = position.data.arrivals[unit.nation]
    if not unit.repair:
        return arrivals.new[0]
    if arrivals.instead and position.ports.get(arrivals.repaired) != unit.side:
        return arrivals.instead
    return arrivals.repaired


def is_blocked(position: Position, unit: Unit, start: Position) -> bool:
    """Whether a unit cannot appear because its port was not its side's when the phase began (senshi 6.1.2-a, 6.1.3-a;
    C-34): everything Japanese, and repaired ships of the others."""
    if unit.side == ALLIES and not unit.repair:
        return False
    point = position.data.arrivals[unit.nation].new[0] if unit.kind == AIR else harbour(position, unit)
    return not points.is_own_port(start, unit.side, point)


def _arrive(table: Table, side: Side, start: Position) -> None:
    """What is due appears face-up, ships where their nation does, Allied land-based air where its side likes
    (senshi 6.1-a, 6.1-b)."""
    units = due(table.position, side)
    blocked = [unit for unit in units if is_blocked(table.position, unit, start)]
    for point, group in _by_point(table.position, blocked).items():
        table.tell(UnitsDelayed("senshi 6.1.2-a", side, tuple(unit.id for unit in group), point))
    coming = [unit for unit in units if unit not in blocked]
    settled = [unit for unit in coming if len(_places(table.position, unit)) == 1]
    for point, group in _by_point(table.position, settled).items():
        _place(table, side, [unit.id for unit in group], point)
    while waiting := [unit for unit in due(table.position, side) if unit in coming]:
        ids, point = table.ask(_placement(table.position, side, waiting))[0]
        _place(table, side, ids, point)


def _places(position: Position, unit: Unit) -> Sequence[str]:
    """The points at which a unit may appear."""
    return position.data.arrivals[unit.nation].new if unit.kind == AIR else [harbour(position, unit)]


def _by_point(position: Position, units: Sequence[Unit]) -> Mapping[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(_places(position, unit)[0], []).append(unit)
    return groups


def _place(table: Table, side: Side, ids: Sequence[str], point: str) -> None:
    table.tell(UnitsPlaced(RULE, side, tuple(ids), point, "reinforcement"))


def _placement(position: Position, side: Side, waiting: Sequence[Unit]) -> Demand:
    """Where land-based air appears; some units at one point, until all have appeared."""
    places = _places(position, waiting[0])

    def understood(units: Sequence[Unit], point: str) -> Understood:
        ids = [unit.id for unit in units]
        return Understood((ids, point), ordered("place", units=ids, place=point))

    def judge(order: Order) -> Verdict:
        body: PlaceUnits = order.body
        units = [*waiting] if body.rest else preferred(body.units, waiting)
        if not units:
            return (illegal("nobody-to-place", RULE, order.statement.span, units=[unit.id for unit in waiting]),)
        if body.place and body.place.id not in places:
            return (illegal("no-arrival-there", RULE, body.place.span, place=body.place.id, places=list(places),
                            instead=understood(units, places[0]).order),)
        return understood(units, body.place.id if body.place else places[0])

    def choices() -> Iterator[OrderValue]:
        for point in places:
            yield understood(waiting, point).order
            if len(waiting) > 1:
                yield from (understood([unit], point).order for unit in waiting)

    return Demand(side, "arrival", RULE, frozenset({"place"}), judge, choices,
                  {"units": [unit.id for unit in waiting], "places": list(places)})


# -- cards (6.2) -----------------------------------------------------------------------------------------------------


def _draw(table: Table, start: Position) -> None:
    """Japan draws for Borneo (senshi 6.2-a), the Allies by the turn (senshi 6.2-b); who draws first is an option
    (C-06)."""
    first = SIDES
    if table.position.options.get("first_to_draw") == "leader" and table.position.score < 0:
        first = (SIDES[1], SIDES[0])
    for side in first:
        held = table.position.data.hands[side].held
        count = sum(cards for point, cards in held.items() if start.held.get(point) == side)
        if side == ALLIES:
            count += table.position.data.turns[table.position.turn].draws
        hands.draw(table, side, count)
