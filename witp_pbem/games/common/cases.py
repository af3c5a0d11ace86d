"""Units in case files: named by their ids, taken by a description, and compared with what stands at a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.common.units import Counter, fits
from witp_pbem.table.case_lines import LineReader

Unit = TypeVar("Unit", bound=Counter)


class Described(Protocol):
    """Units as a line describes them."""

    @property
    def spec(self) -> UnitSpec: ...


Description = TypeVar("Description", bound=Described)


def units_by_id(units: Mapping[str, Unit], line: LineReader) -> list[Unit]:
    """Units by their ids, at least one."""
    named: list[Unit] = []
    line.skip(":")
    while not named or line.accept(",", "and"):
        name = line.word()
        if name.upper() not in units:
            raise ValueError(f"no such unit: {name}")
        named.append(units[name.upper()])
    return named


def take(units: Mapping[str, Unit], spec: UnitSpec, is_free: Callable[[Unit], bool]) -> list[Unit]:
    """The counters a description stands for: the one with its id, or the first that are free."""
    if spec.id:
        if spec.id not in units:
            raise ValueError(f"no such unit: {spec.id}")
        return [units[spec.id]]
    if not spec.nation or len(spec.kinds) != 1 or spec.number == EVERY:
        raise ValueError(f"say how many, of which nation and of which type, as in 2 US naval: {spec.text}")
    free = [unit for unit in units.values() if is_free(unit) and fits(spec._replace(full=None), unit)]
    if len(free) < spec.number:
        raise ValueError(f"there are not so many counters: {spec.text}")
    return free[:spec.number]


def unmatched(units: Sequence[Unit], described: Iterable[Description], also: Callable[[Unit, Description], bool],
              ) -> tuple[list[Description], list[Unit]]:
    """The descriptions no units stand for, and the units that none of them means.

    Args:
        also: what else than nation, type and strength must be so for a unit to be meant.
    """
    left, missing = list(units), list[Description]()
    # The exact names first, so that "1 land" does not take the unit that "1 UK land" means.
    for description in sorted(described, key=lambda one: (not one.spec.id, not one.spec.nation)):
        spec = description.spec
        fitting = [unit for unit in left if fits(spec._replace(full=None), unit)
                   and unit.full == (spec.full is not False) and also(unit, description)]
        count = len(fitting) if spec.number == EVERY else spec.number
        if len(fitting) < count or not count:
            missing.append(description)
        left = [unit for unit in left if unit not in fitting[:count]]
    return missing, left
