"""The referee's rulings: edits of the position, with their reason. What players cannot do, a referee may."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from witp_pbem.games.common.rulings import PUT, RulingOrder, counter_changes, counters_meant
from witp_pbem.games.common.units import pick
from witp_pbem.games.wif_land.board.events import Ruled
from witp_pbem.games.wif_land.board.state import EVERYWHERE, KINDS, OUT, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import ORDERS, WEATHER
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import Problem, illegal

RULE = "referee"
OPEN_SEA = 0  # the section of the sea box in which a ship or what it carries is put
ASHORE: dict[str, Any] = {"section": -1, "landing": "", "target": "", "fate": ""}  # of a unit that is put in a hex
STRUCK: dict[str, Any] = {**ASHORE, "place": OUT, "aboard": ""}


def judge(position: Position, order: Order) -> Verdict:
    """Whether a ruling can be carried out; the answer is the list of events it means. The weather is what it is said to
    be; units are put in a hex or sea area, taken out of the game, turned face-down or face-up."""
    ruling: RulingOrder = order.body
    place = ruling.place.id if ruling.place else OUT
    if ruling.place and place not in position.map.hexes and (ruling.kind == WEATHER or place not in position.map.areas):
        return (illegal("off-the-map", RULE, ruling.place.span, place=place),)
    if ruling.kind == WEATHER:
        weather = {place or key: ruling.decides for key in (EVERYWHERE, *position.weather)}
        return Understood([Ruled(RULE, ruling.reason, order.statement.text, weather=weather)],
                          ORDERS.order_value(order))
    units = counters_meant(ruling, position.units, lambda spec: pick(
        [spec], position.at(place, ruling.side), rule=RULE, kinds=KINDS, place=place))
    if isinstance(units, tuple):
        return units
    if problem := _is_busy(position, ruling, units):
        return (problem.at(order.statement.span),)
    changes = counter_changes(ruling.kind, units, lambda unit: _put(position, unit, place), STRUCK)
    return Understood([Ruled(RULE, ruling.reason, order.statement.text, changes)], ORDERS.order_value(order))


def _put(position: Position, unit: Unit, place: str) -> dict[str, Any]:
    """The fields of a unit that is put in a hex, or in a sea area: land units there are aboard a transport."""
    if place in position.map.hexes:
        return {**ASHORE, "place": place, "aboard": ""}
    carrier = "TRS" if unit.is_ground else ""
    return {**ASHORE, "place": place, "section": max(unit.section, OPEN_SEA), "aboard": unit.aboard or carrier}


def _is_busy(position: Position, ruling: RulingOrder, units: Iterable[Unit]) -> Problem | None:
    """That a unit attacks, and cannot be put elsewhere or struck before its combat has been fought."""
    fighting = {name for attack in position.attacks if not attack.is_resolved for name in (
        *attack.everybody, *attack.bombardment, *attack.defensive_bombardment, *attack.aircraft,
        *attack.defensive_aircraft)}
    busy = next((unit for unit in units if unit.id in fighting), None)
    if busy is None or ruling.kind not in (PUT, "strike"):
        return None
    return illegal("unit-in-attack", RULE, unit=busy.id)
