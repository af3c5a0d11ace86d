"""Where battles are fought, on the map of their game: a circle a place, as large as there were battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import sqrt

from witp_pbem.archive import naming
from witp_pbem.archive.statistics.battles import Place
from witp_pbem.report.map.counters import text
from witp_pbem.report.map.drawing import draw, whole_view
from witp_pbem.report.map.geometry import View, px
from witp_pbem.table.chart import Chart
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

SMALLEST = 7.0  # the radius of a circle that holds its number


def drawn(name: str, places: Sequence[Place]) -> str:
    """The map of a game as SVG with the battles on it; "" where none of its maps has any of these places. Battles on
    maps of the players' own are not on it, whatever their places are called."""
    game = naming.game_of(name)
    sheets = [_bare(game, chart) for chart in naming.openings(game)] if game else []
    chart = max(sheets, key=lambda sheet: len(_on(sheet, places)), default=None)
    if game is None or chart is None or not (there := _on(chart, places)):
        return ""
    picture = draw(chart, overlays=(), theme="auto", explained=False)
    called = {spot.place: spot.called for spot in chart.sheet.spots}
    return picture.removesuffix("</svg>") + "".join(_circles(whole_view(chart), there, called)) + "</svg>"


def _bare(game: Game, chart: Chart) -> Chart:
    """The printed map: nobody's, with nothing on it."""
    spots = tuple(spot._replace(control="") for spot in chart.sheet.spots)
    return Chart(game.title, chart.sheet._replace(spots=spots), chart.sides)


def _on(chart: Chart, places: Sequence[Place]) -> list[Place]:
    """The places that are on a map that comes with the game."""
    there = {spot.place for spot in chart.sheet.spots}
    return [place for place in places if place.place in there and not place.own_map]


def _circles(seen: View, places: Sequence[Place], called: Mapping[str, str]) -> Iterator[str]:
    """The circles, the largest below all others; each says what it is to whoever points at it."""
    most = max(place.battles for place in places)
    # in hexes they stand below the name, and are smaller
    largest, below = (0.5 * seen.size, 0.35 * seen.size) if seen.has_hexes else (0.75 * seen.size, 0.0)
    for place in sorted(places, key=lambda place: -place.battles):
        x, y = seen.centre(place.place)
        radius = SMALLEST + (largest - SMALLEST) * sqrt(place.battles / most)
        words = say("{place}: battles {battles}, campaigns {campaigns}", place=called[place.place],
                    battles=place.battles, campaigns=place.campaigns)
        yield (f'<g transform="translate({px(x)} {px(y + below)})"><title>{escape(words)}</title>'
               f'<circle class="m-burst" r="{px(radius)}"/>'
               f'{text(0, 4, 11, str(place.battles), "m-ink m-bold m-mid")}</g>')
