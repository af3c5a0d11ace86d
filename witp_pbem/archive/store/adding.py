"""Adding campaigns: whole or not at all, once or many times with the same result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from witp_pbem.archive.received import Received, Unreadable
from witp_pbem.archive.store import derived, full_text
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.packing import compressed, restored
from witp_pbem.archive.store.tables import APART, FORK, HELD, data_files, record_data, records, texts, verdicts
from witp_pbem.campaign.packets import unpacking
from witp_pbem.campaign.packets.merge import merge
from witp_pbem.campaign.packets.unpacking import ReceivedEntry
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

Outcome = Literal["new", "longer", "same", "fork", "apart"]


class Added(NamedTuple):
    """What became of one campaign that was to be added.

    Attributes:
        outcome: new, longer (it continues what was held), same (all of it was held already), fork or apart.
        record: its number in the archive, that of the record held where nothing new came.
        name, origin: of the campaign, and where it came from.
        entries: how many it has now.
        reason: of a fork or a record apart, in a clause.
    """

    outcome: Outcome
    record: int
    name: str
    origin: str
    entries: int
    reason: str = ""


class Examined(NamedTuple):
    """What a look at a whole record came to.

    Attributes:
        reason: why it does not hold, "" where it does.
        derived: what follows from it, None where it does not hold.
        kept: the logbook, compressed; of one that does not hold perhaps not yet.
        verdict: what proving it came to, as columns of `verdicts`; None where it was not proved.
    """

    reason: str
    derived: Derived | None
    kept: bytes = b""
    verdict: Mapping[str, Any] | None = None


class Whole(NamedTuple):
    """A whole record: the logbook, and its data files by name."""

    content: bytes
    files: Mapping[str, bytes]


class Unexamined(Exception):  # noqa: N818 - what is to be done first, no error
    """A whole record that nobody has looked at yet. Looking takes a while, in which others may write."""

    def __init__(self, whole: Whole) -> None:
        super().__init__()
        self.whole = whole


def add(connection: Connection, received: Received | Unreadable, examined: Mapping[bytes, Examined]) -> list[Added]:
    """Adds what was received of one campaign, in the transaction of the connection.

    Args:
        examined: whole records that were looked at, by their logbooks.
    Raises:
        Unexamined: there is one that must be looked at first.
    """
    if isinstance(received, Unreadable):
        return [_apart(connection, received.content, received, "", received.reason)]
    held = connection.execute(select(records.c.id, records.c.content, records.c.entries, records.c.name).where(
        records.c.founding == received.founding, records.c.state == HELD)).first()
    own = lines_of(restored(held.content)) if held else []
    merged = merge([entry.hash for entry in own], received.entries)
    added: list[Added] = []
    if merged.following:
        added.append(_continued(connection, received, held, [*own, *merged.following], examined))
    elif held:
        added.append(Added("same", held.id, held.name, received.origin, held.entries))
    for fork in merged.forks:
        added.append(_fork(connection, received, [*own, *merged.following], fork.branch, examined))
    if not added:
        content = content_of(received.entries)
        added.append(_incomplete(connection, received, content))
    return added


def lines_of(content: bytes) -> list[ReceivedEntry]:
    """The entries of a logbook that the archive holds."""
    return list(unpacking.read("", content).received)


def content_of(entries: Sequence[ReceivedEntry]) -> bytes:
    """Entries as a logbook."""
    return b"".join(entry.line + b"\n" for entry in entries)


def _continued(connection: Connection, received: Received, held: Any, entries: Sequence[ReceivedEntry],
               examined: Mapping[bytes, Examined]) -> Added:
    """A new campaign, or a longer record in the place of a shorter one that it continues."""
    content = content_of(entries)
    reason, rows, kept, verdict = _examined(connection, received, entries, examined)
    if rows is None:
        return _apart(connection, content, received, received.founding, reason)
    values = {"key": entries[-1].hash, "entries": len(entries), "size": len(content), "content": kept,
              "origin": storable(received.origin), "added": _now(), "derived": 0}
    connection.execute(delete(records).where(  # it was kept apart before, until now that nothing is missing any more
        records.c.key == hashlib.sha256(content).hexdigest(), records.c.state == APART))
    _drop(connection, [known.id for known in _forks(connection, received.founding)  # no fork of a record that has it
                       if _has(entries, known.entries[-1])])
    if held:
        added = Added("longer", held.id, held.name, received.origin, len(entries))
        connection.execute(update(records).where(records.c.id == held.id).values(**values))
    else:
        record = _insert(connection, founding=received.founding, name=received.name, state=HELD, reason="", **values)
        added = Added("new", record, received.name, received.origin, len(entries))
        _keep_data(connection, record, received, entries)
    derived.keep(connection, added.record, rows)
    if verdict:
        connection.execute(insert(verdicts).values(record=added.record, key=entries[-1].hash, **verdict))
    return added


class _Kept(NamedTuple):
    """A fork that the archive has."""

    id: int
    reason: str
    entries: Sequence[ReceivedEntry]
    does_hold: bool


def _forks(connection: Connection, founding: str) -> list[_Kept]:
    """The forks of a campaign that the archive has."""
    rows = connection.execute(select(records.c.id, records.c.reason, records.c.content, records.c.derived).where(
        records.c.founding == founding, records.c.state == FORK).order_by(records.c.id)).all()
    return [_Kept(row.id, row.reason, lines_of(restored(row.content)), row.derived > 0) for row in rows]


def _fork(connection: Connection, received: Received, held: Sequence[ReceivedEntry], branch: Sequence[ReceivedEntry],
          examined: Mapping[bytes, Examined]) -> Added:
    """Another history of a campaign, kept beside the one held; a longer one in the place of the shorter one that it
    continues. One that does not hold is kept as well, and nothing follows from it."""
    known = _forks(connection, received.founding)
    entries = _joined(branch, [held, *(fork.entries for fork in known)])
    if entries is None:
        return _incomplete(connection, received, content_of(branch))
    for fork in known:
        is_same = fork.entries[-1].hash == entries[-1].hash
        if _has(fork.entries, entries[-1]) and (fork.does_hold or not is_same):  # what did not hold is tried again
            return Added("fork", fork.id, received.name, received.origin, len(fork.entries), fork.reason)
    why, rows, kept, _ = _examined(connection, received, entries, examined)
    reason = say("it differs from the record that was here first after entry {entry}",
                 entry=_last_common(held, entries))
    content = content_of(entries)
    values = {"key": entries[-1].hash, "entries": len(entries), "size": len(content),
              "content": kept or compressed(content), "reason": storable(f"{reason}; {why}" if why else reason),
              "origin": storable(received.origin), "added": _now(), "derived": 0}
    record = next((fork.id for fork in known if _has(entries, fork.entries[-1])), None)
    if record is not None:
        connection.execute(update(records).where(records.c.id == record).values(**values))
        derived.forget(connection, record)
    else:
        record = _insert(connection, founding=received.founding, name=received.name, state=FORK, **values)
        _keep_data(connection, record, received, entries)
    if rows is not None:
        derived.keep(connection, record, rows)
    return Added("fork", record, received.name, received.origin, len(entries), str(values["reason"]))


def _examined(connection: Connection, received: Received, entries: Sequence[ReceivedEntry],
              examined: Mapping[bytes, Examined]) -> Examined:
    """What a look at a whole record came to.

    Raises:
        Unexamined: nobody has looked yet.
    """
    content = content_of(entries)
    files, missing = _files(connection, json.loads(entries[0].line)["data"], received.files)
    if missing:
        return Examined(say("the data file {name} is missing", name=missing[0]), None)
    if content not in examined:
        raise Unexamined(Whole(content, files))
    return examined[content]


def _joined(branch: Sequence[ReceivedEntry],
            histories: Iterable[Sequence[ReceivedEntry]]) -> list[ReceivedEntry] | None:
    """A branch with all that was before it, None where nobody has that."""
    number, before = branch[0].n, branch[0].previous
    return next(([*entries[:number], *branch] for entries in histories
                 if number <= len(entries) and (not number or entries[number - 1].hash == before)), None)


def _has(entries: Iterable[ReceivedEntry], wanted: ReceivedEntry) -> bool:
    return any(entry.hash == wanted.hash for entry in entries)


def _last_common(held: Iterable[ReceivedEntry], entries: Iterable[ReceivedEntry]) -> int:
    """The number of the last entry that two histories have."""
    return sum(1 for _ in takewhile(lambda pair: pair[0].hash == pair[1].hash, zip(held, entries, strict=False))) - 1


def _drop(connection: Connection, numbers: Iterable[int]) -> None:
    """Takes records away with all that follows from them and is attached to them. The index of words does not follow
    its texts by itself, all else does."""
    for record in numbers:
        full_text.delete(connection, texts.c.record == record)
        connection.execute(delete(records).where(records.c.id == record))


def remove(connection: Connection, record: int) -> None:
    """Takes a record out of the archive, with all that follows from it and is attached to it. Where a campaign goes,
    the first of its forks that hold takes its place."""
    gone = connection.execute(select(records.c.founding, records.c.state).where(records.c.id == record)).one()
    _drop(connection, [record])
    if gone.state == HELD:
        following = select(func.min(records.c.id)).where(
            records.c.founding == gone.founding, records.c.state == FORK, records.c.derived > 0).scalar_subquery()
        connection.execute(update(records).where(records.c.id == following).values(state=HELD, reason=""))
    connection.execute(delete(data_files).where(data_files.c.hash.not_in(select(record_data.c.hash))))


def _incomplete(connection: Connection, received: Received, content: bytes) -> Added:
    return _apart(connection, content, received, received.founding, say(
        "entries before these are missing; send all of the campaign"))


def _apart(connection: Connection, content: bytes, received: Received | Unreadable, founding: str,
           reason: str) -> Added:
    """A record that does not hold, kept with the reason."""
    name = received.name if isinstance(received, Received) else Path(received.origin).name
    entries = content.count(b"\n")
    key = hashlib.sha256(content or storable(f"{received.origin}: {reason}").encode()).hexdigest()
    record = connection.execute(select(records.c.id).where(records.c.key == key)).scalar()  # once, however often
    if record is None:
        record = _insert(connection, key=key, founding=founding, name=name, state=APART, reason=reason, entries=entries,
                         size=len(content), content=compressed(content), origin=received.origin, added=_now(),
                         derived=0)
    return Added("apart", record, name, received.origin, entries, reason)


def _insert(connection: Connection, **values: Any) -> int:
    values |= {key: storable(value) for key, value in values.items() if isinstance(value, str)}
    return int(connection.execute(insert(records).values(**values).returning(records.c.id)).scalar_one())


def storable(words: str) -> str:
    """Words of others as every database takes them: without NUL and halves of letters."""
    return words.replace("\0", "\ufffd").encode(errors="replace").decode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# -- data files -----------------------------------------------------------------------------------------------------


def _files(connection: Connection, wanted: Mapping[str, str],
           received: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The data files a founding names, from what came along or what the archive has already; and those that are
    missing."""
    files: dict[str, bytes] = {}
    for name, hash in wanted.items():  # noqa: A001
        content = received.get(name)
        if content is None or hashlib.sha256(content).hexdigest() != hash:
            kept = connection.execute(select(data_files.c.content).where(data_files.c.hash == hash)).scalar()
            content = restored(kept) if kept is not None else None
        if content is not None:
            files[name] = content
    return files, [name for name in wanted if name not in files]


def _keep_data(connection: Connection, record: int, received: Received, entries: Sequence[ReceivedEntry]) -> None:
    """Keeps the data files of a record, each once for all campaigns."""
    wanted: Mapping[str, str] = json.loads(entries[0].line)["data"]
    files, missing = _files(connection, wanted, received.files)
    known = set(connection.execute(select(data_files.c.hash).where(data_files.c.hash.in_(wanted.values()))).scalars())
    new = {wanted[name]: content for name, content in files.items() if wanted[name] not in known}
    if new:
        connection.execute(insert(data_files), [
            {"hash": hash, "size": len(content), "content": compressed(content)} for hash, content in new.items()])
    connection.execute(insert(record_data), [{"record": record, "name": name, "hash": hash}
                                             for name, hash in wanted.items() if name not in missing])
