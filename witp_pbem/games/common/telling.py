"""What board wargames tell alike: counters that come, counters lost, and where points came from and went."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from witp_pbem.games.common.language import say
from witp_pbem.games.common.nouns import signed
from witp_pbem.table.event import Event
from witp_pbem.table.language import listing, parts
from witp_pbem.table.story import Block, Columns, Happening, Paragraph
from witp_pbem.table.telling import Row
from witp_pbem.table.tuples import NamedTuple


def parts_of(run: Iterable[Happening], begins: Callable[[Happening], bool]) -> list[list[Happening]]:
    """What happened in a step, cut before each event with which a part of it begins, such as the impulse of a side."""
    parts: list[list[Happening]] = []
    for happening in run:
        if not parts or begins(happening):
            parts.append([])
        parts[-1].append(happening)
    return parts


class UnitRow(NamedTuple):
    """A row of a table that tells of one counter: an entry of a story. Rows that follow one another and differ in
    nothing but the counter become one.

    Attributes:
        row: with "" in the second column, where the counters stand.
        unit: the id of the counter.
        words: puts counters into words.
    """

    row: Row
    unit: str
    words: Callable[[Sequence[str]], str]

    @property
    def group(self) -> Any:
        return self.row.group

    @staticmethod
    def together(run: Sequence[UnitRow]) -> list[Block]:
        rows = []
        for row, alike in groupby(run, lambda entry: entry.row):
            entries = list(alike)
            first, _, *others = row.cells
            rows.append(row._replace(cells=(first, entries[-1].words([entry.unit for entry in entries]), *others)))
        return Row.together(rows)


# -- losses -----------------------------------------------------------------------------------------------------


class Loss(NamedTuple):
    """A counter eliminated or reduced: an entry of a story.

    Attributes:
        unit: its id.
        side: the side it belongs to.
        owner: that side in words, at the beginning of a sentence.
        place, reason: where and why, in words.
        eliminated: whether it is gone; else it is reduced.
        rule: the rule behind it.
        of_hits: whether it is one of the hits of a battle: of a counter hit twice only the end is told.
    """

    unit: str
    side: str
    owner: str
    place: str
    reason: str
    eliminated: bool
    rule: str
    of_hits: bool = False

    @property
    def group(self) -> str:
        return "losses"

    @staticmethod
    def together(run: Sequence[Loss]) -> list[Block]:
        """A sentence for each side, place, reason and rule."""
        groups: dict[tuple[str, str, str, str], list[Loss]] = {}
        for loss in _ends(run):
            groups.setdefault((loss.side, loss.place, loss.reason, loss.rule), []).append(loss)
        return [_paragraph(losses) for losses in groups.values()]


def _ends(run: Iterable[Loss]) -> list[Loss]:
    """The losses without hits on counters that were eliminated later; these stand under the rule of their end."""
    losses = list(run)
    gone = {loss.unit: loss for loss in losses if loss.eliminated}
    return [loss._replace(rule=gone[loss.unit].rule) if loss.of_hits and loss.unit in gone else loss
            for loss in losses if loss.eliminated or not loss.of_hits or loss.unit not in gone]


def _paragraph(losses: Sequence[Loss]) -> Paragraph:
    first = losses[0]
    outcomes = {loss.unit: loss.eliminated for loss in losses}
    ends = []
    if ids := [unit for unit, eliminated in outcomes.items() if eliminated]:
        ends.append(say("{units} eliminated", units=listing(ids)))
    if ids := [unit for unit, eliminated in outcomes.items() if not eliminated]:
        ends.append(say("{units} reduced", units=listing(ids)))
    return Paragraph(say("{side}, {place}: {losses} ({why}).", side=first.owner, place=first.place,
                         losses=parts(ends), why=first.reason), first.rule, first.side, "loss")


def loss_table(entries: Iterable[Any], sides: Mapping[str, str], units: Callable[[Sequence[str]], str]) -> Block:
    """Every counter eliminated or reduced; what is rebuilt later is still a loss.

    Args:
        entries: those of a story, among them losses.
        sides: the sides with their names, in the order always named.
        units: puts counters into words.
    """
    losses = [entry for entry in entries if isinstance(entry, Loss)]
    counted = {(loss.unit, loss.eliminated, loss.reason) for loss in _ends(losses)}
    rows: dict[tuple[str, bool, str, str], list[str]] = {}
    for loss in losses:
        ids = rows.setdefault((loss.side, loss.eliminated, loss.place, loss.reason), [])
        if (loss.unit, loss.eliminated, loss.reason) in counted:
            ids.append(loss.unit)
    kept = [(key, ids) for side in sides for key, ids in rows.items() if key[0] == side and ids]
    if not kept:
        return Paragraph(say("No unit was reduced or eliminated."), tone="quiet")
    return Columns("", say.heads("Side", "Units", "What", "Where", "Why"),
                   tuple((sides[side], units(ids), _outcome(eliminated), place, why)
                         for (side, eliminated, place, why), ids in kept),
                   sides=tuple(key[0] for key, _ in kept))


def _outcome(eliminated: bool) -> str:
    return say.term("outcome", "eliminated") if eliminated else say.term("outcome", "reduced")


# -- points -----------------------------------------------------------------------------------------------------


def ledger(happenings: Iterable[Happening], left: Mapping[str, int], points: Callable[[Any], Mapping[str, int]],
           sides: Mapping[str, str], booked: Callable[[Event], str]) -> Columns | None:
    """Where the points of each side came from and went, row by row; None where no points changed hands.

    Args:
        left: the points of each side in the end, to which the rows add up.
        points: those at a position.
        sides: the sides with their names, in the order always named.
        booked: what a change by an event is booked as (`Telling.booked`).
    """
    rows: dict[str, dict[str, int]] = {}
    for happening in happenings:
        before, after = points(happening.position_before), points(happening.position_after)
        if before == after or not isinstance(happening.act, Event):
            continue
        if not rows and any(before.values()):
            rows[say("On hand before")] = dict(before)
        row = rows.setdefault(booked(happening.act), dict.fromkeys(sides, 0))
        for side in sides:
            row[side] += after[side] - before[side]
    if not rows:
        return None
    return Columns("", ("", *sides.values()),
                   tuple((what, *(signed(row[side]) if row[side] else "" for side in sides))
                         for what, row in rows.items()),
                   tuple(range(1, len(sides) + 1)),
                   foot=(say.term("points", "Left"), *(str(left[side]) for side in sides)))
