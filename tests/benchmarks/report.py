"""How long the HTML report of one turn takes in the process, beside opening the campaign.

    python -m tests.benchmarks.report [RUNS]

The campaign is a recorded one of sixteen turns; the report of its longest turn is the one that counts.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.benchmarks import recorded
from tests.benchmarks.replay import least
from witp_pbem.campaign.campaign import open_campaign
from witp_pbem.campaign.story import tell
from witp_pbem.report import html


def main(runs: int) -> None:
    """Prints the least processor times, in milliseconds."""
    with tempfile.TemporaryDirectory() as place:
        folder = recorded.public_copy(recorded.campaign(), Path(place))
        print(f"open the campaign: {least(runs, lambda: open_campaign(folder).past) * 1000:.1f} ms")
        campaign = open_campaign(folder)
        turns = {turn: least(runs, lambda turn=turn: html.render(tell(campaign, turn=turn)))
                 for turn in range(1, campaign.turn + 1)}
    longest = max(turns, key=lambda turn: turns[turn])
    print(f"HTML report of turn {longest}: {turns[longest] * 1000:.1f} ms; of a turn on average: "
          f"{sum(turns.values()) / len(turns) * 1000:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
