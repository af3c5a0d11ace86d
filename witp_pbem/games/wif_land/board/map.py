"""Maps as their owners draw them: hexes, what runs along and across their sides, sea areas and sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from witp_pbem.games.common.hexmap import HexMap, cells
from witp_pbem.table.tuples import NamedTuple

Pair = tuple[str, str]
SIDES_OF_HEXES = ("river", "fort", "strait", "all_sea", "impassable")  # what may lie between two hexes


class Hex(NamedTuple):
    """A hex as printed.

    Attributes:
        id: as the owner numbers it. terrain: a key of the terrain table. name, name_ja: "" for none.
        coast: the sea areas it borders. sea_area: the one it is part of.
        factories: blue factories. sheet: of the map it lies on. zone: of the weather. country: "" for none.
    """

    id: str
    terrain: str
    name: str = ""
    name_ja: str = ""
    city: bool = False
    port: bool = False
    coast: tuple[str, ...] = ()
    sea_area: str = ""
    factories: int = 0
    sheet: str = ""
    zone: str = ""
    country: str = ""


class Section(NamedTuple):
    """A section of a sea box: by how much it reduces bombardment, and whether it has a star (wif shore.b, shore.c)."""

    modifier: int
    starred: bool


class SeaArea(NamedTuple):
    """A sea area with its hexes and the sections of its box, 0 to 4."""

    id: str
    name: str
    name_ja: str
    hexes: tuple[str, ...]
    sections: Mapping[int, Section]


class WarMap:
    """A map.

    Attributes:
        id, name, name_ja, source: which, and who drew it from what.
        scale: european, asian, pacific, american or off_map.
        hexes: by id, in the order of the file.
        board: who lies beside whom.
        areas: the sea areas by id.
        fort_owner: of the sides with a fort, as sorted pairs of hexes: the side or power it belongs to.
        sheets: which sheets adjoin.
    """

    def __init__(self, identifier: str, record: Mapping[str, Any]) -> None:
        self.id, self.source, self.scale = identifier, str(record.get("source", "")), str(record["scale"])
        self.name, self.name_ja = both(record.get("name", identifier))
        countries = {hex: country for country, own in record.get("countries", {}).items() for hex in own}
        self.hexes = {hex: _hex(hex, entry, record, countries.get(hex, ""))
                      for hex, entry in record["hexes"].items()}
        self.board = HexMap(_cells(record), record["grid"].get("lower_columns", "even"))
        self.areas = {area: _area(area, entry, [hex.id for hex in self.hexes.values() if hex.sea_area == area])
                      for area, entry in record.get("sea_areas", {}).items()}
        self.sheets: Mapping[str, list[str]] = record.get("sheets", {})
        self.fort_owner: dict[Pair, str] = {}
        self._between: dict[Pair, tuple[str, ...]] = {}
        self._rails: dict[str, tuple[str, ...]] = {}
        self._read_sides(record.get("hexsides", {}))

    def _read_sides(self, sides: Mapping[str, Any]) -> None:
        for first, second in sides.get("rail", ()):
            for here, there in ((first, second), (second, first)):
                self._rails[here] = tuple(sorted({*self._rails.get(here, ()), there}))
        for kind in SIDES_OF_HEXES:
            for entry in sides.get(kind, ()):
                side = pair(*(entry["pair"] if isinstance(entry, Mapping) else entry))
                self._between[side] = (*self._between.get(side, ()), kind)
                if isinstance(entry, Mapping) and "owner" in entry:
                    self.fort_owner[side] = entry["owner"]

    def neighbours(self, hex: str) -> tuple[str, ...]:  # noqa: A002
        """The hexes of the map beside one, ascending by id."""
        return self.board.neighbours(hex)

    def between(self, first: str, second: str) -> tuple[str, ...]:
        """What lies between two hexes, of SIDES_OF_HEXES."""
        return self._between.get(pair(first, second), ())

    def rails(self, hex: str) -> tuple[str, ...]:  # noqa: A002
        """The hexes to which a railway leads from one, ascending by id."""
        return self._rails.get(hex, ())

    @cached_property
    def rail_pairs(self) -> tuple[Pair, ...]:
        """The sides that railways cross, each once."""
        return tuple(dict.fromkeys(pair(here, there) for here, others in self._rails.items() for there in others))

    @cached_property
    def sides(self) -> Mapping[Pair, tuple[str, ...]]:
        """What lies along the sides of hexes, by pairs of hexes in ascending order."""
        return self._between

    def is_sea(self, hex: str) -> bool:  # noqa: A002
        """Whether a hex is all sea."""
        return bool(self.hexes[hex].sea_area) or self.hexes[hex].terrain == "sea"

    def sheets_away(self, first: str, second: str) -> int:
        """How many sheets away the sheet of one hex is from that of another, those passed counted (wif rail.m).

        Raises:
            LookupError: no sheets lead there.
        """
        start, end = self.hexes[first].sheet, self.hexes[second].sheet
        away, edge, seen = 0, {start}, {start}
        while end not in edge:
            edge = {sheet for known in edge for sheet in self.sheets.get(known, ())} - seen
            if not edge:
                raise LookupError(end)
            seen |= edge
            away += 1
        return away


def pair(first: str, second: str) -> Pair:
    """Two hexes in ascending order."""
    return (first, second) if first < second else (second, first)


def both(name: str | Mapping[str, str]) -> Pair:
    """A name in English and in Japanese, which may be the same."""
    if isinstance(name, Mapping):
        english = name.get("en", "") or next(iter(name.values()), "")
        return english, name.get("ja", english)
    return name, name


def _cells(record: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """Column and row of each hex: by its number, or as the hex itself says (`at`)."""
    if record["grid"].get("numbering", "CCRR") == "CCRR":
        return cells(record["hexes"])
    return {hex: (entry["at"][0], entry["at"][1]) for hex, entry in record["hexes"].items()}


def _hex(identifier: str, entry: Mapping[str, Any], record: Mapping[str, Any], country: str) -> Hex:
    name, name_ja = both(entry.get("name", ""))
    return Hex(identifier, entry["terrain"], name, entry.get("ja", name_ja), entry.get("city", False),
               entry.get("port", False), tuple(entry.get("coast", ())), entry.get("sea_area", ""),
               entry.get("blue_factories", 0), entry.get("sheet", record.get("sheet", "")), entry.get("zone", ""),
               country)


def _area(identifier: str, entry: Mapping[str, Any], hexes: Iterable[str]) -> SeaArea:
    name, name_ja = both(entry.get("name", identifier.replace("_", " ")))
    return SeaArea(identifier, name, name_ja, tuple(hexes), {
        int(number): Section(section["modifier"], section["starred"])
        for number, section in entry.get("bombardment", {}).items()})
