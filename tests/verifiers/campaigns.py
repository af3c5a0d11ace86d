"""Campaigns of every kind for the small verifiers: toy games, played and recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from tests import each_game
from tests.campaign import leagues, toy
from tests.campaign.desk import ORDERS, Desk, install_toy, play, play_turn
from tests.games.lagoon import desk as lagoon
from witp_pbem.campaign.letters import chainfile, player_change, sealing
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.sitting.rewind import rewind


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the games of the tests findable."""
    install_toy(monkeypatch)
    leagues.install(monkeypatch)
    lagoon.install(monkeypatch)


def finished(folder: Path) -> Desk:
    desk = Desk(folder)
    play(desk)
    return desk


def unseeded(folder: Path) -> Desk:
    """With true randomness, words of each player's own, and a second text in Japanese."""
    desk = Desk(folder, seed="")
    desk.sit()
    desk.order("red", ORDERS["red"], Luck="運を天に任せる")
    desk.order("blue", ORDERS["blue"])
    desk.sit()
    return desk


def begun(folder: Path) -> Desk:
    desk = Desk(folder)
    desk.sit()
    desk.order("red", ORDERS["red"], Luck="red hopes")
    return desk


def typed_dice(folder: Path) -> Desk:
    desk = Desk(folder, dice="manual")
    desk.order("referee", "card red storm\ncard blue fog\ndice 6 5")
    desk.order("red", "bid 1\nraid Blue Island\npass\npass")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()
    return desk


def rewound(folder: Path) -> Desk:
    """Gone back to the beginning, where the deck is made anew, and played to the end from there."""
    desk = Desk(folder)
    desk.sit()
    play_turn(desk)
    rewind(folder, "entry 0", "the deal was disputed", keep=False)
    play(desk)
    return desk


def chained(folder: Path, **wishes: Any) -> Desk:
    """Both players hold chains of their own; played to the end."""
    files = {side: folder.parent / f"{side}.chain" for side in ("red", "blue")}
    desk = Desk(folder, chains={side: chainfile.new(file).anchor for side, file in files.items()}, **wishes)

    def give() -> None:
        head = str(desk.entries()[-1]["hash"])
        for side, file in files.items():
            letter = chainfile.give(file, "isles", side, head).letter
            assert submit(folder, [("letter.txt", letter.encode())]).stands

    give()
    desk.sit()
    for _ in range(toy.TURNS):
        for side, orders in ORDERS.items():
            desk.order(side, orders)
        give()
        desk.sit()
    assert desk.open().position.outcome
    return desk


def openly(folder: Path) -> Desk:
    return chained(folder, deal="open")


def handed_over(folder: Path) -> Desk:
    """Both players hold chains; one gives his side to another player, who brings a chain of his own."""
    files = {side: folder.parent / f"{side}.chain" for side in ("red", "blue", "cy")}
    anchors = {side: chainfile.new(file).anchor for side, file in files.items()}
    desk = Desk(folder, chains={side: anchors[side] for side in ("red", "blue")})
    holders = {"red": "red", "blue": "blue"}
    for turn in range(toy.TURNS + 1):
        if turn == 2:
            player_change.change(folder, "blue", "Cy", "Bob has moved", anchor=anchors["cy"])
            holders["blue"] = "cy"
        if turn:
            for side, orders in ORDERS.items():
                desk.order(side, orders)
        head = str(desk.entries()[-1]["hash"])
        for side, holder in holders.items():
            letter = chainfile.give(files[holder], "isles", side, head).letter
            assert submit(folder, [("letter.txt", letter.encode())]).stands
        desk.sit()
    assert desk.open().position.outcome
    return desk


def bound(folder: Path) -> Desk:
    """Blue seals orders by letter, red with a link; then blue gives a link, and both reveal. Played to the end."""
    files = {side: folder.parent / f"{side}.chain" for side in ("red", "blue")}
    desk = Desk(folder, chains={side: chainfile.new(file).anchor for side, file in files.items()}, words=True)

    def say(*texts: str) -> str:
        assert submit(folder, [("letter.txt", text.encode()) for text in texts]).stands
        return str(desk.entries()[-1]["hash"])

    head = say(*(letter_text.write("word", "isles", side, {"word": f"{side} was here"}) for side in ("red", "blue")))
    for side, file in files.items():
        say(chainfile.give(file, "isles", side, head).letter)
    desk.sit()
    for turn in range(1, toy.TURNS + 1):
        sent = {side: sealing.content_of(desk.text(side, orders, Luck=f"{side} {turn}").encode(), "")
                for side, orders in ORDERS.items()}
        seal, reveal = sealing.pair("isles", "blue", str(turn), sent["blue"], f"{turn:064x}")
        gift = chainfile.give(files["red"], "isles", "red", say(seal), str(turn), sent["red"])
        say(chainfile.give(files["blue"], "isles", "blue", say(gift.letter)).letter)
        say(reveal)
        say(gift.reveal)
        desk.sit()
    assert desk.open().position.outcome
    return desk


def cut(folder: Path) -> lagoon.LagoonDesk:
    """Of the Lagoon, dealt openly; gone back into a sitting, before cards that were drawn in it, and played to the end
    from there: the links choose some of them again."""
    desk = lagoon.LagoonDesk(folder, "alliance", seed="s0", deal="open")
    chance = Random(0)
    while desk.open().turn < 3:
        desk.sit()
        desk.answer(chance)
    back = rewind(folder, "turn 2", "the deal was disputed", keep=False)
    assert any("draw" in act for act in desk.entries()[back["to"]["entry"]]["acts"][back["to"]["acts"]:])
    desk.play(1)
    return desk


class Kept(NamedTuple):
    """A campaign that was played without a desk."""

    folder: Path
    book: Path


def senshi(folder: Path) -> Kept:
    """The beginning of a packaged game: a battle, hands, orders ahead that are still sealed."""
    each_game.second_turn(folder, "senshi")
    return Kept(folder, folder / "logbook.jsonl")


def nimitz(folder: Path) -> Kept:
    """A player alone against the rules: dice of ten faces, and of as many as there are counters to draw from."""
    each_game.second_turn(folder, "nimitz")
    return Kept(folder, folder / "logbook.jsonl")


def in_league(folder: Path) -> Desk:
    """A member of a league, who has gone back in the middle of its first turn; played to the end."""
    desk = leagues.LeagueDesk(folder)
    desk.ben.send(leagues.STAY)
    desk.ann.send(leagues.TRUK)
    desk.ann.sit()
    rewind(desk.ann.folder, "entry 0", "a file was overlooked", keep=False)
    desk.play()
    return desk.ann


def league_under_way(folder: Path) -> Desk:
    """A member of a league, whose links are not published yet."""
    desk = leagues.LeagueDesk(folder)
    desk.ben.send(leagues.TRUK)
    desk.ann.send(leagues.TRUK)
    desk.ann.sit()
    return desk.ann


KINDS: Mapping[str, Callable[[Path], Desk | Kept]] = {
    **{make.__name__: make
       for make in (finished, unseeded, begun, typed_dice, rewound, chained, openly, handed_over, bound, cut, senshi,
                nimitz, in_league, league_under_way)},
    "lagoon": lagoon.finished_game}
