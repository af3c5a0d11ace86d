"""Head lines from which nothing breaks out, a body in two forms that says the same, and no token for strangers."""

from __future__ import annotations

import re
from email.headerregistry import Address
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.exchange.isles import ACCOUNT, isles, received, sent, words
from tests.report.test_html import Reader
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.exchange import compose as desk
from witp_pbem.exchange import token
from witp_pbem.exchange.body import Heading, Outcome, Part, Quoted, Verbatim, listed, written
from witp_pbem.exchange.compose import REPLIED, Purpose, compose, receivers
from witp_pbem.report import mail as reports
from witp_pbem.report.checked import underlined
from witp_pbem.report.templates import BadTemplate
from witp_pbem.table.language import speaking

TO = (Address("Yamada Taro", addr_spec="taro@example.org"),)
BODY: tuple[Part, ...] = (
    Outcome("NOT recorded: 1 problem.", "bad"), "A sentence.", Heading("What is wrong"), listed(["one", "two"]),
    Verbatim(("build Hainann", "      ^^^^^^^"), aligned=True), Verbatim(("# ----- begin orders: japan -----",)))
HEADS = {"MIME-Version", "Content-Type", "Subject", "From", "To", "Message-ID", "Auto-Submitted",
         "X-Auto-Response-Suppress", "X-Witp-Pbem", "In-Reply-To", "References", "Content-Language"}
ANSWER = Purpose("answer", "ab" * 32, REPLIED)
NASTY = some.text() | some.lists(some.sampled_from(
    ["\r\nBcc: spy@example.net", "\n", "\r", "=?utf-8?q?=0D=0ABcc:_spy=40example.net?=", "<spy@example.net>", ",", ";",
     '"', "\u2028", "\x85", "\x00", "\u202e", "山本", "\ud800", "a" * 90, "@", ":"])).map("".join)


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    return open_campaign(isles(tmp_path_factory.mktemp("compose"), tmp_path_factory))


def test_the_head_of_an_answer(campaign: Campaign) -> None:
    mail = sent(id="x1@mail.example.org", references=("r2@example.com", "r1@example.com"), subject="isles orders")
    message = received(compose(ANSWER, BODY, to=TO, subject="[isles] Turn 1", account=ACCOUNT, campaign=campaign,
                               side="japan", answers=mail))
    first = campaign.founding["hash"][:16]
    assert set(message.keys()) == HEADS
    assert message["From"] == "The referee <desk@example.com>"
    assert message["To"] == "Yamada Taro <taro@example.org>"
    assert message["Subject"] == "Re: isles orders"
    assert message["Message-ID"] == f"<answer.{'ab' * 8}.japan.{token.of(campaign, 'japan')}@example.com>"
    assert message["In-Reply-To"] == "<x1@mail.example.org>"
    assert message["References"].split() == [
        f"<{first}@witp-pbem.invalid>", f"<{first}.turn-1@witp-pbem.invalid>", "<r1@example.com>", "<r2@example.com>",
        "<x1@mail.example.org>"]
    assert (message["Auto-Submitted"], message["X-Witp-Pbem"]) == ("auto-replied", "isles")


def test_mails_of_a_turn_thread_with_its_reports(campaign: Campaign) -> None:
    message = received(compose(Purpose("news", "x"), BODY, to=TO, subject=desk.subject_of(campaign), account=ACCOUNT,
                               campaign=campaign, side="japan"))
    assert message["Subject"] == "[isles] Turn 1, winter 1941"
    assert message["References"] == " ".join(f"<{each}>" for each in reports.roots(campaign.founding["hash"], 1))
    assert message["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(("given_", "expected"), [
    ("Re: isles", "Re: isles"), ("RE:isles", "RE:isles"), ("AW: isles", "AW: isles"), ("返信：艦隊", "返信：艦隊"),
    ("isles", "Re: isles"), ("", "[isles] x"), ("\u200b", "[isles] x"), ("regatta", "Re: regatta")])
def test_the_subject_of_an_answer_holds_the_thread(given_: str, expected: str, campaign: Campaign) -> None:
    message = compose(ANSWER, BODY, to=TO, subject="[isles] x", account=ACCOUNT, campaign=campaign, side="japan",
                      answers=sent(subject=given_))
    assert received(message)["Subject"] == expected


