"""Sections 8.4 and 8.5: what a way costs and where it may lead. One hexside at a time, then whole routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from operator import attrgetter
from typing import TypeAlias

from witp_pbem.games.common import paths
from witp_pbem.games.common.position import remembered
from witp_pbem.games.witp.board.map import MOUNTAIN, SEA, Spot
from witp_pbem.games.witp.board.state import AIR, CARRIER, ENEMY, JAPAN, NAVAL, Position, Side, Unit
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import must_fly
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.tuples import NamedTuple

# Problems that concern a hex as such, from whatever side it is entered.
WHOLE_HEX = {"closed-on-turn-1", "chinese-hex", "fleet-on-land", "closed-to-japan", "fleet-into-battle", "no-land-way",
             "neutral-hex"}
HEX_COST = 1  # witp 8.4.e
ZONE_COST = 1  # witp 8.4.f
JUNGLE_COST = 1  # witp 8.4.h
STRENGTH = {CARRIER: 2, NAVAL: 1}  # plain strength of a full fleet unit, for containment
TURN_1_CLOSED = ("usa", "australia", "india", "new_zealand")  # hatched areas Japan may not enter (witp 12.1.d)
LeftBehind: TypeAlias = tuple[tuple[tuple[Unit, ...], str], ...]  # fleets that stay on the way, each group with its hex


class Node(NamedTuple):
    """A spot on a way, and what the way has changed so far.

    Attributes:
        hex, water: the spot.
        fled: the air units that had to fly, by id.
    """

    hex: str
    water: str
    fled: tuple[str, ...] = ()

    @property
    def spot(self) -> Spot:
        return self.hex, self.water


class Traveller(NamedTuple):
    """A stack on its way.

    Attributes:
        side: whose.
        units: who moves, cargo included.
        by_sea: fleets (with or without cargo), else overland.
        left: fleets left behind for containment.
    """

    side: Side
    units: tuple[Unit, ...]
    by_sea: bool
    left: LeftBehind = ()


class PricedRoute(NamedTuple):
    """A way with the resource points for it.

    Attributes:
        path: the hexes entered.
        water: the sea a fleet is in at its end (see `board.map.Spot`).
        hexes, azoc, jungle: points for hexes, for air zones of control and for jungle.
    """

    path: tuple[str, ...]
    water: str
    hexes: int
    azoc: int
    jungle: int

    @property
    def cost(self) -> int:
        return self.hexes + self.azoc + self.jungle


def may_start(position: Position, unit: Unit) -> bool:
    """Whether a unit may still move: no base air, no Chinese unit, none that has moved or is aboard (witp 8.0.c, 8.5.a,
    12.2.c), none that a delayed entry of America keeps where it is."""
    return (not (unit.moved or unit.aboard) and unit.kind != AIR and unit.nation != "china"
            and not delayed_entry.may_not_move(position, unit))


def enter_problem(position: Position, mover: Traveller, here: str, there: str, water: str) -> Problem | None:
    """Why a stack may not go from a hex to its neighbour, None if it may (witp 8.5.c-k, 12.1.d, 12.2.b)."""
    return (_closed_problem(position, mover.side, there) or _way_problem(position, mover, here, there, water)
            or _held_back_problem(position, mover.side, mover.by_sea, there))


def _closed_problem(position: Position, side: Side, there: str) -> Problem | None:
    """Why a hex is closed to a side, by land and by sea (witp 12.1.d, 12.2.b, 13.4.a); Chinese units never move (witp
    12.2.c)."""
    if position.turn == 1 and side == JAPAN and closed_on_turn_1(position, there):
        return illegal("closed-on-turn-1", "witp 12.1.d", place=there, certain=True)
    if china.closed_to_allies(position, side, there):
        return illegal("chinese-hex", "witp 12.2.b", place=there, certain=True)
    if delayed_entry.closed_to_japan(position, side, there):
        return illegal("neutral-hex", delayed_entry.RULE, place=there)
    return None


def closed_on_turn_1(position: Position, number: str) -> bool:
    """Whether a hex is hatched as US mainland, Australia, India or New Zealand (witp 12.1.d). Pearl Harbor is not
    (witp DN.e, R-100)."""
    return position.data.map[number].auto_supply in TURN_1_CLOSED


def _way_problem(position: Position, mover: Traveller, here: str, there: str, water: str) -> Problem | None:
    """Why the map has no way from a hex to its neighbour: for fleets land (witp 2.3.2.c) and a land hexside (witp
    8.5.i), on foot sea and mountain hexes (witp 2.3.2.d, 8.5.c) and a sea hexside (witp 8.5.d)."""
    board = position.data.map
    if board.has_way(here, there, water, mover.by_sea):
        return None
    if mover.by_sea:
        if not board.fleet_can_enter(there):
            return illegal("fleet-on-land", "witp 2.3.2.c", place=there, certain=True)
        return illegal("land-hexside", "witp 8.5.i", place=here, next=there, certain=True)
    if board[there].terrain in (SEA, MOUNTAIN):
        return illegal("no-land-way", "witp 8.5.c", place=there, terrain=board[there].terrain, certain=True)
    return illegal("sea-hexside", "witp 8.5.d", place=here, next=there, certain=True)


def _held_back_problem(position: Position, side: Side, by_sea: bool, there: str) -> Problem | None:
    """What keeps a side out of a hex to which there is a way: fleets a closed hex (witp 8.5.k) and a continuing battle
    (witp 8.5.j), all a card. Enemy bases do not, nor units other than fleets (R-101)."""
    if by_sea and side == JAPAN and there in position.data.map.closed_to_japan:
        return illegal("closed-to-japan", "witp 8.5.k", place=there, certain=True)
    if by_sea and there in position.continuing:
        return illegal("fleet-into-battle", "witp 8.5.j", place=there)
    card = effects.forbidden(position, side, "fleet_movement" if by_sea else "land_movement", there)
    if card:
        return illegal("card-forbids", "witp 4.3.b", card=card, what="fleet_movement" if by_sea else "march")
    return None


def passing_problem(position: Position, mover: Traveller, number: str, water: str) -> Problem | None:
    """Why a stack may not go on from a hex it has entered: enemy fleets hold fleets there (witp 8.5.l), enemy land
    units ashore those on foot (witp 8.5.f, R-48). None if it may."""
    if mover.by_sea and not contained(position, mover, number, water):
        return illegal("held-by-fleet", "witp 8.5.l", place=number,
                       strength=fleet_strength(enemy_fleets(position, mover.side, number, water)))
    if not mover.by_sea and position.ashore(ENEMY[mover.side], number):
        return illegal("enemy-in-the-way", "witp 8.5.f", place=number)
    return None


# -- containment (8.5.g, h, l) -------------------------------------------------------------------------------


def enemy_fleets(position: Position, side: Side, number: str, water: str) -> list[Unit]:
    """Enemy fleets in the same water of a hex (witp 8.7.h, R-06)."""
    return [unit for unit in position.of(ENEMY[side], number, CARRIER, NAVAL) if unit.water == water]


def fleet_strength(units: Sequence[Unit]) -> int:
    """Plain strengths added up: no task force, no air; reduced units count 0 (witp 2.2.2.b, 8.5.h; R-46)."""
    return sum(STRENGTH[unit.kind] for unit in units if unit.full)


def contained(position: Position, mover: Traveller, number: str, water: str) -> bool:
    """Whether a fleet stack may leave a hex: no enemy fleet there (witp 8.5.g, 8.5.l), or own fleets as strong as the
    enemy's stay (witp 8.5.h); against an enemy of strength 0 at least one unit stays (R-46)."""
    enemies = enemy_fleets(position, mover.side, number, water)
    if not enemies:
        return True
    going = {unit.id for unit in mover.units}
    staying = [unit for unit in position.of(mover.side, number, CARRIER, NAVAL)
               if unit.water == water and unit.id not in going]
    staying += [unit for units, place in mover.left if place == number for unit in units]
    return bool(staying) and fleet_strength(staying) >= fleet_strength(enemies)


