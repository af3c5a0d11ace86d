"""Advance after combat (wif adv.a-f): into the vacated hex and, by a breakthrough, on into a second one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice

from witp_pbem.games.common.order_values import At, ordered
from witp_pbem.games.common.preferences import preferred
from witp_pbem.games.wif_land.board.events import UnitsAdvanced, UnitsTurned
from witp_pbem.games.wif_land.board.state import Attack, Position, Unit
from witp_pbem.games.wif_land.orders.kinds import ADVANCES, ORDERS, Pass, UnitTo, in_segment
from witp_pbem.games.wif_land.rules import entering, points, segments, zones
from witp_pbem.games.wif_land.rules.land_combat import retreat
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import NOWHERE, OrderValue, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RULE, BREAKTHROUGH = "wif adv.a", "wif adv.d"
ADVANCED = "advanced"  # why units are turned
MOST_LISTED = 60  # choices


class Offer(NamedTuple):
    """An advance that is offered.

    Attributes:
        start: the hex that was attacked. units: who may advance.
        hexes: where to, plainest first.
        rule: by which.
    """

    start: str
    units: tuple[Unit, ...]
    hexes: tuple[str, ...]
    rule: str


def play(table: Table, attack: Attack, is_breakthrough: bool) -> None:
    """Attackers advance into the hex that is empty now (wif adv.a), never the defender into theirs (wif adv.c); after a
    breakthrough some go on."""
    position: Position = table.position
    units = able(position, attack)
    if not units:
        return
    answer = table.ask(_demand(position, Offer(attack.target, tuple(units), (attack.target,), RULE)))[0]
    if not answer:
        return
    hex, names = answer
    swift = [name for name in names if is_breakthrough and _costs_one(position, position.units[name], hex)]
    _advance(table, names, hex, RULE, weary(position, position.named(names), hex))
    _break_through(table, hex, swift, names)


def able(position: Position, attack: Attack) -> list[Unit]:
    """The attackers that may advance, the strongest first: those beside the hex that can move into it, and invaders;
    airborne units are there already (W-19)."""
    units = [unit for unit in position.named((*attack.units, *attack.invaders))
             if not unit.fate and _cost(position, unit, attack.target) is not None
             and not zones.is_overstacked(position, unit.side, attack.target, [unit])]
    return sorted(units, key=lambda unit: -unit.combat)


def weary(position: Position, units: Iterable[Unit], hex: str) -> list[str]:
    """The units without movement points enough for a hex (wif adv.b): all of those on the counter, for to advance is no
    part of a unit's move."""
    return [unit.id for unit in units
            if (price := _cost(position, unit, hex)) is not None and price > unit.movement]


def _costs_one(position: Position, unit: Unit, hex: str) -> bool:
    """Whether entering a hex costs a unit the single point that lets a breakthrough go on (wif adv.d, adv.f)."""
    single: int = position.data.numbers["advance"]["cost"]
    return _cost(position, unit, hex) == single


def _cost(position: Position, unit: Unit, hex: str) -> int | None:
    """The points it takes a unit to enter a hex from where it is; None where it cannot."""
    price = points.cost(position, points.mover(unit), unit.place, hex)
    return price.points if price else None


def _advance(table: Table, names: Sequence[str], hex: str, rule: str, turned: Sequence[str]) -> None:
    """Units enter a hex, some of them to be turned face-down (wif adv.b, adv.f)."""
    position: Position = table.position
    for start in dict.fromkeys(position.units[name].place for name in names):
        units = tuple(name for name in names if position.units[name].place == start)
        table.tell(UnitsAdvanced(rule, position.in_order(units), start, hex, rule == BREAKTHROUGH))
    down = [unit.id for unit in table.position.named(turned) if unit.full]
    if down:
        table.tell(UnitsTurned("wif adv.f" if rule == BREAKTHROUGH else "wif adv.b", position.in_order(down), ADVANCED))
    entering.enter(table, position.phasing, hex, rule)


# -- breakthrough ---------------------------------------------------------------------------------------------------


def _break_through(table: Table, start: str, swift: Sequence[str], advanced: Sequence[str]) -> None:
    """ARM and MECH to whom the vacated hex cost one point may go on a hex (wif adv.d), and MOT and CAV with them (wif
    adv.e), one group after the other until the attacker passes. A second hex that costs more turns them face-down (wif
    adv.f)."""
    while offer := _second(table.position, start, swift, advanced):
        answer = table.ask(_demand(table.position, offer))[0]
        if not answer:
            return
        hex, names = answer
        position: Position = table.position
        turned = [unit.id for unit in position.named(names) if not _costs_one(position, unit, hex)]
        _advance(table, names, hex, BREAKTHROUGH, turned)


