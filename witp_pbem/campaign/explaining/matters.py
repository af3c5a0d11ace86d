"""What there is to dispute: the acts of a logbook cut into matters, selected by what a player asks about.

A matter is an episode of the game with the decisions and dice that led to it. It is named by its turn and its number in
that turn, which stay the same as the logbook grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from witp_pbem.campaign.explaining.story import StoryItem, items_of
from witp_pbem.campaign.folder import points, recorded_rulings, slips
from witp_pbem.campaign.folder.campaign import Campaign, Source
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.logbook import RULING, SITTING, SUBMISSION
from witp_pbem.table.acts import Answered, Cancelled, Forced
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.story import Query
from witp_pbem.table.tuples import NamedTuple


class NamedMatter(NamedTuple):
    """A matter as it is listed.

    Attributes:
        turn, number: what `explain --turn TURN NUMBER` finds it by.
        step, title: when, and what it is about.
        entries: the logbook entries its acts stand in.
        places: those that have a part in it, the chief one first.
        refused: whether it is about orders that no longer count.
        acts: what it is made of: (entry, number in it from 0).
    """

    turn: int
    number: int
    step: str
    title: str
    entries: Sequence[int]
    places: Sequence[str]
    refused: bool
    acts: Sequence[tuple[int, int]]


class Matter(NamedTuple):
    """Something that can be explained.

    Attributes:
        turn, number: its name: which one of its turn, from 1.
        heading, title: the step and what it is about.
        happenings: the acts it is made of, those that led to it first.
        places: the places that have a part in it, the first one the chief.
        refused: it is about orders that no longer count.
    """

    turn: int
    number: int
    heading: str
    title: str
    happenings: tuple[StoryItem, ...]
    places: tuple[str, ...]
    refused: bool = False

    @property
    def entries(self) -> tuple[int, ...]:
        """The logbook entries its acts stand in."""
        return tuple(dict.fromkeys(happening.entry for happening in self.happenings))

    @property
    def named(self) -> NamedMatter:
        """The matter by its name."""
        return NamedMatter(self.turn, self.number, self.heading, self.title, self.entries, self.places, self.refused,
                           tuple((happening.entry, happening.number) for happening in self.happenings))


class WrittenOrder(NamedTuple):
    """An order as its player wrote it.

    Attributes:
        text: its words, None while it is sealed.
        phase, blocks: the phase it is headed with, and the heads of the blocks it stands in.
        entry, number: its entry, and the index of its seal there, from 0.
        receipt: the hash of the entry.
    """

    text: str | None
    phase: str
    blocks: tuple[str, ...]
    entry: int
    number: int
    receipt: str
    is_ruling: bool = False


class LifeEvent(NamedTuple):
    """Something that happened to a counter.

    Attributes:
        heading: the step in words.
        number: of the matter, in its turn.
        entry, act: the place in the logbook; the act counted from 0.
        text: what happened.
        rule: id of the rule.
    """

    turn: int
    heading: str
    number: int
    entry: int
    act: int
    text: str
    rule: str


@dataclass(frozen=True)
class Life:
    """What happened to a counter: how it stood before, what happened, how it stands after."""

    unit: str
    before: str
    lived: tuple[LifeEvent, ...]
    after: str


class OrderOutcome(NamedTuple):
    """What became of an order: `used` and `gone` are the entries in which it answered, or was cancelled."""

    slip: WrittenOrder
    used: tuple[int, ...]
    gone: tuple[int, ...]


class Record:
    """A line of the logbook, ready for questions.

    Attributes:
        line: the entries.
        abandoned: the rewind that took the entry asked about out of force, None for the line in force.
        happenings: every act.
        matters: what can be explained.
        side: whose own orders may be read besides.
    """

    def __init__(self, campaign: Campaign, entry: int | None = None, side: str = "") -> None:
        self.campaign, self.side = campaign, side
        self.line, self.abandoned = _line(campaign, entry)
        self.game: Game = campaign.game
        self.happenings = list(items_of(self.game, self.line))
        self.matters = list(_matters(self.game, self.happenings))
        self.opened: dict[Source, Mapping[str, Any]] = {}
        self.cards: dict[str, str] = {}
        for recorded in self.line:
            for item in recorded["opened"] if recorded["type"] == SITTING else ():
                if "index" in item:
                    self.opened[item["entry"], item["index"]] = item["content"]
                elif "slot" in item:
                    self.cards[item["slot"]] = item["card"]

    @property
    def position(self) -> Any:
        """The position at the end of the line."""
        if self.happenings:
            return self.happenings[-1].position_after
        return self.game.from_json(self.campaign.founding["opening"])

    @property
    def last_turn(self) -> int:
        """The last turn in which something was decided or thrown."""
        busy = [matter.turn for matter in self.matters
                if any(not isinstance(happening.act, Event) for happening in matter.happenings)]
        return busy[-1] if busy else int(self.position.turn)

    def slip(self, source: Source) -> WrittenOrder:
        """The order or ruling at a source, as far as it may be read."""
        number, index = source
        entry = self.campaign.entries[number]
        if entry["type"] == RULING:
            ruling = recorded_rulings.words(entry["orders"][index], self.game)
            return WrittenOrder(ruling, "", (), number, index, entry["hash"], is_ruling=True)
        content = self.opened.get(source)
        if content is None and entry["type"] == SUBMISSION and (number in self.campaign.open_files or (
                entry["side"] == self.side and self.campaign.private)):
            content = self.campaign.contents(entry).get(index)
        if content is None:
            return WrittenOrder(None, "", (), number, index, entry["hash"])
        return WrittenOrder(slips.shown(content["text"]), content["phase"], tuple(content["blocks"]), number, index,
                            entry["hash"])


def _line(campaign: Campaign, entry: int | None) -> tuple[list[Entry], int | None]:
    """The line an entry lies on, and the rewind that abandoned it, or the rest of it, if one has."""
    by = None if entry is None else points.abandoned(campaign).get(entry)
    if entry is None or by is None:
        return campaign.line, None
    return branches.line(campaign.entries[:entry + 1]), by


def _matters(game: Game, happenings: Sequence[StoryItem]) -> Iterator[Matter]:
    """The acts cut into matters: the game's episodes, each with the decisions and dice that led to it in front."""
    counts: dict[int, int] = {}
    led: list[StoryItem] = []
    for episode in game.narration.episodes(happenings):
        run = [*led, *(happening for happening in episode.happenings if isinstance(happening, StoryItem))]
        end = len(run)
        while end and not isinstance(run[end - 1].act, Event):
            end -= 1
        led, run = run[end:], run[:end]
        turn, heading, title, places = episode.turn, episode.heading, episode.title, episode.places
        for part in _without_notices(run):
            counts[turn] = counts.get(turn, 0) + 1
            if isinstance(part[0].act, Cancelled):
                yield Matter(turn, counts[turn], heading, _gone(game, part), tuple(part), (), refused=True)
            else:
                yield Matter(turn, counts[turn], heading, title, tuple(part), places)
    for part in _without_notices(led):
        turn = part[0].position_before.turn
        counts[turn] = counts.get(turn, 0) + 1
        refused = isinstance(part[0].act, Cancelled)
        title = _gone(game, part) if refused else say("Decided, and nothing has come of it yet")
        heading = game.narration.phase_name(part[0].phase or part[0].step)
        yield Matter(turn, counts[turn], heading, title, tuple(part), (), refused)