def held_problem(position: Position, mover: Traveller, origin: str, fleet: Sequence[Unit],
                 land: Sequence[Unit]) -> Problem | None:
    """Why a stack may not leave its hex: land units are held by enemy land units ashore (witp 8.5.e, R-48), fleets by
    enemy fleets in the same water (witp 8.5.g)."""
    if land and position.ashore(ENEMY[mover.side], origin):
        return illegal("held-by-land", "witp 8.5.e", place=origin)
    if fleet and not contained(position, mover, origin, fleet[0].water):
        enemies = enemy_fleets(position, mover.side, origin, fleet[0].water)
        return illegal("held-by-fleet", "witp 8.5.g", place=origin, strength=fleet_strength(enemies))
    return None


# -- air units that have to fly on account of a march --------------------------------------------------------


def left_alone(position: Position, units: Sequence[Unit], number: str) -> tuple[str, ...]:
    """The air units that have to fly when these units leave their hex: the last land units of their side do, and the
    port or airfield is the enemy's thereby (witp 8.7.f)."""
    staying = position.of(units[0].side, number, AIR)
    if not staying:
        return ()
    land = [unit._replace(hex="") for unit in units if not unit.is_fleet]
    after = position.but_units(*land) if land else position
    return tuple(unit.id for unit in staying if must_fly(after, unit))


