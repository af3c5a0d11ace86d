"""The answers to players: one mail for each of theirs, with the outcome in the first words, in their language.

Their orders go to the address they are known by, and to another one only where it has been proved to be theirs. Their
own words are shown behind line numbers, so that a reply that quotes them orders nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.message import EmailMessage

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.settings import speaking_to
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.orders.check import Checked
from witp_pbem.campaign.orders.mending import with_old_lines
from witp_pbem.campaign.orders.submit import Receipt
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.exchange import forms, times, verdicts
from witp_pbem.exchange.body import written
from witp_pbem.exchange.compose import GENERATED, REPLIED, Purpose, compose, subject_of
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.waiting import moment, sentences
from witp_pbem.exchange.desk import absences
from witp_pbem.exchange.desk import table_talk as talk_above
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.incoming import Mail
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.report import checked as texts
from witp_pbem.report import mail as reports
from witp_pbem.report import table_talk
from witp_pbem.report.layout import pad, plain, wrap
from witp_pbem.report.phrases import side_name, visible
from witp_pbem.table.language import ENGLISH, JAPANESE, say, speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.quoting import harmless
from witp_pbem.table.tuples import NamedTuple

ANSWER, DONE, ASK, WARNING = "answer", "done", "ask", "warning"  # kinds of mails
OLD = "old"
BY_YES, SIGNED = "yes", "signed"  # how mended orders are sent
SHOWN = 40  # columns of a faulty line: as many as a phone shows
MOST_LINES = 200  # of a text that are shown to its sender
AFTERWARDS = (verdicts.CONFIRMED, verdicts.VOUCHED)  # such mails were answered before: this answer needs another id
_KANA = re.compile("[\u3041-\u30ff]")


# -- their contents ----------------------------------------------------------------------------------------------


class ShownText(NamedTuple):
    """A text as it was read.

    Attributes:
        where: "text" or "page" of the mail, "quoted" in it, or the name of a file.
        lines: those that order something, behind their numbers.
        more: how many more there are.
    """

    where: str
    lines: tuple[str, ...] = ()
    more: int = 0


class ShownProblem(NamedTuple):
    """A problem.

    Attributes:
        line: its number, 0 for none.
        sentence: what is wrong.
        source: the faulty line and carets below it, or ().
        proposal: what to write instead, "" where nothing is known.
    """

    line: int
    sentence: str
    source: tuple[str, ...]
    proposal: str


class TextAnswer(NamedTuple):
    """The answer to one text.

    Attributes:
        verdict, reason: codes of `verdicts`.
        side: name of the side whose text it is.
        read: the text, with its lines where something is wrong with it.
        stands, kind: what it stands in the logbook as, with the kind of entry in words.
        replaced: sentences on the earlier orders it replaces, and on what it says to the other players.
        depending: sentences on what cannot be judged yet.
        after: what is owed after these orders: a sentence, and what the side itself owes.
        awaited: names of the sides whose consent a proposal waits for.
        is_carried_out: whether a consent was the last that a proposal waited for.
        newer: when the text that counts instead was sent.
        problems, more: those that are shown, and how many are not.
        forms: how orders are written that could not be read, in sentences.
        mended: the orders with every problem mended, where that is proposed; understood, depending, replaced and after
            then are theirs.
    """

    verdict: str
    reason: str
    side: str
    read: ShownText
    stands: Receipt | None = None
    kind: str = ""
    receipts: tuple[Receipt, ...] = ()
    replaced: tuple[str, ...] = ()
    understood: tuple[texts.UnderstoodOrder, ...] = ()
    depending: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    after: tuple[str, tuple[str, ...]] = ("", ())
    awaited: tuple[str, ...] = ()
    is_carried_out: bool = False
    newer: str = ""
    why: tuple[str, ...] = ()
    problems: tuple[ShownProblem, ...] = ()
    more: int = 0
    mended: ShownText | None = None


class MailAnswer(NamedTuple):
    """The answer to a mail.

    Attributes:
        texts: the answer to each of its texts.
        is_refused: whether orders were refused.
        onward: who is waited for, in sentences.
        draft: an orders file to fill in, () for none.
        proposal: what the player does to play the orders that were refused as mended: `BY_YES`, `SIGNED` or "" where
            that is not proposed.
        unread: names of attached files of word processors, of which nothing is read.
    """

    texts: tuple[TextAnswer, ...]
    is_refused: bool
    onward: tuple[str, ...]
    draft: tuple[str, ...]
    proposal: str = ""
    unread: tuple[str, ...] = ()


class NoOrders(NamedTuple):
    """No orders were found.

    Attributes:
        attached: names of attached files, without those unread.
        unread: names of attached files of word processors.
        onward: who is waited for, in sentences.
        draft: an orders file to fill in.
        absence: the letter that announces an absence, () where there are no deadlines.
    """

    campaign: str
    attached: tuple[str, ...]
    unread: tuple[str, ...]
    onward: tuple[str, ...]
    draft: tuple[str, ...]
    absence: tuple[str, ...]


class UnreadableMail(NamedTuple):
    """A mail cannot be read: codes of what is wrong; who is waited for and an orders file, for a player."""

    faults: tuple[str, ...]
    onward: tuple[str, ...] = ()
    draft: tuple[str, ...] = ()


class ClaimedSender(NamedTuple):
    """From whom a mail claims to be, its subject, and when it came; "" where that is not known."""

    sender: str
    subject: str
    arrived: str


class Consequence(NamedTuple):
    """What happens if a letter counts: its kind ("" for words of the desk's own, `OLD` for orders that were recorded
    before), and the entry and player it names."""

    kind: str = ""
    entry: str = ""
    player: str = ""


class ConfirmationRequest(NamedTuple):
    """Whether a mail is from a player, or, where `claimed` is None, whether they want what it says.

    Attributes:
        claimed: from whom it claims to be.
        weighs: for each text, what happens if it counts.
        texts: as they were read.
        until: when it is dropped, "" for never.
    """

    side: str
    claimed: ClaimedSender | None
    weighs: tuple[Consequence, ...]
    texts: tuple[ShownText, ...]
    until: str


class NotAffirmed(NamedTuple):
    """A yes to mended orders does nothing: the code of the reason, who is waited for, and a form to fill in."""

    why: str
    onward: tuple[str, ...]
    draft: tuple[str, ...]


class TooLate(NamedTuple):
    """A question was answered before; whether what was held was recorded then, or dropped."""

    is_recorded: bool


class SenderWarning(NamedTuple):
    """Somebody wrote in a player's name; or too many mails without proof came from their own address."""

    side: str
    are_too_many: bool
    claimed: ClaimedSender


