"""Shattered units (wif shatter.a, shatter.b): results S and B put the survivors on the production circle, unless the
attacker has them retreat."""

from __future__ import annotations

from witp_pbem.games.common.order_values import At
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.wif_land.board.events import ResultApplied, UnitsShattered
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.orders.kinds import ORDERS, RETREAT, SHATTER, Apply
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.table.demand import Demand
from witp_pbem.table.problem import NOWHERE, illegal
from witp_pbem.table.table import Table

INSTEAD = "wif shatter.b"


def choose(table: Table, target: str) -> str:
    """What the attacker makes of S or B: SHATTER, or RETREAT, which he must say before the next combat is rolled (wif
    shatter.b)."""
    position: Position = table.position
    applied: str = table.ask(_demand(position, target))[0]
    table.tell(ResultApplied(rule="wif shatter.a" if applied == SHATTER else INSTEAD, side=position.phasing, hex=target,
                             applied=applied))
    return applied


def play(table: Table, target: str) -> None:
    """The surviving defenders go to the production circle and arrive next turn (wif shatter.a)."""
    units = tuple(unit.id for unit in strength.defenders(table.position, target))
    table.tell(UnitsShattered("wif shatter.a", units, target))


def _demand(position: Position, target: str) -> Demand:
    return choose_one(
        position.phasing, "outcome", INSTEAD, [SHATTER, RETREAT],
        lambda result: ORDERS.value("apply", Apply(result, At(target, NOWHERE))),
        wishes=lambda order: [order.body.result],
        refusal=lambda order: illegal("no-such-result", INSTEAD, order.statement.span),
        about={"turn": position.turn, "hex": target},
        matches=lambda order: order.body.hex is None or order.body.hex.id == target)
