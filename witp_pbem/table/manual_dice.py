"""Manual dice and cards: rolled on a table, by a dice server or drawn from a real deck, and typed in.

The referee's file holds them in the order the sitting asks for them:

    dice 2 3          two dice
    card red dawn

Dice may stand on one line or on many; a line's dice may serve several rolls. Cards are taken per side.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from witp_pbem.table.cursor import WANTED, Cursor
from witp_pbem.table.demand import Demand, Due, SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.text import Statement
from witp_pbem.table.tuples import NamedTuple

REFEREE = "referee"
KEYWORDS = frozenset({"dice", "card"})


class ManualDice(NamedTuple):
    """Numbers thrown, in order."""

    dice: tuple[int, ...]


class ManualCard(NamedTuple):
    """A card drawn by a side."""

    side: str
    card: str


def read(statement: Statement, sides: Mapping[str, str], cards: Collection[str],
         dice: Sequence[Die]) -> ManualDice | ManualCard | tuple[Problem, ...]:
    """What a `dice` or `card` statement gives, or what is wrong with it.

    Args:
        sides: words for those who hold cards -> their names in the game.
        cards: by id.
        dice: the kinds that are thrown.
    """
    cursor = Cursor(statement)
    item: ManualDice | ManualCard | None
    item = _dice(cursor, dice) if statement.keyword == "dice" else _card(cursor, sides, cards)
    if not cursor.problems:
        cursor.finish()
    if cursor.problems or item is None:
        return tuple(cursor.problems)
    return item


def _dice(cursor: Cursor, kinds: Sequence[Die]) -> ManualDice | None:
    dice = []
    while cursor:
        span = cursor.span
        number = cursor.number()
        if number is None:
            if not cursor.accept(",", "and"):
                cursor.unexpected("a die")
                return None
            continue
        if not any(die.shows(number) for die in kinds):
            cursor.problems.append(invalid("no-such-face", span, number=number, dice=list(kinds)))
        dice.append(number)
    if not dice:
        cursor.unexpected("a die")
    return ManualDice(tuple(dice))


def _card(cursor: Cursor, sides: Mapping[str, str], cards: Collection[str]) -> ManualCard | None:
    side = cursor.accept(*sides)
    if side is None:
        cursor.unexpected("the side that drew it")
        return None
    card = cursor.card()
    if card is None:
        word = cursor.token
        if word is None:
            cursor.unexpected(WANTED["card"])
        else:
            cursor.problems.append(invalid("unknown-card", word.span, card=word.text))
            cursor.index += 1
        return None
    if card[0] not in cards:
        cursor.problems.append(invalid("unknown-card", card[1], card=card[0]))
    return ManualCard(sides[side.value], card[0])


class ManualItem(NamedTuple):
    """One die or card at hand.

    Attributes:
        value: the number of a die, or the id of a card.
        side: who drew the card, "" for a die.
        source: the logbook entry it was typed in, and the index of its statement there, from 0.
    """

    value: int | str
    side: str
    source: tuple[int, int]


class ManualFate:
    """A fate that hands out what was typed in; where nothing is left, the referee owes it.

    Attributes:
        dice, cards: what is left.
        drawn: slot -> the card drawn from it. A slot is named after the statement the card was typed in.
        used: the sources of what was handed out, each once.
    """

    def __init__(self, dice: Sequence[ManualItem], cards: Sequence[ManualItem], drawn: dict[str, str]) -> None:
        self.dice = list(dice)
        self.cards = list(cards)
        self.drawn = drawn
        self.used: list[tuple[int, int]] = []

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        taken = self.dice[:count]
        wrong = next((int(item.value) for item in taken if not die.shows(int(item.value))), None)
        if wrong is not None:
            raise SittingEnds(Due(_wanted("dice", label=label.json, count=count, low=die.first, high=die.last),
                                  (invalid("no-such-face", number=wrong, dice=[die]),)))
        if len(taken) < count:
            raise SittingEnds(Due(_wanted("dice", label=label.json, count=count - len(taken), low=die.first,
                                          high=die.last)))
        self.dice = self.dice[count:]
        self._use(taken)
        return tuple(int(item.value) for item in taken)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        return ()

    def draw(self, deck: str, number: int, side: str) -> str:
        for item in self.cards:
            if item.side == side:
                self.cards.remove(item)
                self._use([item])
                slot = f"{deck}/{item.source[0]}.{item.source[1]}"
                self.drawn[slot] = str(item.value)
                return slot
        raise SittingEnds(Due(_wanted("card", deck=deck, side=side)))

    def look(self, slot: str) -> str | None:
        return self.drawn.get(slot)

    def _use(self, items: Sequence[ManualItem]) -> None:
        self.used = list(dict.fromkeys((*self.used, *(item.source for item in items))))


class CaseFate(ManualFate):
    """A fate for cases: a card can only be drawn from a deck that holds it."""

    def __init__(self, dice: Sequence[ManualItem], cards: Sequence[ManualItem]) -> None:
        super().__init__(dice, cards, {})
        self.decks: dict[str, set[str]] = {}

    def copy(self) -> CaseFate:
        """The same, as far as it is spent now."""
        other = CaseFate(self.dice, self.cards)
        other.drawn, other.decks = dict(self.drawn), {deck: set(cards) for deck, cards in self.decks.items()}
        return other

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        self.decks[deck] = set(cards)
        return super().shuffle(deck, cards)

    def draw(self, deck: str, number: int, side: str) -> str:
        slot = super().draw(deck, number, side)
        card = self.drawn[slot]
        if deck in self.decks and card not in self.decks[deck]:
            raise SittingEnds(Due(_wanted("card", deck=deck, side=side),
                                  (invalid("card-not-in-deck", card=card, deck=deck),)))
        self.decks.get(deck, set()).discard(card)
        return slot


def _wanted(keyword: str, **about: object) -> Demand:
    """What the referee owes, as a demand."""
    return Demand(REFEREE, keyword, "", frozenset({keyword}), lambda order: (), about=about)


def spread(statements: Sequence[tuple[tuple[int, int], ManualDice | ManualCard]]
           ) -> tuple[list[ManualItem], list[ManualItem]]:
    """The single dice and cards of the referee's statements, in order, each with its source."""
    dice = [ManualItem(number, "", source)
            for source, body in statements if isinstance(body, ManualDice) for number in body.dice]
    cards = [ManualItem(body.card, body.side, source) for source, body in statements if isinstance(body, ManualCard)]
    return dice, cards

