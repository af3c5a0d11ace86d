"""Attacks on the desk, each as it was found: by an opponent who mails, quotes, copies and replays, and by strangers."""

from __future__ import annotations

import shutil
import time
from contextlib import nullcontext
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.campaign.test_signatures import public, signed
from tests.exchange.posting import ANN, DEDICATED, EVE, KEN, NOW, PostOffice, begun, install, later
from tests.exchange.reading.orders_written import read_post
from tests.exchange.test_dkim import MAIL, NAME, dns, record
from tests.exchange.test_dkim import signed as vouched
from tests.stand_ins import instead
from witp_pbem.campaign.letters import player_change
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.letter_text import write as letter
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import confirming, dkim, intake, replies
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.mailbox import imap
from witp_pbem.exchange.mailbox.account import Account, BadAccount, Imap, password, read
from witp_pbem.exchange.mailbox.arrival import Unreachable
from witp_pbem.exchange.reading import incoming as reading
from witp_pbem.report.drafts import marked
from witp_pbem.report.mail import addresses

KNOWN = "ken@example.org"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    return begun(tmp_path)


def quoted(text: str, above: str = "Thanks, see you on Sunday.") -> str:
    return f"{above}\n\nOn Sunday the desk wrote:\n" + "".join(f"> {line}\n" for line in text.splitlines())