def test_without_an_account_it_is_a_draft(campaign: Campaign) -> None:
    message = received(compose(ANSWER, BODY, to=TO, subject="x", account=None, campaign=campaign, side="japan"))
    assert message["From"] is None
    assert message["X-Unsent"] == "1"
    assert message["Message-ID"].endswith("@witp-pbem.invalid>")
    unsent = received(compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT.model_copy(update={"smtp": None})))
    assert (unsent["X-Unsent"], unsent["From"]) == ("1", "The referee <desk@example.com>")


def test_strangers_get_no_token(campaign: Campaign) -> None:
    message = compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT, campaign=campaign)
    assert received(message)["Message-ID"] == f"<answer.{'ab' * 8}.nobody@example.com>"
    assert not any(token.is_of(campaign, side, message.as_string()) for side in ("japan", "allies", "referee"))


@pytest.mark.parametrize("name", [f"{'0' * 77}:{'0' * 200}", "0" * 200, "山" * 90, f"a {'b' * 90}", f"{'a' * 59} b"])
def test_a_long_name_leaves_the_address_alone(name: str, campaign: Campaign) -> None:
    parsed = received(compose(ANSWER, BODY, to=reports.addresses([f"{name} <taro@example.org>"]), subject="x",
                              account=ACCOUNT.model_copy(update={"name": name}), campaign=campaign, side="japan"))
    assert [each.addr_spec for each in parsed["From"].addresses] == ["desk@example.com"]
    assert receivers(parsed) == ("taro@example.org",) and parsed["To"].addresses[0].display_name[:1] == name[:1]


@settings(max_examples=60)
@given(NASTY, NASTY, NASTY, NASTY, NASTY)
def test_nothing_breaks_out_of_its_head_line(campaign: Campaign, name: str, subject: str, player: str, called: str,
                                             about: str) -> None:
    before = campaign.founding["campaign"]
    campaign.founding["campaign"] = called
    try:
        account = ACCOUNT.model_copy(update={"name": name})
        mail = sent(subject=subject, id=f"{subject}@example.org", references=(player, f"{about}@x"))
        message = compose(Purpose("answer", about), [Outcome(subject), called], subject=called, campaign=campaign,
                          to=reports.addresses([f"{player} <taro@example.org>"]), account=account, side="japan",
                          answers=mail)
    finally:
        campaign.founding["campaign"] = before
    assert message.as_bytes().isascii()
    parsed = received(message)
    assert set(parsed.keys()) <= HEADS
    assert len(parsed.keys()) == len(set(parsed.keys()))
    assert [each.addr_spec for each in parsed["From"].addresses] == ["desk@example.com"]
    assert len(receivers(parsed)) <= 1
    assert "spy@example.net" not in receivers(parsed) or "spy@example.net" in player
    assert re.fullmatch(r"<answer\.[0-9a-f]{16}\.japan\.[a-z2-7]{20}@example\.com>", parsed["Message-ID"])
    assert not re.search("[\r\n\x00\u202e\u2028\x85]", parsed["Subject"] + parsed["X-Witp-Pbem"])
    assert all(re.fullmatch("<[!-~]+@[!-~]+>", each) for each in parsed["References"].split())


@pytest.mark.parametrize("reference", ["a b@c", "a@b>\r\nBcc: x@y", "<a@b>", "a@b c", "ä@b", "@", "a@", "=??q?=0D?=@b",
                                       "x" * 300 + "@b"])
def test_what_is_no_id_is_not_referred_to(reference: str, campaign: Campaign) -> None:
    message = compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT, answers=sent(id=reference))
    assert received(message)["References"] is None


def test_a_thread_does_not_grow_without_end() -> None:
    many = sent(references=tuple(f"{number}@example.org" for number in range(500)))
    message = compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT, answers=many)
    assert len(received(message)["References"].split()) == desk.MOST_REFERENCES


def test_the_text_keeps_to_its_width_and_what_is_underlined_below_its_words() -> None:
    body = (Outcome("word " * 40), "長い文" * 40, listed(["word " * 40]), *BODY)
    text = words(compose(ANSWER, body, to=TO, subject="x", account=ACCOUNT))
    assert all(reports.plain(line) == line for line in text.split("\n"))
    assert max(map(desk.width, text.split("\n"))) <= 72
    assert "    build Hainann\n          ^^^^^^^\n" in text
    assert "\n# ----- begin·orders: japan -----\n" in text  # none of ours: there is no token in it


