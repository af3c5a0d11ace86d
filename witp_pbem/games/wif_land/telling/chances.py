"""How likely each result of an attack was, on both combat tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from witp_pbem.games.common.dice_statistics import decimal
from witp_pbem.games.common.nouns import signed
from witp_pbem.games.wif_land.board.data import TABLES
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.rules.land_combat import die, table_choice
from witp_pbem.games.wif_land.rules.land_combat.result import Result
from witp_pbem.games.wif_land.telling import reconstructed
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.language import bracketed, listing
from witp_pbem.table.story import Block, Columns


def of_results(position: Position, table: str, column: str, modifier: int) -> Mapping[str, Fraction]:
    """Each result in a column of a combat table with its chance, from the worst for the attacker to the best."""
    times = table_choice.chances(position, table, column, modifier)
    return {cell: Fraction(count, sum(times.values())) for cell, count in times.items()}


def blocks(position: Position, column: str, modifier: int, units: tuple[int, int]) -> Iterator[Block]:
    """The chances on both tables, and what each side had to expect to lose.

    Args:
        modifier: of the die. units: how many attack and how many defend.
    """
    if position.option(die.OPTION_43) == "yes" and not position.data.combat.two_dice:
        return
    rows = []
    for table in TABLES:
        chances = of_results(position, table, column, modifier)
        lost = [(min(result.attackers, units[0]), result.defenders_lost(units[1]), chance)
                for cell, chance in chances.items() for result in [Result.of(cell)]]
        results = listing(f"{cell} {decimal(100 * chance, 0)}" for cell, chance in chances.items())
        losses = (sum((loss[side] * loss[2] for loss in lost), Fraction(0)) for side in (0, 1))
        rows.append((word("table-name", table), results, *(decimal(loss, 1) for loss in losses)))
    caption = say("Chances in % at {odds}", odds=column) if not modifier else say(
        "Chances in % at {odds}, {modifier} to the die", odds=column, modifier=signed(modifier))
    ours = reconstructed.of_the_tables(position)
    yield Columns(bracketed(caption, ours) if ours else caption,
                  say.heads("Table", "Results", "Attacker loses", "Defender loses"), tuple(rows), (2, 3))


def percent(chance: Fraction) -> str:
    """A chance in per cent."""
    return f"{decimal(100 * chance, 0)} %"
