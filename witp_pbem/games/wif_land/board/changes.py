"""How the position takes what is told. No rules here: rules decided before they told.

`apply` is the only place where a position changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witp_pbem.games.common.takers import Takers
from witp_pbem.games.wif_land.board.events import (
    ActionChosen,
    AircraftRebased,
    AircraftReturned,
    AircraftSupport,
    AirSettled,
    AttackDeclared,
    AttackResolved,
    ControlChanged,
    FactoryRailed,
    GameEnded,
    HeadquartersSupports,
    LandingEnded,
    MissionsFlown,
    MoveEnded,
    NotionalIgnored,
    OddsShifted,
    Recovered,
    Ruled,
    ShipsBombard,
    ShipsFate,
    StepBegan,
    TurnBegan,
    UnitRailed,
    UnitsAdvanced,
    UnitsDestroyed,
    UnitsDrop,
    UnitsInvade,
    UnitsLanded,
    UnitsMoved,
    UnitsOverrun,
    UnitsRetreated,
    UnitsShattered,
    UnitsTurned,
)
from witp_pbem.games.wif_land.board.state import (
    CAPTURED,
    DESTROYED,
    INVASION,
    OUT,
    PARADROP,
    PRODUCTION,
    SCUTTLED,
    Attack,
    GameOutcome,
    Position,
)
from witp_pbem.table.event import freeze

takes = Takers()
apply = takes.apply


def _changed(position: Position, units: Iterable[str], **fields: Any) -> Position:
    """The position with the same fields changed in some units."""
    return position.but_units(*(position.units[name]._replace(**fields) for name in units))


def _gone(position: Position, units: Iterable[str], fate: str) -> Position:
    """The position with some units off the map."""
    return _changed(position, units, place=OUT, section=-1, landing="", target="", fate=fate)


def _spent(position: Position, **amounts: int) -> Position:
    """The position with more of the limits of the action used."""
    return position.but(spent={**position.spent, **{limit: position.spent.get(limit, 0) + amount
                                                    for limit, amount in amounts.items() if amount}})


def _counted(counts: Mapping[str, int], place: str, more: int) -> dict[str, int]:
    """Counts by hex with more, or fewer, in one; a hex with none has no entry."""
    return {hex: count for hex, count in {**counts, place: counts.get(place, 0) + more}.items() if count}


def _in_attack(position: Position, target: str, **fields: Any) -> Position:
    """The position with fields of the attack on a hex changed."""
    return position.but(attacks=tuple(attack._replace(**fields) if attack.target == target else attack
                                      for attack in position.attacks))


def _is_defender(position: Position, side: str) -> bool:
    return side != position.phasing


# -- the impulse ----------------------------------------------------------------------------------------------------


@takes(TurnBegan)
def _(position: Position, event: TurnBegan) -> Position:
    fresh = position.but_units(*(unit._replace(moved=False) for unit in position.units.values() if unit.moved))
    kept = position.action if event.turn == 1 else ""  # the first action may be given with the position
    return fresh.but(turn=event.turn, attacks=(), spent={}, action=kept)


@takes(StepBegan)
def _(position: Position, event: StepBegan) -> Position:
    return position.but(step=event.step)


@takes(ActionChosen)
def _(position: Position, event: ActionChosen) -> Position:
    return position.but(action=event.action)


@takes(Recovered)
def _(position: Position, event: Recovered) -> Position:
    return _changed(position, event.units, full=True)


@takes(GameEnded)
def _(position: Position, event: GameEnded) -> Position:
    return position.but(outcome=GameOutcome(event.winner, event.rule, event.reason))


@takes(Ruled)
def _(position: Position, event: Ruled) -> Position:
    changed = (position.units[name]._replace(**freeze(dict(fields))) for name, fields in event.units.items())
    return position.but_units(*changed).but(weather={**position.weather, **event.weather})


# -- rail movement --------------------------------------------------------------------------------------------------


@takes(UnitRailed)
def _(position: Position, event: UnitRailed) -> Position:
    unit = position.units[event.unit]
    moved = unit._replace(place=event.path[-1], full=unit.full and not event.face_down)
    return _spent(position.but_units(moved), rail_moves=event.cost).but(crossed=(*position.crossed, *event.straits))


@takes(FactoryRailed)
def _(position: Position, event: FactoryRailed) -> Position:
    start, end = event.path[0], event.path[-1]
    factories = _counted(position.factories, start, -1)
    goes_idle = position.idle.get(start, 0) > factories.get(start, 0)  # those that work go first
    idle = _counted(position.idle, start, -1) if goes_idle else position.idle
    return _spent(position, rail_moves=event.cost).but(
        factories=_counted(factories, end, 1), ruined=_counted(position.ruined, start, 1), idle=_counted(idle, end, 1),
        crossed=(*position.crossed, *event.straits))


# -- land movement --------------------------------------------------------------------------------------------------


@takes(UnitsMoved)
def _(position: Position, event: UnitsMoved) -> Position:
    return _changed(position, event.units, place=event.hex)


@takes(UnitsTurned)
def _(position: Position, event: UnitsTurned) -> Position:
    return _changed(position, event.units, full=False)


@takes(MoveEnded)
def _(position: Position, event: MoveEnded) -> Position:
    return _spent(_changed(position, event.units, moved=True), land_moves=event.land_moves)


@takes(UnitsOverrun)
def _(position: Position, event: UnitsOverrun) -> Position:
    return _gone(position, event.losses, DESTROYED)


@takes(ControlChanged)
def _(position: Position, event: ControlChanged) -> Position:
    return position.but(control={**position.control, **dict.fromkeys(event.hexes, event.side)})


@takes(UnitsDestroyed)
def _(position: Position, event: UnitsDestroyed) -> Position:
    return _gone(position, event.units, DESTROYED)


@takes(AircraftRebased)
def _(position: Position, event: AircraftRebased) -> Position:
    return _changed(position, (event.unit,), place=event.hex, full=False)


@takes(ShipsFate)
def _(position: Position, event: ShipsFate) -> Position:
    if event.fate in (CAPTURED, SCUTTLED):
        return _gone(position, (event.unit,), event.fate)
    return _changed(position, (event.unit,), place=event.port, full=False)


# -- invasion and paradrop ------------------------------------------------------------------------------------------


@takes(UnitsInvade)
def _(position: Position, event: UnitsInvade) -> Position:
    return _changed(position, event.units, landing=INVASION, target=event.hex, moved=True, invaded=True)


@takes(UnitsDrop)
def _(position: Position, event: UnitsDrop) -> Position:
    dropping = _changed(position, event.units, landing=PARADROP, target=event.hex, moved=True)
    return _spent(dropping, air_missions=1, land_moves=1)  # (wif para.d)


@takes(MissionsFlown)
def _(position: Position, event: MissionsFlown) -> Position:
    return _spent(_changed(position, event.units, moved=True, target=event.hex), air_missions=event.air_missions)


@takes(AirSettled)
def _(position: Position, event: AirSettled) -> Position:
    return _gone(position, event.lost, DESTROYED)


@takes(AircraftReturned)
def _(position: Position, event: AircraftReturned) -> Position:
    return _changed(position, event.units, full=False, target="")


@takes(UnitsLanded)
def _(position: Position, event: UnitsLanded) -> Position:
    return _changed(position, event.units, place=event.hex, landing="", target="", section=-1, aboard="")


# -- declaring and supporting attacks -------------------------------------------------------------------------------


@takes(AttackDeclared)
def _(position: Position, event: AttackDeclared) -> Position:
    """A second declaration for a hex adds to the first."""
    known = position.attack_on(event.hex)
    if known is None:
        attack = Attack(event.hex, event.units, event.invaders, event.paratroops)
        return _spent(position.but(attacks=(*position.attacks, attack)), land_attacks=1)
    return _in_attack(position, event.hex, units=(*known.units, *event.units),
                      invaders=(*known.invaders, *event.invaders),
                      paratroops=(*known.paratroops, *event.paratroops))


@takes(NotionalIgnored)
def _(position: Position, event: NotionalIgnored) -> Position:
    return _in_attack(position, event.hex, ignores_notional=True)


@takes(ShipsBombard)
def _(position: Position, event: ShipsBombard) -> Position:
    field = "defensive_bombardment" if _is_defender(position, event.side) else "bombardment"
    return _in_attack(position, event.hex, **{field: event.units})


@takes(HeadquartersSupports)
def _(position: Position, event: HeadquartersSupports) -> Position:
    field = "defensive_support" if _is_defender(position, event.side) else "support"
    return _in_attack(position, event.hex, **{field: event.unit})


@takes(AircraftSupport)
def _(position: Position, event: AircraftSupport) -> Position:
    field = "defensive_aircraft" if _is_defender(position, event.side) else "aircraft"
    return _in_attack(position, event.hex, **{field: event.units})


@takes(OddsShifted)
def _(position: Position, event: OddsShifted) -> Position:
    return _in_attack(position, event.hex, shift=event.shift)


# -- combat ---------------------------------------------------------------------------------------------------------


@takes(UnitsShattered)
def _(position: Position, event: UnitsShattered) -> Position:
    return _gone(position, event.units, PRODUCTION)


@takes(UnitsRetreated, UnitsAdvanced)
def _(position: Position, event: UnitsRetreated | UnitsAdvanced) -> Position:
    return _changed(position, event.units, place=event.hex, landing="", target="", section=-1, aboard="")


@takes(LandingEnded)
def _(position: Position, event: LandingEnded) -> Position:
    return _changed(position, event.units, landing="", target="")


@takes(AttackResolved)
def _(position: Position, event: AttackResolved) -> Position:
    return _in_attack(position, event.hex, is_resolved=True)
