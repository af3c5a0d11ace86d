"""Names and sentences that several forms of a report share. The games tell what happened."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.table import wording
from witp_pbem.table.demand import Due
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, parts, say
from witp_pbem.table.wording import demand_sentence

if TYPE_CHECKING:  # every command loads this module
    from witp_pbem.campaign.explaining.story import HeldCard
    from witp_pbem.table.odds import Estimate

SHORT = 16  # digits of a hash that are shown where all of them are not needed
PREVIEW = "preview"  # the dice of a sitting that is only tried
UNSEEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")

Number = Callable[[str], str]


def dice(mode: str, seeded: bool, anchor: str) -> str:
    """Where the dice of a campaign come from."""
    if mode == PREVIEW:
        return say("thrown away: this is a preview")
    sentence = say("manual: typed in by the referee") if mode == "manual" else \
        say("hash chain, so that every roll can be checked; anchor {anchor}…", anchor=anchor[:SHORT])
    return parts((sentence, say("seeded: predictable, for tests and examples only"))) if seeded else sentence


def sittings(numbers: Sequence[int]) -> str:
    """The sittings a report tells of: "Sitting 4", "Sittings 4 to 7"; "" for none."""
    if not numbers:
        return ""
    if len(numbers) == 1:
        return say("Sitting {number}", number=numbers[0])
    return say("Sittings {first} to {last}", first=numbers[0], last=numbers[-1])


def visible(text: str) -> str:
    """A text in which characters without width, and those that change the direction of others, become visible."""
    return UNSEEN.sub(lambda match: f"U+{ord(match[0]):04X}", text)


def side_name(game: Game, side: str) -> str:
    """A side as a heading names it."""
    return wording.side_name(side, game.catalogue)


def with_player(side: str, player: str) -> str:
    """A side's name with that of who plays it, where that is known.

    Args:
        player: name and address.
    """
    name = name_of(player)
    return say("{side} ({player})", side=side, player=name) if name else side


def phase_name(game: Game, phase: str) -> str:
    """A phase in words."""
    return str(game.catalogue.words.get("phase", {}).get(phase, phase))


def hand(game: Game, cards: Iterable[HeldCard]) -> str:
    """The cards somebody holds, in a list."""
    return listing(_held_card(game, card) for card in cards) or "–"


def _held_card(game: Game, held: HeldCard) -> str:
    """A card held, with its title, where this copy of the campaign may know it."""
    if not held.card:
        return say("face down; this copy of the campaign does not know it")
    return next((title for title, _ in game.reference(held.card)), held.card)


def due_sentence(due: Due, game: Game, number: Number = str) -> str:
    """What somebody owes, with the rule that asks."""
    rule = f" [{number(due.demand.rule)}]" if due.demand.rule else ""
    return f"{demand_sentence(due.demand.code, due.demand.about, game.catalogue, due.demand.side)}{rule}"


def percent(value: float, error: float) -> str:
    """A chance, from 0 to 1, in per cent, with what it may be off by, either way; 0 where it is exact."""
    value, error = 100 * value, 100 * error
    if 0 < value < 1 or 99 < value < 100:  # what may happen is neither impossible nor certain
        return off(f"{value:.1f}", f"{error:.0f}" if error else "") + " %"
    return off(f"{value:.0f}", f"{max(error, 1):.0f}" if error else "") + " %"


def winners(chances: Mapping[str, Estimate], game: Game) -> str:
    """How likely each side is to win, "" standing for nobody."""
    return listing(say("{side} {chance}", side=side_name(game, side) if side else say("no winner"),
                       chance=percent(*chance)) for side, chance in chances.items())


def off(value: str, error: str) -> str:
    """A number with what it may be off by, "" where it is exact."""
    return f"{value} ±{error}" if error else value
