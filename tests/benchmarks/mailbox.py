"""How long a look into a large mailbox takes of which next to nothing is for the desk.

    python -m tests.benchmarks.mailbox [--mails 10000] [--markdown FILE]

A private mailbox of 10,000 mails (most of some kilobytes, every twentieth with a picture), in which three are orders
for a campaign: as a Maildir, as an mbox file and, where they can be started, on a Dovecot. Measured is the first look,
which reads every head, up to the orders recorded and answered; the next look, which has nothing to do; and, for
comparison, how long the standard library's parser takes for nothing but reading the same mails. Times are given as
multiples of that one; memory is what the process grew by at most.
"""

from __future__ import annotations

import argparse
import email
import imaplib
import mailbox
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.exchange import servers
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import intake, sender
from witp_pbem.exchange.mailbox import account as accounts
from witp_pbem.exchange.mailbox import fetching
from witp_pbem.exchange.mailbox.arrival import Arrival

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
MATTER = 3
SIZES = ((60, 3_000), (35, 20_000), (5, 150_000))  # in a hundred mails, bytes of a body
ORDERS = b"Campaign: isles\nTurn: 1\nSide: japan\n\n# number %d\npass\n"


class Measured(NamedTuple):
    """Seconds and megabytes of one way to read a mailbox, and how many mails were recorded."""

    seconds: float
    megabytes: float
    recorded: int = 0


