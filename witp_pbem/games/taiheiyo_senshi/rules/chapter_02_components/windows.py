"""Events that are played at their time, not as an operation (senshi 2.3-e, 7.3(1)-b): who is asked when, and which
cards may be played then. Whether a side is asked never depends on what it holds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from itertools import cycle
from typing import Any

from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.data import CardEvent
from witp_pbem.games.taiheiyo_senshi.board.state import JAPAN, SIDES, Position, Side
from witp_pbem.games.taiheiyo_senshi.orders.kinds import CARDS, Play, in_segment
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import hands
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

MOVEMENT, INTERRUPTION, BATTLE, AIR_STRIKE, SURFACE, BEFORE_CAPTURE, CAPTURE, OPERATION, ANY = (
    "movement", "interruption", "battle", "air_strike", "surface", "before_capture", "capture", "operation", "any")
PASS = Understood(None, ordered("pass", segment=CARDS), stays=True)
Judge = Callable[[Play], Problem | None]


class Played(NamedTuple):
    """An event somebody plays, with what its order says."""

    event: CardEvent
    order: Play


def never_wrong(order: Play) -> None:
    """Says of no order that it cannot be played now."""


def events_allowed(position: Position) -> bool:
    """Whether events have effect: not before the supply phase of turn 1 (senshi 7.3(1)-d, C-45)."""
    return position.turn > 1 or (position.turn == 1 and position.over)


def _demand(table: Table, side: Side, times: Collection[str], rule: str, about: Mapping[str, object],
            judged: Judge) -> Demand:
    """The window in which a side may play an event of some times, of its own (senshi 2.3-b, 2.3-d), or J10
    (senshi CARD-J10).

    Args:
        judged: why an order for an event of these times cannot be played now.
    """
    def judge(order: Order) -> Verdict:
        return PASS if order.keyword == "pass" else _judge_play(table, side, order.body, times, judged)

    code = f"{next(iter(times)).replace('_', '-')}-window"
    return Demand(side, code, rule, frozenset({"play", "pass"}), judge, lambda: (PASS.order,), dict(about),
                  is_meant(table.position, side, CARDS, (*times, ANY)), hint={"events": of_times(table, side, times)},
                  window=True)


def of_times(table: Table, side: Side, times: Collection[str]) -> list[str]:
    """The events a side may have for a moment, whatever it holds."""
    events = table.position.data.events
    return [event for by_side in table.position.data.cards.values() if (event := by_side[side])
            and events[event].window in (*times, ANY)]


def _judge_play(table: Table, side: Side, body: Play, times: Collection[str], judged: Judge) -> Verdict:
    """Whether a side may play an event of some times, or J10."""
    event = _event(table.position, side, body)
    problem = hands.event_problem(table, side, event) or _time_problem(event, times) or (
        judged(body) if event.window in times else None)
    return (problem.at(body.span),) if problem else Understood(Played(event, body), hands.play_value(body))


def _event(position: Position, side: Side, body: Play) -> CardEvent:
    """The event a side plays."""
    return position.data.events[position.data.cards[body.card][side]]


def is_meant(position: Position, side: Side, segment: str, times: Collection[str]) -> Callable[[Order], bool]:
    """Whether an order of a side is meant for a decision of a segment in which events of some times can be played: an
    event waits for its time (senshi 2.3-e, 7.3(1)-b)."""
    def meant(order: Order) -> bool:
        if isinstance(order.body, Play):
            return _event(position, side, order.body).window in times
        return in_segment(segment)(order)

    return meant


def _time_problem(event: CardEvent, times: Collection[str]) -> Problem | None:
    """Why an event cannot be played now: its time is another. An order waits for its time (`is_meant`), so that only a
    doctored record is refused for it."""
    return None if event.window in (*times, ANY) else illegal("not-now", "senshi 2.3-e", card=event.card,
                                                              window=event.window)


def ask(table: Table, side: Side, times: Collection[str], rule: str, about: Mapping[str, object],
        judged: Judge = never_wrong) -> Played | None:
    """Asks a side once whether it plays an event now; None if it does not. J10 is carried out at once, and the side is
    asked again. Everybody sees who holds no card at all, and so need not be asked (C-40)."""
    while events_allowed(table.position) and table.position.hands[side]:
        played: Played | None = table.ask(_demand(table, side, times, rule, about, judged))[0]
        if played is None:
            return None
        hands.play(table, side, played.event)
        if played.event.window != ANY:
            return played
        hands.deal_anew(table)
    return None


def alternately(table: Table, times: Collection[str], rule: str, about: Mapping[str, object],
                judged: Judge = never_wrong) -> Iterator[Played]:
    """The events both sides play at a time, as many as they like (senshi 8.0.2-a): one card at a time, Japan first,
    each resolved before the next, until both decline one after the other (senshi 8.0-c, C-16)."""
    declined = 0
    for side in cycle(SIDES):
        if declined == len(SIDES):
            return
        played = ask(table, side, times, rule, about, judged)
        declined = 0 if played else declined + 1
        if played:
            yield played


# -- J10, at any time -------------------------------------------------------------------------------------------------


def decide(table: Table, asked: Callable[[], Demand]) -> Any:
    """The answer of a side to a decision about its cards, outside battles and moves. Before it answers, Japan may deal
    anew (senshi CARD-J10; C-29).

    Args:
        asked: makes the decision, anew for the cards dealt.
    """
    while isinstance(answer := table.ask(_or_deal_anew(table, asked()))[0], Played):
        hands.play(table, JAPAN, answer.event)
        hands.deal_anew(table)
    return answer


def _or_deal_anew(table: Table, demand: Demand) -> Demand:
    """A decision which, if it is Japan's, J10 answers as well."""
    if demand.side != JAPAN or demand.sole or not events_allowed(table.position):
        return demand

    def judge(order: Order) -> Verdict:
        if order.keyword == "play":
            return _judge_play(table, JAPAN, order.body, (ANY,), never_wrong)
        return demand.judge(order)

    def matches(order: Order) -> bool:
        if isinstance(order.body, Play):
            return _event(table.position, JAPAN, order.body).window == ANY
        return demand.matches(order)

    def choices() -> Iterator[OrderValue]:
        yield from demand.choices()
        for card in hands.payments(table, JAPAN):
            if table.position.data.events[table.position.data.cards[card][JAPAN]].window == ANY:
                yield ordered("play", card=card)

    return replace(demand, keywords=demand.keywords | {"play"}, judge=judge, matches=matches, choices=choices)
