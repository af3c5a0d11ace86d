"""The map as a drawing: everything on the table is in it, everything in it is safe, and no sign depends on colour."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image, ImageChops

from tests.campaigns import play
from tests.fixtures.map_fonts import FOLDER
from tests.report import gold
from tests.report.boards import (
    ARRIVE,
    COURSES,
    DUMP,
    FIELD,
    JOINED,
    LAND,
    MOVE,
    OIL,
    PORT,
    SEA,
    SHORE,
    SUPPLY,
    WALL,
    ZONES,
    hexes,
    stack,
)
from tests.report.stories import busy_turn, manila_fought
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.common.hexmap import HexMap, numbered
from witp_pbem.report.map import draw, keys, overlays, places, png, signs
from witp_pbem.report.map.geometry import FULL, ring, text_width, view
from witp_pbem.report.map.looks import COLOURS, GROUNDS, SIDES, SILHOUETTES, anchor
from witp_pbem.report.map.terrain import coast, partings
from witp_pbem.table.chart import (
    Area,
    Arrow,
    Chart,
    Clash,
    CounterKind,
    Course,
    Edge,
    EdgeKind,
    Ground,
    Mark,
    Marker,
    Nation,
    Network,
    Overlay,
    Sheet,
    Silhouette,
    Spot,
    Stack,
)
from witp_pbem.table.language import language, speaking

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert('x')</script>\"&]]>\u202e\x07"
OVERLAYS = ("moves", "azoc", "supply")


def chart(name: str) -> Chart:
    """The map of a campaign, in the words of the language spoken."""
    return _chart(name, language())


@cache
def _chart(name: str, spoken: str) -> Chart:
    story = {"busy": busy_turn, "manila": manila_fought}[name]()
    return story.game.narration.chart(story.position, story.entries, "")


@pytest.fixture
def game_chart(told_story: Story) -> Chart:
    """The map at the end of a turn of each game."""
    return told_story.game.narration.chart(told_story.position, told_story.entries, "")


def small(**changes: object) -> Chart:
    """Two hexes with land and one between seas, with whatever a test puts on them."""
    spots = (Spot("0101", "West", SHORE, marks=(PORT,), owner="red", control="red"), Spot("0102", "", SEA),
             Spot("0201", "East", LAND, marks=(FIELD,), owner="blue", control="red"), Spot("0202", "", SEA))
    return Chart(**{"title": "Now", "sheet": hexes(spots, (Edge("0101", "0201", JOINED),)),  # type: ignore[arg-type]
                    "sides": (("red", "Red"), ("blue", "Blue")), **changes})


def hex_group(svg: str, number: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    return next(each for each in root.iter(f"{SVG}g") if each.get("id") == f"m-{anchor(number)}")


def printed(svg: str, number: str) -> str:
    """What lies below the counters of a hex."""
    place = hex_group(svg, number).get("transform")
    group, _ = (each for each in ElementTree.fromstring(svg).iter(f"{SVG}g") if each.get("transform") == place)
    return ElementTree.tostring(group, "unicode")


def words(element: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in element.iter(f"{SVG}text")]


# -- what it looks like -----------------------------------------------------------------------------------------


def test_the_map_after_manila() -> None:
    gold.check("manila-map.svg", draw(chart("manila"), overlays=OVERLAYS))


def test_the_theatre_round_manila_from_near() -> None:
    gold.check("manila-detail.svg", draw(chart("manila"), around="0606", radius=2))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_a_map_is_well_formed_and_small(theme: str, game_chart: Chart) -> None:
    svg = draw(game_chart, overlays=OVERLAYS, links=True, prefix="big-", theme=theme)  # type: ignore[arg-type]
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert len(svg.encode()) < 160_000
    assert not re.search(r"https?://(?!www\.w3\.org)|@import|<image|<script|var\(", svg)


def test_the_same_chart_gives_the_same_bytes() -> None:
    assert draw(chart("busy"), overlays=OVERLAYS) == draw(chart("busy"), overlays=list(reversed(OVERLAYS)))


def test_dark_follows_the_screen_but_never_the_paper() -> None:
    light, auto = draw(small()), draw(small(), theme="auto")
    assert "@media" not in light
    assert "@media screen and (prefers-color-scheme:dark)" in auto
    assert draw(small(), theme="dark").count("fill:#14212a") == auto.count("fill:#14212a") == 1


# -- everything is there ----------------------------------------------------------------------------------------


def test_every_stack_is_counted_once_at_its_place(game_chart: Chart) -> None:
    """By its type, or where there is no room for all of a nation, together with the others of it."""
    svg = draw(game_chart)
    counted = {spot.place: Counter(words(hex_group(svg, spot.place))) for spot in game_chart.sheet.spots}
    wanted: dict[str, Counter[str]] = {}
    together: dict[str, Counter[str]] = {}
    for each in game_chart.stacks:
        wanted.setdefault(each.place, Counter())[f"{each.size}{each.kind.sign}"] += 1
        together.setdefault(each.place, Counter())[each.nation.code] += each.size
    signs = {each.kind.sign for each in game_chart.stacks}
    for number, word_counts in counted.items():
        chips = Counter({word: times for word, times in word_counts.items()
                         if word[:1].isdigit() and word.strip("0123456789") in signs})
        sums = [str(size) for size in together.get(number, Counter()).values()]
        assert chips == wanted.get(number, Counter()) or sums and all(word_counts[size] for size in sums), number


@pytest.mark.parametrize("name", ["busy", "manila"])
def test_from_near_every_counter_is_named_once(name: str) -> None:
    svg = draw(chart(name), around="0606", radius=3)
    board = chart(name).sheet.board
    near = [place for place in board.places if (board.distance(place, "0606") or 0) <= 3]
    assert sorted(re.findall(r'<g id="m-(\d{4})"', svg)) == sorted(near)
    for number in near:
        units = [unit for each in chart(name).stacks if each.place == number for unit in each.units]
        hex_words = words(hex_group(svg, number))
        assert sorted(word for word in hex_words if word in units) == sorted(units)
    far = [unit for each in chart(name).stacks if each.place not in near for unit in each.units]
    assert far and not set(far) & set(words(ElementTree.fromstring(svg)))


def test_a_hex_tells_all_about_itself_to_whoever_points_at_it() -> None:
    shown = small(
        sheet=small().sheet._replace(spots=(Spot("0101", "West", facts=("Printed port.",), control="blue"),
                                            *small().sheet.spots[1:])),
        stacks=(stack("0101", "red", "R-1", "[R-2]", remark="1 on a ship"), stack("0101", "blue", "B-1", kind="tank")),
        markers=(Marker("0101", "blue", DUMP, "Base of Blue"),), continuing=("0101",),
        arrows=(Arrow("red", MOVE, ("0202", "0201", "0101"), 2, "R-1 sailed to West"),),
        clashes=(Clash("0101", "fleet", "Fleet battle, won by Red", "red"),))
    title = hex_group(draw(shown), "0101").findtext(f"{SVG}title") or ""
    for part in ("West (0101)", "Printed port.", "Held by Blue", "Base of Blue", "R-1, [R-2]; 1 on a ship",
                 "B-1", "Fleet battle, won by Red", "R-1 sailed to West", "The battle here goes on."):
        assert part in title, part
    assert "R-1 sailed to West" in (hex_group(draw(shown), "0202").findtext(f"{SVG}title") or "")
    assert "R-1 sailed to West" not in (hex_group(draw(shown), "0201").findtext(f"{SVG}title") or "")


def test_the_remark_stands_in_the_picture_itself() -> None:
    remarked = small(sheet=small().sheet._replace(remark="Drawn from memory. " * 20))
    lines = words(ElementTree.fromstring(draw(remarked)))
    assert " ".join(lines).count("Drawn from memory.") == 20
    assert all(text_width(line, 11) < 1000 for line in lines)


@pytest.mark.parametrize(("around", "radius"), [("", 0), ("0606", 2)])
def test_names_and_numbers_lie_below_all_counters(around: str, radius: int) -> None:
    svg = draw(chart("busy"), around=around, radius=radius)
    last = max(svg.index(f">{spot.place}</text>") for spot in view(chart("busy").sheet, around, radius, 0).spots)
    named = max(svg.rindex(f">{word}</text>") for word in ("Manila", "Leyte"))
    assert max(last, named) < re.search(r'<g id="m-\d{4}"', svg).start()  # type: ignore[union-attr]


def test_a_page_may_explain_the_map_beside_it() -> None:
    remarked = small(sheet=small().sheet._replace(remark="Drawn from memory."), stacks=(stack("0101", "red", "R-1"),))
    svg, narrow, wide = draw(remarked, explained=False), signs(remarked), signs(remarked, 1000)
    explained = set(words(ElementTree.fromstring(draw(remarked))))
    word_sets = [set(words(ElementTree.fromstring(each))) for each in (svg, narrow, wide)]
    assert word_sets[1] == word_sets[2] and "held by Red" in word_sets[1]
    assert word_sets[0] | word_sets[1] | {"Drawn from memory."} == explained
    assert not word_sets[0] & {"held by Red", "Drawn from memory."}
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', narrow)) <= set(re.findall(r'\bid="([^"]+)"', svg))
    assert 'viewBox="0 0 236 ' in narrow and 'viewBox="0 0 1000 ' in wide


def test_whoever_arrives_comes_over_the_map_and_hides_no_number() -> None:
    sheet = hexes((*small().sheet.spots, Spot("0103", "South", SEA, marks=(PORT,), control="red")))
    came = (Arrow("red", ARRIVE, ("0102",), None, "came"), Arrow("red", ARRIVE, ("0103",), None, "came"))
    svg = draw(small(sheet=sheet, stacks=(stack("0102", "red", "R-1"),), arrows=came))
    middles = {spot.place: [float(each) for each in hex_group(svg, spot.place).get("transform", "")[10:-1].split()]
               for spot in sheet.spots}
    arrows = re.findall(r"<g><title>came</title>(.*?)</g>", svg)
    starts = [[float(each) for each in re.search(r'cx="(\S+)" cy="(\S+)"', arrow).groups()]  # type: ignore[union-attr]
              for arrow in arrows]
    assert len(starts) == 2
    for x, y in starts:
        assert any(hypot(x - a, y - b) < FULL for a, b in middles.values())
    (x, y), (a, b) = starts[0], middles["0103"]
    assert abs(x - a) > 20 or y < b - 29


def test_reduced_counters_show() -> None:
    whole = draw(small(stacks=(stack("0101", "red", "R-1", "R-2"),)))
    some = draw(small(stacks=(stack("0101", "red", "R-1", "[R-2]"),)))
    every = draw(small(stacks=(stack("0101", "red", "[R-1]", "[R-2]"),)))
    assert "m-worn-1" in every and "m-worn-1" not in some + whole
    drawn = [len(hex_group(svg, "0101").findall(f".//{SVG}path")) for svg in (whole, some)]
    assert drawn[1] == drawn[0] + 1
    assert "arrowhead: some reduced" in some and "arrowhead and hatching: all reduced" in every
    assert "reduced" not in words_of(whole)


def words_of(svg: str) -> str:
    return " ".join(words(ElementTree.fromstring(svg)))


def test_the_winner_of_the_last_battle_in_a_hex_has_his_sign_there() -> None:
    fought = small(clashes=(Clash("0101", "fleet", "first", "blue"), Clash("0101", "ground", "second", "red"),
                            Clash("0102", "fleet", "draw", "")), continuing=("0102",))
    svg = draw(fought)
    signs = {number: re.findall(r'href="#m-(won-\d|swords)"', ElementTree.tostring(hex_group(svg, number), "unicode"))
             for number in ("0101", "0102", "0201")}
    assert signs == {"0101": ["won-1"], "0102": ["swords"], "0201": []}
    assert "won by Red" in words_of(svg) and "won by Blue" not in words_of(svg)
    assert svg.count('class="m-burst"') == 2 + 1  # and one in the legend


def test_counters_in_the_place_beside_do_not_hide_the_signs_of_a_battle() -> None:
    order = re.findall(r'<g id="m-(\d{4})"', draw(small()))
    first, second, *others = order
    fought = draw(small(clashes=(Clash(first, "fleet", "first", "blue"),), continuing=(second,)))
    assert re.findall(r'<g id="m-(\d{4})"', fought) == [*others, first, second]


def test_who_took_a_place_is_told_from_who_has_always_held_it() -> None:
    svg = draw(small())
    assert 'href="#m-taken-1"' in printed(svg, "0201")
    assert 'href="#m-sign-1"' in printed(svg, "0101")
    assert "taken by Red" in svg and "held by Red" in svg and "held by Blue" not in svg


# -- crowds -----------------------------------------------------------------------------------------------------


def frames(svg: str, number: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every counter box in a hex."""
    boxes = []

    def walk(element: ElementTree.Element, x: float, y: float, scale: float) -> None:
        moved = re.match(r"translate\((\S+) ([^)]+)\)(?: scale\((.+)\))?", element.get("transform", ""))
        if moved:
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
            scale *= float(moved[3] or 1)
        box = re.match(r"M0 0H([\d.]+)V([\d.]+)H0Z$", element.get("d", ""))
        if box:
            boxes.append((x, y, x + scale * float(box[1]), y + scale * float(box[2])))
        for child in element:
            walk(child, x, y, scale)

    walk(hex_group(svg, number), 0.0, 0.0, 1.0)
    return boxes


