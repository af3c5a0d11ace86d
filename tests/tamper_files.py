"""Every file of a campaign's folder spoilt in every way, and every command that opens one: each says what is wrong.

`python -m tests.tamper --files [NUMBER]` tries so many spoilt files of each kind of campaign, and prints figures.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from tests import each_game
from tests.cli.program import Ran, here
from tests.each_game import KINDS
from tests.exchange.post import deliver, newest, reply
from tests.stand_ins import quick_disk, quick_pictures
from tests.tamper import read, written
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.proof import chain
from witp_pbem.campaign.record import logbook, written_heads

NAME, COPY, BOX = "isles", "copy", "box"  # the keeper's campaign, a player's copy of it, and mails for the desk
NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
MOMENT, LATER = (f"{NOW + timedelta(days=days):%Y-%m-%dT%H:%MZ}" for days in (0, 9))
HANG = 20  # seconds of the processor a command may take
ALIKE = 2  # files of a folder that stand for the others
TRIED = 10  # commands on each spoilt file in the long run

Content = bytes | None  # of a file; None: it is not there
Spoil = Callable[[bytes, random.Random], Content]
Words = tuple[str, ...]


# -- what is spoilt -----------------------------------------------------------------------------------------------


def furnish(place: Path, game: str) -> Path:
    """Puts all a folder can hold into a campaign of a kind in its second turn, and a player's copy of it beside.

    Args:
        place: where it lies, and where every copy of it is spoilt: mailboxes are known by where they are.
    Returns:
        Where it was moved to.
    """
    players = KINDS[game].players
    (first, name), (last, other) = [*players.items()][0], [*players.items()][-1]
    with chdir(place):
        done("language", NAME, first, "ja")
        done("letter", "note", NAME, "Windy.")
        done("bookmark", NAME, "the start")
        done("letter", "protest", NAME, "--side", first, "Too many shells.")
        done("deadlines", NAME, "--every", "3d", "--then", "extend", "--away", f"{first}=2026-12-24..2027-01-02",
             "--now", MOMENT)
        done("deadlines", NAME, "--at-deadline")
        Path("orders.txt").write_text(each_game.text(Path(NAME), first, f"\n{KINDS[game].opening}"), "utf-8")
        done("letter", "seal", "orders.txt", "-o", "mine")
        done("key", "chain", "own.chain")
        done("submit", NAME, "mine.seal.txt")
        done("submit", NAME, "mine.reveal.txt")
        done("serve", NAME, "--once", "--now", MOMENT)
        mails = [reply(newest(Path(NAME), address(other)), other, "When do we go on?"),
                 b"From: %s\nTo: desk@example.org\nMessage-ID: <held@x>\nDate: Sun, 22 Nov 2026 07:00:00 +0000\n\n%s"
                 % (other.encode(), each_game.text(Path(NAME), last, "pass").encode())]
        for number, raw in enumerate(mails):
            deliver(Path(BOX), raw, str(number))
        done("serve", NAME, "--once", "--now", MOMENT, "--mails", BOX)
        deliver(Path(BOX), reply(newest(Path(NAME), address(name)), name, "yes", 3), "3")
        campaign = open_campaign(Path(NAME))
        for number, entry in enumerate((0, len(campaign.entries) - 2)):
            Path(f"{number}.jsonl.gz").write_bytes(packet.packet(campaign, entry))
        done("sync", COPY, "0.jsonl.gz")
        done("invite", NAME, first, "-o", "invitation.eml")
    return place.rename(place.with_name("whole"))


def done(*words: str | Path) -> None:
    ran = here(*words)
    assert ran.code == 0, (words, ran)


def address(player: str) -> str:
    return player.partition("<")[2].rstrip(">")


def files(place: Path) -> list[Path]:
    """The files of both folders and beside them, relative to their place; of many alike in a folder only some."""
    counts: Counter[tuple[Path, str]] = Counter()
    chosen = []
    for path in sorted(place.rglob("*")):
        kind = (path.parent, path.suffix)
        if path.is_file() and path.name != "lock" and path.suffix not in (".png", ".html"):
            counts[kind] += 1
            if counts[kind] <= ALIKE or path.parent.name in (NAME, COPY, "private"):
                chosen.append(path.relative_to(place))
    return chosen


# -- how it is spoilt ---------------------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (None, True, 0, -1, 7, 10**30, 1.5, "", "x", "\ud800", "0607", [], {}, [[]], [["a"]], {"": None},
                        "a" * 64, "x" * 5000, "2026-11-22T08:00:00Z", {"code": "x"}, [0, 0])


def _bytes(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data or b"x")
    for _ in range(chance.choice((1, 1, 3))):
        changed[chance.randrange(len(changed))] = chance.choice([*b'"{}[]:,0\n\r', chance.randrange(256)])
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[:chance.choice([0, 1, len(data) // 2, len(data) - 1, chance.randrange(len(data) + 1)])]


def _whole(data: bytes, chance: random.Random) -> Content:
    """Something else altogether: no file, nothing in it, zeros, JSON of another kind, no text, a JSON bomb."""
    return chance.choice([
        None, b"", b"\0" * len(data), b"\n", b"[]\n", b"{}\n", b"null\n", b"5\n", b'"x"\n', b"\xff\xfe\n",
        b"[" * 100_000, b'{"a":' * 50_000, b"{}\n{}\n", b"\xef\xbb\xbf" + data, data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r\n", 1), data + data, data[::-1]])


def _values(data: bytes, chance: random.Random) -> bytes:
    """A value somewhere in a JSON object, or in one of its lines, is another, is missing, or comes besides."""
    lines = data.split(b"\n")
    numbers = [number for number, line in enumerate(lines) if _object(line) is not None]
    if not numbers:
        whole = _object(data)
        return _bytes(data, chance) if whole is None else _dumped(changed(whole, chance))
    number = chance.choice(numbers)
    lines[number] = _dumped(changed(_object(lines[number]), chance))
    return b"\n".join(lines)


def _forged(data: bytes, chance: random.Random) -> Content:
    """A logbook in which a value of an entry is another, with hashes that fit: somebody made it by hand."""
    try:
        entries = read(data)
        number = chance.randrange(len(entries))
        entries[number] = changed(entries[number], chance)
        return written(entries)
    except (LookupError, TypeError, AttributeError, UnicodeError):  # no entry is left of it
        return _values(data, chance)


def _lines(data: bytes, chance: random.Random) -> bytes:
    """Lines in another order, twice, or left out."""
    lines = data.splitlines(keepends=True)
    place = chance.randrange(len(lines) + 1)
    return b"".join(chance.choice([lines[:place] + lines[place + 1:], lines[:place] + lines[place:][:1] + lines[place:],
                                   chance.sample(lines, len(lines))]))


SPOILS: tuple[Spoil, ...] = (_bytes, _cut, _whole, _values, _values, _values, _lines)
LOGBOOK: tuple[Spoil, ...] = (*SPOILS, *[_forged] * len(SPOILS))


def _object(data: bytes) -> Any:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and value else None


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")


def changed(value: Any, chance: random.Random) -> Any:
    """A JSON value in which one value, at whatever depth, is another, is missing, or has another beside it."""
    every = [path for path in _paths(value) if path]
    if not every:
        return chance.choice(ODD)
    path = chance.choice(every)
    *way, last = path[:chance.randint(1, len(path))] if chance.random() < 0.3 else path
    made = json.loads(json.dumps(value))
    inner = _at(made, way)
    match chance.randrange(6):
        case 0:
            del inner[last]
        case 1 if isinstance(inner, dict):
            inner[chance.choice(["x", "", "code", "event"])] = chance.choice(ODD)
        case 1:
            inner.insert(last, chance.choice([*ODD, *inner]))
        case 2 | 3:
            inner[last] = _at(value, chance.choice(every))  # of the same form, perhaps
        case _:
            inner[last] = chance.choice(ODD)
    return made


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values within a value, and to itself."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _paths(inner, (*path, key))


def _at(value: Any, path: Sequence[Any]) -> Any:
    for key in path:
        value = value[key]
    return value


# -- every command ------------------------------------------------------------------------------------------------


def reading(folder: str, game: str) -> list[Words]:
    """Commands that look at a campaign."""
    first, *_ = KINDS[game].players
    last = [*KINDS[game].players][-1]
    return [
        ("status", folder), ("status", folder, "--json", "--now", MOMENT), ("log", folder), ("log", folder, "--json"),
        ("show", folder), ("show", folder, "--turn", "1", "--json"), ("report", folder), ("map", folder),
        ("report", folder, "--side", first, "--format", "html"), ("report", folder, "--format", "bbcode"),
        ("report", folder, "--format", "eml"), ("replay", folder, "-o", "replay.html", "--force"),
        ("explain", folder), ("explain", folder, "--entry", "3"), ("explain", folder, "--turn", "1", "--json"),
        ("verify", folder), ("verify", folder, "--json"), ("verify", folder, "--chain", "own.chain"),
        ("orders", folder, "--side", first), ("orders", folder, "--side", "referee"), ("check", folder, "orders.txt"),
        ("check", folder, "mine.seal.txt", "mine.reveal.txt"), ("preview", folder, "--side", last),
        ("deadlines", folder, "--now", LATER), ("language", folder),
        ("letter", "seal", "orders.txt", "--campaign", folder, "-o", "more", "--force"),
        ("letter", "reveal", "mine.reveal.txt"),
        ("key", "link", "own.chain", "--campaign", folder, "--side", first, "--head", "a" * 64, "-o", "link.txt",
         "--force"),
        ("letter", "consent", folder, "3", "--side", last, "-o", "consent.txt", "--force"), ("post", "write", folder),
        ("guide", "--campaign", folder, "orders"), ("rule", "--campaign", folder, "2"),
        ("data", "sources", "--campaign", folder), ("invite", folder, first, "-o", "invitation.eml", "--force"),
        ("mail", "outbox", folder), ("mail", "held", folder, "--json"),
        ("post", "read", folder, "orders.txt", "--check"),
    ]


def writing(folder: str, game: str) -> list[Words]:
    """Commands that record, send or keep something."""
    first, *_ = KINDS[game].players
    last = [*KINDS[game].players][-1]
    return [
        ("submit", folder, "orders.txt"), ("submit", folder, "mine.reveal.txt"), ("adjudicate", folder),
        ("serve", folder, "--once", "--mails", BOX, "--now", MOMENT), ("serve", ".", "--once", "--now", LATER),
        ("repair", folder),
        ("serve", folder, "--once", "--json", "--now", LATER), ("mail", "fetch", folder, BOX, "--all", "--now", LATER),
        ("mail", "outbox", folder, "--again", "all", "--now", LATER), ("repair", folder, "--lost"),
        ("letter", "withdraw", folder, "--side", first), ("letter", "resign", folder, "--side", last, "--yes"),
        ("letter", "note", folder, "Calm."), ("bookmark", folder, "here"),
        ("letter", "protest", folder, "--side", last, "No."), ("letter", "word", folder, "fortuna", "--side", first),
        ("answer", folder, "--protest", "3", "--reason", "So it was."), ("language", folder, last, "en"),
        ("rewind", folder, "--to", "turn 1", "--reason", "Again."),
        ("letter", "player", folder, "Cy <cy@example.org>", "--side", last),
        ("deadlines", folder, "--every", "2d", "--now", LATER), ("deadlines", folder, "--early", "--words", "1"),
        ("repair", folder, "--reason", "New rules.", "--finish"), ("post", "read", folder, "orders.txt"),
        ("letter", "consent", folder, "3", "--side", first), ("sync", COPY, "1.jsonl.gz", "invitation.eml", "--verify"),
        ("sync", "new", "0.jsonl.gz"), ("sync", folder, "1.jsonl.gz"),
    ]


# -- what must not happen -----------------------------------------------------------------------------------------


class Hanging(BaseException):
    """A command has taken too long."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise Hanging


