"""Mails made to do harm: read to their limits, named, quickly, and with a head that can be answered."""

from __future__ import annotations

import base64
import time
from email.parser import BytesParser

import pytest

from tests.exchange.reading.kinds import crlf, mail, part, parts, together
from tests.exchange.reading.orders_written import read, read_post
from tests.stand_ins import instead, small
from witp_pbem.campaign.mails import limits
from witp_pbem.exchange.reading.incoming import Mail

ORDERS = b"Campaign: manila\r\nTurn: 4\r\nSide: japan\r\npass\r\n"
QUICK = 20  # seconds of the processor, on a machine five times slower than most; without limits it is hours
TEXT = b"From: ken@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
PAGE = b"From: ken@example.org\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
MIXED = b'From: ken@example.org\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'


def quickly(made: bytes) -> Mail:
    begun = time.process_time()
    message = read(made)
    assert time.process_time() - begun < QUICK
    assert "unreadable" not in message.faults and message.sender == "ken@example.org"
    return message


def nested(count: int) -> bytes:
    made = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (each, each) for each in range(count)
    )
    return b"From: ken@example.org\r\n" + made + b"\r\n" + ORDERS


BOMBS = {
    "a line of 9 MB": (TEXT + ORDERS + b"a" * 9 * 2**20, "too-big", 1),
    "a million lines": (TEXT + ORDERS + b"x\r\n" * 200_000, "text-too-long", 1),
    "2000 parts": (MIXED + b"--b\r\n\r\n" + ORDERS + b"--b\r\n\r\nx\r\n" * 2000, "too-many-parts", 1),
    "100,000 parts": (MIXED + b"--b\r\n\r\n" + ORDERS + b"--b\r\n\r\nx\r\n" * 30_000, "too-many-parts", 1),
    "many long parts": (MIXED + (b"--b\r\n\r\n" + b"> x\r\n" * 4000) * 15, "text-too-long", 0),
    "many long pages": (
        MIXED + (b"--b\r\nContent-Type: text/html\r\n\r\n" + b"<b></i>" * 2000 + b"\r\n") * 25,
        "text-too-long",
        0,
    ),
    "parts in parts": (nested(40), "nested-too-deep", 0),
    "parts in parts without end": (nested(30_000), "nested-too-deep", 0),
    "one boundary for all": (
        MIXED + b'--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n' * 5000,
        "nested-too-deep",
        0,
    ),
    "forwarded without end": (
        b"From: ken@example.org\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 5000 + ORDERS,
        "nested-too-deep",
        0,
    ),
    "a head line of 300 KB": (b"X: " + b"a" * 300_000 + b"\r\n" + TEXT + ORDERS, "head-too-long", 1),
    "50,000 head lines": (b"X: a\r\n" * 50_000 + TEXT + ORDERS, "head-too-long", 1),
    "a part described at length": (
        b"From: ken@example.org\r\nContent-Type: multipart/mixed" + b";" * 200_000 + b"\r\n\r\n",
        "head-too-long",
        0,
    ),
    "much in base 64": (
        TEXT[:-2] + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(ORDERS + b"\n" * 5 * 2**20),
        "text-too-long",
        1,
    ),
    "a page of nothing but tags": (PAGE + b"<b></i>" * 40_000, "text-too-long", 0),
    "a page 100,000 deep": (PAGE + ORDERS.replace(b"\r\n", b"<br>") + b"<div>" * 100_000, "text-too-long", 1),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_read_to_its_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, fault, blocks = BOMBS[name]
    if name.startswith("many long"):
        small(monkeypatch, limits, MOST_ALL=2**18)
    message = quickly(made)
    assert fault in message.faults and len(message.blocks) == blocks


@pytest.mark.parametrize(
    "text",
    [
        b">" * 400_000,
        b"> " * 200_000,
        b"# ----- begin orders: x -----\r\n" * 1600,
        b"Campaign: x\r\npass\r\n" * 2000,
        b"From: a\r\n" * 4000,
        b"On aaaaaaaaaaaaaa\r\n" * 2500,
        b"Best\r\n" * 7000,
        b"Turn: " * 80_000,
        b"*a" * 250_000,
        b"\x1b$B" * 40_000,
        b"-----BEGIN SSH SIGNATURE-----\r\n" * 1500,
        b"\r" * 100_000,
        "e\u0301\u200b".encode() * 20_000,
        b"# " + b"x" * 70 + b"\r\nyyy zzz\r\n" * 2000,
        b"[quote]" * 10_000,
        b"||" * 200_000,
        b"[" * 300_000,
        b"\\`_" * 150_000,
        b"<!--" * 100_000,
        b"&#x" * 100_000,
    ],
    ids=lambda text: text[:12],
)
def test_no_text_takes_long(text: bytes) -> None:
    begun = time.process_time()
    quickly(TEXT + ORDERS + text)
    quickly(TEXT[:-4] + b"; format=flowed\r\n\r\n" + ORDERS + text)
    read_post(ORDERS + text)
    assert time.process_time() - begun < QUICK


@pytest.mark.parametrize(
    "value",
    [
        b"(" * 3000 + b"ken@example.org",
        b"a@b," * 900,
        b"=?utf-8?q?" * 3000,
        b"<" * 5000,
        b'"' * 5000,
        b"=?x?b?!!!?=",
        b"=?utf-8?q?=FF=FE?=",
        b"\xff\xfe\x00",
        b",;:@[]<>" * 400,
    ],
)
@pytest.mark.parametrize(
    "name",
    [
        b"From",
        b"Subject",
        b"To",
        b"References",
        b"Date",
        b"Received",
        b"Message-ID",
        b"Content-Type",
        b"Content-Disposition",
        b"Content-Transfer-Encoding",
    ],
)
def test_no_head_line_does_harm(name: bytes, value: bytes) -> None:
    begun = time.process_time()
    message = read(name + b": " + value + b"\r\n\r\n" + ORDERS)
    assert time.process_time() - begun < QUICK and "unreadable" not in message.faults


def test_a_head_cannot_be_injected() -> None:
    message = read(
        mail(
            ORDERS,
            Subject="=?utf-8?Q?a=0D=0ABcc:_x@example.org?=",
            From=("=?utf-8?B?S2VuDQpCY2M6IHg=?= <ken@example.org>"),
            Message_ID="<a\x07b@x>",
        )
    )
    assert message.subject == "a Bcc: x@example.org" and message.name == "Ken Bcc: x" and message.id == ""


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd.txt",
        "..\\..\\boot.txt",
        "/dev/null.txt",
        "a\x00b.txt",
        "~/x.txt",
        "\u202etxt.exe.txt",
        "x" * 5000 + ".txt",
        "  .hidden.txt  ",
        'a"b<c>d|e?.txt',
    ],
)
def test_names_of_attachments_are_made_harmless(name: str) -> None:
    shown = name.replace('"', '\\"')
    made = parts("mixed", part(ORDERS, "text/plain", disposition=f'attachment; filename="{shown}"'))
    (file_name,) = read(made).attached
    assert file_name and not set('/\\<>:"|?*') & set(file_name) and file_name.isprintable() and len(file_name) <= 100
    assert not file_name.startswith(".")


