"""`odds` at the command line: campaigns and case files, in words and as JSON, and what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.program import here
from tests.games.atoll import game as atoll
from tests.games.lagoon import game as lagoon
from tests.stand_ins import findable

EXAMPLE = Path(__file__).parents[2] / "examples" / "manila-1942"
CASE = """\
case: A fleet battle
game: witp
given
  turn 3
  step combat
  points Japan 10, Allies 5
  at Iwo Jima: 1 Japanese land
  at Manila: 2 Japanese naval
  at Manila: 1 US naval
dice
  6 1
expect
  nothing owed
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of turn 4, up to the movement of which Manila is the aim."""
    folder = tmp_path_factory.mktemp("odds") / "manila-1942"
    for words in (("new", folder, "--game", "witp", "--position", EXAMPLE / "position.json", "--dice", "manual",
                   "--japan", "Japan", "--allies", "Allies"),
                  ("submit", folder, *(EXAMPLE / f"{side}-1.txt" for side in ("japan", "allies", "referee"))),
                  ("adjudicate", folder)):
        assert here(*words).code == 0
    return folder


def test_an_order_typed_on_the_command_line(begun: Path) -> None:
    before = (begun / "logbook.jsonl").read_bytes()
    ran = here("odds", begun, "target Manila from Kure: 1 carrier, 2 naval carrying 1 land", "--side", "japan")
    assert ran.code == 0, ran.err
    assert "Exact: all throws" in ran.out and "Assault landing at Manila (0606)" in ran.out
    assert "* Chances of winning: Japan 97 %, Allies 3 %." in ran.out
    assert "Allies: make a movement impulse, or pass" in ran.out
    assert (begun / "logbook.jsonl").read_bytes() == before


def test_orders_in_a_file_as_json_on_a_players_copy(begun: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(begun, tmp_path / "manila-1942", ignore=shutil.ignore_patterns("private"))
    (result,) = json.loads(here("odds", copy, EXAMPLE / "japan-2.txt", "--side", "japan", "--json").out)
    (battle,) = result["battles"]
    assert result["exact"] and (battle["place"], battle["winners"]) == ("0606", {"japan": {"value": 1, "error": 0}})
    chances = battle["losses"]["allies"]["chances"]
    assert sum(chance["value"] for chance in chances.values()) == pytest.approx(1)
    assert battle["losses"]["allies"]["mean"] == pytest.approx(
        sum(int(lost) * chance["value"] for lost, chance in chances.items()))
    assert {one["side"] for one in result["assumed"]} == {"japan", "allies"}


def test_where_no_battle_is_due_it_says_so(begun: Path) -> None:
    ran = here("odds", begun)
    assert ran.code == 0 and "There is no battle" in ran.out and "Supposed" not in ran.out
    assert json.loads(here("odds", begun, "--json").out)[0]["battles"] == []


def test_wrong_orders_are_the_problems_of_check(begun: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("Campaign: manila-1942\nTurn: 4\nSide: Japan\n\ntarget Manila from Kure: 7 carrier\n")
    checked, ran = here("check", begun, wrong), here("odds", begun, wrong)
    assert ran.code == checked.code == 1
    assert "too-few-units" in ran.out and ran.out.split("too-few-units")[1] in checked.out
    typed = here("odds", begun, "target Manila from Kure: 7 carrier", "--side", "japan")
    assert typed.code == 1 and "too-few-units" in typed.out
    assert "<orders>, line 1:" in typed.out and "\n    target Manila from Kure: 7 carrier\n" in typed.out
    second = here("odds", begun, "pass", "target Manila from Kure: 7 carrier", "--side", "japan")
    assert "<orders>, line 2:" in second.out


@pytest.mark.parametrize(("words", "sentence"), [
    (("target Manila from Kure: 1 carrier",), "--side"),
    (("nothing.txt", "--side", "japan"), "nothing.txt"),
    (("pass", "--side", "nobody"), "nobody")])
def test_what_cannot_be_asked_is_refused(begun: Path, words: tuple[str, ...], sentence: str) -> None:
    ran = here("odds", begun, *words)
    assert ran.code == 2 and sentence in ran.err


def test_a_case_file_without_its_dice(tmp_path: Path) -> None:
    file = tmp_path / "battle.case"
    file.write_text(CASE)
    ran = here("odds", file)
    assert ran.code == 0 and "A fleet battle" in ran.out and "* Chances of winning: Japan 68 %, Allies 32 %." in ran.out
    assert here("odds", file, "pass").code == 2
    file.write_text(CASE.replace("2 Japanese naval", "2 Japanese boats"))
    assert here("odds", file).code == 1
    assert here("odds", tmp_path / "none.case").code == 2


def test_the_cases_of_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A battle that nobody wins, with a decision; raids that a battery may stand, in a game the file does not name."""
    findable(monkeypatch, lagoon=lagoon.game, atoll=atoll.game)
    games = Path(__file__).parents[1] / "games"
    battles = here("odds", games / "atoll" / "cases" / "battles.case").out
    assert "Battle at Reef" in battles and "winning" not in battles and "Steps lost" in battles
    raids = here("odds", games / "lagoon" / "cases" / "raids.case", "--game", "lagoon").out
    assert "Chances of winning: Raiders 40 %" in raids and "Exact" in raids


def test_samples_say_how_far_they_may_be_off(tmp_path: Path) -> None:
    file = tmp_path / "chain.case"
    file.write_text(CASE.replace("dice\n", "  at Rangoon: 1 Japanese land, 1 UK land\n"
                                           "  at Guadalcanal: 1 Japanese naval, 1 US naval\ndice\n"))
    ran = here("odds", file)
    assert "Estimated from 144 plays" in ran.out and "±" in ran.out and "All battles together" in ran.out
    assert "Exact" not in ran.out
