"""The data in force: the package's files, or a campaign's own copies of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from witp_pbem.games.common import data
from witp_pbem.games.witp.board.map import Map

FILES = ("map", "units", "track", "cards", "scenarios")
FOLDER = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Data:
    """Everything the rules read off map, counters, track and cards.

    Attributes:
        map: the map.
        units: the counter list, one record a counter, in its order.
        turns: turn number -> space of the turn track.
        submarines: row -> side -> (low, high) of the submarine table (witp 10.4.c).
        cards: "1942-05" -> card record.
        scenarios: id -> record; options: id -> record; opening: opening-card procedures.
    """

    map: Map
    units: tuple[Mapping[str, Any], ...]
    turns: Mapping[int, Mapping[str, Any]]
    submarines: Mapping[str, Mapping[str, tuple[int, int]]]
    cards: Mapping[str, Mapping[str, Any]]
    scenarios: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Mapping[str, Any]]
    opening: Mapping[str, Mapping[str, Any]]

    @cached_property
    def instructions(self) -> Mapping[str, str]:
        """What each card does for each side, by "1942-05 japan"."""
        return {f"{key} {side}": record.get(side, {}).get("text", "")
                for key, record in self.cards.items() for side in ("japan", "allies")}

    def is_reconstructed(self, scenario: str) -> bool:
        """Whether something of a scenario, or of where its set-up puts the counters, is not the printed game's."""
        own = [source.text for source in data.sources(self.scenarios[scenario])]
        units = self.scenarios[scenario]["setup"]["units"]
        placed = [unit.get("source", {}).get(units, "") for unit in self.units]
        return any(text.startswith(data.RECONSTRUCTED) for text in (*own, *placed))

    def turn(self, number: int) -> Mapping[str, Any]:
        """The space of the turn track for a turn."""
        return self.turns[number]

    def card_name(self, card: str) -> str:
        """A card as people write it: "1942-05 Poorly trained Allied soldiers"."""
        return f"{card} {self.cards[card]['name']}"


def card_id(year: int, number: int) -> str:
    """The usual short form of a card: year and two-digit number."""
    return f"{year}-{number:02d}"


def build(files: Mapping[str, Mapping[str, Any]]) -> Data:
    """The data made of the five records `FILES` names."""
    track, scenarios = files["track"], files["scenarios"]
    return Data(
        Map(files["map"]),
        tuple(files["units"]["units"]),
        {entry["turn"]: entry for entry in track["turns"]},
        {row: {side: tuple(entry[side]) for side in ("japan", "allies")}
         for row, entry in track["submarine_table"].items()},
        {card_id(card["year"], card["number"]): card for card in files["cards"]["cards"]},
        {entry["id"]: entry for entry in scenarios["scenarios"]},
        {entry["id"]: entry for entry in scenarios["options"]},
        track["opening_cards"],
    )


def read() -> dict[str, dict[str, Any]]:
    """The five records that come with the program."""
    return data.read(FOLDER, FILES)


@cache
def packaged() -> Data:
    """The data that come with the program."""
    return build(read())


@cache
def packaged_names() -> Mapping[str, Any]:
    """What places are called besides their names on the map (`aliases`): it decides nothing, and is no record."""
    return data.read(FOLDER, ["names"])["names"]
