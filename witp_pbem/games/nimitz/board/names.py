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
        counter = counters[identity]
        is_shared = counter.nation == JAPAN and counter.name in _american(data)
        return say("Japanese {name}", name=name(counter)) if is_shared else name(counter)
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


def _american(data: Data) -> frozenset[str]:
    """The names of American units, of which both sides have some: "38th Inf"."""
    return frozenset(counter.name for counter in data.counters.values() if counter.nation != JAPAN)


def place_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What points and areas are called besides their names, by id."""
    return aliases.of_places(packaged_names(), {**{place: (point.name, point.name_ja)
                                                   for place, point in data.map.points.items()}, **AREAS})


def unit_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What units are called besides their names, by id: a counter of two ships by the name of either."""
    record = packaged_names()
    labels = {unit.id: (unit.name, unit.name_ja) for unit in data.counters.values()}
    listed = aliases.of_places({"places": record["units"], "spellings": record["spellings"]}, labels)
    return {identity: (*_ships(names), *listed[identity]) for identity, names in labels.items()}


def _ships(labels: tuple[str, ...]) -> Iterator[str]:
    """The names of the two ships of a counter."""
    for label in labels:
        ships = label.replace("／", "/").split("/")
        yield from ships if len(ships) > 1 else ()


def marker_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What bonus markers are called besides their names, by id."""
    return aliases.of_places({"places": packaged_names()["markers"]},
                             {marker.id: (marker.name, marker.name_ja) for marker in data.markers.values()
                              if marker.side == US})


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


def point_aliases(data: Data) -> Mapping[str, tuple[str, ...]]:
    """What points are called besides their names, by id."""
    return _aliases("places", data.map.points)


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
