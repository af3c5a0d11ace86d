"""Where the land turn stands. Nobody wins it: what a group makes of it is its own affair."""

from __future__ import annotations

from collections import Counter

from witp_pbem.games.wif_land.board.state import SIDES, Position
from witp_pbem.games.wif_land.telling.nouns import side_name
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.language import in_a_row


def score(position: Position) -> str:
    """The cities and ports each side controls, and the units it lost."""
    held = Counter(side for hex, side in position.control.items()
                   if position.hex(hex).city or position.hex(hex).port)
    lost = Counter(unit.side for unit in position.units.values() if unit.fate)
    return in_a_row(say("{side}: cities and ports {held}, units lost {lost}.", side=side_name(side), held=held[side],
                        lost=lost[side]) for side in SIDES)
