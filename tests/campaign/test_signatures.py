"""Signed orders and letters: what is taken, what is refused, and what is proved of it afterwards."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign import toy
from tests.campaign.desk import Desk, codes
from tests.campaign.forging import first_file, forge
from tests.games.lagoon.desk import LagoonDesk
from tests.leaving import resign, withdraw
from witp_pbem.campaign.folder import keys
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.keys import BadKey, Locked, NoKeyFor
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import sealing, signatures
from witp_pbem.campaign.letters.signatures import Unsigned
from witp_pbem.campaign.orders.submit import Submitted, submit
from witp_pbem.campaign.proof.verify import Verified, verify
from witp_pbem.campaign.record import sshsig

Entries = list[dict[str, Any]]


def key_of(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


def public(name: str) -> str:
    return sshsig.public_line(key_of(name).public_key().public_bytes_raw())


def signed(data: bytes, name: str) -> bytes:
    return data + keys.sign(key_of(name), data).encode()


PUBLIC = {side: public(side) for side in toy.SIDES}


@pytest.fixture
def strict(tmp_path: Path) -> Desk:
    """A campaign in which everything must be signed."""
    made = Desk(tmp_path / "isles", keys=PUBLIC, signed=True)
    made.sit()
    return made


@pytest.fixture
def free(tmp_path: Path) -> Desk:
    """A campaign with a key for red alone; nothing must be signed."""
    made = Desk(tmp_path / "isles", keys={"red": PUBLIC["red"]})
    made.sit()
    return made


def send(desk: Desk, data: bytes) -> Submitted:
    return submit(desk.folder, [("sent.txt", data)])


def problem_codes(desk: Desk, data: bytes) -> list[str]:
    """The codes of what is wrong with a file; nothing is recorded if anything is."""
    before = desk.book.read_bytes()
    done = send(desk, data)
    assert done.stands or desk.book.read_bytes() == before
    return codes(done.checked[0].problems)


def orders(desk: Desk, side: str, words: str, **header: str) -> bytes:
    return desk.text(side, words, **header).encode()


def letter(side: str, kind: str, *lines: str) -> bytes:
    return "\n".join(["Campaign: isles", f"Side: {side}", f"Letter: {kind}", *lines, ""]).encode()


def play(desk: Desk) -> None:
    """A whole game, everything signed."""
    for turn in range(toy.TURNS):
        for side, words in desk.turn_orders().items():
            data = orders(desk, side, words, Luck=f"{side} {turn}")
            assert not problem_codes(desk, signed(data, side))
        desk.sit()
    assert desk.open().position.outcome


def proved(desk: Desk) -> Verified:
    verified = verify(desk.folder)
    assert verified.holds, verified.findings
    return verified


def test_the_lagoon_is_played_signed_and_proved_at_its_end(tmp_path: Path) -> None:
    """Three players sign everything; a lie about who signed what is found."""
    players = ("north", "south", "garrison")
    desk = LagoonDesk(tmp_path / "isles", "alliance", keys={player: public(player) for player in players}, signed=True)
    desk.sit()
    sail = desk.turn_orders()["north"]
    assert problem_codes(desk, orders(desk, "north", sail)) == ["signature-missing"]
    assert problem_codes(desk, signed(orders(desk, "north", sail), "south")) == ["signature-of-another"]
    play(desk)
    assert not [note for note in proved(desk).unchecked if "sign" in note]
    desk.rewrite(lambda entries: entries[0]["keys"].update(north=public("somebody else")))
    assert "signature-of-another" in codes(verify(desk.book).findings)


# -- what is taken and what is refused ------------------------------------------------------------------------------


def test_signed_orders_are_recorded_with_their_signature(strict: Desk) -> None:
    data = orders(strict, "red", "bid 4")
    done = send(strict, signed(data, "red"))
    assert done.stands and (done.checked[0].raw, done.checked[0].signature) == (
        data, keys.sign(key_of("red"), data))
    entry = strict.entries()[-1]
    own = strict.open().private
    assert own and entry["signed"] and own.raws[entry["hash"]].content == {
        "text": data.decode(), "signature": done.checked[0].signature}
    proved(strict)


@pytest.mark.parametrize(("spoil", "code"), [
    (lambda data: data, "signature-missing"),
    (lambda data: signed(data, "blue"), "signature-of-another"),
    (lambda data: signed(data, "red").replace(b"bid 4", b"bid 3"), "signature-wrong"),
    (lambda data: signed(data, "red") + b"bid 5\n", "text-behind-signature"),
    (lambda data: signed(data, "red")[:-60], "signature-garbled"),
    (lambda data: data + b"-----BEGIN SSH SIGNATURE-----\nU1NIU0lH\n-----END SSH SIGNATURE-----\n",
     "signature-garbled"),
    (lambda data: data + b"-----BEGIN SSH SIGNATURE-----\n%%%\n-----END SSH SIGNATURE-----\n", "signature-garbled")])
def test_a_wrong_or_missing_signature_is_refused(strict: Desk, spoil: Callable[[bytes], bytes], code: str) -> None:
    assert problem_codes(strict, spoil(orders(strict, "red", "bid 4"))) == [code]


def test_a_signature_may_be_missing_but_not_wrong_where_none_is_required(free: Desk) -> None:
    data = orders(free, "red", "bid 4")
    assert problem_codes(free, signed(data, "red").replace(b"bid 4", b"bid 5")) == ["signature-wrong"]
    assert problem_codes(free, signed(data, "blue")) == ["signature-of-another"]
    assert problem_codes(free, data) == []
    assert problem_codes(free, signed(data, "red")) == []
    assert [entry["signed"] for entry in free.entries() if entry["type"] == "submission"] == [False, True]
    proved(free)


def test_a_signature_that_nobody_could_prove_is_refused(free: Desk) -> None:
    """Recorded, it would look as though somebody had proved it."""
    assert problem_codes(free, signed(orders(free, "blue", "bid 1"), "blue")) == ["signature-without-key"]


def test_a_signature_for_another_purpose_is_refused(strict: Desk) -> None:
    data = orders(strict, "red", "bid 4")
    frame = sshsig.Signature(key_of("red").public_key().public_bytes_raw(), b"git", b"", "sha512", b"")
    made = frame._replace(signature=key_of("red").sign(sshsig.message(frame, data)))
    assert problem_codes(strict, data + sshsig.write(made).encode()) == ["signature-namespace"]


def test_what_is_wrong_with_the_orders_is_told_beside(strict: Desk) -> None:
    assert problem_codes(strict, orders(strict, "red", "bid 9")) == ["bid-too-high", "signature-missing"]


def test_an_old_file_cannot_be_put_behind_a_newer_one(strict: Desk) -> None:
    """The player replaced his orders; who records the first file again would make it count."""
    first, second = (signed(orders(strict, "red", words), "red") for words in ("bid 4", "bid 2"))
    assert problem_codes(strict, first) == [] and problem_codes(strict, second) == []
    assert problem_codes(strict, first) == ["signature-used"]
    once_more = signed(orders(strict, "red", "bid 3"), "red")
    twice = submit(strict.folder, [("a.txt", once_more), ("b.txt", once_more)])
    assert [codes(checked.problems) for checked in twice.checked] == [[], ["signature-used"]]


@pytest.mark.parametrize("mail", [
    lambda text, block: text.replace(b"\n", b"\r\n") + block.replace(b"\n", b"\r\n"),
    lambda text, block: text + b"\n\n\n" + block + b"\n\n",
    lambda text, block: text.rstrip() + b"\n" + b"".join(b" " + line + b"  \n" for line in block.splitlines()),
    lambda text, block: b"".join(b"> " + line + b"\n" for line in (text + block).splitlines()),
    lambda text, block: b"".join(b">> " + line + b"\r\n" for line in (text + block).splitlines()),
    lambda text, block: text.replace(b"\n", b"  \n") + block.replace(b"\n", b"  \n"),
    lambda text, block: b"\xef\xbb\xbf" + text + block,
    lambda text, block: text + block.replace(b"\n", b" \n > ").removesuffix(b" > "),
    lambda text, block: text + block.replace(b"AAAA", b"AA\nAA")])
def test_what_mail_programs_do_to_a_text_does_no_harm(strict: Desk, mail: Callable[[bytes, bytes], bytes]) -> None:
    data = orders(strict, "red", "bid 4\n  raid Blue Island")
    done = send(strict, mail(data, keys.sign(key_of("red"), data).encode()))
    assert done.stands, done.checked[0].problems
    assert done.checked[0].raw == data
    proved(strict)


def test_a_text_signed_with_the_line_ends_of_windows_may_lose_them_on_its_way(strict: Desk) -> None:
    data = b"\xef\xbb\xbf" + orders(strict, "red", "bid 4").replace(b"\n", b"\r\n")
    block = keys.sign(key_of("red"), data).encode()
    done = send(strict, data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n") + block)
    assert done.stands and done.checked[0].raw == data
    proved(strict)


def test_other_changes_than_those_of_mail_programs_are_found(strict: Desk) -> None:
    data = orders(strict, "red", "bid 4")
    block = keys.sign(key_of("red"), data)
    for number in range(len(data)):
        spoilt = bytearray(data)
        spoilt[number] ^= 1
        assert not signatures.read(bytes(spoilt) + b"\n" + block.encode()).key, number


def test_a_file_and_the_signature_beside_it(strict: Desk) -> None:
    data = orders(strict, "red", "bid 4").rstrip()  # its last line has no end
    assert signatures.read(signatures.join(data, keys.sign(key_of("red"), data).encode())).raw == data
    assert codes(signatures.read(signatures.join(data, b"\x00\xff")).problems) == ["signature-garbled"]
    assert codes(signatures.read(signatures.join(data, b"")).problems) == ["signature-garbled"]


@given(st.binary(max_size=300), st.binary(max_size=300), st.sampled_from([b"", b"\n", b"\r\n> ", b"> ", b"\r"]))
def test_taking_a_file_apart_fails_at_nothing(before: bytes, behind: bytes, join: bytes) -> None:
    data = before + join + sshsig.BEGIN.encode() + b"\n" + behind + b"\n" + sshsig.END.encode()
    assert b"".join(signatures.split(data)) == data
    read = signatures.read(data)
    assert not read.key and (read.problems or read.raw == data)


@given(st.binary(max_size=400), st.integers(0, 200))
def test_a_broken_frame_is_no_signature(noise: bytes, cut: int) -> None:
    whole = keys.sign(key_of("red"), b"x")
    blob = base64.b64decode("".join(whole.splitlines()[1:-1]))
    spoilt = blob[:min(cut, len(blob) - 1)] + noise
    armored = f"{sshsig.BEGIN}\n{base64.b64encode(spoilt).decode()}\n{sshsig.END}\n"
    if spoilt != blob:
        assert not signatures.read(b"x\n" + armored.encode()).key


# -- letters --------------------------------------------------------------------------------------------------------


def test_a_signed_letter_takes_orders_back(strict: Desk) -> None:
    assert not problem_codes(strict, signed(orders(strict, "red", "bid 4"), "red"))
    number = strict.entries()[-1]["n"]
    with pytest.raises(Unsigned, match="Letter: withdraw") as refused:
        withdraw(strict.folder, "red")
    words = "".join(f"{line.strip()}\n" for line in str(refused.value).splitlines()[1:])
    assert f"Entry: {number}\n" in words
    assert problem_codes(strict, words.encode()) == ["signature-missing"]
    assert problem_codes(strict, signed(words.encode(), "blue")) == ["signature-of-another"]
    assert problem_codes(strict, signed(words.replace("\n", "\r\n").encode(), "red")) == []
    entry = strict.entries()[-1]
    assert (entry["type"], entry["side"], entry["submission"]) == ("withdrawal", "red", number)
    assert not strict.open().submissions()
    proved(strict)


def test_a_signed_letter_gives_up(strict: Desk) -> None:
    with pytest.raises(Unsigned, match="Letter: resign"):
        resign(strict.folder, "red", "enough")
    assert problem_codes(strict, letter("red", "resign", "Text: enough")) == ["signature-missing"]
    assert problem_codes(strict, signed(letter("red", "resign", "Text: enough"), "red")) == []
    assert strict.entries()[-1]["type"] == "ruling"
    assert strict.sit().over and strict.open().position.outcome.winner == "blue"
    proved(strict)


def test_letters_need_no_signature_where_none_is_required(desk: Desk) -> None:
    desk.order("red", "bid 4")
    assert problem_codes(desk, letter("red", "withdraw")) == []
    assert problem_codes(desk, letter("red", "withdraw")) == ["nothing-to-withdraw"]
    assert problem_codes(desk, letter("blue", "resign")) == []
    assert desk.sit().over and desk.open().position.outcome.winner == "red"
    proved(desk)


@pytest.mark.parametrize("inside", [True, False])
def test_sealed_orders_are_bound_by_the_signature_under_their_seal(strict: Desk, inside: bool) -> None:
    text = orders(strict, "red", "bid 4").decode()
    content = {"text": text, "signature": keys.sign(key_of("red"), text.encode()) if inside else ""}
    seal, reveal = (letter.encode() for letter in sealing.pair("isles", "red", "1", content, "ab" * 32))
    assert problem_codes(strict, seal) == ["signature-missing"]
    assert problem_codes(strict, signed(seal, "blue")) == ["signature-of-another"]
    assert problem_codes(strict, signed(seal, "red")) == []
    assert problem_codes(strict, signed(reveal, "red").replace(b"Turn: 1", b"Turn:  1")) == ["signature-wrong"]
    assert problem_codes(strict, reveal) == []
    assert strict.entries()[-1]["signed"] is inside
    proved(strict)


@pytest.mark.parametrize(("kind", "lines", "codes"), [
    ("withdraw", ["Entry: ²"], "no-entry-number"), ("withdraw", ["Entry: 1"], "not-to-withdraw"),
    ("withdraw", [f"After: {'0123456789abcdef' * 2}"], "stale"), ("resign", ["After: pooh"], "not-a-hash"),
    ("word", ["Word: x", f"After: {'0123456789abcdef' * 2}"], "word-too-late after-elsewhere"),
    ("resign", [f"Text: {'x' * 201}"], "reason-too-long")])
def test_letters_that_cannot_be(desk: Desk, kind: str, lines: list[str], codes: str) -> None:
    desk.order("red", "bid 4")
    assert problem_codes(desk, letter("red", kind, *lines)) == codes.split()


def test_a_seat_gives_nothing_up_before_the_sides_are_settled(tmp_path: Path) -> None:
    auction = Desk(tmp_path / "isles", scenario="auction")
    assert problem_codes(auction, letter("one", "resign")) == ["nothing-to-give-up"]


def test_nothing_is_given_up_after_the_end(played: Desk) -> None:
    assert problem_codes(played, letter("red", "resign")) == ["game-over"]
    assert problem_codes(played, letter("red", "withdraw")) == ["game-over"]


# -- bidders and the referee ------------------------------------------------------------------------------------------


def test_a_key_founded_for_a_seat_is_that_of_the_side_it_plays(tmp_path: Path) -> None:
    keys = {bidder: public(bidder) for bidder in toy.BIDDERS}
    auction = Desk(tmp_path / "isles", scenario="auction", keys=keys, signed=True)
    for seat, bid in (("one", 1), ("two", 3)):
        assert not problem_codes(auction, signed(orders(auction, seat, f"claim {bid}"), seat))
    auction.sit()
    assert auction.open().players.keys() == {"red", "blue"} and auction.open().position.players["red"] == "two"
    data = orders(auction, "red", "bid 4")
    assert problem_codes(auction, signed(data, "one")) == ["signature-of-another"]
    assert problem_codes(auction, signed(data, "two")) == []
    proved(auction)
    with pytest.raises(Unsigned):
        withdraw(auction.folder, "red")
    assert not problem_codes(auction, signed(letter("blue", "resign"), "one"))
    auction.sit()
    assert auction.open().position.outcome
    proved(auction)


def test_the_referee_signs_only_where_a_key_was_founded_for_him(tmp_path: Path, strict: Desk) -> None:
    ruling = orders(strict, "referee", "ruling red gains 2")
    assert problem_codes(strict, ruling) == []
    sworn = Desk(tmp_path / "sworn", keys={**PUBLIC, "referee": public("referee")}, signed=True, dice="manual")
    assert problem_codes(sworn, ruling) == ["signature-missing"]
    assert problem_codes(sworn, signed(ruling, "red")) == ["signature-of-another"]
    assert problem_codes(sworn, signed(ruling, "referee")) == []
    assert sworn.entries()[-1]["letter"] == ruling.decode()
    both = orders(sworn, "referee", "card red storm\nruling red gains 2")
    assert problem_codes(sworn, signed(both, "referee")) == ["signature-mixed"]
    assert problem_codes(sworn, signed(orders(sworn, "referee", "card red storm\ncard blue calm"), "referee")) == []
    proved(sworn)

    def rule(entries: Entries) -> None:
        next(entry for entry in entries if entry["type"] == "ruling")["orders"] = ["ruling red gains 3"]

    sworn.rewrite(rule)
    assert "letter-differs" in codes(verify(sworn.folder).findings)


def test_a_player_who_keeps_the_campaign_signs_the_referees_files_as_his_own(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", keys=PUBLIC, signed=True, keeper="red", dice="manual")
    ruling = orders(desk, "referee", "ruling red gains 2")
    assert problem_codes(desk, ruling) == ["signature-missing"]
    assert problem_codes(desk, signed(ruling, "blue")) == ["signature-of-another"]
    assert problem_codes(desk, signed(ruling, "red")) == []
    proposal = desk.entries()[-1]
    consent = letter("blue", "consent", f"Proposal: {proposal['n']}", f"Hash: {proposal['hash']}")
    assert problem_codes(desk, consent) == ["signature-missing"]
    assert problem_codes(desk, signed(consent, "blue")) == []
    assert desk.kinds() == ["founding", "proposal", "consent", "ruling"]
    proved(desk)
    desk.rewrite(lambda entries: entries[1].update(rulings=["ruling red gains 4"]))
    assert "letter-differs" in codes(verify(desk.folder).findings)
    with pytest.raises(NoKeyFor, match="Nobody signs as referee"):
        create(tmp_path / "other", Wishes(game="toy", keys={"referee": public("referee")}, keeper="red",
                                             dice="manual"))


def test_a_sworn_referee_takes_his_files_back_by_a_signed_letter(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", keys={"referee": public("referee")}, dice="manual")
    assert not problem_codes(desk, signed(orders(desk, "referee", "card red storm"), "referee"))
    with pytest.raises(Unsigned, match="Side: referee"):
        withdraw(desk.folder, "referee")
    assert problem_codes(desk, letter("referee", "withdraw")) == ["signature-missing"]
    assert problem_codes(desk, signed(letter("referee", "withdraw"), "referee")) == []
    assert problem_codes(desk, signed(letter("referee", "resign"), "referee")) == ["unknown-side"]
    proved(desk)


# -- what is proved -------------------------------------------------------------------------------------------------


def test_signatures_are_proved_when_everything_lies_open(strict: Desk, tmp_path: Path) -> None:
    assert not problem_codes(strict, signed(orders(strict, "red", "bid 4"), "red"))
    copy = tmp_path / "copy"
    shutil.copytree(strict.folder, copy, ignore=shutil.ignore_patterns("private"))
    before = verify(copy)
    assert before.holds and any("1 signatures" in sentence for sentence in before.unchecked)
    play(strict)
    shutil.rmtree(strict.folder / "private")
    after = proved(strict)
    assert not any("signatures" in sentence for sentence in after.unchecked)
    assert next(part for part in after.parts if part.subject == "signatures").proven == 1 + 2 * toy.TURNS


def reseal(entries: Entries, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the first file that was opened, and remakes its seal, as a keeper could who makes the logbook anew."""
    forge(entries, first_file(entries), toy.game(), lambda file, _: change(file))


