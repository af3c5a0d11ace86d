"""Tokens: one a player, hard to guess, and worth nothing once others have seen it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from tests.exchange.posting import NOW, PLAYERS, install
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.exchange import journal, token
from witp_pbem.exchange import office as offices


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def test_a_token_is_of_one_player_of_one_side_of_one_campaign(tmp_path: Path) -> None:
    one = Desk(tmp_path / "one", players=PLAYERS)
    others = [Desk(tmp_path / "two", players=PLAYERS, seed="another"),
              Desk(tmp_path / "three", players={**PLAYERS, "red": "Bob <bob@example.org>"})]
    tokens = [token.of(desk.open(), side) for desk in (one, *others) for side in ("red", "blue", "referee")]
    assert len(set(tokens)) == 9 and {len(each) for each in tokens} == {20}
    assert all(token.PATTERN.fullmatch(each) and each == each.lower() for each in tokens)
    assert token.of(one.open(), "red") == tokens[0]


def test_a_token_is_found_in_any_text_in_any_case(tmp_path: Path) -> None:
    campaign = Desk(tmp_path / "one", players=PLAYERS).open()
    mine = token.of(campaign, "red")
    assert token.is_of(campaign, "red", f"<report.0.red.{mine.upper()}@example.org> <other@x>")
    assert not any(token.is_of(campaign, "red", text) for text in
                   ("", mine[:-1], f"a{mine}", f"{mine}a", token.of(campaign, "blue")))


def test_without_a_seed_the_secret_is_made_once_and_kept_to_the_keeper(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "one", seed="")
    first = token.of(desk.open(), "red")
    file = offices.of_campaign(desk.folder) / token.FILE
    assert token.of(desk.open(), "red") == first and len(file.read_bytes()) == token.BYTES
    assert file.stat().st_mode & 0o077 == 0
    file.unlink()
    assert token.of(desk.open(), "red") != first


def test_a_secret_that_was_changed_is_not_made_anew_unasked(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "one", seed="")
    token.of(desk.open(), "red")
    file = offices.of_campaign(desk.folder) / token.FILE
    file.write_bytes(b"short")
    with pytest.raises(Damaged, match="tokens"):
        token.of(desk.open(), "red")
    assert file.read_bytes() == b"short"


def test_a_token_others_have_seen_is_replaced_by_a_new_one_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "one", players=PLAYERS)
    campaign = desk.open()
    red, blue = token.of(campaign, "red"), token.of(campaign, "blue")
    token.shown(campaign, "red", NOW, "a" * 64)
    second = token.of(campaign, "red")
    assert second != red and token.of(campaign, "blue") == blue and not token.is_of(campaign, "red", red)
    token.shown(campaign, "red", NOW, "a" * 64)  # the same mail, taken in again
    assert token.of(campaign, "red") == second
    token.shown(campaign, "red", NOW, "b" * 64)
    assert token.of(campaign, "red") not in (red, second)
    assert len(list(journal.read(offices.of_campaign(desk.folder), token.SHOWN))) == 2


def test_a_copy_of_the_folder_goes_on_with_the_same_tokens(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "one", players=PLAYERS)
    mine = token.of(desk.open(), "red")
    shutil.copytree(desk.folder, tmp_path / "copy")
    copy = Desk.__new__(Desk)
    copy.folder = tmp_path / "copy"
    assert token.of(copy.open(), "red") == mine
