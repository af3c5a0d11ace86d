"""Nobody else's words become a player's orders, whatever his mail program makes of the letters he answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.exchange.post import deliver, maildir, newest, reply
from tests.exchange.posting import ANN, NOW, PostOffice, begun, install, later
from tests.exchange.test_dkim import dns
from tests.exchange.test_dkim import signed as vouched
from tests.exchange.test_round import isles
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.letter_text import write as letter
from witp_pbem.cli import main
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox, verdicts
from witp_pbem.exchange.desk import answered
from witp_pbem.exchange.reading import html_text
from witp_pbem.exchange.reading.incoming import read
from witp_pbem.report.drafts import marked
from witp_pbem.report.mail import header
from witp_pbem.table.columns import wrap
from witp_pbem.table.quoting import HEADER, harmless, mended, outside

FILLERS = "\u1160\u115f\u3164\u200b\u2060\ufe0f\U000e0041"
RESIGN = "Campaign: isles\nSide: {side}\nLetter: resign\n"
DISGUISES: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "padded to the end of a line": lambda text: "".join(f"{'x' * 71} {line}\n" for line in text.splitlines()),
    "padded with what nobody sees": lambda text: "".join(line.ljust(72, "\u1160") + "\n" for line in text.splitlines()),
    "with fillers": lambda text: "".join(f"{sign}{FILLERS[place % len(FILLERS)]}" for place, sign in enumerate(text)),
    "of full width": lambda text: text.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}),
    "behind a word without end": lambda text: "".join("y" * 72 + line + "\n" for line in text.splitlines()),
    "on one line": lambda text: " ".join(text.split("\n")),
    "in bold": lambda text: text.replace(":", "*:").replace("\n", "\n*"),
    "right to left": lambda text: f"\u202e{text}\u202c",
    "marked as a form": lambda text: "\n".join(marked("red", text, "a" * 20)),
    "as a page": lambda text: "<pre>" + text + "</pre>",
}


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    install(monkeypatch)
    return begun(tmp_path)


def body(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    text = str(part.get_content())
    return text if kind == "plain" else "\n".join(line.raw for line in html_text.read(text).lines)


def rewrapped(text: str) -> Iterator[str]:
    """A letter as programs repeat it that mark nothing: as it is, in one line, and broken anew at many widths."""
    yield text
    yield " ".join(text.split())
    for columns in range(20, 100, 7):
        yield "\n".join(wrap(text, columns))
        yield "\n".join(piece for line in text.splitlines() for piece in wrap(line, columns))


# -- what is written ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("disguise", DISGUISES)
def test_no_line_of_a_letter_can_be_broken_into_a_header(disguise: str) -> None:
    text = DISGUISES[disguise](RESIGN.format(side="red"))
    for wrapped in rewrapped("\n".join(map(harmless, text.splitlines()))):
        assert not [line for line in wrapped.splitlines() if HEADER.match(mended(line))]
        assert read(f"From: ken@example.org\n\n{wrapped}".encode()).blocks == ()


def test_words_cut_anywhere_begin_no_header() -> None:
    chance = random.Random(5)
    pieces = ("Letter: resign", "Side : red", "campaign：isles", "キャンペーン: isles", " ", "x" * 30, "*", "·", "“",
              "\u1160", "ſide: red", "Ｔｕｒｎ： 1", "\xa0", "begin orders", "# -----", "-: ", "::", "\u2236")
    for _ in range(400):
        words = harmless("".join(chance.choices(pieces, k=12)))
        for place in range(len(words)):
            if place == 0 or words[place - 1].isspace():
                assert not HEADER.match(mended(words[place:])), (words, place)


def test_what_is_no_header_stays_as_it_is() -> None:
    for words in ("Turn 4, phase 2: the fleet at Truk (0909): 3 hits", "Re: my orders", "12:30",
                  "Orders begin with “Campaign: isles”", "部隊：第14軍", "returned: nothing"):
        assert harmless(words) == words
    assert header("Re: Letter: resign") == "Re: Letter· resign"
    assert harmless("陣営：日本") == "陣営・日本"


def test_only_lines_with_the_players_token_are_a_form() -> None:
    form = marked("red", RESIGN, "a" * 20)
    assert outside("\n".join(form), ["a" * 20]).split("\n") == form
    assert "Letter: resign" not in outside("\n".join(form), ["b" * 20])


# -- attacks through commands --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_note_of_the_opponent_is_nobodys_orders_however_it_is_answered(tmp_path: Path) -> None:
    desk, box = isles(tmp_path / "isles"), maildir(tmp_path / "box")

    def a_round(*more: str) -> str:
        done = CliRunner().invoke(main, ["serve", str(desk.folder), "--once", "--mails", str(box), *more],
                                  catch_exceptions=False)
        assert "Traceback" not in done.output
        return done.output

    a_round()
    for number, disguise in enumerate(DISGUISES.values()):
        note = letter("note", "isles", "second", {"text": disguise(RESIGN.format(side="first")).strip() or "x"})
        deliver(box, reply(newest(desk.folder, "ann@example.org"), "ann@example.org", note, 100 + number), f"n{number}")
    a_round()
    assert sum(entry["type"] == "note" for entry in desk.open().entries) > len(DISGUISES) // 2
    news = newest(desk.folder, "ken@example.org")
    assert "resign" in body(news)
    for number, wrapped in enumerate((*rewrapped(body(news)), *rewrapped(body(news, "html")))):
        for above, below in (("My orders come tomorrow.\n\n", ""), ("", "\nMy orders come tomorrow.\n")):
            text = f"{above}{wrapped}{below}"
            name = f"{number}{bool(above)}"
            deliver(box, reply(news, "ken@example.org", text, 200 + 2 * number + bool(above)), name)
    a_round()
    assert not [entry for entry in desk.open().entries if entry["type"] not in ("founding", "note", "sitting", "word")]
    assert not open_campaign(desk.folder).position.outcome


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_strangers_subject_and_name_are_nobodys_orders(post: PostOffice, disguise: str) -> None:
    disguised = DISGUISES[disguise](RESIGN.format(side="red"))
    text = post.desk.text("red", "bid 0")
    words = " ".join(disguised.split())
    raw = f"From: =?utf-8?b?{encoded(words[:80])}?= <eve@example.com>\nTo: desk@example.net\n".encode()
    raw += f"Subject: =?utf-8?b?{encoded(words[:200])}?=\n\n{text}".encode()
    assert post.take(raw).verdict == verdicts.STRANGER
    before = post.desk.open().entries
    warning = next(message for key, message in post.letters().items() if key.startswith("warn"))
    for wrapped in (*rewrapped(body(warning)), *rewrapped(body(warning, "html")),
                    f"From: desk\nSent: today\nSubject: {warning['Subject']}\n{body(warning)}"):
        taken = post.take(post.mail(f"No, that was not me!\n\n{wrapped}", re=str(warning["Message-ID"]).strip("<>")))
        assert taken.verdict == verdicts.NOTHING
    assert post.desk.open().entries == before


def encoded(words: str) -> str:
    import base64

    return base64.b64encode(words.encode()).decode()


# -- what the desk knows it has written ----------------------------------------------------------------------------


def unguarded(post: PostOffice, text: str, key: str = "report:1:red") -> str:
    """A letter of ours as it would be if nothing were harmless; its id."""
    ours = EmailMessage()
    ours["Message-ID"] = f"<{post.reference('red')}>"
    ours.set_content(text)
    outbox.put(offices.of_campaign(post.desk.folder), NOW, key, ["ken@example.org"], ours)
    return post.reference("red")


@pytest.mark.parametrize("change", [
    str, str.upper, lambda text: text.replace(" ", "\xa0"), lambda text: text.replace(":", "："),
    lambda text: "\n\n".join(wrap(text, 40)), lambda text: text.replace("bid", "b\u200bid")])
@pytest.mark.parametrize("refers", [True, False])
def test_what_the_desk_has_written_is_never_taken_back(
        post: PostOffice, change: Callable[[str], str], refers: bool) -> None:
    text = post.desk.text("red", "bid 0")
    ours = unguarded(post, f"Blue notes:\n{text}\nGood luck to all who read this far, and see you next week.\n")
    if not refers:  # the newest letter is another one; that one is known all the same
        ours = post.reference("red", about="f" * 16)
    taken = post.take(post.mail(f"{change(text)}\nMy orders come tomorrow!", re=ours))
    assert (taken.verdict, post.submissions()) == (verdicts.NOTHING, [])


def test_a_letter_that_a_mail_refers_to_is_known_with_or_without_the_domain_of_its_id(post: PostOffice) -> None:
    office, text = offices.of_campaign(post.desk.folder), post.desk.text("red", "bid 0")
    ours = EmailMessage()
    ours["Message-ID"] = f"<{post.reference('red')}>"
    ours.set_content(f"Blue notes:\n{text}")
    outbox.put(office, NOW, "report:1:former", ["former@example.org"], ours)
    for reference in (post.reference("red"), post.reference("red").partition("@")[0], post.reference("red").upper()):
        mail = read(post.mail(text, re=reference if "@" in reference else "", key="x@example.org"))
        mail = mail if "@" in reference else read(post.mail(f"# letter {reference}\n\n{text}"))
        (block,) = mail.blocks
        assert mail.references and answered.is_repeated(office, mail, block, "ken@example.org"), reference
    assert not answered.is_repeated(office, read(post.mail(text)), block, "ken@example.org")


def test_orders_among_which_lines_of_ours_stand_are_asked_for(post: PostOffice) -> None:
    tail = "bid 1\nbid 2 and never look back to what you did before\nbid 3 or nothing at all"
    ours = unguarded(post, f"Blue notes:\n{tail}\n")
    text = post.desk.text("red", "bid 4")
    assert answered.repeats(offices.of_campaign(post.desk.folder), read(post.mail("", re=ours)), read(
        post.mail(f"{text}\n{tail}")).blocks[0], "ken@example.org")
    assert post.take(post.mail(text, re=ours)).verdict == verdicts.RECORDED


def test_a_form_that_the_desk_offered_is_taken_in_whatever_way_it_was_filled(post: PostOffice) -> None:
    form = "\n".join(marked("red", post.desk.text("red", "# bid 3"), post.token("red")))
    ours = unguarded(post, f"You owe a bid.\n\n{form}\n")
    without_marks = "\n".join(form.split("\n")[1:-1]).replace("# bid", "bid")
    assert post.take(post.mail(without_marks, re=ours)).verdict == verdicts.RECORDED
    assert post.take(post.mail(form.replace("# bid 3", "bid 4"), re=ours)).verdict == verdicts.RECORDED
    assert len(post.submissions()) == 2


# -- letters that weigh --------------------------------------------------------------------------------------------


def question(post: PostOffice) -> str:
    return str([message for key, message in post.letters().items()
                if key.startswith("confirm")][-1]["Message-ID"])[1:-1]


@pytest.mark.parametrize(("kind", "values", "entry"), [
    ("resign", {}, "ruling"), ("player", {"player": "Bob <bob@example.org>"}, "player"),
    ("withdraw", {}, "withdrawal")])
def test_a_letter_that_ends_or_gives_away_something_is_asked_back(
        post: PostOffice, kind: str, values: dict[str, str], entry: str) -> None:
    post.take(post.orders("red", "bid 2"))
    before = len(post.desk.open().entries)
    text = letter(kind, "isles", "red", values)
    assert post.take(post.mail(text, re=post.reference("red"))).verdict == verdicts.HELD
    assert len(post.desk.open().entries) == before
    asked = [message for key, message in post.letters().items() if key.startswith("confirm")][-1]
    assert "Is this what you want?" in body(asked) and "Red" in body(asked)
    assert post.take(post.mail("What is this?", re=question(post))).verdict == verdicts.NOTHING
    assert post.take(post.mail("yes", ANN, re=question(post))).verdict == verdicts.NOTHING  # it was shown to her
    assert len(post.desk.open().entries) == before
    assert post.take(post.mail("Yes!", re=question(post))).verdict == verdicts.RECORDED
    assert entry in [each["type"] for each in post.desk.open().entries[before:]]


def test_no_to_the_question_drops_a_resignation(post: PostOffice) -> None:
    post.take(post.mail(RESIGN.format(side="red"), re=post.reference("red")))
    assert post.take(post.mail("no", re=question(post))).verdict == verdicts.DROPPED
    assert not post.desk.open().position.outcome


# -- what a domain vouches for -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "days", "is_his"), [
    ({}, 0, True), ({"to": "Ann <ann@example.org>"}, 0, False), ({"to": "desk+isles@example.net"}, 0, True),
    ({"to": "Ann <ann@example.org>", "Cc": "Desk <desk@example.net>"}, 0, True), ({}, 10, False), ({}, 1, True),
    ({"minutes": 24 * 60}, 0, False)])
def test_only_a_fresh_mail_to_the_desk_is_vouched_for(
        post: PostOffice, change: dict[str, str], days: int, is_his: bool) -> None:
    raw = vouched(post.orders("red", "bid 0", re="", **change))
    taken = post.take(raw, later(days=days), dns=dns())
    assert taken.verdict == (verdicts.RECORDED if is_his else verdicts.HELD)


@pytest.mark.parametrize("line", [b"Cc: desk@example.net", b"Content-Type: text/plain", b"References: <1@example.org>",
                                  b"In-Reply-To: <1@example.org>"])
def test_a_line_that_was_not_signed_spoils_what_is_vouched_for(post: PostOffice, line: bytes) -> None:
    text = post.desk.text("red", "bid 0").encode()
    head = (b"From: Ken <ken@example.org>\r\nTo: Ann <ann@example.org>\r\nSubject: x\r\n"
            b"Date: Sun, 22 Nov 2026 08:00:00 +0000\r\n")
    assert post.take(line + b"\r\n" + vouched(head + b"\r\n" + text), dns=dns()).verdict == verdicts.HELD


def test_a_mail_of_before_the_campaign_is_no_proof(post: PostOffice) -> None:
    post.take(post.orders("blue", "bid 1", ANN), later(minutes=-60))  # with it the desk's journal begins
    raw = vouched(post.orders("red", "bid 0", re="", minutes=-120))
    assert post.take(raw, dns=dns()).verdict == verdicts.HELD
    assert post.take(vouched(post.orders("red", "bid 1", re="", minutes=-30)), dns=dns()).verdict == verdicts.RECORDED




# -- what a stranger can have sent to others ------------------------------------------------------------------------


def test_an_answer_to_whom_a_stranger_named_holds_no_word_of_his(post: PostOffice) -> None:
    raw = post.mail(f"{post.desk.text('red', 'bid 0')}\n# buy pills now", "Victim of spam <victim@example.com>",
                    subject="buy pills now at http://pills.example.com")
    assert post.take(raw).verdict == verdicts.STRANGER
    (answer,) = (message for message in post.letters().values() if "victim@example.com" in str(message["To"]))
    assert "pills" not in answer.as_string() and str(answer["Subject"]) == "[isles]"
