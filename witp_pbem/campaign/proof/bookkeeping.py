"""Whether entries stand where they can: submissions, withdrawals, words, what a sitting counts, and rewinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.incoming.submit import BATCH
from witp_pbem.campaign.luck.words import founding_words
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.proof.finding import Finding
from witp_pbem.campaign.record.logbook import (
    CLOSED,
    REWIND,
    RULING,
    SEALED,
    SITTING,
    SUBMISSION,
    WITHDRAWAL,
    WORD,
    Entry,
)
from witp_pbem.table.given import REFEREE
from witp_pbem.table.language import say


def check(evidence: Evidence) -> None:
    """Submissions are by sides of the moment, for the turn played, after the last sitting or rewind; `closed` entries
    count exactly the submissions of the turn that were not withdrawn, with their words. (What a rewind keeps was
    looked at on the line it was sent on.)"""
    turn, sides, last = evidence.turns[0], evidence.sides[0], evidence.entries[0]["hash"]
    kept = {number for entry in evidence.entries if entry["type"] == REWIND for number in entry["keeps"]}
    submissions: list[Entry] = []
    seals: list[Entry] = []
    is_closed = False
    for entry in evidence.entries[1:]:
        kind, number = entry["type"], entry["n"]
        if kind in (SUBMISSION, RULING) and number not in kept:
            if entry["turn"] != turn:
                evidence.fault(number, "wrong-turn", say("This is turn {turn}, not {wrong}.", turn=turn,
                                                         wrong=entry["turn"]))
            if entry["after"] and not last.startswith(entry["after"]):
                evidence.fault(number, "stale", say("These orders were not written after the last sitting."))
        if kind == SUBMISSION:
            submissions.append(entry)
            if entry["side"] not in (*sides, REFEREE) and number not in kept:
                evidence.fault(number, "unknown-side", say('There is no side "{side}".', side=entry["side"]))
            if not entry["seals"] or len(entry["seals"]) % BATCH:
                evidence.fault(number, "seals-miscounted", say("Seals come in multiples of {count}.", count=BATCH))
        elif kind == SEALED:
            seals.append(entry)
            if entry["turn"] != turn or entry["side"] not in sides:
                evidence.fault(number, "wrong-turn", say("This is no seal of a side for this turn."))
        elif kind == WITHDRAWAL:
            taken = next((each for each in (*submissions, *seals) if each["n"] == entry["submission"]), None)
            if number in kept:
                submissions = [each for each in submissions if each is not taken]
            elif taken is None or (taken["side"], taken["turn"], entry["turn"]) != (entry["side"], turn, turn):
                evidence.fault(number, "withdrawal-wrong", say("It takes back no submission of this side for "
                                                               "this turn."))
            elif is_closed:
                evidence.fault(number, "withdrawal-wrong", say("The sitting had been closed already."))
            else:
                (seals if taken in seals else submissions).remove(taken)
        elif kind == CLOSED:
            is_closed = True
            counted = [each for each in submissions if each["turn"] == turn]
            if entry["submissions"] != [each["n"] for each in counted]:
                evidence.fault(number, "submissions-differ", say("It does not count the submissions of the turn."))
            words = [*founding_words(evidence.entries[:number]).values(),
                     *(each["luck"] for each in counted if each["luck"])]
            if entry["words"] != words:
                evidence.fault(number, "words-differ", say("Its words are not the luck words of the submissions."))
        elif kind in (SITTING, REWIND):
            is_closed = False
            turn, sides = evidence.turns.get(number, turn), evidence.sides.get(number, sides)
            last = entry["hash"]


def words(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Whether every founding word came before the first die could be known, and each player sent only one."""
    sent: set[str] = set()
    is_late = False
    for entry in entries:
        is_late = is_late or entry["type"] == CLOSED
        if entry["type"] == WORD:
            if is_late or entry["side"] in sent:
                yield Finding(entry["n"], "word-late", say("The founding word of {side} came too late or for the "
                                                           "second time.", side=entry["side"]))
            sent.add(entry["side"])