def finding_after(desk: Desk, change: Callable[[Entries], None]) -> list[str]:
    shutil.rmtree(desk.folder / "private")
    desk.rewrite(change)
    return codes(verify(desk.folder).findings)


@pytest.mark.parametrize(("change", "code"), [
    (lambda content: content.update(text=content["text"].replace("bid 4", "bid 2")), "signature-wrong"),
    (lambda content: content.update(signature=""), "signature-wrong"),
    (lambda content: content.update(signature=keys.sign(key_of("blue"), content["text"].encode())),
     "signature-of-another"),
    (lambda content: content.update(signature=content["signature"].replace("\n", "\n\n", 1)), "signature-wrong"),
    (lambda content: content.update(signature="yes"), "signature-wrong")])
def test_a_keeper_who_writes_orders_himself_is_found_out(strict: Desk, change: Callable[[dict[str, Any]], None],
                                                         code: str) -> None:
    play(strict)
    assert code in finding_after(strict, lambda entries: reseal(entries, change))


def test_a_keeper_who_records_orders_without_signature_is_found_out(strict: Desk) -> None:
    assert not problem_codes(strict, signed(orders(strict, "red", "bid 4"), "red"))

    def unsign(entries: Entries) -> None:
        entries[-1]["signed"] = False

    assert "signature-missing" in finding_after(strict, unsign)


