"""The map: hexes, hexsides, bases and supply sources (witp 2.3). Values only; who controls what is `control`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeAlias

from witp_pbem.games.common.hexmap import HexMap, cells
from witp_pbem.table.tuples import NamedTuple

LAND, SHALLOW, SEA, MOUNTAIN = "land", "coastal", "sea", "mountain"
PORT, AIRFIELD = "port", "airfield"
Spot: TypeAlias = tuple[str, str]  # a hex, and the water a fleet is in there ("" where there is only one, and ashore)
OWNER_SIDE = {"japan": "japan", "us": "allies", "uk": "allies", "white": "allies"}


class Hex(NamedTuple):
    """One hex.

    Attributes:
        number: four digits. name, name_ja: of the place, "" for open sea.
        terrain: land, coastal (the rulebook's shallows), sea or mountain (witp 2.3.2.a, R-04).
        jungle: entering it overland costs more (witp 8.4.h).
        site: port, airfield or "" (witp 2.3.3.a). owner: nation of the icon, "" without one.
        source: nation whose supply source it is, "" (witp 2.3.4.a).
        regions: china, india, australia, new_zealand, us_mainland.
        auto_supply: the hatched area it lies in, "" (witp 7.3.d).
        capacity: fleets a port holds (witp 8.3.f), None without limit.
        unlimited: no stacking limit at all (witp 8.3.h).
        seas: in a hex with two seas, neighbour -> sea (witp 8.7.h).
        chinese: one of the three hexes of Chinese units (witp 12.2.a). resource: witp 12.3.a.
    """

    number: str
    name: str
    name_ja: str
    terrain: str
    jungle: bool = False
    site: str = ""
    owner: str = ""
    source: str = ""
    regions: tuple[str, ...] = ()
    auto_supply: str = ""
    capacity: int | None = 5
    unlimited: bool = False
    seas: Mapping[str, str] = {}
    chinese: bool = False
    resource: bool = False
    aliases: tuple[str, ...] = ()


class Map(HexMap):
    """The hexes of the theatre and what their sides let through."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.hexes: dict[str, Hex] = {number: _hex(number, entry) for number, entry in record["hexes"].items()}
        self.record = record
        super().__init__(cells(sorted(self.hexes)), record["grid"]["lower_columns"])
        self.land_links = {frozenset(entry["pair"]) for entry in record["land_links"]}
        self.land_sides = {frozenset(entry["pair"]) for entry in record["land_sides"]}
        rules = record["rule_hexes"]
        self.victory_bases: tuple[str, ...] = tuple(rules["victory_bases"]["hexes"])
        self.resources: tuple[str, ...] = tuple(rules["resources"]["hexes"])
        self.chungking: str = rules["chungking"]["hexes"][0]
        self.rangoon: str = rules["rangoon"]["hexes"][0]
        self.closed_to_japan: tuple[str, ...] = tuple(rules["japan_may_not_enter_fleets"]["hexes"])
        self.sources: dict[str, tuple[str, ...]] = {
            nation: tuple(entry["hexes"]) for nation, entry in record["supply_sources"].items()}
        self.chinese: tuple[str, ...] = tuple(rules["chinese_zone"]["hexes"])

    def __getitem__(self, number: str) -> Hex:
        return self.hexes[number]

    def side_sources(self, side: str) -> tuple[str, ...]:
        """The supply sources of a side; American and British ones are shared (witp 6.1.d)."""
        return self._side_sources[side]

    @cached_property
    def _side_sources(self) -> dict[str, tuple[str, ...]]:
        return {"japan": self.sources["japan"], "allies": (*self.sources["us"], *self.sources["uk"])}

    def land_can_cross(self, first: str, second: str) -> bool:
        """Whether land units can walk between two neighbours: no sea or mountain hex (witp 2.3.2.d, 8.5.c), and where
    both are shallows these have to touch (witp 2.3.2.e, 8.5.d; R-05)."""
        return (frozenset((first, second)) in self.land_links
                and self.hexes[second].terrain in (LAND, SHALLOW))

    def fleet_can_enter(self, number: str) -> bool:
        """Whether the hex has water (witp 2.3.2.c)."""
        return self.hexes[number].terrain in (SHALLOW, SEA)

    def fleet_can_cross(self, first: str, second: str, water: str = "") -> bool:
        """Whether fleets in `water` of the first hex can sail to its neighbour: no land hexside (witp 8.5.i)
        and no land between two seas of one hex (witp 8.7.h)."""
        if frozenset((first, second)) in self.land_sides:
            return False
        if not (self.fleet_can_enter(first) and self.fleet_can_enter(second)):
            return False
        here, there = self.hexes[first], self.hexes[second]
        if here.seas and here.seas.get(second, LAND) != (water or here.seas.get(second)):
            return False
        return not there.seas or first in there.seas

    def has_way(self, first: str, second: str, water: str, by_sea: bool) -> bool:
        """Whether units can go from a hex to its neighbour as far as the map says, fleets from one of its waters."""
        return self.fleet_can_cross(first, second, water) if by_sea else self.land_can_cross(first, second)

    @cached_property
    def voyages(self) -> Mapping[Spot, tuple[Spot, ...]]:
        """Where fleets can go from each spot as far as the map says."""
        return self._ways(by_sea=True)

    @cached_property
    def marches(self) -> Mapping[Spot, tuple[Spot, ...]]:
        """Where units on foot can go from each spot as far as the map says; they do not mind by which water they came.
        """
        return self._ways(by_sea=False)

    def _ways(self, by_sea: bool) -> Mapping[Spot, tuple[Spot, ...]]:
        return {(number, water): tuple((there, self.water(there, number)) for there in self.neighbours(number)
                                       if self.has_way(number, there, water, by_sea))
                for number, hexagon in self.hexes.items() for water in ("", *hexagon.seas.values())}

    def water(self, number: str, came_from: str) -> str:
        """The sea a fleet is in after entering a hex from a neighbour: "" where there is only one."""
        return self.hexes[number].seas.get(came_from, "")

    def name(self, number: str) -> str:
        """The hex as people write it: "Manila (0606)", or the number alone for open sea."""
        name = self.hexes[number].name if number in self.hexes else ""
        return f"{name} ({number})" if name else number

    @cached_property
    def jungle(self) -> frozenset[str]:
        """The hexes with jungle."""
        return frozenset(number for number, hexagon in self.hexes.items() if hexagon.jungle)

    @cached_property
    def bases(self) -> tuple[str, ...]:
        """Hexes with a port or an airfield, ascending."""
        return tuple(number for number, hexagon in self.hexes.items() if hexagon.site)

    @cached_property
    def owned(self) -> tuple[str, ...]:
        """Hexes with a port, an airfield or a supply source that is somebody's, ascending."""
        return tuple(number for number, hexagon in self.hexes.items() if hexagon.owner or hexagon.source)

    @cached_property
    def mountains(self) -> frozenset[str]:
        """Mountain hexes."""
        return frozenset(number for number, hexagon in self.hexes.items() if hexagon.terrain == MOUNTAIN)

    @cached_property
    def homes(self) -> tuple[str, ...]:
        """Hexes with a port, an airfield or a supply source, ascending."""
        return tuple(number for number, hexagon in self.hexes.items() if hexagon.site or hexagon.source)


def _hex(number: str, entry: Mapping[str, Any]) -> Hex:
    capacity = entry.get("port_capacity", 5)
    site = entry.get("site", "none")
    seas = {neighbour: sea for sea, neighbours in entry.get("split", {}).items() for neighbour in neighbours}
    return Hex(
        number, entry.get("name", ""), entry.get("name_ja", ""), entry["terrain"], entry.get("jungle", False),
        "" if site == "none" else site, entry.get("owner") or "", entry.get("supply_source") or "",
        tuple(entry.get("region", ())), entry.get("auto_supply") or "",
        None if capacity == "unlimited" else capacity, entry.get("stacking") == "unlimited", seas,
        entry.get("chinese_zone", False), entry.get("resource", False),
        tuple(name.strip() for alias in entry.get("aliases", ()) for name in alias.split("/")))
