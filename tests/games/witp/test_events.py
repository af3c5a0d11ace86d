"""What each event changes in a position, and that it changes nothing else, which no case can say."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from tests.games.witp.scripted import board
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, GameOutcome, Position
from witp_pbem.table.event import Event

NOBODY = {JAPAN: (), ALLIES: ()}
POSITION = board(
    "JP-N-1 0804", "JP-N-2 0804", "JP-L-1 0804 aboard JP-N-1", "JP-L-2 0605 reduced", "JP-A-1 0605", "US-CV-1 1406",
    "US-A-1 1406", "US-L-5 due 4",
    turn=4, japan=["0605", "0907"], allies=["1406"], rp={JAPAN: 7, ALLIES: 9}, trp_start={JAPAN: 12, ALLIES: 14},
    targets={JAPAN: ("0606",), ALLIES: ()}, redeployed=("JP-N-2",), stacks={JAPAN: 1, ALLIES: 2}, continuing=("0606",),
    hands={JAPAN: ("1942-04", "face-down"), ALLIES: ("other",)}, discards=("1942-01",), taken=("0606", "0507"),
    decks={"1942": {"size": 8, "drawn": 2, "seals": ("a", "b")}, "old": {"size": 1, "drawn": 1, "seals": ()}},
    effects=({"id": "x", "op": "gain_rp", "left": 2}, {"id": "y", "op": "forbid"}), pending={JAPAN: -3, ALLIES: -1},
    china_fought=True, china_duty=True, america="surprised")


def changes(event: Event, position: Position = POSITION) -> dict[str, Any]:
    """The fields an event changes, with their new values; of units only those changed, as differences."""
    after = e.apply(position, event)
    changed: dict[str, Any] = {}
    for field in fields(Position):
        old, new = getattr(position, field.name), getattr(after, field.name)
        if field.name == "units":
            assert list(old) == list(new)
            for key, unit in new.items():
                if unit != old[key]:
                    changed[key] = {name: value for name, value in unit._asdict().items()
                                    if value != getattr(old[key], name)}
        elif old != new:
            changed[field.name] = new
    return changed


@pytest.mark.parametrize(("event", "expected"), [
    (e.TurnBegan("witp 3.0.a", 5, 1942, "autumn"), {
        "turn": 5, "targets": NOBODY, "redeployed": (), "stacks": {JAPAN: 0, ALLIES: 0}, "effects": (),
        "china_fought": False, "china_duty": False, "america": ""}),
    (e.StepBegan("witp 3.1.b", "bases"), {"step": "bases"}),
    (e.SidesSettled("witp 13.2.b", "first", "second", 20, {"first": 20, "second": 19}),
     {"bid": 20, "players": {JAPAN: "first", ALLIES: "second"}}),
    (e.GameEnded("witp 3.2.b", ALLIES, "driven-out"), {"outcome": GameOutcome(ALLIES, "witp 3.2.b", "driven-out")}),
    (e.Ruled("referee", "so", "text", {"JP-L-2": {"full": True}}, {ALLIES: 3}, {JAPAN: ("0605",)}),
     {"JP-L-2": {"full": True}, "rp": {JAPAN: 7, ALLIES: 3}, "bases": {JAPAN: ("0605",), ALLIES: ("1406",)}}),
    (e.Ruled("referee", "so", "text"), {}),
    (e.DeckMade("witp 4.4.b", "1943", 2, ("c", "d")),
     {"decks": {**POSITION.decks, "1943": {"size": 2, "drawn": 0, "seals": ("c", "d")}}}),
    (e.DeckDiscarded("witp 4.4.a", "old", ()), {"decks": {"1942": POSITION.decks["1942"]}}),
    (e.CardsPutBack("witp 4.5.b", "old", "1942", 1), {"decks": {"1942": POSITION.decks["1942"]}}),
    (e.CardDrawn("witp 4.2.a", JAPAN, "1942", "new"), {
        "hands": {JAPAN: ("1942-04", "face-down", "new"), ALLIES: ("other",)},
        "decks": {**POSITION.decks, "1942": {"size": 8, "drawn": 3, "seals": ("a", "b")}}}),
    (e.CardUsed("witp 4.2.b", JAPAN, "face-down", "1942-05", False),
     {"hands": {JAPAN: ("1942-04",), ALLIES: ("other",)}, "discards": ("1942-01", "1942-05")}),
    (e.CardShown("witp 4.3.b", JAPAN, "face-down", "1942-05"),
     {"hands": {JAPAN: ("1942-04", "1942-05"), ALLIES: ("other",)}}),
    (e.EffectBegan("witp 4.3.b", {"id": "z"}), {"effects": (*POSITION.effects, {"id": "z"})}),
    (e.EffectSpent("witp 4.3.b", "x", 1),
     {"effects": ({"id": "x", "op": "gain_rp", "left": 1}, {"id": "y", "op": "forbid"})}),
    (e.EffectSpent("witp 4.3.b", "x", 0), {"effects": ({"id": "y", "op": "forbid"},)}),
    (e.SuddenDeathEnded("witp 4.3.b"), {"sudden_death_void": True}),
    (e.ResourcesDetermined("witp 5.1.b", JAPAN, 10, 11, 3, 2),
     {"rp": {JAPAN: 11, ALLIES: 9}, "trp_start": {JAPAN: 11, ALLIES: 14}, "pending": {ALLIES: -1}}),
    (e.ResourcesChanged("witp 4.3.b", JAPAN, 2, 9, "card"), {"rp": {JAPAN: 9, ALLIES: 9}}),
    (e.ResourcesChanged("witp 4.3.b", JAPAN, 2, 9, "card", counts=True),
     {"rp": {JAPAN: 9, ALLIES: 9}, "trp_start": {JAPAN: 14, ALLIES: 14}}),
    (e.BaseBuilt("witp 6.1.a", JAPAN, "0506", ()), {"bases": {JAPAN: ("0506", "0605", "0907"), ALLIES: ("1406",)}}),
    (e.BaseRemoved("witp 6.4.a", JAPAN, "0605", "voluntary"), {"bases": {JAPAN: ("0907",), ALLIES: ("1406",)}}),
    (e.UpkeepPaid("witp 6.5.a", JAPAN, 2, 0, 2, 0, 5), {"rp": {JAPAN: 5, ALLIES: 9}}),
    (e.UnitReduced("witp 7.2.a", "US-A-1", "1406", "supply"), {"US-A-1": {"full": False}}),
    (e.UnitRemoved("witp 7.2.b", "JP-L-1", "0804", "supply"),
     {"JP-L-1": {"status": "removed", "hex": "", "aboard": ""}}),
    (e.UnitRebuilt("witp 10.6.a", "JP-L-2", "0605", 1, "rebuilt"),
     {"JP-L-2": {"full": True}, "rp": {JAPAN: 6, ALLIES: 9}}),
    (e.UnitPlaced("witp 11.0.a", "US-L-5", "1706", "reinforcement"), {"US-L-5": {"status": "map", "hex": "1706"}}),
    (e.ImpulseMade("witp 8.2.c", JAPAN, "0508", ("0804",), 1, 3, 4),
     {"rp": {JAPAN: 4, ALLIES: 9}, "targets": {JAPAN: ("0606", "0508"), ALLIES: ()}}),
    (e.ImpulseMade("referee", JAPAN, "", (), 0, 3, 4), {"rp": {JAPAN: 4, ALLIES: 9}}),
    (e.StackMoved("witp 8.2.c", JAPAN, ("JP-N-2", "JP-L-1"), "0804", ("0507", "0406"), water="east",
                  aboard={"JP-L-1": "JP-N-2"}),
     {"JP-N-2": {"hex": "0406", "moved": True, "water": "east"},
      "JP-L-1": {"hex": "0406", "moved": True, "aboard": "JP-N-2"}}),
    (e.Landed("witp 8.6.2.a", JAPAN, ("JP-L-1",), "0804", "port"), {"JP-L-1": {"aboard": ""}}),
    (e.AirDisplaced("witp 8.7.a", "US-A-1", "1406", "1205"), {"US-A-1": {"hex": "1205"}}),
    (e.CargoShifted("witp 9.6.1.h", "JP-L-1", "JP-N-2"), {"JP-L-1": {"aboard": "JP-N-2"}}),
    (e.CombatBegan("witp 9.0.a", (), False), {"china_duty": False}),
    (e.Retreated("witp 9.6.3.a", JAPAN, ("JP-N-1", "JP-L-1"), "0804", "0406", "west"),
     {"JP-N-1": {"hex": "0406", "water": "west"}, "JP-L-1": {"hex": "0406"}}),
    (e.ContinuingBattleMarked("witp 9.7.a", "0508"), {"continuing": ("0508", "0606")}),
    (e.ContinuingBattleEnded("witp 9.7.a", "0606"), {"continuing": ()}),
    (e.StackRedeployed("witp 10.2.d", JAPAN, ("JP-N-1", "JP-L-1"), "0804", "0904"), {
        "JP-N-1": {"hex": "0904"}, "JP-L-1": {"hex": "0904", "aboard": ""},
        "redeployed": ("JP-N-2", "JP-N-1", "JP-L-1"), "stacks": {JAPAN: 2, ALLIES: 2}}),
    (e.StackRedeployed("witp 12.2.l", ALLIES, ("US-CV-1",), "1406", "1205", counted=False),
     {"US-CV-1": {"hex": "1205"}}),
    (e.AirSentToChungking("witp 12.2.m", "US-A-1", "1406", "0404"),
     {"US-A-1": {"hex": "0404"}, "chungking_air": "US-A-1"}),
    (e.ChinaSurrendered("witp 12.2.e"), {"china_surrendered": True}),
    (e.GarrisonShort("witp 12.2.j", 3, 2), {"pending": {JAPAN: -2, ALLIES: -1}}),
    (e.BaseTaken("witp SD.a", "0408", 3, 4), {"taken": ("0408", "0507", "0606")}),
    (e.BaseRegained("witp SD.a", "0606"), {"taken": ("0507",)}),
    (e.AmericaEntered("witp 13.4.a", "roll"), {"america": ""}),
], ids=lambda value: value.code() if isinstance(value, Event) else "")
def test_an_event_changes_this_and_nothing_else(event: Event, expected: dict[str, Any]) -> None:
    assert changes(event) == expected


def test_a_war_declared_surprises_america_for_this_turn() -> None:
    neutral = POSITION.but(america="neutral")
    assert changes(e.AmericaEntered("witp 13.4.a", "declaration"), neutral) == {"america": "surprised"}
    assert changes(e.TurnBegan("witp 3.0.a", 5, 1942, "autumn"), neutral)["turn"] == 5
    assert "america" not in changes(e.TurnBegan("witp 3.0.a", 5, 1942, "autumn"), neutral)


def test_who_has_moved_may_move_again_next_turn() -> None:
    moved = e.apply(POSITION, e.StackMoved("witp 8.2.c", JAPAN, ("JP-N-2",), "0804", ("0705",)))
    assert changes(e.TurnBegan("witp 3.0.a", 5, 1942, "autumn"), moved)["JP-N-2"] == {"moved": False}


def test_a_unit_arrives_full() -> None:
    reduced = POSITION.but_units(POSITION.units["US-L-5"]._replace(full=False))
    assert changes(e.UnitPlaced("witp 11.0.a", "US-L-5", "1706", "reinforcement"), reduced)["US-L-5"] == {
        "status": "map", "hex": "1706", "full": True}


def test_who_leaves_the_map_leaves_its_sea_behind() -> None:
    at_bangkok = POSITION.but_units(POSITION.units["JP-N-1"]._replace(hex="0406", water="east", moved=True))
    assert changes(e.UnitRemoved("witp 9.6.1.e", "JP-N-1", "0406", "battle"), at_bangkok)["JP-N-1"] == {
        "status": "removed", "hex": "", "water": "", "moved": False}
    assert changes(e.StackRedeployed("witp 10.2.d", JAPAN, ("JP-N-1",), "0406", "0904"), at_bangkok)["JP-N-1"] == {
        "hex": "0904", "water": ""}
