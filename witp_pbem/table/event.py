"""Events: typed records of what happened, and their form in the logbook.

An event class is a frozen dataclass with fields of str, int, bool, None, tuples and dicts of those. Its name
in the logbook is its class name in kebab case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Event:
    """Something that happened at the table; `rule` is the rule that made it so."""

    rule: str

    @classmethod
    def code(cls) -> str:
        """The name of this kind of event in logbooks and catalogues."""
        return _code(cls.__name__)


_CODES: dict[str, str] = {}


def _code(name: str) -> str:
    if name not in _CODES:
        _CODES[name] = re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
    return _CODES[name]


def to_json(event: Event) -> dict[str, Any]:
    """The event as JSON: its code under "event", then its fields. Fields that hold None are left out."""
    record: dict[str, Any] = {"event": event.code()}
    for field in fields(event):
        value = getattr(event, field.name)
        if value is not None:
            record[field.name] = thaw(value)
    return record


def from_json(record: dict[str, Any], kinds: dict[str, type[Event]]) -> Event:
    """The event a JSON record stands for.

    Raises:
        ValueError: no such kind of event, or not its fields.
    """
    values = dict(record)
    kind = kinds.get(values.pop("event", ""))
    if kind is None:
        raise ValueError(f"unknown event {record.get('event')!r}")
    try:
        return kind(**{name: freeze(value) for name, value in values.items()})
    except TypeError as error:
        raise ValueError(f"event {record['event']!r}: {error}") from error


def freeze(value: Any) -> Any:
    """JSON lists, at any depth, as tuples."""
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def thaw(value: Any) -> Any:
    """Tuples, at any depth, as JSON lists."""
    if isinstance(value, tuple | list):
        return [thaw(item) for item in value]
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    return value
