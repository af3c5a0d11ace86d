"""What is wrong with a record, entry by entry: every fault is told, and one bars no other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from witp_pbem.games.common.validation import Fault, cut, shown
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.spelling import alike

SOME = 12  # of many names, those that are told


class Reader:
    """Reads a record and collects what is wrong with it.

    Args:
        file: the data file it stands in. at: the keys that lead to it.
    """

    def __init__(self, file: str, *at: str) -> None:
        self.file, self.root = file, at
        self.faults: list[Fault] = []

    def wrong(self, at: Iterable[str | int], wrong: str, suggestion: str = "", part: tuple[int, ...] = ()) -> None:
        """Something is wrong with an entry; numbers in its path are those of entries of lists, from 0."""
        path = (*self.root, *at)
        names = tuple(say("entry {number}", number=key + 1) if isinstance(key, int) else key for key in path)
        self.faults.append(Fault(self.file, names, wrong, suggestion, path, part))

    def table(self, value: Any, fields: Collection[str], *at: str | int) -> Mapping[str, Any]:
        """A table of some fields; an empty one where it is none. "source" and "notes" may stand in any."""
        if not isinstance(value, Mapping):
            self.wrong(at, say("must be a table of fields, not {value}", value=shown(value)))
            return {}
        for name in value:
            if name not in fields and name not in ("source", "note", "notes", "about"):
                self.wrong((*at, name), say("is no field that is known there; there are {fields}",
                                            fields=listing(fields)), nearest(name, fields))
        return value

    def entries(self, value: Any, *at: str | int) -> Mapping[str, Any]:
        """A table of things by id; an empty one where it is none."""
        if isinstance(value, Mapping):
            return value
        self.wrong(at, say("must be a table, not {value}", value=shown(value)))
        return {}

    def items(self, value: Any, *at: str | int) -> list[Any]:
        """A list; an empty one where it is none."""
        if isinstance(value, list):
            return value
        self.wrong(at, say("must be a list, not {value}", value=shown(value)))
        return []

    def one_of(self, value: Any, words: Collection[str], *at: str | int) -> bool:
        """Whether a value is one of some words."""
        if isinstance(value, str) and value in words:
            return True
        known = listing([*words][:SOME]) + ("" if len(words) <= SOME else " …")
        self.wrong(at, say("must be one of {words}, not {value}", words=known, value=shown(value)),
                   nearest(value, words))
        return False

    def known(self, value: Any, names: Collection[str], wrong: Callable[[str], str], *at: str | int) -> bool:
        """Whether a value names something there is."""
        if isinstance(value, str) and value in names:
            return True
        self.wrong(at, wrong(cut(value)) if isinstance(value, str) else
                   say("must be a text, not {value}", value=shown(value)), nearest(value, names))
        return False

    def whole(self, value: Any, low: int, high: int, *at: str | int) -> bool:
        """Whether a value is a whole number of a range."""
        if type(value) is int and low <= value <= high:
            return True
        self.wrong(at, say("must be a whole number from {low} to {high}, not {value}", low=low, high=high,
                           value=shown(value)))
        return False

    def flags(self, value: Mapping[str, Any], names: Iterable[str], *at: str | int) -> None:
        """Fields that are true or false."""
        for name in names:
            if name in value and not isinstance(value[name], bool):
                self.wrong((*at, name), say("must be true or false, not {value}", value=shown(value[name])))

    def name(self, value: Any, *at: str | int) -> None:
        """A name: a text, or a table of texts by language."""
        texts = [*value.values()] if isinstance(value, Mapping) else [value]
        if not texts or not all(isinstance(text, str) for text in texts) or (
                isinstance(value, Mapping) and not {"en", "ja"} >= set(value)):
            self.wrong(at, say("must be a text, or a table of texts by language (en, ja), not {value}",
                               value=shown(value)))


def nearest(word: Any, words: Iterable[str]) -> str:
    """The word most like one, "" if none is."""
    return next(iter(alike(word, [other for other in words if other])), "") if isinstance(word, str) else ""


def off_map(name: str) -> str:
    """That a hex is not on the map."""
    return say("names {hex}, which is not on the map", hex=name)