def test_a_keeper_who_founds_another_key_is_found_out(strict: Desk) -> None:
    play(strict)
    assert "signature-of-another" in finding_after(
        strict, lambda entries: entries[0]["keys"].update(red=public("keeper")))


@pytest.mark.parametrize("wrong", [{"red": "ssh-rsa AAAA"}, {"red": PUBLIC["blue"], "blue": PUBLIC["blue"]},
                                   {**PUBLIC, "green": public("green")}, {"red": PUBLIC["red"]}])
def test_a_founding_whose_keys_are_no_keys_does_not_hold(strict: Desk, wrong: dict[str, str]) -> None:
    finding_codes = finding_after(strict, lambda entries: entries[0].update(keys=wrong))
    assert {"key-wrong", "key-missing"} & set(finding_codes)


def test_a_withdrawal_nobody_wrote_is_found_out(strict: Desk) -> None:
    for words in ("bid 4", "bid 2"):
        assert not problem_codes(strict, signed(orders(strict, "red", words), "red"))
    first, second = (entry["n"] for entry in strict.entries() if entry["type"] == "submission")
    assert not problem_codes(strict, signed(letter("red", "withdraw"), "red"))
    assert strict.entries()[-1]["submission"] == second
    proved(strict)
    kept = strict.book.read_bytes()

    def other(entries: Entries) -> None:
        entries[-1]["submission"] = first

    def bare(entries: Entries) -> None:
        entries[-1].update(letter="", signature="")

    def spoilt(entries: Entries) -> None:
        entries[-1]["letter"] = entries[-1]["letter"].replace("isles", "Isles")

    for change, code in ((other, "letter-differs"), (bare, "signature-missing"), (spoilt, "signature-wrong")):
        strict.book.write_bytes(kept)
        strict.rewrite(change)
        assert code in codes(verify(strict.folder).findings)


