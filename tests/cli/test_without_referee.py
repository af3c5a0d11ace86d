"""Two players without a referee, as `witp-pbem guide fairness` tells it: two folders, and mails between them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests import tamper
from tests.cli.program import Ran, here


class Players:
    """Ann keeps the campaign and plays; Bob holds a chain and a copy, which she mails him."""

    def __init__(self, place: Path) -> None:
        self.ann, self.bob, self.mail = place / "ann", place / "bob", place / "mail"
        self.bob.mkdir()
        self.mail.mkdir()
        self.chain = self.bob / "bob.chain"
        anchor = first_match(r"Anchor: (\w{64})", good(here("key", "chain", self.chain)).out)
        self.founded = good(here("new", self.ann, "--game", "witp", "--scenario", "short", "--option", "last_turn=6",
                                 "--first", "Ann", "--second", "Bob", "--keeper", "first", "--chain",
                                 f"second={anchor}", "--deal", "open", "--words"))

    def send_copy(self) -> Path:
        """The public part of the campaign, mailed to Bob."""
        copy = self.bob / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.ann, copy, ignore=shutil.ignore_patterns("private"))
        return copy

    def write(self, name: str, text: str) -> Path:
        (self.mail / name).write_text(text, encoding="utf-8")
        return self.mail / name

    def submit(self, *files: Path) -> str:
        """What Ann records; the last receipt."""
        return re.findall(r"Receipt: (\w{64})", good(here("submit", self.ann, *files)).out)[-1]

    def link(self, head: str, *, name: str = "", side: str = "second") -> Path:
        """Bob's next link, in a letter."""
        letter = self.mail / f"link-{head[:8]}.txt"
        good(here("key", "link", self.chain, "--campaign", name or self.send_copy(), "--side", side, "--head", head,
                 "-o", letter))
        return letter


def good(ran: Ran) -> Ran:
    assert ran.code == 0, ran
    return ran


