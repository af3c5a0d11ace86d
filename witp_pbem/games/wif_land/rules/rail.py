"""Rail movement (wif rail.a-m)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from witp_pbem.games.common.order_values import At, unit_named
from witp_pbem.games.common.paths import Way, ways
from witp_pbem.games.wif_land.board.events import FactoryRailed, UnitRailed
from witp_pbem.games.wif_land.board.state import ENEMY, SUPPLY_UNIT, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import FACTORY, ORDERS, RAIL, Rail
from witp_pbem.games.wif_land.rules import segments, zones
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

GROUND, AIRCRAFT = "ground", "aircraft"  # besides FACTORY: what the table of actions names (wif rail.k)
BY_SIDE = "side"  # the value of option strait_rail
STRAIT = "strait"
LIMIT = "rail_moves"


def play(table: Table) -> None:
    """The phasing side moves units and factories by rail, which is neither a land nor an air mission (wif rail.a)."""
    segments.play(table, RAIL, "wif rail.a", demand, lambda table, event: table.tell(event))


def demand(position: Position) -> Demand:
    """The next rail move."""
    return segments.queue(position, position.phasing, RAIL, RAIL, "wif rail.c", ("rail",),
                          lambda order: judge(position, order.body), lambda: choices(position))


def judge(position: Position, body: Rail) -> Verdict:
    """Whether a unit, or a factory, may go by rail where it is sent."""
    if body.unit is None and not body.factory:
        return (illegal("rail-what", "wif rail.c", body.to.span),)
    return judge_unit(position, body) if body.unit else judge_factory(position, body)


# -- units ----------------------------------------------------------------------------------------------------------


def judge_unit(position: Position, body: Rail) -> Verdict:
    """A unit goes from station to station (wif rail.b, rail.c), and is turned face-down then, unless it is a supply
    unit (wif rail.f)."""
    assert body.unit
    chosen = segments.choose(position, position.phasing, (body.unit,), movable(position), "wif rail.b",
                             lambda unit: barred(position, unit))
    if isinstance(chosen, tuple):
        return chosen
    unit, = chosen
    if body.origin and body.origin.id != unit.place:
        return (illegal("not-there", "wif rail.b", body.origin.span, unit=unit.id, place=body.origin.id),)
    path = route(position, unit.place, body)
    if isinstance(path, Problem):
        return (path,)
    cost = rail_moves(position, path, body.factory)
    if problem := dear(position, cost, path) or _overstacked(position, unit, path[-1]):
        return (problem.at(body.to.span),)
    event = UnitRailed("wif rail.f", unit.id, path, cost or 0, crossings(position, path), unit.kind != SUPPLY_UNIT)
    return Understood(event, ORDERS.value("rail", Rail(body.to, unit_named(unit.id), by=body.by)))


def movable(position: Position) -> list[Unit]:
    """The units of the phasing side that may go by rail."""
    return [unit for unit in position.units.values()
            if unit.side == position.phasing and unit.place in position.map.hexes and barred(position, unit) is None]


def barred(position: Position, unit: Unit) -> Problem | None:
    """Why a unit may not go by rail: the action does not let it (wif rail.k), it is face-down or on no station
    (wif rail.b), or it stands in an enemy zone of control (wif rail.d)."""
    sort = GROUND if unit.is_ground else AIRCRAFT if unit.is_aircraft else ""
    if sort not in position.data.numbers["rail_by_action"][position.action]:
        return illegal("not-in-action", "wif rail.k", unit=unit.id, action=position.action)
    if unit.place not in position.map.hexes:
        return illegal("off-map", "wif rail.b", unit=unit.id)
    if not unit.full:
        return illegal("face-down", "wif rail.b", unit=unit.id)
    return _no_start(position, unit.side, unit.place)


def _no_start(position: Position, side: Side, hex: str) -> Problem | None:
    """Why no rail move begins in a hex."""
    if not is_station(position, side, hex):
        return illegal("no-station", "wif rail.b", place=hex)
    if zones.in_zone(position, side, hex):
        return illegal("rail-in-zone", "wif rail.d", place=hex)
    return None


def is_station(position: Position, side: Side, hex: str) -> bool:
    """Whether a hex is a station: it has a city, a port or a headquarters of the side (wif rail.b)."""
    printed = position.hex(hex)
    return printed.city or printed.port or any(unit.is_headquarters for unit in position.ground(hex, side))


def _overstacked(position: Position, unit: Unit, hex: str) -> Problem | None:
    """That a hex cannot hold one ground unit more (W-09)."""
    if not unit.is_ground or not zones.is_overstacked(position, unit.side, hex, (unit,)):
        return None
    return illegal("overstacked", "wif retreat.b", place=hex)


# -- factories ------------------------------------------------------------------------------------------------------


def judge_factory(position: Position, body: Rail) -> Verdict:
    """A blue factory goes from station to station within its home country (wif rail.g); a marker stays where it was
    (wif rail.i)."""
    if body.origin is None:
        starts = factories(position)
        if len(starts) != 1:
            return (illegal("factory-where", "wif rail.g", body.to.span, places=starts),)
        body = body._replace(origin=At(starts[0], NOWHERE))
    assert body.origin
    start = body.origin.id
    if problem := factory_barred(position, start):
        return (problem.at(body.origin.span),)
    path = route(position, start, body)
    if isinstance(path, Problem):
        return (path,)
    cost = rail_moves(position, path, FACTORY)
    if problem := _no_place(position, start, path[-1]) or dear(position, cost, path):
        return (problem.at(body.to.span),)
    event = FactoryRailed("wif rail.i", position.phasing, path, cost or 0, crossings(position, path),
                          works_from(position))
    return Understood(event, ORDERS.value("rail", Rail(body.to, factory=FACTORY, origin=body.origin, by=body.by)))


def factories(position: Position) -> list[str]:
    """The hexes from which a factory may go by rail."""
    return [hex for hex in position.factories if factory_barred(position, hex) is None]


def factory_barred(position: Position, hex: str) -> Problem | None:
    """Why no factory may leave a hex by rail: none that the side controls in its home country (wif rail.g), the action
    (wif rail.k), no station, or an enemy zone of control (wif rail.d)."""
    side = position.phasing
    if FACTORY not in position.data.numbers["rail_by_action"][position.action]:
        return illegal("no-factory-in-action", "wif rail.k", place=hex, action=position.action)
    if not position.factories.get(hex):
        return illegal("no-factory", "wif rail.g", place=hex)
    if position.control.get(hex) != side or position.hex(hex).country not in position.powers.get(side, ()):
        return illegal("not-at-home", "wif rail.g", place=hex)
    return _no_start(position, side, hex)


def _no_place(position: Position, start: str, hex: str) -> Problem | None:
    """Why a factory may not end its move in a hex: it is outside the home country (wif rail.g), or has its two
    factories (wif rail.h)."""
    if position.hex(hex).country != position.hex(start).country:
        return illegal("leaves-home", "wif rail.g", place=hex, country=position.hex(start).country)
    most = position.data.numbers["rail"]["factories_per_city"]
    if position.factories.get(hex, 0) >= most:
        return illegal("factories-full", "wif rail.h", place=hex, most=most)
    return None


def works_from(position: Position) -> str:
    """The turn from which a factory moved now works: the second one after this (wif rail.j); "" where the position's
    turn is none of the year's."""
    turns = position.data.numbers["turns"]["names"]
    if position.date not in turns:
        return ""
    works: str = turns[(turns.index(position.date) + position.data.numbers["rail"]["idle_turns"]) % len(turns)]
    return works


