"""What must change for an order to become legal, by the code of the problem it has (vocabulary "remedy")."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.wif_land.words.language import say

REMEDIES: Mapping[str, str] = say.sentences({
    "phase-over": "It can be ordered in the next impulse of the side.",
    "moved-already": "Each unit moves once an impulse; in the next one it can move again.",
    "face-down": "It has to be turned face-up first.",
    "face-down-move": "It has to be turned face-up first, or the option face_down_movement agreed on.",
    "face-down-attacker": "It has to be turned face-up first.",
    "no-station": "A hex with a city, a port or a headquarters.",
    "rail-in-zone": "A way without enemy zones of control.",
    "too-few-points": "A nearer hex, or “exhausted” for the last one.",
    "must-stop": "End the move there.",
    "overrun-odds": "More strength in the stack, or an attack in land combat.",
    "odds-too-low": "More units beside the hex.",
    "unsupplied-attacker": "It has to be in supply when attacks are declared.",
    "no-transport": "It has to be stacked with an ATR at the start of the move.",
    "headquarters-attacked": "A headquarters in the target hex, or beside it in a hex that is not attacked.",
    "no-two-dice": "An owner’s file with two_dice, or option_43 no.",
})
