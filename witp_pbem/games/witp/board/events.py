"""What can be told, and how the position takes it. No rules here: rules decided before they told.

Each event is recorded in the logbook for ever, so a field may be added with a default but none may change its
meaning. `apply` is the only place where a position changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common.takers import Takers
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, MAP, POINTS, REMOVED, GameOutcome, Position
from witp_pbem.table.event import Event
from witp_pbem.table.tuples import NamedTuple

# -- the turn -----------------------------------------------------------------------------------------------


class TurnBegan(Event, rule="witp 3.0.a"):
    """A new turn: last turn's targets, movement and redeployment marks and card effects are gone."""

    turn: int
    year: int
    season: str


class StepBegan(Event):
    """The next step of the sequence (witp 3.1) begins. A step is what a sitting plays again from its start."""

    step: str


class Passed(Event):
    """A side is out for the rest of a segment; `forced` where it had nothing it could do."""

    side: str
    segment: str
    forced: bool = False


class BidsTied(Event):
    """Both players of a shortened game bid the same, in the first or the second round (witp 13.2.b)."""

    bid: int
    round: int


class SidesSettled(Event):
    """Which player of a shortened game plays which side, with what each bid, the bid that binds Japan, and the die
    that decided a second tie (witp 13.2.b)."""

    japan: str
    allies: str
    bid: int
    bids: Mapping[str, int]
    die: int | None = None


class SitesCounted(Event):
    """The ports and airfields Japan controls at the end of a shortened game, beside the bid (witp 13.2.c)."""

    hexes: tuple[str, ...]
    bid: int


class GameEnded(Event):
    """Somebody has won (witp 3.2). `reason` is a code: see the catalogue."""

    winner: str
    reason: str


class Noted(Event):
    """A fact the reader should know, with values for its sentence; changes nothing."""

    note: str
    values: Mapping[str, Any] = {}


class Ruled(Event):
    """The referee changed the position. `units` maps ids to changed fields, `rp` sides to their new points,
    `bases` sides to their new list; or a side has `resigned`."""

    reason: str
    text: str = ""
    units: Mapping[str, Mapping[str, Any]] = {}
    rp: Mapping[str, int] = {}
    bases: Mapping[str, tuple[str, ...]] = {}
    resigned: str = ""


# -- cards --------------------------------------------------------------------------------------------------


class DeckMade(Event):
    """A deck was shuffled: how many cards, and the seal of each (none where cards are given by hand)."""

    deck: str
    size: int
    seals: tuple[str, ...] = ()


class DeckDiscarded(Event):
    """What was left of a deck was put away unseen (witp 4.4.a)."""

    deck: str
    left: int


class CardsPutBack(Event):
    """What was left of a deck goes into another one: the opening hands are dealt (witp 4.1.b), or are dealt anew
    (R-21)."""

    deck: str
    into: str
    left: int


class CardDrawn(Event, rule="witp 4.2.a"):
    """A side took a face-down card."""

    side: str
    deck: str
    slot: str


class CardUsed(Event, rule="witp 4.2.b"):
    """A side turned a card of its hand up and used it; it is discarded (witp 4.3.c)."""

    side: str
    slot: str
    card: str
    forced: bool = False


class CardShown(Event):
    """A hand card lies open from now on; `slot` becomes `card` in the hand."""

    side: str
    slot: str
    card: str


class EffectBegan(Event, rule="witp 4.3.b"):
    """A card's effect is in force. `effect` is the card's record of it with "id", "side" (who used the card),
    "card" and, where it can be used up, "left"."""

    effect: Mapping[str, Any]


class EffectSpent(Event, rule="witp 4.3.b"):
    """An effect was used: `left` uses remain; none removes it."""

    id: str
    left: int


class SuddenDeathEnded(Event):
    """The optional sudden-death rule no longer holds (witp SD.c)."""


class BaseTaken(Event):
    """Japan took a port or airfield the Allies controlled at the start of the game, and the sudden-death rule is in
    use: `bases` taken count, `carriers` full Allied ones count against them; `dice`, none where no sum was low enough
    to win (witp SD.b)."""

    hex: str
    bases: int
    carriers: int
    dice: tuple[int, ...] = ()


class BaseRegained(Event):
    """Japan no longer controls such a port or airfield."""

    hex: str


