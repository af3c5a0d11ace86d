"""The referee's rulings: edits of the position, with their reason. What players cannot do, a referee may."""

from __future__ import annotations

from functools import partial
from typing import Any

from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.witp.board.events import GameEnded, Ruled
from witp_pbem.games.witp.board.state import ENEMY, MAP, NAVAL, REMOVED, Position, Unit
from witp_pbem.games.witp.orders.kinds import RulingOrder, order_value, pick, read
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.rules.chapter_05_resources.resources import too_dear
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import illegal, invalid
from witp_pbem.table.rulings import faults_of_decision

RULE = "referee"


def judge(position: Position, order: Order) -> Verdict:
    """Whether a ruling can be carried out; the answer is the list of events it means."""
    ruling: RulingOrder = order.body.body
    text = order.statement.text
    if ruling.kind in ("spend", "gain"):
        if ruling.kind == "spend" and ruling.amount > position.rp[ruling.side]:
            return (too_dear(position, ruling.side, ruling.amount, order.statement.span),)
        points = position.rp[ruling.side] + (ruling.amount if ruling.kind == "gain" else -ruling.amount)
        return Understood([Ruled(RULE, ruling.reason, text, rp={ruling.side: points})], order_value(order))
    if ruling.kind == "resign":
        return Understood([Ruled(RULE, ruling.reason, resigned=ruling.side),
                           GameEnded(RULE, ENEMY[ruling.side], "resigned")], order_value(order))
    if ruling.kind == "decide":
        words = lexicon(position.data)
        return faults_of_decision(ruling.decides, words, partial(read, lexicon=words), order.statement.span)
    if ruling.kind in ("base", "nobase"):
        return _bases(position, ruling, order, text)
    return _units(position, ruling, order, text)


def _bases(position: Position, ruling: RulingOrder, order: Order, text: str) -> Verdict:
    assert ruling.place is not None
    number = ruling.place.id
    if number not in position.data.map:
        return (illegal("no-such-hex", "witp 2.3.b", ruling.place.span, hex=number),)
    bases = set(position.bases[ruling.side]) - {number}
    if ruling.kind == "base":
        if number in position.bases[ENEMY[ruling.side]]:
            return (illegal("enemy-base-there", "witp 6.1.b", ruling.place.span, place=number),)
        bases.add(number)
    return Understood([Ruled(RULE, ruling.reason, text, bases={ruling.side: tuple(sorted(bases))})],
                      order_value(order))


def _units(position: Position, ruling: RulingOrder, order: Order, text: str) -> Verdict:
    """`put` moves units named by id anywhere; `strike`, `reduce` and `restore` change units at a place."""
    affected: list[Unit] = []
    for spec in ruling.units:
        units = _named(position, ruling, spec)
        if isinstance(units, tuple):
            return units
        affected += units
    if ruling.place and ruling.place.id not in position.data.map:
        return (illegal("no-such-hex", "witp 2.3.b", ruling.place.span, hex=ruling.place.id),)
    changes: dict[str, dict[str, Any]] = {}
    if ruling.kind in ("put", "strike"):  # what a ship carries goes with it
        affected += [land for unit in affected if unit.kind == NAVAL and unit.hex for land in position.cargo(unit.id)
                     if land not in affected]
    for unit in affected:
        if ruling.kind == "put":
            if ruling.place is None:
                return (invalid("order-breaks-off", order.statement.span, wanted="at and a place", keyword="ruling"),)
            ship = unit.aboard if unit.aboard in {other.id for other in affected} else ""
            changes[unit.id] = {"hex": ruling.place.id, "status": MAP, "aboard": ship, "water": ""}
        elif ruling.kind == "strike":
            changes[unit.id] = {"hex": "", "status": REMOVED, "aboard": "", "water": ""}
        else:
            changes[unit.id] = {"full": ruling.kind == "restore"}
    return Understood([Ruled(RULE, ruling.reason, text, units=changes)], order_value(order))


def _named(position: Position, ruling: RulingOrder, spec: UnitSpec) -> list[Unit] | Any:
    if spec.id:
        unit = position.units.get(spec.id)
        return [unit] if unit else (invalid("unknown-unit", spec.span, unit=spec.id),)
    if ruling.place is None or not ruling.side:
        return (invalid("name-units-by-id", spec.span, suggestion="JP-N-1"),)
    return pick(position, ruling.side, ruling.place, [spec], rule=RULE)
