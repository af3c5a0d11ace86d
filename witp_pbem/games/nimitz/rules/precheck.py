"""What is wrong with an order for certain, before the moment at which it will be judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.games.common.order_values import UnitSpec, named
from witp_pbem.games.nimitz.board.data import Counter
from witp_pbem.games.nimitz.board.printed import side_of
from witp_pbem.games.nimitz.board.setup import LINKED
from witp_pbem.games.nimitz.board.state import (
    AUSTRALIA,
    AUSTRALIA_POINT,
    BW,
    CARRIERS,
    JAPAN,
    LBA,
    OUT,
    SUBMARINE,
    US,
    US_OCEAN,
    WEST_COAST,
    Position,
)
from witp_pbem.games.nimitz.orders.kinds import SCOUTING, SUPPLY, Prepare
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.demand import Order
from witp_pbem.table.problem import Problem, illegal

OWN = frozenset({"buy", "repair", "move", "raid", "bomb", "invade", "fly", "lose"})
ENEMYS = frozenset({"hit", "stay"})  # orders for Japanese units


def precheck(position: Position, player: str, order: Order) -> Sequence[Problem]:
    """Units of the wrong side, of another year or out of the game, points that are closed to them, boxes into which
    they never go, carriers anywhere but in the US Ocean, Japanese bonus markers, and what is in no campaign so
    early."""
    if problem := _out_of_season(position, order):
        return [problem]
    problems = [*_markers(position, order), *_barred(position, order)]
    for spec in named(order.body) if order.keyword in OWN | ENEMYS | {"station"} else ():
        if isinstance(spec, UnitSpec) and (counter := position.data.counters.get(spec.id)):
            problems += list(_unit(position, order, spec, counter))[:1]
    return problems


def _out_of_season(position: Position, order: Order) -> Problem | None:
    """That a campaign has no strategic bombing, or no invasion of Japan (nimitz 12.2.a, 12.3.a)."""
    span, year = order.statement.span, position.year
    if order.until is not None or position.scenario == LINKED:
        return None
    if order.keyword in ("bomb", "target") and not position.campaign.strategic_bombing:
        return illegal("no-strategic-bombing", "nimitz 12.2.a", span, year=year, certain=True)
    if order.keyword == "invade" and not position.campaign.invasion:
        return illegal("no-invasion", "nimitz 12.3.a", span, year=year, certain=True)
    return None


def _markers(position: Position, order: Order) -> Iterator[Problem]:
    """Japanese bonus markers, which are drawn, never bought or used (nimitz 10.5.a)."""
    body = order.body
    markers = body.markers if isinstance(body, Prepare) else [getattr(body, "marker", "")]
    for marker in markers:
        if marker in position.data.markers and position.data.markers[marker].side != US:
            yield illegal("no-american-marker", "nimitz 10.5.a", order.statement.span, marker=marker, certain=True)


def _barred(position: Position, order: Order) -> Iterator[Problem]:
    """Moves to Japan or East Asia (nimitz 8.2.a)."""
    if order.keyword == "move" and not position.data.map[order.body.to.id].us:
        yield illegal("us-barred", "nimitz 8.2.a", order.body.to.span, place=order.body.to.id, certain=True)


def _unit(position: Position, order: Order, spec: UnitSpec, counter: Counter) -> Iterator[Problem]:
    """What is wrong with the name of a unit."""
    def problem(code: str, rule: str, **values: Any) -> Problem:
        return illegal(code, rule, order.body.to.span if "place" in values else spec.span, unit=spec.id, certain=True,
                       **values)

    side = side_of(counter.nation)
    if order.keyword in OWN and side == JAPAN:
        yield problem("not-your-unit", "nimitz 1.0.a")
    if order.keyword in ENEMYS and side == US:
        yield problem("your-own-unit", "nimitz 10.10.2.b")
    printed, unit = position.campaign.units.get(spec.id), position.units.get(spec.id)
    if printed is None:
        if order.until is None and position.scenario != LINKED:
            yield problem("not-in-campaign", "nimitz 2.5.1.b", year=position.year)
        return
    if unit and side == US and unit.place == OUT and order.until is None:
        yield problem("out-of-game", "nimitz 2.5.2.b")
    if order.keyword == "raid" and printed.kind != SUBMARINE:
        yield problem("not-a-submarine", "nimitz 8.4.a")
    if order.keyword == "bomb" and printed.kind != BW:
        yield problem("not-a-bw", "nimitz 12.2.a")
    if order.keyword == "move" and printed.nation == AUSTRALIA and not position.data.map[order.body.to.id].flag:
        yield problem("no-flag", "nimitz 8.2.b", place=order.body.to.id)
    if order.keyword == "move" and printed.kind in LBA and _is_no_base(position, order):
        yield problem("no-base", "nimitz 8.2.1.a", place=order.body.to.id)
    if order.keyword == "station" and side == US and printed.kind in CARRIERS and order.body.area.id != US_OCEAN:
        yield problem("carriers-in-us-ocean", "nimitz 10.1.2.b")


def _is_no_base(position: Position, order: Order) -> bool:
    """Whether nobody can be at a point when the movement phase of this turn begins; who is bought can be at the West
    Coast, and in Australia (nimitz 6.2.b)."""
    point = order.body.to.id
    return (order.until is None and position.step in (SUPPLY, SCOUTING) and point not in (WEST_COAST, AUSTRALIA_POINT)
            and not objectives.ashore(position, US, point))
