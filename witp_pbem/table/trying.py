"""Trying a case: it is played, and the dice and cards it does not give are thrown and drawn by the program."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from witp_pbem.table.acts import Act, Drawn, Rolled
from witp_pbem.table.canonical import digest
from witp_pbem.table.cases import Case, CaseOpening, compare, play, read_dice, read_opening, unknown_rules
from witp_pbem.table.dice import Die, shuffled, thrown
from witp_pbem.table.event import Event
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.game import Game, holders
from witp_pbem.table.manual_dice import REFEREE, CaseFate, ManualItem
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.tuples import NamedTuple

WORD = "try"  # what the program's own dice are made with, where a campaign has its name


class TriedItem(NamedTuple):
    """One act of a case that was tried; fields as in `story.Happening`, and the phase orders are headed with."""

    step: str
    phase: str
    act: Act
    position_before: Any
    position_after: Any
    sitting: int = 1
    odds: str = ""


class TriedThrow(NamedTuple):
    """Dice thrown together: what for, the numbers shown, the kind of die, and how many of them the case gave."""

    label: Phrase
    dice: tuple[int, ...]
    die: Die
    given: int


class TriedDraw(NamedTuple):
    """A card drawn by a side, and whether the case gave it."""

    side: str
    card: str
    given: bool


class TriedCase(NamedTuple):
    """What came of a case.

    Attributes:
        opening: what it began with.
        played: what happened, and what is owed at the end.
        items: what happened, act by act.
        throws, draws: the dice and cards, in order.
        failures: what of its expectations does not hold, in sentences; None where it expects nothing.
    """

    case: Case
    game: Game
    opening: CaseOpening
    played: PlayedCase
    items: tuple[TriedItem, ...]
    throws: tuple[TriedThrow, ...]
    draws: tuple[TriedDraw, ...]
    failures: tuple[str, ...] | None

    @property
    def is_by_luck(self) -> bool:
        """Whether the program threw dice or drew cards."""
        return any(throw.given < len(throw.dice) for throw in self.throws) or not all(
            draw.given for draw in self.draws)

    @property
    def is_well(self) -> bool:
        """Whether what it expects holds or, where it expects nothing, every order was understood and legal."""
        return not (self.played.problems if self.failures is None else self.failures)


class TriedFate(CaseFate):
    """Dice and cards of a case and, once they are used up, of the program.

    Args:
        key: what the program's dice and cards grow from, in hexadecimal.
        cards: those that can be drawn from decks the case does not make, by name.
    Attributes:
        given: for each throw so far, how many of its dice the case gave.
        own: the slots of the cards the program drew.
    """

    def __init__(self, dice: Sequence[ManualItem], cards: Sequence[ManualItem], key: str,
                 others: Collection[str]) -> None:
        super().__init__(dice, cards)
        self.key, self.others = key, others
        self.given: list[int] = []
        self.own: list[str] = []
        self._rolled = 0

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        given = min(count, len(self.dice))
        lacking = thrown(bytes.fromhex(self.key), WORD, 0, (), label.json, self._rolled + given, count - given, die)
        self.dice += [ManualItem(number, "", (0, 0)) for number in lacking]
        dice = super().roll(label, count, die)
        self.given.append(given)
        self._rolled += count
        return dice

    def draw(self, deck: str, number: int, side: str) -> str:
        if any(item.side == side for item in self.cards) or not (left := self._left(deck)):
            return super().draw(deck, number, side)
        place = len(self.own)
        card = shuffled(bytes.fromhex(self.key), WORD, (), f"{deck} {place}", left)[0]
        self.cards.append(ManualItem(card, side, (2, place)))
        slot = super().draw(deck, number, side)
        self.own.append(slot)
        return slot

    def _left(self, deck: str) -> list[str]:
        """The cards that may lie in a deck still; cards may be named after their deck."""
        gone = {*self.drawn.values(), *(str(item.value) for item in self.cards)}
        if deck in self.decks:
            return sorted(self.decks[deck] - gone)
        left = [card for card in self.others if card not in gone]
        return [card for card in left if card.startswith(f"{deck.partition('-')[0]}-")] or left


def try_case(case: Case, game: Game, seed: str) -> TriedCase | tuple[str, ...]:
    """Plays a case, or says what of it cannot be read.

    Args:
        seed: what dice and cards grow from that the case does not give; where the case expects the referee to owe
            them, there are none.
    """
    failures = list(case.faults)
    opening, dice = read_opening(case, game, failures), read_dice(case, game, failures)
    if failures:
        return tuple(failures)
    key = digest([WORD, seed, case.name])
    fate = (CaseFate(dice, opening.cards) if any(line.text.casefold().startswith(f"owes {REFEREE}")
            for line in case.expect) else TriedFate(dice, opening.cards, key, _not_held(game, opening.position)))
    played = play(game, opening, fate)
    given, own = (fate.given, fate.own) if isinstance(fate, TriedFate) else (None, ())
    items = tuple(_items(game, played))
    rolled = [item.act for item in items if isinstance(item.act, Rolled)]
    drawn = [item.act for item in items if isinstance(item.act, Drawn)]
    return TriedCase(
        case, game, opening, played, items,
        tuple(TriedThrow(*act, len(act.dice) if given is None else given[place]) for place, act in enumerate(rolled)),
        tuple(TriedDraw(act.side, played.look(act.slot) or act.slot, act.slot not in own) for act in drawn),
        (*unknown_rules(case, game), *compare(case, game, played)) if case.expect else None)


def _not_held(game: Game, position: Any) -> list[str]:
    """The cards that nobody holds at a position."""
    held = {slot for holder in holders(game) for slot in game.hand(position, holder)}
    return [card for card in game.cards if card not in held]


def _items(game: Game, played: PlayedCase) -> Iterator[TriedItem]:
    """What happened, act by act, with the positions between."""
    before = played.before
    for act in played.acts:
        after = game.apply(before, act) if isinstance(act, Event) else before
        yield TriedItem(before.step, game.phase(before), act, before, after)
        before = after
