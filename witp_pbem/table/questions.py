"""What rules ask about a face-down card (`Table.test`). A game answers its own questions and leaves these to the table:

* `card`: which card it is. It tells everybody the card, so it is asked where the card is turned up.
* `is NAME`: whether it is this card. It is asked of a side's slots where the side plays a card it names: everybody
  learns which slot it lay in, and of the slots before it that they hold another.
"""

from __future__ import annotations

CARD = "card"
IS = "is"


def is_card(card: str) -> str:
    """The question whether a card is a certain one."""
    return f"{IS} {card}"


def answer(question: str, card: str) -> bool | str:
    """The answer to a question every game has.

    Raises:
        ValueError: it is none of them.
    """
    if question == CARD:
        return card
    kind, _, name = question.partition(" ")
    if kind != IS:
        raise ValueError(f"no question about a card: {question!r}")
    return card == name