def test_a_letter_used_for_another_side_or_reason_is_found_out(strict: Desk) -> None:
    assert not problem_codes(strict, signed(letter("red", "resign", "Text: enough"), "red"))
    strict.rewrite(lambda entries: entries[-1].update(orders=["ruling for blue: resign"]))
    assert "letter-differs" in codes(verify(strict.folder).findings)


def test_a_letter_of_another_campaign_with_the_same_name_is_found_out(strict: Desk) -> None:
    words = letter("red", "note", "Text: hello", f"After: {'0' * 64}")
    assert problem_codes(strict, signed(words, "red")) == ["after-elsewhere"]
    assert not problem_codes(strict, signed(letter("red", "note", "Text: hello"), "red"))
    strict.rewrite(lambda entries: entries[-1].update(
        letter=words.decode(), signature=keys.sign(key_of("red"), words)))
    assert "letter-elsewhere" in codes(verify(strict.folder).findings)


def test_a_text_recorded_twice_is_found_out(strict: Desk) -> None:
    assert not problem_codes(strict, signed(letter("red", "note", "Text: hello"), "red"))
    strict.rewrite(lambda entries: entries.append(dict(entries[-1])))
    assert codes(verify(strict.folder).findings) == ["signature-used"]


# -- keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "why"), [
    ({"green": PUBLIC["red"]}, "Nobody signs as green"), ({"red": "ssh-rsa AAAAB3NzaC1yc2E= ken"}, "ssh-rsa"),
    ({"red": "sk-ssh-ed25519@openssh.com AAAA ken"}, "security key"), ({"red": "hello"}, "not a public key"),
    ({"red": PUBLIC["red"][:-4]}, "not a public key"), ({"red": PUBLIC["red"] + "\n" + PUBLIC["blue"]}, "not a public"),
    ({"red": "-----BEGIN OPENSSH PRIVATE KEY-----\n"}, "private key"), ({"red": "ssh-ed25519 *"}, "not a public key"),
    ({"red": PUBLIC["red"], "blue": f"{PUBLIC['red']} ann"}, "the same key")])
