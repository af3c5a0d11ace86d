"""Adding campaigns to an archive: looked at, kept whole, and all that follows from them derived.

Looking takes much longer than writing, and is done before the transaction in which a campaign comes in, by as many
processes as are wanted; others may write in the meantime.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from witp_pbem.archive import derive, documents
from witp_pbem.archive.opened import opened, whole
from witp_pbem.archive.parallel import Begin, in_order, processes
from witp_pbem.archive.received import Received, Unreadable, together
from witp_pbem.archive.store import derived, engine
from witp_pbem.archive.store.adding import Added, Examined, Unexamined, add, content_of
from witp_pbem.archive.store.derived import Derived
from witp_pbem.archive.store.tables import HELD, records
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say

Part = Received | Unreadable
Look = Callable[[bytes, Mapping[str, bytes]], Callable[[], Examined]]  # begins to look at a record, and waits for it


def add_all(archive: Engine, received: Iterable[Part], *, proved: bool = True, jobs: int = 1) -> Iterator[Added]:
    """Adds campaigns that came together; see `add_batches`."""
    return add_batches(archive, [received], proved=proved, jobs=jobs)


def add_batches(archive: Engine, batches: Iterable[Iterable[Part]], *, proved: bool = True,
                jobs: int = 1) -> Iterator[Added]:
    """Adds campaigns, and says what became of each in their order; one that cannot be read or does not hold stops no
    other.

    Args:
        batches: what is of the same campaign in one of them belongs together.
        proved: verify each before it is taken for one that holds.
        jobs: look at so many at the same time.
    Raises:
        JobEnded: one of several processes was ended.
    """
    with processes(jobs) as begin:
        look = partial(begin, examine, proved)
        begun = (_begun(archive, part, look) for batch in batches for part in _joined(batch))
        for added in in_order(begun, jobs):
            yield from added


def _joined(batch: Iterable[Part]) -> Iterator[Part]:
    """The parts of a batch with what belongs together in one, then those that cannot be read."""
    parts = list(batch)
    yield from together(part for part in parts if isinstance(part, Received))
    yield from (part for part in parts if isinstance(part, Unreadable))


def _begun(archive: Engine, part: Part, look: Look) -> Callable[[], list[Added]]:
    """Adds what needs no look, and begins to look at what does; calling the result adds that, too."""
    tried = _tried(archive, part, {})
    if not isinstance(tried, Unexamined):
        return lambda: tried
    return partial(_finished, archive, part, tried, look, look(tried.content, tried.files))


def _finished(archive: Engine, part: Part, tried: list[Added] | Unexamined, look: Look,
              wait: Callable[[], Examined]) -> list[Added]:
    """Adds what was looked at; once more where somebody else has added more of the campaign in the meantime."""
    examined: dict[bytes, Examined] = {}
    while isinstance(tried, Unexamined):
        examined[tried.content] = wait()
        tried = _tried(archive, part, examined)
        if isinstance(tried, Unexamined):
            wait = look(tried.content, tried.files)
    return tried


def _tried(archive: Engine, part: Part, examined: Mapping[bytes, Examined]) -> list[Added] | Unexamined:
    """Adds one campaign with all that follows from it in one transaction, or says what must be looked at first."""
    try:
        with engine.writing(archive) as connection:
            added = add(connection, part, examined)
            _bring(connection, part, added)
            return added
    except Unexamined as wanted:
        return wanted
    except (Refusal, SQLAlchemyError):
        raise
    except Exception as error:  # whatever a record nobody has thought of makes the program do
        content = part.content if isinstance(part, Unreadable) else content_of(part.entries)
        with engine.writing(archive) as connection:
            return add(connection, Unreadable(part.origin, content, fails_over(error)), {})


def _bring(connection: Connection, part: Part, added: Iterable[Added]) -> None:
    """Attaches the documents that came along to the campaign that is held."""
    for one in added:
        if isinstance(part, Received) and one.outcome in ("new", "longer", "same"):
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
            if findings := verify(folder).findings if proved else ():
                return Examined(say("it does not hold: entry {entry}: {sentence}", entry=findings[0].entry,
                                    sentence=findings[0].sentence.rstrip(".")), None)
            return Examined("", derive.derived(campaign))
        except Refusal as refusal:
            return Examined(str(refusal).replace(str(folder), say("the record")).rstrip("."), None)
        except Exception as error:  # whatever a record nobody has thought of makes the program do
            return Examined(fails_over(error), None)


def rebuild(archive: Engine, *, everything: bool = False, jobs: int = 1) -> Iterator[int]:
    """Derives again what another version derived, or everything; gives the number of each record when it is done.

    Args:
        jobs: so many at the same time.
    Raises:
        JobEnded: one of several processes was ended.
    """
    with engine.reading(archive) as connection:
        wanted = connection.execute(select(records.c.id).where(records.c.state == HELD, *(
            () if everything else (records.c.derived != derive.VERSION,))).order_by(records.c.id)).scalars().all()
    with processes(jobs) as begin:
        derivations = (_derivation(archive, record, begin) for record in wanted)
        for record, content, rows in in_order(derivations, jobs):
            with engine.writing(archive) as connection:
                if whole(connection, record)[0] == content:  # what has grown in the meantime was derived then
                    derived.keep(connection, record, rows)
                documents.read_again(connection, record)
            yield record


def _derivation(archive: Engine, record: int, begin: Begin) -> Callable[[], tuple[int, bytes, Derived]]:
    """Begins to derive what follows from a record; calling the result gives its number and bytes, too."""
    with engine.reading(archive) as connection:
        content, files = whole(connection, record)
    wait = begin(_derived, content, files)
    return lambda: (record, content, wait())


def _derived(content: bytes, files: Mapping[str, bytes]) -> Derived:
    with opened(content, files) as folder:
        return derive.derived(open_campaign(folder))
