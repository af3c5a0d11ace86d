"""The strength of both sides in an attack (wif res.a, res.b), with every factor that goes into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, prod

from witp_pbem.games.wif_land.board.events import StrengthReckoned
from witp_pbem.games.wif_land.board.state import ARTILLERY, Attack, Position, Side, Unit
from witp_pbem.games.wif_land.rules.land_combat import supply_in_combat, terrain
from witp_pbem.games.wif_land.rules.land_combat.terrain import Factor
from witp_pbem.table.tuples import NamedTuple

SUBTRACT = "subtract"  # the value of option notional_sign
OPTION_33, OPTION_40 = "option_33", "option_40"
AIR = "air"  # what the record calls ground support


class Term(NamedTuple):
    """What a unit gives to the strength of its side.

    Attributes:
        unit: its id. printed: its strength on the counter. strength: what it comes to.
        factors: each with its code, as events have them ("river 1/2"); what is taken off likewise ("section -2").
    """

    unit: str
    printed: int
    factors: tuple[str, ...]
    strength: Fraction


class Strength(NamedTuple):
    """The strength of a side in an attack.

    Attributes:
        units: its ground units. notional: the strength of the notional unit, None where there is none.
        ships, air: what supports them, each before the cap.
    """

    units: tuple[Term, ...]
    notional: Fraction | None = None
    ships: tuple[Term, ...] = ()
    air: tuple[Term, ...] = ()

    @property
    def ground(self) -> Fraction:
        """The modified strength of the ground units alone."""
        return _sum(self.units)

    @property
    def bombardment(self) -> Fraction:
        """What counts of shore bombardment: no more than the ground units have (wif shore.e)."""
        return min(_sum(self.ships), self.ground)

    @property
    def tactical(self) -> Fraction:
        """What counts of ground support: no more than the ground units have (wif gs.a; W-28)."""
        return min(_sum(self.air), self.ground)

    @property
    def on_the_ground(self) -> int:
        """Ground units and notional unit, rounded: what a declaration of attack goes by (wif lc.d)."""
        return rounded(self.ground + (self.notional or 0))

    @property
    def total(self) -> int:
        """All of it, rounded to the nearest whole (wif res.a, res.b)."""
        return rounded(self.ground + (self.notional or 0) + self.bombardment + self.tactical)


def _sum(terms: Iterable[Term]) -> Fraction:
    return sum((each.strength for each in terms), Fraction(0))


def rounded(number: Fraction) -> int:
    """The nearest whole number, a half upwards (wif res.a)."""
    return floor(number + Fraction(1, 2))


def term(unit: str, printed: int, factors: Iterable[Factor] = (), section: int = 0) -> Term:
    """The share of a unit, multiplied by some factors.

    Args:
        section: what the section of the sea box takes off a ship's strength before that, which may leave nothing.
    """
    factors = tuple(factors)
    said = (*((f"section {-section}",) if section else ()), *(f"{factor.code} {factor.by}" for factor in factors))
    return Term(unit, printed, said, max(0, printed - section) * prod((by for _, by in factors), start=Fraction(1)))


# -- the attacker ---------------------------------------------------------------------------------------------------


def of_attacker(position: Position, attack: Attack) -> Strength:
    """The strength of an attack (wif res.a)."""
    units = [term(unit.id, unit.combat, _factors(position, unit, attack)) for unit in attackers(position, attack)]
    return Strength(tuple(units), None, ships(position, attack.target, attack.bombardment),
                    air(position, attack.target, attack.aircraft, defenders(position, attack.target)))


def attackers(position: Position, attack: Attack) -> list[Unit]:
    """The ground units that attack."""
    return [unit for unit in position.named(attack.everybody) if not unit.fate]


def _factors(position: Position, unit: Unit, attack: Attack) -> list[Factor]:
    """What the strength of an attacker is multiplied by: infantry that invades, MAR excepted, attacks with half (wif
    inv.g), by option 40 Nationalist Chinese do (wif res.d)."""
    numbers = position.data.numbers
    factors = terrain.of_attacker(position, unit, attack)
    if unit.id in attack.invaders and unit.kind not in numbers["invasion"]["full"]:
        factors.append(Factor("invasion", Fraction(numbers["invasion"]["others"])))
    if position.option(OPTION_40) == "yes" and unit.nation == numbers[OPTION_40]["power"]:
        factors.append(Factor(OPTION_40, Fraction(numbers[OPTION_40]["attack"])))
    return factors


# -- the defender ---------------------------------------------------------------------------------------------------


def of_defender(position: Position, attack: Attack) -> Strength:
    """The strength of the defence (wif res.b), the notional unit included (wif inv.j)."""
    target = attack.target
    units = [term(unit.id, unit.combat, [*terrain.of_defender(position, unit, target),
                                         *supply_in_combat.of_defender(position, unit)])
             for unit in defenders(position, target)]
    return Strength(tuple(units), notional(position, attack), ships(position, target, attack.defensive_bombardment),
                    air(position, target, attack.defensive_aircraft, attackers(position, attack)))


def defenders(position: Position, target: str) -> list[Unit]:
    """The ground units in a hex of the side whose impulse it is not."""
    return position.ground(target, position.other)


def notional(position: Position, attack: Attack) -> Fraction | None:
    """The strength of the notional unit against invaders and paratroops: with the modifiers of the sections the
    invaders come from added, or by option taken off, never below 0 (wif inv.h, inv.i, para.g; W-15)."""
    if not attack.is_landing or attack.ignores_notional:
        return None
    modifiers = sum(modifier(position, unit, attack.target) for unit in position.named(attack.invaders))
    sign = -1 if position.option("notional_sign") == SUBTRACT else 1
    return Fraction(max(0, position.data.notional + sign * modifiers))


# -- support --------------------------------------------------------------------------------------------------------


def ships(position: Position, target: str, names: Sequence[str]) -> tuple[Term, ...]:
    """What ships give: their strength less the modifier of their section (wif shore.b), halved in forest (wif ter.f);
    nothing in storm or blizzard (wif shore.d)."""
    if not position.weather_at(target).bombardment:
        return ()
    factors = terrain.of_support(position, target, terrain.BOMBARDMENT)
    return tuple(term(ship.id, ship.bombardment, factors, modifier(position, ship, target))
                 for ship in position.named(names))


def modifier(position: Position, unit: Unit, target: str) -> int:
    """The bombardment modifier of the section a unit is in or comes from (W-05); a starred one is worse in rain and
    snow (wif shore.c)."""
    section = position.map.areas[unit.place].sections[unit.section]
    return section.modifier + (position.weather_at(target).star_extra if section.starred else 0)


def air(position: Position, target: str, names: Sequence[str], enemies: Sequence[Unit]) -> tuple[Term, ...]:
    """What ground support gives: the tactical strength of aircraft, by option 33 double for tank-busters against armour
    (wif gs.d), halved in forest (wif ter.f); by option AsA 3 the strength of artillery (wif gs.c)."""
    busters = position.data.numbers["tank_busters"]
    is_armour = position.option(OPTION_33) == "yes" and any(unit.kind in busters["against"] for unit in enemies)
    halved = terrain.of_support(position, target, terrain.TACTICAL)
    doubled = [Factor("tank-buster", Fraction(busters["factor"]))]
    return tuple(term(unit.id, unit.combat) if unit.kind == ARTILLERY else
                 term(unit.id, unit.tactical, [*(doubled if is_armour and unit.tank_buster else []), *halved])
                 for unit in position.named(names))


# -- telling --------------------------------------------------------------------------------------------------------


def reckoned(position: Position, side: Side, attack: Attack, strength: Strength) -> StrengthReckoned:
    """The whole arithmetic of a side."""
    return StrengthReckoned(
        rule="wif res.a" if side == position.phasing else "wif res.b", side=side, hex=attack.target,
        units=_entries(strength.units), ground=str(strength.ground), total=strength.total,
        support=(*_entries(strength.ships, terrain.BOMBARDMENT), *_entries(strength.air, AIR)),
        notional=str(strength.notional or 0), bombardment=str(strength.bombardment), air=str(strength.tactical))


def _entries(terms: Sequence[Term], *what: str) -> tuple[tuple[str, ...], ...]:
    return tuple((each.unit, *what, str(each.printed), *each.factors, str(each.strength)) for each in terms)
