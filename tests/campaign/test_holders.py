"""Fairness without a referee: chains of the players' own, sealed orders, open cards, founding words."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, Desk, codes, play, play_turn
from tests.campaign.forging import forge
from tests.games.lagoon.desk import LagoonDesk
from tests.leaving import withdraw
from tests.stand_ins import crooked
from witp_pbem.campaign.checks import chain_links
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.creation import CannotCreate, Wishes, create
from witp_pbem.campaign.folder.fates import Closing
from witp_pbem.campaign.letters import chainfile, sealing
from witp_pbem.campaign.letters.chainfile import BadChain
from witp_pbem.campaign.orders.letterbox import CannotSay, record_letter
from witp_pbem.campaign.orders.submit import Submitted, submit
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.sitting.adjudicate import Stopped
from witp_pbem.campaign.sitting.status import status
from witp_pbem.table.canonical import commitment
from witp_pbem.table.dice import proven
from witp_pbem.table.wording import problem_sentence

SALT = "5a" * 32


class Table:
    """A campaign that its players keep themselves: a desk, and the chain files of those who hold one."""

    def __init__(self, folder: Path, *sides: str, **wishes: Any) -> None:
        self.files = {side: folder / f"{side}.chain" for side in sides}
        anchors = {side: chainfile.new(file).anchor for side, file in self.files.items()}
        kind = LagoonDesk if wishes.pop("game", "") == "lagoon" else Desk
        self.desk = kind(folder / "isles", chains=anchors, **wishes)

    @property
    def head(self) -> str:
        return str(self.desk.entries()[-1]["hash"])

    def letter(self, side: str, head: str = "") -> str:
        return chainfile.give(self.files[side], "isles", side, head or self.head).letter

    def bound(self, side: str, orders: str, head: str = "", **header: str) -> tuple[str, str]:
        """The letters of a link and of the orders that come with it."""
        content = sealing.content_of(self.desk.text(side, orders, **header).encode(), "")
        turn = str(self.desk.open().turn)
        return chainfile.give(self.files[side], "isles", side, head or self.head, turn, content)[1:3]

    def send_all(self, *texts: str) -> Submitted:
        """Records some letters in one go."""
        return submit(self.desk.folder, [(f"{place}.txt", text.encode()) for place, text in enumerate(texts)])

    def send(self, text: str) -> Submitted:
        return submit(self.desk.folder, [("letter.txt", text.encode())])

    def give(self, *sides: str, head: str = "") -> Submitted:
        """Links of some sides, all given for the same hash."""
        head = head or self.head
        given = [self.send(self.letter(side, head)) for side in sides]
        assert all(each.stands for each in given), given
        return given[-1]

    def holds(self) -> None:
        verified = verify(self.desk.folder)
        assert verified.holds, verified.findings


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Red keeps the campaign and plays; blue holds a chain. The cards are dealt."""
    made = Table(tmp_path, "blue", keeper="red", deal="open")
    made.give("blue")
    made.desk.sit()
    return made


def sentences(submitted: Submitted) -> str:
    """The sentences of what is wrong with a go."""
    return " ".join(problem_sentence(problem) for each in submitted.checked for problem in each.problems)


def sealed(desk: Desk, side: str, orders: str, salt: str = SALT, **header: str) -> tuple[str, str]:
    """The letters that seal and reveal some orders."""
    text = desk.text(side, orders, **header)
    return sealing.pair("isles", side, str(desk.open().turn), sealing.content_of(text.encode(), ""), salt)


# -- chains -------------------------------------------------------------------------------------------------------


def test_a_game_without_a_referee_is_played_to_its_end_and_proved(table: Table) -> None:
    for _ in range(3):
        table.desk.order("red", ORDERS["red"], Luck="red hopes")
        table.desk.order("blue", ORDERS["blue"], Luck="blue hopes")
        table.give("blue")
        table.desk.sit()
    assert table.desk.open().position.outcome
    table.holds()


def test_every_die_needs_all_links(tmp_path: Path) -> None:
    table = Table(tmp_path, "red", "blue")
    table.give("blue", "red")
    table.desk.sit()
    for side, orders in ORDERS.items():
        table.desk.order(side, orders)
    table.give("red", "blue")
    table.desk.sit()
    entries = table.desk.entries()
    last = entries[-1]
    closed = entries[last["closed"]]
    given = {entry["n"]: entry for entry in entries if entry["type"] == "link"}
    assert {side: given[number]["number"] for side, number in closed["links"].items()} == {"red": 2, "blue": 2}
    assert [given[number]["side"] for _, number in sorted(closed["links"].items())] == ["blue", "red"]
    key = bytes.fromhex(last["link"]) + b"".join(
        bytes.fromhex(given[number]["link"]) for _, number in sorted(closed["links"].items()))
    rolls = list(throws(last["acts"]))
    assert rolls
    for throw in rolls:
        assert proven(throw, key, entries[0]["hash"], last["number"], closed["words"]) == throw.dice
    table.holds()