def _without_notices(run: Sequence[StoryItem]) -> list[list[StoryItem]]:
    """The notices of orders that no longer count, each run of them by itself, and the rest."""
    rest = [happening for happening in run if not isinstance(happening.act, Cancelled)]
    notices: list[list[StoryItem]] = []
    for happening in run:
        if isinstance(happening.act, Cancelled):
            if notices and (notices[-1][-1].entry, notices[-1][-1].number + 1) == (happening.entry, happening.number):
                notices[-1].append(happening)
            else:
                notices.append([happening])
    return [*notices, *([rest] if rest else [])]


def _gone(game: Game, part: Sequence[StoryItem]) -> str:
    act = part[0].act
    assert isinstance(act, Cancelled)
    return say("{side}: a conditional order no longer counted", side=game.narration.side_name(act.side))


# -- asking -----------------------------------------------------------------------------------------------------

REFUSED = frozenset({"refused", "refusal", "refusals", "illegal", "cancelled", "却下", "無効"})
WINNING = frozenset({"victory", "win", "wins", "winning", "won", "winner", "ahead", "score", "勝利", "勝敗", "勝者",
                     "優勢"})
_CANCELLED = "cancelled"  # of a query: orders that no longer count, and what lists have left undone


def query(record: Record, words: str) -> Query:
    """What a question names; of `refused` and the like the notices of orders that no longer count. Who won at a place
    is asked about the place, not about the game."""
    named = record.game.narration.query(words, record.position)
    if (named.places or named.units) and asks_for(WINNING, words):
        named = named._replace(events=frozenset())
    return named._replace(events=named.events | {_CANCELLED}) if asks_for(REFUSED, words) else named


