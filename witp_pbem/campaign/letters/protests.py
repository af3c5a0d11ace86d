"""Protests with their answers, and notes: what is said about a campaign, which nothing rewinds."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import entries
from witp_pbem.campaign.record.entries import TEXT_LENGTH, Entry, Proposal, RulingEntry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import NOTE, PROPOSAL, PROTEST, RULING, Body
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import Problem, invalid
from witp_pbem.table.tuples import NamedTuple


class CannotAnswer(Refusal):
    """There is no such protest, or it cannot be answered in this way."""


class ProtestStatus(NamedTuple):
    """A protest and what became of it.

    Attributes:
        entry: the protest.
        answer: the ruling that answers it, None while it is open.
        proposed: the last proposal of an answer, None for none.
    """

    entry: entries.Protest
    answer: RulingEntry | None
    proposed: Proposal | None


def protests(entries: Sequence[Entry]) -> tuple[ProtestStatus, ...]:
    """Every protest of a logbook. An answer stays one when a rewind takes back what it ruled."""
    answers = {entry["answers"]: entry for entry in entries if entry["type"] == RULING
               and entry["answers"] is not None}
    proposed = {entry["answers"]: entry for entry in entries if entry["type"] == PROPOSAL
                and entry["answers"] is not None}
    return tuple(ProtestStatus(entry, answers.get(entry["n"]), proposed.get(entry["n"])) for entry in entries
                 if entry["type"] == PROTEST)


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a protest or a note."""
    about = _about(campaign, letter)
    wrong = [about] if isinstance(about, Problem) else []
    if (length := len(letter.values["text"])) > TEXT_LENGTH:
        wrong.append(invalid("letter-too-long", letter.spans["text"], length=length, limit=TEXT_LENGTH))
    if wrong:
        return tuple(wrong)
    return PROTEST if letter.kind == PROTEST else NOTE, {"side": letter.side, "about": about,
                                                         "text": letter.values["text"]}


def _about(campaign: Campaign, letter: Letter) -> int | None | Problem:
    """The entry a letter is about, named "34", "entry 34", or like any point of the campaign; None for no entry."""
    about = letter.values.get("about", "")
    if not about:
        return None
    try:
        return points.find(campaign, f"entry {about}" if about.isdecimal() else about)["entry"]
    except points.NoSuchPoint as refused:
        return invalid("letter-about", letter.spans["about"], why=str(refused))


def require_open(campaign: Campaign, number: int) -> None:
    """Makes sure that a protest waits for its answer.

    Raises:
        CannotAnswer: it does not.
    """
    by_number = {protest.entry["n"]: protest for protest in protests(campaign.entries)}
    if number not in by_number:
        waiting = listing(str(entry) for entry, protest in by_number.items() if protest.answer is None)
        raise CannotAnswer(say("Entry {entry} is not a protest; open protests: {open}.", entry=number,
                               open=waiting or say("none")))
    answered = by_number[number].answer
    if answered is not None:
        raise CannotAnswer(say("The protest of entry {entry} was answered in entry {answer}.", entry=number,
                               answer=answered["n"]))
