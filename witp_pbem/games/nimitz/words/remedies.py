"""What must change for an order to become legal, by the code of the problem it has (vocabulary "remedy")."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.nimitz.words.language import say

REMEDIES: Mapping[str, str] = say.sentences({
    "phase-over": "It can be ordered in the next turn.",
})