def first_match(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, text
    return match[1]


def plain(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


@pytest.fixture
def players(tmp_path: Path) -> Players:
    return Players(tmp_path)


def test_bids_are_sealed_and_the_cards_dealt_without_anybody_to_trust(players: Players) -> None:
    founded = plain(players.founded.out)
    assert "keeps the campaign and plays" in founded and "The first dice wait for a founding word" in founded
    assert plain(good(here("status", players.ann)).out).count("No founding word yet") == 1
    good(here("letter", "word", players.ann, "--side", "first", "three old maps"))
    letter = good(here("letter", "word", players.send_copy(), "--side", "second", "rain on hot stones")).out
    players.submit(players.write("word.txt", letter))

    orders = players.write("bob.txt", "Campaign: ann\nTurn: 1\nSide: second\nLuck: seven\n\nbid 3\n")
    sealed = good(here("letter", "seal", orders, "--campaign", players.send_copy(), "-o", players.mail / "bob")).out
    assert "Send now" in sealed and "bid 3" not in (players.mail / "bob.seal.txt").read_text()
    assert (players.mail / "bob.reveal.txt").stat().st_mode & 0o777 == 0o600
    players.submit(players.mail / "bob.seal.txt")
    receipt = players.submit(players.write("ann.txt", "Campaign: ann\nTurn: 1\nSide: first\n\nbid 2\n"))
    early = here("adjudicate", players.ann)
    assert early.code == 1 and "Sealed orders are waiting to be revealed: entry 3 (Second player)" in plain(early.err)
    assert "Sealed, and still to be revealed" in plain(here("status", players.ann).out)

    shown = good(here("letter", "reveal", players.mail / "bob.reveal.txt", "--seal", players.mail / "bob.seal.txt")).out
    assert "bid 3" in shown and "the orders that were sealed" in shown
    mailed = "".join(f"> {line}\r\n" for line in (players.mail / "bob.reveal.txt").read_text().splitlines())
    players.submit(players.write("mailed.txt", mailed))
    late = here("adjudicate", players.ann)
    assert late.code == 1 and "The next dice wait for a link of Second player" in plain(late.err)
    players.submit(players.link(receipt))
    good(here("adjudicate", players.ann))

    status = json.loads(good(here("status", players.ann, "--json")).out)["status"]
    assert status["links_owed"] == ["second"] and status["unrevealed"] == [] and status["words_missing"] == []
    assert {due["side"] for due in status["owed"]} <= {"japan", "allies"}
    copy = players.send_copy()
    assert good(here("verify", copy, "--head", receipt)).out.strip().endswith("The logbook holds.")
    entries = tamper.read((copy / "logbook.jsonl").read_bytes())
    drawn = [item["card"] for entry in entries for item in entry.get("opened", ()) if "slot" in item]
    assert len(drawn) == 2, "both hands lie open"
    assert plain(good(here("report", copy)).out).count("open to all") == 2


def test_a_link_is_asked_for_and_given_once(players: Players) -> None:
    for side in ("first", "second"):
        good(here("letter", "word", players.ann, "--side", side, f"{side} hopes"))
        good(here("submit", players.ann, players.write(f"{side}.txt",
                                                      f"Campaign: ann\nTurn: 1\nSide: {side}\n\nbid 2\n")))
    head = first_match(r"given for this hash or a later one: (\w{64})", plain(here("status", players.ann).out))
    first = players.link(head)
    players.submit(first)
    again = here("key", "link", players.chain, "--campaign", "ann", "--side", "second", "--head", head)
    assert again.out == first.read_text() and "again" in again.err
    copy = players.send_copy()
    newest = json.loads((copy / "logbook.jsonl").read_text().splitlines()[-1])["hash"]
    other = here("key", "link", players.chain, "--campaign", copy, "--side", "second", "--head", newest)
    assert other.code == 2 and "is waiting for its sitting" in plain(other.err)
    unknown = here("key", "link", players.chain, "--campaign", copy, "--side", "second", "--head", "0" * 64)
    assert unknown.code == 2 and "has no entry with the hash" in plain(unknown.err)
    changed = here("submit", players.ann, players.write("more.txt", "Campaign: ann\nTurn: 1\nSide: first\n\nbid 1\n"))
    assert "is spent" in plain(changed.err)
    spent = here("adjudicate", players.ann)
    assert spent.code == 1 and "is spent" in plain(spent.err)


@pytest.mark.parametrize(("options", "expected"), [
    (("--keeper", "japan"), "without a chain held by Allies, Japan would know all dice"),
    (("--keeper", "japan", "--chain", "allies=" + "a" * 64), "Deal openly, with --deal open"),
    (("--chain", "first=" + "a" * 64), 'Nobody plays as "first"'),
    (("--chain", "allies"), "is not KEY=VALUE"),
    (("--dice", "manual", "--words"), "typed in")])
def test_what_would_protect_nobody_is_refused(tmp_path: Path, options: tuple[str, ...], expected: str) -> None:
    ran = here("new", "--game", "witp", tmp_path / "isles", *options)
    assert ran.code == 2 and expected in plain(ran.err) and not (tmp_path / "isles").exists()


@pytest.mark.parametrize(("text", "expected"), [
    ("Campaign: x\nSide: japan\n\npass\n", "lacks: Turn"),
    ("Campaign: x\nSide: japan\nLetter: word\nWord: y\n", "letter"),
    ("\x00", "control character")])
def test_what_cannot_be_sealed(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    ran = here("letter", "seal", tmp_path / "a.txt")
    assert ran.code == 1 and expected in ran.err and sorted(path.name for path in tmp_path.iterdir()) == ["a.txt"]


def test_other_orders_than_those_sealed_show(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Campaign: x\nTurn: 1\nSide: japan\n\npass\n")
    good(here("letter", "seal", tmp_path / "a.txt"))
    assert here("letter", "seal", tmp_path / "a.txt").code == 2, "a seal is not written over"
    ran = here("letter", "reveal", tmp_path / "a.reveal.txt", "--seal", "0" * 64)
    assert ran.code == 1 and "ARE NOT" in ran.out
    assert here("letter", "reveal", tmp_path / "a.seal.txt").code == 1


def test_the_guide_tells_the_arrangements() -> None:
    guide = good(here("guide", "fairness")).out
    assert all(words in guide for words in ("--keeper", "--deal open", "key link", "--dice manual", "--seed"))


def test_a_link_comes_with_orders_and_its_holder_sees_what_became_of_it(players: Players) -> None:
    for side in ("first", "second"):
        good(here("letter", "word", players.ann, "--side", side, f"{side} hopes"))
    receipt = players.submit(players.write("ann.txt", "Campaign: ann\nTurn: 1\nSide: first\n\nbid 2\n"))
    orders = players.write("bob.txt", "Campaign: ann\nTurn: 1\nSide: second\nLuck: seven\n\nbid 3\n")
    give = ("key", "link", players.chain, "--campaign", players.send_copy(), "--side", "second", "--head", receipt,
            "--orders", orders)
    assert here(*give).code == 2, "two letters need two files"
    first, second = players.mail / "link2.txt", players.mail / "link2.orders.txt"
    assert "Send both letters together" in good(here(*give, "-o", first)).err
    assert second.stat().st_mode & 0o777 == 0o600 and "bid" not in first.read_text()
    players.submit(first)
    waiting = here("adjudicate", players.ann)
    assert waiting.code == 1 and "waiting to be revealed" in plain(waiting.err)
    players.submit(second)
    good(here("adjudicate", players.ann))
    copy = players.send_copy()
    assert "until that is published" in plain(good(here("verify", copy)).out)
    assert "until that is published" not in plain(good(here("verify", copy, "--chain", players.chain)).out)
    other = players.bob / "other.chain"
    good(here("key", "chain", other))
    wrong = here("verify", copy, "--chain", other)
    assert wrong.code == 1 and "No chain of this campaign begins as this file does" in plain(wrong.out)
