"""What can be looked up: a game's rules, the rulings on what they leave open, and where its data come from.

The texts stand in two files of the game's data:

    rules.json     {"sections": {"6.3": TITLE, ...},
                    "rules": {"6.3.b": {"chapter": "6.3", "text": ..., "rulings": ["R-30"], "defines": false}, ...}}
    rulings.json   {"rulings": {"R-30": {"title": ..., "problem": ..., "ruling": ..., "reason": ..., "knob": null
                                         or {"name": OPTION, "values": [...], "default": ...}}, ...}}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from witp_pbem.games.common import data
from witp_pbem.games.common.language import say
from witp_pbem.table.game import RuleEntry
from witp_pbem.table.language import in_a_row, labelled, listing, parts
from witp_pbem.table.spelling import alike
from witp_pbem.table.tuples import NamedTuple


class Rule(NamedTuple):
    """A rule, in English.

    Attributes:
        id: "6.3.b".
        section: number of its section, "6.3".
        title: title of the section.
        text: what it says.
        rulings: ids of the rulings on it.
        defines: it says what something is; nobody can break it.
    """

    id: str
    section: str
    title: str
    text: str
    rulings: tuple[str, ...]
    defines: bool


class Ruling(NamedTuple):
    """A ruling on what the rules leave open, in English.

    Attributes:
        id: "R-30".
        title: what it is about.
        problem: what is in doubt.
        text: what is ruled.
        reason: why, or "".
        option: the option by which it can be had otherwise, with its values, or "".
    """

    id: str
    title: str
    problem: str
    text: str
    reason: str
    option: str


Entry: TypeAlias = Rule | Ruling


class Reference:
    """The rules and rulings of a game, read when they are first asked for.

    Args:
        game: its id, which may stand before that of a rule.
        folder: where rules.json and rulings.json lie.
        translate: puts their texts into the language spoken.
    """

    def __init__(self, game: str, folder: Path, translate: Callable[[str], str]) -> None:
        self.game, self.folder, self.translate = game, folder, translate

    @cached_property
    def sections(self) -> Mapping[str, str]:
        """The titles of the sections by their numbers, a chapter's as "6.0"."""
        sections: Mapping[str, str] = self._records["rules"]["sections"]
        return sections

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The rules in the order of the rulebook, then the rulings, by their ids in small letters."""
        rules = [Rule(name, record["chapter"], self.sections[record["chapter"]], record["text"],
                      tuple(record["rulings"]), record["defines"])
                 for name, record in self._records["rules"]["rules"].items()]
        rulings = [Ruling(name, record["title"], record["problem"], record["ruling"], record["reason"],
                          _option(record["knob"])) for name, record in self._records["rulings"]["rulings"].items()]
        entries: list[Entry] = [*rules, *rulings]
        return {entry.id.casefold(): entry for entry in entries}

    @cached_property
    def _records(self) -> Mapping[str, Any]:
        return data.read(self.folder, ("rules", "rulings"))

    @property
    def rules(self) -> list[Rule]:
        """Every rule, in the order of the rulebook."""
        return [entry for entry in self.entries.values() if isinstance(entry, Rule)]

    def find(self, identifier: str) -> list[Entry]:
        """What an id stands for, in the order of the rulebook: a rule ("6.3.b"), a ruling ("R-30"), or all rules of a
        section ("6.3") or chapter ("6" or "6.0") with what lies below it."""
        name = self._plain(identifier)
        if name in self.entries:
            return [self.entries[name]]
        part = name.removesuffix(".0")
        return [rule for rule in self.rules if part and _lies_in(rule.section.casefold(), part)]

    def nearest(self, identifier: str) -> list[str]:
        """Up to five ids of rules, sections and rulings like one there is none of, the most like it first."""
        names = {name.casefold(): name for name in self.sections} | {
            name: entry.id for name, entry in self.entries.items()}
        return [names[near] for near in alike(self._plain(identifier), names, 5, 0.5)]

    def paragraphs(self, identifier: str) -> list[tuple[str, str]]:
        """What an id stands for as headings with their texts, in the language spoken."""
        return [(self._heading(entry), self._text(entry)) for entry in self.find(identifier)]

    def listed(self) -> list[RuleEntry]:
        """Every rule for a list of all, in the language spoken."""
        return [RuleEntry(f"{self.game} {rule.id}", f"{rule.section} {self.translate(rule.title)}", rule.defines)
                for rule in self.rules]

    def _heading(self, entry: Entry) -> str:
        title = self.translate(entry.title)
        return f"{self.game} {entry.id} {title}" if isinstance(entry, Rule) else f"{entry.id} {title}"

    def _text(self, entry: Entry) -> str:
        text = self.translate(entry.text)
        if isinstance(entry, Rule):
            return say("{rule} (Ruling {rulings}.)", rule=text, rulings=listing(entry.rulings)) if (
                entry.rulings) else text
        sentences = [say("In doubt: {problem}", problem=self.translate(entry.problem)),
                     say("Ruled: {ruling}", ruling=text)]
        if entry.reason:
            sentences.append(say("Because: {reason}", reason=self.translate(entry.reason)))
        if entry.option:
            sentences.append(say("Option: {option}.", option=entry.option))
        return in_a_row(sentences)

    def _plain(self, identifier: str) -> str:
        """An id as it stands in `entries`: "6.3.b" for " witp 6.3.B ", "r-30" for "R30"."""
        text = identifier.strip().casefold().removeprefix(self.game).strip().rstrip(".")
        ruling = re.fullmatch(r"r-?\s?(\d+)", text)
        return f"r-{int(ruling[1]):02d}" if ruling else text


def _option(record: Mapping[str, Any] | None) -> str:
    """An option as it is typed, with its values: "sudden_death_counts: ports | bases (default ports)"."""
    if record is None:
        return ""
    values = [str(value).lower() if isinstance(value, bool) else str(value)
              for value in (*record["values"], record["default"])]
    return f"{record['name']}: {' | '.join(values[:-1])} (default {values[-1]})"


def _lies_in(section: str, part: str) -> bool:
    return section == part or section.startswith((f"{part}.", f"{part}-"))


def source_paragraphs(records: Mapping[str, Any], kinds: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where the data come from: a paragraph for each file with its name.

    Args:
        kinds: the words sources begin with, in the order in which they are counted, and what each is called.
    """
    kinds = {data.CONFIRMED: say("confirmed by an owner of the printed game"), **kinds}
    return [(f"{name}.json", _source_paragraph(list(data.sources(record)), kinds)) for name, record in records.items()]


def _source_paragraph(sources: list[data.Source], kinds: Mapping[str, str]) -> str:
    counts = Counter(_kind(source, kinds) for source in sources)
    counted = say.plural(len(sources), "{n} sourced value: {counts}.", "{n} sourced values: {counts}.", counts=listing(
        say("{number} {kind}", number=counts[kind], kind=kinds.get(kind, kind))
        for kind in dict.fromkeys((*kinds, *counts)) if counts[kind]))
    groups = Counter(labelled(source.path[0], source.field) if source.field else source.path[0]
                     for source in sources if _kind(source, kinds) == data.RECONSTRUCTED)
    if not groups:
        return counted
    return say("{counted} Reconstructed, not the printed game: {groups}.", counted=counted, groups=parts(
        f"{group.replace('_', ' ')} ({number})" for group, number in groups.items()))


def _kind(source: data.Source, kinds: Mapping[str, str]) -> str:
    """The word a source begins with: one of some, or an owner's own."""
    return next((kind for kind in kinds if source.text.startswith(kind)), source.text.partition(":")[0])
