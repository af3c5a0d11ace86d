"""Where a campaign's luck comes from: the hash chain, the committed decks, or what the referee typed in."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from witp_pbem.campaign.private import DeckSecret
from witp_pbem.table.canonical import canonical, commitment
from witp_pbem.table.demand import Owed
from witp_pbem.table.dice import die, shuffled

CHAIN, GIVEN = "chain", "given"
MODES = (CHAIN, GIVEN)


class NeedsClosing(Exception):  # noqa: N818 - a moment of the sitting, not an error
    """Dice or a deck are wanted, and no `closed` entry says yet which submissions and words count."""


def slot_name(deck: str, index: int) -> str:
    """The name of a deck's card by its place in the deck, from 0."""
    return f"{deck}/{index}"


def card_salt(secret: str, deck: str, index: int) -> str:
    """The salt of a card's seal: HMAC-SHA256, keyed by the deck's secret, over [deck, "salt", index]."""
    return hmac.digest(bytes.fromhex(secret), canonical([deck, "salt", index]), "sha256").hex()


def card_seals(secret: str, deck: str, order: Sequence[str]) -> tuple[str, ...]:
    """The seals of a deck's cards, first card first."""
    return tuple(commitment(card_salt(secret, deck, index), card) for index, card in enumerate(order))


def deck_key(secrets: Mapping[str, str], deck: str) -> str | None:
    """The key of a deck: its committed secret, or for one that is dealt anew ("opening-2") HMAC-SHA256, keyed by
    the secret of the deck it is named after, over its name. None if there is no such secret."""
    if deck in secrets:
        return secrets[deck]
    base, _, number = deck.rpartition("-")
    if not number.isdigit() or base not in secrets:
        return None
    return hmac.digest(bytes.fromhex(secrets[base]), canonical([deck]), "sha256").hex()


class Decks:
    """The cards face down and up in a campaign of committed decks.

    The order of a deck need not be kept: with its secret the salt of every slot is known, and the card is the
    one that fits the seal.
    """

    def __init__(self, cards: Sequence[str], secrets: Mapping[str, DeckSecret], seals: Mapping[str, Sequence[str]],
                 opened: Mapping[str, str]) -> None:
        self.cards = cards
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
        key = deck_key(self.secrets, deck)
        if key is None:
            raise ValueError(f"the deck {deck!r} has no secret")
        return key

    def make(self, deck: str, cards: Sequence[str], campaign: str, words: Sequence[str]) -> tuple[str, ...]:
        """Shuffles a deck; cards given as slots of another deck are looked up first.

        Raises:
            ValueError: the deck has no secret, was made before, or holds a card nobody knows.
        """
        if deck in self.seals:
            raise ValueError(f"the deck {deck!r} was made before")
        key = self._key(deck)
        order = shuffled(bytes.fromhex(key), campaign, words, deck, named(cards, self.look))
        self.seals[deck] = card_seals(key, deck, order)
        return tuple(self.seals[deck])


def named(cards: Sequence[str], look: Callable[[str], str | None]) -> list[str]:
    """The names of cards, some of which are given as the slots they lie in.

    Raises:
        ValueError: a slot's card is not known.
    """
    names = [look(card) if "/" in card else card for card in cards]
    if None in names:
        raise ValueError("a card to be shuffled is not known on this copy")
    return [str(name) for name in names]


class Closing(NamedTuple):
    """What fixes a sitting's luck: the words that count and the link of the chain."""

    words: tuple[str, ...]
    link: bytes


class ChainFate:
    """Dice of one sitting from its chain link, cards from the committed decks.

    Attributes:
        rolled: dice thrown so far in this sitting.
    """

    def __init__(self, campaign: str, sitting: int, decks: Decks, closing: Closing | None) -> None:
        self.campaign = campaign
        self.sitting = sitting
        self.decks = decks
        self.closing = closing
        self.rolled = 0

    def roll(self, label: str, count: int, faces: int) -> tuple[int, ...]:
        if self.closing is None:
            raise NeedsClosing
        first, self.rolled = self.rolled, self.rolled + count
        return tuple(die(self.closing.link, self.campaign, self.sitting, self.closing.words, label, index, faces)
                     for index in range(first, first + count))

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        if self.closing is None:
            raise NeedsClosing
        return self.decks.make(deck, cards, self.campaign, self.closing.words)

    def draw(self, deck: str, number: int, side: str) -> str:
        return slot_name(deck, number)

    def look(self, slot: str) -> str | None:
        return self.decks.look(slot)


class NoFate:
    """Luck for looking ahead: whoever wants dice or cards ends the sitting; cards are seen as `look` allows."""

    def __init__(self, look: Callable[[str], str | None] = lambda slot: None) -> None:
        self.look = look

    def roll(self, label: str, count: int, faces: int) -> tuple[int, ...]:
        raise Owed

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        raise Owed

    def draw(self, deck: str, number: int, side: str) -> str:
        raise Owed
