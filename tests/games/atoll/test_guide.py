"""The guide to adding a game names what there is: this game was written from it, and the next one will be."""

from __future__ import annotations

import builtins
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import witp_pbem
from tests.games.atoll import orders
from witp_pbem.games import common

PACKAGE = Path(witp_pbem.__file__).parent
GUIDE = (PACKAGE / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
GAMES = Path(__file__).parent.parent
PYTHONS = {*vars(builtins), *vars(typing)}


def defined() -> set[str]:
    """Every class, function and constant of the program and of the games of the tests."""
    files = [*PACKAGE.rglob("*.py"), *GAMES.rglob("*.py")]
    definition = re.compile(r"^\s*(?:class |def )?(\w+)(?=[(:]| = |, \w+ = )", re.MULTILINE)
    lists = (definition.findall(path.read_text(encoding="utf-8")) for path in files)
    return {name for names in lists for name in names}


def named() -> Iterator[str]:
    """The names with capitals that the guide writes as code."""
    blocks = [line for line in GUIDE.splitlines() if re.match(r" {4}", line)]
    for code in (*blocks, *re.findall(r"`([^`\n]+)`", GUIDE)):
        code = re.sub(r'"[^"]*"|#.*', "", code)
        yield from re.findall(r"(?<![\w.])[A-Z][a-z]+(?:[A-Z][a-z]+)*(?![\w.])", code)


def test_what_the_guide_names_is_there() -> None:
    assert set(named()) - defined() <= PYTHONS


def test_the_guide_lists_every_part_that_games_share() -> None:
    parts = {path.stem for path in Path(str(common.__file__)).parent.glob("*.py")} - {"__init__", "language"}
    assert {part for part in parts if f"`{part}`" not in GUIDE} == set()


def test_the_orders_of_the_guide_are_those_of_the_games() -> None:
    written = "".join((GAMES / game / "orders.py").read_text(encoding="utf-8") for game in ("lagoon", "atoll"))
    kinds = re.findall(r"OrderKind\(.*", GUIDE)
    assert len(kinds) >= len(orders.ORDERS.keywords)
    assert [kind for kind in kinds if kind not in written] == []
