"""Overruns in the course of a move (wif overrun.a-g)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from witp_pbem.games.wif_land.board.events import UnitsOverrun
from witp_pbem.games.wif_land.board.state import (
    ARMOUR,
    ARMOURED_HQ,
    ENEMY,
    MECHANISED,
    NOW,
    START,
    Attack,
    Position,
    Unit,
)
from witp_pbem.games.wif_land.rules import supply
from witp_pbem.games.wif_land.rules.land_combat import odds, strength
from witp_pbem.table.problem import Problem, illegal

LEADERS = (ARMOUR, MECHANISED, ARMOURED_HQ)  # (wif overrun.a)


def judge(before: Position, now: Position, units: Sequence[str], hex: str) -> UnitsOverrun | Problem:
    """An overrun of the enemy in a hex by a stack beside it, in which no aircraft intervene (wif overrun.e).

    Args:
        before: the position when the move began. now: that of this moment.
    """
    return (_no_leader(before, now, units, hex) or _bad_ground(now, hex) or _immune(now, units, hex)
            or _fought(now, units, hex))


def _no_leader(before: Position, now: Position, units: Sequence[str], hex: str) -> Problem | None:
    """That nobody in the stack can overrun: ARM, MECH or HQ-A must be in supply at the start of the move and at the
    moment of the overrun (wif overrun.a)."""
    leaders = [unit for unit in now.named(units) if unit.kind in LEADERS]
    if not leaders:
        return illegal("no-overrunner", "wif overrun.a", place=hex)
    if not any(supply.in_supply(before, before.units[unit.id], START) and supply.in_supply(now, unit, NOW)
               for unit in leaders):
        return illegal("overrun-unsupplied", "wif overrun.a", place=hex, units=[unit.id for unit in leaders])
    return None


def _bad_ground(position: Position, hex: str) -> Problem | None:
    """That the enemy is not in clear or desert terrain without a city; a port does not matter (wif overrun.d)."""
    if position.terrain(hex).overrun and not position.hex(hex).city:
        return None
    return illegal("overrun-ground", "wif overrun.d", place=hex, terrain=position.hex(hex).terrain)


def _immune(position: Position, units: Sequence[str], hex: str) -> Problem | None:
    """That somebody there cannot be overrun: ARM and HQ-A never (wif overrun.b), MECH only by more MECH, or where ARM
    or HQ-A is in the stack (wif overrun.c, W-12)."""
    stack, never = position.named(units), position.data.numbers["overrun"]["immune"]
    enemies = position.ground(hex, ENEMY[stack[0].side])
    if immune := [unit.id for unit in enemies if unit.kind in never]:
        return illegal("cannot-be-overrun", "wif overrun.b", place=hex, units=immune)
    ours, theirs = mechanised(position, stack), mechanised(position, enemies)
    if theirs and ours <= theirs and not any(unit.kind in never for unit in stack):
        return illegal("too-little-mech", "wif overrun.c", place=hex, ours=str(ours), theirs=str(theirs))
    return None


def mechanised(position: Position, units: Sequence[Unit]) -> Fraction:
    """How many MECH there are among some units; a division is half a unit (wif tbl.f)."""
    return sum((position.kind(unit).mech * (position.data.division if unit.division else 1)
                for unit in units), Fraction(0))


def _fought(position: Position, units: Sequence[str], hex: str) -> UnitsOverrun | Problem:
    """The odds, by the strengths of land combat, which must be 7:1 at least with the units that are still in the stack
    (wif overrun.d). The overrun units are destroyed (wif overrun.g, W-13)."""
    attack, least = Attack(hex, tuple(units)), position.data.numbers["overrun"]["odds"]
    ours, theirs = strength.of_attacker(position, attack).total, strength.of_defender(position, attack).total
    ratio = odds.of_strengths(position, ours, theirs)
    if ratio.attacker < least * ratio.defender:
        return illegal("overrun-odds", "wif overrun.d", place=hex, strength=str(ours), defence=str(theirs),
                       odds=str(ratio), least=least)
    losses = tuple(unit.id for unit in strength.defenders(position, hex))
    return UnitsOverrun("wif overrun.d", tuple(units), hex, str(ours), str(theirs), str(ratio), losses)
