"""How likely the outcome of each battle was, in a sentence for the story of a report."""

from __future__ import annotations

from witp_pbem.campaign.explaining.chances import BattleChances
from witp_pbem.campaign.explaining.story import Story, StoryItem
from witp_pbem.report import phrases
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say


def with_chances(story: Story) -> list[StoryItem]:
    """The acts of a story; battles say how likely their outcome was."""
    sentences = {place: sentence(battle, story.game) for place, battle in story.chances.items()}
    return [item._replace(odds=sentences.get((item.entry, item.number), "")) for item in story.entries]


def sentence(battle: BattleChances, game: Game) -> str:
    """How likely the outcome of a battle was."""
    if not battle.winners:
        return say("Before the dice fell, just this outcome had a chance of {chance}.",
                   chance=phrases.percent(*battle.same))
    chances = [say("{side} wins: {chance}", side=phrases.side_name(game, side), chance=phrases.percent(*chance))
               if side else say("nobody wins: {chance}", chance=phrases.percent(*chance))
               for side, chance in battle.winners.items()]
    return say("The chances before the dice fell: {chances}.", chances=listing(chances))
