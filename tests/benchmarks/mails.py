"""How many sittings and mails a turn takes: one decision a mail against orders given ahead.

    python -m tests.benchmarks.mails [--campaigns 200] [--jobs 1] [--markdown FILE]

Half of the campaigns are played by players who answer one decision a mail, at one table; the other half through
folders and files by players who write one file for the whole turn from the last report (see `tests.ahead_players`) and
one more whenever something is owed. All are whole shortened games (scenario 13.2), with the bids for Japan; the agreed
last turn goes from 4 to 8. Beside sittings and mails stands what was done in them, so that nobody saves mails by doing
less.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

from tests.games.witp import players
from tests.random_campaigns import Plan, play
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import act_records
from witp_pbem.games.witp.board.events import BattleFought, ImpulseMade, Landed, Passed, UnitRebuilt, UpkeepPaid
from witp_pbem.games.witp.game import game
from witp_pbem.table.acts import Act, Answered, Triggered
from witp_pbem.table.demand import Demand
from witp_pbem.table.event import Event

SINGLE, AHEAD = "one decision a mail", "orders given ahead"
LAST_TURNS = (4, 5, 6, 7, 8)
# What is counted, with how a reader calls it; all but the first line are means of a campaign.
LINES = {
    "campaigns": "campaigns", "turns": "turns", "sittings": "sittings", "mails": "mails (files of orders)",
    "sittings a turn": "**sittings a turn**", "mails a turn": "**mails a turn, both players together**",
    "impulses": "impulses", "battles": "battles", "landings": "landings", "spent": "resource points spent",
    "bases": "logistics bases built and removed", "moved": "stacks redeployed", "passes": "passes, by choice",
    "stand-ins": "… of these standing in for an order that had become illegal"}


def single(seed: int) -> Counter[str]:
    """A campaign of players who answer what is owed, one decision a mail."""
    sittings: list[tuple[Any, str]] = []
    mails: set[tuple[int, str]] = set()

    def watch(demand: Demand, position: Any) -> None:
        if demand.optional:
            return
        # What is asked together, of one side or of both, is asked in one position and answered in one sitting.
        if not sittings or sittings[-1][0] is not position or demand.code == sittings[-1][1] == "invoke":
            sittings.append((position, demand.code))
        mails.add((len(sittings), demand.side))

    position, happened = players.play(game(), seed, watch=watch, scenario="short", options=_agreed(seed))
    return tally(happened) + Counter(campaigns=1, turns=int(position.turn), sittings=len(sittings) + 1,
                                     mails=len(mails))


def _agreed(seed: int) -> dict[str, str]:
    return {"last_turn": str(LAST_TURNS[seed % len(LAST_TURNS)])}


def ahead(seed: int) -> Counter[str]:
    """A campaign of players who order a whole turn ahead."""
    folder = Path(tempfile.mkdtemp(prefix="mails-"))
    figures = play(folder / "c", Plan(seed, "short", _agreed(seed), single=False), faults=False, reports=False)
    campaign = open_campaign(folder / "c")
    happened = [act_records.from_json(act, campaign.game.events) for entry in campaign.entries
                for act in entry.get("acts", ())]
    shutil.rmtree(folder)
    return tally(happened) + Counter(campaigns=1, turns=figures["turns"], sittings=figures["sittings"],
                                     mails=figures["files"])


def tally(happened: Iterable[Act]) -> Counter[str]:
    """What was done in a campaign."""
    counts: Counter[str] = Counter()
    before: Act | None = None
    for act in happened:
        if isinstance(act, Answered) and act.order == {"order": "pass"} and isinstance(before, Triggered):
            counts["stand-ins"] += "instead" in before.because.values
        if isinstance(act, Event):
            _count(act, counts)
        before = act
    return counts


def _count(event: Event, counts: Counter[str]) -> None:
    if isinstance(event, ImpulseMade):
        counts.update(impulses=1, spent=event.cost)
    elif isinstance(event, UpkeepPaid):
        counts["spent"] += event.paid
    elif isinstance(event, UnitRebuilt):
        counts["spent"] += event.cost
    elif isinstance(event, BattleFought):
        counts["battles"] += 1
    elif isinstance(event, Landed):
        counts["landings"] += 1
    elif isinstance(event, Passed):
        counts["passes"] += not event.forced
    elif event.code() in ("base-built", "base-removed"):
        counts["bases"] += 1
    elif event.code() == "stack-redeployed":
        counts["moved"] += 1


def means(total: Counter[str]) -> dict[str, float]:
    """The figures of a campaign, on average."""
    averages = {name: total[name] / total["campaigns"] for name in LINES}
    return {**averages, "campaigns": total["campaigns"], "sittings a turn": total["sittings"] / total["turns"],
            "mails a turn": total["mails"] / total["turns"]}


def table(first: Counter[str], second: Counter[str]) -> str:
    """Both kinds of play side by side, as Markdown."""
    left, right = means(first), means(second)
    rows = [f"| mean of a campaign | {SINGLE} | {AHEAD} |", "|---|---:|---:|"]
    for name, called in LINES.items():
        places = 0 if name == "campaigns" else 2 if name.endswith("a turn") else 1
        rows.append(f"| {called} | {left[name]:.{places}f} | {right[name]:.{places}f} |")
    return "\n".join(rows)


def main() -> int:
    """Plays the campaigns and prints the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--campaigns", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", type=Path, help="a file for the table with the date")
    given = parser.parse_args()
    seeds = range(1, given.campaigns // 2 + 1)
    with ProcessPoolExecutor(given.jobs) as pool:
        first = sum(pool.map(single, seeds), Counter[str]())
        second = sum(pool.map(ahead, seeds), Counter[str]())
    text = table(first, second)
    print(text)
    if given.markdown:
        given.markdown.write_text(f"{text}\n\nMeasured on {date.today():%d %B %Y}.\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
