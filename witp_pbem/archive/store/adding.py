"""Adding campaigns: whole or not at all, once or many times with the same result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, delete, func, insert, select, update

from witp_pbem.archive.received import Received, Unreadable
from witp_pbem.archive.store import derived, full_text
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.histories import MOST_HISTORIES, histories
from witp_pbem.archive.store.packing import DamagedRow, compressed, restored, restored_file, storable
from witp_pbem.archive.store.tables import APART, FORK, HELD, data_files, record_data, records, texts, verdicts
from witp_pbem.campaign.packets import packet, unpacking
from witp_pbem.campaign.packets.unpacking import ReceivedEntry, UnfitPacket
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

Outcome = Literal["new", "longer", "restored", "same", "fork", "apart"]


class Added(NamedTuple):
    """What became of one campaign that was to be added.

    Attributes:
        outcome: new, longer (it continues what was held), restored (it takes the place of a damaged copy), same (all of
            it was held already), fork or apart.
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
        return [_apart(connection, received.content, received, received.reason)]
    held = connection.execute(select(records.c.id, records.c.key, records.c.content, records.c.entries,
                                     records.c.name).where(
        records.c.founding == received.founding, records.c.state == HELD)).first()
    own = _readable(held.content) if held else []
    fitted = histories(own or (), received.entries)
    if fitted is None:
        return [_incomplete(connection, received, received.entries, say(
            "it holds more than {count} histories", count=MOST_HISTORIES))]
    if held and own is None and not any(entry.hash == held.key for entry in fitted.following):
        return [_incomplete(connection, received, received.entries, say(
            "the archive's copy, number {record}, is damaged, and this does not have all of its entries",
            record=held.id))]
    line = [*(own or ()), *fitted.following]
    added: list[Added] = []
    if fitted.following:
        added.append(_continued(connection, received, held, line, examined, is_damaged=own is None))
    elif held and not fitted.waiting and not fitted.branches:
        is_mended = _mend_data(connection, held.id, received, line)
        added.append(Added("restored" if is_mended else "same", held.id, held.name, received.origin, held.entries))
    added += [_fork(connection, received, line, branch, examined) for branch in fitted.branches]
    if fitted.waiting:
        added.append(_incomplete(connection, received, fitted.waiting, _lacking(fitted.missing)))
    return added


def _readable(content: bytes) -> list[ReceivedEntry] | None:
    """The entries of a logbook that the archive holds, None where its copy is damaged."""
    try:
        return list(unpacking.read("", restored(content)).received)
    except (DamagedRow, UnfitPacket):
        return None


def content_of(entries: Sequence[ReceivedEntry]) -> bytes:
    """Entries as a logbook."""
    return b"".join(entry.line + b"\n" for entry in entries)


def _continued(connection: Connection, received: Received, held: Any, entries: Sequence[ReceivedEntry],
               examined: Mapping[bytes, Examined], *, is_damaged: bool) -> Added:
    """A new campaign, or a longer record in the place of a shorter one that it continues.

    Args:
        is_damaged: the archive's copy cannot be read any more, and this one takes its place.
    """
    content = content_of(entries)
    reason, rows, kept, verdict = _examined(connection, received, entries, examined)
    if rows is None:
        return _apart(connection, content, received, reason, entries)
    values = {"key": entries[-1].hash, "entries": len(entries), "size": len(content), "content": kept,
              "origin": storable(received.origin), "added": _now(), "derived": 0}
    _drop(connection, [known.id for known in _beside(connection, received.founding, FORK, APART)  # the record has it
                       if _has(entries, known.entries[-1])])
    if held:
        added = Added("restored" if is_damaged else "longer", held.id, held.name, received.origin, len(entries))
        connection.execute(update(records).where(records.c.id == held.id).values(**values))
        if is_damaged:
            _keep_data(connection, held.id, received, entries, again=True)
    else:
        record = _insert(connection, founding=received.founding, name=received.name, state=HELD, reason="", **values)
        added = Added("new", record, received.name, received.origin, len(entries))
        _keep_data(connection, record, received, entries)
    derived.keep(connection, added.record, rows)
    if verdict:
        connection.execute(insert(verdicts).values(record=added.record, key=entries[-1].hash, **verdict))
    return added


class _Beside(NamedTuple):
    """A record of a campaign that the archive keeps beside the one that is held."""

    id: int
    reason: str
    entries: Sequence[ReceivedEntry]
    does_hold: bool


def _beside(connection: Connection, founding: str, *states: str) -> list[_Beside]:
    """The records of a campaign in some states; those that cannot be read are left as they are."""
    rows = connection.execute(select(records.c.id, records.c.reason, records.c.content, records.c.derived).where(
        records.c.founding == founding, records.c.state.in_(states)).order_by(records.c.id)).all()
    return [_Beside(row.id, row.reason, entries, row.derived > 0) for row in rows
            if (entries := _readable(row.content))]


