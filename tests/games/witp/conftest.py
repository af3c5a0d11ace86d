"""A campaign of random players, played once for all who look at one."""

from __future__ import annotations

import pytest

from tests.campaigns import play
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign


@pytest.fixture(scope="session")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """Four turns of a random campaign."""
    folder = tmp_path_factory.mktemp("campaign") / "random"
    play(folder, 17, last_turn=4)
    return tell(open_campaign(folder))
