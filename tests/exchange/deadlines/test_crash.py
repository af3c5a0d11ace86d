"""A desk killed at any write comes to the same end when it looks again: nothing twice, nothing lost."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.deadlines.conftest import DAY, HOUR, Watched
from tests.killing import killed_at
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.exchange import outbox

LATE = 3 * DAY + 13 * HOUR
AGREED: dict[str, dict[str, Any]] = {
    "extend": {"then": ["extend"]},
    "standing, then default": {"then": ["standing", "default"], "default": {"": "bid 1"}},
    "replacement": {"then": ["replacement"], "replacement": {"red": "Kenji <kenji@example.org>"}},
    "referee": {"then": ["referee"]},
    "nothing of it can be done": {"then": ["default", "replacement"], "default": {"": "pass"},
                                  "replacement": {"blue": "Bea <b@example.org>"}},
}


def begin(folder: Path, agreed: dict[str, Any]) -> Watched:
    game = Watched(folder, **agreed)
    game.review()
    game.desk.order("blue", "bid 2")
    game.now += LATE
    return game


def outcome(game: Watched) -> tuple[Any, ...]:
    """Everything that must come out the same."""
    entries = [(entry["type"], entry.get("text"), entry.get("orders"), entry.get("player"))
               for entry in game.desk.entries()]
    return entries, game.clocks(), sorted(outbox.letters(game.office)), game.review().needs


@pytest.mark.parametrize("agreed", AGREED.values(), ids=list(AGREED))
def test_a_miss_interrupted_anywhere_is_finished_by_the_next_review(agreed: dict[str, Any], tmp_path: Path) -> None:
    begun = begin(tmp_path / "begun", agreed)
    undisturbed = begun.copied(tmp_path / "undisturbed")
    undisturbed.review()
    expected = outcome(undisturbed)
    for moment in count():
        game = begun.copied(tmp_path / f"{moment}")
        if not killed_at(moment, game.review):
            break
        game.review()
        assert outcome(game) == expected, moment
    assert moment > 10
    assert verify(game.folder).holds


def test_a_moved_deadline_is_announced_though_the_desk_died(tmp_path: Path) -> None:
    begun = begin(tmp_path / "begun", {})
    for write in range(5):
        game = begun.copied(tmp_path / f"{write}")
        game.now -= DAY
        game.agree(away={"red": [["2026-11-24", "2026-11-26"]]})
        assert killed_at(2 * write + 1, game.review)
        game.review()
        game.review()
        assert [kind for kind, _ in game.letters()] == ["deadline", "deadline"], write
        assert game.clock("red").until == game.clock("red").begun + 6 * DAY


def test_orders_that_come_while_the_desk_is_dead_count(tmp_path: Path) -> None:
    """The miss was written down, but nothing had followed yet."""
    game = begin(tmp_path / "isles", {"then": ["default"], "default": {"": "bid 1"}})
    assert killed_at(2, game.review)
    game.desk.order("red", "bid 3")
    game.review()
    assert "ruling" not in game.desk.kinds()
    assert "Orders have arrived in the meantime" in game.text("missed", "ann")
    game.desk.sit()
    assert game.desk.open().position.points == {"red": 1, "blue": 0}


def test_a_rewind_while_the_desk_is_dead_ends_the_matter(tmp_path: Path) -> None:
    from witp_pbem.campaign.sitting.rewind import rewind

    game = begin(tmp_path / "isles", {"then": ["default"], "default": {"": "pass"}})
    game.desk.order("red", "bid 3")
    game.desk.sit()
    game.review()
    game.now += LATE
    assert killed_at(2, game.review)
    rewind(game.folder, "sitting 1", "so we said", False)
    game.review()
    assert "ruling" not in game.desk.kinds() and "Orders have arrived in the meantime" in game.text("missed", "ann")
    assert game.clock("red").begun == game.now
