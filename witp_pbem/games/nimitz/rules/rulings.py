"""The referee's rulings: edits of the position, with their reason. What players cannot do, a referee may."""

from __future__ import annotations

from typing import Any

from witp_pbem.games.common.rulings import PUT, STRIKE, RulingOrder, counter_changes, counters_meant
from witp_pbem.games.common.units import pick
from witp_pbem.games.nimitz.board.events import Ruled
from witp_pbem.games.nimitz.board.state import AREAS, KINDS, OUT, Position
from witp_pbem.games.nimitz.orders.kinds import ORDERS, REINFORCEMENT, SUPPLY
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import illegal

RULE = "referee"
ELSEWHERE: dict[str, Any] = {"landing": False, "layer": 0}  # of a unit that is put somewhere


def judge(position: Position, order: Order) -> Verdict:
    """Whether a ruling can be carried out; the answer is the list of events it means. Points are what they are said to
    be; units are put at a point, taken out of the game, damaged or made whole."""
    ruling: RulingOrder = order.body
    text = order.statement.text
    if ruling.kind in (SUPPLY, REINFORCEMENT):
        points = {ruling.kind: ruling.amount}
        return Understood([Ruled(RULE, ruling.reason, text, supply=points.get(SUPPLY),
                                 reinforcement=points.get(REINFORCEMENT))], ORDERS.order_value(order))
    place = ruling.place.id if ruling.place else OUT
    if ruling.kind in (PUT, STRIKE) and position.battle:
        return (illegal("not-during-battle", RULE, order.statement.span),)
    if ruling.place and place in AREAS:
        return (illegal("no-such-point", RULE, ruling.place.span, place=place),)
    units = counters_meant(ruling, position.units, lambda spec: pick(
        [spec], position.of(ruling.side, place), rule=RULE, kinds=KINDS, place=place))
    if isinstance(units, tuple):
        return units
    changes = counter_changes(ruling.kind, units, lambda unit: {"place": place, **ELSEWHERE},
                              {"place": OUT, **ELSEWHERE})
    return Understood([Ruled(RULE, ruling.reason, text, changes)], ORDERS.order_value(order))
