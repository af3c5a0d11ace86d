"""The page that tells the shape of every command's JSON, made of the types that commands end with.

    python -m tests.cli.json_page    writes witp_pbem/docs/json.md anew
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from datetime import datetime, timedelta
from inspect import cleandoc
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

import click

from witp_pbem.campaign.record import entries
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.cli import main
from witp_pbem.cli.printing import Done, PlainProblem, Result, members
from witp_pbem.table import event, phrase
from witp_pbem.table.problem import Problem

PAGE = Path(sys.modules["witp_pbem"].__file__ or "").parent / "docs" / "json.md"
HEAD = """\
# What `--json` prints

Every command that tells something takes `--json` and then prints one JSON value on standard output, with the exit code
it has without. Notes, such as on mended files, stay on the error output. This page is made of the types in the program
(`python -m tests.cli.json_page`), and a test holds it.

A command that shows something prints what is listed below. All others, and any command that is refused or typed
wrongly, print `Done`: what was wrong, what was recorded and written, and what else there is to tell. Sentences are in
the language spoken (`--lang`); codes, ids and keys are the same in every language.

*moment* is text such as `"2026-11-30T20:00:00Z"`, *span* such as `"36h"`, *path* the name of a file or folder;
*entry* is an entry of the logbook or a part of one (`witp-pbem guide logbook-format`), *anything* a value of the game.
"""
NAMED = re.compile(r"\b[A-Z]\w+")  # a shape with keys
PLAIN = {str: "text", bytes: "text", int: "number", float: "number", bool: "true or false", type(None): "null",
         Any: "anything", object: "anything", datetime: "moment", timedelta: "span", Path: "path"}


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with the words it is called by."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


def answers(command: click.Command) -> tuple[Any, ...]:
    """The types of what a command prints."""
    function = inspect.unwrap(command.callback or (lambda: None))
    annotation = _resolved(function.__annotations__["return"], sys.modules[function.__module__])
    kinds = (annotation,) if get_origin(annotation) is Result else get_args(annotation) or (None,)
    return tuple(get_args(kind)[0] if get_origin(kind) is Result else Done for kind in kinds)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    shapes: dict[str, Any] = {}
    rows = [(title, " or ".join(_in_words(answer, shapes) for answer in answers(command)))
            for title, command in commands(main)]
    parts.append("\n".join(["| command | prints |", "| --- | --- |", *(
        f"| `{title}` | {re.sub(NAMED, _linked, words)} |" for title, words in rows), ""]))
    texts: dict[str, str] = {}
    while rest := sorted(set(shapes) - set(texts)):
        texts[rest[0]] = _shape(shapes[rest[0]], shapes)
    return "\n".join([*parts, *(texts[name] for name in sorted(texts))])


def _linked(name: re.Match[str]) -> str:
    return f"[{name[0]}](#{name[0].lower()})"


def _shape(shape: Any, shapes: dict[str, Any]) -> str:
    """A shape: what it is, its keys with their types, and what is said of them."""
    first, _, attributes = cleandoc(shape.__doc__ or "").partition("\n\nAttributes:\n")
    keys = [f"{name}: {_in_words(kind, shapes)}" for name, kind in _fields(shape).items()]
    said = [textwrap.fill(" ".join(line.split()), 120, initial_indent="* ", subsequent_indent="  ")
            for line in re.split(r"\n(?=    \S)", attributes.replace("None", "null")) if line.strip()]
    said += [textwrap.fill(f"{name}: {' '.join(cleandoc(made.__doc__).split())}", 120, initial_indent="* ",
                           subsequent_indent="  ") for name in members(shape)
             if isinstance(made := getattr(shape, name, None), property) and made.__doc__]
    about = textwrap.fill(" ".join(first.replace("None", "null").split()), 120)
    return "\n".join([f"## {shape.__name__}", "", about, "", *(f"    {key}" for key in keys), *([""] if said else []),
                      *said, ""])


def _fields(shape: Any) -> Mapping[str, Any]:
    module = sys.modules[shape.__module__]
    names = members(shape)
    kinds = {name: shape.__annotations__[name] if name in shape.__annotations__ else
             getattr(shape, name).fget.__annotations__["return"] for name in names}
    return {name: _resolved(kind, module) for name, kind in kinds.items()}


def _resolved(annotation: Any, module: types.ModuleType) -> Any:
    """A type as annotated in a module, with what only type checkers import."""
    if not isinstance(annotation, str):
        annotation = getattr(annotation, "__forward_arg__", annotation)
    if not isinstance(annotation, str):
        return annotation
    known = dict(vars(module))
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module.__name__, "exec"), known)  # noqa: S102 - imports alone
    return eval(annotation, known)  # noqa: S307 - an annotation of the program


def _in_words(kind: Any, shapes: dict[str, Any]) -> str:
    """A type in words; shapes with keys are remembered by their names."""
    if kind in PLAIN or kind is None:
        return PLAIN[type(None) if kind is None else kind]
    if kind is entries.Entry or is_typeddict(kind):
        return "entry"
    kind = PlainProblem if kind in (Finding, Problem) else kind
    if kind in (phrase.Phrase, event.Event):
        return "anything"
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_in_words(each, shapes) for each in inner))
    if origin is Annotated:
        return _in_words(inner[0], shapes)
    if origin is Literal:
        return " or ".join(f'"{each}"' for each in inner)
    if inner and issubclass(origin, Mapping):
        return f"{{{_in_words(inner[0], shapes)}: {_in_words(inner[1], shapes)}}}"
    if origin is tuple and Ellipsis not in inner:
        return f"[{', '.join(_in_words(each, shapes) for each in inner)}]"
    if inner:
        return f"[{_in_words(inner[0], shapes)} …]"
    assert is_dataclass(kind) or hasattr(kind, "_fields"), kind
    assert shapes.setdefault(kind.__name__, kind) is kind, f"two shapes are called {kind.__name__}"
    return str(kind.__name__)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
