"""Where a campaign's luck comes from: the hash chains, the committed or open decks, or what the referee typed in."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn

from witp_pbem.campaign.record.keyed import Labels, turn_of
from witp_pbem.campaign.record.private import DeckSecret
from witp_pbem.table.canonical import canonical, commitment
from witp_pbem.table.demand import SittingEnds
from witp_pbem.table.dice import Die, below, keyed, shuffled, thrown
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.tuples import NamedTuple

CHAIN, MANUAL = "chain", "manual"
MODES = (CHAIN, MANUAL)
SEALED, OPEN = "sealed", "open"
DEALS = (SEALED, OPEN)


class NeedsClosing(Exception):  # noqa: N818 - a moment of the sitting, not an error
    """Dice or a deck are wanted, and no `closed` entry says yet which submissions and words count.

    Attributes:
        turn: whose link is wanted, in a league; else 0.
    """

    def __init__(self, turn: int = 0) -> None:
        super().__init__(turn)
        self.turn = turn


class Closing(NamedTuple):
    """What fixes a sitting's luck.

    Attributes:
        words: founding words and luck words that count.
        link: of the keeper's chain, 32 bytes.
        links: of the players' own chains, in hexadecimal, in the order of their holders' names.
    """

    words: tuple[str, ...]
    link: bytes
    links: tuple[str, ...] = ()

    @property
    def key(self) -> bytes:
        """What keys the dice: all links, the keeper's first."""
        return self.link + b"".join(map(bytes.fromhex, self.links))


def slot_name(deck: str, index: int) -> str:
    """The name of a deck's card by its place in the deck, from 0."""
    return f"{deck}/{index}"


def card_salt(secret: str, deck: str, index: int) -> str:
    """The salt of a card's seal: HMAC-SHA256, keyed by the deck's secret, over [deck, "salt", index]."""
    return hmac.digest(bytes.fromhex(secret), canonical([deck, "salt", index]), "sha256").hex()


def card_seals(secret: str, deck: str, order: Sequence[str]) -> tuple[str, ...]:
    """The seals of a deck's cards, first card first."""
    return tuple(commitment(card_salt(secret, deck, index), card) for index, card in enumerate(order))


def deck_key(secrets: Mapping[str, str], deck: str, again: int = 0) -> str | None:
    """The key of a deck: its committed secret, or for one that is dealt anew ("opening-2") HMAC-SHA256, keyed by
    the secret of the deck it is named after, over its name. None if there is no such secret.

    Args:
        again: how often the deck was made before, on branches a rewind has abandoned. Otherwise the salts of cards
            turned up there would open the seals of other cards: the key is HMAC-SHA256, keyed by the deck's usual key,
            over ["again", again].
    """
    base, _, number = deck.rpartition("-")
    if deck in secrets:
        key = secrets[deck]
    elif number.isdigit() and base in secrets:
        key = hmac.digest(bytes.fromhex(secrets[base]), canonical([deck]), "sha256").hex()
    else:
        return None
    return hmac.digest(bytes.fromhex(key), canonical(["again", again]), "sha256").hex() if again else key


def shuffling_key(key: str, links: Sequence[str]) -> bytes:
    """What a deck is shuffled with: its key or, where players hold chains, HMAC-SHA256, keyed by it, over ["links",
    the links of the closing]. So not even who made the deck's secret knows its order before they are given."""
    plain = bytes.fromhex(key)
    return hmac.digest(plain, canonical(["links", *links]), "sha256") if links else plain


def open_seals(cards: Sequence[str]) -> tuple[str, ...]:
    """The seals of a deck dealt openly: commitments without salt, so that everybody knows its cards."""
    return tuple(commitment("", card) for card in cards)


def open_draw(closing: Closing, campaign: str, sitting: int, deck: str, left: Sequence[int], number: int) -> str:
    """The slot drawn from a deck that is dealt openly.

    Args:
        left: the places not drawn yet, ascending.
        number: how many cards were drawn before.
    """
    message = [campaign, sitting, list(closing.words), "draw", deck, number]
    return slot_name(deck, left[below(closing.key, message, len(left))])


def places_left(deck: str, size: int, drawn: Collection[str]) -> list[int]:
    """The places of a deck whose slots were not drawn."""
    return [place for place in range(size) if slot_name(deck, place) not in drawn]


class Decks:
    """The cards face down and up in a campaign of committed decks.

    The order of a deck need not be kept: with its secret the salt of every slot is known, and the card is the one that
    fits the seal.

    Attributes:
        cards: every card name there is.
        again: deck -> how often it was made before (`deck_key`).
        secrets: deck -> its secret in hexadecimal, as far as this copy knows them.
        seals: deck -> the seals of its cards, first card first.
        opened: slot -> card, of those turned up.
    """

    def __init__(self, cards: Sequence[str], secrets: Mapping[str, DeckSecret], seals: Mapping[str, Sequence[str]],
                 opened: Mapping[str, str], again: Mapping[str, int] = MappingProxyType({})) -> None:
        self.cards = cards
        self.again = again
        self.secrets = {name: deck.secret for name, deck in secrets.items()}
        self.seals = dict(seals)
        self.opened = opened

    def look(self, slot: str) -> str | None:
        """The card in a slot, None where this copy of the campaign cannot know it."""
        if slot in self.opened:
            return self.opened[slot]
        deck, _, index = slot.rpartition("/")
        if not index.isdigit() or int(index) >= len(self.seals.get(deck, ())) or deck_key(self.secrets, deck) is None:
            return None
        salt, seal = self.salt(slot), self.seals[deck][int(index)]
        return next((card for card in self.cards if commitment(salt, card) == seal), None)

    def salt(self, slot: str) -> str:
        """The salt of a slot's seal (keeper's copy only)."""
        deck, _, index = slot.rpartition("/")
        return card_salt(self._key(deck), deck, int(index))

    def _key(self, deck: str) -> str:
        key = deck_key(self.secrets, deck, self.again.get(deck, 0))
        if key is None:
            raise ValueError(f"the deck {deck!r} has no secret")
        return key

    def make(self, deck: str, cards: Sequence[str], campaign: str, closing: Closing) -> tuple[str, ...]:
        """Shuffles a deck, from the order of its cards' names; those given as slots of another deck are looked up.

        Raises:
            ValueError: the deck has no secret, was made before, or holds a card nobody knows.
        """
        if deck in self.seals:
            raise ValueError(f"the deck {deck!r} was made before")
        key = self._key(deck)
        names = sorted(named(cards, self.look))
        order = shuffled(shuffling_key(key, closing.links), campaign, closing.words, deck, names)
        self.seals[deck] = card_seals(key, deck, order)
        return tuple(self.seals[deck])


