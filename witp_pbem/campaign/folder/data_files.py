"""The data a campaign is played with: the game's own, with what the players brought along merged in."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import games
from witp_pbem.campaign.record import copied
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.table.game import Game
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

NAME = re.compile("[A-Za-z0-9_-]+[.]json")  # of a file: it leads nowhere else
RECONSTRUCTED, CONFIRMED = "reconstructed", "confirmed"  # how the source of a value begins
REMOVED = "removed"  # in an item of a list, true: the list has no such item

# the keys whose values tell an item of a list from the others
IDENTITIES = (("id",), ("turn",), ("year", "number"), ("pair",))

LONG = 4000  # signs of an entry from which on it stands on several lines
_on_one_line = json.JSONEncoder(ensure_ascii=False, default=list).encode

Records = dict[str, Any]


class DataError(ValueError):
    """A data file that cannot be used."""


def read(folder: Path, wanted: Mapping[str, str]) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """The data files a campaign was created with (name without ending -> bytes), and the names of those whose line ends
    were changed.

    Args:
        wanted: name of a file -> SHA-256 of its bytes, in hexadecimal.
    Raises:
        Damaged: one is missing, or not the one wanted.
        OSError: one cannot be read.
    """
    files: dict[str, bytes] = {}
    changed: list[str] = []
    for name, hash in wanted.items():
        path = folder / name
        content = path.read_bytes() if path.is_file() else None
        data = None if content is None else copied.restored(content)
        if data is None or hashlib.sha256(data).hexdigest() != hash:
            fault = (say("this data file of the campaign is missing") if content is None else
                     copied.hollow(content) or say("this is not the data file the campaign was created with"))
            command = f"witp-pbem repair {folder.parent}"
            raise Damaged(path, None, say("{what}. Put it back from a copy; if it is the program's own file, this does "
                                          "it: {command}", what=fault, command=command))
        files[path.stem] = data
        if data != content:
            changed.append(name)
    return files, tuple(changed)


def merge(records: Mapping[str, Any], name: str, incoming: Any) -> tuple[Records, tuple[str, ...]]:
    """The records with a user's file merged in, and the names of those it changed.

    The file replaces entries of one record, if it has its name ("map.json"), or of several, if its top-level keys are
    their names. Tables are merged by key, lists by the id, turn, pair, or year and number of their items; what is new
    is added, an item with "removed": true is taken out; everything else takes the new value.

    Args:
        name: the file's name without folder and ending.
    Raises:
        DataError: the file fits neither form.
    """
    if not isinstance(incoming, dict):
        raise DataError(say("a data file must hold one JSON object"))
    changes = {name: incoming} if name in records else incoming
    unknown = sorted(set(changes) - set(records))
    if unknown or not changes:
        known, strange = ", ".join(sorted(records)), ", ".join(unknown)
        if not strange:
            raise DataError(say("its name or its top-level keys must be among {known}", known=known))
        raise DataError(say("its name or its top-level keys must be among {known}; found {found}", known=known,
                            found=strange))
    merged = {**records, **{key: _merged(records[key], value) for key, value in changes.items()}}
    return merged, tuple(sorted(changes))


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, dict):
        return {**old, **{key: _merged(old[key], value) if key in old else value for key, value in new.items()}}
    if isinstance(old, list) and isinstance(new, list) and new and all(identity(item) for item in [*old, *new]):
        merged = {identity(item): item for item in old}
        for item in new:
            key = identity(item)
            merged[key] = _merged(merged[key], item) if key in merged else item
        return [item for item in merged.values() if item.get(REMOVED) is not True]
    return new


def identity(item: Any) -> tuple[Any, ...]:
    """What makes two items of lists the same item, () if nothing does."""
    if isinstance(item, Mapping):
        for keys in IDENTITIES:
            if all(_is_plain(item.get(key)) for key in keys):
                return tuple(tuple(item[key]) if isinstance(item[key], list) else item[key] for key in keys)
    return ()


def _is_plain(value: Any) -> bool:
    """Whether a value can tell items apart: a text, a number, or a list of such."""
    return isinstance(value, str | int) or (isinstance(value, list) and all(isinstance(x, str | int) for x in value))


class PackagedFile(NamedTuple):
    """A data file that comes with the program: its bytes, and their SHA-256 in hexadecimal."""

    content: bytes
    hash: str


@lru_cache(maxsize=games.REMEMBERED)
def packaged(game: Game) -> Mapping[str, PackagedFile]:
    """The data files of a game with its packaged data, by name; written once."""
    contents = {f"{name}.json": text(record) for name, record in game.records.items()}
    return {name: PackagedFile(content, hashlib.sha256(content).hexdigest()) for name, content in contents.items()}


def text(record: Any) -> bytes:
    """A record as a file that people can read and compare: one entry of each table or list on a line."""
    return (_text(record, 0) + "\n").encode()


def _text(value: Any, depth: int) -> str:
    if not isinstance(value, dict | list) or not value:
        return _on_one_line(value)
    if depth > 1:
        plain = _on_one_line(value)
        if depth > 2 or len(plain) <= LONG:
            return plain
    indent, end = "  " * (depth + 1), "\n" + "  " * depth
    if isinstance(value, dict):
        parts = [f"{indent}{_on_one_line(key)}: {_text(item, depth + 1)}"
                 for key, item in value.items()]
        return "{\n" + ",\n".join(parts) + end + "}"
    return "[\n" + ",\n".join(indent + _text(item, depth + 1) for item in value) + end + "]"


def is_reconstructed(records: Any) -> bool:
    """Whether any source named in the data is a reconstruction."""
    return any(source.startswith(RECONSTRUCTED) for source in _sources(records))


def confirmed(records: Any) -> int:
    """How many sources named in the data say that an owner of the printed game has confirmed a value."""
    return sum(source.startswith(CONFIRMED) for source in _sources(records))


def _sources(value: Any) -> Iterator[str]:
    """Every text under a key "source", at any depth, in no order."""
    left = [value]
    while left:
        members = left.pop()
        if isinstance(members, Mapping):
            if "source" in members:
                yield from _texts(members["source"])
            members = [item for key, item in members.items() if key != "source"]
        left += [item for item in members if isinstance(item, dict | list | tuple)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
