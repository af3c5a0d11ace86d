"""Records of other programs beside a campaign, as it is typed."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tests.archive.vassal_logs import log
from tests.cli.archive.test_keeping import typed
from tests.cli.program import here
from tests.stand_ins import instead
from witp_pbem.archive import catalogue

LOG = log("<Ann> - A night attack, then", "*** 2d6 = 7 *** <Ken>")
PAGE = b"<html><title>Journal</title><p>acts.warhorsesim.com<p>Ken draws <b>Tokyo Express</b>"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A folder with an archive of a campaign, and what other programs wrote of it."""
    assert here("new", "isles", "--game", "witp", "--seed", "isles", cwd=tmp_path).code == 0
    typed(tmp_path, "add", "club.db", "isles")
    (tmp_path / "evening.vlog").write_bytes(LOG)
    (tmp_path / "journal.html").write_bytes(PAGE)
    return tmp_path


def test_documents_are_attached_listed_and_found(room: Path) -> None:
    assert typed(room, "attach", "club.db", "isles").out == "Nothing is attached to isles.\n"
    assert typed(room, "attach", "club.db", "isles", "evening.vlog", "journal.html").out == (
        "evening.vlog (vassal): attached to isles.\njournal.html (acts): attached to isles.\n")
    assert typed(room, "attach", "club.db", "1", "evening.vlog").out == "evening.vlog (vassal): isles has it already.\n"
    assert typed(room, "attach", "club.db", "isles").out == (
        f"evening.vlog (vassal): {len(LOG)} bytes\njournal.html (acts): {len(PAGE)} bytes\n")
    assert "Attached: evening.vlog, journal.html" in typed(room, "show", "club.db", "isles").out
    assert json.loads(typed(room, "show", "club.db", "isles", "--json").out)["documents"] == [
        "evening.vlog", "journal.html"]
    said = typed(room, "search", "club.db", 'documents "night attack"').out
    assert "1941-1945; evening.vlog):" in said and "A night attack" in said
    assert "isles (War" in typed(room, "search", "club.db", 'campaign=isles document("tokyo express")').out


def test_a_document_comes_out_as_it_came_and_is_taken_away(room: Path) -> None:
    typed(room, "attach", "club.db", "isles", "evening.vlog")
    assert typed(room, "attach", "club.db", "isles", "--export", "evening.vlog", "-o", "again").out == \
        "Written: again\n"
    assert (room / "again").read_bytes() == LOG
    assert "already exists" in typed(room, "attach", "club.db", "isles", "--export", "evening.vlog", "-o", "again",
                                     code=2).err
    typed(room, "attach", "club.db", "isles", "--export", "evening.vlog", "-o", "again", "--force")
    assert "Did you mean evening.vlog?" in typed(room, "attach", "club.db", "isles", "--remove", "evening", code=2).err
    assert typed(room, "attach", "club.db", "isles", "--remove", "evening.vlog").out == \
        "evening.vlog: no longer attached to isles.\n"
    assert typed(room, "search", "club.db", "documents").out == "Nothing.\n"
    assert typed(room, "search", "club.db", "documnts", "at=Truk").out == (
        "Nothing. Did you mean documents at=Truk?\n")


@pytest.mark.parametrize("words", [("evening.vlog",), ("--remove", "journal.html")])
def test_between_finding_a_campaign_and_writing_nobody_else_writes(room: Path, words: tuple[str, ...]) -> None:
    typed(room, "attach", "club.db", "isles", "journal.html")
    find, tried = catalogue.find, []

    def slowly(connection: Connection, name: str) -> catalogue.Listed:
        with closing(sqlite3.connect(room / "club.db", timeout=0)) as other, pytest.raises(
                sqlite3.OperationalError, match="locked"):
            other.execute("DELETE FROM records")
        tried.append(name)
        return find(connection, name)

    with instead(catalogue, find=slowly):
        typed(room, "attach", "club.db", "isles", *words)
    assert tried == ["isles"]


def test_one_that_cannot_be_attached_leaves_out_all(room: Path) -> None:
    (room / "torn.vlog").write_bytes(LOG[:-40])
    (room / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    for name, reason in (("torn.vlog", '"torn.vlog" cannot be attached: it was damaged'),
                         ("picture.png", "it is neither a text nor a log of VASSAL. Nothing was attached."),
                         ("isles.zip", 'There is no "isles.zip" here.'), ("isles", "is a folder")):
        ran = typed(room, "attach", "club.db", "isles", "journal.html", name, code=2 if "isles" in name else 1)
        assert reason in " ".join(ran.err.split())
    assert json.loads(typed(room, "attach", "club.db", "isles", "--json").out) == []


def test_what_is_typed_wrongly_is_said_and_nothing_is_done(room: Path) -> None:
    for words in (("evening.vlog", "--remove", "evening.vlog"), ("--export", "evening.vlog"), ("-o", "again")):
        assert "--export NAME with -o FILE" in typed(room, "attach", "club.db", "isles", *words, code=2).err
    assert 'no campaign "isle"' in typed(room, "attach", "club.db", "isle", "evening.vlog", code=2).err
    assert "There is no archive" in typed(room, "attach", "none.db", "isles", "evening.vlog", code=2).err


def test_what_is_kept_apart_gets_no_documents(room: Path) -> None:
    (room / "torn.jsonl").write_bytes(b'{"torn')
    typed(room, "add", "club.db", "torn.jsonl", code=1)
    assert "attach documents to a campaign that holds" in " ".join(
        typed(room, "attach", "club.db", "2", "evening.vlog", code=1).err.split())


def test_the_site_and_the_pack_have_no_documents(room: Path) -> None:
    typed(room, "export", "club.db", "isles", "-o", "before.zip")
    typed(room, "attach", "club.db", "isles", "evening.vlog", "journal.html")
    typed(room, "export", "club.db", "isles", "-o", "after.zip")
    assert (room / "before.zip").read_bytes() == (room / "after.zip").read_bytes()
    typed(room, "site", "club.db", "-o", "site")
    pages = [path.read_bytes() for path in (room / "site").rglob("*") if path.is_file()]
    assert len(pages) > 5 and not any(b"night attack, then" in page or b"evening.vlog" in page for page in pages)


def test_a_letter_in_japanese_is_attached_in_japanese(room: Path) -> None:
    (room / "手紙.txt").write_bytes("夜戦はトラックで。".encode("cp932"))
    assert here("archive", "attach", "club.db", "isles", "手紙.txt", "--lang", "ja", cwd=room).out == \
        "手紙.txt（text）：islesに添付しました。\n"
    assert "トラック" in here("archive", "search", "club.db", "文書 夜戦", "--lang", "ja", cwd=room).out
