"""Section 7: scouting, which makes the Japanese of a point move before the Americans."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.nimitz.board.events import PointsScouted
from witp_pbem.games.nimitz.board.state import JAPAN, Position
from witp_pbem.games.nimitz.orders.kinds import SCOUTING, Scout
from witp_pbem.games.nimitz.rules.chapter_05_sequence import segments
from witp_pbem.games.nimitz.rules.chapter_09_japan import japan, orders
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE = "nimitz 7.1.b"


def play(table: Table) -> None:
    """Markers are bought and placed, for this turn alone (nimitz 7.1.a); then the scouted points are rolled for, before
    the Americans move (nimitz 7.0.a, 2.9.3.a), point by point as the player likes (G-66)."""
    segments.play(table, SCOUTING, "nimitz 7.2.a", demand)
    while points := _to_roll(table.position):
        _roll(table, table.ask(japan.demand(points, "nimitz 7.2.a"))[0])


def demand(position: Position) -> Demand:
    """The next scouting markers."""
    return segments.demand(
        SCOUTING, RULE, ("scout",), lambda order: judge(position, order), lambda: iter(()),
        lambda: _choices(position), {"supply": position.supply, "markers": markers_left(position)})


def judge(position: Position, order: Order) -> Verdict:
    """Whether a point can be scouted, as often as ordered: any number of markers can lie at it, and at any number of
    points (nimitz 7.1.d)."""
    body: Scout = order.body
    point, count = body.place.id, body.markers or 1
    if problem := _problem(position, point, count):
        return (_with_fewer(position, problem, point).at(body.place.span),)
    event = PointsScouted(RULE, {point: count}, count * position.data.prices.scout)
    return Understood((event,), ordered("scout", place=point, markers=count))


def _problem(position: Position, point: str, count: int) -> Problem | None:
    """Why a point cannot be scouted: Japan has no units there (nimitz 7.1.b) or none that are rolled for
    (nimitz 12.4.a), there are too few markers (nimitz 7.1.c; G-12) or points (nimitz 7.1.a)."""
    if point in position.campaign.no_orders:
        return illegal("no-rolls-there", "nimitz 12.4.a", places=_scoutable(position))
    if point not in position.data.map.points or not position.of(JAPAN, point):
        return illegal("nobody-to-scout", RULE, place=point)
    if count > markers_left(position):
        return illegal("too-few-markers", "nimitz 7.1.c", count=count, most=markers_left(position))
    cost = count * position.data.prices.scout
    if cost > position.supply:
        return illegal("too-few-points", "nimitz 7.1.a", cost=cost, points=position.supply)
    return None


def _with_fewer(position: Position, problem: Problem, point: str) -> Problem:
    """The problem with the nearest legal order for the same point, if there is one."""
    most = min(markers_left(position), position.supply // position.data.prices.scout)
    if most < 1 or _problem(position, point, most):
        return problem
    return problem.advising(ordered("scout", place=point, markers=most))


def markers_left(position: Position) -> int:
    """How many markers can still be bought this turn (nimitz 7.1.c; G-12)."""
    return int(position.option("scouting_markers")) - sum(position.scouts.values())


def _scoutable(position: Position) -> list[str]:
    return [point for point in position.data.map.points
            if position.of(JAPAN, point) and point not in position.campaign.no_orders]


def _choices(position: Position) -> Iterator[OrderValue]:
    for point in _scoutable(position):
        if _problem(position, point, 1) is None:
            yield ordered("scout", place=point, markers=1)


# -- the rolls (7.2) ------------------------------------------------------------------------------------------------


def _to_roll(position: Position) -> list[str]:
    """The scouted points with units that can move."""
    return [point for point in orders.to_roll(position) if position.scouts.get(point)]


def _roll(table: Table, point: str) -> None:
    """One roll for each marker at a point (nimitz 7.2.a), while anybody can move; who moved or was held is marked for
    the rest of the turn (nimitz 7.2.b, 2.9.9.a)."""
    number = 0
    while point in _to_roll(table.position):
        number += 1
        orders.roll(table, point, number, scouted=True)
