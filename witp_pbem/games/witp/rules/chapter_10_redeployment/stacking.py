"""Sections 8.3 and 10.5: the stacking limits, which count only at the check in segment 6c."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from operator import attrgetter

from witp_pbem.games.common.order_values import EVERY, ordered, spec_value
from witp_pbem.games.common.position import remembered_everywhere
from witp_pbem.games.common.preferences import strangers
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import UnitRemoved
from witp_pbem.games.witp.board.state import AIR, CARRIER, FLEET, LAND, SIDES, Position, Side, Unit
from witp_pbem.games.witp.orders.kinds import UnitsOrder
from witp_pbem.games.witp.rules.chapter_02_components.control import is_friendly_base, is_friendly_port
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.consequences import settle
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, ambiguous, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

LONE_UNITS = 1  # one land or one air unit in a hex without base (witp 8.3.d)
BASE_LAND, BASE_AIR = 3, 1  # in a friendly port or airfield (witp 8.3.e)
BATTLE_AIR = 2  # in a continuing battle, where land units have no limit (witp 8.3.i)
NO_LIMIT = 99  # units that find room where there is no limit


class Excess(NamedTuple):
    """Too many units of a side in a hex: `over` of the candidates have to go. `group` is air-or-land, land, air
    or fleet."""

    side: Side
    hex: str
    group: str
    rule: str
    limit: int
    over: int
    candidates: tuple[Unit, ...]


def check(table: Table) -> None:
    """Segment 6c: units in excess of the limits leave the game, by choice of their owner (witp 10.5.a, 10.5.b; R-79).
    Only here are the limits looked at (witp 8.3.c).

    Nobody's choice touches another's, so everything is asked at once.
    """
    while over_limit := excesses(table.position):
        answers = table.ask(*(_demand(table.position, excess) for excess in over_limit))
        for excess, ids in zip(over_limit, answers, strict=True):
            for unit in ids:
                table.tell(UnitRemoved(excess.rule, unit, excess.hex, "stacking"))
        settle(table)


def excesses(position: Position) -> tuple[Excess, ...]:
    """Every group of units above its limit, by side, then by hex."""
    crowded = sorted(_excesses(position).items())
    return tuple(excess for side in SIDES for _, there in crowded for excess in there if excess.side == side)


@remembered_everywhere("everywhere", attrgetter("here"))
def _excesses(position: Position, number: str) -> tuple[Excess, ...]:
    """The groups of units of a hex that are above their limits. One unit alone is too many in no hex but a port for
    none."""
    crowded: list[Excess] = []
    here = position.at(number)
    if len(here) < 2 and position.data.map[number].capacity:
        return ()
    present = {unit.side for unit in here}
    for side in [side for side in SIDES if side in present]:
        for group, kinds, rule, limit in limits(position, side, number):
            units = tuple(unit for unit in position.of(side, number, *kinds) if counts(position, unit))
            if len(units) > limit:
                crowded.append(Excess(side, number, group, rule, limit, len(units) - limit, units))
    return tuple(crowded)


def counts(position: Position, unit: Unit) -> bool:
    """Whether stacking limits touch a unit: Chinese ones they do not (witp 8.3.j, 10.5.b; R-86)."""
    return not china.is_chinese(position, unit)


def limits(position: Position, side: Side, number: str) -> list[tuple[str, tuple[str, ...], str, int]]:
    """The limits of a hex for a side: (group, kinds it counts, rule, units allowed) (witp 8.3.d-i, 9.7.c, 10.5.b;
    R-79).

    The fleet limit is one of ports: a fleet anywhere else has left the game in segment 6a.
    """
    hexagon = position.data.map[number]
    if hexagon.unlimited:
        return []
    hex_limits: list[tuple[str, tuple[str, ...], str, int]] = []
    if number in position.continuing:
        hex_limits.append(("air", (AIR,), "witp 8.3.i", BATTLE_AIR))
    elif is_friendly_base(position, side, number):
        hex_limits.append(("land", (LAND,), "witp 8.3.e", BASE_LAND))
        hex_limits.append(("air", (AIR,), "witp 8.3.e", BASE_AIR))
    else:
        hex_limits.append(("air-or-land", (AIR, LAND), "witp 8.3.d", LONE_UNITS))
    if is_friendly_port(position, side, number) and hexagon.capacity is not None:
        hex_limits.append(("fleet", FLEET, "witp 8.3.g" if hexagon.capacity == 1 else "witp 8.3.f", hexagon.capacity))
    return hex_limits


def room(position: Position, side: Side, number: str, kinds: Collection[str]) -> int:
    """How many more units of some kinds a hex holds without being above its limits."""
    free = [limit - sum(counts(position, unit) for unit in position.of(side, number, *counted))
            for _, counted, _, limit in limits(position, side, number) if any(kind in kinds for kind in counted)]
    return max(min(free, default=NO_LIMIT), 0)


def _demand(position: Position, excess: Excess) -> Demand:
    units = excess.candidates
    alike = len({(unit.nation, unit.kind, unit.full) for unit in units}) == 1
    return Demand(
        excess.side, "stacking", "witp 10.5.a", frozenset({"disband"}),
        lambda order: judge(position, excess, order),
        lambda: choices(excess),
        {"place": excess.hex, "group": excess.group, "limit": excess.limit, "count": excess.over,
         "units": [unit.id for unit in units]},
        matches=lambda order: _speaks_of(excess, order),
        sole=_disbanded(excess, units[-excess.over:]) if alike else None,
        standing=True,
        wishes=lambda order: [ordered("disband", units=[spec_value(spec)], place=excess.hex)
                              for spec in strangers(order.body.body.units, units)])


def judge(position: Position, excess: Excess, order: Order) -> Verdict:
    """The units that go: as many as needed of those named, in the order named, reduced ones first where the order
    leaves it open. The answer is their ids."""
    body: UnitsOrder = order.body.body
    gone: list[Unit] = []
    problems: list[Problem] = []
    for spec in body.units:
        fitting = sorted((unit for unit in excess.candidates if unit not in gone and fits(spec, unit)),
                         key=lambda unit: unit.full)
        wanted = len(fitting) if spec.number == EVERY else spec.number
        wanted = min(wanted, excess.over - len(gone))
        chosen, rest = fitting[:wanted], fitting[wanted:]
        if chosen and not spec.id and any(_is_another_loss(chosen[-1], unit) for unit in rest):
            problems.append(ambiguous("which-to-disband", spec.span, wanted=spec.text, place=excess.hex, certain=False,
                                      units=[unit.id for unit in fitting]))
        gone += chosen
    if body.rest and not problems:
        gone += [unit for unit in by_worth(excess.candidates)
                 if unit not in gone][:excess.over - len(gone)]
    if not problems and len(gone) < excess.over:
        problems.append(illegal("too-few-disbanded", excess.rule, order.statement.span, place=excess.hex,
                                group=excess.group, limit=excess.limit, wanted=excess.over, found=len(gone),
                                instead=lambda: next(choices(excess))))
    if problems:
        return tuple(problems)
    return _disbanded(excess, gone)


def _disbanded(excess: Excess, units: Sequence[Unit]) -> Understood:
    ids = tuple(unit.id for unit in units)
    return Understood(ids, ordered("disband", units=ids, place=excess.hex))


def _is_another_loss(chosen: Unit, other: Unit) -> bool:
    """Whether an equally strong unit of another nation or type could go instead."""
    return chosen.full == other.full and (chosen.nation, chosen.kind) != (other.nation, other.kind)


def choices(excess: Excess) -> Iterator[OrderValue]:
    """Sets of neighbours in the order of what is lost least: reduced before full, surface fleets before carriers."""
    units = by_worth(excess.candidates)
    for start in range(len(units) - excess.over + 1):
        yield _disbanded(excess, units[start:start + excess.over]).order


def by_worth(units: Sequence[Unit]) -> list[Unit]:
    """Units in the order in which they are lost least: reduced before full, surface fleets before carriers."""
    return sorted(units, key=lambda unit: (unit.full, unit.kind == CARRIER))


def _speaks_of(excess: Excess, order: Order) -> bool:
    """Whether a `disband` order touches this hex and any of these units."""
    body = order.body.body
    if not isinstance(body, UnitsOrder) or (body.place and body.place.id != excess.hex):
        return False
    if body.rest:
        return True
    named: Sequence[Unit] = [unit for unit in excess.candidates if any(fits(spec, unit) for spec in body.units)]
    return bool(named)
