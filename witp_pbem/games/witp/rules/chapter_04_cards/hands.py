"""Chapter 4: what lies in a hand. A slot is an open card ("1942-03") or a sealed one ("1942/3").

What the rules ask about a sealed card is recorded for everybody (`Table.test`), so each question is asked only where
everybody learns its answer anyway:

* `compulsory`, of the cards of the deal: everybody learns which of them is why hands are dealt anew. Both go back and
  are shuffled, so it says nothing about any card in a hand. Of a hand: a compulsory card is shown at once, and a side
  that names the card it uses has none.
* `ends-sudden-death`, of a card drawn while the sudden-death rule is in force: whether it ends there and then.
* `is NAME` and `card` (`questions`), of a card that is used or shown now.
"""

from __future__ import annotations

from witp_pbem.games.witp.board.state import Position
from witp_pbem.table import questions
from witp_pbem.table.table import Table

COMPULSORY, ENDS_SUDDEN_DEATH = "compulsory", "ends-sudden-death"


def is_open(table: Table, slot: str) -> bool:
    """Whether everybody sees the card in a slot."""
    return slot in table.position.data.cards


def test(table: Table, slot: str, question: str) -> bool | str:
    """The answer to a question about the card in a slot. An open card needs no record of it."""
    return answer(table.position, question, slot) if is_open(table, slot) else table.test(slot, question)


def card_in(table: Table, slot: str) -> str:
    """The card in a slot that is turned up now."""
    return str(test(table, slot, questions.CARD))


def private(table: Table, slot: str) -> str | None:
    """The card in a slot, for the eyes of the side that holds it (`Table.private`)."""
    return slot if is_open(table, slot) else table.private(slot)


def answer(position: Position, question: str, card: str) -> bool | str:
    """The answer to what the rules ask about a card."""
    record = position.data.cards[card]
    if question == COMPULSORY:
        return bool(record["forced"])
    if question == ENDS_SUDDEN_DEATH:
        return any(effect["op"] == "cancel_sudden_death" for effect in record.get("on_draw", {}).get("effects", ()))
    return questions.answer(question, card)
