"""Every command on the Lagoon, in both languages; the first one as an installed package has it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import Ran, here, run
from tests.games.lagoon.desk import installed

CASES = Path(__file__).parent / "cases"
SAILING = ("Phase: sail\nsail Akagi Maru to Truk lagoon\nsail From Here to Truk lagoon\nsail Prince of Wales to Reef\n"
           "Phase: raid\npass all\n")
JAPANESE = "Phase: 航行\n航行 赤城丸 トラック環礁へ\nパス\nPhase: 襲撃\nパス 全部\n"


class Shell:
    """The program in a folder with the campaign "isle", speaking one language."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language

    def __call__(self, *arguments: str | Path, code: int = 0) -> str:
        done: Ran = here(*arguments, "--lang", self.language, cwd=self.folder)
        assert done.code == code, (arguments, done)
        return done.out + done.err

    def write(self, text: str, side: str = "raiders", turn: int = 1) -> str:
        """A file with orders."""
        header = f"Campaign: isle\nTurn: {turn}\nSide: {side}\n\n"
        (self.folder / f"{side}.txt").write_text(header + text, "utf-8")
        return f"{side}.txt"

    def order(self, text: str, side: str = "raiders", turn: int = 1) -> None:
        """Orders that stand, and the sitting they make possible."""
        self("submit", "isle", self.write(text, side, turn))
        self("adjudicate", "isle")


@pytest.fixture(params=["en", "ja"])
def shell(request: pytest.FixtureRequest, tmp_path: Path) -> Shell:
    shell = Shell(tmp_path, str(request.param))
    shell("new", "isle", "--game", "lagoon", "--seed", "every command", "--player", "raiders=Ann <ann@example.org>")
    shell("adjudicate", "isle")
    return shell


def in_words(shell: Shell, english: str, japanese: str) -> str:
    return english if shell.language == "en" else japanese


def test_the_game_is_found_as_an_installed_package(tmp_path: Path) -> None:
    path = installed(tmp_path / "installed")
    founded = run("new", "isle", "--game", "lagoon", "--scenario", "alliance", cwd=tmp_path, path=path)
    assert founded.code == 0 and "alliance" in founded.out
    status = run("status", "isle", cwd=tmp_path, path=path)
    assert status.code == 0 and "The Lagoon" in status.out


def test_a_turn_from_template_to_proof(shell: Shell) -> None:
    owed = shell("status", "isle")
    assert in_words(shell, "sail a ship, or pass", "艦を航行させるかパスする") in owed
    template = shell("orders", "isle", "--side", "raiders")
    assert "Prince of Wales" in template or "プリンス・オブ・ウェールズ" in template
    shell("check", "isle", shell.write(SAILING))
    assert "Truk" in shell("check", "isle", shell.write("Phase: sail\nsail Akagi Maru to Trukk lagoon\n"), code=1)
    shell.order(SAILING)
    log = shell("log", "isle")
    assert in_words(shell, "raid on Truk Lagoon", "トラック環礁への襲撃") in log
    for flag in ((), ("--json",)):
        shell("log", "isle", *flag)
        shell("show", "isle", "--json")
        shell("verify", "isle", *flag)


def test_orders_in_japanese_are_those_in_english(shell: Shell) -> None:
    shell.order(JAPANESE)
    entries = map(json.loads, (shell.folder / "isle" / "logbook.jsonl").read_text("utf-8").splitlines())
    answers = [act["answer"] for entry in entries for act in entry.get("acts", ()) if "answer" in act]
    assert {"order": "sail", "ship": "Akagi Maru", "place": "Truk lagoon"} in answers
    assert {"order": "pass", "how": "all"} in answers


def test_rules_sources_and_guides(shell: Shell) -> None:
    assert "two lengths of route" in shell("rule", "lagoon", "2.c")
    assert "2.c" in shell("rule", "lagoon", "2.cc", code=2)
    assert in_words(shell, "Orders of the Lagoon", "環礁の命令") in shell("guide", "--game", "lagoon")
    assert "orders" in shell("guide", "games") and "Lagoon" in shell("guide", "adding-a-game")
    sources = shell("data", "sources", "--game", "lagoon")
    assert "sheet 3" in sources and "reconstructed" in sources


