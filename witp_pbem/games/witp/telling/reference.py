"""Reference texts of War in the Pacific: the rules, the rulings, and where the data come from.

Three questions are answered from the JSON files beside this module:

* what a rule or ruling says: `rule`, `rules`, `nearest`, `section_title`;
* how much of a data file is the printed game's and how much is reconstructed: `sources`;
* where each single value comes from: `sources_of`.

Files are read when first asked for and kept.
"""

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

DATA = Path(__file__).parent.parent / "data"
DATA_FILES = ("map.json", "units.json", "track.json", "cards.json", "scenarios.json")
SourceKind = Literal["rulebook", "replay", "deduced", "reconstructed"]
SOURCE_KINDS: tuple[SourceKind, ...] = ("rulebook", "replay", "deduced", "reconstructed")


@dataclass(frozen=True, slots=True)
class RuleText:
    """One atomic rule or one ruling, ready to be printed.

    Attributes:
        identifier: "6.3.b" or "R-30".
        kind: "rule" or "ruling".
        title: of a rule the title of its section, of a ruling its own.
        text: what the rule says, or what is ruled.
        chapter: of a rule, the number of its section.
        rulings, examples, decisions: of a rule, what belongs to it.
        defines: of a rule: it only defines or describes, and constrains or computes nothing.
        severity, problem, reason: of a ruling: "A" to "C", what it settles, why it is ruled so.
        knob: of a ruling: the switch with its values and its default.
        rules: of a ruling, the rules it belongs to.

    Whatever does not apply is empty.
    """

    identifier: str
    kind: Literal["rule", "ruling"]
    title: str
    text: str
    chapter: str = ""
    rulings: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    defines: bool = False
    severity: str = ""
    problem: str = ""
    reason: str = ""
    knob: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Where one value comes from.

    Attributes:
        file: the data file, "map.json".
        group: its part of the file, "hexes".
        what: the thing in it, "0205 Calcutta".
        field: the field of the thing, "terrain"; empty when the source holds for all of it.
        kind, source: the kind of source and its full text.
    """

    file: str
    group: str
    what: str
    field: str
    kind: SourceKind
    source: str


@dataclass(frozen=True, slots=True)
class ReconstructedGroup:
    """The things of one kind, such as "hexes: terrain", that had to be reconstructed."""

    kind: str
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SourceSummary:
    """How many values of a data file come from each kind of source, and what in it is reconstructed."""

    file: str
    counts: Mapping[SourceKind, int]
    reconstructed: tuple[ReconstructedGroup, ...]

    @property
    def total(self) -> int:
        """The number of source entries in the file."""
        return sum(self.counts.values())


def rule(identifier: str) -> list[RuleText]:
    """Return the entries an identifier stands for, in the order of the rulebook; an unknown one gives `[]`.

    "6.3.b" (or "witp 6.3.b") is one rule, "6.3" a section with its subsections, "6" or "6.0" a whole chapter,
    "SD" and "DN" the two supplements, "R-30" a ruling. Upper and lower case are the same.
    """
    wanted = _clean(identifier)
    if not wanted:
        return []
    entries = _entries()
    if wanted in entries:
        return [entries[wanted]]
    part = _section_part(wanted)
    return [e for e in entries.values() if e.kind == "rule" and _within(e.chapter.casefold(), part)]


def rules() -> list[RuleText]:
    """Return every rule, in the order of the rulebook."""
    return [entry for entry in _entries().values() if entry.kind == "rule"]


def section_title(identifier: str) -> str | None:
    """Return the title of a section ("6.3") or a chapter ("6"); `None` if there is none."""
    titles = _section_titles()
    wanted = _clean(identifier)
    return titles.get(wanted) or titles.get(f"{wanted}.0")


def nearest(identifier: str) -> list[str]:
    """Return up to five identifiers of rules, sections or rulings that look like it, best first."""
    names = {name.casefold(): name for name in _section_names()}
    names |= {key: entry.identifier for key, entry in _entries().items()}
    found = difflib.get_close_matches(_clean(identifier), list(names), n=5, cutoff=0.5)
    return [names[key] for key in found]


def sources() -> list[SourceSummary]:
    """Return one summary per data file: counts by kind of source, and the reconstructed things by kind."""
    return list(_summaries())


def sources_of(file: str) -> list[SourceRow]:
    """Return every source entry of a data file ("map" or "map.json") in its order; `[]` if unknown."""
    name = file.strip().casefold().removesuffix(".json") + ".json"
    return list(_rows(name)) if name in DATA_FILES else []


# ------------------------------------------------------------------ rules and rulings


@cache
def _load(name: str) -> dict[str, Any]:
    with (DATA / name).open(encoding="utf-8") as stream:
        content: dict[str, Any] = json.load(stream)
    return content


@cache
def _entries() -> dict[str, RuleText]:
    """All rules, then all rulings, by their identifiers in lower case."""
    titles = _load("rules.json")["sections"]
    entries = {
        key.casefold(): RuleText(
            identifier=key,
            kind="rule",
            title=titles[item["chapter"]],
            text=item["text"],
            chapter=item["chapter"],
            rulings=tuple(item["rulings"]),
            examples=tuple(item["examples"]),
            decisions=tuple(item["decisions"]),
            defines=item["defines"],
        )
        for key, item in _load("rules.json")["rules"].items()
    }
    entries |= {
        key.casefold(): RuleText(
            identifier=key,
            kind="ruling",
            title=item["title"],
            text=item["ruling"],
            severity=item["severity"],
            problem=item["problem"],
            reason=item["reason"],
            knob=_knob(item["knob"]),
            rules=tuple(item["rules"]),
        )
        for key, item in _load("rulings.json")["rulings"].items()
    }
    return entries


def _knob(item: Mapping[str, Any] | None) -> str:
    if item is None:
        return ""
    values = " | ".join(_word(value) for value in item["values"])
    return f"{item['name']}: {values} (default {_word(item['default'])})"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _section_names() -> list[str]:
    return list(_load("rules.json")["sections"])


@cache
def _section_titles() -> dict[str, str]:
    return {name.casefold(): title for name, title in _load("rules.json")["sections"].items()}


def _clean(identifier: str) -> str:
    """Bring an identifier to its plain form: " witp 6.3.B " to "6.3.b", "R30" to "r-30"."""
    text = identifier.strip().casefold().removeprefix("witp").strip().rstrip(".")
    ruling = re.fullmatch(r"r-?\s?(\d+)", text)
    return f"r-{int(ruling[1]):02d}" if ruling else text


def _section_part(wanted: str) -> str:
    """Let the heading of a chapter, printed "6.0", stand for all of chapter 6."""
    return wanted.removesuffix(".0")


def _within(chapter: str, part: str) -> bool:
    return chapter == part or chapter.startswith((f"{part}.", f"{part}-"))


# ------------------------------------------------------------------ sources


@cache
def _summaries() -> tuple[SourceSummary, ...]:
    return tuple(_summary(name) for name in DATA_FILES)


def _summary(name: str) -> SourceSummary:
    counts: dict[SourceKind, int] = dict.fromkeys(SOURCE_KINDS, 0)
    groups: dict[str, list[str]] = {}
    for row in _rows(name):
        counts[row.kind] += 1
        if row.kind == "reconstructed":
            kind = f"{row.group}: {row.field}" if row.field else row.group
            groups.setdefault(kind.replace("_", " "), []).append(row.what)
    reconstructed = tuple(ReconstructedGroup(kind, tuple(things)) for kind, things in groups.items())
    return SourceSummary(name, MappingProxyType(counts), reconstructed)


@cache
def _rows(name: str) -> tuple[SourceRow, ...]:
    parts = ((group, node) for group, node in _load(name).items() if group != "about")
    return tuple(row for group, node in parts for row in _walk(name, group, node, ()))


def _walk(file: str, group: str, node: object, path: tuple[str, ...]) -> Iterator[SourceRow]:
    """Yield the source entries of a node and of everything inside it."""
    if isinstance(node, dict):
        what = " ".join(path) or group
        source = node.get("source", {})
        fields = source if isinstance(source, dict) else {"": source}
        for field, text in fields.items():
            yield SourceRow(file, group, what, field, _kind(text), text)
        for key, child in node.items():
            if key != "source":
                yield from _walk(file, group, child, (*path, _label(key, child)))
    elif isinstance(node, list):
        for position, child in enumerate(node, 1):
            yield from _walk(file, group, child, (*path, _label(str(position), child)))


def _kind(source: str) -> SourceKind:
    for kind in SOURCE_KINDS:
        if source.startswith(kind):
            return kind
    raise ValueError(f"a source names no known kind: {source!r}")


def _label(key: str, node: object) -> str:
    """Name an item: a unit by its id, a card by year and number, a hex by number and name, and so on."""
    if not isinstance(node, dict):
        return f"{key}:" if isinstance(node, list) else key
    if "id" in node:
        return str(node["id"])
    if "pair" in node:
        return "-".join(node["pair"])
    if "turn" in node:
        return f"turn {node['turn']}"
    if {"year", "number", "name"} <= node.keys():
        return f"{node['year']}-{node['number']:02d} {node['name']}"
    if "fact" in node:
        return str(node["fact"])
    if key.isdigit() and len(key) < 4 and "hexes" in node:
        return " ".join(node["hexes"])
    return f"{key} {node['name']}" if node.get("name") else key
