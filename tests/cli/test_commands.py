"""The commands, each as a player, a referee or an archivist types it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from tests import tamper
from tests.cli.program import EXAMPLES, ROOT, contents, here, run
from witp_pbem.cli import CHAPTERS, IN_SHORT, MODULES

MANILA = EXAMPLES / "manila-1942"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The demo as a newcomer runs it: its folder and what it printed."""
    place = tmp_path_factory.mktemp("demo")
    ran = run("demo", cwd=place)
    assert ran.code == 0, ran.err
    return place / "manila-1942-demo", ran.out


@pytest.fixture
def manila(demo: tuple[Path, str], tmp_path: Path) -> Path:
    """A copy of the demo's campaign, to be spoilt."""
    return Path(shutil.copytree(demo[0], tmp_path / "manila"))


@pytest.fixture(scope="module")
def turn4(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Manila position, nothing played yet."""
    folder = tmp_path_factory.mktemp("turn4") / "manila-1942"
    ran = here("new", folder, "--position", MANILA / "position.json", "--dice", "manual", "--seed", "test",
              "--japan", "Ken <ken@example.org>")
    assert ran.code == 0, ran.err
    return folder


# -- help -------------------------------------------------------------------------------------------------------------


def listed(text: str) -> list[str]:
    """The commands a help lists."""
    return re.findall(r"^  ([a-z]+)  +[A-Z]", text, re.MULTILINE)


def test_help_names_what_players_and_keepers_use_and_help_all_every_command() -> None:
    short, whole = run("--help"), here("help", "all")
    assert short.code == whole.code == 0
    assert listed(short.out) == [name for chapter in IN_SHORT for name in CHAPTERS[chapter]]
    assert len(CHAPTERS["player"]) == 10 and len(CHAPTERS["keeper"]) <= 6
    assert listed(whole.out) == list(MODULES) and len(MODULES) <= 40
    assert "witp-pbem help all" in short.out and "witp-pbem help all" not in whole.out
    assert "witp-pbem help all" in here("--help", "--lang", "ja").out


@pytest.mark.parametrize("name", MODULES)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    ran = here(name, "--help")
    assert ran.code == 0
    assert f"witp-pbem {name}" in ran.out


# -- the demo ---------------------------------------------------------------------------------------------------------


def test_the_demo_prints_the_report_and_writes_it_as_html(demo: tuple[Path, str]) -> None:
    folder, out = demo
    assert "Manila" in out and "20 − 9" in out
    assert "report.html" in out
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.lstrip().lower().startswith("<!doctype html") and "Manila" in page


def test_the_demos_campaign_verifies(demo: tuple[Path, str]) -> None:
    ran = here("verify", demo[0])
    assert (ran.code, ran.err) == (0, "")
    assert "The logbook holds." in ran.out


def test_the_demo_does_not_touch_a_folder_in_use(manila: Path) -> None:
    before = contents(manila)
    assert here("demo", manila).code == 2
    assert contents(manila) == before


def test_every_example_runs(tmp_path: Path) -> None:
    for script in EXAMPLES.glob("*/play.txt"):
        ran = here("demo", tmp_path / script.parent.name, "--example", script.parent.name)
        assert ran.code == 0, ran.err
        assert here("verify", tmp_path / script.parent.name).code == 0
    assert here("demo", tmp_path / "x", "--example", "../manila-1942").code == 2


# -- a campaign in six commands ---------------------------------------------------------------------------------------


def test_a_campaign_from_new_to_the_second_sitting(tmp_path: Path) -> None:
    ran = run("new", "isles", "--game", "witp", "--japan", "Ken <ken@example.org>", "--allies", "Ann", "--option",
              "optional_bases=yes", "--verbose", cwd=tmp_path)
    assert ran.code == 0 and "anchor" in ran.out and "witp-pbem adjudicate isles" in ran.out
    folder = tmp_path / "isles"
    assert here("status", folder).out.endswith("Next: witp-pbem adjudicate " + str(folder) + "\n")
    assert "WHAT IS OWED NEXT" in run("adjudicate", folder).out
    state = json.loads(here("status", folder, "--json").out)["status"]
    assert state["turn"] == 1 and [due["side"] for due in state["owed"]] == ["japan"]

    again = here("adjudicate", folder)
    assert again.code == 0 and "Nothing new could be played" in again.out

    assert run("orders", folder, "--side", "Japan", "-o", tmp_path / "japan.txt").code == 0
    text = (tmp_path / "japan.txt").read_text(encoding="utf-8")
    assert all(len(line) <= 72 for line in text.splitlines())
    assert run("check", folder, tmp_path / "japan.txt").code == 1
    (tmp_path / "japan.txt").write_text(re.sub(r"^# (build Truk.*|pass)$", r"\1", text, flags=re.MULTILINE), "utf-8")
    checked = here("check", folder, tmp_path / "japan.txt")
    assert checked.code == 0 and "build Truk (0907)" in checked.out

    sent = run("submit", folder, tmp_path / "japan.txt")
    receipt = re.search(r"Receipt: ([0-9a-f]{64})", sent.out)
    assert sent.code == 0 and receipt
    assert "Received since the last sitting: Japan" in here("status", folder).out
    assert here("adjudicate", folder).code == 0
    assert run("verify", folder, "--head", receipt[1]).code == 0
    assert here("verify", folder, "--head", "0" * 64).code == 1
    assert "build Truk (0907)" in here("log", folder).out

    stale = here("submit", folder, tmp_path / "japan.txt")
    assert stale.code == 1 and "stale" in stale.out and "Nothing was recorded." in stale.out


def test_reports(demo: tuple[Path, str], tmp_path: Path) -> None:
    folder = demo[0]
    assert "fleet battle" in here("report", folder, "--turn", "4").out.lower()
    ran = here("report", folder, "--turn", "4", "--format", "html", "-o", tmp_path / "r.html")
    assert ran.code == 0 and "Written" in ran.out
    assert (tmp_path / "r.html").read_bytes() == (folder / "report.html").read_bytes()
    assert "eyes of Japan only" in " ".join(here("report", folder, "--side", "japan").out.split())


def test_the_position_goes_round(demo: tuple[Path, str], tmp_path: Path) -> None:
    """`show --json` gives what `new --position` takes, once no deck is sealed."""
    folder = demo[0]
    assert "Manila" in here("show", folder).out
    state = here("show", folder, "--turn", "4", "--json")
    (tmp_path / "state.json").write_text(state.out, encoding="utf-8")
    assert '"decks": {}' in here("new", tmp_path / "again", "--position", tmp_path / "state.json").err
    mended = {**json.loads(state.out), "decks": {}}
    (tmp_path / "state.json").write_text(json.dumps(mended), encoding="utf-8")
    assert here("new", tmp_path / "again", "--position", tmp_path / "state.json").code == 0
    assert json.loads(here("show", tmp_path / "again", "--json").out) == mended


def test_the_logbook_as_json(demo: tuple[Path, str]) -> None:
    entries = json.loads(here("log", demo[0], "--json").out)
    assert entries == tamper.read((demo[0] / "logbook.jsonl").read_bytes())


# -- mistakes ---------------------------------------------------------------------------------------------------------

TEN = """\
Campaign: manila-1942
Turn: 4
Side: japan
Phase: lunch

build 9999
build
buld Truk
目標 アトランティス 呉から：水上１
ruling for japan: gain 9 RP because "I want them"
use 1942-99
target Manila from Kure: 2 navel
rebuild 1 land at Nowhere
redeploy 2 carrier to Palau
"""


def test_ten_mistakes_are_told_at_once_with_their_places(turn4: Path, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(TEN, encoding="utf-8")
    ran = here("check", turn4, file)
    assert ran.code == 1
    lines = re.findall(rf"^{re.escape(str(file))}, line (\d+):", ran.out, re.MULTILINE)
    assert [int(line) for line in lines] == [4, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    assert "10 problems" in ran.out
    assert "[witp 2.3.b]" in " ".join(ran.out.split()) and "Did you mean build?" in ran.out
    checked = json.loads(here("check", turn4, file, "--json").out)
    assert not checked["stands"] and len(checked["files"][0]["problems"]) == 10
    assert {"place", "code", "rule", "sentence", "suggestion"} <= set(checked["files"][0]["problems"][0])
    assert checked["files"][0]["problems"][0]["place"]["line"] == 4


def test_the_words_at_fault_are_underlined_in_any_script(turn4: Path, tmp_path: Path) -> None:
    """Japanese letters take two columns of a terminal, so their carets do too."""
    file = tmp_path / "orders.txt"
    file.write_text(TEN, encoding="utf-8")
    lines = here("check", turn4, file).out.splitlines()
    at = next(number for number, line in enumerate(lines) if "アトランティス 呉" in line)
    assert lines[at] == "    目標 アトランティス 呉から：水上１"
    assert lines[at + 1] == "    " + " " * 5 + "^" * 14


@pytest.mark.parametrize("content", [
    b"", b"\x00\xff" * 500, b"a" * 10_000_000, b"Campaign: other\nTurn: 4\nSide: japan\npass\n",
    b"Campaign: manila-1942\nTurn: 9\nSide: japan\npass\n", b"Campaign: manila-1942\nTurn: 4\nSide: nobody\npass\n",
    b"Campaign: manila-1942\nTurn: 4\nSide: japan\nPhase: operations\ntarget 9999 from Kure: 1 naval\n",
], ids=["empty", "binary", "10 MB", "campaign", "turn", "side", "hex"])
def test_bad_orders_are_refused_and_change_nothing(turn4: Path, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "orders.txt"
    file.write_bytes(content)
    before = contents(turn4)
    assert here("check", turn4, file).code == 1
    ran = here("submit", turn4, file)
    assert ran.code == 1 and "Nothing was recorded." in ran.out
    assert contents(turn4) == before


@pytest.mark.parametrize("arguments", [
    ["check", "{campaign}", "{missing}"], ["check", "{campaign}", "{folder}"], ["check", "{campaign}"],
    ["check", "{missing}", "{file}"], ["submit", "{folder}", "{file}"], ["status", "{file}"],
    ["adjudicate", "{missing}"], ["verify", "{missing}"], ["report", "{campaign}", "--turn", "12"],
    ["report", "{campaign}", "--side", "referee"], ["orders", "{campaign}", "--side", "nobody"],
    ["orders", "{campaign}", "--side", "japan", "-o", "{folder}"], ["rule", "99.9"], ["new", "{campaign}"],
    ["new", "{fresh}", "--game", "chess"], ["new", "{fresh}", "--game", "witp", "--scenario", "none"],
    ["new", "{fresh}"], ["new", "{fresh}", "--game", "witp", "--option", "x"],
    ["new", "{fresh}", "--game", "witp", "--data", "{missing}"], ["conformance", "{missing}"], ["bogus"],
])
def test_wrong_usage_is_told_with_exit_code_2(turn4: Path, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    names = {"campaign": turn4, **{name: tmp_path / name for name in ("missing", "folder", "file", "fresh")}}
    ran = here(*(argument.format(**names) for argument in arguments))
    assert ran.code == 2 and ran.err
    assert not (tmp_path / "fresh").exists()


def test_names_that_are_no_text_are_printed_all_the_same(turn4: Path, tmp_path: Path) -> None:
    file = os.fsdecode(bytes(tmp_path) + b"/orders-\xff.txt")
    Path(file).write_text("Campaign: manila-1942\n")
    ran = run("check", turn4, file)
    assert ran.code == 1 and "orders-\ufffd.txt, line 1:" in ran.out
    assert run("new", "--game", "witp", tmp_path / "fresh", "--japan", os.fsdecode(b"\xff")).code == 2
    assert run("new", "--game", "witp", tmp_path / "fresh", "--japan", "Ken\x1b[31m").code == 2
    assert not (tmp_path / "fresh").exists()


@pytest.mark.parametrize("option", ["--data", "--position"])
def test_bad_files_for_a_founding_are_refused(tmp_path: Path, option: str) -> None:
    (tmp_path / "bad.json").write_text('{"units": {"units": [{"id": 5}]}}')
    ran = here("new", "--game", "witp", tmp_path / "fresh", option, tmp_path / "bad.json")
    assert ran.code == 1 and ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


@pytest.fixture(scope="module")
def moving(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Manila turn where Japan owes its first movement impulse."""
    folder = tmp_path_factory.mktemp("moving") / "manila-1942"
    here("new", folder, "--position", MANILA / "position.json", "--dice", "manual")
    assert here("submit", folder, *(MANILA / f"{side}-1.txt" for side in ("japan", "allies", "referee"))).code == 0
    assert here("adjudicate", folder).code == 0
    return folder


@pytest.mark.parametrize("order", [
    "target Manila from Truk: 1 naval via 1706",
    "target Manila from Kure: 9 naval",
    "target San Francisco from Kure: 1 carrier, 2 naval carrying 1 land from Palau: 1 carrier, 2 naval",
], ids=["route", "units", "points"])
def test_impossible_moves_are_told(moving: Path, tmp_path: Path, order: str) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(f"Campaign: manila-1942\nTurn: 4\nSide: japan\n{order}\n")
    ran = here("check", moving, file)
    assert ran.code == 1 and "[witp 8." in ran.out


# -- a damaged campaign -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spoil", [
    lambda text: text.replace(b"founding", b"foundling", 1), lambda text: b"{}\n" + text, lambda text: b"\xff" + text,
    lambda text: text.replace(b'"event":"', b'"event":"un', 1), lambda text: b"",
    lambda text: text.replace(b'"units":[', b'"units":[7,', 1),
])
@pytest.mark.parametrize("command", [["status"], ["adjudicate"], ["report"], ["log"], ["verify"]])
def test_a_damaged_logbook_is_told(manila: Path, command: list[str], spoil: object) -> None:
    assert callable(spoil)
    book = manila / "logbook.jsonl"
    book.write_bytes(spoil(book.read_bytes()))
    before = contents(manila)
    ran = here(command[0], manila)
    if command == ["log"] and ran.code == 0:
        return  # what is listed need not be played
    assert ran.code == 1 and (ran.err or command == ["verify"])
    assert contents(manila) == before


