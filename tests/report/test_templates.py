"""What templates of the user's own may reach."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment

from witp_pbem.report.templates import BadTemplate, _environment, render


@pytest.mark.parametrize("name", ["../private/secrets.json", "{outside}", "./../private/secrets.json"])
def test_templates_read_nothing_outside_their_folders(name: str, tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    secret = tmp_path / "private" / "secrets.json"
    secret.write_text("the key", "utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "turn.txt.j2").write_text(
        f"{{% include '{name.format(outside=secret.as_posix())}' %}}", "utf-8")
    with pytest.raises(BadTemplate):
        render("turn.txt.j2", tmp_path, None, {})


def test_templates_in_folders_of_their_own_are_found(tmp_path: Path) -> None:
    (tmp_path / "templates" / "parts").mkdir(parents=True)
    (tmp_path / "templates" / "parts" / "head.j2").write_text("{{ words }}", "utf-8")
    (tmp_path / "templates" / "turn.txt.j2").write_text("{% include 'parts/head.j2' %}", "utf-8")
    assert render("turn.txt.j2", tmp_path, None, {"words": "Turn 4"}) == "Turn 4"


def test_the_file_and_line_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "head.j2").write_text("good\n{% if %}", "utf-8")
    (tmp_path / "turn.txt.j2").write_text("{% include 'head.j2' %}", "utf-8")
    with pytest.raises(BadTemplate, match=r"head\.j2:2"):
        render("turn.txt.j2", None, tmp_path, {})


def test_a_line_that_holds_only_a_tag_leaves_no_empty_line(tmp_path: Path) -> None:
    (tmp_path / "turn.txt.j2").write_text("one\n  {% if true %}\ntwo\n  {% endif %}\nthree", "utf-8")
    assert render("turn.txt.j2", None, tmp_path, {}) == "one\ntwo\nthree"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder in which compiled templates are kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    _environment.cache_clear()
    yield tmp_path / "kept"
    _environment.cache_clear()


def filled() -> str:
    """A short template of the program's own, filled in as by a program just started."""
    _environment.cache_clear()
    return render("notice.txt.j2", None, None, {"parts": ["Turn 4"]}, autoescape=False)


def test_templates_are_compiled_once_and_kept_as_modules_are(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = filled()
    (kept,) = (file for file in compiled.rglob("*") if file.is_file())
    assert kept.suffix == ".pyc"
    monkeypatch.setattr(Environment, "compile", None)  # nobody compiles again
    assert filled() == first == "Turn 4\n\n"


def test_a_kept_template_that_is_damaged_or_of_another_text_is_made_again(compiled: Path) -> None:
    first = filled()
    (kept,) = (file for file in compiled.rglob("*") if file.is_file())
    good = kept.read_bytes()
    for damaged in (b"", good[:40], good[:-5], bytes(len(good)), good[:30] + bytes(10) + good[40:]):
        kept.write_bytes(damaged)
        assert filled() == first
        assert kept.read_bytes() == good


def test_no_template_is_kept_where_modules_are_not(compiled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    first = filled()
    assert not compiled.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled.write_text("no folder")
    assert filled() == first


def test_templates_of_the_users_own_are_not_kept(compiled: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notice.txt.j2").write_text("mine", "utf-8")
    assert render("notice.txt.j2", None, tmp_path / "mine", {}) == "mine"
    assert not compiled.exists() and filled() == "Turn 4\n\n"
