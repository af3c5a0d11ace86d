"""Full text: an index of words beside the texts, of each database's own kind.

A text is a row of words: what stands between blanks and signs; of Japanese, which has no blanks, every two letters that
stand together, and the last of them alone. A point between two letters is a word, too, so that "9.6" is not taken for
"9, 6". Words that are searched for stand in a text where its row has theirs one behind the other, whatever signs are
between.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    cast,
    column,
    false,
    func,
    literal,
    literal_column,
    select,
    sql,
    table,
    text,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from witp_pbem.archive.store.packing import DamagedRow, restored
from witp_pbem.archive.store.tables import texts
from witp_pbem.table.tuples import NamedTuple

INDEX = "text_index"
LONGEST = 500  # letters of a word in the index: PostgreSQL keeps no more than 2047 bytes
AT_ONCE = 200  # texts that are read from the database together
VOICED = "\uff9e\uff9f"  # marks of a kana in half-width forms
WIDE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆"
NARROW = rf"[^\W_{WIDE}]"  # letters and digits of which words consist that have blanks between them
_WRITTEN = re.compile(r"[^\W_]+|(?<=[^\W_])\.(?=[^\W_])")
_PART = re.compile(f"(?P<wide>[{WIDE}]+)|[^{WIDE}]+")


class Phrase(NamedTuple):
    """Words in a row, as the index is asked for them.

    Attributes:
        words: as they must stand one behind the other.
        is_open: whether the last is only the beginning of a word, as a single Japanese letter is.
    """

    words: tuple[str, ...]
    is_open: bool


def plain(words: str) -> str:
    """A text as it is compared: in one form of letters, without case."""
    return unicodedata.normalize("NFKC", words).casefold()


def words_of(words: str) -> list[str]:
    """The words of a text in their order."""
    return [word for written in _WRITTEN.findall(plain(words)) for part in _PART.finditer(written)
            for word in (_pairs(part[0]) if part["wide"] else _divided(part[0]))]


def _divided(word: str) -> list[str]:
    """A word, or where it is too long for the index the parts of it, one behind the other."""
    return [word[at:at + LONGEST] for at in range(0, len(word), LONGEST)]


def _pairs(letters: str) -> Iterator[str]:
    """Every two letters that stand together, and the last."""
    yield from map("".join, zip(letters, letters[1:], strict=False))
    yield letters[-1]


def row_of(words: str) -> str:
    """The words of a text as the index takes them, with blanks between and around them."""
    return f" {' '.join(words_of(words))} "


def phrase_of(words: str) -> Phrase:
    """What a text must have to hold words. Behind the last Japanese letter there may be others."""
    parts = words_of(words)
    is_letter = bool(parts) and re.fullmatch(f"[{WIDE}]", parts[-1]) is not None
    if is_letter and len(parts) > 1 and re.fullmatch(f"[{WIDE}]{parts[-1]}", parts[-2]):
        return Phrase(tuple(parts[:-1]), is_open=False)
    return Phrase(tuple(parts), is_letter)


def place_in(words: str, flat: str) -> int:
    """Where words that are searched for begin in a text; 0 where they do not stand there."""
    written = _WRITTEN.findall(plain(words))
    if not written:
        return 0
    match = re.search(alone(written[0][0], r"[\W_]*".join(map(re.escape, written)), written[-1][-1]), plain(flat))
    before = match.start() if match else 0
    at = reached = 0
    for letter in _letters(flat):
        if reached >= before:
            break
        at, reached = at + len(letter), reached + len(plain(letter))
    return at


def alone(first: str, pattern: str, last: str) -> str:
    """A pattern that fits where no other word goes on before it or behind it. A Japanese letter is no part of a word.

    Args:
        first, last: the letters with which what it fits begins and ends.
    """
    start, end = (re.match(NARROW, letter) is not None for letter in (first, last))
    return (f"(?<!{NARROW})" if start else "") + pattern + (f"(?!{NARROW})" if end else "")


def _letters(text: str) -> Iterator[str]:
    """The letters of a text, each with the marks that belong to it."""
    letter = ""
    for sign in text:
        if letter and not unicodedata.combining(sign) and sign not in VOICED:
            yield letter
            letter = ""
        letter += sign
    yield letter


def create(connection: Connection) -> None:
    """Makes the index of a new archive."""
    if connection.dialect.name == "sqlite":  # all letters but those of English are parts of words: blanks alone divide
        connection.exec_driver_sql(f"CREATE VIRTUAL TABLE {INDEX} USING fts5(words, content='', "
                                   "tokenize=\"ascii tokenchars '.'\")")
    else:
        connection.exec_driver_sql(f"CREATE TABLE {INDEX} (rowid integer PRIMARY KEY REFERENCES texts(id) "
                                   "ON DELETE CASCADE, words tsvector NOT NULL, row text NOT NULL)")
        connection.exec_driver_sql(f"CREATE INDEX ix_{INDEX}_words ON {INDEX} USING gin(words)")


def drop(connection: Connection) -> None:
    """Takes the whole index away."""
    connection.exec_driver_sql(f"DROP TABLE {INDEX}")


def fill(connection: Connection) -> None:
    """Puts all texts of an archive into an index that is empty, but for those that were damaged."""
    rows = connection.execute(select(texts.c.id, texts.c.words).execution_options(yield_per=AT_ONCE))
    for some in rows.partitions():
        put(connection, [(number, row) for number, kept in some if (row := _row(kept)) is not None])


def put(connection: Connection, rows: Iterable[tuple[int, str]]) -> None:
    """Puts texts into the index, each by its id and its row of words (`row_of`)."""
    values = [{"id": number, "row": row} for number, row in rows]
    if not values:
        return
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"INSERT INTO {INDEX}(rowid, words) VALUES (:id, :row)"), values)
    else:
        connection.execute(text(f"INSERT INTO {INDEX}(rowid, words, row) VALUES (:id, array_to_tsvector(array_remove("
                                "string_to_array(:row, ' '), '')), :row)"), values)


def delete(connection: Connection, *conditions: ColumnElement[bool]) -> None:
    """Deletes the texts that fulfil conditions, from the index too."""
    if connection.dialect.name != "sqlite":
        connection.execute(sql.delete(texts).where(*conditions))  # the index follows
        return
    rows = connection.execute(select(texts.c.id, texts.c.words).where(*conditions)).all()
    connection.execute(sql.delete(texts).where(*conditions))
    indexed = [(row.id, _row(row.words)) for row in rows]
    if any(row is None for _, row in indexed):  # nobody can say any more what the index has of it
        drop(connection)
        create(connection)
        fill(connection)
    elif indexed:
        connection.execute(text(f"INSERT INTO {INDEX}({INDEX}, rowid, words) VALUES ('delete', :id, :row)"),
                           [{"id": number, "row": row} for number, row in indexed])


def _row(kept: bytes) -> str | None:
    """The row of words of a text as it is kept; None where it was damaged."""
    try:
        return row_of(restored(kept).decode())
    except DamagedRow:
        return None


def holds(connection: Connection, words: str) -> ColumnElement[bool]:
    """The condition that words stand in a row of `texts`; nothing holds what has no words."""
    phrase = phrase_of(words)
    if not phrase.words:
        return false()
    rows: Select[Any] = _in_sqlite(phrase) if connection.dialect.name == "sqlite" else _in_postgresql(phrase)
    return texts.c.id.in_(rows)


def _in_sqlite(phrase: Phrase) -> Select[Any]:
    quoted = f'"{" ".join(phrase.words)}"{" *" if phrase.is_open else ""}'
    return select(_index.c.rowid).where(literal_column(INDEX).op("MATCH")(quoted))


def _in_postgresql(phrase: Phrase) -> Select[Any]:
    """The index finds the texts with all of the words, and their rows tell in which order."""
    query = " & ".join(f"'{word}'" for word in phrase.words) + (":*" if phrase.is_open else "")
    matches = select(_index.c.rowid).where(_index.c.words.op("@@")(cast(literal(query), TSQUERY)))
    if len(phrase.words) == 1:
        return matches
    return matches.where(func.strpos(_index.c.row, f" {' '.join(phrase.words)}{'' if phrase.is_open else ' '}") > 0)


_index = table(INDEX, column("rowid"), column("words"), column("row"))
