"""The whole Manila turn by mail, without a server: what the keeper types, every mail in, every mail out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from difflib import SequenceMatcher
from email import policy
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner
from PIL import Image

from tests.exchange.by_mail.play import CAMPAIGN, PEOPLE, ROOT, TURN, a_round, kind, opening
from tests.exchange.post import deliver, maildir
from tests.exchange.posting import letters_in
from tests.exchange.transcripts import letter, masked
from tests.stand_ins import quick_disk, quick_pictures
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.cli import main
from witp_pbem.exchange import token

GOLDEN = Path(__file__).parent / "golden"
NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
HOUR = timedelta(hours=1)
ALIKE = 5  # lines in a row that are not told twice
HEAD = ("From", "To", "Subject", "Date", "In-Reply-To", "Content-Type")


class Round(NamedTuple):
    """What was typed, and what the program said to each; the mails that had come, and the letters that went out, by
    their keys."""

    typed: list[tuple[Sequence[str], str]]
    came: list[EmailMessage]
    went: list[tuple[str, EmailMessage]]


def play(place: Path) -> Iterator[Round]:
    """Plays the turn in an empty folder, round by round. The players' mails come as files, the desk's are drafts. No
    map is drawn and no disk waited for; the transcript would show neither."""
    folder, account, box = place / CAMPAIGN, place / "mail.toml", place / "box"
    account.write_text('address = "desk@example.org"\nname = "The desk"\ndedicated = true\n'
                       'referee = "referee@example.org"\n')
    maildir(box)
    typed = [(words, run(words)) for words in opening(folder, account, NOW)]
    before: list[tuple[str, EmailMessage]] = []
    for number in range(len(TURN) + 1):
        now = NOW + number * HOUR
        came = []
        for minute, sent in enumerate(TURN[number - 1] if number else ()):
            mailbox = [message for _, message in before if sent.person.box in str(message["To"])]
            came.append(sent.written(mailbox, now - timedelta(minutes=30 - minute)))
            deliver(box, came[-1].as_bytes(policy=policy.SMTP), f"{number}.{minute}")
        words = a_round(folder, account, now, "--mails", str(box), "--json")
        typed.append((words, run(words)))
        letters = letters_in(folder)
        yield Round(typed, came, letters[len(before):])
        before, typed = letters, []


def run(words: Sequence[str]) -> str:
    """A command, in this process; returns what it printed."""
    blank = BytesIO()
    Image.new("P", (1000, 700)).save(blank, "PNG")
    with pytest.MonkeyPatch.context() as patch:
        quick_disk(patch)
        quick_pictures(patch, blank.getvalue())
        done = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


# -- told ----------------------------------------------------------------------------------------------------------


def texts(rounds: Sequence[Round], place: Path) -> dict[str, str]:
    """The transcript, in a file for each round."""
    campaign = open_campaign(place / CAMPAIGN)
    names = {str(place): ".", f"{ROOT}/": "", **{token.of(campaign, person.side): "<token>" for person in PEOPLE}}
    files = {}
    for number, made in enumerate(rounds):
        text = "".join(f"{piece}\n" for piece in _round(made))
        for name, shown in names.items():
            text = text.replace(name, shown)
        files[f"{number}.txt"] = masked(text)
    return files


def _round(made: Round) -> Iterator[str]:
    yield from (f"<<<<< mail in\n{_came(message)}" for message in made.came)
    for words, out in made.typed:
        remarks = json.loads(out)["remarks"] if words[0] == "serve" else []
        yield "".join([f"===== witp-pbem {' '.join(words)}\n", *(f"{each['sentence']}\n" for each in remarks)])
    reports: dict[str, list[str]] = {}
    for key, message in made.went:
        text = letter(key, message).replace("-----", ">>>>> mail out:", 1)
        if key.startswith("report:"):
            lines, to = text.split("\n"), str(message["To"])
            for other, before in reports.items():
                text = _abridged(text.split("\n"), before, other)
            reports[to] = lines
        files = [str(part.get_filename()) for part in message.iter_attachments()]
        yield text + (f"[attached: {', '.join(files)}]\n" if files else "")


def _abridged(lines: Sequence[str], before: Sequence[str], other: str) -> str:
    """A text without the many lines in a row that stand in another one just so."""
    abridged, at = [], 0
    for _, start, length in SequenceMatcher(None, before, lines, autojunk=False).get_matching_blocks():
        if length >= ALIKE:
            abridged += [*lines[at:start], f"[{length} lines as in the report to {other}]"]
            at = start + length
    return "\n".join([*abridged, *lines[at:]])


def _came(message: EmailMessage) -> str:
    """A player's mail: his own words, and how much he quotes."""
    body = message.get_body(("plain", "html"))
    assert body is not None
    text = str(body.get_content()).replace("\r\n", "\n")
    if body.get_content_subtype() == "html":
        text = re.sub(r"(?s)<hr>.*", "[the letter he answers]\n", text)
    text = re.sub(r"(?m)(?:^>.*\n?)+", lambda match: f"[{match[0].count(chr(10))} lines of the letter he answers]\n",
                  text)
    heads = "".join(f"{name}: {str(message[name]).partition('; boundary=')[0]}\n" for name in HEAD)
    files = "".join(f"[attached: {part.get_filename()}]\n{part.get_content()}" for part in message.iter_attachments())
    return f"{heads}\n{text}{files}"


def heads() -> list[tuple[str, str, str]]:
    """Kind, receiver and subject of each letter that goes out in the golden transcript."""
    words = "".join(path.read_text("utf-8") for path in sorted(GOLDEN.iterdir()))
    return re.findall(r"(?m)^>>>>> mail out: (\S+)\n(?:.+\n)*?To: (.+)\n(?:.+\n)*?Subject: (.+)$", words)


# -- counted ---------------------------------------------------------------------------------------------------------


def counted(rounds: Sequence[Round]) -> dict[str, Counter[str]]:
    """For each person how many mails he sends, and how many of each kind he gets."""
    counts = {person.side: Counter[str]() for person in PEOPLE}
    for made in rounds:
        for person in PEOPLE:
            address = f"{person.box}@"
            counts[person.side]["sent"] += sum(address in str(message["From"]) for message in made.came)
            counts[person.side].update(kind(message) for _, message in made.went if address in str(message["To"]))
    return counts
