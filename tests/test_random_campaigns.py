"""Campaigns of random players, with every invariant looked at after every sitting, and the proof of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from tests.campaigns import kind
from tests.games.nimitz import players as nimitz
from tests.games.nimitz import sensible_player
from tests.games.taiheiyo_senshi import players as senshi
from tests.games.wif_land import players as wif
from tests.games.wif_land import worlds
from tests.games.witp import players
from tests.random_campaigns import SCENARIOS, Plan, one, plan, play
from tests.random_players import LAGOON, NIMITZ, SENSHI, WIF
from witp_pbem.games.nimitz.board.state import US
from witp_pbem.games.witp.game import game
from witp_pbem.table.event import Event, to_json

# What random campaigns must have contained to be worth their name.
WANTED = ("battle-fought fleet", "battle-fought ground", "battle-fought assault", "landed unopposed", "landed assault",
          "retreated", "card-used", "base-built", "unit-rebuilt", "stack-redeployed", "submarines-attacked",
          "continuing-battle-marked", "air-displaced", "unit-removed stacking", "unit-removed no-port")
WANTED_OF_SENSHI = (
    "ships-moved", "ships-moved sortie", "ships-returned", "air-rebased", "units-turned resupply", "train-placed",
    "routes-opened", "units-retreated evacuation", "units-retreated battle", "battle-ended", "hits-allocated",
    "ship-damaged", "port-captured", "deck-made anew", "operations-ended dice", "card-spent initiative",
    "card-spent supply", "card-spent resupply", "game-ended senshi 4.1(2)-a", "game-ended senshi 4.1(1)-a")
WANTED_OF_NIMITZ = (
    "points-scouted", "units-repaired", "units-to-box RAID", "units-to-box BW", "units-to-box INV", "bombed",
    "bombers-returned", "battalions-called", "battalions-called foxholes", "units-withdrawn", "aircraft-held",
    "aircraft-removed kamikaze", "aircraft-removed launching", "markers-removed", "hits-cancelled jp-escort-fleet",
    "hits-cancelled jp-emergency-repair", "marker-used jp-first-strike", "game-ended hawaii", "game-ended relieved",
    "game-ended poor", "game-ended great", "campaign-ended historical",
    *(f"order-rolled {order.name}" for order in nimitz.GAME.data.movement_orders),
    *(f"attack-stepped {step}" for step in ("air", "aa", "bombing", "torpedoes", "asw", "gunfire", "ground")),
    *(f"{'marker-used' if marker.side == US else 'drawn'} {name}"
      for name, marker in nimitz.GAME.data.markers.items()))
WANTED_OF_WIF = (
    "unit-railed 1", "factory-railed", "units-overrun", "units-turned exhausted", "units-turned unsupplied",
    "aircraft-rebased", "units-destroyed entered", "units-invade", "landing-ended", "units-drop", "drop-ended",
    "drop-ended succeeds", "air-settled", "notional-ignored", "ships-bombard", "headquarters-rolled succeeds",
    "odds-shifted", "table-chosen blitz", "table-chosen assault city", "table-chosen assault armour",
    "table-chosen assault terrain", "table-chosen assault fort", "units-shattered", "result-applied retreat",
    "units-retreated 1", "units-retreated 2", "units-retreated 3", "units-retreated 1 again",
    "units-destroyed no-retreat", "units-advanced", "units-advanced breakthrough", "recovered", "game-ended played",
    *(f"action-chosen {action}" for action in ("land", "combined", "air")),
    *(f"ships-fate {fate}" for fate in ("captured", "scuttled", "escape")),
    *(f"missions-flown {mission}" for mission in ("patrol", "missions", "interception", "escort", "transport")))
SEED = 2
GAMES = 9
WORLDS = (1, 24, 39, 40, 67, 109, 128)  # maps on which all of that comes up


def verify(folder: Path) -> subprocess.CompletedProcess[str]:
    """`witp-pbem verify`, as a process."""
    return subprocess.run([sys.executable, "-m", "witp_pbem", "verify", str(folder)], capture_output=True, text=True,
                          check=False)


def test_a_campaign_of_sixteen_turns_ends_by_rule_and_verifies(tmp_path: Path) -> None:
    figures = play(tmp_path / "campaign", Plan(SEED, "standard", {}, single=False))
    assert figures["game-ended"] == 1
    done = verify(tmp_path / "campaign")
    assert done.returncode == 0, done.stdout + done.stderr
    changed_bytes_show(tmp_path / "campaign")


def test_a_short_game_with_one_decision_a_file(tmp_path: Path) -> None:
    figures = play(tmp_path / "campaign", Plan(SEED, "short", {"last_turn": "2"}, single=True))
    assert figures["game-ended"] == 1
    assert figures["sittings"] > 40


@settings(max_examples=2, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
@given(seed=st.integers(0, 999_999), scenario=st.sampled_from(SCENARIOS))
@example(seed=197, scenario="short")  # a side gives up while a decision is owed
def test_the_invariants_hold(seed: int, scenario: str) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        what = plan(seed, scenario, single=False)
        assert play(folder / "campaign", what)["game-ended"] == 1
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize("scenario", LAGOON.scenarios)
def test_campaigns_of_another_game_with_other_numbers_of_players(scenario: str) -> None:
    """One player against the game, and three: with files that must be refused, and reports in every form."""
    figures: Counter[str] = Counter()
    for seed in range(2):
        record = one(seed, scenario, game=LAGOON.game)
        assert "fault" not in record, record["fault"]
        figures.update(record["figures"])
    assert figures["turns"] >= 2 and figures["sittings"] > 4
    assert figures["files"] > 4


@pytest.mark.parametrize("seed", [5, 7])
def test_campaigns_of_the_second_game(seed: int) -> None:
    record = one(seed, game=SENSHI.game)
    assert "fault" not in record, record["fault"]
    assert record["figures"]["turns"] >= 2 and record["figures"]["files"] > 10


def test_nothing_of_the_second_game_is_missing_from_random_campaigns() -> None:
    """Operations, reactions, both ends of a phase, cards spent for everything; each card is met in the cases."""
    figures: Counter[str] = Counter()
    for seed in range(2 * len(senshi.TEMPERS)):
        position, acts = senshi.play(senshi.GAME, seed)
        assert position.outcome
        figures.update(senshi.kind(to_json(act)) for act in acts if isinstance(act, Event))
    assert not [what for what in WANTED_OF_SENSHI if not figures[what]], figures


@pytest.mark.parametrize(("seed", "scenario"), [(1, "1942"), (4, "1945")])
def test_campaigns_of_the_third_game(seed: int, scenario: str) -> None:
    """One player against the rules."""
    record = one(seed, scenario, game=NIMITZ.game)
    assert "fault" not in record, record["fault"]
    assert record["figures"]["turns"] >= 2 and record["figures"]["files"] > 4


def test_nothing_of_the_third_game_is_missing_from_random_campaigns() -> None:
    """All Japanese orders, bonus markers of both sides, steps of combat; most ends, with the dice on a side that of the
    campaigns in a row, too."""
    figures: Counter[str] = Counter()
    for scenario, seeds in {"1942": range(8), "1944": range(1), "1945": range(5)}.items():
        for seed in seeds:
            position, acts = nimitz.play(nimitz.GAME, seed, scenario)
            assert position.outcome
            figures.update(nimitz.kinds(acts))
    for scenario in ("1942", "linked"):
        _, acts = nimitz.play(nimitz.GAME, 0, scenario, decides=sensible_player.decide, fate=nimitz.Fortune)
        figures.update(nimitz.kinds(acts))
    assert not [what for what in WANTED_OF_NIMITZ if not figures[what]], figures


@pytest.mark.parametrize(("seed", "scenario"), [(3, worlds.NAME), (8, "smolensk-july-1941")])
def test_campaigns_of_the_fourth_game(seed: int, scenario: str) -> None:
    """Two sides on a map nobody has drawn, and on one of the packaged ones."""
    record = one(seed, scenario, game=WIF.game)
    assert "fault" not in record, record["fault"]
    assert record["figures"]["turns"] >= 2 and record["figures"]["files"] > 4


def test_nothing_of_the_fourth_game_is_missing_from_random_campaigns() -> None:
    """All that a land turn may bring, on maps nobody has drawn: every result is met in the cases."""
    figures: Counter[str] = Counter()
    for seed in WORLDS:
        position, acts = wif.play(worlds.game_of(seed), seed, worlds.NAME, options={"recovery": "all"})
        assert position.outcome
        figures.update(wif.kinds(acts))
    assert not [what for what in WANTED_OF_WIF if not figures[what]], figures


def test_nothing_of_the_game_is_missing_from_random_campaigns() -> None:
    figures: Counter[str] = Counter()
    for seed in range(GAMES):
        position, acts = players.play(game(), seed)
        assert position.outcome
        figures.update(kind(to_json(act)) for act in acts if isinstance(act, Event))
    assert not [what for what in WANTED if not figures[what]], figures


def changed_bytes_show(folder: Path) -> None:
    """A flipped bit in the first, a middle and the last entry makes `verify` fail and name that entry."""
    path = folder / "logbook.jsonl"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for entry in (0, len(lines) // 2, len(lines) - 1):
        start = sum(len(line) for line in lines[:entry])
        place = start + len(lines[entry]) // 2
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1:])
        done = verify(folder)
        assert done.returncode == 1, (entry, done.stdout)
        assert f"entry {entry}" in done.stdout.casefold(), done.stdout
    path.write_bytes(whole)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_campaigns(seed: int) -> None:
    record = one(seed)
    assert "fault" not in record, record["fault"]
