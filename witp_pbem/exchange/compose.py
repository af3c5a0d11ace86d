"""Every mail the desk sends: its head lines, and its body as plain text and as a small page.

    From, To, Cc    the account; addresses of one plain form only, so that no name becomes a receiver
    Subject         the campaign in brackets, or "Re: " and what the player wrote, so that programs hold the thread
    Message-ID      <KIND.HASH.SIDE.TOKEN@DOMAIN>: a reply refers to it, and so proves whose it is
    References      two messages that never were sent, the campaign's and the turn's; then what is answered
    Auto-Submitted  a machine wrote it, so that no machine answers (RFC 3834); X-Witp-Pbem tells the desk its own mails

There is no `Date`: sending adds it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from email.headerregistry import Address
from email.message import EmailMessage

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.record.logbook import HASH
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.body import Heading, Listed, Outcome, Part, Quoted, Verbatim, written
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.automatic import OURS
from witp_pbem.exchange.reading.incoming import LETTER, Mail
from witp_pbem.report import mail as reports
from witp_pbem.report.html import lines
from witp_pbem.report.layout import WIDTH, pad, plain, width, wrap
from witp_pbem.report.templates import render as fill
from witp_pbem.table.language import language
from witp_pbem.table.quoting import outside
from witp_pbem.table.tuples import NamedTuple

TEXT, PAGE = "notice.txt.j2", "notice.html.j2"
REPLIED, GENERATED = "auto-replied", "auto-generated"
MOST_REFERENCES = 20
INDENT = "    "
QUOTED = "| "  # before every line of somebody else's words
NARROW = 60  # columns of such lines: a program that puts its own signs before them need not break them
# What a Message-ID may be made of: no angle brackets, no blanks, no encoded words.
_ID = re.compile(r"(?!.*=\?)[!-;=?-~]{1,120}@[!-;=?A-~]{1,120}", re.ASCII)
_ANSWERING = re.compile(r"\s*(re|aw|sv|antw|返信|回复)\s*[:：]", re.IGNORECASE)


class Purpose(NamedTuple):
    """What a mail is for.

    Attributes:
        kind: "answer", "report" and so on.
        about: a hash or another text that tells it from others of the kind.
        auto: the value of Auto-Submitted.
    """

    kind: str
    about: str
    auto: str = GENERATED


class ReplyToken(NamedTuple):
    """The line that proves a reply to a draft."""

    line: str


def to_side(campaign: Campaign, side: str, purpose: Purpose, content: object, account: Account | None,
            to: Sequence[Address]) -> EmailMessage:
    """A mail about the present turn to the player of a side, by the template of its kind, in the language spoken."""
    return compose(purpose, written(purpose.kind, content, campaign.folder), to=to, subject=subject_of(campaign),
                   account=account, campaign=campaign, side=side)


def compose(purpose: Purpose, body: Sequence[Part], *, to: Sequence[Address], subject: str, account: Account | None,
            campaign: Campaign | None = None, side: str = "", copy: Sequence[Address] = (),
            answers: Mail | None = None) -> EmailMessage:
    """A mail in the language spoken.

    Args:
        subject: of the mail, unless it answers a player's mail that has one; then that one is kept. (A stranger's
            words go nowhere: they may have named anybody as sender.)
        account: the sender; a mail without one is a draft.
        campaign: what it is about, None where nobody knows.
        side: whose token it carries; "" for strangers, who get none.
        to, copy: receivers.
        answers: the mail it answers.
    """
    message = EmailMessage(reports.POLICY)
    title = _title(subject, answers if side else None)
    body = [*body, *_to_leave_in(purpose, body, account, campaign, side)]
    folder = campaign.folder if campaign else None
    words = fill(TEXT, folder, None, {"parts": ["\n".join(_text(part)) for part in body], "subject": title},
                 autoescape=False).strip("\n") + "\n"
    shown = fill(PAGE, folder, None, {
        "parts": body, "subject": title, "kind": lambda part: type(part).__name__, "marked": _marked,
        "lines": lambda texts: lines("\n".join(texts))}) + "\n"
    secrets = [tokens.of(campaign, side)] if campaign is not None and side else []
    words, shown = outside(words, secrets), outside(shown, secrets)
    message.set_content(words, cte=reports.coding(words))
    message.add_alternative(shown, subtype="html", cte=reports.coding(shown))
    message["Subject"] = title
    address(message, purpose, to=to, copy=copy, account=account, campaign=campaign, side=side)
    ids = _references(answers)
    if campaign is not None:
        ids = [id for id in reports.roots(campaign.founding["hash"], campaign.turn) if id not in ids] + ids
    thread(message, ids)
    message["Content-Language"] = language()
    reports.divide(message, _short(words + shown))
    return message


def _to_leave_in(purpose: Purpose, body: Sequence[Part], account: Account | None, campaign: Campaign | None,
                 side: str) -> Iterator[Part]:
    """The line that proves a reply to a draft. The mail program that sends a draft gives it an id of its own, so a
    reply refers to nothing the desk knows. Where the token stands in the text anyway, that is enough."""
    if campaign is None or not side or not (account is None or account.smtp is None):
        return
    token = tokens.of(campaign, side)
    if not any(isinstance(part, Verbatim) and token in "".join(part.lines) for part in body):
        line = f"# {LETTER} {message_id(purpose, account, campaign, side).rpartition('@')[0]}"
        yield from written("reply-token", ReplyToken(line), campaign.folder)


def address(message: EmailMessage, purpose: Purpose, *, to: Sequence[Address], account: Account | None,
            campaign: Campaign | None, side: str, copy: Sequence[Address] = ()) -> None:
    """Sets the head lines of a mail, except those that follow from its body."""
    if account is not None:
        message["From"] = account.sender
    if to:
        message["To"] = tuple(to)
    if copy:
        message["Cc"] = tuple(copy)
    message["Message-ID"] = f"<{message_id(purpose, account, campaign, side)}>"
    message["Auto-Submitted"] = purpose.auto
    message["X-Auto-Response-Suppress"] = "All"  # Exchange asks for its own line
    message[OURS] = reports.header(campaign.name) if campaign is not None else "-"
    if account is None or account.smtp is None:
        message["X-Unsent"] = "1"  # a draft: Outlook opens it as a mail to be sent


def message_id(purpose: Purpose, account: Account | None, campaign: Campaign | None, side: str) -> str:
    """The id of a mail, without angle brackets."""
    whose = [reports.name(side), tokens.of(campaign, side)] if campaign is not None and side else ["nobody"]
    domain = account.address.rpartition("@")[2].lower() if account else reports.DOMAIN
    return f"{'.'.join([purpose.kind, _short(purpose.about), *whose])}@{domain}"


def thread(message: EmailMessage, ids: Sequence[str]) -> None:
    """Refers to other messages, oldest first."""
    if ids:
        message["In-Reply-To"] = f"<{ids[-1]}>"
        message["References"] = " ".join(f"<{id}>" for id in ids)


def receivers(message: EmailMessage) -> tuple[str, ...]:
    """The addresses a mail goes to."""
    return tuple(dict.fromkeys(address.addr_spec for line in ("To", "Cc") if message[line] is not None
                               for address in message[line].addresses))


def subject_of(campaign: Campaign) -> str:
    """The subject that all mails of a turn have."""
    return reports.subject(campaign.name, campaign.game.narration.when(campaign.position))


def _title(subject: str, answers: Mail | None) -> str:
    """The subject, harmless; of an answer the sender's own, so that mail programs keep the thread."""
    asked = reports.header(answers.subject) if answers else ""
    if not asked:
        return reports.header(subject)
    return asked if _ANSWERING.match(asked) else reports.header(f"Re: {asked}")


