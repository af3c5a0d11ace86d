"""Orders that a pass has overtaken are told in the report; the record of it is verified, after the game in full."""

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

ORDERS = """Phase: sail
pass
standing until cancelled:
    sail Akagi Maru to Coral bay
end
"""


@pytest.mark.parametrize(("language", "heading"), [
    ("en", "Ordered, but not done"), ("ja", "命令されたが実行されなかったもの")])
def test_what_a_pass_overtakes_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str,
                                       heading: str) -> None:
    install(monkeypatch)
    desk = LagoonDesk(tmp_path / "solo")
    desk.sit()
    desk.order("raiders", ORDERS)
    desk.sit()
    campaign = desk.open()
    with speaking(language):
        report = plain_text.render(tell(campaign, turn=1))
        overtaken = campaign.game.write({"order": "sail", "ship": "Akagi Maru", "place": "Coral bay"})
    assert heading in report and overtaken in report
    found = verify(desk.folder)
    assert found.holds, found.findings


def silent(entries: list[dict[str, Any]]) -> None:
    """The keeper keeps quiet about what was left undone."""
    for act in (act for entry in entries for act in entry.get("acts", ())):
        act.pop("undone", None)


def invented(entries: list[dict[str, Any]]) -> None:
    """The keeper says something else was left undone."""
    for left in (left for entry in entries for act in entry.get("acts", ()) for left in act.get("undone", ())):
        left["order"]["place"] = "Truk lagoon"


@pytest.mark.parametrize("change", [silent, invented])
def test_after_the_game_the_keeper_must_have_told_the_truth_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                                    change: Any) -> None:
    install(monkeypatch)
    desk = LagoonDesk(tmp_path / "solo")
    desk.sit()
    desk.order("raiders", ORDERS)
    desk.play(1)
    assert verify(desk.folder).holds
    desk.rewrite(change)
    shutil.rmtree(desk.folder / "private")
    assert "undone-differs" in codes(verify(desk.folder).findings)
