"""`verify`: one changed byte is found, and so is a logbook rewritten with a chain that fits."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.both import both_games
from tests.campaign.desk import Desk, finished_game, overlooking, play_turn
from tests.campaign.forging import first_file, forge
from witp_pbem.campaign.folder.opening import NoCampaign
from witp_pbem.campaign.proof.verify import NotAHash, verify

Entries = list[dict[str, Any]]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The logbook of a whole game."""
    return finished_game(tmp_path_factory.mktemp("finished") / "isles").book.read_bytes()


def test_a_changed_byte_anywhere_is_found_and_the_entry_named(finished: bytes, tmp_path: Path) -> None:
    """In every entry: its first and last bytes, its line end, and some between."""
    book = tmp_path / "logbook.jsonl"
    chance = random.Random("flipped")
    start = 0
    for entry, line in enumerate(finished.splitlines(keepends=True)):
        places = [0, 1, len(line) - 2, len(line) - 1, *(chance.randrange(len(line)) for _ in range(6))]
        for place in places:
            spoilt = bytearray(finished)
            spoilt[start + place] ^= 1 << chance.randrange(7)
            book.write_bytes(bytes(spoilt))
            verified = verify(book)
            assert not verified.holds and verified.findings[0].entry == entry, (entry, place, verified.findings[:2])
        start += len(line)


@pytest.mark.parametrize("change", [
    lambda text: text.replace(b":", b": ", 1),  # the same values, written otherwise
    lambda text: text.replace(b"\n", b"\r\n", 1),  # some line ends only: no mail program does that
    lambda text: text.replace(b"\n", b"\n\n", 1),
])
def test_another_way_of_writing_the_same_is_found(finished: bytes, tmp_path: Path,
                                                  change: Callable[[bytes], bytes]) -> None:
    book = tmp_path / "logbook.jsonl"
    book.write_bytes(change(finished))
    assert not verify(book).holds


@both_games
def test_an_end_cut_off_shows_by_a_hash_seen_before(played: Desk) -> None:
    entries = played.entries()
    last = entries[-1]["hash"]
    assert verify(played.folder, last).holds
    assert verify(played.folder, last[:32]).holds
    played.book.write_bytes(b"\n".join(played.book.read_bytes().split(b"\n")[:-3]) + b"\n")
    shutil.rmtree(played.folder / "private")  # which would know, too
    assert verify(played.folder).holds
    assert [finding.code for finding in verify(played.folder, last).findings] == ["head-missing"]
    assert verify(played.folder, entries[0]["hash"][:40].upper() + "…").holds


@pytest.mark.parametrize("head", ["", "xyz", "0123456789a", "z" * 64, "0" * 65])
def test_what_is_no_hash_is_wrong_usage(played: Desk, head: str) -> None:
    with pytest.raises(NotAHash) as refusal:
        verify(played.folder, head)
    assert refusal.value.exit_code == 2


@both_games
def test_line_ends_changed_everywhere_are_told_and_are_no_tampering(played: Desk) -> None:
    whole = played.book.read_bytes()
    for changed in (whole.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + whole):
        played.book.write_bytes(changed)
        verified = verify(played.folder)
        assert verified.holds and "nothing was lost" in verified.notes[0]


@both_games
def test_line_ends_changed_in_part_are_one_finding(played: Desk) -> None:
    played.book.write_bytes(played.book.read_bytes().replace(b"\n", b"\r\n", 2))
    finding, = verify(played.folder).findings
    assert finding.code == "line-ends" and "some do not" in finding.sentence


@both_games
def test_a_rewritten_end_shows_by_a_hash_seen_before(played: Desk) -> None:
    last = played.entries()[-1]["hash"]
    played.rewrite(lambda entries: entries[-1].update(owed=[]))
    assert verify(played.folder, last).holds
    played.rewrite(lambda entries: entries[1].update(words=["another"]))
    assert "head-missing" in [finding.code for finding in verify(played.folder, last).findings]


def of_kind(entries: Entries, kind: str, number: int = 0) -> dict[str, Any]:
    return [entry for entry in entries if entry["type"] == kind][number]


def act(entries: Entries, key: str, sitting: int = 1) -> dict[str, Any]:
    """The first act of a kind in a sitting."""
    return next(each for each in of_kind(entries, "sitting", sitting)["acts"] if key in each)


def _other_die(entries: Entries) -> None:
    dice = act(entries, "roll")["dice"]
    dice[0] = dice[0] % 6 + 1


def _other_event(entries: Entries) -> None:
    next(each for each in of_kind(entries, "sitting", 1)["acts"] if each.get("what") == "points")["by"] = 2


def _other_answer(entries: Entries) -> None:
    act(entries, "answer")["answer"]["amount"] = 5


