"""The mutants of a module: mutmut's mutations and a few more, each with the lines it changes."""

from __future__ import annotations

import difflib
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
STRICT = re.compile(r",\s*strict=\w+|,\s*(?=\))")  # of `zip`: an assertion, and left alone like one
SWAPPED_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED_CALLS = ("len", "isinstance", "cast")  # a wrong number of arguments proves nothing
COMPOUND = (cst.If, cst.For, cst.While, cst.With, cst.Try, cst.FunctionDef, cst.ClassDef, cst.Match)


@dataclass(frozen=True)
class Mutant:
    """One small change.

    Attributes:
        module: the dotted name of the module.
        scope: the function or "Class.method" it lies in, the constant it belongs to, or the class.
        lines: first and last line of the statement that is changed.
        before, after: the changed lines.
        in_function: False for constants and class bodies, which need the program loaded anew.
        text: the mutated function or statement, not indented.
        span: first and last line of that in the module.
        file: the source of the module.
    """

    module: str
    scope: str
    lines: tuple[int, int]
    before: tuple[str, ...]
    after: tuple[str, ...]
    in_function: bool
    text: str = field(repr=False, compare=False)
    span: tuple[int, int] = field(repr=False, compare=False)
    file: str = field(repr=False, compare=False)

    @property
    def key(self) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
        """What names the mutant in `equivalent.txt`: line numbers change too often."""
        return self.module.rpartition(".")[2], self.scope, self.before, self.after

    @property
    def function(self) -> str:
        """The source of the mutated function alone, a method in a class of the same name (for `super`)."""
        lines = self.text.splitlines()
        while not lines[0].startswith(("def ", "async def ")):  # decorators
            del lines[0]
        holder, _, _ = self.scope.rpartition(".")
        bare = "\n".join(lines)
        return f"class {holder}:\n{textwrap.indent(bare, '    ')}" if holder else bare

    @property
    def source(self) -> str:
        """The source of the whole mutated module."""
        lines = self.file.splitlines()
        first, last = self.span
        start = lines[first - 1]
        text = textwrap.indent(self.text, start[:len(start) - len(start.lstrip())])
        return "\n".join((*lines[:first - 1], text, *lines[last:]))


# -- mutations besides mutmut's ------------------------------------------------------------------------------


def _one_less(node: cst.Integer) -> Iterable[cst.BaseExpression]:
    """mutmut only adds one; a border has two sides."""
    if node.evaluated_value > 0:
        yield node.with_changes(value=repr(node.evaluated_value - 1))


def _swap_calls(node: cst.Call) -> Iterable[cst.Call]:
    if isinstance(node.func, cst.Name) and node.func.value in SWAPPED_CALLS:
        yield node.with_changes(func=cst.Name(SWAPPED_CALLS[node.func.value]))


def _negated(test: cst.BaseExpression) -> cst.BaseExpression | None:
    """`not test`; None where mutmut has the same mutant or a like one."""
    if isinstance(test, cst.Comparison | cst.BooleanOperation | cst.UnaryOperation):
        return None
    bracketed = test.with_changes(lpar=[*test.lpar, cst.LeftParen()], rpar=[*test.rpar, cst.RightParen()])
    return cst.UnaryOperation(cst.Not(), bracketed)


def _negate_test(node: cst.If | cst.While | cst.CompIf) -> Iterable[cst.CSTNode]:
    if opposite := _negated(node.test):
        yield node.with_changes(test=opposite)


def _negate_operands(node: cst.BooleanOperation) -> Iterable[cst.CSTNode]:
    for side in ("left", "right"):
        operand = getattr(node, side)
        if isinstance(operand, cst.Call | cst.Name | cst.Attribute) and (opposite := _negated(operand)):
            yield node.with_changes(**{side: opposite.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])})


def _drop_statement(node: cst.Expr) -> Iterable[cst.CSTNode]:
    if isinstance(node.value, cst.Call):
        yield cst.Pass()


OPERATORS: tuple[tuple[Any, Callable[[Any], Iterable[cst.CSTNode]]], ...] = (
    *mutation_operators,
    (cst.Integer, _one_less),
    (cst.Call, _swap_calls),
    (cst.If, _negate_test),
    (cst.While, _negate_test),
    (cst.CompIf, _negate_test),
    (cst.BooleanOperation, _negate_operands),
    (cst.Expr, _drop_statement),
)


