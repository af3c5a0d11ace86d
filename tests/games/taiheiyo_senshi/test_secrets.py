"""Nothing tells what a side holds before it plays a card: two campaigns that differ in a hand alone are told alike, to
the letter, to everybody and to the enemy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.campaign.desk import Desk
from tests.cli.program import here
from tests.report.forms import FORMS
from tests.stand_ins import instead, quick_pictures
from witp_pbem.campaign.folder import fates
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.orders.submit import check_all
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.games.taiheiyo_senshi.board.state import ENEMY, JAPAN, SIDES
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.table.problem import Problem

CARDS = tuple(game().cards)
HELD = 4  # cards of Japan's first hand; the Allies draw the next ones
LAST_TURN = 2
WORDS = ("# nothing", "pass cards")  # what is said to windows: nothing, so that they are owed, or that none is played
SECRET = re.compile(r"[0-9a-f]{12,}")


class Played(NamedTuple):
    """A campaign that has been played, and what was told of it after each sitting."""

    desk: Desk
    reports: list[str]
    owed: set[str]


def plan(campaign: Campaign, side: str, windows: str) -> str:
    """A side's orders for what is left of the turn, from what everybody can see: no card is spent, and one is kept for
    a moment that does not come."""
    phases = list(campaign.game.phases)
    lines = []
    for phase in phases[phases.index(campaign.game.coming_phase(campaign.position)):]:
        lines.append(f"Phase: {phase}")
        if phase == "operations":
            lines.append("play J08 if turn 5" if side == JAPAN else "play A06 if turn 5")
        for order in campaign.game.usual(campaign.position, side, phase, ()):
            if not re.match("pay|resupply|capture|pass cards", order.text):
                lines.append(order.text)
        if phase in ("operations", "supply"):
            lines.append(windows)
    return "\n".join(lines)


def dealt(side: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two decks: in the second one a side holds other cards, which lie below in the first."""
    top, rest = (0, HELD) if side == JAPAN else (HELD, 2 * HELD), len(CARDS) - HELD
    own, below = CARDS[top[0]:top[1]], CARDS[rest:]
    swapped = dict(zip((*own, *below), (*below, *own), strict=True))
    return CARDS, tuple(swapped.get(card, card) for card in CARDS)


def play(folder: Path, deck: tuple[str, ...], windows: str) -> Played:
    """Plays two turns with the cards in an order; who is asked at a window passes then."""
    def shuffled(*_: Any) -> list[str]:
        return [*deck]

    reports: list[str] = []
    owed: set[str] = set()
    with instead(fates, shuffled=shuffled):
        desk = Desk(folder, game="taiheiyo_senshi", scenario="standard", seed="hands")
        result = desk.sit()
        while desk.open().turn <= LAST_TURN:
            campaign = desk.open()
            status = here("status", folder).out + here("status", folder, "--json").out
            reports.append(f"{owing(result)}\n{masked(status.replace(str(folder), '…'))}")
            owed |= {due.demand.code for due in result.dues}
            for side in SIDES:
                asked = [due for due in result.dues if due.demand.side == side]
                words = WORDS[-1] if any(due.demand.window for due in asked) else windows
                if asked or not reports[1:]:
                    desk.order(side, plan(campaign, side, words))
            result = desk.sit()
    return Played(desk, reports, owed)


def owing(result: Any) -> list[Any]:
    """Who owes what, and what they may answer where everybody may know that."""
    return [(due.demand.side, due.demand.code, due.demand.rule, dict(due.demand.about),
             list(due.demand.choices()) if due.demand.window else ()) for due in result.dues]


def masked(text: str) -> str:
    """A text without its hashes, which seal what is hidden."""
    return SECRET.sub("…", text)


@pytest.fixture(scope="module", params=SIDES)
def side(request: pytest.FixtureRequest) -> str:
    """The side whose hand differs."""
    return str(request.param)


@pytest.fixture(scope="module", params=WORDS)
def pair(request: pytest.FixtureRequest, side: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The same orders sent in two campaigns that differ in the hand of a side."""
    with pytest.MonkeyPatch.context() as patch:
        quick_pictures(patch)
        yield tuple(play(tmp_path_factory.mktemp("hands") / "isles", deck, request.param) for deck in dealt(side))


def test_the_hands_differ_and_nothing_else_is_told(pair: tuple[Played, Played], side: str) -> None:
    one, other = (played.desk.open() for played in pair)
    hands = [{campaign.look(slot) for slot in campaign.position.hands[side]} for campaign in (one, other)]
    assert hands[0] != hands[1]
    enemy = [[campaign.look(slot) for slot in campaign.position.hands[ENEMY[side]]] for campaign in (one, other)]
    assert enemy[0] == enemy[1]
    assert pair[0].reports == pair[1].reports and len(pair[0].reports) > LAST_TURN
    for form, tell in FORMS.items():
        for reader in ("", ENEMY[side]):
            assert masked(tell(one, reader)) == masked(tell(other, reader)), (form, reader)


def test_battles_were_fought_and_windows_asked(pair: tuple[Played, Played]) -> None:
    acts = [act for entry in pair[0].desk.entries() for act in entry.get("acts", ())]
    windows = {act["demand"] for act in acts if act.get("demand", "").endswith("-window")}
    assert {"battle-window", "air-strike-window", "movement-window", "interruption-window",
            "before-capture-window"} <= windows
    assert not [act for act in acts if "tested" in act or act.get("event") in ("card-played", "card-spent")]
    assert verify(pair[0].desk.book).holds


def test_what_is_refused_says_nothing_of_the_enemys_hand(pair: tuple[Played, Played], side: str) -> None:
    """Each card named by the enemy, at a window and as what it pays with."""
    enemy = ENEMY[side]
    for card in CARDS:
        problems: list[list[Problem]] = []
        for played in pair:
            orders = f"Phase: operations\nplay {card}\npay {card}\nresupply Truk with {card}\ncapture Truk with {card}"
            (checked,) = check_all(played.desk.open(), [("x.txt", played.desk.text(enemy, orders).encode())])
            problems.append([*checked.problems, *checked.depends])
        assert problems[0] == problems[1], card
