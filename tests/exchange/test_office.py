"""Which campaigns an office looks after, who is at work in it, and what it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from witp_pbem.exchange import office as offices


def campaign(folder: Path, *, kept: bool = True) -> Path:
    """A folder that looks like a campaign."""
    (folder / ("private" if kept else "data")).mkdir(parents=True)
    (folder / "logbook.jsonl").touch()
    return folder


def test_the_campaigns_at_or_below_a_folder_are_found_by_name(tmp_path: Path) -> None:
    root = tmp_path / "all"
    wanted = [campaign(root / name) for name in ("b", "a", "years/1942/manila")]
    campaign(root / "a" / "inside")
    campaign(root / "copy", kept=False)
    campaign(root / ".hidden" / "c")
    campaign(tmp_path / "elsewhere")
    (root / "private").mkdir()
    (root / "link").symlink_to(tmp_path / "elsewhere")
    (root / "file").touch()
    assert offices.campaigns(root) == [wanted[1], wanted[0], wanted[2]]
    assert offices.campaigns(wanted[0]) == [wanted[0]] and offices.campaigns(root / "copy") == []
    assert offices.campaigns(tmp_path / "nowhere") == []


def test_what_lies_too_deep_is_not_looked_for(tmp_path: Path) -> None:
    deep = [tmp_path.joinpath("all", *("down",) * depth, "x") for depth in range(offices.DEEPEST + 1)]
    for folder in deep:
        campaign(folder)
    assert sorted(offices.campaigns(tmp_path / "all")) == sorted(deep[:offices.DEEPEST])


def test_a_campaign_has_its_office_and_a_folder_another(tmp_path: Path) -> None:
    kept = campaign(tmp_path / "all" / "a")
    assert offices.of_root(kept) == offices.of_campaign(kept) == kept / "private" / "exchange"
    assert offices.of_root(tmp_path / "all") == tmp_path / "all" / ".witp-pbem"


def test_one_is_at_work_and_the_next_when_he_has_finished(tmp_path: Path) -> None:
    office = tmp_path / "not" / "there" / "yet"
    for _ in range(2):
        with offices.at_work(office) as first, offices.at_work(office) as second:
            assert (first, second) == (True, False)
    with pytest.raises(LookupError), offices.at_work(office):
        raise LookupError
    with offices.at_work(office) as alone:
        assert alone


def test_a_mail_is_kept_once_as_it_came(tmp_path: Path) -> None:
    names = [offices.keep(tmp_path / "office", raw) for raw in (b"one\r\n", b"one\n", b"one\n")]
    assert names[0] != names[1] == names[2]
    assert {path.name: path.read_bytes() for path in (tmp_path / "office" / offices.MAILS).iterdir()} == {
        f"{names[0]}.eml": b"one\r\n", f"{names[1]}.eml": b"one\n"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "office" / offices.MAILS).iterdir())
