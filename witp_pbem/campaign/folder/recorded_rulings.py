"""The rulings of a logbook: as the referee wrote them, or as values where the program rules what was agreed on."""

from __future__ import annotations

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.record.entries import AgreedRuling, AnyRuling
from witp_pbem.table.demand import Order
from witp_pbem.table.game import Game, senders
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name


class ReadRuling(NamedTuple):
    """A ruling that could be read: an order that changes the position or, with a player, one that stands for theirs."""

    order: Order
    player: str = ""


def plays_default(player: str, order: str) -> AgreedRuling:
    """An order agreed on, in the words agreed on, is given for a player who has missed a deadline."""
    return {"ruling": "default", "player": player, "text": order}


def read(ruling: AnyRuling, game: Game, source: tuple[int, int]) -> ReadRuling | tuple[Problem, ...]:
    """A ruling, or what is wrong with it."""
    if isinstance(ruling, str):
        order = slips.read_order(ruling, game, source)
        instead = game.ruling_for(order) if isinstance(order, Order) else None
        if instead is not None:
            return ReadRuling(instead[1]._replace(source=source), instead[0])
        return ReadRuling(order) if isinstance(order, Order) else order
    player = ruling["player"]
    if not game.side_of(player) and (ruling["ruling"] == "resign" or player not in senders(game)):
        return (invalid("unknown-side", given=player, sides=list(game.sides)),)
    if ruling["ruling"] == "resign":
        return ReadRuling(game.resignation(player, ruling["text"])._replace(source=source, file=f"entry {source[0]}"))
    order = slips.read_order(ruling["text"], game, source)
    return ReadRuling(order, player) if isinstance(order, Order) else order


def words(ruling: AnyRuling, game: Game) -> str:
    """A ruling in words, one that the referee wrote as it is."""
    if isinstance(ruling, str):
        return ruling
    player, text = side_name(ruling["player"], game.catalogue), ruling["text"]
    if ruling["ruling"] == "resign":
        return say("{player} gives up: {reason}", player=player, reason=text)
    return say("{player}, by default, since the deadline was missed: {order}", player=player, order=text)
