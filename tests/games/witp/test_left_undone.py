"""A list of bases, from the check to the report: what is built and what is not, each with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.proof.verify import verify
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


def test_whoever_has_not_passed_learns_why_the_rest_waits(desk: Desk) -> None:
    desk.order("japan", LIST)
    desk.order("allies", "Phase: bases\npass bases")
    (due,) = desk.sit().dues
    assert [(problem.code, problem.values["place"]) for problem in due.problems] == [
        ("base-not-controlled", "0607"), ("base-not-controlled", "0407")]
