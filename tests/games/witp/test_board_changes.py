"""What changes on a map of one's own: only what is different at the end, and all of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from tests.games.witp.scripted import board
from tests.report.stories import busy_turn, delayed_entry
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.games.witp.board.state import ARRIVING, MAP, REMOVED, RESERVE, SIDES, Position, Unit
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.telling.board_changes import board_changes, changes
from witp_pbem.table.story import Columns, Section


@pytest.fixture
def positions(campaign: Story) -> list[Position]:
    """Positions of a random campaign."""
    items = campaign.so_far
    return [items[0].position_before, *(item.position_after for item in items[::15])]


def rows(sections: Sequence[Section], title: str = "Japan") -> list[tuple[str, ...]]:
    """The rows of a section."""
    return [row for section in sections if section.title == title for block in section.blocks
            if isinstance(block, Columns) for row in block.rows]


def japanese_rows(*units: str, then: Sequence[str], **fields: Any) -> list[tuple[str, ...]]:
    """The rows for Japan between two boards with the same units."""
    return rows(board_changes(board(*units, **fields), board(*then, **fields)))


def changed(position: Position, *units: Unit) -> list[tuple[str, ...]]:
    return rows(board_changes(position, position.but_units(*units)))


def test_nothing_changed() -> None:
    position = board("JP-N-1 0606")
    assert board_changes(position, position) == []


def test_who_goes_together_shares_a_row() -> None:
    assert japanese_rows("JP-N-1 0804", "JP-CV-1 0804", "JP-N-2 0904",
                         then=["JP-N-1 0606", "JP-CV-1 0606", "JP-N-2 0606"]) == [
        ("1 carrier (JP-CV-1), 1 naval (JP-N-1)", "Kure (0804)", "Manila (0606)"),
        ("1 naval (JP-N-2)", "Yokosuka (0904)", "Manila (0606)")]


def test_flips_where_it_stands_and_elsewhere() -> None:
    assert japanese_rows("JP-N-1 0804 reduced", "JP-N-2 0804", "JP-N-3 0804",
                         then=["JP-N-1 0804", "JP-N-2 0804 reduced", "JP-N-3 0606 reduced"]) == [
        ("1 naval ([JP-N-3])", "Kure (0804)", "Manila (0606), flip to reduced"),
        ("1 naval (JP-N-1)", "Kure (0804)", "flip to full"),
        ("1 naval ([JP-N-2])", "Kure (0804)", "flip to reduced")]


def test_going_aboard_and_ashore() -> None:
    assert japanese_rows("JP-N-1 0804", "JP-L-1 0804", then=["JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1"]) == [
        ("1 naval (JP-N-1)", "Kure (0804)", "Manila (0606)"),
        ("1 land (JP-L-1 on JP-N-1)", "Kure (0804), ashore", "Manila (0606), aboard")]
    assert japanese_rows("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", then=["JP-N-1 0606", "JP-L-1 0606"]) == [
        ("1 land (JP-L-1)", "Manila (0606), aboard", "Manila (0606), ashore")]
    assert japanese_rows("JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1",
                         then=["JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-2"]) == [
        ("1 land (JP-L-1 on JP-N-2)", "Manila (0606), aboard JP-N-1", "Manila (0606), aboard JP-N-2")]


def test_from_one_sea_to_another() -> None:
    position = board("JP-N-1 0306")
    fleet = position.units["JP-N-1"]
    assert changed(position, fleet._replace(hex="0406", water="west")) == [
        ("1 naval (JP-N-1)", "Rangoon (0306)", "Bangkok (0406), western sea")]


def test_coming_and_going() -> None:
    position = board("JP-L-1 0606", "JP-L-2 due 4", "JP-L-3 0606")
    one, two, three = (position.units[f"JP-L-{number}"] for number in (1, 2, 3))
    gone = {"status": REMOVED, "hex": ""}
    assert changed(position, one._replace(full=False, **gone), two._replace(status=MAP, hex="0804"),
                   three._replace(status=RESERVE, hex="")) == [
        ("1 land (JP-L-2)", "turn track, turn 4", "Kure (0804)"),
        ("1 land (JP-L-3)", "Manila (0606)", "off the map, in reserve"),
        ("1 land (JP-L-1)", "Manila (0606)", "out of the game")]


def test_arriving_reduced_and_arriving_later() -> None:
    position = board("JP-L-2 due 4", "JP-L-3 due 4")
    two, three = position.units["JP-L-2"], position.units["JP-L-3"]
    assert changed(position, two._replace(status=MAP, hex="0804", full=False), three._replace(arrival=6)) == [
        ("1 land ([JP-L-2])", "turn track, turn 4", "Kure (0804), flip to reduced"),
        ("1 land (JP-L-3)", "turn track, turn 4", "turn track, turn 6")]


def test_what_only_went_to_and_fro_is_not_named() -> None:
    position = board("JP-N-1 0804")
    moved = position.but_units(position.units["JP-N-1"]._replace(moved=True))
    assert board_changes(position, moved) == []


def test_logistics_bases() -> None:
    sections = board_changes(board(japan=["0605", "0506"]), board(japan=["0506", "0707", "0907"], allies=["0606"]))
    assert rows(sections) == [("2 logistics bases", "–", "Palau (0707), Truk (0907)"),
                              ("1 logistics base", "Taiwan (0605)", "–")]
    assert rows(sections, "Allies") == [("1 logistics base", "–", "Manila (0606)")]
    assert [section.side for section in sections] == list(SIDES)


def test_markers() -> None:
    start = board("JP-L-1 0506", turn=3, rp={"japan": 14, "allies": 2}, continuing=("0404",))
    end = board("JP-L-1 0606", turn=4, rp={"japan": 3, "allies": 2}, continuing=("0606",), stacks={"japan": 0,
                "allies": 5}, trp_start={"japan": 4, "allies": 9}, china_surrendered=True, america="neutral")
    sections = board_changes(start, end)
    assert rows(sections, "Markers") == [
        ("Turn marker", "Turn 3, summer 1942, red side up", "Turn 4, autumn 1942, blue side up"),
        ("Resource points, Japan", "14", "3"), ("Stacks redeployed, Allies", "0", "5"),
        ("China", "in the war", "surrendered"), ("America", "in the war", "neutral"),
        ("Continuing battle", "–", "Manila (0606)"), ("Continuing battle", "Chungking (0404)", "–"),
        ("Manila (0606)", "Allies", "Japan")]


def test_equal_points_lay_the_turn_marker_sideways() -> None:
    sections = board_changes(board(), board(trp_start={"japan": 7, "allies": 7}))
    assert rows(sections, "Markers") == [
        ("Turn marker", "Turn 4, autumn 1942, red side up", "Turn 4, autumn 1942, sideways")]


def test_america_surprised_is_in_the_war() -> None:
    assert board_changes(board(america="surprised"), board()) == []


def test_the_manila_turn() -> None:
    story = busy_turn()
    sections = board_changes(story.entries[0].position_before, story.position)
    assert [section.title for section in sections] == ["Japan", "Allies", "Markers"]
    assert ("1 air ([US-A-2])", "Manila (0606)", "Leyte (0607), flip to reduced") in rows(sections, "Allies")
    assert ("2 naval (JP-N-1, JP-N-2)", "Kure (0804)", "Palau (0707)") in rows(sections)


def put(position: Position, differences: Any) -> Position:
    """A position with the counters and markers moved as told, from nothing but what is told."""
    units = []
    for before, after in differences.units:
        lies = {"status": after.status, "hex": after.hex, "aboard": after.aboard, "water": after.water}
        full = before.full or before.status != MAP
        lies["full"] = full != _is_flipped(differences, before.id)
        lies["arrival"] = after.arrival if after.status == ARRIVING else before.arrival
        units.append(before._replace(**lies))
    bases = {side: tuple(sorted({*position.bases[side], *differences.bases[side].placed}
                                - {*differences.bases[side].removed}))
             for side in SIDES}
    continuing = tuple(sorted({*position.continuing, *differences.continuing.placed}
                              - {*differences.continuing.removed}))
    shown = {what: after for what, (_, after) in differences.tracks.items()}
    return position.but_units(*units).but(
        bases=bases, continuing=continuing, turn=shown.get("turn", (position.turn, ""))[0],
        rp={side: shown.get(f"rp {side}", position.rp[side]) for side in SIDES},
        stacks={side: shown.get(f"stacks {side}", position.stacks[side]) for side in SIDES},
        china_surrendered=shown.get("china", position.china_surrendered))


def _is_flipped(differences: Any, key: str) -> bool:
    return next(moved.flipped for moved in differences.units if moved.before.id == key)


def visible(position: Position) -> Any:
    """What lies on the table."""
    units = [(unit.id, unit.status, unit.hex, unit.aboard, unit.water, unit.full if unit.status == MAP else None,
              unit.arrival if unit.status == ARRIVING else None) for unit in position.units.values()]
    control = [controller(position, number) for number in position.data.map.bases]
    return (units, position.bases, sorted(position.continuing), position.turn, position.rp, position.stacks,
            position.china_surrendered, control)


def test_what_is_told_makes_the_end_of_the_start(positions: list[Position]) -> None:
    pairs = [*pairwise(positions), (positions[0], positions[-1]), (positions[-1], positions[0])]
    assert len(pairs) > 10
    for start, end in pairs:
        assert visible(put(start, changes(start, end))) == visible(end)


@pytest.mark.parametrize("story", [busy_turn, delayed_entry])
def test_it_does_so_in_turns_in_which_everything_happens(story: Any) -> None:
    told_of = story()
    start, end = told_of.entries[0].position_before, told_of.position
    assert visible(put(start, changes(start, end))) == visible(end)


def test_every_changed_unit_is_in_one_row(positions: list[Position]) -> None:
    start, end = positions[0], positions[-1]
    words = " ".join(row[0] for side in ("Japan", "Allies") for row in rows(board_changes(start, end), side))
    named = [name.strip("[](),") for name in words.replace("(", " ").split() if name.strip("[](),").count("-") == 2]
    assert sorted(named) == sorted(moved.after.id for moved in changes(start, end).units)


def test_control_is_that_of_the_rules(positions: list[Position]) -> None:
    start, end = positions[0], positions[-1]
    control = changes(start, end).control
    for number, (was, now) in control.items():
        assert (was, now) == (controller(start, number), controller(end, number))
    assert set(control) == {
        number for number, hexagon in end.data.map.hexes.items() if (hexagon.site or hexagon.source)
        and controller(start, number) != controller(end, number)}
