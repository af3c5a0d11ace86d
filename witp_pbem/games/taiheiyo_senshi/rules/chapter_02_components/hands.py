"""Sections 2.3 and 6.2: hands, the deck, and the two ways to use a card. Cards face down are looked at through the
table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common import decks
from witp_pbem.games.common.order_values import body_value, ordered
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.events import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardSpent,
    DeckMade,
    HandsReturned,
)
from witp_pbem.games.taiheiyo_senshi.board.state import SIDES, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ANY, Play
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.table.dice import Die
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

DECK = "cards"


# -- the deck ------------------------------------------------------------------------------------------------------


def make_deck(table: Table) -> None:
    """All cards are shuffled face-down into a deck (senshi 3.0-a)."""
    _make(table, DECK, list(table.position.data.cards), anew=False)


def draw(table: Table, side: Side, count: int) -> None:
    """A side draws cards, as long as its hand has room (senshi 6.2-c, C-42) and there are any (C-06)."""
    for _ in range(count):
        if len(table.position.hands[side]) >= table.position.data.hands[side].most:
            return
        _renew(table)
        if not _draw_one(table, side):
            return


def _deck(table: Table) -> tuple[str, Mapping[str, Any]]:
    """The deck in use. A campaign that began in the middle has none: what nobody holds or has used makes one."""
    if not table.position.decks:
        position = table.position
        seen = {*position.discards, *(slot for slots in position.hands.values() for slot in slots)}
        _make(table, DECK, [card for card in position.data.cards if card not in seen], anew=False)
    deck, record = next(iter(table.position.decks.items()))
    return deck, record


def _draw_one(table: Table, side: Side) -> bool:
    deck, record = _deck(table)
    slot = decks.draw(table, deck, record["drawn"], record["size"], side)
    if slot:
        table.tell(CardDrawn("senshi 6.2-a", side, deck, slot))
    return bool(slot)


def _renew(table: Table) -> None:
    """The last card and the used pile make a new deck (senshi 6.2-d, C-06)."""
    deck, record = _deck(table)
    position = table.position
    if record["size"] - record["drawn"] == position.data.reshuffle_at and position.discards:
        _make(table, decks.again(deck), [*position.discards, *_undrawn(position, deck)], anew=True)


def deal_anew(table: Table) -> None:
    """Card J10: all other cards of both hands, the deck and the used pile make a new deck, of which each side draws as
    many as it held (senshi CARD-J10); J10 itself stays on the used pile."""
    deck, _ = _deck(table)
    position = table.position
    own = position.discards[-1]
    held = [slot for side in SIDES for slot in position.hands[side]]
    counts = {side: len(position.hands[side]) for side in SIDES}
    table.tell(HandsReturned("senshi CARD-J10"))
    others = [card for card in position.discards if card != own]
    _make(table, decks.again(deck), [*others, *held, *_undrawn(position, deck)], anew=True, left=(own,))
    for side in SIDES:
        for _ in range(counts[side]):
            _draw_one(table, side)


def _undrawn(position: Position, deck: str) -> list[str]:
    """The slots of the deck in use that nobody has drawn: its cards are drawn in order."""
    record = position.decks[deck]
    return [f"{deck}/{number}" for number in range(record["drawn"], record["size"])]


def _make(table: Table, deck: str, cards: Sequence[str], *, anew: bool, left: tuple[str, ...] = ()) -> None:
    seals = table.shuffle(deck, cards)
    table.tell(DeckMade("senshi 6.2-d" if anew else "senshi 3.0-a", deck, len(cards), seals, anew, left))


# -- using cards ---------------------------------------------------------------------------------------------------


def held_problem(table: Table, side: Side, card: str) -> Problem | None:
    """Why a side cannot use a card, None if it may hold it: word for word the same wherever else it is (C-40), on the
    used pile, too (senshi 7.3(1)-c)."""
    held = decks.private(table, table.position.hands[side])
    if decks.may_hold(held.values(), card):
        return None
    return illegal("card-not-in-hand", "senshi 2.3-c", card=card)


def chosen(table: Table, side: Side, cards: Sequence[str], *, spare: bool) -> str | Problem:
    """The first of some cards that a side can use, or with `spare` the one it can spare most easily where it can use
    none of them; else why it can use none. For the eyes of their owner only."""
    problems = {card: held_problem(table, side, card) for card in cards}
    held = next((card for card, problem in problems.items() if problem is None), None)
    if held is None and spare:
        held = next(payments(table, side), None)
    if held is not None:
        return held
    return next(filter(None, problems.values()), None) or illegal("no-cards-left", "senshi 2.3-c")


def paid_with(table: Table, side: Side, card: str) -> str | Problem:
    """The card an order spends, of any the one its side can spare most easily; or why it cannot be spent."""
    return chosen(table, side, [] if card == ANY else [card], spare=card == ANY)


def event_problem(table: Table, side: Side, event: CardEvent) -> Problem | None:
    """Why a side cannot play the event of a card, whatever the moment: it does not hold it, it has happened
    (senshi 2.3-g), no event has effect yet (senshi 7.3(1)-d), or what it asks for is not so."""
    position = table.position
    if problem := held_problem(table, side, event.card):
        return problem
    if event.id in position.spent:
        return illegal("happened-once", "senshi 2.3-g", card=event.card, event=event.id, certain=True)
    if event.turn and event.turn != position.turn:
        return illegal("event-of-turn", f"senshi CARD-{event.id}", card=event.card, turn=event.turn)
    if event.places and not any(_holds(position, side, place) for place in event.places):
        return illegal("place-not-held", f"senshi CARD-{event.id}", card=event.card, places=list(event.places))
    return None


def _holds(position: Position, side: Side, place: str) -> bool:
    """Whether a side holds a place of a card: a port as a port."""
    if position.data.map[place].is_port:
        return points.is_own_port(position, side, place)
    return position.held.get(place) == side


def play(table: Table, side: Side, event: CardEvent) -> None:
    """Turns a card up and uses its event; it goes to the used pile (senshi 7.3(1)-c)."""
    slot = _turn_up(table, side, event.card)
    table.tell(CardPlayed(f"senshi CARD-{event.id}", side, slot, event.card, event.id, event.once))


def spend(table: Table, side: Side, card: str, purpose: str, rule: str) -> None:
    """Spends a card as a resource, whatever stands on it (senshi 2.3.1-a)."""
    slot = _turn_up(table, side, card)
    table.tell(CardSpent(rule, side, slot, card, purpose))


def _turn_up(table: Table, side: Side, card: str) -> str:
    slot = decks.slot_of(table, table.position.hands[side], card)
    decks.show(table, slot, card)
    return slot


def discard_one(table: Table, side: Side, event: CardEvent) -> None:
    """The enemy's event takes a card at random from a hand, if there is any, to the used pile (senshi CARD-J04,
    CARD-A02, CARD-A10; C-31)."""
    hand = table.position.hands[side]
    if not hand:
        return
    number = 1 if len(hand) == 1 else table.roll(phrase("discard", side=side, card=event.card), 1, Die(len(hand)))[0]
    slot = hand[number - 1]
    card = decks.card_in(table, slot)
    decks.show(table, slot, card)
    table.tell(CardDiscarded(f"senshi CARD-{event.id}", side, slot, card, event.id))


def play_value(body: Play) -> OrderValue:
    """The value of an order that plays an event."""
    return ordered("play", **body_value(body))


def payments(table: Table, side: Side) -> Iterator[str]:
    """The cards a side can spend, for the eyes of their owner only, those it can spare most easily first: events that
    can happen no more, then those of an operation, and last what turns a battle or an operation."""
    position = table.position
    held = [card for card in decks.private(table, position.hands[side]).values() if card]

    def rank(card: str) -> tuple[int, str]:
        event = position.data.events[position.data.cards[card][side]]
        if event.id in position.spent:
            return 0, card
        return {"operation": 1, "capture": 2}.get(event.window, 3), card

    return iter(sorted(held, key=rank))