class Tried(NamedTuple):
    """A command on a spoilt campaign: how it ended, and what is wrong with that ("" for nothing)."""

    words: Words
    ran: Ran | None
    wrong: str


def tried(place: Path, words: Words) -> Tried:
    """Runs a command in a place; it must not come to grief."""
    signal.setitimer(signal.ITIMER_PROF, HANG)
    try:
        ran = here(*words, cwd=place)
    except (Hanging, Exception):
        return Tried(words, None, traceback.format_exc(limit=-4))
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    output = ran.out + ran.err
    is_wrong = ran.code not in (0, 1, 2) or "Traceback" in output or "did not get on" in output
    return Tried(words, ran, f"exit code {ran.code}\n{output}" if is_wrong else "")


def silent(each: Tried, usual: int, file: Path, content: Content) -> str:
    """What is wrong with what a command says that went well before a file of a campaign was spoilt, "" for nothing."""
    if not each.ran or each.ran.code in (0, usual) or _is_sound(content) or file.parts[0] not in (NAME, COPY):
        return ""
    output = each.ran.out + each.ran.err
    if each.ran.code == 2 and content is not None:  # without its logbook a folder is no campaign
        return f"calls it wrong usage\n{output}"
    return "" if any(word in output for word in (file.stem, "entry", "項目")) else f"does not say where\n{output}"


