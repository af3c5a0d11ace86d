"""Who plays sensibly does better than who plays by chance, so the game rewards what its rules mean to."""

from __future__ import annotations

from pathlib import Path

from tests import each_game
from tests.games.nimitz import players, sensible_player
from tests.games.nimitz.played import WHOLE_TURN
from tests.games.nimitz.players import GAME
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.nimitz.rules.chapter_04_victory import victory

LEVELS = (victory.RELIEVED, "poor", "historical", "good", "great")  # who loses Hawaii has not got even the first
SEEDS = range(6)


def levels(scenario: str, deciding: players.Deciding | None) -> list[int]:
    """The levels reached in some campaigns, as numbers, the lowest first."""
    ends = [players.play(players.GAME, seed, scenario, decides=deciding)[0].outcome for seed in SEEDS]
    return sorted(LEVELS.index(end.reason) if end and end.reason in LEVELS else -1 for end in ends)


def held(scenario: str, deciding: players.Deciding | None) -> int:
    """How many objectives are held at the ends of some campaigns, together."""
    return sum(len(players.play(players.GAME, seed, scenario, decides=deciding)[0].objectives) for seed in SEEDS)


def test_a_sensible_player_reaches_better_levels_than_a_random_one() -> None:
    sensible, random = levels("1942", sensible_player.decide), levels("1942", None)
    assert sum(sensible) > sum(random) and sensible[-1] >= LEVELS.index("poor"), (sensible, random)
    assert all(ours >= theirs for ours, theirs in zip(sensible, random, strict=True)), (sensible, random)


def test_a_sensible_player_holds_more_than_a_random_one() -> None:
    assert held("1945", sensible_player.decide) > held("1945", None)


def test_a_wish_that_has_answered_is_not_refused_for_what_is_asked_next(tmp_path: Path) -> None:
    """One of two ships is stationed; the order stands on, and does not fit the other."""
    folder = tmp_path / "isles"
    each_game.begin(folder, "nimitz", seed="told")
    orders = WHOLE_TURN.replace("Chester/Louisville", "2 cruisers").replace("station any in Coastal\n", "")
    each_game.send(folder, "us", f"Phase: turn\n{orders}")
    (due,) = adjudicate(folder).dues
    assert due.demand.code == "stationing" and len(due.demand.about["units"]) == 2
    ship = GAME.name_in_orders("unit", due.demand.about["units"][0])
    each_game.send(folder, "us", f"Phase: turn\nstation {ship} in Coastal", Add="yes")
    (due,) = adjudicate(folder).dues
    assert due.demand.code == "stationing" and len(due.demand.about["units"]) == 1
