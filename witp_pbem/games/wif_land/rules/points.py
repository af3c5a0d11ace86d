"""Movement points: what it takes to enter a hex (wif move.d), and the cheapest ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.games.common.paths import Reach, Way, ways
from witp_pbem.games.common.position import remembered
from witp_pbem.games.wif_land.board.state import ENEMY, Position, Side, Unit
from witp_pbem.games.wif_land.rules import zones
from witp_pbem.table.tuples import NamedTuple


class Mover(NamedTuple):
    """What of a unit decides what a hex costs: its side and whether it is motorised."""

    side: Side
    motorised: bool


def mover(unit: Unit) -> Mover:
    """How a unit moves."""
    return Mover(unit.side, unit.motorised)


class Cost(NamedTuple):
    """The points it takes to enter a hex.

    Attributes:
        points: all of them.
        terms: what they consist of, entries "code points": terrain, weather, what lies on the hexside, overrun.
    """

    points: int
    terms: tuple[str, ...]


@remembered("memo")
def cost(position: Position, mover: Mover, start: str, hex: str) -> Cost | None:
    """The points it takes to enter a hex, by the kind of map, the terrain, the weather and whether one is motorised
    (wif move.d), twice as many to overrun an enemy there (wif overrun.f); None where no land unit can go."""
    terrain, sides = position.terrain(hex), position.map.between(start, hex)
    if terrain.movement is None or any(not position.data.hexsides[side].movement for side in sides):
        return None
    column = int(mover.motorised)
    parts = {"terrain": terrain.movement[column] * position.data.scale(position.map),
             "weather": position.weather_at(hex).movement_extra,
             **{side: position.data.hexsides[side].movement_extra[column] for side in sides}}
    if position.ground(hex, ENEMY[mover.side]):
        parts["overrun"] = sum(parts.values()) * (position.data.numbers["overrun"]["cost"] - 1)
    return Cost(sum(parts.values()), tuple(f"{code} {points}" for code, points in parts.items() if points))


def dearest(position: Position, movers: Iterable[Mover], start: str, hex: str) -> Cost | None:
    """The most points that any of some movers needs to enter a hex; None where they cannot go."""
    return max((price for mover in movers if (price := cost(position, mover, start, hex))), default=None)


# -- ways -----------------------------------------------------------------------------------------------------------


def way(position: Position, units: Sequence[Unit], limit: int | None, to: str,
        is_stopped: bool = True) -> tuple[str, ...] | None:
    """The cheapest way of a stack through hexes without enemy ground units, of whom only the last may have any; None if
    there is none.

    Args:
        limit: the points there are, None for any number.
        is_stopped: whether the first zone of control that is entered ends a way (wif move.g).
    """
    if to and position.ground(to, ENEMY[units[0].side]):
        all_ways = _ways(position, _movers(units), units[0].place, limit, is_stopped, to)
        return next((way.path for way in all_ways if way.end == to), None)
    best = _reach(position, _movers(units), units[0].place, limit, is_stopped).to(to)
    return best.path if best else None


def in_reach(position: Position, units: Sequence[Unit], limit: int) -> Iterable[str]:
    """The hexes a stack can enter with so many points, the nearest first."""
    return _reach(position, _movers(units), units[0].place, limit, True).all()


def _movers(units: Sequence[Unit]) -> tuple[Mover, ...]:
    """How some units move, each way once."""
    return tuple(dict.fromkeys(map(mover, units)))


@remembered("memo")
def _reach(position: Position, movers: tuple[Mover, ...], start: str, limit: int | None,
           is_stopped: bool) -> Reach[str, str]:
    """All ways from a hex to where no enemy is."""
    return Reach(_ways(position, movers, start, limit, is_stopped), str)


def _ways(position: Position, movers: tuple[Mover, ...], start: str, limit: int | None, is_stopped: bool,
          to: str = "") -> Iterator[Way[str]]:
    side = movers[0].side

    def step(here: str, there: str) -> int | None:
        price = dearest(position, movers, here, there)
        is_held = there != to and position.ground(there, ENEMY[side])
        return None if price is None or is_held else price.points

    def goes_on(hex: str) -> bool:
        return not (is_stopped and zones.in_zone(position, side, hex))

    return ways(start, position.map.neighbours, step, goes_on, limit)
