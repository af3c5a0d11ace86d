"""Fixtures for campaigns of the Lagoon."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.lagoon.desk import LagoonDesk, install


@pytest.fixture(autouse=True)
def _lagoon(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture(params=["solo", "alliance"])
def scenario(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def desk(tmp_path: Path, scenario: str) -> LagoonDesk:
    """A campaign just founded and dealt: the raiders owe their voyages."""
    desk = LagoonDesk(tmp_path / "lagoon", scenario)
    desk.sit()
    return desk
