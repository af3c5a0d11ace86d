"""Letters through a real Postfix into a real Dovecot and back, as on any provider's servers."""

from __future__ import annotations

import imaplib
import json
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.exchange.servers import LATER, NEVER, PASSWORD, Servers
from tests.stand_ins import small
from witp_pbem.exchange import outbox, verdicts
from witp_pbem.exchange.mailbox import account as accounts
from witp_pbem.exchange.mailbox import arrival, imap, sending
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.mailbox.arrival import Unreachable, forget
from witp_pbem.exchange.mailbox.sources import arrivals
from witp_pbem.exchange.verdicts import IGNORED, RECORDED

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
PRIVATE = b"From: aunt@example.org\r\nSubject: dinner\r\n\r\nAt eight.\r\n"


def account(post: Servers, folder: Path, user: str = "desk", **more: str) -> Account:
    path = folder / f"{user}.toml"
    path.write_text(post.account_toml(user, **more), encoding="utf-8")
    return accounts.read(path)


def orders(number: int) -> bytes:
    return (b"From: ken@example.org\r\nSubject: [isles] orders\r\nMessage-ID: <%d@example.org>\r\n\r\npass\r\n"
            % number)


def is_ours(head: bytes) -> bool:
    return b"[isles]" in head


def looked(source: Account, office: Path, verdict: str = RECORDED, *, filtered: bool = True) -> list[bytes]:
    """The ids of the mails that are new, each dealt with as it comes."""
    ids = []
    with arrivals(source, office, is_ours if filtered else None) as given:
        for each in given:
            ids.append(str(message_from_bytes(each.raw)["Message-ID"]).encode())
            each.done(verdict)
    return ids


def flags(post: Servers, user: str = "desk") -> list[str]:
    """The marks of all mails of a user, as another mail program sees them."""
    client = imaplib.IMAP4("localhost", post.imap_port)
    client.login(post.address(user), PASSWORD)
    client.select("INBOX", readonly=True)
    lines = client.fetch("1:*", "(FLAGS)")[1]
    client.logout()
    return [line.decode() for line in lines if isinstance(line, bytes)]


@pytest.mark.parametrize("security", ["none", "starttls", "tls"])
def test_a_letter_that_was_sent_is_fetched_once(security: str, post: Servers, tmp_path: Path) -> None:
    ken, desk = account(post, tmp_path, "ken", security=security), account(post, tmp_path, security=security)
    message = EmailMessage()
    message["To"] = desk.address
    message["Subject"] = "[isles] 命令"
    message["Message-ID"] = f"<{security}@example.org>"
    message.set_content("Campaign: isles\n.\npass\n夏\n")
    outbox.put(tmp_path / "ken", NOW, "orders:1", [desk.address], message)
    assert sending.send(tmp_path / "ken", ken, NOW).sent == ("orders:1",)
    post.wait_for("desk", 1)
    with arrivals(desk, tmp_path / "office") as given:
        (only,) = given
        only.done(RECORDED)
    arrived = message_from_bytes(only.raw)
    assert arrived["Return-Path"] == "<ken@example.org>" and arrived["Date"] == "Sun, 22 Nov 2026 08:00:00 +0000"
    payload = arrived.get_payload(decode=True)
    assert isinstance(payload, bytes) and payload.decode().splitlines() == ["Campaign: isles", ".", "pass", "夏"]
    assert looked(desk, tmp_path / "office", filtered=False) == []
    assert sending.send(tmp_path / "ken", ken, NOW + timedelta(days=1)).sent == ()


def test_private_mails_stay_unseen_and_ours_are_marked(post: Servers, tmp_path: Path) -> None:
    desk, office = account(post, tmp_path), tmp_path / "office"
    for raw in (PRIVATE, orders(1), PRIVATE, orders(2)):
        post.deliver(raw)
    assert looked(desk, office) == [b"<1@example.org>", b"<2@example.org>"]
    marks = flags(post)
    assert ["\\Seen" in each for each in marks] == [False, True, False, True]
    assert [imap.KEYWORD in each for each in marks] == [False, True, False, True]
    assert looked(desk, office) == []
    post.deliver(orders(3))
    assert looked(desk, office, IGNORED) == [b"<3@example.org>"]
    assert "Seen" not in flags(post)[-1] and looked(desk, office) == []
    assert post.count("desk") == 5


