"""What a side's sealed lists have left undone: told to their owner, as the record tells of those that lie open.

The record names what a list has left undone once the list has answered (`pending.open_to_all`). Of a list that never
answered nobody but its owner may know. So a step in which its side was asked is played again from the record, with the
orders of that side at hand that this copy of the campaign may read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Protocol

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign, Source
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.record.logbook import SITTING, SUBMISSION
from witp_pbem.campaign.sitting.at_hand import PendingAtSittings
from witp_pbem.campaign.sitting.inputs import is_lasting
from witp_pbem.table.acts import Act, Answered, Cancelled, Forced
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.event import Event
from witp_pbem.table.pending import PendingOrders, open_to_all
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import CannotRule, sit
from witp_pbem.table.story import Happening
from witp_pbem.table.table import Diverged, Table
from witp_pbem.table.text import CANCEL


class LogbookHappening(Happening, Protocol):
    """An act of the logbook: the phase it belongs to, its entry, and its number there."""

    @property
    def phase(self) -> str: ...

    @property
    def entry(self) -> int: ...

    @property
    def number(self) -> int: ...


class SealedUndone:
    """What the sealed lists of a side have left undone in a story, in order; reckoned when first looked at.

    Args:
        acts: those of the campaign up to the end of the story.
        story: those of the story.
        rulings: by source, all that may have been carried out.
    """

    def __init__(self, campaign: Campaign, side: str, acts: Sequence[LogbookHappening],
                 story: Sequence[LogbookHappening], rulings: Mapping[Source, Order]) -> None:
        self.campaign, self.side, self.acts, self.rulings = campaign, side, acts, rulings
        self.in_story = frozenset((item.entry, item.number) for item in story)

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._phrases)

    @cached_property
    def _phrases(self) -> tuple[Phrase, ...]:
        if not self._keywords:
            return ()
        return tuple(phrase for begin, end in self._steps() for phrase in self._of_step(begin, end))

    @cached_property
    def _slips(self) -> dict[Source, Mapping[str, Any]]:
        """The orders of the side that this copy may read."""
        return {(entry["n"], index): slip for entry in self.campaign.line
                if entry["type"] == SUBMISSION and entry["side"] == self.side
                for index, slip in self.campaign.contents(entry).items()}

    @cached_property
    def _keywords(self) -> frozenset[str]:
        """Those of orders that have neither answered ever nor been cancelled, wishes and passes left aside."""
        used = {item.act.source for item in self.acts if isinstance(item.act, Answered | Cancelled)}
        game = self.campaign.game
        orders = [slips.order(slip, game, source) for source, slip in self._slips.items() if source not in used]
        keywords = {option.keyword for order in orders if isinstance(order, Order) for option in order.options}
        return frozenset(keywords - {"pass", CANCEL} - game.standing)

    def _steps(self) -> Iterator[tuple[int, int]]:
        """Where the steps begin and end among the acts in which the side decided something that the story tells."""
        game, begin = self.campaign.game, 0
        ends = [number for number, item in enumerate(self.acts)
                if isinstance(item.act, Event) and game.is_step_start(item.act)]
        for end in (*ends, len(self.acts)):
            if any(isinstance(item.act, Answered | Forced) and item.act.side == self.side
                   and (item.entry, item.number) in self.in_story and not self._keywords.isdisjoint(
                       game.keywords_of(item.phase)) for item in self.acts[begin:end]):
                yield begin, end
            begin = end + 1

    def _of_step(self, begin: int, end: int) -> list[Phrase]:
        game, step = self.campaign.game, self.acts[begin:end]
        line = self.campaign.line
        sittings = {entry["n"]: entry for entry in line if entry["type"] == SITTING}
        turns: dict[int, int] = {}
        for item in self.acts[:end]:
            turns.setdefault(item.entry, int(item.position_before.turn))
        at_hand = PendingAtSittings(game, line, self._slips, {}, turns, slips.order)
        for item in self.acts[:begin]:
            if isinstance(item.act, Answered | Cancelled) and item.act.source in self._slips:
                order = slips.order(self._slips[item.act.source], game, item.act.source)
                if isinstance(item.act, Cancelled) or not (isinstance(order, Order) and is_lasting(game, order)):
                    at_hand.used.add(item.act.source)
        undone: list[Phrase] = []

        def look(table: Table, demand: Demand, understood: Understood) -> None:
            item = step[len(table.acts)]
            if demand.side == self.side and understood.closes and (item.entry, item.number) in self.in_story:
                left = at_hand.all_undone(sittings[item.entry], demand, table)
                open_ = open_to_all(left, self.side, table.happened)
                undone.extend(phrase for phrase in (one.phrase for one in left) if phrase not in (*open_, *undone))

        record = [item.act for item in step]
        try:
            sit(game, step[0].position_before, record, PendingOrders(),
                NoFate(partial(self.campaign.look_for, self.side)), rulings=dict(self.rulings),
                make=partial(_Watched, look=look), stop=lambda table: len(table.acts) >= len(record))
        except (Diverged, CannotRule):
            return []
        return undone


class _Watched(Table):
    """A step played again, whose every recorded decision somebody looks at."""

    def __init__(self, *arguments: Any, look: Any) -> None:
        super().__init__(*arguments)
        self.look = look

    def _judged(self, demand: Demand, recorded: Answered) -> Understood:
        understood = super()._judged(demand, recorded)
        self.look(self, demand, understood)
        return understood

    def _force(self, demand: Demand, sole: Understood, recorded: Act | None) -> list[Act]:
        if recorded is not None:
            self.look(self, demand, sole)
        return super()._force(demand, sole, recorded)