def test_two_senders_are_told_of() -> None:
    made = mail(ORDERS)
    assert "several-senders" in read(b"From: eve@example.com\r\n" + made).faults
    assert "several-senders" in read(made.replace(b"<ken@example.org>", b"<ken@example.org>, eve@example.com")).faults
    assert "several-senders" not in read(made).faults
    assert "several-ids" in read(b"Message-ID: <two@x>\r\n" + made).faults


@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("Sun, 22 Nov 2026 09:00:00 +0900", 2026),
        ("22 Nov 2026 09:00 GMT", 2026),
        ("Thu, 1 Jan 1970 00:00:00 +0000", None),
        ("Sun, 22 Nov 9999 09:00:00 +0900", None),
        ("yesterday", None),
        ("", None),
        ("Sun, 22 Nov 2026 99:99:99 +0000", None),
        ("Sun, 22 Nov 2026 09:00:00 +9999", None),
        ("1 Jan 1901 00:00:00 +2359", None),
    ],
)
def test_dates_without_sense_are_none(line: str, year: int | None) -> None:
    date = read(mail(ORDERS, Date=line)).date
    assert (date.year if date else None) == year


def test_recipients_of_every_line() -> None:
    message = read(
        b"Delivered-To: Desk+manila@Example.net\r\nX-Original-To: desk@example.net\r\n"
        + mail(ORDERS, To='"Desk, the" <desk@example.net>, ann@example.org', Cc="=?utf-8?q?K=C3=A9n?= <k@example.org>")
    )
    assert message.to == ("desk@example.net", "ann@example.org", "k@example.org", "desk+manila@example.net")


def test_what_cannot_be_read_is_named() -> None:
    assert "no-text" in read(mail(b"\x89PNG", "image/png", "base64")).faults
    assert "undecodable" in read(mail(b"\x00" * 5000)).faults
    assert read(b"").faults == ("no-sender",)
    winmail = part(b"\x78\x9f", "application/ms-tnef; name=winmail.dat", disposition="attachment; filename=winmail.dat")
    message = read(parts("mixed", winmail))
    assert message.attached == ("winmail.dat",) and "no-text" in message.faults


def test_packed_files_are_not_unpacked() -> None:
    import gzip

    packed = part(gzip.compress(ORDERS), "application/gzip; name=o.txt.gz", disposition="attachment; filename=o.txt.gz")
    assert read(parts("mixed", part(b"here"), packed)).blocks == ()


def test_a_failure_nobody_thought_of_is_a_fault() -> None:
    def failing(*given: object) -> None:
        raise ZeroDivisionError

    with instead(BytesParser, parsebytes=failing):
        assert read(ORDERS).faults == ("unreadable",)


def test_forwarded_mails_are_quoted() -> None:
    inner = b"Content-Type: message/rfc822\r\n\r\n" + mail(crlf(ORDERS.decode().replace("\r\n", "\n")))
    (block,) = read(mail(together("=_b", part(b"FYI"), inner), 'multipart/mixed; boundary="=_b"', "7bit")).blocks
    assert block.where == "quoted"
