"""Section 5.1: the steps of a turn, in order, without their rules (`rules/sequence` has them).

All orders of a turn are headed with the one phase, so that a turn can be written as one file.
"""

from __future__ import annotations

from witp_pbem.games.common.sequence import Outline, Step
from witp_pbem.games.nimitz.board.state import SIDES, Position

PHASE = "turn"
SETUP, FIRST = "setup", "supply"


def contested(position: Position) -> list[str]:
    """The points with units of both sides, in the order of the map (nimitz 10.0.a)."""
    return [point for point in position.data.map.points if all(position.of(side, point) for side in SIDES)]


def to_be_fought(position: Position) -> list[str]:
    """The contested points at which no battle was fought this turn."""
    return [point for point in contested(position) if point not in position.fought]


OUTLINE = Outline(
    Step(FIRST, PHASE, "nimitz 5.1.b"),
    Step("scouting", PHASE, "nimitz 5.1.c"),
    Step("movement", PHASE, "nimitz 5.1.d"),
    Step("japan", PHASE, "nimitz 5.1.e"),
    Step("battles", PHASE, "nimitz 5.1.f", again=lambda position: bool(to_be_fought(position))),
    Step("reinforcement", "", "nimitz 5.1.g"),
    Step("repair", PHASE, "nimitz 5.1.h"),
    Step("return", "", "nimitz 5.1.i"),
    Step("check", "", "nimitz 5.1.j"),
    Step("defeat", "", "nimitz 5.1.k"),
    before=(Step(SETUP, "", "nimitz 3.0.a"),))
