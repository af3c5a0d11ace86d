"""Section 2.1: ports and bases, the routes between them, and who may be where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witp_pbem.games.common.paths import Reach, ways
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, Position, Side, Unit

BY_ROUTES = "routes"  # value of the option nearest_port


def is_own_port(position: Position, side: Side, point: str) -> bool:
    """Whether a side occupies a point as a port: a printed one (senshi 2.1-a), or a base with the Fleet Train
    (senshi 7.3(3)-c). Who holds an enemy port without having captured it holds a base (senshi 2.1.1-f, 4.2(3)-b)."""
    if position.held.get(point) != side:
        return False
    return position.ports.get(point) == side or (point == position.train and side == ALLIES)


def own_ports(position: Position, side: Side) -> list[str]:
    """The ports of a side, in the order of the map."""
    return [point for point in position.data.map.points if is_own_port(position, side, point)]


def joined(position: Position, point: str) -> Sequence[str]:
    """The points that usable routes join with one: dotted routes are closed until the strategy change (senshi 2.1-b,
    2.1-c, 7.5(5)-a)."""
    return position.data.map.joined(point, position.opened)


def adjacent(position: Position, point: str) -> Sequence[str]:
    """The points at distance 1 (senshi 2.1-b)."""
    return position.data.map.adjacent(point, position.opened)


def may_enter(position: Position, unit: Unit, point: str) -> bool:
    """Whether a unit's nation may be in a point (senshi 6.1(1)-a, C-33)."""
    return position.data.map.may_enter(point, unit.nation)


def all_may_enter(position: Position, units: Iterable[Unit], point: str) -> bool:
    """Whether all of some units may be in a point."""
    return all(may_enter(position, unit, point) for unit in units)


def is_barred(position: Position, side: Side, point: str) -> bool:
    """Whether ships of a side cannot return, retreat or trace through a point: enemy units are there, or the enemy
    occupies it (senshi 8.4.3-a, 9.1-b, 9.3(2)-b)."""
    return position.held.get(point) == ENEMY[side] or bool(position.of(ENEMY[side], point))


def way_home(position: Position, side: Side, start: str) -> Reach[str, str]:
    """Where ships of a side can go without meeting the enemy, at any distance (senshi 9.3(2)-a), the nearest first; the
    start bars nothing (C-21)."""
    def length(here: str, there: str) -> int | None:
        return None if is_barred(position, side, there) else position.data.map.length(here, there)

    key = "way home", side, start
    if key not in position.memo:
        position.memo[key] = Reach(ways(start, lambda here: joined(position, here), length), lambda point: point)
    reach: Reach[str, str] = position.memo[key]
    return reach


def homes(position: Position, ships: Sequence[Unit], start: str) -> list[str]:
    """The own ports to which ships can return from a point (senshi 9.3(2)-a, 9.3(2)-b, 2.1.1-c) or retreat
    (senshi 8.1.3-a), all of them together, the nearest first."""
    side = ships[0].side
    return [point for point in way_home(position, side, start).all()
            if is_own_port(position, side, point) and all_may_enter(position, ships, point)]


def nearest_ports(position: Position, ship: Unit, start: str) -> Sequence[str]:
    """The own ports nearest to a point that a ship may be in, whatever lies between (senshi 9.1-d, C-22), in the
    order of the map, but for the one it has to leave; none where its side has none left."""
    ports = [point for point in own_ports(position, ship.side) if point != start and may_enter(position, ship, point)]
    return position.data.map.nearest(start, ports, position.opened, position.options.get("nearest_port") == BY_ROUTES)