def _other_order(entries: Entries) -> None:
    opened = of_kind(entries, "sitting", 1)["opened"][0]
    opened["content"]["text"] = "bid 5"


def _other_order_and_seal(entries: Entries) -> None:
    """A keeper who changes an order with its seal: the chain fits, the rules do not."""
    def change(file: dict[str, str], sealed: list[dict[str, Any]]) -> None:
        file["text"] = file["text"].replace("bid 4", "bid 1")
        sealed[0]["text"] = "bid 1"

    forge(entries, first_file(entries), toy.game(), change)


def _stranger_source(entries: Entries) -> None:
    act(entries, "answer")["source"] = [0, 0]


def _no_source(entries: Entries) -> None:
    del act(entries, "answer")["source"]


def _word_dropped(entries: Entries) -> None:
    of_kind(entries, "closed", 1)["words"].pop()


def _submission_dropped(entries: Entries) -> None:
    of_kind(entries, "closed", 1)["submissions"].pop()


def _other_link(entries: Entries) -> None:
    of_kind(entries, "sitting", 1)["link"] = "ab" * 32


def _link_skipped(entries: Entries) -> None:
    of_kind(entries, "closed", 1)["link"] = 3


def _link_hidden(entries: Entries) -> None:
    of_kind(entries, "sitting", 1)["link"] = None


def _other_position(entries: Entries) -> None:
    of_kind(entries, "sitting", 1)["position"] = "ab" * 32


def _act_dropped(entries: Entries) -> None:
    of_kind(entries, "sitting", 1)["acts"].pop()


def _act_added(entries: Entries) -> None:
    acts = of_kind(entries, "sitting", 1)["acts"]
    acts.append(acts[-1])


def _debt_invented(entries: Entries) -> None:
    of_kind(entries, "sitting", 1)["owed"] = [{"side": "blue", "demand": "tribute", "about": {}}]


def _other_side(entries: Entries) -> None:
    of_kind(entries, "submission")["side"] = "green"


def _other_turn(entries: Entries) -> None:
    of_kind(entries, "submission", 2)["turn"] = 1


def _stale(entries: Entries) -> None:
    of_kind(entries, "submission", 2)["after"] = entries[0]["hash"]


def _other_opening(entries: Entries) -> None:
    entries[0]["opening"]["boats"]["red"] = 6


def _other_winner(entries: Entries) -> None:
    entries[-1]["outcome"]["winner"] = "blue"


def _other_card(entries: Entries) -> None:
    next(item for item in entries[-1]["opened"] if "slot" in item)["card"] = "fog or calm"


def _other_deck_secret(entries: Entries) -> None:
    next(item for item in entries[-1]["opened"] if "deck" in item)["secret"] = "ab" * 32


def _deck_stacked(entries: Entries) -> None:
    """Two cards change places, seals and all; only the deck's secret knows better."""
    seals = act(entries, "shuffle", 0)["seals"]
    seals[2], seals[3] = seals[3], seals[2]


def _decks_kept(entries: Entries) -> None:
    entries[-1]["opened"] = [item for item in entries[-1]["opened"] if "deck" not in item]


def _field_added(entries: Entries) -> None:
    entries[3]["remark"] = "hello"


def _field_spoilt(entries: Entries) -> None:
    entries[2]["number"] = "1"


def _entry_dropped(entries: Entries) -> None:
    del entries[3]


CHEATS = {
    "dice-differ": _other_die, "rules-differ": _other_event, "source-differs": _other_answer,
    "seal-differs": _other_order,
    "source-differs ": _other_order_and_seal, "source-wrong": _stranger_source, "answer-without-source": _no_source,
    "words-differ": _word_dropped, "submissions-differ": _submission_dropped, "link-wrong": _other_link,
    "closed-wrong": _link_skipped, "roll-without-link": _link_hidden, "position-differs": _other_position,
    "rules-differ ": _act_dropped, "rules-differ  ": _act_added, "owed-differs": _debt_invented,
    "unknown-side": _other_side, "wrong-turn": _other_turn, "stale": _stale,
    "not-the-scenario": _other_opening, "outcome-differs": _other_winner, "seal-differs ": _other_card,
    "seal-differs  ": _other_deck_secret, "deck-differs": _deck_stacked, "decks-sealed": _decks_kept,
    "wrong-form": _field_added, "wrong-form ": _field_spoilt, "submissions-differ ": _entry_dropped,
}


@pytest.mark.parametrize("code", CHEATS)
def test_a_logbook_rewritten_with_a_fitting_chain_is_found_out(played: Desk, code: str) -> None:
    assert verify(played.folder).holds
    played.rewrite(CHEATS[code])
    verified = verify(played.book)
    assert code.strip() in [finding.code for finding in verified.findings], verified.findings