@pytest.mark.parametrize("python", [True, False])
def test_the_little_verifiers(shell: Shell, python: bool) -> None:
    shell.order(SAILING)
    shell("verify", "--write-verifier", "verify.py" if python else "verify.html")
    if python:
        done = subprocess.run([sys.executable, "verify.py", "isle/logbook.jsonl"], cwd=shell.folder, check=False,
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_whole_game_with_disputes(shell: Shell) -> None:
    shell("bookmark", "isle", "the start")
    shell.order(SAILING)
    shell("letter", "note", "isle", "Windy.")
    shell("letter", "protest", "isle", "--side", "raiders", "--about", "sitting 2", "Too many shells.")
    protest = len((shell.folder / "isle" / "logbook.jsonl").read_bytes().splitlines()) - 1
    shell("answer", "isle", "--protest", str(protest), "--reason", "It was so.")
    for what in ((), ("Truk lagoon",), ("Akagi Maru",), ("--json",)):
        shell("explain", "isle", *what)
    shell("preview", "isle", "--side", "raiders")
    shell("rewind", "isle", "--to", "turn 1", "--reason", "A file was overlooked.")
    shell("adjudicate", "isle")
    shell.order(SAILING)
    shell("verify", "isle")
    (shell.folder / "ruling.txt").write_text('Campaign: isle\nTurn: 2\nSide: referee\n\n'
                                             'ruling for raiders: decide "pass" because "away"\n', "utf-8")
    shell("submit", "isle", "ruling.txt")
    shell("adjudicate", "isle")
    shell("letter", "resign", "isle", "--side", "raiders", "--yes")
    shell("adjudicate", "isle")
    assert "garrison" in shell("status", "isle").casefold() or "守備隊" in shell("status", "isle")
    shell("verify", "isle")


def test_dice_and_cards_typed_in(tmp_path: Path) -> None:
    shell = Shell(tmp_path, "en")
    shell("new", "isle", "--game", "lagoon", "--dice", "manual")
    shell("adjudicate", "isle")
    shell("submit", "isle", shell.write("card raiders squall\ncard garrison decoy\n", "referee"))
    shell("adjudicate", "isle")
    shell.order("Phase: sail\nsail Akagi Maru to Truk lagoon\npass\nPhase: raid\nplay squall\n")
    assert "shows 0 to 9, 1 to 6, not 10" in shell("check", "isle", shell.write("dice 10\n", "referee"), code=1)
    shell("submit", "isle", shell.write("dice 0\ndice 2 3\n", "referee"))
    shell("adjudicate", "isle")
    shell("verify", "isle")
    assert json.loads(shell("show", "isle", "--json"))["turn"] == 2


def test_sealed_orders_and_a_copy_kept_up(shell: Shell) -> None:
    shell("letter", "seal", shell.write(SAILING), "--campaign", "isle", "-o", "mine")
    shutil.copytree(shell.folder / "isle", shell.folder / "copy", ignore=shutil.ignore_patterns("private"))
    shell.order(SAILING)
    shell("sync", "copy", "isle/logbook.jsonl", "--verify")
    shell("verify", "copy")


def test_an_owners_map_speaks_everywhere(shell: Shell) -> None:
    own = {"points": [{"id": "Reef", "name": "Dragon Shoal", "ja": "竜の瀬"}]}
    (shell.folder / "map.json").write_text(json.dumps(own), "utf-8")
    shell("new", "own", "--game", "lagoon", "--data", "map.json")
    shell("adjudicate", "own")
    header = "Campaign: own\nTurn: 1\nSide: raiders\n\nPhase: sail\n"
    (shell.folder / "own.txt").write_text(f"{header}sail Akagi Maru to Dragon Shoal\n", "utf-8")
    output = shell("check", "own", "own.txt", code=1)
    assert in_words(shell, "Dragon Shoal", "竜の瀬") in output and "The Reef" not in output and "珊瑚礁" not in output


@pytest.mark.parametrize("form", [
    ("--format", "text"), ("--format", "html"), ("--format", "eml"), ("--format", "markdown", "--dialect", "reddit"),
    ("--format", "bbcode", "--dialect", "phpbb"), ("--format", "bbcode", "--dialect", "bgg")], ids=" ".join)
def test_every_form_of_report(shell: Shell, form: tuple[str, ...]) -> None:
    shell.order(SAILING)
    for extra in ((), ("--turn", "1", "--side", "raiders")):
        shell("report", "isle", *form, *extra, "-o", "report.out", "--force")
        text = (shell.folder / "report.out").read_text("utf-8")
        assert text.count("\n") > 20
    assert "eml" in form or in_words(shell, "The raid on", "への襲撃が始まりました") in text


def test_maps_and_replays(shell: Shell) -> None:
    shell.order(SAILING)
    shell("map", "isle", "-o", "map.svg")
    shell("map", "isle", "-o", "map.png", "--around", "Truk lagoon")
    picture = (shell.folder / "map.svg").read_text("utf-8")
    assert in_words(shell, "Truk Lagoon", "トラック環礁") in picture
    shell("replay", "isle", "-o", "replay.html")
    shell("show", "isle")
    shell("post", "write", "isle", "--dialect", "bgg", "-o", "post.txt")


def test_mails(shell: Shell) -> None:
    shell("invite", "isle", "raiders", "-o", "invitation.eml")
    shell("sync", "mine", "invitation.eml", "--verify")
    shell("letter", "protest", "isle", "Why?", "--side", "raiders", "--about", "sitting 1", "-o", "protest.txt")


def test_cases_of_the_game(shell: Shell) -> None:
    shell("conformance", "--game", "lagoon", CASES)
