"""The desk's journal: what was done and when, one JSON line each, never changed.

    {"at": "2026-11-22T08:15:23Z", "what": "sent", "key": "report:…", …}

Each module names its kinds of line (`what`) and reads them back; the present state follows from the lines. A line that
a crash tore is cut off before the next one is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Strict, ValidationError

from witp_pbem.campaign.record import copied, disk, json_lines, private
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import times
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

FILE = "journal.jsonl"
MOST_REMEMBERED = 16  # journals
_KIND = re.compile(rb'"what":"([^"\\]*)"')  # only there: within a text a backslash precedes each quotation mark


def _moment(text: str) -> str:
    """The text of a moment.

    Raises:
        ValueError: it is none.
    """
    return times.written(times.read(text))


Moment = Annotated[str, AfterValidator(_moment)]


class LineValues(BaseModel):
    """The type of each value, in lines of any kind. A campaign, with its journal, may come from anybody."""

    model_config = ConfigDict(strict=True, extra="allow")

    key: str = ""
    mail: str = ""
    content: str = ""
    sender: str = ""
    side: str = ""
    player: str = ""
    block: str = ""
    blocks: list[str] = []
    verdict: str = ""
    proof: str = ""
    reason: str = ""
    letter: str = ""
    letters: list[str] = []
    problems: list[str] = []
    to: list[str] = []
    dkim: dict[str, str] = {}
    replaces: list[Annotated[tuple[str, bool], Strict(False)]] = []
    receipts: list[Annotated[tuple[str, int, str], Strict(False)]] = []
    moment: Moment = ""
    again: Moment = ""
    begun: Moment = ""
    until: Moment = ""
    answer: str = ""
    head: int | str = 0
    turn: int = 0
    entry: int = 0
    entries: int = 0
    number: int = 0
    sitting: str = ""
    texts: list[str] = []
    after: list[str | int] | None = None
    policy: str = ""
    policies: list[str] = []
    done: bool = False
    why: str = ""
    orders: str = ""
    note: str = ""
    digest: str = ""
    stopped: str = ""
    keeper: bool = False


class _Values(dict[str, Any]):
    """The values of a line; a missing one is reported like any other damage."""

    def __init__(self, values: Mapping[str, Any], path: Path, number: int) -> None:
        super().__init__(values)
        self.place = path, number

    def __missing__(self, name: str) -> Any:
        raise _no_line(*self.place, name)


class JournalLine(NamedTuple):
    """One line: when (UTC), what, and its other values."""

    at: datetime
    what: str
    values: dict[str, Any]


class _JournalState(NamedTuple):
    """A journal as it stood when it was read last.

    Attributes:
        state: size and time of the file.
        rows: its lines.
        places: the numbers of those of each kind.
        parsed: of each kind, the lines parsed so far with their numbers.
    """

    state: tuple[int, int]
    rows: list[bytes]
    places: dict[str, list[int]]
    parsed: dict[str, list[tuple[int, JournalLine]]]


_REMEMBERED: dict[Path, _JournalState] = {}  # a mail asks a dozen times, and a journal only ever grows


def read(office: Path, *what: str) -> Iterator[JournalLine]:
    """The lines of a journal, oldest first; of some kinds only, where these are named. Lines of other kinds are not
    looked at, and none is parsed twice as long as the file only grows.

    Raises:
        Damaged: a line before the last is not one of a journal.
    """
    known = _known(office / FILE)
    if known is None:
        return
    by_number = dict(numbered for kind in (what or known.places) for numbered in _parsed(office / FILE, known, kind))
    yield from (by_number[number] for number in sorted(by_number) if not what or by_number[number].what in what)


def _known(path: Path) -> _JournalState | None:
    """A journal as it stands, None where there is none or nothing in it."""
    if not path.is_file() or not (state := path.stat()).st_size:
        return None
    known = _REMEMBERED.pop(path, None)
    if known is None or known.state != (state.st_size, state.st_mtime_ns):
        known = _sorted(path, (state.st_size, state.st_mtime_ns), known)
    _REMEMBERED[path] = known
    while len(_REMEMBERED) > MOST_REMEMBERED:
        del _REMEMBERED[next(iter(_REMEMBERED))]
    return known


def _sorted(path: Path, state: tuple[int, int], before: _JournalState | None) -> _JournalState:
    """The lines of a journal by their kinds; what it held `before` is not looked at again.

    Raises:
        Damaged: a line has no kind.
    """
    data = path.read_bytes()
    if b"\r" in data or not data.strip(b"\0") or data.startswith(copied.MARK):
        data = b"".join(canonical(record) + b"\n" for record in json_lines.read(path, _is_whole_record).records)
    whole = data[:data.rfind(b"\n") + 1]
    if (tail := data[len(whole):]) and _is_whole_record(_object(tail)):
        whole, tail = data + b"\n", b""
    rows = whole.split(b"\n")[:-1]
    if rows and not tail and not _object(rows[-1]):  # a crash tore it
        rows.pop()
    begin = len(before.rows) if before and rows[:len(before.rows)] == before.rows else 0
    places = {kind: list(numbers) for kind, numbers in before.places.items()} if before and begin else {}
    for number, line in enumerate(rows[begin:], begin):
        kinds = _KIND.findall(line)
        if not kinds:
            raise _no_line(path, number)
        for kind in dict.fromkeys(kinds):
            places.setdefault(kind.decode("utf-8", "replace"), []).append(number)
    return _JournalState(state, rows, places, dict(before.parsed) if before and begin else {})


def _parsed(path: Path, known: _JournalState, kind: str) -> list[tuple[int, JournalLine]]:
    """The lines of a kind with their numbers."""
    numbers, done = known.places.get(kind, []), known.parsed.get(kind, [])
    if len(done) < len(numbers):
        done = [*done, *((number, _record(path, number, known.rows[number])) for number in numbers[len(done):])]
        known.parsed[kind] = done
    return done


def _record(path: Path, number: int, line: bytes) -> JournalLine:
    values = _object(line)
    try:
        at, what = times.read(str(values.pop("at"))), str(values.pop("what"))
        LineValues.model_validate(values)
    except ValidationError as error:
        raise _no_line(path, number, ".".join(map(str, error.errors()[0]["loc"]))) from error
    except (LookupError, ValueError) as error:
        raise _no_line(path, number) from error
    return JournalLine(at, what, _Values(values, path, number))


def _no_line(path: Path, number: int, place: str = "at, what") -> json_lines.Damaged:
    return json_lines.Damaged(path, number, say("this is no line of a journal ({place})", place=place))


def _object(line: bytes) -> dict[str, Any]:
    """The JSON object a line is, an empty one where it is none."""
    try:
        value = parse(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _is_whole_record(record: dict[str, Any], _: object = None) -> bool:
    return {"at", "what"} <= record.keys()


def write(office: Path, now: datetime, what: str, **values: Any) -> None:
    """Writes a line, and waits until it is on the disk. The caller is alone in the office (`office.at_work`).

    Raises:
        NotWritten: the disk did not take it. Damaged: see `read`.
    """
    offices.furnish(office)
    path = office / FILE
    if not _is_whole(path):
        json_lines.mend(path, json_lines.read(path, _is_whole_record))
    disk.append(path, canonical({"at": times.written(now), "what": what, **values}) + b"\n", private.FILE_RIGHTS)


def _is_whole(path: Path) -> bool:
    """Whether a journal ends with a line's end, or is not there: a torn line has none. (That the lines before are
    sound shows when they are read; to read them all at every line written would take longer with each.)"""
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