class OpenDecks(Decks):
    """Decks dealt openly: which cards they hold is no secret, and neither is what has been drawn.

    Attributes:
        drawn: the slots drawn.
    """

    def __init__(self, cards: Sequence[str], seals: Mapping[str, Sequence[str]], drawn: Collection[str]) -> None:
        super().__init__(cards, {}, seals, {})
        self.drawn = set(drawn)

    def look(self, slot: str) -> str | None:
        return self._lying(slot) if slot in self.drawn else None

    def _lying(self, slot: str) -> str | None:
        return lying_open(self.cards, self.seals, slot)

    def salt(self, slot: str) -> str:
        return ""

    def make(self, deck: str, cards: Sequence[str], campaign: str, closing: Closing) -> tuple[str, ...]:
        if deck in self.seals:
            raise ValueError(f"the deck {deck!r} was made before")
        self.seals[deck] = open_seals(named(cards, self._lying))
        return tuple(self.seals[deck])

    def draw(self, deck: str, campaign: str, sitting: int, closing: Closing, number: int) -> str:
        """Draws a card: the closing chooses among those left."""
        left = places_left(deck, len(self.seals[deck]), self.drawn)
        slot = open_draw(closing, campaign, sitting, deck, left, number)
        self.drawn.add(slot)
        return slot


def lying_open(cards: Sequence[str], seals: Mapping[str, Sequence[str]], slot: str) -> str | None:
    """The card in a slot of a deck dealt openly, drawn or not: everybody knows what is left in such a deck."""
    deck, _, index = slot.rpartition("/")
    known = seals.get(deck, ())
    if not index.isdigit() or int(index) >= len(known):
        return None
    return next((card for card in cards if commitment("", card) == known[int(index)]), None)


def named(cards: Sequence[str], look: Callable[[str], str | None]) -> list[str]:
    """The names of cards, some of which are given as the slots they lie in.

    Raises:
        ValueError: a slot's card is not known.
    """
    names = [look(card) if "/" in card else card for card in cards]
    if None in names:
        raise ValueError("a card to be shuffled is not known on this copy")
    return [str(name) for name in names]


class ChainFate:
    """Dice of one sitting from its chain links, cards from the decks.

    Attributes:
        rolled: dice thrown so far in this sitting.
        drawn: how many cards the links have chosen in it.
    """

    def __init__(self, campaign: str, sitting: int, decks: Decks, closing: Closing | None) -> None:
        self.campaign = campaign
        self.sitting = sitting
        self.decks = decks
        self.closing = closing
        self.rolled = self.drawn = 0

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        if self.closing is None:
            raise NeedsClosing
        first, self.rolled = self.rolled, self.rolled + count
        return thrown(self.closing.key, self.campaign, self.sitting, self.closing.words, label.json, first, count, die)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        if self.closing is None:
            raise NeedsClosing
        return self.decks.make(deck, cards, self.campaign, self.closing)

    def draw(self, deck: str, number: int, side: str) -> str:
        if not isinstance(self.decks, OpenDecks):
            return slot_name(deck, number)
        if self.closing is None:
            raise NeedsClosing
        self.drawn += 1
        return self.decks.draw(deck, self.campaign, self.sitting, self.closing, number)

    def look(self, slot: str) -> str | None:
        return self.decks.look(slot)


class KeyedFate(ChainFate):
    """Dice of one sitting in a league, from the link of the turn they are thrown in."""

    def __init__(self, league: str, turn: int, before: Labels, decks: Decks, closing: Closing | None) -> None:
        """
        Args:
            league: its name.
            turn: the one whose link the closing has.
            before: how often dice were thrown for each label.
        """
        super().__init__(league, 0, decks, closing)
        self._turn, self._before = turn, before

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        turn = turn_of(label.json)
        if self.closing is None:
            raise NeedsClosing(turn)
        if turn != self._turn:  # it waits for another link, and so for another sitting
            raise SittingEnds
        self.rolled += count
        key = canonical(label.json)
        occurrence, self._before[key] = self._before[key], self._before[key] + 1
        return keyed(self.closing.link, self.campaign, label.json, occurrence, count, die)


class NoFate:
    """No luck at all: whoever wants dice or cards ends the sitting; cards are seen as `look` allows."""

    def __init__(self, look: Callable[[str], str | None] = lambda slot: None) -> None:
        self.look = look

    def roll(self, *wanted: object) -> NoReturn:
        raise SittingEnds

    shuffle = draw = roll
