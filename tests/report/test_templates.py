"""What templates of the user's own may reach."""

from __future__ import annotations

from pathlib import Path

import pytest

from witp_pbem.report.templates import BadTemplate, render


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
