"""Stories of a turn of each game, for tests of what every report has."""

from __future__ import annotations

import pytest

from tests.each_game import Maker
from tests.report.stories import busy_turn
from witp_pbem.campaign.explaining.story import Story, tell
from witp_pbem.campaign.folder.opening import open_campaign


@pytest.fixture
def told_story(game: str, campaign_of: Maker) -> Story:
    """A whole turn: the busiest of War in the Pacific, the first of a campaign of the Lagoon."""
    if game == "witp":
        story = busy_turn()
        return story._replace(so_far=story.entries, start=story.entries[0].position_before)
    return tell(open_campaign(campaign_of(game)), turn=1)


@pytest.fixture
def present_story(game: str, campaign_of: Maker) -> Story:
    """The turn that is being played, and what is owed."""
    return tell(open_campaign(campaign_of(game)))
