"""Air missions, of paradrops (wif para.c) and of ground support (wif gs.b): both fly the same way. Combat in the air
and fire at aircraft the players settle by their own rules, and say who came through (W-20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import AircraftReturned, AirSettled, MissionsFlown
from witp_pbem.games.wif_land.board.state import ANTI_AIRCRAFT, ENEMY, FIGHTER, OUT, SIDES, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import MISSIONS, ORDERS, AtHex, Survive
from witp_pbem.games.wif_land.rules import segments
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

LIMIT = "air_missions"
PATROL, INTERCEPTION, ESCORT = "patrol", "interception", "escort"


class Mission(NamedTuple):
    """What some aircraft may fly.

    Attributes:
        code: of the demand and, in the record, of the mission.
        side: who flies.
        rule: that says so.
        kinds: of aircraft that may take part.
        hexes: where they may fly to.
    """

    code: str
    side: Side
    rule: str
    kinds: tuple[str, ...]
    hexes: tuple[str, ...]


def patrol(table: Table, rule: str, hexes: Iterable[str]) -> None:
    """The defender flies combat air patrol to likely hexes (wif para.c, gs.b, line 1)."""
    fly(table, Mission(PATROL, table.position.other, rule, (FIGHTER,), tuple(hexes)))


def intercept(table: Table, rule: str, hexes: Iterable[str]) -> None:
    """The defender flies interceptors to hexes of missions, then the attacker fighters against them (wif para.c, gs.b,
    lines 3 and 4)."""
    position: Position = table.position
    flown = tuple(hexes)
    fly(table, Mission(INTERCEPTION, position.other, rule, (FIGHTER,), flown))
    met = tuple(hex for hex in flown if flying(table.position, position.other, hex))
    fly(table, Mission(ESCORT, position.phasing, rule, (FIGHTER,), met))


# -- flying ---------------------------------------------------------------------------------------------------------


def fly(table: Table, mission: Mission) -> None:
    """Aircraft of a side fly to hexes, until it passes."""
    def tell(table: Table, event: Event) -> None:
        table.tell(event)

    segments.play(table, MISSIONS, mission.rule, lambda position: demand(position, mission), tell, refuses=False)


def demand(position: Position, mission: Mission) -> Demand:
    """The next aircraft of a mission."""
    return segments.queue(position, mission.side, mission.code, MISSIONS, mission.rule, ("fly",),
                          lambda order: judge(position, mission, order.body), lambda: choices(position, mission),
                          is_listed=lambda order: False, hexes=list(mission.hexes))


def judge(position: Position, mission: Mission, body: AtHex) -> Verdict:
    """Whether aircraft may fly a mission to a hex."""
    if body.hex.id not in mission.hexes:
        return (illegal("no-mission-there", mission.rule, body.hex.span, place=body.hex.id),)
    units = segments.choose(position, mission.side, body.units, able(position, mission), mission.rule,
                            lambda unit: barred(position, unit, mission.kinds, mission.rule))
    if isinstance(units, tuple):
        return units
    count, left = _air_missions(position, mission, units), position.left(LIMIT)
    if left is not None and count > left:
        return (illegal("too-few-air-missions", mission.rule, body.units[0].span, count=count, left=left),)
    event = MissionsFlown(mission.rule, mission.side, position.in_order(unit.id for unit in units), body.hex.id,
                          mission.code, count)
    return Understood(event, ORDERS.value("fly", AtHex(body.hex, segments.named(units))))


def _air_missions(position: Position, mission: Mission, units: Iterable[Unit]) -> int:
    """How many air missions of the limit some aircraft are (W-21): one each of the phasing side's but fighters."""
    return sum(unit.kind != FIGHTER for unit in units) if mission.side == position.phasing else 0


def able(position: Position, mission: Mission) -> list[Unit]:
    """The aircraft that may fly a mission."""
    return [unit for unit in position.units.values()
            if unit.side == mission.side and not barred(position, unit, mission.kinds, mission.rule)]


