"""How many files of orders a turn of Fleet Commander: Nimitz takes: one decision a file against a turn ordered ahead.

    python -m tests.benchmarks.mails_alone [--campaigns 60]

Half of the campaigns of 1942 are played at a table where each decision that is asked for is answered by itself, the
other half through folders and files (see `tests.games.nimitz.players`): one file when a turn begins, another whenever
something is owed. Beside the files stands what was done with them, so that nobody saves files by doing less.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.games.nimitz import players
from tests.random_campaigns import Plan, play
from witp_pbem.games.nimitz.board.events import BattleEnded, RoundBegan, TurnBegan, UnitsMoved

SCENARIO = "1942"
# What is counted, with how a reader calls it; all but the first line are means of a campaign, the last ones of a turn.
LINES = {"campaigns": "campaigns", "turn-began": "turns", "sittings": "sittings", "files": "files of orders",
         "units-moved": "moves", "battle-ended": "battles", "round-began": "rounds of battles",
         "sittings a turn": "**sittings a turn**", "files a turn": "**files a turn**"}


def single(seed: int) -> Counter[str]:
    """A campaign of a player who answers each decision by itself; every answer is a file and makes a sitting."""
    asked: Counter[str] = Counter()
    _, acts = players.play(players.GAME, seed, SCENARIO, watch=lambda demand, position: asked.update(("files",)))
    done = Counter(act.code() for act in acts if isinstance(act, BattleEnded | RoundBegan | TurnBegan | UnitsMoved))
    return asked + done + Counter(campaigns=1, sittings=asked["files"] + 1)


def ahead(seed: int) -> Counter[str]:
    """A campaign of a player who orders whole turns ahead."""
    with tempfile.TemporaryDirectory(prefix="mails-") as folder:
        figures = play(Path(folder) / "c", Plan(seed, SCENARIO, {}, single=False, game="nimitz"), faults=False,
                       reports=False)
    return Counter(campaigns=1, **{name: figures[name] for name in LINES if name in figures})


def table(*played: Counter[str]) -> str:
    """Both kinds of play side by side, as Markdown."""
    rows = ["| mean of a campaign | one decision a file | a turn ordered ahead |", "|---|---:|---:|"]
    for name, called in LINES.items():
        what, by = (name.split()[0], "turn-began") if name.endswith("a turn") else (name, "campaigns")
        places = 0 if name == by else 1 if by == "campaigns" else 2
        cells = [f"{total[what] / (1 if name == by else total[by]):.{places}f}" for total in played]
        rows.append(f"| {called} | {' | '.join(cells)} |")
    return "\n".join(rows)


def main() -> int:
    """Plays the campaigns and prints the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--campaigns", type=int, default=60)
    seeds = range(1, parser.parse_args().campaigns // 2 + 1)
    print(table(sum(map(single, seeds), Counter[str]()), sum(map(ahead, seeds), Counter[str]())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