def apart(chart_: Chart, smallest: float) -> None:
    """No counter box reaches over one of another hex, and what is written on them can be read."""
    svg = draw(chart_, overlays=())
    here = {number: set(frames(svg, number)) for number in {each.place for each in chart_.stacks}}
    assert all(here.values())
    for number, boxes in here.items():
        for other in chart_.sheet.board.neighbours(number):
            for a in boxes:
                for b in here.get(other, ()):
                    across, down = (min(a[far], b[far]) - max(a[near], b[near]) for near, far in ((0, 2), (1, 3)))
                    assert min(across, down) < 1, (number, other)
        assert all(round(bottom - top, 1) >= smallest * 13 for _, top, _, bottom in boxes), number


def test_no_counters_lie_on_those_of_another_hex(tmp_path: Path) -> None:
    play(tmp_path / "random", 8, last_turn=3)
    story = tell(open_campaign(tmp_path / "random"))
    for item in story.so_far[::40]:
        apart(story.game.narration.chart(item.position_after, (), ""), 0.7)


def test_not_even_where_every_hex_is_crowded() -> None:
    kinds = ("CV", "N", "L", "A")
    spots = tuple(Spot(f"{column:02d}{row:02d}", "San Francisco", LAND, marks=(PORT, OIL), owner="blue")
                  for column in (1, 2, 3) for row in (1, 2, 3))
    stacks = tuple(Stack(spot.place, side, Nation(nation, nation, nation), CounterKind(kind, kind, kind),
                         (f"{nation}-{kind}-1",) * 9)
                   for spot in spots for side, nation in (("red", "JP"), ("blue", "US"), ("blue", "UK"))
                   for kind in kinds)
    apart(small(sheet=hexes(spots), stacks=stacks), 0.4)