def test_a_flipped_byte_makes_verify_name_the_entry(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    lines = book.read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b"Doolittle", b"Doo1ittle") if b"Doolittle" in lines[5] else lines[5].replace(
        b"1942-10", b"1942-11", 1)
    book.write_bytes(b"\n".join(lines))
    ran = here("verify", manila)
    assert ran.code == 1 and "\nentry 5: hash-differs" in ran.out
    verified = json.loads(here("verify", manila, "--json").out)
    assert not verified["holds"] and verified["findings"][0]["place"]["entry"] == 5


def test_a_torn_line_is_mended_by_the_next_writer(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    sound = book.read_bytes()
    book.write_bytes(sound + b'{"acts":')
    ran = here("status", manila)
    assert ran.code == 0 and "never finished" in ran.err
    assert here("verify", manila).code == 1
    ran = here("adjudicate", manila)
    assert ran.code == 0 and "cut off" in ran.err
    assert book.read_bytes() == sound


def test_a_copy_without_private_is_read_only(manila: Path, tmp_path: Path) -> None:
    shutil.rmtree(manila / "private")
    for command in ("status", "report", "show", "log", "verify"):
        assert here(command, manila).code == 0
    ran = here("adjudicate", manila)
    assert ran.code == 2 and "private" in ran.err


# -- reference --------------------------------------------------------------------------------------------------------


def test_rules_by_their_ids() -> None:
    assert "port or airfield" in here("rule", "6.3.d").out
    assert here("rule", "witp", "6.3.d").out == here("rule", "witp 6.3.d").out == here("rule", "6.3.d").out
    assert here("rule", "6.4").out.count("6.4.") >= 3
    ran = here("rule", "6.33")
    assert ran.code == 2 and "Near it: " in ran.err and "witp 6.3" in ran.err and "senshi 6.1" in ran.err
    ran = here("rule", "6.33", "--game", "witp")
    assert ran.code == 2 and "6.3" in ran.err and "senshi" not in ran.err


def test_sources_name_reconstructions() -> None:
    ran = here("data", "sources", "--game", "witp")
    assert ran.code == 0 and "econstructed" in ran.out
    assert here("data", "sources", "--game", "chess").code == 2


def test_case_files(tmp_path: Path) -> None:
    (tmp_path / "right").mkdir()
    for name in ("04-cards", "manila-battles"):
        shutil.copy(ROOT / "tests" / "conformance" / "witp" / f"{name}.case", tmp_path / "right")
    ran = here("conformance", tmp_path / "right")
    assert ran.code == 0 and "0 failed" in ran.out, ran.out
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "wrong.case").write_text("case: a case that expects nonsense\ngame: witp\nnonsense\n")
    ran = here("conformance", tmp_path / "wrong")
    assert ran.code == 1 and "1 failed" in ran.out
    cases_run = json.loads(here("conformance", tmp_path / "wrong", "--json").out)
    assert cases_run["failed"] == 1 and not cases_run["cases"][0]["passed"]