# -- delayed American entry (13.4, reconstructed) --------------------------------------------------------------


class EntryRolled(Event):
    """Two dice decide whether America enters the war: it does if they come to no more than turn and bases together."""

    dice: tuple[int, ...]
    turn: int
    bases: int
    entered: bool


class AmericaEntered(Event):
    """America is at war. Reasons: roll, automatic, declaration (then it is surprised for the rest of the turn)."""

    reason: str


# -- resource points and logistics bases ----------------------------------------------------------------------


class ResourcesDetermined(Event, rule="witp 5.1.b"):
    """A side's total resource points of the turn: basic points plus white minus red die plus adjustments,
    each (reason, amount), never below 0 (R-16). Without dice `white` and `red` are None (witp 5.3.a)."""

    side: str
    brp: int
    trp: int
    white: int | None = None
    red: int | None = None
    adjustments: tuple[tuple[str, int], ...] = ()


class ResourcesChanged(Event):
    """Resource points gained (positive) or lost on hand; `rp` is what the side has then, `card` what did it. `counts`:
    they change the total that decides who acts first, too (R-15)."""

    side: str
    amount: int
    rp: int
    reason: str
    card: str = ""
    counts: bool = False


class BaseBuilt(Event, rule="witp 6.1.a"):
    """A logistics base was built; `line` runs from it to the source or base it links to, both included."""

    side: str
    hex: str
    line: tuple[str, ...] = ()


class BaseRemoved(Event):
    """A logistics base left the map. Reasons: voluntary, upkeep, overrun, card."""

    side: str
    hex: str
    reason: str


class UpkeepPaid(Event, rule="witp 6.5.a"):
    """Upkeep of all logistics bases: `bases` on the map, `free` of them without cost, `paid` points, `short` bases
    that could not be paid; `rp` is what the side has then."""

    side: str
    bases: int
    free: int
    paid: int
    short: int
    rp: int


class SupplyChecked(Event, rule="witp 7.0.a"):
    """The supply of both sides' air and land units: how many were looked at, and those out of supply."""

    checked: int
    out: tuple[str, ...] = ()


# -- units --------------------------------------------------------------------------------------------------


class UnitReduced(Event):
    """A full unit is turned to its reduced side."""

    unit: str
    hex: str
    reason: str


class UnitRemoved(Event):
    """A unit leaves the game for good; what it carried goes with it only if told so."""

    unit: str
    hex: str
    reason: str


class UnitRebuilt(Event, rule="witp 10.6.a"):
    """A reduced unit is full again, for `cost` resource points of its side."""

    unit: str
    hex: str
    cost: int
    reason: str


class UnitPlaced(Event, rule="witp 11.0.a"):
    """A unit comes onto the map at full strength. Reasons: reinforcement, card."""

    unit: str
    hex: str
    reason: str


class UnitWaits(Event):
    """A reinforcement has no supply source of its nation to arrive at (R-81)."""

    unit: str


# -- movement -----------------------------------------------------------------------------------------------


class ImpulseMade(Event, rule="witp 8.2.c"):
    """A movement impulse: target, hexes activated, resource points spent in all. `ruled` is the referee's reason
    where a ruling stands for the impulse."""

    side: str
    target: str
    origins: tuple[str, ...]
    activation: int
    cost: int
    rp: int
    ruled: str = ""


class StackMoved(Event, rule="witp 8.2.c"):
    """A stack moved along `route` (hexes entered, the last is where it is now). `aboard` pairs each land unit
    with the ship that carries it. Costs are resource points, already part of the impulse's."""

    side: str
    units: tuple[str, ...]
    origin: str
    route: tuple[str, ...]
    aboard: tuple[tuple[str, str], ...] = ()
    water: str = ""
    hexes: int = 0
    azoc: int = 0
    jungle: int = 0


class Landed(Event):
    """Land units went ashore from their transports. Reasons: unopposed, assault, won."""

    side: str
    units: tuple[str, ...]
    hex: str
    reason: str


class AirDisplaced(Event):
    """A base air unit had to fly to another base (witp 8.7); its reduction is told apart."""

    unit: str
    origin: str
    hex: str


class CargoShifted(Event):
    """A transported land unit is now aboard another ship (R-62)."""

    unit: str
    ship: str


# -- combat -------------------------------------------------------------------------------------------------


