"""How the position takes what is told. No rules here: rules decided before they told.

`apply` is the only place where a position changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witp_pbem.games.common.takers import Takers
from witp_pbem.games.nimitz.board import setup
from witp_pbem.games.nimitz.board.events import (
    AircraftEmbarked,
    AircraftFlew,
    AircraftRemoved,
    AircraftReturned,
    AirfieldLaid,
    BattalionsCalled,
    BattleBegan,
    BattleEnded,
    Bombed,
    BombersReturned,
    CampaignBegan,
    CampaignEnded,
    GameEnded,
    JapaneseMoved,
    MarkersBought,
    MarkersDrawn,
    MarkersRemoved,
    MarkerUsed,
    MovementEnded,
    ObjectivesCounted,
    OrderRolled,
    PlansCounted,
    PointsReceived,
    PointsScouted,
    ReinforcementRolled,
    RoundBegan,
    RoundEnded,
    RoundsRolled,
    Ruled,
    ShipsReturned,
    StepBegan,
    SupplyChecked,
    TurnBegan,
    UnitsAdvanced,
    UnitsArrived,
    UnitsBought,
    UnitsHeld,
    UnitsHit,
    UnitsMoved,
    UnitsPinned,
    UnitsRepaired,
    UnitsStationed,
    UnitsToBox,
    UnitsWithdrawn,
)
from witp_pbem.games.nimitz.board.state import (
    ABOARD,
    AIRFIELD,
    AIRFIELDS,
    BATTALION,
    FOXHOLES,
    HOME,
    JAPAN,
    MARIANAS,
    OUT,
    REINFORCEMENTS,
    Battle,
    GameOutcome,
    Position,
    Unit,
)

_takes = Takers()
apply = _takes.apply


def _changed(position: Position, units: Iterable[str], **fields: Any) -> Position:
    """The position with the same fields changed in some units."""
    return position.but_units(*(position.units[name]._replace(**fields) for name in units))


def _on_sheet(position: Position, **fields: Any) -> Position:
    """The position with fields of the battle sheet changed."""
    assert position.battle is not None
    return position.but(battle=position.battle._replace(**fields))


def _off_sheet(position: Position, units: Iterable[str]) -> Position:
    """The position with some units taken off the battle sheet."""
    assert position.battle is not None
    gone = frozenset(units)
    return _on_sheet(position, boxes=_without(position.battle.boxes, gone),
                     flying=_without(position.battle.flying, gone))


def _without(table: Mapping[str, str], gone: frozenset[str]) -> dict[str, str]:
    return {name: value for name, value in table.items() if name not in gone}


def _less(held: tuple[str, ...], used: Iterable[str]) -> tuple[str, ...]:
    """Markers without some, each once."""
    left = list(held)
    for marker in used:
        if marker in left:
            left.remove(marker)
    return tuple(left)


# -- the turn -------------------------------------------------------------------------------------------------------


@_takes(CampaignBegan)
def _(position: Position, event: CampaignBegan) -> Position:
    return setup.begin_campaign(position, event.year)


@_takes(TurnBegan)
def _(position: Position, event: TurnBegan) -> Position:
    return position.but(turn=event.turn, fought=(), lone=())


@_takes(StepBegan)
def _(position: Position, event: StepBegan) -> Position:
    return position.but(step=event.step)


@_takes(ObjectivesCounted)
def _(position: Position, event: ObjectivesCounted) -> Position:
    return position.but(objectives=event.objectives)


@_takes(CampaignEnded)
def _(position: Position, event: CampaignEnded) -> Position:
    return position.but(counts={**position.counts, str(event.year): event.count})


@_takes(GameEnded)
def _(position: Position, event: GameEnded) -> Position:
    return position.but(outcome=GameOutcome(event.winner, event.rule, event.reason))


@_takes(Ruled)
def _(position: Position, event: Ruled) -> Position:
    position = position.but_units(*(position.units[name]._replace(**dict(fields))
                                    for name, fields in event.units.items()))
    return position.but(supply=position.supply if event.supply is None else event.supply,
                        reinforcement=position.reinforcement if event.reinforcement is None else event.reinforcement)


# -- the Americans --------------------------------------------------------------------------------------------------


@_takes(PointsReceived)
def _(position: Position, event: PointsReceived) -> Position:
    return position.but(supply=position.supply + event.supply,
                        reinforcement=position.reinforcement + event.reinforcement)


@_takes(UnitsBought)
def _(position: Position, event: UnitsBought) -> Position:
    return _changed(position, event.units, place=event.place).but(
        supply=position.supply - event.supply, reinforcement=position.reinforcement - event.reinforcement)


@_takes(UnitsRepaired)
def _(position: Position, event: UnitsRepaired) -> Position:
    return _changed(position, event.units, full=True).but(supply=position.supply - event.supply)


@_takes(PointsScouted)
def _(position: Position, event: PointsScouted) -> Position:
    scouts = dict(position.scouts)
    for point, markers in event.points.items():
        scouts[point] = scouts.get(point, 0) + markers
    return position.but(scouts=scouts, supply=position.supply - event.supply)


@_takes(UnitsMoved)
def _(position: Position, event: UnitsMoved) -> Position:
    moved = (position.units[name] for name in event.units)
    return position.but_units(*(unit._replace(place=event.place, moved=True, landing=unit.is_ground)
                                for unit in moved)).but(supply=position.supply - event.supply)


@_takes(UnitsToBox)
def _(position: Position, event: UnitsToBox) -> Position:
    return _changed(position, event.units, place=event.box, moved=True).but(supply=position.supply - event.supply)


# -- the Japanese ---------------------------------------------------------------------------------------------------


def _to_stacks(position: Position, units: Iterable[str], layer: int) -> Position:
    """Units go to the reinforcement stacks of their types, battalions to their box (G-48)."""
    gone = [position.units[name] for name in units]
    return position.but_units(*(unit._replace(full=True, moved=False, landing=False,
                                              **({"place": OUT} if unit.kind == BATTALION else
                                                 {"place": REINFORCEMENTS, "layer": layer})) for unit in gone))


@_takes(Bombed)
def _(position: Position, event: Bombed) -> Position:
    return _to_stacks(position, event.units, 2 * position.turn)


@_takes(UnitsWithdrawn)
def _(position: Position, event: UnitsWithdrawn) -> Position:
    return _to_stacks(position, event.units, 2 * position.turn + 1)


@_takes(UnitsPinned)
def _(position: Position, event: UnitsPinned) -> Position:
    lone = (*position.lone, *event.units) if event.lone else position.lone
    return _changed(position, event.units, moved=True).but(lone=lone)


@_takes(OrderRolled)
def _(position: Position, event: OrderRolled) -> Position:
    if not event.scouted:
        return position
    scouts = {**position.scouts, event.place: position.scouts[event.place] - 1}
    return position.but(scouts={point: markers for point, markers in scouts.items() if markers})


@_takes(UnitsHeld)
def _(position: Position, event: UnitsHeld) -> Position:
    return _changed(position, event.units, moved=True).but(resupply=position.resupply + event.resupply)


@_takes(JapaneseMoved)
def _(position: Position, event: JapaneseMoved) -> Position:
    return position.but_units(*(position.units[name]._replace(
        place=event.place, moved=True, landing=name in event.landing) for name in event.units))


@_takes(BattalionsCalled)
def _(position: Position, event: BattalionsCalled) -> Position:
    new = [Unit(name, JAPAN, BATTALION) for name in event.units if name not in position.units]
    position = _changed(position.with_units(*new), event.units, place=event.place, landing=event.landing,
                        moved=event.moved, full=True)
    if not event.foxholes:
        return position
    assert position.battle is not None
    return _on_sheet(position, boxes={**position.battle.boxes, **dict.fromkeys(event.units, FOXHOLES)})


@_takes(MovementEnded)
def _(position: Position, event: MovementEnded) -> Position:
    moved = [unit.id for unit in position.units.values() if unit.moved]
    return _changed(_changed(position, moved, moved=False), event.ashore, landing=False).but(scouts={})


# -- battle ---------------------------------------------------------------------------------------------------------


@_takes(BattleBegan)
def _(position: Position, event: BattleBegan) -> Position:
    return position.but(battle=Battle(event.place), fought=(*position.fought, event.place))


@_takes(UnitsStationed, UnitsAdvanced)
def _(position: Position, event: UnitsStationed | UnitsAdvanced) -> Position:
    assert position.battle is not None
    return _on_sheet(position, boxes={**position.battle.boxes, **event.boxes})


@_takes(AirfieldLaid)
def _(position: Position, event: AirfieldLaid) -> Position:
    battle = position.battle
    assert battle is not None
    marker = Unit(AIRFIELDS[event.side], event.side, AIRFIELD, battle.place)
    return _on_sheet(position.with_units(marker), capacity={**battle.capacity, event.side: event.capacity})


@_takes(AircraftEmbarked)
def _(position: Position, event: AircraftEmbarked) -> Position:
    battle = position.battle
    assert battle is not None
    aircraft = [Unit(name, event.side, kind, battle.place) for name, kind in event.aircraft.items()]
    return _on_sheet(position.with_units(*aircraft),
                     boxes={**battle.boxes, **dict.fromkeys(event.aircraft, ABOARD)})


@_takes(RoundsRolled)
def _(position: Position, event: RoundsRolled) -> Position:
    return _on_sheet(position, rounds=event.rounds)


@_takes(PlansCounted)
def _(position: Position, event: PlansCounted) -> Position:
    return _on_sheet(position, plans=event.plans)


@_takes(MarkersBought)
def _(position: Position, event: MarkersBought) -> Position:
    return _on_sheet(position, held=event.markers).but(supply=position.supply - event.supply)


@_takes(RoundBegan)
def _(position: Position, event: RoundBegan) -> Position:
    return _on_sheet(position, number=event.number, drawn=(), struck=())


@_takes(MarkersDrawn)
def _(position: Position, event: MarkersDrawn) -> Position:
    battle = position.battle
    assert battle is not None
    return _on_sheet(position, drawn=(*battle.drawn, *event.markers),
                     spent=(*(battle.drawn if event.returned else battle.spent), *event.markers))


@_takes(MarkersRemoved)
def _(position: Position, event: MarkersRemoved) -> Position:
    battle = position.battle
    assert battle is not None
    return _on_sheet(position, held=_less(battle.held, event.us), drawn=_less(battle.drawn, event.japan))


@_takes(MarkerUsed)
def _(position: Position, event: MarkerUsed) -> Position:
    battle = position.battle
    assert battle is not None
    if event.side == JAPAN:
        kept = (*battle.kept, event.marker) if event.stays else _less(battle.kept, [event.marker])
        return _on_sheet(position, kept=kept, drawn=_less(battle.drawn, [event.marker]))
    return position if event.stays else _on_sheet(position, held=_less(battle.held, [event.marker]))


@_takes(AircraftFlew)
def _(position: Position, event: AircraftFlew) -> Position:
    assert position.battle is not None
    return _on_sheet(position, flying={**position.battle.flying, **dict.fromkeys(event.units, event.area)})


@_takes(UnitsHit)
def _(position: Position, event: UnitsHit) -> Position:
    if event.capacity is not None:
        assert position.battle is not None
        position = _on_sheet(position, capacity={**position.battle.capacity, event.side: event.capacity})
    return _lost(_changed(position, event.damaged, full=False), event.lost)


def _lost(position: Position, units: Iterable[str]) -> Position:
    """Units leave the game; carrier aircraft come again with their carrier in the next battle, battalions of Japan from
    their box (nimitz 2.8.4.b, 10.22.1)."""
    gone = list(units)
    if position.battle is not None:
        position = _off_sheet(position, gone)
    removed = [name for name in gone if position.units[name].is_cba]
    out = [name for name in gone if name not in removed]
    return _changed(position, out, place=OUT, full=True, moved=False, landing=False).without_units(*removed)


@_takes(AircraftReturned)
def _(position: Position, event: AircraftReturned) -> Position:
    battle = position.battle
    assert battle is not None
    struck = (*battle.struck, *event.units) if event.struck else battle.struck
    return _on_sheet(position, flying=_without(battle.flying, frozenset(event.units)), struck=struck)


@_takes(AircraftRemoved)
def _(position: Position, event: AircraftRemoved) -> Position:
    return _lost(position, event.units)


@_takes(RoundEnded)
def _(position: Position, event: RoundEnded) -> Position:
    return _on_sheet(position, rounds=event.rounds)


@_takes(BattleEnded)
def _(position: Position, event: BattleEnded) -> Position:
    away = [unit.id for unit in position.at(event.place) if unit.is_cba or unit.kind == AIRFIELD]
    ashore = [unit.id for unit in position.at(event.place) if unit.landing]
    return _changed(position, ashore, landing=False).without_units(*away).but(battle=None)


# -- after the battles ----------------------------------------------------------------------------------------------


@_takes(ReinforcementRolled)
def _(position: Position, event: ReinforcementRolled) -> Position:
    return position.but(resupply=0)


@_takes(UnitsArrived)
def _(position: Position, event: UnitsArrived) -> Position:
    return _changed(position, event.units, place=HOME, layer=0)


@_takes(BombersReturned)
def _(position: Position, event: BombersReturned) -> Position:
    return _changed(position, event.units, place=MARIANAS)


@_takes(ShipsReturned)
def _(position: Position, event: ShipsReturned) -> Position:
    return position.but_units(*(position.units[name]._replace(place=box) for name, box in event.boxes.items()))


@_takes(SupplyChecked)
def _(position: Position, event: SupplyChecked) -> Position:
    return _lost(_changed(position, event.damaged, full=False), event.lost)
