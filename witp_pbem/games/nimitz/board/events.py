"""What can be told. What it changes stands in `changes`.

Each event is recorded in the logbook for ever, so a field may be added with a default but none may change its
meaning. Units are named by their ids, tuples of them in the order of the counter list unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.table.event import Event

# -- the turn -------------------------------------------------------------------------------------------------------


class CampaignBegan(Event):
    """The units of a year are set up (nimitz 3.0.a); in the linked game the next year replaces the last one
    (nimitz 12.6.a)."""

    year: int


class TurnBegan(Event):
    """The turn marker advances (nimitz 5.1.a)."""

    turn: int


class StepBegan(Event):
    """The next step of the sequence begins. A step is what a sitting plays again from its start."""

    step: str


class Passed(Event):
    """The player does no more in a phase: supply, scouting or movement."""

    segment: str


class ObjectivesCounted(Event):
    """The objectives held (nimitz 4.1.a)."""

    objectives: tuple[str, ...]


class CampaignEnded(Event):
    """A year of the linked game is over (nimitz 12.6.a). `level` is a code."""

    year: int
    count: int
    level: str


class GameEnded(Event):
    """The game is over (nimitz 4.0.a, 11.5, 12.6). `reason` is a code: see `GameOutcome`. `count` is the number of
    objectives that decides, None where none does; of these `extra` by the invasion of Japan (nimitz 12.3.b)."""

    winner: str
    reason: str
    count: int | None = None
    extra: int = 0


class Ruled(Event):
    """The referee changed the position. `units` maps ids to changed fields, `supply` and `reinforcement` are the points
    there are then; or a player has `resigned`."""

    reason: str
    text: str = ""
    units: Mapping[str, Mapping[str, Any]] = {}
    supply: int | None = None
    reinforcement: int | None = None
    resigned: str = ""


# -- supply, scouting and movement of the Americans -----------------------------------------------------------------


class PointsReceived(Event, rule="nimitz 6.1.a"):
    """The points of a turn."""

    supply: int
    reinforcement: int


class UnitsBought(Event, rule="nimitz 6.2.a"):
    """Units come from the reinforcement box to a point, for RP and SP."""

    units: tuple[str, ...]
    place: str
    reinforcement: int
    supply: int


class UnitsRepaired(Event, rule="nimitz 6.3.a"):
    """Damaged American units are at full strength again, for SP."""

    units: tuple[str, ...]
    supply: int


class PointsScouted(Event, rule="nimitz 7.1.b"):
    """Scouting markers are placed, for SP: so many at each point."""

    points: Mapping[str, int]
    supply: int


class UnitsMoved(Event, rule="nimitz 8.1.b"):
    """American units move to a point, for SP; ground units on transports (nimitz 8.3.a)."""

    units: tuple[str, ...]
    place: str
    supply: int


class UnitsToBox(Event):
    """American units move to a box, for SP: RAID, BW or INV (nimitz 8.4.a, 12.2.b, 12.3.a)."""

    units: tuple[str, ...]
    box: str
    supply: int


# -- movement of the Japanese ---------------------------------------------------------------------------------------


class Bombed(Event, rule="nimitz 12.2.c"):
    """Strategic bombing sends units from Japan to the bottom of their reinforcement stacks, battalions to their box."""

    units: tuple[str, ...]


class UnitsPinned(Event):
    """Units get a moved marker without a roll: the last one at a point (`lone`, nimitz 9.0.b), or ground units at a
    point with Americans (nimitz 9.0.e)."""

    units: tuple[str, ...]
    place: str
    lone: bool = False


class OrderRolled(Event, rule="nimitz 9.1.a"):
    """A roll on the order chart for a point: the `number`th of the turn there, the die, the order it means, and the one
    that is carried out, HOLD with its reason where the order cannot be (nimitz 9.1.i, 9.1.j).

    `scouted`: it was rolled for a scouting marker (nimitz 7.2.a). `candidates`: the points to which it can lead, among
    which dice decide where there are several; `destination`: where the units go, "" for HOLD.
    """

    place: str
    number: int
    die: int
    order: str
    carried_out: str
    reason: str = ""
    candidates: tuple[str, ...] = ()
    destination: str = ""
    scouted: bool = False


class UnitsHeld(Event, rule="nimitz 9.2.1.a"):
    """Units stay where they are, and a resupply marker is received (nimitz 9.2.1.b)."""

    units: tuple[str, ...]
    place: str
    resupply: int = 1


class JapaneseMoved(Event):
    """Japanese units move; `landing` of them on transports (nimitz 9.1.f)."""

    units: tuple[str, ...]
    origin: str
    place: str
    landing: tuple[str, ...] = ()


class BattalionsCalled(Event):
    """Japanese battalions come from the battalion box to a point: with a move (nimitz 9.1.k), as reinforcements
    (nimitz 11.1.f), by a bonus marker (nimitz 10.7.jp9; then into the foxholes). New ids are new counters."""

    units: tuple[str, ...]
    place: str
    landing: bool = False
    moved: bool = False
    foxholes: bool = False


class MovementEnded(Event, rule="nimitz 9.2.9.a"):
    """All moved markers are taken off, and the scouting markers; units on transports that meet no enemy are `ashore`
    (nimitz 8.3.c)."""

    ashore: tuple[str, ...] = ()


# -- battle: the start ----------------------------------------------------------------------------------------------


class BattleBegan(Event, rule="nimitz 10.1.1.a"):
    """A battle begins at a point: who is there, by side."""

    place: str
    units: Mapping[str, tuple[str, ...]]


class UnitsStationed(Event):
    """Units are put on the battle sheet: the box of each (see `Battle.boxes`)."""

    side: str
    boxes: Mapping[str, str]


class AirfieldLaid(Event):
    """The marker with the capacity of a side's airfield (nimitz 10.1.2.e, 10.2.a)."""

    side: str
    capacity: int


