"""Chapter 4: the event phase, and the deal before the first turn (witp 4.1, 3.3.g).

Cards are drawn unseen. A side that drew a compulsory card uses it (witp 4.5.b); any other names the card it uses. One
side follows the other, openly (R-20). What a card does at once is in `immediate`; what stays in force is in `effects`,
which also says how a compulsory event prevails over the other player's (witp 4.5.c).

What lies face down is looked at through the table (`hands`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.games.common import decks
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.witp.board import names
from witp_pbem.games.witp.board.data import card_id
from witp_pbem.games.witp.board.events import (
    CardDrawn,
    CardsPutBack,
    CardUsed,
    DeckDiscarded,
    DeckMade,
    Noted,
)
from witp_pbem.games.witp.board.state import ENEMY, SIDES, Position, Side
from witp_pbem.games.witp.orders.kinds import DRAWN, HELD, CardOrder, Written
from witp_pbem.games.witp.rules.chapter_04_cards.hands import COMPULSORY, ENDS_SUDDEN_DEATH, answer
from witp_pbem.games.witp.rules.chapter_04_cards.immediate import carry_out, end_sudden_death, has_sudden_death
from witp_pbem.games.witp.rules.chapter_04_cards.targets import instruction, named_with_card, no_effect, targeted
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.language import listing
from witp_pbem.table.problem import OrderValue, Problem, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple


class Declared(NamedTuple):
    """The card a side uses, and whom or where it strikes as far as named with it."""

    card: str
    targets: Mapping[int, tuple[str, ...]]


def year_cards(position: Position, deck: str) -> list[str]:
    """The cards of a year, ascending."""
    return [key for key, card in sorted(position.data.cards.items()) if str(card["year"]) == deck]


# -- the deal (4.1, 3.3.g) ------------------------------------------------------------------------------------


def deal(table: Table) -> None:
    """The opening hands: some cards are set aside, each side draws one of the others, then all that is left makes the
    deck (witp 4.1.a-b, 3.3.g; R-17). Hands that hold a compulsory card are dealt anew (R-21)."""
    position = table.position
    if position.decks or any(position.hands.values()):
        return
    opening = position.data.opening[position.data.scenarios[position.scenario]["opening_cards"]]
    deck = str(opening["deck"])
    every = year_cards(position, deck)
    aside = [card_id(opening["deck"], number) for number in opening["set_aside"]]
    pool = [card for card in every if (card in aside) != (opening["deal_from"] == "the_other_seven")]
    dealt = _opening_hands(table, deck, pool)
    rest = [card for card in every if card not in dealt]
    seals = table.shuffle(deck, rest)
    table.tell(DeckMade("witp 4.1.b", deck, len(every) - len(dealt), seals))


def _opening_hands(table: Table, deck: str, pool: list[str]) -> list[str | None]:
    """Deals one card of the pool to each side, again and again until neither is compulsory. Returns the cards, as far
    as this copy may know them."""
    final = sum(not answer(table.position, COMPULSORY, card) for card in pool) < len(SIDES)
    attempt = 1
    while True:
        name = f"{deck}-opening" if attempt == 1 else f"{deck}-opening-{attempt}"
        attempt += 1
        seals = table.shuffle(name, pool)
        table.tell(DeckMade("witp 4.1.a", name, len(pool), seals))
        slots = [table.draw(name, number, side) for number, side in enumerate(SIDES)]
        if not final and decks.first(table, slots, COMPULSORY):
            table.tell(CardsPutBack("witp 4.5.b", name, f"{deck}-opening-{attempt}", len(pool)))
            continue
        for side, slot in zip(SIDES, slots, strict=True):
            table.tell(CardDrawn("witp 4.1.a", side, name, slot))
            _on_draw(table, slot)
        table.tell(CardsPutBack("witp 4.1.b", name, deck, len(pool) - len(SIDES)))
        return list(decks.private(table, slots).values())


# -- the event phase (4.2-4.5) --------------------------------------------------------------------------------


def play(table: Table) -> None:
    """The phase: both sides draw, then each uses a card (witp 4.2.d), compulsory or not in the order of witp 4.2.c
    (witp 4.5.d). In a new year both have a new card and the one kept of the old year (witp 4.4.c). No card is drawn or
    used on turn 1 (witp 4.1.d)."""
    space = table.position.data.turn(table.position.turn)
    if not space["draws"]:
        return
    deck = str(space["deck"])
    renew(table, deck)
    drawn: dict[Side, list[str]] = {}
    for side in SIDES:
        slots = (draw(table, side, deck) for _ in range(space["draws"]))
        drawn[side] = [slot for slot in slots if slot]
    first: Side = space["first_card"]
    for side in (first, ENEMY[first]):
        use(table, side, drawn[side])


def renew(table: Table, deck: str) -> None:
    """Makes the year's deck if it is not made yet; what is left of the old one is put away unseen (witp 4.4.a-b, R-18).

    A campaign that starts in the middle of a year leaves out the cards that are used up or lie open in a hand.
    """
    position = table.position
    if deck in position.decks:
        return
    for old in sorted(position.decks):
        record = position.decks[old]
        table.tell(DeckDiscarded("witp 4.4.a", old, record["size"] - record["drawn"]))
    gone = {*position.discards, *(slot for side in SIDES for slot in position.hands[side])}
    cards = [card for card in year_cards(position, deck) if card not in gone]
    if cards:
        seals = table.shuffle(deck, cards)
        table.tell(DeckMade("witp 4.4.b", deck, len(cards), seals))


def draw(table: Table, side: Side, deck: str) -> str:
    """A side draws a card (witp 4.2.a). Returns its slot, "" if nothing is left to draw (R-18)."""
    record = table.position.decks.get(deck)
    slot = decks.draw(table, deck, record["drawn"], record["size"], side) if record else ""
    if not slot:
        table.tell(Noted("witp 4.2.a", "deck-empty", {"deck": deck, "side": side}))
        return ""
    table.tell(CardDrawn("witp 4.2.a", side, deck, slot))
    _on_draw(table, slot)
    return slot


def _on_draw(table: Table, slot: str) -> None:
    """What the mere drawing of a card does: 1943-09 ends the sudden-death rule, even if it is kept (witp SD.c,
    R-93)."""
    if has_sudden_death(table.position) and decks.test(table, slot, ENDS_SUDDEN_DEATH):
        end_sudden_death(table)


def use(table: Table, side: Side, drawn: list[str]) -> None:
    """A side uses exactly one of its cards and keeps the other (witp 4.2.b); what was used is discarded for ever
    (witp 4.3.c)."""
    position = table.position
    hand = position.hands[side]
    if not hand:
        table.tell(Noted("witp 4.2.b", "no-card-to-use", {"side": side}))
        return
    slot = compulsory(table, side, drawn)
    forced = slot is not None
    declared = Declared(decks.card_in(table, slot), {}) if slot else _declare(table, side)
    slot = slot or decks.slot_of(table, table.position.hands[side], declared.card)
    decks.show(table, slot, declared.card)
    table.tell(CardUsed("witp 4.5.b" if forced else "witp 4.2.b", side, slot, declared.card, forced))
    carry_out(table, side, declared.card, declared.targets)


def compulsory(table: Table, side: Side, drawn: list[str]) -> str | None:
    """The slot of the compulsory card a side has to use, the one just drawn first (witp 4.5.a-b, R-21); None without
    one. A card shown since it was drawn lies open in the hand, by its own name."""
    hand = table.position.hands[side]
    return decks.first(table, (slot for slot in dict.fromkeys((*drawn, *hand)) if slot in hand), COMPULSORY)


def _declare(table: Table, side: Side) -> Declared:
    """Asks a side which card it uses (witp 4.2.b-c). A single card is used without asking."""
    position = table.position
    slots = position.hands[side]
    hand = decks.private(table, slots)
    only = decks.card_in(table, slots[0]) if len(slots) == 1 else None
    demand = Demand(
        side, "card", "witp 4.2.b", frozenset({"use"}),
        lambda order: judge(position, side, hand, order),
        lambda: choices(hand),
        {"turn": position.turn, "cards": len(hand)}, hidden=True,
        sole=Understood(Declared(only, {}), ordered("use", card=only)) if only else None)
    declared: Declared = table.ask(demand)[0]
    return declared


def judge(position: Position, side: Side, hand: Mapping[str, str | None], order: Order) -> Verdict:
    """Whether a side may use a card as ordered; the answer is what it declares."""
    written: Written = order.body
    assert isinstance(written.body, CardOrder)
    body = written.body
    if body.card in (DRAWN, HELD):  # the card drawn last lies behind the other
        body = body._replace(card=list(hand.values())[-1 if body.card == DRAWN else 0] or "")
    problem = card_problem(position, side, hand, body.card, in_battle=written.battle is not None)
    if problem:
        return (problem.at(body.span),)
    targets = named_with_card(position, side, body, order.statement.span)
    if isinstance(targets, Problem):
        return (targets,)
    card = position.data.cards[body.card]
    named = [target for number in sorted(targets) for target in targets[number]]
    return Understood(Declared(body.card, targets), ordered("use", card=body.card, **targeted(position, named)),
                      listing(filter(None, (
                          say("{name}: {text}", name=names.card_title(card),
                              text=say(instruction(position, body.card, side)["text"])),
                          _no_effect_remark(position, side, body.card)))))


def _no_effect_remark(position: Position, side: Side, card: str) -> str:
    """What is to be said of a card that would do nothing if it were used now, "" of any other."""
    why = no_effect(position, side, card)
    return say("would have no effect now: {why}", why=word("why-nothing", why)) if why else ""


def card_problem(position: Position, side: Side, hand: Mapping[str, str | None], card: str, *,
                 in_battle: bool = False) -> Problem | None:
    """Why a side may not use a card in the event phase, None if it may (witp 4.2.b, 4.3.c). That the enemy holds a
    card is said of open ones only; nobody learns what lies in the other's hand (witp 4.1.c). A card in
    hand that this copy does not know may be any."""
    if card not in position.data.cards:
        return invalid("no-such-card", card=card)
    if in_battle:
        return invalid("card-in-battle-block", card=card, instead=ordered("invoke", card=card))
    if card in position.discards:
        return illegal("card-discarded", "witp 4.3.c", card=card, certain=True)
    if card in position.hands[ENEMY[side]]:
        return illegal("card-is-the-enemys", "witp 4.2.b", card=card, certain=True)
    if not decks.may_hold(hand.values(), card):
        return illegal("card-not-in-hand", "witp 4.2.b", card=card, instead=lambda: next(choices(hand), None))
    return None


def choices(hand: Mapping[str, str | None]) -> Iterator[OrderValue]:
    """The cards in hand, as orders; for the eyes of their owner only."""
    yield from (ordered("use", card=card) for card in hand.values() if card)