def asks_for(asked: frozenset[str], words: str) -> bool:
    """Whether a question has one of some words."""
    return not asked.isdisjoint(words.casefold().strip("?？!.。").split())


def find(record: Record, what: Query, turn: int | None = None) -> list[Matter]:
    """The matters in which everything asked about has a part."""
    return [matter for matter in record.matters if turn in (None, matter.turn) and _concerns(record.game, matter, what)]


def _concerns(game: Game, matter: Matter, what: Query) -> bool:
    if _CANCELLED in what.events:
        sides = {happening.act.side for happening in matter.happenings if _is_refusal(happening.act)}
        if sides & what.sides if what.sides else sides:
            return True
    if matter.refused:
        return False
    wanted = [group for group in (what.places, what.units, what.cards, what.sides, what.events) if group]
    return any(all(not names.isdisjoint(group) for group in wanted)
               for names in map(game.narration.about, matter.happenings) if names)


def _is_refusal(act: Any) -> TypeGuard[Answered | Forced | Cancelled]:
    """Whether an order no longer counts by an act, or a list has left something undone."""
    return isinstance(act, Cancelled) or isinstance(act, Answered | Forced) and bool(act.undone)


def of_entry(record: Record, number: int) -> list[Matter]:
    """The matters that have to do with an entry: acts of a sitting, what came of orders and rulings."""
    def touches(happening: StoryItem) -> bool:
        source = getattr(happening.act, "source", None)
        return happening.entry == number or bool(source and source[0] == number)

    return [matter for matter in record.matters if any(map(touches, matter.happenings))]


def became(record: Record, number: int) -> tuple[OrderOutcome, ...]:
    """What became of the orders of a file, as far as they may be read; each once. Its table talk is none."""
    entry = record.campaign.entries[number]
    if entry["type"] != SUBMISSION:
        return ()
    shown: list[int] = []
    used: dict[int, list[int]] = {}
    gone: dict[int, list[int]] = {}
    for happening in record.happenings:
        source = getattr(happening.act, "source", None)
        if source and source[0] == number and isinstance(happening.act, Answered | Cancelled):
            shown.append(source[1])
            (gone if isinstance(happening.act, Cancelled) else used).setdefault(source[1], []).append(happening.entry)
    orders = [record.slip((number, index)) for index in dict.fromkeys((*shown, *record.campaign.contents(entry)))]
    return tuple(OrderOutcome(order, tuple(used.get(order.number, ())), tuple(gone.get(order.number, ())))
                 for order in orders if order.number in used or order.number in gone or (
                     order.text is not None and not order.text.startswith(slips.TALK)))


# -- a counter's life ----------------------------------------------------------------------------------------------


def life(record: Record, unit: str, turn: int | None = None) -> Life:
    """What happened to a counter in the campaign or one turn of it."""
    narration, lived = record.game.narration, []
    before = after = None
    for matter in record.matters:
        for happening in matter.happenings if turn in (None, matter.turn) else ():
            before = happening.position_before if before is None else before
            after = happening.position_after
            if text := narration.fate(unit, happening):
                assert isinstance(happening.act, Event)
                lived.append(LifeEvent(matter.turn, matter.heading, matter.number, happening.entry, happening.number,
                                       text, happening.act.rule))
    before, after = (record.position if position is None else position for position in (before, after))
    return Life(unit, narration.standing(unit, before), tuple(lived), narration.standing(unit, after))
