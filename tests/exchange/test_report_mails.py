"""Reports and news: to everybody once, each his own, with the entries he lacks, and with nobody else's secrets."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import stand_ins
from tests.exchange.isles import (
    ACCOUNT,
    NOW,
    PLAYERS,
    block,
    head,
    isles,
    letter,
    received,
    sent,
    taken,
    words,
)
from tests.report.forms import hidden_cards, mail_parts
from tests.report.stories import busy_turn
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.packets import packet as packets
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.exchange import journal, token
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.body import Quoted, written
from witp_pbem.exchange.desk import news, recording, reports, sender
from witp_pbem.exchange.desk.dkim import SignatureCheck
from witp_pbem.exchange.desk.reports import DueMail
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.incoming import read
from witp_pbem.report import mail
from witp_pbem.table.dice import chain_link

TURN = "pass  # secret plan 7391"


pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return isles(tmp_path, tmp_path_factory)


def due(folder: Path, account: Account | None = ACCOUNT) -> dict[str, DueMail]:
    """What is due now by kind and reader ("report japan")."""
    mails = reports.due(open_campaign(folder), offices.of_campaign(folder), NOW, account)
    by_reader = {" ".join(each.key.split(":")[::2]): each for each in mails}
    assert len(by_reader) == len(mails)
    return by_reader


def posted(folder: Path, account: Account | None = ACCOUNT) -> dict[str, DueMail]:
    """What was due, and lies in the outbox now."""
    mails = due(folder, account)
    for each in mails.values():
        assert reports.put(offices.of_campaign(folder), NOW, each)
    return mails


def play(folder: Path) -> None:
    """Japan passes, and a sitting is held."""
    assert taken(folder, block(TURN)).receipts
    adjudicate(folder)


def attached(message: EmailMessage) -> dict[str, bytes]:
    """The attached files."""
    return {str(part.get_filename()): part.get_payload(decode=True) for part in received(message).iter_attachments()}


def entries(message: EmailMessage) -> list[int]:
    """The numbers of the entries a mail brings."""
    (content,) = [gzip.decompress(data) if name.endswith(".gz") else data
                  for name, data in attached(message).items() if ".jsonl" in name]
    return [record["n"] for record in map(json.loads, content.splitlines()) if "n" in record]


# -- what is due ----------------------------------------------------------------------------------------------------


def test_everybody_gets_the_last_sitting_once(folder: Path) -> None:
    mails = posted(folder)
    assert list(mails) == ["report japan", "report allies", "report referee"]
    assert [each.to for each in mails.values()] == [("taro@example.org",), ("ann@example.org",), ("desk@example.com",)]
    assert mails["report japan"].key == f"report:{open_campaign(folder).last_sitting['hash']}:japan"
    assert due(folder) == {}


def test_an_old_campaign_is_told_of_from_its_last_sitting_on(folder: Path) -> None:
    assert taken(folder, letter("note", "japan", "Text: long ago")).receipts
    play(folder)
    assert list(due(folder)) == ["report japan", "report allies", "report referee"]


def test_sittings_nobody_was_told_of_are_made_up_for(folder: Path) -> None:
    posted(folder)
    play(folder)
    assert taken(folder, block("pass", "allies")).receipts
    adjudicate(folder)
    mails = reports.due(open_campaign(folder), offices.of_campaign(folder), NOW, ACCOUNT)
    mine = [words(each.message) for each in mails if each.key.endswith(":japan")]
    assert len(mine) == 2
    assert "WHAT IS OWED NEXT" not in mine[0]
    assert "WHAT IS OWED NEXT" in mine[1]


def test_nothing_is_told_before_the_first_dice_and_cards(tmp_path: Path,
                                                         tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory, sat=False)
    assert due(folder) == {}
    adjudicate(folder)
    assert list(due(folder)) == ["report japan", "report allies", "report referee"]


def test_without_an_account_the_players_get_drafts(folder: Path) -> None:
    mails = due(folder, None)
    assert list(mails) == ["report japan", "report allies"]
    message = received(mails["report japan"].message)
    assert (message["From"], message["X-Unsent"]) == (None, "1")


def test_a_referee_who_plays_gets_his_own_report_only(folder: Path) -> None:
    account = ACCOUNT.model_copy(update={"address": "Taro@example.org"})
    assert list(due(folder, account)) == ["report japan", "report allies"]


def test_who_has_no_address_gets_no_mail(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory, players={"japan": PLAYERS["japan"], "allies": "Ann"})
    assert list(due(folder)) == ["report japan", "report referee"]


def test_before_the_bids_mails_go_to_the_seats(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory, scenario="short", options={"last_turn": "6"},
                   players={"first": "Ann <ann@example.org>", "second": "Bob <bob@example.org>"})
    mails = posted(folder)
    assert list(mails) == ["report first", "report second", "report referee"]
    assert "Side: first\n" in words(mails["report first"].message)
    assert "Side: second" not in words(mails["report first"].message)
    for side, bid in (("first", 3), ("second", 1)):
        text = f"Campaign: isles\nTurn: 1\nSide: {side}\n\nbid {bid}\n"
        assert submit(folder, [("x", text.encode())]).stands
    adjudicate(folder)
    later = due(folder)
    sides = open_campaign(folder).players
    assert set(later) == {f"report {side}" for side in (*sides, "referee")}
    assert later["report japan"].to == (sides["japan"].split("<")[1].strip(">"),)


# -- reports --------------------------------------------------------------------------------------------------------


def test_the_head_of_a_report(folder: Path) -> None:
    campaign = open_campaign(folder)
    message = received(due(folder)["report japan"].message)
    hashed, mine = campaign.last_sitting["hash"], token.of(campaign, "japan")
    assert message["Message-ID"] == f"<report.{hashed[:16]}.japan.{mine}@example.com>"
    assert message["Subject"] == "[isles] YOUR MOVE: bases"
    assert message["From"] == "The referee <desk@example.com>"
    assert message["References"].split()[0] == f"<{campaign.founding['hash'][:16]}@witp-pbem.invalid>"
    assert (message["Auto-Submitted"], message["X-Witp-Pbem"], message["X-Unsent"]) == ("auto-generated", "isles", None)
    assert len(message.keys()) == len(set(message.keys()))
    assert read(message.as_bytes()).automatic == "own"


def test_whoever_owes_something_gets_orders_to_fill_in(folder: Path) -> None:
    campaign, mails = open_campaign(folder), due(folder)
    mine = token.of(campaign, "japan")
    begin = f"# ----- begin orders: japan, token {mine} -----"
    message = mails["report japan"].message
    assert begin in words(message) and begin in words(message, "html")
    assert attached(message)["orders-japan.txt"].decode().startswith(begin)
    for reader in ("allies", "referee"):
        assert "begin orders" not in mail_parts(mails[f"report {reader}"].message.as_bytes())
    filled = words(message).replace("# pass\n", "pass\n")
    (got,) = read(b"From: taro@example.org\nMessage-ID: <2@example.org>\nSubject: Re\n\n" + filled.encode()).blocks
    assert not check(campaign, "x", got.data).problems


def test_the_referee_is_asked_for_dice_thrown_on_a_table(tmp_path: Path,
                                                         tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory, dice="manual")
    mails, mine = due(folder), token.of(open_campaign(folder), "referee")
    text = words(mails["report referee"].message)
    assert "! Waiting for: Referee." in text
    assert f"begin orders: referee, token {mine}" in text
    assert "begin orders" not in words(mails["report japan"].message)


def test_each_reads_his_own_language(folder: Path) -> None:
    set_language(folder, "japan", "ja")
    mails = due(folder)
    assert {name: each.message["Content-Language"] for name, each in mails.items()} == {
        "report japan": "ja", "report allies": "en", "report referee": "en"}
    assert "次の決定待ち" in words(mails["report japan"].message)


def test_nobody_reads_what_is_anothers_and_no_mail_is_large(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    posted(folder)
    monkeypatch.undo()
    assert taken(folder, letter("protest", "japan", "Text: no")).receipts
    play(folder)
    campaign = open_campaign(folder)
    for name, each in due(folder).items():
        side = name.split()[1]
        text = mail_parts(each.message.as_bytes())
        packed = "".join(gzip.decompress(data).decode() for file, data in attached(each.message).items()
                         if file.endswith(".gz"))
        assert "secret plan" not in text + packed, name
        hidden = hidden_cards(campaign, side if side in campaign.game.sides else "")
        assert hidden
        assert not [card for card in hidden if card in text], name
        for other in {*campaign.senders, "referee"} - {side}:
            assert not token.is_of(campaign, other, text + packed), name
            assert other not in PLAYERS or PLAYERS[other].split("<")[1] not in text, name
        assert len(each.message.as_bytes()) < 1_500_000


# -- the entries that travel with them --------------------------------------------------------------------------------


def test_the_first_report_brings_the_whole_logbook(folder: Path) -> None:
    message = due(folder)["report japan"].message
    last = len(open_campaign(folder).entries) - 1
    name = packets.file_name(open_campaign(folder), 0)
    assert entries(message) == list(range(last + 1))
    assert f"Attached: orders-japan.txt, {name}." in " ".join(words(message).split())
    assert name in words(message, "html")
    assert not any(".jsonl" in file for file in attached(due(folder)["report referee"].message))


def test_who_has_shown_an_entry_gets_what_came_behind_the_sitting_before_it(folder: Path) -> None:
    """So what one lost mail held comes with the next."""
    first = open_campaign(folder).last_sitting
    play(folder)
    posted(folder)
    shown = open_campaign(folder).last_sitting
    with_after = block("pass", side="allies").data.replace(
        b"Side: allies", f"Side: allies\nAfter: {shown['hash'][:32]}".encode())
    assert submit(folder, [("x", with_after)]).stands
    adjudicate(folder)
    mails, last = due(folder), len(open_campaign(folder).entries) - 1
    assert first["n"] < shown["n"] < last
    assert entries(mails["report allies"].message) == list(range(first["n"] + 1, last + 1))
    assert entries(mails["report japan"].message) == list(range(last + 1))


def test_a_letter_shows_what_its_writer_has_seen(folder: Path) -> None:
    campaign, office = open_campaign(folder), offices.of_campaign(folder)
    assert reports.seen(campaign, "allies", office) == -1
    shown = campaign.last_sitting
    assert taken(folder, letter("note", "allies", f"After: {shown['hash']}", "Text: x")).receipts
    assert reports.seen(open_campaign(folder), "allies", office) == shown["n"]
    assert reports.seen(open_campaign(folder), "japan", office) == -1


def test_a_reply_to_a_report_shows_it_if_it_is_proved(folder: Path) -> None:
    campaign, office = open_campaign(folder), offices.of_campaign(folder)
    message = posted(folder)["report allies"].message
    raw = f"References: <x@y>\r\n {message['Message-ID']}\r\n\r\nhello\r\n".encode()
    for proof, seen in (("", -1), ("token", campaign.last_sitting["n"])):
        journal.write(office, NOW, recording.HANDLED, mail=offices.keep(office, raw), side="allies", proof=proof)
        assert reports.seen(campaign, "allies", office) == seen


def test_a_busy_turn_with_the_largest_packet_stays_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    extra = mail.Extra(packet=mail.PacketFile("isles.jsonl", b"x" * reports.LARGEST, "x"))
    assert len(mail.message(busy_turn(), extra=extra).as_bytes()) < 400_000


def test_too_much_is_not_sent(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    posted(folder)
    play(folder)
    before = open_campaign(folder).line
    held = [entry["n"] for entry in before if entry["type"] == "sitting"]
    small = len(packets.packet(open_campaign(folder), held[0] + 1))
    stand_ins.small(monkeypatch, reports, LARGEST=small)
    assert entries(due(folder)["report japan"].message)[0] == held[0] + 1
    stand_ins.small(monkeypatch, reports, LARGEST=10)
    assert list(attached(due(folder)["report japan"].message)) == []


# -- news -----------------------------------------------------------------------------------------------------------


def test_what_is_said_is_told_to_the_others_in_one_mail(folder: Path) -> None:
    posted(folder)
    assert taken(folder, letter("protest", "allies", "Text: Truk was cut off.", "Really.")).receipts
    assert taken(folder, letter("note", "allies", "Text: Gone fishing.")).receipts
    mails = posted(folder)
    assert list(mails) == ["news japan", "news referee"]
    assert mails["news japan"].key == f"news:{head(folder)}:japan"
    text = words(mails["news japan"].message)
    assert text.startswith("Allies: a protest (entry 3).\n\n| Truk was cut off.\n| Really.\n")
    assert "Allies: a note for the record (entry 4).\n\n| Gone fishing." in text
    assert "answer DIR --protest 3" in words(mails["news referee"].message)
    assert due(folder) == {}


def test_news_of_much_that_is_said_are_the_newest_and_where_the_rest_is(folder: Path) -> None:
    posted(folder)
    common = {"side": "allies", "about": None, "letter": "", "signature": ""}
    open_campaign(folder).add(*(("note", {**common, "text": f"number {number}: {'again ' * 20}"})
                                for number in range(500)))
    message = posted(folder)["news japan"].message
    text = words(message)
    assert "450 older protests and notes are left out here; the logbook has them (witp-pbem log DIR)." in " ".join(
        text.split())
    assert "number 499:" in text and "number 450:" in text and "number 449:" not in text
    assert len(message.as_bytes()) < 60_000


@pytest.mark.parametrize(("entry", "expected"), [
    ({"type": "player", "n": 9, "side": "allies", "player": "Bob <bob@example.org>", "reason": "Ann has moved"},
     ["Allies: played by Bob from now on (entry 9).", "| Ann has moved"]),
    ({"type": "note", "n": 4, "side": "referee", "about": 0, "text": "it began here"},
     ["Referee: a note for the record (entry 4).", "It is about entry 0.", "| it began here"]),
    ({"type": "ruling", "n": 5, "answers": 3, "orders": ["gain 9 RP"], "reason": "one\ntwo"},
     ["A ruling was given (entry 5).", "It answers the protest of entry 3.", "| one", "| two", "| gain 9 RP"]),
    ({"type": "proposal", "n": 6, "side": "allies", "reason": "", "answers": None, "rulings": [],
      "rewind": {"to": {"entry": 2, "acts": None}, "keeps": []}},
     ["Allies: a proposal (entry 6).", "The campaign goes back to the end of sitting 1 (entry 2)."]),
    ({"type": "upgrade", "n": 7},
     ["Another release of the program keeps the campaign from now on (entry 7).", "1.0 until now, 1.1 from now on."])])
def test_what_each_kind_of_entry_says(entry: dict[str, object], expected: list[str], folder: Path) -> None:
    taken = [SimpleNamespace(entry=number, before=f"1.{number - 7}", after=f"1.{number - 6}") for number in (7, 8)]
    with stand_ins.instead(news.upgrades, taken=lambda entries, game: taken):
        told_of = news.news(open_campaign(folder), "japan", [entry])
    lines = []
    for part in written("news", told_of, None):
        lines += [part] if isinstance(part, str) else [
            f"| {line}" for line in part.text.splitlines()] if isinstance(part, Quoted) else [part.text]
    assert lines == expected


def test_what_a_report_tells_is_no_news(folder: Path) -> None:
    posted(folder)
    assert taken(folder, letter("protest", "allies", "Text: x")).receipts
    play(folder)
    mails = due(folder)
    assert not any(name.startswith("news") for name in mails)
    assert "Protest of entry 3, Allies: x" in words(mails["report japan"].message)


def test_a_note_that_stands_in_a_report_is_no_news_later(folder: Path) -> None:
    play(folder)
    record_letter(folder, "note", "allies", {"text": "Gone fishing."})
    mails = posted(folder)
    assert "Gone fishing." in words(mails["report japan"].message)
    assert not any(name.startswith("news") for name in mails) and due(folder) == {}
    record_letter(folder, "note", "allies", {"text": "Back again."})
    text = words(posted(folder)["news japan"].message)
    assert "Back again." in text and "fishing" not in text


def test_words_of_others_order_nothing(folder: Path) -> None:
    posted(folder)
    evil = block("pass").data.decode()
    record_letter(folder, "note", "allies", {"text": f"look:\n\n{evil}"})
    mails = due(folder)
    assert "news japan" in mails
    for name in mails:
        for quote in ("", "> "):
            quoted = "\n".join(f"{quote}{line}" for line in words(mails[name].message).split("\n"))
            reply = f"From: taro@example.org\nMessage-ID: <2@example.org>\nSubject: Re\n\nwell\n\n{quoted}\n"
            assert read(reply.encode()).blocks == ()


@pytest.mark.parametrize("kind", ["protest", "note"])
def test_words_of_others_in_a_report_order_nothing_when_it_is_quoted(kind: str, folder: Path) -> None:
    posted(folder)
    evil = block("build Saipan").data.decode()
    for text in (f"look:\n\n{evil}", f"{'x' * 60} {' '.join(evil.split())}"):
        record_letter(folder, kind, "allies", {"text": text})
    play(folder)
    for name, report in due(folder).items():
        lines = words(report.message).split("\n")
        for begins, quote in (("Desk wrote:", "> "), ("-----Original Message-----", "")):
            quoted = "\n".join(f"{quote}{line}" for line in lines)
            reply = (f"From: taro@example.org\nMessage-ID: <2@example.org>\nSubject: Re\n"
                     f"In-Reply-To: {report.message['Message-ID']}\n\nwell\n\n{begins}\n{quoted}\n")
            mail = read(reply.encode())
            for each in mail.blocks:
                assert sender.is_merely_quoted(mail, each), name
                signed = SignatureCheck("pass", aligned=True)
                assert not sender.proof(open_campaign(folder), "japan", mail, each, ACCOUNT, signed)


@pytest.fixture
def kept_by_japan(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign the player of Japan keeps."""
    return isles(tmp_path, tmp_path_factory, sat=False, keeper="japan", deal="open",
                 chains={"allies": chain_link(b"\x07" * 32, 0).hex()})


