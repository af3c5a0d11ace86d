"""What is wrong with an order for certain, before the moment at which it will be judged."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import At, UnitSpec, named
from witp_pbem.games.taiheiyo_senshi.board.data import Printed
from witp_pbem.games.taiheiyo_senshi.board.state import JAPAN, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import Retreat, Withdraw
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.absent import lost_or_foreign
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import Problem, illegal

OWN = frozenset({"place", "move", "return", "rebase", "sortie", "lose"})  # orders for units of one's own
ALLIED = {"train": "senshi 7.3(3)-a", "open": "senshi 7.3(4)-a"}


def precheck(position: Position, player: Side, order: Order) -> Sequence[Problem]:
    """Units of the enemy or out of the game, ships that may never be where they are sent, what only the Allies do,
    cards that are nothing but resources yet, and bases Japan can never withdraw to: no Fleet Train makes ports of
    them."""
    problems: list[Problem] = []
    if order.keyword in ALLIED and player != "allies":
        problems.append(illegal("allies-only", ALLIED[order.keyword], order.statement.span, certain=True))
    if order.keyword == "play" and _is_before_events(position, order):
        problems.append(illegal("resources-only", "senshi 7.3(1)-d", order.body.span, card=order.body.card,
                                certain=True))
    if isinstance(order.body, Withdraw | Retreat) and player == JAPAN:
        problems += [illegal("no-own-port", "senshi 9.3(2)-b", to.span, place=to.id, certain=True)
                     for to in order.body.to if not position.data.map[to.id].is_port]
    if order.keyword not in OWN:
        return problems
    units = [(spec, position.data.units[spec.id]) for spec in named(order.body)
             if isinstance(spec, UnitSpec) and spec.id in position.data.units]
    problems += filter(None, (lost_or_foreign(position, player, spec) for spec, _ in units))
    return problems or _barred(position, order, [unit for _, unit in units])


def _is_before_events(position: Position, order: Order) -> bool:
    """Whether an order waits for nothing but its phase, which is over before events have effect (senshi 7.3(1)-d)."""
    return (position.turn == 1 and order.statement.phase == "operations" and order.until is None
            and not order.conditions)


def _barred(position: Position, order: Order, units: Sequence[Printed]) -> list[Problem]:
    """Ships sent to a point that is closed to their nation."""
    to = getattr(order.body, "to", None)
    if not isinstance(to, At):
        return []
    barred = [unit.id for unit in units if not points.may_enter(position, position.units[unit.id], to.id)]
    if not barred:
        return []
    return [illegal("nation-barred", "senshi 6.1(1)-a", to.span, place=to.id, units=barred, certain=True)]
