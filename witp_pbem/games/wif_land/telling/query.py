"""What players ask about: the words of a question."""

from __future__ import annotations

from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, Position
from witp_pbem.games.wif_land.orders.lexicon import lexicon
from witp_pbem.games.wif_land.telling.entries import telling
from witp_pbem.table.story import Query
from witp_pbem.table.tokens import tokens

_SIDES = {"axis": AXIS, "枢軸": AXIS, "枢軸軍": AXIS,
          "allies": ALLIES, "allied": ALLIES, "連合": ALLIES, "連合軍": ALLIES}


def query(words: str, position: Position) -> Query:
    """What the words of a question name: hexes, counters, sides, and kinds of events."""
    matched = tokens(words, lexicon(position.data))
    spoken = [token.text.casefold().strip("?!.,") for token in matched]
    return Query(frozenset(place for token in matched for place in token.places),
                 tuple(dict.fromkeys(unit for token in matched for unit in token.units)), frozenset(),
                 frozenset(_SIDES[text] for text in spoken if text in _SIDES),
                 frozenset[str]().union(*map(telling.asked, spoken)))
