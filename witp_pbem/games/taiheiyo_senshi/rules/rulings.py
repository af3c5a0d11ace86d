"""The referee's rulings: edits of the position, with their reason. What players cannot do, a referee may."""

from __future__ import annotations

from witp_pbem.games.common.rulings import RulingOrder, counter_changes, counters_meant
from witp_pbem.games.common.units import pick
from witp_pbem.games.taiheiyo_senshi.board.events import Ruled
from witp_pbem.games.taiheiyo_senshi.board.state import JAPAN, KINDS, MAP, REMOVED, Position
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ORDERS, SCORE
from witp_pbem.table.demand import Order, Understood, Verdict

RULE = "referee"
STRUCK = {"status": REMOVED, "point": "", "turn": 0, "repair": False}


def judge(position: Position, order: Order) -> Verdict:
    """Whether a ruling can be carried out; the answer is the list of events it means. Units are put at a point or
    struck off, and the score marker is put where a side leads by so many points."""
    ruling: RulingOrder = order.body
    text = order.statement.text
    if ruling.kind == SCORE:
        score = ruling.amount if ruling.side == JAPAN else -ruling.amount
        return Understood([Ruled(RULE, ruling.reason, text, score=score)], ORDERS.order_value(order))
    place = ruling.place.id if ruling.place else ""
    units = counters_meant(ruling, position.units, lambda spec: pick(
        [spec], position.of(ruling.side, place), rule=RULE, kinds=KINDS, place=place))
    if isinstance(units, tuple):
        return units
    changes = counter_changes(ruling.kind, units, lambda unit: {"status": MAP, "point": place, "turn": 0,
                                                                "repair": False}, STRUCK)
    return Understood([Ruled(RULE, ruling.reason, text, changes)], ORDERS.order_value(order))