def _fork(connection: Connection, received: Received, held: Sequence[ReceivedEntry], branch: Sequence[ReceivedEntry],
          examined: Mapping[bytes, Examined]) -> Added:
    """Another history of a campaign, kept beside the one held; a longer one in the place of the shorter one that it
    continues. One that does not hold is kept as well, and nothing follows from it."""
    known = _beside(connection, received.founding, FORK)
    entries = _joined(branch, [held, *(fork.entries for fork in known)])
    if entries is None:
        return _incomplete(connection, received, branch, _lacking())
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
    files, missing = _files(connection, _named_in(entries), received.files)
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
            records.c.founding == gone.founding, records.c.state == FORK, derived.DOES_HOLD).scalar_subquery()
        connection.execute(update(records).where(records.c.id == following).values(state=HELD, reason=""))
    connection.execute(delete(data_files).where(data_files.c.hash.not_in(select(record_data.c.hash))))


def _lacking(missing: Sequence[tuple[int, int]] = ()) -> str:
    """Why entries cannot be added, in a clause: those before them are not there.

    Args:
        missing: which these are, first and last number each, where that is known.
    """
    if not missing:
        return say("entries before these are missing; send all of the campaign")
    return say("entries before these are missing ({numbers}); send all of the campaign", numbers=", ".join(
        str(first) if first == last else f"{first}–{last}" for first, last in missing))


def _incomplete(connection: Connection, received: Received, entries: Sequence[ReceivedEntry], reason: str) -> Added:
    """Entries that cannot be added, kept as a packet of them."""
    return _apart(connection, packet.of_entries(received.name, received.founding, entries), received, reason, entries)


def _apart(connection: Connection, content: bytes, received: Received | Unreadable, reason: str,
           entries: Sequence[ReceivedEntry] = ()) -> Added:
    """A record that does not hold, kept with the reason and, where it begins with a founding, the data files."""
    name, founding = ((received.name, received.founding) if isinstance(received, Received) else
                      (Path(received.origin).name, ""))
    key = hashlib.sha256(content or storable(f"{received.origin}: {reason}").encode()).hexdigest()
    record = connection.execute(select(records.c.id).where(records.c.key == key)).scalar()  # once, however often
    if record is None:
        record = _insert(connection, key=key, founding=founding, name=name, state=APART, reason=reason,
                         entries=len(entries), size=len(content), content=compressed(content), origin=received.origin,
                         added=_now(), derived=0)
        if isinstance(received, Received) and entries[0].n == 0:
            _keep_data(connection, record, received, entries)
    return Added("apart", record, name, received.origin, len(entries), reason)


def _insert(connection: Connection, **values: Any) -> int:
    values |= {key: storable(value) for key, value in values.items() if isinstance(value, str)}
    return int(connection.execute(insert(records).values(**values).returning(records.c.id)).scalar_one())


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# -- data files -----------------------------------------------------------------------------------------------------


def _named_in(entries: Sequence[ReceivedEntry]) -> Mapping[str, str]:
    """The data files that the founding of a record names, each with its hash."""
    wanted: Mapping[str, str] = json.loads(entries[0].line)["data"]
    return wanted


def _files(connection: Connection, wanted: Mapping[str, str],
           received: Mapping[str, bytes]) -> tuple[dict[str, bytes], list[str]]:
    """The data files a founding names, from what came along or what the archive has already; and those that are
    missing."""
    files: dict[str, bytes] = {}
    for name, hash in wanted.items():  # noqa: A001
        content = received.get(name)
        if content is None or hashlib.sha256(content).hexdigest() != hash:
            content = _kept_file(connection, hash)
        if content is not None:
            files[name] = content
    return files, [name for name in wanted if name not in files]


def _kept_file(connection: Connection, hash: str) -> bytes | None:  # noqa: A002
    """A data file that the archive has, None where it has not, or its copy is damaged."""
    kept = connection.execute(select(data_files.c.content).where(data_files.c.hash == hash)).scalar()
    with suppress(DamagedRow):
        return restored_file(kept) if kept is not None else None
    return None


def _mend_data(connection: Connection, record: int, received: Received, entries: Sequence[ReceivedEntry]) -> bool:
    """Puts good data files in the place of those that are damaged, if all of these came along; whether there were
    any."""
    wanted = _named_in(entries)
    is_damaged = any(_kept_file(connection, hash) is None for hash in wanted.values())
    if not is_damaged or _files(connection, wanted, received.files)[1]:
        return False
    _keep_data(connection, record, received, entries, again=True)
    return True


def _keep_data(connection: Connection, record: int, received: Received, entries: Sequence[ReceivedEntry], *,
               again: bool = False) -> None:
    """Keeps the data files of a record, each once for all campaigns.

    Args:
        again: in place of those the archive has of it.
    """
    wanted = _named_in(entries)
    files, missing = _files(connection, wanted, received.files)
    known = set(connection.execute(select(data_files.c.hash).where(data_files.c.hash.in_(wanted.values()))).scalars())
    for hash, content in {wanted[name]: content for name, content in files.items()}.items():  # noqa: A001
        if hash not in known:
            connection.execute(insert(data_files).values(hash=hash, size=len(content), content=compressed(content)))
        elif again:
            connection.execute(update(data_files).where(data_files.c.hash == hash).values(content=compressed(content)))
    if again:
        connection.execute(delete(record_data).where(record_data.c.record == record))
    if files:
        connection.execute(insert(record_data), [{"record": record, "name": name, "hash": hash}
                                                 for name, hash in wanted.items() if name not in missing])
