"""Choosing the combat table (wif tbl.a-f): by the attacker where a blitz is possible, else by the defender."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.wif_land.board.data import TABLES
from witp_pbem.games.wif_land.board.events import TableChosen
from witp_pbem.games.wif_land.board.state import ANTI_TANK, DIE, Attack, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import BLITZ, ORDERS, Use
from witp_pbem.games.wif_land.rules.land_combat import die, strength, terrain
from witp_pbem.games.wif_land.rules.land_combat.result import Result
from witp_pbem.table.demand import Demand
from witp_pbem.table.problem import NOWHERE, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE = "wif tbl.e"
Counts = tuple[Fraction, Fraction]  # of the attacker, of the defender


class Blitz(NamedTuple):
    """Whether the conditions of a blitz hold (wif tbl.b-d).

    Attributes:
        barred: the code of what bars it: terrain, city, fort, armour; "" where nothing does.
        armour, mech: the units that count, of attacker and defender (wif tbl.f).
    """

    barred: str
    armour: Counts
    mech: Counts


def conditions(position: Position, attack: Attack) -> Blitz:
    """The conditions of a blitz: the hex (wif tbl.b), no fort hexside (wif tbl.c), more armour or, against none, more
    mechanised units (wif tbl.d; W-26)."""
    ours, theirs = strength.attackers(position, attack), strength.defenders(position, attack.target)
    armour = (_armour(position, [unit for unit in ours if unit.kind != ANTI_TANK]), _armour(position, theirs))
    mech = _mech(position, ours), _mech(position, theirs)
    if not position.terrain(attack.target).blitz:
        return Blitz("terrain", armour, mech)
    if position.hex(attack.target).city:
        return Blitz("city", armour, mech)
    if any(not position.data.hexsides[side].blitz for unit in position.named(attack.units)
           for side in terrain.hexsides(position, unit, attack.target)):
        return Blitz("fort", armour, mech)
    is_met = armour[0] > armour[1] or armour[1] == 0 and mech[0] > mech[1]
    return Blitz("" if is_met else "armour", armour, mech)


def _armour(position: Position, units: Iterable[Unit]) -> Fraction:
    """ARM and HQ-A units, a division half; an AT, which counts in defence alone, as an ARM division (wif tbl.f)."""
    return sum((position.kind(unit).armour * (_size(position, unit) if unit.kind != ANTI_TANK else 1)
                for unit in units), Fraction(0))


def _mech(position: Position, units: Iterable[Unit]) -> Fraction:
    """Mechanised units, a division half (wif tbl.f)."""
    return sum((position.kind(unit).mech * _size(position, unit) for unit in units), Fraction(0))


def _size(position: Position, unit: Unit) -> Fraction:
    return position.data.division if unit.division else Fraction(1)


def choose(table: Table, attack: Attack, column: str, modifier: int) -> str:
    """Which of the two tables is used (wif tbl.a), by the choice of attacker or defender (wif tbl.e; W-27)."""
    position: Position = table.position
    blitz = conditions(position, attack)
    side = position.other if blitz.barred else position.phasing
    tables = by_expected_loss(position, attack, column, modifier) if blitz.barred else [BLITZ, *_others()]
    chosen: str = table.ask(_demand(position, side, attack.target, tables))[0]
    table.tell(TableChosen(
        rule=RULE, side=side, hex=attack.target, table=chosen, is_blitz_possible=not blitz.barred,
        armour=(str(blitz.armour[0]), str(blitz.armour[1])), mech=(str(blitz.mech[0]), str(blitz.mech[1])),
        barred=blitz.barred))
    return chosen


def _others() -> list[str]:
    return [name for name in TABLES if name != BLITZ]


def _demand(position: Position, side: str, target: str, tables: list[str]) -> Demand:
    """The choice of a table, for one target or, by an order that names none, for any."""
    return choose_one(
        side, "table", RULE, tables, lambda name: ORDERS.value("use", Use(name, At(target, NOWHERE))),
        wishes=lambda order: [order.body.table],
        refusal=lambda order: illegal("no-such-table", RULE, order.statement.span, tables=tables),
        about={"turn": position.turn, "hex": target},
        matches=lambda order: order.body.hex is None or order.body.hex.id == target)


def by_expected_loss(position: Position, attack: Attack, column: str, modifier: int) -> list[str]:
    """The tables, that first by which the defender is to expect the lower loss (L-20)."""
    units = len(strength.defenders(position, attack.target))
    return sorted(TABLES, key=lambda name: sum(
        Result.of(cell).defenders_lost(units) * weight
        for cell, weight in chances(position, name, column, modifier).items()))


def chances(position: Position, name: str, column: str, modifier: int) -> Mapping[str, int]:
    """The results of a column, each with the number of throws that give it, those of low numbers first."""
    faces = range(DIE.first, DIE.last + 1)
    dice = [one + other for one in faces for other in faces] if position.option(die.OPTION_43) == "yes" else faces
    numbers = sorted(die.number(position, name, shown, modifier) for shown in dice)
    return Counter(die.rows(position, name)[number][column] for number in numbers)