# -- symbols ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["busy", "manila"])
@pytest.mark.parametrize(("around", "radius"), [("", 0), ("0606", 2), ("1806", 0)])
def test_every_symbol_that_is_used_is_there_and_no_other(name: str, around: str, radius: int) -> None:
    svg = draw(chart(name), around=around, radius=radius, overlays=OVERLAYS, prefix="a-")
    there = re.findall(r'\bid="([^"]+)"', svg)
    there_are = {f"a-m-{spot.place}" for spot in chart(name).sheet.spots}
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', svg)) | set(re.findall(r'aria-\w+="([^"]+)"', svg))
    assert len(there) == len(set(there))
    assert all(each.startswith("a-") for each in there)
    assert set(there) - there_are == used
    classes = {each for names in re.findall(r'class="([^"]+)"', svg) for each in names.split()} - {"m-map"}
    assert classes <= set(re.findall(r"\.(m-[\w-]+)\{", svg))


def test_the_legend_has_what_is_there_and_nothing_else() -> None:
    bare = Chart("Now", hexes((Spot("0101", "", SEA),)), (("red", "Red"),))
    for sign in ("port", "airfield", "jungle", "mountains", "battle", "arrival", "closed", "supply"):
        assert sign not in words_of(draw(bare)), sign
    moved = small(arrows=tuple(Arrow("red", course, ("0102",) if course == ARRIVE else ("0102", "0202"), None, "")
                               for course in COURSES))
    for sign in ("movement of Red", "redeployment of Red", "retreat of Red", "displacement of Red", "arrival of Red"):
        assert sign in words_of(draw(moved)), sign
        assert sign not in words_of(draw(moved, overlays=()))


