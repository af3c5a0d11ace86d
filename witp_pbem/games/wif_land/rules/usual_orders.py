"""The usual orders of an impulse, filled with what stands: what forms offer ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.state import (
    AIRBORNE,
    INVASION,
    LAND,
    SURFACE_SHIP,
    Position,
    Side,
    Unit,
)
from witp_pbem.games.wif_land.board.turn import COMBAT, MOVEMENT, RAIL
from witp_pbem.games.wif_land.orders import kinds
from witp_pbem.games.wif_land.orders.kinds import (
    ASSAULT,
    BLITZ,
    ORDERS,
    SHATTER,
    Action,
    Apply,
    AtHex,
    Hexes,
    Losses,
    Pass,
    Retreat,
    Use,
)
from witp_pbem.games.wif_land.rules import segments
from witp_pbem.games.wif_land.rules.land_combat import declaration, ground_support, headquarters, shore_bombardment
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.demand import Understood
from witp_pbem.table.game import UsualOrders
from witp_pbem.table.problem import NOWHERE

Wishes = Iterator[tuple[str, Any, str]]  # keyword, body, what it is
DECLARED = ("support", "combat")  # steps in which all attacks have been declared (wif lc.b)


def filled(position: Position, side: Side, phase: str) -> Iterator[UsualOrders]:
    """The usual orders of a side in a phase: of the one whose impulse it is, and of the other one."""
    if phase not in PHASES:
        return
    if phase == COMBAT and side == position.phasing and position.step not in DECLARED:
        yield from _attacks(position)
    for keyword, body, note in PHASES[phase](position, side):
        yield UsualOrders([ORDERS.value(keyword, body)], closes=True, note=note)


def _attacks(position: Position) -> Iterator[UsualOrders]:
    """The attack on each hex by all that can attack it as they stand now and attack no other, with its odds."""
    attacking: set[str] = set()
    for target in position.map.hexes:
        able = [] if declaration.no_target(position, target) else declaration.able(position, target)
        units = [unit for unit in able if unit.id not in attacking]
        verdict = declaration.judge(position, AtHex(At(target, NOWHERE), segments.named(units))) if units else ()
        if isinstance(verdict, Understood):
            attacking.update(unit.id for unit in units)
            yield UsualOrders([verdict.order], note=say("{odds} as things stand", odds=verdict.answer.odds))


def _rail(position: Position, side: Side) -> Wishes:
    if side != position.phasing:
        return
    if not position.action:
        yield "action", Action(LAND), say("land units alone move by rail; else combined or air")
    yield "pass", Pass(kinds.RAIL), say("nobody more by rail")


def _movement(position: Position, side: Side) -> Wishes:
    if side == position.phasing:
        yield "pass", Pass(kinds.MOVEMENT), say("move no more")
    if side == position.phasing and _has(position, side, _is_aboard):
        yield "pass", Pass(kinds.INVASIONS), say("invade no more")
    if side == position.phasing and _has(position, side, lambda unit: unit.kind == AIRBORNE):
        yield "pass", Pass(kinds.PARADROPS), say("drop no more")


def _combat(position: Position, side: Side) -> Wishes:
    """What is declared, then what is asked in every combat."""
    is_attacker = side == position.phasing
    if is_attacker:
        yield "pass", Pass(kinds.ATTACKS), say("attack no more")
    elif _has(position, position.phasing, lambda unit: _is_aboard(unit) or unit.kind == AIRBORNE):
        yield "pass", Pass(kinds.NOTIONAL), say("notional units defend")
    yield from _support(position, side)
    if is_attacker:
        yield "fight", Hexes((), True), say("the order of combats")
        yield "use", Use(BLITZ), say("where a blitz is possible")
        yield "apply", Apply(SHATTER), say("results S and B as they stand")
    else:
        yield "use", Use(ASSAULT), say("where no blitz is possible")
        yield "retreat", Retreat((), True), say("as far from the enemy as possible")
    yield "lose", Losses((), True), say("the weakest first, of these those that lie face-down")
    if is_attacker:
        yield "pass", Pass(kinds.ADVANCES), say("advance no more")


def _support(position: Position, side: Side) -> Wishes:
    """That nobody supports any more, of each kind of support a side has."""
    is_asked = side == position.phasing or position.option(shore_bombardment.OPTION_38) == "yes"
    if is_asked and _has(position, side, lambda unit: unit.kind == SURFACE_SHIP):
        yield "pass", Pass(kinds.BOMBARDMENT), say("bombard no more")
    if position.option(headquarters.OPTION_39) == "yes" and _has(position, side, lambda unit: unit.is_headquarters):
        yield "pass", Pass(kinds.HEADQUARTERS), say("no more headquarters support")
    flies = any(unit.is_aircraft for unit in position.units.values())
    if flies or position.option(ground_support.ASA_3) == "yes":
        yield "pass", Pass(kinds.MISSIONS), say("fly no more missions")


def _has(position: Position, side: Side, which: Callable[[Unit], bool]) -> bool:
    """Whether a side has a unit in play of some description."""
    return any(unit.side == side and not unit.fate and which(unit) for unit in position.units.values())


def _is_aboard(unit: Unit) -> bool:
    return unit.is_ground and (unit.section >= 0 or unit.landing == INVASION)


PHASES: Mapping[str, Callable[[Position, Side], Wishes]] = {RAIL: _rail, MOVEMENT: _movement, COMBAT: _combat}
