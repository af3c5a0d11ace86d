"""The kind of action of an impulse, which says what may move by rail (wif rail.k)."""

from __future__ import annotations

from witp_pbem.games.wif_land.board.events import ActionChosen
from witp_pbem.games.wif_land.board.state import ACTIONS, Position
from witp_pbem.games.wif_land.orders.kinds import ORDERS, Action
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.table import Table


def play(table: Table) -> None:
    """The phasing side chooses its action (wif rail.k), unless the position names it."""
    position: Position = table.position
    if not position.action:
        table.tell(ActionChosen("wif rail.k", position.phasing, table.ask(demand(position))[0]))


def demand(position: Position) -> Demand:
    """The decision for one of the three actions."""
    def judge(order: Order) -> Verdict:
        return Understood(order.body.action, ORDERS.value("action", order.body))

    return Demand(position.phasing, "action", "wif rail.k", frozenset({"action"}), judge,
                  lambda: [ORDERS.value("action", Action(action)) for action in ACTIONS], {"turn": position.turn})
