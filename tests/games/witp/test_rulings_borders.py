"""Rulings to the last detail: what their events hold, and what a refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import GameEnded, Ruled
from witp_pbem.games.witp.rules import rulings
from witp_pbem.table.demand import Understood

POSITION = board("JP-N-1 0606", "JP-L-1 0606 aboard JP-N-1", "JP-N-2 0606", "US-L-1 0607", "US-N-1 due 9",
                 japan=["0605", "0907"], allies=["0607"], rp={"japan": 3, "allies": 5})


def verdict(words: str) -> Any:
    return rulings.judge(POSITION, reading.order(packaged(), f'ruling {words} because "so agreed"'))


def units(**changed: dict[str, Any]) -> dict[str, Any]:
    return {key.replace("_", "-"): fields for key, fields in changed.items()}


PUT = {"hex": "0707", "status": "map", "aboard": "", "water": ""}
STRUCK = {"hex": "", "status": "removed", "aboard": "", "water": ""}


@pytest.mark.parametrize(("words", "fields"), [
    ("for Japan: spend 3 RP", {"rp": {"japan": 0}}), ("for Japan: spend 1 RP", {"rp": {"japan": 2}}),
    ("for the Allies: gain 9 RP", {"rp": {"allies": 14}}),
    ("for Japan: base at Hainan", {"bases": {"japan": ("0506", "0605", "0907")}}),
    ("for Japan: base at Truk", {"bases": {"japan": ("0605", "0907")}}),
    ("for Japan: no base at Truk", {"bases": {"japan": ("0605",)}}),
    ("for Japan: no base at Leyte", {"bases": {"japan": ("0605", "0907")}}),
    ("put JP-N-2 at Palau", {"units": units(JP_N_2=PUT)}),
    ("put JP-N-1 at Palau", {"units": units(JP_N_1=PUT, JP_L_1={**PUT, "aboard": "JP-N-1"})}),
    ("put JP-N-1, JP-L-1 at Palau", {"units": units(JP_N_1=PUT, JP_L_1={**PUT, "aboard": "JP-N-1"})}),
    ("put JP-L-1 at Palau", {"units": units(JP_L_1=PUT)}),
    ("put US-N-1 at Palau", {"units": units(US_N_1=PUT)}),
    ("strike JP-N-1", {"units": units(JP_N_1=STRUCK, JP_L_1=STRUCK)}),
    ("for Japan: strike 1 naval at Manila", {"units": units(JP_N_1=STRUCK, JP_L_1=STRUCK)}),
    ("for Japan: reduce 2 naval at Manila", {"units": units(JP_N_1={"full": False}, JP_N_2={"full": False})}),
    ("reduce JP-N-1", {"units": units(JP_N_1={"full": False})}),
    ("restore JP-N-1, JP-N-2", {"units": units(JP_N_1={"full": True}, JP_N_2={"full": True})})])
def test_what_a_ruling_changes(words: str, fields: dict[str, Any]) -> None:
    found = verdict(words)
    assert isinstance(found, Understood), found
    (event,) = found.answer
    text = f'ruling {words} because "so agreed"'
    assert event == Ruled("referee", "so agreed", text, **fields)
    assert found.order == reading.ordered(text)


@pytest.mark.parametrize(("words", "code", "rule", "values"), [
    ("for Japan: spend 4 RP", "not-enough-points", "witp 8.4.c", {"cost": 4, "rp": 3, "parts": [], "missing": 1}),
    ("for Japan: base at Leyte", "enemy-base-there", "witp 6.1.b", {"place": "0607"}),
    ("for Japan: base at 9999", "no-such-hex", "witp 2.3.b", {"hex": "9999"}),
    ("put JP-N-1 at 9999", "no-such-hex", "witp 2.3.b", {"hex": "9999"}),
    ("put JP-N-1", "order-breaks-off", "", {"wanted": "at and a place", "keyword": "ruling"}),
    ("strike JP-N-77", "unknown-unit", "", {"unit": "JP-N-77"}),
    ("reduce 1 naval at Manila", "name-units-by-id", "", {}),
    ('for Japan: decide "pass pass"', "one-order-a-ruling", "", {"found": 2})])
def test_what_a_refusal_names(words: str, code: str, rule: str, values: dict[str, Any]) -> None:
    (problem,) = verdict(words)
    assert (problem.code, problem.rule, dict(problem.values)) == (code, rule, values)
    assert problem.span.line == 1
    assert reading.advice(problem) == ("JP-N-1" if code == "name-units-by-id" else "")


def test_units_that_are_not_there() -> None:
    (problem,) = verdict("for Japan: reduce 9 naval at Manila")
    assert (problem.code, problem.rule) == ("too-few-units", "referee")


@pytest.mark.parametrize(("side", "key", "winner"), [("Japan", "japan", "allies"), ("the Allies", "allies", "japan")])
def test_a_side_that_gives_up_has_lost(side: str, key: str, winner: str) -> None:
    found = verdict(f"for {side}: resign")
    assert isinstance(found, Understood)
    assert reading.words(found.order) == f'ruling for {key}: resign because "so agreed"'
    assert found.answer == [Ruled("referee", "so agreed", resigned=key),
                            GameEnded("referee", winner, "resigned")]
