"""The gaming table, at which rules ask, roll, draw and tell.

A sitting plays a step from its opening position. What was answered, rolled, drawn and told in earlier sittings of the
step is played again from the record (`acts`); after that the table looks for answers among the pending orders and gets
its luck from its `Fate`. So rules need no state machine: they are called from the start of the step each time, and
must be deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from witp_pbem.table.acts import (
    Act,
    Answered,
    Cancelled,
    Drawn,
    Edited,
    Forced,
    Notice,
    Rolled,
    Shuffled,
    Tested,
    Triggered,
)
from witp_pbem.table.demand import Demand, Due, Order, SittingEnds, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.pending import Failed, Match, PendingOrders, Undone, item_problem, open_to_all, undone
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.tuples import NamedTuple


class Fate(Protocol):
    """Where luck comes from: a hash chain, dice typed in, a case file."""

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        """Dice of one kind.

        Raises:
            SittingEnds: a person must roll them first.
        """
        ...

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Makes a deck; returns a seal for each card, in the deck's order, or none where cards are drawn by hand."""
        ...

    def draw(self, deck: str, number: int, side: str) -> str:
        """The slot of a deck's next card, `number` cards having been drawn from it before.

        Raises:
            SittingEnds: a person must draw it first.
        """
        ...

    def look(self, slot: str) -> str | None:
        """The card in a slot, None where this copy of the campaign may not know it."""
        ...


class Rules(Protocol):
    """What the table needs of a game to play it."""

    def apply(self, position: Any, event: Event) -> Any: ...

    def edit(self, table: Table, source: tuple[int, int]) -> None: ...

    def answer(self, position: Any, question: str, card: str) -> bool | str: ...

    def reread(self, value: Any) -> Order | tuple[Problem, ...]: ...


class Illegal(NamedTuple):
    """That a recorded answer is illegal, and why."""

    problems: tuple[Problem, ...]


class Diverged(Exception):  # noqa: N818 - told to the user as a fact about the record
    """The rules as they are now do not play what the record says.

    Attributes:
        number: of the act, from 0.
        recorded: that act, None behind the end of the record.
        now: the act the rules play instead, what they do instead, or why the recorded answer is illegal.
    """

    def __init__(self, number: int, recorded: Act | None, now: Act | Illegal | str) -> None:
        super().__init__(f"act {number}: recorded {recorded}, now {now}")
        self.number, self.recorded, self.now = number, recorded, now


