"""The wording of one game with its data: points, units and bonus markers are called what the data in force say."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from witp_pbem.games.common.data import NamedThings
from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import Data
from witp_pbem.games.nimitz.orders.kinds import ORDERS
from witp_pbem.games.nimitz.orders.words import UNITS
from witp_pbem.games.nimitz.words import wording
from witp_pbem.games.nimitz.words.remedies import REMEDIES


class Catalogue:
    """See `table.wording.Sentences`."""

    problems, demands, phrases = wording.problems, wording.demands, wording.phrases

    def __init__(self, data: Data) -> None:
        def places(words: Mapping[str, str] = MappingProxyType({})) -> NamedThings:
            return NamedThings({**data.map.points, **names.AREAS}, lambda place, _: names.place(data, place),
                               {**wording.words["box"], **words})

        units = names.UnitNames(data)

        def described(spec: Mapping[str, Any]) -> str:
            return units[spec["id"]] if "id" in spec else UNITS.write(spec)

        self.words: Mapping[str, Any] = {
            **wording.words, "place": places(), "places": places(wording.words["list"]),
            "card": NamedThings(data.markers, lambda _, marker: names.name(marker)), "unit": units,
            "units": described, "form": ORDERS.forms, "remedy": REMEDIES, "reason": wording.ENDINGS}