def words(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


# -- orders in another's name: words that a reply quotes -----------------------------------------------------------


def test_words_of_the_opponent_that_a_reply_quotes_are_no_orders(post: PostOffice) -> None:
    """A note of 66 letters and a blank, over and over, is wrapped in reports so that a header stands in a line."""
    report = f"FOR THE RECORD\n{post.desk.text('red', 'bid 0')}\n{'_' * 66}\nend\n"
    taken = post.take(post.mail(quoted(report), re=post.reference("red")))
    assert (taken.verdict, post.submissions()) == (verdicts.NOTHING, [])


def test_lines_that_only_look_like_ours_ask_the_player_first(post: PostOffice) -> None:
    forged = "\n".join(marked("red", post.desk.text("red", "bid 0"), "a" * 20))
    taken = post.take(post.mail(quoted(forged), re=post.reference("red")))
    assert (taken.verdict, post.submissions()) == (verdicts.HELD, [])


def test_what_was_filled_in_between_our_own_lines_counts(post: PostOffice) -> None:
    own = "\n".join(marked("red", post.desk.text("red", "bid 3"), post.token("red")))
    taken = post.take(post.mail(quoted(own), re=post.reference("red")))
    assert (taken.verdict, len(post.submissions())) == (verdicts.RECORDED, 1)


def test_quoted_words_are_not_vouched_for_by_the_writers_domain(post: PostOffice) -> None:
    raw = vouched(post.mail(quoted(post.desk.text("red", "bid 0"))))
    assert post.take(raw, dns=dns()).verdict == verdicts.HELD


def test_words_of_our_own_letter_are_nobodys_orders_even_where_no_sign_says_that_they_are_quoted(
        post: PostOffice) -> None:
    office, text = offices.of_campaign(post.desk.folder), post.desk.text("red", "bid 0\n# " + "x" * 60)
    ours = EmailMessage()
    ours["Message-ID"] = f"<{post.reference('red')}>"
    ours.set_content(f"Blue has noted: {text} end of it")
    outbox.put(office, NOW, "report:1:red", [KNOWN], ours)
    taken = post.take(post.mail(f"Thanks!\n\n{text}", re=post.reference("red")))
    assert (taken.verdict, post.submissions()) == (verdicts.NOTHING, [])
    assert post.take(post.orders("red", "bid 3")).verdict == verdicts.RECORDED


@pytest.mark.parametrize("head", [
    "发件人: 桌\n发送时间: 星期日\n收件人: Ken\n主题: isles", "De: Desk\nEnviado el: domingo\nPara: Ken\nAsunto: isles",
    "Da: Desk\nInviato: domenica\nA: Ken\nOggetto: isles", "От: Desk\nОтправлено: вс\nКому: Ken\nТема: isles"])
def test_a_quotation_without_signs_is_known_in_other_languages_too(post: PostOffice, head: str) -> None:
    text = f"Thanks.\n\n{head}\n\n{post.desk.text('red', 'bid 0')}"
    assert post.take(post.mail(text, re=post.reference("red"))).verdict == verdicts.NOTHING


# -- who learns a token, or a hand ---------------------------------------------------------------------------------


def test_a_signed_text_out_of_the_logbook_brings_nobody_an_answer(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, keys={side: public(side) for side in ("red", "blue")})
    post.desk.sit()
    text = signed(letter("note", "isles", "red", {"text": "good luck"}).encode(), "red").decode()
    assert post.take(post.mail(text, re=post.reference("red"))).verdict == verdicts.RECORDED
    again = post.take(post.mail(text, EVE))
    assert [each.proof for each in again.handled] == [verdicts.KEY]
    assert post.to("eve@example.com") == [] and post.to(KNOWN) == ["answer", "answer"]


@pytest.mark.parametrize("text", ["Thanks!", "What is this?", "Campaign: isles\nTurn: 1\nSide: blue\n\nbid 1\n"])
def test_any_mail_that_shows_a_token_to_the_opponent_renews_it(post: PostOffice, text: str) -> None:
    old = post.token("red")
    post.take(post.mail(text, re=post.reference("red"), Cc=ANN))
    assert post.token("red") != old


def test_a_player_who_comes_back_has_another_token(post: PostOffice) -> None:
    seen = [post.token("red")]
    for address in ("ken+2@example.org", KNOWN):
        player_change.change(post.desk.folder, "red", f"Ken <{address}>", "")
        seen.append(post.token("red"))
    assert len(set(seen)) == 3


def test_a_file_that_is_sent_back_with_its_marks_brings_no_token_into_the_record(post: PostOffice) -> None:
    text = "\n".join(marked("red", post.desk.text("red", "bid 3"), post.token("red")))
    message = EmailMessage()
    message["From"], message["To"], message["Message-ID"] = KEN, "desk@example.net", "<1@example.org>"
    message.set_content("Here they are.")
    message.add_attachment(text, filename="orders-red.txt")
    assert post.take(message.as_bytes()).verdict == verdicts.RECORDED
    (recorded,) = post.submissions()
    assert "bid 3" in recorded and post.token("red") not in recorded


# -- real orders overtaken or kept away --------------------------------------------------------------------------


def test_a_forged_letter_that_takes_orders_back_overtakes_nothing(post: PostOffice) -> None:
    back = letter("withdraw", "isles", "red", {})
    assert post.take(post.mail(back)).verdict == verdicts.REFUSED  # nothing is there to be taken back
    assert post.take(post.orders("red", "bid 3", minutes=-30)).verdict == verdicts.RECORDED


def test_the_same_text_once_more_from_nobody_overtakes_nothing(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", minutes=-60))
    assert post.take(post.orders("red", "bid 3", re="")).verdict == verdicts.REPEATED
    assert post.take(post.orders("red", "bid 4", minutes=-30)).verdict == verdicts.RECORDED


def test_one_message_id_for_many_mails_is_counted_as_many(post: PostOffice) -> None:
    results = [post.take(post.orders("red", f"bid {number % 5}\n# {number}", re="", key="same@example.com"))
               for number in range(intake.MOST_UNPROVEN + 2)]
    assert [each.reason for each in results[-2:]] == [verdicts.TOO_MANY] * 2
    assert post.to(KNOWN).count("confirm") == intake.MOST_UNPROVEN
    assert "Too many mails without any proof" in words(post.letters()[results[-1].letters[0]])


def test_made_up_senders_bring_innocent_people_a_few_answers_in_all(post: PostOffice) -> None:
    for number in range(replies.MOST_STRANGERS + 10):
        post.take(post.mail("hello", f"v{number}@example.com"), account=DEDICATED)
    assert len(post.letters()) == replies.MOST_STRANGERS
    post.take(post.mail("hello", EVE), later(days=1.1), account=DEDICATED)
    assert len(post.letters()) == replies.MOST_STRANGERS + 1


# -- questions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [
    "Yes? I have sent nothing!", "Send what? This is not from me.", "OK, who are you?", "Yes, but that was not me",
    "Confirm what", "Okay I never wrote that", "はい？", "はい、私ではありません", "Ok so this is wrong"])
def test_who_wonders_has_not_said_yes(answer: str) -> None:
    assert confirming.answer_in(answer) != confirming.YES


@pytest.mark.parametrize("answer", ["yes", "Yes, it was me. Thanks!", "OK.", "はい、お願いします", "Confirmed"])
def test_yes_is_yes(answer: str) -> None:
    assert confirming.answer_in(answer) == confirming.YES


