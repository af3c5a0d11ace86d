"""Events: typed records of what happened, and their form in the logbook.

An event class names its fields as a frozen dataclass does, but without the decorator (`Event` reads them; `rule` comes
first), with values of str, int, bool, None, tuples and dicts of those. Where nearly all of a kind happen by the same
rule, the class names it (`class BaseBuilt(Event, rule="witp 6.1.a")`), and the record leaves it out. Its name in the
logbook is its class name in kebab case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, NoReturn, dataclass_transform

from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError, fields

CODE = "event"  # the field of a record that says which event it is; none of an event's own can be called so
STEP_BEGAN = "step-began"  # the code of the event a step begins with, unless the game says otherwise
TURN_BEGAN = "turn-began"  # the code of the event a turn begins with, in a game that has one


@dataclass_transform(frozen_default=True, eq_default=True)
class _Record:
    """A class of records: a subclass lists its fields with their types and default values.

    They are read here rather than by `dataclass`, which compiles several functions for each class: with forty kinds of
    events that is a good part of a cold start.
    """

    names: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls, rule: str = "") -> None:
        if rule:
            cls.rule = rule  # type: ignore[attr-defined]  # a field of every event
        cls.names = (*cls.names, *cls.__dict__.get("__annotations__", ()))
        cls.defaults = {name: getattr(cls, name) for name in cls.names if hasattr(cls, name)}

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.names
        if len(values) > len(names) or named and not named.keys() <= set(names[len(values):]):
            raise TypeError(f"{type(self).__name__} has the fields {', '.join(names)}")
        self.__dict__.update(zip(names, values, strict=False), **named)
        if len(self.__dict__) < len(names):
            missing = [name for name in names if name not in self.__dict__ and name not in self.defaults]
            if missing:
                raise TypeError(f"{type(self).__name__} lacks {', '.join(missing)}")

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError("an event does not change")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.__dict__ == other.__dict__ or all(
            getattr(self, name) == getattr(other, name) for name in self.names)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.names)})"


class Event(_Record):
    """Something that happened at the table.

    Attributes:
        rule: id of the rule that made it so ("witp 8.4.e").
    """

    rule: str

    def __init_subclass__(cls, rule: str = "") -> None:
        super().__init_subclass__(rule)
        if CODE in cls.names:
            raise TypeError(f"{cls.__name__}: the record has the code of the event under \"{CODE}\"; name the field "
                            "otherwise")

    @classmethod
    def code(cls) -> str:
        """The name of this kind of event in logbooks and catalogues."""
        return _code(cls.__name__)


@cache
def _code(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def to_json(event: Event) -> dict[str, Any]:
    """The event as JSON: its code under "event", then its fields. Fields that have their default value are left out."""
    record: dict[str, Any] = {CODE: event.code()}
    for name in event.names:
        value = getattr(event, name)
        if name not in event.defaults or value != event.defaults[name]:
            record[name] = thaw(value)
    return record


def all_fields(event: Event) -> dict[str, Any]:
    """Every field of an event as JSON, those with their default value included."""
    return {name: thaw(getattr(event, name)) for name in event.names}


def from_json(record: Mapping[str, Any], kinds: Mapping[str, type[Event]]) -> Event:
    """The event a JSON record stands for.

    Raises:
        ShapeError: no such kind of event, not its fields, or one that has its default value and had to be left out.
    """
    code = record.get("event", "")
    kind = kinds.get(code)
    if kind is None:
        raise ShapeError(say("there is no such event: {event}", event=code), "event")
    values: dict[str, Any] = {}
    known, defaults = fields(kind), kind.defaults  # type: ignore[arg-type]  # classes can be hashed
    for name, value in record.items():
        if name == "event":
            continue
        if name not in known:
            raise ShapeError(say("no such field belongs here"), code, name)
        try:
            known[name][0](value)
        except ShapeError as fault:
            raise ShapeError(fault.why, code, name, *fault.place) from None
        values[name] = freeze(value)
        if name in defaults and values[name] == defaults[name]:
            raise ShapeError(say("it has its default value, which must be left out"), code, name)
    for name in kind.names if len(values) < len(kind.names) else ():
        if name not in values and name not in defaults:
            raise ShapeError(say("this field is missing"), code, name)
    return kind(**values)


def texts(value: Any) -> Iterator[str]:
    """Every text in the fields of an event, or in the value of one, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Event):
        for name in value.names:
            yield from texts(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from texts(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from texts(item)


def freeze(value: Any) -> Any:
    """JSON lists, at any depth, as tuples."""
    if isinstance(value, list):
        return tuple([freeze(item) for item in value])
    if isinstance(value, dict):
        return {key: freeze(item) for key, item in value.items()}
    return value


def thaw(value: Any) -> Any:
    """Tuples, at any depth, as JSON lists."""
    if isinstance(value, str):  # nearly everything is
        return value
    if isinstance(value, (tuple, list)):
        return [thaw(item) for item in value]
    if isinstance(value, dict):
        return {key: thaw(item) for key, item in value.items()}
    return value
