"""YAML written by hand: what it says and where, and everything in it that would deceive its writer."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from witp_pbem.table import yaml_file
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import PROBLEMS
from witp_pbem.table.yaml_file import DEEPEST, LARGEST, YamlFile


def good(text: str) -> YamlFile:
    written = yaml_file.read(text.encode(), "f.yaml")
    assert isinstance(written, YamlFile), written
    return written


def bad(text: str | bytes) -> list[tuple[str, int, int]]:
    written = yaml_file.read(text if isinstance(text, bytes) else text.encode(), "f.yaml")
    problems: tuple[Problem, ...] = written.problems if isinstance(written, YamlFile) else written
    assert all(problem.file == "f.yaml" and problem.code in PROBLEMS for problem in problems)
    return [(problem.code, *problem.span[:2]) for problem in problems]


def test_plain_words_are_read_as_in_json_but_numbers_with_a_zero_before_them_are_texts() -> None:
    written = good('a: 12\nb: 0101\nc: "12"\nd: [true, no, null, ~, 1.5, -3]\n')
    assert written.value == {"a": 12, "b": "0101", "c": "12", "d": [True, "no", None, None, 1.5, -3]}
    assert written.texts == {"a": "12", "b": "0101", "c": "12", "d": ["true", "no", "null", "~", "1.5", "-3"]}


def test_every_entry_has_its_place() -> None:
    written = good('hexes:\n  0101: {terrain: clear}\n  "0102":\n    - a\n    - "bc"\n')
    assert written.keys["hexes", "0101"][:2] == (2, 3)
    assert written.spans["hexes", "0101", "terrain"][:2] == (2, 19)
    assert written.spans["hexes", "0102", 1] == (5, 8, 5, 10)  # a text without its quotation marks
    assert written.at(("hexes", "0101", "name"))[:2] == (2, 3)  # what is missing stands where it is missing from
    assert written.at(("hexes", "0102", 1))[:2] == (5, 8)


def test_json_is_read_as_well() -> None:
    assert good('{"a": [1, {"b": null}],\n "c": "x\\u00e9"}').value == {"a": [1, {"b": None}], "c": "xé"}


@pytest.mark.parametrize(("text", "code", "line", "column"), [
    ("a: 1\na: 2\n", "yaml-key-twice", 2, 1),
    ("{b: 1, b: 2}", "yaml-key-twice", 1, 8),
    ("b: &x 3\n", "yaml-anchor", 1, 4),
    ("b: *x\n", "yaml-alias", 1, 4),
    ("b: !python/object:os.system ls\n", "yaml-tag", 1, 4),
    ("a: 1\n---\nb: 2\n", "yaml-documents", 2, 1),
    ("a: 1234567890123456789012\n", "yaml-number", 1, 4),
    ("? [a, b]\n: 1\n", "yaml-key", 1, 3),
    ("", "yaml-empty", 0, 0),
    ("# nothing\n", "yaml-empty", 0, 0),
    ("a:\n\t- b\n", "yaml-tab", 2, 1),
    ("a: b: c\n", "yaml-colon", 1, 5),
    ("a: [1, 2\nb: 3\n", "yaml-open", 2, 2),
    ('a: "b\nc: 1\n', "yaml-open", 3, 1),
    ("a: @x\n", "yaml-syntax", 1, 4),
    ("a: \x01\n", "not-text", 1, 4),
    (b"ab: \xff\n", "not-utf-8", 1, 5),
    ("[" * (DEEPEST + 1), "yaml-deep", 1, DEEPEST + 1),
    ("[" * 100_000, "yaml-deep", 1, DEEPEST + 1)])
def test_what_is_wrong_is_told_with_its_place(text: str | bytes, code: str, line: int, column: int) -> None:
    assert (code, line, column) in bad(text)

def test_everything_is_told_at_once() -> None:
    assert [code for code, *_ in bad("a: &x 1\na: *x\nb: !t 2\n")] == [
        "yaml-anchor", "yaml-key-twice", "yaml-alias", "yaml-tag"]


def test_a_huge_file_is_not_read() -> None:
    assert bad(b" " * (LARGEST + 1)) == [("yaml-large", 0, 0)]


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    written = yaml_file.read(text.encode("utf-8", "replace"), "f.yaml")
    assert isinstance(written, YamlFile) or all(problem.code in PROBLEMS for problem in written)


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    written = yaml_file.read(content, "f.yaml")
    assert isinstance(written, YamlFile) or written


@given(st.recursive(st.none() | st.booleans() | st.integers(-10**9, 10**9) | st.text(st.characters(codec="ascii",
                    categories=("L", "N", "P", "Zs"))),
                    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", max_size=3), inner,
                                                                                max_size=4), max_leaves=20))
def test_what_json_says_yaml_says(value: object) -> None:


    assert good(json.dumps(value)).value == value
