"""`mail`: what is typed, and what is told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.campaign.desk import Desk, install_toy
from tests.exchange import posting
from tests.exchange.mailbox.keyrings import Keys, keyring_of
from tests.exchange.mailbox.scripted import TAKE_AND_DROP, account_toml, serving
from tests.exchange.servers import Servers
from tests.stand_ins import instead, settings_in
from witp_pbem.campaign.record.disk import NotWritten
from witp_pbem.cli import main
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange.desk import recording
from witp_pbem.exchange.mailbox import account as accounts
from witp_pbem.exchange.mailbox import mail_drafts

NOW = "2026-11-22T08:00:00Z"
Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No account of the person who runs the tests."""
    settings_in(monkeypatch, tmp_path / "settings")
    for name in (accounts.NAMED, accounts.PASSWORD):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    install_toy(monkeypatch)
    return Desk(tmp_path / "isles", players={"red": "Ken <ken@example.org>", "blue": "Ann <ann@example.org>"})


@pytest.fixture
def run() -> Run:
    def ran(*words: str | Path, code: int = 0, given: bytes | str = b"") -> Result:
        done = CliRunner().invoke(main, ["mail", *map(str, words)], input=given, catch_exceptions=False)
        assert done.exit_code == code, done.output
        return done
    return ran


def orders(desk: Desk, number: int = 1, sender: str = "ken@example.org") -> bytes:
    text = desk.text("red", "bid 4\nraid Blue Island with 2 boats\npass\nlose boats")
    return (f"From: Ken <{sender}>\nTo: desk@example.org\nSubject: [isles] orders\nMessage-ID: <{number}@example.org>\n"
            f"Date: Sun, 22 Nov 2026 07:00:00 +0000\n\n{text}").encode()


def put(desk: Desk, key: str, to: str = "ken@example.org") -> None:
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = "[isles] turn 1"
    message.set_content("hello\n")
    assert outbox.put(offices.of_campaign(desk.folder), datetime(2026, 11, 22, 7, tzinfo=UTC), key, [to], message)


def account(folder: Path, port: int) -> Path:
    path = folder / "mail.toml"
    path.write_text(account_toml(port), encoding="utf-8")
    return path


