"""The map over pictures that pages share, and drawings that have the same in several places."""

from __future__ import annotations

import re

import pytest

from tests.report.theatres import hex_chart, point_chart
from witp_pbem.report.map import shared
from witp_pbem.report.map.repeats import once
from witp_pbem.report.map.shared import Pictures
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import JAPANESE, speaking

USE = re.compile(r'<use href="#(m-again-\d+)" transform="([^"]*)"/>')
WHERE = Pictures("below.svg", "above.svg", "printed.svg")


def unfolded(drawn: str, symbols: dict[str, str]) -> str:
    """A drawing with what its symbols stand for, of groups."""
    while USE.search(drawn):
        drawn = USE.sub(lambda match: symbols[match[1]].replace(f'id="{match[1]}"', f'transform="{match[2]}"'), drawn)
    return drawn


def test_what_is_drawn_more_than_once_is_a_symbol() -> None:
    box = '<path class="m-f1" d="M0 0H17V17.8H0Z"/><text class="m-bold" y="2.9">UK</text>'
    line = f'<g transform="translate(1 2)">{box}</g><path d="M0 0H9Z"/><g transform="scale(2)">{box}</g>'
    drawn = "".join(f'<g transform="translate(0 {y})">{line}</g>' for y in range(3)) + "<g><text>once</text></g>"
    shorter, symbols = once(drawn)
    assert len(shorter) + sum(map(len, symbols.values())) < 0.6 * len(drawn)
    assert unfolded(shorter, symbols) == drawn


def test_a_long_line_is_drawn_once_with_the_looks_of_each() -> None:
    way = "M" + " ".join(str(number) for number in range(40)) + "Z"
    shorter, symbols = once(f'<path class="m-case" stroke-width="3" d="{way}"/><path class="m-s2" d="{way}"/>')
    assert shorter == ('<use class="m-case" stroke-width="3" href="#m-again-0"/>'
                       '<use class="m-s2" href="#m-again-0"/>')
    assert symbols == {"m-again-0": f'<path id="m-again-0" d="{way}"/>'}


def test_nothing_comes_twice_in_nothing() -> None:
    assert once("") == ("", {})


@pytest.mark.parametrize("chart", [hex_chart(), point_chart()], ids=["hexes", "points"])
def test_pictures_are_the_same_whoever_holds_the_places(chart: Chart) -> None:
    taken = chart.sheet._replace(spots=tuple(spot._replace(control=chart.sides[0][0]) for spot in chart.sheet.spots))
    english = shared.pictures(chart.sheet)
    assert shared.pictures(taken) == english
    with speaking(JAPANESE):  # the ground has no words
        assert shared.pictures(chart.sheet)[:2] == english[:2]


@pytest.mark.parametrize("chart", [hex_chart(), point_chart()], ids=["hexes", "points"])
def test_a_page_draws_only_what_changed(chart: Chart) -> None:
    drawn = shared.draw(chart, chart.sheet, ("moves",))
    changed = shared.changed(chart, chart.sheet)
    assert {stack.place for stack in chart.stacks} <= changed and len(changed) < len(chart.sheet.spots)
    assert drawn.count("<a href") == len(changed)
    defined = shared.definitions(drawn, chart, WHERE, {})
    needed = set(re.findall(r'(?:href="|url\()#([\w.-]+)', drawn + defined))
    assert needed <= set(re.findall(r' id="([^"]+)"', drawn + defined)) | {
        f"place-{place}" for place in map(shared.looks.anchor, changed)}
    assert re.findall(r'<image href="([^"]+)"', defined) == list(WHERE)
