"""Whatever the exchange's own files hold, a command says what is wrong, and where; none of them comes to grief."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.exchange.post import deliver, maildir, newest, reply
from tests.exchange.test_round import isles
from witp_pbem.cli import main
from witp_pbem.exchange import office as offices

HELD = ("From: ann@example.org\nTo: desk@example.org\nMessage-ID: <held@x>\nDate: Sun, 22 Nov 2026 07:00:00 +0000\n\n"
        "Campaign: isles\nTurn: 1\nSide: second\n\nbid 9\n")
FILES = ("journal.jsonl", "secret", "deadlines.json", "sittings.json", "settings.json", "outbox", "mails", "looked")
Spoil = Callable[[bytes], bytes]


def values(data: bytes, value: object) -> bytes:
    """A file with another value in the place of the last one of each of its objects."""
    made = []
    for line in data.splitlines():
        try:
            parsed = json.loads(line)
        except ValueError:
            parsed = None
        made.append(json.dumps({key: value if key == max(parsed) else each for key, each in parsed.items()},
                               sort_keys=True, separators=(",", ":")).encode() if isinstance(parsed, dict) and parsed
                    else line)
    return b"\n".join(made) + b"\n"


SPOILT: dict[str, Spoil] = {
    "empty": lambda data: b"", "half": lambda data: data[:len(data) // 2], "a list": lambda data: b"[]\n",
    "another byte": lambda data: data[:len(data) // 3] + b"\xff" + data[len(data) // 3 + 1:],
    "numbers for words": lambda data: values(data, 5), "nothing for words": lambda data: values(data, None),
    "lists for words": lambda data: values(data, [["a"]]), "deep": lambda data: b"[" * 100_000}


@pytest.fixture
def kept(tmp_path: Path, quick: None) -> Path:
    """A campaign with letters in its outbox, a mail that is held, deadlines and habits."""
    folder, box = isles(tmp_path / "kept" / "isles").folder, maildir(tmp_path / "box")
    for words in (("deadlines", folder, "--every", "3d", "--then", "extend"), ("deadlines", folder, "--at-deadline"),
                  ("language", folder, "first", "ja"), ("serve", folder, "--once")):
        assert CliRunner().invoke(main, list(map(str, words))).exit_code in (0, 1)
    deliver(box, HELD.encode(), "1")
    CliRunner().invoke(main, ["serve", str(folder), "--once", "--mails", str(box)])
    return folder


def test_commands_name_what_is_wrong(kept: Path, tmp_path: Path) -> None:
    more = maildir(tmp_path / "more")
    deliver(more, reply(newest(kept, "ann@example.org"), "ann@example.org", "yes", 3), "1")
    office = offices.of_campaign(kept)
    spoilt = 0
    for name in FILES:
        path = office / name if (office / name).exists() else kept / name
        path = next(path.iterdir(), path) if path.is_dir() else path
        if not path.is_file():
            continue
        for spoil in SPOILT.values():
            work = tmp_path / f"work-{spoilt}" / "isles"
            shutil.copytree(kept, work)
            (work / path.relative_to(kept)).write_bytes(spoil(path.read_bytes()))
            for words in (["mail", "held", work], ["mail", "outbox", work], ["deadlines", work],
                          ["serve", work, "--once", "--mails", more]):
                done = CliRunner().invoke(main, list(map(str, words)))
                assert done.exception is None or isinstance(done.exception, SystemExit), (path.name, words, done)
                assert "did not get on" not in done.output, (path.name, words, done.output)
            spoilt += 1
    assert spoilt >= 5 * len(SPOILT)
