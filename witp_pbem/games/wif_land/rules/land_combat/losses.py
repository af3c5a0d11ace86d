"""Losses in combat (wif die.c): so many units of each side are destroyed, and each owner chooses which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from witp_pbem.games.common.order_values import EVERY
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.common.units import fits
from witp_pbem.games.wif_land.board.events import UnitsDestroyed
from witp_pbem.games.wif_land.board.state import Attack, Position, Side, Unit
from witp_pbem.games.wif_land.orders.kinds import ORDERS, Losses
from witp_pbem.games.wif_land.rules import segments
from witp_pbem.games.wif_land.rules.land_combat import strength
from witp_pbem.games.wif_land.rules.land_combat.result import Result
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

RULE = "wif die.c"
COMBAT = "combat"  # why units are destroyed
LISTED = 60  # choices, at most


def suffer(table: Table, attack: Attack, result: Result) -> tuple[int, int]:
    """Both sides lose units; how many, of attacker and defender."""
    position: Position = table.position
    ours = strength.attackers(position, attack)
    theirs = strength.defenders(position, attack.target)
    shares = ((position.phasing, ours, min(result.attackers, len(ours))),
              (position.other, theirs, min(result.defenders, len(theirs))))
    asked = [demand(position, side, attack.target, units, count) for side, units, count in shares if count]
    for lost in table.ask(*asked) if asked else ():
        table.tell(UnitsDestroyed(RULE, position.in_order(lost), attack.target, COMBAT))
    return shares[0][2], shares[1][2]


def demand(position: Position, side: Side, target: str, units: Sequence[Unit], count: int) -> Demand:
    """Which of its units a side loses; their ids are the answer."""
    usual = sorted(units, key=lambda unit: (unit.combat, unit.full))  # (L-21)

    def understood(chosen: Sequence[Unit]) -> Understood:
        return Understood(tuple(unit.id for unit in chosen), ORDERS.value("lose", Losses(segments.named(chosen))))

    def judge(order: Order) -> Verdict:
        named = preferred(order.body.units, usual)
        chosen = [*named, *(unit for unit in usual if order.body.rest and unit not in named)]
        if len(chosen) < count:
            return (illegal("too-few-losses", RULE, order.statement.span, count=count, place=target,
                            units=[unit.id for unit in units], instead=next(choices())),)
        return understood(chosen[:count])

    def choices() -> Iterator[OrderValue]:
        return (understood(chosen).order for chosen in islice(combinations(usual, count), LISTED))

    def closed(order: Order) -> list[OrderValue]:
        return [ORDERS.value("lose", Losses((spec,))) for spec in order.body.units
                if spec.id and spec.number != EVERY and not any(fits(spec, unit) for unit in units)]

    return Demand(side, "losses", RULE, frozenset({"lose"}), judge, choices,
                  {"turn": position.turn, "hex": target, "units": [unit.id for unit in units], "count": count},
                  sole=understood(usual) if count == len(units) else None, standing=True, wishes=closed)
