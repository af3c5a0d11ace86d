"""Section 3.1: the steps of a turn, in order, without their rules (`rules/chapter_03_sequence/sequence` has them)."""

from __future__ import annotations

from witp_pbem.games.common.sequence import Outline, Step
from witp_pbem.games.witp.board.state import BIDS

START, SETUP = "start", "setup"
OUTLINE = Outline(  # in the order of witp 3.1.a-h and 10.0.a
    Step(START, "start", "witp 12.2.n"),
    Step("events", "events", "witp 3.1.a"),
    Step("resources", "", "witp 3.1.b"),
    Step("bases", "bases", "witp 3.1.c"),
    Step("supply", "bases", "witp 3.1.d"),
    Step("movement", "operations", "witp 3.1.e"),
    Step("combat", "operations", "witp 3.1.e"),
    Step("fleet redeployment", "redeployment", "witp 3.1.f"),
    Step("redeployment", "redeployment", "witp 3.1.f"),
    Step("stacking", "redeployment", "witp 3.1.f"),
    Step("rebuilding", "redeployment", "witp 3.1.f"),
    Step("reinforcement", "reinforcement", "witp 3.1.g"),
    Step("end", "end", "witp 3.1.h"),
    # in a shortened game the players bid for Japan (witp 13.2.b); then the opening cards are dealt (witp 3.3.a)
    before=(Step(BIDS, "bids", "witp 13.2.b"), Step(SETUP, "", "witp 3.3.f")))
