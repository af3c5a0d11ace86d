"""Letters that take orders back before their sitting, and letters by which a player gives up."""

from __future__ import annotations

from witp_pbem.campaign.checks import submissions
from witp_pbem.campaign.checks.letter_matches import resignation as ruling_of
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.letter_text import LETTER, Letter
from witp_pbem.campaign.record.logbook import RULING, WITHDRAWAL, Body
from witp_pbem.table.problem import Problem, illegal, invalid

LONGEST = 200  # characters of the reason for giving up


def withdrawal(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a letter that takes a submission back, or why it names none. One that names no entry means the
    side's last submission or seal for this turn."""
    number = letter.values.get("entry", "")
    place = letter.spans.get("entry", letter.spans[LETTER])
    if number and not (number.isascii() and number.isdigit() and len(number) < 10):
        return (invalid("no-entry-number", place, given=number),)
    if campaign.position.outcome:
        return (invalid("game-over", place),)
    mine = [*(submission for submission in campaign.submissions() if submission["side"] == letter.side),
            *submissions.sealed_by(campaign.context, letter.side)]
    last = max((entry["n"] for entry in mine), default=-1)
    return WITHDRAWAL, {"side": letter.side, "turn": campaign.turn, "submission": int(number) if number else last}


def resignation(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The ruling of a letter by which a side gives up, or why it cannot give up."""
    place, ruling = letter.spans[LETTER], ruling_of(letter.side, letter)
    if campaign.position.outcome:
        return (invalid("game-over", place),)
    if letter.side not in campaign.senders or not campaign.game.side_of(letter.side):
        return (illegal("nothing-to-give-up", "", place),)
    if campaign.closed:
        return (illegal("sitting-closed", "", place),)
    if len(ruling["text"]) > LONGEST:
        return (invalid("reason-too-long", letter.spans["text"], length=len(ruling["text"]), limit=LONGEST),)
    # Where rulings need consent, the player's own words tell this one from others, by whatever way they came.
    words = letter_text.write("resign", campaign.name, letter.side, {"text": ruling["text"]})
    return RULING, logbook.ruling(campaign.turn, [ruling], after=letter.values.get("after", "").lower(),
                                  letter=words if campaign.founding["keeper"] else "")
