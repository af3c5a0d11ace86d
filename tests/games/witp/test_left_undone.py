"""A list of bases, from the check to the report: what is built and what is not, each with its reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import Desk
from tests.games.witp import scripted
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.report import plain_text
from witp_pbem.table.language import speaking

LIST = "Phase: bases\nbuild Taiwan, Palau, Leyte, Singapore"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A campaign in which Japan owes its first base."""
    desk = Desk(tmp_path / "isles", game="witp")
    desk.sit()
    return desk


@pytest.mark.parametrize("end", ["\npass bases", ""])
def test_the_check_names_every_base_of_a_list(desk: Desk, end: str) -> None:
    (line, *_) = desk.check("japan", LIST + end).lines
    assert line.full == "build Taiwan (0605); build Palau (0707)"
    for not_done in ("not done: build Leyte (0607) – ", "; build Singapore (0407) – ", "[witp 6.1.b]"):
        assert not_done in line.note
    assert "and so on" not in line.note
    with speaking("ja"):
        assert "実行されないもの：建設 レイテ (0607)" in desk.check("japan", LIST).lines[0].note


def test_the_report_tells_what_was_not_built_and_the_record_holds(desk: Desk) -> None:
    desk.order("japan", LIST + "\npass bases")
    desk.order("allies", "Phase: bases\nbuild Pearl Harbor, Seattle\npass bases")
    desk.sit()
    report = " ".join(plain_text.render(tell(desk.open())).split())
    assert "Ordered, but not done" in report
    assert "Japan: build Leyte (0607) – The port or airfield at Leyte (0607) is not under" in report
    assert "Allies: build" not in report
    assert verify(desk.folder).holds


def test_a_list_that_never_answered_is_told_to_its_owner_alone(desk: Desk) -> None:
    desk.order("japan", "standing until cancelled\nbuild Leyte, Palau\nend\n\nPhase: bases\npass bases")
    desk.order("allies", "Phase: bases\npass bases")
    desk.sit()
    for side in ("", "allies"):
        assert "Ordered, but not done" not in plain_text.render(tell(desk.open(), side=side))
    report = " ".join(plain_text.render(tell(desk.open(), side="japan")).split())
    assert "Japan: build Leyte (0607) – The port or airfield at Leyte (0607) is not under" in report
    assert "Japan: build Palau (0707) – a pass came before it" in report


def test_whoever_has_not_passed_learns_why_the_rest_waits(desk: Desk) -> None:
    desk.order("japan", LIST)
    desk.order("allies", "Phase: bases\npass bases")
    (due,) = desk.sit().dues
    assert [(problem.code, problem.values["place"]) for problem in due.problems] == [
        ("base-not-controlled", "0607"), ("base-not-controlled", "0407")]


class TestWishes:
    """Of a list of preferences the check tells for which of them nothing is open, and which were not needed."""

    def at(self, folder: Path, *units: str, **fields: Any) -> Desk:
        """A campaign that stands somewhere in the middle of a turn."""
        opened = game().open("standard", {})
        assert isinstance(opened, Position)
        gone = {unit.id: unit._replace(status="removed", hex="", arrival=0, aboard="")
                for unit in opened.units.values()}
        placed = {unit.id: unit for unit in map(scripted.unit, ("JP-L-9 0907", *units))}
        position = replace(opened, turn=3, units=gone | placed, **fields)
        desk = Desk(folder / "isles", game="witp", position=json.dumps(game().to_json(position)).encode())
        desk.sit()
        return desk

    def note(self, desk: Desk, side: str, orders: str) -> tuple[str, str]:
        checked = desk.check(side, orders)
        assert not checked.problems
        return checked.lines[-1].full, checked.lines[-1].note

    def test_combats(self, tmp_path: Path) -> None:
        desk = self.at(tmp_path, *("JP-L-1 0606", "US-L-1 0606", "JP-L-2 1009", "US-L-2 1009"), step="combat")
        full, note = self.note(desk, "japan", "Phase: operations\nresolve Leyte, then Manila, then Guadalcanal")
        assert full == "resolve Manila (0606)"
        assert note == ("not used: Guadalcanal (1009), not done: resolve Leyte (0607) – No combat has to be fought at "
                        "Leyte (0607). [witp 9.0.a] Nearest legal: resolve Manila (0606)")

    def test_bases_of_an_enemy_short_of_points(self, tmp_path: Path) -> None:
        desk = self.at(tmp_path, step="bases", bases={"japan": (), "allies": ("0305", "1705", "1806")},
                       rp={"japan": 5, "allies": 2})
        orders = "Phase: bases\npass bases\nremove Palau, Seattle, San Diego"
        full, note = self.note(desk, "japan", orders)
        assert full == "remove Seattle (1705)"
        assert note == ("not used: San Diego (1806), not done: remove Palau (0707) – The short side has no logistics "
                        "base at Palau (0707). [witp 6.5.c] Nearest legal: remove any")
