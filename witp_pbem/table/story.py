"""What a report is made of: small values between a game, which knows what happened, and the report room, which
knows what a page looks like.

A game narrates by turning happenings into sections of paragraphs, tables and battle cards. None of these says
how it is to look; every string is plain text, to be escaped by whoever writes it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol

from witp_pbem.table.acts import Act
from witp_pbem.table.chart import Chart, Clash
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.tuples import NamedTuple

Tone = Literal["plain", "strong", "quiet", "loss", "ruling", "quoted"]


class Paragraph(NamedTuple):
    """One sentence or a few: what happened and the rule that made it so.

    Attributes:
        rule: id of the rule ("witp 8.4.e"), "" where none made it so.
        side: the side whose deed or fate it is, "" for nobody's.
        tone: plain; strong for what must not be missed; quiet for remarks; loss for units lost or reduced; ruling for
            the referee's word; quoted for what a player wrote, which must not pass for orders.
        place: the id of the place of the battle it tells of, "" where it tells of none.
    """

    text: str
    rule: str = ""
    side: str = ""
    tone: Tone = "plain"
    place: str = ""


class Columns(NamedTuple):
    """A table.

    Attributes:
        numeric: the indexes of columns that hold numbers, from 0.
        sides: the side each row belongs to, "" for nobody; empty where no row belongs to one.
        foot: a last row of sums, empty for none.
        rule: as in a paragraph.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    rule: str = ""


class Reckoning(NamedTuple):
    """One term of a battle's arithmetic: carriers, "2 × 2", 4.

    Attributes:
        how: "" where the amount says it all.
        rule: id of the rule it stands on, "" for none.
    """

    what: str
    how: str
    amount: int
    rule: str = ""


class BattleSide(NamedTuple):
    """One side of a battle.

    Attributes:
        name: of the side.
        role: attacker or defender, "" where the rules know neither.
        units: who fought, in words.
        support: who helped from outside, "" for nobody.
        lines: the strength term by term; they add up to `strength`.
        die: what the die adds, and how.
        total: strength and die.
    """

    side: str
    name: str
    role: str
    units: str
    support: str
    lines: tuple[Reckoning, ...]
    strength: int
    die: Reckoning
    total: int
    won: bool


class BattleCard(NamedTuple):
    """One battle with its whole arithmetic.

    Attributes:
        notes: what to know before the verdict.
        verdict: who won by how much.
        hits: what it costs whom, and why.
        consequences: what came of it, in order.
        place: the id of the place it was fought in, "" where that is none of the map.
    """

    title: str
    sides: tuple[BattleSide, ...]
    notes: tuple[Paragraph, ...]
    verdict: Paragraph
    hits: tuple[Paragraph, ...]
    consequences: tuple[Paragraph, ...]
    rule: str = ""
    place: str = ""


class Section(NamedTuple):
    """A headed part of a report; sections may stand inside sections. `side` as in a paragraph."""

    title: str
    blocks: tuple[Block, ...]
    rule: str = ""
    side: str = ""


Block = Paragraph | Columns | BattleCard | Section


def cited(blocks: Iterable[Block], *, terms: bool = False) -> Iterator[str]:
    """The ids of the rules some blocks cite, in order, repeated as they are; with `terms` also those that each term of
    a battle stands on."""
    for block in blocks:
        if block.rule:
            yield block.rule
        if isinstance(block, Section):
            yield from cited(block.blocks, terms=terms)
        elif isinstance(block, BattleCard):
            yield from (term.rule for side in block.sides for term in (*side.lines, side.die) if terms and term.rule)
            yield from cited((*block.notes, block.verdict, *block.hits, *block.consequences))


class Happening(Protocol):
    """One act at the table with the positions before and after it."""

    @property
    def step(self) -> str: ...

    @property
    def act(self) -> Act: ...

    @property
    def position_before(self) -> Any: ...

    @property
    def position_after(self) -> Any: ...

    @property
    def sitting(self) -> int: ...

    @property
    def odds(self) -> str:
        """Of a battle, how likely its outcome was, in a sentence; "" where nothing is to be said of that."""
        ...


class Episode(NamedTuple):
    """A stretch of play that belongs together: an attack, a card with what it does, somebody's move.

    Attributes:
        turn: its number.
        phase: the phase of the turn as orders are headed with it, or a code of its own for a stretch in which nothing
            is ordered.
        heading: the step of the turn in words.
        title: what it is about, in words.
        happenings: what happened, in order.
        places, units: the places and counters that have a part in it, by id and name.
    """

    turn: int
    phase: str
    heading: str
    title: str
    happenings: tuple[Happening, ...]
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class Query(NamedTuple):
    """What somebody asks about, as far as their words are known.

    Attributes:
        places, units: by id.
        cards, sides: by name.
        events: codes of kinds of events.
    """

    places: frozenset[str] = frozenset()
    units: tuple[str, ...] = ()
    cards: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()


