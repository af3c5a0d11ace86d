"""Founding words: each player's own, sent once the anchor is published, which enters every die and deck."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.record.logbook import CLOSED, WORD, Entry
from witp_pbem.table.problem import Problem, illegal, invalid

LONGEST = 200  # characters


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a founding word, or why none can be sent: there is one, or the first sitting has been closed."""
    side = campaign.founded_as(letter.side)
    if any(each["type"] == CLOSED for each in campaign.entries):
        return (illegal("word-too-late", "", letter.spans["word"]),)
    if side in founding_words(campaign.entries):
        return (illegal("word-sent-already", "", letter.spans["word"], side=side),)
    if len(letter.values["word"]) > LONGEST:
        return (invalid("luck-too-long", letter.spans["word"], length=len(letter.values["word"]), limit=LONGEST),)
    return WORD, {"side": side, "word": letter.values["word"]}


def founding_words(entries: Sequence[Entry]) -> dict[str, str]:
    """The founding words by side or seat, in the order they came."""
    return {each["side"]: each["word"] for each in entries if each["type"] == WORD}


def missing(campaign: Campaign) -> tuple[str, ...]:
    """Who has sent no founding word yet, as long as one can be sent."""
    if any(each["type"] == CLOSED for each in campaign.entries):
        return ()
    sent = founding_words(campaign.entries)
    return tuple(side for side in campaign.founding["players"] if side not in sent)
