"""The combat die (wif die.a, die.b): its modifiers, and the number that is read. By option 43 both sides throw one, and
the sum is read (W-36)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from witp_pbem.games.wif_land.board.state import DIE, SIDES, Attack, Position
from witp_pbem.games.wif_land.orders.kinds import ASSAULT
from witp_pbem.games.wif_land.rules.land_combat import odds, strength
from witp_pbem.games.wif_land.rules.land_combat.odds import Odds
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

OPTION_42, OPTION_43 = "option_42", "option_43"
EACH = "each"  # the value of option powers_penalty


def modifiers(position: Position, attack: Attack, final: Odds) -> dict[str, int]:
    """What is added to the die, and taken off: for each face-down defending unit and each step the odds are below the
    least (wif die.a), and by option 42 for major powers (wif die.b). An attack without any strength reads the lowest
    row, whatever else there is (W-44)."""
    numbers: Mapping[str, int] = position.data.numbers["die"]
    if final.attacker == 0:
        return {"below": -max(rows(position, ASSAULT))}
    down = sum(not unit.full for unit in strength.defenders(position, attack.target))
    entries = {"face-down": numbers["face_down"] * down,
               "below": numbers["below_least_odds"] * odds.steps_below(position, final),
               "powers": numbers["power"] * _powers(position, attack)}
    return {code: number for code, number in entries.items() if number}


def _powers(position: Position, attack: Attack) -> int:
    """How many major powers count: of those that have units among the attackers all beyond the first, or as agreed on
    each of them (wif die.b; W-18)."""
    if position.option(OPTION_42) != "yes":
        return 0
    major = position.powers.get(position.phasing, ())
    powers = {unit.nation for unit in strength.attackers(position, attack) if unit.nation in major}
    is_each: bool = position.option("powers_penalty") == EACH
    return len(powers) if is_each else max(0, len(powers) - 1)


def rows(position: Position, table: str) -> Mapping[int, Mapping[str, str]]:
    """The rows of a combat table by number: for one die or, with option 43, for the sum of two (W-36)."""
    combat = position.data.combat
    return (combat.two_dice if position.option(OPTION_43) == "yes" else combat.cells)[table]


def number(position: Position, table: str, shown: int, modifier: int) -> int:
    """The number that is read: what the dice show, modified, at most the last row and at least the first (W-24)."""
    known = rows(position, table)
    return max(min(known), min(max(known), shown + modifier))


def roll(table: Table, attack: Attack, name: str, column: str, modifier: int) -> tuple[tuple[int, ...], int, str]:
    """Rolls for an attack: the dice, the number read in a combat table, and the result."""
    position: Position = table.position

    def read(*dice: tuple[int, ...]) -> int:
        return number(position, name, sum(map(sum, dice)), modifier)

    def comes_to(*dice: tuple[int, ...]) -> Hashable:
        return rows(position, name)[read(*dice)][column]

    sides = SIDES if position.option(OPTION_43) == "yes" else ("",)
    labels = [phrase("combat", turn=position.turn, hex=attack.target, **({"side": side} if side else {}))
              for side in sides]
    dice = table.roll_all(*((label, 1, DIE) for label in labels), comes_to=comes_to)
    return tuple(die for (die,) in dice), read(*dice), str(comes_to(*dice))
