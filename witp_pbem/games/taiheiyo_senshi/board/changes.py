"""How the position takes what is told. No rules here: rules decided before they told.

`apply` is the only place where a position changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from witp_pbem.games.common.takers import Takers
from witp_pbem.games.taiheiyo_senshi.board.events import (
    AirRebased,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardSpent,
    DeckMade,
    GameEnded,
    HandsReturned,
    OccupationChanged,
    OperationsEnded,
    PointsGained,
    PortCaptured,
    PortGuarded,
    RepairsLost,
    RoutesOpened,
    Ruled,
    Scored,
    SentToTrack,
    ShipDamaged,
    ShipsMoved,
    ShipsRelocated,
    ShipsReturned,
    StepBegan,
    TrainPlaced,
    TrainRemoved,
    TurnBegan,
    UnitsDelayed,
    UnitsPlaced,
    UnitsRemoved,
    UnitsRetreated,
    UnitsTurned,
    UnitsWithdrawn,
)
from witp_pbem.games.taiheiyo_senshi.board.state import MAP, REMOVED, TRACK, GameOutcome, Position

_takes = Takers()
apply = _takes.apply


def _put(table: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {**table, key: value}


def _changed(position: Position, units: Iterable[str], **fields: Any) -> Position:
    """The position with the same fields changed in some units."""
    return position.but_units(*(position.units[key]._replace(**fields) for key in units))


def _used(position: Position, side: str, slot: str, card: str) -> Position:
    """The position with a card of a hand on the used pile."""
    hand = tuple(other for other in position.hands[side] if other != slot)
    return position.but(hands=_put(position.hands, side, hand), discards=(*position.discards, card))


@_takes(TurnBegan)
def _(position: Position, event: TurnBegan) -> Position:
    return position.but(turn=event.turn, guarded="", over=False)


@_takes(StepBegan)
def _(position: Position, event: StepBegan) -> Position:
    return position.but(step=event.step)


@_takes(OperationsEnded)
def _(position: Position, event: OperationsEnded) -> Position:
    return position.but(over=True)


@_takes(Scored, PointsGained)
def _(position: Position, event: Scored | PointsGained) -> Position:
    return position.but(score=event.score)


@_takes(GameEnded)
def _(position: Position, event: GameEnded) -> Position:
    return position.but(outcome=GameOutcome(event.winner, event.rule, event.reason))


@_takes(Ruled)
def _(position: Position, event: Ruled) -> Position:
    changed = [position.units[key]._replace(**dict(fields)) for key, fields in event.units.items()]
    score = position.score if event.score is None else event.score
    return position.but_units(*changed).but(score=score)


@_takes(DeckMade)
def _(position: Position, event: DeckMade) -> Position:
    record = {"size": event.size, "drawn": 0, "seals": event.seals}
    return position.but(decks={event.deck: record}, discards=event.left if event.anew else position.discards)


@_takes(CardDrawn)
def _(position: Position, event: CardDrawn) -> Position:
    deck = position.decks[event.deck]
    return position.but(hands=_put(position.hands, event.side, (*position.hands[event.side], event.slot)),
                        decks=_put(position.decks, event.deck, {**deck, "drawn": deck["drawn"] + 1}))


@_takes(CardSpent, CardDiscarded)
def _(position: Position, event: CardSpent | CardDiscarded) -> Position:
    return _used(position, event.side, event.slot, event.card)


@_takes(CardPlayed)
def _(position: Position, event: CardPlayed) -> Position:
    used = _used(position, event.side, event.slot, event.card)
    return used.but(spent=(*used.spent, event.effect)) if event.once else used


@_takes(HandsReturned)
def _(position: Position, event: HandsReturned) -> Position:
    return position.but(hands=dict.fromkeys(position.hands, ()))


@_takes(PortGuarded)
def _(position: Position, event: PortGuarded) -> Position:
    return position.but(guarded=event.point)


@_takes(RoutesOpened)
def _(position: Position, event: RoutesOpened) -> Position:
    return position.but(opened=True)


@_takes(TrainPlaced)
def _(position: Position, event: TrainPlaced) -> Position:
    return position.but(train=event.point, trains=(*position.trains, position.turn))


@_takes(TrainRemoved)
def _(position: Position, event: TrainRemoved) -> Position:
    return position.but(train="")


@_takes(UnitsPlaced)
def _(position: Position, event: UnitsPlaced) -> Position:
    return _changed(position, event.units, status=MAP, point=event.point, up=True, turn=0, repair=False)


@_takes(UnitsDelayed)
def _(position: Position, event: UnitsDelayed) -> Position:
    return _changed(position, event.units, turn=position.turn + 1)


@_takes(UnitsWithdrawn, RepairsLost, UnitsRemoved)
def _(position: Position, event: UnitsWithdrawn | RepairsLost | UnitsRemoved) -> Position:
    return _changed(position, event.units, status=REMOVED, point="", turn=0, repair=False)


@_takes(UnitsTurned)
def _(position: Position, event: UnitsTurned) -> Position:
    return _changed(position, event.units, up=event.up)


@_takes(ShipsMoved)
def _(position: Position, event: ShipsMoved) -> Position:
    return _changed(position, event.units, point=event.route[-1], up=False)


@_takes(ShipsReturned, UnitsRetreated)
def _(position: Position, event: ShipsReturned | UnitsRetreated) -> Position:
    return _changed(position, event.units, point=event.point)


@_takes(ShipsRelocated)
def _(position: Position, event: ShipsRelocated) -> Position:
    return _changed(position, event.units, point=event.point, up=False)


@_takes(AirRebased)
def _(position: Position, event: AirRebased) -> Position:
    return _changed(position, [event.unit], point=event.point)


@_takes(SentToTrack)
def _(position: Position, event: SentToTrack) -> Position:
    return _changed(position, event.units, status=TRACK, point="", up=True, turn=event.turn)


@_takes(ShipDamaged)
def _(position: Position, event: ShipDamaged) -> Position:
    if event.fate == "unharmed":
        return position
    if event.fate == "damaged":
        return _changed(position, [event.unit], status=TRACK, point="", up=True, turn=event.turn, repair=True)
    return _changed(position, [event.unit], status=REMOVED, point="")


@_takes(OccupationChanged)
def _(position: Position, event: OccupationChanged) -> Position:
    held = {point: side for point, side in {**position.held, **event.points}.items() if side}
    return position.but(held={point: held[point] for point in sorted(held)})


@_takes(PortCaptured)
def _(position: Position, event: PortCaptured) -> Position:
    return position.but(ports=_put(position.ports, event.point, event.side))
