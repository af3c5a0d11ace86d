"""Points, units and bonus markers by name, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.games.common import aliases
from witp_pbem.games.nimitz.board.data import Counter, Data, Marker, Printed, TurnBox, packaged_names
from witp_pbem.games.nimitz.board.map import Point
from witp_pbem.games.nimitz.board.state import AIRFIELDS, BATTALION, CBA, JAPAN, US
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.language import JAPANESE, language

PREFIXES = {"us": US, "jp": JAPAN}  # with which the ids of a side's units begin


def name(thing: Point | Counter | Printed | Marker) -> str:
    """What a point, a unit or a bonus marker is called: "Hawaiian Islands", "Akagi", "Furball"."""
    return (language() == JAPANESE and thing.name_ja) or thing.name


def box(thing: TurnBox) -> str:
    """What a box of the turn track is called: "Jan/Feb"."""
    return thing.label_ja if language() == JAPANESE else thing.label


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
