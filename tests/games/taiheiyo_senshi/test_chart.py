"""The map of 太平洋戦史: its routes and what is invented of them, land below the points, counters with their values."""

from __future__ import annotations

import re
from collections import Counter

from witp_pbem.games.taiheiyo_senshi.board.data import packaged, read
from witp_pbem.games.taiheiyo_senshi.board.state import MAP, Position
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.telling.chart import chart
from witp_pbem.report.map.drawing import draw
from witp_pbem.report.strategic_map import lines
from witp_pbem.table.chart import Chart, Stack
from witp_pbem.table.language import JAPANESE, speaking

SHIPS = ("jp_akagi", "jp_kaga", "jp_nagato", "jp_mutsu", "jp_tone", "jp_chikuma")


def with_fleet_in_japan(*down: str) -> Position:
    """The game before its set-up, with some Japanese ships in Japan, some of them face-down."""
    position = game().open("standard", {})
    assert isinstance(position, Position)
    return position.but_units(*(position.units[ship]._replace(status=MAP, point="japan", up=ship not in down)
                                for ship in SHIPS))


def test_every_route_says_what_of_it_is_invented() -> None:
    kinds = Counter(edge.kind.code for edge in chart(with_fleet_in_japan()).sheet.edges)
    assert kinds == {"assumed": 13, "measured": 3, "closed": 2, "route": 17}
    drawn = draw(chart(with_fleet_in_japan()))
    assert "reconstructed route" in drawn and "length reconstructed" in drawn
    assert "13 of its 35 routes are ours" in re.sub(r"</?text[^>]*>", " ", drawn)


def test_an_owner_s_routes_are_not_said_to_be_ours() -> None:
    records = read()
    routes = [{**route, "source": "confirmed: the printed map"} for route in records["map"]["routes"]]
    owned = game({**records, "map": {**records["map"], "routes": routes}})
    sheet = owned.narration.chart(owned.open("standard", {}), (), "").sheet
    assert {edge.kind.code for edge in sheet.edges} == {"route", "closed"} and not sheet.remark


def test_the_text_map_has_the_length_of_a_route_and_what_is_invented_of_it() -> None:
    listed = " ".join(" ".join(lines(chart(with_fleet_in_japan()))).split())
    assert "Attu (2?), Mariana Islands (?), Midway (2), Okinawa" in listed
    assert "(x) closed until the change of strategy" in listed


def test_land_lies_below_the_points_and_fits_the_whole_picture() -> None:
    sheet = chart(with_fleet_in_japan()).sheet
    assert len(sheet.land) > 40 and all(len(outline) > 2 for outline in sheet.land)
    reach = [steps for outline in sheet.land for steps in outline]
    points = [packaged().map.xy(place) for place in packaged().map.points]
    assert min(x for x, _ in reach) < min(x for x, _ in points) and max(x for x, _ in reach) > max(x for x, _ in points)
    drawn = draw(chart(with_fleet_in_japan()))
    assert drawn.index('href="#m-land"') < drawn.index('class="m-way"') < drawn.index('id="m-japan"')


def japanese_ships(board_chart: Chart) -> list[Stack]:
    return [stack for stack in board_chart.stacks if stack.place == "japan"]


def test_counters_have_their_values_and_those_face_down_stand_in_brackets() -> None:
    stacks = japanese_ships(chart(with_fleet_in_japan("jp_kaga")))
    assert [stack.labels for stack in stacks] == [("Akagi 4-2-3", "[Kaga 4-2-3]"), ("Nagato 4-4-2", "Mutsu 4-4-2"),
                                                  ("Tone 1-2-3", "Chikuma 1-2-3")]
    assert [stack.reduced for stack in stacks] == [1, 0, 0]
    close = draw(chart(with_fleet_in_japan("jp_kaga")), around="japan", radius=1)
    assert ">Akagi 4-2-3<" in close and ">[Kaga 4-2-3]<" in close
    assert "in brackets, framed: face-down" in close


def test_a_crowded_port_shows_its_ships_by_type() -> None:
    drawn = draw(chart(with_fleet_in_japan("jp_kaga")))
    assert all(f">{letters}</text>" in drawn for letters in ("2CV", "2BB", "2CA"))
    assert "arrowhead: some face-down" in drawn


def test_in_japanese_the_map_has_nothing_english() -> None:
    with speaking(JAPANESE):
        drawn = draw(chart(with_fleet_in_japan("jp_kaga")), around="japan", radius=1)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert "[加賀 4-2-3]" in words and "角括弧・枠付き：裏面" in words
    assert not [word for word in words if re.search("[a-z]{3}", word)]
