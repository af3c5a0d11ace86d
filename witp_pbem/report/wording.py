"""Sentences that several forms of a report share. What happened is told by the games."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.table.language import parts, say

SHORT = 16  # digits of a hash that are shown where all of them are not needed
PREVIEW = "preview"  # the dice of a sitting that is only tried


def dice(mode: str, seeded: bool, anchor: str) -> str:
    """How the dice of a campaign come about."""
    if mode == PREVIEW:
        return say("thrown away: this is a preview")
    told = say("given by hand: typed in by the referee") if mode == "given" else \
        say("hash chain, so that every roll can be checked; anchor {anchor}…", anchor=anchor[:SHORT])
    return parts((told, say("seeded: predictable, for tests and examples only"))) if seeded else told


def sittings(numbers: Sequence[int]) -> str:
    """The sittings a report tells of: "Sitting 4", "Sittings 4 to 7"; "" for none."""
    if not numbers:
        return ""
    if len(numbers) == 1:
        return say("Sitting {number}", number=numbers[0])
    return say("Sittings {first} to {last}", first=numbers[0], last=numbers[-1])