def colourless(svg: str) -> str:
    """A drawing without its classes, which are all that gives it colour."""
    return re.sub(r'class="[^"]*"', "", svg)


def test_the_sides_differ_without_colour() -> None:
    def drawn(side: str) -> str:
        shown = small(stacks=(stack("0102", side, "X-1"),), markers=(Marker("0202", side, DUMP, ""),))
        svg = draw(shown)
        return "".join(ElementTree.tostring(hex_group(svg, number), "unicode") for number in ("0102", "0202"))

    red, blue = drawn("red"), drawn("blue")
    assert len(re.findall(r'<ns0:path', red)) < len(re.findall(r'<ns0:path', blue))  # a double border takes two
    assert "m-base-1" in red and "m-base-2" in blue
    both = draw(small(sheet=small().sheet._replace(spots=(
        Spot("0101", control="red", owner="blue"), Spot("0102", control="blue", owner="red"),
        Spot("0201", control="blue"), Spot("0202", control="red"))),
        markers=(Marker("0101", "red", DUMP, ""), Marker("0102", "blue", DUMP, ""))))
    shapes = dict(re.findall(r'<g id="m-((?:sign|base|taken)-\d)">(.*?)</g>', both))
    assert sorted(shapes) == ["base-1", "base-2", "sign-1", "sign-2", "taken-1", "taken-2"]
    assert len({colourless(body) for body in shapes.values()}) == 6


def test_every_way_to_move_has_a_line_of_its_own_without_colour() -> None:
    def line(course: Course, side: str) -> str:
        route = ("0102",) if course == ARRIVE else ("0102", "0201")
        svg = draw(small(arrows=(Arrow(side, course, route, None, "moved"),)))
        return colourless(re.search(r"<g><title>moved</title>(.*?)</g>", svg)[1])  # type: ignore[index]

    assert len({line(course, side) for course in COURSES for side in ("red", "blue")}) == 10