def test_the_shuffle_of_a_sealed_deck_needs_the_links(tmp_path: Path) -> None:
    """A third person keeps and deals: the same secrets with other links make another deck."""
    orders = set()
    for place in range(4):
        (tmp_path / str(place)).mkdir()
        table = Table(tmp_path / str(place), "red", "blue")
        table.give("red", "blue")
        table.desk.sit()
        decks = table.desk.open().decks()
        orders.add(tuple(decks.look(f"flags/{index}") for index in range(4)))
        table.holds()
    assert len(orders) > 1


def test_no_die_falls_before_the_links_are_there(tmp_path: Path) -> None:
    table = Table(tmp_path, "red", "blue")
    before = table.desk.book.read_bytes()
    with pytest.raises(Stopped, match="wait for a link of Blue and Red.*" + table.head):
        table.desk.sit()
    table.give("blue")
    assert status(table.desk.open()).links_owed == ("red",)
    with pytest.raises(Stopped, match="wait for a link of Red"):
        table.desk.sit()
    assert table.desk.book.read_bytes().startswith(before) and table.desk.kinds() == ["founding", "link"]


def test_a_sitting_without_dice_spends_no_link_but_what_is_ordered_then_does(table: Table) -> None:
    table.desk.order("red", "bid 3")
    table.desk.order("blue", "bid 2")
    table.give("blue")
    table.desk.sit()
    assert table.desk.entries()[-1]["link"] is None, "no dice in this one"
    assert not status(table.desk.open()).links_owed
    table.desk.order("red", "raid Blue Island\npass")
    with pytest.raises(Stopped, match="wait for a link of Blue"):
        table.desk.sit()
    table.give("blue")
    table.desk.sit()
    table.holds()


def test_a_chain_file_never_gives_a_link_for_a_second_hash(tmp_path: Path) -> None:
    file = tmp_path / "my.chain"
    chain = chainfile.new(file)
    assert file.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BadChain, match="already exists"):
        chainfile.new(file)
    first, second = (chainfile.give(file, "isles", "red", head * 64) for head in "ab")
    assert (first[0], second[0]) == (1, 2) and first[1] != second[1]
    assert chainfile.give(file, "isles", "red", "a" * 64) == (*first[:3], True), "mails are lost"
    assert chainfile.give(file, "isles", "red", "c" * 64)[0] == 3
    with pytest.raises(BadChain, match='belongs to the campaign "isles"'):
        chainfile.give(file, "other", "red", "d" * 64)
    assert chain.anchor not in file.read_text()
    file.write_text('{"seed": "1", "given": []}')
    with pytest.raises(BadChain, match="not a chain"):
        chainfile.read(file)


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text.replace("Number: 2", "Number: 3"), "the next to be recorded is link 2"),
    (lambda text: re.sub("Link: .", "Link: ", text), "64 digits"),
    (lambda text: re.sub("Head: [0-9a-f]{8}", "Head: 00000000", text), "No entry here has the hash"),
    (lambda text: re.sub("(?m)^Link: [0-9a-f]{64}", "Link: " + "1" * 64, text), "its hash is not the link before"),
    (lambda text: text.replace("Side: blue", "Side: red"), "has no chain of their own")])
def test_a_link_that_is_none_is_refused(table: Table, change: Any, words: str) -> None:
    assert words in sentences(table.send(change(table.letter("blue"))))


def test_a_second_link_for_one_sitting_is_refused(table: Table) -> None:
    table.desk.order("red", ORDERS["red"])
    table.give("blue")
    assert "could choose between dice" in sentences(table.send(table.letter("blue")))


# -- what a keeper who plays could grind --------------------------------------------------------------------------


@pytest.mark.parametrize("choose", [
    lambda table: table.desk.order("red", "bid 1", Luck="better"),
    lambda table: withdraw(table.desk.folder, "red"),
    lambda table: withdraw(table.desk.folder, "blue")])
def test_whatever_the_keeper_chooses_behind_a_link_spends_it(table: Table, choose: Any) -> None:
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    table.give("blue")
    choose(table)
    assert status(table.desk.open()).links_owed == ("blue",)
    if table.desk.kinds()[-1] == "withdrawal":
        table.desk.order("blue", ORDERS["blue"])
    table.desk.order("red", ORDERS["red"])
    with pytest.raises(Stopped, match="is spent: something was recorded"):
        table.desk.sit()
    table.give("blue")
    table.desk.sit()
    table.holds()


