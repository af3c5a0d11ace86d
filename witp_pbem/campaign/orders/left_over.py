"""What an order names and does not do, as remarks on it: lists drop nothing silently."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.table.demand import Order, Understood
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, parts, say
from witp_pbem.table.pending import Undone
from witp_pbem.table.wording import nearest_legal, undone_sentence


def undone(game: Game, items: Sequence[Undone], answers: Sequence[Understood]) -> str:
    """What a list leaves undone, why, and what is legal instead, as a remark on it; "" if it leaves nothing."""
    done = [answer.order for answer in answers]
    remarks = dict.fromkeys(_one_undone(game, left) for left in items if left.item not in done)
    return say("not done: {orders}", orders=parts(remarks)) if remarks else ""


def unspoken(game: Game, order: Order, spoken: str, *, goes_on: bool) -> str:
    """What an order names that nothing has been said of yet, as a remark on it; "" where nothing is left.

    Args:
        goes_on: whether it has not been gone through to its end.
    """
    names = listing(name for name in game.names_in(order) if name not in spoken)
    if goes_on:
        return say("and so on down the list: {names}", names=names) if names else say("and so on down the list")
    return say("not used: {names}", names=names) if names else ""


def _one_undone(game: Game, left: Undone) -> str:
    """What an item of a list that is not done asks for, why it is not, and what is legal instead."""
    sentence = undone_sentence(left.phrase, game)
    if left.problem is None:
        return sentence
    sentence += f" [{left.problem.rule}]"
    legal = nearest_legal(left.problem, game)
    return say("{sentence} Nearest legal: {order}", sentence=sentence, order=legal) if legal else sentence
