"""What the dice gave each side against what was to be expected."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.dice_statistics import Dice, LuckReport, luck_sections
from witp_pbem.games.common.dice_statistics import lucks as numbers
from witp_pbem.games.taiheiyo_senshi.board.state import DIE, SIDES
from witp_pbem.games.taiheiyo_senshi.telling.nouns import side_name, the_side
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.story import Happening, Luck, Section


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The luck of each side so far: the dice of its attacks."""
    count = LuckReport(happenings, SIDES, side_name, the_side)
    return luck_sections((say("Dice of attacks"), count.battle_dice(ATTACKS)))


def lucks(happenings: Sequence[Happening]) -> list[Luck]:
    """The same in numbers."""
    return numbers({"attack": ATTACKS}, happenings, SIDES)


ATTACKS = Dice("attack", DIE)
