"""Positions as values: made from one another, with what was worked out about them, and written as JSON.

A position is a frozen dataclass. Its counters, where it has any, are named tuples by their ids.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, cached_property, wraps
from operator import attrgetter
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, Self, TypeAlias, TypeVar

from witp_pbem.table.event import freeze, thaw


class Remembering:
    """A position that keeps what has been worked out about it, in cached properties.

    Attributes:
        LASTING: the cached properties that hold for the next position, too, each with the fields it depends on: it goes
            on as long as none of these changes. All others begin anew.
        PARTS: what some fields consist of. A cached property may depend on a part: who knows which parts change makes
            the next position `with_parts`.
    """

    LASTING: ClassVar[Mapping[str, Collection[str]]] = {}
    PARTS: ClassVar[Mapping[str, Collection[str]]] = {}
    _fleeting: ClassVar[Collection[str]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._fleeting = [name for kind in cls.__mro__ for name, value in vars(kind).items()
                         if isinstance(value, cached_property) and name not in cls.LASTING]

    def but(self, **changed: Any) -> Self:
        """The position with other values in some fields, as `dataclasses.replace` makes it, but several times as
        fast."""
        return self.with_parts([part for name in changed for part in self.PARTS.get(name, ())], **changed)

    def with_parts(self, parts: Iterable[str], **changed: Any) -> Self:
        """The position with other values in some fields, of which only some parts change."""
        values = {**self.__dict__, **changed}
        for name in self._forgotten(frozenset((*changed, *parts))):
            values.pop(name, None)
        position = object.__new__(type(self))
        position.__dict__.update(values)
        return position

    @classmethod
    @cache
    def _forgotten(cls, touched: frozenset[str]) -> tuple[str, ...]:
        """The cached properties that do not hold any more once some fields or parts of them have changed."""
        return (*cls._fleeting, *(name for name, fields in cls.LASTING.items() if not touched.isdisjoint(fields)))


Values = ParamSpec("Values")
Kind = TypeVar("Kind", bound=Remembering)
Result = TypeVar("Result")


def remembered(store: str) -> Callable[[Callable[Concatenate[Kind, Values], Result]],
                                       Callable[Concatenate[Kind, Values], Result]]:
    """Makes a function of a position and some values keep its results with the position.

    Args:
        store: the cached property of the position, a dictionary, in which they are kept.
    """
    def keeping(function: Callable[Concatenate[Kind, Values], Result]) -> Callable[Concatenate[Kind, Values], Result]:
        @wraps(function)
        def asked(position: Kind, /, *values: Values.args, **named: Values.kwargs) -> Result:
            kept: dict[Any, Result] = getattr(position, store)
            key = (function, values, *named.items()) if named else (function, values)
            if key not in kept:
                kept[key] = function(position, *values, **named)
            return kept[key]

        return asked

    return keeping


def remembered_there(store: str) -> Callable[[Callable[Concatenate[Kind, Values], Result]],
                                             Callable[Concatenate[Kind, Values], Result]]:
    """As `remembered`, for what can be worked out of one place, which is the last of the values: whatever happens
    elsewhere, it goes on (`elsewhere`).

    Args:
        store: the cached property of the position, a dictionary of places, in which the results are kept.
    """
    def keeping(function: Callable[Concatenate[Kind, Values], Result]) -> Callable[Concatenate[Kind, Values], Result]:
        @wraps(function)
        def asked(position: Kind, /, *values: Values.args, **named: Values.kwargs) -> Result:
            kept: dict[Any, dict[Any, Result]] = getattr(position, store)
            there = kept.get(values[-1])
            if there is None:
                there = kept[values[-1]] = {}
            key = (function, values)
            if key not in there:
                there[key] = function(position, *values, **named)
            return there[key]

        return asked

    return keeping


def elsewhere(store: Mapping[str, dict[Any, Any]], places: Iterable[str]) -> dict[str, dict[Any, Any]]:
    """What `remembered_there` keeps, without some places."""
    kept = dict(store)
    for place in places:
        kept.pop(place, None)
    return kept


# What `remembered_everywhere` keeps: the results by place, and the places to be looked at again.
Overview: TypeAlias = tuple[Mapping[str, Any], Iterable[str]]
UP_TO_DATE: frozenset[str] = frozenset()


def remembered_everywhere(store: str, places: Callable[[Kind], Iterable[str]]) -> Callable[
        [Callable[Concatenate[Kind, Values], Result]], Callable[Concatenate[Kind, ...], Mapping[str, Result]]]:
    """As `remembered_there`, asked of all places at once: without the last of the values, which is the place. It tells
    the places, in no order, of which there is anything to tell, with what; after a change only the places it touches
    are looked at again (`overviews`).

    Args:
        store: the cached property of the position, a dictionary, in which the results are kept.
        places: all that there may be anything to tell of.
    """
    def keeping(function: Callable[..., Result]) -> Callable[Concatenate[Kind, ...], Mapping[str, Result]]:
        @wraps(function)
        def asked(position: Kind, /, *values: Any) -> Mapping[str, Result]:
            kept: dict[Any, Overview] = getattr(position, store)
            key = (asked, values)
            results, stale = kept[key] if key in kept else ({}, places(position))
            if stale:
                results = dict(results)
                for place in stale:
                    results.pop(place, None)
                    if result := function(position, *values, place):
                        results[place] = result
                kept[key] = results, UP_TO_DATE
            return results

        return asked

    return keeping


def overviews(store: Mapping[Any, Overview], places: frozenset[str]) -> dict[Any, Overview]:
    """What `remembered_everywhere` keeps, after a change at some places."""
    return {key: (results, places.union(stale)) for key, (results, stale) in store.items()}


# -- counters by place --------------------------------------------------------------------------------------------


class Identified(Protocol):
    """Something that has an id."""

    @property
    def id(self) -> str: ...


Counter = TypeVar("Counter", bound=Identified)


def by_place(counters: Iterable[Counter], place: Callable[[Counter], str]) -> dict[str, list[Counter]]:
    """The counters at each place that holds any, in their order; the places in no order.

    Args:
        place: where a counter is, "" nowhere.
    """
    here: dict[str, list[Counter]] = {}
    for counter in counters:
        if where := place(counter):
            here.setdefault(where, []).append(counter)
    return here


def by_place_after(here: Mapping[str, list[Counter]], changed: Mapping[str, tuple[Counter, Counter]],
                   place: Callable[[Counter], str], rank: Callable[[Counter], int]) -> dict[str, list[Counter]]:
    """The counters at each place after some have changed.

    Args:
        here: as `by_place` found them before.
        changed: the counters that change, before and after, by their ids.
        rank: the place of a counter in the order of all.
    """
    after = dict(here)
    for where in {where for pair in changed.values() for where in map(place, pair) if where}:
        counters = [counter for counter in here.get(where, ()) if counter.id not in changed]
        counters += [counter for _, counter in changed.values() if place(counter) == where]
        after[where] = sorted(counters, key=rank)
        if not counters:
            del after[where]
    return after


class WithCounters(Remembering, Generic[Counter]):
    """A position whose counters are listed by id in its field `units`, and looked for by place.

    Attributes:
        PLACE: the field of a counter that says where it is, "" for nowhere.
    """

    LASTING = {"here": ("units",), "ranks": ("units",)}
    PLACE: ClassVar[str] = "place"

    units: dict[str, Counter]

    @cached_property
    def here(self) -> dict[str, list[Counter]]:
        """The counters in each place that holds any, in the order of the counter list; the places in no order."""
        return by_place(self.units.values(), attrgetter(self.PLACE))

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The place of each counter in the counter list."""
        return {identifier: rank for rank, identifier in enumerate(self.units)}

    def in_order(self, units: Iterable[str]) -> tuple[str, ...]:
        """Counters in the order of the counter list."""
        return tuple(sorted(units, key=self.ranks.__getitem__))

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What rules have worked out about this position and may want again."""
        return {}

    def but_units(self, *changed: Counter) -> Self:
        """The position with some counters of the list changed."""
        pairs = {unit.id: (self.units[unit.id], unit) for unit in changed}
        here = by_place_after(self.here, pairs, attrgetter(self.PLACE), lambda unit: self.ranks[unit.id])
        position = self.but(units={**self.units, **{name: after for name, (_, after) in pairs.items()}})
        position.__dict__.update(here=here, ranks=self.ranks)
        return position


# -- JSON ---------------------------------------------------------------------------------------------------------


class PositionForm:
    """How the positions of a game are written as JSON. Give it as `form` of the game.

    Args:
        kind: the class of positions; fields that do not compare (the data in force) are not written.
        head: what every record begins with, such as the number of its format.
        outcome: the class of outcomes.
        counter: the class of the counters, which stand in the field "units".
        always: the fields of a counter that are written even at their usual value.
        optional: the fields of a position that are left out at their usual value.
    """

    def __init__(self, kind: type[Any], head: Mapping[str, Any], outcome: Any, counter: Any, always: Collection[str],
                 optional: Collection[str]) -> None:
        self.kind, self.head, self.outcome, self.counter, self.always = kind, head, outcome, counter, always
        self.optional = {field.name: field.default_factory() if callable(field.default_factory) else field.default
                         for field in dataclasses.fields(kind) if field.name in optional}
        self.fields = [field.name for field in dataclasses.fields(kind)
                       if field.compare and field.name not in ("units", "outcome")]

    def written(self, position: Any) -> list[str]:
        """The fields a position is written with, besides its counters and the outcome."""
        return [name for name in self.fields
                if name not in self.optional or getattr(position, name) != self.optional[name]]

    def to_json(self, position: Any) -> dict[str, Any]:
        """A position, ready for canonical JSON."""
        return {**self.head, **{name: thaw(getattr(position, name)) for name in self.written(position)},
                "units": [self.counter_json(unit) for unit in position.units.values()],
                "outcome": position.outcome._asdict() if position.outcome else None}

    def counter_json(self, counter: Any) -> dict[str, Any]:
        """A counter; what is as usual is left out."""
        usual = self.counter._field_defaults
        return {name: value for name, value in counter._asdict().items()
                if name in self.always or name not in usual or value != usual[name]}

    def from_json(self, record: Mapping[str, Any], **more: Any) -> Any:
        """The position a record describes; fields that are left out keep their usual value.

        Args:
            more: the fields that are not written.
        Raises:
            ValueError: an unknown field, or a counter without identity.
        """
        values = {name: freeze(value) for name, value in record.items() if name not in (*self.head, "about")}
        units = [self._counter(entry) for entry in values.pop("units", ())]
        outcome = values.pop("outcome", None)
        if unknown := sorted(values.keys() - set(self.fields)):
            raise ValueError(f"unknown fields: {', '.join(unknown)}")
        return self.kind(**more, **values, units={unit.id: unit for unit in units},
                         outcome=self.outcome(**outcome) if outcome else None)

    def _counter(self, entry: Any) -> Any:
        try:
            return self.counter(**entry)
        except TypeError as error:
            name = entry.get("id", "?") if isinstance(entry, Mapping) else entry
            raise ValueError(f"unit {name}: {error}") from error
