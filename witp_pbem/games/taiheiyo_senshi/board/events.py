"""What can be told. What it changes stands in `changes`.

Each event is recorded in the logbook for ever, so a field may be added with a default but none may change its
meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.table.event import Event

# -- the turn -------------------------------------------------------------------------------------------------------


class TurnBegan(Event):
    """A new turn: last turn's cards and marks are gone."""

    turn: int


class StepBegan(Event):
    """The next step of the sequence begins. A step is what a sitting plays again from its start."""

    step: str


class Passed(Event):
    """A side does not use an opportunity: to pay for the initiative, to operate, to do more in a step of the supply
    phase."""

    side: str
    segment: str
    forced: bool = False


class OperationsEnded(Event):
    """The operations phase is over. Reasons: dice (senshi 7.1(4)-b), passes (senshi 7.1(4)-c)."""

    reason: str


class Scored(Event):
    """The score of a turn (senshi 4.0): what each side's ports are worth, how many bases each holds, how far the marker
    moves towards Japan, and where it stands then."""

    ports: Mapping[str, int]
    bases: Mapping[str, int]
    change: int
    score: int


class PointsGained(Event):
    """A side gains or loses points by a card."""

    side: str
    amount: int
    score: int
    card: str


class GameEnded(Event):
    """Somebody has won (senshi 4.1). `reason` is a code: see the catalogue."""

    winner: str
    reason: str


class Ruled(Event):
    """The referee changed the position. `units` maps ids to changed fields, `score` is where the marker stands then;
    or a side has `resigned`."""

    reason: str
    text: str = ""
    units: Mapping[str, Mapping[str, Any]] = {}
    score: int | None = None
    resigned: str = ""


# -- cards ----------------------------------------------------------------------------------------------------------


class DeckMade(Event):
    """A deck was shuffled: how many cards, and the seal of each (none where cards are given by hand). Where it was made
    `anew`, the used pile is in it, but for the cards `left` there."""

    deck: str
    size: int
    seals: tuple[str, ...] = ()
    anew: bool = False
    left: tuple[str, ...] = ()


class CardDrawn(Event):
    """A side took a face-down card."""

    side: str
    deck: str
    slot: str


class CardSpent(Event):
    """A card was spent as a resource (senshi 2.3.1): face-up to the used pile. `purpose` is a code."""

    side: str
    slot: str
    card: str
    purpose: str


class CardPlayed(Event):
    """A side used its event of a card (senshi 2.3-c)."""

    side: str
    slot: str
    card: str
    effect: str
    once: bool = False


class CardDiscarded(Event):
    """A card taken at random from a hand goes face-up to the used pile, by the enemy's event."""

    side: str
    slot: str
    card: str
    effect: str


class HandsReturned(Event):
    """All cards of both hands go into the new deck (senshi CARD-J10)."""


class PortGuarded(Event):
    """A port costs the Allies one more ground strength this turn (senshi CARD-J16)."""

    point: str


# -- initiative -----------------------------------------------------------------------------------------------------


class InitiativeRolled(Event):
    """Both rolled; the higher one operates first, equal dice end the phase (senshi 7.1(4))."""

    japan: int
    allies: int


class OperationBegan(Event):
    """A side has the right to operate and uses it. `paid`: for a card."""

    side: str
    paid: bool = False


class OperationVoided(Event):
    """A side's operation came to nothing through an enemy's card (senshi 7.2.2-a)."""

    side: str
    effect: str


class RoutesOpened(Event):
    """The dotted routes can be used, by both sides, for ever (senshi 7.3(4))."""


class TrainPlaced(Event):
    """The Fleet Train makes a base an Allied port without score (senshi 7.3(3))."""

    point: str


class TrainRemoved(Event):
    """The Fleet Train is gone. Reasons: turn, enemy (senshi 7.3(3)-d)."""

    point: str
    reason: str


# -- units ----------------------------------------------------------------------------------------------------------


class UnitsPlaced(Event):
    """Units come onto the map, face-up. Reasons: setup, strike-force, reinforcement, repaired, card."""

    side: str
    units: tuple[str, ...]
    point: str
    reason: str


class UnitsDelayed(Event):
    """Units do not arrive because a port is not their side's (senshi 6.1.2, 6.1.3)."""

    side: str
    units: tuple[str, ...]
    point: str


class UnitsWithdrawn(Event):
    """British ships go home (senshi 6.1(2))."""

    units: tuple[str, ...]


