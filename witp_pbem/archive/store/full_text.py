"""Full text: an index of words beside the texts, of each database's own kind.

Words are what stands between blanks and signs; of Japanese, which has no blanks, every two letters that stand
together. The index says which texts hold all words that are sought, and whoever reads them sees whether they stand
there as they were written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, cast, column, literal_column, select, table, text
from sqlalchemy.dialects.postgresql import TSQUERY

from witp_pbem.archive.store.packing import restored
from witp_pbem.archive.store.tables import texts

INDEX = "text_index"
LONGEST = 500  # letters of a word by which it is found: PostgreSQL keeps no more than 2047 bytes
_WORD = re.compile(r"[^\W_]+")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆]+")


def plain(words: str) -> str:
    """A text as it is compared: in one form of letters, without case."""
    return unicodedata.normalize("NFKC", words).casefold()


def words_of(words: str) -> list[str]:
    """The words under which a text is found, each once, in order."""
    parts: dict[str, None] = {}
    for word in _WORD.findall(plain(words)):
        last = 0
        for wide in _WIDE.finditer(word):
            parts.update(dict.fromkeys(filter(None, [word[last:wide.start()]])))
            run = wide.group()
            parts.update(dict.fromkeys(run[at:at + 2] for at in range(max(1, len(run) - 1))))
            last = wide.end()
        parts.update(dict.fromkeys(filter(None, [word[last:]])))
    return list(dict.fromkeys(part[:LONGEST] for part in parts))


def sought(words: str) -> list[str]:
    """The words that a text must have to hold others: of a single Japanese letter none, as pairs are kept."""
    return [word for word in words_of(words) if len(word) > 1 or not _WIDE.fullmatch(word)]


def is_word(words: str) -> bool:
    """Whether a text that is sought is one word of the index, which then knows all texts that hold it."""
    return sought(words) == [plain(words)]


def stands_in(words: str, text: str) -> bool:
    """Whether words stand in a text as they were written, with any blanks between them."""
    return plain(" ".join(words.split())) in plain(" ".join(text.split()))


def create(connection: Connection) -> None:
    """Makes the index of a new archive."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"CREATE VIRTUAL TABLE {INDEX} USING fts5(words, content='', detail=none, "
                                   "tokenize='unicode61 remove_diacritics 0')")
    else:
        connection.exec_driver_sql(f"CREATE TABLE {INDEX} (rowid integer PRIMARY KEY REFERENCES texts(id) "
                                   "ON DELETE CASCADE, words tsvector NOT NULL)")
        connection.exec_driver_sql(f"CREATE INDEX ix_{INDEX}_words ON {INDEX} USING gin(words)")


def put(connection: Connection, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
    """Puts texts into the index, each by its id and the words under which it is found (`words_of`)."""
    values: list[dict[str, Any]] = [{"id": number, "words": list(words)} for number, words in rows]
    if not values:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"INSERT INTO {INDEX}(rowid, words) VALUES (:id, :words)"),
                           [{**value, "words": " ".join(value["words"])} for value in values])
    else:
        connection.execute(text(f"INSERT INTO {INDEX}(rowid, words) VALUES (:id, array_to_tsvector(:words))"), values)


def take(connection: Connection, *conditions: ColumnElement[bool]) -> None:
    """Takes the texts that fulfil conditions out of the index, before they are deleted themselves."""
    if connection.dialect.name != "sqlite":
        return  # it follows the texts
    rows: Sequence[Any] = connection.execute(select(texts.c.id, texts.c.words).where(*conditions)).all()
    if rows:
        connection.execute(
            text(f"INSERT INTO {INDEX}({INDEX}, rowid, words) VALUES ('delete', :id, :words)"),
            [{"id": row.id, "words": " ".join(words_of(restored(row.words).decode()))} for row in rows])


def holds(connection: Connection, words: str) -> ColumnElement[bool]:
    """The condition that a row of `texts` has all words of a text that is sought."""
    parts = sought(words)
    if not parts:
        return literal_column("1 = 1")
    index = table(INDEX, column("rowid"), column("words"))
    if connection.dialect.name == "sqlite":
        query = " AND ".join('"' + part + '"' for part in parts)
        found = select(index.c.rowid).where(text(f"{INDEX} MATCH :sought")).params(sought=query)
    else:
        query = " & ".join("'" + part + "'" for part in parts)
        found = select(index.c.rowid).where(index.c.words.op("@@")(cast(bindparam(None, query), TSQUERY)))
    return texts.c.id.in_(found)
