"""Modules stay short: one over the limit is listed here with its reason. And names say what a thing is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
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


def names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The names that a module gives to things, each with its line."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name) | (
                    ast.FunctionDef(name=name) | ast.ClassDef(name=name)):
                yield name, node.lineno


def test_nothing_is_called_by_what_was_done_with_it() -> None:
    """What was told is a report, a sentence, an event; what was found is a match, a hit, a file."""
    named = [f"{path.relative_to(PACKAGE.parent)}:{line}" for room in (PACKAGE, Path(__file__).parent)
             for path in sorted(room.rglob("*.py")) for name, line in names(ast.parse(path.read_text(encoding="utf-8")))
             if name.strip("_").casefold() in {"told", "found", "sought"}]
    assert named == []