class AircraftEmbarked(Event):
    """Carrier aircraft are placed beside their carriers: the kind of each, by its id (nimitz 10.1.3.a, 10.2.5.a)."""

    side: str
    aircraft: Mapping[str, str]


class RoundsRolled(Event, rule="nimitz 10.3.a"):
    """The number of rounds."""

    place: str
    die: int
    rounds: int


class PlansCounted(Event, rule="nimitz 10.4.a"):
    """How many units Japan has, and how many bonus markers it draws each round."""

    units: int
    plans: int


class MarkersBought(Event, rule="nimitz 10.5.a"):
    """The American bonus markers of the battle, their cost in BPP, and the SP spent for it."""

    markers: tuple[str, ...]
    cost: int
    supply: int


# -- battle: the rounds ---------------------------------------------------------------------------------------------


class RoundBegan(Event, rule="nimitz 10.6.a"):
    """A round begins."""

    place: str
    number: int


class MarkersDrawn(Event, rule="nimitz 10.7.a"):
    """Japan draws bonus markers; `returned`: the used ones went back into the cup first."""

    markers: tuple[str, ...]
    returned: bool = False


class MarkersRemoved(Event):
    """Both First strikes are removed before either takes effect (nimitz 10.7.jp7, 10.5.us11.d)."""

    us: tuple[str, ...]
    japan: tuple[str, ...]


class MarkerUsed(Event):
    """A bonus marker takes effect: an American one is spent, and a Japanese one that is kept, too (nimitz 10.7.jp12).

    Attributes of the record: whose, which, and for what: the `unit` it helps, the `effect` as a code where it has
    several (lengthen, shorten), and `stays` where it is not spent (nimitz 10.5.us11.b).
    """

    side: str
    marker: str
    unit: str = ""
    effect: str = ""
    stays: bool = False


class AircraftFlew(Event):
    """Aircraft go to an area of the sheet (nimitz 10.8.a, 10.9.1.a). Of a Japanese group: `group` (the id of its
    carrier, or of its airfield), the `die` for its area, None where none was rolled, and the `rolled` area."""

    side: str
    units: tuple[str, ...]
    area: str
    group: str = ""
    die: int | None = None
    rolled: str = ""


class AircraftHeld(Event, rule="nimitz 10.9.1.d"):
    """A Japanese group stays on its carrier or airfield."""

    units: tuple[str, ...]
    group: str
    die: int | None = None


class AttackStepped(Event):
    """The attacks of a side in an area in one step of combat, with their dice.

    Attributes of the record: the step (air, aa, bombing, torpedoes, asw, gunfire, ground), the row of the AA fire
    (escorts, carriers), and for each attack: unit, normal and superior value, die, hits. `extra`: hits without a die,
    by the marker they come from.
    """

    side: str
    step: str
    area: str
    attacks: tuple[Mapping[str, Any], ...]
    row: str = ""
    extra: Mapping[str, int] = {}


