"""Invasions are set up (wif inv.a-f); they are fought with the other attacks (wif inv.g-j)."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.events import UnitsInvade
from witp_pbem.games.wif_land.board.state import ENEMY, START, SURFACE_SHIP, TRANSPORT, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import INVASIONS, ORDERS, AtHex
from witp_pbem.games.wif_land.rules import segments, supply, zones
from witp_pbem.table.demand import Demand, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE = "wif inv.a"
FROM_WARSHIPS = ("asa_2", "mif_25")  # the options by which divisions invade from surface ships (wif inv.b)


def play(table: Table) -> None:
    """The phasing side sets up its invasions (wif inv.a)."""
    segments.play(table, INVASIONS, RULE, demand, lambda table, event: table.tell(event))


def demand(position: Position) -> Demand:
    """The next invasion."""
    return segments.queue(position, position.phasing, "invade", INVASIONS, RULE, ("invade",),
                          lambda order: judge(position, order.body), lambda: choices(position))


def judge(position: Position, body: AtHex) -> Verdict:
    """Whether units can invade a hex."""
    hex, side = body.hex.id, position.phasing
    if problem := no_target(position, side, hex):
        return (problem.at(body.hex.span),)
    pool = [unit for unit in able(position) if not _out_of_reach(position, unit, hex)]
    units = segments.choose(position, side, body.units, pool, RULE,
                            lambda unit: barred(position, unit) or _out_of_reach(position, unit, hex), hex)
    if isinstance(units, tuple):
        return units
    if zones.is_overstacked(position, side, hex, [*units, *landing(position, hex)]):
        return (illegal("overstacked", "wif retreat.b", body.hex.span, place=hex),)
    event = UnitsInvade("wif inv.d", position.in_order(unit.id for unit in units), hex)
    return Understood(event, ORDERS.value("invade", AtHex(body.hex, segments.named(units))))


def landing(position: Position, hex: str) -> list[Unit]:
    """The units that land in a hex, from the sea or from the air."""
    return [unit for unit in position.units.values() if unit.landing and unit.target == hex]


# -- the hex --------------------------------------------------------------------------------------------------------


def no_target(position: Position, side: Side, hex: str) -> Problem | None:
    """Why nobody invades a hex: it is no coastal hex the enemy controls (wif inv.a), there is storm, snow or blizzard
    (wif inv.c), or no all-sea hexside to attack across (wif inv.d)."""
    if hex not in position.map.hexes:
        return illegal("off-the-map", RULE, place=hex)
    if not position.hex(hex).coast:
        return illegal("no-coast", RULE, place=hex)
    if not is_enemy(position, side, hex):
        return illegal("not-the-enemys", RULE, place=hex)
    weather = position.weather_at(hex)
    if not weather.invasion:
        return illegal("no-invasion-weather", "wif inv.c", place=hex, weather=weather.id)
    if not any(_lands_from(position, hex, area) for area in position.hex(hex).coast):
        return illegal("no-all-sea", "wif inv.d", place=hex)
    return None


def is_enemy(position: Position, side: Side, hex: str) -> bool:
    """Whether the enemy of a side controls a hex, or holds it with ground units."""
    return position.control.get(hex) == ENEMY[side] or bool(position.ground(hex, ENEMY[side]))


def _lands_from(position: Position, hex: str, area: str) -> bool:
    """Whether an all-sea hexside parts a hex from a hex of a sea area (wif inv.d)."""
    return any(position.hex(beside).sea_area == area and any(
        position.data.hexsides[kind].invasion for kind in position.map.between(hex, beside))
        for beside in position.map.neighbours(hex))


# -- the units ------------------------------------------------------------------------------------------------------


def able(position: Position) -> list[Unit]:
    """The units that may invade something."""
    return [unit for unit in position.units.values() if unit.side == position.phasing and not barred(position, unit)]


def barred(position: Position, unit: Unit) -> Problem | None:
    """Why a unit may not invade at all: it is no infantry, aboard no transport in a section invasions start from,
    face-down, or out of supply (wif inv.a); it has moved."""
    if not unit.is_ground or not position.kind(unit).invade:
        return illegal("no-invader", RULE, unit=unit.id)
    if unit.moved:
        return illegal("moved-already", RULE, unit=unit.id)
    if problem := _not_aboard(position, unit):
        return problem
    if not unit.full:
        return illegal("face-down-invader", RULE, unit=unit.id)
    if not supply.in_supply(position, unit, START):
        return illegal("unsupplied-invader", RULE, unit=unit.id)
    return None


def _not_aboard(position: Position, unit: Unit) -> Problem | None:
    """That a unit is not aboard a ship from which it may invade: a transport (wif inv.a) or, for a division, with the
    options for it, a surface combat ship (wif inv.b)."""
    sections = position.data.numbers["invasion"]["sections"]
    if unit.aboard == SURFACE_SHIP and not (unit.division and any(
            position.option(option) == "yes" for option in FROM_WARSHIPS)):
        return illegal("no-warship-invasion", "wif inv.b", unit=unit.id)
    if unit.aboard not in (TRANSPORT, SURFACE_SHIP) or unit.section not in sections:
        return illegal("not-aboard", RULE, unit=unit.id, first=min(sections), last=max(sections))
    return None


def _out_of_reach(position: Position, unit: Unit, hex: str) -> Problem | None:
    """That a unit is in another sea area than those of a coast (wif inv.a), or no all-sea hexside leads from its area
    into the hex (wif inv.d)."""
    if unit.place not in position.hex(hex).coast:
        return illegal("other-sea", RULE, unit=unit.id, place=hex, area=unit.place)
    if not _lands_from(position, hex, unit.place):
        return illegal("no-all-sea", "wif inv.d", place=hex)
    return None


# -- choices --------------------------------------------------------------------------------------------------------


def choices(position: Position) -> Iterator[OrderValue]:
    """The legal invasions, unit by unit."""
    units = able(position)
    targets = [hex for hex in position.map.hexes if units and no_target(position, position.phasing, hex) is None]
    for unit in units:
        for hex in targets:
            verdict = judge(position, AtHex(At(hex, NOWHERE), segments.named([unit])))
            if isinstance(verdict, Understood):
                yield verdict.order
