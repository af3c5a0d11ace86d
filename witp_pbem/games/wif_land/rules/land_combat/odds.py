"""The odds of an attack (wif res.c, res.e, res.f): simplified for the defender, rounded up by a die with option 41, and
shifted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from witp_pbem.games.wif_land.board.state import DIE, Attack, Position
from witp_pbem.games.wif_land.rules.land_combat import terrain
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

OPTION_41 = "option_41"


class Odds(NamedTuple):
    """Attacker against defender, one of them 1: 3:1, 1:2; 0:1 where the attacker has no strength at all."""

    attacker: int
    defender: int

    def __str__(self) -> str:
        return f"{self.attacker}:{self.defender}"


class Fraction41(NamedTuple):
    """What option 41 made of the odds (wif res.e): the per cent that were dropped, 0 where it has no part, the die, and
    the odds."""

    odds: Odds
    percent: int = 0
    die: int = 0
    rounds_up: bool = False


def of_strengths(position: Position, attack: int, defence: int) -> Odds:
    """Odds simplified, the fraction dropped in the defender's favour (wif res.c), at most those against strength 0 (wif
    lc.e)."""
    most = position.data.numbers["odds"]["against_nothing"]
    if defence == 0:
        return Odds(most, 1)
    if attack >= defence:
        return Odds(min(attack // defence, most), 1)
    return Odds(1, -(-defence // attack)) if attack else Odds(0, 1)


def is_enough(position: Position, attack: int, defence: int) -> bool:
    """Whether odds allow an attack (wif lc.d)."""
    ours, theirs = position.data.numbers["odds"]["least"]
    return defence == 0 or attack * theirs >= defence * ours and attack > 0


def dropped(position: Position, attack: int, defence: int) -> int:
    """What has been dropped of odds of 1:1 and more, in per cent of the defender's strength, by whole tens (wif res.e;
    W-17); 0 for odds that cannot be higher."""
    most, step = position.data.numbers["odds"]["against_nothing"], position.data.numbers[OPTION_41]["step"]
    if defence == 0 or attack < defence or attack >= most * defence:
        return 0
    return int(attack % defence * 100 // (defence * step) * step)


def fractional(table: Table, target: str, attack: int, defence: int) -> Fraction41:
    """The odds, by option 41 rounded up if the die times ten is no more than the per cent dropped (wif res.e; W-17)."""
    position: Position = table.position
    odds = of_strengths(position, attack, defence)
    percent = dropped(position, attack, defence) if position.option(OPTION_41) == "yes" else 0
    if not percent:
        return Fraction41(odds)
    step = position.data.numbers[OPTION_41]["step"]
    label = phrase("fraction", turn=position.turn, hex=target)
    (die,), = table.roll_all((label, 1, DIE), comes_to=lambda dice: dice[0] * step <= percent)
    rounds_up = die * step <= percent
    return Fraction41(odds._replace(attacker=odds.attacker + rounds_up), percent, die, rounds_up)


def shifts(position: Position, attack: Attack) -> dict[str, int]:
    """The columns in favour of the attacker: jungle and weather (wif res.f), headquarters (wif hq.f)."""
    columns = {position.terrain(attack.target).id: terrain.shift(position, attack),
               "weather": position.weather_at(attack.target).odds_shift, "headquarters": attack.shift}
    return {code: number for code, number in columns.items() if number}


def shifted(position: Position, odds: Odds, columns: int) -> Odds:
    """Odds so many columns to the right. Below the least column the ratio itself goes on, 1:3, 1:4 (W-25)."""
    if odds.attacker == 0:
        return odds
    place = odds.attacker - 1 if odds.defender == 1 else 1 - odds.defender  # 1:1 is 0, 2:1 is 1, 1:2 is -1
    place = min(place + columns, position.data.numbers["odds"]["against_nothing"] - 1)
    return Odds(place + 1, 1) if place >= 0 else Odds(1, 1 - place)


def column(position: Position, odds: Odds) -> str:
    """The column that is read: odds below the least are read there (W-25)."""
    columns = position.data.combat.columns
    return str(odds) if str(odds) in columns else columns[0]


def steps_below(position: Position, odds: Odds) -> int:
    """How many steps odds are below the least column (wif die.a; W-25)."""
    return max(0, odds.defender - int(position.data.combat.columns[0].split(":")[1]))


def listed(entries: Mapping[str, int] | Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Shifts and modifiers as events have them, "jungle -1"."""
    return tuple(f"{code} {number}" for code, number in dict(entries).items())
