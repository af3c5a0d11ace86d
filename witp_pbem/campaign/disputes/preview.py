"""Trying the next sitting: it is played in memory, with dice and cards that are thrown away.

Nothing of the campaign's luck is touched: neither its chain nor the order of its decks. Cards nobody has drawn yet are
dealt at random; those lying in a hand are known to the side that holds them only. Of orders on file those of the sides
looked at are used; where somebody else has to decide, the trial stops, even if its silence would do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from copy import copy
from functools import partial
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign, outcome, position_hash
from witp_pbem.campaign.folder.fates import slot_name
from witp_pbem.campaign.orders.check import Checked, with_files
from witp_pbem.campaign.record import act_records, entries, logbook
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import inputs, rewind
from witp_pbem.campaign.sitting.adjudicate import Stopped, TurnTable, divergence, owed
from witp_pbem.campaign.sitting.inputs import Inputs
from witp_pbem.table.acts import Act
from witp_pbem.table.canonical import digest
from witp_pbem.table.demand import Demand, Due, Order, SittingEnds
from witp_pbem.table.dice import Die, shuffled, thrown
from witp_pbem.table.game import Game, holders
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import CannotRule, GameRules, SittingResult
from witp_pbem.table.table import Diverged
from witp_pbem.table.text import RULING
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

BYTES = 32  # of luck to be thrown away
Look = Callable[[str], str | None]


class NothingToTry(Refusal):
    """The campaign has no next sitting."""


class Preview(NamedTuple):
    """What came of a preview.

    Attributes:
        campaign: in memory, with the sitting as its last entry; without private folder.
        entry: that entry.
        sitting: as it was played.
        new: its acts.
        silent: the sides whose decisions stop it.
    """

    campaign: Campaign
    entry: entries.Sitting
    sitting: SittingResult
    new: tuple[Act, ...]
    silent: tuple[str, ...]


class ThrowAway:
    """Dice, decks and cards of a trial.

    Args:
        key: what they grow from.
        look: the cards that may be known.
        cards: every name there is.
        known: the cards that can no longer be drawn.
        sealed: whether decks made have seals.
    """

    def __init__(self, key: str, look: Look, cards: Sequence[str], known: Collection[str], sealed: bool) -> None:
        self.key = key
        self.known_card = look
        self.cards = cards
        self.known = set(known)
        self.sealed = sealed
        self.rolled = 0
        self.decks: dict[str, list[str]] = {}
        self.drawn: dict[str, str] = {}

    def copy(self) -> ThrowAway:
        """The same, as far as it is spent now."""
        other = copy(self)
        other.known, other.decks, other.drawn = set(self.known), dict(self.decks), dict(self.drawn)
        return other

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        first, self.rolled = self.rolled, self.rolled + count
        return thrown(bytes.fromhex(self.key), "preview", 0, (), label.json, first, count, die)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        seen = [self.look(card) if "/" in card else card for card in cards]
        others = iter([*(card for card in self.cards if card not in {*seen, *self.known}), *self.cards])
        names = [card or next(others) for card in seen]  # what nobody may know lies there at random
        self.decks[deck] = shuffled(bytes.fromhex(self.key), "preview", (), deck, names)
        return tuple(digest(["preview", self.key, deck, place]) for place in range(len(cards))) if self.sealed else ()

    def draw(self, deck: str, number: int, side: str) -> str:
        """A card of a deck made here; of another, any card that may lie in it still. Its slot is none of the deck's."""
        if deck in self.decks:
            slot = slot_name(deck, number)
            self.drawn[slot] = self.decks[deck][number]
            return slot
        year = deck.partition("-")[0]  # cards may be named after their deck
        left = [card for card in self.cards if card not in self.known]
        among = [card for card in left if card.startswith(f"{year}-")] or left or list(self.cards)
        slot = f"{deck}/preview-{len(self.drawn)}"
        self.drawn[slot] = shuffled(bytes.fromhex(self.key), "preview", (), slot, among)[0]
        self.known.add(self.drawn[slot])
        return slot

    def look(self, slot: str) -> str | None:
        return self.drawn[slot] if slot in self.drawn else self.known_card(slot)


class PreviewTable(TurnTable):
    """The table of a trial: where a side is silent, its decisions are owed."""

    def __init__(self, rules: GameRules, position: Any, record: Sequence[Act], pending: PendingOrders, fate: ThrowAway,
                 edits: Sequence[tuple[int, int]], *, campaign: Campaign, sides: Collection[str]) -> None:
        super().__init__(rules, position, record, pending, fate, edits)
        self.campaign = campaign
        self.sides = sides

    def ask(self, *demands: Demand) -> list[Any]:
        if self._recorded() is None:
            missing = [Due(demand) for demand in demands if demand.sole is None and self._is_silent(demand)]
            if missing:
                raise SittingEnds(*missing)
        return super().ask(*demands)

    def test(self, slot: str, question: str) -> bool | str:
        if self._recorded() is None and self.private(slot) is None:
            raise SittingEnds(face_down(self.campaign.game, self.position, slot))
        return super().test(slot, question)

    def _is_silent(self, demand: Demand) -> bool:
        if demand.side in self.sides:
            return demand.hidden and not demand.window and any(
                self.private(slot) is None for slot in self._face_down(demand.side))
        match = self.pending.find(demand, self.phase, self.position, self.happened)
        return not isinstance(match, Match)

    def _face_down(self, side: str) -> Sequence[str]:
        """The slots a side holds whose card nobody turned up."""
        game = self.campaign.game
        return [slot for slot in self.campaign.hand(side, self.position) if slot not in game.cards]