# -- other games, and what a start costs ------------------------------------------------------------------------------


def test_a_further_game_is_found_by_its_entry_point(tmp_path: Path) -> None:
    """What a package of another game brings: a module and an entry point. Its sides become options of `new`."""
    path = tmp_path / "installed"
    (path / "toy-1.0.dist-info").mkdir(parents=True)
    (path / "toy-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (path / "toy-1.0.dist-info" / "entry_points.txt").write_text("[witp_pbem.games]\ntoy = toy:game\n")
    shutil.copy(ROOT / "tests" / "campaign" / "toy.py", path / "toy.py")
    ran = run("new", tmp_path / "isles", "--game", "toy", "--red", "Rosa", "--dice", "manual", path=path)
    assert ran.code == 0, ran.err
    assert "--blue" in run("new", "--game", "toy", "--help", path=path).out
    file = tmp_path / "red.txt"
    file.write_text("Campaign: isles\nTurn: 1\nSide: red\nbid 7\n")
    ran = run("check", tmp_path / "isles", file, path=path)
    assert ran.code == 1 and "7 is more than 5, the highest bid. [toy 1.a]" in ran.out
    assert run("verify", tmp_path / "isles", path=path).code == 0
    assert run("rule", "toy 2.c", path=path).out == "toy 2.c Raids\n  Seven hits.\n"
    assert run("status", tmp_path / "isles").code == 2


def test_check_imports_nothing_heavy(turn4: Path) -> None:
    import subprocess

    code = ("import sys; from witp_pbem.cli import main; main(sys.argv[1:], standalone_mode=False);"
            "print([name for name in ('jinja2', 'pydantic', 'filelock') if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code, "check", str(turn4), str(MANILA / "japan-1.txt")],
                          capture_output=True, encoding="utf-8", check=False)
    assert done.stdout.endswith("[]\n"), done.stdout + done.stderr


def test_a_remark_behind_a_command_is_no_part_of_it(begun: Path) -> None:
    plain = here("status", begun)
    assert here("status", begun, "#", "who", "owes", "what") == plain and plain.code == 0
    assert here("report", begun, "--brief", "#").code == 0
    assert here("status", begun, "#4").code == 2, "what is no remark counts"
