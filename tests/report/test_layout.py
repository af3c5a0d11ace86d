"""Lines and columns of a fixed width."""

from __future__ import annotations

from witp_pbem.report.layout import columns, pad, plain, width, wrap


def test_wide_letters_take_two_columns() -> None:
    assert width("Manila") == 6
    assert width("マニラ") == 6
    assert width("e\u0301") == 1


def test_padding_reckons_with_wide_letters() -> None:
    assert pad("マニラ", 8) == "マニラ  "
    assert pad("7", 3, right=True) == "  7"


def test_lines_break_at_blanks() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("one two three", 10, first="* ", rest="  ") == ["* one two", "  three"]


def test_japanese_breaks_anywhere() -> None:
    assert wrap("兵站基地建設", 6) == ["兵站基", "地建設"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("x abcdefghij", 4, rest=" ") == ["x", " abc", " def", " ghi", " j"]


def test_nothing_is_a_line_of_nothing() -> None:
    assert wrap("") == [""]


def test_control_characters_go() -> None:
    assert plain("a\x1b[1m\u202eb\nc") == "a[1mb c"


def test_columns_line_up() -> None:
    assert columns(("Side", "RP"), (("Japan", "7"), ("Allies", "10")), (1,), ("Both", "17")) == [
        "Side    RP", "------  --", "Japan    7", "Allies  10", "------  --", "Both    17"]


def test_the_widest_column_gives_way() -> None:
    lines = columns(("A", "B"), (("short", "a rather long cell that has to take several lines"),), total=24)
    assert max(map(width, lines)) <= 24
    assert lines[2].startswith("short  a rather long")


def test_headings_give_way_before_cells() -> None:
    lines = columns(("Player", "Deadlines missed"), (("Kenji Tanaka", "10"),), (1,), total=23)
    assert lines == ["Player        Deadlines", "                 missed", "------------  ---------",
                     "Kenji Tanaka         10"]


def test_of_columns_of_one_width_the_one_gives_way_that_can() -> None:
    lines = columns(("A", "B"), (("unbreakables", "of two words"),), total=22)
    assert lines[2:] == ["unbreakables  of two", "              words"]
