"""Orders that are proposed as mended, and the player's "yes" to them.

Where each problem of a mail's orders has one plain mending (`campaign/orders/mending.py`), the answer shows the mended
orders, and the journal keeps them as they stand in it (line "proposed"). A reply to just this answer that says yes and
nothing else has them recorded. It refers to the answer by an id that holds a hash of the refused mail and the player's
token: so it proves whose it is, and which orders it means.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.orders.mending import with_old_lines
from witp_pbem.campaign.record.logbook import SUBMISSION, WITHDRAWAL
from witp_pbem.exchange import journal, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import confirming, recording, sender
from witp_pbem.exchange.desk.answers import ANSWER, BY_YES, DONE, SIGNED
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.reading.incoming import Mail
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

PROPOSED, AFFIRMED = "proposed", "affirmed"  # lines of the journal
# All that a mail may say, in small letters and without punctuation.
WORDS = frozenset({"yes", "yes please", "ok", "okay", "ja", "はい", "はいお願いします", "はい お願いします"})
# Why a yes does nothing.
MORE, AGAIN, REPLACED, PLAYED = "more-than-yes", "affirmed-already", "replaced-since", "played-since"
_ID = re.compile(rf"^(?:{ANSWER}|{DONE})\.([0-9a-f]{{16}})\.")
_ENDS = re.compile(r"^[\s\W_]+|[\s\W_]+$")


class Proposal(NamedTuple):
    """Mended orders that an answer has proposed.

    Attributes:
        campaign, side: whose orders they are.
        sha: the SHA-256 of the mail that was refused.
        texts: the orders, as they stood in the answer.
        entry: the number of the logbook's last entry then.
        sitting: the hash of the last sitting then.
        number: how many texts of mails had been handled then.
    """

    campaign: Campaign
    side: str
    sha: str
    texts: tuple[str, ...]
    entry: int
    sitting: str
    number: int


def offer(campaign: Campaign, handled: Sequence[TextResult]) -> str:
    """Whether a side's orders of a mail are proposed as mended, and so play if the player says yes (`BY_YES`) or has
    signed them (`SIGNED`), where only signed orders would do or were sent; "" where some refused text is not mended."""
    refused = [result for result in handled if result.verdict == verdicts.REFUSED]
    if not refused or not all(result.checked and result.checked.mended and result.side != REFEREE
                              for result in refused):
        return ""
    is_signed = any(signatures.needs(campaign.founding, result.side) or signatures.split(result.block.data)[1]
                    for result in refused)
    return SIGNED if is_signed else BY_YES


def propose(post: Post, now: datetime, campaign: Campaign, side: str, handled: Sequence[TextResult]) -> None:
    """Writes down what the answer to a mail proposes, once.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    office = offices.of_campaign(campaign.folder)
    if any((line.values["mail"], line.values["side"]) == (post.sha, side) for line in journal.read(office, PROPOSED)):
        return
    with speaking_to(campaign, side):
        texts = [with_old_lines(checked.text, checked.mended.text)
                 for result in handled if result.verdict == verdicts.REFUSED
                 and (checked := result.checked) and checked.mended]
    journal.write(office, now, PROPOSED, mail=post.sha, side=side, texts=texts, entry=len(campaign.entries) - 1,
                  sitting=campaign.last_sitting["hash"], number=recording.texts_handled(campaign))


def answered(campaigns: Sequence[Campaign], mail: Mail) -> Proposal | None:
    """The proposal whose answer a mail replies to, None for none, or for somebody else's."""
    answer = _parent(mail)
    return next(_proposals(campaigns, answer, mail), None) if answer and not mail.automatic else None


def _parent(mail: Mail) -> re.Match[str] | None:
    """The id of the answer a mail replies to: the latest it refers to of those with a token, not any above it."""
    latest = next((id for id in mail.references if tokens.PATTERN.search(id)), "")
    return _ID.match(latest)


def _proposals(campaigns: Sequence[Campaign], answer: re.Match[str], mail: Mail) -> Iterator[Proposal]:
    """The proposals made in the answer of an id to whoever has sent a mail."""
    for campaign in campaigns:
        for line in journal.read(offices.of_campaign(campaign.folder), PROPOSED):
            sha, side = str(line.values["mail"]), str(line.values["side"])
            if sha.startswith(answer[1]) and side in campaign.senders and tokens.is_of(
                    campaign, side, answer.string) and not sender.is_another_players(campaign, side, mail):
                yield Proposal(campaign, side, sha, tuple(line.values["texts"]), int(line.values["entry"]),
                               str(line.values["sitting"]), int(line.values["number"]))


def replies_to_answer(mail: Mail) -> bool:
    """Whether a mail replies to an answer of the desk, and may affirm what that proposes."""
    return _parent(mail) is not None


def is_like_yes(words: str) -> bool:
    """Whether somebody says yes, whatever else they say."""
    return is_yes(words) or confirming.answer_in(words) == confirming.YES


def is_yes(words: str) -> bool:
    """Whether a person's own words say yes, and nothing else."""
    lines = (" ".join(re.sub("[,、]", " ", _ENDS.sub("", line)).split())
             for line in unicodedata.normalize("NFKC", words).casefold().splitlines())
    return [line for line in lines if line][:2] in [[yes] for yes in WORDS]


def refusal(proposal: Proposal, post: Post) -> str:
    """Why a reply to a proposal does nothing, "" where it has the orders recorded."""
    campaign, side = proposal.campaign, proposal.side
    office = offices.of_campaign(campaign.folder)
    if not is_yes(post.mail.words):
        return MORE
    if any(line.values["key"] == post.key and line.values["side"] == side
           for line in journal.read(office, recording.BEGUN)):
        return ""  # a crash has cut it short
    if any((line.values["mail"], line.values["side"]) == (proposal.sha, side)
           for line in journal.read(office, AFFIRMED)):
        return AGAIN
    if campaign.last_sitting["hash"] != proposal.sitting or campaign.position.outcome:
        return PLAYED
    is_newer = any(entry.get("side") == side and entry["type"] in (SUBMISSION, WITHDRAWAL)
                   for entry in campaign.entries[proposal.entry + 1:])
    return REPLACED if is_newer or recording.sent_since(campaign, side, proposal.sha, proposal.number) else ""


def texts(proposal: Proposal, post: Post) -> list[bytes]:
    """The orders as they are recorded: with the reply that affirms them."""
    with speaking_to(proposal.campaign, proposal.side):
        by = "# " + say("Affirmed by the player with “{words}” in the mail {reply}; the mail that was refused: {mail}",
                        words=" ".join(post.mail.words.split()), reply=post.sha, mail=proposal.sha)
    return [f"{text}{by}\n".encode() for text in proposal.texts]


def affirmed(proposal: Proposal, now: datetime) -> None:
    """Writes down that a proposal has its answer.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    journal.write(offices.of_campaign(proposal.campaign.folder), now, AFFIRMED, mail=proposal.sha, side=proposal.side)
