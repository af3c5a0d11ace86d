"""What can be told. What it changes stands in `changes`.

Each event is recorded in the logbook for ever, so a field may be added with a default but none may change its
meaning. Units are named by their ids, tuples of them in the order of the counter list unless said otherwise.
Strengths are fractions as text ("15/2").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.table.event import Event

# -- the impulse ----------------------------------------------------------------------------------------------------


class TurnBegan(Event, rule="wif lc.a"):
    """An impulse begins: the action of a side."""

    turn: int
    side: str


class StepBegan(Event):
    """The next step of the sequence begins. A step is what a sitting plays again from its start."""

    step: str


class ActionChosen(Event, rule="wif rail.k"):
    """The kind of action of the impulse: land, combined or air."""

    side: str
    action: str


class Passed(Event):
    """A side does no more in a segment (the words of `pass`)."""

    side: str
    segment: str


class Recovered(Event):
    """Units are turned face-up at the end of the turn (option `recovery`)."""

    units: tuple[str, ...]


class GameEnded(Event):
    """It is over. `reason` is a code: see `GameOutcome`."""

    winner: str
    reason: str


class Ruled(Event):
    """The referee changed the position. `units` maps ids to changed fields, `weather` zones or hexes to the weather
    there is now; or a player has `resigned`."""

    reason: str
    text: str = ""
    units: Mapping[str, Mapping[str, Any]] = {}
    weather: Mapping[str, str] = {}
    resigned: str = ""


# -- rail movement --------------------------------------------------------------------------------------------------


class UnitRailed(Event, rule="wif rail.c"):
    """A unit moves by rail along `path` (both ends included) for `cost` rail moves; straits it crosses are noted as
    in `Position.crossed`. `face_down` is false for a supply unit (wif rail.f)."""

    unit: str
    path: tuple[str, ...]
    cost: int
    straits: tuple[str, ...] = ()
    face_down: bool = True


class FactoryRailed(Event, rule="wif rail.g"):
    """A blue factory moves by rail along `path`; a marker stays where it was (wif rail.i). It works again from
    `works_from`, the game's turn in words ("May/Jun"), "" where the position has no such turn (wif rail.j)."""

    side: str
    path: tuple[str, ...]
    cost: int
    straits: tuple[str, ...] = ()
    works_from: str = ""


# -- land movement --------------------------------------------------------------------------------------------------


class UnitsMoved(Event, rule="wif move.a"):
    """A stack enters the next hex, for so many movement points of the unit that needs most, "code points" each of its
    `terms` (terrain, weather, the hexsides, overrun); `spent` is all of its move so far. `stops` where it lies in an
    enemy zone of control."""

    units: tuple[str, ...]
    start: str
    hex: str
    cost: int
    spent: int
    terms: tuple[str, ...] = ()
    stops: bool = False


class UnitsTurned(Event):
    """Units are turned face-down. `reason` is a code: exhausted, unsupplied, attacked, defended, support, mission,
    rebased, landed, advanced."""

    units: tuple[str, ...]
    reason: str


class MoveEnded(Event, rule="wif move.a"):
    """Units have moved in this impulse and do so no more. `land_moves` is what it costs of the limit."""

    units: tuple[str, ...]
    land_moves: int = 0


class UnitsOverrun(Event, rule="wif overrun.a"):
    """A stack overruns the enemy in a hex: `strength` against `defence`, at `odds`; the `losses` are destroyed
    (ruling W-13)."""

    units: tuple[str, ...]
    hex: str
    strength: str
    defence: str
    odds: str
    losses: tuple[str, ...]


class ControlChanged(Event):
    """A side takes control of hexes it entered."""

    side: str
    hexes: tuple[str, ...]


class UnitsDestroyed(Event):
    """Units are destroyed. `reason` is a code: entered, no-base, combat, no-retreat, drop-failed, invasion-failed."""

    units: tuple[str, ...]
    hex: str
    reason: str


