"""What happens at the table: decisions, dice, cards, rulings, and notices about conditional orders.

A source is where an order stands in the logbook: the number of its entry, and its index in that, from 0.
"""

from __future__ import annotations

from typing import Any

from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.tuples import NamedTuple


class Answered(NamedTuple):
    """A decision taken.

    Attributes:
        side: whose decision it was.
        demand: its code.
        order: the answer as a JSON value, None for silence.
        source: the order it came from, None for silence.
        stays: that order stays pending, because it has more to give.
        undone: what those of the side's lists that lie open have left undone, where nothing more is asked of it
            (`pending.open_to_all`).
    """

    side: str
    demand: str
    order: Any
    source: tuple[int, int] | None = None
    stays: bool = False
    undone: tuple[Phrase, ...] = ()


class Forced(NamedTuple):
    """A decision that left only one legal answer, taken without asking; fields as in `Answered`."""

    side: str
    demand: str
    order: Any
    undone: tuple[Phrase, ...] = ()


class Triggered(NamedTuple):
    """A conditional order answers next.

    Attributes:
        because: the phrase "answers" with the `conditions` that hold and, where the order replaces an illegal one,
            what is wrong with that (`instead`). The record leaves the conditions to the words of the order
            (`pending.with_conditions`).
    """

    side: str
    source: tuple[int, int] | None
    because: Phrase


class Cancelled(NamedTuple):
    """A conditional order no longer counts.

    Attributes:
        because: what makes it illegal (the phrase "illegal" with the `problem`'s code and `rule`, or HIDDEN where that
            would betray hidden cards); DEPENDS where it follows an illegal order for the same decision; UNTIL where
            what ends a standing order has happened.
    """

    side: str
    source: tuple[int, int] | None
    because: Phrase


class Rolled(NamedTuple):
    """Dice thrown: what for, the numbers shown, and the kind of die."""

    label: Phrase
    dice: tuple[int, ...]
    die: Die


class Drawn(NamedTuple):
    """A face-down card handed to a side; `slot` names it without saying which card it is."""

    deck: str
    side: str
    slot: str


class Shuffled(NamedTuple):
    """A deck made: the seal of each card, top card first; none where cards are drawn by hand."""

    deck: str
    seals: tuple[str, ...]


class Tested(NamedTuple):
    """A question the rules put about a face-down card, and the answer. It says only what everybody learns at this
    moment anyway, and is proved when the card is turned up."""

    slot: str
    question: str
    answer: bool | str


class Edited(NamedTuple):
    """A referee's ruling, by its source, that changes the position."""

    source: tuple[int, int]


Notice = Triggered | Cancelled
DEPENDS, UNTIL, HIDDEN = phrase("depends"), phrase("until"), phrase("hidden")
Act = Answered | Forced | Triggered | Cancelled | Rolled | Drawn | Shuffled | Tested | Edited | Event
