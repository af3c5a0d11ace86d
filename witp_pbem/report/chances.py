"""How likely the outcome of each battle was, in a sentence for the story of a report."""

from __future__ import annotations

from witp_pbem.campaign.explaining.chances import BattleChances
from witp_pbem.campaign.explaining.story import Story, StoryItem
from witp_pbem.report import phrases
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.odds import Estimate

CERTAIN = Estimate(1.0, 0.0)


def with_chances(story: Story) -> list[StoryItem]:
    """The acts of a story; battles say how likely their outcome was."""
    sentences = {place: sentence(battle, story.game) for place, battle in story.chances.items()}
    return [item._replace(odds=sentences.get((item.entry, item.number), "")) for item in story.entries]


def sentence(battle: BattleChances, game: Game) -> str:
    """How likely the outcome of a battle was."""
    if not battle.winners:
        return say("Before the dice fell, the chance of exactly this outcome was {chance}.",
                   chance=phrases.percent(*battle.same))
    if len(battle.winners) == 1 and all(chance == CERTAIN for chance in battle.winners.values()):
        return say("The winner was certain before the dice fell: {side}.",
                   side=phrases.side_name(game, *battle.winners))
    return say("Chances of winning before the dice fell: {chances}.", chances=phrases.winners(battle.winners, game))
