"""Modules stay short: one over the limit is listed here with its reason."""

from __future__ import annotations

from pathlib import Path

import witp_pbem

PACKAGE = Path(witp_pbem.__file__).parent
LIMIT = 520  # lines
LONG = {
    "campaign/record/entries.py": "one list of the types of entries, as the guide to the format has it",
    "games/witp/board/events.py": "one list of event kinds, each with the function that takes it",
}


def lengths() -> dict[str, int]:
    return {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines())
            for path in PACKAGE.rglob("*.py")}


def test_long_modules_have_a_reason() -> None:
    assert {name: length for name, length in lengths().items() if length > LIMIT and name not in LONG} == {}


def test_the_list_of_reasons_is_up_to_date() -> None:
    line_counts = lengths()
    assert {name: line_counts.get(name) for name in LONG if line_counts.get(name, 0) <= LIMIT} == {}
