"""What the commands refuse or keep apart, so that nothing is lost, overwritten or given away."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import EXAMPLES, ROOT, Ran, contents, here, run
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.sitting.adjudicate import Adjudicated
from witp_pbem.cli.adjudicate import print_refused
from witp_pbem.report import checked, phrases
from witp_pbem.report.layout import width
from witp_pbem.table.demand import Demand, Due
from witp_pbem.table.problem import illegal

MANILA = EXAMPLES / "manila-1942"
HEADER = "Campaign: manila-1942\nTurn: 4\nSide: japan\n"


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Manila position with the first orders of Japan on file."""
    folder = tmp_path_factory.mktemp("sent") / "manila-1942"
    assert here("new", folder, "--position", MANILA / "position.json", "--dice", "manual").code == 0
    assert here("submit", folder, MANILA / "japan-1.txt").code == 0
    return folder


@pytest.fixture
def manila(sent: Path, tmp_path: Path) -> Path:
    """A copy, to be spoilt."""
    return Path(shutil.copytree(sent, tmp_path / "manila"))


def test_a_card_really_held_is_no_problem_on_a_copy(manila: Path) -> None:
    shutil.rmtree(manila / "private")
    ran = here("check", manila, MANILA / "japan-1.txt")
    assert ran.code == 0 and "card-not-in-hand" not in ran.out


def test_lost_orders(manila: Path) -> None:
    (manila / "private" / "sealed.jsonl").unlink()
    before = contents(manila)
    for command in (["status"], ["adjudicate"], ["check", MANILA / "japan-1.txt"], ["submit", MANILA / "japan-1.txt"]):
        ran = here(command[0], manila, *command[1:])
        assert ran.code == 1 and "entry 1 (japan)" in ran.err
    assert contents(manila) == before


def test_lost_secrets(manila: Path) -> None:
    (manila / "private" / "secrets.json").unlink()
    ran = here("adjudicate", manila)
    assert ran.code == 1 and "secrets are missing" in ran.err and "copy without" not in ran.err


def test_line_ends_changed_by_mail_or_git_are_told_and_repaired(manila: Path) -> None:
    before = contents(manila)
    files = ["logbook.jsonl", "private/sealed.jsonl", "private/secrets.json", *sorted(
        name for name in before if name.startswith("data/"))]
    for name in files:
        (manila / name).write_bytes(before[name].replace(b"\n", b"\r\n"))
    changed = contents(manila)
    for command in ("status", "report", "log"):
        ran = here(command, manila)
        assert ran.code == 0 and "nothing was lost" in words(ran.err)
    ran = here("verify", manila)
    assert ran.code == 0 and "nothing was lost" in words(ran.out)
    assert contents(manila) == changed
    ran = here("repair", manila)
    assert ran.code == 0 and words(ran.out).count("restored as it was written") == len(files)
    now = contents(manila)
    assert {name: now[name] for name in files} == {name: before[name] for name in files}
    assert now["logbook.changed"] == changed["logbook.jsonl"]
    assert here("repair", manila).out == "Nothing had to be repaired.\n"


