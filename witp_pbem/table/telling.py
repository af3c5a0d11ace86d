"""How events are told: one declaration for each kind of event, from which the rest derives.

A game declares its tellers, one for each kind of event worth telling, with whatever of this it has to say:

    tells = Tellers(say)

    tells(ShipSailed, "{ship:unit} sailed from {start:place} to {place:place}.",
          title="{ship:unit} sailed to {place:place}", asked="sail sailed voyage")

    @tells(RaidFought, title=_raid, tone="strong")
    def _(before, after, event):
        return Row(raids, (place(event.place), str(sum(event.dice))))

A sentence names the fields of its event, or "side" for the side it is told of; what stands behind a colon is the
vocabulary a value is looked up in (`wording.fill`). The story of a report, episodes, what a question is about, a
counter's life, arrows on the map and the rows of a ledger come from the tellers (`Telling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol, TypeVar

from witp_pbem.table.chart import Arrow, Clash, Course
from witp_pbem.table.event import Event, texts
from witp_pbem.table.language import Messages, in_a_row
from witp_pbem.table.story import Block, Columns, Episode, Happening, Paragraph, Tone
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import fill

# -- entries of a story -----------------------------------------------------------------------------------------


class Grouped(Protocol):
    """An entry that is told together with those of its group that stand next to it, such as the row of a table."""

    @property
    def group(self) -> Any:
        """What entries of one group have in common."""
        ...

    @staticmethod
    def together(run: Sequence[Any]) -> list[Block]:
        """What a run of entries of one group becomes."""
        ...


Entry = Block | Grouped
Entries = str | Entry | list[Any] | None


class TableFrame(NamedTuple):
    """A table without its rows: caption, headings, and the indexes of columns that hold numbers, from 0."""

    caption: str
    head: tuple[str, ...]
    numeric: tuple[int, ...] = ()


class Row(NamedTuple):
    """A row of a table.

    Attributes:
        frame: gives the table's frame in the language spoken; rows of one frame stand in one table.
        cells: "" where there is nothing to say; a column in which no row says anything is left out.
        side: the side it belongs to, "" for nobody.
        rule: the rule behind it, cited where all rows have the same.
    """

    frame: Callable[[], TableFrame]
    cells: tuple[str, ...]
    side: str = ""
    rule: str = ""

    @property
    def group(self) -> Any:
        return self.frame

    @staticmethod
    def together(run: Sequence[Row]) -> list[Block]:
        caption, head, numeric = run[0].frame()
        kept = [index for index in range(len(head)) if any(row.cells[index] for row in run)]
        rules = {row.rule for row in run}
        return [Columns(caption, tuple(head[index] for index in kept),
                        tuple(tuple(row.cells[index] for index in kept) for row in run),
                        tuple(place for place, index in enumerate(kept) if index in numeric),
                        tuple(row.side for row in run), rule=rules.pop() if len(rules) == 1 else "")]


def joined(entries: Iterable[Entry]) -> list[Block]:
    """Entries of one group that follow one another joined into one, all others as they are."""
    blocks: list[Block] = []
    for group, run in groupby(entries, lambda entry: getattr(entry, "group", None)):
        together: list[Any] = list(run)
        blocks += together[0].together(together) if group else together
    return blocks


def tables_first(entries: Sequence[Entry]) -> list[Entry]:
    """Entries sorted so that the rows of each table stand together, with remarks on them after; what comes before the
    first row stays there."""
    start = next((index for index, entry in enumerate(entries) if isinstance(entry, Row)), len(entries))
    rows = [entry for entry in entries if isinstance(entry, Row)]
    frames = list(dict.fromkeys(row.frame for row in rows))
    rows.sort(key=lambda row: frames.index(row.frame))
    return [*entries[:start], *rows, *(entry for entry in entries[start:] if not isinstance(entry, Row))]


# -- tellers ----------------------------------------------------------------------------------------------------

E = TypeVar("E", bound=Event)
Tell = Callable[[Any, Any, E], Entries]
Run = Sequence[Happening]


class Journey(NamedTuple):
    """An arrow on the map for an event.

    Attributes:
        course: by which somebody goes.
        label: what is said of it.
        fields: of the event, that name the places on the way in order; those that hold nothing do not count.
    """

    course: Callable[[], Course]
    label: str
    fields: tuple[str, ...]


def _is_chosen(event: Any) -> bool:
    return True


def _never(event: Any) -> bool:
    return False


class Teller(NamedTuple):
    """How one kind of event is told.

    Attributes:
        sentence: what happened, "" where `entries` says it or nothing need be said.
        entries: what goes into the story instead, from the positions before and after and the event.
        tone: of the sentence, also of one that `entries` gives.
        title: what the episode is about that such an event begins: a sentence, or a function of all events of this kind
            in the episode; "" where it belongs to the episode it follows.
        chosen: whether such an event is what a side set out to do, so that it can begin an episode.
        joins: whether it goes on with the episode so far all the same.
        leads: whether it only leads to what is chosen next, as who acts comes before the act: that then belongs to the
            same episode, which is called after it.
        silent: whether nothing need be said of such an event, of this one, after all.
        fate: what it meant for a counter: a sentence, or a function of the counter's id and the happening; "" where the
            story says it.
        ledger: what a change of points by it is booked as: a message, or a function of the event.
        arrows: who went where: a journey, or a function of the happening.
        clash: the battle it is, for the map; None if it is none.
        evidence: facts and sums that the story leaves out and that settle why it came out so, from the position before
            and the event.
        asked: the words of questions that mean such events, separated by blanks.
        concerns: ids and codes of what else such an event has to do with, from the event.
        plays: the cards that somebody plays by it for what they do, from the event; to draw, buy, show, discard or pay
            with a card is not to play it.
    """

    sentence: str = ""
    tone: Tone = "plain"
    entries: Tell[Any] | None = None
    title: str | Callable[[Run], str] = ""
    chosen: Callable[[Any], bool] = _is_chosen
    joins: Callable[[Happening, Run], bool] | None = None
    leads: Callable[[Any], bool] = _never
    silent: Callable[[Any], bool] = _never
    fate: str | Callable[[str, Happening], str] = ""
    ledger: str | Callable[[Any], str] = ""
    arrows: Journey | Callable[[Happening], Iterable[Arrow]] | None = None
    clash: Callable[[Happening], Clash | None] | None = None
    evidence: Callable[[Any, Any], Iterable[Block]] | None = None
    asked: str = ""
    concerns: Callable[[Any], Iterable[str]] | None = None
    plays: Callable[[Any], Iterable[str]] | None = None

    @property
    def says_something(self) -> bool:
        """Whether such an event is worth telling."""
        return bool(self.sentence or self.entries)


class Tellers(dict[type[Event], Teller]):
    """The tellers of a game by kind of event, and what puts their sentences into the language spoken. Call it `tells`:
    by that name, by `tells.table` and by `Journey` the messages are collected."""

    def __init__(self, say: Callable[[str], str]) -> None:
        super().__init__()
        self.say = say

    def __call__(self, kind: type[E], sentence: str = "", **more: Any) -> Callable[[Tell[E]], Tell[E]]:
        """Declares the teller of a kind of event (see `Teller`); as a decorator also what makes its entries."""
        self[kind] = Teller(sentence, **more)

        def register(entries: Tell[E]) -> Tell[E]:
            self[kind] = self[kind]._replace(entries=entries)
            return entries

        return register

    def table(self, caption: str, *head: str, numeric: tuple[int, ...] = ()) -> Callable[[], TableFrame]:
        """Declares a table (see `Row.frame`): its caption, its headings, and which columns hold numbers."""
        return lambda: TableFrame(self.say(caption), self._heads(head), numeric)

    def _heads(self, head: tuple[str, ...]) -> tuple[str, ...]:
        return self.say.heads(*head) if isinstance(self.say, Messages) else tuple(map(self.say, head))


NOTHING = Teller()


class Telling:
    """What derives from the tellers of a game.

    Args:
        tellers: by kind of event.
        say: puts a sentence of a teller into the language spoken.
        words: from the position before an event, the vocabularies a sentence's values are looked up in, by name.
        owner: the side of a counter at a position, "" for none.
        is_step: whether an event begins a step, and with it an episode.
    """

    def __init__(self, tellers: Mapping[type[Event], Teller], say: Callable[[str], str],
                 words: Callable[[Any], Mapping[str, Any]], owner: Callable[[Any, str], str],
                 is_step: Callable[[Event], bool]) -> None:
        self.tellers, self.say, self.words, self.owner, self.is_step = tellers, say, words, owner, is_step

    def teller(self, act: object) -> Teller:
        """How an act is told; one that is no event has nothing to say."""
        return self.tellers.get(type(act), NOTHING) if isinstance(act, Event) else NOTHING

    def side(self, happening: Happening) -> str:
        """The side an event is about: its unit's, or its own; "" for nobody."""
        act = happening.act
        own = self.owner(happening.position_before, getattr(act, "unit", ""))
        return own or str(getattr(act, "side", ""))

    def filled(self, sentence: str, happening: Happening) -> str:
        """A sentence of a teller with the fields of an event in its places."""
        event: Any = happening.act
        values = {name: getattr(event, name) for name in event.names}
        return fill(self.say(sentence), {"side": self.side(happening), **values}, self.words(happening.position_before))

    # -- the story

    def entries(self, happening: Happening) -> list[Entry]:
        """What an event adds to the story."""
        act: Any = happening.act
        teller = self.teller(act)
        if teller.silent(act):
            return []
        entries: Entries = self.filled(teller.sentence, happening) if teller.sentence else None
        if teller.entries:
            entries = teller.entries(happening.position_before, happening.position_after, act)
        if isinstance(entries, str):
            clash = teller.clash(happening) if teller.clash else None
            return [Paragraph(entries, act.rule, self.side(happening), teller.tone, clash.place if clash else "")
                    ] if entries else []
        return entries if isinstance(entries, list) else [] if entries is None else [entries]

    def blocks(self, run: Iterable[Happening],
               arrange: Callable[[list[Entry]], Iterable[Entry]] = list) -> list[Block]:
        """The story event by event, or as `arrange` puts the entries (see `tables_first`)."""
        return joined(arrange([entry for happening in run
                               for entry in (*self.entries(happening), *self.odds(happening))]))

    def odds(self, happening: Happening) -> list[Paragraph]:
        """How likely the outcome of a battle was, where that is to be said."""
        return [Paragraph(happening.odds, tone="quiet")] if happening.odds else []

    def sentences(self, happening: Happening) -> str:
        """What the story says of an event in sentences, "" for nothing."""
        return in_a_row(entry.text for entry in self.entries(happening) if isinstance(entry, Paragraph))

    # -- episodes

    def episodes(self, happenings: Sequence[Happening], heading: Callable[[Happening], tuple[str, str]],
                 places: Callable[[Any], Iterable[str]], units: Callable[[Any], Iterable[str]]) -> list[Episode]:
        """The episodes of some happenings, which are the happenings of all of them together, in order.

        Args:
            heading: the phase and the step in words an event belongs to (see `Episode`).
            places, units: the ids there are at a position.
        """
        runs: list[list[Happening]] = []
        led: list[Happening] = []  # what leads to the next event that is told
        for happening in happenings:
            led.append(happening)
            if self._is_told(happening):
                step = next((number for number, before in enumerate(led)
                             if isinstance(before.act, Event) and self.is_step(before.act)), None)
                if runs and step:  # what came before a step is no part of it
                    runs[-1] += led[:step]
                    led = led[step:]
                if not runs or step is not None or self._begins(happening, runs[-1]):
                    runs.append([])
                runs[-1] += led
                led = []
        if led:
            runs[-1:] = [[*runs[-1], *led]] if runs else [led]
        return [self._episode(run, heading, places, units) for run in runs]

    def _is_told(self, happening: Happening) -> bool:
        teller = self.teller(happening.act)
        says_something = teller.entries or teller.sentence and self.say(teller.sentence)
        return bool(says_something) and not teller.silent(happening.act)

    def _begins(self, happening: Happening, run: Run) -> bool:
        teller, shown = self.teller(happening.act), [before for before in run if self._is_told(before)]
        goes_on = teller.joins and teller.joins(happening, shown)
        return bool(teller.title) and teller.chosen(happening.act) and not goes_on and not all(map(self._leads, shown))

    def _leads(self, happening: Happening) -> bool:
        return self.teller(happening.act).leads(happening.act)

    def _episode(self, run: Run, heading: Callable[[Happening], tuple[str, str]],
                 places: Callable[[Any], Iterable[str]], units: Callable[[Any], Iterable[str]]) -> Episode:
        shown = [happening for happening in run if self._is_told(happening)]
        last = shown[-1] if shown else run[-1]
        after = last.position_after
        phase, step = heading(last)
        named = dict.fromkeys(text for happening in shown for text in texts(happening.act))
        known_places, known_units = set(places(after)), set(units(after))
        return Episode(after.turn, phase, step, self._title(shown) or step, tuple(run),
                       tuple(name for name in named if name in known_places),
                       tuple(name for name in named if name in known_units))

    def _title(self, shown: Run) -> str:
        """What an episode is about, by the first of its events that says so, before any that only led to it; "" where
        none does."""
        for happening in sorted(shown, key=self._leads):
            teller = self.teller(happening.act)
            if teller.title and teller.chosen(happening.act):
                if isinstance(teller.title, str):
                    return self.filled(teller.title, happening)
                return teller.title([other for other in shown if type(other.act) is type(happening.act)])
        return ""

    def same_side(self, happening: Happening, run: Run) -> bool:
        """Whether an event goes on with what its side does without a break (for `Teller.joins`)."""
        last = run[-1]
        return type(happening.act) is type(last.act) and self.side(happening) == self.side(last)

    def highlights(self, happenings: Iterable[Happening]) -> list[str]:
        """What a newspaper would print, the weightiest first: battles and what must not be missed, then losses, then
        what sides set out to do. What happened last comes first among equals."""
        ranked: dict[str, int] = {}
        for happening in happenings:
            teller = self.teller(happening.act)
            weight = (3 if teller.clash or teller.tone == "strong" else 2 if teller.tone == "loss" else
                      1 if teller.title and teller.chosen(happening.act) else 0)
            words = self.sentences(happening) or (weight and self._title([happening])) or ""
            if weight and words:
                ranked.pop(words, None)
                ranked[words] = weight
        last_first = [*ranked][::-1]
        return [words.rstrip(".。") for words in sorted(last_first, key=lambda words: -ranked[words])]

    # -- questions and counters

    def asked(self, word: str) -> frozenset[str]:
        """The codes of the kinds of events a word of a question means."""
        return frozenset(kind.code() for kind, teller in self.tellers.items()
                         if word in (kind.code(), *teller.asked.split()))

    def about(self, happening: Happening) -> frozenset[str]:
        """Everything an event concerns: every text in its fields, the side it is told of, its code."""
        act = happening.act
        if not isinstance(act, Event):
            return frozenset()
        concerns = self.teller(act).concerns
        return frozenset({act.code(), *texts(act), *(concerns(act) if concerns else ())}
                         | ({side} if (side := self.side(happening)) else set()))

    def cards_played(self, happening: Happening) -> frozenset[str]:
        """The cards that somebody plays by an event."""
        plays = self.teller(happening.act).plays
        return frozenset(plays(happening.act)) if plays else frozenset()

    def fate(self, unit: str, happening: Happening) -> str:
        """What an event meant for one counter, in a sentence; "" for nothing."""
        if unit not in self.about(happening):
            return ""
        fate = self.teller(happening.act).fate
        if callable(fate):
            return fate(unit, happening)
        return self.filled(fate, happening) if fate else self.sentences(happening)

    def evidence(self, happenings: Iterable[Happening]) -> list[Block]:
        """Facts and sums behind some events, as far as their story leaves them out."""
        return [block for happening in happenings if (evidence := self.teller(happening.act).evidence)
                for block in evidence(happening.position_before, happening.act)]

    # -- maps and sums

    def arrows(self, happening: Happening) -> list[Arrow]:
        """Who went where by an event."""
        arrows = self.teller(happening.act).arrows
        if not isinstance(arrows, Journey):
            return list(arrows(happening)) if arrows else []
        named = [getattr(happening.act, field) for field in arrows.fields]
        return [Arrow(self.side(happening), arrows.course(), tuple(place for place in named if place), None,
                      self.filled(arrows.label, happening))]

    def clashes(self, happenings: Iterable[Happening]) -> tuple[Clash, ...]:
        """The battles fought, in order."""
        return tuple(clash for happening in happenings if (of := self.teller(happening.act).clash)
                     and (clash := of(happening)))

    def booked(self, event: Event) -> str:
        """What a change of points by an event is booked as."""
        ledger = self.teller(event).ledger
        return ledger(event) if callable(ledger) else self.say(ledger) if ledger else event.code()
