"""Words that enter the dice: founding words, and the luck words of submissions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.record.entries import WORD_LENGTH, Entry, Submission, Word
from witp_pbem.campaign.record.logbook import CLOSED, WORD, founding


def founding_words(entries: Sequence[Entry]) -> dict[str, str]:
    """The founding words: name a player was founded under -> word, in the order of these names."""
    return dict(sorted((entry["side"], entry["word"]) for entry in entries if entry["type"] == WORD))


def counted(entries: Sequence[Entry], submissions: Sequence[Submission]) -> list[str]:
    """The words that enter the dice of a sitting: founding words first, then the luck words of submissions by the name
    of their sides, each side's in the order in which it sent or sealed them. So nobody who records them can choose
    their order."""
    lucky = sorted((submission for submission in submissions if submission["luck"]), key=_place)
    return [*founding_words(entries).values(), *(submission["luck"] for submission in lucky)]


def _place(submission: Submission) -> tuple[str, int]:
    sealed = submission["sealed"]
    return submission["side"], submission["n"] if sealed is None else sealed


def missing(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Who has sent no founding word yet, as long as one can be sent. They do not enter the dice of a league."""
    if "league" in founding(entries)["dice"] or any(entry["type"] == CLOSED for entry in entries):
        return ()
    sent = founding_words(entries)
    return tuple(side for side in founding(entries)["players"] if side not in sent)


def word(context: EntryContext, entry: Word) -> Iterator[EntryFault]:
    """A founding word is of somebody who plays, their only one, and comes before the first die could be known."""
    side = entry["side"]
    if any(earlier["type"] == CLOSED for earlier in context.entries):
        yield EntryFault("word-too-late", key="word")
    if side in founding_words(context.entries):
        yield EntryFault("word-sent-already", key="word", values={"side": side})
    if side not in context.founding["players"]:
        yield EntryFault("unknown-side", key="side", values={"given": side, "sides": list(context.founding["players"])})
    if len(entry["word"]) > WORD_LENGTH:
        yield EntryFault("luck-too-long", key="word", values={"length": len(entry["word"]), "limit": WORD_LENGTH})