def test_arrows_on_one_way_lie_side_by_side_and_each_has_its_cost() -> None:
    moved = small(arrows=tuple(Arrow("red", MOVE, ("0102", "0201"), cost, f"move {cost}") for cost in (1, 2, 3)))
    svg = draw(moved)
    paths = re.findall(r'<g><title>move \d</title><path class="m-case"[^>]* d="([^"]+)"', svg)
    assert len(set(paths)) == 3
    spots = [(float(x), float(y))
             for x, y in re.findall(r'<circle class="m-disc[^"]*" cx="([\d.]+)" cy="([\d.]+)"', svg)]
    assert len(spots) == 3
    assert all(abs(a - c) + abs(b - d) > 8 for index, (a, b) in enumerate(spots) for c, d in spots[index + 1:])


def test_the_sides_areas_and_lines_differ_without_colour() -> None:
    def laid(overlay: Overlay, side: str) -> tuple[str, str]:
        shown = small(areas=(Area(overlay, side, "area", ("0101", "0201")),),
                      networks=(Network(overlay, side, "net", (("0101", "0201"),)),))
        svg = draw(shown, overlays=(overlay.code,))
        assert {"area", "net"} <= set(words(ElementTree.fromstring(svg)))
        assert not {"area", "net"} & set(words(ElementTree.fromstring(draw(shown, overlays=("moves",)))))
        pattern = re.search(r'<pattern id="m-[a-z]+-\d"(.*?)</pattern>', svg)
        strokes = re.findall(r'<path class="m-(?:case|s\d)" stroke-width="([\d.]+)" stroke-opacity="\.(?:7|85)"', svg)
        assert pattern and strokes
        return colourless(pattern[1]), strokes[0]

    drawn = [laid(overlay, side) for overlay in (ZONES, SUPPLY) for side in ("red", "blue")]
    assert len({pattern for pattern, _ in drawn}) == 4
    assert len({stroke for _, stroke in drawn}) == 2


def test_an_area_is_bordered_where_it_ends() -> None:
    one, two = (draw(small(areas=(Area(ZONES, "red", "area", places),)), overlays=("azoc",))
                for places in (("0101",), ("0101", "0201")))
    rims = [re.search(r'stroke-dasharray="6 3" d="((?:M[^"LZ]+L[^"MZ]+)+)"', svg) for svg in (one, two)]
    assert [rim[1].count("M") for rim in rims if rim] == [6, 10]


def test_a_page_can_switch_overlays() -> None:
    svg = draw(chart("busy"), switched=True, theme="auto")
    root = ElementTree.fromstring(svg)
    layers = {name: [each for each in root.iter(f"{SVG}g") if each.get("class") == f"over-{name}"] for name in OVERLAYS}
    assert all(layers.values())
    assert {name: {each.get("display") for each in groups} for name, groups in layers.items()} == {
        "moves": {None}, "azoc": {"none"}, "supply": {"none"}}
    switches = keys(chart("busy"))
    assert list(switches) == list(OVERLAYS) and not switches["moves"]
    for name in ("azoc", "supply"):
        labels = {each.label for each in (*chart("busy").areas, *chart("busy").networks) if each.overlay.code == name}
        assert set(words(ElementTree.fromstring(switches[name]))) == labels
        assert not labels & set(words(root))
        assert set(re.findall(r"url\(#([^)]+)", switches[name])) <= set(re.findall(r'id="([^"]+)"', svg))
    assert "movement of" in " ".join(word for each in layers["moves"] for word in words(each))
    assert keys(small()) == {}


def test_moves_are_an_overlay_like_others() -> None:
    assert "<g><title>" in draw(chart("busy"))
    assert "<g><title>" not in draw(chart("busy"), overlays=())


# -- colours ------------------------------------------------------------------------------------------------------

# Linear light of those who see no red (protanopia) and no green (deuteranopia): Machado, Oliveira, Fernandes 2009.
SIGHTS = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
}


