"""Campaigns just before a command that writes: those of a neutral referee; `others` has the rest."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.faults.exchange import at_the_desk
from tests.faults.others import apart, disputed, released, without_referee
from tests.faults.scene import BOOK, NAME, Scene, orders, record, scene
from tests.leaving import resign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.sitting.adjudicate import adjudicate

FOUNDING = ("new", NAME, "--game", "witp", "--scenario", "short", "--option", "last_turn=6", "--seed", "faults",
            "--first", "Ann", "--second", "Bob")
WISHES = Wishes("witp", scenario="short", options={"last_turn": "6"}, seed="faults",
                players={"first": "Ann", "second": "Bob"})
RULING = 'ruling for Japan: gain 1 because "for the test"'


def scenes(place: Path) -> Iterator[Scene]:
    """All scenes, built below a folder."""
    begun, bid, both, tied, dealt, given_up = (place / name for name in
                                               ("begun", "bid", "both", "tied", "dealt", "end"))
    create(begun / NAME, WISHES)
    adjudicate(begun / NAME)
    orders(begun, "first", "bid 27")
    orders(begun, "second", "bid 27")
    (begun / "note.txt").write_text(f"Campaign: {NAME}\nSide: first\nLetter: word\nWord: fortune\n")
    yield scene("submit one file", begun, ("submit", NAME, "first.txt"))
    yield scene("submit two files", begun, ("submit", NAME, "first.txt", "second.txt"))
    yield scene("submit a founding word", begun, ("submit", NAME, "note.txt"))
    yield scene("language", begun, ("language", NAME, "first", "ja"), whatever=True)
    yield scene("orders -o", begun, ("orders", NAME, "--side", "first", "-o", "o.txt", "--force"), files=("o.txt",))

    shutil.copytree(begun, bid)
    record(bid, "first")
    yield scene("withdraw", bid, ("letter", "withdraw", NAME, "--side", "first"))
    shutil.copytree(bid, both)
    record(both, "second")
    yield scene("adjudicate a tie", both, ("adjudicate", NAME), whatever=True)
    shutil.copytree(both, tied)
    adjudicate(tied / NAME)
    for side in ("first", "second"):
        orders(tied, side, "bid 30")
        record(tied, side)
    yield scene("adjudicate with dice and decks", tied, ("adjudicate", NAME), whatever=True)

    shutil.copytree(tied, dealt)
    adjudicate(dealt / NAME)
    orders(dealt, "referee", RULING)
    orders(dealt, "japan", "pass")
    yield scene("submit a ruling", dealt, ("submit", NAME, "referee.txt"))
    yield scene("submit orders and a ruling", dealt, ("submit", NAME, "japan.txt", "referee.txt"))
    yield scene("resign", dealt, ("letter", "resign", NAME, "--side", "japan", "--yes"),
                lambda grown: ("adjudicate", NAME) if grown else ("letter", "resign", NAME, "--side", "japan", "--yes"))
    for name, words in {"report.html": ("report", NAME, "--format", "html"), "map.svg": ("map", NAME),
                        "map.png": ("map", NAME), "replay.html": ("replay", NAME)}.items():
        yield scene(f"{words[0]} -o {name}", dealt, (*words, "-o", name, "--force"), files=(name,))
    posts = ("report", NAME, "--format", "bbcode", "--max-chars", "4000", "-o", "post.txt", "--force")
    yield scene("report in several posts", dealt, posts, files=("post",))
    yield from disputed(dealt)
    shutil.copytree(dealt, given_up)
    resign(given_up / NAME, "japan", "the end")
    yield scene("adjudicate to the end", given_up, ("adjudicate", NAME), whatever=True)
    yield from apart(begun)
    yield from _spoilt(place, bid)
    yield from without_referee(place)
    yield from released(place)
    yield from at_the_desk(place)


def _spoilt(place: Path, bid: Path) -> Iterator[Scene]:
    """Repairs, and a founding."""
    mailed, older, nothing = place / "mailed", place / "older", place / "nothing"
    shutil.copytree(bid, mailed)
    for path in (mailed / BOOK, mailed / NAME / "private" / "sealed.jsonl", mailed / NAME / "data" / "map.json"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (mailed / NAME / "data" / "units.json").unlink()
    yield scene("repair", mailed, ("repair", NAME), whatever=True)
    shutil.copytree(bid, older)
    (older / BOOK).write_bytes(b"".join((older / BOOK).read_bytes().splitlines(keepends=True)[:-1]))
    yield scene("repair --lost", older, ("repair", NAME, "--lost"))
    nothing.mkdir()
    yield scene("new", nothing, FOUNDING)
