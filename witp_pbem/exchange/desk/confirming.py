"""Mails that are held: somebody wrote from a player's address, and nothing proves that it was he.

The player is asked at the address he is known by. His reply refers to the question, whose id holds a hash of the mail
that is held and the player's token; the first words of his own are yes or no. After two weeks it is taken no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from witp_pbem.campaign.campaign import Campaign
from witp_pbem.exchange import journal, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk.answers import ASK
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.reading.mail import Mail

HELD, DECIDED = "held", "decided"
LASTS = timedelta(days=14)
YES, NO, EXPIRED = "yes", "no", "expired"
# What the first line of a reply says, in small letters and without marks at its ends.
WORDS = {
    YES: frozenset({"yes", "y", "yes please", "yes it is", "yes it was me", "yes it is from me", "ok", "okay",
                    "confirm", "confirmed", "i confirm", "send", "send it", "はい", "承認", "承認します", "了解",
                    "了解です", "了解しました", "確認", "確認しました", "はい、そうです", "はい、私です", "オーケー"}),
    NO: frozenset({"no", "n", "no it is not", "no it was not me", "not me", "drop", "drop it", "cancel", "いいえ",
                   "いや", "違います", "ちがいます", "破棄", "取消", "取り消し"}),
}
_ENDS = re.compile(r"^[\s\W_]+|[\s\W_]+$")
_ID = re.compile(rf"^{ASK}\.([0-9a-f]{{16}})\.")


class Question(NamedTuple):
    """A question that a mail replies to: the campaign, the side asked, the SHA-256 of the mail that is held, the hashes
    of its texts, when that mail was sent, the sender's answer (`YES`, `NO`, `EXPIRED`), and the one given before, ""
    if this is the first."""

    campaign: Campaign
    side: str
    sha: str
    blocks: tuple[str, ...]
    moment: datetime
    answer: str
    before: str = ""


def said(words: str) -> str:
    """What a person's own words say to a question: `YES`, `NO`, or "" for neither."""
    for line in words.splitlines():
        if plain := " ".join(_ENDS.sub("", re.sub(r"[,.!]", " ", line.casefold())).split()):
            first = [plain, re.split(r"[ 、。]", plain)[0]]
            return next((answer for answer, known in WORDS.items() for word in first if word in known), "")
    return ""


def hold(post: Post, now: datetime, campaign: Campaign, side: str, blocks: tuple[str, ...]) -> None:
    """Writes down that a mail is held, once.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    office = offices.of_campaign(campaign.folder)
    if not any((line.values["mail"], line.values["side"]) == (post.sha, side) for line in journal.read(office, HELD)):
        journal.write(office, now, HELD, mail=post.sha, key=post.key, side=side, blocks=list(blocks),
                      moment=times.written(post.moment))


def question(campaigns: tuple[Campaign, ...], mail: Mail, now: datetime) -> Question | None:
    """The question a mail answers with yes or no, None where it does not: whoever has the question's id was sent it."""
    answer = said(mail.words)
    asked = [(found[1], each) for each in mail.references if (found := _ID.match(each))]
    if not answer or not asked:
        return None
    return next(_questions(campaigns, asked, answer, now), None)


def _questions(campaigns: tuple[Campaign, ...], asked: list[tuple[str, str]], answer: str,
               now: datetime) -> Iterator[Question]:
    for campaign in campaigns:
        office = offices.of_campaign(campaign.folder)
        for line in journal.read(office, HELD):
            sha, side = str(line.values["mail"]), str(line.values["side"])
            if any(sha.startswith(short) and tokens.is_of(campaign, side, told) for short, told in asked):
                given = [str(each.values["answer"]) for each in journal.read(office, DECIDED)
                         if (each.values["mail"], each.values["side"]) == (sha, side)]
                yield Question(campaign, side, sha, tuple(line.values["blocks"]), times.read(line.values["moment"]),
                               EXPIRED if now - line.at > LASTS else answer, given[0] if given else "")


def decided(found: Question, now: datetime) -> None:
    """Writes down what became of a mail that was held.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    if not found.before:
        journal.write(offices.of_campaign(found.campaign.folder), now, DECIDED, mail=found.sha, side=found.side,
                      answer=found.answer)
