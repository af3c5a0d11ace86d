"""A table at which the new dice are those of one play of many."""

from __future__ import annotations

from typing import Any

from witp_pbem.table.acts import Rolled
from witp_pbem.table.dice import Die
from witp_pbem.table.odds import Dice
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.table import Table


class DiceTable(Table):
    """The table of one play.

    Attributes:
        dice: those of the play, behind the record.
    """

    def __init__(self, *arguments: Any, dice: Dice) -> None:
        super().__init__(*arguments)
        self.dice = dice

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        if self._next() is not None:
            return super().roll(label, count, die)
        dice = self.dice.roll(count, die, self._last(label) if again else None)
        self.acts.append(Rolled(label, dice, die))
        return dice

    def _last(self, label: Phrase) -> int:
        """The number of the new roll in which a label came last."""
        labels = [act.label for act in self.acts[len(self.record):] if isinstance(act, Rolled)]
        return max(index for index, before in enumerate(labels) if before == label)
