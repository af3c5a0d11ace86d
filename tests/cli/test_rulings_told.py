"""A ruling that decides for a side stands in the report with the referee's reason."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import here


def test_a_decision_by_ruling_is_told_with_its_reason(tmp_path: Path) -> None:
    folder = str(tmp_path / "late")
    assert here("new", "--game", "witp", folder, "--seed", "a word").code == 0
    assert here("adjudicate", folder).code == 0
    ruling = tmp_path / "ruling.txt"
    ruling.write_text('Campaign: late\nTurn: 1\nSide: referee\n'
                      'ruling for Japan: decide "build Taiwan" because "his mail came late"\n')
    assert here("submit", folder, str(ruling)).code == 0
    output = here("adjudicate", folder).out
    assert "Rulings of the referee" in output
    assert "his mail came late" in " ".join(output.split())
    assert "his mail came late" in here("report", folder, "--format", "html").out
