"""What the Atoll tells in other words than every game: its steps, and what the dice gave."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.atoll.orders import SIDES
from tests.games.atoll.rules import SIX
from tests.games.atoll.wording import Said, say
from witp_pbem.games.common.dice_statistics import Attack, Attacks, Dice, LuckReport, chance, luck_sections
from witp_pbem.table.acts import Act, Rolled
from witp_pbem.table.story import Happening, Section

NAMES = Said({"blue": "Blue", "orange": "Orange"})
nothing_happened = Said({"movement": "Nobody moved.", "battle": "No battle was fought."})


def step_name(step: str) -> str:
    """A step as the head of a section."""
    return say(step).capitalize()


def _arrival(act: Act) -> Attack | None:
    """A throw for a ship, which arrives on 4 to 6."""
    if isinstance(act, Rolled) and act.label.code == "arrival":
        return Attack(act.label.values["side"], chance(4, 6, SIX, 1), act.dice[0] >= 4)
    return None


def luck(happenings: Sequence[Happening]) -> list[Section]:
    """The dice of battles, and how often ships arrived."""
    count = LuckReport(happenings, SIDES, NAMES.__getitem__, NAMES.__getitem__)
    return luck_sections(
        (say("Battle dice"), count.battle_dice(Dice("battle", SIX))),
        (say("Arrivals"), count.attacks(Attacks(_arrival), say("A ship arrives by a hit"), "atoll 2.b")))
