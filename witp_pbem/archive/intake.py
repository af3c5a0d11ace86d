"""Adding campaigns to an archive: looked at, kept whole, and all that follows from them derived.

Looking takes much longer than writing, and is done before the transaction in which a campaign comes in, by as many
processes as are wanted; others may write in the meantime.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DataError, SQLAlchemyError

from witp_pbem.archive import derive, documents, fingerprint
from witp_pbem.archive.opened import Kept, kept, opened, unpacked
from witp_pbem.archive.processes import Broken, at_once
from witp_pbem.archive.proving.one import judged
from witp_pbem.archive.received import Received, Unreadable, together
from witp_pbem.archive.store import derived, engine
from witp_pbem.archive.store.adding import Added, Examined, Unexamined, Whole, add, content_of
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.packing import compressed
from witp_pbem.archive.store.tables import records
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.subjects import Watch, unwatched
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple

Part = Received | Unreadable
Look = Callable[[bytes, Mapping[str, bytes]], Examined]  # looks at a logbook with its data files


def add_all(archive: Engine, received: Iterable[Part], *, proved: bool = True, jobs: int = 1,
            limit: float = 0.0) -> Iterator[Added]:
    """Adds campaigns that came together; see `add_batches`."""
    return add_batches(archive, [received], proved=proved, jobs=jobs, limit=limit)


def add_batches(archive: Engine, batches: Iterable[Iterable[Part]], *, proved: bool = True, jobs: int = 1,
                limit: float = 0.0) -> Iterator[Added]:
    """Adds campaigns, and says what became of each in their order; one that cannot be read or does not hold, or over
    which a process ends, stops no other.

    Args:
        batches: what is of the same campaign in one of them belongs together.
        proved: verify each before it is taken for one that holds.
        jobs: look at so many at the same time.
        limit: seconds that a look at one may take, 0 for as long as it likes.
    """
    look = partial(examine, proved)
    waiting: deque[Part] = deque()
    for begun, seen in at_once(jobs, limit, in_order=True)(partial(_looked, look),
                                                           _begun(archive, batches, waiting)):
        part = waiting.popleft()
        yield from _finished(archive, part, begun, seen, look) if isinstance(begun, Whole) else begun


def _begun(archive: Engine, batches: Iterable[Iterable[Part]], waiting: deque[Part]) -> Iterator[list[Added] | Whole]:
    """What became of what needs no look, and the records that must be looked at first; each with its part at the end of
    those that wait."""
    for batch in batches:
        for part in _joined(batch):
            waiting.append(part)
            yield _tried(archive, part, {})


def _looked(look: Look, begun: list[Added] | Whole) -> Examined | None:
    return look(*begun) if isinstance(begun, Whole) else None


def _joined(batch: Iterable[Part]) -> Iterator[Part]:
    """The parts of a batch with what belongs together in one, then those that cannot be read."""
    parts = list(batch)
    yield from together(part for part in parts if isinstance(part, Received))
    yield from (part for part in parts if isinstance(part, Unreadable))


def _finished(archive: Engine, part: Part, whole: Whole, seen: Examined | Broken | None, look: Look) -> list[Added]:
    """Adds what was looked at; looks once more where somebody else has added more of the campaign in the meantime."""
    examined: dict[bytes, Examined] = {}
    tried: list[Added] | Whole = whole
    while isinstance(tried, Whole):
        if isinstance(seen, Broken):
            seen = Examined(seen.sentence.rstrip("."), None)
        examined[tried.content] = seen or look(*tried)
        tried, seen = _tried(archive, part, examined), None
    return tried


def _tried(archive: Engine, part: Part, examined: Mapping[bytes, Examined]) -> list[Added] | Whole:
    """Adds one campaign with all that follows from it in one transaction, or says what must be looked at first."""
    try:
        with engine.writing(archive) as connection:
            added = add(connection, part, examined)
            _bring(connection, part, added)
            return added
    except Unexamined as wanted:
        return wanted.whole
    except Refusal:
        raise
    except Exception as error:  # whatever a record nobody has thought of makes the program do
        if isinstance(error, SQLAlchemyError) and not isinstance(error, DataError):
            raise  # it is the database's, not the record's
        content = part.content if isinstance(part, Unreadable) else content_of(part.entries)
        with engine.writing(archive) as connection:
            return add(connection, Unreadable(part.origin, content, fails_over(error)), {})


def _bring(connection: Connection, part: Part, added: Iterable[Added]) -> None:
    """Attaches the documents that came along to the campaign that is held."""
    for one in added:
        if isinstance(part, Received) and one.outcome in ("new", "longer", "restored", "same"):
            for document in part.documents:
                documents.attach(connection, one.record, document)


def fails_over(error: Exception) -> str:
    """That a record makes the program fail, in a clause."""
    return say("the program fails over it: {kind}", kind=type(error).__name__)


def examine(proved: bool, content: bytes, files: Mapping[str, bytes]) -> Examined:
    """Looks at a whole record: whether it can be played again by this release and, where it is to be proved, whether
    everything in it holds; and what follows from it."""
    with opened(content, files) as folder:
        try:
            campaign = open_campaign(folder)
            campaign.position  # noqa: B018 - reading it plays the record again
            findings, verdict = _proved(folder, campaign.game.id) if proved else ((), None)
            if findings:
                return Examined(say("it does not hold: entry {entry}: {sentence}", entry=findings[0].entry,
                                    sentence=findings[0].sentence.rstrip(".")), None)
            return Examined("", derive.derived(campaign), compressed(content), verdict)
        except Refusal as refusal:
            return Examined(str(refusal).replace(str(folder), say("the record")).rstrip("."), None)
        except Exception as error:  # whatever a record nobody has thought of makes the program do
            return Examined(fails_over(error), None)


def _proved(folder: Path, game: str) -> tuple[Sequence[Finding], dict[str, Any]]:
    """What is wrong with a record, and the verdict on it as columns of `verdicts`."""
    start = time.perf_counter()
    verified = verify(folder)
    verdict, finding = judged(verified)
    return verified.findings, {"program": fingerprint.of_proofs(game), "verdict": verdict,
                               "finding": finding, "seconds": time.perf_counter() - start}


class Rebuilt(NamedTuple):
    """A record of which what follows was derived again, or why it could not be."""

    record: int
    reason: str = ""


class Underived(NamedTuple):
    """A record from which is to be derived again what follows from it."""

    record: int
    kept: Kept


def rebuild(archive: Engine, *, everything: bool = False, jobs: int = 1, limit: float = 0.0,
            watch: Watch = unwatched) -> Iterator[Rebuilt]:
    """Derives again what another version derived, or everything. One over which the program fails stops no other.

    Args:
        jobs: so many at the same time.
        limit: seconds that one may take, 0 for as long as it likes.
    """
    with engine.reading(archive) as connection:
        wanted = connection.execute(select(records.c.id).where(
            derived.DOES_HOLD if everything else derived.IS_OUTDATED).order_by(records.c.id)).scalars().all()
    for done, (one, rows) in enumerate(at_once(jobs, limit, in_order=True)(derived_of, _underived(archive, wanted)), 1):
        watch(done, len(wanted))
        if not isinstance(rows, Derived):
            yield Rebuilt(one.record, rows.sentence.rstrip(".") if isinstance(rows, Broken) else rows)
            continue
        with engine.writing(archive) as connection:
            there = kept(connection, one.record)
            if there is None:  # it was removed meanwhile
                continue
            if there.content == one.kept.content:  # what has grown meanwhile was derived then
                derived.keep(connection, one.record, rows)
            damaged = documents.read_again(connection, one.record)
        yield Rebuilt(one.record, say(
            "the archive's copy of its document {list} is damaged: remove it, and attach it again",
            list=listing(say('"{name}"', name=name) for name in damaged)) if damaged else "")


def _underived(archive: Engine, wanted: Iterable[int]) -> Iterator[Underived]:
    for record in wanted:
        with engine.reading(archive) as connection:
            content = kept(connection, record)
        if content:  # else it was removed meanwhile
            yield Underived(record, content)


def derived_of(one: Underived) -> Derived | str:
    """What follows from a record, or why that cannot be said."""
    try:
        with opened(*unpacked(one.kept)) as folder:
            return derive.derived(open_campaign(folder))
    except Refusal as refusal:
        return str(refusal).rstrip(".")
    except Exception as error:  # whatever a record nobody has thought of makes the program do
        return fails_over(error)