def barred(position: Position, unit: Unit, kinds: Sequence[str], rule: str) -> Problem | None:
    """Why a unit may not fly: it is no such aircraft, on no hex of the map, face-down, or has flown."""
    if unit.kind not in kinds:
        return illegal("wrong-aircraft", rule, unit=unit.id, kinds=list(kinds))
    if unit.place not in position.map.hexes:
        return illegal("off-map", rule, unit=unit.id)
    if not unit.full:
        return illegal("face-down-aircraft", rule, unit=unit.id)
    if unit.moved:
        return illegal("moved-already", rule, unit=unit.id)
    return None


def choices(position: Position, mission: Mission) -> Iterator[OrderValue]:
    """Each aircraft to each hex."""
    for unit in able(position, mission):
        is_over = position.left(LIMIT) == 0 and _air_missions(position, mission, [unit])
        for hex in () if is_over else mission.hexes:
            yield ORDERS.value("fly", AtHex(At(hex, NOWHERE), segments.named([unit])))


# -- settling -------------------------------------------------------------------------------------------------------


def flying(position: Position, side: Side, hex: str) -> list[Unit]:
    """A side's aircraft on missions to a hex."""
    return [unit for unit in position.units.values()
            if unit.side == side and unit.is_aircraft and unit.target == hex and unit.place != OUT]


def is_endangered(position: Position, side: Side, hex: str) -> bool:
    """Whether aircraft of a side may be lost at a hex: the enemy's aircraft are there, or one of his anti-aircraft
    units (wif para.c, gs.b, lines 5 and 6)."""
    enemy = ENEMY[side]
    return bool(flying(position, enemy, hex)) or any(
        unit.kind == ANTI_AIRCRAFT for unit in position.ground(hex, enemy))


def settle(table: Table, rule: str, hex: str) -> None:
    """Each side whose aircraft are in danger at a hex says which of them came through; with no danger all do
    (wif para.c, gs.b, lines 5 and 6; W-20)."""
    demands = [survivors(table.position, side, rule, hex, units) for side in SIDES
               if (units := flying(table.position, side, hex)) and is_endangered(table.position, side, hex)]
    for asked, safe in zip(demands, table.ask(*demands) if demands else (), strict=True):
        table.tell(settled(table.position, asked.side, rule, hex, flying(table.position, asked.side, hex), safe))


def survivors(position: Position, side: Side, rule: str, hex: str, units: Sequence[Unit]) -> Demand:
    """Which of a side's units came through at a hex: their ids are the answer."""
    def judged(order: Order) -> Verdict:
        body: Survive = order.body
        chosen = segments.choose(position, side, body.units, units, rule, lambda unit: None, hex)
        return chosen if isinstance(chosen, tuple) else answer(chosen)

    def answer(chosen: Sequence[Unit]) -> Understood:
        ids = position.in_order(unit.id for unit in chosen)
        return Understood(ids, ORDERS.value("survive", Survive(At(hex, NOWHERE), segments.named(chosen))))

    def listed() -> Iterator[OrderValue]:
        yield answer(units).order
        yield from (answer([unit]).order for unit in units if len(units) > 1)
        yield answer([]).order

    return Demand(side, "survivors", rule, frozenset({"survive"}), judged, listed,
                  {"turn": position.turn, "hex": hex, "units": [unit.id for unit in units]},
                  lambda order: order.body.hex.id == hex)


def settled(position: Position, side: Side, rule: str, hex: str, units: Iterable[Unit],
            safe: Sequence[str], carried: Callable[[str], Iterable[str]] = lambda name: ()) -> AirSettled:
    """What a side's answer comes to: the others are lost, and with them whom they carried."""
    lost = [unit.id for unit in units if unit.id not in safe]
    lost += [name for carrier in lost for name in carried(carrier)]
    return AirSettled(rule=rule, side=side, hex=hex, units=tuple(safe), lost=position.in_order(lost))


def return_to_base(table: Table, rule: str, hexes: Iterable[str]) -> None:
    """All aircraft of missions to some hexes return to base and are turned face-down (wif para.c, gs.b, line 8)."""
    for hex in hexes:
        back = [unit.id for side in SIDES for unit in flying(table.position, side, hex)]
        if back:
            table.tell(AircraftReturned(rule=rule, units=table.position.in_order(back), hex=hex))