def light(colour: str) -> tuple[float, ...]:
    parts = (int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def seen(colour: str, sight: str) -> tuple[float, ...]:
    return tuple(sum(share * part for share, part in zip(row, light(colour), strict=True)) for row in SIGHTS[sight])


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG 2 reckons it."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (light(first), light(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_words_can_be_read_on_their_ground(theme: int) -> None:
    shade = {name: both[theme] for name, both in COLOURS.items()}
    shade |= {f"side {number}": both[theme] for number, both in enumerate(SIDES)}
    shade |= {name: both[theme] for name, both in GROUNDS.items()}
    for letters, ground in (
            ("ink", "sea"), ("ink", "land"), ("ink", "flash"), ("ink", "paper"),
            ("soft", "paper"), ("soft", "sea"), ("soft", "land"), ("chip", "side 1"), ("side 2", "chip"),
            *(("ink", ground) for ground in GROUNDS), *(("chip", f"side {number}") for number in (3, 6)),
            *((f"side {number}", "chip") for number in (4, 5))):
        assert contrast(shade[letters], shade[ground]) >= 4.5, (letters, ground)
    for sign, ground in (*((f"side {number}", ground) for number in range(1, len(SIDES)) for ground in ("sea", "land")),
                         ("coast", "land"), ("coast", "sea"), ("wall", "sea"), ("wall", "green"), ("way", "sea")):
        assert contrast(shade[sign], shade[ground]) >= 3, (sign, ground)


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_sides_keep_apart_for_every_eye(theme: int, sight: str) -> None:
    one, two = (seen(SIDES[number][theme], sight) for number in (1, 2))
    assert sum(abs(a - b) for a, b in zip(one, two, strict=True)) > 0.3
    for number in (1, 2):
        for ground in ("sea", "land"):
            apart = zip(seen(SIDES[number][theme], sight), seen(COLOURS[ground][theme], sight), strict=True)
            assert sum(abs(a - b) for a, b in apart) > 0.5, (number, ground)


# -- links, names, ids --------------------------------------------------------------------------------------------


def test_links_lead_to_the_hexes_details() -> None:
    svg = draw(small(stacks=(stack("0101", "red", "R-1"),)), links=True)
    assert re.findall(r'<a href="#place-(\d+)"( tabindex="-1")?>', svg) == [
        ("0101", ""), ("0102", ' tabindex="-1"'), ("0201", ' tabindex="-1"'), ("0202", ' tabindex="-1"')]
    assert 'role="group"' in svg
    assert "<a " not in draw(small()) and 'role="img"' in draw(small())


@pytest.mark.parametrize("around", ["", "0101"])
def test_hostile_names_come_out_as_text(around: str) -> None:
    ground, mark = Ground(EVIL, EVIL, EVIL, "land", "green", "dots"), Mark(EVIL, EVIL, EVIL, EVIL)
    nation, kind, overlay = Nation(EVIL, EVIL, EVIL), CounterKind(EVIL, EVIL, EVIL), Overlay(EVIL, EVIL)
    board = HexMap({EVIL: (1, 1), "0102": (1, 2)})
    evil = Chart(
        EVIL, Sheet(board, (Spot(EVIL, EVIL, ground, ground, (mark, PORT), "red", EVIL, facts=(EVIL,)),
                            Spot("0102", EVIL)), (Edge(EVIL, "0102", EdgeKind(EVIL, EVIL, "road"), 2),),
                    (ground, mark, nation, kind, overlay), remark=EVIL),
        (("red", EVIL), (EVIL, EVIL)),
        (Stack(EVIL, "red", nation, kind, (EVIL, f"[{EVIL}]"), 1, EVIL), Stack(EVIL, EVIL, nation, kind, (EVIL,))),
        (Marker(EVIL, "red", mark, EVIL), Marker(EVIL, "", mark, EVIL)),
        (Arrow("red", Course(EVIL, EVIL), ("0102", EVIL), 1, EVIL),), (Clash(EVIL, EVIL, EVIL, EVIL),),
        (Area(overlay, "red", EVIL, (EVIL,)),), (Network(overlay, EVIL, EVIL, ((EVIL, "0102"),)),))
    svg = draw(evil, around=around and EVIL, radius=1, overlays=overlays(evil), links=True)
    root = ElementTree.fromstring(svg)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "style", "defs", "g", "path", "use", "text", "circle", "clipPath", "pattern", "a"}
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert "\u202e" not in svg and "\x07" not in svg
    assert any("<script>alert('x')</script>\"&" in text for text in words(root))


def test_names_of_any_length_stay_in_their_hexes() -> None:
    for name in ("Queen Charlotte", "オーストラリア北部準州", "Wake", "Llanfairpwllgwyngyllgogerychwyrndrobwll"):
        svg = draw(small(sheet=small().sheet._replace(spots=(Spot("0101", name, LAND),))))
        group = hex_group(svg, "0101")
        for each in group.iter(f"{SVG}text"):
            assert text_width(each.text or "", float(each.get("font-size", "0"))) < 2 * FULL


def test_maps_in_other_words() -> None:
    with speaking("ja"):
        svg = draw(chart("manila"))
    ElementTree.fromstring(svg)
    assert svg.index('"Hiragino Sans"') < svg.index("Arial") < svg.index("<defs>")


# -- land ---------------------------------------------------------------------------------------------------------