def test_keys_a_campaign_is_not_founded_with(tmp_path: Path, given: dict[str, str], why: str) -> None:
    with pytest.raises((BadKey, NoKeyFor), match=why):
        create(tmp_path / "isles", Wishes(game="toy", keys=given))
    assert not (tmp_path / "isles").exists()


def test_everything_is_signed_only_where_every_player_has_a_key(tmp_path: Path) -> None:
    with pytest.raises(NoKeyFor, match="add --key blue=FILE"):
        create(tmp_path / "isles", Wishes(game="toy", keys={"red": PUBLIC["red"]}, signed=True))


def test_keys_are_founded_in_one_way_of_writing(tmp_path: Path) -> None:
    entry = create(tmp_path / "isles", Wishes(game="toy", keys={
        "blue": f"\ufeff# mine\r\n{PUBLIC['blue']}   ann@example.org\r\n", "red": PUBLIC["red"]}))
    assert entry["keys"] == PUBLIC
    assert open_campaign(tmp_path / "isles").founding["keys"] == PUBLIC


def test_a_key_is_made_for_its_owner_alone_and_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "ken.key"
    line = keys.make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert (tmp_path / "ken.key.pub").read_text() == f"{line}\n" and sshsig.read_public(line) == line
    key = keys.load(path.read_bytes(), "ken.key")
    assert signatures.read(b"x\n" + keys.sign(key, b"x\n").encode()).key == line
    with pytest.raises(BadKey, match="left alone"):
        keys.make(path)
    path.unlink()
    with pytest.raises(BadKey, match="ken.key.pub"):
        keys.make(path)


