"""The narration of a game that gives no more than a sentence for each kind of event.

A game that has more to say about something gives an object of its own with those functions of `story.Narration`. Of
the story it may also give `arranged`, `nothing_happened` and `step_name` (see `PlainNarration.story`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from witp_pbem.table.acts import Answered, Cancelled, Forced, Rolled, Triggered
from witp_pbem.table.chart import Clash
from witp_pbem.table.event import STEP_BEGAN, TURN_BEGAN, Event
from witp_pbem.table.game import Game
from witp_pbem.table.language import labelled, listing, say
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.story import Block, Columns, Episode, Happening, Luck, Paragraph, Query, Section
from witp_pbem.table.telling import Teller, Telling
from witp_pbem.table.tokens import tokens
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import (
    cancelled_sentence,
    order_words,
    phrase_words,
    side_name,
    triggered_sentence,
    undone_sentence,
)

Arrange = Callable[[Sequence[Happening]], list[Block]]


class StepRun(NamedTuple):
    """What happened in one step, or the event with which a turn began.

    Attributes:
        step: its name, "" for a turn that began.
        rule: the rule by which it began, "" for a step that had begun before.
        happenings: the events, in order.
    """

    step: str
    rule: str
    happenings: list[Happening]


def step_runs(happenings: Iterable[Happening], is_step_start: Callable[[Event], bool]) -> list[StepRun]:
    """The events of some happenings, step by step; a step that is played several times on end is one. Where a step and
    a turn begin by one event, it is the turn's."""
    runs: list[StepRun] = []
    for happening in happenings:
        act, before, after = happening.act, happening.position_before, happening.position_after
        if not isinstance(act, Event):
            continue
        turn_began = act.code() == TURN_BEGAN or after.turn != before.turn
        if turn_began:
            runs.append(StepRun("", act.rule, [happening]))
        if is_step_start(act) and not turn_began and runs and runs[-1].step == after.step:
            runs[-1].happenings.append(happening)  # the same step again, which is told as one
        elif is_step_start(act):
            runs.append(StepRun(after.step, act.rule, [] if turn_began else [happening]))
        elif not turn_began:
            if not runs or not runs[-1].step:
                runs.append(StepRun(before.step, "", []))
            runs[-1].happenings.append(happening)
    return runs


