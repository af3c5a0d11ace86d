"""Units that take no part in the war yet, in the scenario in which America enters late (witp 13.4)."""

from __future__ import annotations

from witp_pbem.games.witp.board.state import Position, Unit

NEUTRAL, SURPRISED = "neutral", "surprised"  # what America is before it is at war
US = "us"


def is_neutral(position: Position, unit: Unit) -> bool:
    """Whether a unit takes no part in the war yet: it has no air zone of control, neither supports nor nullifies, and
    no card strikes it (witp 13.4.a; 13.4 neutral_units, reconstructed). It is always in supply (13.4 neutral_supply,
    reconstructed)."""
    return position.america == NEUTRAL and unit.nation == US