def _second(position: Position, start: str, swift: Sequence[str], advanced: Sequence[str]) -> Offer | None:
    """The advance into a second hex, None where nobody can go on."""
    numbers = position.data.numbers["advance"]
    units = tuple(unit for unit in position.named(advanced) if unit.place == start and (
        unit.kind in numbers["followers"] or unit.id in swift and unit.kind in numbers["extra"]))
    leaders = leading(position, units)
    hexes = [hex for hex in position.map.neighbours(start)
             if any(retreat.is_open(position, unit, hex) and not zones.is_overstacked(position, unit.side, hex, [unit])
                    for unit in leaders)]
    cheap = [hex for hex in hexes if any(_costs_one(position, unit, hex) for unit in leaders)]
    hexes = [*cheap, *(hex for hex in hexes if hex not in cheap)]
    return Offer(start, units, tuple(hexes), BREAKTHROUGH) if hexes else None


def leading(position: Position, units: Iterable[Unit]) -> list[Unit]:
    """The ARM and MECH among some units."""
    return [unit for unit in units if unit.kind in position.data.numbers["advance"]["extra"]]


def may_go_on(position: Position, units: Sequence[Unit]) -> bool:
    """Whether units may go on together: ARM and MECH may, MOT and CAV only with such a unit that is no division (wif
    adv.e)."""
    leaders = leading(position, units)
    return len(leaders) == len(units) or any(not unit.division for unit in leaders)


# -- the decision ---------------------------------------------------------------------------------------------------


def _demand(position: Position, offer: Offer) -> Demand:
    """Who advances, and where to; the answer is the hex and the units, None for nobody."""
    def judge(order: Order) -> Verdict:
        if isinstance(order.body, Pass):
            return Understood(None, ordered("pass", segment=order.body.segment))
        to = order.body.to.id
        units = fitting(position, offer, to, preferred(order.body.units, offer.units)) if to in offer.hexes else []
        if not units:
            return (illegal("no-advance", offer.rule, order.statement.span, place=to, instead=next(iter(choices())),
                            units=[unit.id for unit in offer.units]),)
        return understood(units, to)

    def choices() -> Iterator[OrderValue]:
        plain = chain.from_iterable(_listed(position, offer, hex, True) for hex in offer.hexes)
        others = chain.from_iterable(_listed(position, offer, hex, False) for hex in offer.hexes)
        yield from (understood(units, hex).order for hex, units in islice(plain, MOST_LISTED))
        yield ordered("pass", segment=ADVANCES)
        yield from (understood(units, hex).order for hex, units in islice(others, MOST_LISTED))

    return Demand(position.phasing, "advance", offer.rule, frozenset({"advance", "pass"}), judge, choices,
                  {"turn": position.turn, "hex": offer.start, "units": [unit.id for unit in offer.units],
                   "hexes": list(offer.hexes)}, _meant(position, offer), standing=True)


def understood(units: Sequence[Unit], hex: str) -> Understood:
    """Units that advance into a hex."""
    value = ORDERS.value("advance", UnitTo(segments.named(units), At(hex, NOWHERE)))
    return Understood((hex, tuple(unit.id for unit in units)), value)


def _meant(position: Position, offer: Offer) -> Callable[[Order], bool]:
    """Whether an order is about this advance: into the vacated hex, or on from it."""
    hexes = offer.hexes if offer.rule == RULE else position.map.neighbours(offer.start)
    return lambda order: in_segment(ADVANCES)(order) and (isinstance(order.body, Pass) or order.body.to.id in hexes)


def fitting(position: Position, offer: Offer, hex: str, units: Sequence[Unit]) -> list[Unit]:
    """Units in their order as far as the hex holds them, and in a second hex as far as they may go on together."""
    chosen: list[Unit] = []
    for unit in units:
        if _cost(position, unit, hex) is not None and not zones.is_overstacked(
                position, unit.side, hex, [*chosen, unit]):
            chosen.append(unit)
    if offer.rule == BREAKTHROUGH and not may_go_on(position, chosen):
        return leading(position, chosen)
    return chosen


def _listed(position: Position, offer: Offer, hex: str, is_plain: bool) -> Iterator[tuple[str, Sequence[Unit]]]:
    """The advances into a hex, of single units first; either those that keep all face-up (L-24) or the others."""
    for size in range(1, len(offer.units) + 1):
        groups = [units for units in combinations(offer.units, size)
                  if fitting(position, offer, hex, units) == list(units)]
        if not groups:  # and so no larger ones either
            return
        yield from ((hex, units) for units in groups if is_plain == _keeps_face(position, offer, hex, units))


def _keeps_face(position: Position, offer: Offer, hex: str, units: Sequence[Unit]) -> bool:
    """Whether nobody is turned face-down for advancing (wif adv.b, adv.f)."""
    if offer.rule == BREAKTHROUGH:
        return all(_costs_one(position, unit, hex) for unit in units)
    return not weary(position, units, hex)
