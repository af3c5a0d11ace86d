"""The wording of one game with its data: places and cards are called what the data in force call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from witp_pbem.games.common.data import NamedThings
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import Data
from witp_pbem.games.witp.orders.kinds import ORDERS
from witp_pbem.games.witp.orders.words import UNITS
from witp_pbem.games.witp.words import wording
from witp_pbem.games.witp.words.remedies import REMEDIES


class Catalogue:
    """See `table.wording.Sentences`."""

    problems, demands, phrases = wording.problems, wording.demands, wording.phrases

    def __init__(self, data: Data) -> None:
        def places(words: Mapping[str, str] = MappingProxyType({})) -> NamedThings:
            return NamedThings(data.map.hexes, lambda _, hexagon: names.place(hexagon), words)

        self.words: Mapping[str, Any] = {
            **wording.words, "place": places(), "places": places(wording.words["list"]),
            "whereabouts": places(wording.words["status"]), "card": NamedThings(data.cards, names.card),
            "instruction": NamedThings(data.instructions, lambda _, text: names.translated(text)),
            "units": UNITS.write, "form": ORDERS.forms, "text": names.translated, "remedy": REMEDIES}
