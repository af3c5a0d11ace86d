"""The checklist as a file for spreadsheets (CSV): written so that they take nothing for something else, and read back
however they wrote it: with commas, semicolons or tabs, the columns in any order, headed in any language."""

from __future__ import annotations

import csv
import difflib
import io
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from witp_pbem.campaign.folder.cells import cell
from witp_pbem.campaign.folder.checklist import Answer, ChecklistRow, Fault
from witp_pbem.table.language import LANGUAGES, either, listing, say, speaking
from witp_pbem.table.tuples import NamedTuple

MARK = "\ufeff".encode()  # by it spreadsheets know UTF-8
COLUMNS = ("file", "entry", "field", "name", "value", "source", "correct", "right", "note")
NEEDED = ("file", "entry", "field", "value", "correct")
YES = ("yes", "y", "x", "ok", "true", "1", "correct", "✓", "✔", "はい", "○", "〇", "◯", "正", "正しい")
NO = ("no", "n", "false", "0", "wrong", "いいえ", "×", "誤", "誤り", "違う")


class _Sheet(NamedTuple):
    """Rows as they stand in a file, the first one the headings.

    Attributes:
        rows: with their numbers, counted from 1.
        fault: why the rest cannot be read, None where it can.
    """

    rows: list[tuple[int, list[str]]]
    fault: Fault | None


def headings() -> Mapping[str, str]:
    """How the columns are headed in the language spoken."""
    return dict(zip(COLUMNS, say.heads("file", "entry", "field", "name", "value", "source", "correct?",
                                       "correct value", "where it is printed"), strict=True))


def write(rows: Iterable[ChecklistRow]) -> str:
    """The file of a checklist, without the mark at its beginning."""
    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\r\n")
    sheet.writerow(headings().values())
    for row in rows:
        texts = (row.file, row.entry, row.field, row.name)
        sheet.writerow([*(cell(words) if words else "" for words in texts), cell(row.value), cell(row.source),
                        "", "", ""])
    return text.getvalue()


def read(content: bytes) -> tuple[list[Answer], list[Fault]]:
    """What stands in the rows of a checklist, and everything that is wrong with its form."""
    text = _decoded(content)
    if text is None:
        return [], [Fault(0, 0, "encoding", say("this is no text; save the sheet as “CSV UTF-8”"))]
    sheet = _sheet(text)
    broken = [sheet.fault] if sheet.fault else []
    if not sheet.rows:
        return [], broken or [Fault(0, 0, "empty", say("the file is empty"))]
    (number, first), *rest = sheet.rows
    columns, faults = _columns(number, first)
    faults += broken
    answers: list[Answer] = []
    for number, cells in rest if all(name in columns for name in NEEDED) else ():
        answer = _answer(number, cells, columns, len(first))
        if isinstance(answer, Answer):
            answers.append(answer)
        else:
            faults.append(answer)
    return answers, faults


def _decoded(content: bytes) -> str | None:
    """The text of a file as spreadsheets write it on computers of the East and of the West, None for none."""
    wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp932", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return None if "\0" in text else text
    return None


def _sheet(text: str) -> _Sheet:
    beginning, _, rest = text.partition("\n")
    separator = beginning.strip().casefold()
    if separator.startswith("sep=") and len(separator) <= 5:  # for spreadsheets, which hide it
        text = rest
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(",;\t", key=lambda sign: len(_known(first.split(sign))))
    rows: list[tuple[int, list[str]]] = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            if any(words.strip() for words in cells):
                rows.append((number, [unicodedata.normalize("NFC", words).strip() for words in cells]))
    except csv.Error:
        return _Sheet(rows, Fault(_next(rows), 1, "quotes", say(
            "the quotation marks of this row do not close, or one of its cells is too long; nothing from here on can "
            "be read")))
    return _Sheet(rows, None)


def _next(rows: Sequence[tuple[int, list[str]]]) -> int:
    """The number of the row that could not be read."""
    return rows[-1][0] + 1 if rows else 1


def _heading(words: str) -> str:
    """A heading as it is compared."""
    return unicodedata.normalize("NFKC", words).strip().strip('"').casefold().rstrip("? ")


def _known(cells: Iterable[str]) -> list[str]:
    names = _names()
    return [names[heading] for words in cells if (heading := _heading(words)) in names]


def _names() -> Mapping[str, str]:
    """Heading in any language -> column."""
    names: dict[str, str] = {}
    for code in LANGUAGES:
        with speaking(code):
            names |= {_heading(heading): column for column, heading in headings().items()}
    return names


def _columns(row: int, cells: Sequence[str]) -> tuple[dict[str, int], list[Fault]]:
    """The numbers of the columns, counted from 1, and what is wrong with the headings."""
    names, columns, faults = _names(), dict[str, int](), list[Fault]()
    for number, words in enumerate(cells, 1):
        column = names.get(_heading(words))
        if column in columns:
            faults.append(Fault(row, number, "heading-twice", say('two columns are headed "{heading}"', heading=words)))
        elif column:
            columns[column] = number
    absent = {heading: column for heading, column in names.items() if column not in columns}
    for number, words in enumerate(cells, 1):
        near = difflib.get_close_matches(_heading(words), absent, 1, 0.7) if number not in columns.values() else []
        if near:
            faults.append(Fault(row, number, "heading", say('no column is headed "{heading}"', heading=words),
                                headings()[absent[near[0]]]))
    lacking = [headings()[column] for column in NEEDED if column not in columns]
    if lacking:
        faults.append(Fault(row, 0, "no-heading", say("there is no column for: {headings}",
                                                      headings=listing(lacking))))
    return columns, faults


def _answer(row: int, cells: Sequence[str], columns: Mapping[str, int], width: int) -> Answer | Fault:
    """What an owner says to a row.

    Args:
        width: how many cells the row of the headings has.
    """
    if any(cells[width:]):
        return Fault(row, width + 1, "too-many-cells", say(
            "this cell stands below no heading; a text with commas in it belongs into quotation marks"))
    words = {name: cells[number - 1] if number <= len(cells) else "" for name, number in columns.items()}
    mark, right = unicodedata.normalize("NFKC", words["correct"]).casefold(), words.get("right", "")
    if mark and mark not in (*YES, *NO):
        near = next(iter(difflib.get_close_matches(mark, (*YES, *NO), 1)), "")
        return Fault(row, columns["correct"], "no-answer", say(
            '"{word}" is no answer; write {answers}, or nothing', word=words["correct"],
            answers=either([say("yes"), say("no")])), near)
    file = _plain(words["file"])
    key = (file if file.endswith(".json") else f"{file}.json", _plain(words["entry"]), _plain(words["field"]))
    is_correct = mark in YES if mark or right else None
    return Answer(row, columns, key, words["value"], is_correct, right, " ".join(words.get("note", "").split()))


def _plain(words: str) -> str:
    """A name as it stands in its cell or, where it needs them, in quotation marks."""
    try:
        name = json.loads(words) if words.startswith('"') else words
    except ValueError:
        return words
    return name if isinstance(name, str) else words