class UnknownSender(NamedTuple):
    """Somebody plays no side: code of the reason, and the campaigns they play in."""

    why: str
    campaigns: tuple[str, ...]


# -- answers to a player ----------------------------------------------------------------------------------------


def acknowledge(campaign: Campaign, mail: Mail, handled: Sequence[TextResult], account: Account | None, now: datetime,
                copy: str = "", proposal: str = "") -> EmailMessage:
    """The answer to what a player's mail held, all of it of one side.

    Args:
        campaign: as it stands after that.
        copy: another address that has been proved to be the player's, "" for none.
        proposal: `BY_YES` or `SIGNED` where what was refused is proposed as mended.
    """
    side = next((result.side for result in handled if result.side), "")
    with speaking_to(campaign, side):
        is_refused = any(result.verdict == verdicts.REFUSED and not (
            result.about.get("why") or result.checked and result.checked.letter) for result in handled)
        answer = MailAnswer(tuple(_answered(campaign, result, bool(proposal)) for result in handled), is_refused,
                            tuple(sentences(campaign, now, side)),
                            forms.draft(campaign, side) if is_refused and not proposal else (), proposal,
                            mail.unread)
        kind = DONE if any(result.proof in AFTERWARDS for result in handled) else ANSWER
        return _to_player(campaign, side, mail, "answer", answer, account, kind, copy)


