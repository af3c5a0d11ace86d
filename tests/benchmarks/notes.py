"""What a report costs in a campaign in which much is said: time and size with 50, 500 and 5,000 notes.

    python -m tests.benchmarks.notes [RUNS]

A campaign is played here and now for a turn; then so many notes, and so many protests, of some 120 letters each come
behind the last sitting, so that the next report has to tell of them. Beside each figure of time stands what a note adds
to it, in microseconds: a cost that grows faster than the notes shows there. Times are processor times, the least of all
runs.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks.replay import least
from tests.campaigns import play
from tests.stand_ins import POINT, instead
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import NOTE, PROTEST
from witp_pbem.exchange.desk import news
from witp_pbem.report import forum, html, log_lines, mail, plain_text
from witp_pbem.table.manual_dice import REFEREE

COUNTS = (0, 50, 500, 5000)
WORDS = "The keeper's mail program lost two letters on its way; whoever misses an answer, please write once more (%d)."


def said(folder: Path, count: int) -> None:
    """Puts so many notes and protests into a campaign's logbook."""
    campaign = open_campaign(folder)
    side = campaign.game.players[0]
    common = {"about": None, "letter": "", "signature": ""}
    campaign.add(*((kind, {**common, "side": who, "text": WORDS % number}) for number in range(count)
                   for kind, who in ((NOTE, REFEREE), (PROTEST, side))))


def works(folder: Path) -> dict[str, Callable[[], Any]]:
    """What is made of a campaign, by name."""
    campaign = open_campaign(folder)
    story, end = tell(campaign), len(campaign.entries)
    return {
        "open": lambda: open_campaign(folder), "story": lambda: tell(campaign),
        "text": lambda: plain_text.render(story), "page": lambda: html.render(story),
        "mail": lambda: mail.render(story),
        "posts": lambda: "".join(forum.render(story, "bbcode", "phpbb", None, None)),
        "log": lambda: "\n".join(line for entry in campaign.entries for line in log_lines.lines_of(campaign, entry)),
        "news": lambda: repr(news.news(campaign, REFEREE, campaign.entries[end // 2:]))}


def main(runs: int) -> None:
    """Prints a table of times, one of sizes."""
    times: dict[int, dict[str, float]] = {}
    sizes: dict[int, dict[str, int]] = {}
    with tempfile.TemporaryDirectory() as place, instead(mail, png=lambda svg, width: POINT):
        play(Path(place) / "quiet", 1, 1)
        for count in COUNTS:
            folder = Path(place) / str(count)
            shutil.copytree(Path(place) / "quiet", folder)
            said(folder, count)
            things = works(folder)
            sizes[count] = {name: len(made) for name, work in things.items() if isinstance(made := work(), str | bytes)}
            times[count] = {name: least(runs, work) for name, work in things.items()}
    print(f"{'notes':8}" + "".join(f"{count:>20}" for count in COUNTS))
    for name in times[0]:
        added = (f"{times[count][name] * 1000:8.1f} ms"
                 + (f" {(times[count][name] - times[0][name]) / count * 1e6:5.0f} us" if count else " " * 9)
                 for count in COUNTS)
        print(f"{name:8}" + "".join(added))
    for name in sizes[0]:
        print(f"{name:8}" + "".join(f"{sizes[count][name] / 1000:17.1f} kB" for count in COUNTS))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
