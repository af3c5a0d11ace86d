"""Whether a JSON value has exactly the form a type declares and, if not, where it differs.

Types are Python's own: `str`, `int`, `bool`, `None`, `Any`, `Literal`, lists, tuples (which JSON writes as lists),
mappings, unions, typed dictionaries, and `Annotated` with rules about the value. It does what pydantic would, without
half of the time in which a command starts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from witp_pbem.table.canonical import is_hexadecimal
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

Check = Callable[[Any], None]


class ShapeError(ValueError):  # noqa: N818 - a fact about a value, not an error of the program
    """A value does not have the form it must have.

    Attributes:
        why: a sentence without its full stop.
        place: keys and indexes that lead to it from the whole value; empty for that itself.
    """

    def __init__(self, why: str, *place: str) -> None:
        super().__init__(why)
        self.why, self.place = why, place

    def __str__(self) -> str:
        return f"{'.'.join(self.place)}: {self.why}" if self.place else self.why


class Matching(NamedTuple):
    """A text that fits a regular expression, whole."""

    pattern: str

    def __call__(self, value: str) -> str:
        return "" if _whole(self.pattern)(value) else say("it is not in the right form")


class Digits:
    """A text of one of some lengths, all hexadecimal digits in small letters: a hash, or a beginning of one. No regular
    expression, because half of what a logbook holds is hashes."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = frozenset(lengths)

    def __call__(self, value: str) -> str:
        return "" if len(value) in self.lengths and is_hexadecimal(value) else say(
            "it is not in the right form")


class Between(NamedTuple):
    """A whole number in a range, both ends included; `most` is None where there is no upper end."""

    least: int
    most: int | None = None

    def __call__(self, value: int) -> str:
        return "" if self.least <= value and (self.most is None or value <= self.most) else say(
            "this number is out of range")


class Length(NamedTuple):
    """A text or list of `least` to `most` characters or members."""

    least: int
    most: int

    def __call__(self, value: Sequence[Any]) -> str:
        if len(value) > self.most:
            return say("it is too long: at most {count}", count=self.most)
        return "" if len(value) >= self.least else say("it is too short")


class ByField(NamedTuple):
    """Tells the members of a union apart by the value of a field, which each declares as a literal."""

    field: str


class ByKey(NamedTuple):
    """Tells the members of a union apart by a key that only one of them has; keys in the order of the members."""

    keys: tuple[str, ...]


@cache
def _whole(pattern: str) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern).fullmatch


MORE = object()  # a rule: a typed dictionary with these fields, and others


def fit(value: Any, form: Any) -> None:
    """Makes sure that a value has a form.

    Raises:
        ShapeError: it does not.
    """
    _check(form)(value)


