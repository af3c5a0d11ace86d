"""Which function or constant carries out which rule: the rules it cites.

A function cites a rule in its doc string, in any other string ("witp 6.1.a" of an event or a problem) or in a remark;
a constant in the remark behind it or above it. "witp 6.0.a-b, 6.5.a, c" stands for
four rules. A whole section, "witp 8.3", stands
for those of its rules that no place cites by name.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

SECTION = r"(?:SD|DN|\d+(?:\.\d+)+(?:-opt)?)"
ITEM = rf"(?:{SECTION}(?:\.[a-z](?:-[a-z])?)?|[a-z](?:-[a-z])?)\b"
CITATION = re.compile(rf"\bwitp ({SECTION}\b(?:\.[a-z](?:-[a-z])?\b)?(?:(?:, (?:and )?|; | and |/){ITEM})*)")
SPLIT = re.compile(r", (?:and )?|; | and |/")


def cited(text: str) -> Iterator[str]:
    """The rules and sections a text cites, "6.1.a" or "6.1"."""
    for match in CITATION.finditer(text):
        section = ""
        for item in SPLIT.split(match[1]):
            whole = re.fullmatch(rf"({SECTION})(?:\.([a-z])(?:-([a-z]))?)?", item)
            loose = re.fullmatch(r"([a-z])(?:-([a-z]))?", item)
            if whole:
                section, first, last = whole.groups()
            elif loose:
                first, last = loose.groups()
            else:
                continue
            if not first:
                yield section
                continue
            for letter in range(ord(first), ord(last or first) + 1):
                yield f"{section}.{chr(letter)}"


def places(path: Path) -> dict[str, set[str]]:
    """Scope of a module ("function", "Class.method", "Class", "CONSTANT") -> what it cites."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found[f"{node.name}.{member.name}"].update(_of(lines, member))
            found[node.name].update(cited(ast.get_docstring(node) or ""))
            members = (member for member in node.body if not isinstance(member, ast.FunctionDef))
            for member in members:
                found[node.name].update(_of(lines, member))
        elif isinstance(node, ast.FunctionDef):
            last = node.args.args[-1].annotation if node.name == "_" and node.args.args else None
            found[f"_({ast.unparse(last)})" if last else node.name].update(_of(lines, node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                found[target.id].update(_of(lines, node))
    return dict(found)


def _of(lines: list[str], node: ast.stmt) -> set[str]:
    """What the text of a node cites, its remarks and the remark above it included."""
    first = node.lineno - 1
    while first and lines[first - 1].lstrip().startswith("# "):
        first -= 1
    text = " ".join(line.strip().removeprefix("# ") for line in lines[first:node.end_lineno])
    return set(cited(text))


def carriers(modules: Mapping[str, Path], rules: Collection[str]) -> dict[str, set[tuple[str, str]]]:
    """Rule -> the places (module, scope) that carry it out."""
    by_citation: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for module, path in modules.items():
        for scope, citations in places(path).items():
            for citation in citations:
                by_citation[citation].add((module, scope))
    found = {}
    for rule in rules:
        named = by_citation.get(rule)
        section = rule.rpartition(".")[0]
        while not named and section:
            named = by_citation.get(section)
            section = section.rpartition(".")[0]
        found[rule] = named or set()
    return found
