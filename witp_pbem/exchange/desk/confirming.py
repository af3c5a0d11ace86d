"""Mails that are held: somebody wrote from a player's address, and nothing proves that it was the player; or it
certainly was, and the consequences are so grave that they are asked whether they mean it.

The player is asked at the address they are known by. The reply refers to the question, whose id holds a hash of the
mail that is held and the player's token; the first words of their own are yes or no. After two weeks it is
too late.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.exchange import journal, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import sender
from witp_pbem.exchange.desk.answers import ASK
from witp_pbem.exchange.desk.recording import Post
from witp_pbem.exchange.reading.incoming import Mail
from witp_pbem.table.tuples import NamedTuple

HELD, DECIDED = "held", "decided"
DIGITS = 8  # of a mail's hash, by which the keeper names it
LASTS = timedelta(days=14)
YES, NO, EXPIRED = "yes", "no", "expired"
# First sentences of replies, in small letters and without punctuation; below, first words alone.
WORDS = {
    YES: frozenset({"yes", "y", "yes please", "yes it is", "yes it was me", "yes it is from me", "ok", "okay",
                    "confirm", "confirmed", "i confirm", "send", "send it", "はい", "はーい", "ハイ", "イエス",
                    "ok です", "okです", "オーケー", "オーケーです", "承認", "承認します", "承認いたします", "了解",
                    "了解です", "了解しました", "承知しました", "承知いたしました", "確認", "確認しました",
                    "確認いたしました", "はいそうです", "はい私です", "そうです", "その通りです", "そのとおりです",
                    "私です", "わたしです", "自分です", "本人です", "私からです", "私が送りました",
                    "私が送ったものです", "私のメールです", "間違いありません", "間違いございません", "間違いないです",
                    "問題ありません", "お願いします", "お願いいたします", "記録してください", "記録をお願いします"}),
    NO: frozenset({"no", "n", "no it is not", "no it was not me", "not me", "drop", "drop it", "cancel", "いいえ",
                   "いえ", "いや", "ノー", "違う", "違います", "ちがう", "ちがいます", "チガイマス", "破棄", "取消",
                   "取り消し", "キャンセル", "知りません"}),
}
_FIRST = {YES: frozenset({"yes", "はい", "ハイ"}),
          NO: frozenset({"no", "いいえ", "いえ", "いや", "違います", "ちがいます"})}
_DENIED = re.compile(
    r"(?:これは)?(?:私|わたし|わたくし|自分|僕|本人)(?:の(?:もの|メール))?(?:では?|じゃ)"
    r"(?:ありません|ございません|ない(?:です)?)|"
    r"(?:私は)?(?:送って|出して)い?ません|(?:身に覚え|覚え|心当たり)[がは]?(?:ありません|ない(?:です)?)|"
    r"(?:破棄|取り?消し?|キャンセル|無効に)(?:て|して|を|します)?(?:お願いします|(?:くだ|下)さい)?|"
    r"記録しないで(?:(?:くだ|下)さい)?")
# What people write above their answer, or before it.
_GREETING = re.compile(
    r"(?:hi|hello|dear)(?: \S+){0,3}|こんにちは|こんばんは|おはよう(?:ございます)?|"
    r"(?:いつも)?お世話になって(?:い|お)ります|お疲れ(?:様|さま)です|\S{1,20}(?:様|さま|さん|殿)|\S{1,12}です|すみません|"
    r"失礼しました")
_ENDS = re.compile(r"^[\s\W_]+|[\s\W_]+$")
# Who doubts or denies has not said yes, whatever the first word ("Yes? I have sent nothing.").
_DOUBT = re.compile(r"[?]|\b(?:not?|never|nothing|wasn|didn|haven|isn|don|but|wrong)\b|"
                    r"ない|ません|違|ちがい|(?:です|ます|でしょう|ました)[かがけ]|でも|けど|しかし")
_SURE = re.compile(r"間違い(?:あり|ござい)ません|間違いない|問題(?:あり|ござい)ません|すみません")
_ID = re.compile(rf"^{ASK}\.([0-9a-f]{{16}})\.")


class Question(NamedTuple):
    """A question that a mail replies to.

    Attributes:
        campaign, side: whose player was asked.
        sha: the SHA-256 of the mail that is held.
        blocks: the hashes of its texts.
        moment: when it was sent.
        answer: `YES`, `NO` or `EXPIRED`.
        before: the answer given before, "" if this is the first.
    """

    campaign: Campaign
    side: str
    sha: str
    blocks: tuple[str, ...]
    moment: datetime
    answer: str
    before: str = ""


class WaitingMail(NamedTuple):
    """A mail that is held: since when, and the question to its player, which is still unanswered."""

    since: datetime
    question: Question

    @property
    def id(self) -> str:
        """What the keeper calls it: the first digits of the mail's SHA-256."""
        return self.question.sha[:DIGITS]

    @property
    def path(self) -> Path:
        """The file that holds the mail."""
        return offices.kept(offices.of_campaign(self.question.campaign.folder), self.question.sha)