class PlainNarration:
    """The narration of a game (see `story.Narration`).

    Attributes:
        arranged: how the events of a step stand in its section, by step; event by event where nothing is given.
        nothing_happened: the sentence of a step in which nothing happened, by step; without one it is left out.
    """

    arranged: ClassVar[Mapping[str, Arrange]] = {}
    nothing_happened: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: Game, own: Any = None) -> None:
        self.game = game
        self.own = own

    def __getattribute__(self, name: str) -> Any:
        """The game's own functions come first."""
        own = None if name in ("game", "own") or name.startswith("_") else object.__getattribute__(self, "own")
        return getattr(own, name) if own is not None and hasattr(own, name) else object.__getattribute__(self, name)

    def when(self, position: Any) -> str:
        return say("Turn {turn}", turn=position.turn)

    def side_name(self, side: str) -> str:
        return side_name(side, self.game.catalogue)

    def rule_number(self, rule: str) -> str:
        return rule.removeprefix(f"{self.game.cites} ")

    def phase_name(self, phase: str) -> str:
        return str(self.game.catalogue.words.get("phase", {}).get(phase, phase.capitalize()))

    def ending(self, outcome: Mapping[str, Any]) -> str:
        return say("{side} won: {reason}.", side=self.side_name(outcome["winner"]),
                   reason=self.game.catalogue.words.get("reason", {}).get(outcome["reason"], outcome["reason"]))

    # -- the story

    @cached_property
    def telling(self) -> Telling:
        """What derives from the game's tellers (`tellers`) and from the sentences its catalogue has for kinds of events
        (`happenings`). A kind with neither is told by its name, except the beginning of a step, which the heading of
        its phase tells."""
        own, codes = getattr(self.game, "tellers", {}), self.game.events
        tellers = {kind: own.get(kind) or (Teller() if code == STEP_BEGAN else Teller(sentence=code, title=code))
                   for code, kind in codes.items()}
        for code, kind in codes.items():
            if not tellers[kind].says_something and code in self._sentences:
                tellers[kind] = tellers[kind]._replace(sentence=code, title=tellers[kind].title or code)
        say_own = getattr(own, "say", str)
        return Telling(tellers, lambda text: self._sentence(text) if text in codes else say_own(text),
                       lambda position: self.game.catalogue.words, lambda position, unit: "", self.game.is_step_start)

    @property
    def _sentences(self) -> Mapping[str, str]:
        return getattr(self.game.catalogue, "happenings", {})

    def _sentence(self, code: str) -> str:
        return self._sentences.get(code, code.replace("-", " "))

    def step_name(self, step: str) -> str:
        """A step in words, as a section of the story is headed."""
        return self.phase_name(step)

    def story(self, happenings: Sequence[Happening]) -> list[Section]:
        """What happened, in order, a section a step. A turn that begins has a section where there is something to tell
        of it, or else the next section is headed with it; the first turn stands in the masthead."""
        runs = step_runs(happenings, self.game.is_step_start)
        sections: list[Section] = []
        turn = ""  # one that has begun, until a section is headed with it
        for index, run in enumerate(runs):
            if run.step:
                step, blocks = self.step_name(run.step), self._arranged(run, goes_on=index + 1 < len(runs))
            elif index:
                step, blocks = "", self.telling.blocks(run.happenings)
                turn = self.when(run.happenings[0].position_after)
            else:
                continue
            if blocks:
                title = say("{turn}: {step}", turn=turn, step=step) if turn and step else turn or step
                sections.append(Section(title, tuple(blocks), run.rule))
                turn = ""
        return sections

    def undone(self, happenings: Sequence[Happening], side: str = "", sealed: Iterable[Phrase] = ()) -> list[Section]:
        """What lists of orders have left undone, and why; `sealed` are those of a side that nobody else may know."""
        every = [(act.side, left) for act in (happening.act for happening in happenings)
                 if isinstance(act, Answered | Forced) for left in act.undone]
        paragraphs = [Paragraph(labelled(self.side_name(owner), undone_sentence(left, self.game)),
                                str(left.values.get("rule", "")), owner)
                      for owner, left in (*every, *((side, left) for left in sealed))]
        return [Section(say("Ordered, but not done"), tuple(paragraphs))] if paragraphs else []

    def _arranged(self, run: StepRun, *, goes_on: bool) -> list[Block]:
        """The blocks of a step; `goes_on` says whether play has gone on to the next one."""
        blocks = self.arranged.get(run.step, self.telling.blocks)(run.happenings)
        if not blocks and goes_on and run.step in self.nothing_happened:
            return [Paragraph(self.nothing_happened[run.step], tone="quiet")]
        return blocks

    def highlights(self, happenings: Sequence[Happening]) -> list[str]:
        """Battles first, then what ends or must not be missed, losses, and what sides set out to do."""
        return self.telling.highlights(happenings)

    def reckoning(self, happenings: Sequence[Happening], position: Any) -> list[Section]:
        return []

    def record(self, happenings: Sequence[Happening]) -> list[Section]:
        """Orders as they were taken and dice as they fell, in order: what disputes are settled by."""
        orders = [row for happening in happenings if (row := self._order_row(happening.act))]
        dice = [(phrase_words(happening.act.label, self.game.catalogue), " ".join(map(str, happening.act.dice)),
                 str(happening.sitting)) for happening in happenings if isinstance(happening.act, Rolled)]
        sections = []
        if orders:
            head = (say.term("column", "Side"), say("Order, in full words"), say.term("column", "Entry"))
            table = Columns("", head, tuple((self.side_name(side), text, source) for side, text, source in orders),
                            sides=tuple(side for side, _, _ in orders))
            sections.append(Section(say("Orders as they were taken"), (table,)))
        if dice:
            table = Columns("", say.heads("For", "Dice", "Sitting"), tuple(dice), (1, 2))
            sections.append(Section(say("Dice as they fell"), (table,)))
        return sections

    def _order_row(self, act: object) -> tuple[str, str, str] | None:
        """Of a decision or a notice about a conditional order: the side, the words, and the number of the logbook entry
        it came in ("" for none); None for other acts."""
        match act:
            case Answered(side=side, order=order, source=source) if order:
                text = order_words(order, self.game.write)
            case Forced(side=side, order=order):
                return side, order_words(order, self.game.write), say("forced")
            case Triggered(side=side, source=source):
                why = triggered_sentence(act.because, self.game.catalogue)
                text = say("A conditional order answers, because {why}:", why=why)
            case Cancelled(side=side, source=source):
                text = say("A conditional order no longer counts; {why}.", why=cancelled_sentence(act.because))
            case _:
                return None
        return side, text, str(source[0]) if source else ""

    def board(self, position: Any) -> list[Section]:
        """What stands where."""
        units: dict[tuple[str, str], list[str]] = {}
        for place, side, stack in self._standing(position):
            units.setdefault((place, side), []).extend(map(self._unit_name, stack))
        rows = tuple((place, side, listing(names)) for (place, side), names in units.items())
        head = say("Place"), say("Side"), say("Units")
        return [Section(say("Place by place"), (Columns("", head, rows),))] if rows else []

    def board_changes(self, start: Any, end: Any) -> list[Section]:
        """The counters that stand elsewhere now."""
        before, now = self._places(start), self._places(end)
        lines = [Paragraph(_board_change(self._unit_name(unit), before.get(unit, ""), now.get(unit, "")))
                 for unit in {**before, **now} if before.get(unit) != now.get(unit)]
        return [Section(say("Counter by counter"), tuple(lines))] if lines else []

    def clashes(self, happenings: Iterable[Happening]) -> tuple[Clash, ...]:
        return self.telling.clashes(happenings)

    def losses(self, start: Any, end: Any) -> Mapping[str, int]:
        """The counters that are on the map no more."""
        before, after = (self.game.chart(position).stacks for position in (start, end))  # type: ignore[attr-defined]
        left = {unit for stack in after for unit in stack.units}
        return Counter(stack.side for stack in before for unit in stack.units if unit not in left)

    def _unit_name(self, unit: str) -> str:
        return str(self.game.catalogue.words.get("unit", {}).get(unit, unit))

    def _standing(self, position: Any) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        chart = self.game.chart(position)  # type: ignore[attr-defined]
        spots = {spot.place: spot.called for spot in chart.sheet.spots}
        for stack in chart.stacks:
            yield spots[stack.place], self.side_name(stack.side), stack.units

    def _places(self, position: Any) -> dict[str, str]:
        return {unit: place for place, _, units in self._standing(position) for unit in units}

    def chart(self, position: Any, happenings: Sequence[Happening] = (), side: str = "", *,
              overlaid: bool = True) -> Any:
        """The game's map, with every counter by its name, and with what the tellers say of arrows and battles."""
        chart = self.game.chart(position)  # type: ignore[attr-defined]
        arrows = (arrow for happening in happenings for arrow in self.telling.arrows(happening))
        return chart._replace(stacks=tuple(
            stack._replace(units=tuple(map(self._unit_name, stack.units))) for stack in chart.stacks),
            arrows=tuple(arrows), clashes=self.clashes(happenings))

    def luck(self, happenings: Sequence[Happening]) -> list[Section]:
        """How often each number fell, by kind of die."""
        thrown: dict[Any, list[int]] = {}
        for happening in happenings:
            if isinstance(happening.act, Rolled):
                thrown.setdefault(happening.act.die, []).extend(happening.act.dice)
        tables = tuple(Columns(say.plural(len(dice), "{n} die of {faces} faces", "{n} dice of {faces} faces",
                                          faces=die.faces),
                               (say("Number"), say("Thrown")),
                               tuple((str(number), str(count)) for number, count in sorted(Counter(dice).items())),
                               (1,)) for die, dice in thrown.items())
        return [Section(say("Dice thrown"), tables)] if tables else []

    def lucks(self, happenings: Sequence[Happening]) -> list[Luck]:
        """None: the game has not said what was to be expected."""
        return []

    # -- disputes

    def episodes(self, happenings: Sequence[Happening]) -> list[Episode]:
        return self.telling.episodes(happenings, self.heading, self.all_places, self.all_units)

    def heading(self, happening: Happening) -> tuple[str, str]:
        """The phase an event belongs to, and the step in words."""
        position = happening.position_after
        return self.game.phase(position) or position.step, self.step_name(position.step)

    def all_places(self, position: Any) -> Iterable[str]:
        """The ids of all places."""
        return tuple(spot.place for spot in self.game.chart(position).sheet.spots)  # type: ignore[attr-defined]

    def all_units(self, position: Any) -> Iterable[str]:
        """The ids of all counters on the board."""
        return self._places(position)

    def query(self, words: str, position: Any) -> Query:
        """Places, units, cards and sides by their names, and kinds of events by their codes or what asks for them."""
        matched = tokens(words, self.game.lexicon)
        spoken = [token.text.casefold().strip("?!.,") for token in matched]
        sides = {side for token in matched if (side := self.game.lexicon.side(token.text)) in self.game.sides}
        codes = {code for code in self.game.events if code in words.casefold()}
        return Query(frozenset(place for token in matched for place in token.places),
                     tuple(unit for token in matched for unit in token.units),
                     frozenset(card for token in matched for card in token.cards), frozenset(sides),
                     frozenset(codes.union(*map(self.telling.asked, spoken))))

    def about(self, happening: Happening) -> frozenset[str]:
        return self.telling.about(happening)

    def cards_played(self, happening: Happening) -> frozenset[str]:
        return self.telling.cards_played(happening)

    def evidence(self, happenings: Sequence[Happening]) -> list[Block]:
        return self.telling.evidence(happenings)

    def fate(self, unit: str, happening: Happening) -> str:
        return self.telling.fate(unit, happening)

    def standing(self, unit: str, position: Any) -> str:
        return say("{unit}: {place}", unit=unit, place=self._places(position).get(unit) or say("off the map"))

    def rulings_on(self, rule: str) -> tuple[str, ...]:
        return ()

    def finished(self, order: str) -> str:
        return ""


def _board_change(unit: str, before: str, now: str) -> str:
    """Where a counter was and where it is now; "" off the map."""
    if not now:
        return say("{unit}: taken off the map from {place}", unit=unit, place=before)
    if not before:
        return say("{unit}: put on the map at {place}", unit=unit, place=now)
    return say("{unit}: from {first} to {second}", unit=unit, first=before, second=now)
