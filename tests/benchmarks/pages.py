"""What the pages of a campaign of sixteen turns cost whoever starts the program for one of them: time and size.

    python -m tests.benchmarks.pages [RUNS] [FOLDER]

Each page is made in a process of its own, with what Python and Jinja keep compiled as in an installed program; the
campaign is opened and its story told before. The report of a past turn, as a page and as a mail, tells of the turn in
which most was fought and moved; a replay goes from the first turn to the last. Times are processor times, the least of
all runs; beside them stand the limits of the issues that asked for them, and the same in yardsticks (see
`tests.benchmarks.report`). FOLDER is a campaign to be taken instead of the recorded one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from jinja2 import Environment

from tests.benchmarks import recorded
from tests.benchmarks.replay import least
from tests.benchmarks.report import ROWS, TABLE

PROGRAM = """
import gc, json, sys, time
from pathlib import Path
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.report import html, mail, plain_text, replay
what, folder, turn = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
gc.set_threshold(100_000)  # as the program does
story = tell(open_campaign(folder), **({"turn": turn} if turn else {}))
story.game.narration  # all that tells is loaded
drawing = [0.0]
draw = mail.png
def png(svg, width):
    start = time.process_time()
    try:
        return draw(svg, width=width)
    finally:
        drawing[0] += time.process_time() - start
mail.png = png
make = {"page": html.render, "mail": mail.render, "text": plain_text.render, "replay": replay.render}[what]
start = time.process_time()
made = make(story)
took = time.process_time() - start
print(json.dumps([took - drawing[0], drawing[0], len(made if isinstance(made, bytes) else made.encode())]))
"""
# What is made, its limits in seconds and kilobytes, and whether of a single turn.
LIMITS = {"page": (0.150, 400, True), "mail": (0.200, 400, True), "text": (0.150, 50, True),
          "replay": (0.500, 800, False)}
PICTURE = 0.300


def made(what: str, folder: Path, turn: int, kept: Path) -> tuple[float, float, int]:
    """Seconds without and with the picture, and bytes, of one page in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ran = subprocess.run([sys.executable, "-c", PROGRAM, what, str(folder), str(turn)], check=True, text=True,
                         capture_output=True, env={**environment, "PYTHONPYCACHEPREFIX": str(kept)})
    return tuple(json.loads(ran.stdout))  # type: ignore[return-value]


def main(runs: int, folder: Path) -> None:
    """Prints a line a page."""
    template = Environment(autoescape=True).from_string(TABLE)
    yardstick = least(max(runs, 5), lambda: template.render(rows=ROWS))
    print(f"a yardstick is {yardstick * 1000:.1f} ms")
    with tempfile.TemporaryDirectory() as kept:
        turns = range(1, recorded.TURNS + 1)
        fullest = max(turns, key=lambda turn: made("text", folder, turn, Path(kept))[2])
        for what, (longest, largest, of_turn) in LIMITS.items():
            turn = fullest if of_turn else 0
            made(what, folder, turn, Path(kept))  # so that all it needs is compiled
            every = [made(what, folder, turn, Path(kept)) for _ in range(runs)]
            took, size = min(seconds for seconds, _, _ in every), every[0][2] / 1000
            print(f"{what:8}{took * 1000:7.0f} ms {took / longest:5.2f} of the limit {took / yardstick:6.1f} yardsticks"
                  f"{size:9.1f} kB  {size / largest:5.2f} of the limit")
            if picture := min(seconds for _, seconds, _ in every):
                print(f"{'picture':8}{picture * 1000:7.0f} ms  {picture / PICTURE:5.2f} of the limit "
                      f"{picture / yardstick:6.1f} yardsticks")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3,
         Path(sys.argv[2]) if len(sys.argv) > 2 else recorded.campaign(recorded.AHEAD))