def answer_in(words: str) -> str:
    """The answer in a person's own words: `YES`, `NO`, or "" for neither."""
    heard = ""
    for line in unicodedata.normalize("NFKC", words).casefold().splitlines():
        heard += line
        for sentence in re.split("[。.!]+", line):
            plain = " ".join(_ENDS.sub("", re.sub("[,、]", " ", sentence)).split())
            first, closed = re.split("[ (]", plain)[0], plain.replace(" ", "")
            if plain in WORDS[NO] or first in _FIRST[NO] or _DENIED.fullmatch(closed):
                return NO
            if plain in WORDS[YES] or closed in WORDS[YES] or first in _FIRST[YES]:
                return "" if _DOUBT.search(_SURE.sub("", heard)) else YES
            if plain and not _GREETING.fullmatch(plain):
                return ""
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
    """The question a mail answers with yes or no, None for none. Whoever knows a question's id has received it."""
    answer = answer_in(mail.words)
    asked = [(match[1], id) for id in mail.references if (match := _ID.match(id))]
    if not answer or not asked:
        return None
    questions = _questions(campaigns, asked, answer, now)
    return next((question for question in questions
                 if not sender.is_another_players(question.campaign, question.side, mail)), None)


def _questions(campaigns: tuple[Campaign, ...], asked: list[tuple[str, str]], answer: str,
               now: datetime) -> Iterator[Question]:
    """The questions of some ids.

    Args:
        asked: the first digits of the held mail's hash, and the id of the question.
    """
    for campaign in campaigns:
        office = offices.of_campaign(campaign.folder)
        for line in journal.read(office, HELD):
            sha, side = str(line.values["mail"]), str(line.values["side"])
            if any(sha.startswith(short) and tokens.is_of(campaign, side, id) for short, id in asked):
                answers = [str(line.values["answer"]) for line in journal.read(office, DECIDED)
                           if (line.values["mail"], line.values["side"]) == (sha, side)]
                yield Question(campaign, side, sha, tuple(line.values["blocks"]), times.read(line.values["moment"]),
                               EXPIRED if now - line.at > LASTS else answer, answers[0] if answers else "")


def waiting(campaign: Campaign, now: datetime) -> list[WaitingMail]:
    """The mails of a campaign that wait for their players' answers, oldest first.

    Raises:
        Damaged: the journal.
    """
    office = offices.of_campaign(campaign.folder)
    done = {(line.values["mail"], line.values["side"]) for line in journal.read(office, DECIDED)}
    return [WaitingMail(line.at, Question(campaign, str(line.values["side"]), str(line.values["mail"]),
                                          tuple(line.values["blocks"]), times.read(line.values["moment"]), ""))
            for line in journal.read(office, HELD)
            if now - line.at <= LASTS and (line.values["mail"], line.values["side"]) not in done]


def decided(question: Question, now: datetime) -> None:
    """Writes down what became of a mail that was held.

    Raises:
        NotWritten: the disk did not take it. Damaged: the journal.
    """
    if not question.before:
        journal.write(offices.of_campaign(question.campaign.folder), now, DECIDED,
                      mail=question.sha, side=question.side, answer=question.answer)