def mails(count: int) -> Iterator[bytes]:
    """A private mailbox's mails, the three that matter among them."""
    luck = random.Random(count)
    ours = {count * share // 4 for share in range(1, MATTER + 1)}
    for number in range(count):
        (size,) = luck.choices([size for _, size in SIZES], [share for share, _ in SIZES])
        head = (f"Return-Path: <aunt{number % 97}@example.com>\nReceived: from a.example.com by b.example.com; "
                f"Sun, 22 Nov 2026 07:00:00 +0000\nFrom: Aunt {number % 97} <aunt{number % 97}@example.com>\n"
                f"To: desk@example.org\nDate: Sun, 22 Nov 2026 07:00:00 +0000\nMessage-ID: <{number}@example.com>\n"
                "MIME-Version: 1.0\n").encode()
        if number in ours:
            yield head.replace(b"aunt%d@example.com" % (number % 97), b"ken@example.org") + (
                b"Subject: [isles] orders\n\n" + ORDERS % number)
        elif size > 100_000:
            line = luck.randbytes(57)
            yield head + (b"Subject: photos\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain"
                          b"\n\nLook!\n--b\nContent-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n"
                          + (email.base64mime.body_encode(line).encode() * (size // 77)) + b"--b--\n")
        else:
            yield head + b"Subject: dinner %d\n\n" % number + (b"w" * 70 + b"\n") * (size // 71)


def measured(work: Callable[[], int]) -> Measured:
    """What a piece of work takes in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(_measured, work).result()


def _measured(work: Callable[[], int]) -> Measured:
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
    recorded = work()
    seconds = time.perf_counter() - start
    return Measured(seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, recorded)


# -- ways to read a mailbox ----------------------------------------------------------------------------------------


def parse_files(box: Path) -> int:
    """Every mail of a Maildir, parsed."""
    for path in sorted(path for part in ("new", "cur") for path in (box / part).iterdir()):
        email.message_from_bytes(path.read_bytes())
    return 0


def parse_mbox(box: Path) -> int:
    """Every mail of an mbox file, parsed."""
    for message in mailbox.mbox(box, create=False):
        message.get_content_type()
    return 0


def parse_imap(port: int, user: str) -> int:
    """Every mail of a folder on a server, fetched one by one and parsed."""
    client = imaplib.IMAP4("localhost", port)
    client.login(user, servers.PASSWORD)
    client.select(readonly=True)
    for number in client.search(None, "ALL")[1][0].split():
        fetched: Any = client.fetch(number.decode(), "(BODY.PEEK[])")[1][0]
        email.message_from_bytes(fetched[1])
    client.logout()
    return 0


def look(source: Path, root: Path, account_file: Path | None = None) -> int:
    """A look into a mailbox as `mail fetch` does it; returns how many mails were recorded."""
    account = accounts.read(account_file) if account_file else None
    folders, office = offices.campaigns(root), offices.of_root(root)

    def take_all(arrivals: Iterator[Arrival]) -> Iterator[tuple[Arrival, Any]]:
        return intake.take_all(folders, office, arrivals, NOW, account)

    place = account if account and account.imap else source
    return sum(taken.verdict in (verdicts.RECORDED, verdicts.HELD, verdicts.REFUSED, verdicts.OVERTAKEN)
               for _, taken in fetching.fetch_all(place, office, NOW, take_all,
                                                  could_matter=sender.could_matter(folders, account)))


def campaign(root: Path) -> Path:
    """A folder with the campaign the three mails are for."""
    create(root / "isles", Wishes("witp", seed="mailbox", campaign="isles",
                                  players={"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"}))
    return root


def measure(count: int, folder: Path) -> dict[str, tuple[Measured, Measured, Measured]]:
    """For each kind of mailbox: parsed by the standard library, the first look, the next one."""
    results = {}
    maildir, mbox = folder / "maildir", folder / "private.mbox"
    for part in ("new", "cur", "tmp"):
        (maildir / part).mkdir(parents=True)
    with mbox.open("wb") as file:
        for number, raw in enumerate(mails(count)):
            (maildir / "new" / f"{1_700_000_000 + number}.M{number}.host").write_bytes(raw)
            file.write(b"From x Sun Nov 22 07:00:00 2026\n" + raw + b"\n")
    for name, box, parse in (("Maildir", maildir, parse_files), ("mbox", mbox, parse_mbox)):
        root = campaign(folder / f"for {name}")
        results[name] = (measured(partial(parse, box)), measured(partial(look, box, root)),
                         measured(partial(look, box, root)))
    if not servers.missing():
        with servers.running() as running:
            for number, raw in enumerate(mails(count)):
                path = running.maildir("desk") / "new" / f"{1_700_000_000 + number}.M{number}.host"
                path.write_bytes(raw)
                os.chown(path, servers.OWNER, servers.OWNER)
            (folder / "desk.toml").write_text(running.account_toml(), encoding="utf-8")
            parse_imap(running.imap_port, running.address("desk"))  # Dovecot makes its index at the first visit
            root = campaign(folder / "for Dovecot")
            again = partial(look, folder, root, folder / "desk.toml")
            results["IMAP (Dovecot)"] = (measured(partial(parse_imap, running.imap_port, running.address("desk"))),
                                         measured(again), measured(again))
    return results


def table(results: dict[str, tuple[Measured, Measured, Measured]], count: int) -> str:
    """The results as Markdown."""
    rows = [f"| {count:,} mails, {MATTER} of them orders | parsed alone | first look | next look | memory |",
            "|---|---:|---:|---:|---:|"]
    for name, (parsed, first, following) in results.items():
        assert (first.recorded, following.recorded) == (MATTER, 0), (name, first, following)
        rows.append(f"| {name} | 1 ({parsed.seconds:.1f} s) | {first.seconds / parsed.seconds:.2f} "
                    f"({first.seconds:.1f} s) | {following.seconds / parsed.seconds:.3f} "
                    f"({following.seconds:.2f} s) | {first.megabytes:.0f} MB |")
    return "\n".join(rows)


def main() -> int:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--markdown", type=Path, help="a file for the table with the date")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mailbox-") as name:
        text = table(measure(given.mails, Path(name)), given.mails)
    print(text)
    if given.markdown:
        given.markdown.write_text(f"{text}\n\nMeasured on {date.today():%d %B %Y}.\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
