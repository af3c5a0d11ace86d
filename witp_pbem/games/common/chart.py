"""What stands on the map of a board wargame, for its chart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.nouns import unit_id
from witp_pbem.table.chart import CounterKind, Nation, Stack


def stacks(units: Iterable[Any], place: Callable[[Any], str], sides: Sequence[str], nations: Mapping[str, Nation],
           kinds: Mapping[str, CounterKind], remark: Callable[[Sequence[Any]], str],
           name: Callable[[Any], str] = unit_id, printed: Callable[[Any], str] | None = None) -> Iterator[Stack]:
    """Counters on the map, each once, by place, side, nation and type.

    Args:
        units: counters with `id`, `side`, `nation`, `kind` and `full`.
        place: the id of the place a counter stands in.
        sides, nations, kinds: in the order in which they are shown.
        remark: what else there is to say of a stack, "" for nothing.
        name: what a counter is called, in brackets one that is reduced.
        printed: the values printed on it, where it has any to be read.
    """
    orders = [{code: rank for rank, code in enumerate(codes)} for codes in (sides, nations, kinds)]
    groups: dict[tuple[str, str, str, str], list[Any]] = {}
    for unit in units:
        groups.setdefault((place(unit), unit.side, unit.nation, unit.kind), []).append(unit)

    def ranks(group: tuple[str, str, str, str]) -> tuple[Any, ...]:
        return group[0], *(order[code] for order, code in zip(orders, group[1:], strict=True))

    for group in sorted(groups, key=ranks):
        (where, side, nation, kind), alike = group, groups[group]
        yield Stack(where, side, nations[nation], kinds[kind], tuple(map(name, alike)),
                    sum(not unit.full for unit in alike), remark(alike), tuple(map(printed, alike)) if printed else ())