def test_a_letter_for_an_old_hash_is_recorded_and_spent(table: Table) -> None:
    head = table.head
    table.desk.order("red", ORDERS["red"])
    assert any("is spent" in note for note in table.give("blue", head=head).notes)
    table.desk.order("blue", ORDERS["blue"])
    table.give("blue")
    table.desk.sit()
    table.holds()


def test_a_keeper_who_grinds_is_found_out(table: Table) -> None:
    """Their program lets them use a link that their new luck word has spent."""
    table.desk.order("red", ORDERS["red"])
    table.desk.order("blue", ORDERS["blue"])
    table.give("blue")
    table.desk.order("red", ORDERS["red"], Luck="a seven, please")
    with crooked(chain_links, spending=lambda *anything: []):
        table.desk.sit()
    assert "link-spent" in codes(verify(table.desk.folder).findings)


@pytest.mark.parametrize(("kind", "change", "code"), [
    ("link", lambda entry: entry.update(link="1" * 64), "link-of-no-chain"),
    ("link", lambda entry: entry.update(number=7), "link-not-next"),
    ("link", lambda entry: entry.update(head="0" * 64), "head-unknown"),
    ("link", lambda entry: entry.update(side="red"), "no-chain"),
    ("closed", lambda entry: entry.update(links={}), "links-differ"),
    ("closed", lambda entry: entry.update(links={"blue": 0}), "closed-wrong"),
    ("sitting", lambda entry: entry["opened"].clear(), "draw-hidden"),
    ("sitting", lambda entry: entry.update(link=None), "draw-without-link")])
def test_a_changed_proof_does_not_hold(table: Table, kind: str, change: Any, code: str) -> None:
    table.holds()
    table.desk.rewrite(lambda entries: change(next(entry for entry in entries if entry["type"] == kind)))
    assert code in codes(verify(table.desk.folder).findings)


def test_a_keeper_is_told_when_he_sees_the_other_orders_first(table: Table) -> None:
    seen = table.desk.submit("blue", ORDERS["blue"])
    assert any("before your own were in" in note for note in seen.notes)
    table.desk.order("red", ORDERS["red"])
    assert not table.desk.submit("blue", ORDERS["blue"]).notes


# -- founding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wishes", "words"), [
    ({"keeper": "green"}, 'Nobody plays as "green"'),
    ({"keeper": "red"}, "without a chain held by Blue, Red would know all dice"),
    ({"keeper": "red", "chains": {"blue": "a" * 64}}, "Red would know every card"),
    ({"keeper": "red", "chains": {"red": "a" * 64}, "deal": "open"}, "leave out --chain red"),
    ({"chains": {"blue": "abc"}}, "64 digits"),
    ({"chains": {"blue": "a" * 64, "red": "a" * 64}}, "nobody else's"),
    ({"dice": "manual", "words": True}, "typed in"), ({"dice": "manual", "chains": {"blue": "a" * 64}}, "typed in")])
def test_an_arrangement_that_protects_nobody_is_refused(tmp_path: Path, wishes: dict[str, Any], words: str) -> None:
    with pytest.raises(CannotCreate, match=words):
        create(tmp_path / "isles", Wishes(game="toy", **wishes))
    assert not (tmp_path / "isles").exists()


def test_a_player_may_keep_a_campaign_whose_dice_are_typed_in(tmp_path: Path) -> None:
    assert create(tmp_path / "isles", Wishes(game="toy", keeper="red", dice="manual"))["keeper"] == "red"


