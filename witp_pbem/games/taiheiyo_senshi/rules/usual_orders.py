"""The usual orders of each phase, filled with what stands: what forms offer ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.order_values import EVERY, At, UnitSpec
from witp_pbem.games.taiheiyo_senshi.board.state import (
    ALLIES,
    BATTLESHIP,
    CARRIER,
    CRUISER,
    ENEMY,
    JAPAN,
    Position,
    Side,
)
from witp_pbem.games.taiheiyo_senshi.orders.kinds import (
    ANY,
    CAPTURES,
    CARDS,
    INITIATIVE,
    OPERATION,
    ORDERS,
    PLANNED,
    REACTION,
    SUPPLY,
    TRANSFER,
    Capture,
    Hits,
    Move,
    Operate,
    Pass,
    Pay,
    PlaceUnits,
    Relocate,
    Resupply,
    Return,
    SpendAt,
    Wish,
    Withdraw,
)
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import movement, paid_acts
from witp_pbem.games.taiheiyo_senshi.rules.conditions import AIR as AIR_STRENGTH
from witp_pbem.games.taiheiyo_senshi.rules.conditions import AT_LEAST, BELOW, BOTH, ENEMIES, GUNS, WE
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.game import UsualOrders
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import NOWHERE

GROUPS = 6  # of ships offered to move, the strongest first
KEPT = 2  # cards a side keeps when it spends others
SHIPS = (CARRIER, BATTLESHIP, CRUISER)

Offers = Iterator[UsualOrders]


def filled(position: Position, side: Side, phase: str, hand: Sequence[str]) -> Offers:
    """The usual orders of a side in a phase that hang on the position, each with those that stand in for it.

    Args:
        hand: its cards, as far as they may be named.
    """
    if phase in _PHASES:
        yield from _PHASES[phase](position, side, hand)


def _setup(position: Position, side: Side, hand: Sequence[str]) -> Offers:
    """The usual set-up of the data."""
    yield from _closing(iter([("place", PlaceUnits((), rest=True), None, say("the usual set-up"))]))
    if side == JAPAN:
        yield from _closing(_hit())


def _reinforcement(position: Position, side: Side, hand: Sequence[str]) -> Offers:
    """All land-based air that has the choice arrives where the first of its points is."""
    if side == ALLIES:
        first = At(position.data.arrivals[ALLIES].new[0], NOWHERE)
        yield from _closing(iter([("place", PlaceUnits((), first, True), None, say("land-based air that arrives"))]))


def _operations(position: Position, side: Side, hand: Sequence[str]) -> Offers:
    """A move of each of the strongest groups of face-up ships, what a card may be spent for while enough are left, and
    what is asked on the way."""
    ready = [point for point in position.data.map.points if any(ship.up for ship in position.ships(side, point))]
    for origin in sorted(ready, key=lambda point: -_worth(position, side, point))[:GROUPS]:
        if goal := _goal(position, side, origin):
            every = UnitSpec(EVERY, SHIPS, "", True, "", "", NOWHERE)
            yield _offer("move", Move((every,), At(origin, NOWHERE), At(goal, NOWHERE)))
    is_now = position.step == "operations"  # no card is drawn in this phase
    if not is_now or (len(position.hands[side]) > KEPT and paid_acts.in_want(position, side)):
        yield _offer("resupply", Resupply(None, ANY, NOWHERE, True), _cards(KEPT + 1),
                     say("the point that wants it most, the card you can spare most easily"))
    if not is_now or len(position.hands[side]) > KEPT:
        yield from _train(position, side)
        yield _offer("pay", Pay((), True, PLANNED), _cards(KEPT + 1), say("for the initiative, while you have orders"))
    yield from _closing(_operations_wishes())


def _goal(position: Position, side: Side, origin: str) -> str:
    """Where the face-up ships of a point go: to the nearest point with enemies or, where they reach none, to the one
    that counts most among those their side does not occupy; "" for nowhere."""
    ships = [ship for ship in position.ships(side, origin) if ship.up]
    goals = [plan.route[-1] for plan in movement.plans(position, ships, origin, movement.movement(position, ships))]
    hostile = [goal for goal in goals if position.of(ENEMY[side], goal)]
    others = [goal for goal in goals if position.held.get(goal) != side and not position.data.map[goal].may_enter]
    return next(iter(hostile), "") or max(others, key=lambda goal: position.data.map[goal].score, default="")


def _train(position: Position, side: Side) -> Offers:
    """A Fleet Train for the base with most capital ships."""
    bases = [point for point in position.data.map.bases
             if paid_acts.problem_with(position, side, paid_acts.TRAIN, point) is None]
    ships = {point: sum(ship.is_capital for ship in position.ships(side, point)) for point in bases}
    if best := max(ships, key=lambda point: ships[point], default=""):
        yield _offer("train", SpendAt(At(best, NOWHERE), ANY, NOWHERE), _cards(KEPT + 1))


def _worth(position: Position, side: Side, point: str) -> int:
    printed = [position.data.units[ship.id] for ship in position.ships(side, point) if ship.up]
    return sum(unit.air + unit.gunnery for unit in printed)


def _supply(position: Position, side: Side, hand: Sequence[str]) -> Offers:
    """Captures of what can be had, ships that return to where they are supplied free, and cards for the points with
    most capital ships face-down while enough are left."""
    yield _offer("capture", Capture(None, (), True, True), None, say("what your units and cards can take"))
    yield _offer("resupply", Resupply(None, ANY, NOWHERE, True), _cards(KEPT),
                 say("while you have cards to spare"))
    yield from _closing(_supply_wishes())


# -- wishes and passes -----------------------------------------------------------------------------------------------


def _cards(number: int) -> Phrase:
    return phrase("cards", side=WE, number=number)


def _compared(comparison: str, strength: str) -> Phrase:
    """A strength of ours compared with that of the enemy."""
    return phrase(comparison, side=WE, strength=strength, other=ENEMIES)


def _both(*conditions: Phrase) -> Phrase:
    return phrase("all", conditions=conditions)


_OUTNUMBERED = _compared(f"{BELOW}-half", AIR_STRENGTH)
_ENEMY_ATTACKS = phrase("attacks", side=ENEMIES)
_NO_CARRIERS_LEFT = phrase("lost-all", side=WE, kind=CARRIER)
_ANYWHERE = Withdraw((), True)
Wishes = Iterator[tuple[str, Any, Phrase | None, str]]  # keyword, body, condition, what it is


def _hit() -> Wishes:
    yield "hit", Hits((), True), None, say("carriers, then battleships, land-based air, cruisers, the strongest first")


def _relocate() -> Wishes:
    yield "relocate", Relocate(rest=True), None, say("isolated ships: where they are supplied free, then the best port")


def _operations_wishes() -> Wishes:
    yield "operate", Operate(PLANNED), None, say("while you have ordered an operation that can be done")
    yield from _hit()
    yield "lose", Hits((), True), None, say("cruisers, then battleships, carriers, the weakest first")
    yield "evacuate", _ANYWHERE, _OUTNUMBERED, say("reaction: leave before the battle")
    yield "retreat", _ANYWHERE, _both(_ENEMY_ATTACKS, _OUTNUMBERED), say("as defender")
    yield "retreat", _ANYWHERE, _NO_CARRIERS_LEFT, ""
    yield "stay", Wish(), None, say("after air strikes, after surface combat, after a victory")
    yield "engage", Wish(), _compared(f"{AT_LEAST}-other", GUNS), say("as attacker")
    yield "avoid", Wish(), None, say("no surface combat otherwise")
    yield "extend", Wish(), phrase(f"{BELOW}-half", side=ENEMIES, strength=BOTH, other=WE), say("another round")
    yield "retreat", _ANYWHERE, None, say("no other round otherwise, and after the last")
    yield from _relocate()
    yield "pass", Pass(CARDS), None, say("play no card wherever one could be played")
    yield "pass", Pass(REACTION), None, say("no evacuation, no counter-sortie otherwise")
    yield "pass", Pass(OPERATION), None, say("pass when nothing is ordered any more")
    yield "pass", Pass(INITIATIVE), None, say("spend no card for the initiative")


def _supply_wishes() -> Wishes:
    yield from _relocate()
    yield "pass", Pass(CARDS), None, say("play no card wherever one could be played")
    yield "pass", Pass(CAPTURES), None, say("capture no more")
    yield "return", Return((), rest=True), None, say("face-down ships go to where they are supplied free, unless "
                                                       "land-based air protects them")
    yield "pass", Pass(TRANSFER), None, say("nothing else goes anywhere")
    yield "pass", Pass(SUPPLY), None, say("spend no more cards on supply")


def _offer(keyword: str, body: Any, condition: Phrase | None = None, note: str = "") -> UsualOrders:
    return UsualOrders([ORDERS.value(keyword, body)], condition, note=note)


def _closing(wishes: Wishes) -> Offers:
    for keyword, body, condition, note in wishes:
        yield _offer(keyword, body, condition, note)._replace(closes=True)


_PHASES: Mapping[str, Callable[[Position, Side, Sequence[str]], Offers]] = {
    "setup": _setup, "reinforcement": _reinforcement, "operations": _operations, "supply": _supply}
