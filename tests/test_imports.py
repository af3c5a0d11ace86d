"""Imports run one way: cli -> exchange, archive -> report -> campaign -> games -> games/common -> table."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import witp_pbem

PACKAGE = Path(witp_pbem.__file__).parent
# Each room and the rooms it may import besides itself. The package's own modules (version, start) belong to none.
MAY_IMPORT: dict[str, frozenset[str]] = {
    "table": frozenset(),
    "games": frozenset({"table"}),
    "campaign": frozenset({"table", "games"}),
    "report": frozenset({"table", "games", "campaign"}),
    "exchange": frozenset({"table", "games", "campaign", "report"}),
    "archive": frozenset({"table", "games", "campaign", "report"}),
    "cli": frozenset({"table", "games", "campaign", "report", "exchange", "archive"}),
}
# The rooms of `campaign/`, lowest first: a module imports its own room and those below; those on one floor know
# nothing of each other.
FLOORS = (("record", "mails"), ("checks",), ("folder",), ("letters", "packets"), ("sitting",), ("orders",),
          ("proof", "disputes", "explaining"))
# The wings of War in the Pacific, lowest first, "" for the modules on its top floor: a module imports its own wing and
# those below.
WINGS = ("words", "board", "orders", "rules", "telling", "validation", "")
# A game is found through its entry point; nobody names one in an import. What is in most boxes is for games alone.
COMMON = "common"
GAMES = [path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists() and path.name != COMMON]


def modules(room: str) -> list[Path]:
    return sorted((PACKAGE / room).rglob("*.py"))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """The dotted names of this package that a module imports, wherever in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names if alias.name.split(".")[0] == "witp_pbem")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if (node.module or "").split(".")[0] == "witp_pbem":
                names += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(names)


def room_of(name: str) -> str:
    """The room a dotted name lies in, "" for the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and (PACKAGE / parts[1]).is_dir() else ""


def test_every_room_is_known() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms <= set(MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_lies_below_it(room: str) -> None:
    wrong = [f"{path.relative_to(PACKAGE)} imports {name}" for path in modules(room) for name in imported(path)
             if room_of(name) not in {room, "", *MAY_IMPORT[room]}]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_only_the_table_what_games_share_and_itself(game: str) -> None:
    own = f"witp_pbem.games.{game}"
    wrong = [f"{path.name} imports {name}" for path in modules(f"games/{game}") for name in imported(path)
             if not name.startswith(("witp_pbem.table.", f"witp_pbem.games.{COMMON}.", f"{own}.")) and name != own]
    assert wrong == []


def test_what_games_share_imports_only_the_table_and_is_imported_by_games_alone() -> None:
    shared = f"witp_pbem.games.{COMMON}."
    wrong = [f"{path.name} imports {name}" for path in modules(f"games/{COMMON}") for name in imported(path)
             if not name.startswith(("witp_pbem.table.", shared))]
    wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for path in PACKAGE.rglob("*.py")
              if "games" not in path.relative_to(PACKAGE).parts for name in imported(path) if name.startswith(shared)]
    assert wrong == []


def test_no_game_is_named_outside_its_folder() -> None:
    wrong = [f"{path.relative_to(PACKAGE)} imports {name}" for path in PACKAGE.rglob("*.py") for name in imported(path)
             for game in GAMES if name.startswith(f"witp_pbem.games.{game}") and game not in path.parts]
    assert wrong == []


def test_nothing_imports_the_command_line_but_the_start_of_the_program() -> None:
    wrong = [str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") for name in imported(path)
             if room_of(name) == "cli" and "cli" not in path.relative_to(PACKAGE).parts]
    assert set(wrong) <= {"__main__.py"}


def floor_of(room: str) -> int:
    """The floor a room of `campaign/` lies on."""
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def campaign_room(name: str) -> str:
    """The room of `campaign/` a dotted name lies in, "" for what lies elsewhere."""
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["campaign"] and len(parts) > 3 else ""


def test_the_rooms_of_a_campaign_import_only_what_lies_below_them() -> None:
    wrong = [f"{path.relative_to(PACKAGE)} imports {name}" for path in modules("campaign") for name in imported(path)
             if (other := campaign_room(name)) not in ("", path.parent.name)
             and floor_of(other) >= floor_of(path.parent.name)]
    assert wrong == []


def test_every_room_of_a_campaign_has_its_floor() -> None:
    rooms = {path.parent.name for path in (PACKAGE / "campaign").glob("*/__init__.py")}
    assert rooms == {room for rooms in FLOORS for room in rooms}


def wing_of(name: str) -> str:
    """The wing of War in the Pacific a dotted name lies in, "" for its top floor."""
    return next((part for part in name.split(".")[3:4] if part in WINGS), "")


def test_the_wings_of_war_in_the_pacific_import_only_what_lies_below_them() -> None:
    wrong, seen = [], set()
    for path in modules("games/witp"):
        wing = wing_of(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        for name in imported(path):
            if name.startswith("witp_pbem.games.witp."):
                seen.add((wing, wing_of(name)))
                if WINGS.index(wing_of(name)) > WINGS.index(wing):
                    wrong.append(f"{path.relative_to(PACKAGE)} imports {name}")
    assert wrong == []
    assert {("rules", "orders"), ("telling", "rules"), ("", "telling")} <= seen


def test_every_wing_of_war_in_the_pacific_has_its_floor() -> None:
    wings = {path.parent.name for path in (PACKAGE / "games" / "witp").glob("*/__init__.py")}
    assert wings == set(WINGS) - {""}


def chapter_of(name: str) -> str:
    """The chapter of the rulebook a dotted name of the rules lies in, "" for what lies elsewhere."""
    return next((part for part in name.split(".") if part.startswith("chapter_")), "")


def test_no_two_chapters_of_rules_import_each_other() -> None:
    """But for the sequence of play (3.1), which plays them all."""
    pairs = {(chapter_of(str(path.parent).replace("/", ".")), chapter_of(name))
             for path in modules("games/witp/rules") if path.stem != "sequence" for name in imported(path)}
    assert ("chapter_08_movement", "chapter_04_cards") in pairs
    assert {pair for pair in pairs if "" not in pair and pair[0] != pair[1] and pair[::-1] in pairs} == set()


def module_of(name: str) -> str:
    """The module a dotted name is of: the name itself, or what it is a member of."""
    path = PACKAGE.parent / Path(*name.split("."))
    return name if path.with_suffix(".py").is_file() or path.is_dir() else name.rpartition(".")[0]


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"):
             {module_of(name) for name in imported(path)} for path in PACKAGE.rglob("*.py")}
    assert "witp_pbem.table.event" in graph["witp_pbem.table.table"]
    TopologicalSorter(graph).prepare()  # raises CycleError with the modules of a circle
