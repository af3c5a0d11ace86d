"""The referee's rulings: edits of the position, with their reason. What players cannot do, a referee may."""

from __future__ import annotations

from functools import partial

from witp_pbem.games.common.rulings import PUT, STRIKE, RulingOrder, counter_changes, counters_meant
from witp_pbem.games.witp.board.events import GameEnded, Ruled
from witp_pbem.games.witp.board.state import ENEMY, MAP, NAVAL, REMOVED, Position
from witp_pbem.games.witp.orders.kinds import order_value, pick, read
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.rules.chapter_05_resources.resources import too_dear
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import illegal
from witp_pbem.table.rulings import faults_of_decision

RULE = "referee"
STRUCK = {"hex": "", "status": REMOVED, "aboard": "", "water": ""}


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
    place = ruling.place.id if ruling.place else ""
    units = counters_meant(ruling, position.units,
                           lambda spec: pick(position, ruling.side, ruling.place, [spec], rule=RULE))
    if isinstance(units, tuple):
        return units
    if ruling.place and place not in position.data.map:
        return (illegal("no-such-hex", "witp 2.3.b", ruling.place.span, hex=place),)
    if ruling.kind in (PUT, STRIKE):  # what a ship carries goes with it
        units += [land for unit in units if unit.kind == NAVAL and unit.hex for land in position.cargo(unit.id)
                  if land not in units]
    ships = {unit.id for unit in units}
    changes = counter_changes(ruling.kind, units, lambda unit: {
        "hex": place, "status": MAP, "aboard": unit.aboard if unit.aboard in ships else "", "water": ""}, STRUCK)
    return Understood([Ruled(RULE, ruling.reason, text, units=changes)], order_value(order))
