"""The files named on the command line: reading them with their signatures, and writing without overwriting others."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.cli import printing
from witp_pbem.table.language import in_a_row, say

LARGEST = 64 * 1024 * 1024  # bytes of a file
STDIN = "-"  # the file that stands for what is piped in, typed or pasted


class Unreadable(Refusal):
    """A file named on the command line cannot be read."""

    exit_code = USAGE


def read_file(name: str) -> bytes:
    """A file's bytes.

    Raises:
        Unreadable: it does not exist, is not a regular file, is too large, or may not be read.
    """
    path = Path(name)
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise Unreadable(say('"{name}" is not a regular file.', name=click.format_filename(name)))
        if path.is_file() and path.stat().st_size > LARGEST:
            raise Unreadable(say('"{name}" is larger than {count} MB; nothing of that size is read.',
                                 name=click.format_filename(name), count=LARGEST // 2**20))
        return path.read_bytes()
    except IsADirectoryError as error:
        raise Unreadable(say('"{name}" is a folder, not a file.', name=click.format_filename(name))) from error
    except FileNotFoundError as error:
        raise Unreadable(no_such_file(path)) from error
    except OSError as error:
        raise Unreadable(say('"{name}" cannot be read: {error}.', name=click.format_filename(name),
                             error=error.strerror)) from error


def no_such_file(path: Path) -> str:
    """That there is no such file or folder, with the one beside it that was most likely meant."""
    from witp_pbem.table.spelling import likely

    sentences = [say('There is no "{name}" here.', name=click.format_filename(path))]
    beside = sorted(other.name for other in path.parent.iterdir()) if path.parent.is_dir() else []
    if near := likely(path.name, beside):
        sentences.append(say("Did you mean {words}?", words=click.format_filename(path.with_name(near))))
    return in_a_row(sentences)


def read_files(names: Iterable[str]) -> list[tuple[str, bytes]]:
    """The names of files, as they can be printed, and their bytes, each followed by the signature in FILE.sig; "-" is
    what is piped in, typed or pasted.

    A signature file that is named itself is skipped where the file it belongs to is named, too.
    """
    from witp_pbem.campaign.letters.signatures import SUFFIX  # not loaded by commands that only write

    names = list(names)
    if STDIN in names:  # it can be read once
        names = [*dict.fromkeys(names)]
    signed = {name + SUFFIX for name in names}
    return [(say("standard input"), read_stdin()) if name == STDIN else
            (click.format_filename(name), _with_signature(name)) for name in names if name not in signed]


def read_stdin() -> bytes:
    """What is piped in, typed or pasted."""
    return sys.stdin.buffer.read(LARGEST)


def _with_signature(name: str) -> bytes:
    """A file's bytes and, unless a signature stands in it already, that of the file NAME.sig."""
    from witp_pbem.campaign.letters.signatures import SUFFIX, join, split

    data, beside = read_file(name), name + SUFFIX
    if split(data)[1] or not Path(beside).is_file():
        return data
    return join(data, read_file(beside))


def write_or_print(text: str | bytes, output: str | None, force: bool) -> None:
    """Writes a text, or bytes as they are, to a file, or prints it where none is named.

    Raises:
        Unreadable: there is such a file already, and `force` does not say to overwrite it; or it is a folder.
        NotWritten: the disk did not take it; an older file of that name is left as it was.
    """
    if output is None:
        printing.text(text)
        return
    require_free(output, force)
    disk.write(Path(output), text.encode() if isinstance(text, str) else text, disk.NEW)
    printing.written(output)


def require_free(output: str, force: bool) -> None:
    """Makes sure that a file can be written without writing over another.

    Raises:
        Unreadable: there is such a file already, and `force` does not say to overwrite it; or it is a folder.
    """
    path = Path(output)
    if path.is_dir():
        raise Unreadable(say('"{name}" is a folder, not a file.', name=output))
    if path.exists() and not force:
        raise Unreadable(say('"{name}" already exists and was left alone. Name another file, or add --force.',
                             name=output))
