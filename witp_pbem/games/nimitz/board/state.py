"""What is on the board: the counters of both sides, points to spend, the battle sheet while a battle is fought.

A position is a value: rules never change one, `changes.apply` makes the next. Dictionaries in it are treated as frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from witp_pbem.games.common.position import PositionForm, WithCounters
from witp_pbem.games.nimitz.board.data import Campaign, Data, Printed, Value
from witp_pbem.table.dice import Die
from witp_pbem.table.tuples import NamedTuple

Side: TypeAlias = str
US: Side = "us"
JAPAN: Side = "japan"
SIDES: tuple[Side, Side] = (US, JAPAN)
ENEMY: dict[str, Side] = {US: JAPAN, JAPAN: US}
AUSTRALIA = "australia"
DIE = Die(10)  # all rolls of the game; a printed 0 is a 10 (nimitz 2.4.a)

CARRIERS = ("cv", "cvl", "cve")  # (nimitz 2.6.1.b)
ESCORTS = ("bb", "cru", "dd")  # (nimitz 10.12.1.a)
SUBMARINE = "ss"
SHIPS = (*CARRIERS, *ESCORTS, SUBMARINE)
INFANTRY, MARINE, BATTALION = "infantry", "marine", "battalion"
GROUND = (INFANTRY, MARINE, BATTALION)
FIGHTER, BOMBER, BW = "fighter", "bomber", "bw"
LBA = (FIGHTER, BOMBER, BW)
US_AIRCRAFT = ("f4f", "f6f", "sbd", "sb2c", "tbd", "tbf")
JAPANESE_AIRCRAFT = ("a6m", "d3a", "b5n")
CBA = (*US_AIRCRAFT, *JAPANESE_AIRCRAFT)
AIRFIELD = "airfield"  # the marker of a battle that shows the capacity of an airfield (nimitz 2.9.12.a)
AIRFIELDS: dict[Side, str] = {US: "us_airfield", JAPAN: "jp_airfield"}
KINDS = (*SHIPS, *GROUND, *LBA, *CBA, AIRFIELD)

HAWAII, WEST_COAST, AUSTRALIA_POINT, HOME, EAST_ASIA, MARIANAS = "HI", "WC", "AU", "JA", "EA", "MA"
RAIDING, BOMBING, INVASION, REINFORCEMENTS = "RAID", "BW", "INV", "RE"
OUT = ""  # out of the game; of a Japanese battalion: in the battalion box

JAPANESE_OCEAN, ISLAND, COASTAL, US_OCEAN = "JO", "IS", "CO", "UO"  # the battle areas, by number (nimitz 10.9.1.b)
AREAS = (JAPANESE_OCEAN, ISLAND, COASTAL, US_OCEAN)
FOXHOLES, BEACH, TRANSPORT = "foxholes", "beach", "transport"  # boxes of ground units on the battle sheet
ABOARD = "aboard"  # the box of aircraft on the sheet: carrier or airfield; the area they fly in stands in `flying`


class Unit(NamedTuple):
    """A counter.

    Attributes:
        id: "us_enterprise", "jp_battalion_2", "us_enterprise_sbd_1".
        nation: us, australia or japan.
        kind: one of KINDS.
        place: the point it is at, a box (P1, RAID, RE, ...), or OUT.
        full: it shows its front (nimitz 2.5.2).
        moved: it has moved or been held this turn (nimitz 2.9.9, 2.9.10).
        landing: it is on a transport (nimitz 8.3.a, 9.1.f).
        layer: how deep it lies in a reinforcement stack; the lowest layer is the top (nimitz 11.2.a).
    """

    id: str
    nation: str
    kind: str
    place: str = OUT
    full: bool = True
    moved: bool = False
    landing: bool = False
    layer: int = 0

    @property
    def side(self) -> Side:
        return JAPAN if self.nation == JAPAN else US

    @property
    def is_ship(self) -> bool:
        return self.kind in SHIPS

    @property
    def is_carrier(self) -> bool:
        return self.kind in CARRIERS

    @property
    def is_ground(self) -> bool:
        return self.kind in GROUND

    @property
    def is_lba(self) -> bool:
        return self.kind in LBA

    @property
    def is_cba(self) -> bool:
        return self.kind in CBA

    @property
    def is_aircraft(self) -> bool:
        return self.kind in LBA or self.kind in CBA

    @property
    def is_garrison(self) -> bool:
        """A ground unit that is on no transport, or LBA (nimitz 9.2.5.d)."""
        return self.is_lba or (self.is_ground and not self.landing)

    @property
    def carrier(self) -> str:
        """The id of the carrier that carrier aircraft belong to."""
        return self.id.rsplit("_", 2)[0] if self.is_cba else ""


class Battle(NamedTuple):
    """The battle sheet.

    Attributes:
        place: where the battle-location marker lies (nimitz 2.9.11.a).
        rounds: how many are left, this one included (the box of the round marker).
        number: of the round, from 1; 0 before the first.
        plans: the plan count (nimitz 10.4.a).
        boxes: by unit on the sheet: an area for ships; FOXHOLES, BEACH or TRANSPORT for ground units; ABOARD for
            aircraft.
        flying: the area in which aircraft are, by unit; who is not in it is on its carrier or airfield.
        capacity: of each side's airfield (nimitz 2.9.12.a).
        held: American bonus markers bought and not used yet (nimitz 10.5.d).
        drawn: Japanese bonus markers in force in this round (nimitz 10.7.b).
        kept: Japanese ones that stay until used (nimitz 10.7.jp12.b).
        spent: Japanese ones that are out of the cup.
        struck: aircraft that have made a first strike this round and fly no more in it (G-36).
    """

    place: str
    rounds: int = 0
    number: int = 0
    plans: int = 0
    boxes: Mapping[str, str] = {}
    flying: Mapping[str, str] = {}
    capacity: Mapping[str, int] = {}
    held: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()


class GameOutcome(NamedTuple):
    """How the game ended: the winner ("us" or "japan"), the rule, and the code of the reason: the victory level reached
    ("great", "good", "historical", "poor"), "relieved", "hawaii", or "resigned"."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position(WithCounters[Unit]):
    """Everything on the table.

    Attributes:
        data: points, routes, counters, tables and markers in force (not part of the saved position).
        scenario: 1942, 1943, 1944, 1945 or linked.
        year: of the campaign that is played (the linked game plays all four).
        turn: 1 for January and February; 0 before.
        step: where in the sequence of the turn.
        units: every counter in the game, by id. Carrier aircraft and airfields are there during a battle only.
        supply: supply points (SP). reinforcement: reinforcement points (RP).
        resupply: Japanese resupply markers (nimitz 9.2.1.b).
        scouts: scouting markers that are to be rolled for, by point (nimitz 7.1).
        lone: the units that must stay this turn as the last at their point (nimitz 9.0.b).
        objectives: the objectives held when they were counted last (nimitz 4.1).
        counts: of the linked game: the objectives of each campaign, by year (nimitz 12.6.a).
        fought: points at which a battle was fought this turn.
        battle: the battle sheet; None while no battle is fought.
        options: options of the campaign. outcome: None while the game goes on.
    """

    data: Data = field(compare=False, repr=False)
    scenario: str = "1942"
    year: int = 1942
    turn: int = 0
    step: str = "setup"
    units: dict[str, Unit] = field(default_factory=dict)
    supply: int = 0
    reinforcement: int = 0
    resupply: int = 0
    scouts: dict[str, int] = field(default_factory=dict)
    lone: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    fought: tuple[str, ...] = ()
    battle: Battle | None = None
    options: dict[str, Any] = field(default_factory=dict)
    outcome: GameOutcome | None = None

    @property
    def campaign(self) -> Campaign:
        """The set-up sheet in force."""
        return self.data.campaigns[self.year]

    def option(self, name: str) -> Any:
        """What is agreed on, or else the usual value."""
        return self.options.get(name, self.data.options[name]["default"])

    def with_units(self, *added: Unit) -> Position:
        """The position with further units at the end of the counter list."""
        return self.but(units={**self.units, **{unit.id: unit for unit in added}})

    def without_units(self, *gone: str) -> Position:
        """The position without some units."""
        return self.but(units={name: unit for name, unit in self.units.items() if name not in gone})

    def at(self, place: str) -> list[Unit]:
        """Units in a point or box, in the order of the counter list."""
        return self.here.get(place, [])

    def of(self, side: Side, place: str, *kinds: str) -> list[Unit]:
        """A side's units of the given kinds (all kinds if none is given) in a point or box."""
        return [unit for unit in self.here.get(place, ()) if unit.side == side and (not kinds or unit.kind in kinds)]

    def garrison(self, side: Side, place: str) -> list[Unit]:
        """A side's ground units ashore and LBA at a point."""
        return [unit for unit in self.here.get(place, ()) if unit.side == side and unit.is_garrison]

    def printed(self, unit: Unit | str) -> Printed:
        """What the counter of a unit shows in this year."""
        return self.data.printed(self.year, unit if isinstance(unit, Unit) else self.units[unit])

    def value(self, unit: Unit, what: str) -> Value | None:
        """An attack value ("aa", "gunnery", "torpedo", "asw", "air", "ship" or "ground") on the side that lies up; None
        if it has none."""
        values = self.printed(unit).values.get(what)
        return None if values is None else values[0 if unit.full else 1]


# The documented form of a position (see docs/state-format.md).
FORM = PositionForm(Position, {"format": 1, "game": "nimitz"}, GameOutcome, Unit, always=("id", "nation", "kind"),
                    optional=("resupply", "scouts", "lone", "counts", "fought", "battle"))


def to_json(position: Position) -> dict[str, Any]:
    """A position, ready for canonical JSON."""
    record = FORM.to_json(position)
    return record if position.battle is None else {**record, "battle": _sheet(position.battle)}


def _sheet(battle: Battle) -> dict[str, Any]:
    """The battle sheet as JSON, without what is as usual."""
    usual = Battle._field_defaults
    return {name: list(value) if isinstance(value, tuple) else value for name, value in battle._asdict().items()
            if name not in usual or value != usual[name]}


def from_json(record: Mapping[str, Any], data: Data) -> Position:
    """The position a record describes (see `PositionForm.from_json`)."""
    position: Position = FORM.from_json(record, data=data)
    if position.battle is None:
        return position
    sheet: Any = position.battle
    return position.but(battle=Battle(**sheet))
