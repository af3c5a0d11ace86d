"""Which function or constant carries out which rule: the rules it cites.

A function cites a rule in its doc string, in any other string ("witp 6.1.a" of an event or a problem) or in a remark;
a constant in the remark behind it or above it. "witp 6.0.a-b, 6.5.a, c" stands for
four rules, "senshi 7.5(3)-a, FAQ-1" for two. A whole section, "witp 8.3", stands
for those of its rules that no place cites by name.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from pathlib import Path

SPLIT = re.compile(r", (?:and )?|; | and |/")
LAST_PART = re.compile(r"[.(-]?[^.()-]+\)?$")  # of an id: ".a", "-b", "(3)"


class Numbering:
    """How a rulebook numbers its rules, and how they are cited.

    Args:
        word: what stands before a number.
        section: the pattern of the number of a section.
        joint: what stands between it and the letter of a rule.
    """

    def __init__(self, word: str, section: str, joint: str) -> None:
        self.word, self.section, self.joint = word, section, joint

    @cached_property
    def citation(self) -> re.Pattern[str]:
        letters = rf"(?:{re.escape(self.joint)}[a-z](?:-[a-z])?)?"
        item = rf"(?:{self.section}{letters}(?![a-z])|[a-z](?:-[a-z])?\b)"
        return re.compile(rf"\b{self.word} ({self.section}{letters}(?![a-z])(?:(?:, (?:and )?|; | and |/){item})*)")

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """A rule or section, of a rule with its letter, or the first and last of several."""
        return re.compile(rf"({self.section})(?:{re.escape(self.joint)}([a-z])(?:-([a-z]))?)?")


WITP = Numbering("witp", r"(?:SD|DN|\d+(?:\.\d+)+(?:-opt)?)", ".")
SENSHI = Numbering("senshi", r"(?:(?:CARD|DN|FAQ)(?:-[A-Z]?\d+)?|\d+(?:\.\d+)+(?:\([a-z0-9]\))*)", "-")
WIF = Numbering("wif", "(?:adv|die|enter|flip|gs|hq|inv|lc|move|opt|overrun|para|rail|res|retreat|shatter|shore|sup|"
                "tbl|ter)", ".")
NIMITZ = Numbering("nimitz", r"(?:ex|log|\d+(?:\.\d+)+(?:\.(?:us|jp)\d+)?)", ".")


def cited(text: str, numbers: Numbering = WITP) -> Iterator[str]:
    """The rules and sections a text cites, "6.1.a" or "6.1"."""
    for match in numbers.citation.finditer(text):
        section = ""
        for item in SPLIT.split(match[1]):
            whole = numbers.whole.fullmatch(item)
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
                yield f"{section}{numbers.joint}{chr(letter)}"


def places(path: Path, numbers: Numbering = WITP) -> dict[str, set[str]]:
    """Scope of a module ("function", "Class.method", "Class", "CONSTANT") -> what it cites."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    citations: dict[str, set[str]] = defaultdict(set)
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    citations[f"{node.name}.{member.name}"].update(_of(lines, numbers, member))
            citations[node.name].update(cited(ast.get_docstring(node) or "", numbers))
            members = (member for member in node.body if not isinstance(member, ast.FunctionDef))
            for member in members:
                citations[node.name].update(_of(lines, numbers, member))
        elif isinstance(node, ast.FunctionDef):
            last = node.args.args[-1].annotation if node.name == "_" and node.args.args else None
            citations[f"_({ast.unparse(last)})" if last else node.name].update(_of(lines, numbers, node))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                citations[target.id].update(_of(lines, numbers, node))
    return dict(citations)


def _of(lines: list[str], numbers: Numbering, node: ast.stmt) -> set[str]:
    """What the text of a node cites, its remarks and the remark above it included."""
    first = node.lineno - 1
    while first and lines[first - 1].lstrip().startswith("# "):
        first -= 1
    text = " ".join(line.strip().removeprefix("# ") for line in lines[first:node.end_lineno])
    return set(cited(text, numbers))


def carriers(modules: Mapping[str, Path], rules: Collection[str],
             numbers: Numbering = WITP) -> dict[str, set[tuple[str, str]]]:
    """Rule -> the places (module, scope) that carry it out."""
    by_citation: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for module, path in modules.items():
        for scope, citations in places(path, numbers).items():
            for citation in citations:
                by_citation[citation].add((module, scope))
    by_rule = {}
    for rule in rules:
        named = by_citation.get(rule)
        section = rule
        while not named and (section := LAST_PART.sub("", section)):
            named = by_citation.get(section)
        by_rule[rule] = named or set()
    return by_rule