class Table:
    """One sitting.

    Attributes:
        position: the position now; rules read it again after every `tell` and `ask`.
        rules: what the table needs of the game.
        record: the acts to be replayed.
        pending: the orders not used yet.
        fate: where dice and cards come from.
        edits: sources of rulings on the position not yet applied.
        acts: everything that happened at this table, in order, the replayed part included.
        opened: slots of cards turned face up after the replayed part.
        phase: the phase that orders of the step are headed with.
    """

    def __init__(self, rules: Rules, position: Any, record: Sequence[Act], pending: PendingOrders, fate: Fate,
                 edits: Sequence[tuple[int, int]] = ()) -> None:
        self.rules = rules
        self.position = position
        self.record = record
        self.pending = pending
        self.fate = fate
        self.edits = list(edits)
        self.acts: list[Act] = []
        self.opened: list[str] = []
        self.phase = ""
        self._begun = 0  # how many acts there were when the step began

    @property
    def happened(self) -> Sequence[Act]:
        """The acts since the step began, for conditions; the same whether or not earlier steps lie in this sitting."""
        return self.acts[self._begun:]

    def begin(self, phase: str) -> None:
        """A step begins, whose orders are headed with a phase."""
        self.phase, self._begun = phase, len(self.acts)

    def ask(self, *demands: Demand) -> list[Any]:
        """Asks one or several sides; demands asked together are owed together, and no answer shows before all
        are in.

        Returns:
            The answers in the order of the demands; None for an optional one met with silence.
        Raises:
            SittingEnds: an answer is missing, or the order for it is illegal now.
        """
        self._end_standing()
        answers: list[Any] = []
        dues: list[Due] = []
        taken: list[Act] = []
        cancelled: list[Cancelled] = []
        for demand in demands:
            recorded = None if taken else self._next()
            if demand.sole is not None:
                answers.append(demand.sole.answer)
                taken += self._force(demand, demand.sole, recorded)
            elif recorded is not None:
                answers.append(self._replay(demand, recorded))
                self.acts.append(recorded)
            else:
                match = self.pending.find(demand, self.phase, self.position, self.happened)
                if isinstance(match, Match):
                    answers.append(match.understood.answer)
                    source, order = match.order.source, match.understood.order
                    if match.because:
                        taken.append(Triggered(demand.side, source, match.because))
                    self.pending.take(demand, match)
                    taken.append(Answered(demand.side, demand.code, order, source, match.understood.stays,
                                          self._undone_phrases(demand, match.understood)))
                    self.note(match.chosen, match.understood)
                elif demand.optional and not match:
                    answers.append(None)
                    taken.append(Answered(demand.side, demand.code, None))
                elif understood := self.without_order(demand):
                    answers.append(understood.answer)
                    taken.append(Answered(demand.side, demand.code, understood.order))
                else:
                    problems = [problem for failed in match for problem in failed.problems]
                    dues.append(Due(demand, (*problems, *self._leaves_undone(demand, match))))
                    cancelled += self.pending.cancel_illegal(demand, self.phase, match)
        if dues:
            self.acts += cancelled
            raise SittingEnds(*dues)
        self.acts += taken
        return answers

    def _force(self, demand: Demand, sole: Understood, recorded: Act | None) -> list[Act]:
        """The record of a forced decision: compared with what is recorded, or to be recorded now."""
        if recorded is None:
            return [Forced(demand.side, demand.code, sole.order, self._undone_phrases(demand, sole))]
        forced = Forced(demand.side, demand.code, sole.order)
        if not isinstance(recorded, Forced) or recorded._replace(undone=()) != forced:
            raise Diverged(len(self.acts), recorded, forced)
        self._judge_undone(demand, recorded)
        self.acts.append(recorded)
        return []

    def undone(self, demand: Demand) -> list[Undone]:
        """What the lists of a side have left undone of a decision."""
        return self.pending.undone(demand, self.phase, self.position, self.happened, self.rules.reread)

    def _leaves_undone(self, demand: Demand, failed: Sequence[Failed]) -> list[Problem]:
        """Why items of lists have not been done where more is owed; not of standing orders or lists all illegal."""
        known = [other.order for other in failed]
        return [left.problem.at(left.order.statement.span) for left in self.undone(demand)
                if left.problem and not left.order.until and left.order not in known]

    def _undone_phrases(self, demand: Demand, understood: Understood) -> tuple[Phrase, ...]:
        return open_to_all(self.undone(demand), demand.side, self.happened) if understood.closes else ()

    def _judge_undone(self, demand: Demand, recorded: Answered | Forced) -> None:
        """What is recorded as left undone, judged again."""
        for left in recorded.undone:
            item = left.values.get("order")
            order = self.rules.reread(item)
            if not isinstance(order, Order) or order.keyword not in demand.keywords:
                raise Diverged(len(self.acts), recorded, f"ask {demand.side} for {demand.code}")
            with self._any_order(recorded):
                now = undone(item, item_problem(demand, order))
            if now != left:
                raise Diverged(len(self.acts), recorded, f"{demand.code}: {now.json}")

    def without_order(self, demand: Demand) -> Understood | None:
        """What answers where no order does: nothing, so that the decision is owed. Where nobody is waited for, a table
        of its own says more."""
        return None

    def note(self, order: Order, understood: Understood) -> None:
        """Called for each order that has just answered; a case overrides it to know which did."""

    def notice(self, notice: Notice) -> None:
        """Called for each replayed notice; a verification overrides it to check it."""

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        """Dice of one kind, for a reason. Labels may repeat: dice differ by their place in the sitting.

        Args:
            again: everything stands as it stood when the dice of this label were thrown last, as after a tie that is
                thrown again. Nothing but the reckoning of odds asks for it.
        """
        recorded = self._next()
        if recorded is None:
            dice = self.fate.roll(label, count, die)
            self.acts.append(Rolled(label, dice, die))
            return dice
        if not isinstance(recorded, Rolled) or (recorded.label, recorded.die, len(recorded.dice)) != (
                label, die, count):
            raise Diverged(len(self.acts), recorded, f"roll {label.json}")
        self.acts.append(recorded)
        return recorded.dice

    def roll_all(self, *rolls: tuple[Phrase, int, Die], comes_to: Callable[..., Hashable],
                 again: bool = False) -> tuple[tuple[int, ...], ...]:
        """Rolls one after the other, each a label, a number of dice and their kind (see `roll`).

        Args:
            comes_to: what they come to together, from what each roll shows: throws that come to the same differ in
                nothing that follows but the numbers told. Nothing but the reckoning of odds asks for it.
        """
        return tuple(self.roll(*wanted, again=again) for wanted in rolls)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Makes a deck of face-down cards; the seals go into the position, the cards stay secret."""
        recorded = self._next()
        if recorded is not None and not (isinstance(recorded, Shuffled) and recorded.deck == deck):
            raise Diverged(len(self.acts), recorded, f"shuffle {deck}")
        act = recorded if isinstance(recorded, Shuffled) else Shuffled(deck, self.fate.shuffle(deck, cards))
        self.acts.append(act)
        return act.seals

    def draw(self, deck: str, number: int, side: str) -> str:
        """The slot of the next card of a deck, `number` cards having been drawn from it before."""
        recorded = self._next()
        if recorded is not None and not (isinstance(recorded, Drawn) and recorded[:2] == (deck, side)):
            raise Diverged(len(self.acts), recorded, f"draw {deck} for {side}")
        act = recorded if isinstance(recorded, Drawn) else Drawn(deck, side, self.fate.draw(deck, number, side))
        self.acts.append(act)
        return act.slot

    def test(self, slot: str, question: str) -> bool | str:
        """The game's answer to a question about a face-down card. Everybody can read it in the record, so it may say no
        more than everybody learns at this moment anyway; a copy that may not know the card relies on it.

        Raises:
            SittingEnds: this copy may not know the card, and nobody has answered yet; nothing is owed.
            Diverged: the card is known, and the recorded answer is not the right one.
        """
        recorded = self._next()
        if recorded is not None and not (isinstance(recorded, Tested) and recorded[:2] == (slot, question)):
            raise Diverged(len(self.acts), recorded, f"test {slot}: {question}")
        card = self.private(slot)
        right = None if card is None else Tested(slot, question, self.rules.answer(self.position, question, card))
        if recorded is None and right is None:
            raise SittingEnds
        if recorded is not None and right not in (None, recorded):
            self.contradict(recorded, right)
        act = recorded if isinstance(recorded, Tested) else right
        assert act is not None
        self.acts.append(act)
        return act.answer

    def contradict(self, recorded: Tested, right: Tested) -> None:
        """Called where the recorded answer about a known card is wrong."""
        raise Diverged(len(self.acts), recorded, right)

    def private(self, slot: str) -> str | None:
        """The card in a slot; None on a copy that may not know it. It is for the judge and the choices of a `hidden`
        demand of the side that holds the card, and for nothing else: what everybody sees never depends on it. A judge
        accepts an order about a card it may not know; what the rules test of it afterwards proves it."""
        return self.fate.look(slot)

    def open(self, slot: str, card: str) -> None:
        """Turns a card face up for everybody: its seal is opened in the logbook."""
        if not self._replaying():
            self.opened.append(slot)

    def tell(self, *events: Event) -> None:
        """Records what happened and changes the position by it."""
        for event in events:
            recorded = self._recorded()
            if recorded is not None and recorded != event:
                raise Diverged(len(self.acts), recorded, event)
            self.position = self.rules.apply(self.position, event)
            self.acts.append(event)
            self._end_standing()
        self.rule()

    def rule(self) -> None:
        """Applies the referee's rulings that stand at this place of the record, then those not yet applied.

        Raises:
            SittingEnds: a ruling has ended the game; nothing is owed.
        """
        while isinstance(recorded := self._recorded(), Edited):
            self.acts.append(recorded)
            self._edit(recorded.source)
        while self.edits and not self._replaying():
            source = self.edits.pop(0)
            self.acts.append(Edited(source))
            self._edit(source)

    def is_ended_by_ruling(self) -> bool:
        """Where something is owed: whether one of the rulings not yet applied ends the game here and now."""
        waiting, self.edits = self.edits, []  # tried one by one: the events of one must not carry out the others
        for source in waiting:
            position, count = self.position, len(self.acts)
            self.acts.append(Edited(source))
            try:
                self._edit(source)
            except SittingEnds:
                return True
            self.position = position  # the others wait for the next event: the rules are not ready for them here
            del self.acts[count:]
        return False

    def _next(self) -> Act | None:
        """The next act of the record, a ruling that ends the game carried out."""
        recorded = self._recorded()
        if isinstance(recorded, Edited):
            self.rule()
            recorded = self._recorded()
        return recorded

    def _edit(self, source: tuple[int, int]) -> None:
        self.rules.edit(self, source)
        if getattr(self.position, "outcome", None):
            raise SittingEnds

    def _end_standing(self) -> None:
        """Removes the standing orders that end now; in the replayed part the record says which."""
        if self.pending.is_any_standing and not self._replaying():
            self.acts += self.pending.end(self.position, self.happened)

    def _recorded(self) -> Act | None:
        """The next act of the record, once its notices about conditional orders are passed over."""
        while self._replaying():
            act = self.record[len(self.acts)]
            if not isinstance(act, Notice):
                return act
            self.notice(act)
            self.acts.append(act)
        return None

    def _replaying(self) -> bool:
        return len(self.acts) < len(self.record)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        """The recorded answer, judged again: what was legal then must be legal now."""
        return self._reread(demand, self._fitting(demand, recorded))

    def _fitting(self, demand: Demand, recorded: Act) -> Answered:
        """What is recorded, if it answers a demand."""
        if not isinstance(recorded, Answered) or (recorded.side, recorded.demand) != (demand.side, demand.code):
            raise Diverged(len(self.acts), recorded, f"ask {demand.side} for {demand.code}")
        self._judge_undone(demand, recorded)
        return recorded

    def _reread(self, demand: Demand, recorded: Answered) -> Any:
        """The answer to the order of the record."""
        if recorded.order is None:
            return None
        verdict = self._judged(demand, recorded)
        if verdict.order != recorded.order:
            raise Diverged(len(self.acts), recorded, recorded._replace(order=verdict.order))
        return verdict.answer

    def _judged(self, demand: Demand, recorded: Answered) -> Understood:
        """How the order of the record is understood now."""
        order = self.rules.reread(recorded.order)
        if isinstance(order, Order) and order.keyword not in demand.keywords:
            raise Diverged(len(self.acts), recorded, f"ask {demand.side} for {demand.code}")
        with self._any_order(recorded):
            verdict = demand.judge(order) if isinstance(order, Order) else order
        if not isinstance(verdict, Understood):
            raise Diverged(len(self.acts), recorded, Illegal(verdict))
        return verdict

    @contextmanager
    def _any_order(self, recorded: Act) -> Iterator[None]:
        """A record may hold what no player could have written, and no judge need cope with that."""
        try:
            yield
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Diverged(len(self.acts), recorded, repr(error)) from error
