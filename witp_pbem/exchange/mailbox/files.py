"""Mails in files: a Maildir, an mbox file, a folder of .eml files, one such file, standard input.

Nothing is ever deleted. Only in a Maildir a mail that was dealt with is moved from new/ to cur/ and marked as seen, as
every mail program does; an mbox file is never written to.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from witp_pbem.campaign.record.disk import NotWritten
from witp_pbem.exchange.mailbox import arrival
from witp_pbem.exchange.mailbox.arrival import (
    Arrival,
    CouldMatter,
    Looked,
    MailboxProgress,
    Unreachable,
    head_of,
    recall,
    remember,
)
from witp_pbem.exchange.verdicts import IGNORED, LATER
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

NEW, CURRENT = "new", "cur"
SUFFIX = ".eml"
SAMPLE = 1024  # bytes by which an mbox file is recognised
LINE = 64 * 1024  # bytes read at a time of a line without end
# What begins a mail in an mbox file: sender and time, or, in some of Thunderbird's, nothing.
_FROM = re.compile(rb"From (?:\r?\n|.*\d:\d\d.*\d{4}.*)", re.DOTALL)
_QUOTED_FROM = re.compile(rb">+From ")


def is_maildir(path: Path) -> bool:
    """Whether a folder is a Maildir."""
    return (path / NEW).is_dir() and (path / CURRENT).is_dir()


def is_mbox(path: Path) -> bool:
    """Whether a file is an mbox file."""
    with path.open("rb") as file:
        return _FROM.match(file.readline(LINE)) is not None


# -- one mail a file ---------------------------------------------------------------------------------------------


@contextmanager
def maildir(folder: Path, office: Path, could_matter: CouldMatter | None) -> Iterator[Iterator[Arrival]]:
    """The mails of a Maildir that were not looked at before, oldest first.

    Raises:
        Unreachable: some could not be read; the others have been given by then. NotWritten: the disk took nothing.
    """
    paths = [path for part in (NEW, CURRENT) for path in _files(folder / part)]
    paths.sort(key=lambda path: (_seconds(path.name), path.name))
    with _unseen(folder, {_unique(path): path for path in paths}, office, could_matter, _seen) as arrivals:
        yield arrivals


@contextmanager
def folder(folder: Path, office: Path) -> Iterator[Iterator[Arrival]]:
    """The mails of a folder of .eml files that were not looked at before, by name.

    Raises:
        Unreachable, NotWritten: see `maildir`.
    """
    mails = {f"{path.name} {path.stat().st_size}": path for path in _files(folder)
             if path.suffix.casefold() == SUFFIX}
    with _unseen(folder, mails, office, None, lambda path: None) as arrivals:
        yield arrivals


def one(path: Path) -> Iterator[Arrival]:
    """The mail in a file, whether it was looked at before or not.

    Raises:
        Unreachable: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            raw, size = _read(file, path.stat().st_size)
    except OSError as error:
        raise unread(path, error) from error
    yield Arrival(raw, size, str(path), lambda verdict: None)


def stream(source: BinaryIO) -> Iterator[Arrival]:
    """The one mail that a mail server, a filter or a person hands over."""
    raw = source.read(arrival.LARGEST + 1)
    size = len(raw)
    while size > arrival.LARGEST and (rest := source.read(2**20)):  # whoever hands it over is to get rid of it all
        size += len(rest)
    if size > arrival.LARGEST:
        raw = head_of(raw)
    if raw.startswith(b"From "):  # a line that some servers put before
        raw = raw.partition(b"\n")[2]
        size = max(size, len(raw)) if size > arrival.LARGEST else len(raw)
    if raw.strip():
        yield Arrival(raw, size, say("standard input"), lambda verdict: None)


@contextmanager
def _unseen(mailbox: Path, mails: dict[str, Path], office: Path, could_matter: CouldMatter | None,
          mark: Callable[[Path], None]) -> Iterator[Iterator[Arrival]]:
    """The mails of a folder that are not remembered; `mails` has them by the names they are remembered by."""
    name = str(mailbox.resolve())
    before = set(recall(office, name).get("names", ()))
    known = before & mails.keys()

    def done(key: str, path: Path, verdict: str) -> None:
        if verdict == LATER:
            return
        if verdict != IGNORED:
            mark(path)
        known.add(key)

    def arrivals() -> Iterator[Arrival]:
        kept_back: list[str] = []
        for number, (key, path) in enumerate((key, path) for key, path in mails.items() if key not in known):
            if number and number % arrival.EVERY == 0:
                remember(office, name, names=sorted(known))
            try:
                read = _read_if(path, could_matter)
            except FileNotFoundError:  # a mail program has just moved it; it is found next time
                continue
            except OSError as error:
                kept_back.append(str(unread(path, error)))
                continue
            if read is None:
                known.add(key)
            else:
                yield Arrival(*read, str(path), partial(done, key, path))
        if kept_back:
            raise Unreachable("\n".join(kept_back))

    try:
        yield arrivals()
    finally:
        if known != before:
            remember(office, name, names=sorted(known))


def _read_if(path: Path, could_matter: CouldMatter | None) -> tuple[bytes, int] | None:
    """A mail and its size, None where its head says that it is not for the desk."""
    with path.open("rb") as file:
        if could_matter and not could_matter(head_of(file.read(arrival.HEAD))):
            return None
        file.seek(0)
        return _read(file, path.stat().st_size)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith(".") and path.is_file())
    except OSError as error:
        raise unread(folder, error) from error