# -- the way --------------------------------------------------------------------------------------------------------


def route(position: Position, start: str, body: Rail) -> tuple[str, ...] | Problem:
    """The railway line from a station to a station, over the hexes an order names: any distance (wif rail.c), out of
    enemy zones of control (wif rail.d); with as few straits, then as few hexes as can be."""
    path: tuple[str, ...] = (start,)
    if problem := _no_end(position, start, body):
        return problem
    for at in (*body.by, body.to):
        way = _way(position, path[-1], at.id)
        if way is None:
            return _no_way(position, path[-1], at)
        path += way
    return path


def _no_end(position: Position, start: str, body: Rail) -> Problem | None:
    """Why no rail move leads where an order says: a hex of it is not on the map, it is where it began, or it is no
    station (wif rail.b)."""
    for at in (*body.by, body.to):
        if at.id not in position.map.hexes:
            return illegal("off-the-map", "wif rail.c", at.span, place=at.id)
    if body.to.id == start:
        return illegal("no-move", "wif rail.c", body.to.span, place=start)
    if not is_station(position, position.phasing, body.to.id):
        return illegal("no-station", "wif rail.b", body.to.span, place=body.to.id)
    return None


def _way(position: Position, start: str, end: str) -> tuple[str, ...] | None:
    """The way from one hex to another, the first left out; None if there is none."""
    return () if start == end else next((way.path for way in _ways(position, start) if way.end == end), None)


