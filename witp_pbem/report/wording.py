"""The English of the reports themselves: headings, the masthead, the footer. What happened is told by the games."""

from __future__ import annotations

from collections.abc import Sequence

CONTENTS = "Contents"
OWED = "What is owed next"
NOTHING_OWED = "Nothing is owed."
NOTHING_TOLD = "Nothing has happened yet."
STORY = "What happened"
RECKONING = "Where it leaves us"
RECORD = "For the record"
RULINGS = "Rulings of the referee"
BOARD = "Who stands where"
BATTLE_STRENGTH = "Strength"
BATTLE_TOTAL = "Total"
SUPPORT = "support"
NOBODY = "nobody"
NO_STRENGTH = "no strength"
WINNER = "won"
SCENARIO = "Scenario"
OPTIONS = "Options"
COVERS = "Covers"
DICE = "Dice"
HAND = "Cards in hand"
UNKNOWN_CARD = "face down; this copy of the campaign does not know it"

LEGEND = ("A unit or number in square brackets is reduced. The numbers behind sentences are those of the rules; "
          "“witp-pbem rule NUMBER” tells a rule in words.")
RECONSTRUCTED = ("Some of the data in force are reconstructed, not copied from the printed game; the sources command "
                 "lists them.")
REPLACED = "Data files of the players’ own: {files}."
NO_ART = ("This report contains neither art nor text of the rulebook. To play you need your own copy of {title} "
          "({publisher}).")
MADE_BY = "witp-pbem {program}, rules version {version}. Logbook entry {head}"

CHAIN = "hash chain, so that every roll can be checked; anchor {anchor}…"
ANCHOR = "The anchor of the hash chain: {anchor}"
_SHORT = 16  # digits of the anchor in the masthead
GIVEN = "given by hand: typed in by the referee"
SEEDED = "seeded: predictable, for tests and examples only"
FOR_SIDE = "For the eyes of {side} only: this report names cards in hand."
SITTINGS = ("Sitting {numbers}", "Sittings {numbers}")


def dice(mode: str, seeded: bool, anchor: str) -> str:
    """How the dice of a campaign come about."""
    told = GIVEN if mode == "given" else CHAIN.format(anchor=anchor[:_SHORT])
    return f"{told}; {SEEDED}" if seeded else told


def sittings(numbers: Sequence[int]) -> str:
    """The sittings a report tells of: "Sitting 4", "Sittings 4 to 7"; "" for none."""
    if not numbers:
        return ""
    told = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    return SITTINGS[len(numbers) > 1].format(numbers=told)