def test_the_first_dice_wait_for_the_words_of_all(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", words=True)
    record_letter(desk.folder, "word", "red", {"word": "rain on stones"})
    assert status(desk.open()).words_missing == ("blue",)
    with pytest.raises(Stopped, match="founding words of Blue"):
        desk.sit()
    assert desk.kinds() == ["founding", "word"]
    record_letter(desk.folder, "word", "blue", {"word": "運"})
    desk.sit()
    assert next(entry for entry in desk.entries() if entry["type"] == "closed")["words"] == ["運", "rain on stones"]
    assert verify(desk.folder).holds

    def cheat(entries: list[dict[str, Any]]) -> None:
        del entries[2]
        for entry in entries[2:]:
            if entry.get("closed"):
                entry["closed"] -= 1

    desk.rewrite(cheat)
    assert "words-missing" in codes(verify(desk.folder).findings)


def test_words_that_are_missing_are_told_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    record_letter(desk.folder, "word", "blue", {"word": "x"})
    assert [note for note in desk.sit().notes if "without founding words from Red" in note]
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    assert not desk.sit().notes
    with pytest.raises(CannotSay, match="until the first sitting is closed"):
        record_letter(desk.folder, "word", "red", {"word": "too late"})


# -- seals --------------------------------------------------------------------------------------------------------


def test_a_file_is_revealed_as_text_and_in_no_other_way(table: Table) -> None:
    """Orders packed otherwise would be recorded under another commitment than the one that was sealed."""
    packed = base64.b64encode(table.desk.text("blue", ORDERS["blue"]).encode()).decode()
    first, second = sealing.pair("isles", "blue", "1", {"base64": packed, "signature": ""}, SALT)
    assert table.send(first).stands
    assert "reveal-unreadable" in codes(table.send(second).checked[0].problems)
    table.holds()


def test_sealed_orders_are_revealed_when_both_are_in(table: Table) -> None:
    seals = {side: sealed(table.desk, side, orders, salt * 32, Luck=side)
             for (side, orders), salt in zip(ORDERS.items(), ("1a", "2b"), strict=True)}
    for first, _ in seals.values():
        assert table.send(first).stands
    assert [each.side for each in status(table.desk.open()).unrevealed] == ["red", "blue"]
    with pytest.raises(Stopped, match=r"waiting to be revealed: entry \d+ \(Red\), entry \d+ \(Blue\)"):
        table.desk.sit()
    table.give("blue")
    for _, second in seals.values():
        assert table.send(second).stands, sentences(table.send(second))
    table.desk.sit()
    revealed = [entry for entry in table.desk.entries() if entry["type"] == "submission"]
    letters = [entry for entry in table.desk.entries() if entry["type"] == "sealed"]
    own = table.desk.open().private
    assert own is not None and [entry["sealed"] for entry in revealed] == [entry["n"] for entry in letters]
    assert [commitment(*own.raws[entry["hash"]]) for entry in revealed] == [entry["seal"] for entry in letters]
    assert [entry["luck"] for entry in revealed] == ["red", "blue"]
    table.holds()


def test_what_mail_does_to_a_reveal_does_no_harm(desk: Desk) -> None:
    first, second = sealed(desk, "red", "bid 4\n# 襲撃\n" + "# filler\n" * 20)
    content = sealing.unpacked(letter_text.read(second))  # type: ignore[arg-type]
    mailed = "> " + second.replace("\n", "\n> ").replace("  ", "") + "\n> -- \n> Ken\n"
    assert sealing.unpacked(letter_text.read(mailed)) == content  # type: ignore[arg-type]
    assert submit(desk.folder, [("a", first.encode())]).stands
    assert submit(desk.folder, [("b", mailed.encode())]).stands


@pytest.mark.parametrize(("change", "words"), [
    (lambda text: text.replace(SALT, "5b" * 32), "has sealed and not yet revealed"),
    (lambda text: text.replace("Content:", "Content: AAAA"), "cannot be read"),
    (lambda text: text.replace("Side: red", "Side: blue"), "has sealed and not yet revealed"),
    (lambda text: text.replace("Turn: 1", "Turn: 2"), "turn 2"),
    (lambda text: text.replace(SALT, "5a"), "64 digits")])
def test_a_reveal_that_does_not_fit_is_refused(desk: Desk, change: Any, words: str) -> None:
    first, second = sealed(desk, "red", "bid 4")
    assert submit(desk.folder, [("a", first.encode())]).stands
    assert words in sentences(submit(desk.folder, [("b", change(second).encode())]))


def test_sealed_orders_are_checked_like_any(desk: Desk) -> None:
    first, second = sealed(desk, "red", "bid 9")
    assert submit(desk.folder, [("a", first.encode())]).stands
    assert codes(submit(desk.folder, [("b", second.encode())]).checked[0].problems) == ["bid-too-high"]
    withdraw(desk.folder, "red")
    assert not status(desk.open()).unrevealed
    desk.order("red", "bid 3")
    desk.order("blue", "bid 1")
    desk.sit()
    assert verify(desk.folder).holds, verify(desk.folder).findings


def test_seals_are_revealed_in_the_order_they_were_made(desk: Desk) -> None:
    """Else the later of two would be a choice."""
    letters_of = [sealed(desk, "red", f"bid {bid}", f"{bid}a" * 32) for bid in (1, 2)]
    for first, _ in letters_of:
        assert submit(desk.folder, [("a", first.encode())]).stands
    assert "must be revealed first" in sentences(submit(desk.folder, [("b", letters_of[1][1].encode())]))
    for _, second in letters_of:
        assert submit(desk.folder, [("b", second.encode())]).stands
    assert "has sealed and not yet revealed" in sentences(submit(desk.folder, [("b", letters_of[0][1].encode())]))


def test_seals_work_for_bids_of_players_without_a_side(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", scenario="auction", players={"one": "Ann", "two": "Bob"})
    pairs = [sealed(desk, seat, f"claim {bid}", f"{bid}a" * 32) for seat, bid in (("one", 2), ("two", 4))]
    for half in (0, 1):
        for pair in pairs:
            assert submit(desk.folder, [("a", pair[half].encode())]).stands
    desk.sit()
    assert desk.open().position.players == {"red": "two", "blue": "one"}
    assert verify(desk.folder).holds, verify(desk.folder).findings


def test_a_sitting_that_did_not_wait_for_a_seal_is_found_out(desk: Desk) -> None:
    first, _ = sealed(desk, "red", "bid 4")
    assert submit(desk.folder, [("a", first.encode())]).stands
    for side, orders in ORDERS.items():
        desk.order(side, orders)
    with crooked(sealing, unrevealed=lambda campaign: []), crooked(Campaign, require_legal=lambda *anything: None):
        desk.sit()
    assert "seal-unrevealed" in codes(verify(desk.folder).findings)


def test_other_orders_than_those_sealed_are_found_out(desk: Desk) -> None:
    first, second = sealed(desk, "red", ORDERS["red"])
    for text in (first, second):
        assert submit(desk.folder, [("a", text.encode())]).stands
    desk.order("blue", ORDERS["blue"])
    desk.sit()
    while not desk.open().position.outcome:
        play_turn(desk)
    assert verify(desk.folder).holds
    number = next(entry["n"] for entry in desk.entries() if entry.get("sealed") is not None)
    desk.rewrite(lambda entries: forge(entries, number, toy.game(), lambda file, _: file.update(
        text=file["text"] + "# that was all")))
    assert "seal-differs" in codes(verify(desk.book).findings)


def test_giving_up_does_not_wait_for_a_seal_or_a_link(table: Table) -> None:
    assert table.send(sealed(table.desk, "red", "bid 4")[0]).stands
    assert table.send("Campaign: isles\nSide: blue\nLetter: resign\nText: enough\n").stands
    table.desk.sit()
    assert table.desk.open().position.outcome.winner == "red"
    table.holds()


# -- open cards ---------------------------------------------------------------------------------------------------


def test_open_cards_lie_open_and_are_drawn_by_the_links(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", deal="open")
    assert desk.founding["dice"]["decks"] == {}
    desk.sit()
    campaign = desk.open()
    drawn = {item["slot"]: item["card"] for item in desk.entries()[-1]["opened"]}
    assert len(set(drawn.values())) == 2
    assert {held.slot: held.card for hand in tell(campaign).hands.values() for held in hand} == drawn
    assert all(campaign.look_for(side, slot) for side in ("red", "blue") for slot in drawn)

    def cheat(entries: list[dict[str, Any]]) -> None:
        sitting = entries[-1]
        act = next(act for act in sitting["acts"] if "draw" in act)
        other = next(f"flags/{place}" for place in range(4) if f"flags/{place}" not in drawn)
        old, act["slot"] = act["slot"], other
        next(act for act in sitting["acts"] if act.get("slot") == old)["slot"] = other

    desk.rewrite(cheat)
    assert "draw-differs" in codes(verify(desk.folder).findings)


def test_every_card_of_an_open_deck_is_equally_likely(tmp_path: Path) -> None:
    from witp_pbem.campaign.folder.fates import open_draw

    closing = Closing((), b"\1" * 32, ("22" * 32,))
    counts = [0] * 5
    for number in range(5000):
        counts[int(open_draw(closing, "c", 1, "deck", range(5), number).rpartition("/")[2])] += 1
    assert all(abs(count - 1000) < 5 * (5000 * 4 / 25) ** 0.5 for count in counts)


def test_a_whole_game_with_open_cards_is_proved(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", deal="open")
    play(desk)
    assert desk.open().position.outcome and verify(desk.folder).holds, verify(desk.folder).findings


def test_a_seal_is_the_commitment_that_is_documented(desk: Desk) -> None:
    first, _ = sealed(desk, "red", "bid 1")
    text = desk.text("red", "bid 1")
    assert f"Seal: {commitment(SALT, {'text': text, 'signature': ''})}\n" in first