@cache
def fields(record: type) -> dict[str, tuple[Check, bool]]:
    """The fields a class declares: name -> what checks its value, and whether it must be there."""
    checks = {}
    for name, hint in get_type_hints(record, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        if get_origin(hint) is not ClassVar:
            checks[name] = _check(get_args(hint)[0] if optional else hint), not optional
    return checks


def _refuse() -> ShapeError:
    return ShapeError(say("it is not of the right kind"))


def _nothing(value: Any) -> None:
    """Any value will do."""


@cache
def _check(form: Any) -> Check:
    """What checks a value against a type."""
    origin, arguments = get_origin(form), get_args(form)
    if form is Any or form is object:
        return _nothing
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return _among(arguments)
    if origin in (Union, UnionType):
        return _any(arguments)
    if is_typeddict(form):
        return _record(form)
    if origin is tuple and arguments[1:] != (...,):
        return _tuple(arguments)
    if origin in (list, tuple):
        return _list(arguments[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*arguments)
    kind = NoneType if form is None else form
    assert kind in (str, int, bool, NoneType), form

    def check(value: Any) -> None:
        if type(value) is not kind:
            raise _refuse()
    return check


def _annotated(form: Any, rules: tuple[Any, ...]) -> Check:
    if isinstance(rules[0], ByField | ByKey):
        return _tagged(get_args(form), rules[0])
    if rules[0] is MORE:
        return _record(form, is_open=True)
    inner = _check(form)

    def check(value: Any) -> None:
        inner(value)
        for rule in rules:
            if why := rule(value):
                raise ShapeError(why)
    return check


def _tagged(forms: tuple[Any, ...], tag: ByField | ByKey) -> Check:
    if isinstance(tag, ByKey):
        by_key = [(key, _check(form)) for key, form in zip(tag.keys, forms, strict=True)]

        def of(value: Any) -> Check | None:
            return next((check for key, check in by_key if key in value), None)
    else:
        by_value = {option: form for form in forms for option in options(form, tag.field)}

        def of(value: Any) -> Check | None:
            name = value.get(tag.field)
            return _check(by_value[name]) if isinstance(name, str) and name in by_value else None

    def check(value: Any) -> None:
        member = of(value) if type(value) is dict else None
        if member is None:
            raise ShapeError(say("it is of no known kind"))
        member(value)
    return check


def options(form: Any, field: str) -> tuple[Any, ...]:
    """The values that a field of a typed dictionary can have. Its other fields are not evaluated."""
    alone = type("Alone", (), {"__annotations__": {field: form.__annotations__[field]}, "__module__": form.__module__})
    return get_args(get_type_hints(alone)[field])


def _among(options: tuple[Any, ...]) -> Check:
    allowed = {(type(option), option) for option in options}

    def check(value: Any) -> None:
        if type(value) not in (str, int, bool, NoneType) or (type(value), value) not in allowed:
            raise _refuse()
    return check


def _any(forms: tuple[Any, ...]) -> Check:
    checks = [_check(form) for form in forms if form is not NoneType]
    may_be_none = NoneType in forms

    def check(value: Any) -> None:
        if may_be_none and value is None:  # by far the most common
            return None
        faults = []
        for inner in checks:
            try:
                return inner(value)
            except ShapeError as fault:
                faults.append(fault)
        raise max(faults, key=lambda fault: len(fault.place))
    return check


def _at(place: object, fault: ShapeError) -> ShapeError:
    """The same fault, of a member of a value, as one of the whole."""
    return ShapeError(fault.why, str(place), *fault.place)


def _list(form: Any) -> Check:
    inner = _check(form)

    def check(value: Any) -> None:
        if type(value) not in (list, tuple):
            raise _refuse()
        for number, item in enumerate(value):
            try:
                inner(item)
            except ShapeError as fault:
                raise _at(number, fault) from None
    return check


def _tuple(forms: tuple[Any, ...]) -> Check:
    inner = [_check(form) for form in forms]

    def check(value: Any) -> None:
        if type(value) not in (list, tuple) or len(value) != len(inner):
            raise _refuse()
        for number, item in enumerate(value):
            try:
                inner[number](item)
            except ShapeError as fault:
                raise _at(number, fault) from None
    return check


def _mapping(key: Any, form: Any) -> Check:
    of_key, inner = _check(key), _check(form)

    def check(value: Any) -> None:
        if not isinstance(value, Mapping):
            raise _refuse()
        for name, item in value.items():
            try:
                of_key(name)
                inner(item)
            except ShapeError as fault:
                raise _at(name, fault) from None
    return check


def _record(form: type, is_open: bool = False) -> Check:
    known = {name: of_field for name, (of_field, _) in fields(form).items()}
    needed = {name for name, (_, is_needed) in fields(form).items() if is_needed}

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise _refuse()
        if not needed <= value.keys():
            raise ShapeError(say("this field is missing"), min(needed - value.keys()))
        if not is_open and not value.keys() <= known.keys():
            raise ShapeError(say("no such field belongs here"), next(name for name in value if name not in known))
        for name, item in value.items():
            try:
                if name in known:
                    known[name](item)
            except ShapeError as fault:
                raise _at(name, fault) from None
    return check
