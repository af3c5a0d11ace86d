"""The checklist of everything reconstructed in a game's data: rows an owner of the printed game compares with it, and
what the answers make of the data.

A row stands for a source that begins with "reconstructed" (`data_files`). Its entry is named by the keys that lead
there, an item of a list by what tells it from the others ("turns/3", "land_links/0104-0204"), the same in every
language. Its field is the key under which the source stands, "" where one text is the source of all of the entry.
"""

from __future__ import annotations

import copy
import difflib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder.cells import CellError, read_cell
from witp_pbem.campaign.folder.data_files import (
    CONFIRMED,
    IDENTITIES,
    RECONSTRUCTED,
    REMOVED,
    Records,
    identity,
    merge,
)
from witp_pbem.table.game import Game
from witp_pbem.table.language import JAPANESE, language, say
from witp_pbem.table.names import is_japanese
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import problem_sentence

SOURCE = "source"
NONE = ("none", "なし")  # the right value where the printed game has no such entry
UNFIT = (LookupError, TypeError, ValueError, AttributeError)  # what unfit data make the game's code raise


class ChecklistRow(NamedTuple):
    """A value, or some of one entry, of which a source says that it is reconstructed.

    Attributes:
        file: name of the data file ("map.json").
        entry: the keys that lead to the entry ("cards/1942-1").
        field: the key its source stands under, "" where the source is that of the whole entry.
        name: what the entry or the places it is about are called, "" for nothing.
        value: as it stands in the data; null where the entry has no such field.
        source: the text of the source.
    """

    file: str
    entry: str
    field: str
    name: str
    value: Any
    source: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells the row from all others."""
        return self.file, self.entry, self.field


class Spot(NamedTuple):
    """Where the value of a row lies.

    Attributes:
        path: the keys and numbers from the record to the entry.
        keys: those from the entry to the value, () where it is several fields of the entry.
        fields: these fields, with their values.
        examples: the value and those its neighbours have in its place.
        known: the names an entry of this kind has for its fields.
    """

    path: tuple[str | int, ...]
    keys: tuple[str, ...]
    fields: Mapping[str, Any]
    examples: Sequence[Any]
    known: frozenset[str]


class Answer(NamedTuple):
    """What an owner says to a row of the checklist.

    Attributes:
        row: its number in the file, counted from 1.
        columns: heading -> number of its column, counted from 1.
        key: file, entry and field.
        value: the cell of the value the owner compared.
        is_correct: whether the printed game has it; None where that is not answered.
        right: the cell of what the printed game has, "" for nothing.
        note: where the printed game has it, "" for nothing.
    """

    row: int
    columns: Mapping[str, int]
    key: tuple[str, str, str]
    value: str
    is_correct: bool | None
    right: str
    note: str


class Fault(NamedTuple):
    """Something wrong in a checklist that came back.

    Attributes:
        row, column: where, counted from 1; 0 for the file as a whole.
        code: a short stable name.
        sentence: what is wrong.
        suggestion: what was meant most likely, or "".
    """

    row: int
    column: int
    code: str
    sentence: str
    suggestion: str = ""


class Taken(NamedTuple):
    """What a checklist makes of the data.

    Attributes:
        changes: a data file of several records, as `data_files.merge` takes it.
        confirmed, corrected, removed: how many rows were answered so.
        open: how many of the checklist are not answered.
        faults: what is wrong; where anything is, nothing of the checklist counts.
    """

    changes: Records
    confirmed: int
    corrected: int
    removed: int
    open: int
    faults: tuple[Fault, ...]


# -- out -----------------------------------------------------------------------------------------------------------


def rows(game: Game) -> list[ChecklistRow]:
    """The checklist of a game's data in force, in their order."""
    return [row for row, _ in _rows(game)]