def nothing(campaign: Campaign, side: str, mail: Mail, account: Account | None, now: datetime,
            copy: str = "") -> EmailMessage:
    """The answer to a player's mail in which no orders were found: what is awaited, and a draft to fill in."""
    with speaking_to(campaign, side):
        may_be_away = agreements.read(campaign.folder) and side in campaign.senders
        others = tuple(name for name in mail.attached if name not in mail.unread)
        content = NoOrders(campaign.name, others, mail.unread, tuple(sentences(campaign, now, side)),
                           forms.draft(campaign, side),
                           forms.form(campaign, side, absences.form(campaign, side)) if may_be_away else ())
        return _to_player(campaign, side, mail, "nothing", content, account, copy=copy)


def unfit(mail: Mail, account: Account | None, now: datetime, campaign: Campaign | None = None,
          side: str = "") -> EmailMessage:
    """The answer to a mail that cannot be read: what is wrong with it, and what to send instead."""
    with speaking_to(campaign, side) if campaign else speaking(_language(mail)):
        faults = tuple(mail.faults)
        if campaign and side:
            content = UnreadableMail(faults, tuple(sentences(campaign, now, side)), forms.draft(campaign, side))
            return _to_player(campaign, side, mail, "unfit", content, account)
        return _to_sender(mail, "unfit", UnreadableMail(faults), account, campaign)


def ask(campaign: Campaign, mail: Mail, handled: Sequence[TextResult], account: Account | None,
        until: datetime | None = None) -> EmailMessage:
    """The question to a player, at the address they are known by, whether a mail in their name is from them; or, where
    that is certain, whether they want what it says.

    Args:
        handled: what was held.
        until: when it is dropped if they say nothing.
    """
    side = next((result.side for result in handled if result.side), "")
    with speaking_to(campaign, side):
        is_certain = all(result.proof for result in handled)
        question = ConfirmationRequest(
            side_name(campaign.game, side), None if is_certain else _claimed(campaign, side, mail),
            tuple(map(_weighty, handled)) if is_certain else (), tuple(map(_as_read, handled)),
            moment(campaign, side, until) if until is not None else "")
        return _to_player(campaign, side, mail, "ask", question, account, ASK)


def _weighty(handled: TextResult) -> Consequence:
    """What happens if a text counts; its sender is certain, and asked all the same."""
    if handled.reason == verdicts.RECORDED_BEFORE:
        return Consequence(OLD)
    letter = letter_text.read(handled.checked.text) if handled.checked and handled.reason == verdicts.GRAVE else ()
    if not isinstance(letter, Letter):
        return Consequence()
    return Consequence(letter.kind, str(letter.values.get("proposal", "")), name_of(letter.values.get("player", "")))


def not_affirmed(campaign: Campaign, side: str, mail: Mail, account: Account | None, now: datetime,
                 why: str) -> EmailMessage:
    """The answer to a player whose yes to mended orders does nothing: the reason, and how to order instead."""
    with speaking_to(campaign, side):
        content = NotAffirmed(why, tuple(sentences(campaign, now, side)), forms.draft(campaign, side))
        return _to_player(campaign, side, mail, "not-affirmed", content, account)


def too_late(campaign: Campaign, side: str, mail: Mail, account: Account | None, *, recorded: bool) -> EmailMessage:
    """The answer to a player who answers a question a second time, and otherwise than before.

    Args:
        recorded: whether what was held was recorded then; otherwise it was dropped.
    """
    with speaking_to(campaign, side):
        return _to_player(campaign, side, mail, "too-late", TooLate(recorded), account)


def warn(campaign: Campaign, side: str, mail: Mail, account: Account | None, own: bool = False) -> EmailMessage:
    """What a player is told, at the address they are known by, when somebody else has sent something in their name.

    Args:
        own: it seems to come from their own address, and too many such mails came today to ask about each.
    """
    with speaking_to(campaign, side):
        content = SenderWarning(side_name(campaign.game, side), own, _claimed(campaign, side, mail))
        return _to_player(campaign, side, mail, "warning", content, account, WARNING)


