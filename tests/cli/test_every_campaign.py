"""Reports, maps and replays of every kind of campaign, in every state it can be in: an answer always, a traceback
never."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.campaigns import play
from tests.leaving import resign
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.cli import main
from witp_pbem.cli.report import DIALECTS
from witp_pbem.table.language import LANGUAGES, speaking

FOUNDED = {
    "standard": Wishes("witp", seed="every"),
    "short": Wishes("witp", seed="every", scenario="short", options={"last_turn": "6"}, players={"first": "Ken"}),
    "s1943": Wishes("witp", seed="every", scenario="s1943"),
    "delayed_us": Wishes("witp", seed="every", scenario="delayed_us", options={"sudden_death": "yes"}),
    "manual dice": Wishes("witp", dice="manual"),
}
STATES = (*FOUNDED, *(f"{name}, begun" for name in FOUNDED), "short, in play", "delayed_us, in play", "resigned",
          "a copy", "a copy before the bids")
SIDES = ("", "japan", "allies", "first", "second", "referee", "nobody")
PHASES = ("bids", "start", "events", "operations", "end", "lunch")
FORMS = (("html",), ("eml",), *((form, "--dialect", name) for form, names in DIALECTS.items() for name in names))


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign for each of `STATES`, in a folder of its name."""
    root = tmp_path_factory.mktemp("every")
    for name, wishes in FOUNDED.items():
        create(root / name, wishes)
        create(root / f"{name}, begun", wishes)
        adjudicate(root / f"{name}, begun")
    play(root / "short, in play", 3, 1, scenario="short", options={"last_turn": "4"})
    play(root / "delayed_us, in play", 3, 1, scenario="delayed_us")
    create(root / "resigned", FOUNDED["standard"])
    adjudicate(root / "resigned")
    resign(root / "resigned", "japan", "")
    adjudicate(root / "resigned")
    hidden = shutil.ignore_patterns("private")
    shutil.copytree(root / "short, in play", root / "a copy", ignore=hidden)
    shutil.copytree(root / "short, begun", root / "a copy before the bids", ignore=hidden)
    return root


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def run(*arguments: str | Path) -> Result:
    """Runs a command within this process; whatever is not told as an answer is raised."""
    ran = CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)
    assert ran.exit_code in (0, 2) and ran.output
    return ran


def test_every_state_is_there(campaigns: Path) -> None:
    assert sorted(STATES) == sorted(path.name for path in campaigns.iterdir())


@pytest.mark.parametrize("state", STATES)
def test_a_report_for_every_side_and_every_phase(state: str, campaigns: Path) -> None:
    assert run("report", campaigns / state).exit_code == 0
    for side in SIDES:
        known = run("orders", campaigns / state, "--side", side).exit_code == 0 and side != "referee"
        assert (run("report", campaigns / state, "--side", side).exit_code == 0) == known
    runs = {phase: run("report", campaigns / state, "--phase", phase) for phase in PHASES}
    assert runs["lunch"].exit_code == 2
    assert all(phase in ran.output for phase, ran in runs.items() if ran.exit_code == 2)
    for turn in ("-1", "0", "99"):
        assert f"no turn {turn}" in run("report", campaigns / state, "--turn", turn).output


@pytest.mark.parametrize("state", STATES)
def test_a_report_in_every_form(state: str, campaigns: Path) -> None:
    for place, form in enumerate(FORMS, STATES.index(state)):
        language = tuple(LANGUAGES)[place % len(LANGUAGES)]  # half of the forms in each; together every form in both
        assert run("report", campaigns / state, "--format", *form, "--lang", language).exit_code == 0


@pytest.mark.parametrize("state", STATES)
def test_a_map_and_a_replay(state: str, campaigns: Path, tmp_path: Path) -> None:
    every: Sequence[tuple[str, ...]] = (
        (), ("--overlay", "moves,azoc,supply"), ("--around", "Manila", "--radius", "0"),
        ("--around", "0606", "--radius", "20"), ("--lang", "ja"))
    for options in every:
        assert "<svg" in run("map", campaigns / state, *options).output
    assert run("replay", campaigns / state, "-o", tmp_path / "replay.html").exit_code == 0
    for side in SIDES:
        known = run("report", campaigns / state, "--side", side).exit_code
        assert run("map", campaigns / state, "--side", side).exit_code == known
        assert run("replay", campaigns / state, "-o", tmp_path / "own.html", "--force", "--side", side
                   ).exit_code == known
