"""Points, units and bonus markers by name, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.games.common import aliases
from witp_pbem.games.nimitz.board.data import Counter, Data, Marker, Printed, TurnBox, packaged_names
from witp_pbem.games.nimitz.board.map import Point
from witp_pbem.games.nimitz.board.state import (
    AIRFIELDS,
    BATTALION,
    CBA,
    COASTAL,
    ISLAND,
    JAPAN,
    JAPANESE_OCEAN,
    US,
    US_OCEAN,
)
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import JAPANESE, language

PREFIXES = {"us": US, "jp": JAPAN}  # with which the ids of a side's units begin
AREAS: Mapping[str, tuple[str, str]] = {JAPANESE_OCEAN: ("Japanese Ocean", "日本軍海域"), ISLAND: ("Island", "島内"),
                                        COASTAL: ("Coastal", "沿岸部"), US_OCEAN: ("US Ocean", "アメリカ軍海域")}
_AREA_ALIASES: Mapping[str, tuple[str, ...]] = {
    JAPANESE_OCEAN: ("Japan Ocean", "Japanese Sea", "日本側海域", "日本海域"), ISLAND: ("Island area", "島"),
    COASTAL: ("Coast", "Coastal waters", "沿岸", "沿岸海域"),
    US_OCEAN: ("American Ocean", "U.S. Ocean", "米軍海域", "米海域")}


def name(thing: Point | Counter | Printed | Marker) -> str:
    """What a point, a unit or a bonus marker is called: "Hawaiian Islands", "Akagi", "Furball"."""
    return (language() == JAPANESE and thing.name_ja) or thing.name


def box(thing: TurnBox) -> str:
    """What a box of the turn track is called: "Jan/Feb"."""
    return thing.label_ja if language() == JAPANESE else thing.label


def place(data: Data, identity: str) -> str:
    """A point, or an area of the battle sheet, by its name."""
    if identity in AREAS:
        return AREAS[identity][language() == JAPANESE]
    return name(data.map[identity])


def unit(data: Data, identity: str) -> str:
    """A unit by its name, those that come and go in a battle among them: "Enterprise SBD 1", "Japanese battalion 2"."""
    counters = data.counters
    if identity in counters:
        return name(counters[identity])
    if identity in AIRFIELDS.values():
        return say("US airfield") if identity == AIRFIELDS[US] else say("Japanese airfield")
    owner, _, number = identity.rpartition("_")
    prefix, _, kind = owner.rpartition("_")
    if kind == BATTALION and prefix in PREFIXES:
        return (say("US battalion {number}", number=number) if PREFIXES[prefix] == US else
                say("Japanese battalion {number}", number=number))
    if kind in CBA and prefix in counters:
        return say("{carrier} {type} {number}", carrier=name(counters[prefix]), type=kind.upper(), number=number)
    return identity


class UnitNames(Mapping[str, str]):
    """The units by id as they are called in the language spoken; any id is taken, only those of counters are listed."""

    def __init__(self, data: Data) -> None:
        self.data = data

    def __getitem__(self, identity: str) -> str:
        return unit(self.data, identity)

    def __iter__(self) -> Iterator[str]:
        return iter(self.data.counters)

    def __len__(self) -> int:
        return len(self.data.counters)


def place_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What points and areas are called besides their names, by id."""
    return {**_aliases("places", data.map.points), **_AREA_ALIASES}


def unit_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What counters are called besides their names, by id."""
    return _aliases("units", data.counters)


def marker_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What bonus markers are called besides their names, by id."""
    return _aliases("markers", data.markers)


def _aliases(group: str, things: Mapping[str, Point] | Mapping[str, Counter] | Mapping[str, Marker]
             ) -> Mapping[str, tuple[str, ...]]:
    record = packaged_names()
    return aliases.of_places({"places": record[group], "spellings": record["spellings"]},
                             {identity: (thing.name, thing.name_ja) for identity, thing in things.items()})
