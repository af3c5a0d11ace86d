"""A trial sitting: how far one player's orders get, and everything wrong with them on the way.

It differs from a real sitting in five ways: it never uses what others have sealed; an illegal order is
written down and passed over, so that the next one is looked at too; where others must decide, a pass is
assumed if the rules allow one, and so it is where nothing else of the player's answers than an order that
is at fault; and it ends where dice or cards are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from typing import Any

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.sitting import inputs
from witp_pbem.campaign.sitting.adjudicate import Stopped, divergence
from witp_pbem.table.acts import Act, Answered
from witp_pbem.table.demand import Demand, Due, Order, SittingEnds, Understood, Verdict
from witp_pbem.table.pending import (
    Match,
    PendingOrders,
    Undone,
    cancelled_with,
    is_ready,
    item_problem,
    judged,
    speaking,
    speaks_of,
)
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Diverged, Table
from witp_pbem.table.text import Statement
from witp_pbem.table.wording import instead_sentence

AHEAD = 20  # orders looked at together


@dataclass
class Findings:
    """What came of a trial.

    Attributes:
        understood: the orders that answered a decision, each with how it was understood.
        problems: what is wrong, order by order.
        depends: what may be wrong, depending on what others do.
        barred_by: the order that bars another should it turn out illegal, by the identity of the other.
        assumed: whether others were assumed to pass somewhere.
        passed: phase -> keywords of the decisions the side itself has passed.
        undone: what lists have left undone.
        closed: wishes of orders that answered for which nothing was open.
        through: the lists, by identity, that have been gone through to their end.
        dues: what is owed where the trial ended.
        position: the position there.
    """

    understood: list[tuple[Order, Understood]] = field(default_factory=list)
    problems: list[tuple[Order, Problem]] = field(default_factory=list)
    depends: list[tuple[Order, Problem]] = field(default_factory=list)
    barred_by: dict[int, Order] = field(default_factory=dict)
    assumed: bool = False
    passed: dict[str, frozenset[str]] = field(default_factory=dict)
    undone: list[Undone] = field(default_factory=list)
    closed: list[Undone] = field(default_factory=list)
    through: set[int] = field(default_factory=set)
    dues: tuple[Due, ...] = ()
    position: Any = None


class Trial(Table):
    """The table of a trial sitting of one player."""

    def __init__(self, rules: GameRules, position: Any, record: Sequence[Act], pending: PendingOrders, fate: NoFate,
                 edits: Sequence[tuple[int, int]], *, campaign: Campaign, side: str, findings: Findings,
                 unread: Sequence[Statement] = ()) -> None:
        super().__init__(rules, position, record, pending, fate, edits)
        self.campaign = campaign
        self.stood: dict[int, bool] = {}  # whether an order was legal before own orders that follow an assumption
        self.game = rules.game
        self.side = side
        self.findings = findings
        self.unread = list(unread)

    def ask(self, *demands: Demand) -> list[Any]:
        if self._recorded() is not None:
            return super().ask(*demands)
        answers: list[Any] = []
        taken: list[Answered] = []
        dues: list[Due] = []
        for demand in demands:
            if demand.sole is not None:
                answers.append(demand.sole.answer)
                if demand.side == self.side and not demand.standing:
                    if demand.sole.closes:
                        self._note_undone(demand)
                    self._futile(demand)
                continue
            answer = (self._own(demand) or self._instead(demand)) if demand.side == self.side else self._other(demand)
            if demand.side == self.side and (answer.closes if answer else not demand.optional):
                self._note_undone(demand)
            if isinstance(answer, Understood):
                answers.append(answer.answer)
                taken.append(Answered(demand.side, demand.code, answer.order))
            elif demand.optional:
                if demand.side != self.side:
                    self._assume()
                answers.append(None)
                taken.append(Answered(demand.side, demand.code, None))
            else:
                dues.append(Due(demand))
        if dues:
            raise SittingEnds(*dues)
        self.acts += taken
        return answers

    def _own(self, demand: Demand) -> Understood | None:
        if demand.hidden and not demand.window and self.campaign.unknown_hand(self.side, self.position):
            raise SittingEnds
        orders = self.pending.orders.get(self.side, [])
        self._look_ahead(demand, orders)
        for number, order in enumerate(given := list(orders)):
            options = speaking(order, demand, self.phase)
            if not options or not is_ready(order, self.side, self.position, self.happened):
                continue
            verdicts = [judged(demand, option, order) for option in options]
            understood = next((verdict for verdict in verdicts if isinstance(verdict, Understood)), None)
            if understood and not self.pending.has_needed(understood, self.phase, self.position, self.happened):
                continue
            if not (demand.standing or order.until or (understood and understood.stays)):
                orders.remove(order)
            if understood:
                self.findings.understood.append((order, _with_reason(understood, verdicts)))
                chosen = options[verdicts.index(understood)]
                self._note_closed(demand, order, chosen)
                if chosen.keyword == "pass":
                    before = self.findings.passed.get(self.phase, frozenset())
                    self.findings.passed[self.phase] = before | demand.keywords
                return understood
            if not (order.until or self._has_answered(demand, order)):
                for option, problems in zip(options, verdicts, strict=True):
                    if not isinstance(problems, Understood):
                        self._write_down(option, problems, order)
                self.unread.append(order.statement)
                if id(order) not in self.findings.barred_by:  # else what bars it bars those behind it, too
                    behind = cancelled_with(order, given[number + 1:], demand, self.phase)
                    self.findings.barred_by |= {id(other): order for other in behind}
        return None

    def _has_answered(self, demand: Demand, order: Order) -> bool:
        """Whether an order is a wish that has answered: that it does not fit what is asked next is no fault of it."""
        return demand.standing and any(order is answered for answered, _ in self.findings.understood)

    def _instead(self, demand: Demand) -> Understood | None:
        """What is assumed where an order at fault would have answered: a pass, or else the first thing that is legal.
        So what stands behind it is looked at, too."""
        if demand.optional:
            return None
        faulty = next((statement for statement in self.unread if statement.keyword in demand.keywords
                       and statement.phase in ("", self.phase)), None)
        if faulty is None:
            return None
        self.unread.remove(faulty)
        choices = chain([{"order": "pass"}] if "pass" in demand.keywords else [], islice(demand.choices(), 1))
        verdicts = (demand.judge(order) for value in choices
                    if isinstance(order := self.game.read_value(value), Order))
        verdict = next((verdict for verdict in verdicts if isinstance(verdict, Understood)), None)
        if verdict is not None:
            self._assume()
        return verdict

    def _note_undone(self, demand: Demand) -> None:
        """Writes down what lists have left undone where no more of them can be done."""
        self.findings.undone += self.undone(demand)
        self.findings.through |= {id(order) for order in self.pending.orders.get(self.side, ())
                                  if order.keyword in demand.keywords}

    def _note_closed(self, demand: Demand, order: Order, chosen: Order) -> None:
        """Writes down for which of its wishes nothing is open where an order answers."""
        for wish in demand.wishes(chosen):
            if problem := item_problem(demand, self.rules.reread(wish)):
                self.findings.closed.append(Undone(order, wish, problem))

    def _look_ahead(self, demand: Demand, orders: Sequence[Order]) -> None:
        """Sees which orders would be legal now: what is illegal later, with nothing assumed in between, is so for the
        side's own orders before it."""
        if not self.findings.assumed:
            return
        options = ((order, option) for order in orders for option in speaking(order, demand, self.phase)
                   if id(option) not in self.stood)
        for order, option in islice(options, AHEAD):
            self.stood[id(option)] = isinstance(judged(demand, option, order), Understood)

    def _assume(self) -> None:
        self.findings.assumed = True
        self.stood.clear()

    def _futile(self, demand: Demand) -> None:
        """Writes down orders that want more than the one thing the rules leave, such as a move without points."""
        orders = self.pending.orders.get(self.side, [])
        for order in list(orders):
            if order.keyword != "pass" and speaks_of(order, demand, self.phase):
                verdict = demand.judge(order)
                if not isinstance(verdict, Understood) and not (order.conditions or order.until or order.alternatives):
                    self._write_down(order, verdict, order)
                    orders.remove(order)

    def _write_down(self, option: Order, problems: tuple[Problem, ...], order: Order) -> None:
        """Notes what is wrong with an order, or with one that stands in for it."""
        for problem in problems:
            placed = (order, problem.at(option.statement.span))
            if self.findings.assumed and not problem.certain and not self.stood.get(id(option)):
                self.findings.depends.append(placed)
            else:
                self.findings.problems.append(placed)

    def _other(self, demand: Demand) -> Understood | None:
        match = self.pending.find(demand, self.phase, self.position, self.happened)
        if isinstance(match, Match):
            self.pending.take(demand, match)
            return match.understood
        if demand.optional or "pass" not in demand.keywords:
            return None
        verdict = demand.judge(self.game.read_value({"order": "pass"}))
        if not isinstance(verdict, Understood):
            return None
        self._assume()
        return verdict