def test_dice_typed_in_are_compared(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", dice="manual")
    desk.order("referee", "card red storm\ncard blue fog\ndice 6 5")
    desk.order("red", "bid 1\nraid Blue Island\npass\npass")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()
    assert verify(desk.folder).holds
    desk.rewrite(lambda entries: act(entries, "roll", 0).update(dice=[5, 6]))
    assert "manual-differ" in [finding.code for finding in verify(desk.book).findings]
    desk.rewrite(lambda entries: act(entries, "draw", 0).update(slot="flags/9.0"))
    assert "card-out-of-turn" in [finding.code for finding in verify(desk.book).findings]


def test_other_data_are_found(played: Desk) -> None:
    file = played.folder / "data" / "limits.json"
    file.write_bytes(file.read_bytes().replace(b"5", b"6"))
    assert [finding.code for finding in verify(played.folder).findings] == ["data-differ"]


@both_games
def test_a_logbook_alone_is_played_with_the_packaged_data(played: Desk, tmp_path: Path) -> None:
    book = tmp_path / "elsewhere.jsonl"
    book.write_bytes(played.book.read_bytes())
    assert verify(book).holds and not verify(book).unchecked


def test_a_logbook_with_data_of_its_own_needs_them(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", data=[("limits.json", b'{"bid": 9}')])
    book = tmp_path / "logbook.jsonl"
    book.write_bytes(desk.book.read_bytes())
    verified = verify(book)
    assert verified.holds and "data" in verified.unchecked[0]


def test_a_keeper_who_lost_what_is_sealed_is_told(desk: Desk) -> None:
    desk.order("red", "bid 1")
    (desk.folder / "private" / "sealed.jsonl").write_bytes(b"")
    assert [finding.code for finding in verify(desk.folder).findings] == ["private-missing"]


def test_what_is_still_sealed_is_said(desk: Desk) -> None:
    desk.order("red", "bid 1")
    verified = verify(desk.folder)
    assert verified.holds
    assert len(verified.unchecked) == 2


def test_verification_goes_on_after_a_difference(tmp_path: Path) -> None:
    """A step that does not hold does not hide the ones behind it."""
    desk = Desk(tmp_path / "isles")
    desk.sit()
    play_turn(desk)
    play_turn(desk)

    def cheat(entries: Entries) -> None:
        _other_event(entries)
        next(each for each in of_kind(entries, "sitting", 2)["acts"] if each.get("what") == "points")["by"] = 2

    desk.rewrite(cheat)
    assert {finding.entry for finding in verify(desk.book).findings if finding.code == "rules-differ"} == {6, 10}


def test_no_logbook_at_all(tmp_path: Path) -> None:
    with pytest.raises(NoCampaign):
        verify(tmp_path)
    (tmp_path / "logbook.jsonl").write_bytes(b"")
    assert [finding.code for finding in verify(tmp_path).findings] == ["empty"]


@pytest.mark.parametrize("content", [b"\0" * 1000, b"[]\n", b"{}\n", b'"x"\n', b"[" * 100_000 + b"\n",
                                     b'{"n":1e999}\n', b'{"hash":"x","n":0,"n":0}\n'])
def test_what_is_no_logbook_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    book = tmp_path / "logbook.jsonl"
    book.write_bytes(content)
    assert not verify(book).holds


# -- orders that were passed over --------------------------------------------------------------------------------


def test_a_keeper_who_overlooks_an_order_is_found_out_at_the_end(tmp_path: Path) -> None:
    """He uses red's second bid instead of its first. While orders are sealed nobody can know."""
    desk = Desk(tmp_path / "isles")
    desk.sit()
    desk.order("red", "bid 1\nbid 5\npass\npass")
    desk.order("blue", "bid 3\npass\npass")
    with overlooking(lambda order: order.statement.text == "bid 1"):
        desk.sit()
    assert desk.open().position.points["red"] == 1
    assert verify(desk.folder).holds
    play_turn(desk)
    play_turn(desk)
    assert desk.open().position.outcome is not None
    verified = verify(desk.folder)
    assert [(finding.entry, finding.code) for finding in verified.findings] == [(5, "order-passed-over")]


def test_a_keeper_who_stops_early_is_found_out_at_the_end(tmp_path: Path) -> None:
    """He holds a sitting as though blue had sent nothing."""
    desk = Desk(tmp_path / "isles")
    desk.sit()
    desk.order("red", "bid 1\npass")
    desk.order("blue", "bid 3\npass\npass")
    with overlooking(lambda order: order.keyword != "bid"):
        desk.sit()
    desk.order("red", "pass", Phase="raids")
    desk.order("blue", "pass\npass")
    desk.order("red", "pass", Phase="cards")
    desk.sit()
    while desk.open().position.outcome is None:
        play_turn(desk)
    assert "order-passed-over" in [finding.code for finding in verify(desk.folder).findings]
