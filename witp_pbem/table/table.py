"""The gaming table: rules sit at it to ask, roll, draw and tell.

A sitting plays a phase from its opening position. What was already answered, rolled, drawn and told in earlier
sittings of the phase is played again from the record (`acts`); after its end the table looks for answers among
the orders at hand and for luck at its `Fate`. So rules need no state machine: they are called from the start
of the phase each time and must be deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from witp_pbem.table.demand import Demand, Due, Order, Owed, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.problem import Problem


class Answered(NamedTuple):
    """A decision taken: the order in full words ("" for silence) and where it came from."""

    side: str
    demand: str
    text: str
    source: tuple[int, int] | None = None


class Rolled(NamedTuple):
    """Dice thrown for a stated reason."""

    label: str
    dice: tuple[int, ...]


class Drawn(NamedTuple):
    """A face-down card handed to a side; `slot` names it without telling what it is."""

    deck: str
    side: str
    slot: str


class Shuffled(NamedTuple):
    """A deck made ready: the seal of each card, top card first (empty where the cards will be given by hand)."""

    deck: str
    seals: tuple[str, ...]


class Edited(NamedTuple):
    """A referee's ruling that changes the position, by the number of its logbook entry and its place in it."""

    source: tuple[int, int]


Act = Answered | Rolled | Drawn | Shuffled | Edited | Event


class Fate(Protocol):
    """Where luck comes from: a hash chain, dice typed in, a case file."""

    def roll(self, label: str, count: int, faces: int) -> tuple[int, ...]:
        """Dice; raises `Owed` if a person must roll them first."""
        ...

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Makes a deck; returns one seal a card in the deck's order, or nothing if cards are given by hand."""
        ...

    def draw(self, deck: str, number: int, side: str) -> str:
        """The slot of the deck's next card (`number` cards were drawn before); may raise `Owed`."""
        ...

    def look(self, slot: str) -> str | None:
        """What card lies in a slot, None where this copy of the campaign may not know."""
        ...


class Rules(Protocol):
    """What the table needs of a game to play it."""

    def apply(self, position: Any, event: Event) -> Any: ...

    def edit(self, table: Table, source: tuple[int, int]) -> None: ...

    def reread(self, text: str) -> Order | tuple[Problem, ...]: ...


class Diverged(Exception):  # noqa: N818 - told to the user as a fact about the record
    """The rules as they are now do not play what the record says."""

    def __init__(self, number: int, recorded: Act | None, now: Act | str) -> None:
        super().__init__(f"act {number}: recorded {recorded}, now {now}")
        self.number, self.recorded, self.now = number, recorded, now


class Hand:
    """The orders at hand: for each side those that have not been used, in the order they are to be read."""

    def __init__(self, orders: Sequence[tuple[str, Order]] = ()) -> None:
        self.orders: dict[str, list[Order]] = {}
        for side, order in orders:
            self.orders.setdefault(side, []).append(order)

    def find(self, demand: Demand, phase: str) -> tuple[Order, Understood] | tuple[Problem, ...]:
        """The first order that speaks of this decision, if it is legal; else what is wrong with it.

        An order that is illegal at its moment bars those behind it, unless it is a standing preference: what
        follows may build on it.
        """
        problems: list[Problem] = []
        for order in self.orders.get(demand.side, ()):
            if not speaks_of(order, demand, phase):
                continue
            verdict = demand.judge(order)
            if isinstance(verdict, Understood):
                if not demand.standing:
                    self.orders[demand.side].remove(order)
                return order, verdict
            problems += [problem.at(order.statement.span) for problem in verdict]
            if not demand.standing:
                break
        return tuple(problems)


def speaks_of(order: Order, demand: Demand, phase: str) -> bool:
    """Whether an order is meant for this decision: its keyword, the phase it is headed with, its subject."""
    return (order.keyword in demand.keywords and order.phase in ("", phase) and demand.matches(order))


