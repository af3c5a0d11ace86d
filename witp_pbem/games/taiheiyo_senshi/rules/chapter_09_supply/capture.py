"""Section 9.2: enemy ports are captured."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.events import (
    CaptureFailed,
    Passed,
    PortCaptured,
    PortGuarded,
    RepairsLost,
)
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, JAPAN, SIDES, TRACK, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import CAPTURES, Capture, Play, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands, windows
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import air_strength, gunnery
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation, victory
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table

RULE = "senshi 9.2-a"
NO_MORE = Understood(None, ordered("pass", segment=CAPTURES))


def play(table: Table) -> None:
    """Japan tries the ports it likes, each once (senshi 9.2.2-a), then the Allies, each seeing what came of the one
    before (C-35); before the Allies Japan may make a port harder to take (senshi CARD-J16)."""
    for side in SIDES:
        if side == ALLIES:
            _guard(table)
        tried: tuple[str, ...] = ()
        while (attempt := windows.decide(table, partial(demand, table, side, tried))) is not None:
            _try(table, side, *attempt)
            tried = (*tried, attempt[0])
        table.tell(Passed(RULE, side, CAPTURES))
        occupation.settle(table)


def _guard(table: Table) -> None:
    """Japan names a port (senshi CARD-J16; C-35)."""
    def names_port(order: Play) -> Problem | None:
        if order.place and table.position.data.map[order.place.id].is_port:
            return None
        return illegal("name-a-port", "senshi CARD-J16", card=order.card)

    if played := windows.ask(table, JAPAN, (windows.BEFORE_CAPTURE,), "senshi CARD-J16", {}, names_port):
        assert played.order.place is not None
        table.tell(PortGuarded("senshi CARD-J16", played.order.place.id))


# -- which ports can be tried ----------------------------------------------------------------------------------------


def open_ports(position: Position, side: Side) -> list[str]:
    """The enemy ports a side can try to capture: its ships are there (senshi 9.2-a, 9.2.1-a, 4.2(3)(b)-a), and its
    nations may be (C-35)."""
    return [point for point, owner in position.ports.items()
            if owner == ENEMY[side] and position.ships(side, point) and not position.data.map[point].may_enter]


def strength(position: Position, side: Side, point: str) -> int:
    """Air strength and gunnery of all units of a side in a point, either side up (senshi 9.2-c; C-35)."""
    units = position.of(side, point)
    return air_strength(position, units) + gunnery(position, units)


def needed(position: Position, side: Side, point: str) -> int:
    """The ground strength a port asks for: its score (senshi 9.2-b), one more where it is guarded (senshi CARD-J16)."""
    guarded = side == ALLIES and position.guarded == point
    return position.data.map[point].score + (position.data.events["J16"].numbers["ground_strength"] if guarded else 0)


def added(position: Position, side: Side, card: str) -> int:
    """What a card adds: its event's ground strength if it has one (senshi CARD-J02, CARD-A05, CARD-A13), else that of a
    resource (senshi 9.2-d)."""
    event = position.data.events[position.data.cards[card][side]]
    if event.window == windows.CAPTURE:
        return event.numbers["ground_strength"]
    return position.data.ground_resource


def demand(table: Table, side: Side, tried: Collection[str] = ()) -> Demand:
    """The next port a side tries to capture, with the cards it adds; or no more."""
    position = table.position
    ports = [point for point in open_ports(position, side) if point not in tried]

    def judge(order: Order) -> Verdict:
        if order.keyword == "pass":
            return NO_MORE
        body: Capture = order.body
        if body.place and body.place.id in tried:
            return (illegal("port-tried", "senshi 9.2.2-a", body.place.span, place=body.place.id),)
        if body.place and body.place.id not in ports:
            return (illegal("no-port-to-capture", "senshi 9.2.1-a", body.place.span, place=body.place.id,
                            instead=next(iter(choices()), None)),)
        problems = [problem.at(order.statement.span) for card in body.cards
                    if (problem := hands.held_problem(table, side, card))]
        if len(set(body.cards)) < len(body.cards):
            problems.append(illegal("card-twice", "senshi 2.3.1-a", order.statement.span))
        if not problems and (body.rest or body.spare):
            if attempt := affordable(body):
                return Understood(attempt, _value(*attempt), stays=body.rest)
            return (illegal("no-port-in-reach", "senshi 9.2-b", order.statement.span),)
        place = body.place.id if body.place else ""
        return tuple(problems) or Understood((place, body.cards), _value(place, body.cards))

    def is_meant(order: Order) -> bool:
        """A pass for this; and a capture, one of any port while one is in reach."""
        is_idle = getattr(order.body, "rest", False) and affordable(order.body) is None
        return in_segment(CAPTURES)(order) and not is_idle

    def affordable(body: Capture) -> tuple[str, tuple[str, ...]] | None:
        """The port meant, or the first that can be taken, with as few cards as it takes, or with none."""
        points = [body.place.id] if body.place else ports
        return next(((point, cards) for point, cards in within_reach(points) if body.spare or not cards), None)

    def within_reach(points: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        for point in sorted(points, key=lambda point: -position.data.map[point].score):
            if (cards := enough(table, side, point)) is not None:
                yield point, cards

    def choices() -> Iterator[OrderValue]:
        yield from (_value(point, cards) for point, cards in within_reach(ports))
        yield NO_MORE.order

    return Demand(side, "capture", RULE, frozenset({"capture", "pass"}), judge, choices, {"ports": ports},
                  is_meant, hidden=True, sole=None if ports else NO_MORE)


def enough(table: Table, side: Side, point: str) -> tuple[str, ...] | None:
    """The cards that make up what the units lack for a port, as few as will do, the last of them the one its side can
    spare most easily; None where they do not. For the eyes of their owner only."""
    position = table.position
    missing = needed(position, side, point) - strength(position, side, point) // position.data.ground_worth
    left, cards = list(hands.payments(table, side)), []
    while left and missing > 0:
        best = min(max(added(position, side, card) for card in left), missing)
        card = next(card for card in left if added(position, side, card) >= best)
        left.remove(card)
        cards.append(card)
        missing -= added(position, side, card)
    return tuple(cards) if missing <= 0 else None


def _value(point: str, cards: tuple[str, ...]) -> OrderValue:
    return ordered("capture", place=point, cards=list(cards))


# -- what comes of it ------------------------------------------------------------------------------------------------


def _try(table: Table, side: Side, point: str, cards: Sequence[str]) -> None:
    """Spends the cards (senshi 2.3.2-e) and compares (senshi 9.2-b, 9.2.2-a); what was spent too much is lost (C-35).
    """
    extra = 0
    for card in cards:
        extra += added(table.position, side, card)
        event = table.position.data.events[table.position.data.cards[card][side]]
        if event.window == windows.CAPTURE:
            hands.play(table, side, event)
        else:
            hands.spend(table, side, card, CAPTURES, "senshi 9.2-d")
    position = table.position
    total = strength(position, side, point)
    ground, wanted = total // position.data.ground_worth, needed(position, side, point)
    if ground + extra < wanted:
        table.tell(CaptureFailed("senshi 9.2.2-a", side, point, total, ground, extra, wanted))
        return
    table.tell(PortCaptured("senshi 9.2-b", side, point, total, ground, extra, wanted))
    _sink_under_repair(table, point)
    occupation.settle(table)
    if side == ALLIES and point == "japan":
        victory.japan_captured(table)


def _sink_under_repair(table: Table, point: str) -> None:
    """The ships repaired in a port are sunk with it, where they are repaired elsewhere from then on (senshi 6.1.4-a,
    6.1.4-b, 9.2(2)-a)."""
    position = table.position
    nations = [nation for nation, arrivals in position.data.arrivals.items()
               if arrivals.repaired == point and arrivals.instead]
    if lost := tuple(unit.id for unit in position.units.values()
                     if unit.status == TRACK and unit.repair and unit.nation in nations):
        table.tell(RepairsLost("senshi 6.1.4-a", lost, point))


