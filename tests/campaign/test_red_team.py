"""A keeper, a player or a postman who knows every line of the program tries to bend a campaign; and an honest campaign
in which everything happens is accused of nothing.

Each cheat makes the chain of hashes fit again. What nobody could find is told by witp_pbem/docs/fairness.md.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.campaign import toy
from tests.campaign.desk import ORDERS, Desk, codes, play, play_turn
from tests.campaign.test_holders import Table
from tests.campaign.test_signatures import PUBLIC, key_of, letter, orders, public, signed
from tests.killing import killed_at
from tests.stand_ins import release
from witp_pbem.campaign.disputes import bookmarks
from witp_pbem.campaign.folder import keys
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.proof.subjects import Verified
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import entries, logbook, private
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.table.text import MAX_BYTES

Entries = list[dict[str, Any]]
RELEASE = {"type": "upgrade", "format": logbook.FORMAT, "program": "9.9", "rules_version": "1", "data_version": "1"}


def proved(desk: Desk) -> Verified:
    """What `verify` says to whoever has the public part alone."""
    shutil.rmtree(desk.folder / "private", ignore_errors=True)
    return verify(desk.folder)


def forged(desk: Desk, change: Callable[[Entries], None]) -> list[str]:
    """The codes of what is found once a logbook was rewritten."""
    assert proved(desk).holds, verify(desk.folder).findings
    desk.rewrite(change)
    return codes(verify(desk.folder).findings)


def last(entries: Entries, kind: str) -> dict[str, Any]:
    return next(entry for entry in reversed(entries) if entry["type"] == kind)


@pytest.fixture
def turn(desk: Desk) -> Desk:
    """A campaign with its first turn played."""
    play_turn(desk)
    return desk


# -- releases, and what they excuse ---------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [{}, {"rules_version": "0"}, {"data_version": "0"}])
def test_no_release_takes_over_from_itself_or_from_a_newer_one(turn: Desk, change: dict[str, Any]) -> None:
    """Under rules older than those in force everything the rules forbid would be but a difference."""
    program = turn.entries()[0]["program"]
    assert "upgrade-wrong" in forged(turn, lambda entries: entries.append({**RELEASE, "program": program, **change}))


def test_a_campaign_is_not_founded_under_rules_that_never_were(turn: Desk) -> None:
    assert "upgrade-wrong" in forged(turn, lambda entries: entries[0].update(rules_version="0"))


def test_older_rules_excuse_no_other_opening_without_a_word(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.rewrite(lambda entries: entries[0]["opening"]["boats"].update(red=9))
    assert "not-the-scenario" in codes(proved(desk).findings)
    release(monkeypatch, toy.Toy, rules_version="2")
    verified = verify(desk.folder)
    assert "not-the-scenario" in codes(verified.differences) and not verify(desk.folder, strict=True).holds


def test_it_is_told_when_it_cannot_be_judged_whether_all_orders_were_used(
        desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    play(desk)
    assert not any("had to use" in each for each in proved(desk).unchecked)
    desk.rewrite(lambda entries: entries[0]["opening"]["boats"].update(red=4))
    release(monkeypatch, toy.Toy, rules_version="2", limit=property(lambda game: 3, lambda game, value: None))
    verified = verify(desk.folder)
    assert verified.differences and any("had to use was not judged" in each for each in verified.unchecked)


def test_changed_data_do_not_pass_for_the_packaged_ones(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", data=[("limits.json", b'{"bid": 4}')])
    assert proved(desk).holds
    desk.rewrite(lambda entries: entries[0].update(replaced=[]))
    assert "data-differ" in codes(verify(desk.folder).findings)


# -- grinding ---------------------------------------------------------------------------------------------------------


def _word_of_the_referee(entries: Entries) -> None:
    sent = next(entry for entry in entries if entry["type"] == "submission")
    entries.append({**sent, "side": "referee", "turn": 2, "luck": "let it be a six", "after": None})


@pytest.mark.parametrize(("change", "code"), [
    (_word_of_the_referee, "unknown-side"),
    (lambda entries: entries.insert(1, {"type": "word", "side": "nobody", "word": "six", "letter": "",
                                        "signature": ""}), "unknown-side"),
    (lambda entries: entries.append({**last(entries, "sitting"), "number": 3, "acts": [], "opened": [], "link": None,
                                     "closed": None}), "sitting-empty")])
def test_a_referee_who_knows_the_chain_has_nothing_to_try_it_with(
        turn: Desk, change: Callable[[Entries], None], code: str) -> None:
    """Words of his own, words of people who do not play, sittings that only give the next one another number."""
    assert code in forged(turn, change)


def test_the_referees_name_is_no_cover_for_a_keeper_who_plays(tmp_path: Path) -> None:
    """With the link in his hands he records a luck word as though he were a referee."""
    table = Table(tmp_path, "blue", keeper="red", deal="open")
    table.give("blue")
    link = table.desk.entries()[-1]

    def grind(entries: Entries) -> None:
        entries.append({"type": "submission", "side": "referee", "turn": 1, "luck": "six", "after": None,
                        "seal": "ab" * 32, "sealed": None, "adds": False, "signed": False})
        entries.append({"type": "closed", "sitting": 1, "submissions": [link["n"] + 1], "words": ["six"], "link": 1,
                        "links": {"blue": link["n"]}})

    finding_codes = forged(table.desk, grind)
    assert {"unknown-side", "link-spent"} <= set(finding_codes)


def test_a_founding_word_stands_as_the_player_wrote_it(desk: Desk) -> None:
    """Another way of writing the same word would make other dice."""
    fresh = Desk(desk.folder.parent / "fresh")
    assert submit(fresh.folder, [("w", letter("red", "word", "Word: Rain on Hot Stones"))]).stands
    assert "letter-differs" in forged(fresh, lambda entries: entries[-1].update(word="rain on hot stones"))


@pytest.mark.parametrize(("change", "code"), [
    (lambda founding: founding.update(keeper="nobody"), "arrangement-wrong"),
    (lambda founding: founding["dice"].update(chains={"nobody": "ab" * 32}), "arrangement-wrong"),
    (lambda founding: founding["dice"].update(chains={}), "keeper-knows"),
    (lambda founding: founding["dice"].update(deal="sealed", decks={"flags": "ab" * 32}), "keeper-knows")])
def test_a_founding_in_which_the_keeper_knows_the_dice_is_none(tmp_path: Path, change: Callable[[dict[str, Any]], None],
                                                               code: str) -> None:
    desk = Table(tmp_path, "blue", keeper="red", deal="open").desk
    assert code in forged(desk, lambda entries: change(entries[0]))


# -- what is opened, and when -----------------------------------------------------------------------------------------


def test_a_keeper_who_lays_open_what_is_sealed_is_found_out(desk: Desk) -> None:
    desk.order("red", "bid 4\nraid Blue Island with 2 boats")
    desk.order("blue", "bid 2")
    own = desk.open().private
    desk.sit()
    assert own is not None
    entry = next(entry for entry in desk.entries() if entry.get("side") == "red")
    order, raw = own.sealed[entry["hash"]][1], own.raws[entry["hash"]]
    shown = {"entry": entry["n"], "index": order.seal, "salt": order.salt, "content": order.content}
    nodes = {str(place): value for place, value in private.tree_of(own.sealed[entry["hash"]], raw).hashes.items()}
    file = {"file": entry["n"], "parts": [raw.content["text"]], "secret": raw.salt, "nodes": nodes}
    used = [item.get("index") for item in desk.entries()[-1]["opened"]]
    book = desk.book.read_bytes()
    for item in (file if order.seal in used else shown, {"salts": own.secrets.salts}):
        assert forged(desk, lambda entries, item=item: entries[-1]["opened"].append(item)) == ["opened-early"]
        desk.book.write_bytes(book)


def test_a_card_nobody_turned_up_does_not_lie_open(desk: Desk) -> None:
    desk.order("red", "bid 4")
    decks, slot = desk.open().decks(), next(iter(desk.open().state.drawn))
    shown = {"slot": slot, "salt": decks.salt(slot), "card": decks.look(slot)}
    sitting = next(entry["n"] for entry in desk.entries() if entry["type"] == "sitting")
    assert forged(desk, lambda entries: entries[sitting]["opened"].append(shown)) == ["card-opened-early"]


def test_nothing_is_sent_behind_the_end(desk: Desk) -> None:
    """It would seem as though not all orders lay open, so that none was said to have been passed over."""
    play(desk)
    sent = next(entry for entry in desk.entries() if entry["type"] == "submission")
    assert "after-the-end" in forged(desk, lambda entries: entries.append({**sent, "after": None}))


# -- the form of entries ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [
    lambda act: act.update(answer="", side="red", demand="bid"),  # two kinds of act in one
    lambda act: act.update(dice=[True, 3]),
    lambda act: act.update(dice=["1", 3]),
    lambda act: act.update(unknown=1),
    lambda act: act.update(roll=["a"])])
def test_an_act_has_its_own_fields_and_no_others(turn: Desk, change: Callable[[dict[str, Any]], None]) -> None:
    def cheat(entries: Entries) -> None:
        change(next(act for entry in entries for act in entry.get("acts", ()) if "roll" in act))

    assert "wrong-form" in forged(turn, cheat)


@pytest.mark.parametrize("change", [
    lambda entries: entries[0].update(data=[[]]),
    lambda entries: entries[0]["dice"].pop("anchor"),
    lambda entries: entries[0]["opening"].update(outcome="flags/0"),
    lambda entries: next(act for act in entries[2]["acts"] if "event" in act).update(event=[]),
    lambda entries: next(act for act in entries[2]["acts"] if "event" in act).update(event="referee"),
    lambda entries: last(entries, "sitting")["opened"].append({"slot": "flags/²", "salt": "", "card": "fog"}),
    lambda entries: last(entries, "sitting")["opened"].append({"slot": "flags/" + "9" * 5000, "salt": "",
                                                               "card": "fog"}),
    lambda entries: entries[0].update(unknown="\u0000"),
    lambda entries: last(entries, "sitting").update(closed=10 ** 400, acts=[{}])])
def test_whatever_stands_in_an_entry_verify_answers(turn: Desk, change: Callable[[Entries], None]) -> None:
    assert forged(turn, change)


@pytest.mark.parametrize("line", [
    b'{"n":0,"n":0,"hash":"x"}\n', b'{"n":0.0,"hash":"x"}\n', b'{"n":-0,"hash":"x"}\n', b'{"n":1E400,"hash":"x"}\n',
    b'{"hash":"x","n":' + b"9" * 5000 + b"}\n", b'{"hash":"\\ud800","n":0}\n', b'{"hash":"x","n":NaN}\n'])
def test_there_is_one_way_to_write_an_entry(tmp_path: Path, line: bytes) -> None:
    (tmp_path / logbook.FILE).write_bytes(line)
    assert codes(verify(tmp_path).findings)[0] in ("not-json", "not-canonical", "wrong-number", "hash-differs")


# -- what was signed --------------------------------------------------------------------------------------------------


def _stripped(entries: Entries) -> None:
    last(entries, "word").update(letter="", signature="")


def _in_another_name(entries: Entries) -> None:
    last(entries, "protest")["side"] = "blue"


def _twice(entries: Entries) -> None:
    entries.append(dict(last(entries, "protest")))


def _other_keys(entries: Entries) -> None:
    entries[0]["keys"] = {"red": PUBLIC["blue"], "blue": PUBLIC["red"]}


def _of_another_campaign(entries: Entries) -> None:
    entries[0]["campaign"] = "other"


@pytest.mark.parametrize(("change", "code"), [
    (_stripped, "signature-missing"), (_in_another_name, "signature-of-another"), (_twice, "signature-used"),
    (_other_keys, "signature-of-another"), (_of_another_campaign, "letter-differs")])
def test_what_a_player_signed_is_his_and_says_what_it_says(tmp_path: Path, change: Callable[[Entries], None],
                                                           code: str) -> None:
    desk = Desk(tmp_path / "isles", keys=PUBLIC, signed=True)
    for data, side in [(letter("red", "word", "Word: rain"), "red"), (letter("red", "protest", "Text: no"), "red")]:
        assert submit(desk.folder, [("letter.txt", signed(data, side))]).stands
    assert code in forged(desk, change)


@pytest.mark.parametrize(("entry", "code"), [
    ({"type": "protest", "side": "red", "about": 99, "text": "x", "letter": "", "signature": ""}, "about-nothing"),
    ({"type": "ruling", "turn": 2, "after": None, "orders": [], "answers": 2, "reason": "x", "proposal": None,
      "letter": "", "signature": ""}, "answers-nothing"),
    ({"type": "ruling", "turn": 2, "after": None, "orders": [], "answers": 10 ** 400, "reason": "x", "proposal": None,
      "letter": "", "signature": ""}, "answers-nothing")])
def test_what_is_said_is_said_of_something(turn: Desk, entry: dict[str, Any], code: str) -> None:
    assert forged(turn, lambda entries: entries.append(entry)) == [code]


# -- an honest campaign in which everything happens -------------------------------------------------------------------


def test_a_campaign_in_which_everything_happens_is_accused_of_nothing(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Red keeps the campaign and plays, everything is signed, blue holds a chain, cards lie open: words, seals,
    withdrawals, a protest and its answer by consent, a rewind, a ruling, another release, a sitting held after a crash,
    the end by giving up. It holds at every moment, for the keeper and for whoever has the public part."""
    table = Table(tmp_path, "blue", keeper="red", deal="open", words=True, keys=PUBLIC, signed=True)
    desk = table.desk

    def send(data: bytes, side: str) -> None:
        recorded = submit(desk.folder, [("sent.txt", signed(data, side))])
        assert recorded.stands, [(each.code, each.values) for each in recorded.checked[0].problems]
        verified = verify(desk.folder)
        assert verified.holds, verified.findings

    def give() -> None:
        send(table.letter("blue").encode(), "blue")

    def consent() -> None:
        made = last(desk.entries(), "proposal")
        send(letter("blue", "consent", f"Proposal: {made['n']}", f"Hash: {made['hash']}"), "blue")

    def propose(*lines: str) -> None:
        send(letter("red", "proposal", *lines), "red")
        consent()

    def seal_and_reveal(salt: str) -> None:
        seen = str(desk.open().last_sitting["hash"])  # so that no text is signed twice
        text = orders(desk, "blue", ORDERS["blue"], After=seen, Luck="blue hopes")
        first, second = sealing.pair("isles", "blue", str(desk.open().turn),
                                     sealing.content_of(text, keys.sign(key_of("blue"), text)), salt)
        send(first.encode(), "blue")
        send(orders(desk, "red", ORDERS["red"], After=seen), "red")
        send(orders(desk, "red", ORDERS["red"], After=seen, Luck="red hopes"), "red")
        send(letter("red", "withdraw", f"After: {seen}"), "red")
        send(second.encode(), "blue")

    for side in toy.SIDES:
        send(letter(side, "word", f"Word: the maps of {side}"), side)
    give()
    desk.sit()
    bookmarks.bookmark(desk.folder, "dealt", "sitting 1")
    seal_and_reveal("1a" * 32)
    give()
    desk.sit()
    send(letter("blue", "protest", "Text: the die lay askew"), "blue")
    protest = last(desk.entries(), "protest")["n"]
    send(letter("blue", "note", f"About: {protest}", "Text: I saw it"), "blue")
    propose(f"Answers: {protest}", "Text: so it did")
    propose("To: sitting 1", "Text: once more")
    propose("Text: a boat for the trouble\n  ruling red gains 1")
    seal_and_reveal("2b" * 32)
    release(monkeypatch, program="9.0.1")
    give()
    assert killed_at(2, desk.sit)  # behind the closing, before the sitting is recorded
    assert desk.kinds()[-1] == "closed"
    assert verify(desk.folder).holds
    desk.sit()
    send(letter("blue", "player", "Player: Cy", f"Key: {public('cy')}", "Text: I must go"), "blue")
    send(letter("blue", "resign", "Text: well played"), "cy")
    desk.sit()
    assert desk.open().position.outcome.winner == "red"
    assert {"word", "link", "sealed", "submission", "withdrawal", "protest", "note", "proposal", "consent", "rewind",
            "ruling", "bookmark", "upgrade", "closed", "sitting", "player"} <= set(desk.kinds())
    for verified in (verify(desk.folder, strict=True), proved(desk)):
        assert verified.holds, verified.findings


@pytest.mark.parametrize(("kind", "field", "limit"), [
    ("submission", "luck", entries.WORD_LENGTH), ("note", "text", entries.TEXT_LENGTH), ("note", "letter", MAX_BYTES)])
def test_texts_of_any_length_are_refused_at_the_border(desk: Desk, kind: str, field: str, limit: int) -> None:
    desk.order("red", "bid 1", Luck="hope")
    record_letter(desk.folder, "note", "red", {"text": "hello"})
    written = len(desk.entries())
    desk.rewrite(lambda made: next(each for each in made if each["type"] == kind).update({field: "x" * limit}))
    assert len(desk.open().entries) == written
    desk.rewrite(lambda made: next(each for each in made if each["type"] == kind).update({field: "x" * (limit + 1)}))
    with pytest.raises(Damaged, match=field):
        desk.open()
