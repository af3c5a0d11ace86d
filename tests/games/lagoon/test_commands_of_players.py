"""Further commands on the Lagoon, in both languages: chains, words, seals and consent, keys, other players, deadlines
and rounds by mail, posts of a forum, repairs, other rules, an example played by its script."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from tests.games.lagoon import game as lagoon
from tests.games.lagoon.test_every_command import JAPANESE, SAILING, Shell, in_words
from tests.stand_ins import instead, release, small
from witp_pbem.cli import demo

PLAYERS = {"north": "Nora <nora@example.org>", "south": "Sam <sam@example.org>", "garrison": "Gus <gus@example.org>"}
FOUNDING = ("new", "isle", "--game", "lagoon", "--scenario", "alliance", "--seed", "commands",
            *(word for name, player in PLAYERS.items() for word in ("--player", f"{name}={player}")))
NORTH = "Phase: sail\n\nsail From Here to Truk lagoon\nsail Prince of Wales to Reef\nPhase: raid\n\npass all\n"
OTHERS = {"south": "Phase: sail\n\nsail Akagi Maru to Truk lagoon\nPhase: raid\n\npass all\n", "garrison":
          "Phase: raid\n\npass all\n"}


@pytest.fixture(params=["en", "ja"])
def three(request: pytest.FixtureRequest, tmp_path: Path) -> Shell:
    """A folder in which nothing has been founded yet."""
    return Shell(tmp_path, str(request.param))


@pytest.fixture
def solo(three: Shell) -> Shell:
    """The campaign of one player, dealt."""
    three("new", "isle", "--game", "lagoon", "--seed", "further", "--player", "raiders=Ann <ann@example.org>")
    three("adjudicate", "isle")
    return three


def entries(shell: Shell) -> list[dict[str, object]]:
    return [json.loads(line) for line in (shell.folder / "isle" / "logbook.jsonl").read_text("utf-8").splitlines()]


def hash_in(text: str) -> str:
    return re.findall(r"\b[0-9a-f]{64}\b", text)[-1]


def copy_of(shell: Shell, name: str) -> str:
    shutil.rmtree(shell.folder / name, ignore_errors=True)
    shutil.copytree(shell.folder / "isle", shell.folder / name, ignore=shutil.ignore_patterns("private"))
    return name


def links(shell: Shell, *players: str) -> None:
    """A link of each player's chain for the last entry, recorded."""
    head = str(entries(shell)[-1]["hash"])
    for player in players:
        shell("key", "link", f"{player}.chain", "--campaign", copy_of(shell, "copy"), "--side", player,
              "--head", head, "-o", f"{player}.link", "--force")
    for player in players:
        shell("submit", "isle", f"{player}.link")


def test_a_commander_keeps_it_with_chains_words_and_seals(three: Shell) -> None:
    chains = [word for player in ("south", "garrison")
              for word in ("--chain", f"{player}={hash_in(three('key', 'chain', f'{player}.chain'))}")]
    three(*FOUNDING, "--keeper", "north", *chains, "--deal", "open", "--words")
    for player in PLAYERS:
        three("letter", "word", "isle", "--side", player, f"rain on the reef, {player}")
    links(three, "south", "garrison")
    three("adjudicate", "isle")
    three("letter", "seal", three.write(NORTH, "north"), "--campaign", copy_of(three, "copy"), "-o", "north")
    assert "sail From Here" in three("letter", "reveal", "north.reveal.txt", "--seal", "north.seal.txt")
    three("submit", "isle", "north.seal.txt")
    for player, orders in OTHERS.items():
        three("submit", "isle", three.write(orders, player))
    three("submit", "isle", "north.reveal.txt")
    links(three, "south", "garrison")
    three("adjudicate", "isle")
    assert json.loads(three("show", "isle", "--json"))["ships"]["Prince of Wales"] == "Reef"
    three("rewind", "isle", "--to", "turn 1", "--reason", "A file was overlooked.")
    proposal = str(entries(three)[-1]["n"])
    assert entries(three)[-1]["type"] == "proposal"
    for player in ("south", "garrison"):
        three("letter", "consent", "isle", "--side", player, proposal)
    assert entries(three)[-1]["type"] == "rewind"
    three("verify", "isle")


def test_signed_orders(three: Shell) -> None:
    keys = []
    for player in PLAYERS:
        three("key", "new", f"{player}.key")
        keys += ["--key", f"{player}={three.folder / f'{player}.key.pub'}"]
    three(*FOUNDING, *keys, "--signed")
    three("adjudicate", "isle")
    file = three.write(NORTH, "north")
    three("check", "isle", file, code=1)
    three("key", "sign", file, "--key", "south.key")
    three("check", "isle", file, code=1)
    three("key", "sign", file, "--key", "north.key")
    three("submit", "isle", file, f"{file}.sig")
    three("adjudicate", "isle")
    assert json.loads(three("show", "isle", "--json"))["ships"]["Prince of Wales"] == "Reef"
    assert in_words(three, "signature", "署名") in three("verify", "isle")


