"""Turn 4 of the rulebook, played by mail from the mailed orders to the mailed reports.

Once without a server, every mail in and every mail out as somebody last looked at them (`by_mail/golden`;
UPDATE_GOLDEN=1 writes them anew). Once for real: the desk is the installed program, Postfix and Dovecot carry the
mails, and three people read and write with mail programs of their own. The desk is killed four times on the way.
"""

from __future__ import annotations

import imaplib
import json
import os
import re
import shutil
import smtplib
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.campaign.desk import Desk
from tests.cli.program import run
from tests.exchange.by_mail import clients, transcript
from tests.exchange.by_mail.clients import Person
from tests.exchange.by_mail.play import AN, CAMPAIGN, KEN, PEOPLE, REFEREE, TURN, Sent, a_round, kind, opening, played
from tests.exchange.servers import PASSWORD, Servers
from tests.faults.injection import execute, python
from witp_pbem.cli import main
from witp_pbem.exchange import office, outbox, times
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.mailbox import account as accounts

KILLED = (-9, 137)
SUBMISSION, SITTING = "submission", "sitting"


class Table:
    """The campaign's folder, the desk's account, and the people at their mailboxes."""

    def __init__(self, post: Servers, place: Path) -> None:
        self.post, self.place, self.folder = post, place, place / CAMPAIGN
        self.now = times.now().replace(second=0)
        self.account, self.away = place / "mail.toml", place / "away.toml"
        account = f'referee = "{post.address(REFEREE.box)}"\n{post.account_toml(dedicated=True)}'
        self.account.write_text(account)
        self.away.write_text(account.replace(f"port = {post.smtp_port}", "port = 1"))  # where nobody answers

    @property
    def office(self) -> Path:
        return office.of_campaign(self.folder)

    @property
    def letters(self) -> dict[str, outbox.OutboxLetter]:
        return outbox.letters(self.office)

    def entries(self) -> list[dict[str, Any]]:
        """The logbook, oldest entry first."""
        return [json.loads(line) for line in (self.folder / "logbook.jsonl").read_text("utf-8").splitlines()]

    def count(self, kind: str) -> int:
        """How many entries of a kind the logbook has."""
        return sum(entry["type"] == kind for entry in self.entries())

    # -- the desk --------------------------------------------------------------------------------------------------

    def desk(self, words: Sequence[str], code: int = 0) -> str:
        """Runs the program; returns what it printed."""
        ran = run(*words)
        assert ran.code == code, ran
        return " ".join(f"{ran.out}{ran.err}".split())

    def round(self, code: int = 0, account: Path | None = None) -> str:
        """A round of the desk, five minutes after the one before; waits until its letters have come."""
        self.now += timedelta(minutes=5)
        output = self.desk(a_round(self.folder, account or self.account, self.now), code)
        self.wait()
        return output

    def killed(self, words: Sequence[str], call: str, file: Path, number: int) -> None:
        """Runs the program, which dies when it makes a system call on a file for so many a time."""
        self.now += timedelta(minutes=5)
        ran = execute(["strace", "-f", "-qq", "-P", str(file), "-e", f"trace={call}", "-e",
                       "signal=none", "-o", os.devnull, "-e", f"inject={call}:signal=KILL:when={number}",
                       *python("-m", "witp_pbem", *words, "--now", f"{self.now:%Y-%m-%dT%H:%MZ}")], self.place)
        assert ran.code in KILLED, ran

    # -- the people ------------------------------------------------------------------------------------------------

    def wait(self) -> None:
        """Waits until every letter that was sent has come."""
        sent = Counter(to for letter in self.letters.values() if letter.state == outbox.SENT for to in letter.to)
        for address, count in sent.items():
            self.post.wait_for(address, count)

    def mailbox(self, person: Person) -> list[EmailMessage]:
        """All mails a person has got, as his mail program fetches them."""
        client = imaplib.IMAP4("localhost", self.post.imap_port)
        client.login(self.post.address(person.box), PASSWORD)
        client.select("INBOX")
        fetched = client.fetch("1:*", "(BODY[])")[1] if client.search(None, "ALL")[1] != [b""] else []
        client.logout()
        return [read(raw[1]) for raw in fetched if isinstance(raw, tuple)]

    def write(self, mails: Sequence[Sent]) -> None:
        """People reply to what lies in their mailboxes."""
        for sent in mails:
            self.now += timedelta(minutes=1)
            self.send(sent.written(self.mailbox(sent.person), self.now))

    def send(self, mail: EmailMessage) -> None:
        """A player's program hands a mail to the server; it lies in the desk's mailbox then."""
        before = self.post.count("desk")
        with smtplib.SMTP("localhost", self.post.smtp_port, timeout=20) as client:
            client.login(mail["From"].addresses[0].addr_spec, PASSWORD)
            client.send_message(mail)
        self.post.wait_for("desk", before + 1)


