"""Section 10.3.f to 10.3.j: the transport network over which land units redeploy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from witp_pbem.games.common import paths
from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, Position, Side
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_02_components.control import held_by, working_sources
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.tuples import NamedTuple

KEPT = 256  # searches remembered: a side's networks over a turn, from a dozen hexes each
END_LEG = 2  # hexes from a land unit to its first node and from the last node to its goal (witp 10.3.f)


def land_route(position: Position, side: Side, origin: str, goal: str,
               via: Sequence[At] = ()) -> tuple[str, ...] | Problem:
    """The hexes of the route a land stack takes, both ends included, or why there is none (witp 10.3.f, R-76).

    Over land alone if that is possible, since submarines cannot strike there (witp 10.4.a, R-78), else the shortest;
    among equals the one with the lowest hex numbers. `via` names nodes it has to touch, in this order.
    """
    network = _network(position, side)
    for place in via:
        if place.id not in network.nodes:
            return illegal("via-is-no-node", "witp 10.3.f", place.span, place=place.id)
    stops = tuple(place.id for place in via)
    on_land = not is_wet(position, origin) and not is_wet(position, goal)
    if on_land and (dry := _routes(network, origin, stops, dry=True).get(goal)):
        return (origin, *(spot.hex for spot in dry.path))
    wet = _routes(network, origin, stops, dry=False).get(goal)
    if wet is None:
        return illegal("no-transport-network", "witp 10.3.f", origin=origin, place=goal, limit=END_LEG,
                       leg=network.leg)
    card = effects.forbidden(position, side, "land_redeployment_by_sea", goal)
    if card:
        return illegal("card-forbids-sea", "witp 4.3.b", card=card, origin=origin,
                       place=goal)
    return (origin, *(spot.hex for spot in wet.path))


class _Network(NamedTuple):
    """A side's transport network: all that decides which routes there are.

    Attributes:
        board: the map.
        nodes: hexes of logistics bases and supply sources.
        barred: hexes no leg leads through.
        leg: hexes between two nodes at most.
    """

    board: Map
    nodes: frozenset[str]
    barred: frozenset[str]
    leg: int


@remembered("memo")
def _network(position: Position, side: Side) -> _Network:
    """The transport network of a side."""
    board = position.data.map
    return _Network(board, frozenset((*position.bases[side], *working_sources(position, side))),
                    barred(position, side), _leg(position))


class _Spot(NamedTuple):
    """A hex on the way through a network.

    Attributes:
        hex: the hex.
        since: hexes from the last node, or from the start.
        anchored: there has been a node.
        passed: how many of the stops are behind.
    """

    hex: str
    since: int
    anchored: bool
    passed: int


@lru_cache(maxsize=KEPT)
def _routes(network: _Network, origin: str, stops: tuple[str, ...], *,
            dry: bool) -> Mapping[str, paths.Way[_Spot]]:
    """The shortest, then lowest-numbered routes from a hex through a transport network by way of some nodes (witp
    10.3.f, R-76), by goal; `dry` keeps them off water. A network mostly stays as it is while a side redeploys."""
    board, nodes, barred, leg = network

    def most(spot: _Spot) -> int:
        return leg if spot.anchored else END_LEG

    def beside(spot: _Spot) -> Iterator[_Spot]:
        step = spot.since + 1
        for there in board.neighbours(spot.hex):
            if dry and board.fleet_can_enter(there):
                continue
            if there in nodes and step <= most(spot):
                yield _Spot(there, 0, True, spot.passed + (stops[spot.passed:spot.passed + 1] == (there,)))
            elif step < most(spot) or (spot.anchored and step <= END_LEG):
                yield _Spot(there, step, spot.anchored, spot.passed)

    def goes_on(spot: _Spot) -> bool:
        return not spot.since or (spot.since < most(spot) and spot.hex not in barred)

    start = _Spot(origin, 0, origin in nodes, int(stops[:1] == (origin,)))
    ways = paths.ways(start, beside, goes_on=goes_on)
    return paths.Reach((way for way in ways if way.end.anchored and way.end.passed == len(stops)),
                       lambda spot: spot.hex).all()


def _leg(position: Position) -> int:
    """Hexes between two nodes of a network at most (witp 10.3.f), or as the players agreed."""
    return int(position.options.get("transport_leg_between_nodes", 3))


def barred(position: Position, side: Side) -> frozenset[str]:
    """The hexes that no leg of a side's transport network leads through (R-77).

    Mountains (witp 10.3.g); ports, airfields and supply sources under enemy control (witp 10.3.h); enemy air zones of
    control that no own full air unit nullifies (witp 10.3.i). Sea and shallows are open (witp 10.3.j), and enemy units
    as such do not bar. The three Chinese hexes are closed to the other Allies (witp 12.2.b).
    """
    board = position.data.map
    hostile = held_by(position, ENEMY[side])
    return air.zone(position, side).union(board.mountains, hostile, board.chinese if side == ALLIES else ())


def is_wet(position: Position, number: str) -> bool:
    """Shallow or sea: submarines may strike there (witp 10.4.a)."""
    return position.data.map.fleet_can_enter(number)
