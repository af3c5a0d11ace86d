"""Where mails come from: an account on a server, files, or standard input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from witp_pbem.exchange.mailbox import files, imap
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.mailbox.arrival import Arrival, CouldMatter

Source = Account | Path | BinaryIO


def arrivals(source: Source, office: Path,
             could_matter: CouldMatter | None = None) -> AbstractContextManager[Iterator[Arrival]]:
    """The mails that are new in a source, one at a time. Each may be marked as done (`Arrival.done`) until the context
    is left; then the progress is written down.

    Args:
        source: an account; a Maildir, an mbox file, a folder of .eml files or one file with a mail; or a stream with
            one mail.
        office: where the progress is remembered.
        could_matter: tells from a mail's head whether the rest of it is to be read; None: every mail is. It is asked
            for an account, a Maildir and an mbox file, which may be private mailboxes; whatever lies in single files
            was put there for the desk.
    Raises:
        Unreachable: the source cannot be read. BadAccount: there is no password. NotWritten: the disk took nothing.
    """
    if isinstance(source, Account):
        return imap.arrivals(source, office, could_matter)
    if not isinstance(source, Path):
        return nullcontext(files.stream(source))
    try:
        if files.is_maildir(source):
            return files.maildir(source, office, could_matter)
        if source.is_dir():
            return files.folder(source, office)
        if source.exists() and not source.is_file():
            return nullcontext(files.stream(source.open("rb")))  # a pipe
        if files.is_mbox(source):
            return files.mbox(source, office, could_matter)
    except OSError as error:
        raise files.unread(source, error) from error
    return nullcontext(files.one(source))
