"""Pending orders, and which of them answers a demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from witp_pbem.table.acts import DEPENDS, HIDDEN, UNTIL, Act, Answered, Cancelled
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.phrase import read as read_phrase
from witp_pbem.table.problem import OrderValue, Problem, illegal
from witp_pbem.table.tuples import NamedTuple


class Match(NamedTuple):
    """The order that answers a demand.

    Attributes:
        order: as given.
        chosen: that order, or the first of its alternatives that is legal.
        understood: how it is understood.
        because: why it answers (`acts.Triggered`), None where that needs no reason.
    """

    order: Order
    chosen: Order
    understood: Understood
    because: Phrase | None = None


class Failed(NamedTuple):
    """An order meant for a demand that is illegal, and why."""

    order: Order
    problems: tuple[Problem, ...]


class Undone(NamedTuple):
    """An item of a list that has not been done.

    Attributes:
        order: the list.
        item: the item as an order of its own.
        problem: why it cannot be done; None where the side has passed before it could be.
    """

    order: Order
    item: OrderValue
    problem: Problem | None

    @property
    def phrase(self) -> Phrase:
        """What the record keeps of it."""
        return undone(self.item, self.problem)


class PendingOrders:
    """Orders that have not been used.

    Attributes:
        orders: side -> its orders, in the order in which they are tried.
        are_all: whether these are all there are; else what an answer needs (`Understood.needs`) may be among others.
        is_any_standing: whether there was a standing order among them.
    """

    def __init__(self, orders: Sequence[tuple[str, Order]] = (), *, are_all: bool = True) -> None:
        self.orders: dict[str, list[Order]] = {}
        self.are_all = are_all
        self.is_any_standing = any(order.until for _, order in orders)
        for side, order in orders:
            self.orders.setdefault(side, []).append(order)

    def find(self, demand: Demand, phase: str, position: Any, acts: Sequence[Act]) -> Match | list[Failed]:
        """The first order that is meant for a demand and legal; else those that are meant for it, in their order.

        An illegal order bars those after it, which may build on it, unless it is a wish, a standing order or one of a
        queue. An order that needs another one that is not at hand, or would not do, is passed over.

        Args:
            acts: those since the step began.
        """
        failed: list[Failed] = []
        for order in self.orders.get(demand.side, ()):
            options = speaking(order, demand, phase)
            if not options or not is_ready(order, demand.side, position, acts):
                continue
            if demand.window:  # an alternative would betray that the order was illegal
                options = [option for option in options if option is order]
            problems: list[Problem] = []
            is_alone = False  # without an order that it needs
            for option in options:
                verdict = judged(demand, option, order)
                if not isinstance(verdict, Understood):
                    problems += [problem.at(option.statement.span) for problem in verdict]
                elif self.has_needed(verdict, phase, position, acts):
                    return Match(order, option, verdict, reason(order, demand, problems))
                else:
                    is_alone = True
            if is_alone and not problems:
                continue
            failed.append(Failed(order, tuple(problems)))
            if not (demand.standing or demand.queued or order.until):
                break
        return failed

    def has_needed(self, understood: Understood, phase: str, position: Any, acts: Sequence[Act]) -> bool:
        """Whether what an answer needs is at hand: an order that answers another decision now."""
        return understood.needs is None or not self.are_all or isinstance(
            self.find(understood.needs, phase, position, acts), Match)

    def undone(self, demand: Demand, phase: str, position: Any, acts: Sequence[Act],
               reread: Callable[[OrderValue], Order | tuple[Problem, ...]]) -> list[Undone]:
        """What the lists of a side have left undone, each item once; nothing where that would betray hidden cards."""
        undone: list[Undone] = []
        for order in () if demand.hidden else self.orders.get(demand.side, ()):
            if not is_ready(order, demand.side, position, acts):
                continue
            for option in order.options:
                items = (list(demand.items(option)) if option.keyword in demand.keywords
                         and option.phase in ("", phase) else [])
                if not items:
                    break  # it is done, and so nobody wants what stands in for it
                undone += [Undone(order, item, item_problem(demand, reread(item))) for item in items
                           if item not in [other.item for other in undone]]
        return undone

    def take(self, demand: Demand, match: Match) -> None:
        """Removes an order that has answered, if it is used up."""
        if not (demand.standing or match.understood.stays or match.order.until):
            self.orders[demand.side].remove(match.order)

    def cancel_illegal(self, demand: Demand, phase: str, failed: Sequence[Failed]) -> list[Cancelled]:
        """Removes the illegal order because of which a decision is owed, and those after it for the same decision
        (`cancels`)."""
        if not failed or not cancels(demand, failed[-1].order):
            return []
        illegal, mine = failed[-1].order, self.orders[demand.side]
        behind = cancelled_with(illegal, mine[mine.index(illegal) + 1:], demand, phase)
        for order in (illegal, *behind):
            mine.remove(order)
        return [Cancelled(demand.side, illegal.source, named(demand, failed[-1].problems[0])),
                *(Cancelled(demand.side, order.source, DEPENDS) for order in behind)]

    def end(self, position: Any, acts: Sequence[Act]) -> list[Cancelled]:
        """Removes the standing orders that end now."""
        ended = [(side, order) for side, orders in self.orders.items() for order in orders
                 if order.until and order.until.holds(position, acts, side)]
        for side, order in ended:
            self.orders[side].remove(order)
        return [Cancelled(side, order.source, UNTIL) for side, order in ended]

    def end_turn(self) -> None:
        """Removes what was given for one turn only."""
        for side, orders in self.orders.items():
            self.orders[side] = [order for order in orders if order.until]


def cancels(demand: Demand, illegal: Order) -> bool:
    """Whether an order that turns out illegal ends, with those behind it for the same decision: wishes, orders of a
    queue and standing orders wait on; so do orders where silence is an answer, too, or at a window."""
    return not (demand.standing or demand.queued or demand.optional or demand.window or illegal.until)


def cancelled_with(illegal: Order, behind: Iterable[Order], demand: Demand, phase: str) -> list[Order]:
    """Which orders behind an illegal one end with it."""
    if not cancels(demand, illegal):
        return []
    return [order for order in behind if not order.until and speaking(order, demand, phase)]


def speaking(order: Order, demand: Demand, phase: str) -> list[Order]:
    """Which of an order and its alternatives are meant for a demand."""
    if not order.alternatives:
        return [order] if speaks_of(order, demand, phase) else []
    return [option for option in order.options if speaks_of(option, demand, phase)]


def speaks_of(order: Order, demand: Demand, phase: str) -> bool:
    """Whether an order is meant for a demand, by its keyword, the phase it is headed with, and its subject."""
    return order.keyword in demand.keywords and order.phase in ("", phase) and demand.matches(order)


def judged(demand: Demand, option: Order, order: Order) -> Verdict:
    """The verdict on an order, or on one of its alternatives: legal by the rules, and costing its owner no units that
    another legal answer keeps, unless the order asks for just that."""
    verdict = demand.judge(option)
    if not isinstance(verdict, Understood) or verdict.sacrifice is None or asks_for_loss(order, option, verdict):
        return verdict
    units, rule, instead, _ = verdict.sacrifice
    return (illegal("loses-units", rule, option.statement.span, units=units, instead=instead),)


def item_problem(demand: Demand, item: Order | tuple[Problem, ...]) -> Problem | None:
    """Why an item of a list, as an order of its own, cannot be done now; None if it can."""
    verdict = demand.judge(item) if isinstance(item, Order) else item
    return None if isinstance(verdict, Understood) else verdict[0]


def open_to_all(undone: Iterable[Undone], side: str, acts: Sequence[Act]) -> tuple[Phrase, ...]:
    """What everybody may read of what a side has not done: a list lies open once it has answered; before that it is
    sealed, and its owner alone may know what stands in it.

    Args:
        acts: those since the step began.
    """
    answered = {act.source for act in acts if isinstance(act, Answered) and act.side == side}
    return tuple(left.phrase for left in undone if left.order.source is None or left.order.source in answered)


def undone(item: Any, problem: Problem | None) -> Phrase:
    """An item of a list that has not been done, and why not: the code, `rule` and `values` of the `problem`, none of
    them where the side has passed before it."""
    why = {"problem": problem.code, "rule": problem.rule, "values": dict(problem.values)} if problem else {}
    return read_phrase({"code": "undone", "order": item, **why})


def asks_for_loss(order: Order, option: Order, verdict: Understood) -> bool:
    """Whether an order asks for an answer that costs units: its writer says "anyway", or it names who does what, now
    and without conditions. Nobody asks for it with "all" or "any", with an order that waits, lasts or stands in for
    another, or with a pass."""
    if option.anyway:
        return True
    is_direct = option is order and not (order.conditions or order.until)
    return is_direct and verdict.sacrifice is not None and verdict.sacrifice.named


def is_ready(order: Order, side: str, position: Any, acts: Sequence[Act]) -> bool:
    """Whether everything an order waits for holds."""
    return all(condition.holds(position, acts, side) for condition in order.conditions)


def reason(order: Order, demand: Demand, problems: Sequence[Problem]) -> Phrase | None:
    """Why a conditional order answers (`acts.Triggered`); None where that needs no reason, and at a window, where the
    reason would tell a card from a pass."""
    if demand.window or not (order.conditions or problems):
        return None
    instead = {"instead": named(demand, problems[0])} if problems else {}
    return with_conditions(phrase("answers", **instead), order)


def with_conditions(because: Phrase, order: Order) -> Phrase:
    """Why a conditional order answers, with what it waited for."""
    return phrase(because.code, conditions=tuple(condition.phrase for condition in order.conditions), **because.values)


def named(demand: Demand, problem: Problem) -> Phrase:
    """What makes an order illegal, by code and rule; where that would betray hidden cards, only that it is."""
    return HIDDEN if demand.hidden else phrase("illegal", problem=problem.code, rule=problem.rule)