@contextmanager
def quickly() -> Iterator[None]:
    """No waiting for the disk, no pictures in mails, and every game installed."""
    before = signal.signal(signal.SIGPROF, _ring)
    with pytest.MonkeyPatch.context() as patch:
        quick_disk(patch)
        quick_pictures(patch)
        each_game.install(patch)
        yield
    signal.signal(signal.SIGPROF, before)


def spoilt(whole: Path, place: Path, file: Path, content: Content, commands: Sequence[Words]) -> Iterator[Tried]:
    """Each command on a fresh copy of a whole place in which a file holds something else."""
    for words in commands:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(whole, place)
        (place / file).unlink()
        if content is not None:
            (place / file).write_bytes(content)
        if file == Path(NAME) / logbook.FILE and _is_sound(content):  # somebody made it by hand, and covers it up
            (place / NAME / "private" / written_heads.FILE).unlink(missing_ok=True)
        yield tried(place, words)


def _is_sound(content: Content) -> bool:
    return content is not None and not chain.read(content)[1]


class Run(NamedTuple):
    """What a run has tried, in figures, and what went wrong."""

    figures: Counter[str]
    wrong: list[str]


def run(whole: Path, place: Path, game: str, count: int, *, commands: int = TRIED, seed: int = 1) -> Run:
    """Spoils so many files of a whole place, each in another way, and tries so many commands on each."""
    chance, made = random.Random(f"{seed} {game}"), Run(Counter(), [])
    usual: dict[Words, int] = {}
    every = files(whole)
    for number in range(count):
        file = every[number % len(every)]
        data = (whole / file).read_bytes()
        spoil = chance.choice(LOGBOOK if file.name == logbook.FILE else SPOILS)
        content = spoil(data, chance)
        folder = COPY if file.parts[0] == COPY else NAME
        chosen = chance.sample([*reading(folder, game), *writing(folder, game)], commands)
        made.figures["files spoilt"] += content != data
        for ordinary in spoilt(whole, place, file, data, [words for words in chosen if words not in usual]):
            assert ordinary.ran, ordinary.wrong
            usual[ordinary.words] = ordinary.ran.code
        for each in spoilt(whole, place, file, content, chosen):
            made.figures["commands"] += 1
            made.figures[f"exit code {each.ran.code if each.ran else 'none'}"] += 1
            if why := each.wrong or silent(each, usual[each.words], file, content):
                made.wrong.append(f"{game}: {file}, {spoil.__name__} {number}: {' '.join(each.words)}\n{why}")
                kept = whole.parent / f"wrong {game} {number} {file.name}"
                kept.write_bytes(content or b"")
    return made


def main(count: int = 300, seed: int = 1) -> int:
    """The long run on every kind of campaign."""
    figures: Counter[str] = Counter()
    wrong: list[str] = []
    began = time.monotonic()
    with quickly():
        for game in each_game.NAMES:
            place = Path(tempfile.mkdtemp(prefix=f"tamper-{game}-")) / "place"
            each_game.second_turn(place / NAME, game)
            whole = furnish(place, game)
            made = run(whole, place, game, count, seed=seed)
            figures += made.figures
            wrong += made.wrong
            print(f"{game}: {len(files(whole))} files, {len(made.wrong)} wrong, {time.monotonic() - began:.0f} s",
                  flush=True)
            if not made.wrong:
                shutil.rmtree(place.parent)
    for each in wrong:
        print(each)
    for what, number in figures.items():
        print(f"{number:9} {what}")
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0
