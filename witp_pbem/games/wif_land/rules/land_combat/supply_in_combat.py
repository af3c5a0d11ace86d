"""Supply in combat (wif sup.a, sup.b): who is out of supply when attacks are declared."""

from __future__ import annotations

from fractions import Fraction

from witp_pbem.games.wif_land.board.state import DECLARED, Position, Unit
from witp_pbem.games.wif_land.rules import supply
from witp_pbem.games.wif_land.rules.land_combat.terrain import Factor

UNSUPPLIED = "unsupplied"


def may_attack(position: Position, unit: Unit) -> bool:
    """A unit out of supply when attacks are declared cannot attack (wif sup.a)."""
    return supply.in_supply(position, unit, DECLARED)


def of_defender(position: Position, unit: Unit) -> list[Factor]:
    """What being out of supply does to a defender, as agreed on: the rulebook's sentence breaks off (wif sup.b;
    W-03)."""
    by = Fraction(position.option("out_of_supply_defence"))
    return [] if by == 1 or supply.in_supply(position, unit, DECLARED) else [Factor(UNSUPPLIED, by)]
