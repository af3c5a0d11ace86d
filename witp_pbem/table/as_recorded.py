"""A table at which the record of a step stands, whatever the rules would play now.

Rules that were corrected since a step began may no longer play what was recorded of it. Where the referee lets the
record stand, this table follows it as far as that makes sense: recorded events replace those the rules tell now;
recorded events that the rules no longer tell are taken all the same, and events they tell in addition are left out;
recorded dice and cards are taken, and recorded decisions as far as the rules still understand them. After the record
the rules play on as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from witp_pbem.table.acts import Act, Answered, Cancelled, Drawn, Edited, Forced, Rolled, Shuffled, Tested, Triggered
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.table import Diverged, Table

MOST_LEFT_OUT = 1000  # events: rules that tell more than these in vain are in a loop
LUCK = (Rolled, Drawn, Shuffled, Tested)


def table(kind: type[Any], stands: int) -> Callable[..., Table]:
    """A kind of table at which the first `stands` acts of the record stand."""
    if not stands:
        return kind
    bases = (AsRecorded,) if kind is Table else (kind, AsRecorded)
    return type(kind.__name__, bases, {"stands": stands})


class AsRecorded(Table):
    """The table. It raises `Diverged` where the record cannot be followed even so.

    Attributes:
        stands: how many acts of the record stand.
    """

    stands = 0
    _extra: Sequence[Event] = ()  # events taken before the rules told them, since the last decision or luck
    _left_out = 0
    _is_begun = False

    def begin(self, phase: str) -> None:
        if self._is_begun and self._is_standing():
            raise Diverged(len(self.acts), self._recorded(), f"the end of the phase {self.phase}")
        self._is_begun = True
        super().begin(phase)

    def ask(self, *demands: Demand) -> list[Any]:
        if demands:  # who asks nobody anything waits for nothing
            self._pass(Event, *LUCK)
        return super().ask(*demands)

    def roll(self, label: Phrase, count: int, die: Die, *, again: bool = False) -> tuple[int, ...]:
        self._pass(Event)
        recorded = self._recorded() if self._is_standing() else None
        if isinstance(recorded, Rolled) and (len(recorded.dice), recorded.die) == (count, die):
            self.acts.append(recorded)
            return recorded.dice
        return super().roll(label, count, die, again=again)

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        self._pass(Event)
        return super().shuffle(deck, cards)

    def draw(self, deck: str, number: int, side: str) -> str:
        self._pass(Event)
        return super().draw(deck, number, side)

    def test(self, slot: str, question: str) -> bool | str:
        self._pass(Event)
        return super().test(slot, question)

    def contradict(self, recorded: Tested, right: Tested) -> None:
        if not self._is_standing():
            super().contradict(recorded, right)

    def tell(self, *events: Event) -> None:
        for place, event in enumerate(events):
            if not self._follow(event):
                super().tell(*events[place:])
                return
        self.rule()

    def _is_standing(self) -> bool:
        return len(self.acts) < self.stands

    def _follow(self, wanted: Event) -> bool:
        """Takes the recorded event in place of one the rules tell; False if that is to be told as new."""
        if wanted in self._extra:
            self._extra = [event for event in self._extra if event != wanted]
            return True
        if not self._is_standing():
            return False
        run, is_last = self._run()
        place = _place_of(wanted, run)
        if place is None and not is_last:
            self._leave_out(wanted)
            return True
        before = run if place is None else run[:place]
        for event in before:
            self._take(event)
        self._extra = [*self._extra, *before]
        if place is None:
            return False
        self._take(run[place])
        return True

    def _leave_out(self, event: Event) -> None:
        """Leaves out an event that the rules tell and the record does not have."""
        self._left_out += 1
        if self._left_out > MOST_LEFT_OUT:
            raise Diverged(len(self.acts), self._recorded(), event)

    def _run(self) -> tuple[list[Event], bool]:
        """The recorded events up to the next decision or luck, and whether what stands ends with them."""
        events: list[Event] = []
        for act in self.record[len(self.acts):self.stands]:
            if isinstance(act, Event):
                events.append(act)
            elif not isinstance(act, Triggered | Cancelled):
                return events, False
        return events, True

    def _pass(self, *kinds: type[Act]) -> None:
        """Takes the recorded acts of some kinds that come next, up to the decision or luck that is wanted, and carries
        out rulings between them."""
        while self._is_standing():
            act = self._recorded()
            if isinstance(act, Edited) and self._is_standing():
                self.rule()
            elif isinstance(act, kinds) and self._is_standing():
                self._take(act)
            else:
                break
        self._extra = ()

    def _take(self, act: Act) -> None:
        """Takes the next act of the record, after its notices."""
        self._recorded()
        if isinstance(act, Event):
            self.position = self.rules.apply(self.position, act)
        self.acts.append(act)

    def _force(self, demand: Demand, sole: Understood, recorded: Act | None) -> list[Act]:
        answer = (demand.side, demand.code, sole.order)
        if self._is_standing() and isinstance(recorded, Answered) and recorded[:3] == answer:
            self.acts.append(recorded)
            return []
        return super()._force(demand, sole, recorded)

    def _fitting(self, demand: Demand, recorded: Act) -> Answered:
        if self._is_standing() and isinstance(recorded, Forced):
            recorded = Answered(recorded.side, recorded.demand, recorded.order)
        return super()._fitting(demand, recorded)

    def _judge_undone(self, demand: Demand, recorded: Answered | Forced) -> None:
        if not self._is_standing():
            super()._judge_undone(demand, recorded)

    def _reread(self, demand: Demand, recorded: Answered) -> Any:
        if not self._is_standing() or recorded.order is None:
            return super()._reread(demand, recorded)
        return self._judged(demand, recorded).answer


def _place_of(wanted: Event, run: Sequence[Event]) -> int | None:
    """Where an event stands in a run of the record or, if it does not, one of its kind; None if neither does."""
    same = [place for place, event in enumerate(run) if event == wanted]
    alike = [place for place, event in enumerate(run) if type(event) is type(wanted)]
    return next(iter((*same, *alike)), None)
