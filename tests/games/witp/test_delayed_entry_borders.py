"""The delayed American entry to the last detail: who may declare war, and how many stacks go in a turn."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.table.demand import Understood


@pytest.mark.parametrize(("side", "america", "code"), [
    ("japan", "neutral", ""), ("japan", "", "no-war-to-declare"), ("japan", "surprised", "no-war-to-declare"),
    ("allies", "neutral", "only-japan-declares"), ("allies", "", "only-japan-declares")])
def test_who_may_declare_war(side: str, america: str, code: str) -> None:
    found = delayed_entry.judge_ahead(board(america=america), side, reading.order(packaged(), "declare war"))
    if not code:
        assert isinstance(found, Understood)
        assert found.answer is True
        return
    assert not isinstance(found, Understood)
    (problem,) = found
    assert (problem.code, problem.rule, problem.certain) == (code, delayed_entry.RULE, True)
    assert (problem.span.line, problem.span.column) == (1, 1)


@pytest.mark.parametrize(("turn", "america", "side", "halved"), [
    (4, "neutral", "allies", True), (4, "surprised", "allies", True), (4, "", "allies", False),
    (1, "neutral", "allies", False), (2, "neutral", "allies", True), (4, "neutral", "japan", False)])
def test_stacks_a_neutral_america_may_redeploy(turn: int, america: str, side: str, halved: bool) -> None:
    position = board(turn=turn, america=america, scenario="delayed_us")
    printed = packaged().turn(turn)["redeployments"][side]
    assert delayed_entry.allowance(position, side) == (printed // 2 if halved else printed)
