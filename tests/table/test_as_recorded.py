"""The table at which a record stands: what it takes, what it leaves out, and where it gives up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.campaign import toy
from witp_pbem.table import as_recorded
from witp_pbem.table.acts import Act, Answered, Forced, Rolled
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Diverged, Table

GAIN = toy.Changed("toy", "points", "red", 1)
LOSS = toy.Changed("toy", "boats", "red", -1)
CARD = toy.Dealt("toy", "red", "flags/0")
D6 = Die(6)
PASS = Answered("red", "raid", {"order": "pass"})


class NoDice:
    """A fate that has nothing to give."""

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return (9,) * count

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        raise AssertionError(deck)

    def draw(self, deck: str, number: int, side: str) -> str:
        raise AssertionError(deck)

    def look(self, slot: str) -> str | None:
        return None


def ask(table: Table, sole: str = "", side: str = "red") -> Any:
    verdict = Understood("passed", {"order": "pass", "how": "by these rules"})
    return table.ask(Demand(side, "raid", "toy", frozenset({"pass"}), lambda order: verdict,
                            lambda: [{"order": "pass"}],
                            sole=Understood("forced", {"order": sole}) if sole else None))


def play(record: Sequence[Act], rules: Callable[[Table], object], stands: int | None = None) -> Table:
    game = toy.game()
    make = as_recorded.table(Table, len(record) if stands is None else stands)
    table = make(GameRules(game), toy.Position(), record, PendingOrders(), NoDice())  # type: ignore[arg-type]
    table.begin("raids")
    rules(table)
    return table


def test_nothing_stands_at_a_usual_table() -> None:
    assert as_recorded.table(Table, 0) is Table
    with pytest.raises(Diverged):
        play([GAIN], lambda table: table.tell(LOSS), stands=0)


@pytest.mark.parametrize(("record", "events"), [
    ([GAIN, LOSS, PASS], [LOSS, GAIN]),  # another order
    ([GAIN, PASS], [toy.Changed("toy", "points", "red", 2)]),  # another value
    ([GAIN, LOSS, PASS], []),  # told no more
    ([GAIN, PASS], [CARD, GAIN, CARD]),  # told in addition
    ([PASS], [CARD, CARD]),
])
def test_recorded_events_come_in_the_place_of_those_told(record: list[Act], events: list[Event]) -> None:
    def rules(table: Table) -> None:
        table.tell(*events)
        assert ask(table) == ["passed"]  # though it is worded otherwise now

    table = play(record, rules)
    assert table.acts == record
    assert table.position.points["red"] == record.count(GAIN) and not table.position.hands["red"]


def test_behind_the_record_the_rules_tell_as_they_are() -> None:
    table = play([LOSS, GAIN], lambda table: table.tell(GAIN, LOSS, CARD))
    assert table.acts == [LOSS, GAIN, CARD]  # the loss was told already
    table = play([LOSS], lambda table: (table.roll(phrase("x"), 1, D6), table.tell(LOSS)))
    assert table.acts == [LOSS, Rolled(phrase("x"), (9,), D6), LOSS]  # another one


def test_recorded_dice_are_taken_whatever_they_are_called() -> None:
    thrown: list[tuple[int, ...]] = []
    table = play([GAIN, Rolled(phrase("raid"), (3, 4), D6), PASS],
                 lambda table: (thrown.append(table.roll(phrase("foray"), 2, D6)), ask(table)))
    assert thrown == [(3, 4)] and table.position.points["red"] == 1


def test_rules_that_ask_nobody_anything_pass_over_no_dice() -> None:
    def rules(table: Table) -> None:
        assert table.ask() == []
        assert table.roll(phrase("raid"), 1, D6) == (5,)

    play([Rolled(phrase("raid"), (5,), D6)], rules)


def test_dice_the_rules_do_not_throw_any_more_are_passed_over() -> None:
    table = play([Rolled(phrase("raid"), (3, 4), D6), GAIN, PASS], lambda table: (table.tell(CARD), ask(table)))
    assert table.acts == [Rolled(phrase("raid"), (3, 4), D6), GAIN, PASS]


@pytest.mark.parametrize("rules", [
    lambda table: table.roll(phrase("raid"), 3, D6),  # more dice
    lambda table: table.roll(phrase("raid"), 2, Die(6, 0)),  # other dice
    lambda table: (table.roll(phrase("raid"), 2, D6), table.roll(phrase("raid"), 2, D6)),  # once more
    lambda table: (ask(table), ask(table)),
    lambda table: ask(table, side="blue"),  # another side
    lambda table: ask(table, sole="raid"),  # forced to something else
    lambda table: table.draw("flags", 0, "red"),
    lambda table: [table.tell(CARD) for _ in range(2000)],  # a loop
    lambda table: table.begin("cards"),  # the step is over
])
def test_where_it_gives_up(rules: Callable[[Table], object]) -> None:
    with pytest.raises(Diverged):
        play([Rolled(phrase("raid"), (3, 4), D6), PASS, GAIN, Answered("blue", "raid", {"order": "pass"})], rules)


def test_a_decision_may_have_become_forced_or_free() -> None:
    assert play([PASS], lambda table: ask(table, sole="pass")).acts == [PASS]
    forced = Forced("red", "raid", {"order": "pass"})
    assert play([forced], ask).acts == [forced]
