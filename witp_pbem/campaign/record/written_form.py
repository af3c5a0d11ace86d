"""Entries as they are written: what is empty in them is left out, and is there again when they are read. A founding is
written whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, get_args

from witp_pbem.campaign.record.entries import Recorded
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError, fields, options

WHOLE = "founding"  # the type that leaves nothing out
EMPTY: tuple[Any, ...] = (None, False, "", [], {})


def is_empty(value: Any) -> bool:
    """Whether a field with this value is left out: null, false, "", an empty list or object; no number is."""
    return not value and type(value) is not int


def lean(record: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as it is written."""
    whole = record.get("type") == WHOLE
    return {name: value for name, value in record.items() if whole or not is_empty(value)}


def filled(record: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as it is read: with the empty fields of its type, if it is of one.

    Raises:
        shape.ShapeError: an empty field was written.
    """
    kind = record.get("type")
    if kind == WHOLE:
        return dict(record)
    if written := next((name for name, value in record.items() if is_empty(value)), ""):
        raise ShapeError(say("it is empty and must be left out"), written)
    empty = _empty_fields(kind) if isinstance(kind, str) else {}
    return {**{name: of() for name, of in empty.items()}, **record}


@cache
def _forms() -> dict[str, type]:
    """By type of entry: its form."""
    return {kind: form for form in get_args(Recorded) for kind in options(form, "type")}


@cache
def _empty_fields(kind: str) -> dict[str, Callable[[], Any]]:
    """The fields that can be empty in entries of a type, each with what makes the empty value; none if there is no such
    type."""
    return dict(_empties(_forms()[kind])) if kind in _forms() else {}


def _empties(form: type) -> Iterator[tuple[str, Callable[[], Any]]]:
    for name, (check, _) in fields(form).items():
        for value in EMPTY:
            try:
                check(value)
            except ShapeError:
                continue
            yield name, type(value)
            break
