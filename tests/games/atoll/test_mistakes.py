"""Mistakes of players of a game that gives no more than it must: what the rooms for every game answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here
from tests.each_game import begin, text


@pytest.mark.parametrize(("orders", "answers"), [
    ("pass\nsink all", ('No order begins with "sink".',)),
    ("Phase: movement\nmove 1 sihp from Haven to Cay", ('There is no unit called "sihp". Did you mean ship?',)),
    ("Phase: movement\nmove 1 ship from Haven to Cay\nmove 9 ships from Haven to Cay",
     ('such units can be had at Haven (0101): "9 ships"',)),
    ("Phase: battle\nlose", ('The order "lose" breaks off; expected: a unit.',)),
    ("Phase: movment\npass", ('No phase is called "movment". The phases are cards, movement, battle.',
                              "Did you mean movement?")),
    ("if raid at Haven\n pass\nend", ('"if" begins a conditional order. This game has none',)),
])
def test_what_is_wrong_with_orders_is_said_in_words_of_the_game(orders: str, answers: tuple[str, ...],
                                                                tmp_path: Path) -> None:
    begin(tmp_path / "isles", "atoll")
    (tmp_path / "orders.txt").write_text(text(tmp_path / "isles", "blue", f"\n{orders}"), "utf-8")
    done = here("check", tmp_path / "isles", tmp_path / "orders.txt")
    assert done.code == 1 and "the end of the order" not in done.out
    assert all(words in " ".join(done.out.split()) for words in answers), done.out


def test_a_scenario_there_is_none_of_is_not_founded(tmp_path: Path) -> None:
    done = here("new", tmp_path / "isles", "--game", "atoll", "--scenario", "big")
    assert done.code != 0 and 'There is no scenario "big". Scenarios that can be played: standard.' in done.err
    assert not (tmp_path / "isles").exists()


def test_one_value_is_no_values() -> None:
    assert "1 sourced value: 1 invented." in here("data", "sources", "--game", "atoll").out
