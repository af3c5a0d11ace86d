"""Tests of what every campaign does run on the toy game and on the Lagoon with three players."""

from __future__ import annotations

from functools import partial

import pytest

from tests.campaign.desk import Desk
from tests.games.lagoon.desk import LagoonDesk

both_games = pytest.mark.parametrize(
    "new_desk", [Desk, partial(LagoonDesk, scenario="alliance")], ids=["isles", "three"])