# -- finding the places ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """Where a node stands: its function (None outside), the scope's name, the statement around it."""

    function: cst.FunctionDef | None
    scope: str
    statement: cst.CSTNode


def mutants(module: str, path: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    file = path.read_text(encoding="utf-8")
    tree = MetadataWrapper(cst.parse_module(file))
    positions = tree.resolve(PositionProvider)
    all_mutants = []
    for node, place in _nodes(tree.module):
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                for mutated in operator(node):
                    made = _mutant(module, file, positions, node, mutated, place)
                    if made:
                        all_mutants.append(made)
    return list(dict.fromkeys(all_mutants))


def _nodes(tree: cst.Module) -> Iterator[tuple[cst.CSTNode, _Place]]:
    """The nodes that are mutated, each with its place."""
    for statement in tree.body:
        if isinstance(statement, cst.FunctionDef):
            yield from _walk(statement, _Place(statement, _scope(statement), statement))
        elif isinstance(statement, cst.ClassDef):
            holder = statement.name.value
            for member in statement.body.body:
                if isinstance(member, cst.FunctionDef):
                    yield from _walk(member, _Place(member, f"{holder}.{member.name.value}", member))
                elif isinstance(member, cst.SimpleStatementLine):
                    yield from _walk(member, _Place(None, holder, member))
        elif isinstance(statement, cst.SimpleStatementLine) and (name := _constant(statement)):
            yield from _walk(statement, _Place(None, name, statement))


def _scope(function: cst.FunctionDef) -> str:
    """The name of a function; of one named `_`, which is known by what it takes, with the type of its last argument."""
    name, parameters = function.name.value, function.params.params
    if name == "_" and parameters and parameters[-1].annotation:
        return f"_({cst.Module(body=[]).code_for_node(parameters[-1].annotation.annotation)})"
    return name


def _constant(statement: cst.SimpleStatementLine) -> str:
    """The constant a statement of a module makes; "" for type names and everything else."""
    made = statement.body[0]
    target = (made.targets[0].target if isinstance(made, cst.Assign) and len(made.targets) == 1
              else made.target if isinstance(made, cst.AnnAssign) else None)
    return target.value if isinstance(target, cst.Name) and CONSTANT.fullmatch(target.value) else ""


def _walk(node: cst.CSTNode, place: _Place) -> Iterator[tuple[cst.CSTNode, _Place]]:
    if isinstance(node, cst.Annotation | cst.Decorator | cst.Assert | cst.Import | cst.ImportFrom):
        return
    if isinstance(node, (cst.SimpleStatementLine, *COMPOUND)):
        place = _Place(place.function, place.scope, node)
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in UNTOUCHED_CALLS:
        children: Iterable[cst.CSTNode] = [argument.value for argument in node.args]
    else:
        yield node, place
        children = node.children
    for child in children:
        yield from _walk(child, place)


def _mutant(module: str, file: str, positions: Any, node: cst.CSTNode, mutated: cst.CSTNode,
            place: _Place) -> Mutant | None:
    old = place.function or place.statement
    new = mutated if node is old else old.deep_replace(node, mutated)
    text = _code(new)
    before, after = _changed(_code(old), text)
    if before == after or STRICT.sub("", _code(old)) == STRICT.sub("", text):
        return None
    first = positions[place.statement].start.line
    last = positions[place.statement].end.line
    if isinstance(place.statement, COMPOUND):
        inside = place.statement.cases[0] if isinstance(place.statement, cst.Match) else place.statement.body
        last = max(first, positions[inside].start.line - 1)
    start = old.decorators[0] if isinstance(old, cst.FunctionDef) and old.decorators else old
    return Mutant(module, place.scope, (first, last), before, after, place.function is not None, text,
                  (positions[start].start.line, positions[old].end.line), file)


def _code(node: Any) -> str:
    return cst.Module(body=[node.with_changes(leading_lines=())]).code.strip("\n")


def _changed(old: str, new: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that differ, without their indentation."""
    before, after = [], []
    for line in difflib.ndiff(old.splitlines(), new.splitlines()):
        if line.startswith("- "):
            before.append(line[2:].strip())
        elif line.startswith("+ "):
            after.append(line[2:].strip())
    return tuple(before), tuple(after)
