"""Submissions, seals, withdrawals and rulings: by whom, for which turn, and what they reveal or take back."""

from __future__ import annotations

from collections.abc import Iterator

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.letter_matches import differs
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import Entry, Link, RulingEntry, SealedFile, Submission, Withdrawal
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import LINK, REWIND, SEALED, SUBMISSION, WITHDRAWAL
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE


def seal_of(entry: Entry) -> str:
    """The commitment to a whole file that an entry seals, "" where it seals none: that of a `sealed` entry, or of the
    orders that came with a link."""
    if entry["type"] == LINK:
        return entry["orders"]
    return entry["seal"] if entry["type"] == SEALED else ""


def open_seals(context: EntryContext) -> list[SealedFile | Link]:
    """The entries whose sealed orders nobody has revealed or taken back, oldest first. (A sitting waits for all of
    them, so that none is of an earlier turn. What came with a link goes with it where the campaign goes back.)"""
    sealing = [*context.of_type.get(SEALED, ()), *context.of_type.get(LINK, ())]
    seals = sorted((entry for entry in sealing if seal_of(entry)), key=lambda entry: entry["n"])
    if not seals:
        return []
    done = {entry["sealed"] for entry in context.of_type.get(SUBMISSION, ()) if entry["type"] == SUBMISSION}
    done |= {entry["submission"] for entry in context.of_type.get(WITHDRAWAL, ()) if entry["type"] == WITHDRAWAL}
    rewound = max((entry["n"] for entry in context.of_type.get(REWIND, ())), default=0)
    return [seal for seal in seals if seal["n"] not in done and (
        seal["type"] == SEALED or (seal["type"] == LINK and seal["n"] > rewound))]


def sealed_by(context: EntryContext, side: str) -> list[SealedFile | Link]:
    """The open seals of a side, or of the player who plays it."""
    mine = context.founded_as(side)
    return [seal for seal in open_seals(context) if context.founded_as(seal["side"]) == mine]


def _in_turn(context: EntryContext, entry: Submission | SealedFile | Withdrawal | RulingEntry) -> Iterator[EntryFault]:
    if entry["turn"] != context.turn:
        yield EntryFault("wrong-turn", say("This is turn {turn}, not {wrong}.", turn=context.turn, wrong=entry["turn"]),
                         "turn")


def _in_place(context: EntryContext, entry: Submission | RulingEntry) -> Iterator[EntryFault]:
    yield from _in_turn(context, entry)
    if entry["after"] and not context.last_sitting["hash"].startswith(entry["after"]):
        yield EntryFault("stale", say("These orders were not written after the last sitting."), "after")


def submission(context: EntryContext, entry: Submission) -> Iterator[EntryFault]:
    """Orders are of somebody who can send them now, for the turn played, after the last sitting; and reveal the oldest
    of the side's seals, if any."""
    yield from _in_place(context, entry)
    senders = context.senders if context.is_chained else (*context.senders, REFEREE)  # who rules has no luck words
    if entry["side"] not in senders:
        yield EntryFault("unknown-side", key="side", values={"given": entry["side"], "sides": list(context.senders)})
    if entry["sealed"] is not None:
        mine = sealed_by(context, entry["side"])
        if not mine or mine[0]["n"] != entry["sealed"]:
            yield EntryFault("reveal-wrong", say("It reveals no seal of its side, or not the one that was next."))


def sealed(context: EntryContext, entry: SealedFile) -> Iterator[EntryFault]:
    """A seal is of somebody who can order now, for the turn played, before the sitting is closed, and a new one."""
    yield from _in_turn(context, entry)
    if entry["side"] not in context.senders:
        yield EntryFault("unknown-side", key="side", values={"given": entry["side"], "sides": list(context.senders)})
    if context.is_closed:
        yield EntryFault("sitting-closed", key="seal")
    if any(seal_of(earlier) == entry["seal"] for earlier in context.entries):
        yield EntryFault("sealed-already", key="seal")


def withdrawal(context: EntryContext, entry: Withdrawal) -> Iterator[EntryFault]:
    """What is taken back is a submission or a seal of the same side for this turn, while the sitting is open."""
    yield from _in_turn(context, entry)
    mine = [*(other for other in context.submissions() if other["side"] == entry["side"]),
            *sealed_by(context, entry["side"])]
    if not mine:
        yield EntryFault("nothing-to-withdraw", key="entry", values={"side": entry["side"], "turn": context.turn})
    elif entry["submission"] not in [sent["n"] for sent in mine]:
        yield EntryFault("not-to-withdraw", key="entry", values={
            "number": entry["submission"], "side": entry["side"], "turn": context.turn,
            "these": [sent["n"] for sent in mine]})
    elif context.is_closed:
        yield EntryFault("sitting-closed", key="entry")
    letter = letter_text.read(entry["letter"])
    last = max((sent["n"] for sent in mine), default=-1)  # what a letter that names none means
    named = letter_text.entry_number(letter.values.get("entry", str(last))) if isinstance(letter, Letter) else None
    if named not in (None, entry["submission"]):
        yield differs()


def ruling(context: EntryContext, entry: RulingEntry) -> Iterator[EntryFault]:
    """A ruling is for the turn played, after the last sitting."""
    yield from _in_place(context, entry)
