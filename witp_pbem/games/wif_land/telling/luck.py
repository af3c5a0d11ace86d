"""What the dice gave against what was to be expected: attacks by the losses of the defender, headquarters by their
successes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from witp_pbem.games.common.dice_statistics import Attack, Attacks, LuckReport, luck_sections
from witp_pbem.games.common.dice_statistics import lucks as numbers
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board.state import DIE, SIDES, Position
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.games.wif_land.rules.land_combat.result import Result
from witp_pbem.games.wif_land.telling import chances
from witp_pbem.games.wif_land.telling.nouns import place, side_name, the_side
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.acts import Act
from witp_pbem.table.story import Block, Columns, Happening, Luck, Section


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck so far: each attack with how likely a result as good was, and headquarters that were to support."""
    statistics = LuckReport(happenings, SIDES, side_name, the_side)
    return luck_sections((say("Attacks"), _attacks(happenings)),
                         (say("Headquarters support"), statistics.attacks(
                             SUPPORT, say("Support that succeeded"), "wif hq.f")))


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The support of headquarters in numbers; the results of attacks do not add up."""
    return numbers({"support": SUPPORT}, happenings, SIDES)


def _support(act: Act) -> Attack | None:
    """A roll of a headquarters, which succeeds below its value."""
    if not isinstance(act, e.HeadquartersRolled):
        return None
    return Attack(act.side, Fraction(min(max(act.value - 1, 0), DIE.faces), DIE.faces), act.succeeds)


SUPPORT = Attacks(_support)


def _attacks(happenings: Sequence[Happening]) -> Iterator[Block]:
    """Each attack with the chance of its result or a better one on the table that was used."""
    rows: list[tuple[str, ...]] = []
    sides: list[str] = []
    modifier, column = 0, ""
    for happening in happenings:
        act, position = happening.act, happening.position_before
        if isinstance(act, e.OddsReckoned):
            modifier, column = sum(int(entry.split()[1]) for entry in act.modifiers), act.column
        if isinstance(act, e.AttackFought) and column:
            rows.append(_row(position, act, column, modifier))
            sides.append(act.side)
    if rows:
        yield Columns("", say.heads("Attack", "Table", "Odds", "Die", "Result", "As good or better"), tuple(rows),
                      (3, 5), tuple(sides), rule="wif die.c")


def _row(position: Position, act: e.AttackFought, column: str, modifier: int) -> tuple[str, ...]:
    """An attack: the table and odds, the die, the result, and how likely one as good for the attacker was."""
    results = chances.of_results(position, act.table, column, modifier)
    better = sum((chance for cell, chance in results.items()
                  if _worth(position, act.hex, cell) >= _worth(position, act.hex, act.result)), Fraction(0))
    dice = " + ".join(map(str, act.dice))
    return (place(position, act.hex), word("table-name", act.table), act.odds, dice, act.result,
            chances.percent(better))


def _worth(position: Position, target: str, cell: str) -> tuple[int, ...]:
    """What a result is worth to the attacker: losses of the defender less his own, retreats, units kept face-up."""
    result = Result.of(cell)
    units = len(strength.defenders(position, target)) or 1
    return (result.defenders_lost(units) - result.attackers, len(result.effect), result.effect == "B",
            result.keeps_face)
