"""What orders are made of, and their form in the record.

The body of an order is a named tuple: texts, numbers, places (`At`), units (`UnitSpec`), tuples of these, and parts
that are named tuples again. As a value it is JSON: places and units by their ids, what is empty left out.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from witp_pbem.table.event import thaw
from witp_pbem.table.problem import NOWHERE, Span
from witp_pbem.table.tuples import NamedTuple

EVERY = -1


class At(NamedTuple):
    """A place with where it is written; on a map of hexes its id is its hex."""

    id: str
    span: Span


class UnitSpec(NamedTuple):
    """Units as a player names them: "2 naval", "[1 US land]", "all", "JP-N-1".

    Attributes:
        number: EVERY for "all", and for a type without number in a list of preferences.
        kinds: their types, empty for units of any type.
        nation: "" for any.
        full: False for units in brackets, None where nothing is said.
        id: of one unit that is named itself, "" otherwise.
        text, span: as written, and where.
    """

    number: int
    kinds: tuple[str, ...]
    nation: str
    full: bool | None
    id: str
    text: str
    span: Span

    @property
    def value(self) -> dict[str, Any]:
        """What is meant, as a JSON value without what is not said."""
        meant = {"number": self.number, "kinds": self.kinds, "nation": self.nation, "full": self.full, "id": self.id}
        return {key: value for key, value in meant.items() if value not in ("", (), None)}


def unit_named(identity: str, span: Span = NOWHERE) -> UnitSpec:
    """One unit by its id."""
    return UnitSpec(1, (), "", None, identity, identity, span)


# -- to JSON --------------------------------------------------------------------------------------------------


def ordered(keyword: str, **values: Any) -> dict[str, Any]:
    """The value of an order: its keyword and what it says (see `without_empty`)."""
    return {"order": keyword, **without_empty(**values)}


def without_empty(**values: Any) -> dict[str, Any]:
    """What an order or a part of it says, by the names of the fields of its body, without what is empty."""
    return {name: thaw(value) for name, value in values.items()
            if value is not False and value not in ("", (), [], None)}


def body_value(body: Any) -> dict[str, Any]:
    """What a body, or a part of one, says as it was written: units are not looked up."""
    return without_empty(**{name: _value(value) for name, value in body._asdict().items()
                            if not isinstance(value, Span)})


def _value(part: Any) -> Any:
    if isinstance(part, At):
        return part.id
    if isinstance(part, UnitSpec):
        return spec_value(part)
    if hasattr(part, "_asdict"):
        return body_value(part)
    return [_value(item) for item in part] if isinstance(part, tuple) else part


def spec_value(spec: UnitSpec) -> Any:
    """Units as the value of an order names them: one by its id, others by what is said of them."""
    return spec.id if spec[:5] == unit_named(spec.id)[:5] else thaw(spec.value)


def named(part: Any) -> Iterator[At | UnitSpec]:
    """Every place and every unit that a body, or a part of one, names."""
    if isinstance(part, At | UnitSpec):
        yield part
    elif isinstance(part, tuple) and not isinstance(part, Span):
        for item in part:
            yield from named(item)


# -- from JSON ------------------------------------------------------------------------------------------------


def read_body(kind: Any, value: Any) -> Any:
    """What a part of a value stands for where a type is wanted; what is left out is empty.

    Raises:
        KeyError, TypeError, ValueError: it stands for nothing of this type.
    """
    if kind is Span:
        return NOWHERE
    if kind in (At, UnitSpec) and isinstance(value, str):
        return At(value, NOWHERE) if kind is At else unit_named(value)
    if get_origin(kind) is tuple:
        return tuple(read_body(get_args(kind)[0], item) for item in value or ())
    if get_origin(kind) is types.UnionType:  # something or nothing
        return None if value is None else read_body(get_args(kind)[0], value)
    if hasattr(kind, "_fields"):
        if kind is At or not isinstance(value, Mapping):
            raise TypeError(f"{value} is no {kind.__name__}")
        return kind(**{name: read_body(type_, value.get(name)) for name, type_ in fields(kind).items()})
    if value is None:
        return kind()
    if type(value) is not kind:
        raise TypeError(f"{value} is no {kind.__name__}")
    return value


@cache
def fields(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a named tuple."""
    return get_type_hints(kind)


@cache
def blank(kind: Any) -> Mapping[str, Any]:
    """A body's fields with nothing in them."""
    empty = {name: None if type_ in (At, UnitSpec) else read_body(type_, None) for name, type_ in fields(kind).items()}
    return types.MappingProxyType(empty | kind._field_defaults)