def driven_out(position: Position, mover: Traveller, number: str) -> tuple[str, ...]:
    """The enemy air units that have to fly when a stack enters a hex: it comes overland, and none of their land units
    is ashore (witp 8.7.e, R-101)."""
    if mover.by_sea or position.ashore(ENEMY[mover.side], number):
        return ()
    return tuple(unit.id for unit in position.of(ENEMY[mover.side], number, AIR))


def _onward(position: Position, mover: Traveller, node: Node, there: Node) -> Node:
    """The node of a way that goes on to a spot."""
    out = [name for name in driven_out(position, mover, there.hex) if name not in node.fled]
    fled = tuple(sorted((*node.fled, *out))) if out else node.fled
    return there._replace(fled=fled) if fled else there


# -- costs and whole routes ----------------------------------------------------------------------------------


def step_cost(position: Position, mover: Traveller, number: str, fled: tuple[str, ...] = ()) -> tuple[int, int, int]:
    """Points for entering a hex: the hex itself (witp 8.4.e), one for enemy air zones of control, however many (witp
    8.4.f, 8.4.g), one for jungle overland (witp 8.4.h), not by sea (witp 8.4.i). The air units `fled`, which the stack
    has driven out or left alone on its way, have no zone any more (R-107)."""
    zones, jungle = _dear(position, mover.side, mover.by_sea, fled)
    return HEX_COST, ZONE_COST * (number in zones), JUNGLE_COST * (number in jungle)