def test_a_key_under_a_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "ken.key"
    line = keys.make(path, "four words")
    with pytest.raises(Locked):
        keys.load(path.read_bytes(), "ken.key")
    with pytest.raises(BadKey, match="passphrase"):
        keys.load(path.read_bytes(), "ken.key", "other words")
    key = keys.load(path.read_bytes(), "ken.key", "four words")
    assert sshsig.public_line(key.public_key().public_bytes_raw()) == line


# -- ssh-keygen -----------------------------------------------------------------------------------------------------


def keygen(*arguments: str | Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *map(str, arguments)], input=data, capture_output=True, check=False)


def test_the_guide_proves_a_signature_of_a_logbook_without_the_program(strict: Desk) -> None:
    """Of a letter, and of a file of orders that lies open at the end; a text that was changed is none of theirs."""
    guide = Path(str(files("witp_pbem") / "docs" / "signatures.md")).read_text(encoding="utf-8")
    make, prove = re.findall(r"^    ((?:python -c|ssh-keygen -Y verify).*)$", guide, re.MULTILINE)
    assert not problem_codes(strict, signed(letter("red", "note", "Text: it was me"), "red"))
    said = strict.entries()[-1]["n"]
    play(strict)
    sent = next(entry["n"] for entry in strict.entries() if entry["type"] == "submission" and entry["side"] == "red")
    for number in (said, sent):
        here = make.replace("12", str(number)).replace("python", f'"{sys.executable}"', 1)
        subprocess.run(here, shell=True, cwd=strict.folder, check=True)  # noqa: S602 - as somebody would type it
        done = subprocess.run(prove, shell=True, cwd=strict.folder, capture_output=True, check=False)  # noqa: S602
        assert done.returncode == 0 and b'Good "witp-pbem" signature for red' in done.stdout, done.stderr
    (strict.folder / "text").write_bytes(b"it was somebody else\n")
    assert subprocess.run(prove, shell=True, cwd=strict.folder, capture_output=True, check=False).returncode  # noqa: S602