def _rows(game: Game) -> Iterator[tuple[ChecklistRow, Spot]]:
    seen: dict[tuple[str, str, str], int] = {}
    for name, record in game.records.items():
        for entry, field, text, spot in _sourced(record, (), (), ()):
            value = _at(_entry(record, spot.path), spot.keys) if spot.keys else dict(spot.fields)
            row = ChecklistRow(f"{name}.json", "/".join(entry), field, _name(game, record, spot.path), value, text)
            count = seen[row.key] = seen.get(row.key, 0) + 1
            yield (row if count == 1 else row._replace(entry=f"{row.entry}#{count}")), spot


def _sourced(value: Any, path: tuple[str | int, ...], names: tuple[str, ...],
             neighbours: Sequence[Any]) -> Iterator[tuple[tuple[str, ...], str, str, Spot]]:
    """The name of the entry, field, text and spot of every reconstruction in a part of a record."""
    if isinstance(value, Mapping):
        source = value.get(SOURCE)
        texts = source if isinstance(source, Mapping) else {"": source}
        for field, text in texts.items():
            if isinstance(text, str) and text.startswith(RECONSTRUCTED):
                yield names, field, text, _spot(value, path, field, texts, neighbours)
        inner = [item for key, item in value.items() if key != SOURCE]
        for key, item in value.items():
            if key != SOURCE:
                yield from _sourced(item, (*path, key), (*names, key), inner)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _sourced(item, (*path, number), (*names, _item_name(item, number)), value)


def _spot(entry: Mapping[str, Any], path: tuple[str | int, ...], field: str, texts: Mapping[str, Any],
          neighbours: Sequence[Any]) -> Spot:
    alike = [entry, *(other for other in neighbours if isinstance(other, Mapping))]
    known = frozenset(key for other in alike for key in other if key != SOURCE)
    keys = (field,) if field in known else tuple(field.split("."))
    examples = [example for other in alike if (example := _at(other, keys)) is not None]
    if field and (field in known or examples):
        return Spot(path, keys, {}, examples, known)
    own = {key.partition(".")[0] for key in texts}
    fields = {key: value for key, value in entry.items()
              if key not in (SOURCE, "about", "format") and key not in own and not _has_sources(value)}
    return Spot(path, (), fields, [fields], known)


def _has_sources(value: Any) -> bool:
    if isinstance(value, Mapping):
        return SOURCE in value or any(map(_has_sources, value.values()))
    return isinstance(value, list) and any(map(_has_sources, value))


def _at(value: Any, keys: Iterable[str]) -> Any:
    """What lies at the end of some keys, None for nothing."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _entry(record: Any, path: Iterable[str | int]) -> Any:
    for key in path:
        record = record[key]
    return record


def _item_name(item: Any, number: int) -> str:
    own = identity(item)
    return "-".join(str(part) for value in own for part in (value if isinstance(value, tuple) else (value,))) or str(
        number + 1)


def _name(game: Game, record: Any, path: tuple[str | int, ...]) -> str:
    """What an entry is called: its places, as the map names them in the language spoken, or else its own name."""
    entry = _entry(record, path)
    own = identity(entry)
    ids = own[0] if own and isinstance(own[0], tuple) else own[:1] or path[-1:]
    labels = [_place(game, str(place)) for place in ids]
    name = entry.get("name", "")
    return " – ".join(filter(None, labels)) or (name if isinstance(name, str) else "")


def _place(game: Game, place: str) -> str:
    labels = game.lexicon.places.own.get(place, ())
    return next((label for label in labels if is_japanese(label) == (language() == JAPANESE)), "")


# -- back ------------------------------------------------------------------------------------------------------------


def take(game: Game, maker: Callable[[Records], Game], answers: Sequence[Answer]) -> Taken:
    """What an owner's answers make of the data in force, with everything that is wrong with them."""
    listed = {row.key: (row, spot) for row, spot in _rows(game)}
    faults: list[Fault] = []
    read: list[tuple[Answer, Spot, Any]] = []
    first: dict[tuple[str, str, str], int] = {}
    for answer in answers:
        if answer.key not in listed:
            faults.append(_unknown(answer, [row for row, _ in listed.values()]))
        elif answer.key in first:
            faults.append(Fault(answer.row, answer.columns["entry"], "row-twice", say(
                "this row stands in row {row} already", row=first[answer.key])))
        else:
            first[answer.key] = answer.row
            row, spot = listed[answer.key]
            try:
                value = _right(answer, row, spot)
                if answer.is_correct is not None:
                    read.append((answer, spot, value))
            except CellError as error:
                faults.append(Fault(answer.row, answer.columns.get(error.column, 0), error.code, str(error),
                                    error.suggestion))
    faults += _contradictions(read)
    changes = _changes(game, read)
    if not faults:
        faults += _unfit(game, maker, read, changes)
    removed = sum(value is REMOVED for _, _, value in read)
    confirmed = sum(bool(answer.is_correct) for answer, _, _ in read)
    return Taken(changes, confirmed, len(read) - confirmed - removed, removed, len(listed) - len(read),
                 tuple(sorted(faults, key=lambda fault: fault[:2])))


