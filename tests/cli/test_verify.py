"""`verify` as a player runs it: a line a subject, findings, what is not checked and why; JSON; exit codes; a bar."""

from __future__ import annotations

import io
import json
import shutil
import sys
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests import tamper
from tests.cli.program import here
from tests.stand_ins import instead, release, small
from witp_pbem.campaign.proof.subjects import SUBJECTS
from witp_pbem.cli import main
from witp_pbem.games.witp.game import WarInThePacific


def test_a_line_a_subject_then_what_is_not_checked_then_the_head(manila: Path, tmp_path: Path) -> None:
    ran = here("verify", shutil.copytree(manila, tmp_path / "public", ignore=shutil.ignore_patterns("private")))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("chain of hashes: ") and lines[0].endswith(" proven")
    subjects = [line.partition(":")[0] for line in lines]
    assert subjects.index("dice") < subjects.index("orders as sent") < subjects.index("Not checked")
    assert "only after the end" in " ".join(ran.out.split()).casefold()
    assert lines[-2].startswith(f"{len((manila / 'logbook.jsonl').read_bytes().splitlines())} entries, head ")
    assert lines[-1] == "The logbook holds."


def test_json_says_the_same(manila: Path) -> None:
    verified = json.loads(here("verify", manila, "--json").out)
    assert verified["holds"] and not verified["findings"] and not verified["differences"] and not verified["strict"]
    parts = {part["subject"]: part for part in verified["parts"]}
    assert set(parts) <= set(SUBJECTS) and parts["private"]["proven"] == parts["private"]["total"] > 0
    assert parts["chain"] == {"subject": "chain", "total": verified["entries"], "proven": verified["entries"],
                              "open": 0, "findings": 0}


def test_a_player_may_hold_several_hashes(manila: Path) -> None:
    entries = [json.loads(line) for line in (manila / "logbook.jsonl").read_bytes().splitlines()]
    ran = here("verify", manila, "--head", entries[-1]["hash"][:32] + "…", "--head", entries[0]["hash"])
    assert ran.code == 0
    assert f"is entry {len(entries) - 1}; 0 entries came after it." in ran.out
    assert f"is entry 0; {len(entries) - 1} entr" in ran.out
    assert here("verify", manila, "--head", entries[0]["hash"], "--head", "ab" * 32).code == 1
    assert here("verify", manila, "--head", "no hash").code == 2


def test_other_rules_fail_only_if_wanted(manila: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A release with newer rules (there is none yet, so no process of it) proves what older ones are said to have
    played."""
    entries = [json.loads(line) for line in (manila / "logbook.jsonl").read_bytes().splitlines()]
    act = next(act for entry in entries for act in entry.get("acts", ()) if "demand" in act)
    act["demand"] = "an older name"
    book = tmp_path / "older.jsonl"
    book.write_bytes(tamper.written(entries))
    release(monkeypatch, WarInThePacific, rules_version="2")
    ran = CliRunner().invoke(main, ["verify", str(book)])
    assert ran.exit_code == 0 and "differs by rules" in ran.output
    assert "played under rules 1" in " ".join(ran.output.split())
    verified = json.loads(CliRunner().invoke(main, ["verify", str(book), "--json"]).output)
    assert verified["differences"][0]["rules"] == "1" and verified["differences"][0]["recorded"]
    assert CliRunner().invoke(main, ["verify", str(book), "--strict"]).exit_code == 1


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "longest", "shown"), [(Terminal(), 1, True), (Terminal(), 1000, False),
                                                          (io.StringIO(), 1, False)])
def test_a_bar_is_shown_on_a_terminal_where_it_lasts(manila: Path, monkeypatch: pytest.MonkeyPatch,
                                                     stream: io.StringIO, longest: int, shown: bool) -> None:
    small(monkeypatch, import_module("witp_pbem.cli.progress"), LONG=longest)
    with instead(sys, stderr=stream):
        main(["verify", str(manila)], standalone_mode=False)
    assert ("Sittings" in stream.getvalue() and "100%" in stream.getvalue()) == shown
