"""Whether entries stand where they can: submissions, withdrawals, words, what a sitting counts, and rewinds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from witp_pbem.campaign.folder import upgrades
from witp_pbem.campaign.folder.branches import PLAYED
from witp_pbem.campaign.orders.submit import BATCH
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import (
    CLOSED,
    FOUNDING,
    PROTEST,
    REWIND,
    RULING,
    SEALED,
    SITTING,
    SUBMISSION,
    UPGRADE,
    WITHDRAWAL,
    WORD,
    Entry,
)
from witp_pbem.campaign.sitting.words import founding_words
from witp_pbem.table.given import REFEREE
from witp_pbem.table.language import say


def check(evidence: Evidence) -> None:
    """Submissions are by senders of the moment, for the turn played, after the last sitting or rewind; `closed` entries
    count exactly the submissions of the turn that were not withdrawn, with their words. (What a rewind keeps was
    looked at on the line it was sent on.)"""
    turn, senders, last = evidence.turns[0], evidence.seatings[0], evidence.entries[0]["hash"]
    kept = {number for entry in evidence.entries if entry["type"] == REWIND for number in entry["keeps"]}
    submissions: list[Entry] = []
    seals: list[Entry] = []
    is_closed = is_over = False
    for entry in evidence.entries[1:]:
        kind, number = entry["type"], entry["n"]
        if is_over and kind in PLAYED:
            evidence.fault(number, "after-the-end", say("The game was over already."))
        if kind in (SUBMISSION, RULING) and number not in kept:
            if entry["turn"] != turn:
                evidence.fault(number, "wrong-turn", say("This is turn {turn}, not {wrong}.", turn=turn,
                                                         wrong=entry["turn"]))
            if entry["after"] and not last.startswith(entry["after"]):
                evidence.fault(number, "stale", say("These orders were not written after the last sitting."))
        if kind == SUBMISSION:
            submissions.append(entry)
            known = {*senders} if evidence.is_chained else {*senders, REFEREE}  # a referee sends no words for the dice
            if entry["side"] not in known and number not in kept:
                evidence.fault(number, "unknown-side", say('There is no side "{side}".', side=entry["side"]))
            if not entry["seals"] or len(entry["seals"]) % BATCH:
                evidence.fault(number, "seals-miscounted", say("Seals come in multiples of {count}.", count=BATCH))
        elif kind == SEALED:
            seals.append(entry)
            if entry["turn"] != turn or entry["side"] not in senders:
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
            turn, senders = evidence.turns.get(number, turn), evidence.seatings.get(number, senders)
            last = entry["hash"]
            is_over = is_over or bool(entry.get("outcome"))
            if kind == SITTING and not entry["acts"]:
                evidence.fault(number, "sitting-empty", say("Nothing happens in this sitting: it gives the next one "
                                                            "another number, and so other dice."))


def words(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Whether every founding word is of somebody who plays, came before the first die could be known, and each player
    sent only one."""
    sent: set[str] = set()
    is_late = False
    for entry in entries:
        is_late = is_late or entry["type"] == CLOSED
        if entry["type"] == WORD:
            if is_late or entry["side"] in sent:
                yield Finding(entry["n"], "word-late", say("The founding word of {side} came too late or for the "
                                                           "second time.", side=entry["side"]))
            if entry["side"] not in entries[0]["players"]:
                yield Finding(entry["n"], "word-of-nobody", say("A founding word of {side}, who does not play.",
                                                                side=entry["side"]))
            sent.add(entry["side"])


def references(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Whether what is said about an entry is said of one before, and what is answered is a protest still open."""
    answered: set[int] = set()
    for entry in entries:
        about, answers = entry.get("about"), entry.get("answers")
        if about is not None and about >= entry["n"]:
            yield Finding(entry["n"], "about-nothing", say("There is no entry {entry} before it.", entry=about))
        if answers is None:
            continue
        if answers >= entry["n"] or entries[answers]["type"] != PROTEST or answers in answered:
            yield Finding(entry["n"], "answers-nothing", say("Entry {entry} is no protest that waits for an answer.",
                                                             entry=answers))
        if entry["type"] == RULING:
            answered.add(answers)


def releases(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Whether every release that took over could: none takes over from itself, none from newer rules, data or formats,
    and rules and data are counted from 1."""
    before: tuple[int, int, int] | None = None
    program = ""
    for entry in entries:
        if entry["type"] not in (FOUNDING, UPGRADE):
            continue
        named = upgrades.named(entry)
        after = (named.format, upgrades.number(named.rules), upgrades.number(named.data))
        is_less = min(after) < 1 or any(now < then for now, then in zip(after, before or after, strict=True))
        if is_less or (after, named.program) == (before, program):
            yield Finding(entry["n"], "upgrade-wrong", say("No release takes over a campaign so: {release}.",
                                                           release=named))
        before, program = after, named.program
