"""Boards of other games: 1,138 hexes and 22 points, each whole, in part, in letters and in cards, with three sides."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations
from math import hypot
from typing import get_args
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.report import theatres
from tests.report.boards import DUMP, SEA
from tests.report.boards import hexes as few
from tests.report.theatres import at, hex_chart, hexes, point_chart
from witp_pbem.report import strategic_map
from witp_pbem.report.cards import cards
from witp_pbem.report.html import whole
from witp_pbem.report.layout import width
from witp_pbem.report.map import draw, eventful, overlays, png, scene
from witp_pbem.report.map import width as wide
from witp_pbem.report.map.geometry import FULL, MARGIN, view
from witp_pbem.report.map.looks import GLYPHS, GROUNDS, PATTERNS, SHAPES, anchor
from witp_pbem.report.map.movement_arrows import STROKES
from witp_pbem.table.chart import (
    Chart,
    Colour,
    Edge,
    EdgeKind,
    Glyph,
    LineLooks,
    Mark,
    Marker,
    Pattern,
    Spot,
    Stroke,
)
from witp_pbem.table.language import speaking

SVG = "{http://www.w3.org/2000/svg}"


def drawn_places(svg: str) -> set[str]:
    """The anchors of the places a picture shows."""
    root = ElementTree.fromstring(svg)
    return {str(group.get("id"))[2:] for group in root.iter(f"{SVG}g") if group.find(f"{SVG}title") is not None
            and str(group.get("id")).startswith("m-")}


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


# -- many hexes -------------------------------------------------------------------------------------------------


def test_all_hexes_are_on_the_picture_and_none_beyond_its_rim() -> None:
    chart = hex_chart()
    svg = draw(chart)
    assert len(chart.sheet.spots) == 1138
    assert drawn_places(svg) == set(chart.sheet.board.places)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert box and float(box[1]) == wide(chart) > 2500
    whole_map = view(chart.sheet, "", 0, 0)
    for place in chart.sheet.board.places:
        x, y = whole_map.centre(place)
        assert x + 0.1 >= MARGIN + FULL and x <= float(box[1]) - FULL - MARGIN + 0.1 and 0 <= y <= float(box[2])


def test_every_ground_and_mark_of_it_is_explained_once() -> None:
    map_words = words(draw(hex_chart()))
    for name in ("jungle", "mixed terrain", "mountains", "atolls", "port", "airfield", "city", "resource", "blocked"):
        assert map_words.count(name) == 1, name


@pytest.mark.parametrize("columns", [72, 60, 48])
def test_the_text_map_goes_by_theatre_within_the_page(columns: int) -> None:
    lines = strategic_map.lines(hex_chart(), columns)
    assert max(map(width, lines)) <= columns
    text = "\n".join(lines)
    for name, _, _ in theatres.PARTS:
        assert name in lines
    assert "J2" in text and "J1" in text and "A1" in text
    if columns == 72:
        header = [line.split() for line in lines if re.fullmatch(r" +\d\d( \d\d)+", line)]
        assert [column for line in header for column in line] == [str(column) for column in range(10, 61)]
    else:
        assert "Counters" in text  # a theatre too wide for the page is a list


def test_without_theatres_it_goes_by_strips_of_columns() -> None:
    chart = hex_chart()
    bare = Chart(chart.title, chart.sheet._replace(theatres=()), chart.sides, chart.stacks)
    lines = strategic_map.lines(bare)
    assert max(map(width, lines)) <= 72
    assert [line for line in lines if line.startswith("Columns")] == [
        "Columns 10 to 26", "Columns 27 to 43", "Columns 44 to 60"]


def test_a_part_of_it_is_large_enough_for_a_mail() -> None:
    chart = hex_chart()
    truk = at(hexes(), "Truk")
    svg = draw(chart, around=truk, radius=3, explained=False)
    assert len(drawn_places(svg)) == 37
    box = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    assert box
    smallest = min(float(size) for size in re.findall(r'font-size="([\d.]+)"', svg))
    assert smallest * 608 / float(box[1]) >= 6  # as wide as mails show it
    with Image.open(BytesIO(png(svg, 608))) as picture:
        assert picture.width == 608


def test_the_place_where_most_happened_is_that_of_a_battle() -> None:
    chart = hex_chart()
    assert eventful(chart) == at(hexes(), "Rabaul")
    assert eventful(Chart("", chart.sheet, chart.sides, arrows=chart.arrows)) == chart.arrows[0].route[-1]
    assert eventful(Chart("", chart.sheet, chart.sides)) == ""


# -- points -----------------------------------------------------------------------------------------------------


def test_all_points_are_on_the_picture_apart_from_each_other() -> None:
    chart = point_chart()
    svg = draw(chart, overlays=overlays(chart))
    places = chart.sheet.board.places
    assert len(places) == 22 and drawn_places(svg) == {anchor(place) for place in places}
    seen = view(chart.sheet, "", 0, 0)
    for first, second in combinations(places, 2):
        (ax, ay), (bx, by) = seen.centre(first), seen.centre(second)
        assert hypot(ax - bx, ay - by) > 2.2 * FULL, (first, second)


def test_a_route_has_a_dot_for_every_step_beyond_the_first() -> None:
    chart = point_chart()
    stops = draw(chart, explained=False).count('<circle class="m-stop"')
    assert stops == sum(edge.length - 1 for edge in chart.sheet.edges) == 13
    map_words = words(draw(chart))
    for name in ("sea lane", "closed until Japan strikes south", "each dot: one step longer", "harbour", "island base"):
        assert map_words.count(name) == 1, name


def test_a_part_of_a_map_of_points_goes_by_the_length_of_ways() -> None:
    chart = point_chart()
    near = drawn_places(draw(chart, around="truk", radius=1))
    assert near == {anchor(place) for place in ("truk", "rabaul", "marianas", "kwajalein")}
    assert drawn_places(draw(chart, around="madagascar", radius=1)) == {"madagascar"}
    assert anchor("ceylon") in drawn_places(draw(chart, around="madagascar", radius=2))


def test_points_are_listed_with_their_ways() -> None:
    lines = strategic_map.lines(point_chart())
    assert max(map(width, lines)) <= 72
    text = " ".join(" ".join(lines).split())
    assert "Truk * Japan J1 A2 kwajalein, marianas" in text and "midway (2)" in text
    assert "battles: Borneo, Truk" in text and "D12 Netherlands: 12 counters" in text


def test_places_are_called_in_the_language_spoken() -> None:
    with speaking("ja"):
        chart = point_chart()
        assert "トラック島" in draw(chart) and "トラック島 (truk)" in "".join(strategic_map.lines(chart))
        assert max(map(width, strategic_map.lines(chart))) <= 72


# -- ids of any form --------------------------------------------------------------------------------------------


def test_ids_of_any_form_are_links_that_lead_to_their_cards() -> None:
    odd = ("Truk lagoon", 'a"b<c', "日本", "a_b", "a b")
    sheet = point_chart().sheet
    board = theatres.PointMap({place: (number * 100, 0) for number, place in enumerate(odd)}, [])
    chart = Chart("", sheet._replace(board=board, spots=tuple(Spot(place) for place in odd), edges=()), ())
    links = re.findall(r'<a href="#place-([^"]+)"', draw(chart, links=True))
    assert links == [card.anchor for card in cards(chart)] and len(set(links)) == len(odd)
    assert all(re.fullmatch(r"\w+", link, re.ASCII) for link in links)
    assert whole("at Hawaii (Truk lagoon), so", frozenset(odd)) == \
        f'at Hawaii (<a class="at" href="#place-{anchor("Truk lagoon")}">Truk lagoon</a>), so'
    assert 'data-place="Truk_20_lagoon"' in scene.scene(chart, scene.everywhere(chart), (), "Map")


# -- what a game may ask for ------------------------------------------------------------------------------------


def test_everything_a_game_may_ask_for_is_drawn_and_differs() -> None:
    assert set(get_args(Glyph)) <= GLYPHS.keys()
    assert set(get_args(Colour)) == {"", *GROUNDS}
    assert set(get_args(Pattern)) == {"", "peaks", *PATTERNS}
    assert set(get_args(Stroke)) == STROKES.keys()
    spots = (Spot("0101", "", SEA), Spot("0102", "", SEA))
    drawn = {draw(Chart("", few(spots, (Edge("0101", "0102", EdgeKind(looks, "edge", looks)),)), ()))
             for looks in get_args(LineLooks)}
    assert len(drawn) == len(get_args(LineLooks))


def test_letters_are_a_sign_too() -> None:
    mark = Mark("detachment", "detachment", "D2")
    chart = Chart("", few((Spot("0101", "", SEA, marks=(mark,)),)), (("red", "Red"),),
                  markers=(Marker("0101", "red", mark, "A detachment"),))
    svg = draw(chart)
    assert words(svg).count("D2") >= 1 and "detachment of Red" in svg and "A detachment" in svg


# -- sides ------------------------------------------------------------------------------------------------------


def test_six_sides_differ_without_colour() -> None:
    sides = tuple((f"side {number}", f"Side {number}") for number in range(1, 7))
    spots = tuple(Spot(f"010{number}", "", SEA, control=code) for number, (code, _) in enumerate(sides, 1))
    markers = tuple(Marker(spot.place, spot.control, DUMP, "") for spot in spots)
    chart = Chart("", few(spots), sides, markers=markers)
    assert [chart.number_of(code) for code, _ in (*sides, ("nobody", ""))] == [1, 2, 3, 4, 5, 6, 0]
    svg = draw(chart)
    for sign in ("base", "sign"):
        bodies = re.findall(rf'<g id="m-{sign}-\d">(.*?)</g>', svg)
        assert len({re.sub(r'class="[^"]*"', "", body) for body in bodies}) == 6
    assert len(set(SHAPES)) == 7
