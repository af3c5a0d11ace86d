"""Places and cards by name, in the language spoken. The data have their Japanese names beside the English ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from witp_pbem.games.witp.data import Data, packaged
from witp_pbem.games.witp.language import say
from witp_pbem.games.witp.map import Hex, Map
from witp_pbem.table.language import ENGLISH, language

JAPANESE = "ja"
_PLACE = re.compile(r"(?P<name>.+) \((?P<number>\d{4})\)")
_CARD = re.compile(r"(?P<key>194\d-\d\d) (?P<name>.+)")


def place(hexagon: Hex) -> str:
    """A hex as people write it: "Manila (0606)", or the number alone for open sea."""
    name = place_alone(hexagon)
    return say("{name} ({number})", name=name, number=hexagon.number) if name else hexagon.number


def place_alone(hexagon: Hex) -> str:
    """A place's name without its number, "" for open sea; in English where the data have no Japanese name."""
    return (language() == JAPANESE and hexagon.name_ja) or hexagon.name


def card(key: str, record: Mapping[str, Any]) -> str:
    """A card by number and name: "1942-10 Doolittle Raid"."""
    return say("{card} {name}", card=key, name=card_title(record))


def card_title(record: Mapping[str, Any]) -> str:
    """A card's name alone: "Doolittle Raid"."""
    return str((language() == JAPANESE and record.get("name_ja")) or record["name"])


class Places(Mapping[str, str]):
    """The places of a map by their ids, as people write them in the language spoken: "Manila (0606)"."""

    def __init__(self, board: Map) -> None:
        self.board = board

    def __getitem__(self, number: str) -> str:
        return place(self.board.hexes[number])

    def __iter__(self) -> Iterator[str]:
        return iter(self.board.hexes)

    def __len__(self) -> int:
        return len(self.board.hexes)


class Named(Mapping[str, str]):
    """Some words, and places and cards as problems, demands and recorded events name them, "Manila (0606)", "1942-10
    Doolittle Raid" and "Doolittle Raid", in the language spoken. Whatever else a value is, it is not in here and stands
    as it is."""

    def __init__(self, words: Mapping[str, str], data: Data | None = None) -> None:
        self.words, self._data = words, data

    def __getitem__(self, value: str) -> str:
        if language() == ENGLISH or value in self.words:
            return self.words[value]
        data = self._data or packaged()
        if found := _PLACE.fullmatch(value):
            hexagon = data.map.hexes.get(found["number"])
            if hexagon and hexagon.name == found["name"]:
                return place(hexagon)
        elif found := _CARD.fullmatch(value):
            record = data.cards.get(found["key"])
            if record and record["name"] == found["name"]:
                return card(found["key"], record)
        elif record := next((record for record in data.cards.values() if record["name"] == value), None):
            return card_title(record)
        raise KeyError(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)


class Texts(Mapping[str, str]):
    """Texts of the data, such as what a card says, in the language spoken."""

    def __getitem__(self, text: str) -> str:
        return say(text)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


TEXTS: Mapping[str, str] = Texts()