def test_a_proposal_comes_with_how_to_consent(kept_by_japan: Path) -> None:
    folder = kept_by_japan
    ruling = 'ruling for japan: gain 9 RP because "it was agreed"'
    made = taken(folder, letter("proposal", "japan", "Text: put it right", ruling))
    campaign = open_campaign(folder)
    text = words(due(folder)["news allies"].message)
    assert text.startswith(f"Japan: a proposal (entry {made.receipts[-1].entry}).\n\n| put it right\n\n| {ruling}\n")
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    start = "From: ann@example.org\nMessage-ID: <2@example.org>\nSubject: Re\n\nwell\n\n"
    assert read(f"{start}{quoted}\n".encode()).blocks == ()
    consenting = "\n".join(_without_marks(quoted.split("\n")))
    (consent,) = read(f"{start}{consenting}\n".encode()).blocks
    assert token.is_of(campaign, "allies", consent.token)
    checked = check(campaign, "x", consent.data)
    assert (checked.problems, checked.letter and checked.letter[0]) == ((), "consent")


def _without_marks(lines: list[str]) -> Iterator[str]:
    """A quoted letter with its comments' marks taken away."""
    for line in lines:
        yield line.replace("> # ", "> ") if "-----" not in line else line


def test_a_rewind_is_told_by_a_report(folder: Path) -> None:
    posted(folder)
    play(folder)
    posted(folder)
    rewind(folder, "sitting 1", "a wrong die", False)
    mails = posted(folder)
    assert list(mails) == ["report japan", "report allies", "report referee"]
    assert "The campaign went back to the end of sitting 1" in " ".join(words(mails["report allies"].message).split())
    assert due(folder) == {}


def test_the_mail_answers_nobody_by_itself(folder: Path) -> None:
    assert all(read(each.message.as_bytes()).automatic for each in due(folder).values())
    assert sent().automatic == ""
