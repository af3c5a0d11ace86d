"""What fuzzing starts from: real files, and the words that mean something in them."""

from __future__ import annotations

import gzip
import json
import random
import tempfile
from collections.abc import Sequence
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

from tests.exchange.reading.kinds import KINDS
from tests.exchange.reading.orders_written import write
from tests.exchange.reading.posts_pasted import POSTS
from tests.fuzz.targets import game
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.letters.player_change import change
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.table.canonical import canonical

ROOT = Path(__file__).parents[2]
LONGEST = 4096  # bytes of an input
NESTED = (b"[" * 3000, b"{\"a\":" * 2000, b"if " * 500, b"when battle at Manila\n" * 40, "（".encode() * 300,
          b"\"" * 99, b"else " * 300, b"0808-" * 400, b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\r", "目標".encode(),
          b"-0", b"1e9", b"99999999999999999999999", b"\\ud800")
ODD: tuple[Any, ...] = (None, True, False, 0, -1, 1, 10**30, 1.5, "", "x", "0607", "japan", "\ud800", "\u0000",
                        [], {}, [[]], {"": None}, "a" * 64, "../../etc/passwd", [None] * 50)


@cache
def seeds(target: str) -> Sequence[bytes]:
    """Whole files of the kind a target reads, cut to the longest input."""
    return [data[:LONGEST] for data in _SEEDS[target]()]


def _orders() -> list[bytes]:
    files = sorted((ROOT / "examples").rglob("*.txt"))
    written = [path.read_bytes() for path in files]
    for name in ("orders.md", "orders.ja.md"):
        text = (ROOT / "witp_pbem" / "games" / "witp" / "docs" / name).read_text(encoding="utf-8")
        written += [block.split("\n", 1)[-1].encode() for block in text.split("```")[1::2]]
    for path in sorted((ROOT / "tests" / "conformance").rglob("*.case"))[:12]:
        text = path.read_text(encoding="utf-8")
        written += [piece[:1500].encode() for piece in text.split("orders")[1:20]]
    talk = "Say: well played, @everyone!\n発言：<b>また</b>\u2028Campaign: manila\nSay: # letter answer.0\n".encode()
    return [*written, *(talk + data for data in written[:4])]


def _letters() -> list[bytes]:
    values = {"word": "fortuna", "turn": 4, "seal": "ab" * 32, "salt": "cd" * 32, "content": "eyJ0ZXh0Ijo=",
              "number": 5, "link": "ef" * 32, "head": "01" * 32, "text": "a\nb: c", "about": 3, "to": "turn 3",
              "keep": "yes", "proposal": 7, "hash": "23" * 32, "entry": 9}
    return [letter_text.write(kind, "manila", "japan", {key: values.get(key, "3") for key in (*must, *may)}).encode()
            for kind, (must, may) in letter_text.KINDS.items()]