def test_the_order_of_sides_is_that_of_the_hexes_round_about() -> None:
    board = numbered(f"{column:02d}{row:02d}" for column in range(5, 9) for row in range(4, 9))
    at = {board.xy(number): number for number in board.places}
    for number in ("0606", "0706"):
        around = [at[steps] for steps in ring(board.xy(number))]
        assert sorted(around) == list(board.neighbours(number))
        for first, second in pairwise((*around, around[0])):
            assert second in board.neighbours(first)


def inside(path: str, x: float, y: float) -> bool:
    """Whether a point lies inside a path of closed curves, each taken as straight between its ends."""
    odd = False
    for line in re.findall(r"M(-?[\d.]+)[ ]?(-?[\d.]+)q([^z]*)z", path):
        at = (float(line[0]), float(line[1]))
        steps = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", line[2])]
        points = [at]
        for index in range(0, len(steps), 4):
            at = (at[0] + steps[index + 2], at[1] + steps[index + 3])
            points.append(at)
        for (ax, ay), (bx, by) in pairwise(points):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def test_land_is_where_the_sheet_says() -> None:
    sheet = chart("busy").sheet
    whole = view(sheet, "", 0, 0)
    path = coast(sheet, whole)
    for spot in sheet.spots:
        assert inside(path, *whole.centre(spot.place)) == (spot.ground.surface != "water"), spot
    joined = {frozenset((edge.first, edge.second)) for edge in sheet.edges if edge.kind.joins}
    for place in sheet.board.places:
        for other in sheet.board.neighbours(place):
            if place < other:
                (ax, ay), (bx, by) = whole.side(place, other)
                is_land = inside(path, (ax + bx) / 2, (ay + by) / 2)
                assert is_land == (frozenset((place, other)) in joined), (place, other)


@pytest.mark.parametrize(("around", "radius"), [("0606", 1), ("0606", 2), ("0306", 2), ("1203", 3)])
def test_the_coast_of_a_part_is_that_of_the_map_and_ends_not_far_beyond_it(around: str, radius: int) -> None:
    sheet = chart("busy").sheet
    part = view(sheet, around, radius, 0)
    path = coast(sheet, part)
    ground = {spot.place: spot.ground.surface for spot in sheet.spots}
    for spot in part.spots:
        assert inside(path, *part.centre(spot.place)) == (ground[spot.place] != "water"), spot
    far = [(x, y) for x, y in map(part.centre, sheet.board.places)
           if not (-200 < x < part.width + 200 and -200 < y < part.bottom + 200)]
    assert far and not any(inside(path, x, y) for x, y in far)


def test_a_line_goes_round_all_hexes_and_round_the_holes_among_them() -> None:
    sheet = hexes(Spot(f"{column:02d}{row:02d}", "", SEA) for column in (1, 2, 3) for row in (1, 2, 3))
    whole = view(sheet, "", 0, 0)
    (line,) = whole.rims()
    sides = [(place, other) for place in sheet.board.places for other in sheet.board.neighbours(place)]
    assert len(line) == 6 * len(sheet.board.places) - len(sides)
    assert all(hypot(bx - ax, by - ay) == pytest.approx(whole.size)
               for (ax, ay), (bx, by) in zip(line, (*line[1:], line[0]), strict=True))
    holed = view(sheet._replace(spots=tuple(spot for spot in sheet.spots if spot.place != "0202")), "", 0, 0)
    assert sorted(map(len, holed.rims())) == [6, len(line)]


def test_the_two_seas_of_one_hex_are_parted() -> None:
    middle = "0202"
    sheet = hexes(Spot(f"{column:02d}{row:02d}", "", SEA) for column in (1, 2, 3) for row in (1, 2, 3))
    at = {sheet.board.xy(place): place for place in sheet.board.places}
    around = [at[steps] for steps in ring(sheet.board.xy(middle))]
    spots = tuple(spot._replace(ground=SHORE, seas=(tuple(around[:2]), tuple(around[3:5])))
                  if spot.place == middle else spot for spot in sheet.spots)
    sheet = sheet._replace(spots=spots, edges=(Edge(middle, around[0], WALL),))
    whole = view(sheet, "", 0, 0)
    lines = list(partings(whole))
    centre = whole.centre(middle)
    assert len(lines) == 2 and all(start == centre for start, _ in lines)
    path = coast(sheet, whole)
    for _, (x, y) in lines:
        assert inside(path, (x * 9 + centre[0]) / 10, (y * 9 + centre[1]) / 10)
    svg = draw(small(sheet=sheet))
    assert "closed to fleets" in svg and re.search(r'class="m-wall" d="M[^"]+M[^"]+M', svg)


# -- counters -----------------------------------------------------------------------------------------------------


