"""Adding campaigns: whole or not at all, once or many times with the same result."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select, update

from witp_pbem.archive.received import Received, Unreadable
from witp_pbem.archive.store import derived
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.packing import compressed, restored
from witp_pbem.archive.store.tables import APART, FORK, HELD, data_files, record_data, records
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
    """What a look at a whole record came to: why it does not hold, "" where it does, and what follows from it."""

    reason: str
    derived: Derived | None


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
        common = own[:fork.common + 1] if fork.common is not None else []
        added.append(_fork(connection, received, [*common, *fork.branch]))
    if not added:
        content = content_of(received.entries)
        added.append(_apart(connection, content, received, received.founding, say(
            "entries before these are missing; send all of the campaign")))
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
    wanted = json.loads(entries[0].line)["data"]
    files, missing = _files(connection, wanted, received.files)
    if missing:
        return _apart(connection, content, received, received.founding, say("the data file {name} is missing",
                                                                            name=missing[0]))
    if content not in examined:
        raise Unexamined(Whole(content, files))
    reason, rows = examined[content]
    if rows is None:
        return _apart(connection, content, received, received.founding, reason)
    values = {"key": entries[-1].hash, "entries": len(entries), "size": len(content), "content": compressed(content),
              "origin": storable(received.origin), "added": _now(), "derived": 0}
    connection.execute(delete(records).where(  # it was kept apart before, until now that nothing is missing any more
        records.c.key == hashlib.sha256(content).hexdigest(), records.c.state == APART))
    if held:
        connection.execute(update(records).where(records.c.id == held.id).values(**values))
        derived.keep(connection, held.id, rows)
        return Added("longer", held.id, held.name, received.origin, len(entries))
    record = _insert(connection, founding=received.founding, name=received.name, state=HELD, reason="", **values)
    _keep_files(connection, record, wanted, files)
    derived.keep(connection, record, rows)
    return Added("new", record, received.name, received.origin, len(entries))


def _fork(connection: Connection, received: Received, entries: Sequence[ReceivedEntry]) -> Added:
    """Another history of a campaign, kept beside the one held; a longer one in the place of the shorter one that it
    continues."""
    content = content_of(entries)
    for known in connection.execute(select(records.c.id, records.c.key, records.c.content, records.c.entries).where(
            records.c.founding == received.founding, records.c.state == FORK)).all():
        if known.key in {entry.hash for entry in entries}:
            connection.execute(update(records).where(records.c.id == known.id).values(
                key=entries[-1].hash, entries=len(entries), size=len(content), content=compressed(content),
                origin=storable(received.origin), added=_now()))
        elif entries[-1].hash in {entry.hash for entry in lines_of(restored(known.content))}:
            content, entries = restored(known.content), lines_of(restored(known.content))
    reason = say("it leaves the record that was here first after entry {entry}", entry=_last_common(entries))
    return _kept(connection, content, entries[-1].hash, received.founding, received.name, FORK, reason,
                 received.origin, len(entries))


def _last_common(entries: Sequence[ReceivedEntry]) -> int:
    return next((entry.n for entry in entries if entry.origin), 1) - 1


def _apart(connection: Connection, content: bytes, received: Received | Unreadable, founding: str,
           reason: str) -> Added:
    """A record that does not hold, kept with the reason."""
    name = received.name if isinstance(received, Received) else Path(received.origin).name
    key = hashlib.sha256(content or storable(f"{received.origin}: {reason}").encode()).hexdigest()
    return _kept(connection, content, key, founding, name, APART, reason,
                 received.origin, content.count(b"\n"))


def _kept(connection: Connection, content: bytes, key: str, founding: str, name: str, state: str, reason: str,
          origin: str, entries: int) -> Added:
    """A fork or a record apart: once, however often it comes."""
    known = connection.execute(select(records.c.id).where(records.c.key == key)).scalar()
    record = known if known is not None else _insert(
        connection, key=key, founding=founding, name=name, state=state, reason=reason, entries=entries,
        size=len(content), content=compressed(content), origin=origin, added=_now(), derived=0)
    return Added("fork" if state == FORK else "apart", record, name, origin, entries, reason)


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


def _keep_files(connection: Connection, record: int, wanted: Mapping[str, str], files: Mapping[str, bytes]) -> None:
    """Keeps data files, each once for all campaigns."""
    known = set(connection.execute(select(data_files.c.hash).where(data_files.c.hash.in_(wanted.values()))).scalars())
    new = {wanted[name]: content for name, content in files.items() if wanted[name] not in known}
    if new:
        connection.execute(insert(data_files), [
            {"hash": hash, "size": len(content), "content": compressed(content)} for hash, content in new.items()])
    connection.execute(insert(record_data), [{"record": record, "name": name, "hash": hash}
                                             for name, hash in wanted.items()])
