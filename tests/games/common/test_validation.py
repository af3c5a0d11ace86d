"""Shapes of data and positions: every fault is told, with its place and what was wanted."""

from __future__ import annotations

from typing import Any

import pytest

from witp_pbem.games.common import validation
from witp_pbem.games.common.validation import (
    Fault,
    each_once,
    hex_id,
    list_of,
    off_map,
    one_of,
    points,
    table,
    table_of,
    tagged,
    whole,
)

SHAPE = table({
    "turn": whole(1, 12), "name": str, "is_open": (bool, False), "size": (whole(0, 9, "any"), "any"),
    "at": (hex_id(""), ""), "units": (list_of(table({"id": str, "kind": one_of("ship", "land", 3)}), 0, 2), []),
    "levels": (table_of(whole(0), one_of("red", "blue")), {}), "of": (list_of(str, 1) | one_of("all"), "all"),  # type: ignore[operator]
    "acts": (list_of(tagged("op", {"gain": {"amount": whole(-9)}, "lose": {"unit": str}})), [])}, is_open=False)
RIGHT = {"turn": 3, "name": "x", "is_open": True, "size": 4, "at": "0606", "units": [{"id": "A", "kind": 3, "more": 1}],
         "levels": {"red": 2}, "of": ["a"], "acts": [{"op": "gain", "amount": -2}, {"op": "lose", "unit": "A"}]}


def faults(**changes: Any) -> list[tuple[str, str]]:
    """What is told of the right record with some fields changed."""
    checked = validation.read(SHAPE, {**RIGHT, **changes})
    return [(", ".join(fault.path), fault.wrong) for fault in checked] if isinstance(checked, list) else []


def test_what_has_its_shape_comes_back_typed() -> None:
    record = validation.read(SHAPE, RIGHT)
    assert (record.turn, record.units[0].kind, record.acts[0].amount) == (3, 3, -2)
    assert validation.read(SHAPE, {"turn": 1, "name": ""}).size == "any"


@pytest.mark.parametrize(("changes", "expected"), [
    ({"turn": 13}, ("turn", "must be a whole number from 1 to 12, not 13")),
    ({"turn": True}, ("turn", "must be a whole number from 1 to 12, not true")),
    ({"turn": 10 ** 30}, ("turn", "must be a whole number from 1 to 12, not a number that long")),
    ({"turn": float("inf")}, ("turn", "must be a whole number from 1 to 12, not a number that long")),
    ({"name": 5}, ("name", "must be a text in quotation marks, not 5")),
    ({"is_open": 0}, ("is_open", "must be true or false, not 0")),
    ({"size": "big"}, ("size", 'must be a whole number from 0 to 9 or "any", not "big"')),
    ({"at": 606}, ("at", 'must be a hex number of four digits such as "0606" or "", not 606')),
    ({"units": {}}, ("units", "must be a list in square brackets, not {}")),
    ({"units": [{"id": "A", "kind": "shop"}]}, ("units, A, kind", 'must be one of "ship", "land", 3, not "shop"')),
    ({"units": [{"kind": "ship"}]}, ("units, entry 1, id", "is missing")),
    ({"units": [5]}, ("units, entry 1", "must be a table in braces, not 5")),
    ({"units": [RIGHT["units"][0]] * 3}, ("units", "must be a list of at most 2, not")),  # type: ignore[index]
    ({"levels": {"green": 1}}, ("levels, green", 'must be one of "red", "blue", not "green"')),
    ({"levels": []}, ("levels", "must be a table in braces, not []")),
    ({"of": 5}, ("of", 'must be a list in square brackets or one of "all", not 5')),
    ({"of": [5]}, ("of, entry 1", "must be a text in quotation marks, not 5")),
    ({"of": []}, ("of", 'must be a list of at least 1 or one of "all", not []')),
    ({"acts": [{"op": "gian"}]}, ("acts, entry 1, op", 'must be one of "gain", "lose", not "gian"')),
    ({"acts": [{}]}, ("acts, entry 1, op", "is missing")),
    ({"acts": [{"op": "lose", "unit": "A", "amount": 1}]},
     ("acts, entry 1, amount", "is no field that is known there")),
    ({"x" * 60: 1}, ("x" * 60, "is no field that is known there")),
])
def test_a_fault_names_its_place_and_what_was_wanted(changes: dict[str, Any], expected: tuple[str, str]) -> None:
    (path, wrong), = faults(**changes)
    assert path == expected[0] and wrong.startswith(expected[1])


def test_all_faults_are_told_at_once() -> None:
    assert [path for path, _ in faults(turn=0, name=3, units=[{"id": "A", "kind": "x"}, 3])] == [
        "turn", "name", "units, A, kind", "units, entry 2"]


def test_the_nearest_word_is_suggested() -> None:
    checked = validation.read(SHAPE, {**RIGHT, "trun": 3, "units": [{"id": "A", "kind": "shipp"}]})
    assert [fault.suggestion for fault in checked] == ["ship", "turn"]
    problem = validation.problems(checked)[0]
    assert problem.code == "position-field" and problem.suggestion == "ship"
    assert problem.values["wrong"].endswith("(did you mean ship?)")


def test_a_long_name_is_cut_short() -> None:
    (problem,) = validation.problems([Fault("map", ("x" * 60,), "is wrong")])
    assert problem.code == "data-entry" and problem.values["file"] == "map.json"
    assert len(problem.values["entry"]) < 40


def test_every_file_is_looked_at() -> None:
    checked = validation.read_files({"a": table({"x": str}), "b": table({"y": str})}, {"a": 3, "b": {}})
    assert checked == [Fault("a", (), "must be a table in braces, not 3"), Fault("b", ("y",), "is missing")]
    assert not isinstance(validation.read_files({"a": table({"x": str})}, {"a": {"x": ""}}), list)


def test_places_off_the_map_are_told_once_each() -> None:
    assert list(off_map(["Truk", "Turk", "Turk"], ["Truk"], "map", "routes")) == [
        Fault("map", ("routes",), "names Turk, which is not on the map", "Truk")]


def test_every_counter_stands_somewhere_once() -> None:
    problems = [(", ".join(fault.path), fault.wrong) for fault in each_once(["a", "a", "z"], list("abcdefgh"), "units")]
    assert problems[:2] == [("units, a", "stands twice in the list"), ("units, z", "is not in the counter list")]
    assert problems[2][1].startswith("lacks counters of the counter list: b, c, d, e, f and 2 more (")


def test_a_map_of_points() -> None:
    board = {"points": [{"id": "A", "xy": [1, 2], "port": True}], "routes": [{"pair": ["A", "B"]}]}
    assert validation.read(points({"port": bool}), board).routes[0].length == 1
    assert [fault.path for fault in validation.read(points({"port": str}), board)] == [("points", "A", "port")]
