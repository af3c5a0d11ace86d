"""`try` at the command line: what is shown of a case of each game, dice given and thrown, what is refused, pages and
JSON, and cases with data of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import each_game
from tests.cli.program import ROOT, Ran, here, run
from witp_pbem.campaign.folder import case_games
from witp_pbem.table import cases, trying
from witp_pbem.table.language import speaking
from witp_pbem.table.trying import TriedCase

GOLDEN = Path(__file__).parent / "golden"
GUIDE = ROOT / "witp_pbem" / "docs"
CASES = {"witp": "tests/conformance/witp/manila-battles.case", "atoll": "tests/games/atoll/cases/battles.case",
         "taiheiyo_senshi": "tests/conformance/taiheiyo_senshi/08-examples.case",
         "nimitz": "tests/conformance/nimitz/10-attacks.case", "lagoon": "tests/games/lagoon/cases/raids.case",
         "wif_land": "examples/attack.case"}
DECISION = """\
case: Who is lost
game: atoll
given
  step battle
  at Cay: 2 orange ship
  at Cay: 1 blue ship
orders orange
  lose 2 ship
  move 1 ship from Cay to Reef
  lose 1 shipp
dice
  6
"""


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    each_game.install(monkeypatch)


def first(file: str, *without: str) -> str:
    """The first case of a file, without some of its sections."""
    text = (ROOT / file).read_text("utf-8")
    text = text[text.index("case:"):]
    text = text[:text.find("\ncase:") if "\ncase:" in text else None]
    for section in without:
        text = re.sub(rf"^{section}\n(?:[ \n].*\n?)*", "", text, flags=re.MULTILINE)
    return text


def example(language: str) -> str:
    """The case in the guide."""
    guide = GUIDE / ("trying.md" if language == "en" else f"trying.{language}.md")
    block = re.search(r"^    case:.*?(?=^\S)", guide.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert block
    return "\n".join(line[4:] for line in block[0].splitlines())


def tried(folder: Path, text: str, *options: str, name: str = "some.case") -> Ran:
    (folder / name).write_text(text, encoding="utf-8")
    return here("try", name, *options, cwd=folder)


def as_json(folder: Path, text: str, *options: str) -> dict[str, object]:
    (value,) = json.loads(tried(folder, text, *options, "--json").out)
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", CASES)
def test_a_case_of_each_game(game: str, language: str, tmp_path: Path) -> None:
    """The first two dice are given, the others thrown."""
    text = first(CASES[game], "expect", "dice").rstrip() + "\n\ndice\n  1 2\n"
    ran = tried(tmp_path, text, "--game", game, "--seed", "golden", "--lang", language)
    golden = GOLDEN / f"try-{game}-{language}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(ran.out, "utf-8")
    assert (ran.code, ran.err) == (1 if game == "witp" else 0, ""), "with other dice its orders name too few units"
    assert ran.out == golden.read_text("utf-8"), f"{golden} differs; look, then run with UPDATE_GOLDEN=1"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_case_of_the_guide(language: str, tmp_path: Path) -> None:
    value = as_json(tmp_path, example(language), "--lang", language, "--seed", "x")
    dice = value["dice"]
    assert isinstance(dice, list) and [throw["given"] for throw in dice] == [1, 1, 0, 0]
    assert value["refused"] == [] and value["again"]


def test_the_program_as_a_process(tmp_path: Path) -> None:
    (tmp_path / "carrier.case").write_text(example("en"), encoding="utf-8")
    ran = run("try", "carrier.case", cwd=tmp_path)
    assert ran.code == 0 and "[9.3.1.a]" in ran.out
    again = ran.out.splitlines()[-1]
    assert again.startswith("The same dice again: ")
    seed = again.rpartition(" ")[2]
    assert run("try", "carrier.case", "--seed", seed, cwd=tmp_path).out == ran.out
    piped = subprocess.run([sys.executable, "-m", "witp_pbem", "try", "-", "--seed", seed], check=False, timeout=120,
                           input=example("en").encode(), capture_output=True, cwd=tmp_path)
    assert piped.returncode == 0
    assert piped.stdout.decode().partition("What stands")[2].splitlines()[:-1] == (
        ran.out.partition("What stands")[2].splitlines()[:-1])


def test_dice_beyond_those_given_grow_from_the_seed(tmp_path: Path) -> None:
    text = first(CASES["witp"], "expect", "dice")
    seen = {seed: as_json(tmp_path, text, "--seed", seed)["dice"] for seed in ("one", "other", "third")}
    assert seen["one"] == as_json(tmp_path, text, "--seed", "one")["dice"]
    assert len({json.dumps(dice) for dice in seen.values()}) > 1
    given = as_json(tmp_path, first(CASES["witp"], "expect"))
    assert given["again"] == given["seed"] == "", "nothing was thrown"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_expectation_of_the_cases_holds(language: str) -> None:
    """The program throws no dice where a case expects them to be owed, and nothing depends on the language."""
    for game, file in CASES.items():
        for case in cases.read_file(ROOT / file):
            with speaking(language):
                played = trying.try_case(*case_games.prepared(case, game), "x")
            assert isinstance(played, TriedCase) and not played.failures, case.name


def test_an_expectation_that_does_not_hold(tmp_path: Path) -> None:
    text = first(CASES["atoll"]).replace("blue 1, orange 1", "blue 1, orange 2")
    ran = tried(tmp_path, text)
    assert ran.code == 1 and "Not all that the case expects holds:" in ran.out
    assert "some.case:20: no such battle-fought; the nearest has orange 1" in ran.out.replace("\n| ", " ")


def test_orders_refused_and_left_unused_and_what_is_owed(tmp_path: Path) -> None:
    ran = tried(tmp_path, DECISION, "--seed", "x")
    assert ran.code == 1
    assert "* Line 8: " in ran.out and "| lose 2 ship" in ran.out and "[4.b]" in ran.out
    assert "* Line 10: " in ran.out and "ship" in ran.out
    assert "Line 9: move 1 ship from Cay to Reef" in ran.out
    assert "Owed now" in ran.out and "| lose OS1" in ran.out
    value = as_json(tmp_path, DECISION, "--seed", "x")
    assert isinstance(value["refused"], list)
    assert {problem["place"]["line"] for problem in value["refused"]} == {8, 10}
    assert {problem["place"]["file"] for problem in value["refused"]} == {"some.case"}
    assert value["unused"] == [{"line": 9, "order": "move 1 ship from Cay to Reef"}]
    assert isinstance(value["owed"], list) and [owed["demand"] for owed in value["owed"]] == ["losses"]
    assert {"order": "lose OS1", "remark": ""} in value["owed"][0]["orders"]


def test_the_odds_in_the_place_of_a_throw(tmp_path: Path) -> None:
    ran = tried(tmp_path, example("en"), "--odds")
    assert ran.code == 0 and "Chances of winning: Japan 68 %" in ran.out and "What happened" not in ran.out
    assert "The same dice again" not in ran.out
    value = as_json(tmp_path, example("en"), "--odds")
    assert value["dice"] == value["happened"] == [] and value["odds"]
    quiet = tried(tmp_path, first("tests/games/atoll/cases/cards.case", "expect"), "--odds")
    assert "There is no battle" in quiet.out


def test_cards_are_given_or_dealt(tmp_path: Path) -> None:
    file = "tests/games/atoll/cases/cards.case"
    given = tried(tmp_path, first(file, "expect"), "--seed", "x").out
    assert "which the case gives" in given and "dealt" not in given
    dealt = tried(tmp_path, first(file, "expect", "cards", "orders blue"), "--seed", "x")
    assert dealt.out.count("dealt by the program") == 2 and "The same dice again" in dealt.out
    half = tried(tmp_path, first(file, "expect", "orders blue").replace("  orange mist\n", ""), "--seed", "x").out
    assert half.count("which the case gives") == half.count("dealt by the program") == 1


@pytest.mark.parametrize(("text", "says"), [
    ("given\n  turn 1\n", "a case begins with a line 'case: NAME'"),
    ("case: x\ngame: atoll\ngiven\n  at Nowhere: 1 blue ship\n", "some.case:4: "),
    ("case: x\ngame: atoll\ndice\n  9\n", "some.case:4: dice are numbers from 1 to 6: 9"),
    ("case: x\ngame: atoll\ngiven\n  data none.json\n", 'some.case:4: "none.json" cannot be read'),
    ("", "There is no case in some.case")])
def test_what_cannot_be_read(text: str, says: str, tmp_path: Path) -> None:
    ran = tried(tmp_path, text, "--game", "atoll")
    assert ran.code in (1, 2) and says in (ran.out + ran.err).replace("\n  ", " ")
    assert says == "There is no case in some.case" or json.loads(
        here("try", "some.case", "--game", "atoll", "--json", cwd=tmp_path).out)[0]["unreadable"]


@pytest.mark.parametrize("words", [("nowhere.case",), (".",), (), ("some.case", "--game", "chess")])
def test_what_cannot_be_asked(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "some.case").write_text("case: x\ngiven\n  turn 2\n", encoding="utf-8")
    assert here("try", *words, cwd=tmp_path).code == 2


def test_no_text_at_all(tmp_path: Path) -> None:
    (tmp_path / "some.case").write_bytes(b"case: \xff\n")
    ran = here("try", "some.case", cwd=tmp_path)
    assert ran.code == 2 and "this is not plain text" in ran.err


def test_a_page_with_the_map(tmp_path: Path) -> None:
    ran = tried(tmp_path, DECISION, "--format", "html", "-o", "page.html", "--seed", "x")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert ran.code == 1 and "Written: page.html" in ran.out, "an order was refused"
    assert '<section id="map"' in page and "<svg" in page and 'id="rule-4-b"' in page
    assert "The same dice again: witp-pbem try some.case --seed x" in page and "lose OS1" in page
    assert tried(tmp_path, DECISION, "--format", "html", "-o", "page.html").code == 2, "it is not written over"
    assert "<svg" in tried(tmp_path, example("ja"), "--format", "html", "--lang", "ja").out


def test_pages_of_several_cases(tmp_path: Path) -> None:
    text = first(CASES["atoll"]) + DECISION.replace("  lose 1 shipp\n", "").replace("  lose 2 ship\n", "")
    assert tried(tmp_path, text, "--format", "html").code == 2
    assert tried(tmp_path, text, "--format", "html", "-o", "page.html").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.html")) == ["page-1.html", "page-2.html"]
    assert tried(tmp_path, text, "-o", "all.txt").code == 0
    assert (tmp_path / "all.txt").read_text("utf-8").count("What stands") == 2
    unreadable = tried(tmp_path, text + "case: x\ngame: atoll\ngiven\n  nothing\n", "--format", "html", "-o", "x.html")
    assert unreadable.code == 2 and "not understood" in unreadable.err and not list(tmp_path.glob("x*.html"))


def test_data_of_a_users_own(tmp_path: Path) -> None:
    """A place of another name, which orders and lines can use, and which is told."""
    (tmp_path / "mine.json").write_text(json.dumps({"map": {"hexes": {"0102": {"name": "Shoal"}}}}), encoding="utf-8")
    text = first(CASES["atoll"], "expect").replace("given\n", "given\n  data mine.json\n").replace("Reef", "Shoal")
    ran = tried(tmp_path, text, "--seed", "x")
    assert ran.code == 0 and "Shoal" in ran.out and "Reef" not in ran.out.split("=" * 72)[-1]
    assert here("odds", "some.case", cwd=tmp_path).code == 0
    expecting = text + "\nexpect\n  event battle-fought: place 0102\n"
    (tmp_path / "some.case").write_text(expecting, encoding="utf-8")
    assert here("conformance", "some.case", cwd=tmp_path).code == 0
    shutil.copy(tmp_path / "mine.json", tmp_path / "bad.json")
    (tmp_path / "bad.json").write_text('{"map": [}', encoding="utf-8")
    bad = tried(tmp_path, text.replace("mine.json", "bad.json"))
    assert bad.code == 1 and '"bad.json" is not JSON: line 1' in " ".join(bad.out.split())
