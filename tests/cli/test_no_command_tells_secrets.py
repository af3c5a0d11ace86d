"""No command tells what private/ holds, in words, as JSON, in what it writes or in what it complains of."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import each_game, tamper
from tests.cli.json_page import commands
from tests.cli.program import here
from tests.each_game import KINDS, Maker, send
from tests.report.forms import unpacked
from witp_pbem.cli import main

HASH = re.compile("[0-9a-f]{64}")
# What is typed for each command, behind DIR; none for those that do not read a campaign. HOLDER has sealed orders.
TYPED: dict[str, list[tuple[str, ...]]] = {
    "status": [(), ("--json",)],
    "orders": [("--side", "PLAYER")],
    "check": [("FILE",), ("FILE", "--json")],
    "submit": [("FILE",)],
    "letter withdraw": [("--side", "HOLDER")],
    "letter resign": [("--side", "PLAYER")],
    "letter word": [("--side", "PLAYER", "fortuna")],
    "adjudicate": [()],
    "data export": [(), ("-o", "OUT")],
    "report": [("--format", "text"), ("--format", "html"), ("--side", "PLAYER"), ("--as-of", "2")],
    "show": [(), ("--json",)],
    "pack": [("-o", "OUT")],
    "map": [()],
    "language": [("PLAYER", "ja")],
    "deadlines": [(), ("--json",), ("--every", "3d", "--json"), ("--by-hand",)],
    "replay": [("-o", "OUT")],
    "log": [(), ("--json",)],
    "explain": [(), ("--json",), ("--side", "PLAYER", "pass"), ("--entry", "2"), ("refused",)],
    "preview": [("--side", "PLAYER"), ("--side", "PLAYER", "--json"), ("FILE",)],
    "odds": [("--side", "PLAYER"), ("--side", "PLAYER", "--json"), ("FILE", "--side", "PLAYER")],
    "letter player": [("Bob <bob@example.org>", "--side", "HOLDER")],
    "letter protest": [("--side", "PLAYER", "that is not so")],
    "answer": [("--protest", "2", "--reason", "none")],
    "letter consent": [("--side", "PLAYER", "2")],
    "letter note": [("a note",), ("a note", "-o", "OUT")],
    "letter proposal": [("why not", "--side", "PLAYER")],
    "bookmark": [("here",)],
    "rewind": [("--to", "entry 1", "--reason", "why not")],
    "verify": [(), ("--json",), ("--strict",)],
    "repair": [(), ("--finish", "--reason", "why not")],
    "letter seal": [("FILE",)],
    "mail fetch": [("FILE",)],
    "mail outbox": [(), ("--json",)],
    "mail send": [()],
    "mail held": [("--json",)],
    "serve": [("--once",), ("--once", "--json")],
    "post write": [(), ("--dialect", "discord")],
    "post read": [("FILE", "--check"), ("FILE",), ("FILE", "-o", "OUT")],
    "key link": [("CHAIN", "--side", "PLAYER")],
    "invite": [("PLAYER",), ("PLAYER", "-o", "OUT"), ("HOLDER", "--send")],
    "sync": [("FILE",)],
}
WITHOUT = {"demo", "new", "guide", "help", "rule", "places", "data sources", "data import", "data check",
           "conformance", "try", "league", "key new", "key sign", "key chain", "mail setup",
           "mail password", "letter reveal", "archive add", "archive list",
           "archive show", "archive search", "archive stats", "archive site", "archive verify", "archive replay-with",
           "archive attach", "archive export", "archive alias", "archive rebuild", "archive remove", "unpack"}


@pytest.fixture(params=["witp", "senshi", "alliance", "atoll"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of several players: one who plays alone has no secrets from himself."""
    each_game.install(monkeypatch)
    return str(request.param)


@pytest.fixture
def hiding(game: str, begun_of: Maker, tmp_path: Path) -> Path:
    """A campaign in which a player has sealed orders that nobody has asked for."""
    folder = shutil.copytree(begun_of(game), tmp_path / "hiding" / "isles")
    player, orders = KINDS[game].ahead
    send(folder, player, f"# to where nobody thinks\n{orders}")
    return folder


def secrets(folder: Path) -> set[str]:
    """Keys, salts and the words of sealed orders."""
    book = (folder / "logbook.jsonl").read_bytes()
    public = book.decode() + "".join(entry["hash"] for entry in tamper.read(book))
    texts: set[str] = set()
    for name in ("secrets.json", "sealed.jsonl"):
        for line in (folder / "private" / name).read_text("utf-8").split("\n"):
            texts.update(_texts(json.loads(line)) if line else ())
    said = {text for text in texts if " " in text and not re.match("(Campaign|Turn|Side|Phase):", text)}
    return {text for text in said | {text for text in texts if HASH.fullmatch(text)} if text not in public}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def test_every_command_is_looked_at(game: str, hiding: Path) -> None:
    assert {*TYPED, *WITHOUT} == set(dict(commands(main)))
    for words in (KINDS[game].sealed, "to where nobody thinks"):
        assert any(words in text for text in secrets(hiding))
    assert sum(len(text) == 64 for text in secrets(hiding)) > 4


@pytest.mark.parametrize("command", TYPED)
def test_nothing_private_is_told(command: str, game: str, hiding: Path, tmp_path: Path) -> None:
    hidden = secrets(hiding)
    holder, player = KINDS[game].ahead[0], next(iter(KINDS[game].players))
    for number, arguments in enumerate(TYPED[command]):
        folder = tmp_path / f"{number}" / "isles"
        shutil.copytree(hiding, folder)
        file, out = folder.parent / "orders.txt", folder.parent / "out.html"
        file.write_text(f"Campaign: isles\nTurn: 1\nSide: {player}\n\npass\n")
        places = {"FILE": str(file), "OUT": str(out), "CHAIN": str(folder.parent / "chain.json"), "HOLDER": holder,
                  "PLAYER": player}
        typed = [places.get(word, word) for word in arguments]
        ran = here(*command.split(), *behind(command, folder, typed))
        written = "".join(unpacked(path.read_text("utf-8", errors="replace")) for path in folder.parent.glob("*.*"))
        assert not [text for text in hidden if text in ran.out + ran.err + written], (command, arguments)


def behind(command: str, folder: Path, typed: list[str]) -> list[str]:
    """What is typed behind a command: its campaign, and the rest."""
    if command == "letter seal":
        return typed
    if command in ("key link", "data export"):
        return [*typed, "--campaign", str(folder)]
    return [str(folder), *typed]


@pytest.mark.parametrize("spoil", ["secrets.json", "sealed.jsonl"])
@pytest.mark.parametrize("command", ["status", "adjudicate", "verify", "letter withdraw"])
def test_complaints_about_private_files_do_not_quote_them(command: str, spoil: str, game: str, hiding: Path) -> None:
    hidden = secrets(hiding)
    path = hiding / "private" / spoil
    path.write_bytes(path.read_bytes().replace(b'"', b"'", 3))
    ran = here(*command.split(), hiding, *(["--side", KINDS[game].ahead[0]] if "letter" in command else []))
    assert ran.code == 1
    assert not [text for text in hidden if text in ran.out + ran.err]
