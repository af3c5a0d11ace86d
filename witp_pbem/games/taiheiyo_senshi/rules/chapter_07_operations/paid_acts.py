"""Section 7.3, paragraphs (2) to (4): operations that cost a resource."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import RoutesOpened, TrainPlaced, UnitsTurned
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.orders.kinds import OpenRoutes, Resupply, SpendAt
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, points
from witp_pbem.table.demand import Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

RESUPPLY, TRAIN, OPEN = "resupply", "train", "open"
RULES = {RESUPPLY: "senshi 7.3(2)-a", TRAIN: "senshi 7.3(3)-b", OPEN: "senshi 7.3(4)-a"}


class PaidAct(NamedTuple):
    """What a card is spent for: which act, and at which point."""

    kind: str
    card: str
    point: str = ""


def judge(table: Table, side: Side, order: Order) -> Verdict:
    """Whether a side may perform such an operation as ordered."""
    body: Resupply | SpendAt | OpenRoutes = order.body
    kind = order.keyword
    position = table.position
    point = _point(position, side, body) if isinstance(body, Resupply | SpendAt) else ""
    card = hands.paid_with(table, side, body.card)
    if problem := problem_with(position, side, kind, point):
        place = body.place if isinstance(body, Resupply | SpendAt) else None
        return (problem.at(place.span if place else order.statement.span).advising(
            lambda: _nearest(position, side, kind, card)),)
    if not isinstance(card, str):
        return (card.at(body.span),)
    return Understood(PaidAct(kind, card, point), _value(kind, card, point))


def _nearest(position: Position, side: Side, kind: str, card: str | Problem) -> OrderValue | None:
    """The same act at the first point where it is legal, with the card named; None where there is none."""
    points = in_want(position, side) if kind == RESUPPLY else position.data.map.bases
    point = next((point for point in points if problem_with(position, side, kind, point) is None), "")
    return _value(kind, card, point) if point and isinstance(card, str) else None


def _point(position: Position, side: Side, body: Resupply | SpendAt) -> str:
    """The point an order is for; of any the one that wants it most, "" where none does."""
    return body.place.id if body.place else next(iter(in_want(position, side)), "")


def in_want(position: Position, side: Side) -> list[str]:
    """The points that can be resupplied, that with most capital ships face-down first, then that with most ships."""
    def rank(point: str) -> tuple[int, int]:
        ships = supplied(position, side, point)
        return -sum(ship.is_capital for ship in ships), -len(ships)

    return sorted((point for point in position.data.map.points if supplied(position, side, point)), key=rank)


def problem_with(position: Position, side: Side, kind: str, point: str) -> Problem | None:
    """Why an act is against the rules, whatever card is spent for it."""
    if kind == RESUPPLY:
        return None if point and supplied(position, side, point) else nothing_there(point, "senshi 7.3(2)-a")
    if side != ALLIES:
        return illegal("allies-only", RULES[kind], certain=True)
    if kind == OPEN:
        return illegal("routes-open", "senshi 7.3.3-a", certain=True) if position.opened else None
    return _train_problem(position, point)


def nothing_there(point: str, rule: str) -> Problem:
    """That no ship at a point, or "" at any, can be supplied."""
    return illegal("nothing-to-resupply", rule, place=point) if point else illegal("nobody-to-resupply", rule)


def supplied(position: Position, side: Side, point: str) -> list[Unit]:
    """The ships that a resource turns face-up in a point: all that are face-down there, but capital ships only in an
    own port (senshi 7.3(2)-b, 7.3.1-a, 9.4(2)-a, 9.4(3)-a, 9.4(3)-b; C-08), to which they have to return first
    (senshi 2.1.1-d, 2.1.2-b, 2.1.2-c)."""
    return [ship for ship in position.ships(side, point)
            if not ship.up and (points.is_own_port(position, side, point) or not ship.is_capital)]


def _train_problem(position: Position, point: str) -> Problem | None:
    """A Fleet Train goes to an Allied base that is no held port (senshi 7.3.2-c), as many a turn as the turn has
    (senshi 7.3(3)-a; C-07)."""
    if position.trains.count(position.turn) >= position.data.turns[position.turn].fleet_trains:
        return illegal("no-train", "senshi 7.3(3)-a", turn=position.turn)
    if position.data.map[point].is_port:
        return illegal("train-in-port", "senshi 7.3.2-c", place=point, certain=True)
    if position.held.get(point) != ALLIES:
        return illegal("base-not-held", "senshi 7.3(3)-b", place=point)
    return None


def choices(table: Table, side: Side) -> Iterator[OrderValue]:
    """The legal operations of this kind, each with the card a side can spare most easily."""
    card = next(hands.payments(table, side), None)
    if card is None:
        return
    for point in in_want(table.position, side):
        yield _value(RESUPPLY, card, point)
    for point in table.position.data.map.points:
        if problem_with(table.position, side, TRAIN, point) is None:
            yield _value(TRAIN, card, point)
    if problem_with(table.position, side, OPEN, "") is None:
        yield _value(OPEN, card, "")


def _value(kind: str, card: str, point: str) -> OrderValue:
    return ordered(kind, place=point, card=card)


def carry_out(table: Table, side: Side, act: PaidAct) -> None:
    """Spends the card and does what it is spent for (senshi 2.3.2-b, 2.3.2-c, 2.3.2-d), whatever was spent for the
    initiative (senshi DN-6)."""
    hands.spend(table, side, act.card, act.kind, RULES[act.kind])
    if act.kind == RESUPPLY:
        turn_up(table, side, act.point, supplied(table.position, side, act.point), "resupply", "senshi 7.3(2)-a")
    elif act.kind == TRAIN:
        table.tell(TrainPlaced("senshi 7.3(3)-b", act.point))
    else:
        table.tell(RoutesOpened("senshi 7.3(4)-a"))


def turn_up(table: Table, side: Side, point: str, ships: Sequence[Unit], reason: str, rule: str) -> None:
    """Turns ships of a point face-up."""
    table.tell(UnitsTurned(rule, side, tuple(ship.id for ship in ships), point, True, reason))
