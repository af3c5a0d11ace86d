"""Reads the source code for the codes that need words: problems, demands, reasons."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[2] / "witp_pbem"
PROBLEM_MAKERS = ("illegal", "invalid", "ambiguous")
NOT_VALUES = ("suggestion", "instead", "certain", "span")
Scan = Callable[..., Iterator["Use"]]


@dataclass(frozen=True)
class Use:
    """One place in the code that uses a code: which, with which values (None: cannot be seen), where."""

    code: str
    values: frozenset[str] | None
    where: str


class Call(NamedTuple):
    """A call in the code: where it stands, in which function (None: in none) of which module."""

    where: str
    node: ast.Call
    scope: ast.FunctionDef | None
    tree: ast.Module


def sources(room: str) -> list[str]:
    """The texts of a room's modules, catalogues left out."""
    return [path.read_text("utf-8") for path in sorted((PACKAGE / room).rglob("*.py")) if path.name != "wording.py"]


def problems(*rooms: str) -> Iterator[Use]:
    """Every problem made in some rooms."""
    for where, call, scope, tree in _calls(rooms, *PROBLEM_MAKERS):
        if call.args:
            known = not any(keyword.arg is None for keyword in call.keywords)
            values = frozenset(str(keyword.arg) for keyword in call.keywords if keyword.arg not in NOT_VALUES)
            for code in texts(call.args[0], scope, tree, rooms):
                yield Use(code, values if known else None, where)


def demands(*rooms: str) -> Iterator[Use]:
    """Every demand made in some rooms."""
    for where, call, scope, tree in _calls(rooms, "Demand"):
        code = call.args[1] if len(call.args) > 1 else _keyword(call, "code")
        about = call.args[6] if len(call.args) > 6 else _keyword(call, "about")
        values = None
        if isinstance(about, ast.Dict) and all(about.keys):  # and nothing is taken from elsewhere
            values = frozenset(str(key.value) for key in about.keys if isinstance(key, ast.Constant))
        elif about is None:
            values = frozenset()
        for text in texts(code, scope, tree, rooms) if code is not None else ():
            yield Use(text, values, where)


def event_texts(kind: str, position: int, name: str, *rooms: str) -> Iterator[Use]:
    """Every text that stands in one field of an event told in some rooms."""
    for where, call, scope, tree in _calls(rooms, kind):
        value = call.args[position] if len(call.args) > position else _keyword(call, name)
        for text in texts(value, scope, tree, rooms) if value is not None else ():
            yield Use(text, None, where)


def _calls(rooms: tuple[str, ...], *names: str) -> Iterator[Call]:
    """The calls of some functions in some rooms."""
    return (call for room in rooms for name in names for call in _calls_by_name(room).get(name, ()))


@cache
def _calls_by_name(room: str) -> dict[str, list[Call]]:
    """All calls in a room, by the names of what is called."""
    calls: dict[str, list[Call]] = {}
    for path in sorted((PACKAGE / room).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for scope in [None, *(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))]:
            for node in _own_nodes(scope or tree):
                if isinstance(node, ast.Call):
                    where = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                    calls.setdefault(_name(node.func), []).append(Call(where, node, scope, tree))
    return calls


@cache
def _assignments(home: ast.AST) -> tuple[ast.Assign, ...]:
    """What is assigned in a function or module itself."""
    return tuple(node for node in _own_nodes(home) if isinstance(node, ast.Assign))


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function or module without those of functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, ast.FunctionDef):
            yield child
            yield from _own_nodes(child)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def texts(node: ast.expr, scope: ast.FunctionDef | None, tree: ast.Module, rooms: tuple[str, ...],
          depth: int = 3) -> set[str]:
    """The texts an expression can stand for, as far as the source shows: constants, choices between them, local
    names, module constants, and parameters through the calls of their function in the rooms."""
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    if not isinstance(node, ast.Name):
        return set().union(*(texts(part, scope, tree, rooms, depth) for part in _choices(node)))
    if depth == 0:
        return set()
    possible = _passed(node.id, scope, rooms, depth) if scope is not None else set()
    for home in (scope, tree):
        for statement in _assignments(home) if home is not None else ():
            if any(_name(goal) == node.id for goal in statement.targets):
                possible |= texts(statement.value, scope, tree, rooms, depth - 1)
            else:
                possible |= _unpacked(statement, node.id, scope, tree, rooms, depth)
    return possible


def _choices(node: ast.expr) -> list[ast.expr]:
    """What an expression chooses among."""
    match node:
        case ast.IfExp():
            return [node.body, node.orelse]
        case ast.BoolOp() | ast.Dict():
            return node.values
        case ast.Subscript():
            return [node.value]
        case ast.Tuple():
            return node.elts
    return []


def _passed(name: str, scope: ast.FunctionDef, rooms: tuple[str, ...], depth: int) -> set[str]:
    """The texts that a parameter of a function is called with in some rooms."""
    arguments = [argument.arg for argument in scope.args.args]
    if name not in [*arguments, *(argument.arg for argument in scope.args.kwonlyargs)]:
        return set()
    place = arguments.index(name) if name in arguments else 99
    passed: set[str] = set()
    for _, call, caller, module in _calls(rooms, scope.name):
        value = call.args[place] if len(call.args) > place else _keyword(call, name)
        if value is not None:
            passed |= texts(value, caller, module, rooms, depth - 1)
    return passed


def _unpacked(statement: ast.Assign, name: str, scope: ast.FunctionDef | None, tree: ast.Module,
              rooms: tuple[str, ...], depth: int) -> set[str]:
    goal, value = statement.targets[0], statement.value
    if isinstance(goal, ast.Tuple) and isinstance(value, ast.Tuple) and len(goal.elts) == len(value.elts):
        for left, right in zip(goal.elts, value.elts, strict=True):
            if _name(left) == name:
                return texts(right, scope, tree, rooms, depth - 1)
    return set()
