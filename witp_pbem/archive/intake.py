"""Adding campaigns to an archive: looked at, kept whole, and all that follows from them derived, each in one
transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from witp_pbem.archive import derive
from witp_pbem.archive.opened import opened, whole
from witp_pbem.archive.received import Received, Unreadable, together
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.adding import Added, Judge, add, content_of
from witp_pbem.archive.store.tables import HELD, records
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import say


def add_all(archive: Engine, received: Iterable[Received | Unreadable], *, proved: bool = True) -> Iterator[Added]:
    """Adds campaigns one after the other; one that cannot be read or does not hold stops no other.

    Args:
        proved: verify each before it is taken for one that holds.
    """
    parts = list(received)
    readable: list[Received | Unreadable] = [*together(part for part in parts if isinstance(part, Received))]
    for part in (*readable, *(part for part in parts if isinstance(part, Unreadable))):
        try:
            yield from _add_one(archive, part, judge(proved=proved))
        except (Refusal, SQLAlchemyError):
            raise
        except Exception as error:  # whatever a record nobody has thought of makes the derivation do
            content = part.content if isinstance(part, Unreadable) else content_of(part.entries)
            yield from _add_one(archive, Unreadable(part.origin, content, fails_over(error)), judge(proved=False))


def _add_one(archive: Engine, part: Received | Unreadable, look: Judge) -> list[Added]:
    """Adds one campaign with all that follows from it, in one transaction."""
    with engine.writing(archive) as connection:
        added = add(connection, part, look)
        for one in added:
            if one.outcome in ("new", "longer"):
                derive_one(connection, one.record)
    return added


def fails_over(error: Exception) -> str:
    """That a record makes the program fail, in a clause."""
    return say("the program fails over it: {kind}", kind=type(error).__name__)


def judge(*, proved: bool) -> Judge:
    """What looks at a whole record: whether it can be played again by this release and, where it is to be proved,
    whether everything in it holds."""
    def look(content: bytes, files: Mapping[str, bytes]) -> str:
        with opened(content, files) as folder:
            try:
                open_campaign(folder).position  # noqa: B018 - reading it plays the record again
                findings = verify(folder).findings if proved else ()
            except Refusal as refusal:
                return str(refusal).replace(str(folder), say("the record")).rstrip(".")
            except Exception as error:  # whatever a record nobody has thought of makes the program do
                return fails_over(error)
        if not findings:
            return ""
        return say("it does not hold: entry {entry}: {sentence}", entry=findings[0].entry,
                   sentence=findings[0].sentence.rstrip("."))
    return look


def derive_one(connection: Connection, record: int) -> None:
    """Derives what follows from a record that is held."""
    with opened(*whole(connection, record)) as folder:
        derive.derive(connection, record, open_campaign(folder))


def rebuild(archive: Engine, *, everything: bool = False) -> Iterator[int]:
    """Derives again what another version derived, or everything; gives the number of each record when it is done."""
    with engine.reading(archive) as connection:
        wanted = connection.execute(select(records.c.id).where(records.c.state == HELD, *(
            () if everything else (records.c.derived != derive.VERSION,))).order_by(records.c.id)).scalars().all()
    for record in wanted:
        with engine.writing(archive) as connection:
            derive_one(connection, record)
        yield record