class Table:
    """One sitting.

    Attributes:
        position: the position now; rules read it again after every `tell` and `ask`.
        acts: everything that happened at this table, in order, the replayed part included.
        opened: slots of cards turned face up in the new part.
    """

    def __init__(self, rules: Rules, position: Any, record: Sequence[Act], hand: Hand, fate: Fate,
                 edits: Sequence[tuple[int, int]] = ()) -> None:
        self.rules = rules
        self.position = position
        self.record = record
        self.hand = hand
        self.fate = fate
        self.edits = list(edits)
        self.acts: list[Act] = []
        self.opened: list[str] = []
        self.phase = ""

    def ask(self, *demands: Demand) -> list[Any]:
        """Asks one or several sides; demands asked together are owed together, and no answer shows before all
        are in.

        Returns:
            The answers in the order of the demands; None for an optional one met with silence.
        Raises:
            Owed: an answer is missing, or the order for it is illegal now.
        """
        answers: list[Any] = []
        dues: list[Due] = []
        taken: list[Answered] = []
        for demand in demands:
            recorded = None if taken else self._recorded()
            if demand.sole is not None:
                answers.append(demand.sole.answer)
            elif recorded is not None:
                answers.append(self._replay(demand, recorded))
                self._act(recorded)
            else:
                found = self.hand.find(demand, self.phase)
                if len(found) == 2 and isinstance(found[0], Order):
                    order, understood = found
                    assert isinstance(understood, Understood)
                    answers.append(understood.answer)
                    taken.append(Answered(demand.side, demand.code, understood.text, order.source))
                    self.note(order, understood)
                elif demand.optional and not found:
                    answers.append(None)
                    taken.append(Answered(demand.side, demand.code, ""))
                else:
                    dues.append(Due(demand, found))
        if dues:
            raise Owed(*dues)
        for act in taken:
            self._act(act)
        return answers

    def note(self, order: Order, understood: Understood) -> None:
        """Called for each order that has just answered; a check overrides it to write down how."""

    def roll(self, label: str, count: int = 1, faces: int = 6) -> tuple[int, ...]:
        """Dice for a reason. The same label may come again; dice differ by their place in the sitting."""
        recorded = self._recorded()
        if recorded is None:
            dice = self.fate.roll(label, count, faces)
            self._act(Rolled(label, dice))
            return dice
        if not isinstance(recorded, Rolled) or recorded.label != label or len(recorded.dice) != count:
            raise Diverged(len(self.acts), recorded, f"roll {label}")
        self._act(recorded)
        return recorded.dice

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        """Makes a deck of face-down cards; the seals go into the position, the cards stay secret."""
        recorded = self._recorded()
        if recorded is not None and not (isinstance(recorded, Shuffled) and recorded.deck == deck):
            raise Diverged(len(self.acts), recorded, f"shuffle {deck}")
        act = recorded if isinstance(recorded, Shuffled) else Shuffled(deck, self.fate.shuffle(deck, cards))
        self._act(act)
        return act.seals

    def draw(self, deck: str, number: int, side: str) -> str:
        """The slot of the next card of a deck, `number` cards having been drawn from it before."""
        recorded = self._recorded()
        if recorded is not None and not (isinstance(recorded, Drawn) and recorded[:2] == (deck, side)):
            raise Diverged(len(self.acts), recorded, f"draw {deck} for {side}")
        act = recorded if isinstance(recorded, Drawn) else Drawn(deck, side, self.fate.draw(deck, number, side))
        self._act(act)
        return act.slot

    def look(self, slot: str) -> str | None:
        """The card in a slot, for the rules' eyes; None on a copy that may not know it yet."""
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
            self._act(event)
        self.rule()

    def rule(self) -> None:
        """Applies the referee's rulings that stand at this place of the record, then those not yet applied."""
        while isinstance(recorded := self._recorded(), Edited):
            self._act(recorded)
            self.rules.edit(self, recorded.source)
        while self.edits and not self._replaying():
            source = self.edits.pop(0)
            self._act(Edited(source))
            self.rules.edit(self, source)

    def _recorded(self) -> Act | None:
        return self.record[len(self.acts)] if self._replaying() else None

    def _replaying(self) -> bool:
        return len(self.acts) < len(self.record)

    def _act(self, act: Act) -> None:
        self.acts.append(act)

    def _replay(self, demand: Demand, recorded: Act) -> Any:
        """The recorded answer, judged again: what was legal then must be legal now."""
        if not isinstance(recorded, Answered) or (recorded.side, recorded.demand) != (demand.side, demand.code):
            raise Diverged(len(self.acts), recorded, f"ask {demand.side} for {demand.code}")
        if not recorded.text:
            return None
        order = self.rules.reread(recorded.text)
        verdict = demand.judge(order) if isinstance(order, Order) else order
        if not isinstance(verdict, Understood) or verdict.text != recorded.text:
            raise Diverged(len(self.acts), recorded, str(verdict))
        return verdict.answer
