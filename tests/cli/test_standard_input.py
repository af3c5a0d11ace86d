"""`-` for a file of orders: what is piped in, typed or pasted."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import each_game
from tests.cli.program import contents, here
from tests.each_game import KINDS, Maker


@pytest.mark.parametrize("game", ["witp", "alliance", "atoll"])
def test_orders_are_checked_tried_and_recorded(game: str, begun_of: Maker, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)
    folder = shutil.copytree(begun_of(game), tmp_path / "isles")
    orders = f"Campaign: isles\nTurn: 1\nSide: {next(iter(KINDS[game].players))}\n\npass\n"
    before = contents(folder)
    checked = here("check", folder, "-", given=orders)
    assert checked.code == 0 and checked.out.startswith("standard input: 1 order")
    assert here("preview", folder, "-", given=orders).code == 0
    assert contents(folder) == before
    wrong = here("check", folder, "-", "-", given=orders + "xyzzy\n")
    assert wrong.code == 1 and "standard input, line 6: " in wrong.out and "standard input.\n" in wrong.out
    recorded = here("submit", folder, "-", given=orders)
    assert recorded.code == 0 and "recorded as entry" in recorded.out
    pasted = here("submit", folder, "-", given=b"{\\rtf1 pass}")
    assert pasted.code == 1 and "Save As" in pasted.out and "Nothing was recorded." in pasted.out
