"""The desk with one player and with three: everybody gets mail of their own, and everybody is waited for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from tests.campaign.test_numbers_of_players import ALONE, NORTH, SOUTH
from tests.exchange import toy_reports
from tests.exchange.copies.test_invitation import invited
from tests.exchange.post import deliver, maildir, newest, reply
from tests.games.lagoon.desk import LagoonDesk
from tests.games.lagoon.desk import install as install_lagoon
from tests.games.lagoon.game import GARRISON, RAIDERS
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange import office, outbox
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.desk.round import Round

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
LATER = timedelta(minutes=5)
ADDRESSES = {NORTH: "ann@example.org", SOUTH: "nao@example.org", GARRISON: "bob@example.org"}
THREE = {player: f"{address.partition('@')[0].capitalize()} <{address}>" for player, address in ADDRESSES.items()}


@pytest.fixture(autouse=True)
def _lagoon(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_reports.install(monkeypatch)
    install_lagoon(monkeypatch)


@pytest.fixture
def three(tmp_path: Path) -> Desk:
    """A campaign of three players, dealt; all have got their first report."""
    desk = LagoonDesk(tmp_path / "all" / "isles", "alliance", players=THREE)
    desk.sit()
    assert not go(desk).needs
    return desk


def go(desk: Desk, now: datetime = NOW, *boxes: Path) -> Round:
    return rounds.go(desk.folder.parent, now, None, boxes)


def send(desk: Desk, box: Path, player: str, orders: str, number: int) -> None:
    """A player replies to the newest letter with orders."""
    address = ADDRESSES.get(player, "ann@example.org")
    deliver(box, reply(newest(desk.folder, address), address, desk.text(player, orders), number), f"{number}.{player}")


def readers(desk: Desk, kind: str) -> list[set[str]]:
    """Who the letters of a kind are to."""
    return [set(letter.to) for key, letter in outbox.letters(office.of_campaign(desk.folder)).items()
            if key.startswith(kind)]


def test_a_turn_of_three_by_mail(three: Desk, tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    assert readers(three, "report") == [{address} for address in ADDRESSES.values()]
    orders_of = three.turn_orders()
    for number, (player, orders) in enumerate(orders_of.items(), 1):
        assert three.open().turn == 1, "before everybody's orders are in"
        send(three, box, player, orders, number)
        made = go(three, NOW + number * LATER, box)
        assert not made.needs, made.needs
    assert [entry["side"] for entry in three.entries() if entry["type"] == "submission"] == [*orders_of]
    assert readers(three, "report")[3:] and {*ADDRESSES.values()} == {
        address for to in readers(three, "report")[3:] for address in to}
    assert verify(three.folder).holds, verify(three.folder).findings


def test_the_letter_of_one_of_a_side_shows_no_card_of_the_other(three: Desk) -> None:
    campaign = three.open()
    cards = {player: campaign.look(campaign.position.hands[player][0]) for player in ADDRESSES}
    for player, address in ADDRESSES.items():
        text = newest(three.folder, address).as_string()
        for other in {*ADDRESSES} - {player}:
            assert f" {cards[other]}" not in text


def test_nobody_sends_orders_for_another_of_the_side(three: Desk, tmp_path: Path) -> None:
    box = maildir(tmp_path / "box")
    letter = newest(three.folder, ADDRESSES[SOUTH])
    deliver(box, reply(letter, ADDRESSES[SOUTH], three.text(NORTH, three.turn_orders()[NORTH]), 1), "1.south")
    go(three, NOW + LATER, box)
    assert "submission" not in three.kinds()


def test_each_of_three_has_a_deadline_and_is_told_of_a_miss(three: Desk) -> None:
    agreements.keep(three.folder, Agreement(then=("extend",)))
    go(three, NOW + LATER)
    assert sorted(clock.side for clock in clocks.running(three.open(), NOW + LATER)) == [NORTH]
    go(three, NOW + timedelta(days=8))
    missed = [to for to in readers(three, "miss") for to in to]
    assert {*missed} == {*ADDRESSES.values()}, "everybody is told"


def test_one_player_plays_by_mail_with_a_desk_kept_alone(tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "all" / "isles", players={RAIDERS: "Ann <ann@example.org>"})
    box = maildir(tmp_path / "box")
    desk.sit()
    assert not go(desk).needs
    send(desk, box, RAIDERS, ALONE, 1)
    assert not go(desk, NOW + LATER, box).needs
    assert status(desk.open()).turn == 2 and readers(desk, "report")[-1] == {"ann@example.org"}


def test_the_invitation_of_a_player_alone_says_what_the_dice_prove(tmp_path: Path) -> None:
    desk = LagoonDesk(tmp_path / "isles", players={RAIDERS: "Ann <ann@example.org>"})
    text = " ".join(invited(desk, RAIDERS)[1].split())
    assert "Garrison is played by the rules of the game." in text
    assert "There is one player, who also keeps the campaign." in text
    assert "somebody who does not play" not in text
