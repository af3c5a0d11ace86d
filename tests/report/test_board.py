"""The position as `show` prints it."""

from __future__ import annotations

from tests.report import gold
from tests.report.stories import manila_fought
from witp_pbem.games.witp.game import game
from witp_pbem.report import position_text
from witp_pbem.report.layout import WIDTH, width


def test_the_position_after_manila() -> None:
    gold.check("manila-board.txt", position_text.render(manila_fought().position, game()))


def test_the_standard_set_up_fits_the_page() -> None:
    shown = position_text.render(game().open("standard", {}), game())
    assert max(width(line) for line in shown.splitlines()) <= WIDTH
    assert "Pearl Harbor (1406)" in shown
    assert "1 carrier: US-CV-1" in shown