def test_a_mail_that_cannot_be_taken_in_now_is_no_success(desk: Desk, run: Run,
                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """A filter that hands a mail over keeps it then."""
    posting.install(monkeypatch)
    desk.sit()
    letter = f"In-Reply-To: <report.{'0' * 16}.red.{tokens.of(desk.open(), 'red')}@example.org>\n"
    mail = letter.encode() + orders(desk)

    def full(*arguments: object) -> None:
        raise NotWritten(28, "No space left on device", str(desk.book))

    with instead(recording, submit=full):
        ran = run("fetch", desk.folder, "-", "--now", NOW, given=mail, code=1)
    assert ran.stderr.startswith("witp-pbem: A mail could not be taken in now, and waits: ")
    assert "submission" not in desk.kinds()
    run("fetch", desk.folder, "-", "--now", NOW, given=mail)
    assert desk.kinds().count("submission") == 1


def test_mails_in_a_file_are_taken_in(desk: Desk, run: Run, tmp_path: Path) -> None:
    desk.sit()
    (tmp_path / "orders.eml").write_bytes(orders(desk))
    output = run("fetch", desk.folder, tmp_path / "orders.eml", "--now", NOW).output
    assert output.startswith("ken@example.org (isles") and output.count("\n") == 1
    assert run("fetch", desk.folder, "-", "--now", NOW, given=orders(desk)).output.endswith("recorded before\n")
    other = b"From: aunt@example.org\nSubject: dinner\nMessage-ID: <9@example.org>\n\nAt eight.\n"
    assert run("fetch", tmp_path, "-", "--now", NOW, given=other).output == (
        "Other mails: not for the desk, left alone: 1.\n")
    assert run("fetch", desk.folder, "-", given=b"").output == "No new mail.\n"


def test_a_mailbox_that_cannot_be_read_is_told_and_the_others_are(desk: Desk, run: Run, tmp_path: Path) -> None:
    desk.sit()
    (tmp_path / "orders.eml").write_bytes(orders(desk))
    ran = run("fetch", desk.folder, tmp_path / "nowhere", tmp_path / "orders.eml", "--now", NOW, code=1)
    assert "nowhere" in ran.stderr and ran.stdout.startswith("ken@example.org")


def test_what_is_wanted_is_told(desk: Desk, run: Run, tmp_path: Path) -> None:
    assert "witp-pbem mail setup" in run("fetch", desk.folder, code=2).stderr
    (tmp_path / "empty").mkdir()
    assert "No campaign is kept" in run("send", tmp_path / "empty", code=2).stderr
    assert "is not a folder" in run("send", tmp_path / "nowhere", code=2).stderr
    assert "mail.toml" in run("send", desk.folder, "--account", tmp_path / "mail.toml", code=1).stderr
    with offices.at_work(offices.of_campaign(desk.folder)):
        assert "Somebody else is at work" in run("send", desk.folder, code=1).stderr
        assert "Somebody else is at work" in run("outbox", desk.folder, "--again", "all", code=1).stderr
        assert run("outbox", desk.folder).output == "Nothing is waiting.\n"


def test_without_an_account_letters_become_drafts(desk: Desk, run: Run) -> None:
    put(desk, "report:1:red")
    output = run("send", desk.folder, "--now", NOW).output
    assert "001-report.eml" in output and mail_drafts.INDEX in output
    assert (mail_drafts.place(desk.folder) / "001-report.eml").is_file()
    assert run("send", desk.folder, "--now", NOW).output == ""
    assert "written as a draft" in run("outbox", desk.folder, "--now", NOW).output


def test_letters_are_sent_and_told(desk: Desk, run: Run, tmp_path: Path) -> None:
    for key in ("a:1", "a:2", "a:3", "a:4"):
        put(desk, key)
    with serving(rcpt=["451 4.7.1 later", "550 5.1.1 never", ""], dot=["", TAKE_AND_DROP]) as server:
        mine = account(tmp_path, server.port)
        ran = run("send", desk.folder, "--account", mine, "--now", NOW, code=1)
    assert "a:2 → ken@example.org: refused" in ran.stdout and "550 5.1.1 never" in ran.stdout
    assert "a:3 → ken@example.org: sent" in ran.stdout and "a:4 → ken@example.org: uncertain" in ran.stdout
    listed = run("outbox", desk.folder, "--now", NOW).output
    assert "tried again from Sun 2026-11-22 08:05 UTC" in listed and "a:3" not in listed
    assert "a:3" in run("outbox", desk.folder, "--every", "--now", NOW).output
    letters = {each["key"]: each for each in json.loads(run("outbox", desk.folder, "--json").output)}
    assert {key: each["state"] for key, each in letters.items()} == {
        "a:1": "failed", "a:2": "refused", "a:4": "sending"}
    assert "a:3" in run("outbox", desk.folder, "--again", "a:3", code=2).stderr
    run("outbox", desk.folder, "--again", "all", "--now", NOW)
    with serving() as server:
        run("send", desk.folder, "--account", account(tmp_path, server.port), "--now", "2026-11-22T09:00:00Z")
    assert len(server.taken) == 3
    assert run("outbox", desk.folder).output == "Nothing is waiting.\n"


def test_a_dead_server_is_told_once(desk: Desk, run: Run, tmp_path: Path) -> None:
    for key in ("a:1", "a:2"):
        put(desk, key)
    ran = run("send", desk.folder, "--account", account(tmp_path, 9), "--now", NOW, code=1)
    assert ran.stderr.count("localhost") == 1 and "2 letters are tried again later." in ran.stderr


def test_an_account_is_written_kept_and_tried(run: Run, tmp_path: Path) -> None:
    output = run("setup", "--address", "desk@gmail.com").output
    path = accounts.default()
    assert str(path) in output and "app password" in output and "mail setup --try" in output
    assert path.stat().st_mode & 0o777 == 0o600 and "imap.gmail.com" in path.read_text("utf-8")
    assert "--force" in run("setup", "--address", "desk@gmail.com", code=2).stderr
    ring = Keys()
    with keyring_of(ring):
        assert "secret" not in run("password", given="secret\n").output
    assert ring.kept == {("witp-pbem", "desk@gmail.com"): "secret"}
    own = tmp_path / "own.toml"
    run("setup", "--address", "desk@example.org", "--imap", "localhost", "--smtp", "mail.example.org", "--account", own)
    assert 'host = "localhost"' in own.read_text("utf-8") and 'host = "mail.example.org"' in own.read_text("utf-8")
    for wrong in (("--address", "a b@c"), ("--address", 'a"@example.org'), ("--address", "a@b", "--imap", 'x"\n')):
        run("setup", *wrong, "--account", tmp_path / "wrong.toml", code=2)
    assert "--address" in run("setup", code=2).stderr and not (tmp_path / "wrong.toml").exists()


def test_both_servers_are_tried(post: Servers, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "desk.toml"
    path.write_text(post.account_toml(security="tls"), encoding="utf-8")
    lines = run("setup", "--try", "--account", path).output.splitlines()
    assert lines[0].endswith("(tls): logged in; 0 mails in INBOX") and lines[1].endswith("(tls): logged in")
    path.write_text(path.read_text("utf-8").replace(f"port = {post.smtps_port}", "port = 9"), encoding="utf-8")
    lines = run("setup", "--try", "--account", path, code=1).output.splitlines()
    assert "logged in" in lines[0] and "cannot be reached" in lines[1]


def test_orders_come_and_answers_go_over_real_servers(post: Servers, desk: Desk, run: Run, tmp_path: Path) -> None:
    desk.sit()
    path = tmp_path / "desk.toml"
    path.write_text(post.account_toml(), encoding="utf-8")
    post.deliver(orders(desk))
    post.deliver(b"From: aunt@example.org\r\nSubject: dinner\r\n\r\nAt eight.\r\n")
    assert run("fetch", tmp_path, "--account", path, "--now", NOW).output.startswith("ken@example.org (isles")
    assert run("fetch", tmp_path, "--account", path, "--now", NOW).output == "No new mail.\n"
    put(desk, "report:1:red")
    sent = run("send", tmp_path, "--account", path, "--now", NOW).output
    assert "report:1:red → ken@example.org: sent" in sent
    post.wait_for("ken", 1)
    shutil.rmtree(offices.of_root(tmp_path))  # whoever loses his memory records nothing twice
    entries = len(desk.entries())
    again = run("fetch", tmp_path, "--account", path, "--now", NOW).output
    assert len(desk.entries()) == entries, again
