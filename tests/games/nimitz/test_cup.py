"""The cup of Japanese bonus markers, as far as a case cannot show it."""

from __future__ import annotations

from witp_pbem.games.nimitz.board.changes import apply
from witp_pbem.games.nimitz.board.events import MarkersDrawn
from witp_pbem.games.nimitz.board.state import Battle
from witp_pbem.games.nimitz.game import game

RULE = "nimitz 10.7.a"


def test_markers_in_force_do_not_return_with_the_used_ones() -> None:
    """Those that were drawn before the cup ran out lie beside the sheet, and are used ones of the next round."""
    position = game().case_rules.blank().but(battle=Battle("MI", spent=("jp-attack-plan",)))
    position = apply(position, MarkersDrawn(RULE, ("jp-battalion",)))
    position = apply(position, MarkersDrawn(RULE, ("jp-attack-plan",), returned=True))
    assert position.battle is not None
    assert position.battle.drawn == position.battle.spent == ("jp-battalion", "jp-attack-plan")
