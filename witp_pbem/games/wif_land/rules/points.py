"""Movement points: what it takes to enter a hex (wif move.d), and the cheapest ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.paths import Way, ways
from witp_pbem.games.wif_land.board.state import ENEMY, Position, Unit
from witp_pbem.games.wif_land.rules import zones
from witp_pbem.table.tuples import NamedTuple


class Cost(NamedTuple):
    """The points it takes to enter a hex.

    Attributes:
        points: all of them.
        terms: what they consist of, entries "code points": terrain, weather, what lies on the hexside, overrun.
    """

    points: int
    terms: tuple[str, ...]


def cost(position: Position, unit: Unit, start: str, hex: str) -> Cost | None:
    """The points it takes a unit to enter a hex, by the kind of map, the terrain, the weather and whether it is
    motorised (wif move.d), twice as many to overrun an enemy there (wif overrun.f); None where no land unit can go."""
    terrain, sides = position.terrain(hex), position.map.between(start, hex)
    if terrain.movement is None or any(not position.data.hexsides[side].movement for side in sides):
        return None
    column = int(unit.motorised)
    parts = {"terrain": terrain.movement[column] * position.data.scale(position.map),
             "weather": position.weather_at(hex).movement_extra,
             **{side: position.data.hexsides[side].movement_extra[column] for side in sides}}
    if position.ground(hex, ENEMY[unit.side]):
        parts["overrun"] = sum(parts.values()) * (position.data.numbers["overrun"]["cost"] - 1)
    return Cost(sum(parts.values()), tuple(f"{code} {points}" for code, points in parts.items() if points))


def dearest(position: Position, units: Sequence[Unit], start: str, hex: str) -> Cost | None:
    """The most points that any of some units needs to enter a hex; None where they cannot go."""
    costs = [cost(position, unit, start, hex) for unit in {unit.motorised: unit for unit in units}.values()]
    return max((price for price in costs if price), default=None)


def ways_of(position: Position, units: Sequence[Unit], limit: int | None, to: str = "",
            is_stopped: bool = True) -> Iterator[Way[str]]:
    """The cheapest ways of a stack through hexes without enemy ground units.

    Args:
        limit: the points there are, None for any number.
        to: the hex it wants to enter even if the enemy is there.
        is_stopped: whether the first zone of control that is entered ends a way (wif move.g).
    """
    side = units[0].side

    def step(here: str, there: str) -> int | None:
        price = dearest(position, units, here, there)
        is_held = there != to and position.ground(there, ENEMY[side])
        return None if price is None or is_held else price.points

    def goes_on(hex: str) -> bool:
        return not (is_stopped and zones.in_zone(position, side, hex))

    return ways(units[0].place, position.map.neighbours, step, goes_on, limit)
