"""The content of each place of a chart in words: the cards a reader opens on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from witp_pbem.report.map.looks import anchor
from witp_pbem.report.map.places import PlaceContents, by_place
from witp_pbem.table.chart import Arrow, Chart, Spot, Stack
from witp_pbem.table.language import listing, say
from witp_pbem.table.tuples import NamedTuple


class NationForce(NamedTuple):
    """Counters of one nation in a place.

    Attributes:
        side: the side's code.
        nation: the nation's name.
        counters: for each type its name, the counters and a remark.
    """

    side: str
    nation: str
    counters: tuple[tuple[str, str, str], ...]


class PlaceCard(NamedTuple):
    """One place in words.

    Attributes:
        anchor: what a link to it ends with.
        place: its id, "" where its name says it.
        name: "" for none.
        forces: who stands there.
        markers: whose and what.
        news: what happened there, side and sentence.
        facts: what is printed there, in sentences.
    """

    anchor: str
    place: str
    name: str
    forces: tuple[NationForce, ...]
    markers: tuple[tuple[str, str], ...]
    news: tuple[tuple[str, str], ...]
    facts: tuple[str, ...]


def cards(chart: Chart) -> tuple[PlaceCard, ...]:
    """A card for each place of a chart, in its order."""
    called = {spot.place: spot.called for spot in chart.sheet.spots}
    contents = by_place(chart)
    return tuple(_card(spot, contents[spot.place], called) for spot in chart.sheet.spots)


def _card(spot: Spot, contents: PlaceContents, called: Mapping[str, str]) -> PlaceCard:
    markers = tuple((marker.side, marker.label) for marker in contents.markers)
    news = tuple(dict.fromkeys(_news(spot.place, contents, called)))
    return PlaceCard(anchor(spot.place), "" if spot.called == spot.name else spot.place, spot.name,
                     tuple(_forces(contents.stacks)), markers, news, spot.facts)


def _news(place: str, contents: PlaceContents, called: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for arrow in contents.arrows:
        end = arrow.route[-1]
        if place == end:
            yield arrow.side, arrived(arrow, called)
        else:
            yield arrow.side, say("To {place}: {who}", who=arrow.label, place=called.get(end, end))
    for clash in contents.clashes:
        yield clash.winner, clash.label
    if contents.continuing:
        yield "", say("The battle here goes on.")


def arrived(arrow: Arrow, called: Mapping[str, str]) -> str:
    """Who came from where, in words.

    Args:
        called: the names of places by id.
    """
    start = arrow.route[0]
    if start == arrow.route[-1]:
        return arrow.label
    return say("From {place}: {who}", who=arrow.label, place=called.get(start, start))


def _forces(stacks: list[Stack]) -> list[NationForce]:
    return [NationForce(side, nation, tuple((stack.kind.name, listing(stack.units), stack.remark) for stack in alike))
            for (side, nation), alike in groupby(stacks, lambda stack: (stack.side, stack.nation.name))]
