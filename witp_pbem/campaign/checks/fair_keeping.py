"""Who keeps a campaign and who holds chains: people who play, and nobody who could know dice or cards in advance."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.record.entries import DiceTerms
from witp_pbem.table.tuples import NamedTuple


class KeepingFaults(NamedTuple):
    """What makes an arrangement meaningless or unfair; empty or False where it is not.

    Attributes:
        strangers: the keeper and holders of chains who do not play.
        shared: those who hold the same chain.
        keepers_chain: the keeper holds a chain; it would be kept with the campaign.
        without_chain: the players without a chain under a keeper who plays, and so knows all dice in advance.
        knows_cards: the keeper plays, and knows every card of sealed decks.
    """

    strangers: tuple[str, ...]
    shared: tuple[str, ...]
    keepers_chain: bool
    without_chain: tuple[str, ...]
    knows_cards: bool


def keeping_faults(keeper: str, players: Sequence[str], dice: DiceTerms) -> KeepingFaults:
    """What is wrong with an arrangement.

    Args:
        keeper: the player who keeps the campaign, "" for a neutral referee.
        players: the names players are founded under.
    """
    chains, anchors = dice["chains"], list(dice["chains"].values())
    others = [name for name in players if name != keeper] if keeper and dice["mode"] == "chain" else []
    return KeepingFaults(
        tuple(name for name in (keeper, *chains) if name and name not in players),
        tuple(name for name, anchor in chains.items() if anchors.count(anchor) > 1),
        keeper in chains,
        tuple(name for name in others if name not in chains),
        bool(others and dice["decks"] and dice["deal"] != "open"))
