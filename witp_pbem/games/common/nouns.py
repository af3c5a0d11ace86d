"""How the things of a board wargame are named in a sentence: counters by type and strength, places, dice, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from witp_pbem.games.common.language import say
from witp_pbem.games.common.units import Counter
from witp_pbem.table.language import listing, parts


class Carried(Counter, Protocol):
    """A counter that may be aboard another one; `aboard` is that one's id, "" for none."""

    @property
    def aboard(self) -> str: ...


C = TypeVar("C", bound=Carried)
Kinds = Mapping[str, str]  # the types of counters, each with its word, in the order always named


def unit_id(unit: Counter) -> str:
    """A counter by its id, in brackets when reduced, as wargamers write it."""
    return unit.id if unit.full else f"[{unit.id}]"


def with_ship(unit: Carried, name: str = "") -> str:
    """A counter with what carries it."""
    name = name or unit_id(unit)
    return say("{unit} on {ship}", unit=name, ship=unit.aboard) if unit.aboard else name


def _by_kind(units: Iterable[C], kinds: Kinds) -> Iterator[tuple[str, list[C]]]:
    """The word of each type with its counters, of the types there are."""
    pool = list(units)
    for kind, word in kinds.items():
        if alike := [unit for unit in pool if unit.kind == kind]:
            yield word, alike


def grouped(units: Iterable[C], kinds: Kinds, name: Callable[[C], str] = unit_id) -> str:
    """Counters by type with their ids: "2 carrier (JP-CV-1, [JP-CV-2]), 1 naval (JP-N-1)"."""
    return listing(say("{number} {kind} ({units})", number=len(alike), kind=word, units=listing(map(name, alike)))
                   for word, alike in _by_kind(units, kinds))


def strength(units: Sequence[Counter]) -> str:
    """How many counters, and in brackets how many of them are reduced: "5 [1]"; a dash for none."""
    reduced = sum(not unit.full for unit in units)
    if not units:
        return "–"
    return f"{len(units)} [{reduced}]" if reduced else str(len(units))


def forces(units: Sequence[Carried], kinds: Kinds) -> str:
    """The counters of a place by type, reduced ones counted in brackets, with ids: "3 naval [1 reduced]: ..."."""
    entries = []
    for word, alike in _by_kind(units, kinds):
        for group in ([unit for unit in alike if not unit.aboard], [unit for unit in alike if unit.aboard]):
            if group:
                entries.append(say("{what}: {units}", what=_counted(word, group),
                                   units=listing(map(with_ship, group))))
    return parts(entries)


def _counted(word: str, group: Sequence[Carried]) -> str:
    """How many counters of a type, all of them aboard or none, and how many are reduced."""
    reduced = sum(not unit.full for unit in group)
    what = say("{number} {kind}", number=len(group), kind=word)
    if group[0].aboard:
        what = say("{units} aboard", units=what)
    return say("{units} [{number} reduced]", units=what, number=reduced) if reduced else what


def thrown(dice: Iterable[int]) -> str:
    """Dice that are added up: "3 + 4"."""
    return " + ".join(map(str, dice))


def signed(number: int) -> str:
    """A number with its sign, and a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
