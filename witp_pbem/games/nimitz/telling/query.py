"""What players ask about: the words of a question."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.state import JAPAN, US, Position
from witp_pbem.games.nimitz.orders.lexicon import lexicon
from witp_pbem.games.nimitz.telling.entries import telling
from witp_pbem.table.story import Query
from witp_pbem.table.tokens import tokens

# "Japan" and 日本 mean the point, where a question has no other word for the side.
_SIDES = {"japanese": JAPAN, "japan's": JAPAN, "japan’s": JAPAN, "日本軍": JAPAN, "us": US, "american": US,
          "americans": US, "米軍": US, "アメリカ軍": US}


def query(words: str, position: Position) -> Query:
    """What the words of a question name: places, counters, bonus markers, sides, and kinds of events."""
    matched = tokens(words, lexicon(position.data))
    spoken = [token.text.casefold().strip("?!.,") for token in matched]
    return Query(frozenset(place for token in matched for place in token.places),
                 tuple(dict.fromkeys(unit for token in matched for unit in token.units)),
                 frozenset(card for token in matched for card in token.cards),
                 frozenset(_SIDES[text] for text in spoken if text in _SIDES),
                 frozenset[str]().union(*map(telling.asked, spoken)))
