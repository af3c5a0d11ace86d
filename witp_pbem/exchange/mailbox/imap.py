"""Mails on a server, by IMAP. Nothing there is ever deleted; what is not for the desk is not even marked as seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.disk import NotWritten
from witp_pbem.exchange.mailbox import arrival
from witp_pbem.exchange.mailbox.account import Account, Imap
from witp_pbem.exchange.mailbox.account import password as password_of
from witp_pbem.exchange.mailbox.arrival import (
    Arrival,
    CouldMatter,
    MailboxProgress,
    Unreachable,
    head_of,
    recall,
    remember,
)
from witp_pbem.exchange.mailbox.connection import broken_off, not_let_in, safe, unsayable
from witp_pbem.exchange.mailbox.providers import STARTTLS, TLS
from witp_pbem.exchange.verdicts import IGNORED, LATER
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from imapclient import IMAPClient

SENSELESS = (ValueError, LookupError, TypeError, AttributeError, AssertionError)  # raised by senseless answers
BATCH = 100  # heads asked for at a time
KEYWORD = "WitpPbem"  # marks mails that were dealt with, where the server lets marks be made


@contextmanager
def arrivals(account: Account, office: Path, could_matter: CouldMatter | None) -> Iterator[Iterator[Arrival]]:
    """The mails of an account's folder that were not looked at before, oldest first. Heads are fetched a hundred at a
    time, whole mails one by one, and only those whose head could matter.

    Raises:
        Unreachable: the server cannot be reached, lets nobody in, or breaks off. BadAccount: there is no password.
        NotWritten: the disk took nothing. NotInstalled: see `extras.require`.
    """
    extras.require(extras.MAIL)
    assert account.imap is not None
    server, user, secret = account.imap, account.user(account.imap), password_of(account)
    name = f"imap {user}@{server.host} {server.folder}"
    with ExitStack() as stack:
        with _telling(server):
            client = stack.enter_context(connected(server, user, secret))
            folder = client.select_folder(server.folder)
            validity = int(folder[b"UIDVALIDITY"])
        known = recall(office, name)
        started = known["uid"] if known.get("validity") == validity and "uid" in known else 1
        progress = MailboxProgress(started)
        try:
            yield _arrivals(client, server, _marks(folder), progress, could_matter,
                            lambda: remember(office, name, validity=validity, uid=progress.done))
        finally:
            if progress.done != started or known.get("validity") != validity:
                remember(office, name, validity=validity, uid=progress.done)


def _arrivals(client: IMAPClient, server: Imap, marks: list[str], progress: MailboxProgress,
              could_matter: CouldMatter | None, note_down: Callable[[], None]) -> Iterator[Arrival]:
    from imapclient.exceptions import IMAPClientError

    def done(uid: int, verdict: str) -> None:
        if verdict not in (IGNORED, LATER) and marks:
            with suppress(IMAPClientError, OSError):  # a mail that stays unmarked is known all the same
                client.add_flags(uid, marks)
        progress.settle(uid, verdict)

    with _telling(server):
        first = progress.reached
        uids = sorted(uid for uid in client.search(["UID", f"{first}:*"]) if uid >= first)
        for start in range(0, len(uids), BATCH):
            if start and start % (2 * BATCH) == 0:
                note_down()
            batch = uids[start:start + BATCH]
            heads = client.fetch(batch, ["RFC822.SIZE", f"BODY.PEEK[HEADER]<0.{arrival.HEAD}>"])
            for uid in batch:
                read = _read_if(client, uid, heads.get(uid), could_matter)
                progress.reached = uid + 1
                if read is not None:
                    progress.waiting[uid] = None
                    yield Arrival(*read, say("{folder}, mail {number}", folder=server.folder, number=uid),
                                  partial(done, uid))


def _read_if(client: IMAPClient, uid: int, answer: dict[bytes, Any] | None,
             could_matter: CouldMatter | None) -> tuple[bytes, int] | None:
    """A mail and its size; None where its head says that it is not for the desk, or where it is gone."""
    if answer is None:
        return None
    head, size = _part(answer, b"BODY[HEADER]"), int(answer.get(b"RFC822.SIZE", 0))
    if could_matter and not could_matter(head):
        return None
    if size > arrival.LARGEST:
        return head_of(head), size
    raw = _whole(client, uid)
    return (raw, len(raw)) if raw else None


def _whole(client: IMAPClient, uid: int) -> bytes:
    """A mail, b"" where it is gone; no more of it than is read, whatever the server said of its size."""
    answer = client.fetch([uid], [f"BODY.PEEK[]<0.{arrival.LARGEST}>"])
    return _part(answer[uid], b"BODY[]") if uid in answer else b""


def _part(answer: dict[bytes, Any], name: bytes) -> bytes:
    """A part of a mail in a server's answer, which names it with or without where it begins."""
    value = next((value for key, value in answer.items() if key.startswith(name)), None)
    return value if isinstance(value, bytes) else b""


def _marks(folder: dict[bytes, Any]) -> list[str]:
    """The marks that can be set in a folder on a mail that was dealt with."""
    allowed = folder.get(b"PERMANENTFLAGS", folder.get(b"FLAGS", ()))
    if b"READ-ONLY" in folder:
        return []
    return [*(["\\Seen"] if b"\\Seen" in allowed else []), *([KEYWORD] if b"\\*" in allowed else [])]


def visit(account: Account) -> str:
    """Logs in and looks into the folder; returns the outcome in words.

    Raises:
        Unreachable: see `arrivals`. BadAccount: there is no password. NotInstalled: see `extras.require`.
    """
    extras.require(extras.MAIL)
    assert account.imap is not None
    server, secret = account.imap, password_of(account)
    with _telling(server), connected(server, account.user(server), secret) as client:
        count = int(client.select_folder(server.folder, readonly=True)[b"EXISTS"])
    return say.plural(count, "logged in; {n} mail in {folder}", "logged in; {n} mails in {folder}",
                      folder=server.folder)


# -- the connection ----------------------------------------------------------------------------------------------


@contextmanager
def connected(server: Imap, user: str, password: str) -> Iterator[IMAPClient]:
    """A connection that is logged in.

    Raises:
        IMAPClientError, OSError: the server cannot be reached or lets nobody in.
    """
    from imapclient import IMAPClient

    context = safe(server)
    client = IMAPClient(server.host, server.port, ssl=server.security == TLS, ssl_context=context,
                        timeout=server.timeout)
    try:
        if server.security == STARTTLS:
            client.starttls(context)
        client.login(user, password)
        yield client
    finally:
        with suppress(Exception):  # what was to be done is done
            client.logout()


@contextmanager
def _telling(server: Imap) -> Iterator[None]:
    """Turns errors of a server or the connection into refusals with a sentence."""
    from imapclient.exceptions import IMAPClientError, LoginError

    try:
        yield
    except (NotWritten, Unreachable):
        raise
    except LoginError as error:
        raise not_let_in(server, error) from error
    except UnicodeError as error:
        raise unsayable(server) from error
    except (IMAPClientError, OSError, *SENSELESS) as error:
        raise broken_off(server, error) from error
