"""Cards open and face down, at a table that notes what it was asked, opened and drawn."""

from __future__ import annotations

from typing import Any

import pytest

from witp_pbem.games.common import decks
from witp_pbem.table import questions

FACE_DOWN = {"fates/0": "Storm", "fates/1": "Calm", "fates/2": "Fog"}


class Table:
    """As much of a table as cards need; it may not look at "fates/2"."""

    def __init__(self) -> None:
        self.rules, self.position = self, None
        self.asked: list[str] = []
        self.opened: list[tuple[str, str]] = []

    def answer(self, position: Any, question: str, card: str) -> bool | str:
        return questions.answer(question, card)

    def test(self, slot: str, question: str) -> bool | str:
        self.asked.append(slot)
        return questions.answer(question, FACE_DOWN[slot])

    def private(self, slot: str) -> str | None:
        return FACE_DOWN[slot] if slot != "fates/2" else None

    def open(self, slot: str, card: str) -> None:
        self.opened.append((slot, card))

    def draw(self, deck: str, number: int, holder: str) -> str:
        return f"{deck}/{number}"


@pytest.fixture
def table() -> Any:
    return Table()


def test_an_open_card_needs_no_record(table: Any) -> None:
    assert decks.card_in(table, "Raft") == "Raft" and decks.test(table, "Raft", "is Raft") is True
    assert table.asked == []
    assert decks.card_in(table, "fates/1") == "Calm" and table.asked == ["fates/1"]


def test_a_hand_is_gone_through_up_to_the_card_that_is_sought(table: Any) -> None:
    assert decks.slot_of(table, ("fates/0", "fates/1", "fates/2"), "Calm") == "fates/1"
    assert table.asked == ["fates/0", "fates/1"]
    assert decks.first(table, ("fates/0", "Raft"), "is Raft") == "Raft"
    assert decks.first(table, ("fates/0",), "is Raft") is None
    with pytest.raises(StopIteration):
        decks.slot_of(table, ("fates/0",), "Fog")


def test_what_a_hand_may_hold(table: Any) -> None:
    known, guessed = decks.private(table, ("Raft", "fates/0")), decks.private(table, ("fates/0", "fates/2"))
    assert known == {"Raft": "Raft", "fates/0": "Storm"} and guessed == {"fates/0": "Storm", "fates/2": None}
    assert decks.may_hold(known.values(), "Storm") and not decks.may_hold(known.values(), "Fog")
    assert decks.may_hold(guessed.values(), "Fog") and table.asked == []


def test_a_card_is_turned_up_once(table: Any) -> None:
    decks.show(table, "Raft", "Raft")
    decks.show(table, "fates/0", "Storm")
    assert table.opened == [("fates/0", "Storm")]


def test_drawing_to_the_last_card(table: Any) -> None:
    assert [decks.draw(table, "fates", drawn, 3, "north") for drawn in range(4)] == [
        "fates/0", "fates/1", "fates/2", ""]


def test_a_deck_made_anew_takes_in_what_nobody_drew() -> None:
    assert decks.undrawn("fates", 4, ("fates/0", "fates/2")) == ["fates/1", "fates/3"]
    assert decks.undrawn("fates", 3, ("fates/5.0", "fates/0")) == ["fates/1"]  # a card typed in by hand is no number
    assert [decks.again(name) for name in ("fates", "fates-2", "fates-9")] == ["fates-2", "fates-3", "fates-10"]
