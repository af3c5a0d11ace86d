"""The data in force: the package's files, or a campaign's own copies of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from witp_pbem.games.common import data
from witp_pbem.games.nimitz.board import reconstructed
from witp_pbem.games.nimitz.board.campaigns import GROUPS, YEARS, Campaign, Level, campaign, level, levels_of
from witp_pbem.games.nimitz.board.map import Map
from witp_pbem.games.nimitz.board.printed import (
    AIRFIELD,
    BATTALION,
    JAPAN,
    US,
    Counter,
    OnBoard,
    Printed,
    Value,
    source_of,
)
from witp_pbem.games.nimitz.board.reconstructed import Reconstructed
from witp_pbem.table.tuples import NamedTuple

FILES = ("map", "units", "tables", "markers", "options", *(f"campaign_{year}" for year in YEARS))
FOLDER = Path(__file__).parent.parent / "data"


class Marker(NamedTuple):
    """A bonus marker (nimitz 2.9.6).

    Attributes:
        id: "vt-fuse", "jp-air-superiority". side: us or japan. name, name_ja: "VT fuse".
        cost: bonus points it costs, 0 of Japanese ones. copies: how many there are.
        years: the campaigns in which it has an effect, () for all.
    """

    id: str
    side: str
    name: str
    name_ja: str
    cost: int
    copies: int
    years: tuple[int, ...]
    source: str


class MovementOrder(NamedTuple):
    """A row of the Japanese order chart (nimitz 9.1.a).

    Attributes:
        name: hold, refit, south, east, battle, engage, reinforce or sortie. faces: of the die.
        ships, infantry, lba: how many units go at most.
        lba_rule: fixed, conditional (only where Japan has a garrison at the destination) or none.
    """

    name: str
    faces: tuple[int, ...]
    ships: int
    infantry: int
    lba: int
    lba_rule: str


class Reinforcement(NamedTuple):
    """A row of the Japanese reinforcement table (nimitz 11.1.a): from a result of `least` on."""

    least: int
    ships: int
    infantry: int
    lba: int


class Modifiers(NamedTuple):
    """What is added to the reinforcement die for each resupply marker, damaged unit and raiding submarine, and the
    battalions that come for each unit that is lacking (nimitz 11.1.b to 11.1.f)."""

    resupply: int
    damaged: int
    raiding: int
    battalions: int


class Prices(NamedTuple):
    """Supply points for a move, a submarine's way to the raiding box, a scouting marker, a bomber wing that bombs Japan
    and a unit of the invasion (nimitz 8.1.b, 8.4.a, 7.1.a, 12.2.b, 12.3.a); a repair costs the price divided by
    `repair_divisor`, at least `repair_least` (nimitz 6.3.a)."""

    move: int
    raid: int
    scout: int
    bomb: int
    invade: int
    repair_divisor: int
    repair_least: int

    def repair(self, price: int) -> int:
        """Supply points for the repair of a unit of a price (nimitz 6.3.a)."""
        return max(self.repair_least, price // self.repair_divisor)


class TurnBox(NamedTuple):
    """A box of the turn track: 0 is the start. label, label_ja: "Jan/Feb"."""

    turn: int
    label: str
    label_ja: str


class Step(NamedTuple):
    """A row of a table: what counts from `least` on."""

    least: int
    value: int


@dataclass(frozen=True)
class Data:
    """Everything the rules read off map, counters and tables.

    Attributes:
        map: the map. turns: the turn track. counters: of all years, by id. campaigns: by year.
        movement_orders: the rows of the Japanese order chart.
        reinforcements: the Japanese reinforcement table. modifiers: of its die.
        rounds: face of the die -> battle rounds (nimitz 10.3). track: the boxes of its track.
        plans: units in a battle -> Japanese bonus markers a round (nimitz 10.4).
        areas: face of the die -> battle area; area_order: the areas ascending (nimitz 10.9.1).
        prices: in supply points. free_bonus_points, bonus_points: in every battle, and for a supply point
            (nimitz 10.5.c).
        airfield_cost, transport_cost: for allocating hits (nimitz 10.18.2, 10.10.2).
        invasion: cost of the units in the invasion box -> objectives; invasion_limit: units a turn (nimitz 12.3).
        linked_levels: of linked campaigns (nimitz 12.6.c).
        markers: the bonus markers by id, American ones first. options: id -> record.
        reconstructed: what of all this is our own invention.
    """

    map: Map
    turns: tuple[TurnBox, ...]
    counters: Mapping[str, Counter]
    campaigns: Mapping[int, Campaign]
    movement_orders: tuple[MovementOrder, ...]
    reinforcements: tuple[Reinforcement, ...]
    modifiers: Modifiers
    rounds: Mapping[int, int]
    track: int
    plans: tuple[Step, ...]
    areas: Mapping[int, str]
    area_order: tuple[str, ...]
    prices: Prices
    free_bonus_points: int
    bonus_points: int
    airfield_cost: int
    transport_cost: int
    invasion: tuple[Step, ...]
    invasion_limit: int
    linked_levels: tuple[Level, ...]
    markers: Mapping[str, Marker]
    options: Mapping[str, Mapping[str, Any]]
    reconstructed: Reconstructed

    @cached_property
    def orders_by_die(self) -> Mapping[int, MovementOrder]:
        """The Japanese movement orders by the face of the die."""
        return {face: order for order in self.movement_orders for face in order.faces}

    def printed(self, year: int, unit: OnBoard) -> Printed:
        """What the counter of a unit shows in a year; of an airfield in a battle what hits cost (nimitz 10.18.2.a)."""
        campaign = self.campaigns[year]
        if unit.kind == BATTALION:
            return campaign.battalion[unit.side]
        if unit.kind == AIRFIELD:
            return Printed(unit.id, unit.side, unit.side, AIRFIELD, "", "Airfield", "飛行場", self.airfield_cost, 0, {},
                           "")
        return campaign.units.get(unit.id) or campaign.aircraft[unit.side][unit.kind]

    def movement_order(self, name: str) -> MovementOrder:
        """A Japanese movement order by its name."""
        return next(order for order in self.movement_orders if order.name == name)

    def reinforcement(self, result: int) -> Reinforcement:
        """The row of the Japanese reinforcement table for a result, modifiers included (nimitz 11.1.a)."""
        return self.reinforcements[_row([row.least for row in self.reinforcements], result)]

    def plan_count(self, units: int) -> int:
        """The bonus markers Japan draws each round with so many units in a battle (nimitz 10.4.a)."""
        return _worth(self.plans, units)

    def invasion_objectives(self, cost: int) -> int:
        """The further objectives for units of a cost in the invasion box (nimitz 12.3.b)."""
        return _worth(self.invasion, cost)


def _row(least: list[int], number: int) -> int:
    """The row of a table whose rows begin with some numbers, the first one for a number below all."""
    return max(0, bisect_right(least, number) - 1)


def _worth(steps: Sequence[Step], number: int) -> int:
    return steps[_row([step.least for step in steps], number)].value if number >= steps[0].least else 0


def build(files: Mapping[str, Mapping[str, Any]]) -> Data:
    """The data made of the records `FILES` names."""
    tables = files["tables"]
    campaigns = {year: campaign(year, files[f"campaign_{year}"], files["units"]) for year in YEARS}
    prices, repair, points, costs = (tables[name] for name in ("prices", "repair", "bonus_points", "costs"))
    return Data(
        Map(files["map"]),
        tuple(TurnBox(entry["turn"], entry["label"], entry["label_ja"]) for entry in tables["turns"]),
        {entry["id"]: Counter(entry["id"], entry["nation"], entry["name"], entry["name_ja"])
         for name in GROUPS for entry in files["units"][name]},
        campaigns,
        tuple(MovementOrder(entry["id"], tuple(entry["faces"]), entry["ships"], entry["infantry"], entry["lba"],
                            entry["lba_rule"]) for entry in tables["orders"]),
        tuple(sorted(Reinforcement(entry["least"], entry["ships"], entry["infantry"], entry["lba"])
                     for entry in tables["reinforcements"])),
        Modifiers(*(tables["modifiers"][name] for name in Modifiers._fields)),
        _by_die(tables["rounds"]), tables["track"]["boxes"], _steps(tables["plans"], "plans"),
        _by_die(tables["areas"]), tuple(tables["area_order"]["areas"]),
        Prices(**{name: prices[name] for name in prices if name != "source"}, repair_divisor=repair["divisor"],
               repair_least=repair["least"]),
        points["free"], points["per_supply_point"], costs["airfield"], costs["transport"],
        _steps(tables["invasion"], "objectives"), tables["invasion_limit"]["units"], levels_of(tables["linked"]),
        {marker.id: marker for side in (US, JAPAN) for marker in _markers(side, files["markers"][side])},
        {entry["id"]: entry for entry in files["options"]["options"]},
        reconstructed.of(files, campaigns))


def _by_die(record: Mapping[str, Any]) -> dict[int, Any]:
    return {int(face): record[face] for face in sorted(record.keys() - {"source"}, key=int)}


def _steps(entries: list[Mapping[str, Any]], value: str) -> tuple[Step, ...]:
    return tuple(sorted(Step(entry["least"], entry[value]) for entry in entries))


def _markers(side: str, entries: list[Mapping[str, Any]]) -> Iterator[Marker]:
    for entry in entries:
        yield Marker(entry["id"], side, entry["name"], entry["name_ja"], entry.get("cost", 0), entry["copies"],
                     tuple(entry.get("years", ())), source_of(entry, "name", "cost", "years"))


def read() -> dict[str, dict[str, Any]]:
    """The records that come with the program."""
    return data.read(FOLDER, FILES)


@cache
def packaged() -> Data:
    """The data that come with the program."""
    return build(read())


@cache
def packaged_names() -> Mapping[str, Any]:
    """What points, units and markers are called besides their names (`aliases`): it decides nothing, and is no
    record."""
    return data.read(FOLDER, ["names"])["names"]


__all__ = ["FILES", "FOLDER", "YEARS", "Campaign", "Counter", "Data", "Level", "Marker", "MovementOrder", "Printed",
           "Reinforcement", "Value", "build", "level", "packaged", "packaged_names", "read"]
