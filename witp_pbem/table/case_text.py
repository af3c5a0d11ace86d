"""The text of case files, read into cases (witp_pbem/docs/case-files.md); what the lines of a case say is not looked at
here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

HEADERS = ("case", "game", "covers", "source", "note", "ruling", "alternative", "reason", "defines")
SECTIONS = ("given", "orders", "dice", "cards", "expect")


class CaseLine(NamedTuple):
    """A line of a case file with its number, from 1."""

    number: int
    text: str


class CaseSection(NamedTuple):
    """A section as written.

    Attributes:
        name: one of `SECTIONS`, "" for a heading that is none.
        of: the words after the name: the side whose orders they are.
        number: the line of the heading in the file, from 1.
        lines: what stands under it.
    """

    name: str
    of: str
    number: int
    lines: list[CaseLine]


@dataclass(frozen=True)
class Case:
    """One case as written.

    Attributes:
        line: where it begins in the file, from 1.
        header: key of a header line -> its value.
        orders: the sections of orders, one or several a side.
        dice: lines of numbers.
        cards: lines of a side and a card.
        faults: what is wrong with its form, naming file and line.
    """

    file: str
    line: int
    header: dict[str, str]
    given: tuple[CaseLine, ...] = ()
    orders: tuple[CaseSection, ...] = ()
    dice: tuple[CaseLine, ...] = ()
    cards: tuple[CaseLine, ...] = ()
    expect: tuple[CaseLine, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.header["case"]

    @property
    def game(self) -> str:
        """The game it is about, "" where it does not say so."""
        return self.header.get("game", "")

    @property
    def covers(self) -> tuple[str, ...]:
        """The rule ids the case proves."""
        return tuple(part.strip() for part in self.header.get("covers", "").split(",") if part.strip())


class CaseData(NamedTuple):
    """What lines of `given` bring along besides a position (see `Game.case_data`).

    Attributes:
        rest: the other lines.
        record: what they say, as a data file does that is merged into the records of the game; None for nothing.
        faults: what is wrong with them, each with the number of its line.
        places: the number of the line an entry of the record comes from, by the keys and numbers in lists, from 0, that
            lead to it.
    """

    rest: tuple[CaseLine, ...]
    record: Mapping[str, Any] | None = None
    faults: tuple[tuple[int, str], ...] = ()
    places: Mapping[tuple[str | int, ...], int] = MappingProxyType({})


def read_file(path: Path) -> list[Case]:
    """The cases of a file, faulty ones included.

    Raises:
        OSError: the file cannot be read.
        UnicodeDecodeError: it is no text.
    """
    return list(read(path.read_text(encoding="utf-8-sig"), str(path)))


@dataclass
class _Draft:
    line: int
    header: dict[str, str]
    sections: list[CaseSection] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read(text: str, file: str = "") -> Iterable[Case]:
    """The cases of a text."""
    draft: _Draft | None = None
    last_header = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].rstrip()
        if not line.strip():
            continue
        if not line[0].isspace():
            key, colon, value = (part.strip() for part in line.partition(":"))
            key = key.casefold()
            if key == "case" and colon:
                if draft:
                    yield _finish(draft, file)
                draft, last_header = _Draft(number, {"case": value}), "case"
                continue
            if draft is None:
                draft = _Draft(number, {"case": "?"})
                draft.faults.append(f"{file}:{number}: " + say("a case begins with a line 'case: NAME'"))
            last_header = _heading(draft, file, number, line, key if colon else "", value)
        elif draft and last_header:
            draft.header[last_header] += " " + line.strip()
        elif draft and draft.sections:
            _add(draft.sections[-1], number, raw.rstrip() if draft.sections[-1].name == "orders" else line.strip())
        else:
            draft = draft or _Draft(number, {"case": "?"})
            draft.faults.append(f"{file}:{number}: " + say("belongs to no heading: {line}", line=line.strip()))
    if draft:
        yield _finish(draft, file)


def _add(section: CaseSection, number: int, text: str) -> None:
    """Adds a line to a section; in `given` and `expect` a line that ends with a comma goes on in the next."""
    if section.name in ("given", "expect") and section.lines and section.lines[-1].text.endswith(","):
        first = section.lines.pop()
        number, text = first.number, f"{first.text} {text}"
    section.lines.append(CaseLine(number, text))


def _heading(draft: _Draft, file: str, number: int, line: str, key: str, value: str) -> str:
    """Takes a line that begins at the margin: a header line, whose key is returned, or the name of a section."""
    if key in HEADERS:
        if key in draft.header:
            draft.faults.append(f"{file}:{number}: " + say("stands here a second time: {key}:", key=key))
        draft.header[key] = value
        return key
    name, *of = line.rstrip(":").casefold().split() or [""]
    if name in SECTIONS:
        draft.sections.append(CaseSection(name, " ".join(of), number, []))
        return ""
    from difflib import get_close_matches  # not loaded by commands that read no case

    near = get_close_matches(key or name, (*HEADERS, *SECTIONS), 1)
    draft.faults.append(f"{file}:{number}: " + (
        say("no such heading: {line} (meant {near}?)", line=line, near=near[0]) if near else
        say("no such heading: {line}", line=line)))
    draft.sections.append(CaseSection("", "", number, []))  # so that its lines do not end up in the section before
    return ""


def _finish(draft: _Draft, file: str) -> Case:
    faults = list(draft.faults)
    lines: dict[str, list[CaseLine]] = {name: [] for name in ("", *SECTIONS)}
    for section in draft.sections:
        if section.of and section.name != "orders":
            faults.append(f"{file}:{section.number}: " + say("'{heading}' stands alone on its line, without '{more}'",
                                                            heading=section.name, more=section.of))
        lines[section.name] += section.lines
    faults += [f"{file}:{number}: " + say("a line of 'cards' names a side and a card: {line}", line=text)
               for number, text in lines["cards"] if len(text.split()) != 2]
    if "ruling" in draft.header and not {"alternative", "reason"} <= set(draft.header):
        faults.append(f"{file}:{draft.line}: " + say("a ruling needs its alternative: and its reason:"))
    orders = tuple(section for section in draft.sections if section.name == "orders")
    return Case(file, draft.line, draft.header, tuple(lines["given"]), orders, tuple(lines["dice"]),
                tuple(lines["cards"]), tuple(lines["expect"]), tuple(faults))
