"""When the desk holds a sitting by itself: what is kept of it, what is told, and what is no such thing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.exchange.desk import habits
from witp_pbem.exchange.desk.habits import Habits


@pytest.mark.parametrize("kept", [Habits(), Habits(by_itself=False), Habits(early=False), Habits(words=0),
                                  Habits(words=habits.LONGEST)])
def test_what_was_set_is_kept(kept: Habits, tmp_path: Path) -> None:
    assert habits.of(tmp_path) == Habits(by_itself=True, early=True, words=2)
    habits.keep(tmp_path, kept)
    assert habits.of(tmp_path) == kept


@pytest.mark.parametrize("spoilt", [
    {"early": 1}, {"early": None}, {"words": True}, {"words": -1}, {"words": 61}, {"words": "2"}, {"words": 2.0},
    {"adjudicate": "sometimes"}, {"adjudicate": None}, {"adjudicate": []}], ids=str)
def test_what_was_never_kept_is_told_with_the_way_out(spoilt: dict[str, object], tmp_path: Path) -> None:
    record = {"adjudicate": "auto", "early": True, "words": 2}
    (tmp_path / habits.FILE).write_text(json.dumps(record), "utf-8")
    assert habits.of(tmp_path) == Habits()
    for content in (json.dumps({**record, **spoilt}), json.dumps([record]), "{", ""):
        (tmp_path / habits.FILE).write_text(content, "utf-8")
        with pytest.raises(Refusal, match="sittings.json.*is damaged .*. Remove it.*sittings"):
            habits.of(tmp_path)


def test_they_are_told_in_sentences() -> None:
    assert list(habits.in_words(Habits(by_itself=False))) == ["The keeper holds each sitting by hand."]
    assert list(habits.in_words(Habits(words=1))) == [
        "A sitting is held automatically as soon as all orders are in.",
        "The first dice wait 1 day for founding words."]
    assert list(habits.in_words(Habits(early=False)))[0].startswith("A sitting is held automatically at the deadline")
    assert list(habits.in_words(Habits(early=False)))[1] == "The first dice wait 2 days for founding words."
