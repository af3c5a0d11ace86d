"""The data of a game: JSON files in its folder, each value with the source it comes from.

A source stands in the table it is about, under the key "source": one text for all of the table, or a text a field.
Owners put values of their own in the place of packaged ones (`new --data`), so that a game is built of records it is
given, and reads its own only where it is given none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from witp_pbem.games.common.language import say
from witp_pbem.table.tuples import NamedTuple

SOURCE = "source"  # the key beside a value under which its source stands
RECONSTRUCTED = "reconstructed"  # how the source of a value begins that is not the printed game's
CONFIRMED = "confirmed"  # how it begins once an owner of the printed game has compared it


def read(folder: Path, files: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The records as they lie in a folder, by file name without ".json".

    Raises:
        OSError, ValueError: a file is missing or no JSON.
    """
    return {name: json.loads((folder / f"{name}.json").read_bytes()) for name in files}


def entry_name(key: str | int, entry: object) -> str:
    """How people find an entry: by its id, or whatever else tells it from the others of its list.

    Args:
        key: its key in a table, or its number in a list, counted from 1.
    """
    if isinstance(entry, dict):
        match entry:
            case {"id": str(name)}:
                return name
            case {"pair": [str(first), str(second)]}:
                return f"{first}-{second}"
            case {"turn": int(turn)}:
                return say("turn {number}", number=turn)
            case {"year": int(year), "number": int(number)}:
                return f"{year}-{number:02d} {entry.get('name', '')}".strip()
        if isinstance(key, str) and isinstance(entry.get("name"), str):
            return f"{key} {entry['name']}".strip()
    return key if isinstance(key, str) else say("entry {number}", number=key)


class Source(NamedTuple):
    """Where a value comes from.

    Attributes:
        path: what it is the source of: the names of the entries of the file that lie one in another.
        field: the field of the innermost, "" where the source holds for all of it.
        text: the source, which begins with its kind ("reconstructed: ...").
    """

    path: tuple[str, ...]
    field: str
    text: str


def sources(value: Any, path: tuple[str, ...] = ()) -> Iterator[Source]:
    """The sources a record or a part of one names, in its order."""
    if isinstance(value, dict):
        source = value.get("source", {})
        for field, text in source.items() if isinstance(source, dict) else [("", source)]:
            yield Source(path, field, text)
        for key, inner in value.items():
            if key != "source":
                yield from sources(inner, (*path, entry_name(key, inner)))
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from sources(inner, (*path, entry_name(number, inner)))


class NamedThings(Mapping[str, str]):
    """Things of the data by their ids, as people write them in the language spoken ("Manila (0606)"), and the `words`
    that may stand where they do."""

    def __init__(self, things: Mapping[str, Any], name: Callable[[str, Any], str],
                 words: Mapping[str, str] = MappingProxyType({})) -> None:
        self.things, self.name, self.words = things, name, words

    def __getitem__(self, key: str) -> str:
        return self.words[key] if key in self.words else self.name(key, self.things[key])

    def __iter__(self) -> Iterator[str]:
        return iter({**self.words, **self.things})

    def __len__(self) -> int:
        return len({**self.words, **self.things})
