"""Terrain in combat (wif ter.a-f): what hexes and hexsides do to strengths."""

from __future__ import annotations

from fractions import Fraction

from witp_pbem.games.wif_land.board.state import MOUNTAIN, Attack, Position, Unit
from witp_pbem.games.wif_land.rules import zones
from witp_pbem.table.tuples import NamedTuple

FORT = "fort"
TACTICAL, BOMBARDMENT = "tactical", "bombardment"  # what terrain may halve (wif ter.f)


class Factor(NamedTuple):
    """What a strength is multiplied by, and the code of what does so: a kind of terrain or hexside, or a rule."""

    code: str
    by: Fraction


def hexsides(position: Position, unit: Unit, target: str) -> list[str]:
    """What lies between an attacker and the hex he attacks; of forts only the enemy's (W-42)."""
    return [kind for kind in position.map.between(unit.place, target)
            if kind != FORT or zones.fort_against(position, unit.side, unit.place, target)]


def can_attack(position: Position, unit: Unit, target: str) -> bool:
    """Whether a unit stands beside a hex, with no hexside between that nobody attacks across (wif lc.a, ter.a)."""
    return target in position.map.neighbours(unit.place) and all(
        position.data.hexsides[kind].attack for kind in hexsides(position, unit, target))


def of_attacker(position: Position, unit: Unit, attack: Attack) -> list[Factor]:
    """What the hexside does to an attacker (wif ter.a); paratroops cross none (wif ter.b), and invaders none but an
    all-sea one (wif inv.d)."""
    if unit.id not in attack.units:
        return []
    return [Factor(kind, position.data.hexsides[kind].attack) for kind in hexsides(position, unit, attack.target)]


def of_defender(position: Position, unit: Unit, target: str) -> list[Factor]:
    """What the hex does to a defender: mountain (wif ter.c), swamp (wif ter.d)."""
    terrain = position.terrain(target)
    by = terrain.mountain_troops if unit.kind == MOUNTAIN else terrain.defence
    return [Factor(terrain.id, by)] if by != 1 else []


def of_support(position: Position, target: str, what: str) -> list[Factor]:
    """What the hex does to the tactical strength of aircraft and to shore bombardment: forest halves both (wif
    ter.f)."""
    terrain = position.terrain(target)
    return [Factor(terrain.id, Fraction(1, 2))] if what in terrain.halves else []


def shift(position: Position, attack: Attack) -> int:
    """The columns in favour of the attacker: jungle one against him, unless all attackers are Japanese (wif ter.e)."""
    terrain = position.terrain(attack.target)
    is_spared = all(unit.nation == terrain.shift_unless_all for unit in position.named(attack.everybody))
    return 0 if is_spared else terrain.odds_shift
