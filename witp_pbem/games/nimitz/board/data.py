"""The data in force: the package's files, or a campaign's own copies of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

from witp_pbem.games.common import data
from witp_pbem.games.nimitz.board.map import Map
from witp_pbem.table.tuples import NamedTuple

YEARS = (1942, 1943, 1944, 1945)
FILES = ("map", "units", "tables", "markers", "options", *(f"campaign_{year}" for year in YEARS))
FOLDER = Path(__file__).parent.parent / "data"
US, JAPAN = "us", "japan"
VALUES = ("aa", "gunnery", "torpedo", "asw", "air", "ship", "ground")
GROUPS = ("ships", "air", "ground")  # of the counter list
BOMBER_WING, BOMBER, FIGHTER, BATTALION, AIRFIELD = "bw", "bomber", "fighter", "battalion", "airfield"
PREFIX = {US: "us", JAPAN: "jp"}  # of the ids of counters


class Value(NamedTuple):
    """An attack value: a die of at most so much hits once (`normal`), or twice (`superior`, 0 without one)."""

    normal: int
    superior: int = 0


Faces = tuple[Value | None, Value | None]  # of a counter: at full strength, damaged


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


class Level(NamedTuple):
    """A level of victory, for so many objectives held: great, good, historical, poor, relieved; dismal in place of the
    last of linked campaigns (nimitz 4.0.a, 12.6.c)."""

    least: int
    most: int
    level: str


@dataclass(frozen=True)
class Campaign:
    """A campaign (nimitz 2.3.a).

    Attributes:
        turns: how many there are. sp, rp: supply and reinforcement points a turn.
        objectives: the points. levels: from the best down.
        units: every counter by its id, in the order of lists: ships, land-based air, ground units.
        start: unit -> point or box. battalions: side -> point or box -> how many (RE: reinforcement box).
        battalion: side -> the counter of a battalion.
        aircraft: side -> kind of carrier aircraft -> its counter. complements: side -> class -> kinds on board.
        boxes: those of the return to port, the entry box first (nimitz 11.3.b).
        extra_infantry: Japanese reinforcements on top (nimitz 12.1.a).
        strategic_bombing, invasion: these rules are in force (nimitz 12.2.a, 12.3.a).
        no_orders: points without movement rolls (nimitz 12.4.a).
    """

    year: int
    turns: int
    sp: int
    rp: int
    objectives: tuple[str, ...]
    levels: tuple[Level, ...]
    units: Mapping[str, Printed]
    start: Mapping[str, str]
    battalions: Mapping[str, Mapping[str, int]]
    battalion: Mapping[str, Printed]
    aircraft: Mapping[str, Mapping[str, Printed]]
    complements: Mapping[str, Mapping[str, tuple[str, ...]]]
    boxes: tuple[str, ...]
    extra_infantry: int
    strategic_bombing: bool
    invasion: bool
    no_orders: tuple[str, ...]

    def complement(self, carrier: Printed) -> tuple[str, ...]:
        """The kinds of aircraft a carrier carries ("f4f", "sbd", "sbd", "tbd"), () of others (nimitz 10.1.3.a)."""
        return self.complements[carrier.side].get(carrier.type, ())

    def level(self, held: int) -> str:
        """The level of victory for so many objectives held."""
        return level(self.levels, held)


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


def level(levels: Sequence[Level], held: int) -> str:
    """The level of victory for so many objectives held, the best for more than the best needs."""
    return next(entry.level for entry in sorted(levels, reverse=True) if entry.least <= held)


def _row(least: list[int], number: int) -> int:
    """The row of a table whose rows begin with some numbers, the first one for a number below all."""
    return max(0, bisect_right(least, number) - 1)


def _worth(steps: Sequence[Step], number: int) -> int:
    return steps[_row([step.least for step in steps], number)].value if number >= steps[0].least else 0


def build(files: Mapping[str, Mapping[str, Any]]) -> Data:
    """The data made of the records `FILES` names."""
    tables = files["tables"]
    prices, repair, points, costs = (tables[name] for name in ("prices", "repair", "bonus_points", "costs"))
    return Data(
        Map(files["map"]),
        tuple(TurnBox(entry["turn"], entry["label"], entry["label_ja"]) for entry in tables["turns"]),
        {entry["id"]: Counter(entry["id"], entry["nation"], entry["name"], entry["name_ja"])
         for name in GROUPS for entry in files["units"][name]},
        {year: _campaign(year, files[f"campaign_{year}"], files["units"]) for year in YEARS},
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
        _steps(tables["invasion"], "objectives"), tables["invasion_limit"]["units"], _levels(tables["linked"]),
        {marker.id: marker for side in (US, JAPAN) for marker in _markers(side, files["markers"][side])},
        {entry["id"]: entry for entry in files["options"]["options"]})


def _by_die(record: Mapping[str, Any]) -> dict[int, Any]:
    return {int(face): record[face] for face in sorted(record.keys() - {"source"}, key=int)}


def _steps(entries: list[Mapping[str, Any]], value: str) -> tuple[Step, ...]:
    return tuple(sorted(Step(entry["least"], entry[value]) for entry in entries))


def _levels(entries: list[Mapping[str, Any]]) -> tuple[Level, ...]:
    return tuple(Level(entry["least"], entry["most"], entry["id"]) for entry in entries)


def _markers(side: str, entries: list[Mapping[str, Any]]) -> Iterator[Marker]:
    for entry in entries:
        yield Marker(entry["id"], side, entry["name"], entry["name_ja"], entry.get("cost", 0), entry["copies"],
                     tuple(entry.get("years", ())), source_of(entry, "name", "cost", "years"))


def _campaign(year: int, record: Mapping[str, Any], units: Mapping[str, Any]) -> Campaign:
    own = record["campaign"]
    groups = {name: {entry["id"]: entry for entry in units[name]} for name in GROUPS}
    entries = [(name, entry) for name in groups for entry in record[name]]
    make = {"ships": _ship, "air": _air, "ground": _ground}
    return Campaign(
        year, own["turns"], own["supply_points"], own["reinforcement_points"], tuple(record["objectives"]["points"]),
        _levels(record["levels"]),
        {entry["id"]: make[name](entry, groups[name][entry["id"]], record) for name, entry in entries},
        {entry["id"]: entry["place"] for _, entry in entries},
        {side: {place: count for place, count in record["battalions"][side].items() if place != "source"}
         for side in (US, JAPAN)},
        {side: _battalion(side, record["battalion"]) for side in (US, JAPAN)},
        {side: {entry["id"].lower(): _aircraft(side, entry) for entry in record["aircraft"][side]
                if entry.get("on_carriers")} for side in (US, JAPAN)},
        {side: {entry["id"]: tuple(record["complements"][side][entry["complement"]])
                for entry in record["classes"][side] if "complement" in entry} for side in (US, JAPAN)},
        tuple(own["boxes"]), own["extra_infantry"], own["strategic_bombing"], own["invasion"],
        tuple(own["no_orders"]))


def side_of(nation: str) -> str:
    """The side a nation is on (nimitz 2.5.1.a)."""
    return JAPAN if nation == JAPAN else US


def _ship(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    kind = _entry(record["classes"][side_of(unit["nation"])], entry["class"])
    return _printed(unit, unit["kind"], kind["id"], kind, source_of(kind))


def _air(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    kind = _entry(record["aircraft"][side_of(unit["nation"])], entry["type"])
    source = worse(source_of(kind), source_of(entry, "type", "cost"))
    return _printed(unit, BOMBER_WING if unit.get("bomber_wing") else flown(kind), kind.get("name", kind["id"]),
                    {**kind, "cost": entry.get("cost", kind["cost"])}, source)


def _ground(entry: Mapping[str, Any], unit: Mapping[str, Any], record: Mapping[str, Any]) -> Printed:
    return _printed(unit, unit["kind"], "", entry, source_of(entry, "values"))


def _battalion(side: str, entry: Mapping[str, Any]) -> Printed:
    unit = {"id": f"{PREFIX[side]}_battalion", "nation": side, "name": "Battalion", "name_ja": "大隊"}
    return _printed(unit, BATTALION, "", entry, source_of(entry))


def _aircraft(side: str, kind: Mapping[str, Any]) -> Printed:
    unit = {"id": f"{PREFIX[side]}_{kind['id'].lower()}", "nation": side, "name": kind["id"],
            "name_ja": kind["id"]}
    return _printed(unit, kind["id"].lower(), kind["id"], kind, source_of(kind))


def flown(kind: Mapping[str, Any]) -> str:
    """Whether an aircraft type is a bomber or a fighter (nimitz 2.7.2.a)."""
    return BOMBER if "ship" in kind or "ground" in kind else FIGHTER


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
    return next((text for text in sources if text.startswith(data.RECONSTRUCTED)), next(filter(None, sources), ""))


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
