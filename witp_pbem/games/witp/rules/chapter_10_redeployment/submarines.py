"""Section 10.4: submarines strike at land units that redeploy by sea."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.common.order_values import ordered, spec_value
from witp_pbem.games.common.preferences import choose_one, preferred, strangers
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import SubmarinesAttacked
from witp_pbem.games.witp.board.state import DIE, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Lose
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_10_redeployment.network import is_wet
from witp_pbem.games.witp.rules.chapter_10_redeployment.stacks import RedeployingStack
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.games.witp.rules.losses import hit
from witp_pbem.games.witp.rules.meaning import is_about
from witp_pbem.table.demand import Order
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import illegal
from witp_pbem.table.table import Table


def submarines(table: Table, side: Side, stack: RedeployingStack) -> None:
    """Two dice against a land stack that has come by sea (witp 10.4.a, 10.4.b); in the range of the table the stack as
    a whole takes one hit (witp 10.4.d, R-78)."""
    position = table.position
    if not any(is_wet(position, number) for number in stack.path):
        return
    low, high = _range(position, side)
    if not high:
        return
    dice = table.roll(phrase("submarines", units=stack.units, place=stack.to), 2, DIE)
    strike = low <= sum(dice) <= high
    table.tell(SubmarinesAttacked("witp 10.4.b", side, stack.units, dice, low, high, strike))
    units = [unit for key in stack.units if (unit := table.position.units[key]).hex]
    if strike and units:
        hit(table, _who_is_struck(table, side, stack.to, units), "submarine", "witp 10.4.d")
        settle(table)


def _range(position: Position, side: Side) -> tuple[int, int]:
    """The sums that hit, lowest and highest; (0, 0) for none (witp 10.4.c)."""
    by_card = effects.submarine_range(position, side)
    if by_card is not None:
        return by_card
    return position.data.submarines[position.data.turn(position.turn)["submarine_row"]][side]


def _who_is_struck(table: Table, side: Side, number: str, units: Sequence[Unit]) -> Unit:
    """The land unit its owner chooses to take the hit: the first of the stack that is named, full units before reduced
    ones where nothing is said (witp 10.4.d, R-78)."""
    best = sorted(units, key=lambda unit: not unit.full)
    ids = [unit.id for unit in units]
    chosen: Unit = table.ask(choose_one(
        side, "submarine-loss", "witp 10.4.d", best, lambda unit: ordered("lose", units=[unit.id], place=unit.hex),
        wishes=lambda order: [*preferred(order.body.body.units, best), *(best if order.body.body.rest else ())],
        refusal=lambda order: illegal("none-of-the-stack", "witp 10.4.d", order.statement.span, units=ids),
        about={"place": number, "units": ids},
        matches=lambda order: _speaks_of_loss(units, number, order),
        alike=len({(unit.nation, unit.full) for unit in units}) == 1,
        idle=lambda order: [ordered("lose", units=[spec_value(spec)], place=number)
                            for spec in strangers(order.body.body.units, best)]))[0]
    return chosen


def _speaks_of_loss(units: Sequence[Unit], number: str, order: Order) -> bool:
    body = order.body.body
    if not isinstance(body, Lose) or not is_about(order, number) or (body.place and body.place.id != number):
        return False
    return (not body.units and body.rest) or any(fits(spec, unit) for spec in body.units for unit in units)