class CombatBegan(Event, rule="witp 9.0.a"):
    """The combat segment begins; `china` says whether a Chinese land unit stands (R-84)."""

    hexes: tuple[str, ...]
    china: bool


class Force(NamedTuple):
    """One side of a battle, with its arithmetic.

    Attributes:
        units: the ids of those that fought.
        support: the ids of the air units that helped from their bases.
        items: the strength term by term, (what, amount); what is a word of the vocabulary "strength" or "card:" and a
            card.
        strength: the sum of the terms.
        die: the number that counts.
        dice: all that were thrown; two where a card lets one be kept.
        added: what the die adds.
        total: strength and what the die adds.
        inflicted: hits dealt to it.
        hits: those its units can take.
        extra_air, extra_carrier: extra hits it takes on supporting air units and on carriers (witp 9.6.2).
    """

    units: tuple[str, ...]
    support: tuple[str, ...]
    items: tuple[tuple[str, int], ...]
    strength: int
    die: int
    dice: tuple[int, ...]
    added: int
    total: int
    inflicted: int
    hits: int
    extra_air: int
    extra_carrier: int


class BattleFought(Event):
    """One battle with all its arithmetic. `kind` is fleet, ground or assault; `japan` and `allies` are the fields of a
    `Force` each; `attacker` is the landing side of an assault."""

    kind: str
    hex: str
    winner: str
    difference: int
    japan: Mapping[str, Any]
    allies: Mapping[str, Any]
    attacker: str = ""
    water: str = ""
    china: bool = False
    rerolls: tuple[tuple[int, int], ...] = ()

    @property
    def forces(self) -> dict[str, Force]:
        """Both sides of the battle, Japan first."""
        return {JAPAN: Force(**self.japan), ALLIES: Force(**self.allies)}


class Retreated(Event):
    """The loser of a battle left the hex."""

    side: str
    units: tuple[str, ...]
    origin: str
    hex: str
    water: str = ""


class ContinuingBattleMarked(Event, rule="witp 9.7.a"):
    """Land units of both sides remain: the battle goes on next turn (witp 9.7.a)."""

    hex: str


class ContinuingBattleEnded(Event, rule="witp 9.7.a"):
    """Only one side's land units are left ashore, or none (R-69)."""

    hex: str


# -- redeployment and after ---------------------------------------------------------------------------------


class StackRedeployed(Event):
    """A stack was redeployed; `path` holds the hexes of a land stack's transport network, both ends included.
    `counted` is False for the Chinese redeployment, which is outside the allowance."""

    side: str
    units: tuple[str, ...]
    origin: str
    hex: str
    path: tuple[str, ...] = ()
    counted: bool = True


class SubmarinesAttacked(Event, rule="witp 10.4.b"):
    """Two dice against a land stack that went by sea: hit if their sum lies from `low` to `high`."""

    side: str
    units: tuple[str, ...]
    dice: tuple[int, ...]
    low: int
    high: int
    hit: bool


class AirSentToChungking(Event):
    """The one Allied air unit that may go to Chungking went there (witp 12.2.m)."""

    unit: str
    origin: str
    hex: str


class ChinaSurrendered(Event):
    """Japan stands alone in Chungking: China is out of the war (witp 12.2.e). Its units are removed apart."""


class GarrisonShort(Event, rule="witp 12.2.j"):
    """Too few Japanese land units in China: fewer points next turn (witp 12.2.j)."""

    count: int
    penalty: int


# -- taking events ------------------------------------------------------------------------------------------

_takes = Takers()
apply = _takes.apply