def _with_reason(understood: Understood, verdicts: Sequence[Verdict]) -> Understood:
    """The understood order; where it stands in for others, with the reason as a remark."""
    first = verdicts[0]
    if isinstance(first, Understood):
        return understood
    because = instead_sentence(phrase("illegal", problem=first[0].code, rule=first[0].rule))
    return understood._replace(note=", ".join(filter(None, (understood.note, because))))


def trial(campaign: Campaign, side: str, orders: Sequence[Order], unread: Sequence[Statement] = ()) -> Findings:
    """Plays a side's orders from the campaign's present position.

    Args:
        orders: what the side orders, in reading order, earlier submissions that still count included.
        unread: orders of the side that could not be read.
    Raises:
        Stopped: the rules no longer play what the record says.
    """
    findings = Findings()
    public = inputs.public(campaign, len(campaign.entries))
    public.orders += [(side, order) for order in orders]
    turn = campaign.turn
    try:
        sitting = inputs.play_on(campaign, public, NoFate(partial(campaign.look_for, side)), Trial,
                                 stop=lambda table: bool(table.position.turn != turn),
                                 campaign=campaign, side=side, findings=findings, unread=unread)
    except Diverged as difference:
        raise Stopped(divergence(campaign, difference)) from difference
    findings.dues, findings.position = sitting.dues, sitting.position
    return findings