def _books() -> list[bytes]:
    """A short campaign's logbook: whole, without its long opening position, and line by line."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "isles"
        create(folder, Wishes("witp", scenario="short", options={"last_turn": "4"}, seed="fuzz"))
        adjudicate(folder)
        for side, bid in (("first", 20), ("second", 22)):
            submit(folder, [("bid.txt", f"Campaign: isles\nTurn: 1\nSide: {side}\n\nbid {bid}\n".encode())])
        adjudicate(folder)
        change(folder, "first", "Ken <ken@example.org>", "he moves")
        lines = (folder / "logbook.jsonl").read_bytes().splitlines(keepends=True)
    small = []
    for line in lines:
        entry = json.loads(line)
        entry |= {"opening": {}} if "opening" in entry else {}
        entry |= {"acts": entry["acts"][:3], "opened": entry["opened"][:1]} if "acts" in entry else {}
        small.append(json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
    return [b"".join(small), *small, *lines[1:]]


def _packets() -> list[bytes]:
    """Packets of a short campaign: whole, packed, in a mail, and cut into pieces."""
    records = [json.loads(line) for line in _books()[0].splitlines()]
    _chained(records)
    heading = packet.heading(records[0]["campaign"], records[0]["hash"])
    lines = [logbook.line(record) for record in records]
    file = canonical({"file": "data/map.json", "text": "{}"}) + b"\n"
    whole = b"".join([heading, file, *lines])
    mail = EmailMessage()
    mail["Subject"] = "[isles] Turn 1"
    mail.set_content("A report.\n")
    mail.add_attachment(gzip.compress(whole, mtime=0), "application", "octet-stream", filename="isles-entries.jsonl.gz")
    pieces = [b"".join([heading, packet.after(records[first - 1]["hash"]), *lines[first:last]])
              for first, last in ((1, 4), (len(lines) - 1, len(lines)))]
    return [whole, *pieces, lines[0], gzip.compress(whole, mtime=0), mail.as_bytes()]


def _states() -> list[bytes]:
    """Positions the game opens with, whole and with most of their units left out."""
    positions = []
    for scenario in ("standard", "short", "from_1943"):
        opened = game().open(scenario, {})
        if isinstance(opened, tuple) and not hasattr(opened, "turn"):
            continue
        record = game().to_json(opened)
        positions.append(json.dumps(record).encode())
        for key, value in list(record.items()):
            if isinstance(value, dict | list) and len(value) > 3:
                record[key] = dict(list(value.items())[:3]) if isinstance(value, dict) else value[:3]
        positions.append(json.dumps(record).encode())
    return positions


def _cases() -> list[bytes]:
    texts = []
    for path in sorted((ROOT / "tests" / "conformance").rglob("*.case")):
        texts += ["case:".join(["", part]).encode() for part in path.read_text(encoding="utf-8").split("case:")[1:9]]
    return texts


def _mails() -> list[bytes]:
    """A mail of every kind, and the literal ones."""
    chance = random.Random("mails")
    made = [kind.make(write(chance, kind.japanese, kind.comments), chance) for kind in KINDS.values()]
    return [*made, *(path.read_bytes() for path in sorted((ROOT / "tests" / "exchange" / "mails").glob("*.eml")))]


def _posts() -> list[bytes]:
    """Orders as they are pasted from forums of every kind."""
    chance = random.Random("posts")
    return [post.make(write(chance).text).encode() for _ in range(3) for post in POSTS.values()]


_SEEDS = {"orders": _orders, "letter": _letters, "logbook": _books, "state": _states, "case": _cases,
          "packets": _packets, "mails": _mails, "posts": _posts}


def changed(chance: random.Random, target: str) -> bytes:
    """A spoilt file for a target: where it reads JSON every second one is still JSON, and a logbook's chain fits."""
    files = seeds(target)
    if target not in ("state", "logbook", "packets") or chance.random() < 0.5:
        return mutated(chance, files)
    try:
        records = [json.loads(line) for line in chance.choice(files).splitlines()]
    except ValueError:
        return mutated(chance, files)
    for _ in range(chance.choice((1, 1, 2, 4))):
        records[chance.randrange(len(records))] = _twisted(chance, chance.choice(records))
    if target == "logbook" or (target == "packets" and chance.random() < 0.5):
        _chained(records)
        records = [{**record, "hash": str(record.get("hash"))[:logbook.DIGITS]} if isinstance(record, dict) else record
                   for record in records]
    return b"".join(json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        errors="surrogatepass") + b"\n" for record in records)


def _twisted(chance: random.Random, value: Any, depth: int = 0) -> Any:
    """A JSON value with one thing in it left out, doubled or put in another's place."""
    if depth > 5 or not isinstance(value, dict | list) or not value or chance.random() < 0.15:
        return chance.choice(ODD)
    if isinstance(value, list):
        place = chance.randrange(len(value))
        match chance.randrange(4):
            case 0:
                return value[:place] + value[place + 1:]
            case 1:
                return value[:place] + value[place:place + 1] * 2 + value[place + 1:]
            case _:
                return [*value[:place], _twisted(chance, value[place], depth + 1), *value[place + 1:]]
    key = chance.choice(sorted(value))
    match chance.randrange(5):
        case 0:
            return {name: item for name, item in value.items() if name != key}
        case 1:
            return {**value, chance.choice(("", "odd", "hash", "type", "n", "__proto__")): value[key]}
        case _:
            return {**value, key: _twisted(chance, value[key], depth + 1)}


def _chained(records: list[Any]) -> None:
    """Makes the hashes of entries fit again, where they still are entries."""
    previous = logbook.BEGINNING
    for number, record in enumerate(records):
        if isinstance(record, dict):
            record["n"] = number
            try:
                record["hash"] = previous = logbook.entry_hash(record, previous)
            except (ValueError, TypeError, RecursionError):
                return


def mutated(chance: random.Random, files: Sequence[bytes]) -> bytes:
    """A file changed as mail, malice and mistyping would: pieces cut, doubled, moved, mixed, bytes and words put in."""
    data = bytearray(chance.choice(files))
    for _ in range(chance.choice((1, 1, 2, 3, 5, 9))):
        place = chance.randrange(len(data) + 1)
        length = min(chance.choice((1, 1, 2, 4, 16, 64)), len(data) - place)
        match chance.randrange(8):
            case 0:
                del data[place:place + length]
            case 1:
                data[place:place] = bytes(chance.randrange(256) for _ in range(length))
            case 2:
                data[place:place] = data[place:place + length] * chance.choice((1, 2, 30))
            case 3:
                other = chance.choice(files)
                start = chance.randrange(len(other) + 1)
                data[place:place + length] = other[start:start + 64]
            case 4:
                data[place:place] = chance.choice(NESTED)
            case 5 if data:
                at = min(place, len(data) - 1)
                data[at] ^= 1 << chance.randrange(8)
            case 6:
                words = bytes(data).split(b" ")
                chance.shuffle(words)
                data = bytearray(b" ".join(words))
            case _:
                lines = bytes(data).split(b"\n")
                first, second = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                data = bytearray(b"\n".join(lines))
    return bytes(data[:LONGEST])