def test_what_ssh_keygen_signs_is_taken(tmp_path: Path, strict: Desk) -> None:
    assert keygen("-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "ken").returncode == 0
    desk = Desk(tmp_path / "other", keys={**PUBLIC, "red": (tmp_path / "ken.pub").read_text()}, signed=True)
    desk.sit()
    data = orders(desk, "red", "bid 4")
    (tmp_path / "red.txt").write_bytes(data)
    assert keygen("-Y", "sign", "-n", "witp-pbem", "-f", tmp_path / "ken", tmp_path / "red.txt").returncode == 0
    block = (tmp_path / "red.txt.sig").read_bytes()
    done = send(desk, signatures.join(data, block))
    assert done.stands and done.checked[0].signature == block.decode(), "the same lines, letter for letter"
    key = keys.load((tmp_path / "ken").read_bytes(), "ken")
    assert keys.sign(key, data) == block.decode()


def test_ssh_keygen_takes_what_we_sign(tmp_path: Path) -> None:
    line = keys.make(tmp_path / "ken.key", "four words")
    key = keys.load((tmp_path / "ken.key").read_bytes(), "ken.key", "four words")
    (tmp_path / "signers").write_text(f"ken {line}\n")
    (tmp_path / "x.sig").write_text(keys.sign(key, b"some orders\r\n"))
    verifying = ("-Y", "verify", "-f", tmp_path / "signers", "-I", "ken", "-n", "witp-pbem", "-s", tmp_path / "x.sig")
    assert keygen(*verifying, data=b"some orders\r\n").returncode == 0
    assert keygen(*verifying, data=b"some orders\n").returncode != 0
    shown = keygen("-y", "-P", "four words", "-f", tmp_path / "ken.key")
    assert shown.stdout.decode().split()[:2] == line.split()


@pytest.mark.parametrize("kind", ["rsa", "ecdsa"])
def test_other_kinds_of_keys_are_named(tmp_path: Path, strict: Desk, kind: str) -> None:
    assert keygen("-q", "-t", kind, "-N", "", "-f", tmp_path / "ken").returncode == 0
    (tmp_path / "red.txt").write_bytes(orders(strict, "red", "bid 4"))
    keygen("-Y", "sign", "-n", "witp-pbem", "-f", tmp_path / "ken", tmp_path / "red.txt")
    data = signatures.join((tmp_path / "red.txt").read_bytes(), (tmp_path / "red.txt.sig").read_bytes())
    problems = send(strict, data).checked[0].problems
    assert codes(problems) == ["signature-kind"] and kind in str(problems[0].values["kind"])
    with pytest.raises(BadKey, match="not an Ed25519 key"):
        keys.load((tmp_path / "ken").read_bytes(), "ken")