def stranger(mail: Mail, handled: Sequence[TextResult], account: Account | None,
             campaign: Campaign | None = None, reason: str = "") -> EmailMessage:
    """The answer to somebody who plays no side here, or of whom that is not known. It names nobody and holds nothing
    by which they could pass for a player.

    Args:
        campaign: the one they named.
        reason: of the mail, where it holds no text that was handled.
    """
    with speaking(_language(mail)):
        why = next((result.reason for result in handled if result.reason), reason) or verdicts.NO_CAMPAIGN
        named = next((result.about["campaigns"] for result in handled if result.about.get("campaigns")), ())
        return _to_sender(mail, "stranger", UnknownSender(why, tuple(map(str, named))), account,
                          campaign if why != verdicts.NO_CAMPAIGN else None)


# -- what became of one text --------------------------------------------------------------------------------------


def _answered(campaign: Campaign, handled: TextResult, is_proposed: bool = False) -> TextAnswer:
    """What became of one text; with the mended orders where these are proposed."""
    checked, receipts = handled.checked, handled.receipts
    answered = TextAnswer(handled.verdict, handled.reason, side_name(campaign.game, handled.side),
                          ShownText(plain(handled.block.where)))
    if handled.verdict in (verdicts.RECORDED, verdicts.REPEATED) and receipts:
        is_last = handled.verdict == verdicts.RECORDED and receipts[-1].kind == logbook.SUBMISSION
        stands = receipts[-1 if is_last else 0]
        answered = answered._replace(stands=stands, kind=logbook.KINDS[stands.kind], receipts=receipts)
    if handled.verdict == verdicts.RECORDED:
        return _recorded(campaign, handled, answered)
    if handled.verdict == verdicts.OVERTAKEN and handled.about.get("newer"):
        newer = times.read(str(handled.about["newer"]))
        return answered._replace(newer=moment(campaign, handled.side, newer))
    if handled.verdict != verdicts.REFUSED:
        return answered
    if checked is None or handled.about.get("why"):
        return answered._replace(why=tuple(handled.about.get("why", ())), read=_as_read(handled))
    answered = answered._replace(
        problems=tuple(_fault(campaign, problem, checked.text) for problem in checked.problems), more=checked.more,
        depending=tuple(texts.depending(checked, campaign.game, campaign.game.narration.rule_number)),
        forms=tuple(texts.forms(checked, campaign.game)))
    if is_proposed and checked.mended:
        mended = _lines(with_old_lines(checked.text, checked.mended.text))
        return _understood(campaign, checked.mended, answered)._replace(mended=ShownText(answered.read.where, *mended))
    return answered._replace(read=_as_read(handled))


def _understood(campaign: Campaign, checked: Checked, answered: TextAnswer) -> TextAnswer:
    """What orders that stand replace, what is said with them, how they are understood, what depends, what is owed
    next."""
    game = campaign.game
    answered = answered._replace(replaced=(*texts.replaced(checked, game),
                                           *table_talk.checked_sentences(checked, game)))
    if not checked.lines:
        return answered
    number = game.narration.rule_number
    return answered._replace(
        understood=tuple(texts.understood(checked)), depending=tuple(texts.depending(checked, game, number)),
        after=texts.owed_after(checked, game, number))


def _recorded(campaign: Campaign, handled: TextResult, answered: TextAnswer) -> TextAnswer:
    """What was recorded: what it replaces, the orders as understood, what depends, what is owed next."""
    checked, receipts = handled.checked, handled.receipts
    if checked is None:
        return answered
    return _understood(campaign, checked, answered)._replace(
        awaited=tuple(_awaited(campaign, receipts)), why=tuple(_unsaid(handled)),
        is_carried_out=len(receipts) > 1 and receipts[0].kind == logbook.CONSENT)