def test_the_opponent_cannot_answer_a_question_that_was_shown_to_him(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 0", re=""))
    (asked,) = (str(message["Message-ID"]).strip("<>") for message in post.letters().values())
    assert post.take(post.mail("yes", ANN, re=asked)).verdict == verdicts.NOTHING and post.submissions() == []
    assert post.take(post.mail("yes", "ken@mobile.example", re=asked)).verdict == verdicts.RECORDED


# -- From and DKIM ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "ken@example.org <eve@example.org>", "=?utf-8?q?ken?=@example.org", "\u212aen@example.org",
    "ke\u200bn@example.org", "ken@example.org, eve@example.org", f"ken@example.org{' ' * 4100}, eve@example.org",
    "ken@example.org:eve@example.org;", "<ken@example.org> eve@example.org", "<@ken@example.org:eve@example.org>"])
def test_no_writing_of_from_makes_a_neighbours_signature_the_players(post: PostOffice, line: str) -> None:
    text = post.desk.text("red", "bid 0")
    raw = vouched(f"From: {line}\r\nTo: desk@example.net\r\nSubject: o\r\n\r\n{text}".encode())
    taken = post.take(raw, dns=dns())
    assert post.submissions() == [] and all(each.proof == "" for each in taken.handled)


def test_a_name_that_is_an_address_is_only_a_name() -> None:
    mail = reading.read(b'From: "ken@example.org" <eve@example.com>\n\nx')
    assert (mail.sender, mail.name, mail.faults) == ("eve@example.com", KNOWN, ())


@pytest.mark.parametrize("line", [b"Content-Type: text/html", b"Subject: [straits]",
                                  b"Date: Mon, 23 Nov 2026 08:00:00 +0000", b"References: <other@example.com>",
                                  b"Message-ID: <2@example.com>"])
def test_a_head_line_put_before_the_one_that_was_signed_spoils_the_signature(line: bytes) -> None:
    raw = vouched(MAIL.replace(b"\r\n\r\n", b"\r\nContent-Type: text/plain\r\nReferences: <1@example.org>\r\n\r\n", 1))
    assert dkim.look(raw, KNOWN, dns()).proves
    assert not dkim.look(line + b"\r\n" + raw, KNOWN, dns()).proves


@pytest.mark.parametrize("flags", ["t=y", "t=y:s", "t=s:y", " T = y "])
def test_a_domain_that_only_tests_its_keys_vouches_for_nothing(flags: str) -> None:
    assert not dkim.look(vouched(), KNOWN, {NAME: f"{record()}; {flags}"}.get).proves
    assert dkim.look(vouched(), KNOWN, {NAME: f"{record()}; t=s"}.get).proves


def test_a_key_of_any_size_is_not_reckoned_with() -> None:
    begun = time.process_time()
    checked = dkim.look(vouched(), KNOWN, {NAME: "v=DKIM1; k=rsa; p=" + "MIIB" * 15_000}.get)
    assert (checked.result, len(checked.record)) == (dkim.FAIL, dkim.LONGEST_KEY) and time.process_time() - begun < 1


def test_a_signed_mail_of_long_ago_proves_nothing(post: PostOffice) -> None:
    raw = vouched(post.orders("red", "bid 3", re=""))
    late = b"Received: from x by y; Sat, 28 Nov 2026 08:00:00 +0000\r\n" + raw
    assert post.take(late, later(days=6), dns=dns()).verdict == verdicts.HELD


def test_the_dns_is_asked_for_players_and_their_own_domains_only(post: PostOffice) -> None:
    asked: list[str] = []

    def ask(name: str) -> str | None:
        asked.append(name)
        return record()

    post.take(vouched(post.orders("red", "bid 0", EVE, re=""), b"example.com"), dns=ask)
    assert asked == []
    post.take(vouched(vouched(post.orders("red", "bid 3", re="")), b"tarpit.example.com"), dns=ask)
    assert asked == [NAME]


# -- addresses that no head can hold -------------------------------------------------------------------------------

STRANGE = (".ken@example.org", "ken.@example.org", "k..en@example.org", "=?utf-8?q?ken?=@example.org", "=?@example.org")


