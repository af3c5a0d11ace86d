"""The referee's edits of the position: counters put somewhere, taken off, reduced or restored, and what a game adds.

A game declares the order with `ruling_kind`, and its `judge_ruling` makes of it an event that says what is changed:
`counters_meant` are the counters, `counter_changes` their new fields. That somebody gives up and that an order is given
for a player are rulings every game has (`table/rulings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from witp_pbem.games.common.order_groups import OneOf
from witp_pbem.games.common.order_lists import Units
from witp_pbem.games.common.order_parts import Choice, OrderPart, Place, QuotedText, Skip, Values
from witp_pbem.games.common.order_values import At, UnitSpec
from witp_pbem.games.common.orders import OrderKind
from witp_pbem.games.common.units import Counter
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.text import RULING
from witp_pbem.table.tuples import NamedTuple

PUT, STRIKE, REDUCE, RESTORE = EDITS = ("put", "strike", "reduce", "restore")


class RulingOrder(NamedTuple):
    """A ruling of the referee.

    Attributes:
        kind: what it does, such as put, strike, reduce or restore.
        side: whom it is for, "" where it names counters that need no side.
        amount: of points. units: the counters it changes. place: where.
        decides: the order it gives for a player, as text.
        reason: why.
    """

    kind: str
    side: str
    amount: int
    units: tuple[UnitSpec, ...]
    place: At | None
    decides: str
    reason: str


def edits(*kinds: str, wanted: str) -> Mapping[str, tuple[str, Sequence[OrderPart]]]:
    """How rulings on counters are written, for `ruling_kind`.

    Args:
        kinds: those a game has, of EDITS.
        wanted: what is expected where units are to stand.
    """
    return {verb: (verb, (Units("units", wanted=wanted, must=True), Place("place", "at", "in", "to", needs_word=True)))
            for verb in kinds}


def ruling_kind(sides: Mapping[str, str], ways: Mapping[str, tuple[str, Sequence[OrderPart]]], *, wanted_side: str,
                wanted: str, unit: str, needs_no_side: Collection[str] = EDITS) -> OrderKind:
    """The declaration of rulings: `ruling for Japan: strike 1 naval at Manila because "..."`.

    Args:
        sides: the words for each side.
        ways: by kind of ruling the words it begins with, and its parts (see `OneOf`).
        wanted_side, wanted: what is expected where a side, and where one of the ways is to stand.
        unit: the id of a counter, as an example.
        needs_no_side: the kinds of rulings that can do without a side; edits of counters name them one by one then.
    """
    def is_complete(values: Values, cursor: Cursor) -> None:
        """An edit of counters needs no side where it names them one by one."""
        span = cursor.statement.span
        if "side" not in values and values["kind"] not in needs_no_side:
            cursor.note(invalid("order-breaks-off", span, wanted='"for" and a side', keyword=RULING))
        if values["kind"] == PUT and "place" not in values:
            cursor.note(invalid("order-breaks-off", span, wanted="at and a place", keyword=RULING))
        for spec in values.get("units", ()):
            if not spec.id and not ("side" in values and "place" in values):
                cursor.note(invalid("name-units-by-id", spec.span, suggestion=unit))

    return OrderKind(
        RULING, RulingOrder,
        Skip("the"),
        Choice("side", "for", choices=sides, wanted=wanted_side, skips=("the",), ends=(":", ","), mark=":"),
        OneOf("kind", ways, wanted=wanted),
        Skip(",", ":"),
        QuotedText("reason", "because", wanted='"because" and the reason in quotation marks',
                   thing="the reason in quotation marks", needs_word=True, must=True),
        check=is_complete, is_english=True)


Unit = TypeVar("Unit", bound=Counter)


def counters_meant(ruling: RulingOrder, units: Mapping[str, Unit],
                   described: Callable[[UnitSpec], list[Unit] | tuple[Problem, ...]],
                   ) -> list[Unit] | tuple[Problem, ...]:
    """The counters a ruling changes: those with an id wherever they are, others as they are described, or problems.

    Args:
        described: the counters of the ruling's side at its place that a description means.
    """
    meant: list[Unit] = []
    for spec in ruling.units:
        if spec.id:
            chosen: list[Unit] | tuple[Problem, ...] = (
                [units[spec.id]] if spec.id in units else (invalid("unknown-unit", spec.span, unit=spec.id),))
        else:
            chosen = described(spec)
        if isinstance(chosen, tuple):
            return chosen
        meant += chosen
    return meant


def counter_changes(kind: str, units: Sequence[Unit], put: Callable[[Unit], Mapping[str, Any]],
                    struck: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The fields that a ruling gives new values, by the ids of the counters.

    Args:
        kind: PUT, STRIKE, REDUCE or RESTORE.
        put: the fields of a counter that is put somewhere. struck: those of one that leaves the game.
    """
    return {unit.id: put(unit) if kind == PUT else struck if kind == STRIKE else {"full": kind == RESTORE}
            for unit in units}
