"""What happens at the table: decisions, dice, cards, rulings, and notices about orders given ahead."""

from __future__ import annotations

from typing import Any, NamedTuple

from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import Phrase, phrase


class Answered(NamedTuple):
    """A decision taken: the order as a JSON value (None for silence), where it came from, and whether that order
    stays at hand because it has more to say."""

    side: str
    demand: str
    order: Any
    source: tuple[int, int] | None = None
    stays: bool = False


class Forced(NamedTuple):
    """A decision in which the rules left only one answer, taken without asking."""

    side: str
    demand: str
    order: Any


class Triggered(NamedTuple):
    """An order given ahead answers next, and why it does: its conditions hold, or the order it stands in for is
    illegal (a phrase "answers" with `conditions` and, in the latter case, `instead`)."""

    side: str
    source: tuple[int, int] | None
    because: Phrase


class Cancelled(NamedTuple):
    """An order given ahead no longer counts, and why: the problem that makes it illegal (a phrase "illegal" with the
    `problem`'s code and `rule`, HIDDEN where that would tell of hidden cards), DEPENDS where it stands behind such an
    order for the same decision, or UNTIL where what ends a standing order has come."""

    side: str
    source: tuple[int, int] | None
    because: Phrase


class Rolled(NamedTuple):
    """Dice thrown for a stated reason, and which kind of die they were."""

    label: Phrase
    dice: tuple[int, ...]
    die: Die


class Drawn(NamedTuple):
    """A face-down card handed to a side; `slot` names it without telling what it is."""

    deck: str
    side: str
    slot: str


class Shuffled(NamedTuple):
    """A deck made ready: the seal of each card, top card first (empty where the cards will be given by hand)."""

    deck: str
    seals: tuple[str, ...]


class Tested(NamedTuple):
    """What the rules asked about a face-down card, and the answer. It says what everybody learns at this moment anyway,
    and is proved when the slot opens."""

    slot: str
    question: str
    answer: bool | str


class Edited(NamedTuple):
    """A referee's ruling that changes the position, by the number of its logbook entry and its place in it."""

    source: tuple[int, int]


Notice = Triggered | Cancelled
DEPENDS, UNTIL, HIDDEN = phrase("depends"), phrase("until"), phrase("hidden")
Act = Answered | Forced | Triggered | Cancelled | Rolled | Drawn | Shuffled | Tested | Edited | Event
