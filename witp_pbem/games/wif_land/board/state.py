"""What is on the board: the counters of both sides, control, weather, and the attacks declared.

A position is a value: rules never change one, `changes.apply` makes the next. Dictionaries in it are treated as frozen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from witp_pbem.games.common.position import PositionForm, WithCounters
from witp_pbem.games.wif_land.board.data import Data, Hex, Kind, Terrain, WarMap, Weather
from witp_pbem.table.dice import Die
from witp_pbem.table.tuples import NamedTuple

Side: TypeAlias = str
AXIS: Side = "axis"
ALLIES: Side = "allies"
SIDES: tuple[Side, Side] = (AXIS, ALLIES)
ENEMY: dict[Side, Side] = {AXIS: ALLIES, ALLIES: AXIS}
DIE = Die(10)  # (wif res.e)

ARMOUR, MECHANISED, ARMOURED_HQ, HEADQUARTERS = "ARM", "MECH", "HQ-A", "HQ"
MARINES, AIRBORNE, MOUNTAIN, ARTILLERY, ANTI_TANK, ANTI_AIRCRAFT = "MAR", "PARA", "MTN", "ART", "AT", "AA"
MOTORISED, CAVALRY, SUPPLY_UNIT = "MOT", "CAV", "SUPPLY"
HQS = (HEADQUARTERS, ARMOURED_HQ)
GROUND = ("INF", MARINES, AIRBORNE, MOUNTAIN, "MIL", "GAR", "TERR", "PART", "SKI", CAVALRY, MOTORISED, MECHANISED,
          ARMOUR, *HQS, ARTILLERY, ANTI_TANK, ANTI_AIRCRAFT, SUPPLY_UNIT)
BOMBER, FIGHTER, AIR_TRANSPORT, NAVAL_AIR = "LND", "FTR", "ATR", "NAV"
AIRCRAFT = (BOMBER, FIGHTER, AIR_TRANSPORT, NAVAL_AIR)
SURFACE_SHIP, TRANSPORT = "SCS", "TRS"
NAVAL = (SURFACE_SHIP, TRANSPORT)
KINDS = (*GROUND, *AIRCRAFT, *NAVAL)

LAND, COMBINED, AIR = "land", "combined", "air"
ACTIONS = (LAND, COMBINED, AIR)  # (wif rail.k)
START, NOW, DECLARED = "start", "now", "declared"
MOMENTS = (START, NOW, DECLARED)  # at which supply is asked for: start of a move, overrun, declaration of attacks
INVASION, PARADROP = "invasion", "paradrop"
OUT = ""  # off the map: not arrived, destroyed, or in the production circle
DESTROYED, PRODUCTION, CAPTURED, SCUTTLED = FATES = ("destroyed", "production", "captured", "scuttled")
EVERYWHERE = "default"  # the key of the weather that holds where no other is named


class Unit(NamedTuple):
    """A counter.

    Attributes:
        id: "g47", "ge-arm-1".
        side: axis or allies.
        nation: its power ("Germany").
        kind: one of KINDS.
        place: the hex or the sea area it is in, or OUT.
        name: what the counter is called ("XLVII"), "" for none.
        combat, movement: as printed. reorganisation: of a headquarters, the number in brackets.
        tactical: tactical bombing strength of aircraft. bombardment: shore bombardment of ships.
        division: it is of the size of a division.
        motorised: it moves by the column of motorised units.
        tank_buster: its tactical strength stands on a red disc (wif gs.d).
        full: it lies face-up.
        section: of the sea box it is in, -1 on land.
        aboard: what it is stacked with or carried by: "TRS", "SCS", "ATR"; "" for nothing.
        unsupplied: the moments of MOMENTS at which it is out of supply.
        moved: it has moved in this impulse.
        landing: INVASION or PARADROP while it fights its way ashore, at `target`.
        target: the hex it lands in, or flies to.
        invaded: it has invaded this turn, and so counts as in supply (wif inv.e).
        fate: what became of it off the map: one of FATES.
        source: where its values come from, "" where the user wrote them.
    """

    id: str
    side: Side
    nation: str
    kind: str
    place: str = OUT
    name: str = ""
    combat: int = 0
    movement: int = 0
    reorganisation: int = 0
    tactical: int = 0
    bombardment: int = 0
    division: bool = False
    motorised: bool = False
    tank_buster: bool = False
    full: bool = True
    section: int = -1
    aboard: str = ""
    unsupplied: tuple[str, ...] = ()
    moved: bool = False
    landing: str = ""
    target: str = ""
    invaded: bool = False
    fate: str = ""
    source: str = ""

    @property
    def is_ground(self) -> bool:
        return self.kind in GROUND

    @property
    def is_aircraft(self) -> bool:
        return self.kind in AIRCRAFT

    @property
    def is_naval(self) -> bool:
        return self.kind in NAVAL

    @property
    def is_headquarters(self) -> bool:
        return self.kind in HQS


class Attack(NamedTuple):
    """A declared attack.

    Attributes:
        target: the hex.
        units: attacking from hexes beside it. invaders: from the sea. paratroops: from the air.
        ignores_notional: the defender does without the notional unit.
        bombardment, defensive_bombardment: ships of the two sides.
        support, defensive_support: their headquarters, "" for none.
        aircraft, defensive_aircraft: bombers (and artillery, option AsA 3) that support the ground units.
        shift: columns in favour of the attacker by headquarters support (wif hq.f, hq.g).
        is_resolved: its combat has been fought.
    """

    target: str
    units: tuple[str, ...] = ()
    invaders: tuple[str, ...] = ()
    paratroops: tuple[str, ...] = ()
    ignores_notional: bool = False
    bombardment: tuple[str, ...] = ()
    defensive_bombardment: tuple[str, ...] = ()
    support: str = ""
    defensive_support: str = ""
    aircraft: tuple[str, ...] = ()
    defensive_aircraft: tuple[str, ...] = ()
    shift: int = 0
    is_resolved: bool = False

    @property
    def everybody(self) -> tuple[str, ...]:
        """All ground units that attack."""
        return (*self.units, *self.invaders, *self.paratroops)

    @property
    def is_landing(self) -> bool:
        """Whether anybody comes from the sea or from the air, so that there is a notional unit (wif inv.h, para.g)."""
        return bool(self.invaders or self.paratroops)


class GameOutcome(NamedTuple):
    """How it ended: the winner ("" for nobody), the rule, and the code of the reason: "played" when all impulses are
    over, or "resigned"."""

    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position(WithCounters[Unit]):
    """Everything on the table.

    Attributes:
        data: maps, tables and counters in force (not part of the saved position).
        scenario: the id of the position it began with.
        map_id: the map.
        date: the game's turn in words ("Jul/Aug"). year: 1941.
        turn: the number of the impulse, from 1; 0 before.
        step: where in the sequence of an impulse.
        impulses: whose action each impulse is, in their order.
        powers: side -> the powers it has.
        weather: zone or hex -> weather; EVERYWHERE for all others.
        control: hex -> the side that controls it.
        action: the kind of action of this impulse, "" while it is open.
        limits: what an action allows: rail_moves, land_moves, land_attacks, air_missions; what is not there has no
            limit (W-21).
        spent: how much of each limit is used in this impulse.
        units: every counter in the game, by id.
        factories: blue factories by hex. ruined: markers of destroyed factories by hex (wif rail.i).
        idle: factories moved by rail by hex, as many as do not work yet (wif rail.j).
        crossed: straits used by rail this turn, as pairs "0101-0102" (wif rail.e), with the side ("0101-0102 axis").
        supply_sources: side -> hexes lines of supply lead to; empty where the users say who is in supply.
        supply_reach: hexes a line may have beside a railway. supply_rail: whether it may follow railways.
        attacks: declared in this impulse, in the order of declaration.
        options: options of the campaign. outcome: None while the game goes on.
    """

    data: Data = field(compare=False, repr=False)
    scenario: str = ""
    map_id: str = ""
    date: str = ""
    year: int = 0
    turn: int = 0
    step: str = "setup"
    impulses: tuple[str, ...] = SIDES
    powers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    weather: dict[str, str] = field(default_factory=lambda: {EVERYWHERE: "fair"})
    control: dict[str, str] = field(default_factory=dict)
    action: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    factories: dict[str, int] = field(default_factory=dict)
    ruined: dict[str, int] = field(default_factory=dict)
    idle: dict[str, int] = field(default_factory=dict)
    crossed: tuple[str, ...] = ()
    supply_sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    supply_reach: int = 0
    supply_rail: bool = False
    attacks: tuple[Attack, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    outcome: GameOutcome | None = None

    # -- the board ---------------------------------------------------------------------------------------------------

    @property
    def map(self) -> WarMap:
        """The map in play."""
        return self.data.maps[self.map_id]

    def hex(self, place: str) -> Hex:
        """What is printed in a hex of the map."""
        return self.map.hexes[place]

    def terrain(self, place: str) -> Terrain:
        """The terrain of a hex of the map."""
        return self.data.terrain[self.hex(place).terrain]

    def weather_at(self, place: str) -> Weather:
        """The weather in a hex: its own, or that of its zone, or that which holds everywhere."""
        weather = self.weather
        return self.data.weather[weather.get(place) or weather.get(self.hex(place).zone) or weather[EVERYWHERE]]

    def kind(self, unit: Unit) -> Kind:
        """What the rules say of the kind of a ground unit."""
        return self.data.kinds[unit.kind]

    def option(self, name: str) -> Any:
        """What is agreed on of the options (wif opt.a), or else the usual value."""
        return self.options.get(name, self.data.options[name]["default"])

    # -- who acts ----------------------------------------------------------------------------------------------------

    @property
    def phasing(self) -> Side:
        """The side whose impulse it is."""
        return self.impulses[max(self.turn, 1) - 1]

    @property
    def other(self) -> Side:
        """The side whose impulse it is not."""
        return ENEMY[self.phasing]

    def left(self, limit: str) -> int | None:
        """How much of a limit is left in this impulse; None where there is no limit."""
        return self.limits[limit] - self.spent.get(limit, 0) if limit in self.limits else None

    # -- units -------------------------------------------------------------------------------------------------------

    def named(self, units: Iterable[str]) -> list[Unit]:
        """Units by their ids."""
        return [self.units[name] for name in units]

    def at(self, place: str, side: Side = "") -> list[Unit]:
        """The units in a hex or sea area, of one side or of both, in the order of the counter list."""
        return [unit for unit in self.here.get(place, ()) if side in ("", unit.side)]

    def ground(self, place: str, side: Side) -> list[Unit]:
        """A side's ground units in a hex. Those on their way to a landing are in no hex, and have no zone of control
        (wif inv.f)."""
        return [unit for unit in self.here.get(place, ())
                if unit.side == side and unit.is_ground and not unit.landing]

    def attack_on(self, target: str) -> Attack | None:
        """The declared attack on a hex, None if there is none."""
        return next((attack for attack in self.attacks if attack.target == target), None)


# The documented form of a position (see docs/state-format.md).
FORM = PositionForm(Position, {"format": 1, "game": "wif_land"}, GameOutcome, Unit,
                    always=("id", "side", "nation", "kind"),
                    optional=("ruined", "idle", "crossed", "supply_sources", "supply_reach", "supply_rail", "attacks",
                              "factories", "spent", "limits", "action"))


def to_json(position: Position) -> dict[str, Any]:
    """A position, ready for canonical JSON."""
    record = FORM.to_json(position)
    return {**record, "attacks": [_attack(attack) for attack in position.attacks]} if position.attacks else record


def _attack(attack: Attack) -> dict[str, Any]:
    """An attack as JSON, without what is as usual."""
    usual = Attack._field_defaults
    return {name: list(value) if isinstance(value, tuple) else value for name, value in attack._asdict().items()
            if name not in usual or value != usual[name]}


def from_json(record: Mapping[str, Any], data: Data) -> Position:
    """The position a record describes (see `PositionForm.from_json`)."""
    position: Position = FORM.from_json(record, data=data)
    attacks: Any = position.attacks
    return position.but(attacks=tuple(Attack(**attack) for attack in attacks)) if attacks else position
