"""Section 5.0: the steps of a turn, in order, without their rules (`rules/chapter_05_turn/sequence` has them)."""

from __future__ import annotations

from witp_pbem.games.common.sequence import Outline, Step

FIRST, SETUP, TURN_ZERO = "reinforcement", "setup", "turn 0"
OUTLINE = Outline(
    Step(FIRST, "reinforcement", "senshi 6.1-a"),
    Step("operations", "operations", "senshi 7.1-a", again=lambda position: not position.over),
    Step("isolation", "supply", "senshi 9.1-a"),
    Step("capture", "supply", "senshi 9.2-a"),
    Step("transfer", "supply", "senshi 9.3(2)-d"),
    Step("supply", "supply", "senshi 9.4(1)-a"),
    Step("end", "", "senshi 4.0-a"),
    before=(Step(SETUP, "setup", "senshi 3.1-b"), Step(TURN_ZERO, "setup", "senshi 5.1(1)-a")))
