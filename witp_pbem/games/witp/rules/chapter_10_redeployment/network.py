"""Section 10.3.f to 10.3.j: the transport network over which land units redeploy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from witp_pbem.games.common import paths
from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.map import MOUNTAIN, SEA, SHALLOW
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, Position, Side
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_02_components.control import controller, working_sources
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.table.problem import Problem, illegal

END_LEG = 2  # hexes from a land unit to its first node and from the last node to its goal (witp 10.3.f)


def land_route(position: Position, side: Side, origin: str, goal: str,
               via: Sequence[At] = ()) -> tuple[str, ...] | Problem:
    """The hexes of the route a land stack takes, both ends included, or why there is none (witp 10.3.f, R-76).

    Over land alone if that is possible, since submarines cannot strike there (witp 10.4.a, R-78), else the shortest;
    among equals the one with the lowest hex numbers. `via` names nodes it has to touch, in this order.
    """
    nodes = {*position.bases[side], *working_sources(position, side)}
    for place in via:
        if place.id not in nodes:
            return illegal("via-is-no-node", "witp 10.3.f", place.span, place=place.id)
    stops = tuple(place.id for place in via)
    on_land = not is_wet(position, origin) and not is_wet(position, goal)
    if on_land and (dry := _network(position, side, origin, stops, dry=True).to(goal)):
        return (origin, *(spot.hex for spot in dry.path))
    wet = _network(position, side, origin, stops, dry=False).to(goal)
    if wet is None:
        return illegal("no-transport-network", "witp 10.3.f", origin=origin, place=goal, limit=END_LEG,
                       leg=_leg(position))
    card = effects.forbidden(position, side, "land_redeployment_by_sea", goal)
    if card:
        return illegal("card-forbids-sea", "witp 4.3.b", card=card, origin=origin,
                       place=goal)
    return (origin, *(spot.hex for spot in wet.path))


class _Spot(NamedTuple):
    """A hex on the way through a network: how many hexes ago the last node was, or the start, whether there has been a
    node yet, and how many of the stops are behind."""

    hex: str
    since: int
    anchored: bool
    passed: int


@remembered("memo")
def _network(position: Position, side: Side, origin: str, stops: tuple[str, ...], *,
             dry: bool) -> paths.Reach[str, _Spot]:
    """The shortest, then lowest-numbered routes from a hex through a side's transport network by way of some nodes
    (witp 10.3.f, R-76); `dry` keeps them off water."""
    board = position.data.map
    nodes = {*position.bases[side], *working_sources(position, side)}

    def most(spot: _Spot) -> int:
        return _leg(position) if spot.anchored else END_LEG

    def beside(spot: _Spot) -> Iterator[_Spot]:
        step = spot.since + 1
        for there in board.neighbours(spot.hex):
            if dry and is_wet(position, there):
                continue
            if there in nodes and step <= most(spot):
                yield _Spot(there, 0, True, spot.passed + (stops[spot.passed:spot.passed + 1] == (there,)))
            elif step < most(spot) or (spot.anchored and step <= END_LEG):
                yield spot._replace(hex=there, since=step)

    def goes_on(spot: _Spot) -> bool:
        return not spot.since or (spot.since < most(spot) and not network_bar(position, side, spot.hex))

    start = _Spot(origin, 0, origin in nodes, int(stops[:1] == (origin,)))
    ways = paths.ways(start, beside, goes_on=goes_on)
    return paths.Reach((way for way in ways if way.end.anchored and way.end.passed == len(stops)),
                       lambda spot: spot.hex)


def _leg(position: Position) -> int:
    """Hexes between two nodes of a network at most (witp 10.3.f), or as the players agreed."""
    return int(position.options.get("transport_leg_between_nodes", 3))


def network_bar(position: Position, side: Side, number: str) -> str:
    """The rule that keeps a hex out of the legs of a side's transport network, "" if none does (R-77).

    A mountain (witp 10.3.g); a port, airfield or supply source under enemy control (witp 10.3.h); an enemy air zone of
    control that no own full air unit nullifies (witp 10.3.i). Sea and shallows are open (witp 10.3.j), and enemy units
    as such do not bar. The three Chinese hexes are closed to the other Allies (witp 12.2.b).
    """
    if position.data.map[number].terrain == MOUNTAIN:
        return "witp 10.3.g"
    if controller(position, number) == ENEMY[side]:
        return "witp 10.3.h"
    if air.in_zone(position, side, number):
        return "witp 10.3.i"
    if side == ALLIES and number in position.data.map.chinese:
        return "witp 12.2.b"
    return ""


def is_wet(position: Position, number: str) -> bool:
    """Shallow or sea: submarines may strike there (witp 10.4.a)."""
    return position.data.map[number].terrain in (SHALLOW, SEA)
