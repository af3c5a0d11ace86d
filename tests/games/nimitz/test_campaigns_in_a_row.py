"""The four campaigns in a row, which no case can play: from the end of one to the beginning of the next."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.games.witp.players import SeededFate
from witp_pbem.games.nimitz.board.events import CampaignEnded, GameEnded
from witp_pbem.games.nimitz.board.state import OUT, US, Position, Unit
from witp_pbem.games.nimitz.game import game
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.acts import Act
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.sitting import GameRules
from witp_pbem.table.table import Table

GAME = game()
YEARS = (1942, 1943, 1944, 1945)


def _played(position: Position) -> tuple[Position, Sequence[Act]]:
    """A step in which nothing is decided."""
    table = Table(GameRules(GAME), position, [], PendingOrders(), SeededFate(1))
    step = GAME.step(position)
    assert step is not None
    step(table)
    return table.position, table.acts


def _opened(scenario: str) -> Position:
    position = GAME.open(scenario, {})
    assert isinstance(position, Position)
    return _played(position)[0]


def _holding(position: Position, points: Sequence[str]) -> Position:
    """The position at the end of a campaign, with an American unit at some points and nobody else on the map."""
    here = (unit for unit in position.units.values() if unit.place in position.data.map.points)
    garrison = [Unit(f"us_battalion_{100 + number}", US, "battalion", point) for number, point in enumerate(points)]
    empty = position.but_units(*(unit._replace(place=OUT) for unit in here)).with_units(*garrison)
    return empty.but(turn=position.campaign.turns, step="defeat")


@pytest.mark.parametrize(("year", "held"), [
    (1942, {"AK", "HI", "MI", "SA", "SI", "NC"}),
    (1943, {"AK", "HI", "MI", "SA", "NC"}),
    (1944, {"AK", "HI", "MI", "SA", "NC"}),
    (1945, {"AK", "HI", "MI", "GI", "SA", "SI", "NC", "WI", "ML", "MA"}),
])
def test_what_the_americans_hold_at_the_start(year: int, held: set[str]) -> None:
    assert set(_opened(str(year)).objectives) == held


def test_one_year_follows_the_other() -> None:
    position = _opened("linked")
    for year in YEARS:
        assert (position.year, position.turn, position.step) == (year, 1, "supply")
        every = position.campaign.objectives
        position, acts = _played(_holding(position, every))
        assert [act.count for act in acts if isinstance(act, CampaignEnded)] == [len(every)]
        assert position.counts[str(year)] == len(every)
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.reason) == (US, "good")  # 48: nobody has invaded Japan
    assert [act.count for act in acts if isinstance(act, GameEnded)] == [48]


def test_a_campaign_that_is_lost_ends_them_all() -> None:
    position, acts = _played(_holding(_opened("linked"), ["HI", "MI", "AK"]))
    assert position.outcome is not None
    assert (position.outcome.rule, position.outcome.reason) == ("nimitz 12.6.b", "relieved")
    assert not any(isinstance(act, CampaignEnded) for act in acts)


def test_supply_ends_where_the_chain_does() -> None:
    """The Solomons are reached through the Gilberts, which hold nobody."""
    position = _holding(_opened("1942"), ["HI", "SI"])
    assert "SI" not in objectives.supplied(position)
    assert "SI" in objectives.supplied(_holding(_opened("1942"), ["HI", "GI", "SI"]))
