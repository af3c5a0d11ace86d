"""The wording of one game with its data: points, units and cards are called what the data in force call them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from witp_pbem.games.common.data import NamedThings
from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent, Data
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ORDERS
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS
from witp_pbem.games.taiheiyo_senshi.words import wording
from witp_pbem.games.taiheiyo_senshi.words.remedies import REMEDIES


class Catalogue:
    """See `table.wording.Sentences`."""

    problems, demands, phrases = wording.problems, wording.demands, wording.phrases

    def __init__(self, data: Data) -> None:
        def places(words: Mapping[str, str] = MappingProxyType({})) -> NamedThings:
            return NamedThings(data.map.points, lambda _, point: names.name(point), words)

        def events(words: Mapping[str, str] = MappingProxyType({})) -> NamedThings:
            return NamedThings(data.events, _event, words)

        cards = NamedThings(data.cards, lambda card, _: names.both_events(data, card))
        units = NamedThings(data.units, lambda _, unit: names.name(unit))

        def described(spec: Mapping[str, Any]) -> str:
            return units[spec["id"]] if "id" in spec else UNITS.write(spec)

        self.words: Mapping[str, Any] = {
            **wording.words, "place": places(), "places": places(wording.words["list"]), "card": cards,
            "unit": units, "event": events(), "attack": events(wording.words["attack"]), "units": described,
            "form": ORDERS.forms, "remedy": REMEDIES, "reason": wording.ENDINGS}


def _event(_: str, event: CardEvent) -> str:
    return names.event(event)
