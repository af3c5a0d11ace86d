"""The usual orders of a turn, filled with what stands: what forms offer ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec, unit_named
from witp_pbem.games.nimitz.board.state import (
    BOMBING,
    BW,
    CARRIERS,
    COASTAL,
    ESCORTS,
    HAWAII,
    ISLAND,
    JAPAN,
    JAPANESE_OCEAN,
    MARIANAS,
    SHIPS,
    SUBMARINE,
    US,
    US_OCEAN,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.board.turn import PHASE
from witp_pbem.games.nimitz.orders.kinds import (
    AIRCRAFT,
    ANY,
    INFANTRY,
    LBA,
    MOVEMENT,
    ORDERS,
    SCOUTING,
    SUPPLY,
    Fly,
    Hits,
    Move,
    Pass,
    PointList,
    Prepare,
    Station,
    Strike,
    TargetTypes,
    UnitList,
    Use,
)
from witp_pbem.games.nimitz.orders.kinds import SHIPS as SHIP_STACK
from witp_pbem.games.nimitz.orders.words import UNITS
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.games.nimitz.rules.chapter_06_supply import supply
from witp_pbem.games.nimitz.rules.conditions import ENEMIES, WE
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.game import UsualOrders
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import NOWHERE

ACTS = ("buy", "repair", "move", "raid", "bomb", "invade")  # that cost points: nobody has to want them
INVASION_TURNS = 2  # the last of a campaign, in which the invasion is offered
Wishes = Iterator[tuple[str, Any, Phrase | None, str]]  # keyword, body, condition, what it is


def filled(position: Position, phase: str) -> Iterator[UsualOrders]:
    """The usual orders of a turn, step by step, each with its pass at the end; then what is asked in battles."""
    if phase != PHASE:
        return
    steps = [*_STEPS]
    to_come = steps[steps.index(position.step):] if position.step in steps else steps
    for keyword, body, condition, note in (wish for step in to_come for wish in _STEPS[step](position)):
        yield UsualOrders([ORDERS.value(keyword, body)], condition, closes=keyword not in ACTS, note=note)


# -- the turn --------------------------------------------------------------------------------------------------------


def _supply(position: Position) -> Wishes:
    """What reinforcement points buy, those of this turn included, and repairs that leave supply points for the rest."""
    is_now = position.step == SUPPLY
    purse = position.reinforcement + (0 if is_now else position.campaign.rp)
    bought = _worth(position, supply.for_sale(position), purse)
    if bought:
        yield "buy", _named(bought), None, say("with reinforcement points alone")
    if damaged := supply.damaged(position):
        yield "repair", _named(damaged), None, say("half the price, at least 1 SP each")
    yield "pass", Pass(SUPPLY), None, say("buy and repair no more")


def _worth(position: Position, units: Sequence[Unit], purse: int) -> list[Unit]:
    """Units in their order, as far as points last."""
    chosen: list[Unit] = []
    for unit in units:
        if (price := position.printed(unit).price) <= purse and price:
            chosen.append(unit)
            purse -= price
    return chosen


def _scouting(position: Position) -> Wishes:
    yield "pass", Pass(SCOUTING), None, say("scout no more points")


def _movement(position: Position) -> Wishes:
    """The carriers and their escorts of Hawaii to the objective that seems easiest to take, submarines raiding, bombers
    over Japan."""
    carriers = position.of(US, HAWAII, *CARRIERS)
    goals = [point for point in position.campaign.objectives if point not in objectives.held(position)]
    if carriers and goals:
        goal = min(goals, key=lambda point: len(position.of(JAPAN, point)))
        groups = [CARRIERS, ESCORTS] if (escorts := position.of(US, HAWAII, *ESCORTS)) else [CARRIERS]
        yield "move", Move(tuple(map(_every, groups)), At(goal, NOWHERE), At(HAWAII, NOWHERE)), None, say(
            "{count} SP", count=len([*carriers, *escorts]) * position.data.prices.move)
    if position.of(US, HAWAII, SUBMARINE):
        yield "raid", UnitList((_every((SUBMARINE,)),)), None, say("each takes 2 from Japan’s reinforcement roll")
    if position.of(US, MARIANAS, BW):
        yield "bomb", UnitList((_every((BW,)),)), None, say("each sends a unit away from Japan")
    if position.campaign.invasion and position.turn > position.campaign.turns - INVASION_TURNS:
        yield "invade", UnitList((), True), None, say("the dearest; they never come back")
    yield "pass", Pass(MOVEMENT), None, say("move no more")


def _japan(position: Position) -> Wishes:
    """The order of points, and what strategic bombing takes."""
    if position.of(US, MARIANAS, BW) or position.of(US, BOMBING):
        yield "target", TargetTypes((SHIP_STACK, INFANTRY, LBA)), None, say("what strategic bombing takes")
    yield "roll", PointList((), True), None, say("the order of Japan’s points")


# -- battles ---------------------------------------------------------------------------------------------------------


def _battles(position: Position) -> Wishes:
    """Wishes that answer whatever is asked in a battle."""
    yield "fight", PointList((), True), None, say("the order of battles")
    yield "station", Station((_every((SUBMARINE,)),), At(JAPANESE_OCEAN, NOWHERE)), None, say(
        "if Japanese ships are there")
    yield "station", Station((), At(US_OCEAN, NOWHERE), True), _there(WE, CARRIERS), say("escorts with the carriers")
    yield "station", Station((), At(COASTAL, NOWHERE), True), None, say("ships otherwise")
    yield "prepare", Prepare(("leathernecks", "furball", "air-defence", "charge")), None, say("for the free points")
    yield "strike", Strike((), rest=True), None, say("a first strike where most is to be hit, and Japan’s")
    yield from _flights()
    yield "hit", Hits((), True), None, say("carriers, then the others, of those that cost least")
    yield "lose", Hits((), True), None, say("of those that cost least, who is damaged first")
    yield "use", Use(ANY, NOWHERE), None, say(
        "each marker at the first chance, Damage control where a unit would be lost")


def _repair(position: Position) -> Wishes:
    yield "stay", Hits((), True), None, say("the last damaged unit at a point")


def _flights() -> Wishes:
    """Fighters over the carriers, bombers where ships are, then to the Island; the rest stay."""
    fighters, bombers = UNITS.types["fighter"], UNITS.types["bomber"]
    yield "fly", Fly((_every(fighters),), At(US_OCEAN, NOWHERE)), _there(WE, CARRIERS), say("over the carriers")
    for area in (JAPANESE_OCEAN, COASTAL):
        yield "fly", Fly((_every(bombers),), At(area, NOWHERE)), _there(ENEMIES, SHIPS, area), ""
    yield "fly", Fly((_every(bombers),), At(ISLAND, NOWHERE)), None, say("bombers otherwise")
    yield "pass", Pass(AIRCRAFT), None, say("the others stay on their carriers and airfields")


def _there(who: str, kinds: tuple[str, ...], area: str = "") -> Phrase:
    """That a side has units of some kinds in the battle, or in an area of it."""
    units: Mapping[str, Any] = {"number": 0, "kinds": kinds}
    return phrase("units-at", side=who, units=units, place=area) if area else phrase("units", side=who, units=units)


def _every(kinds: Sequence[str]) -> UnitSpec:
    return UnitSpec(EVERY, tuple(kinds), "", None, "", "", NOWHERE)


def _named(units: Sequence[Unit]) -> UnitList:
    return UnitList(tuple(unit_named(unit.id) for unit in units))


_STEPS: Mapping[str, Callable[[Position], Wishes]] = {
    "supply": _supply, "scouting": _scouting, "movement": _movement, "japan": _japan, "battles": _battles,
    "repair": _repair}
