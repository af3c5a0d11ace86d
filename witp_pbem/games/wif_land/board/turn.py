"""The steps of an impulse, in order, without their rules (`rules/sequence` has them): rail movement, land movement,
invasions, paradrops, then land combat in its eight steps (wif lc.a, lc.b)."""

from __future__ import annotations

from witp_pbem.games.common.sequence import Outline, Step
from witp_pbem.games.wif_land.board.state import Position

RAIL, MOVEMENT, COMBAT = "rail", "movement", "combat"  # the phases, as orders are headed with them
SETUP, FIRST = "setup", "rail"


def unresolved(position: Position) -> list[str]:
    """The targets of the attacks whose combat is still to be fought, in the order of declaration."""
    return [attack.target for attack in position.attacks if not attack.is_resolved]


OUTLINE = Outline(
    Step(FIRST, RAIL, "wif rail.a"),
    Step("movement", MOVEMENT, "wif move.a"),
    Step("invasion", MOVEMENT, "wif inv.a"),
    Step("paradrop", MOVEMENT, "wif para.a"),
    Step("declaration", COMBAT, "wif lc.b"),
    Step("support", COMBAT, "wif lc.b"),
    Step("combat", COMBAT, "wif lc.b", again=lambda position: bool(unresolved(position))),
    Step("end", "", "wif flip.a"),
    before=(Step(SETUP, "", "wif lc.a"),))
