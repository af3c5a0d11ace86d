"""`deadlines` as it is typed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.program import contents, here, run

NOW = ("--now", "2026-11-22T08:00Z")


@pytest.fixture
def folder(begun: Path, tmp_path: Path) -> Path:
    """A campaign in which Japan owes a decision."""
    made = tmp_path / "isles"
    shutil.copytree(begun, made)
    return made


def test_agreeing_showing_moving_and_ending(folder: Path) -> None:
    assert here("deadlines", folder).out == (
        "There are no deadlines.\nA sitting is held automatically as soon as all orders are in.\n"
        "The first dice wait 2 days for founding words.\n")
    agreed = run("deadlines", folder, "--every", "3d", "--clock", "21:00", "--grace", "12h", "--no-weekends", "--zone",
                 "UTC", "--zone", "日本=Asia/Tokyo", "--remind", "24h", "--remind", "3h", "--then", "extend", "--then",
                 "default", "--default", "pass", "--replacement", "allies=Bea <b@example.org>", *NOW)
    assert (agreed.code, agreed.err) == (0, "")
    out = " ".join(agreed.out.split())
    assert "Japan (Ken) has until Thu 2026-11-26 12:00 UTC (Thu 2026-11-26 21:00 Asia/Tokyo) to decide." in out
    assert "Weekends do not count" in out and "Default orders of all sides: pass" in out
    record = json.loads((folder / "logbook.jsonl").read_bytes().splitlines()[-1])
    assert record["type"] == "note"
    assert record["text"].startswith("Deadlines, as agreed on:\nEach decision may take 3 days, at least 1 day.\n")
    away = here("deadlines", folder, "--away", "japan=2026-11-24..2026-11-25", "--json", *NOW)
    shown = json.loads(away.out)
    assert shown["running"] == [{
        "side": "japan", "number": 1, "begun": "2026-11-22T08:00:00Z", "until": "2026-11-30T12:00:00Z",
        "local": "2026-11-30T21:00:00+09:00", "zone": "Asia/Tokyo", "grace_until": "2026-12-01T00:00:00Z",
        "why": "begun"}]
    assert shown["agreement"]["away"] == {"japan": [["2026-11-24", "2026-11-25"]]}
    by_hand = here("deadlines", folder, "--until", "japan=2026-11-30T20:00Z", "--back", "japan", *NOW)
    assert "The deadline of Japan (Ken) is now Mon 2026-11-30 20:00 UTC" in " ".join(by_hand.out.split())
    assert "is away" not in by_hand.out
    off = here("deadlines", folder, "--off", "--lang", "ja")
    assert off.out.startswith("締切はありません。\n")
    assert here("verify", folder).code == 0


def test_all_mistakes_are_told_at_once_and_nothing_is_written(folder: Path) -> None:
    before = contents(folder)
    wrong = here("deadlines", folder, "--every", "soon", "--clock", "9", "--zone", "japan=Asia/Tokio", "--zone",
                "Narnia", "--away", "japan=2027-01-02..2026-12-24", "--away", "2026-12-24", "--then", "shoot", "--back",
                "russia", "--until", "allies=tomorrow", "--remind", "0h", *NOW)
    assert wrong.code == 2 and wrong.out == ""
    assert wrong.err.splitlines() == [
        'witp-pbem: "tomorrow" is not a point in time; write one like 2026-11-30T20:00Z.',
        '"soon" is not a length of time; write one like 5m, 2h or 3d.',
        '"9" is not a time of day; write it like 21:00, or "any".',
        '"0h" is not a length of time; write one like 5m, 2h or 3d.',
        '"shoot" is not a policy; the policies are extend, standing, default, replacement, referee.',
        'There is no time zone "Asia/Tokio". Do you mean Asia/Tokyo?',
        'There is no time zone "Narnia". Time zones have names like Asia/Tokyo or Europe/Berlin.',
        '--back: nobody sends orders as "russia"; the names are japan, allies.',
        '"2027-01-02..2026-12-24" is not a range of days; write it like 2026-12-24..2027-01-02, the first day first.',
        '--away "2026-12-24": whose? Write SIDE=…; the sides are japan, allies.']
    assert contents(folder) == before


def test_a_damaged_agreement_is_told(folder: Path) -> None:
    (folder / "deadlines.json").write_text('{"every": "soon"}')
    ran = here("deadlines", folder)
    assert ran.code == 1 and "is damaged" in ran.err
