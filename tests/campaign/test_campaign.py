"""A campaign from its founding to its end, through the campaign room's own doors."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tests.campaign import toy
from tests.campaign.both import both_games
from tests.campaign.desk import ORDERS, Desk, codes, play, play_turn, words
from witp_pbem.campaign.folder.creation import CannotCreate, short_name
from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
from witp_pbem.campaign.folder.own_data import BadFile
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import laid_open


@both_games
def test_a_whole_game_is_played_and_verifies(played: Desk) -> None:
    campaign = played.open()
    assert campaign.position.outcome is not None
    assert played.kinds()[:3] == ["founding", "closed", "sitting"]
    verified = verify(played.folder)
    assert verified.holds, verified.findings
    assert verified.unchecked == ()


def test_founding_says_what_is_in_force(desk: Desk) -> None:
    founding = desk.entries()[0]
    assert founding["dice"]["mode"] == "chain" and founding["dice"]["seeded"]
    assert set(founding["dice"]["decks"]) == {"flags"}
    assert founding["data"].keys() == {"limits.json"}
    assert founding["reconstructed"] and founding["replaced"] == []
    assert (desk.folder / ".gitattributes").read_text().startswith("logbook.jsonl -text")


def test_private_files_are_the_keepers_alone(desk: Desk) -> None:
    desk.order("red", "bid 1")
    private = desk.folder / "private"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    assert stat.S_IMODE((private / "secrets.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((private / "sealed.jsonl").stat().st_mode) == 0o600


def test_seeded_campaigns_come_out_the_same_to_the_byte(tmp_path: Path) -> None:
    books = []
    for name in ("first", "second"):
        desk = Desk(tmp_path / name)
        play(desk)
        books.append(desk.book.read_bytes())
    assert books[0] == books[1]


def test_unseeded_campaigns_differ_and_verify(tmp_path: Path) -> None:
    books = []
    for name in ("first", "second"):
        desk = Desk(tmp_path / name, seed="")
        play(desk)
        assert verify(desk.folder).holds
        books.append(desk.book.read_bytes())
    assert books[0] != books[1]


def test_nothing_of_an_order_shows_before_it_is_used(desk: Desk) -> None:
    desk.order("red", "bid 3\nraid Blue Island with 2 boats\nplay storm\npass")
    public = desk.book.read_text()
    assert "bid 3" not in public and "Blue Island" not in public and "storm" not in public
    desk.order("blue", "bid 1")
    desk.sit()
    opened = [item["content"]["text"] for item in desk.entries()[-1]["opened"]]
    assert opened == ["bid 3", "bid 1", "raid Blue Island with 2 boats"]
    assert "storm" not in desk.book.read_text()


def test_a_seal_says_nothing_of_the_number_of_orders(desk: Desk) -> None:
    desk.order("red", "bid 3")
    desk.order("blue", "bid 3\npass\nlose boats")
    one, two = (entry for entry in desk.entries() if entry["type"] == "submission")
    assert {name: type(value) for name, value in one.items()} == {name: type(value) for name, value in two.items()}
    assert not any(isinstance(value, list) for value in one.values())


def test_everything_is_opened_at_the_end(played: Desk) -> None:
    opened = [item for entry in played.entries() if entry["type"] == "sitting" for item in entry["opened"]]
    files = laid_open.files(played.open().entries)
    assert len(files) == 3 * len(ORDERS)
    for number, file in files.items():
        assert ORDERS[played.entries()[number]["side"]] in file.content["text"]
    assert {item["slot"] for item in opened if "slot" in item} == {f"flags/{index}" for index in range(4)}
    assert [item["deck"] for item in opened if "deck" in item] == ["flags"]


def test_a_receipt_is_the_hash_of_the_entry(desk: Desk) -> None:
    recorded = desk.submit("red", "bid 2")
    (receipt,), = recorded.receipts
    assert desk.entries()[receipt.entry]["hash"] == receipt.hash
    assert verify(desk.folder, receipt.hash).holds


def test_orders_with_a_problem_are_refused_whole(desk: Desk) -> None:
    before = {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}
    recorded = desk.submit("red", "bid 2\nbid 77")
    assert not recorded.stands and recorded.receipts == ()
    assert codes(recorded.checked[0].problems) == ["bid-too-high"]
    assert {path: path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()} == before


def test_several_files_are_recorded_together_or_not_at_all(desk: Desk) -> None:
    from witp_pbem.campaign.orders.submit import submit

    good, bad = desk.text("red", "bid 2").encode(), desk.text("blue", "bid 99").encode()
    assert not submit(desk.folder, [("a", good), ("b", bad)]).stands
    assert "submission" not in desk.kinds()
    assert submit(desk.folder, [("a", good), ("b", desk.text("blue", "bid 0").encode())]).stands
    assert desk.kinds().count("submission") == 2


# -- which orders count -----------------------------------------------------------------------------------------


def answers(desk: Desk, demand: str) -> list[str]:
    return [words(act["answer"]) for entry in desk.entries() if entry["type"] == "sitting" for act in entry["acts"]
            if act.get("demand") == demand]


def test_the_latest_file_counts(desk: Desk) -> None:
    desk.order("red", "bid 1")
    desk.order("red", "bid 5")
    desk.order("blue", "bid 0")
    desk.sit()
    assert answers(desk, "bid") == ["bid 5", "bid 0"]


def test_a_file_replaces_only_the_phases_it_heads(desk: Desk) -> None:
    desk.order("red", "bid 4", Phase="bids")
    desk.order("red", "pass", Phase="raids")
    desk.order("red", "raid Blue Island\npass", Phase="raids")
    desk.order("blue", "bid 0\npass\nlose boats")
    desk.sit()
    assert answers(desk, "bid") == ["bid 4", "bid 0"]
    assert answers(desk, "raid")[0] == "raid Blue Island with 1 boats"


def test_what_has_answered_is_frozen(desk: Desk) -> None:
    desk.order("red", "bid 4\npass")
    desk.order("blue", "bid 0")
    desk.sit()
    assert not desk.submit("red", "bid 1").stands
    desk.sit()
    assert answers(desk, "bid") == ["bid 4", "bid 0"]


def test_standing_orders_serve_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", seed="waves")
    desk.sit()
    desk.order("red", "bid 0\n" + "raid Blue Island\n" * 12 + "pass\npass")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()
    losses = [act for entry in desk.entries() if entry["type"] == "sitting" for act in entry["acts"]
              if act.get("demand") == "loss"]
    assert len(losses) > 1
    assert len({tuple(act["source"]) for act in losses}) == 1
    assert verify(desk.folder).holds


def test_orders_die_with_their_turn(desk: Desk) -> None:
    desk.order("red", "bid 1\npass\npass\npass\nbid 5")
    desk.order("blue", "bid 0\npass\npass\nbid 5")
    result = desk.sit()
    assert desk.open().turn == 2
    assert {due.demand.code for due in result.dues} == {"bid"}


def test_two_halves_of_a_decision_wait_for_each_other(desk: Desk) -> None:
    desk.order("red", "bid 1")
    result = desk.sit()
    assert result.number is None
    assert [(due.demand.side, due.demand.code) for due in result.dues] == [("blue", "bid")]
    assert desk.kinds()[-1] == "submission"


def test_an_order_given_ahead_that_fails_bars_those_behind_it(desk: Desk) -> None:
    desk.sit()
    drawn = desk.open().look_for("red", "flags/0")
    cards = [card for card in toy.CARDS if card != drawn]
    desk.order("red", "\n".join(["bid 1", "pass", *(f"play {card}" for card in [*cards, drawn]), "pass"]))
    desk.order("blue", "bid 1\npass\npass")
    result = desk.sit()
    assert [(due.demand.side, due.demand.code) for due in result.dues] == [("red", "card")]
    assert codes(result.dues[0].problems) == ["not-your-card"]
    assert result.dues[0].problems[0].span.line == 7  # its line in the file


# -- luck -------------------------------------------------------------------------------------------------------


def test_luck_words_enter_the_dice(tmp_path: Path) -> None:
    rolled = []
    for name, word in (("first", "one"), ("second", "two")):
        desk = Desk(tmp_path / name)
        desk.sit()
        for side, orders in ORDERS.items():
            desk.order(side, orders, Luck=word)
        desk.sit()
        rolled.append([act["dice"] for entry in desk.entries() for act in entry.get("acts", ()) if "roll" in act])
        assert next(entry for entry in desk.entries()[3:] if entry["type"] == "closed")["words"] == [word, word]
        assert verify(desk.folder).holds
    assert rolled[0] != rolled[1]


def test_a_sitting_without_dice_spends_no_link(desk: Desk) -> None:
    desk.order("red", "bid 1\npass\npass")
    desk.order("blue", "bid 0\npass\npass")
    desk.sit()
    last = desk.entries()[-1]
    assert last["closed"] is None and last["link"] is None
    play_turn(desk)
    assert [entry["link"] for entry in desk.entries() if entry["type"] == "closed"] == [1, 1]
    assert verify(desk.folder).holds


# -- dice and cards by hand ---------------------------------------------------------------------------------------


def test_manual_dice_and_cards(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", dice="manual")
    result = desk.sit()
    assert [(due.demand.side, due.demand.code) for due in result.dues] == [("referee", "card")]
    desk.order("referee", "card red storm\ncard blue fog")
    desk.sit()
    assert "storm" not in desk.book.read_text()
    desk.order("red", "bid 1\nraid Blue Island\nraid Blue Island\npass\nplay storm")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    result = desk.sit()
    assert [due.demand.side for due in result.dues] == ["referee"]
    desk.order("referee", "dice 6 5 6")
    result = desk.sit()
    assert result.dues[0].demand.about["count"] == 1
    desk.order("referee", "dice 6 1 1 1 1")
    desk.sit()
    assert desk.open().turn == 2
    assert desk.open().position.points["red"] == 5
    assert "storm" in desk.book.read_text() and "fog" not in desk.book.read_text()
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_every_state_of_a_campaign_verifies(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    assert verify(desk.folder).holds
    desk.sit()
    assert verify(desk.folder).holds
    for turn in range(3):
        for side, orders in ORDERS.items():
            desk.order(side, orders)
            assert verify(desk.folder).holds, (turn, side)
        desk.sit()
        assert verify(desk.folder).holds, turn


def test_a_debt_behind_a_forced_choice_verifies(tmp_path: Path) -> None:
    """Red has no boats and can only pass, so the sitting ends where blue has to speak."""
    desk = Desk(tmp_path / "isles", options={"boats": "0"})
    desk.sit()
    desk.order("red", "bid 1")
    desk.order("blue", "bid 1")
    assert [due.demand.side for due in desk.sit().dues] == ["blue"]
    desk.order("blue", "pass")
    desk.order("red", "pass", Phase="cards")
    desk.sit()
    verified = verify(desk.folder)
    assert verified.holds, verified.findings


def test_dice_cannot_be_typed_into_a_chain_campaign(desk: Desk) -> None:
    assert codes(desk.check("referee", "dice 3 4").problems) == ["dice-not-manual"]
    assert codes(desk.check("red", "dice 3 4").problems) == ["referee-only"]


# -- rulings ------------------------------------------------------------------------------------------------------


def test_a_ruling_changes_the_position(desk: Desk) -> None:
    desk.order("referee", "ruling red gains 7")
    assert desk.kinds()[-1] == "ruling"
    assert desk.entries()[-1]["orders"] == ["ruling red gains 7"]
    desk.order("red", "bid 1")
    desk.order("blue", "bid 1\npass")
    desk.sit()
    assert desk.open().position.points["red"] == 7
    assert verify(desk.folder).holds


def test_a_ruling_decides_for_a_side(desk: Desk) -> None:
    desk.order("red", "bid 1")
    desk.order("referee", 'ruling for blue: decide "bid 2"')
    desk.sit()
    assert answers(desk, "bid") == ["bid 1", "bid 2"]
    assert verify(desk.folder).holds


def test_a_ruling_that_cannot_be_is_a_problem(desk: Desk) -> None:
    assert codes(desk.check("referee", "ruling red gains 77").problems) == ["bid-too-high"]
    assert codes(desk.check("referee", "bid 3").problems) == ["not-for-referee"]


# -- founding -------------------------------------------------------------------------------------------------------


@both_games
def test_a_folder_in_use_is_refused(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(CannotCreate, match="not empty"):
        Desk(desk.folder)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CannotCreate):
        Desk(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    assert Desk(tmp_path / "empty").open().turn == 1


def test_what_the_game_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotCreate):
        Desk(tmp_path / "isles", scenario="other")
    with pytest.raises(BadFile):
        Desk(tmp_path / "isles", position=b"{}[")
    with pytest.raises(BadFile):
        Desk(tmp_path / "isles", position=b'{"wrong": 1}')
    assert list(tmp_path.iterdir()) == []


def test_a_position_can_be_given(desk: Desk, tmp_path: Path) -> None:
    play_turn(desk)
    game, position = desk.open().game, desk.open().position
    other = Desk(tmp_path / "later", position=json.dumps(game.to_json(position)).encode())
    assert other.open().turn == 2
    assert other.entries()[0]["position_given"]


def test_data_of_ones_own(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", data=[("limits.json", b'{"bid": 9}')])
    assert desk.entries()[0]["replaced"] == ["limits"]
    desk.sit()
    desk.order("red", "bid 9")
    assert verify(desk.folder).holds
    with pytest.raises(BadFile):
        Desk(tmp_path / "other", data=[("limits.json", b'{"bid": "many"}')])
    with pytest.raises(BadFile):
        Desk(tmp_path / "other", data=[("colours.json", b'{"bid": 9}')])


@pytest.mark.parametrize(("folder", "name"), [("Manila 1942", "manila-1942"), ("太平洋", "campaign"), ("a__b", "a-b")])
def test_short_names(folder: str, name: str) -> None:
    assert short_name(folder) == name


# -- copies ---------------------------------------------------------------------------------------------------------


def public_copy(desk: Desk, folder: Path) -> Path:
    import shutil

    shutil.copytree(desk.folder, folder, ignore=shutil.ignore_patterns("private"))
    return folder


@both_games
def test_a_copy_without_private_reads_and_does_not_write(desk: Desk, tmp_path: Path) -> None:
    from witp_pbem.campaign.orders.submit import submit

    play_turn(desk)
    copy = public_copy(desk, tmp_path / "copy")
    assert open_campaign(copy).position == desk.open().position
    assert open_campaign(copy).look("flags/0") is None
    verified = verify(copy)
    assert verified.holds and verified.unchecked
    with pytest.raises(NoCampaign, match="private"):
        submit(copy, [("red.txt", desk.text("red", "bid 1").encode())])
