"""Section 12.2: the B-29 of 1944 and 1945, which bomb Japan from the Marianas."""

from __future__ import annotations

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.nimitz.board.events import Bombed, BombersReturned
from witp_pbem.games.nimitz.board.state import BOMBING, BW, HOME, MARIANAS, US, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import TargetTypes
from witp_pbem.games.nimitz.rules.chapter_09_japan import stacks
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table

RULE = "nimitz 12.2.b"


def problem_with(position: Position, unit: Unit) -> Problem | None:
    """Why a unit cannot bomb Japan: that is for BW in the Marianas, which have stood there since the movement phase
    began, for who has moved goes nowhere else (nimitz 12.2.a, 12.2.b, 8.1.c; G-69)."""
    if unit.kind != BW:
        return illegal("not-a-bw", "nimitz 12.2.a", unit=unit.id, certain=True)
    return illegal("bombs-from-marianas", RULE, unit=unit.id, place=MARIANAS) if unit.place != MARIANAS else None


def bomb(table: Table) -> None:
    """At the start of the Japanese movement each BW in the box sends a unit from Japan to the bottom of its
    reinforcement stack, at full strength, and a battalion to its box, as long as there are any (nimitz 12.2.c). The
    player names the type, the stack gives the unit (G-50)."""
    count = len(table.position.of(US, BOMBING))
    for number in range(count):
        types = [kind for kind in stacks.TYPES if stacks.all_of(table.position, HOME, kind)]
        if not types:
            return
        turn = number % len(stacks.TYPES)
        by_turns = [kind for kind in (*stacks.TYPES[turn:], *stacks.TYPES[:turn]) if kind in types]
        kind = table.ask(_target(by_turns, count - number))[0]
        units = stacks.all_of(table.position, HOME, kind)
        table.tell(Bombed("nimitz 12.2.c", stacks.draw(table, units, 1, "", kind, code="bombed", bomber=number + 1)))


def _target(types: list[str], count: int) -> Demand:
    """The type of the next unit: usually each in its turn."""
    rule = "nimitz 12.2.c"
    return choose_one(US, "targets", rule, types, lambda kind: ordered("target", types=[kind]), wishes=_named,
                      refusal=lambda order: illegal("no-such-stack", rule, order.statement.span, kinds=types),
                      about={"count": count})


def _named(order: Order) -> tuple[str, ...]:
    body: TargetTypes = order.body
    return body.types


def bring_back(table: Table) -> None:
    """After the battles the BW return to the Marianas (nimitz 12.2.d)."""
    if bombers := table.position.of(US, BOMBING):
        table.tell(BombersReturned("nimitz 12.2.d", tuple(unit.id for unit in bombers)))
