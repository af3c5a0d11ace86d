"""Campaigns just before a command that writes, and what the command leaves behind undisturbed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.faults.injection import execute, python
from witp_pbem.campaign.adjudicate import adjudicate
from witp_pbem.campaign.campaign import open_campaign
from witp_pbem.campaign.founding import Wishes, found
from witp_pbem.campaign.incoming.leave import resign
from witp_pbem.campaign.incoming.submit import submit

NAME = "isles"
FOUNDING = ("new", NAME, "--scenario", "short", "--option", "last_turn=6", "--seed", "faults", "--first", "Ann",
            "--second", "Bob")
WISHES = Wishes(scenario="short", options={"last_turn": "6"}, seed="faults", players={"first": "Ann", "second": "Bob"})
RULING = 'ruling for Japan: gain 1 because "for the test"'


class Scene(NamedTuple):
    """A command about to be given.

    Attributes:
        base: a folder with the campaign and the files beside it, to be copied. command: the words of the command.
        resume: the words with which a referee goes on if the logbook has grown by so many entries.
        files: what the command writes besides the campaign.
        after: every file the undisturbed command leaves behind.
    """

    name: str
    base: Path
    command: tuple[str, ...]
    resume: Callable[[int], tuple[str, ...]]
    files: tuple[str, ...]
    after: dict[str, bytes]

    @property
    def program(self) -> list[str]:
        return python("-m", "witp_pbem", *self.command)


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder but the lock, which says nothing."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "lock"}


def scenes(place: Path) -> Iterator[Scene]:
    """All scenes, built below a folder."""
    stages = ("begun", "bid", "both", "tied", "dealt", "end")
    begun, bid, both, tied, dealt, given_up = (place / name for name in stages)
    found(begun / NAME, WISHES)
    adjudicate(begun / NAME)
    _orders(begun, "first", "bid 27")
    _orders(begun, "second", "bid 27")
    _orders(begun, "referee", RULING)
    (begun / "note.txt").write_text(f"Campaign: {NAME}\nSide: first\nLetter: word\nWord: fortune\n")
    yield _scene("submit one file", begun, ("submit", NAME, "first.txt"))
    yield _scene("submit two files", begun, ("submit", NAME, "first.txt", "second.txt"))
    yield _scene("submit a founding word", begun, ("submit", NAME, "note.txt"))
    yield _scene("language", begun, ("language", NAME, "first", "ja"), whatever=True)
    yield _scene("orders -o", begun, ("orders", NAME, "--side", "first", "-o", "o.txt", "--force"), files=("o.txt",))

    _copy(begun, bid)
    _submit(bid, "first")
    yield _scene("withdraw", bid, ("withdraw", NAME, "--side", "first"))
    _copy(bid, both)
    _submit(both, "second")
    yield _scene("adjudicate a tie", both, ("adjudicate", NAME), whatever=True)
    _copy(both, tied)
    adjudicate(tied / NAME)
    for side in ("first", "second"):
        _orders(tied, side, "bid 30")
        _submit(tied, side)
    yield _scene("adjudicate with dice and decks", tied, ("adjudicate", NAME), whatever=True)

    _copy(tied, dealt)
    adjudicate(dealt / NAME)
    _orders(dealt, "referee", RULING)
    _orders(dealt, "japan", "pass")
    yield _scene("submit a ruling", dealt, ("submit", NAME, "referee.txt"))
    yield _scene("submit orders and a ruling", dealt, ("submit", NAME, "japan.txt", "referee.txt"))
    yield _scene("resign", dealt, ("resign", NAME, "--side", "japan", "--yes"),
                 lambda grown: ("adjudicate", NAME) if grown else ("resign", NAME, "--side", "japan", "--yes"))
    for name, words in {"report.html": ("report", NAME, "--format", "html"), "map.svg": ("map", NAME),
                        "map.png": ("map", NAME), "replay.html": ("replay", NAME)}.items():
        yield _scene(f"{words[0]} -o {name}", dealt, (*words, "-o", name, "--force"), files=(name,))
    posts = ("report", NAME, "--format", "bbcode", "--max-chars", "4000", "-o", "post.txt", "--force")
    yield _scene("report in several posts", dealt, posts, files=("post",))
    _copy(dealt, given_up)
    resign(given_up / NAME, "japan", "the end")
    yield _scene("adjudicate to the end", given_up, ("adjudicate", NAME), whatever=True)

    mailed = place / "mailed"
    _copy(bid, mailed)
    for path in (mailed / NAME / "logbook.jsonl", mailed / NAME / "private" / "sealed.jsonl",
                 mailed / NAME / "data" / "map.json"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (mailed / NAME / "data" / "units.json").unlink()
    yield _scene("repair", mailed, ("repair", NAME), whatever=True)
    older = place / "older"
    _copy(bid, older)
    book = older / NAME / "logbook.jsonl"
    book.write_bytes(b"".join(book.read_bytes().splitlines(keepends=True)[:-1]))
    yield _scene("repair --lost", older, ("repair", NAME, "--lost"))
    nothing = place / "nothing"
    nothing.mkdir()
    yield _scene("new", nothing, FOUNDING, lambda grown: ("status", NAME) if grown else FOUNDING)


def _scene(name: str, base: Path, command: tuple[str, ...], resume: Callable[[int], tuple[str, ...]] | None = None, *,
           whatever: bool = False, files: tuple[str, ...] = ()) -> Scene:
    """A scene with what it leaves behind undisturbed; with `whatever` the command can be given again at any time."""
    if resume is None:
        repeat = whatever or bool(files)
        resume = lambda grown: ("status", NAME) if grown and not repeat else command  # noqa: E731
    for file in files:
        for number in ("",) if "." in file else ("-1.txt", "-2.txt"):
            (base / f"{file}{number}").write_text("an older one\n")
    after = base.with_name(f"{base.name} after {len(list(base.parent.iterdir()))}")
    shutil.copytree(base, after)
    ran = execute(python("-m", "witp_pbem", *command), after)
    assert ran.code == 0, (name, ran)
    return Scene(name, base, command, resume, files, contents(after))


def _copy(base: Path, to: Path) -> None:
    shutil.copytree(base, to)


def _orders(base: Path, side: str, words: str) -> None:
    turn = open_campaign(base / NAME).turn
    (base / f"{side}.txt").write_text(f"Campaign: {NAME}\nTurn: {turn}\nSide: {side}\n\n{words}\n")


def _submit(base: Path, side: str) -> None:
    done = submit(base / NAME, [(f"{side}.txt", (base / f"{side}.txt").read_bytes())])
    assert done.stands, done.checked


def entries(book: bytes) -> list[dict[str, object]]:
    """The whole entries of a logbook."""
    return [json.loads(line) for line in book.replace(b"\r\n", b"\n").split(b"\n")[:-1]]