class Luck(NamedTuple):
    """What some throws gave a side, against what was to be expected.

    Attributes:
        code: what was thrown for, in the game's vocabulary "luck".
        side: whose luck it is counted as.
        throws: how many. sum: what they gave. expected, variance: of that sum.
    """

    code: str
    side: str
    throws: int
    sum: int
    expected: float
    variance: float


class Narration(Protocol):
    """What the report room asks of a game. A module of the game that has these functions will do."""

    def when(self, position: Any) -> str:
        """The turn in words: "Turn 4, autumn 1942"."""
        ...

    def side_name(self, side: str) -> str:
        """A side as it stands alone, in a heading or a column: "Red"."""
        ...

    def rule_number(self, rule: str) -> str:
        """A rule as readers of this game's reports know it: "8.4.e"."""
        ...

    def story(self, happenings: Sequence[Happening]) -> list[Section]:
        """What happened, in order, a section a step."""
        ...

    def undone(self, happenings: Sequence[Happening], side: str = "", sealed: Iterable[Phrase] = ()) -> list[Section]:
        """What lists of orders have left undone, and why; `sealed` are those of a side that nobody else may know."""
        ...

    def highlights(self, happenings: Sequence[Happening]) -> list[str]:
        """What a newspaper would print of some happenings, the weightiest first: clauses without a stop at their
        end, of which the first can be a headline. None where nothing happened."""
        ...

    def reckoning(self, happenings: Sequence[Happening], position: Any) -> list[Section]:
        """The sums at the end: resources, losses, places that changed hands, forces."""
        ...

    def record(self, happenings: Sequence[Happening]) -> list[Section]:
        """The evidence: orders as they were taken, dice as they fell."""
        ...

    def board(self, position: Any) -> list[Section]:
        """Everything on the table."""
        ...

    def ending(self, outcome: Mapping[str, Any]) -> str:
        """How the game ended, in a sentence."""
        ...

    def phase_name(self, phase: str) -> str:
        """A phase, as orders are headed with it, in words: "Movement"."""
        ...

    def chart(self, position: Any, happenings: Sequence[Happening] = (), side: str = "", *,
              overlaid: bool = True) -> Chart:
        """The map at a position, with the movements and battles of some happenings. What only one side may know of
        its own affairs is drawn for `side` alone. Areas and networks take the longest; `overlaid` says whether they
        are wanted."""
        ...

    def board_changes(self, start: Any, end: Any) -> list[Section]:
        """Which counters and markers to move, flip, put down and take away on a map that shows `start`, so that it
        shows `end`; in order of place, a section a side."""
        ...

    def clashes(self, happenings: Iterable[Happening]) -> tuple[Clash, ...]:
        """The battles fought, in order."""
        ...

    def losses(self, start: Any, end: Any) -> Mapping[str, int]:
        """What each side lost between two positions, in steps where its counters have several, else in counters. What
        it gained meanwhile makes no loss good."""
        ...

    def luck(self, happenings: Sequence[Happening]) -> list[Section]:
        """What the dice gave each side, against what was to be expected, with standard deviations."""
        ...

    def lucks(self, happenings: Sequence[Happening]) -> list[Luck]:
        """The same in numbers that can be added up over campaigns, for all throws that add up."""
        ...

    def episodes(self, happenings: Sequence[Happening]) -> list[Episode]:
        """All that happened, in order, cut into the episodes an onlooker would tell apart."""
        ...

    # What settles a dispute.

    def query(self, words: str, position: Any) -> Query:
        """What somebody asks about."""
        ...

    def about(self, happening: Happening) -> frozenset[str]:
        """Everything an event concerns: ids of places and counters, names of cards, sides, and its code."""
        ...

    def cards_played(self, happening: Happening) -> frozenset[str]:
        """The cards that somebody plays by an event for what they do: none that is drawn, bought, shown, discarded or
        paid with."""
        ...

    def evidence(self, happenings: Sequence[Happening]) -> list[Block]:
        """What the story of one episode leaves out: facts and sums that settle why it came out so."""
        ...

    def fate(self, unit: str, happening: Happening) -> str:
        """What an event meant for one counter, in a sentence; "" for nothing."""
        ...

    def standing(self, unit: str, position: Any) -> str:
        """Where and how a counter stands, in a sentence."""
        ...

    def rulings_on(self, rule: str) -> tuple[str, ...]:
        """The ids of the rulings that belong to a rule."""
        ...

    def finished(self, order: str) -> str:
        """An order that breaks off, completed as it was most likely meant; "" where nobody can say."""
        ...