class HitsCancelled(Event):
    """Hits come to nothing by a bonus marker."""

    side: str
    marker: str
    hits: int = 1
    unit: str = ""


class UnitsHit(Event):
    """What hits do to a side's units: `damaged` are turned to their backs, `lost` are removed (a battalion of Japan
    goes to its box, nimitz 10.22.1.a); `capacity` is what an airfield is left with, None where it was not hit."""

    side: str
    area: str
    damaged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    capacity: int | None = None


class UnitsAdvanced(Event, rule="nimitz 10.19.a"):
    """Ground units advance on the Island: the box of each."""

    side: str
    boxes: Mapping[str, str]


class AircraftReturned(Event, rule="nimitz 10.20.1.a"):
    """All aircraft of both sides are back on their carriers and airfields, or after a first strike the `units` that
    made it."""

    units: tuple[str, ...]
    struck: bool = False


class AircraftRemoved(Event):
    """Aircraft leave the battle. Reasons: carrier (nimitz 10.20.2.c), airfield (nimitz 10.21.a), kamikaze
    (nimitz 10.7.jp10.c), launching (nimitz 10.7.jp7.b)."""

    side: str
    units: tuple[str, ...]
    reason: str


class RoundEnded(Event, rule="nimitz 10.22.a"):
    """The round marker moves down; `rounds` are left. `change`: what markers add or take (nimitz 10.5.us9,
    10.7.jp6)."""

    place: str
    rounds: int
    change: int = 0


class BattleEnded(Event, rule="nimitz 10.22.b"):
    """The sheet is cleared: survivors are back at the point, ground units ashore (nimitz 8.3.c), carrier aircraft away
    (nimitz 10.22.1.b). `winner`: who alone is left there, "" for nobody or both."""

    place: str
    winner: str
    rounds: int = 0


# -- after the battles ----------------------------------------------------------------------------------------------


class ReinforcementRolled(Event, rule="nimitz 11.1.a"):
    """The roll for Japanese reinforcements: the die, what is added and taken away by code (resupply, damaged, raiding),
    the result, and how many ships, infantry and LBA it brings, `extra` infantry by year included (nimitz 12.1.a)."""

    die: int
    modifiers: Mapping[str, int]
    result: int
    ships: int
    infantry: int
    lba: int
    extra: int = 0


class UnitsArrived(Event, rule="nimitz 11.1.e"):
    """Units of the Japanese reinforcement stacks come to Japan."""

    units: tuple[str, ...]


class UnitsWithdrawn(Event, rule="nimitz 11.2.a"):
    """Damaged Japanese units go to the bottom of the reinforcement stacks at full strength, battalions to their box."""

    units: tuple[str, ...]


class BombersReturned(Event, rule="nimitz 12.2.d"):
    """The BW come back to the Marianas."""

    units: tuple[str, ...]


class ShipsReturned(Event, rule="nimitz 11.3.a"):
    """American ships go to return-to-port boxes, on to the next one, or to Hawaii: the place of each."""

    boxes: Mapping[str, str]


class SupplyChecked(Event, rule="nimitz 11.4.a"):
    """The points with American ground units or LBA that are out of supply; what is `damaged` and `lost` there
    (nimitz 11.4.b)."""

    points: tuple[str, ...]
    damaged: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


KINDS: dict[str, type[Event]] = {kind.code(): kind for kind in (
    CampaignBegan, TurnBegan, StepBegan, Passed, ObjectivesCounted, CampaignEnded, GameEnded, Ruled, PointsReceived,
    UnitsBought, UnitsRepaired, PointsScouted, UnitsMoved, UnitsToBox, Bombed, UnitsPinned, OrderRolled, UnitsHeld,
    JapaneseMoved, BattalionsCalled, MovementEnded, BattleBegan, UnitsStationed, AirfieldLaid, AircraftEmbarked,
    RoundsRolled, PlansCounted, MarkersBought, RoundBegan, MarkersDrawn, MarkersRemoved, MarkerUsed, AircraftFlew,
    AircraftHeld, AttackStepped, HitsCancelled, UnitsHit, UnitsAdvanced, AircraftReturned, AircraftRemoved, RoundEnded,
    BattleEnded, ReinforcementRolled, UnitsArrived, UnitsWithdrawn, BombersReturned, ShipsReturned, SupplyChecked)}
