"""No command tells what private/ holds, in words, as JSON, in what it writes or in what it complains of."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import run
from witp_pbem.cli import MODULES

AHEAD = "if japan targets Midway\n withhold air at Midway\nend\nretreat to Samoa, else Fiji"
HASH = re.compile("[0-9a-f]{64}")
# What is typed for each command, behind DIR; none for those that do not read a campaign.
TYPED: dict[str, list[tuple[str, ...]]] = {
    "status": [(), ("--json",)],
    "orders": [("--side", "japan")],
    "check": [("FILE",), ("FILE", "--json")],
    "submit": [("FILE",)],
    "withdraw": [("--side", "allies")],
    "resign": [("--side", "japan")],
    "word": [("--side", "japan", "fortuna")],
    "adjudicate": [()],
    "report": [("--format", "text"), ("--format", "html"), ("--side", "japan"), ("--as-of", "2")],
    "show": [(), ("--json",)],
    "map": [()],
    "language": [("japan", "ja")],
    "deadlines": [(), ("--json",), ("--every", "3d", "--json")],
    "replay": [("-o", "OUT")],
    "log": [(), ("--json",)],
    "explain": [(), ("--json",), ("--side", "japan", "pass"), ("--entry", "2"), ("refused",)],
    "preview": [("--side", "japan"), ("--side", "japan", "--json"), ("FILE",)],
    "player": [("allies", "Bob <bob@example.org>")],
    "protest": [("--side", "japan", "that is not so")],
    "answer": [("--protest", "2", "--reason", "none")],
    "consent": [("--side", "japan", "2")],
    "note": [("a note",)],
    "bookmark": [("here",)],
    "rewind": [("--to", "entry 1", "--reason", "why not")],
    "resume": [("--finish", "--reason", "why not")],
    "verify": [(), ("--json",), ("--strict",)],
    "repair": [()],
    "seal": [("FILE",)],
    "letter": [("note", "--side", "japan", "text=hello")],
    "mail": [("outbox",), ("outbox", "--json"), ("send",), ("held", "--json")],
    "tick": [(), ("--json",)],
    "sittings": [(), ("--by-hand",)],
    "post": [(), ("--dialect", "discord")],
    "read-post": [("FILE", "--check"), ("FILE",), ("FILE", "-o", "OUT")],
    "chain": [("give", "CHAIN", "--side", "japan")],
    "invite": [("japan",), ("japan", "-o", "OUT"), ("allies", "--send")],
    "sync": [("FILE",)],
}
WITHOUT = {"demo", "new", "guide", "rule", "sources", "conformance", "key", "sign", "reveal", "verifier", "serve"}


@pytest.fixture(scope="module")
def hiding(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in which the Allies have sealed orders that nobody has asked for."""
    folder = tmp_path_factory.mktemp("hiding") / "isles"
    shutil.copytree(begun, folder)
    orders = folder.parent / "allies.txt"
    orders.write_text(f"Campaign: isles\nTurn: 1\nSide: allies\nPhase: operations\n\n# to Truk at last\n{AHEAD}\n")
    assert run("submit", folder, orders).code == 0
    orders.unlink()
    return folder


def secrets(folder: Path) -> set[str]:
    """Keys, salts and the words of sealed orders."""
    public = (folder / "logbook.jsonl").read_text("utf-8")
    told: set[str] = set()
    for name in ("secrets.json", "sealed.jsonl"):
        for line in (folder / "private" / name).read_text("utf-8").split("\n"):
            told.update(_texts(json.loads(line)) if line else ())
    said = {text for text in told if " " in text and not re.match("(Campaign|Turn|Side|Phase):", text)}
    return {text for text in said | {text for text in told if HASH.fullmatch(text)} if text not in public}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from value.splitlines()
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def test_every_command_is_looked_at(hiding: Path) -> None:
    assert {*TYPED, *WITHOUT} == set(MODULES)
    assert any("Samoa" in text for text in secrets(hiding)) and any("Truk" in text for text in secrets(hiding))
    assert sum(len(text) == 64 for text in secrets(hiding)) > 4


@pytest.mark.parametrize("command", TYPED)
def test_nothing_private_is_told(command: str, hiding: Path, tmp_path: Path) -> None:
    hidden = secrets(hiding)
    for number, arguments in enumerate(TYPED[command]):
        folder = tmp_path / f"{number}" / "isles"
        shutil.copytree(hiding, folder)
        file, out = folder.parent / "japan.txt", folder.parent / "out.html"
        file.write_text("Campaign: isles\nTurn: 1\nSide: japan\n\npass\n")
        places = {"FILE": str(file), "OUT": str(out), "CHAIN": str(folder.parent / "chain.json")}
        typed = [places.get(word, word) for word in arguments]
        where = [] if command == "seal" else ["--campaign", str(folder)] if command in ("letter", "chain") else [folder]
        kind = [typed.pop(0)] if command in ("letter", "chain", "mail") else []
        ran = run(command, *kind, *where, *typed)
        written = "".join(path.read_text("utf-8", errors="replace") for path in folder.parent.glob("*.*"))
        assert not [text for text in hidden if text in ran.out + ran.err + written], (command, arguments)


@pytest.mark.parametrize("spoil", ["secrets.json", "sealed.jsonl"])
@pytest.mark.parametrize("command", ["status", "adjudicate", "verify", "withdraw"])
def test_complaints_about_private_files_do_not_quote_them(command: str, spoil: str, hiding: Path,
                                                          tmp_path: Path) -> None:
    folder = tmp_path / "isles"
    shutil.copytree(hiding, folder)
    path = folder / "private" / spoil
    path.write_bytes(path.read_bytes().replace(b'"', b"'", 3))
    ran = run(command, folder, *(["--side", "allies"] if command == "withdraw" else []))
    assert ran.code == 1
    assert not [text for text in secrets(hiding) if text in ran.out + ran.err]