def face_down(game: Game, position: Any, slot: str) -> Due:
    """What is owed where the rules look at a card that may not be known here."""
    holder = next(side for side in game.sides if slot in game.hand(position, side))
    return Due(Demand(holder, "face-down", "", frozenset(), lambda order: (), about={"slot": slot}))


class Supposed(NamedTuple):
    """What a trial starts from.

    Attributes:
        campaign: with the referee's rulings among the files tried as its last entries.
        sides: whose orders are looked at.
        available: these orders, and what everybody can read.
        look: the cards that may be known.
        known: those that cannot be drawn any more: turned up, or known in a hand.
    """

    campaign: Campaign
    sides: Collection[str]
    available: Inputs
    look: Look
    known: Collection[str]


def suppose(campaign: Campaign, files: Sequence[Checked], side: str) -> Supposed:
    """What a trial of files starts from; `side` as in `preview`.

    Raises:
        NothingToTry: the game is over.
    """
    if campaign.position.outcome:
        raise NothingToTry(say("The game is over."))
    rulings = [(logbook.RULING, logbook.ruling(campaign.turn, [
        slips.plain(statement, checked.text) for statement in checked.statements if statement.keyword == RULING]))
        for checked in files if checked.side == REFEREE]
    tried = rewind.supposed(campaign, *rulings)
    if side:
        sides = {side, *(checked.side for checked in files)}
    else:
        sides = set(tried.senders) if tried.private else {checked.side for checked in files}
    available = inputs.public(tried, len(tried.entries))
    available.orders += [(sender, order) for sender in tried.senders if sender in sides
                         for order in _orders(tried, files, sender, on_file=side in ("", sender))]
    look = partial(_look, tried, side)
    return Supposed(tried, sides, available, look, _known(tried, look))


def preview(campaign: Campaign, files: Sequence[Checked], side: str, seed: str = "") -> Preview:
    """Plays the next sitting in memory.

    Args:
        files: checked files that count as though they were submitted, whoever's they are.
        side: whose orders on file count and whose cards are known; "" for all, as far as this copy knows them.
        seed: a text the throw-away dice grow from, "" for others each time.
    Raises:
        NothingToTry: the game is over.
        Stopped: the rules diverge from the record, or a ruling cannot be carried out.
    """
    supposed = suppose(campaign, files, side)
    tried, sides, available = supposed.campaign, supposed.sides, supposed.available
    state = tried.state
    fate = ThrowAway(digest(["preview", seed]) if seed else os.urandom(BYTES).hex(), supposed.look,
                     tried.game.cards, supposed.known, tried.is_chained)
    try:
        sitting = inputs.play_on(tried, available, fate, PreviewTable, campaign=tried, sides=sides)
    except Diverged as difference:
        raise Stopped(divergence(tried, difference)) from difference
    except CannotRule as refused:
        raise Stopped(say("The ruling cannot be carried out: {why}", why=" ".join(
            problem_sentence(problem, tried.game.catalogue) for problem in refused.problems))) from refused
    new = tuple(sitting.acts[len(state.record):])
    body = {"number": state.sittings + 1, "closed": None, "link": None,
            "acts": [act_records.to_json(act) for act in new],
            "opened": [], "manual": [], "owed": [owed(due) for due in sitting.dues],
            "outcome": outcome(sitting.position),
            "position": position_hash(tried.game, tried.turn, sitting.position)}
    shown = rewind.supposed(Campaign(tried.folder, tried.game, tried.entries, None), (logbook.SITTING, body))
    silent = tuple(dict.fromkeys(due.demand.side for due in sitting.dues if due.demand.side not in sides))
    entry = shown.entries[-1]
    assert entry["type"] == logbook.SITTING
    return Preview(shown, entry, sitting, new, silent)


def _orders(campaign: Campaign, files: Sequence[Checked], side: str, *, on_file: bool) -> list[Order]:
    """A side's orders at hand: in the files tried and, if these may be looked at, on file."""
    closed = campaign.closed
    counted = [entry for entry in campaign.submissions() if closed is None or entry["n"] in closed["submissions"]]
    mine = [checked for checked in files if checked.side == side]
    waits = not mine and inputs.owes_an_answer(campaign.line, side)
    return [order for order in with_files(campaign, side, counted, mine) if not (waits and order.until)
            and (on_file or order.source is not None and order.source[0] >= len(campaign.entries))]


def _look(campaign: Campaign, side: str, slot: str) -> str | None:
    """A card that may be known in a trial: of cards face down, only one that was drawn."""
    if slot in campaign.state.cards or campaign.state.drawn.get(slot) in campaign.names_of(side):
        return campaign.look(slot)
    return campaign.look(slot) if not side and slot in campaign.state.drawn else None


def _known(campaign: Campaign, look: Look) -> set[str]:
    """The cards that cannot be drawn: those turned up, and those known in hands."""
    game, position = campaign.game, campaign.position
    held = {look(slot) or slot for side in holders(game) for slot in game.hand(position, side)}
    return {*campaign.state.cards.values(), *held}
