"""What counters show: the values of the units of a year, made of the records of the counter list and of the year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from witp_pbem.games.common.data import RECONSTRUCTED
from witp_pbem.table.tuples import NamedTuple

US, JAPAN = "us", "japan"
PREFIX = {US: "us", JAPAN: "jp"}  # of the ids of counters
VALUES = ("aa", "gunnery", "torpedo", "asw", "air", "ship", "ground")
# what a counter may have of its own; "values" stands for all of them in sources
OWN = ("cost", "price", "values", *(name for value in VALUES for name in (value, f"{value}_superior")))
BOMBER_WING, BOMBER, FIGHTER, BATTALION, AIRFIELD = "bw", "bomber", "fighter", "battalion", "airfield"


class Value(NamedTuple):
    """An attack value: a die of at most so much hits once (`normal`), or twice (`superior`, 0 without one)."""

    normal: int
    superior: int = 0


Faces: TypeAlias = tuple[Value | None, Value | None]  # of a counter: at full strength, damaged


class Printed(NamedTuple):
    """What a counter shows in one year (nimitz 2.5 to 2.8).

    Attributes:
        id: "jp_akagi"; "us_sbd" of a carrier aircraft, "jp_battalion" of a battalion. side: us or japan.
        nation: us, australia or japan.
        kind: cv cvl cve bb cru dd ss; infantry marine battalion; fighter bomber bw; the type of a carrier aircraft in
            lower case ("sbd"); airfield.
        type: its class of ship ("CV Yorktown") or aircraft type ("B-17"), "" of ground units.
        name, name_ja: "Akagi".
        cost: for allocating hits (nimitz 2.6.3.b). price: for buying and repairing.
        values: its attack values by VALUES, those alone that it has.
        source: where the values come from, "reconstructed: ..." where any of them is our own.
    """

    id: str
    side: str
    nation: str
    kind: str
    type: str
    name: str
    name_ja: str
    cost: int
    price: int
    values: Mapping[str, Faces]
    source: str


class Counter(NamedTuple):
    """What a counter is in every year: "jp_akagi", japan, "Akagi"."""

    id: str
    nation: str
    name: str
    name_ja: str


class OnBoard(Protocol):
    """A unit of a position, as far as its counter depends on it."""

    @property
    def id(self) -> str: ...

    @property
    def side(self) -> str: ...

    @property
    def kind(self) -> str: ...


def side_of(nation: str) -> str:
    """The side a nation is on (nimitz 2.5.1.a)."""
    return JAPAN if nation == JAPAN else US


def ship(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    """The counter of a ship, which shows what its class does, and what it does differently itself."""
    kind = _entry(record["classes"][side_of(unit["nation"])], entry["class"])
    return _printed(unit, unit["kind"], kind["id"], {**kind, **_own(entry)}, worse(
        source_of(kind), source_of(entry, *OWN)))


def air_unit(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    """The counter of a land-based air unit, which shows what its type of aircraft does, and what it does differently
    itself."""
    kind = _entry(record["aircraft"][side_of(unit["nation"])], entry["type"])
    values = {**kind, **_own(entry)}
    flies = BOMBER_WING if unit.get("bomber_wing") else flown(values)
    return _printed(unit, flies, kind.get("name", kind["id"]), values,
                    worse(source_of(kind), source_of(entry, "type", *OWN)))


def ground_unit(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    """The counter of infantry."""
    return _printed(unit, unit["kind"], "", entry, source_of(entry, "values"))


def battalion(side: str, entry: Mapping[str, Any]) -> Printed:
    """The counter that all battalions of a side share."""
    unit = {"id": f"{PREFIX[side]}_battalion", "nation": side, "name": "Battalion", "name_ja": "大隊"}
    return _printed(unit, BATTALION, "", entry, source_of(entry))


def carrier_aircraft(side: str, kind: Mapping[str, Any]) -> Printed:
    """The counter that all carrier aircraft of a type share."""
    unit = {"id": f"{PREFIX[side]}_{kind['id'].lower()}", "nation": side, "name": kind["id"],
            "name_ja": kind["id"]}
    return _printed(unit, kind["id"].lower(), kind["id"], kind, source_of(kind))


def flown(kind: Mapping[str, Any]) -> str:
    """Whether an aircraft type is a bomber or a fighter (nimitz 2.7.2.a)."""
    return BOMBER if "ship" in kind or "ground" in kind else FIGHTER


def _own(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a counter has in the place of those of its class or type."""
    return {name: entry[name] for name in OWN if name in entry}


def _entry(entries: list[Mapping[str, Any]], identity: str) -> Mapping[str, Any]:
    return next(entry for entry in entries if entry["id"] == identity)


def _printed(unit: Mapping[str, Any], kind: str, type: str, values: Mapping[str, Any], source: str) -> Printed:
    return Printed(unit["id"], side_of(unit["nation"]), unit["nation"], kind, type, unit["name"], unit["name_ja"],
                   values["cost"], values.get("price", values["cost"]),
                   {name: _faces(values[name], values.get(f"{name}_superior", (0, 0)))
                    for name in VALUES if name in values}, source)


def _faces(normal: Sequence[int], superior: Sequence[int]) -> Faces:
    return Value(normal[0], superior[0]), Value(normal[1], superior[1])


def source_of(entry: Mapping[str, Any], *fields: str) -> str:
    """The source of an entry, the one that says "reconstructed" first.

    Args:
        fields: those that count where each has its own, none for all.
    """
    source = entry.get("source", "")
    texts = [source] if isinstance(source, str) else [text for field, text in source.items()
                                                      if not fields or field in fields]
    return worse(*texts)


def worse(*sources: str) -> str:
    """The source of some that is least sure: the first that says "reconstructed", else the first."""
    return next((text for text in sources if text.startswith(RECONSTRUCTED)), next(filter(None, sources), ""))