def read(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


# -- without a server ------------------------------------------------------------------------------------------------


def test_every_mail_of_the_manila_turn_is_as_it_was(tmp_path: Path) -> None:
    rounds = list(transcript.play(tmp_path))
    texts = transcript.texts(rounds, tmp_path)
    if os.environ.get("UPDATE_GOLDEN"):
        for name, text in texts.items():
            (transcript.GOLDEN / name).write_text(text, "utf-8")
    for name, text in texts.items():
        assert text == (transcript.GOLDEN / name).read_text("utf-8"), "look, then run with UPDATE_GOLDEN=1"
    # Everybody sends one mail for each decision of his, and gets an answer to each and a report of each sitting.
    for person, (sent, got) in {KEN: (3, 1 + 5 + 3), AN: (3, 1 + 5 + 3), REFEREE: (2, 5 + 2)}.items():
        counts = transcript.counted(rounds)[person.side]
        assert (counts["sent"], counts.total() - counts["sent"]) == (sent, got)


# -- with servers ----------------------------------------------------------------------------------------------------


def words(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


@pytest.fixture
def table(post: Servers, tmp_path: Path) -> Table:
    return Table(post, tmp_path)


@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace")
def test_the_manila_turn_through_real_servers_with_crashes_in_the_middle(table: Table, tmp_path: Path) -> None:
    for words in opening(table.folder, table.account, table.now):
        table.desk(words)
    table.round()
    first, attack, counter, end = TURN

    # Three mails lie there. The desk dies when it has recorded two of them, before the second has its answer.
    table.write(first)
    table.killed(["serve", str(table.folder), "--once", "--account", str(table.account)], "fsync",
                 table.folder / "logbook.jsonl", 2)
    assert table.count(SUBMISSION) == 2
    assert sum(key.startswith("answer:") for key in table.letters) == 1
    # The next round finishes that, and holds the sitting; but nobody takes its letters.
    assert "localhost" in table.round(1, table.away)
    assert table.count(SUBMISSION) == 3 and table.count(SITTING) == 1
    waiting = [letter for letter in table.letters.values() if letter.state == outbox.FAILED]
    assert len(waiting) == 6
    # They leave, until the desk dies when the server has taken the fourth and before that is written down.
    table.killed(["mail", "send", str(table.folder), "--account", str(table.account)], "write",
                 table.office / "journal.jsonl", 2 * 4)
    (doubtful,) = outbox.uncertain(table.office)
    assert doubtful == waiting[3]._replace(state=outbox.SENDING, at=doubtful.at, again=None, reason="")
    assert doubtful.key.startswith("report:") and doubtful.to == ("ken@example.org",)
    assert "nobody knows" in table.round(1)

    # It had come, for Japan's player replies to it. Then the desk knows.
    table.write(attack)
    table.round()
    assert not outbox.uncertain(table.office)

    # The desk dies when it has recorded the sitting, before anybody is told.
    table.write(counter)
    table.killed(["serve", str(table.folder), "--once", "--account", str(table.account)], "fsync",
                 table.folder / "logbook.jsonl", 3)
    assert table.count(SITTING) == 3 and reports(table) == 9
    table.round()
    assert table.count(SITTING) == 3 and reports(table) == 12

    # The last orders are fetched. The desk dies when it has written down that an answer leaves, and before it does.
    table.write(end)
    table.desk(["mail", "fetch", str(table.folder), "--account", str(table.account), "--now",
                f"{table.now:%Y-%m-%dT%H:%MZ}"])
    table.killed(["mail", "send", str(table.folder), "--account", str(table.account)], "fsync",
                 table.office / "journal.jsonl", 1)
    (doubtful,) = outbox.uncertain(table.office)
    assert "nobody knows" in table.round(1)
    assert not any(str(mail["Message-ID"]) == id_of(doubtful) for mail in table.mailbox(KEN))
    table.desk(["mail", "outbox", str(table.folder), "--again", doubtful.key, "--now", f"{table.now:%Y-%m-%dT%H:%MZ}"])
    table.round()
    assert table.round() == "Nothing was due."

    everybody_got_everything_once(table)
    all_was_played_as_in_the_example(table, tmp_path)
    for person in (KEN, AN):
        his_copy_is_the_same(table, person)
    assert CliRunner().invoke(main, ["verify", str(table.folder)]).exit_code == 0


def reports(table: Table) -> int:
    return sum(key.startswith("report:") for key in table.letters)


def id_of(letter: outbox.OutboxLetter) -> str:
    return str(read(letter.path.read_bytes())["Message-ID"])


def everybody_got_everything_once(table: Table) -> None:
    """Each letter was sent, and lies in the mailbox of everybody it is for just once; nothing else lies there."""
    assert {letter.state for letter in table.letters.values()} == {outbox.SENT}
    for person in PEOPLE:
        address = table.post.address(person.box)
        written = Counter(id_of(letter) for letter in table.letters.values() if address in letter.to)
        assert set(written.values()) == {1}
        assert Counter(str(mail["Message-ID"]) for mail in table.mailbox(person)) == written
        subjects = [(kind(mail), without_moment(str(mail["Subject"]))) for mail in table.mailbox(person)]
        assert sorted(subjects) == told_of(person)
        reported = [str(mail["Message-ID"]).split(".")[1] for mail in table.mailbox(person) if kind(mail) == "report"]
        assert reported == [entry["hash"][:16] for entry in table.entries() if entry["type"] in ("founding", SITTING)]


def told_of(person: Person) -> list[tuple[str, str]]:
    """Kind and subject of the letters to a person in the golden transcript."""
    return sorted((kind, without_moment(subject)) for kind, to, subject in transcript.heads()
                  if f"{person.box}@" in to)


def without_moment(subject: str) -> str:
    """A subject without the moment until which something is owed: real servers run by the real clock."""
    return re.sub(r", until \w+ [\d:]+ UTC|（\w [\d:]+まで）", "", subject)


def all_was_played_as_in_the_example(table: Table, place: Path) -> None:
    """Every die, act and position is that of `witp-pbem demo`."""
    assert CliRunner().invoke(main, ["demo", str(place / "demo")]).exit_code == 0
    assert played(table.folder) == played(place / "demo")
    assert len(played(table.folder)) == 4


def his_copy_is_the_same(table: Table, person: Person) -> None:
    """A player who gives his mailbox to `sync` has the whole public campaign, and can work with it."""
    copy = table.place / f"copy of {person.box}"
    done = CliRunner().invoke(main, ["sync", str(copy), str(table.post.maildir(person.box)), "--verify"])
    assert done.exit_code == 0, done.output
    for path in (table.folder / "logbook.jsonl", *(table.folder / "data").iterdir()):
        assert (copy / path.relative_to(table.folder)).read_bytes() == path.read_bytes()
    for words, code in (("pass", 0), ("build Nowhere", 1)):
        orders = copy / "orders.txt"
        orders.write_text(f"Campaign: {CAMPAIGN}\nTurn: 5\nSide: {person.side}\n\nPhase: bases\n{words}\n")
        done = CliRunner().invoke(main, ["check", str(copy), str(orders)])
        assert done.exit_code == code, done.output


# -- somebody writes in another's name -------------------------------------------------------------------------------


def test_orders_in_a_players_name_without_proof_wait_until_he_says_that_they_are_his(post: Servers,
                                                                                   tmp_path: Path) -> None:
    table = Table(post, tmp_path)
    desk = Desk(table.folder, game="witp", scenario="short", options={"last_turn": "6"}, campaign=CAMPAIGN,
                players={"first": KEN.player, "second": AN.player})
    account = accounts.read(table.account)
    for number, (amount, answer) in enumerate(((24, "No, that was not me!"), (27, "Yes, from my new telephone."))):
        post.deliver(f"From: {KEN.player}\r\nSubject: bid\r\nMessage-ID: <{number}@example.com>\r\n\r\n"
                     f"{desk.text('first', f'bid {amount}', Campaign=CAMPAIGN)}".encode(), sender="eve@example.com")
        rounds.go(table.folder, table.now, account)
        table.wait()
        assert table.count(SUBMISSION) == 0
        assert all(kind(mail) == "report" for person in (AN, REFEREE) for mail in table.mailbox(person))
        question = [mail for mail in table.mailbox(KEN) if kind(mail) == "ask"][number]
        table.send(clients.reply(clients.plain, KEN, question, answer, table.now + number * timedelta(minutes=1)))
        rounds.go(table.folder, table.now, account)
        table.wait()
    assert table.count(SUBMISSION) == 1
    denied, confirmed = [mail for mail in table.mailbox(KEN) if kind(mail) in ("answer", "done")]
    assert "othing was recorded" in words(denied) and "bid 27" in words(confirmed)