def test_the_page_says_the_same() -> None:
    message = compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT)
    page = words(message, "html")
    reader = Reader(page)
    assert reader.open == []
    assert re.search(">build <b class=\"wrong\"[^>]*>Hainann</b></pre>", page)
    for said in ("NOT recorded: 1 problem.", "A sentence.", "What is wrong", "one", "two", "# ----- begin·orders"):
        assert said in reader.words
    assert not reader.tags & {"script", "img", "svg", "link", "iframe", "form", "input", "button", "a"}
    assert "url(" not in page and "@import" not in page


@pytest.mark.parametrize(("line", "start", "end", "marked"), [
    ("建設 トラッグ、台湾", 3, 7, ">建設 <b>トラッグ</b>、台湾</pre>"),
    ("ﾊﾟｽ トラッグ pass", 4, 8, ">ﾊﾟｽ <b>トラッグ</b> pass</pre>"),
    ("トラッグ", 0, 4, "><b>トラッグ</b></pre>"),
])
def test_a_page_marks_the_words_that_carets_stand_below(line: str, start: int, end: int, marked: str) -> None:
    message = compose(ANSWER, (Verbatim(underlined(line, start, end), aligned=True),), to=TO, subject="x",
                      account=ACCOUNT)
    assert marked in re.sub(" (?:class|style)=\"[^\"]*\"", "", words(message, "html"))


def test_words_come_out_as_text() -> None:
    evil = "<script>alert(1)</script>&\u202e"
    body = (Outcome(evil), evil, Heading(evil), listed([evil], evil), Verbatim((evil,)))
    page = words(compose(ANSWER, body, to=TO, subject=evil, account=ACCOUNT), "html")
    assert "<script" not in page
    assert "\u202e" not in page
    assert page.count("&lt;script&gt;") == 7


def test_a_mail_says_its_language() -> None:
    with speaking("ja"):
        message = compose(ANSWER, ["艦隊"], to=TO, subject="x", account=ACCOUNT)
    assert message["Content-Language"] == "ja"
    assert '<html lang="ja">' in words(message, "html")


def test_it_can_have_ones_own_looks(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory)
    (folder / "templates").mkdir()
    (folder / "templates" / "notice.txt.j2").write_text("mine: {{ subject }}")
    message = compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT, campaign=open_campaign(folder))
    assert words(message) == "mine: x\n"


class Note(NamedTuple):
    """The value of a kind of mail."""

    words: str


def test_what_it_says_can_be_said_otherwise(tmp_path: Path) -> None:
    mails = tmp_path / "templates" / "mails"
    mails.mkdir(parents=True)
    (mails / "note.j2").write_text(
        "{{ outcome(mail.words, 'good') }}\nMy\nown.\n\n{{ mail.words }}{{ quoted('x') }}\nEnd")
    assert written("note", Note("Ahoy"), tmp_path) == [
        Outcome("Ahoy", "good"), "My\nown.", "Ahoy", Quoted("x"), "End"]
    forged = Note("\x000:0\x00")  # no words stand for a part
    assert written("note", forged, tmp_path)[2] == forged.words


@pytest.mark.parametrize("template", ["{{ mail.__class__ }}", "{{ outcome.__globals__ }}", "{{ mail.nothing }}",
                                      "{{ heading() }}", "{{ heading(mail.nothing) }}",
                                      "{{ listed([mail.nothing]) }}", "{{ listed(5) }}", "{{ numbered(['abc']) }}",
                                      "{{ verbatim(mail.nothing) }}", "{{ underlined('x') }}",
                                      "{% include '../secret.txt' %}"])
def test_a_mails_template_reaches_nothing_else(template: str, tmp_path: Path) -> None:
    (tmp_path / "templates" / "mails").mkdir(parents=True)
    (tmp_path / "templates" / "secret.txt").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "templates" / "mails" / "note.j2").write_text(template)
    with pytest.raises(BadTemplate):
        written("note", Note("Ahoy"), tmp_path)


def test_the_same_mail_is_the_same_bytes(campaign: Campaign) -> None:
    one, other = (compose(ANSWER, BODY, to=TO, subject="x", account=ACCOUNT, campaign=campaign, side="japan")
                  for _ in range(2))
    assert one.as_bytes() == other.as_bytes()
