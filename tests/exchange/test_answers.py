"""What a player is answered: the outcome first, in his language, everything said, and his secrets told to him alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from tests.exchange.isles import (
    ACCOUNT,
    GOLDEN,
    NOW,
    block,
    isles,
    letter,
    received,
    sent,
    taken,
    without_hashes,
    words,
)
from tests.leaving import resign
from tests.report.test_mail import VNU
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.exchange import body, token, verdicts
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.desk import answers
from witp_pbem.exchange.reading.incoming import TextBlock, read
from witp_pbem.exchange.verdicts import TextResult
from witp_pbem.report.templates import BadTemplate
from witp_pbem.table.language import LANGUAGES, language
from witp_pbem.table.manual_dice import REFEREE

WRONG = "build Hainann  # secret plan 7391\nbuild Port Arthur"
RIGHT = "build Truk  # secret plan 7391\npass"


@pytest.fixture
def folder(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return isles(tmp_path, tmp_path_factory)


def golden(name: str, text: str) -> None:
    """The text is what it was when somebody last looked; UPDATE_GOLDEN=1 writes it anew."""
    path, text = GOLDEN / name, without_hashes(text)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} differs; look, then run with UPDATE_GOLDEN=1"


def answered(folder: Path, *handled: TextResult, copy: str = "") -> str:
    """The text of an answer, with its line ends as blanks where it matters not."""
    return words(answers.acknowledge(open_campaign(folder), sent(), handled, ACCOUNT, NOW, copy))


def flat(text: str) -> str:
    return " ".join(text.split())


# -- what became of a text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_was_recorded(folder: Path, code: str) -> None:
    set_language(folder, "japan", code)
    golden(f"recorded-{code}.txt", answered(folder, taken(folder, block(RIGHT))))


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_was_refused(folder: Path, code: str) -> None:
    set_language(folder, "japan", code)
    golden(f"refused-{code}.txt", answered(folder, taken(folder, block(WRONG))))


def test_the_page_of_a_refusal(folder: Path) -> None:
    handled = taken(folder, block(WRONG))
    golden("refused.html", words(answers.acknowledge(open_campaign(folder), sent(), [handled], ACCOUNT, NOW), "html"))


@pytest.mark.skipif(not VNU.is_file() or not shutil.which("java"), reason="no vnu-jar (WITP_PBEM_NODE_MODULES) or java")
def test_the_checker_finds_no_error_in_the_page(tmp_path: Path) -> None:
    done = subprocess.run(["java", "-jar", str(VNU), "--errors-only", str(GOLDEN / "refused.html")],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_outcome_stands_first(folder: Path) -> None:
    recorded, refused = taken(folder, block(RIGHT)), taken(folder, block(WRONG))
    assert answered(folder, recorded).startswith("Recorded. The orders of Japan stand in the logbook as entry")
    assert answered(folder, refused).startswith("NOT recorded: 1 problem. Nothing of this text was recorded.")
    firsts = {verdicts.HELD: "NOT recorded yet", verdicts.OVERTAKEN: "NOT recorded: something you sent later",
              verdicts.REPEATED: "This was recorded before, as entry", verdicts.DROPPED: "NOT recorded, and dropped.",
              verdicts.LATER: "NOT recorded yet: the campaign could not be written to just now."}
    for verdict, first in firsts.items():
        assert flat(answered(folder, replace(recorded, verdict=verdict))).startswith(first)
    for reason, first in ((verdicts.DENIED, "Dropped, as you asked."), (verdicts.SAME_MAIL, "NOT recorded: another")):
        assert flat(answered(folder, replace(refused, verdict=verdicts.DROPPED, reason=reason))).startswith(first)


REASONS = (verdicts.NO_CAMPAIGN, verdicts.AMBIGUOUS, verdicts.NO_SIDE, verdicts.NOT_THEIR_SIDE, verdicts.SAME_MAIL,
           verdicts.EXPIRED, verdicts.DENIED, verdicts.BY_KEEPER)


def first(verdict: str, reason: str = "") -> str:
    """The first words on a text."""
    text = answers.TextAnswer(verdict, reason, "Japan", answers.ShownText("text"))
    outcome, *_ = body.written("answer", answers.MailAnswer((text,), False, (), ()), None)
    assert isinstance(outcome, body.Outcome)
    return outcome.text


def test_every_verdict_and_reason_has_its_sentence() -> None:
    silent = {verdicts.AUTOMATIC, verdicts.IGNORED}
    sentences = [first(verdict) for verdict in verdicts.ORDER if verdict not in silent]
    sentences += [first(verdicts.DROPPED, reason) for reason in REASONS]
    assert len(set(filter(None, sentences))) == len(verdicts.ORDER) - len(silent) + len(REASONS)
    for verdict in silent:
        with pytest.raises(UndefinedError):
            first(verdict)


def test_the_words_of_an_answer_can_be_ones_own_but_not_those_to_strangers(folder: Path) -> None:
    mails = folder / "templates" / "mails"
    mails.mkdir(parents=True)
    (mails / "answer.j2").write_text("{% for text in mail.texts %}{{ outcome('Ahoy: ' ~ text.verdict, 'good') }}"
                                     "{{ paragraph(text.stands.entry) }}{% endfor %}")
    (mails / "stranger.j2").write_text("Ahoy")
    handled = taken(folder, block(RIGHT))
    assert answered(folder, handled).startswith(f"Ahoy: recorded\n\n{handled.receipts[0].entry}\n")
    assert "Ahoy" not in words(answers.stranger(sent(), [handled], ACCOUNT, open_campaign(folder)))
    (mails / "nothing.j2").write_text("{{ paragraph(mail.attached.__class__) }}")
    with pytest.raises(BadTemplate, match=r"nothing\.j2"):
        answers.nothing(open_campaign(folder), "japan", sent(), ACCOUNT, NOW)


def test_what_it_replaces_is_said(folder: Path) -> None:
    first = taken(folder, block(RIGHT)).receipts[0].entry
    text = flat(answered(folder, taken(folder, block("pass"))))
    assert f"They replace your orders of entry {first} for bases: “build Truk”, “pass”." in text


def test_the_later_one_is_named(folder: Path) -> None:
    handled = replace(taken(folder, block(RIGHT)), verdict=verdicts.OVERTAKEN, about={"newer": "2026-11-22T07:00:00Z"})
    assert "The later one was sent on Sun 2026-11-22 07:00 UTC." in answered(folder, handled)


def test_a_letter_is_acknowledged(folder: Path) -> None:
    handled = taken(folder, letter("note", "japan", "Text: Gone fishing."))
    assert answered(folder, handled).startswith("Recorded. It stands in the logbook as entry 3 (note).")


def test_a_wrong_letter_is_refused_without_a_form_for_orders(folder: Path) -> None:
    handled = taken(folder, letter("protest", "japan", "About: 99999", "Text: x"))
    assert handled.checked
    text = answered(folder, replace(handled, checked=handled.checked._replace(letter=("protest", {}))))
    assert text.startswith("NOT recorded: 1 problem.")
    assert "begin orders" not in text


def test_several_texts_each_have_their_own_outcome(folder: Path) -> None:
    handled = [taken(folder, block(RIGHT, where="orders.txt")), taken(folder, block(WRONG)),
               taken(folder, letter("note", "japan", "Text: Gone fishing."))]
    text = answered(folder, *handled)
    assert text.startswith("Your mail held 3 texts: 2 recorded, 1 NOT recorded.")
    places = [text.index(each) for each in (
        "The file orders.txt\n===", "Recorded. The orders", "The text of the mail\n===", "NOT recorded: 1 problem",
        "Recorded. It stands")]
    assert places == sorted(places)
    assert text.count("begin orders: japan") == 1


def test_a_file_of_nonsense_is_answered(folder: Path) -> None:
    nonsense = TextBlock(b"\xff\xfe\x00garbage\x1b[31m", "x\r\n\u202e.txt", "isles", "japan")
    checked = check(open_campaign(folder), "x", nonsense.data)
    text = answered(folder, TextResult(verdicts.REFUSED, nonsense, folder, "japan", checked))
    assert text.startswith("NOT recorded: 1 problem.")
    assert "\x1b" not in text and "\u202e" not in text


def test_a_long_text_is_cut(folder: Path) -> None:
    text = answered(folder, taken(folder, block("build Hainann\n" * 900)))
    assert "NOT recorded: 900 problems." in text
    assert "800 more problems are not shown." in text
    assert "… and 704 more lines" in text


# -- how to answer ----------------------------------------------------------------------------------------------


def test_a_refusal_holds_orders_to_fill_in_with_the_players_token(folder: Path) -> None:
    text = answered(folder, taken(folder, block(WRONG)))
    mine = token.of(open_campaign(folder), "japan")
    assert f"# ----- begin orders: japan, token {mine} -----\nCampaign: isles\n" in text
    assert f"# ----- end orders: japan, token {mine} -----" in text


def quoting(text: str, said: str = "Thanks, I will look.") -> bytes:
    """A reply that quotes a mail."""
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    return (f"From: taro@example.org\nTo: desk@example.com\nSubject: Re: x\nMessage-ID: <2@example.org>\n"
            f"Content-Type: text/plain; charset=utf-8\n\n{said}\n\nThe referee wrote:\n{quoted}\n").encode()


def test_a_reply_that_only_quotes_orders_nothing(folder: Path) -> None:
    campaign, held = open_campaign(folder), TextResult(verdicts.HELD, block(RIGHT), folder, "japan")
    texts = [answered(folder, taken(folder, block(WRONG))), answered(folder, taken(folder, block(RIGHT))),
             words(answers.nothing(campaign, "japan", sent(), ACCOUNT, NOW)),
             words(answers.ask(campaign, sent(), [held], ACCOUNT))]
    assert [read(quoting(text)).blocks for text in texts] == [()] * 4


def test_a_reply_with_the_form_filled_in_is_read(folder: Path) -> None:
    campaign = open_campaign(folder)
    text = words(answers.nothing(campaign, "japan", sent(), ACCOUNT, NOW))
    for order in ("build Truk", "pass"):
        text = text.replace(f"# {order}", order, 1)
    (orders,) = read(quoting(text)).blocks
    assert token.is_of(campaign, "japan", orders.token)
    checked = check(campaign, "x", orders.data)
    assert [line.full for line in checked.lines] == ["build Truk (0907)", "pass"]
    assert not checked.problems


def test_the_desk_knows_its_own_answers(folder: Path) -> None:
    message = answers.acknowledge(open_campaign(folder), sent(), [taken(folder, block(WRONG))], ACCOUNT, NOW)
    assert read(message.as_bytes()).automatic == "own"


def test_a_mail_without_orders_says_what_is_awaited(folder: Path) -> None:
    message = answers.nothing(open_campaign(folder), "japan", sent(attached=("map.png",)), ACCOUNT, NOW)
    text = flat(words(message))
    assert text.startswith("Nothing was recorded: no orders were found in your mail.")
    assert "Attached were: map.png." in text
    assert "Waiting for: Japan." in text


def test_what_cannot_be_read_says_why(folder: Path) -> None:
    campaign = open_campaign(folder)
    text = flat(words(answers.unfit(sent(faults=("too-big", "unheard-of")), ACCOUNT, NOW, campaign, "japan")))
    assert text.startswith("Nothing was recorded: your mail cannot be read. The mail is too large.")
    bare = answers.unfit(sent(faults=("no-text",)), ACCOUNT, NOW)
    assert received(bare)["To"] == "taro@example.org"
    assert "token" not in words(bare)


# -- who gets what ------------------------------------------------------------------------------------------------


def test_answers_go_to_the_address_in_the_logbook(folder: Path) -> None:
    campaign, handled = open_campaign(folder), taken(folder, block(RIGHT))
    message = received(answers.acknowledge(campaign, sent(sender="evil@example.net"), [handled], ACCOUNT, NOW))
    assert (message["To"], message["Cc"]) == ("Yamada Taro <taro@example.org>", None)
    copied = received(answers.acknowledge(campaign, sent(), [handled], ACCOUNT, NOW, copy="phone@example.net"))
    assert (copied["To"], copied["Cc"]) == ("Yamada Taro <taro@example.org>", "phone@example.net")
    same = received(answers.acknowledge(campaign, sent(), [handled], ACCOUNT, NOW, copy="Taro@Example.org"))
    assert same["Cc"] is None


def test_who_has_no_known_address_is_answered_only_where_he_is_proved(tmp_path: Path,
                                                                     tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = isles(tmp_path, tmp_path_factory, players={"japan": "Taro", "allies": ""})
    campaign, handled = open_campaign(folder), taken(folder, block(RIGHT))
    assert received(answers.acknowledge(campaign, sent(), [handled], ACCOUNT, NOW))["To"] is None
    assert received(answers.acknowledge(campaign, sent(), [handled], ACCOUNT, NOW, "a@example.org"))["To"] == \
        "a@example.org"


def test_the_referee_is_answered_at_the_account(folder: Path) -> None:
    text = b"Campaign: isles\nTurn: 1\nSide: referee\n\nruling x\n"
    handled = taken(folder, TextBlock(text, "text", "isles", REFEREE))
    message = received(answers.acknowledge(open_campaign(folder), sent(), [handled], ACCOUNT, NOW))
    assert [each.addr_spec for each in message["To"].addresses] == ["desk@example.com"]


def test_the_question_goes_to_the_player_and_shows_what_was_sent(folder: Path) -> None:
    held = TextResult(verdicts.HELD, block(RIGHT), folder, "japan")
    message = answers.ask(open_campaign(folder), sent(sender="evil@example.net"), [held], ACCOUNT,
                          NOW + timedelta(days=7))
    text = flat(words(message))
    assert received(message)["To"] == "Yamada Taro <taro@example.org>"
    assert text.startswith("Is this from you? Reply with the one word “yes”, and it will be recorded for Japan.")
    assert "From: Yamada Taro <evil@example.net>" in text
    assert "6 | build Truk # secret plan 7391" in text
    assert "Sun 2026-11-29 09:00 UTC" in text


def test_others_learn_neither_orders_nor_tokens(folder: Path) -> None:
    campaign, handled = open_campaign(folder), taken(folder, block(RIGHT))
    strange = replace(handled, verdict=verdicts.STRANGER, reason=verdicts.NOT_THEIR_SIDE)
    mail = sent(sender="evil@example.net")
    messages = [answers.stranger(mail, [strange], ACCOUNT, campaign), answers.unfit(mail, ACCOUNT, NOW),
                answers.warn(campaign, "allies", mail, ACCOUNT),
                answers.nothing(campaign, "allies", mail, ACCOUNT, NOW)]
    for message in messages:
        everything = message.as_string() + words(message) + words(message, "html")
        assert "secret plan" not in everything
        assert "build Truk" not in everything
        assert not token.is_of(campaign, "japan", everything)
        assert "taro@example.org" not in everything
    for message in messages[:2]:
        assert received(message)["To"] == "evil@example.net"
        assert not token.is_of(campaign, "allies", message.as_string())
        assert "Ann" not in words(message)


@pytest.mark.parametrize("reason", REASONS[:4])
def test_a_stranger_is_told_why(folder: Path, reason: str) -> None:
    handled = TextResult(verdicts.STRANGER, block(RIGHT), reason=reason, about={"campaigns": ["isles", "manila"]})
    text = flat(words(answers.stranger(sent(), [handled], ACCOUNT, open_campaign(folder))))
    assert text.startswith(flat(first(verdicts.STRANGER, reason)))
    assert "isles, manila" in text


# -- languages ------------------------------------------------------------------------------------------------------


def test_a_player_is_answered_in_his_language_and_a_stranger_in_the_one_he_writes(folder: Path) -> None:
    set_language(folder, "japan", "ja")
    campaign, handled = open_campaign(folder), taken(folder, block(WRONG))
    message = answers.acknowledge(campaign, sent(), [handled], ACCOUNT, NOW)
    assert (message["Content-Language"], words(message)[:10]) == ("ja", "何も記録していません")
    assert answers.nothing(campaign, "allies", sent(), ACCOUNT, NOW)["Content-Language"] == "en"
    assert answers.stranger(sent("これは命令です"), [], ACCOUNT)["Content-Language"] == "ja"
    assert language() == "en"


def test_deadlines_are_told(folder: Path) -> None:
    agreements.keep(folder, Agreement())
    text = flat(words(answers.nothing(open_campaign(folder), "japan", sent(), ACCOUNT, NOW)))
    assert "How it goes on" in text
    assert "Wed 2026-11-25 09:00 UTC" in text


def test_after_the_end_nothing_is_asked_for(folder: Path) -> None:
    resign(folder, "japan", "the fleet is gone")
    adjudicate(folder)
    text = words(answers.nothing(open_campaign(folder), "japan", sent(), ACCOUNT, NOW))
    assert "begin orders" not in text and "Waiting for" not in text
