"""The theatre in ASCII: what stands in the letters of a hex, and where."""

from __future__ import annotations

from typing import Any

from tests.report import boards
from tests.report.boards import DUMP, LAND, ROCK, SEA, SHORE, hexes
from tests.report.stories import manila_fought
from witp_pbem.games.witp.telling import narration
from witp_pbem.report import strategic_map
from witp_pbem.report.layout import WIDTH, width
from witp_pbem.table.chart import Chart, Clash, Marker, Spot, Stack

SIDES = (("japan", "Japan"), ("allies", "Allies"))


def stack(number: str, side: str, size: int) -> Stack:
    return boards.stack(number, side, *(f"X-{n}" for n in range(size)))


def chart(*stacks: Stack, **more: Any) -> Chart:
    """Four hexes: sea and coast above, land and mountains below; the even column hangs lower."""
    spots = (Spot("0101", "", SEA), Spot("0102", "Shanghai", LAND, control="japan"), Spot("0201", "Manila", SHORE),
             Spot("0202", "", ROCK))
    return Chart("now", hexes(spots, remark=more.pop("remark", "")), more.pop("sides", SIDES), stacks, **more)


def grid(map_chart: Chart) -> list[str]:
    lines = strategic_map.lines(map_chart)
    return lines[:lines.index("")]


def test_every_second_column_hangs_one_line_lower() -> None:
    assert grid(chart()) == ["   01 02",
                             "01  .",
                             "      ~~",
                             "02 j# ~~",
                             "   ## ^^",
                             "      ^^"]


def test_who_stands_there_and_what_happened() -> None:
    rows = grid(chart(stack("0101", "allies", 12), stack("0102", "japan", 3), stack("0102", "japan", 2),
                      stack("0201", "japan", 4), stack("0201", "allies", 7),
                      markers=(Marker("0102", "japan", DUMP, ""),),
                      clashes=(Clash("0201", "fleet", "", "japan"),), continuing=("0202",)))
    assert rows == ["   01 02",
                    "01  .",
                    "   A12~~*",
                    "02 j= 4*7",
                    "   J5 ^^*",
                    "      ^^"]


def test_who_holds_what_is_told_only_where_somebody_holds_something() -> None:
    held = chart()
    open_sea = held._replace(sheet=held.sheet._replace(spots=tuple(spot._replace(control="")
                                                                   for spot in held.sheet.spots)))
    for map_chart, is_told in ((held, True), (open_sea, False)):
        assert ("control" in "\n".join(strategic_map.lines(map_chart))) == is_told


def test_more_counters_than_there_is_room_for() -> None:
    rows = grid(chart(stack("0101", "japan", 100), stack("0201", "japan", 10), stack("0201", "allies", 1)))
    assert "J++" in rows[2]
    assert "+*1" in rows[3]


def test_the_legend_names_what_is_on_the_map() -> None:
    text = "\n".join(strategic_map.lines(chart(clashes=(Clash("0201", "fleet", "", ""),), continuing=("0202",),
                                               remark="Not the printed map.")))
    for words in ("J12  Japan: 12 counters", "a    Allies: control", "^  mountains", "battles: Manila (0201), 0202",
                  "! Not the printed map."):
        assert words in text
    assert "base" not in text


def test_sides_that_share_a_letter_have_digits() -> None:
    assert strategic_map.letters(chart(sides=(("axis", "Axis"), ("allies", "Allies")))) == {"axis": "1", "allies": "2"}


def test_the_legend_lines_up_in_japanese() -> None:
    lines = strategic_map.lines(chart(sides=(("japan", "日本"), ("allies", "連合軍"))))
    ends = [width(line[:-len(line.split("  ")[-1])]) for line in lines[lines.index("") + 1:-1]]
    assert len(ends) >= 3
    assert len(set(ends)) == 1


def test_the_theatre_fits_the_page_in_ascii() -> None:
    lines = strategic_map.lines(narration.chart(manila_fought().position))
    assert max(map(width, lines)) <= WIDTH
    assert all(line.isascii() for line in lines[:lines.index("")])
    assert lines[0].split() == [f"{column:02d}" for column in range(1, 20)]
    assert len([line for line in lines if line[:2].isdigit()]) == 13
