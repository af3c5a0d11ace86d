"""A player who wants to win: buys who can hold points, garrisons objectives, strikes with all there is where Japan is
weak, and fights battles as the usual orders would."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from tests.games.nimitz.players import GAME
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.nimitz.board.state import HAWAII, JAPAN, SUBMARINE, US, WEST_COAST, Position, Unit
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.demand import Demand
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.wording import offered_words

PASS = "pass"
GARRISON = 1  # ground units and LBA that a point should keep which is held
FOR_MOVES = 18  # supply points that are kept for moves when units are bought
STRONGER = 3  # by how much an attack should outweigh the Japanese
SHARE = 1  # of the Japanese ships nearest to a point that are taken to come
AT_HOME = 4  # ships that stay
WEIGHTS = {"cv": 3, "cvl": 3, "cve": 2, "bb": 2}  # of units in a battle; 1 of all others
FOR_MARKERS = ("leathernecks", "furball", "air-defence", "vt-fuse", "first-strike", "dive-bombing", "damage-control")


def decide(demand: Demand, position: Position, chance: random.Random) -> str:
    """An order that answers a demand, as text."""
    with speaking(ENGLISH):
        return offered_words(demand, _chosen(demand, position), GAME)


def _chosen(demand: Demand, position: Position) -> OrderValue:
    if demand.code == "movement":
        return _movement(demand, position)
    if demand.code == "supply":
        return _supply(demand, position)
    if demand.code == "markers":
        return _markers(demand, position)
    return next(iter(demand.choices()))


def _markers(demand: Demand, position: Position) -> OrderValue:
    """As many bonus markers as there are points to spare."""
    return _first(demand, (ordered("prepare", markers=list(FOR_MARKERS[:count]))
                           for count in range(len(FOR_MARKERS), 1, -1)))


def _first(demand: Demand, wishes: Iterator[OrderValue]) -> OrderValue:
    """The first of some orders that is legal; else the pass."""
    return next((value for value in wishes if hasattr(demand.judge(GAME.read_value(value)), "answer")), ordered(
        PASS, segment=demand.code))


# -- supply ---------------------------------------------------------------------------------------------------------


def _supply(demand: Demand, position: Position) -> OrderValue:
    """What is usual; then further ground units, with supply points that moves do not need."""
    usual = next(iter(demand.choices()))
    if usual["order"] != PASS:
        return usual
    spare = position.supply + position.reinforcement - FOR_MOVES
    return _first(demand, (ordered("buy", units=[unit.id]) for unit in position.of(US, "RE")
                           if unit.is_ground and position.printed(unit).price <= spare))


# -- movement -------------------------------------------------------------------------------------------------------


def _movement(demand: Demand, position: Position) -> OrderValue:
    """What is planned; then bombing and raids as usual."""
    planned = _first(demand, _plans(position))
    return planned if planned["order"] != PASS else next(iter(demand.choices()))


def _plans(position: Position) -> Iterator[OrderValue]:
    """Moves worth making, the most urgent first: somebody to bar the way to Hawaii, a garrison for each objective,
    attacks, then stronger garrisons."""
    points = _fronts(position)
    bars = [*_free_submarines(position), *_reserves(position, "")]
    for point in position.data.map.neighbours(HAWAII):
        if position.of(JAPAN, point) and not position.of(US, point):
            yield from (ordered("move", units=[unit.id], to=point) for unit in bars)
    yield from _garrisons(position, points, 1)
    for point in sorted(points, key=lambda point: _weight(position.of(JAPAN, point))):
        if position.of(JAPAN, point) and (force := _force(position, point)):
            yield ordered("move", units=[unit.id for unit in force], to=point)
    yield from _garrisons(position, points, GARRISON)
    yield from _guards(position, points)


def _guards(position: Position, points: Sequence[str]) -> Iterator[OrderValue]:
    """Ships to the points held that are most in danger, while enough of them stay at home."""
    ships = _fleet(position)[:max(0, len(_fleet(position)) - AT_HOME)]
    dangers = {point: _danger(position, point) - _weight(position.of(US, point)) for point in points
               if point != HAWAII and not position.of(JAPAN, point)}
    for point in sorted(dangers, key=lambda point: -dangers[point]):
        if dangers[point] > 0:
            yield from (ordered("move", units=[unit.id], to=point) for unit in ships)


def _danger(position: Position, point: str) -> float:
    """What of the Japanese may come to a point: those to whom no other one with Americans is nearer."""
    distance, ours = position.data.map.distance, [place for place in position.data.map.points if position.of(US, place)]
    return SHARE * sum(_weight([unit for unit in position.of(JAPAN, place) if unit.is_ship])
                       for place in position.data.map.points
                       if point in ours and distance(place, point) == min(distance(place, other) for other in ours))


def _fleet(position: Position) -> list[Unit]:
    """The ships that can go out, carriers first."""
    ships = [unit for place in (HAWAII, WEST_COAST) for unit in position.of(US, place)
             if unit.is_ship and unit.kind != SUBMARINE and not unit.moved]
    return sorted(ships, key=lambda unit: (not unit.full, not unit.is_carrier, -position.printed(unit).price))


def _garrisons(position: Position, points: Sequence[str], most: int) -> Iterator[OrderValue]:
    for wanted in range(1, most + 1):
        for point in points:
            if not position.of(JAPAN, point) and len(objectives.ashore(position, US, point)) < wanted:
                yield from (ordered("move", units=[unit.id], to=point) for unit in _reserves(position, point))


def _free_submarines(position: Position) -> list[Unit]:
    return [unit for place in (HAWAII, WEST_COAST) for unit in position.of(US, place, SUBMARINE) if not unit.moved]


def _weight(units: Sequence[Unit]) -> float:
    """What some units count for in a battle."""
    return sum(WEIGHTS.get(unit.kind, 1) * (1 if unit.full else 0.5) for unit in units)


def _fronts(position: Position) -> list[str]:
    """The objectives in supply or next to it, the first ones nearest to the West Coast."""
    supplied = objectives.supplied(position)
    near = sorted(position.data.map.points, key=lambda point: position.data.map.distance(WEST_COAST, point))
    return [point for point in near if point in supplied and point in position.campaign.objectives]


def _reserves(position: Position, point: str) -> list[Unit]:
    """The ground units and LBA that are needed nowhere: those beyond a garrison where no enemy is."""
    free: list[Unit] = []
    for place in position.data.map.points:
        ashore = [position.units[name] for name in objectives.ashore(position, US, place)]
        needed = 0 if place not in position.campaign.objectives else GARRISON
        if place != point and not position.of(JAPAN, place):
            free += sorted(ashore, key=lambda unit: (unit.is_lba, position.printed(unit).price))[:max(
                0, len(ashore) - needed)]
    return sorted((unit for unit in free if not unit.moved), key=lambda unit: unit.is_lba)


def _force(position: Position, point: str) -> Sequence[Unit]:
    """The ships in Hawaii and at the West Coast and the ground units that go to a point where Japanese are, as long as
    they outweigh these; nobody if it cannot be done, or has been."""
    enemies, ours = position.of(JAPAN, point), position.of(US, point)
    troops = [unit for unit in _reserves(position, point) if unit.is_ground]
    landed = sum(unit.is_ground for unit in ours)
    going = troops[:max(0, 1 + sum(unit.is_ground for unit in enemies) - landed)]
    wanted = STRONGER * _weight(enemies)
    for ship in _fleet(position):
        if _weight([*ours, *going]) < wanted:
            going.append(ship)
    is_enough = _weight([*ours, *going]) >= wanted and landed + sum(unit.is_ground for unit in going)
    return going if is_enough and len(going) <= position.supply else ()