def _unsaid(handled: TextResult) -> Iterator[str]:
    """Why the words above orders are not told to the others."""
    if line := handled.about.get(talk_above.UNSAID):
        yield say("What stands above your orders is not told to the others, because this line may be an order: "
                  "“{line}”. What they are to read can always be written as lines that begin with “Say:”.",
                  line=harmless(visible(str(line))))


def _awaited(campaign: Campaign, receipts: Sequence[Receipt]) -> Iterator[str]:
    """Whose consent a proposal waits for."""
    for entry in (campaign.entries[receipt.entry] for receipt in receipts if receipt.kind == logbook.PROPOSAL):
        if entry["type"] == logbook.PROPOSAL:
            yield from (side_name(campaign.game, side) for side in consent.missing(campaign, entry))


def _fault(campaign: Campaign, problem: Problem, text: str) -> ShownProblem:
    """A problem: where, what is wrong, the words at fault underlined, what to write instead."""
    game = campaign.game
    return ShownProblem(max(problem.span.line, 0), texts.sentence(problem, game, game.narration.rule_number),
                        texts.source(problem, text, SHOWN), texts.proposal(problem, game))


def _as_read(handled: TextResult) -> ShownText:
    """A text with the numbers of its lines, without those that order nothing: a form that was filled in has dozens."""
    checked = handled.checked
    text = checked.text if checked and checked.text else handled.block.data.decode(errors="replace")
    return ShownText(plain(handled.block.where), *_lines(text))


def _lines(text: str) -> tuple[tuple[str, ...], int]:
    """The lines of a text behind their numbers, without those that order nothing, and how many more there are."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1)
             if line.strip() and not line.lstrip().startswith("#")]
    wide = len(str(lines[-1][0])) if lines else 0
    return tuple(shown.rstrip() for number, line in lines[:MOST_LINES] for shown in wrap(
        visible(line), first=f"{pad(str(number), wide, right=True)} | ", rest=f"{' ' * wide} | ")), max(
        0, len(lines) - MOST_LINES)


# -- what stands in several answers ---------------------------------------------------------------------------------


def _claimed(campaign: Campaign, side: str, mail: Mail) -> ClaimedSender:
    """From whom a mail claims to be, and when it came."""
    arrived = mail.received or mail.date
    return ClaimedSender(reports.header(f"{mail.name} <{mail.sender}>".strip()),
                         reports.header(mail.subject) if mail.subject else "",
                         moment(campaign, side, arrived) if arrived else "")


def _to_player(campaign: Campaign, side: str, mail: Mail, template: str, content: object, account: Account | None,
               kind: str = ANSWER, copy: str = "") -> EmailMessage:
    """A mail to a player on one that came, at the address they are known by. A warning is no answer to it."""
    is_answer = kind != WARNING
    purpose = Purpose(kind, _hash(mail), REPLIED if is_answer else GENERATED)
    to = forms.known(campaign, side, account)
    known = {address.addr_spec.casefold() for address in to}
    other = tuple(address for address in reports.addresses([copy]) if address.addr_spec.casefold() not in known)
    return compose(purpose, written(template, content, campaign.folder), to=to or other, copy=other if to else (),
                   subject=subject_of(campaign), account=account, campaign=campaign, side=side,
                   answers=mail if is_answer else None)


def _to_sender(mail: Mail, template: str, content: object, account: Account | None,
               campaign: Campaign | None) -> EmailMessage:
    """A mail to whoever wrote, which carries no token."""
    subject = reports.header(f"[{campaign.name}]") if campaign else say("Your mail")
    return compose(Purpose(ANSWER, _hash(mail), REPLIED), written(template, content, None), account=account,
                   to=reports.addresses([mail.sender]), subject=subject, campaign=None, side="", answers=mail)


def _language(mail: Mail) -> str:
    """The language somebody nobody knows is answered in: Japanese where they write it."""
    return JAPANESE if _KANA.search(mail.subject + mail.words) else ENGLISH


def _hash(mail: Mail) -> str:
    return hashlib.sha256(mail.raw).hexdigest()