def _ways(position: Position, start: str) -> Iterator[Way[str]]:
    """All ways by rail from a hex; what they cost is straits."""
    def cost(here: str, there: str) -> int | None:
        over = is_strait(position, here, there)
        return int(over) if _is_open(position, there) and (not over or _may_cross(position, here, there)) else None

    return ways(start, lambda hex: _beside(position, hex), cost)


def _beside(position: Position, hex: str) -> list[str]:
    """The hexes beside one along a railway or across a strait."""
    rails = position.map.rails(hex)
    return [there for there in position.map.neighbours(hex) if there in rails or is_strait(position, hex, there)]


def _may_cross(position: Position, hex: str, there: str) -> bool:
    """Whether a rail move may cross a strait: there is a station on both sides, and nobody has crossed it this turn
    (wif rail.e)."""
    return (is_station(position, position.phasing, hex) and is_station(position, position.phasing, there)
            and strait(position, hex, there) not in position.crossed)


def is_strait(position: Position, hex: str, there: str) -> bool:
    return STRAIT in position.map.between(hex, there)


def strait(position: Position, hex: str, there: str) -> str:
    """What is noted of a strait a unit has crossed: one unit a turn may, of both sides together or, by option, of each
    side (wif rail.e, W-11)."""
    pair = "-".join(sorted((hex, there)))
    return f"{pair} {position.phasing}" if position.option("strait_rail") == BY_SIDE else pair


def crossings(position: Position, path: Sequence[str]) -> tuple[str, ...]:
    """The straits a path crosses."""
    return tuple(strait(position, *pair) for pair in pairwise(path) if is_strait(position, *pair))


def _is_open(position: Position, hex: str) -> bool:
    """Whether a rail move may enter a hex: it lies in no enemy zone of control (wif rail.d), holds no enemy ground
    units, and the enemy does not control it (W-37)."""
    side = position.phasing
    return not (zones.in_zone(position, side, hex) or position.ground(hex, ENEMY[side])
                or position.control.get(hex) == ENEMY[side])


def _no_way(position: Position, start: str, at: At) -> Problem:
    """Why there is no way by rail to a hex: it lies in an enemy zone of control (wif rail.d), somebody has crossed the
    strait this turn (wif rail.e), or no open line leads there (wif rail.c)."""
    if zones.in_zone(position, position.phasing, at.id):
        return illegal("rail-in-zone", "wif rail.d", at.span, place=at.id)
    if _way(position.but(crossed=()), start, at.id):
        return illegal("strait-crossed", "wif rail.e", at.span, start=start, place=at.id)
    return illegal("no-railway", "wif rail.c", at.span, start=start, place=at.id)


# -- rail moves -----------------------------------------------------------------------------------------------------


def rail_moves(position: Position, path: Sequence[str], what: str) -> int | None:
    """How many rail moves a way uses up, by the number of maps (wif rail.l), those passed through counted
    (wif rail.m); None beyond the table."""
    costs: list[int] = position.data.numbers["rail_move_cost"]["factories" if what == FACTORY else "units"]
    try:
        return costs[position.map.sheets_away(path[0], path[-1])]
    except LookupError:
        return None


def dear(position: Position, cost: int | None, path: Sequence[str]) -> Problem | None:
    """That a way leads farther than the table says, or needs more rail moves than the side has left (wif rail.l)."""
    if cost is None:
        return illegal("rail-too-far", "wif rail.l", place=path[-1])
    left = position.left(LIMIT)
    if left is not None and cost > left:
        return illegal("too-few-rail-moves", "wif rail.l", place=path[-1], cost=cost, left=left)
    return None


# -- choices --------------------------------------------------------------------------------------------------------


def choices(position: Position) -> Iterator[OrderValue]:
    """Every legal rail move, unit by unit, then factory by factory."""
    moves = [*((unit.place, Rail(At("", NOWHERE), unit_named(unit.id))) for unit in movable(position)),
             *((hex, Rail(At("", NOWHERE), factory=FACTORY, origin=At(hex, NOWHERE))) for hex in factories(position))]
    for start, body in moves if position.left(LIMIT) != 0 else ():
        for way in _ways(position, start):
            verdict = judge(position, body._replace(to=At(way.end, NOWHERE)))
            if isinstance(verdict, Understood):
                yield verdict.order
