"""What tests replace in the program, and what they reach into that is private, is rare, and has a reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
# File -> why it replaces something or reaches into something private. Whoever adds a file has looked for a way by
# orders, files, commands or public functions, and for a name in tests/stand_ins.py.
REASONS = {
    "benchmarks/replay.py": "measures the parts of `verify` one by one",
    "campaign/test_chances.py": "counts how often a battle is reckoned: what was reckoned before shows nowhere else",
    "cli/test_installed.py": "an environment of uv, of pipx or of Windows, where none of them is",
    "killing.py": "kills the process at a write of its choosing",
    "mailed_campaigns.py": "a killed process forgets what it remembered; the one that tests it lives on",
    "mutation/proofs.py": "pytest makes the folder of temporary files once, and tells nobody how",
    "stand_ins.py": "where all else is replaced, under the name of what it stands for",
    "table/test_dice_table.py": "a bound of thousands of plays is reached with few",
    "tamper.py": "changes every byte of a logbook: `verify` would take hours",
}
MOST = 10  # files
# What looks private and is not: methods of named tuples, and of the operating system.
PUBLIC = {"_replace", "_asdict", "_make", "_fields", "_exit"}
REPLACING = {"setattr", "patch", "object"}  # calls of monkeypatch and of unittest.mock


def test_every_file_that_replaces_something_or_reaches_into_it_has_a_reason() -> None:
    files = {path.relative_to(TESTS).as_posix(): list(reached(ast.parse(path.read_text("utf-8"))))
             for path in sorted(TESTS.rglob("*.py"))}
    without = {name: places for name, places in files.items() if places and name not in REASONS}
    assert not without, f"a way from outside, or a name in tests/stand_ins.py: {without}"
    assert [name for name in REASONS if not files.get(name)] == [], "no reason is needed any more"
    assert len(REASONS) <= MOST


def reached(module: ast.Module) -> Iterator[str]:
    """The places at which a module replaces something or names what is private, each with its line."""
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="mock" | "patch" | "monkeypatch") | ast.Attribute(
                    value=ast.Name(id="mock"), attr="patch"), attr=name)) if name in REPLACING | {"dict"}:
                yield f"{node.lineno}: {ast.unparse(node.func)}"
            case ast.Call(func=ast.Attribute(attr="setattr")):
                yield f"{node.lineno}: {ast.unparse(node.func)}"
            case ast.Attribute(value=owner, attr=name) if is_private(name) and not is_own(owner):
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.ImportFrom(names=names):
                yield from (f"{node.lineno}: {alias.name}" for alias in names if is_private(alias.name))


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def is_own(owner: ast.expr) -> bool:
    """Whether it is the object itself, or its class."""
    return isinstance(owner, ast.Name) and owner.id in ("self", "cls")


def test_whoever_replaces_something_is_noticed() -> None:
    def lines(text: str) -> list[str]:
        return [place.partition(":")[0] for place in reached(ast.parse(text))]

    assert lines("monkeypatch.setattr(a, 'b', 1)\nmock.patch('a.b')\npatch.object(a, 'b')\n") == ["1", "2", "3"]
    assert lines("from a import _b\na._b()\nself._b()\nunit._replace(hex='0606')\na.__version__\n") == ["1", "2"]
