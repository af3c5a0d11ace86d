"""What is in each hex of a chart, in words: the cards a reader opens on the map."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

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

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands there and nothing happened there."""
        return not (self.forces or self.depots or self.news)


def cards(chart: Chart) -> tuple[Card, ...]:
    """A card for each hex of a chart, ascending by number."""
    names = dict(chart.sides)
    stacks: dict[str, list[Stack]] = {}
    for stack in chart.stacks:
        stacks.setdefault(stack.hex, []).append(stack)
    depots: dict[str, list[tuple[str, str]]] = {}
    for depot in chart.depots:
        depots.setdefault(depot.hex, []).append((depot.side, names.get(depot.side, depot.side)))
    news: dict[str, list[tuple[str, str]]] = {}
    places = {cell.number: f"{cell.name} ({cell.number})" if cell.name else cell.number for cell in chart.sheet.cells}
    for arrow in chart.arrows:
        start, end = arrow.route[0], arrow.route[-1]
        if start == end:
            news.setdefault(end, []).append((arrow.side, arrow.label))
        else:
            news.setdefault(start, []).append((arrow.side, say("To {place}: {who}", who=arrow.label,
                                                               place=places.get(end, end))))
            news.setdefault(end, []).append((arrow.side, say("From {place}: {who}", who=arrow.label,
                                                             place=places.get(start, start))))
    for clash in chart.clashes:
        news.setdefault(clash.hex, []).append((clash.winner, clash.label))
    for number in chart.continuing:
        news.setdefault(number, []).append(("", say("The battle here goes on.")))
    return tuple(
        Card(cell.number, cell.name, tuple(_forces(stacks.get(cell.number, []))), tuple(depots.get(cell.number, ())),
             tuple(dict.fromkeys(news.get(cell.number, ()))), cell.facts)
        for cell in chart.sheet.cells)


def _forces(stacks: list[Stack]) -> list[Force]:
    return [Force(side, nation, tuple((stack.kind_name, listing(stack.units), _aboard(stack)) for stack in found))
            for (side, nation), found in groupby(stacks, lambda stack: (stack.side, stack.nation_name))]


def _aboard(stack: Stack) -> str:
    return say.plural(stack.aboard, "{n} on a ship", "{n} on ships") if stack.aboard else ""
