"""How long the HTML report of a busy turn takes, how large it is, and how much of it is the map.

    python -m tests.benchmarks.report [RUNS]

The campaign is played here and now by two random players, through the public path, for four turns; the report of its
fullest turn is the one that counts. The limits of issue 4, "A report people want to open", are told beside the figures:
400 kB and 150 ms. As a millisecond means little on another machine, the same times are also given in yardsticks: the
time in which Jinja2, unsandboxed, fills a plain table of 2,000 rows and escapes its cells. Times are processor times,
the least of all runs; the first report of a process, templates read and compiled, is timed in a process of its own. The
chances of a battle are reckoned once a process, with the first report that tells of it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from jinja2 import Environment

from tests.benchmarks.replay import least
from tests.campaigns import play
from witp_pbem.campaign.explaining import chances
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import html
from witp_pbem.report.map import draw

SEED, TURNS = 2, 4
LARGEST, LONGEST = 400_000, 0.150  # bytes, seconds
ROWS = [(f"row {number}", f"<{number}>", "JP-N-1, JP-N-2") for number in range(2000)]
TABLE = "<table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>"
FIRST = """
import sys, time
from pathlib import Path
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.report import html
story = tell(open_campaign(Path(sys.argv[1])), turn=int(sys.argv[2]))
start = time.process_time()
html.render(story)
print(time.process_time() - start)
"""


def main(runs: int) -> None:
    """Prints size and times of the fullest turn's report."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "busy"
        play(folder, SEED, TURNS)
        campaign = open_campaign(folder)
        stories = {turn: tell(campaign, turn=turn) for turn in range(1, TURNS + 1)}
        pages = {turn: len(html.render(story).encode()) for turn, story in stories.items()}
        fullest = max(pages, key=lambda turn: pages[turn])
        story = stories[fullest]
        chart = story.game.narration.chart(story.position, story.entries)
        mapped = len(draw(chart, links=True, theme="auto").encode())
        warm = least(runs, lambda: html.render(story))
        drawn = least(runs, lambda: draw(chart, links=True, theme="auto"))
        opened = least(runs, lambda: tell(open_campaign(folder), turn=fullest))
        bloodiest = max(stories.values(), key=lambda story: len(story.chances))

        def reckon() -> None:
            chances.reckoned.cache_clear()
            assert len(tell(campaign, turn=bloodiest.turn).chances) == len(bloodiest.chances)

        reckoned = least(runs, reckon) - least(runs, lambda: tell(campaign, turn=bloodiest.turn))
        first = min(float(subprocess.run([sys.executable, "-c", FIRST, str(folder), str(fullest)], check=True,
                                         capture_output=True, text=True).stdout) for _ in range(runs))
    template = Environment(autoescape=True).from_string(TABLE)
    yardstick = least(max(runs, 5), lambda: template.render(rows=ROWS))
    size = pages[fullest]
    print(f"turn {fullest} in {len(story.entries)} acts; a yardstick is {yardstick * 1000:.1f} ms")
    print(f"size           {size / 1000:7.1f} kB  {size / LARGEST:5.2f} of the limit; the map {mapped / 1000:.1f} kB")
    for what, took in (("first report", first), ("every further", warm), ("  of it the map", drawn)):
        print(f"{what:15}{took * 1000:6.1f} ms  {took / LONGEST:5.2f} of the limit; {took / yardstick:5.2f} yardsticks")
    print(f"to open the campaign and tell the story: {opened * 1000:.1f} ms, {opened / yardstick:.2f} yardsticks")
    print(f"the chances of the {len(bloodiest.chances)} battles of turn {bloodiest.turn}: {reckoned * 1000:.1f} ms, "
          f"{reckoned / yardstick:.2f} yardsticks, once a process")
    if size > LARGEST or max(first, warm) > LONGEST:
        raise SystemExit("too large or too slow")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
