"""Letters leaving by SMTP: each at most once, whatever happens on the way.

A server answers for a mail from the moment it says yes to the line with a single dot that ends the words (RFC 5321,
4.1.1.4); before it has read that line it must throw away what it got. So whatever fails before the dot may be tried
again, and what fails between the dot and the answer is uncertain. The journal says `sending` directly before the dot.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from email import message_from_bytes, policy
from email.utils import format_datetime
from pathlib import Path

from witp_pbem.exchange import outbox
from witp_pbem.exchange.mailbox.account import Account, Smtp, password
from witp_pbem.exchange.mailbox.arrival import Unreachable, head_of
from witp_pbem.exchange.mailbox.connection import broken_off, not_let_in, safe, unsayable, words
from witp_pbem.exchange.mailbox.providers import STARTTLS, TLS
from witp_pbem.exchange.outbox import FAILED, REFUSED, SENDING, SENT, OutboxLetter
from witp_pbem.report.address import is_plain
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

LONGEST_WAIT = 600  # seconds a server may take to accept a mail (RFC 5321, 4.5.3.2.6); less makes letters uncertain
NAME = "[127.0.0.1]"  # what this computer calls itself, as mail programs do: its name is nobody's business
_DROPPED = re.compile(rb"(?im)^(?:X-Unsent|Bcc):.*\n(?:[ \t].*\n)*")  # lines of a head that do not travel
_LINE_END = re.compile(rb"\r\n|\r|\n")
_ID = re.compile(r"<([^<>\s]+)>")


class SendResult(NamedTuple):
    """The letters that were due, by key and by outcome; and why the server could not be reached."""

    sent: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    uncertain: tuple[str, ...] = ()
    trouble: str = ""


class _Answered(Exception):  # noqa: N818 - the server's answer to one letter
    """The server did not take a letter: for now (4xx) or for good (5xx)."""

    def __init__(self, code: int, text: bytes | str) -> None:
        super().__init__(f"{code} {words(text)}")
        self.state = REFUSED if 500 <= code < 600 else FAILED


class _Lost(Exception):  # noqa: N818 - a fact about the connection
    """The connection broke; `uncertain` where that was between the dot and the answer."""

    def __init__(self, error: BaseException, uncertain: bool) -> None:
        super().__init__(words(error) or type(error).__name__)
        self.uncertain = uncertain


def send(office: Path, account: Account, now: datetime) -> SendResult:
    """Sends the letters of an office that are due, over one connection. The caller is alone in the office
    (`office.at_work`). What the server does not take now is tried again later; what it will never take is refused with
    its words; where the server cannot be reached, all that is due has failed.

    Raises:
        NotWritten: the disk took nothing; nothing is sent that could not be written down. BadAccount: no password.
    """
    due = outbox.due(office, now)
    if not due or account.smtp is None:
        return SendResult()
    by_state: dict[str, list[str]] = {SENT: [], FAILED: [], REFUSED: [], SENDING: []}
    left, trouble = list(due), ""

    def mark(letter: OutboxLetter, state: str, reason: str) -> None:
        by_state[state if state == SENDING else outbox.mark(office, now, letter, state, reason)].append(letter.key)

    try:
        with connected(account, account.smtp) as server:
            while left and not trouble:
                letter = left.pop(0)
                try:
                    mark(letter, *_send(server, office, account, letter, now))
                except _Lost as lost:
                    server.close()
                    trouble = say("{host} closed the connection: {error}.", host=account.smtp.host, error=lost)
                    mark(letter, SENDING if lost.uncertain else FAILED, str(lost))
    except Unreachable as refusal:
        trouble = str(refusal)
        for letter in left:
            mark(letter, FAILED, trouble)
    sent, failed, refused, uncertain = (tuple(keys) for keys in by_state.values())
    return SendResult(sent, failed, refused, uncertain, trouble)


def _send(server: smtplib.SMTP, office: Path, account: Account, letter: OutboxLetter, now: datetime) -> tuple[str, str]:
    """Sends one letter; returns what became of it, and why.

    Raises:
        _Lost: the connection broke. NotWritten: the disk took nothing.
    """
    wrong = [address for address in letter.to if not is_plain(address)]
    if wrong or not letter.to:
        return REFUSED, say('"{address}" is not a plain mail address', address=words(listing(wrong)))
    try:
        data = ready(letter, account, now)
    except OSError as error:
        return REFUSED, say("its file cannot be read: {error}", error=words(error))
    try:
        without = _hand_over(server, account.address, letter.to, data,
                             lambda: outbox.mark(office, now, letter, SENDING))
    except _Answered as answer:
        return answer.state, str(answer)
    if server.sock is not None and account.smtp is not None:
        server.sock.settimeout(account.smtp.timeout)
    return SENT, without


def _hand_over(server: smtplib.SMTP, sender: str, to: Sequence[str], data: bytes, begin: Callable[[], object]) -> str:
    """Hands a letter over; returns the server's words on receivers it refuses, if it refuses only some.

    Raises:
        _Answered: it does not take it. _Lost: the connection broke. Whatever `begin` raises.
    """
    options = [*([f"SIZE={len(data)}"] if server.has_extn("size") else []),
               *(["BODY=8BITMIME"] if server.has_extn("8bitmime") and not data.isascii() else [])]
    refused: list[str] = []
    with _losing(uncertain=False):
        try:
            _expect(server.mail(sender, options), 250)
            for address in to:
                code, text = server.rcpt(address)
                if 400 <= code < 500:
                    raise _Answered(code, text)
                if code not in (250, 251):
                    refused.append(f"{address}: {code} {words(text)}")
                    last = _Answered(code, text)
            if len(refused) == len(to):
                raise last
            _expect(server.docmd("DATA"), 354)
        except _Answered:
            with suppress(smtplib.SMTPServerDisconnected):
                server.rset()
            raise
        server.send(re.sub(rb"(?m)^\.", b"..", data))
    begin()
    with _losing(uncertain=True):
        if server.sock is not None:
            server.sock.settimeout(LONGEST_WAIT)
        server.send(b".\r\n")
        _expect(server.getreply(), 250)
    return "; ".join(refused)


def _expect(answer: tuple[int, bytes], code: int) -> None:
    if answer[0] == 421 or answer[0] == -1:
        raise smtplib.SMTPServerDisconnected(f"{answer[0]} {words(answer[1])}")
    if answer[0] != code:
        raise _Answered(*answer)


@contextmanager
def _losing(uncertain: bool) -> Iterator[None]:
    try:
        yield
    except (smtplib.SMTPException, OSError) as error:
        raise _Lost(error, uncertain) from error


def ready(letter: OutboxLetter, account: Account, now: datetime) -> bytes:
    """A letter as it travels: dated, from the account where it does not say from whom, lines ended as servers want it.

    Raises:
        OSError: see `outbox.content`.
    """
    raw = outbox.content(letter)
    head, body = head_of(raw), raw[len(head_of(raw)):]
    named = {line.partition(b":")[0].lower() for line in head.splitlines()}
    head = _DROPPED.sub(b"", head.replace(b"\r\n", b"\n"))
    more = [] if b"date" in named else [f"Date: {format_datetime(now)}"]
    if b"from" not in named:
        more.append(policy.SMTP.header_factory("From", str(account.sender)).fold(policy=policy.SMTP).rstrip("\r\n"))
    data = "\n".join([*more, ""]).encode() + head + body
    data = _LINE_END.sub(b"\r\n", data)
    return data if data.endswith(b"\r\n") else data + b"\r\n"


# -- the connection ----------------------------------------------------------------------------------------------


@contextmanager
def connected(account: Account, server: Smtp) -> Iterator[smtplib.SMTP]:
    """A connection that is logged in, where the server wants that.

    Raises:
        Unreachable: the server cannot be reached or lets nobody in. BadAccount: there is no password.
    """
    user = account.user(server)
    secret = password(account) if user else ""
    try:
        client = _dial(server)
        try:
            if user:
                client.login(user, secret)
        except BaseException:
            client.close()
            raise
    except smtplib.SMTPAuthenticationError as error:
        raise not_let_in(server, error.smtp_error) from error
    except UnicodeError as error:
        raise unsayable(server) from error
    except (smtplib.SMTPException, OSError) as error:
        raise broken_off(server, error) from error
    try:
        yield client
        with suppress(smtplib.SMTPException, OSError):  # what was to be sent is sent
            client.quit()
    finally:
        client.close()


def visit(account: Account) -> str:
    """Logs in, and says so.

    Raises:
        Unreachable, BadAccount: see `connected`.
    """
    assert account.smtp is not None
    with connected(account, account.smtp):
        return say("logged in") if account.user(account.smtp) else say("it answers; no login is needed")


def _dial(server: Smtp) -> smtplib.SMTP:
    if server.security == TLS:
        client: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=server.timeout, context=safe(server),
                                                local_hostname=NAME)
    else:
        client = smtplib.SMTP(server.host, server.port, timeout=server.timeout, local_hostname=NAME)
    try:
        if server.security == STARTTLS:
            client.starttls(context=safe(server))
        client.ehlo_or_helo_if_needed()
    except BaseException:
        client.close()
        raise
    return client


# -- what was uncertain ------------------------------------------------------------------------------------------


def is_uncertain(office: Path) -> bool:
    """Whether an office has letters of which nobody knows whether they have left."""
    return bool(outbox.uncertain(office))


def settle(office: Path, now: datetime, seen: Iterable[str]) -> list[str]:
    """Marks uncertain letters as sent whose id was seen in a mailbox: on a copy of the letter, or in an answer to it.
    Returns their keys.

    Args:
        seen: ids of mails, and those they refer to, without angle brackets.
    Raises:
        NotWritten: the disk took nothing.
    """
    open_ones = outbox.uncertain(office)
    known = set(seen) if open_ones else set()
    settled = []
    for letter in open_ones:
        if outbox.id_of(letter) in known:
            outbox.mark(office, now, letter, SENT, say("it was seen in the mailbox"))
            settled.append(letter.key)
    return settled


def ids(head: bytes) -> set[str]:
    """The ids a mail's head names: its own, and those it refers to."""
    parsed = message_from_bytes(head_of(head), policy=policy.compat32)
    return {id for name in ("Message-ID", "In-Reply-To", "References")
            for line in parsed.get_all(name, ()) for id in _ID.findall(str(line))}
