"""A table at which the new dice are those of one play of many, and the rules for all those plays."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from witp_pbem.table.acts import Rolled
from witp_pbem.table.demand import Order
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.odds import Dice, Roll
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Table

MOST_POSITIONS = 2000  # kept at once
MOST_NEXT = 12  # kept behind one position; where there are more, plays seldom come to the same one


class SharedPositions(GameRules):
    """The rules for many plays: where these come to the same position, it is one and the same object, so that what is
    worked out about it is worked out once.

    Attributes:
        after: by the identity of a position, that position, and each event that was told there with the position after
            it, unless that is the same.
    """

    def __init__(self, game: Game, rulings: Mapping[tuple[int, int], Order]) -> None:
        super().__init__(game, dict(rulings))
        self.after: dict[int, tuple[Any, list[tuple[Event, Any]]]] = {}

    def apply(self, position: Any, event: Event) -> Any:
        known = self.after.get(id(position))
        for earlier, after in known[1] if known else ():
            if earlier == event:
                return after
        after = super().apply(position, event)
        self.keep(position, event, after)
        return after

    def keep(self, position: Any, event: Event, after: Any) -> None:
        """Notes the position after an event."""
        if after is not position and (id(position) in self.after or len(self.after) < MOST_POSITIONS):
            _, following = self.after.setdefault(id(position), (position, []))
            if len(following) < MOST_NEXT:
                following.append((event, after))


class DiceTable(Table):
    """The table of one play.

    Attributes:
        dice: those of the play, behind the record.
        labels: those of each new throw.
    """

    def __init__(self, *arguments: Any, dice: Dice) -> None:
        super().__init__(*arguments)
        self.dice = dice
        self.labels: list[tuple[Phrase, ...]] = []

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        if self._next() is not None:
            return super().roll(label, count, die)
        return self.throw(((label, count, die),), None, again)[0]

    def throw(self, rolls: Sequence[tuple[Phrase, int, Die]], comes_to: Callable[..., Hashable] | None,
              again: bool) -> tuple[tuple[int, ...], ...]:
        """A new throw (see `roll_all`)."""
        earlier = max((number for number, labels in enumerate(self.labels) if again and rolls[0][0] in labels),
                      default=None)
        dice = self.dice.throw([Roll(die, count) for _, count, die in rolls], comes_to, earlier)
        self.labels.append(tuple(label for label, _, _ in rolls))
        self.acts += [Rolled(label, shown, die) for (label, _, die), shown in zip(rolls, dice, strict=True)]
        return dice
