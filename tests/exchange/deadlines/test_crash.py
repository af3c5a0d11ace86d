"""A desk killed at any write comes to the same end when it looks again: nothing twice, nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.deadlines.conftest import DAY, HOUR, Watched
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import disk
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


class Killed(BaseException):
    """The process is gone."""


def dying(patch: pytest.MonkeyPatch, write: int, after: bool) -> list[str]:
    """Lets the process die before or after its n-th write; the names of the files written are kept."""
    done: list[str] = []

    def mortal(real: Callable[..., None]) -> Callable[..., None]:
        def written(path: Path, *arguments: Any, **options: Any) -> None:
            done.append(path.name)
            if len(done) - 1 == write and not after:
                raise Killed
            real(path, *arguments, **options)
            if len(done) - 1 == write:
                raise Killed

        return written

    patch.setattr(disk, "append", mortal(disk.append))
    patch.setattr(disk, "write", mortal(disk.write))
    return done


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
    undisturbed = begin(tmp_path / "undisturbed", agreed)
    with pytest.MonkeyPatch.context() as patch:
        counted = dying(patch, -1, False)
        undisturbed.review()
        writes = len(counted)
    assert writes > 5
    expected = outcome(undisturbed)
    for write in range(writes):
        for after in (False, True):
            game = begin(tmp_path / f"{write}{after}", agreed)
            with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
                dying(patch, write, after)
                game.review()
            game.review()
            assert outcome(game) == expected, (write, after)
    assert verify(game.folder).holds


def test_a_moved_deadline_is_announced_though_the_desk_died(tmp_path: Path) -> None:
    for write in range(5):
        game = begin(tmp_path / f"{write}", {})
        game.now -= DAY
        game.agree(away={"red": [["2026-11-24", "2026-11-26"]]})
        with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
            dying(patch, write, True)
            game.review()
        game.review()
        game.review()
        assert [kind for kind, _ in game.letters()] == ["deadline", "deadline"], write
        assert game.clock("red").until == game.clock("red").begun + 6 * DAY


def test_orders_that_come_while_the_desk_is_dead_count(tmp_path: Path) -> None:
    """The miss was written down, but nothing had followed yet."""
    game = begin(tmp_path / "isles", {"then": ["default"], "default": {"": "bid 1"}})
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        dying(patch, 1, False)
        game.review()
    game.desk.order("red", "bid 3")
    game.review()
    assert "ruling" not in game.desk.kinds()
    assert "Meanwhile orders have come" in game.text("missed", "ann")
    game.desk.sit()
    assert game.desk.open().position.points == {"red": 1, "blue": 0}


def test_a_rewind_while_the_desk_is_dead_ends_the_matter(tmp_path: Path) -> None:
    from witp_pbem.campaign.disputes.rewind import rewind

    game = begin(tmp_path / "isles", {"then": ["default"], "default": {"": "pass"}})
    game.desk.order("red", "bid 3")
    game.desk.sit()
    game.review()
    game.now += LATE
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        dying(patch, 1, False)
        game.review()
    rewind(game.folder, "sitting 1", "so we said", False)
    game.review()
    assert "ruling" not in game.desk.kinds() and "Meanwhile orders have come" in game.text("missed", "ann")
    assert game.clock("red").begun == game.now
