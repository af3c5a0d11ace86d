"""Cards in hands and decks: what the rules may ask of those that lie face down, drawing, showing, decks made anew.

A slot is a card face down, by its deck and its number there ("1942/3"), or one that lies open, by its own name
("1942-03"). What is asked of a card face down is recorded for everybody (`Table.test`): ask only what everybody learns
at this moment anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from witp_pbem.table import questions
from witp_pbem.table.table import Table


def is_open(slot: str) -> bool:
    """Whether everybody sees the card in a slot."""
    return "/" not in slot


def test(table: Table, slot: str, question: str) -> bool | str:
    """The answer to a question about the card in a slot. About an open card it needs no record."""
    return table.rules.answer(table.position, question, slot) if is_open(slot) else table.test(slot, question)


def card_in(table: Table, slot: str) -> str:
    """The card in a slot that is turned up now."""
    return str(test(table, slot, questions.CARD))


def first(table: Table, slots: Iterable[str], question: str) -> str | None:
    """The first of some slots of whose card the answer is yes; None without one. Everybody learns that it is no of
    those before it."""
    return next((slot for slot in slots if test(table, slot, question)), None)


def slot_of(table: Table, hand: Sequence[str], card: str) -> str:
    """The slot of a hand in which a card lies that its owner plays by name.

    Raises:
        StopIteration: the card is not in the hand.
    """
    return next(slot for slot in hand if test(table, slot, questions.is_card(card)))


def private(table: Table, hand: Iterable[str]) -> dict[str, str | None]:
    """The cards of a hand by their slots, for the eyes of the side that holds them (`Table.private`); None for those
    this copy may not know."""
    return {slot: slot if is_open(slot) else table.private(slot) for slot in hand}


def may_hold(held: Collection[str | None], card: str) -> bool:
    """Whether a hand holds a card, as far as this copy knows: a card it does not know may be any."""
    return card in held or None in held


def show(table: Table, slot: str, card: str) -> None:
    """Turns a card up for everybody, unless it lies open already."""
    if not is_open(slot):
        table.open(slot, card)


def draw(table: Table, deck: str, drawn: int, size: int, holder: str) -> str:
    """The slot of the next card of a deck of which so many have been drawn; "" if nothing is left."""
    return table.draw(deck, drawn, holder) if drawn < size else ""


def undrawn(deck: str, size: int, drawn: Collection[str]) -> list[str]:
    """The slots of a deck from which nobody has drawn: what goes, unseen, into a deck that is made anew."""
    slots = [slot for number in range(size) if (slot := f"{deck}/{number}") not in drawn]
    return slots[:size - len(drawn)]


def again(deck: str) -> str:
    """The name of a deck that is made anew: "fates-2" after "fates", then "fates-3"."""
    name, _, number = deck.partition("-")
    return f"{name}-{int(number or 1) + 1}"
