"""What the commands refuse or keep apart, so that nothing is lost, overwritten or given away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.program import EXAMPLES, contents, run
from witp_pbem.campaign import games
from witp_pbem.campaign.adjudicate import Adjudicated
from witp_pbem.cli import display
from witp_pbem.cli.adjudicate import print_refused
from witp_pbem.table.demand import Demand, Due
from witp_pbem.table.problem import illegal

MANILA = EXAMPLES / "manila-1942"
HEADER = "Campaign: manila-1942\nTurn: 4\nSide: japan\n"


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Manila position with the first orders of Japan on file."""
    folder = tmp_path_factory.mktemp("sent") / "manila-1942"
    assert run("new", folder, "--position", MANILA / "position.json", "--dice", "given").code == 0
    assert run("submit", folder, MANILA / "japan-1.txt").code == 0
    return folder


@pytest.fixture
def manila(sent: Path, tmp_path: Path) -> Path:
    """A copy, to be spoilt."""
    return Path(shutil.copytree(sent, tmp_path / "manila"))


def test_a_card_really_held_is_no_problem_on_a_copy(manila: Path) -> None:
    shutil.rmtree(manila / "private")
    ran = run("check", manila, MANILA / "japan-1.txt")
    assert ran.code == 0 and "card-not-in-hand" not in ran.out


def test_lost_orders(manila: Path) -> None:
    (manila / "private" / "sealed.jsonl").unlink()
    before = contents(manila)
    for command in (["status"], ["adjudicate"], ["check", MANILA / "japan-1.txt"], ["submit", MANILA / "japan-1.txt"]):
        ran = run(command[0], manila, *command[1:])
        assert ran.code == 1 and "entry 1 (japan)" in ran.err
    assert contents(manila) == before


def test_lost_secrets(manila: Path) -> None:
    (manila / "private" / "secrets.json").unlink()
    ran = run("adjudicate", manila)
    assert ran.code == 1 and "secrets are missing" in ran.err and "copy without" not in ran.err


def test_changed_line_ends(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    book.write_bytes(book.read_bytes().replace(b"\n", b"\r\n"))
    before = contents(manila)
    for command in ("status", "adjudicate", "report", "log"):
        ran = run(command, manila)
        assert ran.code == 1 and "CR LF" in ran.err and "sed -i" in ran.err
    ran = run("verify", manila)
    assert ran.code == 1 and "line-ends" in ran.out
    assert contents(manila) == before


def test_orders_that_can_never_stand(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(f"{HEADER}Phase: bases\ntarget Manila from Truk: 1 naval\n")
    ran = run("check", manila, file)
    assert ran.code == 1 and "wrong-phase" in ran.out and "operations" in ran.out


@pytest.mark.parametrize("head", ["", "xyz", "0123456789a"])
def test_a_malformed_hash_is_wrong_usage(manila: Path, head: str) -> None:
    assert run("verify", manila, "--head", head).code == 2


def test_replacing_and_waiting_are_told(manila: Path) -> None:
    ran = run("submit", manila, MANILA / "japan-1.txt")
    assert ran.code == 0 and "replaces your orders of entry 1 for bases" in ran.out
    out = run("status", manila).out
    assert "Unused orders on file: Japan, events, bases." in out


def test_files_are_not_overwritten(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    for command in (["orders", manila, "--side", "japan"], ["report", manila]):
        ran = run(*command, "-o", file)
        assert ran.code == 2 and "--force" in ran.err and file.read_text() == "mine"
    assert run("orders", manila, "--side", "japan", "-o", file, "--force").code == 0
    assert file.read_text() != "mine"


def test_the_demo_names_the_folder_in_its_way(tmp_path: Path) -> None:
    (tmp_path / "manila-1942-demo").mkdir()
    (tmp_path / "manila-1942-demo" / "x").write_text("x")
    ran = run("demo", cwd=tmp_path)
    assert ran.code == 2 and "rm -r manila-1942-demo" in ran.err and ran.out == ""


def test_case_files_that_cannot_be_read(tmp_path: Path) -> None:
    ran = run("conformance", tmp_path)
    assert ran.code == 2 and "no case files (*.case) in" in ran.err
    (tmp_path / "a.case").write_bytes(b"\xff\xfe")
    (tmp_path / "b.case").write_text("case: nonsense\nnonsense\n")
    ran = run("conformance", tmp_path)
    assert ran.code == 1 and "a.case" in ran.err and "1 failed" in ran.out


def test_why_sealed_orders_would_not_do_is_for_the_keeper(capsys: pytest.CaptureFixture[str]) -> None:
    game = games.find("witp")(None)
    demand = Demand("japan", "base", "witp 6.0.a", frozenset({"build"}), lambda order: ())
    held = Adjudicated(1, (Due(demand, (illegal("card-not-in-hand", "witp 4.2.b", card="1942-03"),)),), False)
    print_refused(held, game)
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("For the keeper's eyes:\n") and "1942-03" in told.err
    print_refused(Adjudicated(1, (Due(demand),), False), game)
    assert capsys.readouterr() == ("", "")


def test_characters_nobody_sees_are_shown(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(f"{HEADER}build Tr\u200buk \u202exx\n", encoding="utf-8")
    ran = run("check", manila, file)
    assert ran.code == 1 and "U+200B" in ran.out
    assert not display.UNSEEN.search(ran.out)


@pytest.mark.parametrize("line", ["build " + "x" * 5000, "build " + "無" * 5000, "x" * 300 + " build"])
def test_a_quoted_line_is_short(line: str) -> None:
    for start, end in ((6, 250), (len(line) - 90, len(line) - 80), (len(line) - 3, len(line))):
        for shown in display._underlined(line, start, end):
            assert display.width(shown) <= display.SOURCE_WIDTH + len(display.INDENT)


def test_hostile_files_are_answered_quickly(manila: Path, tmp_path: Path) -> None:
    import time

    file = tmp_path / "orders.txt"
    for body in ("retreat to 0101, " + "else 0101, " * 20_000, "retreat to 0101, " + "else 0101, " * 5_000,
                 "build 9999\n" * 1_900, "build Truk\n" * 1_900):
        file.write_text(HEADER + body)
        began = time.monotonic()
        run("check", manila, file)
        assert time.monotonic() - began < 5  # 2 on a quiet machine
