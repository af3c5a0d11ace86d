"""Section 9.6.3: retreat after combat, and land units thrown back into the sea."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from witp_pbem.games.common.order_values import At, ordered, spec_value
from witp_pbem.games.common.preferences import choose_one, preferred, strangers
from witp_pbem.games.witp.board.events import Retreated, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import CARRIER, ENEMY, JAPAN, NAVAL, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import Lose, order_value
from witp_pbem.games.witp.rules.chapter_08_movement import routes
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.games.witp.rules.meaning import destinations, is_about, leaves, strangers_named
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table


def fleets(table: Table, side: Side, number: str, losers: Sequence[Unit]) -> None:
    """The losing fleets retreat together, with what they carry; destroyed if they cannot
    (witp 9.6.3.b, 9.6.3.c, 9.6.3.d)."""
    position = table.position
    cargo = [land for ship in losers for land in position.cargo(ship.id)]
    units = [*losers, *cargo]
    water = losers[0].water
    places = [there for there in position.data.map.neighbours(number)
              if fleet_may_retreat(position, side, units, number, there, water)]
    _go(table, side, number, units, places, "witp 9.6.3.b", "witp 9.6.3.d")


def fleet_may_retreat(position: Position, side: Side, units: Sequence[Unit], number: str, there: str,
                      water: str) -> bool:
    """Whether losing fleets could move to a neighbour hex without an enemy fleet or a continuing battle
    (witp 9.6.3.b, 9.6.3.c, 9.7.d; R-65)."""
    board = position.data.map
    if not board.fleet_can_cross(number, there, water) or there in position.continuing:
        return False
    if _barred(position, side, units, there) or (side == JAPAN and there in board.closed_to_japan):
        return False
    return not any(unit.water == board.water(there, number)
                   for unit in position.of(ENEMY[side], there, CARRIER, NAVAL))


def land(table: Table, side: Side, number: str) -> None:
    """The losing land units ashore retreat together; destroyed if they cannot (witp 9.6.3.f, 9.6.3.i)."""
    position = table.position
    units = position.ashore(side, number)
    if not units or not position.ashore(ENEMY[side], number):
        return
    places = [there for there in position.data.map.neighbours(number)
              if land_may_retreat(position, side, units, number, there)]
    _go(table, side, number, units, places, "witp 9.6.3.f", "witp 9.6.3.f")


def land_may_retreat(position: Position, side: Side, units: Sequence[Unit], number: str, there: str) -> bool:
    """Whether losing land units could walk to a neighbour hex without enemy land units (witp 9.6.3.f, R-65)."""
    board = position.data.map
    if not board.land_can_cross(number, there):
        return False
    return not _barred(position, side, units, there) and not position.ashore(ENEMY[side], there)


def _barred(position: Position, side: Side, units: Sequence[Unit], there: str) -> bool:
    """Chinese hexes and, on turn 1, hexes closed to Japan (witp 12.1.d, 12.2.a-b)."""
    if delayed_entry.closed_to_japan(position, side, there):
        return True
    if any(china.barred(position, unit, there) for unit in units):
        return True
    return position.turn == 1 and side == JAPAN and routes.closed_on_turn_1(position, there)


def _go(table: Table, side: Side, number: str, units: Sequence[Unit], places: Sequence[str], rule: str,
        destroyed: str) -> None:
    """The retreat itself: where the loser likes, at once where one hex is open; destroyed where none is
    (witp 9.6.3.d, 9.6.3.f)."""
    position = table.position
    if not places:
        for unit in units:
            table.tell(UnitRemoved(destroyed, unit.id, number, "no-retreat"))
        settle(table)
        return
    kind = "fleet" if any(unit.is_fleet for unit in units) else "land"
    there: str = table.ask(choose_one(
        side, "retreat", rule, places, lambda there: ordered("retreat", origin=number, to=[there]),
        wishes=lambda order: destinations(position, order, places),
        refusal=lambda order: _no_retreat(order.body.body.to[0], number, rule),
        about={"place": number, "kind": kind, "units": [unit.id for unit in units]},
        matches=lambda order: leaves(order, number)))[0]
    table.tell(Retreated(rule, side, tuple(unit.id for unit in units), number, there,
                         position.data.map.water(there, number)))
    settle(table)


def _no_retreat(place: At, number: str, rule: str) -> Problem:
    return illegal("no-retreat-there", rule, place.span, place=place.id, origin=number)


# -- a lost assault (9.6.3.g) ----------------------------------------------------------------------------------


def re_embark(table: Table, side: Side, number: str, survivors: Sequence[str]) -> None:
    """Half the landed survivors, rounded down, are destroyed, the others reduced and aboard again
    (witp 9.6.3.g, R-67)."""
    position = table.position
    units = [position.units[land] for land in survivors]
    count = len(units) // 2
    lost: tuple[str, ...] = ()
    if count:
        lost = table.ask(_wreck_demand(position, side, number, units, count))[0]
    for land in lost:
        table.tell(UnitRemoved("witp 9.6.3.g", land, number, "thrown-back"))
    for unit in units:
        if unit.id not in lost and unit.full:
            table.tell(UnitReduced("witp 9.6.3.g", unit.id, number, "re-embarked"))


def _wreck_demand(position: Position, side: Side, number: str, units: Sequence[Unit], count: int) -> Demand:
    """Which of the thrown-back land units are destroyed (witp 9.6.3.g); no choice where they are all alike."""
    alike = len({(unit.nation, unit.full) for unit in units}) == 1
    ids = [unit.id for unit in units]

    return Demand(
        side, "thrown-back", "witp 9.6.3.g", frozenset({"lose"}),
        lambda order: judge_thrown_back(position, order, units, count, number),
        lambda: [_lost(chosen, number).order for chosen in combinations(ids, count)],
        {"place": number, "count": count, "units": ids},
        matches=lambda order: _names_land(order, number),
        sole=_lost(ids[:count], number) if alike else None,
        standing=True,
        wishes=lambda order: [ordered("lose", units=[spec_value(spec)], place=number)
                              for spec in strangers(order.body.body.units, units)])


def _names_land(order: Order, number: str) -> bool:
    body: Lose = order.body.body
    if not is_about(order, number) or (body.place is not None and body.place.id != number):
        return False
    return not body.units or any(spec.id or not spec.kinds or "land" in spec.kinds for spec in body.units)


def judge_thrown_back(position: Position, order: Order, units: Sequence[Unit], count: int, number: str) -> Verdict:
    """As many of the thrown-back land units as must be destroyed, in the order of the list given; `any` takes
    reduced ones first (witp 9.6.3.g)."""
    body: Lose = order.body.body
    chosen = preferred(body.units, units)
    if body.rest:
        chosen += [unit for unit in sorted(units, key=lambda unit: unit.full) if unit not in chosen]
    if len(chosen) < count:
        return strangers_named(order, units, "witp 9.6.3.g", number) or (
            illegal("losses-too-few", "witp 9.6.3.g", order.statement.span, wanted=count, found=len(chosen),
                    place=number, instead={**order_value(order), "rest": True}),)
    return _lost([unit.id for unit in chosen[:count]], number)


def _lost(ids: Sequence[str], number: str) -> Understood:
    return Understood(tuple(ids), ordered("lose", units=ids, place=number))
