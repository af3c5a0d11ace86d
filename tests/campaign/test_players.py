"""Players who change in the middle of a game: what is taken over, what is refused, what is told and what is proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.desk import ORDERS, Desk, codes, play_turn
from tests.campaign.test_holders import Table
from tests.campaign.test_signatures import PUBLIC, letter, orders, problem_codes, public, signed
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.letters import chainfile, sealing
from witp_pbem.campaign.letters.player_change import CannotChange, change
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import who_plays
from witp_pbem.campaign.sitting import owed_links
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.campaign.sitting.status import status
from witp_pbem.report.protests_and_notes import notices, sections

NAMES = {"red": "Ann <ann@example.org>", "blue": "Bob <bob@example.org>"}
CY = "Cy <cy@example.org>"
Entry = dict[str, Any]


@pytest.fixture
def named(tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "isles", players=NAMES)
    made.sit()
    return made


@pytest.fixture
def strict(tmp_path: Path) -> Desk:
    """Everything must be signed."""
    made = Desk(tmp_path / "isles", players=NAMES, keys=PUBLIC, signed=True)
    made.sit()
    return made


@pytest.fixture
def kept(tmp_path: Path) -> Table:
    """Red keeps the campaign and plays; blue holds a chain. The cards are dealt."""
    made = Table(tmp_path, "blue", keeper="red", deal="open", players=NAMES)
    made.give("blue")
    made.desk.sit()
    return made


def holds(desk: Desk) -> str:
    """What a verification that must hold could not check."""
    verified = verify(desk.folder)
    assert verified.holds, verified.findings
    return " ".join(verified.unchecked)


def words_of(story: Story) -> str:
    """What a report tells of players and disputes."""
    return " ".join([*notices(story), *(paragraph.text for section in sections(story) for paragraph in section.blocks)])


def forged(desk: Desk, change_it: Callable[[list[Entry]], None]) -> list[str]:
    """The codes verify finds after a cheating keeper has rewritten the logbook."""
    desk.rewrite(change_it)
    (desk.folder / "private" / "heads.jsonl").unlink(missing_ok=True)
    return codes(verify(desk.folder).findings)


# -- another player -----------------------------------------------------------------------------------------------


def test_another_player_takes_a_side_over_as_it_stands(named: Desk) -> None:
    named.order("red", "bid 4\nraid Blue Island")
    made = change(named.folder, "red", CY, "Ann has moved")
    campaign = named.open()
    assert campaign.players == {**NAMES, "red": CY} == dict(status(campaign).players)
    assert "# Sent by Cy <cy@example.org>" in template(campaign, "red")
    assert named.founding["players"] == NAMES
    assert [entry["side"] for entry in campaign.submissions()] == ["red"], "Ann's orders are on file"
    play_turn(named)
    assert (made["reason"], made["letter"], made["signature"], made["key"]) == ("Ann has moved", "", "", "")
    assert f"entry {made['n']}" in holds(named)


def test_who_played_then_is_told_of_then(named: Desk) -> None:
    before = len(named.entries()) - 1
    change(named.folder, "red", CY, "")
    campaign = named.open()
    assert dict(tell(campaign).players)["red"] == CY
    assert dict(tell(campaign, as_of=before).players) == NAMES
    assert points.as_of(campaign, before).players == NAMES
    play_turn(named)
    assert dict(tell(named.open(), turn=1).players)["red"] == CY


def test_a_rewind_brings_nobody_back(named: Desk) -> None:
    change(named.folder, "red", CY, "")
    play_turn(named)
    change(named.folder, "blue", "Dee", "")
    rewind(named.folder, "entry 0", "the deal was wrong", keep=False)
    assert named.open().players == {"red": CY, "blue": "Dee"}
    holds(named)


def test_the_next_report_tells_it_and_later_ones_do_not(named: Desk) -> None:
    change(named.folder, "red", CY, "Ann has moved")
    told_now = words_of(tell(named.open()))
    assert "From entry 3 on Cy plays Red." in told_now and "in place of Ann" in told_now
    assert "Ann has moved" in told_now and "nothing proves" in told_now and "@" not in told_now
    play_turn(named)
    assert "Cy plays Red" in words_of(tell(named.open(), turn=1)), "while the report tells of that turn"
    play_turn(named)
    assert "Cy" not in words_of(tell(named.open()))


def test_seats_go_on_as_the_sides_they_play(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", scenario="auction", players={"one": "Ann", "two": "Bob"})
    change(desk.folder, "one", "Cy", "")
    assert desk.open().players == {"one": "Cy", "two": "Bob"}
    desk.order("one", "claim 4")
    desk.order("two", "claim 2")
    desk.sit()
    side = next(side for side, player in desk.open().players.items() if player == "Cy")
    assert change(desk.folder, side, "Dee", "")["side"] == "one"
    assert change(desk.folder, "two", "Ed", "")["side"] == "two"
    assert desk.open().players[side] == "Dee" and sorted(desk.open().players.values()) == ["Dee", "Ed"]
    holds(desk)


def test_a_side_that_nobody_was_named_for_gets_a_name(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", keys={"red": PUBLIC["red"]})
    assert change(desk.folder, "red", "Ann", "")["key"] == PUBLIC["red"]
    assert holds(desk) == ""


@pytest.mark.parametrize("player", ["Ann <ann@new.example.org>", "Ann"])
def test_another_address_leaves_the_key_with_its_owner(strict: Desk, player: str) -> None:
    made = change(strict.folder, "red", player, "")
    assert made["key"] == PUBLIC["red"] and not next(who_plays.changes(strict.entries())).is_another
    assert problem_codes(strict, signed(orders(strict, "red", "bid 4"), "red")) == []
    assert "replaced" not in holds(strict)
    assert notices(tell(strict.open())) == []


# -- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("player", "words"), [
    ("Cy\n<cy@example.org>", "one line"), ("Cy\u200b", "one line"), ("Cy\u202eyC", "one line"), ("C" * 201, "200"),
    ("", "one line"), (" Cy", "one line"), ("Cy <cy>", "one line"), ("Cy <cy@a@b>", "one line"),
    ("Cy <cy@x> <dee@x>", "one line"), ("cy@", "one line"), ("Cy <cy@x", "one line"), ("Cy cy@x", "one line"),
    (NAMES["red"], "already plays red")])
def test_what_names_nobody_or_changes_nothing_is_refused(named: Desk, player: str, words: str) -> None:
    before = named.book.read_bytes()
    with pytest.raises(CannotChange, match=words):
        change(named.folder, "red", player, "")
    assert named.book.read_bytes() == before


@given(st.text(max_size=12) | st.from_regex(r"[A-Za-z ]{0,6}<[a-z@.]{0,8}>", fullmatch=True))
def test_what_names_a_player_is_one_line_that_can_be_seen(text: str) -> None:
    if who_plays.is_player(text):
        assert text.isprintable() and text.strip() == text != "" and who_plays.name_of(text)
        assert "@" not in text or text.count("@") == 1


def test_whoever_has_another_address_and_no_name_is_somebody_else() -> None:
    assert who_plays.key_kept("<cy@one.org>", "<cy@two.org>", "key") == ""
    assert who_plays.key_kept("Cy <cy@one.org>", "Cy <cy@two.org>", "key") == "key"


def test_keys_that_prove_nothing_are_refused(strict: Desk) -> None:
    with pytest.raises(CannotChange, match="name the public key"):
        change(strict.folder, "red", CY, "")
    for key, words in ((PUBLIC["blue"], "Somebody else"), ("ssh-rsa AAAA", "Ed25519"), ("nonsense", "not a public")):
        with pytest.raises(CannotChange, match=words):
            change(strict.folder, "red", CY, "", key)
    change(strict.folder, "red", CY, "", public("cy"))
    with pytest.raises(CannotChange, match="Somebody else"):
        change(strict.folder, "blue", "Dee", "", PUBLIC["red"])  # Ann's, who has left
    with pytest.raises(CannotChange, match="250 characters"):
        change(strict.folder, "red", "Dee", "x" * 250, public("dee"))


def test_nobody_else_plays(named: Desk) -> None:
    for side in ("green", "referee"):
        with pytest.raises(CannotChange, match="Nobody sends orders as"):
            change(named.folder, side, CY, "")


def test_after_the_end_only_names_and_addresses_are_put_right(strict: Desk) -> None:
    for _ in range(3):
        for side, words in ORDERS.items():
            assert problem_codes(strict, signed(orders(strict, side, words), side)) == []
        strict.sit()
    assert strict.open().position.outcome
    with pytest.raises(CannotChange, match="over"):
        change(strict.folder, "red", CY, "", public("cy"))
    assert change(strict.folder, "red", "Annie <ann@example.org>", "")["key"] == PUBLIC["red"]
    holds(strict)
    assert "player-over" in forged(strict, lambda entries: entries[-1].update(key=public("cy")))


# -- keys ---------------------------------------------------------------------------------------------------------


def test_from_then_on_the_new_key_counts_and_the_old_one_proves_nothing(strict: Desk) -> None:
    assert problem_codes(strict, signed(orders(strict, "red", "bid 4"), "red")) == []
    change(strict.folder, "red", CY, "", public("cy"))
    assert problem_codes(strict, signed(orders(strict, "red", "bid 3"), "red")) == ["signature-of-another"]
    assert problem_codes(strict, signed(orders(strict, "red", "bid 3"), "cy")) == []
    assert problem_codes(strict, signed(letter("red", "note", "Text: hello"), "cy")) == []
    unchecked = holds(strict)
    assert "they have not signed it" in unchecked
    assert "signature-of-another" in forged(strict, lambda entries: entries[-1].update(
        signature=signed(b"", "red").decode()))


def test_a_signature_of_the_one_who_left_is_found_behind_his_leaving(strict: Desk) -> None:
    assert problem_codes(strict, signed(letter("red", "note", "Text: hello"), "red")) == []
    assert forged(strict, lambda entries: entries.insert(2, {
        "type": "player", "side": "red", "player": CY, "key": public("cy"), "anchor": "", "reason": "", "letter": "",
        "signature": ""})) == ["signature-of-another"]


def test_orders_sealed_before_are_revealed_under_the_key_they_were_sealed_with(strict: Desk) -> None:
    file = signed(orders(strict, "red", "bid 4\nraid Blue Island"), "red")
    text, block = file[:file.index(b"-----BEGIN")], file[file.index(b"-----BEGIN"):]
    seal, reveal = sealing.pair("isles", "red", "1", sealing.content_of(text, block.decode()), "5a" * 32)
    assert problem_codes(strict, signed(seal.encode(), "red")) == []
    change(strict.folder, "red", CY, "", public("cy"))
    assert problem_codes(strict, reveal.encode()) == []
    holds(strict)


def test_without_a_key_of_his_own_a_new_player_cannot_sign(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=NAMES, keys=PUBLIC)
    desk.sit()
    assert change(desk.folder, "red", CY, "")["key"] == ""
    assert problem_codes(desk, signed(orders(desk, "red", "bid 4"), "red")) == ["signature-without-key"]
    assert problem_codes(desk, orders(desk, "red", "bid 4")) == []
    holds(desk)


# -- the letter of the one who leaves -----------------------------------------------------------------------------


def test_a_signed_letter_proves_that_a_side_was_handed_over(strict: Desk) -> None:
    text = letter("red", "player", f"Player: {CY}", f"Key: {public('cy')} cy@home", "Text: I have moved")
    assert problem_codes(strict, text) == ["signature-missing"]
    assert problem_codes(strict, signed(text, "blue")) == ["signature-of-another"]
    assert problem_codes(strict, signed(text, "red")) == []
    made = strict.entries()[-1]
    assert (made["type"], made["player"], made["key"], made["reason"]) == ("player", CY, public("cy"), "I have moved")
    assert strict.open().players["red"] == CY and "replaced" not in holds(strict)
    assert "has signed it" in words_of(tell(strict.open())) and "Only the keeper" not in words_of(tell(strict.open()))
    assert "letter-differs" in forged(strict, lambda entries: entries[-1].update(player="Dee"))


def test_lines_that_a_mail_program_broke_are_one(named: Desk) -> None:
    key = public("cy").replace(" AAAAC3Nz", "\n AAAAC3Nz\n")
    text = letter("red", "player", "Player: Cy\n  <cy@example.org>", f"Key: {key}")
    assert problem_codes(named, text) == []
    made = named.entries()[-1]
    assert (made["player"], made["key"]) == (CY, public("cy"))
    holds(named)


def test_an_unsigned_letter_is_taken_where_nothing_could_be_signed(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", players=NAMES, keys={"red": PUBLIC["red"]})
    text = "Player: Cy"
    assert problem_codes(desk, letter("red", "player", text)) == ["signature-missing"]
    assert problem_codes(desk, letter("blue", "player", text)) == []
    assert "no signature proves it" in words_of(tell(desk.open()))
    assert "replaced" in holds(desk)


def test_a_change_is_recorded_by_itself(strict: Desk) -> None:
    change_over = signed(letter("red", "player", f"Player: {CY}", f"Key: {public('cy')}"), "red")
    sent = submit(strict.folder, [("a", change_over), ("b", signed(orders(strict, "red", "bid 4"), "red"))])
    assert codes(sent.checked[0].problems) == ["player-alone"] and not sent.stands


def test_a_letter_of_another_kind_may_say_player_and_key(named: Desk) -> None:
    assert problem_codes(named, letter("red", "note", "Text: he says", "Key: none", "Player: nobody")) == []
    assert named.entries()[-1]["text"] == "he says\nKey: none\nPlayer: nobody"


# -- a keeper who plays -------------------------------------------------------------------------------------------


def test_a_keeper_who_replaces_his_opponent_is_told_of_in_every_report(kept: Table) -> None:
    desk = kept.desk
    change(desk.folder, "blue", CY, "he stopped writing")
    for _ in range(2):
        assert "Only the keeper says that Cy has played Blue since entry" in words_of(tell(desk.open()))
        for side in ORDERS:
            desk.order(side, ORDERS[side])
        kept.give("blue")
        desk.sit()
    change(desk.folder, "blue", "Dee", "")
    assert words_of(tell(desk.open())).count("Only the keeper says") == 2, "nothing is made good by the next change"
    assert "they have not signed it" in holds(desk)


def test_a_keeper_may_hand_his_own_side_over(kept: Table) -> None:
    change(kept.desk.folder, "red", CY, "")
    assert "Only the keeper says" not in words_of(tell(kept.desk.open()))


def test_where_everything_is_signed_only_a_letter_silences_the_reports(strict: Desk) -> None:
    change(strict.folder, "red", CY, "", public("cy"))
    assert "Only the keeper says" in words_of(tell(strict.open()))


# -- chains -------------------------------------------------------------------------------------------------------


def test_a_chain_goes_on_with_its_file(kept: Table) -> None:
    desk = kept.desk
    change(desk.folder, "blue", CY, "")
    for side in ORDERS:
        desk.order(side, ORDERS[side])
    kept.give("blue")
    desk.sit()
    holds(desk)


def test_a_player_may_bring_a_chain_of_his_own(kept: Table, tmp_path: Path) -> None:
    desk = kept.desk
    first = kept.files["blue"]
    kept.files["blue"] = tmp_path / "cy.chain"
    anchor = chainfile.new(kept.files["blue"]).anchor
    made = change(desk.folder, "blue", CY, "", anchor=anchor)
    for side in ORDERS:
        desk.order(side, ORDERS[side])
    old = submit(desk.folder, [("l", chainfile.give(first, "isles", "blue", kept.head).letter.encode())])
    assert codes(old.checked[0].problems) == ["link-not-next"]
    kept.give("blue")
    assert desk.entries()[-1]["number"] == 1
    desk.sit()
    holds(desk)
    story = tell(desk.open(), turn=1)
    assert story.proofs[-1].anchors == (anchor,) and f"anchor {anchor}" in words_of(story)
    assert tell(desk.open(), as_of=made["n"] - 1).chains != story.chains == (("blue", anchor),)


def test_the_change_spends_a_link_of_which_a_keeper_who_plays_knows_the_dice(kept: Table) -> None:
    kept.desk.order("red", ORDERS["red"])
    kept.give("blue")
    assert owed_links.owing(kept.desk.open()) == ()
    change(kept.desk.folder, "blue", CY, "")
    assert owed_links.owing(kept.desk.open()) == ("blue",)


def test_another_player_spends_the_links_that_were_given(tmp_path: Path) -> None:
    """With both links in his hands a referee who knows the dice would choose between two chains."""
    table = Table(tmp_path, "red", "blue", players=NAMES)
    table.give("blue", "red")
    change(table.desk.folder, "blue", CY, "", anchor=chainfile.new(tmp_path / "cy.chain").anchor)
    assert status(table.desk.open()).links_owed == ("blue", "red")
    table.files["blue"] = tmp_path / "cy.chain"
    table.give("blue", "red")
    table.desk.sit()
    for side in ORDERS:
        table.desk.order(side, ORDERS[side])
    table.give("blue", "red")
    table.desk.sit()
    table.holds()
    assert any("was never used" in each for each in verify(table.desk.folder).unchecked)


def test_a_chain_whose_links_are_known_is_none(kept: Table) -> None:
    desk = kept.desk
    link = next(entry["link"] for entry in desk.entries() if entry["type"] == "link")
    own = next(entry["link"] for entry in desk.entries() if entry["type"] == "sitting")
    for anchor in (link, own, desk.founding["dice"]["anchor"], desk.founding["dice"]["chains"]["blue"]):
        with pytest.raises(CannotChange, match="is already in the logbook"):
            change(desk.folder, "blue", CY, "", anchor=anchor)
    for side, anchor, words in (("blue", "abc", "64 digits"), ("red", "ab" * 32, "no chain of their own")):
        with pytest.raises(CannotChange, match=words):
            change(desk.folder, side, CY, "", anchor=anchor)


# -- what no program records --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("spoil", "code"), [
    ({"side": "green"}, "unknown-side"), ({"player": "Cy\n"}, "player-unfit"), ({"player": ""}, "wrong-form"),
    ({"player": NAMES["red"], "key": PUBLIC["red"]}, "player-same"), ({"key": "ssh-ed25519 AAAA"}, "key-wrong"),
    ({"key": PUBLIC["blue"]}, "player-key-taken"), ({"key": ""}, "player-without-key"),
    ({"anchor": "abc"}, "wrong-form"), ({"anchor": "ab" * 32}, "no-chain"),
    ({"colour": "red"}, "wrong-form"), ({"reason": 5}, "wrong-form")])
def test_a_change_that_no_program_records_is_found(strict: Desk, spoil: Entry, code: str) -> None:
    change(strict.folder, "red", CY, "", public("cy"))
    assert code in forged(strict, lambda entries: entries[-1].update(spoil))


def test_a_known_anchor_is_found(kept: Table, tmp_path: Path) -> None:
    change(kept.desk.folder, "blue", CY, "", anchor=chainfile.new(tmp_path / "cy.chain").anchor)
    anchor = kept.desk.founding["dice"]["chains"]["blue"]
    assert forged(kept.desk, lambda entries: entries[-1].update(anchor=anchor)) == ["anchor-published"]


def test_the_file_of_a_public_key_will_do_with_its_remarks(named: Desk) -> None:
    assert change(named.folder, "red", CY, "", f"# mine\n{public('cy')} cy@home\n")["key"] == public("cy")
