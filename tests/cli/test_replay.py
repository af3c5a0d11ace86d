"""`replay`: the campaign as a page that steps through it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import here


def test_a_page_is_written_and_not_written_over(manila: Path, tmp_path: Path) -> None:
    file = tmp_path / "replay.html"
    assert here("replay", manila, "-o", file).code == 0
    page = file.read_bytes()
    assert page.startswith(b"<!DOCTYPE html>") and b'id="t4-operations-3"' in page
    again = here("replay", manila, "-o", file)
    assert again.code == 2 and "--force" in again.err
    assert here("replay", manila, "-o", file, "--force").code == 0
    assert file.read_bytes() == page


def test_a_side_sees_its_hand(manila: Path, tmp_path: Path) -> None:
    assert here("replay", manila, "-o", tmp_path / "all.html").code == 0
    assert here("replay", manila, "-o", tmp_path / "japan.html", "--side", "japan").code == 0
    assert "For the eyes of Japan only" in (tmp_path / "japan.html").read_text("utf-8")
    assert "For the eyes of" not in (tmp_path / "all.html").read_text("utf-8")


def test_it_speaks_the_language_asked_for(manila: Path, tmp_path: Path) -> None:
    assert here("replay", manila, "-o", tmp_path / "ja.html", "--lang", "ja").code == 0
    assert '<html lang="ja">' in (tmp_path / "ja.html").read_text("utf-8")


@pytest.mark.parametrize("options", [(), ("-o", "x.html", "--side", "atlantis"), ("-o", "x.html", "--templates", "no")])
def test_wrong_usage_is_refused(options: tuple[str, ...], manila: Path, tmp_path: Path) -> None:
    ran = here("replay", manila, *options, cwd=tmp_path)
    assert ran.code == 2 and ran.err
    assert list(tmp_path.iterdir()) == []


def test_where_there_is_no_campaign_nothing_is_written(tmp_path: Path) -> None:
    assert here("replay", tmp_path / "nowhere", "-o", tmp_path / "x.html").code == 2
    assert not (tmp_path / "x.html").exists()