@pytest.mark.parametrize("address", STRANGE)
def test_a_player_with_an_address_that_no_head_can_hold_keeps_nobody_from_his_mails(
        post: PostOffice, address: str) -> None:
    text = letter("player", "isles", "red", {"player": f"Ken <{address}>"})
    assert post.take(post.mail(text, re=post.reference("red"))).verdict == verdicts.HELD
    (asked,) = (str(message["Message-ID"]).strip("<>") for message in post.letters().values())
    assert post.take(post.mail("yes", re=asked)).verdict == verdicts.RECORDED
    assert [each.addr_spec for each in addresses([f"Ken <{address}>", ANN])] == ["ann@example.org"]
    assert post.take(post.orders("blue", "bid 2", ANN)).verdict == verdicts.RECORDED


@pytest.mark.parametrize("address", STRANGE)
def test_a_mail_from_such_an_address_does_not_wait_for_ever(post: PostOffice, address: str) -> None:
    taken = post.take(f"From: {address}\nTo: desk@example.net\n\nhello".encode(), account=DEDICATED)
    assert taken.verdict in (verdicts.STRANGER, verdicts.IGNORED) and post.letters() == {}


# -- readers -----------------------------------------------------------------------------------------------------


def test_a_number_that_is_no_letter_spoils_no_post() -> None:
    for number in ("9" * 5000, "x" + "f" * 5000, "9" * 9):
        (block,) = read_post(f"Campaign: isles\nTurn: 1\nSide: red\n\nbid 3 &#{number};")
        assert b"bid 3" in block.data
    (block,) = read_post("Campaign: isles\nTurn: 1\nSide: red\n\nbid &#51;&#x20;")
    assert block.data.endswith(b"bid 3\n")


# -- a campaign's folder from anybody ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "outbox", "mails", "looked", "journal.jsonl", "secret", "lock"])
def test_nothing_is_written_through_a_link_in_an_office(post: PostOffice, tmp_path: Path, name: str) -> None:
    office, outside = offices.of_campaign(post.desk.folder), tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("mine", encoding="utf-8")
    if name:
        offices.furnish(office)
        shutil.rmtree(office / name, ignore_errors=True)
    (office / name).symlink_to(outside / "file" if "." in name or name in ("secret", "lock") else outside)
    with pytest.raises(Damaged), offices.at_work(office):
        pass
    made = rounds.go(post.desk.folder.parent, NOW, None)
    assert any("link" in each.sentence for each in made.needs)
    assert [path.name for path in outside.iterdir()] == ["file"]
    assert (outside / "file").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("line", [
    '{"at":"2026-11-22T08:00:00Z","what":"queued"}', '{"at":"2026-11-22T08:00:00Z","key":"a","to":5,"what":"queued"}',
    '{"again":"x","at":"2026-11-22T08:00:00Z","key":"a","what":"failed"}',
    '{"at":"2026-11-22T08:00:00Z","key":7,"what":"queued"}', '{"at":"x","what":"queued"}'])
def test_a_journal_of_nonsense_is_told_as_damaged(tmp_path: Path, line: str) -> None:
    (tmp_path / journal.FILE).write_text(f"{line}\n" * 2, encoding="utf-8")
    with pytest.raises(Damaged):
        outbox.letters(tmp_path)


# -- servers, accounts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lies", [
    {"select_folder": {}}, {"select_folder": {b"UIDVALIDITY": b"x"}}, {"search": ["a"]}, {"search": None},
    {"fetch": {1: {b"RFC822.SIZE": None}}}, {"fetch": {1: {b"RFC822.SIZE": b"x"}}}, {"fetch": []}])
def test_a_server_that_answers_nonsense_is_told_of(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lies: dict[str, Any]) -> None:
    answers = {"select_folder": {b"UIDVALIDITY": 1, b"EXISTS": 1}, "search": [1], "fetch": {1: {}}, **lies}
    client = SimpleNamespace(**{name: lambda *given, said=said, **named: said for name, said in answers.items()})
    monkeypatch.setenv("WITP_PBEM_PASSWORD", "secret words")
    account = Account(address="a@example.org", imap=Imap(host="imap.example.org"))
    with instead(imap, connected=lambda *given: nullcontext(client)), pytest.raises(Unreachable), \
            imap.arrivals(account, tmp_path, None) as arrivals:
        list(arrivals)


def test_a_home_that_nobody_has_is_no_reason_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "mail.toml"
    file.write_text('address = "a@example.org"\npassword_file = "~nobody-has-this-name/word"\n', encoding="utf-8")
    with pytest.raises(BadAccount):
        password(read(file), {})