def _read(file: BinaryIO, size: int) -> tuple[bytes, int]:
    """A mail and its size; only its head where it is larger than is read."""
    if size > arrival.LARGEST:
        return head_of(file.read(arrival.HEAD)), size
    raw = file.read(arrival.LARGEST)
    return raw, len(raw)


def unread(path: Path, error: OSError) -> Unreachable:
    """The refusal where a file or folder cannot be read."""
    return Unreachable(say('"{file}" cannot be read: {error}.', file=path, error=error.strerror or error))


def _unique(path: Path) -> str:
    """A mail's name in its Maildir without its marks, which change."""
    return re.split("[:;!]2,", path.name)[0]


def _seconds(name: str) -> int:
    """When a Maildir's mail was delivered, as its name says."""
    first = name.partition(".")[0]
    return int(first) if first.isdecimal() and len(first) < 20 else 0


def _seen(path: Path) -> None:
    """Marks a mail of a Maildir as seen; one that a mail program has moved meanwhile is left to it."""
    marks = path.name.partition(":2,")[2]
    if path.parent.name == CURRENT and "S" in marks:
        return
    name = f"{_unique(path)}:2,{''.join(sorted({*marks, 'S'}))}"
    with suppress(OSError):
        path.rename(path.parent.parent / CURRENT / name)


# -- many mails in a file ----------------------------------------------------------------------------------------


class MboxMail(NamedTuple):
    """A mail of an mbox file.

    Attributes:
        start, end: where its line From begins, and the next one.
        raw: its bytes; only the first of a mail larger than is read.
        size: in bytes.
    """

    start: int
    end: int
    raw: bytes
    size: int


@contextmanager
def mbox(path: Path, office: Path, could_matter: CouldMatter | None) -> Iterator[Iterator[Arrival]]:
    """The mails of an mbox file that were not looked at before, in its order.

    Raises:
        Unreachable: it cannot be read. NotWritten: the disk took nothing.
    """
    name = str(path.resolve())
    with path.open("rb") as file:
        progress = MailboxProgress(_known_until(file, recall(office, name)))
        last = [progress.reached]

        def arrivals() -> Iterator[Arrival]:
            for number, mail in enumerate(mbox_mails(file, progress.reached)):
                if number and number % arrival.EVERY == 0:
                    _note_down(file, office, name, progress, last[0])
                last[0] = mail.start
                if could_matter is None or could_matter(head_of(mail.raw)):
                    raw = head_of(mail.raw) if mail.size > arrival.LARGEST else mail.raw
                    progress.waiting[mail.start] = None
                    progress.reached = mail.end
                    yield Arrival(raw, mail.size, say("{file}, byte {number}", file=path.name, number=mail.start),
                                  partial(progress.settle, mail.start))
                progress.reached = mail.end

        started = progress.reached
        try:
            yield _readable(path, arrivals())
        finally:
            if progress.done != started:
                _note_down(file, office, name, progress, last[0])


def _readable(path: Path, arrivals: Iterator[Arrival]) -> Iterator[Arrival]:
    """Arrivals; an error of the system becomes a refusal with a sentence."""
    try:
        yield from arrivals
    except NotWritten:
        raise
    except OSError as error:
        raise unread(path, error) from error


def _note_down(file: BinaryIO, office: Path, name: str, progress: MailboxProgress, last: int) -> None:
    """Remembers how far a file was looked at, and a hash by which it is recognised."""
    offset, here = progress.done, file.tell()
    remember(office, name, offset=offset, last=min(last, offset), hash=_hash(file, offset))
    file.seek(here)


def _known_until(file: BinaryIO, known: Looked) -> int:
    """Where to go on reading: from the beginning where the file is not the one that was read, or not longer; from the
    last mail where that one was not all there yet."""
    offset, last = known.get("offset", 0), known.get("last", 0)
    if not 0 <= last <= offset <= file.seek(0, 2) or _hash(file, offset) != known.get("hash"):
        return 0
    file.seek(offset)
    line = file.readline(LINE)
    return offset if not line or _FROM.match(line) else last


def _hash(file: BinaryIO, offset: int) -> str:
    digest = hashlib.sha256()
    for start, length in ((0, min(SAMPLE, offset)), (max(0, offset - SAMPLE), min(SAMPLE, offset))):
        file.seek(start)
        digest.update(file.read(length))
    return digest.hexdigest()


def mbox_mails(file: BinaryIO, offset: int = 0) -> Iterator[MboxMail]:
    """The mails of an mbox file from one's beginning on. A line From that was quoted is as it was written."""
    file.seek(offset)
    start, place, size = offset, offset, 0
    raw = bytearray()
    after_blank, begun = True, False  # whether a line From would begin a mail; whether one was begun
    while line := file.readline(LINE):
        if after_blank and _FROM.match(line):
            if begun:
                yield _without_blank(start, place, raw, size)
            start, size, begun = place, 0, True
            raw.clear()
        elif begun:
            whole = line[1:] if _QUOTED_FROM.match(line) else line
            size += len(whole)
            if size <= arrival.LARGEST:
                raw += whole
        place += len(line)
        after_blank = line in (b"\n", b"\r\n")
    if begun:
        yield _without_blank(start, place, raw, size)


def _without_blank(start: int, end: int, raw: bytearray, size: int) -> MboxMail:
    """A mail without the empty line that an mbox file puts behind each."""
    blank = next((len(line) for line in (b"\r\n", b"\n") if raw.endswith(b"\n" + line)), 0)
    return MboxMail(start, end, bytes(raw[:len(raw) - blank]), size - blank)
