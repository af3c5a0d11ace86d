"""Fixtures for campaigns of the toy game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.campaign.desk import Desk, install_toy, play
from tests.games.lagoon.desk import LagoonDesk
from tests.games.lagoon.desk import install as install_lagoon


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    install_lagoon(monkeypatch)


@pytest.fixture
def new_desk() -> type[Desk]:
    """Whose campaigns `desk` and `played` are: the toy game's, unless a test is marked `both_games`."""
    return Desk


@pytest.fixture
def desk(tmp_path: Path, new_desk: Callable[[Path], Desk]) -> Desk:
    """A campaign just new_desk and dealt: both sides owe a bid."""
    made = new_desk(tmp_path / "isles")
    made.sit()
    return made


@pytest.fixture(params=[Desk, LagoonDesk, partial(LagoonDesk, scenario="alliance")], ids=["isles", "solo", "three"])
def any_desk(tmp_path: Path, request: pytest.FixtureRequest) -> Desk:
    """A campaign just new_desk and dealt of the toy game, or of the Lagoon with one player or three."""
    made: Desk = request.param(tmp_path / "isles")
    made.sit()
    return made


@pytest.fixture
def played(tmp_path: Path, new_desk: Callable[[Path], Desk]) -> Desk:
    """A campaign played to its end."""
    made = new_desk(tmp_path / "isles")
    play(made)
    return made
