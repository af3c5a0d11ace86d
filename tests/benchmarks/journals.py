"""How much longer a mail takes to be taken in where the desk has a long journal.

    python -m tests.benchmarks.journals [--lines 5000]

A campaign has the journal of 50 lines and one of 5,000, as they are after a long campaign: each mail has left seven
lines. Measured is one mail with orders, from the bytes to the answer in the outbox, a few times over; told is the ratio
of the medians.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.record import disk, private
from witp_pbem.exchange import journal, outbox, times, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import intake, recording, replies
from witp_pbem.table.canonical import canonical

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
FEW, MANY, MAILS = 50, 5_000, 25


def past(count: int) -> bytes:
    """The lines of many mails of two years."""
    lines = []
    for number in range(count // 7 + 1):
        at = times.written(NOW - timedelta(days=700) + timedelta(hours=number))
        key, sha = f"{number}@example.org", f"{number:064x}"
        entry = [["submission", number, sha]]
        handled = {"mail": sha, "key": key, "block": sha, "sender": "ken@example.org", "side": "japan",
                   "player": "japan", "verdict": verdicts.RECORDED, "reason": "", "proof": "token", "moment": at,
                   "turn": 0, "replaces": [], "letter": "", "dkim": {}, "receipts": entry, "problems": []}
        for what, values in (
                (replies.MAIL, {"mail": sha, "key": key, "content": sha, "sender": "ken@example.org", "verdict": "x",
                                "reason": "", "letters": [], "side": "", "campaign": ""}),
                (recording.BEGUN, {"mail": sha, "key": key, "block": sha, "side": "japan", "proof": "", "head": 0}),
                (recording.HANDLED, handled), *((state, {"key": f"answer:{sha}:japan", "to": ["ken@example.org"]})
                                                for state in (outbox.QUEUED, outbox.SENDING, outbox.SENT)),
                ("clock", {"sitting": sha, "side": "japan", "number": 1, "begun": at, "until": at, "why": "begun"})):
            lines.append(canonical({"at": at, "what": what, **values}))
    return b"\n".join(lines[:count]) + b"\n"


def taken(folder: Path, lines: int) -> list[float]:
    """How many seconds each of some mails took behind a journal of so many lines; the first one warms up."""
    create(folder / "isles", Wishes("witp", seed="journal", campaign="isles",
                                    players={"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"}))
    office, root = offices.of_campaign(folder / "isles"), offices.of_root(folder)
    for each in (office, root):
        offices.furnish(each)
        disk.write(each / journal.FILE, past(lines), private.FILE_RIGHTS)
    times_taken = []
    for number in range(MAILS):
        raw = (f"From: Ken <ken@example.org>\nTo: desk@example.org\nSubject: [isles]\nMessage-ID: <new{number}@x>\n\n"
               f"Campaign: isles\nTurn: 1\nSide: japan\n\n# {number}\npass\n").encode()
        begun = time.perf_counter()
        became = intake.take([folder / "isles"], root, raw, NOW + timedelta(days=number), dns=lambda name: None)
        times_taken.append(time.perf_counter() - begun)
        assert became.verdict in (verdicts.HELD, verdicts.REFUSED), became
    return times_taken[3:]


def main() -> int:
    """Measures and prints the ratio."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--lines", type=int, default=MANY)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="journals-") as name:
        few, many = (statistics.median(taken(Path(name) / f"{lines}", lines)) for lines in (FEW, given.lines))
    print(f"A mail behind {given.lines:,} lines takes {many / few:.2f} times as long as one behind {FEW} "
          f"({1000 * many:.1f} and {1000 * few:.1f} ms).")
    return 0


if __name__ == "__main__":
    sys.exit(main())