class AircraftRebased(Event, rule="wif enter.a"):
    """A face-up aircraft leaves a hex the enemy entered, and lies face-down."""

    unit: str
    start: str
    hex: str


class ShipsFate(Event, rule="wif enter.b"):
    """What became of a ship in a hex the enemy entered: "captured", "scuttled", or "escape" to a port, face-down. If it
    is intercepted on its way it fights as if in a `section` of the sea box (wif enter.c)."""

    unit: str
    hex: str
    die: int
    fate: str
    port: str = ""
    section: int = -1


# -- invasion and paradrop ------------------------------------------------------------------------------------------


class UnitsInvade(Event, rule="wif inv.a"):
    """Units are set up to attack a coastal hex from the sea."""

    units: tuple[str, ...]
    hex: str


class UnitsDrop(Event, rule="wif para.a"):
    """An airborne unit flies to a hex, with the aircraft that carries it (none where the position does not have it)."""

    units: tuple[str, ...]
    hex: str
    aircraft: tuple[str, ...] = ()


class MissionsFlown(Event, rule="wif gs.b"):
    """Aircraft fly to a hex. `mission` is a code: patrol, missions, interception, escort, transport. `air_missions` is
    what it costs of the limit."""

    side: str
    units: tuple[str, ...]
    hex: str
    mission: str
    air_missions: int = 0


class AirSettled(Event, rule="wif gs.b"):
    """Who came through air combat and anti-aircraft fire at a hex, as the players settled it (W-20); the others are
    `lost`."""

    side: str
    hex: str
    units: tuple[str, ...]
    lost: tuple[str, ...] = ()


class AircraftReturned(Event, rule="wif gs.b"):
    """The aircraft of the missions to a hex are back at base, face-down."""

    units: tuple[str, ...]
    hex: str


class UnitsLanded(Event, rule="wif para.b"):
    """Units that were landing are in the hex now."""

    units: tuple[str, ...]
    hex: str


# -- declaring and supporting attacks -------------------------------------------------------------------------------


class AttackDeclared(Event, rule="wif lc.c"):
    """An attack on a hex: by units beside it, invaders and paratroops. `strength` and `defence` are the ground
    strengths at that moment, and `odds` what they come to (wif lc.d)."""

    side: str
    hex: str
    units: tuple[str, ...]
    invaders: tuple[str, ...] = ()
    paratroops: tuple[str, ...] = ()
    strength: str = "0"
    defence: str = "0"
    odds: str = ""


class NotionalIgnored(Event, rule="wif lc.b"):
    """The defender does without the notional unit in a hex."""

    side: str
    hex: str


class ShipsBombard(Event, rule="wif shore.a"):
    """Ships support the attack on a hex, or its defence."""

    side: str
    hex: str
    units: tuple[str, ...]


class HeadquartersSupports(Event, rule="wif hq.b"):
    """A headquarters is to support the attack on a hex, or its defence."""

    side: str
    hex: str
    unit: str


class AircraftSupport(Event, rule="wif gs.b"):
    """The bombers and artillery that support the attack on a hex, or its defence, after all is settled in the air."""

    side: str
    hex: str
    units: tuple[str, ...]


class HeadquartersRolled(Event, rule="wif hq.f"):
    """A headquarters has rolled: below its reorganisation value it succeeds."""

    side: str
    hex: str
    unit: str
    die: int
    value: int
    succeeds: bool


class OddsShifted(Event, rule="wif hq.f"):
    """The shift of an attack by headquarters of both sides, in columns in favour of the attacker."""

    hex: str
    shift: int


# -- combat ---------------------------------------------------------------------------------------------------------


class StrengthReckoned(Event, rule="wif res.a"):
    """The arithmetic of a side in an attack. Each entry of `units` is (unit, printed strength, factors..., strength),
    a factor being "code factor" ("river 1/2", "mountain 3"); `support` entries are (unit, what, printed, factors...,
    counted before the cap), `what` bombardment or air.

    `ground` is the sum of the units, `notional` that of the notional unit, both within `total`; `bombardment` and
    `air` what counts of the support, under the cap (wif shore.e, gs.a).
    """

    side: str
    hex: str
    units: tuple[tuple[str, ...], ...]
    ground: str
    total: int
    support: tuple[tuple[str, ...], ...] = ()
    notional: str = "0"
    bombardment: str = "0"
    air: str = "0"


