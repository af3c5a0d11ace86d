"""What may stand at a place of a JSON record that people wrote by hand.

A shape is given a value and its place, and yields what is wrong there as (place, words).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from witp_pbem.games.common import hexmap
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.language import listing

Fault: TypeAlias = tuple[str, str]
Shape: TypeAlias = Callable[[Any, str], Iterator[Fault]]

MOST = 9999  # above every number that can stand on the table


def whole(low: int, high: int = MOST) -> Shape:
    """A whole number of a range."""
    def check(value: Any, place: str) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            yield place, say("must be a whole number from {low} to {high}, not {value}",
                             low=low, high=high, value=shown(value))
    return check


def one_of(*words: Any) -> Shape:
    """One of some words (or numbers)."""
    def check(value: Any, place: str) -> Iterator[Fault]:
        if not any(type(value) is type(word) and value == word for word in words):
            yield place, say("must be one of {list}, not {value}",
                             list=listing(map(shown, words)), value=shown(value))
    return check


def text(value: Any, place: str) -> Iterator[Fault]:
    """A text."""
    if not isinstance(value, str):
        yield place, say("must be a text in quotation marks, not {value}", value=shown(value))


def yes_no(value: Any, place: str) -> Iterator[Fault]:
    """true or false."""
    if not isinstance(value, bool):
        yield place, say("must be true or false, not {value}", value=shown(value))


def anything(value: Any, place: str) -> Iterator[Fault]:
    """Whatever stands there."""
    yield from ()


def hex_number(value: Any, place: str) -> Iterator[Fault]:
    """Four digits."""
    if not isinstance(value, str) or not hexmap.is_number(value):
        yield place, say('must be a hex number of four digits such as "0606", not {value}', value=shown(value))


def list_of(shape: Shape, least: int = 0, most: int = MOST) -> Shape:
    """A list whose entries have a shape."""
    def check(value: Any, place: str) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield place, say("must be a list in square brackets, not {value}", value=shown(value))
        elif not least <= len(value) <= most:
            wanted = str(least) if least == most else say("at least {number}", number=least)
            yield place, say("must have {wanted} entries, not {found}", wanted=wanted, found=len(value))
        else:
            for number, item in enumerate(value, 1):
                yield from shape(item, _inside(place, _entry(item, number)))
    return check


def table(required: Mapping[str, Shape], optional: Mapping[str, Shape], *, closed: bool = True) -> Shape:
    """A table with named fields; a closed one may have no others."""
    fields = {**required, **optional}

    def check(value: Any, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield place, say("must be a table in braces, not {value}", value=shown(value))
            return
        for name in required:
            if name not in value:
                yield place, say('lacks the field "{name}"', name=name)
        for name, item in value.items():
            if name in fields:
                yield from fields[name](item, _inside(place, name))
            elif closed:
                yield place or say("the position"), say('has a field "{name}", which is not known there',
                                                        name=shown(name, bare=True))
    return check


def each(shape: Shape, key: Shape = anything) -> Shape:
    """A table whose entries all have one shape."""
    def check(value: Any, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield place, say("must be a table in braces, not {value}", value=shown(value))
            return
        for name, item in value.items():
            yield from key(name, _inside(place, say("key {name}", name=shown(name))))
            yield from shape(item, _inside(place, shown(name, bare=True)))
    return check


def either(shape: Shape, *words: Any) -> Shape:
    """A shape, or one of some words."""
    def check(value: Any, place: str) -> Iterator[Fault]:
        if not any(type(value) is type(word) and value == word for word in words):
            for where, wrong in shape(value, place):
                yield where, say("{wrong} (or {list})", wrong=wrong, list=listing(map(shown, words)))
    return check


def shown(value: Any, *, bare: bool = False) -> str:
    """A value as it stands in the file, cut short."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10 ** 12:
        return say("a number that long")
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return say("a number that long")
    words = value if bare and isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return words if len(words) <= 40 else words[:37] + "..."


def _inside(place: str, part: str) -> str:
    """A part of what stands at a place of the file."""
    return listing((place, part)) if place else part


def _entry(item: Any, number: int) -> str:
    """How an entry of a list is named: by its id, turn, or card, else by its place."""
    if isinstance(item, dict):
        if isinstance(item.get("id"), str):
            return shown(item["id"], bare=True)
        if isinstance(item.get("turn"), int):
            return say("turn {number}", number=shown(item["turn"]))
        if isinstance(item.get("year"), int) and isinstance(item.get("number"), int):
            return say("card {year}-{number}", year=shown(item["year"]), number=shown(item["number"]))
    return say("entry {number}", number=number)
