"""Output to files and pipes with the code pages of Windows: no sign it lacks stops a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from witp_pbem.cli.codepages import plain

PAGES = ("cp1252", "cp437", "cp932")


def piped(page: str, *arguments: str | Path) -> bytes:
    """What a command writes to a pipe in a code page."""
    done = subprocess.run([sys.executable, "-m", "witp_pbem", *map(str, arguments)], capture_output=True, check=False,
                          env={**os.environ, "PYTHONIOENCODING": page}, timeout=120)
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr.decode(page, "replace")
    return done.stdout


@pytest.mark.parametrize("page", PAGES)
def test_a_report_in_japanese_and_its_status_can_be_written_in_any_code_page(page: str, begun: Path) -> None:
    report = piped(page, "report", begun, "--lang", "ja").decode(page)
    assert "isles" in report
    assert ("日本" in report) == (page == "cp932")
    assert "isles" in piped(page, "status", begun).decode(page)


def test_json_keeps_every_sign(begun: Path) -> None:
    value = json.loads(piped("cp437", "status", begun, "--json", "--lang", "ja").decode("cp437"))
    assert "日本" in value["status"]["owed"][0]["sentence"] or "日本" in value["status"]["score"]


def test_signs_are_written_by_others_like_them() -> None:
    assert plain("8 − 1 → “Pélé” … ✗ 日") == '8 - 1 -> "Pele" ... x ?'
