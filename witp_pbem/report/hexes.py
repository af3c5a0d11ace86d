"""What is in each hex of a chart, in words: the cards a reader opens on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from witp_pbem.report.map.places import Held, by_hex
from witp_pbem.table.chart import Chart, Stack
from witp_pbem.table.language import listing, say


class Force(NamedTuple):
    """Counters of one nation in a hex: the side's code, the nation's name, and for each type its name, the counters
    and a remark."""

    side: str
    nation: str
    counters: tuple[tuple[str, str, str], ...]


class Card(NamedTuple):
    """One hex in words.

    Attributes:
        number, name: of the hex; a place without a name has "".
        forces: who stands there. depots: sides with a base there, code and what to call it.
        news: what happened there, side and sentence. facts: what is printed there, in sentences.
    """

    number: str
    name: str
    forces: tuple[Force, ...]
    depots: tuple[tuple[str, str], ...]
    news: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]


def cards(chart: Chart) -> tuple[Card, ...]:
    """A card for each hex of a chart, ascending by number."""
    called = {cell.number: cell.called for cell in chart.sheet.cells}
    return tuple(
        Card(cell.number, cell.name, tuple(_forces(held.stacks)),
             tuple((depot.side, depot.name) for depot in held.depots),
             tuple(dict.fromkeys(_news(cell.number, held, called))), cell.facts)
        for cell, held in zip(chart.sheet.cells, by_hex(chart).values(), strict=True))


def _news(number: str, held: Held, called: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for arrow in held.arrows:
        start, end = arrow.route[0], arrow.route[-1]
        if start == end:
            yield arrow.side, arrow.label
        elif number == start:
            yield arrow.side, say("To {place}: {who}", who=arrow.label, place=called.get(end, end))
        else:
            yield arrow.side, say("From {place}: {who}", who=arrow.label, place=called.get(start, start))
    for clash in held.clashes:
        yield clash.winner, clash.label
    if held.continuing:
        yield "", say("The battle here goes on.")


def _forces(stacks: list[Stack]) -> list[Force]:
    return [Force(side, nation, tuple((stack.kind_name, listing(stack.units), _aboard(stack)) for stack in found))
            for (side, nation), found in groupby(stacks, lambda stack: (stack.side, stack.nation_name))]


def _aboard(stack: Stack) -> str:
    return say.plural(stack.aboard, "{n} on a ship", "{n} on ships") if stack.aboard else ""
