"""Chapter 4: what the rules ask of a card, open or face down (`decks`).

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

COMPULSORY, ENDS_SUDDEN_DEATH = "compulsory", "ends-sudden-death"


def answer(position: Position, question: str, card: str) -> bool | str:
    """The answer to what the rules ask about a card."""
    record = position.data.cards[card]
    if question == COMPULSORY:
        return bool(record["forced"])
    if question == ENDS_SUDDEN_DEATH:
        return any(effect["op"] == "cancel_sudden_death" for effect in record.get("on_draw", {}).get("effects", ()))
    return questions.answer(question, card)
