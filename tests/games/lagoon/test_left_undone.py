"""What an order leaves undone is told to everybody only once the order lies open; the record of it is verified, after
the game in full."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import codes
from tests.games.lagoon.desk import LagoonDesk, install
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.report import plain_text
from witp_pbem.table.language import speaking

SEALED = """Phase: sail
pass
standing until cancelled:
    sail Akagi Maru to Coral bay
end
"""
OPEN = """Phase: sail
standing until cancelled:
    sail Akagi Maru to Reef else sail Akagi Maru to Coral bay
    pass
end
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LagoonDesk:
    install(monkeypatch)
    desk = LagoonDesk(tmp_path / "solo")
    desk.sit()
    return desk


def report(desk: LagoonDesk, side: str = "") -> str:
    return " ".join(plain_text.render(tell(desk.open(), turn=1, side=side)).split())


@pytest.mark.parametrize(("language", "heading"), [
    ("en", "Ordered, but not done"), ("ja", "命令されたが実行されなかったもの")])
def test_what_an_order_that_has_answered_leaves_undone_is_told(desk: LagoonDesk, language: str, heading: str) -> None:
    desk.order("raiders", OPEN)
    desk.sit()
    with speaking(language):
        assert heading in report(desk)
        assert desk.open().game.write({"order": "sail", "ship": "Akagi Maru", "place": "Reef"}) in report(desk)
    proven = verify(desk.folder)
    assert proven.holds, proven.findings


def test_what_lies_sealed_is_told_to_nobody_else(desk: LagoonDesk) -> None:
    desk.order("raiders", SEALED)
    desk.sit()
    assert "undone" not in desk.book.read_text()
    assert "Ordered, but not done" not in report(desk)
    own = report(desk, "raiders")
    assert "Ordered, but not done" in own and "sail Akagi Maru to Coral Bay – a pass came before it" in own
    assert verify(desk.folder).holds


def silent(entries: list[dict[str, Any]]) -> None:
    """The keeper keeps quiet about what was left undone."""
    for act in (act for entry in entries for act in entry.get("acts", ())):
        act.pop("undone", None)


def invented(entries: list[dict[str, Any]]) -> None:
    """The keeper says something else was left undone."""
    for left in (left for entry in entries for act in entry.get("acts", ()) for left in act.get("undone", ())):
        left["order"]["place"] = "Fort Royal"


@pytest.mark.parametrize("change", [silent, invented])
def test_after_the_game_the_keeper_must_have_told_the_truth_about_it(desk: LagoonDesk, change: Any) -> None:
    desk.order("raiders", OPEN)
    desk.play(1)
    assert verify(desk.folder).holds
    desk.rewrite(change)
    shutil.rmtree(desk.folder / "private")
    assert "undone-differs" in codes(verify(desk.folder).findings)
