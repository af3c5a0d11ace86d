"""The desk's journal: lines that a crash cannot spoil."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.stand_ins import full_disk, instead
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.exchange import journal

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


@pytest.mark.parametrize("name", sorted(journal.LineValues.model_fields))
@pytest.mark.parametrize("value", [{"x": [None]}, 1.5])
def test_a_value_that_is_not_what_its_name_says_is_told_as_damage(tmp_path: Path, name: str, value: object) -> None:
    line = json.dumps({"at": "2026-11-22T08:00:00Z", "what": "odd", name: value})
    (tmp_path / journal.FILE).write_text(f"{line}\n" * 2, encoding="utf-8")
    with pytest.raises(Damaged, match="journal"):
        list(journal.read(tmp_path, "odd"))


def test_lines_are_read_as_they_were_written(tmp_path: Path) -> None:
    office = tmp_path / "office"
    assert list(journal.read(office)) == []
    journal.write(office, NOW, "one", side="日本", list=[1, 2])
    journal.write(office, NOW + timedelta(hours=1), "two")
    assert list(journal.read(office)) == [
        journal.JournalLine(NOW, "one", {"side": "日本", "list": [1, 2]}),
        journal.JournalLine(NOW + timedelta(hours=1), "two", {})]
    assert [line.what for line in journal.read(office, "two", "three")] == ["two"]
    assert (office / journal.FILE).stat().st_mode & 0o777 == 0o600 and office.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_a_torn_line_is_cut_off_before_the_next(share: float, tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one")
    whole = (tmp_path / journal.FILE).read_bytes()
    torn = whole.replace(b"one", b"two")
    with (tmp_path / journal.FILE).open("ab") as file:
        file.write(torn[:int(len(torn) * share)])
    assert [line.what for line in journal.read(tmp_path)] == ["one"] + (["two"] if share == 0.99 else [])
    journal.write(tmp_path, NOW, "three")
    assert [line.what for line in journal.read(tmp_path)][-1] == "three"
    assert (tmp_path / journal.FILE).read_bytes().startswith(whole)


def test_a_line_whose_end_is_missing_counts(tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one")
    path = tmp_path / journal.FILE
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    journal.write(tmp_path, NOW, "two")
    assert [line.what for line in journal.read(tmp_path)] == ["one", "two"]


@pytest.mark.parametrize("line", [b"nonsense\n", b'{"what":"one"}\n', b'{"at":"yesterday","what":"one"}\n'])
def test_what_is_no_line_is_told(line: bytes, tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one")
    path = tmp_path / journal.FILE
    path.write_bytes(line + path.read_bytes())
    with pytest.raises(Damaged, match="journal.jsonl"):
        list(journal.read(tmp_path))


def test_writing_a_line_does_not_read_those_before(tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one")
    with instead(Path, read_bytes=lambda self: pytest.fail("read")):
        journal.write(tmp_path, NOW, "two")


def test_a_full_disk_leaves_the_lines_as_they_were(tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one")
    before = (tmp_path / journal.FILE).read_bytes()
    with instead(os, **full_disk(5)), pytest.raises(disk.NotWritten):
        journal.write(tmp_path, NOW, "two")
    assert (tmp_path / journal.FILE).read_bytes() == before


def test_no_line_is_parsed_twice_and_none_of_a_kind_nobody_asks_for(tmp_path: Path) -> None:
    for number in range(20):
        journal.write(tmp_path, NOW, "one" if number % 2 else "two", number=number)
    parsed: list[bytes] = []
    real = journal.parse
    with instead(journal, parse=lambda piece: parsed.append(piece) or real(piece)):
        assert [line.values["number"] for line in journal.read(tmp_path, "one")] == list(range(1, 20, 2))
        assert len(parsed) <= 11  # the last line is looked at besides: a crash may have torn it
        for _ in range(3):
            journal.write(tmp_path, NOW, "one", number=20)
            assert len(list(journal.read(tmp_path, "one"))) > 10
    assert len(parsed) <= 11 + 6 and sum(b"two" in piece for piece in parsed) == 0


def test_a_journal_that_was_put_back_from_a_copy_is_read_anew(tmp_path: Path) -> None:
    for number in range(3):
        journal.write(tmp_path, NOW, "one", number=number)
    path = tmp_path / journal.FILE
    for name, expected in (("shorter", [0, 1]), ("other", [7, 1, 2])):
        lines = path.read_bytes().splitlines(keepends=True)
        copy = lines[:2] if name == "shorter" else [lines[0].replace(b'er":0', b'er":7'), *lines[1:], lines[1].replace(
            b'er":1', b'er":2')]
        path.write_bytes(b"".join(copy))
        assert [line.values["number"] for line in journal.read(tmp_path, "one")] == expected
        assert [line.values["number"] for line in journal.read(tmp_path)] == expected


def test_words_that_look_like_a_kind_are_none(tmp_path: Path) -> None:
    journal.write(tmp_path, NOW, "one", text='"what":"two"', inner={"what": "two"})
    assert list(journal.read(tmp_path, "two")) == [] and len(list(journal.read(tmp_path))) == 1
