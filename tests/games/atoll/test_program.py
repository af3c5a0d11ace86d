"""The Atoll through the program, from founding to proof, in both languages; its cases, and an owner's data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import here
from tests.games.atoll.game import game
from tests.games.atoll.orders import ORDERS
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import Problem
from witp_pbem.table.sitting import read_order

CASES = Path(__file__).parent / "cases"
BLUE = {
    "en": "Phase: cards\npass all\nPhase: movement\nmove 1 ship, 1 troop from Haven to Spit\n"
          "move 1 ship from Haven to Reef\npass\n",
    "ja": "Phase: カード\nパス 全部\nPhase: 移動\n移動 艦船1、部隊1 港島から砂嘴へ\n移動 艦船1 港島から礁へ\nパス\n",
}
ORANGE = {
    "en": "Phase: cards\npass all\nPhase: movement\nmove 2 ships, 1 troop from Anchorage to Cay\npass\n",
    "ja": "Phase: カード\nパス 全部\nPhase: 移動\n移動 艦船2、部隊1 泊地から小島へ\nパス\n",
}


@pytest.fixture(params=["en", "ja"])
def spoken(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_game_from_founding_to_proof(tmp_path: Path, spoken: str) -> None:
    def shell(*arguments: str | Path, code: int = 0) -> str:
        done = here(*arguments, "--lang", spoken, cwd=tmp_path)
        assert done.code == code, (arguments, done)
        return done.out + done.err

    def orders(side: str, turn: int, text: str) -> str:
        (tmp_path / f"{side}.txt").write_text(f"Campaign: sea\nTurn: {turn}\nSide: {side}\n\n{text}", "utf-8")
        return f"{side}.txt"

    shell("new", "sea", "--game", "atoll", "--seed", "atoll", "--option", "turns=2")
    shell("adjudicate", "sea")
    assert {"en": "# pass", "ja": "# パス"}[spoken] in shell("orders", "sea", "--side", "blue")
    assert {"en": "control", "ja": "支配"}[spoken] not in shell("show", "sea")  # nobody holds anything in this game
    misspelt = orders("blue", 1, "Phase: movement\nmove 1 ship from Haven to Reff\n")
    assert "Reef" in shell("check", "sea", misspelt, code=1)
    for side, text in (("blue", BLUE), ("orange", ORANGE)):
        shell("submit", "sea", orders(side, 1, text[spoken]))
    report = shell("adjudicate", "sea")
    assert {"en": "BS1, BT1 went from Haven (0101) to Spit (0202).",
            "ja": "BS1、BT1が港島 (0101)から砂嘴 (0202)へ移動した。"}[spoken] in report
    assert "step began" not in report
    for side in ("blue", "orange"):
        move = {"en": "Phase: cards\npass\nPhase: movement\npass\n", "ja": "Phase: カード\nパス\nPhase: 移動\nパス\n"}
        shell("submit", "sea", orders(side, 2, move[spoken]))
    over = shell("adjudicate", "sea")
    assert {"en": "Nobody won", "ja": "勝者なし"}[spoken] in over
    for command in ("status", "report", "log"):
        assert {"en": "Nobody won", "ja": "勝者なし"}[spoken] in shell(command, "sea")
    for command in ("show", "verify"):
        shell(command, "sea")
    shell("explain", "sea", "Spit")


@pytest.mark.parametrize("path", sorted(CASES.glob("*.case")), ids=lambda path: path.stem)
def test_cases_hold(path: Path) -> None:
    done = here("conformance", path, "--game", "atoll")
    assert done.code == 0, done


def test_every_rule_has_a_case() -> None:
    assert here("conformance", CASES, "--game", "atoll", "--coverage").code == 0


@pytest.mark.parametrize("value", [
    {"order": "move", "units": ["BS1", "BT1"], "origin": "0101", "to": "0202"}, {"order": "pass"},
    {"order": "pass", "how": "all"}, {"order": "play", "card": "gale"}, {"order": "lose", "units": ["BS1"]},
], ids=json.dumps)
def test_a_value_is_read_again_as_it_is_written(value: dict[str, Any], spoken: str) -> None:
    atoll = game()
    with speaking(spoken):
        read: Any = read_order(atoll, atoll.write(value))
    again: Any = atoll.read_value(value)
    assert ORDERS.value(read.keyword, read.body) == ORDERS.value(again.keyword, again.body) == value


def test_a_position_is_read_again_as_it_is_written() -> None:
    atoll = game()
    position = atoll.open("standard", {"turns": "4"})
    assert atoll.from_json(atoll.to_json(position)) == position


def test_a_player_can_give_up() -> None:
    atoll = game()
    ruling: Any = read_order(atoll, 'ruling for blue: resign because "away"')
    events = atoll.judge_ruling(atoll.open("standard", {}), ruling).answer
    assert [event.winner for event in events] == ["orange"]
    misspelt: Any = read_order(atoll, 'ruling for blue: decide "mvoe" because "away"')
    assert [problem.code for problem in atoll.judge_ruling(atoll.open("standard", {}), misspelt)] == ["unknown-order"]
    assert atoll.card_problem(atoll.open("standard", {}), "gale", ["gale"]).rule == "atoll 1.a"


@pytest.mark.parametrize(("words", "places"), [
    ("put BS1, OT1 at Reef", {"BS1": "0102", "OT1": "0102"}), ("strike OS1", {"OS1": ""}),
    ("for blue: strike 1 troop at Haven", {"BT1": ""})])
def test_the_referee_moves_counters_and_takes_them_off(words: str, places: dict[str, str]) -> None:
    atoll = game()
    before = atoll.open("standard", {})
    ruling: Any = read_order(atoll, f'ruling {words} because "a slip"')
    verdict = atoll.judge_ruling(before, ruling)
    (event,) = verdict.answer
    after = atoll.apply(before, event)
    assert {name: unit.place for name, unit in after.units.items() if unit != before.units[name]} == places
    again: Any = read_order(atoll, atoll.write(verdict.order))
    assert atoll.judge_ruling(before, again).order == verdict.order


@pytest.mark.parametrize(("words", "codes"), [
    ("put BS1", ["order-breaks-off"]), ("strike 1 troop at Haven", ["name-units-by-id"]),
    ("for blue: strike 9 troops at Haven", ["too-few-units"]), ("reduce BS1", ["unknown-word"]),
    ("strike BS7", ["unknown-word"])])
def test_what_the_referee_cannot_rule(words: str, codes: list[str]) -> None:
    atoll = game()
    ruling: Any = read_order(atoll, f'ruling {words} because "a slip"')
    problems: Any = ruling if isinstance(ruling, tuple) and isinstance(ruling[0], Problem) else atoll.judge_ruling(
        atoll.open("standard", {}), ruling)
    assert [problem.code for problem in problems] == codes


def test_faults_of_an_owners_data_are_told_at_once(tmp_path: Path) -> None:
    data = tmp_path / "units.json"
    data.write_text(json.dumps({"units": [{"id": "BS1", "at": "0109"}, {"id": "BS2", "kind": "shipp"}]}), "utf-8")
    done = here("new", "sea", "--game", "atoll", "--data", data, cwd=tmp_path)
    assert done.code != 0 and "shipp" in done.err and "ship" in done.err
    data.write_text(json.dumps({"units": [{"id": "BS1", "at": "0109"}]}), "utf-8")
    done = here("new", "sea", "--game", "atoll", "--data", data, cwd=tmp_path)
    assert done.code != 0 and "0109" in done.err
