"""Places and cards by name, in the language spoken. The data have their Japanese names beside the English ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.witp.board.map import Hex
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.language import JAPANESE, language


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


def translated(text: str) -> str:
    """A text of the data, such as what a card says, in the language spoken."""
    return say(text) if text else ""