def test_a_mail_that_is_to_be_taken_later_comes_again(post: Servers, tmp_path: Path) -> None:
    desk, office = account(post, tmp_path), tmp_path / "office"
    for number in (1, 2):
        post.deliver(orders(number))
    assert len(looked(desk, office, verdicts.LATER)) == 2
    with arrivals(desk, office) as given:
        every = list(given)  # and done with when all have been given
        every[1].done(RECORDED)
        every[0].done(verdicts.LATER)
    assert looked(desk, office) == [b"<1@example.org>", b"<2@example.org>"]
    assert looked(desk, office) == []
    forget(office)
    assert len(looked(desk, office)) == 2


def test_of_a_large_mail_only_the_head_is_fetched(post: Servers, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, arrival, LARGEST=5_000)
    post.deliver(orders(1) + b"x" * 70 + b"\r\n" + b"y\r\n" * 3_000)
    with arrivals(account(post, tmp_path), tmp_path / "office", is_ours) as given:
        (only,) = given
    assert only.is_cut and only.size > 9_000
    assert b"[isles]" in only.raw and only.raw.endswith(b"\r\n\r\n") and b"pass" not in only.raw


def test_what_a_real_server_refuses(post: Servers, tmp_path: Path) -> None:
    office, desk = tmp_path / "office", account(post, tmp_path)
    for key, to in (("a", LATER), ("b", NEVER), ("c", "nobody@example.org"), ("d", "ken@example.org")):
        message = EmailMessage()
        message["To"] = to
        message.set_content("hello")
        outbox.put(office, NOW, key, [to], message)
    sent = sending.send(office, desk, NOW)
    assert (sent.sent, sent.failed, sent.refused, sent.trouble) == (("d",), ("a",), ("b", "c"), "")
    reasons = {key: letter.reason for key, letter in outbox.letters(office).items()}
    assert "450 4.2.1" in reasons["a"] and "550 5.1.1" in reasons["b"] and "550 5.1.1" in reasons["c"]
    assert outbox.letters(office)["a"].again == NOW + timedelta(minutes=5)


def test_a_wrong_password_and_a_wrong_certificate_are_told(post: Servers, tmp_path: Path,
                                                          monkeypatch: pytest.MonkeyPatch) -> None:
    desk = account(post, tmp_path)
    assert imap.visit(desk).startswith("logged in; ") and sending.visit(desk) == "logged in"
    with monkeypatch.context() as patch:
        patch.setenv(accounts.PASSWORD, "wrong")
        for visit in (imap.visit, sending.visit):
            with pytest.raises(Unreachable, match="in: [^b'].*app password"):
                visit(desk)
        patch.setenv(accounts.PASSWORD, "pässword")
        for visit in (imap.visit, sending.visit):
            with pytest.raises(Unreachable, match="ASCII") as fault:
                visit(desk)
            assert "ä" not in str(fault.value)
    (tmp_path / "strict.toml").write_text("".join(
        line for line in post.account_toml(security="tls").splitlines(keepends=True) if "certificate" not in line))
    strict = accounts.read(tmp_path / "strict.toml")
    for visit in (imap.visit, sending.visit):
        with pytest.raises(Unreachable, match="(?i)certificate"):
            visit(strict)


def test_a_folder_that_is_not_there_is_told(post: Servers, tmp_path: Path) -> None:
    text = post.account_toml().replace("[imap]\n", '[imap]\nfolder = "Nowhere"\n')
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(Unreachable, match="Nowhere|exist"), arrivals(accounts.read(tmp_path / "a.toml"), tmp_path):
        pass


def test_a_mailbox_that_was_made_anew_is_read_from_its_beginning(post: Servers, tmp_path: Path) -> None:
    desk, office = account(post, tmp_path), tmp_path / "office"
    post.deliver(orders(1))
    assert looked(desk, office) == [b"<1@example.org>"] and looked(desk, office) == []
    (memory,) = (office / arrival.FOLDER).iterdir()
    known = json.loads(memory.read_text())
    memory.write_text(json.dumps({**known, "validity": known["validity"] + 1, "uid": 10_000}))
    assert looked(desk, office) == [b"<1@example.org>"] and looked(desk, office) == []


def test_what_the_owner_of_the_mailbox_deletes_meanwhile_is_passed_over(post: Servers, tmp_path: Path) -> None:
    for number in range(3):
        post.deliver(orders(number))
    with arrivals(account(post, tmp_path), tmp_path / "office", is_ours) as given:
        next(given).done(RECORDED)
        other = imaplib.IMAP4("localhost", post.imap_port)
        other.login(post.address("desk"), PASSWORD)
        other.select()
        other.store("2", "+FLAGS", "(\\Deleted)")
        other.expunge()
        other.logout()
        assert [b"<2@example.org>" in each.raw for each in given] == [True]
    post.deliver(orders(4))
    assert looked(account(post, tmp_path), tmp_path / "office")[-1] == b"<4@example.org>"