def test_the_next_writer_repairs_line_ends_too(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    before = book.read_bytes()
    book.write_bytes(b"\xef\xbb\xbf" + before.replace(b"\n", b"\r\n"))
    ran = here("submit", manila, MANILA / "japan-1.txt")
    assert ran.code == 0 and "logbook.changed" in ran.err
    assert book.read_bytes().startswith(before) and b"\r" not in book.read_bytes()
    assert here("verify", manila).code == 0


def test_a_file_with_some_line_ends_changed_is_damaged(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    book.write_bytes(book.read_bytes().replace(b"\n", b"\r\n", 1))
    before = contents(manila)
    for command in ("status", "adjudicate", "repair"):
        ran = here(command, manila)
        assert ran.code == 1 and "some do not" in ran.err
    assert contents(manila) == before


def words(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


def halves(content: bytes) -> list[bytes | None]:
    """What a half-finished copy makes of a file: nothing at all, nothing in it, a part of it, or zero bytes."""
    return [None, b"", content[:len(content) // 2], content[:-1] if len(content) > 1 else b"", b"\0" * len(content)]


def test_a_folder_copied_in_part_is_named_and_left_alone(manila: Path) -> None:
    """Every file of it, missing, empty, cut in half, without its last byte, or full of zero bytes."""
    here("submit", manila, MANILA / "japan-1.txt")
    whole = contents(manila)
    tried = 0
    for name in whole:
        if name.startswith(".git") or name == "private/heads.jsonl":
            continue  # nothing depends on them
        for cut in halves(whole[name]):
            harmless = cut is not None and cut == whole[name][:-1] and name.endswith(("jsonl", "secrets.json"))
            (manila / name).unlink() if cut is None else (manila / name).write_bytes(cut)
            before = contents(manila)
            code, _, err = here("adjudicate", manila)
            if harmless:
                assert code == 0
            else:
                assert code in (1, 2) and (Path(name).name in err or "not a campaign" in err), (name, cut, err)
                assert contents(manila) == before, name
            tried += 1
            restore(manila, whole)
    assert tried == 5 * len([name for name in whole if not name.startswith(".git")]) - 5


def restore(folder: Path, whole: dict[str, bytes]) -> None:
    """Makes a folder what it was."""
    for name in set(contents(folder)) - set(whole):
        (folder / name).unlink()
    for name, content in whole.items():
        if not (folder / name).is_file() or (folder / name).read_bytes() != content:
            (folder / name).write_bytes(content)


def test_data_files_of_the_program_are_put_back(manila: Path) -> None:
    before = contents(manila)
    (manila / "data" / "map.json").unlink()
    (manila / "data" / "units.json").write_bytes(b"")
    ran = here("adjudicate", manila)
    assert ran.code == 1 and "witp-pbem repair" in ran.err
    assert "data/map.json" in here("repair", manila).out
    assert contents(manila) == before


def test_an_older_logbook_put_back_is_not_written_on(manila: Path) -> None:
    book = manila / "logbook.jsonl"
    older = book.read_bytes()
    assert here("submit", manila, MANILA / "japan-1.txt").code == 0
    newer = book.read_bytes()
    book.write_bytes(older)
    (manila / "logbook (Ann's conflicted copy 2026-11-20).jsonl").write_bytes(newer)
    (manila / "logbook.sync-conflict-20261120-101112-ABCDEFG.jsonl").write_bytes(older)
    (manila / "logbook-DESKTOP.jsonl").write_bytes(newer.replace(b'"turn":4', b'"turn":5'))
    before = contents(manila)
    for command in (["adjudicate"], ["submit", MANILA / "japan-1.txt"], ["repair"]):
        ran = here(command[0], manila, *command[1:])
        assert ran.code == 1 and "entry 2" in ran.err and "repair" in ran.err and "--lost" in ran.err
    assert contents(manila) == before
    ran = here("status", manila)
    warnings = words(ran.err)
    assert ran.code == 0 and "an older copy was put back" in warnings
    assert "it goes on where the logbook ends, to entry 2" in warnings
    assert "it holds nothing that the logbook lacks" in warnings
    assert "logbook-DESKTOP.jsonl: it" in warnings
    ran = here("verify", manila)
    assert ran.code == 1 and "private-ahead" in ran.out
    ran = here("repair", manila, "--lost")
    assert ran.code == 0 and "Recorded as entry 2" in words(ran.out)
    assert here("verify", manila).code == 0
    assert here("submit", manila, MANILA / "japan-1.txt").code == 0
    assert "has lost what came after this entry" in words(here("log", manila).out)
    ran = here("repair", manila, "--lost")
    assert ran.code == 1 and "Nothing is missing" in ran.err


def test_on_a_read_only_disk_reading_works_and_writing_is_refused(manila: Path, tmp_path: Path) -> None:
    """Every command in a process for which nothing below the folder can be opened for writing."""
    before = contents(manila)
    reading = [["status"], ["report"], ["verify"], ["show"], ["log"], ["map", "-o", tmp_path / "map.svg"]]
    writing = [["adjudicate"], ["submit", MANILA / "japan-1.txt"], ["letter withdraw", "--side", "japan"], ["repair"],
               ["language", "japan", "ja"], ["letter note", "late"], ["report", "-o", manila / "report.txt"]]
    runs = run_read_only(manila, [*reading, *writing])
    for ran in runs[:len(reading)]:
        assert ran.code == 0, ran.err
    assert (tmp_path / "map.svg").is_file()
    for ran in runs[len(reading):]:
        assert ran.code == 1 and "Read-only file system" in ran.err and ran.err.count("witp-pbem: ") == 1, ran
    assert contents(manila) == before


def run_read_only(folder: Path, commands: list[list[str | Path]]) -> list[Ran]:
    """Runs commands where nothing can be written to a campaign's folder."""
    given = json.dumps([[*str(command).split(), str(folder), *map(str, options)] for command, *options in commands])
    done = subprocess.run([sys.executable, ROOT / "tests/cli/read_only.py", folder, given], capture_output=True,
                          encoding="utf-8", check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    return [Ran(*each) for each in json.loads(done.stdout)]


def test_a_full_disk_and_a_pipe(manila: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "witp_pbem", "status", manila], stdout=full,
                              stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert done.returncode == 1 and done.stderr.count("witp-pbem: ") == 1 and "Exception" not in done.stderr
    ran = run("report", manila, "-o", "/dev/full", "--force")
    assert ran.code == 1 and "could not be written" in ran.err
    ran = run("report", manila, "-o", "/dev/stdout", "--force")
    assert ran.code == 0 and "Written: /dev/stdout" in ran.out and len(ran.out) > 500


def test_orders_that_can_never_stand(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(f"{HEADER}Phase: bases\ntarget Manila from Truk: 1 naval\n")
    ran = here("check", manila, file)
    assert ran.code == 1 and "wrong-phase" in ran.out and "operations" in ran.out


@pytest.mark.parametrize("head", ["", "xyz", "0123456789a"])
def test_a_malformed_hash_is_wrong_usage(manila: Path, head: str) -> None:
    assert here("verify", manila, "--head", head).code == 2


def test_replacing_and_waiting_are_told(manila: Path) -> None:
    ran = here("submit", manila, MANILA / "japan-1.txt")
    assert ran.code == 0 and "replace your orders of entry 1 for" in " ".join(ran.out.split())
    out = here("status", manila).out
    assert "Unused orders on file: Japan, events, bases." in out


def test_files_are_not_overwritten(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine")
    for command in (["orders", manila, "--side", "japan"], ["report", manila]):
        ran = here(*command, "-o", file)
        assert ran.code == 2 and "--force" in ran.err and file.read_text() == "mine"
    assert here("orders", manila, "--side", "japan", "-o", file, "--force").code == 0
    assert file.read_text() != "mine"


def test_the_demo_names_the_folder_in_its_way(tmp_path: Path) -> None:
    (tmp_path / "manila-1942-demo").mkdir()
    (tmp_path / "manila-1942-demo" / "x").write_text("x")
    ran = here("demo", cwd=tmp_path)
    assert ran.code == 2 and "rm -r manila-1942-demo" in ran.err and ran.out == ""


def test_case_files_that_cannot_be_read(tmp_path: Path) -> None:
    ran = here("conformance", tmp_path)
    assert ran.code == 2 and "no case files (*.case) in" in ran.err
    (tmp_path / "a.case").write_bytes(b"\xff\xfe")
    (tmp_path / "b.case").write_text("case: nonsense\nnonsense\n")
    ran = here("conformance", tmp_path, "--game", "witp")
    assert ran.code == 1 and "a.case" in ran.err and "1 failed" in ran.out


def test_why_sealed_orders_would_not_do_is_for_the_keeper(capsys: pytest.CaptureFixture[str]) -> None:
    game = games.find("witp")(None)
    demand = Demand("japan", "base", "witp 6.0.a", frozenset({"build"}), lambda order: ())
    held = Adjudicated(1, (Due(demand, (illegal("card-not-in-hand", "witp 4.2.b", card="1942-03"),)),), False)
    print_refused(held, game)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("For the keeper's eyes:\n") and "1942-03" in captured.err
    print_refused(Adjudicated(1, (Due(demand),), False), game)
    assert capsys.readouterr() == ("", "")


def test_characters_nobody_sees_are_shown(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text(f"{HEADER}build Tr\u200buk \u202exx\n", encoding="utf-8")
    ran = here("check", manila, file)
    assert ran.code == 1 and "U+200B" in ran.out
    assert not phrases.UNSEEN.search(ran.out)


@pytest.mark.parametrize("line", ["build " + "x" * 5000, "build " + "無" * 5000, "x" * 300 + " build"])
def test_a_quoted_line_is_short(line: str) -> None:
    for start, end in ((6, 250), (len(line) - 90, len(line) - 80), (len(line) - 3, len(line))):
        for shown in checked.underlined(line, start, end):
            assert width(shown) <= checked.SOURCE_WIDTH


def test_hostile_files_take_no_more_than_their_length(manila: Path, tmp_path: Path) -> None:
    import time

    def spent(body: str) -> float:
        file = tmp_path / "orders.txt"
        file.write_text(HEADER + body)
        times = []
        gc.collect()  # what other tests left, lest that falls into the measurement
        for _ in range(3):
            began = time.process_time()
            here("check", manila, file)
            times.append(time.process_time() - began)
        return min(times)

    spent("build Truk\n")  # whatever is loaded but once
    for few, many in (("retreat to 0101, " + "else 0101, " * 2_000, "retreat to 0101, " + "else 0101, " * 20_000),
                      ("build 9999\n" * 190, "build 9999\n" * 1_900), ("build Truk\n" * 190, "build Truk\n" * 1_900)):
        assert spent(many) < 40 * spent(few)  # ten times as long
