"""The wording of one game with its data: hexes, sea areas and units are called what the data in force say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.wif_land.board import names
from witp_pbem.games.wif_land.board.data import Data
from witp_pbem.games.wif_land.orders.kinds import ORDERS
from witp_pbem.games.wif_land.orders.words import UNITS
from witp_pbem.games.wif_land.words import wording
from witp_pbem.games.wif_land.words.remedies import REMEDIES


class Otherwise(Mapping[str, str]):
    """Names by id, and some words that may stand in their place."""

    def __init__(self, known: Mapping[str, str], more: Mapping[str, str]) -> None:
        self.known, self.more = known, more

    def __getitem__(self, key: str) -> str:
        return self.more[key] if key in self.more else self.known[key]

    def __iter__(self) -> Iterator[str]:
        yield from {**self.more, **self.known}

    def __len__(self) -> int:
        return len({**self.more, **self.known})


class Catalogue:
    """See `table.wording.Sentences`."""

    problems, demands, phrases = wording.problems, wording.demands, wording.phrases

    def __init__(self, data: Data) -> None:
        places, units = names.Places(data), names.Units(data)

        def described(spec: Mapping[str, Any]) -> str:
            return units[spec["id"]] if "id" in spec else UNITS.write(spec)

        self.words: Mapping[str, Any] = {
            **wording.words, "place": places, "places": Otherwise(places, wording.words["list"]), "unit": units,
            "units": described, "form": ORDERS.forms, "remedy": REMEDIES, "reason": wording.ENDINGS}