def test_another_player_comes_and_reads_another_language(solo: Shell) -> None:
    solo("letter", "player", "isle", "Bob <bob@example.org>", "--side", "raiders", "--reason", "Ann is at sea")
    assert "Bob" in solo("status", "isle") and "bob@example.org" not in solo("report", "isle")
    solo("language", "isle", "raiders", "ja")
    assert "ja" in solo("language", "isle") or "日本語" in solo("language", "isle")
    solo("invite", "isle", "raiders", "-o", "invitation.eml")
    solo("verify", "isle")


def test_deadlines_run_in_rounds(solo: Shell) -> None:
    output = solo("deadlines", "isle", "--every", "3d", "--grace", "12h", "--zone", "raiders=Asia/Tokyo", "--then",
                "default", "--default", "pass")
    assert in_words(solo, "Raiders", "襲撃側") in output
    solo("deadlines", "isle", "--auto", "--early")
    solo("serve", ".", "--once", "--now", "2026-11-22T08:00Z")
    assert "2026-11-2" in solo("deadlines", "isle") + solo("status", "isle")
    solo("serve", ".", "--once", "--now", "2026-11-29T08:00Z")
    assert "ruling" in [entry["type"] for entry in entries(solo)], "what was agreed on for a miss"
    for command in (("outbox", "isle"), ("held", "isle"), ("send", "isle")):
        solo("mail", *command)
    assert list((solo.folder / "isle" / "private" / "drafts").glob("*.eml"))
    solo("verify", "isle")


@pytest.fixture
def signals() -> Iterator[None]:
    """What signals did before a command took them is put back behind it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals")
def test_rounds_again_and_again(solo: Shell) -> None:
    drafts = solo.folder / "isle" / "private" / "drafts"

    def end() -> None:
        """What Ctrl-C does, once the first round has written."""
        while not list(drafts.glob("*.eml")):
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    ending = Thread(target=end, daemon=True)
    ending.start()
    solo("serve", ".", "--every", "10m")
    ending.join()
    assert list(drafts.glob("*.eml"))


def test_orders_from_a_forum_and_taken_back(solo: Shell) -> None:
    solo.write(JAPANESE if solo.language == "ja" else SAILING)
    orders = (solo.folder / "raiders.txt").read_text("utf-8")
    (solo.folder / "post.txt").write_text(f"Here they are:\n[code]{orders}[/code]\nCheers\n", "utf-8")
    solo("post", "read", "isle", "post.txt", "--check")
    solo("post", "read", "isle", "post.txt", "--side", "raiders")
    assert entries(solo)[-1]["type"] == "submission"
    solo("letter", "withdraw", "isle", "--side", "raiders")
    assert entries(solo)[-1]["type"] == "withdrawal"


def test_a_logbook_cut_off_is_repaired(solo: Shell) -> None:
    solo.order(SAILING)
    book = solo.folder / "isle" / "logbook.jsonl"
    whole = book.read_bytes()
    book.write_bytes(whole.replace(b"\n", b"\r\n") + b'{"cut": ')
    solo("verify", "isle", code=1)
    solo("repair", "isle")
    assert book.read_bytes() == whole
    solo("verify", "isle")


def test_a_step_begun_under_other_rules(solo: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """A voyage of two lengths stands recorded; the new rules allow one, and cannot go on behind it."""
    solo.order("sail From Here to Truk lagoon")
    release(monkeypatch, lagoon.Lagoon, rules_version="2", changes={"2": ("Ships sail one length.",)})
    small(monkeypatch, lagoon, FARTHEST=1)
    assert "--finish" in solo("adjudicate", "isle", code=1)
    assert "--reopen" in solo("repair", "isle", "--finish", "--reason", "the new rules", code=1)
    solo("repair", "isle", "--reopen", "--reason", "the new rules")
    solo("adjudicate", "isle")
    assert json.loads(solo("show", "isle", "--json"))["ships"]["From Here"] == "HI"
    assert "Ships sail one length." in solo("report", "isle")
    solo("verify", "isle")


def test_an_example_is_played_by_its_script(three: Shell) -> None:
    example = three.folder / "examples" / "first-raid"
    example.mkdir(parents=True)
    (example / demo.SCRIPT).write_text("# A raid.\nnew --game lagoon --seed raid --raiders Ann\nadjudicate\n"
                                       "submit raiders.txt\nadjudicate\n", "utf-8")
    (example / "raiders.txt").write_text(f"Campaign: first-raid\nTurn: 1\nSide: raiders\n\n{SAILING}", "utf-8")
    with instead(demo, examples=lambda: three.folder / "examples"):
        output = three("demo", "played")
    assert in_words(three, "The raid on Truk Lagoon began.", "トラック環礁への襲撃が始まりました。") in output
    assert (three.folder / "played" / demo.REPORT).is_file()
    three("verify", "played")