class OddsReckoned(Event, rule="wif res.c"):
    """The odds of an attack: as they are, by option 41 (`percent` 0 where it has no part; `die`, `rounds_up`), after
    the `shifts`, entries "code columns" ("jungle -1", "weather -2", "headquarters 1"); the column read, and the
    modifiers of the die, entries "code amount" ("face-down 1", "below -1", "powers -1")."""

    hex: str
    attack: int
    defence: int
    odds: str
    final: str
    column: str
    percent: int = 0
    die: int = 0
    rounds_up: bool = False
    shifts: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()


class TableChosen(Event, rule="wif tbl.e"):
    """Which table is used, by whom, and whether the conditions of a blitz hold; the counts of armour and mechanised
    units of attacker and defender, in that order (wif tbl.d, tbl.f). `barred` is the code of what bars a blitz
    ("terrain", "city", "fort", "armour"), "" where nothing does."""

    side: str
    hex: str
    table: str
    is_blitz_possible: bool
    armour: tuple[str, str]
    mech: tuple[str, str]
    barred: str = ""


class AttackFought(Event, rule="wif die.c"):
    """An attack on a hex: the die (or the two of option 43), the number read after modifiers and the end of the table,
    the result ("1/1R", "-/2B*")."""

    side: str
    hex: str
    table: str
    odds: str
    dice: tuple[int, ...]
    number: int
    result: str
    is_reconstructed: bool = False


class ResultApplied(Event, rule="wif shatter.a"):
    """What the attacker makes of S or B: shatter, or retreat instead (wif shatter.b)."""

    side: str
    hex: str
    applied: str


class UnitsShattered(Event, rule="wif shatter.a"):
    """Units go to the production circle and arrive next turn."""

    units: tuple[str, ...]
    hex: str


class UnitsRetreated(Event, rule="wif retreat.a"):
    """Units retreat a hex. `preference` is the line of the order of preference (1 to 4, wif retreat.b); `again` where
    they were overstacked and go on (wif retreat.c)."""

    units: tuple[str, ...]
    start: str
    hex: str
    preference: int
    again: bool = False


class UnitsAdvanced(Event, rule="wif adv.a"):
    """Units advance after combat. `breakthrough` is the second hex of a result B (wif adv.d)."""

    units: tuple[str, ...]
    start: str
    hex: str
    breakthrough: bool = False


class DropEnded(Event, rule="wif para.f"):
    """Whether the paradrop on a hex succeeded."""

    units: tuple[str, ...]
    hex: str
    succeeds: bool


class LandingEnded(Event, rule="wif inv.f"):
    """Invaders whose hex was not taken are aboard again."""

    units: tuple[str, ...]
    hex: str


class AttackResolved(Event, rule="wif lc.b"):
    """All that came of an attack is done."""

    hex: str


KINDS: dict[str, type[Event]] = {kind.code(): kind for kind in (
    TurnBegan, StepBegan, ActionChosen, Passed, Recovered, GameEnded, Ruled, UnitRailed, FactoryRailed, UnitsMoved,
    UnitsTurned, MoveEnded, UnitsOverrun, ControlChanged, UnitsDestroyed, AircraftRebased, ShipsFate, UnitsInvade,
    UnitsDrop, MissionsFlown, AirSettled, AircraftReturned, UnitsLanded, AttackDeclared, NotionalIgnored,
    ShipsBombard, HeadquartersSupports, AircraftSupport, HeadquartersRolled, OddsShifted, StrengthReckoned,
    OddsReckoned, TableChosen, AttackFought, ResultApplied, UnitsShattered, UnitsRetreated, UnitsAdvanced, DropEnded,
    LandingEnded, AttackResolved)}