def sizes(element: ElementTree.Element, scale: float = 1.0) -> Iterator[float]:
    """How large each text below an element is drawn."""
    factor = re.search(r"scale\(([\d.]+)\)", element.get("transform", ""))
    scale *= float(factor[1]) if factor else 1.0
    if element.tag == f"{SVG}text" and element.get("font-size"):
        yield float(element.get("font-size", "0")) * scale
    for inside in element:
        yield from sizes(inside, scale)


def test_no_letter_is_smaller_than_twelve_pixels_as_a_report_shows_the_map(game_chart: Chart) -> None:
    for code in ("en", "ja"):
        with speaking(code):
            root = ElementTree.fromstring(draw(game_chart, explained=False))
        assert min(sizes(root)) * 1.6 >= 12
    (ids,) = re.findall(r"m-far\{fill:#\w+;font-size:([\d.]+)px", draw(game_chart))
    assert float(ids) * 1.6 >= 12


def test_counters_never_stand_over_a_name(game_chart: Chart) -> None:
    whole, contents = view(game_chart.sheet, "", 0, 14.0), places.by_place(game_chart)
    blocks, names = [], []
    for spot in whole.spots:
        x, y = whole.centre(spot.place)
        names += [(x + left, y + top, x + right, y + bottom, spot.place)
                  for left, top, right, bottom in list(places.labels(spot, whole))[1:]]
        if contents[spot.place].stacks:
            body, top, scale = places.standing(spot, contents[spot.place], game_chart,
                                               places.rooms(spot, contents, whole), "")
            assert top >= (-6.5 if whole.has_hexes else -whole.size)  # below the first line of its own name
            half = body.wide * scale / 2
            blocks.append((x - half, y + top, x + half, y + top + body.tall * scale, spot.place))
    assert blocks and names
    for left, top, right, bottom, place in blocks:
        assert not [name for name in names if name[4] != place and left < name[2] - 1 and name[0] + 1 < right
                    and top < name[3] - 1.5 and name[1] + 1.5 < bottom]


def test_every_type_has_the_silhouette_its_game_declares(game_chart: Chart) -> None:
    svg = draw(game_chart)
    declared = {each.kind.silhouette for each in game_chart.stacks}
    assert declared and all(f'id="m-kind-{shape}"' in svg for shape in declared)
    assert {shape for shape in get_args(Silhouette) if shape} == set(SILHOUETTES)


def test_others_of_a_stack_lie_behind_its_first_counter() -> None:
    one, two, many = (draw(small(stacks=(stack("0101", "red", *units),)), explained=False).count('class="m-f1" d="M')
                      for units in (("R-1",), ("R-1", "R-2"), ("R-1", "R-2", "R-3", "R-4")))
    assert (two - one, many - two) == (1, 1)


def test_where_too_many_types_stand_a_nation_shows_how_many_counters() -> None:
    kinds = [CounterKind(kind, kind, kind, "ship") for kind in ("AA", "BB", "CC", "DD", "EE", "FF")]
    nations = [Nation("red", "Red", "RE"), Nation("blue", "Blue", "BL")]
    svg = draw(small(stacks=tuple(Stack("0101", nation.code, nation, kind, (f"{nation.code}-{kind.code}",))
                                  for nation in nations for kind in kinds)))
    written = words(hex_group(svg, "0101"))
    assert written.count("6") == 2 and "1AA" not in written
    assert "red-AA" in svg and "blue-FF" in svg


# -- pictures -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("around", "width"), [("", 700), ("0606", 1300)])
def test_a_picture_has_the_width_asked_for(around: str, width: int) -> None:
    svg = draw(chart("manila"), around=around, radius=1)
    data = png(svg, width)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, tall = struct.unpack(">II", data[16:24])
    shape = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert shape and wide == width
    assert abs(tall - width * float(shape[2]) / float(shape[1])) <= 1
    with Image.open(BytesIO(data)) as picture:
        assert len(picture.getcolors() or ()) > 50  # many colours: something is drawn


def test_a_picture_of_few_colours_looks_like_one_of_all() -> None:
    svg = draw(chart("busy"))
    data = png(svg, 1000)
    assert len(data) < 200_000 and data == png(svg, 1000)
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=1000, background="#ffffff", skip_system_fonts=True,
                                        font_files=[str(file) for file in FOLDER.glob("*.otf")]))
    full = Image.open(BytesIO(drawn)).convert("RGB")
    few = Image.open(BytesIO(data))
    assert few.mode == "P"
    apart = ImageChops.difference(full, few.convert("RGB"))
    assert max(most for _, most in apart.getextrema()) < 26
    colours = {colour for _, colour in few.convert("RGB").getcolors()}
    for shade in (*(COLOURS[name][0] for name in ("paper", "sea", "land")), SIDES[1][0], SIDES[2][0]):
        assert tuple(int(shade[at:at + 2], 16) for at in (1, 3, 5)) in colours, shade
