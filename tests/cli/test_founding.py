"""`new` with a position or data of one's own: refused in plain words, or playable."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import EXAMPLES, here

MANILA = EXAMPLES / "manila-1942" / "position.json"
JARGON = ("Error", "NoneType", "object has", "pydantic", "dict", "str ")


def refused(folder: Path, option: str, content: bytes) -> str:
    """What is said about a file that cannot be used; nothing is written."""
    (folder / "mine.json").write_bytes(content)
    ran = here("new", "--game", "witp", folder / "fresh", option, folder / "mine.json")
    assert ran.code == 1 and not any(word in ran.err for word in JARGON), ran.err
    assert [path.name for path in folder.iterdir()] == ["mine.json"]
    return ran.err


@pytest.mark.parametrize("option", ["--position", "--data"])
@pytest.mark.parametrize(("content", "words"), [
    (b'{\n "turn": 1,\n "x": oh}', "line 3, column 7"), (b"[" * 100000, "too deep"), (b"[]", "one JSON object"),
    (b'{"turn": NaN}', "NaN"), (b"\xff\xfe\x00", "plain text"), (b'{"turn": "\\ud800"}', "half a character"),
    (b'{"turn": ' + b"1" * 5000 + b"}", "too long")])
def test_what_is_no_json(tmp_path: Path, option: str, content: bytes, words: str) -> None:
    assert words in refused(tmp_path, option, content)


def test_all_that_is_wrong_with_a_position_is_told(tmp_path: Path) -> None:
    record = json.loads(MANILA.read_text(encoding="utf-8"))
    sentences = refused(tmp_path, "--position", json.dumps({**record, "turn": 17, "stacks": None}).encode())
    assert "turn must be a whole number from 1 to 16, not 17" in sentences and "stacks must be a table" in sentences
    refused(tmp_path, "--position", MANILA.read_bytes().replace(b'"turn": 4', b'"turn": 1e400'))


def test_a_missing_file_is_a_matter_of_what_was_typed(tmp_path: Path) -> None:
    assert here("new", tmp_path / "fresh", "--position", tmp_path / "none.json").code == 2


@pytest.mark.parametrize(("data", "words"), [
    ({"map": {"hexes": {"0606": {"terrain": "swamp"}}}}, "In map.json, hexes, 0606 Manila, terrain"),
    ({"map": 5}, "In map.json"), ({"units": {"units": [{"id": {}}]}}, "In units.json"),
    ({"track": {"turns": [{"turn": 17}]}}, "In track.json, turns, turn 17")])
def test_data_that_make_no_game(tmp_path: Path, data: dict[str, Any], words: str) -> None:
    assert words in refused(tmp_path, "--data", json.dumps(data).encode())


def test_data_that_make_a_game(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text(json.dumps({"hexes": {"0606": {"name": "Manila Bay"}}}))
    assert here("new", "--game", "witp", tmp_path / "fresh", "--data", tmp_path / "map.json").code == 0
    assert here("show", tmp_path / "fresh").code == 0


@pytest.mark.parametrize("step", ["start", "resources", "end"])
def test_a_mended_position_plays_on(tmp_path: Path, step: str) -> None:
    """Sealed cards are refused; with open hands and no decks the same position plays."""
    record = {**json.loads(MANILA.read_text(encoding="utf-8")), "step": step}
    sealed = {**record, "hands": {"japan": ["1942/3"], "allies": ["1942/1"]},
              "decks": {"1942": {"size": 8, "drawn": 4, "seals": ["0" * 64] * 8}}}
    assert 'write "decks": {}' in refused(tmp_path, "--position", json.dumps(sealed).encode())
    (tmp_path / "mine.json").write_text(json.dumps(record))
    folder = tmp_path / "fresh"
    assert here("new", folder, "--position", tmp_path / "mine.json", "--seed", "x").code == 0
    ran = here("adjudicate", folder)
    assert ran.code == 0, ran.err
    after = json.loads(here("show", folder, "--json").out)
    drawn = {deck: made["drawn"] for deck, made in after["decks"].items()}
    assert drawn == ({"1942": 2} if step == "start" else {})


def test_new_ends_with_what_to_do_next_and_keeps_hashes_to_those_who_ask(tmp_path: Path) -> None:
    ran = here("new", "--game", "witp", "isles", "--japan", "Ken", cwd=tmp_path)
    assert [line.partition("witp_pbem ")[2] or line.partition("witp-pbem ")[2] for line in ran.out.splitlines()
            if line.startswith("  ")] == ["invite isles japan -o japan.eml", "invite isles allies -o allies.eml",
                                          "adjudicate isles", "status isles"]
    assert not re.search("[0-9a-f]{16}", ran.out)
    founding = json.loads((tmp_path / "isles" / "logbook.jsonl").read_text("utf-8").splitlines()[0])
    invitation = here("invite", "isles", "japan", cwd=tmp_path).out
    assert founding["dice"]["anchor"] in invitation.replace("\n", "").replace(" ", "")
    ran = here("new", "--game", "witp", "reef", "--verbose", cwd=tmp_path)
    founding = json.loads((tmp_path / "reef" / "logbook.jsonl").read_text("utf-8").splitlines()[0])
    assert founding["hash"] in ran.out and founding["dice"]["anchor"] in ran.out


def test_what_comes_next_where_the_first_dice_wait_for_words(tmp_path: Path) -> None:
    ran = here("new", "--game", "witp", "isles", "--words", cwd=tmp_path)
    assert 'letter word isles "…" --side allies\n' in ran.out
    done = json.loads(here("new", "--game", "witp", "reef", "--words", "--json", cwd=tmp_path).out)
    assert done["recorded"] and done["next"][-2:] == ["adjudicate reef", "status reef"]


def test_who_plays_alone_is_not_invited(tmp_path: Path) -> None:
    alone = here("new", tmp_path / "alone", "--game", "nimitz")
    assert alone.code == 0 and "invite" not in alone.out and "see what there is to decide" in alone.out
    kept = here("new", tmp_path / "kept", "--game", "nimitz", "--keeper", "referee")
    assert kept.code == 0 and "invite" in kept.out and "who owes what" in kept.out


def test_the_record_of_dice_typed_in_alone_proves_no_throw(tmp_path: Path) -> None:
    assert here("new", tmp_path / "isles", "--game", "nimitz", "--dice", "manual").code == 0
    report = " ".join(here("report", tmp_path / "isles").out.split())
    assert "types in the dice. The record proves that the rules were kept with them, not that they were" in report
    assert "Objectives held" not in report and "every die and card follows" not in report
