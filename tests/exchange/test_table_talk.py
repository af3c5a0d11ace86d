"""Table talk by mail: wherever in a mail it stands, and never read back as orders from the report that tells it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.exchange.posting import ANN, EVE, PostOffice, begun, install
from tests.exchange.test_intake import words
from tests.exchange.test_words_of_others import DISGUISES, rewrapped
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder import settings
from witp_pbem.campaign.folder.settings import set_language, set_talk_above
from witp_pbem.campaign.sitting.table_talk import TableTalk
from witp_pbem.exchange import forms, verdicts
from witp_pbem.exchange.reading.incoming import read
from witp_pbem.exchange.reading.posts import read_post
from witp_pbem.exchange.verdicts import MailResult
from witp_pbem.report import table_talk
from witp_pbem.table.quoting import HEADER, mended


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    install(monkeypatch)
    return begun(tmp_path)


def talk(post: PostOffice) -> list[tuple[str, ...]]:
    """What Red says in the next report."""
    assert post.take(post.orders("blue", "bid 1", ANN)).verdict == verdicts.RECORDED
    post.desk.sit()
    return [talk.lines for talk in tell(post.desk.open(), unread=True).talk if talk.side == "red"]


def became(taken: MailResult) -> list[str]:
    return [result.verdict for result in taken.handled]


def quoted(text: str, above: str, below: str = "") -> str:
    """A reply that quotes a text."""
    return "\n".join([above, "", "On Sun, 22 Nov 2026 at 08:00, desk@example.net wrote:",
                      *(f"> {line}" for line in text.splitlines()), below])


def form(post: PostOffice, orders: str = "") -> str:
    """The form in a report, with an order written into it."""
    lines = list(forms.draft(post.desk.open(), "red"))
    place = next(number for number, line in enumerate(lines) if not line)
    return "\n".join([*lines[:place], orders, *lines[place:]])


@pytest.mark.parametrize("orders", ["Say: Hello!\nbid 3", "bid 3\nSay: Hello!\n", "- Say: Hello!\n- bid 3",
                                    "発言：Hello!\nbid 3", "* Say: *Hello!*\n* bid 3"])
def test_it_may_stand_among_the_orders(post: PostOffice, orders: str) -> None:
    taken = post.take(post.orders("red", orders))
    assert became(taken) == [verdicts.RECORDED]
    answer = words(post.letters()[taken.letters[0]])
    assert "With the next report everybody (Blue) reads from you: “Hello!”." in answer
    assert talk(post) == [("Hello!",)]


def test_or_above_their_header(post: PostOffice) -> None:
    assert became(post.take(post.mail("Say: Hello!\n" + post.desk.text("red", "bid 3"), re=post.reference("red")))
                  ) == [verdicts.RECORDED]
    assert talk(post) == [("Hello!",)]


def test_or_above_a_form_that_is_filled_in_where_it_is_quoted(post: PostOffice) -> None:
    mail = quoted(form(post, "bid 3"), "Say: Hello!\nSay: How are you?")
    assert became(post.take(post.mail(mail, re=post.reference("red")))) == [verdicts.RECORDED] * 2
    assert [text.splitlines()[-1] for text in post.submissions()][-1] == "Say: How are you?"
    assert talk(post) == [("Hello!", "How are you?")]


def test_or_alone_above_a_report(post: PostOffice) -> None:
    assert became(post.take(post.orders("red", "bid 3"))) == [verdicts.RECORDED]
    mail = post.mail(quoted(form(post), "Say: Hello!\n\nKen"), re=post.reference("red"), minutes=1)
    assert became(post.take(mail)) == [verdicts.RECORDED]
    assert talk(post) == [("Hello!",)]


def test_what_is_quoted_is_said_by_nobody_again(post: PostOffice) -> None:
    old = post.desk.text("red", "Say: Hello!\nbid 3")
    assert became(post.take(post.mail(old, re=post.reference("red")))) == [verdicts.RECORDED]
    taken = post.take(post.mail(quoted(old, "Say: Once more"), re=post.reference("red"), minutes=1))
    assert verdicts.RECORDED in became(taken)
    assert talk(post) == [("Hello!",), ("Once more",)]


def test_a_line_that_a_program_has_wrapped_is_whole_again(post: PostOffice) -> None:
    said = "This is a long line, long enough for the mail program to break it somewhere near here."
    wrapped = "Say: This is a long line, long enough for the mail program to break it\nsomewhere near here."
    assert became(post.take(post.orders("red", wrapped + "\nbid 3"))) == [verdicts.RECORDED]
    assert talk(post) == [(said,)]


def test_words_nobody_asked_to_tell_are_left_alone(post: PostOffice) -> None:
    text = "Hi all,\n\nI am late.\n\n" + post.desk.text("red", "bid 3")
    assert became(post.take(post.mail(text, re=post.reference("red")))) == [verdicts.RECORDED]
    assert talk(post) == []


@pytest.mark.parametrize("lead", ["Hi all,\n\nthis is a line\nand more of it.\n\n",
                                  "Hi all,\n\nthis is a line\nand more of it.\n\nSay: Hello!\n\n"])
def test_where_it_is_agreed_words_above_orders_are_told(post: PostOffice, lead: str) -> None:
    set_talk_above(post.desk.folder)
    taken = post.take(post.mail(lead + post.desk.text("red", "bid 3"), re=post.reference("red")))
    assert set(became(taken)) == {verdicts.RECORDED}
    said = [line for lines in talk(post) for line in lines]
    assert said == ["Hi all,", "this is a line and more of it.", *(["Hello!"] if "Say:" in lead else [])]
    answers = "".join(map(words, post.letters().values()))
    assert "“Hi all,”" in answers


def test_so_are_words_above_a_form_filled_in_where_it_is_quoted(post: PostOffice) -> None:
    set_talk_above(post.desk.folder)
    assert "above this form" in form(post)
    mail = quoted(form(post, "bid 3"), "Well played!\n\nKen")
    assert set(became(post.take(post.mail(mail, re=post.reference("red"))))) == {verdicts.RECORDED}
    assert [line for lines in talk(post) for line in lines][:1] == ["Well played!"]


@pytest.mark.parametrize("slip", ["pass", "bid 4", "raid Blue Island with 2 boats", "Blue Island"])
def test_words_that_may_be_an_order_are_not_told_and_the_answer_says_so(post: PostOffice, slip: str) -> None:
    """An order that has slipped out of the form must never be read by the other side."""
    set_talk_above(post.desk.folder)
    taken = post.take(post.mail(f"Hi all,\n\n{slip}\n\n" + post.desk.text("red", "bid 3"), re=post.reference("red")))
    assert became(taken) == [verdicts.RECORDED]
    assert f"this line may be an order: “{slip}”" in " ".join(words(post.letters()[taken.letters[0]]).split())
    assert talk(post) == []


def test_words_above_orders_that_are_held_wait_with_them(post: PostOffice) -> None:
    set_talk_above(post.desk.folder)
    taken = post.take(post.mail("Hi all,\n\n" + post.desk.text("red", "bid 3")))
    assert became(taken) == [verdicts.HELD] and not post.submissions()
    (question,) = (post.letters()[key] for key in taken.letters)
    answer = post.mail("yes", re=str(question["Message-ID"]).strip("<>"))
    assert set(became(post.take(answer))) == {verdicts.RECORDED}
    assert talk(post) == [("Hi all,",)]


def test_nobody_speaks_for_a_player(post: PostOffice) -> None:
    mail = post.mail("Say: I give up\n" + post.desk.text("red", "bid 3"), EVE)
    assert became(post.take(mail)) == [verdicts.STRANGER] and talk(post) == []


def test_the_agreement_stays_where_a_language_is_set(post: PostOffice) -> None:
    set_talk_above(post.desk.folder)
    set_language(post.desk.folder, "red", "ja")
    assert settings.is_talk_above(post.desk.folder) and settings.languages(post.desk.folder) == {"red": "ja"}


def test_a_line_in_a_forum_post(post: PostOffice) -> None:
    game = post.desk.open().game
    text = "Say: Hello!\n\nsome words\n\n[code]" + post.desk.text("red", "bid 3") + "[/code]"
    orders, said = read_post(text, game)
    assert not orders.is_talk and said.is_talk
    assert said.data.decode() == "Campaign: isles\nTurn: 1\nSide: red\nSay: Hello!\n"


# -- what is told is never read back --------------------------------------------------------------------------------


def report_text(post: PostOffice, said: str) -> str:
    """The table talk of a report as text."""
    lines = tuple(filter(None, said.splitlines()))
    return "\n".join(table_talk.sentences(TableTalk(3, "blue", ANN, lines), post.desk.open().game))


@pytest.mark.parametrize("disguise", DISGUISES)
def test_what_looks_like_orders_is_none_in_the_report(post: PostOffice, disguise: str) -> None:
    orders = post.desk.text("red", "pass") + "Letter: resign\n"
    for text in rewrapped(report_text(post, DISGUISES[disguise](orders))):
        assert not [line for line in text.splitlines() if HEADER.match(mended(line))], text
        assert read(f"From: ken@example.org\n\n{text}".encode(), [post.desk.open().game]).blocks == ()
        assert not read_post(text, post.desk.open().game)


def test_nor_ends_it_a_form_or_passes_for_a_letter_of_the_desk(post: PostOffice) -> None:
    reference = post.reference("red").rpartition("@")[0]
    text = report_text(post, f"# ----- end orders: red -----\n# letter {reference}\n"
                             f"# ----- begin orders: red, token {'a' * 20}")
    mail = read(f"From: ken@example.org\n\nok\n{text}".encode())
    assert mail.references == () and mail.blocks == ()
    filled = form(post, "bid 3").splitlines()
    inside = "\n".join([*filled[:-1], *(f"# {line}" for line in text.splitlines()), filled[-1]])
    (block,) = read(f"From: ken@example.org\n\n{inside}".encode(), [post.desk.open().game]).blocks
    assert block.marked and b"bid 3" in block.data


def test_words_cut_anywhere_are_no_orders(post: PostOffice) -> None:
    chance = random.Random(7)
    pieces = ("Say: pass", "Side : red", "campaign：isles", "発言：", " ", "x" * 30, "*", "“", "\u1160", "＞ ", "> ",
              "\xa0", "\u2028", "end orders", "# -----", "# letter ", "::", "\u2236", "\u202e", "@everyone",
              "\x1b[31m", "<b>")
    for _ in range(200):
        text = report_text(post, "".join(chance.choices(pieces, k=12)))
        assert all(sign.isprintable() or sign == "\n" for sign in text) and "\u202e" not in text
        for place in range(len(text)):
            if place == 0 or text[place - 1].isspace():
                assert not HEADER.match(mended(text[place:])), (text, place)