class RepairsLost(Event):
    """Ships under repair were sunk with the port that was captured (senshi 6.1.4)."""

    units: tuple[str, ...]
    point: str


class UnitsTurned(Event):
    """Ships are turned. Reasons: resupply, supply, free, moved."""

    side: str
    units: tuple[str, ...]
    point: str
    up: bool
    reason: str


class ShipsMoved(Event):
    """A group of ships moved along `route` (points entered, the last is where it is now) and lies face-down then;
    `left` is what remains of its movement. `sortie`: to meet ships that entered a point (senshi 7.6(2))."""

    side: str
    units: tuple[str, ...]
    origin: str
    route: tuple[str, ...]
    left: int
    sortie: bool = False


class ShipsReturned(Event):
    """Ships went to a port at any distance, either side up (senshi 9.3(2))."""

    side: str
    units: tuple[str, ...]
    origin: str
    point: str


class UnitsRetreated(Event):
    """Ships left a point for a port (senshi 8.4.3). Reasons: battle, evacuation, card."""

    side: str
    units: tuple[str, ...]
    origin: str
    point: str
    reason: str


class ShipsRelocated(Event):
    """Isolated ships are put in the nearest own port, face-down (senshi 9.1-d)."""

    side: str
    units: tuple[str, ...]
    origin: str
    point: str


class AirRebased(Event):
    """A land-based air unit went to another point (senshi 9.3(1))."""

    side: str
    unit: str
    origin: str
    point: str


class SentToTrack(Event):
    """Units leave the map and come back on a later turn. Reasons: retreat, isolation, card, train, hits."""

    side: str
    units: tuple[str, ...]
    origin: str
    turn: int
    reason: str


class UnitsRemoved(Event):
    """Units leave the game. Reasons: no-port, too-late."""

    side: str
    units: tuple[str, ...]
    origin: str
    reason: str


# -- combat ---------------------------------------------------------------------------------------------------------


class BattleBegan(Event):
    """Ships entered a point with enemy units (senshi 8.0-a): who attacks, all units there, and how many rounds there
    can be (senshi 8.1-a)."""

    point: str
    attacker: str
    units: Mapping[str, tuple[str, ...]]
    rounds: int


class RoundBegan(Event):
    """A round of a battle."""

    point: str
    number: int


class AttackMade(Event):
    """One use of the combat table (senshi 8.2).

    Attributes:
        kind: air, surface, or the event of a card that attacks by itself.
        side: who attacks at `point`.
        units: who takes part in it, none where a card attacks.
        strength: their total; `used` what counts of it, where a card halves it.
        shifts: (reason, columns to the right), each.
        column: the column used, "" where it lies left of the table: no hits without a die (senshi 8.2.1-a).
        die: None without one.
        hits: what it came to.
    """

    kind: str
    side: str
    point: str
    units: tuple[str, ...]
    strength: int
    used: int
    shifts: tuple[tuple[str, int], ...]
    column: str
    die: int | None
    hits: int


class HitsAllocated(Event):
    """Who takes the hits (senshi 8.2(4)): unit -> hits, and which side chose."""

    side: str
    point: str
    hits: Mapping[str, int]


class ShipDamaged(Event):
    """The dice for a hit ship (senshi 8.2(5)-(6)): what they show, what counts of them together, the turn it comes
    back, and its fate: unharmed, damaged, sunk, too-late (it would come back after the last turn, and does not)."""

    unit: str
    point: str
    dice: tuple[int, ...]
    total: int
    turn: int
    fate: str


class BattleEnded(Event):
    """A battle is over. `winner` is "" where nobody is left."""

    point: str
    winner: str


# -- occupation -----------------------------------------------------------------------------------------------------


class OccupationChanged(Event):
    """Who occupies points now (senshi 4.2): point -> side, "" for nobody."""

    points: Mapping[str, str]


class PortCaptured(Event):
    """A port marker is turned (senshi 9.2): the strength of the units there, what it comes to, what cards add, and
    what was needed."""

    side: str
    point: str
    strength: int
    ground: int
    added: int
    needed: int


class CaptureFailed(Event):
    """The ground strength did not do (senshi 9.2.2)."""

    side: str
    point: str
    strength: int
    ground: int
    added: int
    needed: int


KINDS: dict[str, type[Event]] = {kind.code(): kind for kind in Event.__subclasses__()
                                 if kind.__module__ == __name__}