def _unknown(answer: Answer, known: Sequence[ChecklistRow]) -> Fault:
    """A row the checklist has not: the fault lies in the first of its three cells nothing begins with."""
    for number, heading in enumerate(("file", "entry", "field")):
        alike = [row.key for row in known if row.key[:number] == answer.key[:number]]
        options = list(dict.fromkeys(key[number] for key in alike))
        if answer.key[number] not in options:
            near = next(iter(difflib.get_close_matches(answer.key[number], options, 1, 0.5)), "")
            return Fault(answer.row, answer.columns[heading], "no-such-row", say(
                'nothing reconstructed is called "{name}" there', name=answer.key[number]), near)
    raise AssertionError("the row is on the checklist")


def _right(answer: Answer, row: ChecklistRow, spot: Spot) -> Any:
    """What the printed game has in the place of a row, as far as that is answered; REMOVED for no such entry.

    Raises:
        CellError: the answer cannot be used.
    """
    if not _is_value(answer.value, row.value, spot):
        raise CellError("value", "value-changed", say(
            "this is not the value of the program's data, which is {value}. What the printed game has belongs into "
            "the column “correct value”; or the checklist is of other data: export it again",
            value=json.dumps(row.value, ensure_ascii=False)))
    if answer.is_correct is None:
        return row.value
    if answer.is_correct:
        if answer.right and not _is_value(answer.right, row.value, spot):
            raise CellError("right", "both-answers", say("the value cannot be correct and another one be, too"))
        return row.value
    if not answer.right:
        raise CellError("right", "value-missing", say(
            "the value is wrong: write what the printed game has, or leave “correct?” empty"))
    if answer.right.casefold() in NONE and not row.field:
        if not isinstance(spot.path[-1] if spot.path else "", int):
            raise CellError("right", "not-removable", say("only entries of a list can be taken out"))
        return REMOVED
    value = read_cell(answer.right, spot.examples, "right")
    kind = dict if not spot.keys else next((kind for kind in (list, dict) if isinstance(row.value, kind)), object)
    if not isinstance(value, kind):
        raise CellError("right", "wrong-form", say("write it in the form of the value, such as {value}",
                                                     value=json.dumps(row.value, ensure_ascii=False)))
    if isinstance(value, dict):
        old = row.value if isinstance(row.value, dict) else {}
        fields = [*(old or value)] if spot.keys else sorted(spot.known)
        for key in value:
            if key not in fields:
                near = next(iter(difflib.get_close_matches(key, fields, 1)), "")
                raise CellError("right", "unknown-field", say('there is no field "{name}"', name=key), near)
        value = {**old, **value}
    return value


def _is_value(cell: str, value: Any, spot: Spot) -> bool:
    if value is None and not cell:
        return True
    try:
        return bool(read_cell(cell, [value] if value is not None else spot.examples, "value") == value)
    except CellError:
        return False


