"""A trial sitting: how far one side's orders get, and everything wrong with them on the way.

It differs from a real sitting in four ways: it never uses what the other side has sealed; an illegal order is
written down and passed over, so that the next one is looked at too; where the other side must decide, a pass is
assumed if the rules allow one; and it ends where dice or cards are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any

from witp_pbem.campaign import hand, slips
from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.luck import NoFate
from witp_pbem.table.demand import Demand, Due, Order, Owed, Understood
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import Seat, sit
from witp_pbem.table.table import Act, Answered, Hand, Table, speaks_of

CARD = "card"  # the demand for a card out of the hand
AHEAD = 20  # orders looked at together


@dataclass
class Findings:
    """What a trial found out.

    Attributes:
        understood: orders that answered a decision, with how. problems: what is wrong, order by order.
        depends: what may be wrong, depending on what the other side does.
        assumed: the other side was taken to pass somewhere.
        passed: keywords of decisions the side itself has passed, by phase.
        dues: what is owed where the trial ended. position: the position there.
    """

    understood: list[tuple[Order, Understood]] = field(default_factory=list)
    problems: list[tuple[Order, Problem]] = field(default_factory=list)
    depends: list[tuple[Order, Problem]] = field(default_factory=list)
    assumed: bool = False
    passed: dict[str, frozenset[str]] = field(default_factory=dict)
    dues: tuple[Due, ...] = ()
    position: Any = None


class Trial(Table):
    """The table of a trial sitting of one side."""

    def __init__(self, rules: Seat, position: Any, record: Sequence[Act], hand: Hand, fate: NoFate,
                 edits: Sequence[tuple[int, int]], *, campaign: Campaign, side: str, findings: Findings) -> None:
        super().__init__(rules, position, record, hand, fate, edits)
        self.campaign = campaign
        self.stood: dict[int, bool] = {}  # whether an order was legal before own orders that follow an assumption
        self.game = rules.game
        self.side = side
        self.findings = findings

    def ask(self, *demands: Demand) -> list[Any]:
        if self._replaying():
            return super().ask(*demands)
        answers: list[Any] = []
        taken: list[Answered] = []
        dues: list[Due] = []
        for demand in demands:
            if demand.sole is not None:
                answers.append(demand.sole.answer)
                if demand.side == self.side and not demand.standing:
                    self._futile(demand)
                continue
            found = self._own(demand) if demand.side == self.side else self._other(demand)
            if isinstance(found, Understood):
                answers.append(found.answer)
                taken.append(Answered(demand.side, demand.code, found.text))
            elif demand.optional:
                if demand.side != self.side:
                    self._assume()
                answers.append(None)
                taken.append(Answered(demand.side, demand.code, ""))
            else:
                dues.append(Due(demand))
        if dues:
            raise Owed(*dues)
        self.acts += taken
        return answers

    def _own(self, demand: Demand) -> Understood | None:
        if demand.code == CARD and self.campaign.unknown_hand(self.side, self.position):
            raise Owed
        orders = self.hand.orders.get(self.side, [])
        self._look_ahead(demand, orders)
        for order in list(orders):
            if not speaks_of(order, demand, self.phase):
                continue
            verdict = demand.judge(order)
            if not demand.standing:
                orders.remove(order)
            if isinstance(verdict, Understood):
                self.findings.understood.append((order, verdict))
                if order.keyword == "pass":
                    before = self.findings.passed.get(self.phase, frozenset())
                    self.findings.passed[self.phase] = before | demand.keywords
                return verdict
            self._write_down(order, verdict)
        return None

    def _look_ahead(self, demand: Demand, orders: Sequence[Order]) -> None:
        """Sees which orders would be legal now: what is illegal later, with nothing assumed in between, is so for the
        side's own orders before it."""
        if not self.findings.assumed:
            return
        asked = (order for order in orders if id(order) not in self.stood and speaks_of(order, demand, self.phase))
        for order in islice(asked, AHEAD):
            self.stood[id(order)] = isinstance(demand.judge(order), Understood)

    def _assume(self) -> None:
        self.findings.assumed = True
        self.stood.clear()

    def _futile(self, demand: Demand) -> None:
        """Writes down orders that want more than the one thing the rules leave, such as a move without points."""
        orders = self.hand.orders.get(self.side, [])
        for order in list(orders):
            if order.keyword != "pass" and speaks_of(order, demand, self.phase):
                verdict = demand.judge(order)
                if not isinstance(verdict, Understood):
                    self._write_down(order, verdict)
                    orders.remove(order)

    def _write_down(self, order: Order, problems: tuple[Problem, ...]) -> None:
        for problem in problems:
            placed = (order, problem.at(order.statement.span))
            if self.findings.assumed and not problem.certain and not self.stood.get(id(order)):
                self.findings.depends.append(placed)
            else:
                self.findings.problems.append(placed)

    def _other(self, demand: Demand) -> Understood | None:
        found = self.hand.find(demand, self.phase)
        if len(found) == 2 and isinstance(found[1], Understood):
            return found[1]
        if demand.optional or "pass" not in demand.keywords:
            return None
        order = slips.read_order("pass", self.game)
        verdict = demand.judge(order) if isinstance(order, Order) else None
        if not isinstance(verdict, Understood):
            return None
        self._assume()
        return verdict


def trial(campaign: Campaign, side: str, orders: Sequence[Order]) -> Findings:
    """Plays a side's orders from the campaign's present position.

    Args:
        orders: what the side orders, in reading order, earlier submissions that still count included.
    """
    findings = Findings()
    public = hand.public(campaign, len(campaign.entries))
    at_hand = Hand([*public.orders, *((side, order) for order in orders)])
    look: Callable[[str], str | None] = partial(campaign.look_for, side)
    past, turn = campaign.past, campaign.turn
    sitting = sit(campaign.game, past.opening, past.record, at_hand, NoFate(look), rulings=public.rulings,
                  edits=public.edits, make=partial(Trial, campaign=campaign, side=side, findings=findings),
                  stop=lambda table: bool(table.position.turn != turn))
    findings.dues, findings.position = sitting.dues, sitting.position
    return findings
