"""A shortened game as its players and its referee type it: founding, sealed bids, and how it ends."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.campaigns import play
from tests.cli.program import Ran, here

SHORT = ("--scenario", "short", "--option", "last_turn=6", "--seed", "short")
PLAYERS = ("--first", "Ann <ann@example.org>", "--second", "Bob <bob@example.org>")


class Isles:
    """One campaign."""

    def __init__(self, place: Path, *options: str) -> None:
        self.place = place
        self.folder = place / "isles"
        ran = here("new", "--game", "witp", self.folder, *SHORT, *PLAYERS, *options)
        assert ran.code == 0, ran.err

    def file(self, side: str, orders: str) -> Path:
        """An orders file of turn 1."""
        path = self.place / f"{side}.txt"
        path.write_text(f"Campaign: isles\nTurn: 1\nSide: {side}\n\n{orders}\n", encoding="utf-8")
        return path

    def check(self, side: str, orders: str) -> Ran:
        return here("check", self.folder, self.file(side, orders))

    def order(self, side: str, orders: str) -> None:
        ran = here("submit", self.folder, self.file(side, orders))
        assert ran.code == 0, ran.out

    def bid(self, first: int, second: int) -> str:
        """Both bid, and the report of the sitting."""
        self.order("first", f"bid {first}")
        self.order("second", f"bid {second}")
        return here("adjudicate", self.folder).out


@pytest.fixture
def isles(tmp_path: Path) -> Isles:
    return Isles(tmp_path)


def words(text: str) -> str:
    """A text without its line ends."""
    return " ".join(text.split())


# -- founding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "expected"), [
    (("--scenario", "short"), "add --option last_turn=6"),
    (("--scenario", "short", "--option", "last_turn=17"), 'cannot be "17"; it is a turn from 1 to 16'),
    (("--scenario", "short", "--option", "last_turn=x"), 'cannot be "x"'),
    (("--option", "last_turn=6"), "in the shortened game only (--scenario short)"),
    (("--first", "Ann"), "nobody can be named with --first: it has no player of that name. Name the "
                         "players with --japan and --allies."),
    ((*SHORT, "--japan", "Ken"), "nobody can be named with --japan: who plays which side is settled in the game "
                                 "itself. Name the players with --first and --second.")])
def test_what_cannot_be_founded(tmp_path: Path, options: tuple[str, ...], expected: str) -> None:
    ran = here("new", "--game", "witp", tmp_path / "isles", *options)
    assert ran.code == 2 and expected in ran.err and not (tmp_path / "isles").exists()


def test_both_players_are_asked_for_their_bids(isles: Isles) -> None:
    out = words(here("status", isles.folder).out)
    assert "First player: bid how many of the 63 ports and airfields Japan will control at the end of turn 6" in out
    assert "Next to send: First player (Ann) and Second player (Bob)." in out
    template = here("orders", isles.folder, "--side", "first").out
    assert "Phase: bids\nSide: first\n# Sent by Ann <ann@example.org>\n" in template
    assert "Advice (reconstructed" in template and "29 for last turn 6" in words(template.replace("#", ""))
    assert "# bid 17\n" in template
    assert "Bids for Japan" in here("show", isles.folder).out


def test_the_template_is_an_order_with_one_sign_taken_away(isles: Isles) -> None:
    path = isles.place / "filled.txt"
    path.write_text(here("orders", isles.folder, "--side", "second").out.replace("# bid 30\n", "bid 30\n"))
    assert "bid 30 (of 63 ports and airfields)" in here("check", isles.folder, path).out


# -- the bids ---------------------------------------------------------------------------------------------------------


def test_what_cannot_be_bid(isles: Isles) -> None:
    ran = isles.check("first", "bid 64")
    assert ran.code == 1 and "there are 63 on the map" in ran.out and "Nearest legal: bid 63" in ran.out
    assert "suggestion" in here("check", isles.folder, isles.file("first", "bid many"), "--json").out
    ran = isles.check("first", "bid 20\nbuild Truk")
    assert ran.code == 1 and "before it is settled who plays Japan" in ran.out
    ran = isles.check("japan", "bid 20")
    assert ran.code == 1 and "Nobody plays Japan yet" in ran.out
    ran = here("orders", isles.folder, "--side", "allies")
    assert ran.code == 2 and "Nobody plays the Allies yet" in words(ran.err)


def test_nobody_sees_a_bid_before_both_are_in(tmp_path: Path) -> None:
    """Whatever has been bid, all that the other player can be shown is the same."""
    shown = []
    for bid in (41, 17):
        isles = Isles(tmp_path)
        isles.order("first", f"bid {bid}")
        outputs = [here("adjudicate", isles.folder), here("status", isles.folder), here("log", isles.folder),
                   here("report", isles.folder), here("report", isles.folder, "--side", "second"),
                   here("show", isles.folder), here("orders", isles.folder, "--side", "second"),
                   isles.check("second", "bid 7")]
        assert [ran.code for ran in outputs] == [0] * len(outputs)
        assert "Nothing new could be played" in outputs[0].out
        assert "Next to send: Second player (Bob)." in outputs[1].out
        assert f"bid {bid}".encode() not in (isles.folder / "logbook.jsonl").read_bytes()
        shown.append([re.sub(r"[0-9a-f]{16,}", "HASH", ran.out + ran.err) for ran in outputs])
        shutil.rmtree(isles.folder)
    assert shown[0] == shown[1]


def test_the_higher_bidder_plays_japan(isles: Isles) -> None:
    report = words(isles.bid(27, 28))
    assert ("The first player bid 27" not in report and "The second player bid 28, the first player 27: the second "
            "player plays Japan, the first player the Allies. [13.2.b]" in report)
    assert "Japan wins only if it controls at least 28 ports and airfields at the end of turn 6. [13.2.c]" in report
    assert "Japan Bob" in report and "Allies Ann" in report
    out = here("status", isles.folder).out
    assert "Next to send: Japan (Bob)." in out and "--side japan -o japan.txt" in out
    assert json.loads(here("status", isles.folder, "--json").out)["status"]["players"] == {
        "japan": "Bob <bob@example.org>", "allies": "Ann <ann@example.org>"}
    assert "# Sent by Bob <bob@example.org>" in here("orders", isles.folder, "--side", "japan").out
    assert "Japan needs 28 ports and airfields at the end of turn 6, and controls 17 now." in words(
        here("show", isles.folder).out)
    log = here("log", isles.folder).out
    assert "First player: Ann <ann@example.org>" in log and "Second player: bid 28 (entry 2)" in log
    assert here("verify", isles.folder).code == 0


def test_seats_are_no_sides_any_more(isles: Isles) -> None:
    isles.bid(27, 28)
    ran = isles.check("second", "pass")
    assert ran.code == 1 and '"second" (Bob) plays Japan now.' in ran.out and "Write: Side: japan" in ran.out
    ran = here("orders", isles.folder, "--side", "first")
    assert ran.code == 2 and '"first" (Ann) plays the Allies now.' in words(ran.err)
    ran = isles.check("japan", "bid 30")
    assert ran.code == 1 and "The phase bids of turn 1 is over" in ran.out
    assert isles.check("japan", "pass").code == 0


def test_after_two_ties_the_chain_rolls_a_die(isles: Isles) -> None:
    first = words(isles.bid(27, 27))
    assert "Both players bid 27, and neither got Japan. They bid again." in first
    assert "the first bids were equal, and if these are equal too a die decides" in first
    second = words(isles.bid(30, 30))
    assert "Both players bid 30, and neither got Japan. A die decided." in second
    fell = re.search(r"got Japan by the die, which showed (\d) \(1 to 3: the first player\): the (\w+) player", second)
    assert fell and (int(fell[1]) <= 3) == (fell[2] == "first")
    assert here("verify", isles.folder).code == 0


def test_a_die_thrown_on_the_table_decides_as_well(tmp_path: Path) -> None:
    isles = Isles(tmp_path, "--dice", "manual")
    isles.bid(27, 27)
    assert "Referee: roll dice for who plays Japan" in words(isles.bid(30, 30))
    isles.order("referee", "dice 5")
    assert "which showed 5 (1 to 3: the first player): the second player plays Japan" in words(
        here("adjudicate", isles.folder).out)
    assert here("verify", isles.folder).code == 0


# -- to the end -------------------------------------------------------------------------------------------------------


def test_a_short_game_ends_by_its_bid_and_verifies(tmp_path: Path) -> None:
    """Two random players, one turn."""
    folder = tmp_path / "isles"
    figures = play(folder, 4, scenario="short", options={"last_turn": "1"}, players={"first": "Ann", "second": "Bob"})
    assert figures["sides-settled"] == figures["sites-counted"] == figures["game-ended"] == 1
    state = json.loads(here("show", folder, "--json").out)
    report = words(here("report", folder).out)
    counted = re.search(r"At the end of turn 1 Japan controlled (\d+) ports and airfields; the bid was (\d+)\. "
                        r"\[13\.2\.c\]", report)
    assert counted and int(counted[2]) == state["bid"]
    winner = "japan" if int(counted[1]) >= state["bid"] else "allies"
    assert state["outcome"] == {"winner": winner, "rule": "witp 13.2.c",
                                "reason": "bid-kept" if winner == "japan" else "bid-missed"}
    assert ("ports and airfields than were bid" in report) == (winner == "allies")
    assert here("verify", folder).code == 0