def _writes(spot: Spot, value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The fields that take a value, by their keys from the record on."""
    if spot.keys:
        yield (*spot.path, *spot.keys), value
    elif value is REMOVED:
        yield (*spot.path, REMOVED), True
    else:
        for key, inner in value.items():
            if inner != spot.fields.get(key):
                yield (*spot.path, key), inner


def _contradictions(read: Iterable[tuple[Answer, Spot, Any]]) -> Iterator[Fault]:
    """Fields that two rows change differently, and those that tell an entry from the others."""
    changed: dict[tuple[Any, ...], tuple[int, Any]] = {}
    for answer, spot, value in read:
        for path, inner in _writes(spot, value) if not answer.is_correct else ():
            row, other = changed.setdefault((answer.key[0], *path), (answer.row, inner))
            if other != inner:
                yield Fault(answer.row, answer.columns["right"], "contradiction", say(
                    "row {row} has another value for the same field", row=row))
            if len(path) > 1 and isinstance(path[-2], int) and any(path[-1] in keys for keys in _named_by(spot)):
                yield Fault(answer.row, answer.columns["right"], "names-the-entry", say(
                    '"{field}" tells the entry from the others and cannot be changed here; take the entry out '
                    "(“none”, where the row stands for all of it) and add another in a data file of your own",
                    field=path[-1]))


def _named_by(spot: Spot) -> Iterator[tuple[str, ...]]:
    """The keys that tell an entry from the others of its list."""
    yield from [keys for keys in IDENTITIES if set(keys) <= spot.known][:1]


def _changes(game: Game, read: Iterable[tuple[Answer, Spot, Any]]) -> Records:
    """The data file that says what an owner's answers say."""
    records = copy.deepcopy(dict(game.records))
    for answer, spot, value in read:
        record = records[answer.key[0].removesuffix(".json")]
        for path, inner in _writes(spot, value):
            target = _entry(record, spot.path)
            for key in path[len(spot.path):-1]:
                target = target.setdefault(key, {})
            target[path[-1]] = inner
        entry, text = _entry(record, spot.path), f"{CONFIRMED}: {answer.note}" if answer.note else CONFIRMED
        if isinstance(entry[SOURCE], dict):
            entry[SOURCE][answer.key[2]] = text
        else:
            entry[SOURCE] = text
    return {name: _difference(game.records[name], record) for name, record in records.items()
            if record != game.records[name]}


def _difference(old: Any, new: Any) -> Any:
    """What `data_files.merge` turns an old value into a new one with, nothing of which is taken out."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {key: _difference(old[key], value) if key in old else value for key, value in new.items()
                if key not in old or old[key] != value}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and all(map(identity, [*old, *new])):
        return [{**{key: item[key] for key in item if _names(item, key)}, **_difference(before, item)}
                for before, item in zip(old, new, strict=True) if before != item]
    return new


def _names(item: Mapping[str, Any], key: str) -> bool:
    """Whether a key of an item is among those that tell it from the others."""
    return key in next(keys for keys in IDENTITIES if set(keys) <= set(item))


def _unfit(game: Game, maker: Callable[[Records], Game], read: Sequence[tuple[Answer, Spot, Any]],
           changes: Records) -> Iterator[Fault]:
    """What is wrong with the data the answers make: each with the row that alone would make it so, if there is one."""
    wrong = _wrong(game, maker, changes)
    for answer, spot, value in read if wrong else ():
        if not answer.is_correct:
            for sentence in _wrong(game, maker, _changes(game, [(answer, spot, value)])):
                wrong = [other for other in wrong if other != sentence]
                yield Fault(answer.row, answer.columns["right"], "unfit", sentence)
    yield from (Fault(0, 0, "unfit", sentence) for sentence in wrong)


def _wrong(game: Game, maker: Callable[[Records], Game], changes: Records) -> list[str]:
    """What is wrong with the data in force and some changes to them."""
    if not changes:
        return []
    records, _ = merge(game.records, "", changes)
    problems = [problem_sentence(problem, game.catalogue) for problem in game.check_data(records)]
    if not problems:
        try:
            maker(records)
        except UNFIT:
            return [say("the data do not make a game")]
    return list(dict.fromkeys(problems))
