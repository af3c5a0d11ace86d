"""The Atoll is findable in its tests."""

from __future__ import annotations

import pytest

from tests.games.atoll import game as atoll
from tests.stand_ins import findable


@pytest.fixture(autouse=True)
def _atoll(monkeypatch: pytest.MonkeyPatch) -> None:
    findable(monkeypatch, atoll=atoll.game)
