"""Who is winning the campaign."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.data import level
from witp_pbem.games.nimitz.board.setup import LINKED
from witp_pbem.games.nimitz.board.state import Position
from witp_pbem.games.nimitz.board.turn import SETUP
from witp_pbem.games.nimitz.telling.nouns import in_map_order, places
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import word
from witp_pbem.table.language import in_a_row


def score(position: Position) -> str:
    """The objectives held as they were counted last, what that would mean, and what the next level takes
    (nimitz 4.0.a); before a campaign is set up nobody holds any."""
    sentences = [] if position.step == SETUP else [objectives_sentence(position), _next_level(position)]
    return in_a_row(filter(None, [*sentences, _linked(position)]))


def objectives_sentence(position: Position) -> str:
    """How many objectives are held, which, and the level they make."""
    campaign = position.campaign
    held = in_map_order(position, position.objectives)
    return say("Objectives held: {number} of {all} ({level}): {points}.", number=len(held),
               all=len(campaign.objectives), level=word("level", campaign.level(len(held))),
               points=places(position, held) or word("list", ""))


def _next_level(position: Position) -> str:
    """What the next better level takes, "" at the best."""
    held, campaign = len(position.objectives), position.campaign
    better = [entry for entry in campaign.levels if entry.least > held]
    if not better:
        return ""
    nearest = min(better, key=lambda entry: entry.least)
    return say("For “{level}” it takes {number}.", level=word("level", nearest.level), number=nearest.least)


def _linked(position: Position) -> str:
    """The sum of the campaigns that are over, in the linked game."""
    if position.scenario != LINKED or not position.counts:
        return ""
    total = sum(position.counts.values())
    return say("Campaigns that are over: {number} objectives (with no more of them: {level}).", number=total,
               level=word("level", level(position.data.linked_levels, total)))