def _put(table: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    return {**table, key: value}


@_takes(TurnBegan)
def _(position: Position, event: TurnBegan) -> Position:
    rested = position.but_units(*(unit._replace(moved=False) for unit in position.units.values() if unit.moved))
    nothing: dict[str, tuple[str, ...]] = {"japan": (), "allies": ()}
    america = "" if position.america == "surprised" else position.america
    return rested.but(turn=event.turn, targets=nothing, redeployed=(), stacks={"japan": 0, "allies": 0}, effects=(),
                      china_fought=False, china_duty=False, america=america)


@_takes(StepBegan)
def _(position: Position, event: StepBegan) -> Position:
    return position.but(step=event.step)


@_takes(SidesSettled)
def _(position: Position, event: SidesSettled) -> Position:
    return position.but(bid=event.bid, players={"japan": event.japan, "allies": event.allies})


@_takes(GameEnded)
def _(position: Position, event: GameEnded) -> Position:
    return position.but(outcome=GameOutcome(event.winner, event.rule, event.reason))


@_takes(Ruled)
def _(position: Position, event: Ruled) -> Position:
    changed = [position.units[key]._replace(**dict(fields)) for key, fields in event.units.items()]
    return position.but_units(*changed).but(rp={**position.rp, **event.rp},
                                            bases={**position.bases, **event.bases})


@_takes(DeckMade)
def _(position: Position, event: DeckMade) -> Position:
    return position.but(decks=_put(position.decks, event.deck,
                                   {"size": event.size, "drawn": 0, "seals": event.seals}))


@_takes(DeckDiscarded)
def _(position: Position, event: DeckDiscarded) -> Position:
    return position.but(decks={name: deck for name, deck in position.decks.items() if name != event.deck})


@_takes(CardsPutBack)
def _(position: Position, event: CardsPutBack) -> Position:
    return position.but(decks={name: deck for name, deck in position.decks.items() if name != event.deck})


@_takes(CardDrawn)
def _(position: Position, event: CardDrawn) -> Position:
    deck = position.decks[event.deck]
    return position.but(hands=_put(position.hands, event.side, (*position.hands[event.side], event.slot)),
                        decks=_put(position.decks, event.deck, {**deck, "drawn": deck["drawn"] + 1}))


@_takes(CardUsed)
def _(position: Position, event: CardUsed) -> Position:
    hand = tuple(slot for slot in position.hands[event.side] if slot != event.slot)
    return position.but(hands=_put(position.hands, event.side, hand),
                        discards=(*position.discards, event.card))


@_takes(CardShown)
def _(position: Position, event: CardShown) -> Position:
    hand = tuple(event.card if slot == event.slot else slot for slot in position.hands[event.side])
    return position.but(hands=_put(position.hands, event.side, hand))


@_takes(EffectBegan)
def _(position: Position, event: EffectBegan) -> Position:
    return position.but(effects=(*position.effects, dict(event.effect)))


@_takes(EffectSpent)
def _(position: Position, event: EffectSpent) -> Position:
    effects = [{**effect, "left": event.left} if effect["id"] == event.id else effect
               for effect in position.effects if effect["id"] != event.id or event.left > 0]
    return position.but(effects=tuple(effects))


@_takes(SuddenDeathEnded)
def _(position: Position, event: SuddenDeathEnded) -> Position:
    return position.but(sudden_death_void=True)


@_takes(BaseTaken)
def _(position: Position, event: BaseTaken) -> Position:
    return position.but(taken=_with(position.taken, event.hex))


@_takes(BaseRegained)
def _(position: Position, event: BaseRegained) -> Position:
    return position.but(taken=_without(position.taken, event.hex))


@_takes(AmericaEntered)
def _(position: Position, event: AmericaEntered) -> Position:
    return position.but(america="surprised" if event.reason == "declaration" else "")


@_takes(ResourcesDetermined)
def _(position: Position, event: ResourcesDetermined) -> Position:
    pending = {side: amount for side, amount in position.pending.items() if side != event.side}
    return position.but(rp=_put(position.rp, event.side, event.trp), pending=pending,
                        trp_start=_put(position.trp_start, event.side, event.trp))


@_takes(ResourcesChanged)
def _(position: Position, event: ResourcesChanged) -> Position:
    total = position.trp_start[event.side] + (event.amount if event.counts else 0)
    return position.but(rp=_put(position.rp, event.side, event.rp),
                        trp_start=_put(position.trp_start, event.side, total))


@_takes(BaseBuilt)
def _(position: Position, event: BaseBuilt) -> Position:
    bases = _with(position.bases[event.side], event.hex)
    return position.but(bases=_put(position.bases, event.side, bases))


@_takes(BaseRemoved)
def _(position: Position, event: BaseRemoved) -> Position:
    bases = _without(position.bases[event.side], event.hex)
    return position.but(bases=_put(position.bases, event.side, bases))


@_takes(UpkeepPaid)
def _(position: Position, event: UpkeepPaid) -> Position:
    return position.but(rp=_put(position.rp, event.side, event.rp))


@_takes(UnitReduced)
def _(position: Position, event: UnitReduced) -> Position:
    return position.but_units(position.units[event.unit]._replace(full=False))


@_takes(UnitRemoved)
def _(position: Position, event: UnitRemoved) -> Position:
    unit = position.units[event.unit]
    return position.but_units(unit._replace(status=REMOVED, hex="", aboard="", water="", moved=False))


@_takes(UnitRebuilt)
def _(position: Position, event: UnitRebuilt) -> Position:
    unit = position.units[event.unit]
    changed = position.but_units(unit._replace(full=True))
    return changed.but(rp=POINTS.moved(position.rp, unit.side, -event.cost))


@_takes(UnitPlaced)
def _(position: Position, event: UnitPlaced) -> Position:
    return position.but_units(position.units[event.unit]._replace(status=MAP, hex=event.hex, full=True))


@_takes(ImpulseMade)
def _(position: Position, event: ImpulseMade) -> Position:
    targets = (*position.targets[event.side], event.target) if event.target else position.targets[event.side]
    return position.but(rp=_put(position.rp, event.side, event.rp),
                        targets=_put(position.targets, event.side, targets))


@_takes(StackMoved)
def _(position: Position, event: StackMoved) -> Position:
    ships = dict(event.aboard)
    there = event.route[-1]
    return position.but_units(*(
        position.units[key]._replace(hex=there, moved=True, aboard=ships.get(key, ""),
                                     water="" if key in ships or not position.units[key].is_fleet else event.water)
        for key in event.units))


@_takes(Landed)
def _(position: Position, event: Landed) -> Position:
    return position.but_units(*(position.units[key]._replace(aboard="") for key in event.units))


@_takes(AirDisplaced)
def _(position: Position, event: AirDisplaced) -> Position:
    return position.but_units(position.units[event.unit]._replace(hex=event.hex))


@_takes(CargoShifted)
def _(position: Position, event: CargoShifted) -> Position:
    return position.but_units(position.units[event.unit]._replace(aboard=event.ship))


@_takes(CombatBegan)
def _(position: Position, event: CombatBegan) -> Position:
    return position.but(china_duty=event.china)


@_takes(BattleFought)
def _(position: Position, event: BattleFought) -> Position:
    return position.but(china_fought=True) if event.china else position


@_takes(Retreated)
def _(position: Position, event: Retreated) -> Position:
    return position.but_units(*(
        position.units[key]._replace(hex=event.hex, water=event.water if position.units[key].is_fleet else "")
        for key in event.units))


@_takes(ContinuingBattleMarked)
def _(position: Position, event: ContinuingBattleMarked) -> Position:
    return position.but_continuing(*_with(position.continuing, event.hex))


@_takes(ContinuingBattleEnded)
def _(position: Position, event: ContinuingBattleEnded) -> Position:
    return position.but_continuing(*_without(position.continuing, event.hex))


@_takes(StackRedeployed)
def _(position: Position, event: StackRedeployed) -> Position:
    changed = position.but_units(*(position.units[key]._replace(hex=event.hex, aboard="", water="")
                                   for key in event.units))
    if not event.counted:
        return changed
    return changed.but(redeployed=(*position.redeployed, *event.units),
                       stacks=_put(position.stacks, event.side, position.stacks[event.side] + 1))


@_takes(AirSentToChungking)
def _(position: Position, event: AirSentToChungking) -> Position:
    moved = position.but_units(position.units[event.unit]._replace(hex=event.hex))
    return moved.but(chungking_air=event.unit)


@_takes(ChinaSurrendered)
def _(position: Position, event: ChinaSurrendered) -> Position:
    return position.but(china_surrendered=True)


@_takes(GarrisonShort)
def _(position: Position, event: GarrisonShort) -> Position:
    return position.but(pending=_put(position.pending, "japan", -event.penalty))


KINDS: dict[str, type[Event]] = {kind.code(): kind for kind in Event.__subclasses__()
                                 if kind.__module__ == __name__}


def _with(hexes: tuple[str, ...], number: str) -> tuple[str, ...]:
    """Some hexes and one more, ascending."""
    return tuple(sorted({*hexes, number}))


def _without(hexes: tuple[str, ...], number: str) -> tuple[str, ...]:
    """Some hexes but one."""
    return tuple(other for other in hexes if other != number)
