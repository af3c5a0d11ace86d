"""The tables of the specification of the logbook hold just the fields that entries have, in their form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest

from witp_pbem.campaign.record import entries, letter_text
from witp_pbem.table.shape import Between, ByKey, Length

TEXT = (Path(__file__).parents[2] / "witp_pbem" / "docs" / "logbook-format.md").read_text(encoding="utf-8")
KINDS: Mapping[str, Any] = {get_args(get_type_hints(each)["type"])[0]: each for each in get_args(entries.Recorded)}
ACT, OPENED = (get_args(get_type_hints(KINDS["sitting"], include_extras=True)[name])[0] for name in ("acts", "opened"))
COMMON, LETTER = ("n", "type", "hash"), ("side", "letter", "signature")
OBJECTS: Mapping[str, Any] = {
    "point": entries.Point, "plan": entries.Rewinding, "order": entries.Slip, "file": entries.FileContent,
    "use": entries.ManualUsed, "debt": entries.OwedRecord, "outcome": entries.OutcomeRecord,
    "league": entries.LeagueTerms, "phrase": entries.PhraseCode, "decision": entries.Ordered,
    "agreement": entries.AgreedRuling}
NAMED = [(entries.Hash, "hash"), (entries.HashOrNone, 'hash or ""'), (entries.Natural, "number"),
         (entries.Version, "number as text"),
         (get_type_hints(entries.OpenedCard, include_extras=True)["slot"], "slot"),
         (entries.Pair, "pair"),
         (entries.Salt, "digits"), (entries.PhraseRecord, "phrase"), (entries.Decision, "decision"),
         (ACT, "act"), (OPENED, "opening"), (entries.After, "digits or null"),
         (entries.DiceTerms, "luck"), (entries.LeagueTerms, "league"),
         (bool, "true or false"), (str, "text"), (int, "whole number"), (NoneType, "null"), (dict[str, Any], "object"),
         (Any, "object"), *((made, name) for name, made in OBJECTS.items())]


def form(hint: Any) -> str:
    """A type in the words of the specification."""
    known = next((words for each, words in NAMED if each == hint), None)
    if known:
        return known
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return f"{form(arguments[0])} or left out"
    if origin is Literal:
        return " or ".join("true" if each is True else f"`{each}`" for each in arguments)
    if origin in (Union, UnionType):
        return " or ".join(map(form, arguments))
    if origin is list:
        return f"list of {plural(form(arguments[0]))}"
    if origin is dict:
        return f"map to {form(arguments[1])}"
    assert origin is Annotated, hint
    rule = arguments[1]
    if isinstance(rule, Length):
        return f"text of {f'{rule.least} to' if rule.least else 'at most'} {rule.most}"
    assert isinstance(rule, Between) and rule.least >= 0
    return "number"


def plural(form: str) -> str:
    parts = [each.partition(" of ") for each in form.split(" or ")]
    return " or ".join((f"{word}es" if word.endswith("h") else f"{word}s") + of + rest for word, of, rest in parts)


def fields(record: Any, *without: str) -> dict[str, str]:
    """The fields of a class of records, each with its form."""
    return {name: form(hint) for name, hint in get_type_hints(record, include_extras=True).items()
            if name not in without}


def section(title: str) -> str:
    """The part of the specification under a heading."""
    match = re.search(rf"^(#+) {title}(?: \(letter\))?\n(.*?)(?=^#)", TEXT, re.DOTALL | re.MULTILINE)
    assert match, title
    return match[2]


def tables(text: str) -> Iterator[dict[str, str]]:
    """The first two columns of each table."""
    for table in re.findall(r"\|---.*\n((?:\|.*\n)+)", text):
        yield {cells[1].strip().strip("`"): cells[2].strip() for row in table.splitlines()
               if (cells := row.split("|"))}


def written(fields: Mapping[str, str], more: bool) -> str:
    """The fields of an object as the tables of objects and acts have them."""
    body = ", ".join([*(f'"{name}": {words}' for name, words in fields.items()), *(["…"] if more else [])])
    return "`{" + body.replace("`", '"') + "}`"


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_an_entry_has_just_its_fields(kind: str) -> None:
    is_letter = f"### {kind} (letter)\n" in TEXT
    assert is_letter == (get_type_hints(KINDS[kind]).keys() >= {*LETTER})
    assert next(tables(section(kind))) == fields(KINDS[kind], *COMMON, *(LETTER if is_letter else ()))


def test_every_entry_has_its_section_and_no_other() -> None:
    part = TEXT[TEXT.index("## Entries"):TEXT.index("## Objects")]
    assert sorted(re.findall(r"^### (\w+)", part, re.MULTILINE)) == sorted(KINDS)
    named = re.findall(r"`(\w+)`", next(row for row in part.splitlines() if row.startswith("| `type`")))
    assert sorted(named) == sorted(["type", *KINDS])


def test_what_all_entries_and_letters_have() -> None:
    common, letter = tables(TEXT[TEXT.index("## Entries"):TEXT.index("### founding")])
    assert common == {"n": "number", "type": "text", "hash": "hash"}
    assert letter == {name: form for name, form in fields(KINDS["word"], *COMMON).items() if name in LETTER}


def test_the_dice_of_a_founding() -> None:
    _, luck = tables(section("founding"))
    assert luck == fields(entries.DiceTerms)


def test_the_objects() -> None:
    rows = [tuple(cell.strip() for cell in row.split("|")[1:3]) for row in section("Objects").splitlines()
            if row.startswith("| ") and "`{" in row]
    forms = [(name, written(fields(made), name in ("phrase", "decision"))) for name, made in OBJECTS.items()]
    openings = [("opening", written(fields(each), more=False)) for each in get_args(entries.Opened)]
    assert sorted(rows) == sorted([*forms, *openings])


def test_the_acts() -> None:
    """Each with its fields, and in the order by which their kinds are told apart."""
    union, by_key = get_args(ACT)
    assert isinstance(by_key, ByKey)
    text = section("Acts")
    assert re.findall(r"`(\w+)`", text[:text.index(".")]) == list(by_key.keys)
    rows = {row.split("|")[1].strip(): row.split("|")[2].strip() for row in text.splitlines() if "`{" in row}
    kinds = [get_args(each)[0] if get_origin(each) is Annotated else each for each in get_args(union)]
    assert rows == {key: written(fields(each), key == "event") for key, each in zip(by_key.keys, kinds, strict=True)}


def test_the_letters() -> None:
    rows = [[re.findall(r"`(\w+)`", cell) for cell in row.split("|")[1:5]] for row in section("Letters").splitlines()
            if row.startswith("| `")]
    assert {row[0][0]: tuple(tuple(key.casefold() for key in keys) for keys in row[1:3]) for row in rows} == {
        kind: (must, may) for kind, (must, may) in letter_text.KINDS.items()}
    assert {row[3][0] for row in rows} <= set(KINDS)
