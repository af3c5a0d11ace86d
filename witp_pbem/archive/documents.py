"""Documents attached to a campaign: kept byte for byte, and their words searched. They are the archive's own: no pack
and no page of a site has them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

from sqlalchemy import Connection, delete, insert, select

from witp_pbem.archive.foreign import reading
from witp_pbem.archive.foreign.reading import Document
from witp_pbem.archive.foreign.unfit import UnfitDocument
from witp_pbem.archive.store import full_text
from witp_pbem.archive.store.packing import DamagedRow, compressed, restored, storable
from witp_pbem.archive.store.tables import DOCUMENT, documents, texts
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say
from witp_pbem.table.spelling import likely
from witp_pbem.table.tuples import NamedTuple

LONGEST = 100_000  # letters of a text in the index; a document's is divided


class Attached(NamedTuple):
    """A document of a campaign.

    Attributes:
        name: by which it is called, no other of the campaign has it.
        kind: vassal, acts or text.
        size: its bytes.
        is_new: whether it was attached just now.
    """

    name: str
    kind: str
    size: int
    is_new: bool = False


class NoSuchDocument(Refusal):
    """The campaign has no document of that name."""

    exit_code = USAGE


def listed(connection: Connection, record: int) -> list[Attached]:
    """The documents of a campaign, in the order in which they came."""
    rows = connection.execute(select(documents.c.name, documents.c.kind, documents.c.size).where(
        documents.c.record == record).order_by(documents.c.id))
    return [Attached(row.name, row.kind, row.size) for row in rows]


def attach(connection: Connection, record: int, document: Document) -> Attached:
    """Attaches a document to a campaign, once however often it comes; one that has another's name gets a number."""
    sha256 = hashlib.sha256(document.content).hexdigest()
    known = connection.execute(select(documents.c.name, documents.c.kind, documents.c.size).where(
        documents.c.record == record, documents.c.hash == sha256)).first()
    if known is not None:
        return Attached(known.name, known.kind, known.size)
    name = _free(storable(document.name), {one.name for one in listed(connection, record)})
    number = connection.execute(insert(documents).values(
        record=record, name=name, kind=document.kind, hash=sha256, size=len(document.content),
        content=compressed(document.content)).returning(documents.c.id)).scalar_one()
    _index(connection, record, number, document.text)
    return Attached(name, document.kind, len(document.content), is_new=True)


def _free(name: str, taken: set[str]) -> str:
    """A name that no other has: itself, or with a number."""
    return next(free for number in count(1) if (free := name if number == 1 else f"{name} ({number})") not in taken)


def _index(connection: Connection, record: int, document: int, text: str) -> None:
    """Makes the words of a document part of what is searched."""
    for part in _divided(storable(text)):
        number = connection.execute(insert(texts).values(
            record=record, document=document, turn=0, kind=DOCUMENT, words=compressed(part.encode())).returning(
            texts.c.id)).scalar_one()
        full_text.put(connection, [(number, full_text.row_of(part))])


def _divided(text: str) -> Iterator[str]:
    """A text in parts that an index takes, between two lines or words where there are any."""
    while len(text) > LONGEST:
        end = max(text.rfind("\n", 1, LONGEST), 0) or max(text.rfind(" ", 1, LONGEST), 0) or LONGEST
        yield text[:end]
        text = text[end:]
    yield text


def remove(connection: Connection, record: int, name: str) -> None:
    """Takes a document away from a campaign.

    Raises:
        NoSuchDocument: it has none of that name.
    """
    number = _number(connection, record, name)
    full_text.delete(connection, texts.c.document == number)
    connection.execute(delete(documents).where(documents.c.id == number))


def content(connection: Connection, record: int, name: str) -> bytes:
    """A document, byte for byte.

    Raises:
        NoSuchDocument: the campaign has none of that name.
    """
    number = _number(connection, record, name)
    return restored(connection.execute(select(documents.c.content).where(documents.c.id == number)).scalar_one())


def whole(connection: Connection, record: int) -> Iterator[Document]:
    """All documents of a campaign; of one that this release cannot read, no text."""
    for row in connection.execute(select(documents).where(documents.c.record == record).order_by(documents.c.id)):
        yield _read(row.name, row.kind, restored(row.content))


def _read(name: str, kind: str, kept: bytes) -> Document:
    try:
        return reading.read(name, kept)._replace(name=name)
    except UnfitDocument:
        return Document(name, kind, kept, "")


def read_again(connection: Connection, record: int) -> list[str]:
    """Makes the texts of a campaign's documents from their bytes again. Of those that are damaged the names are given,
    and their texts stay."""
    damaged = []
    for row in connection.execute(select(documents).where(documents.c.record == record).order_by(documents.c.id)).all():
        try:
            document = _read(row.name, row.kind, restored(row.content))
        except DamagedRow:
            damaged.append(row.name)
            continue
        full_text.delete(connection, texts.c.document == row.id)
        _index(connection, record, row.id, document.text)
    return damaged


def _number(connection: Connection, record: int, name: str) -> int:
    """The document of a name.

    Raises:
        NoSuchDocument: the campaign has none.
    """
    rows = connection.execute(select(documents.c.name, documents.c.id).where(documents.c.record == record))
    numbers: dict[str, int] = {row.name: row.id for row in rows}
    if name not in numbers:
        near = likely(name, numbers)
        raise NoSuchDocument(say('The campaign has no document "{name}".', name=name) + (
            " " + say("Did you mean {words}?", words=near) if near else ""))
    return numbers[name]
