"""Section 12.3: the invasion of Japan in 1945."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.state import HAWAII, INVASION, US, WEST_COAST, Position, Unit
from witp_pbem.table.problem import Problem, illegal

RULE = "nimitz 12.3.a"
BASES = (HAWAII, WEST_COAST)


def problem_with(position: Position, unit: Unit) -> Problem | None:
    """Why a unit cannot go to the invasion box: it goes from Hawaii and the West Coast alone, where it has stood since
    the movement phase began, for who has moved goes nowhere else (nimitz 12.3.a, 8.1.c; G-69)."""
    if not position.campaign.invasion:
        return illegal("no-invasion", RULE, year=position.year, certain=True)
    if unit.place not in BASES:
        return illegal("invades-from-bases", RULE, unit=unit.id, places=list(BASES))
    return None


def room(position: Position) -> int:
    """How many units may still go this turn (nimitz 12.3.a): who went this turn is marked as moved."""
    return position.data.invasion_limit - sum(unit.moved for unit in position.of(US, INVASION))


def objectives(position: Position) -> int:
    """The further objectives at the end of a campaign, by what the units in the box cost to buy, damaged ones too
    (nimitz 12.3.b; G-52)."""
    return position.data.invasion_objectives(sum(position.printed(unit).price for unit in position.of(US, INVASION)))