def _references(answers: Mail | None) -> list[str]:
    """The ids an answer refers to, oldest first: those its mail refers to, and that of the mail."""
    if answers is None:
        return []
    known = [id for id in (answers.id, *answers.references) if _ID.fullmatch(id)]
    return list(dict.fromkeys(known[:MOST_REFERENCES]))[::-1]


def _short(words: str) -> str:
    """What tells a mail from others by a text: the first digits of the hash it is, or of its own hash."""
    if not HASH.fullmatch(words):
        words = hashlib.sha256(words.encode(errors="replace")).hexdigest()
    return words[:reports.SHORT]


# -- bodies ---------------------------------------------------------------------------------------------------


def _text(part: Part) -> Iterator[str]:
    """A part as lines of plain text."""
    match part:
        case Heading():
            yield from ("", *wrap(plain(part.text)), "=-"[part.level - 1] * min(WIDTH, width(part.text)))
        case Listed():
            wide = max((width(mark) for mark, _ in part.items), default=0) + 4
            for mark, text in part.items:
                yield from wrap(text, first=pad(mark, wide - 2, right=True) + "  ", rest=" " * wide)
        case Verbatim():
            yield from (f"{INDENT if part.aligned else ''}{plain(line)}" for line in part.lines)
        case Quoted():
            for line in part.text.splitlines():
                yield from wrap(line, NARROW, first=QUOTED, rest=QUOTED)
        case Outcome():
            yield from wrap(part.text)
        case str():
            yield from wrap(part)


def _marked(line: str, carets: str) -> tuple[str, str, str]:
    """A line before, above and behind its carets. A page marks the words themselves, as in few fonts of mail programs
    Japanese letters are exactly twice as wide as carets."""
    start = len(carets) - len(carets.lstrip())
    before = sum(width(line[:count + 1]) <= start for count in range(len(line)))
    through = sum(width(line[:count + 1]) <= len(carets) for count in range(len(line)))
    return line[:before], line[before:through], line[through:]
