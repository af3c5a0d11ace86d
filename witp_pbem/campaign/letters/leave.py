"""Taking orders back before their sitting, and giving up a game: by the keeper's command, or by a player's letter."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.checks import fault, legal, submissions
from witp_pbem.campaign.checks.letter_matches import resignation as ruling_of
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.entries import Entry, Withdrawal
from witp_pbem.campaign.record.letter_text import LETTER, Letter
from witp_pbem.campaign.record.logbook import RULING, WITHDRAWAL, Body
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.problem import NOWHERE, Problem, Span, illegal, invalid
from witp_pbem.table.wording import problem_sentence

LONGEST = 200  # characters of the reason for giving up


class CannotLeave(Refusal):
    """There is nothing to take back, or nobody who could give up."""


def withdraw(folder: Path, side: str, number: int | None = None) -> Withdrawal:
    """Takes back a submission of a side: what of it has not been used counts no more.

    Args:
        number: its entry; without one, the last of the side for this turn.
    Returns:
        The entry that takes it back.
    Raises:
        CannotLeave: there is no such submission, or the sitting it counts for has been closed.
        Unsigned: only a signed letter can do it.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        taken = _taken(campaign, side, number)
        if isinstance(taken, Problem):
            raise _refused(campaign, taken)
        if refusal := signatures.required(campaign, side, "withdraw", {"entry": taken["n"]}):
            raise refusal
        (entry,) = campaign.add((WITHDRAWAL, {**_withdrawal(campaign, side, taken), "letter": "", "signature": ""}))
        assert entry["type"] == WITHDRAWAL
        return entry


def withdrawal(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a letter that takes a submission back, or why it cannot be taken back."""
    number = letter.values.get("entry", "")
    place = letter.spans.get("entry", letter.spans[LETTER])
    if number and not (number.isascii() and number.isdigit() and len(number) < 10):
        return (invalid("no-entry-number", place, given=number),)
    taken = _taken(campaign, letter.side, int(number) if number else None, place)
    return (taken,) if isinstance(taken, Problem) else (WITHDRAWAL, _withdrawal(campaign, letter.side, taken))


def resign(folder: Path, side: str, reason: str) -> Entry:
    """Records that a side gives up; the next sitting ends the game.

    Raises:
        CannotLeave: the game is over, nobody plays a side yet, the next sitting has been closed, or the reason is too
            long.
        Unsigned: only a signed letter can do it.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        if refusal := signatures.required(campaign, side, "resign", {"text": reason}):
            raise refusal
        letter = Letter("resign", campaign.name, side, {"text": reason}, {LETTER: NOWHERE, "text": NOWHERE})
        body = _ruling(campaign, letter)
        if isinstance(body, Problem):
            raise _refused(campaign, body)
        if campaign.founding["keeper"]:  # where rulings need consent, the player's own words tell this one from others
            body["letter"] = letter_text.write("resign", campaign.name, side, {"text": body["orders"][0]["text"]})
        (entry,) = campaign.add((RULING, body))
        return entry


def resignation(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The ruling of a letter by which a side gives up, or why it cannot."""
    body = _ruling(campaign, letter)
    return (body,) if isinstance(body, Problem) else (RULING, body)


def _taken(campaign: Campaign, side: str, number: int | None, place: Span = NOWHERE) -> Entry | Problem:
    """The submission to be taken back, or why none can be."""
    if campaign.position.outcome:
        return invalid("game-over", place)
    context = campaign.context
    if number is None:
        mine = [*(submission for submission in context.submissions() if submission["side"] == side),
                *submissions.sealed_by(context, side)]
        number = max((entry["n"] for entry in mine), default=-1)
    body = {"side": side, "turn": campaign.turn, "submission": number}
    wrong = next(legal.faults(context, logbook.proposed(context.entries, WITHDRAWAL, body)), None)
    return fault.problems([wrong], {"letter": place})[0] if wrong else campaign.entries[number]


def _withdrawal(campaign: Campaign, side: str, taken: Entry) -> Body:
    return {"side": side, "turn": campaign.turn, "submission": taken["n"]}


def _ruling(campaign: Campaign, letter: Letter) -> Body | Problem:
    """The ruling that carries out a letter, or why nobody can give up so."""
    place, ruling = letter.spans[LETTER], ruling_of(letter.side, letter)
    if campaign.position.outcome:
        return invalid("game-over", place)
    if letter.side not in campaign.senders or not campaign.game.side_of(letter.side):
        return illegal("nothing-to-give-up", "", place)
    if campaign.closed:
        return illegal("sitting-closed", "", place)
    if len(ruling["text"]) > LONGEST:
        return invalid("reason-too-long", letter.spans["text"], length=len(ruling["text"]), limit=LONGEST)
    return logbook.ruling(campaign.turn, [ruling], after=letter.values.get("after", "").lower())


def _refused(campaign: Campaign, problem: Problem) -> CannotLeave:
    return CannotLeave(problem_sentence(problem, campaign.game.catalogue))