@remembered("memo")
def _dear(position: Position, side: Side, by_sea: bool, fled: tuple[str, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes that cost a side more: for zones of control, for jungle."""
    zones = frozenset[str]() if effects.ignores(position, side, "azoc") else air.zone(position, side, fled=fled)
    free = by_sea or effects.ignores(position, side, "jungle")
    return zones, frozenset() if free else position.data.map.jungle


def _along(position: Position, mover: Traveller, start: Node, path: Sequence[Node]) -> PricedRoute:
    """The route of a path that may be gone."""
    costs = [step_cost(position, mover, node.hex, before.fled) for before, node in pairwise((start, *path))]
    return PricedRoute(tuple(node.hex for node in path), path[-1].water, *map(sum, zip(*costs, strict=True)))


def plan(position: Position, mover: Traveller, start: Spot, via: Sequence[str],
         target: str) -> PricedRoute | tuple[Problem, int]:
    """The route of a stack: by the hexes named, cheapest in between (R-44).

    Returns:
        The route, or the problem and the index of the hex named that it belongs to (len(via): the target).
    """
    path: list[Node] = []
    here = began = Node(*start, left_alone(position, mover.units, start[0]))
    for index, point in enumerate((*(via[:-1] if via and via[-1] == target else via), target)):
        if point not in position.data.map:
            return illegal("no-such-hex", "witp 2.3.b", hex=point, certain=True), index
        problem = None
        if point in position.data.map.neighbours(here.hex) and via:  # a way spelled out is taken as it is
            leg: tuple[Node, ...] = (
                _onward(position, mover, here, Node(point, position.data.map.water(point, here.hex))),)
            problem = enter_problem(position, mover, here.hex, point, here.water)
        elif way := _reach(position, mover, here).to(point):
            leg = way.path
        else:
            problem = _no_way(position, mover, here.spot, point)
        if problem:
            return problem, index
        here = leg[-1]
        path += leg
        if point != target and (problem := passing_problem(position, mover, *here.spot)):
            return problem, index
    return _along(position, mover, began, path)


def _no_way(position: Position, mover: Traveller, start: Spot, there: str) -> Problem:
    """Why there is no way: what bars a step to a hex beside, what bars the target as such, from whatever side, else
    that none was found."""
    board = position.data.map
    here, sea = start
    if there in board.neighbours(here) and (problem := enter_problem(position, mover, here, there, sea)):
        return problem
    bars = [enter_problem(position, mover, beside, there, board[beside].seas.get(there, ""))
            for beside in board.neighbours(there)]
    closed = next((bar for bar in bars if bar and bar.code in WHOLE_HEX), None) or _card_bars(
        position, mover, start, there)
    if closed:
        return closed
    rule = "witp 8.5.i" if mover.by_sea else "witp 8.5.d"
    code = "no-way-by-sea" if mover.by_sea else "no-way-by-land"
    return illegal(code, rule, place=here, target=there, certain=_is_cut_off(position, mover, start, there))


def _is_cut_off(position: Position, mover: Traveller, start: Spot, there: str) -> bool:
    """Whether the map itself has no way to a hex, whatever units and cards are in play."""
    empty = position.but(units={unit.id: unit for unit in mover.units}, continuing=(), effects=(), america="")
    return reach(empty, mover, start).to(there) is None


def _card_bars(position: Position, mover: Traveller, start: Spot, there: str) -> Problem | None:
    """The card that closes the way there would be without what cards forbid, None where there would be none either."""
    allowing = position.but(effects=tuple(effect for effect in position.effects if effect["op"] != "forbid"))
    way = reach(allowing, mover, start).to(there) if allowing.effects != position.effects else None
    steps = pairwise((Node(*start), *way.path)) if way else ()
    return next((bar for here, beyond in steps
                 if (bar := enter_problem(position, mover, here.hex, beyond.hex, here.water))), None)


def reach(position: Position, mover: Traveller, start: Spot) -> paths.Reach[str, Node]:
    """The cheapest way to every hex a stack could choose as its target, ties by fewer hexes, then by lower numbers.

    Each hex is taken for the target while it is entered, so a way may end where it could not go on.
    """
    return _reach(position, mover, Node(*start, left_alone(position, mover.units, start[0])))


def _reach(position: Position, mover: Traveller, start: Node) -> paths.Reach[str, Node]:
    """What is in reach from a node of a stack's way: the same for all stacks of a side. Only who of their fleets is in
    another water matters, as those cannot stay behind there to contain an enemy."""
    elsewhere = tuple(unit for unit in mover.units if unit.is_fleet and unit.water != start.water)
    return _search(position, mover._replace(units=elsewhere), start)


@remembered("memo")
def _search(position: Position, mover: Traveller, start: Node) -> paths.Reach[str, Node]:
    """What is in reach; the search goes on for as long as somebody asks for another hex."""
    guarded = _with_enemies(position, mover.side)

    def beside(node: Node) -> Iterable[Node]:
        nodes = _lanes(position, mover.side, mover.by_sea, node.spot)
        if mover.by_sea and not node.fled:
            return nodes
        return [_onward(position, mover, node, there) for there in nodes]

    @cache
    def cost_of(number: str, fled: tuple[str, ...]) -> int:
        return sum(step_cost(position, mover, number, fled))

    def goes_on(node: Node) -> bool:
        return node.hex not in guarded or passing_problem(position, mover, *node.spot) is None

    ways = paths.ways(start, beside, lambda node, beyond: cost_of(beyond.hex, node.fled), goes_on)
    return paths.Reach((way for way in ways if way.end.hex != start.hex), attrgetter("hex"))


@remembered("lanes")
def _lanes(position: Position, side: Side, by_sea: bool, spot: Spot) -> Sequence[Node]:
    """Where fleets of a side, or its units on foot, may go from a spot (see `enter_problem`), whoever stands there."""
    board = position.data.map
    return [Node(*there) for there in (board.voyages if by_sea else board.marches)[spot]
            if not _is_closed(position, side, by_sea, there[0])]


@remembered("lanes")
def _is_closed(position: Position, side: Side, by_sea: bool, number: str) -> bool:
    """Whether no fleet of a side, or none of its units on foot, may enter a hex."""
    return bool(_closed_problem(position, side, number) or _held_back_problem(position, side, by_sea, number))


@remembered("memo")
def _with_enemies(position: Position, side: Side) -> frozenset[str]:
    """The hexes with units of the enemy of a side: nobody else bars the way through a hex."""
    return frozenset(unit.hex for unit in position.units.values() if unit.side != side)
