"""Section 6: the American supply phase: points come, units are bought and repaired."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.nimitz.board.events import PointsReceived, UnitsBought, UnitsRepaired
from witp_pbem.games.nimitz.board.state import (
    AUSTRALIA,
    AUSTRALIA_POINT,
    MARINE,
    REINFORCEMENTS,
    US,
    WEST_COAST,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.orders.kinds import SUPPLY
from witp_pbem.games.nimitz.rules.chapter_05_sequence import segments
from witp_pbem.games.nimitz.rules.chapter_05_sequence.segments import Price
from witp_pbem.table.demand import Demand, Order, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

BUYING, REPAIRING = "nimitz 6.2.a", "nimitz 6.3.a"
BUY, REPAIR = "buy", "repair"
FOR_MOVES = 8  # supply points that the usual repairs leave for the rest of the turn


def play(table: Table) -> None:
    """The points of the year are received, on top of what was not spent (nimitz 6.1.a, 6.1.d, 2.9.1.a); then the player
    buys and repairs as he likes."""
    campaign = table.position.campaign
    table.tell(PointsReceived("nimitz 6.1.a", campaign.sp, campaign.rp))
    segments.play(table, SUPPLY, "nimitz 6.2.a", demand)


def demand(position: Position) -> Demand:
    """The next purchase or repair."""
    return segments.demand(
        SUPPLY, BUYING, (BUY, REPAIR), lambda order: judge(position, order), lambda: _usual(position),
        lambda: _others(position), {"supply": position.supply, "reinforcement": position.reinforcement})


def judge(position: Position, order: Order) -> Verdict:
    """Whether units can be bought, or repaired; any units with RP alone, and while SP are left for moves."""
    if order.keyword == BUY:
        return segments.judge_list(
            position, order, for_sale(position), lambda unit: illegal("not-for-sale", BUYING, unit=unit.id),
            Price(BUYING, _price(position), position.supply + position.reinforcement, reserved=position.supply),
            lambda units, _: _bought(position, units))
    return segments.judge_list(
        position, order, damaged(position), lambda unit: illegal("not-damaged", REPAIRING, unit=unit.id),
        Price(REPAIRING, _repair(position), position.supply, reserved=FOR_MOVES),
        lambda units, cost: (UnitsRepaired(REPAIRING, position.in_order(unit.id for unit in units), cost),))


# -- purchases (6.2) ------------------------------------------------------------------------------------------------


def for_sale(position: Position) -> list[Unit]:
    """The units of the reinforcement box, of which the player may choose any (nimitz 6.2.a): the dearest ships first,
    then marines, other ground units and LBA. There are no more battalions than those of the sheet (nimitz 6.2.d)."""
    def rank(unit: Unit) -> tuple[int, int]:
        group = 0 if unit.is_ship else 1 if unit.kind == MARINE else 2 if unit.is_ground else 3
        return group, -_price(position)(unit) if unit.is_ship else 0

    return sorted(position.of(US, REINFORCEMENTS), key=rank)


def _price(position: Position) -> Callable[[Unit], int]:
    """What a unit costs: of a carrier the right one of its two costs (nimitz 6.2.c, 2.6.3.b, 2.7.3.a, 2.8.2.a)."""
    return lambda unit: position.printed(unit).price


def _bought(position: Position, units: list[Unit]) -> tuple[Event, ...]:
    """The units appear at the West Coast, Australian ones in Australia (nimitz 6.2.b). They are paid for with RP, which
    buy nothing else (nimitz 6.1.b), then with SP (nimitz 6.1.c)."""
    events, left = list[Event](), position.reinforcement
    groups: Mapping[str, list[Unit]] = {
        WEST_COAST: [unit for unit in units if unit.nation != AUSTRALIA],
        AUSTRALIA_POINT: [unit for unit in units if unit.nation == AUSTRALIA]}
    for place, group in groups.items():
        if group:
            cost = sum(map(_price(position), group))
            paid = min(cost, left)
            left -= paid
            events.append(UnitsBought(BUYING, position.in_order(unit.id for unit in group), place, paid, cost - paid))
    return tuple(events)


# -- repairs (6.3) --------------------------------------------------------------------------------------------------


def damaged(position: Position) -> list[Unit]:
    """The damaged American units on the map, in supply or not (nimitz 6.3.c), and in the boxes of the return to port
    (nimitz 6.3.b): carriers first, then other ships, then the rest."""
    places = (*position.data.map.points, *position.campaign.boxes)
    units = [unit for place in places for unit in position.of(US, place) if not unit.full]
    return sorted(units, key=lambda unit: 0 if unit.is_carrier else 1 if unit.is_ship else 2)


def _repair(position: Position) -> Callable[[Unit], int]:
    """What a repair costs, in SP: half the price, rounded down, at least 1 (nimitz 6.3.a)."""
    return lambda unit: position.data.prices.repair(position.printed(unit).price)


# -- choices --------------------------------------------------------------------------------------------------------


def _usual(position: Position) -> Iterator[OrderValue]:
    """The next purchase that RP alone pay; else the next repair that leaves SP for moves."""
    for unit in for_sale(position):
        if _price(position)(unit) <= position.reinforcement:
            yield ordered(BUY, units=[unit.id])
    for unit in damaged(position):
        if _repair(position)(unit) <= position.supply - FOR_MOVES:
            yield ordered(REPAIR, units=[unit.id])


def _others(position: Position) -> Iterator[OrderValue]:
    usual = list(_usual(position))
    purchases = (ordered(BUY, units=[unit.id]) for unit in for_sale(position)
                 if _price(position)(unit) <= position.supply + position.reinforcement)
    repairs = (ordered(REPAIR, units=[unit.id]) for unit in damaged(position)
               if _repair(position)(unit) <= position.supply)
    return (value for value in chain(purchases, repairs) if value not in usual)
