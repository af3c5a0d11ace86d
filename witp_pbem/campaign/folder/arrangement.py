"""Sentences about who keeps a campaign and who plays, for every report that must say so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from witp_pbem.campaign.folder.fates import MANUAL
from witp_pbem.campaign.record.entries import Founding
from witp_pbem.table.game import Game, automatic
from witp_pbem.table.language import say
from witp_pbem.table.wording import side_name


def is_alone(founding: Founding) -> bool:
    """Whether a campaign has one player, who keeps it: there is nobody who could be cheated, and no other witness."""
    return [founding["keeper"]] == list(founding["players"])


def sentences(game: Game, founding: Founding, senders: Iterable[str]) -> Iterator[str]:
    """Which sides the rules play, and what a campaign of a player alone proves.

    Args:
        senders: who can send orders at that moment.
    """
    for side in automatic(game, senders):
        yield say("{side} is played by the rules of the game.", side=side_name(side, game.catalogue))
    if league := founding["dice"].get("league"):
        yield say("This campaign belongs to the league {name}: its members have the same luck, throw by throw, for the "
                  "same decisions. The links that prove the dice are published when nobody can use them any more.",
                  name=league["name"])
    yield from alone(founding)


def alone(founding: Founding) -> Iterator[str]:
    """What the record of a player who plays alone and keeps the campaign proves, and what not."""
    if not is_alone(founding):
        return
    if founding["dice"]["mode"] == MANUAL:
        yield say("There is one player, who also keeps the campaign and types in the dice. The record proves that the "
                  "rules were kept with them, not that they were thrown.")
    else:
        yield say("There is one player, who also keeps the campaign. The record proves that every die and card follows "
                  "from what was fixed at the founding and from the words sent; only a third person could prove that "
                  "the player did not know them in advance, or create the campaign more than once.")
