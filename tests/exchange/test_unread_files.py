"""Files of word processors in mails to the desk: they are not read, and their sender is told so each time."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.exchange.posting import KEN, NOW, PostOffice, begun, install, later
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import replies
from witp_pbem.exchange.verdicts import MailResult

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
FILES = (  # name, kind it is sent as, how it begins
    ("Turn 4.docx", DOCX, b"PK\x03\x04\x14\x00"),
    ("Turn 4.DOCX", "application/octet-stream", b"PK\x03\x04\x14\x00"),
    ("turn.odt", "application/vnd.oasis.opendocument.text", b"PK\x03\x04\x14\x00"),
    ("turn.doc", "application/msword", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ("turn.rtf", "text/rtf", rb"{\rtf1\ansi Campaign: isles\par"),
    ("turn.rtf", "application/rtf", rb"{\rtf1\ansi Campaign: isles\par"),
    ("turn.pages", "application/octet-stream", b"PK\x03\x04\x14\x00"),
    ("turn.pdf", "application/pdf", b"%PDF-1.7"),
    ("turn.txt", "text/plain", b"{\\rtf1\\ansi\nCampaign: isles\nSide: red\nbid 3\n}"),  # only renamed
    ("命令.docx", DOCX, b"PK\x03\x04\x14\x00"),
)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    return begun(tmp_path)


def take(post: PostOffice, text: str, *files: tuple[str, str, bytes], minutes: int = 0) -> MailResult:
    """Takes in a reply of Ken's with files attached."""
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Subject"] = KEN, "desk@example.net", "orders"
    message["Date"], message["Message-ID"] = format_datetime(later(minutes)), f"<files{minutes}@example.org>"
    message["In-Reply-To"] = f"<{post.reference('red')}>"
    message.set_content(text)
    for name, kind, data in files:
        message.add_attachment(data, *kind.split("/"), filename=name)
    return post.take(message.as_bytes(), later(minutes))


def said(post: PostOffice) -> list[str]:
    """The answers to Ken, each on one line."""
    bodies = [letter.get_body(("plain",)) for letter in post.letters().values() if "ken@" in str(letter["To"])]
    return [" ".join(str(body.get_content()).split()) for body in bodies if body]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file[0]} as {file[1]}")
def test_a_file_of_a_word_processor_without_other_orders(post: PostOffice, file: tuple[str, str, bytes]) -> None:
    assert take(post, "Here are my orders.\n", file).verdict == verdicts.NOTHING
    (answer,) = said(post)
    assert answer.startswith("Nothing was recorded") and answer.count(file[0]) == 1
    assert f"NOT read: {file[0]}. This is a file of a word processor: open it there, choose Save As" in answer


def test_the_sentence_comes_beside_orders_that_were_recorded(post: PostOffice) -> None:
    taken = take(post, post.desk.text("red", "bid 3"), *FILES[:2])
    assert taken.verdict == verdicts.RECORDED and len(post.submissions()) == 1
    (answer,) = said(post)
    assert "NOT read: Turn 4.docx, Turn 4.DOCX. These are files of a word processor" in answer
    assert "Recorded. The orders of" in answer


def test_it_comes_beside_orders_that_were_refused_or_recorded_before(post: PostOffice) -> None:
    assert take(post, post.desk.text("red", "bid 9"), FILES[0]).verdict == verdicts.REFUSED
    assert take(post, post.desk.text("red", "bid 3"), minutes=1).verdict == verdicts.RECORDED
    assert take(post, post.desk.text("red", "bid 3"), FILES[0], minutes=2).verdict == verdicts.REPEATED
    refused, recorded, again = said(post)
    assert "NOT read: Turn 4.docx" in refused and "NOT read" not in recorded and "NOT read: Turn 4.docx" in again


def test_it_comes_each_time_until_nobody_can_be_at_the_keyboard(post: PostOffice) -> None:
    for minute in range(replies.MOST_A_DAY + 2):
        assert take(post, f"Try {minute}.\n", FILES[0], minutes=minute).verdict == verdicts.NOTHING
    assert len(said(post)) == replies.MOST_A_DAY > 1


@pytest.mark.parametrize("file", [
    ("logo.png", "image/png", b"\x89PNG\r\n"), ("smime.p7s", "application/pkcs7-signature", b"0\x82"),
    ("all.zip", "application/octet-stream", b"PK\x03\x04")], ids=lambda file: file[0])
def test_other_files_are_none_of_a_word_processor(post: PostOffice, file: tuple[str, str, bytes]) -> None:
    assert take(post, "Hello.\n", file).verdict == verdicts.NOTHING
    (answer,) = said(post)
    assert "NOT read" not in answer and f"Attached were: {file[0]}." in answer


def test_a_mail_written_as_rtf_and_plain_text_tells_the_same_twice(post: PostOffice) -> None:
    text = post.desk.text("red", "bid 3")
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Message-ID"] = KEN, "desk@example.net", "<both@example.org>"
    message["Date"], message["In-Reply-To"] = format_datetime(NOW), f"<{post.reference('red')}>"
    message.set_content(text)
    message.add_alternative(text, subtype="rtf")
    assert post.take(message.as_bytes()).verdict == verdicts.RECORDED
    assert "NOT read" not in said(post)[0]
