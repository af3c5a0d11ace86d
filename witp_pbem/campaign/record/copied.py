"""What copying, mailing and synchronising do to the files of a campaign: recognised, reported and undone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from witp_pbem.campaign.record.entries import Entry
from witp_pbem.table.canonical import parse
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError, fit

MARK = b"\xef\xbb\xbf"  # what editors put before a text (a byte order mark)
# Names that folder services, mail programs and file managers give to second copies: the name, something, and the rest.
_SECOND = re.compile(r"(?:copy of |~)?\.?(logbook|sealed|secrets|heads)\b.*\.?(jsonl?|icloud)\b.*", re.IGNORECASE)
_OURS = frozenset({"logbook.jsonl", "sealed.jsonl", "secrets.json", "heads.jsonl"})


def restored(data: bytes) -> bytes:
    """The bytes as the program wrote them, if all that happened to them is that every line now ends with CR LF, or that
    a byte order mark stands before them."""
    data = data.removeprefix(MARK)
    pairs = data.count(b"\r\n")
    return data.replace(b"\r\n", b"\n") if pairs and pairs == data.count(b"\n") == data.count(b"\r") else data


def value(data: bytes, form: Any) -> Any:
    """The JSON value in a file that the program wrote.

    Args:
        form: the type it must have (`table.shape`).
    Raises:
        ShapeError: it is not JSON, or not of that form.
    """
    try:
        parsed = parse(restored(data))
    except (ValueError, RecursionError):
        raise ShapeError(say("it is not JSON")) from None
    fit(parsed, form)
    return parsed


def changed(name: str) -> str:
    """The sentence about a file whose line ends were changed, without its full stop."""
    return say("{file} was changed by a mail program, an editor or git (its line ends, or a mark before it); nothing "
               "was lost, and it is read as it was written", file=name)


def mixed() -> str:
    """What is wrong with a file in which only some line ends were changed."""
    return say("some of its lines end with CR LF and some do not, so it was changed by hand; put it back from a copy")


def hollow(data: bytes) -> str:
    """What is wrong with a file that holds nothing, "" if it holds something."""
    advice = say("the copy was never finished, or a folder service has not fetched it yet; put it back from a copy")
    if not data:
        return say("the file is empty: {advice}", advice=advice)
    if not data.strip(b"\0"):
        return say("the file holds nothing but zero bytes: {advice}", advice=advice)
    return ""


def seconds(folder: Path) -> Iterator[Path]:
    """Second copies of the campaign's files that lie in a folder, by name."""
    if folder.is_dir():
        yield from (path for path in sorted(folder.iterdir()) if _SECOND.fullmatch(path.name)
                    and path.name not in _OURS and not re.fullmatch(r"\..*\.[0-9a-f]{8}", path.name))


def second_copies(folder: Path, entries: Sequence[Entry]) -> Iterator[str]:
    """Sentences about the second copies beside a logbook: what each holds, and what to do with it."""
    for path in (*seconds(folder), *seconds(folder / "private")):
        hashes = _hashes(path) if "logbook" in path.name.casefold() else []
        own = [entry["hash"] for entry in entries]
        common = next((number for number, (digits, hash_) in enumerate(zip(hashes, own, strict=False))
                       if not hash_.startswith(digits)), min(len(hashes), len(own)))
        if not common:
            advice = say("compare it with the file it was made of, and remove it")
        elif common == len(hashes):
            advice = say("it holds nothing that the logbook lacks and can be removed")
        elif common == len(own):
            advice = say("it goes on where the logbook ends, to entry {entry}: if that is the campaign as it was "
                         "played, give it the logbook's name", entry=len(hashes) - 1)
        else:
            advice = say("it parts from the logbook at entry {entry}: two computers have written to this campaign at "
                         "the same time. Keep the one that the players' receipts are in (verify --head), and record "
                         "again what only the other holds", entry=common)
        yield say("There is a second copy beside the campaign's files, {name}: {advice}.", name=path.name,
                  advice=advice)


def _hashes(path: Path) -> list[str]:
    """The digits of the hashes in a second copy of a logbook, as far as it can be read."""
    hashes: list[str] = []
    with suppress(OSError, ValueError, LookupError, TypeError, RecursionError):
        for line in restored(path.read_bytes()).splitlines():
            hashes.append(str(parse(line)["hash"]))
    return hashes
