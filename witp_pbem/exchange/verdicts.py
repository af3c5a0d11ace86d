"""The verdicts on a mail and on each text in it, as the intake hands them to the modules that write the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.exchange.reading.incoming import Mail, TextBlock
from witp_pbem.table.language import say

RECORDED = "recorded"  # it stands in the logbook
REFUSED = "refused"  # problems were found
HELD = "held"  # it waits until the player confirms it
OVERTAKEN = "overtaken"  # a newer mail of the side was recorded before it
REPEATED = "repeated"  # it was recorded before
DROPPED = "dropped"  # it was held, and the player said no, or said nothing for too long
NOTHING = "nothing"  # addressed to us, but no orders in it
STRANGER = "stranger"  # no such campaign, not clear which, or the sender does not play that side
AUTOMATIC = "automatic"  # no person wrote it; never answered
UNFIT = "unfit"  # a mail bomb, or unreadable
IGNORED = "ignored"  # not for us; left alone
LATER = "later"  # it could not be taken now; nothing was lost, it is to be taken again

# The verdict of a mail is the one of its blocks that stands first here.
ORDER = (LATER, RECORDED, HELD, REFUSED, OVERTAKEN, REPEATED, DROPPED, STRANGER, NOTHING, UNFIT, AUTOMATIC, IGNORED)

WORDS = say.sentences({
    RECORDED: "recorded",
    REFUSED: "not recorded, problems were found",
    HELD: "waits until the player confirms it",
    OVERTAKEN: "not recorded, a later mail was recorded before it",
    REPEATED: "recorded before",
    DROPPED: "dropped: it was not confirmed",
    NOTHING: "no orders in it",
    STRANGER: "from nobody who plays here",
    UNFIT: "cannot be read",
    LATER: "could not be handled now; it will be next time",
    AUTOMATIC: "written by a machine",
    IGNORED: "not for the desk, left alone",
})

# What proves who sent a block, the strongest first; "" stands for nothing at all.
KEY, CONFIRMED, TOKEN, DKIM = "key", "confirmed", "token", "dkim"
VOUCHED = "vouched"  # the keeper has said that a mail that was held is from the player

# Why a block or a mail was not taken (`TextResult.reason`, `MailResult.reason`).
NO_CAMPAIGN = "no-campaign"  # no campaign here has that name, or none is named and the sender plays in none
AMBIGUOUS = "ambiguous"  # several campaigns can be meant (`about["campaigns"]`: those the sender plays in)
NO_SIDE = "no-side"  # the campaign is known, and whose orders these are is not
NOT_THEIR_SIDE = "not-their-side"  # the sender plays under another name, or does not play
TOO_MANY = "too-many"  # nothing proves the sender, and as many of that kind came today as are looked at in a day
SAME_MAIL = "same-mail"  # overtaken by another text in the same mail, for the same phases
SAME_AGAIN = "same-again"  # repeated: the same mail, delivered or fetched once more; it is not answered again
GRAVE = "grave"  # held, though it is certain whose it is: they are asked whether they mean it
OUR_WORDS = "our-words"  # likewise, because some of it stands in letters of ours
RECORDED_BEFORE = "recorded-before"  # likewise, because it was recorded before and may only be quoted
EXPIRED, DENIED, BY_KEEPER = "expired", "denied", "by-keeper"  # why a held mail was dropped
SPOILT = "spoilt"  # something in the mail or in a file was unforeseen; the others go on
BUSY = "busy"  # another command is writing (`about["trouble"]`: the sentence), or the folder takes nothing

# What a spoilt file or mail may raise where nothing foresaw it.
MISHAPS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True)
class TextResult:
    """The result for one block.

    Attributes:
        verdict: one of the above.
        block: the text.
        campaign: the campaign's folder, None where none was found.
        side: whose block it is, in the game's own name (a bidder before sides are settled, "referee"); "" if unknown.
        checked: what the check found, None where it was not checked.
        receipts: what it was recorded as; for REPEATED what it was recorded as then, where that is known.
        notes: sentences of the recording for the keeper.
        proof: what proved the sender: KEY, CONFIRMED, VOUCHED, TOKEN, DKIM or "".
        reason: code of why it was not taken, "" where the verdict says it all.
        about: name -> what a sentence on it needs; for OVERTAKEN "newer", the moment of the newer mail as
            `times.written`, and "entry", its entry.
        dkim: the check of the mail's DKIM signatures (`SignatureCheck.as_recorded`), empty without a signature.
    """

    verdict: str
    block: TextBlock
    campaign: Path | None = None
    side: str = ""
    checked: Checked | None = None
    receipts: tuple[Receipt, ...] = ()
    notes: tuple[str, ...] = ()
    proof: str = ""
    reason: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    dkim: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MailResult:
    """The result for a mail.

    Attributes:
        mail: the mail.
        verdict: the most telling verdict of its blocks (`ORDER`), or its own where it has none.
        handled: its blocks; for a reply to a question of ours, those of the mail that was held.
        letters: keys of the letters put into outboxes.
        campaign, side: whose mail it is, as far as that is known.
        reason: code of why, for a mail without blocks ("bounce", "out-of-office", a fault's code, …).
        trouble: for LATER, why it could not be taken, as a sentence for the keeper.
    """

    mail: Mail
    verdict: str
    handled: tuple[TextResult, ...] = ()
    letters: tuple[str, ...] = ()
    campaign: Path | None = None
    side: str = ""
    reason: str = ""
    trouble: str = ""


def foremost(handled: tuple[TextResult, ...]) -> str:
    """The verdict of a mail by those of its blocks (at least one)."""
    return min((result.verdict for result in handled), key=ORDER.index)
