"""The position: what it holds when nothing is said, its JSON form, and how one is made from another. A case shows a
position; that it can be kept, and what it remembers, none can."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import FORM, GameOutcome, Position, Unit, from_json

DATA = packaged()
UNIT = Unit("JP-N-1", "japan", "naval", "map", "0606")
FULL = board(
    "JP-N-1 0804", "JP-L-1 0804 aboard JP-N-1", "JP-A-1 0605 reduced", "US-L-5 due 4", turn=4, step="bases",
    japan=["0605"], allies=["1406"], rp={"japan": 7, "allies": 9}, trp_start={"japan": 12, "allies": 14},
    targets={"japan": ("0606",), "allies": ()}, redeployed=("JP-N-1",), stacks={"japan": 1, "allies": 2},
    continuing=("0606",), hands={"japan": ("1942-04",), "allies": ()}, discards=("1942-01",),
    decks={"1942": {"size": 8, "drawn": 2, "seals": ("a", "b")}}, effects=({"id": "x", "op": "gain_rp"},),
    pending={"japan": -3}, china_fought=True, china_duty=True, china_surrendered=True, chungking_air="US-A-1",
    sudden_death_void=True, options={"optional_bases": True}, outcome=GameOutcome("japan", "witp 3.2.e", "last-turn"),
    america="neutral", taken=("0606",), bid=20, players={"japan": "first", "allies": "second"}, scenario="short")


def test_a_unit_stands_full_and_unmoved_where_nothing_else_is_said() -> None:
    assert tuple(UNIT) == ("JP-N-1", "japan", "naval", "map", "0606", True, 0, "", "", False)
    assert FORM.counter_json(UNIT) == {
        "id": "JP-N-1", "nation": "japan", "kind": "naval", "status": "map", "hex": "0606"}
    assert FORM.counter_json(UNIT._replace(full=False, aboard="x", water="west", moved=True, arrival=3)) == {
        "id": "JP-N-1", "nation": "japan", "kind": "naval", "status": "map", "hex": "0606", "full": False,
        "arrival": 3, "aboard": "x", "water": "west", "moved": True}


def test_an_empty_position() -> None:
    nothing = {"japan": [], "allies": []}
    none = {"japan": 0, "allies": 0}
    assert FORM.to_json(Position(DATA)) == {
        "format": 1, "game": "witp", "scenario": "standard", "turn": 1, "step": "start", "units": [], "bases": nothing,
        "rp": none, "trp_start": none, "targets": nothing, "redeployed": [], "stacks": none, "continuing": [],
        "hands": nothing, "decks": {}, "discards": [], "effects": [], "pending": {}, "china_fought": False,
        "china_duty": False, "china_surrendered": False, "chungking_air": "", "sudden_death_void": False, "options": {},
        "outcome": None}
    assert from_json(json.loads(json.dumps(FORM.to_json(Position(DATA)))), DATA) == Position(DATA)


def test_everything_a_position_holds_is_in_its_json_form() -> None:
    record = FORM.to_json(FULL)
    assert list(record)[:2] == ["format", "game"]
    for name, value in {
            "scenario": "short", "turn": 4, "step": "bases", "bases": {"japan": ["0605"], "allies": ["1406"]},
            "rp": {"japan": 7, "allies": 9}, "trp_start": {"japan": 12, "allies": 14},
            "targets": {"japan": ["0606"], "allies": []}, "redeployed": ["JP-N-1"], "stacks": {"japan": 1, "allies": 2},
            "continuing": ["0606"], "hands": {"japan": ["1942-04"], "allies": []}, "discards": ["1942-01"],
            "decks": {"1942": {"size": 8, "drawn": 2, "seals": ["a", "b"]}}, "effects": [{"id": "x", "op": "gain_rp"}],
            "pending": {"japan": -3}, "china_fought": True, "china_duty": True, "china_surrendered": True,
            "chungking_air": "US-A-1", "sudden_death_void": True, "options": {"optional_bases": True},
            "outcome": {"winner": "japan", "rule": "witp 3.2.e", "reason": "last-turn"}, "america": "neutral",
            "taken": ["0606"], "bid": 20, "players": {"japan": "first", "allies": "second"}}.items():
        assert record[name] == value, name
    assert [unit["id"] for unit in record["units"]] == list(FULL.units)


def test_what_is_written_can_be_read_again() -> None:
    again = from_json(json.loads(json.dumps(FORM.to_json(FULL))), DATA)
    assert again == FULL
    assert FORM.to_json(again) == FORM.to_json(FULL)


@pytest.mark.parametrize(("changes", "words"), [
    ({"weather": "fine"}, "weather"), ({"units": [{"nation": "japan"}]}, "unit ?"),
    ({"units": [{"id": "JP-N-1", "colour": "red"}]}, "unit JP-N-1")])
def test_what_is_no_position(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("?", r"\?")):
        from_json({**FORM.to_json(Position(DATA)), **changes}, DATA)


def test_a_position_made_from_another_shares_nothing_it_ought_not() -> None:
    old = board("JP-N-1 0606")
    assert old.here["0606"][0].id == "JP-N-1"
    new = old.but(units={**old.units, "JP-N-1": old.units["JP-N-1"]._replace(hex="0707")})
    assert "0606" not in new.here
    assert [unit.id for unit in new.at("0707")] == ["JP-N-1"]
    assert new.but(turn=9).at("0707") == new.at("0707")
    assert (new.but(turn=9).turn, new.turn) == (9, 4)


def test_what_is_remembered_goes_with_what_it_depends_on() -> None:
    old = board("JP-A-1 0606")
    home = old.units["JP-L-30"].hex
    old.memo["a"] = old.zones["a"] = old.lines["a"] = old.lanes["a"] = 1
    old.local.update({number: {"a": 1} for number in ("0606", "0707", "0906", home)})

    def kept(position: Position) -> set[str]:
        stores = {"memo": position.memo, "zones": position.zones, "lines": position.lines, "lanes": position.lanes}
        return {name for name, store in stores.items() if "a" in store} | {
            number for number, here in position.local.items() if "a" in here}

    everywhere = {"0606", "0707", "0906", home}
    assert kept(old.but(rp={"japan": 1, "allies": 1})) == {"zones", "lines", "lanes"} | everywhere
    assert kept(old.but(turn=9)) == {"zones"} | everywhere
    assert kept(old.but(america="neutral")) == everywhere
    assert kept(old.but(effects=({"op": "forbid"},))) == {"zones", "lines"} | everywhere
    assert kept(old.but(continuing=("0707",))) == {"zones", "lines"}
    assert kept(old.but(chungking_air="JP-A-1")) == {"zones", "lines", "lanes"}
    assert kept(old.but(units=dict(old.units))) == {"lanes"}
    assert kept(old.but_units(old.units["JP-A-1"]._replace(hex="0707"))) == {"lanes", "0906", home}
    assert kept(old.but_units(old.units["JP-L-30"]._replace(full=False))) == {
        "zones", "lanes", "0606", "0707", "0906"}


def test_the_year() -> None:
    assert [Position(DATA, turn=turn).year() for turn in (1, 2, 16)] == [
        DATA.turn(turn)["year"] for turn in (1, 2, 16)]
