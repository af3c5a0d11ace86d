"""Whole campaigns between two random players through the public path: orders text in, sitting, next debt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.games.witp.players import decide
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import Adjudicated, adjudicate

MOST_SITTINGS = 3000


Answers = Callable[[Adjudicated, Any, random.Random], list[tuple[str, bytes]]]


def play(folder: Path, seed: int, last_turn: int = 16, answers: Answers | None = None, **wishes: Any) -> Counter[str]:
    """Founds a campaign and plays it to its end, or to the end of a turn; one decision a file.

    Args:
        answers: the files that answer what a sitting owes, those of random players without it.
        wishes: besides the seed (see `Wishes`), such as another scenario.
    Returns:
        How many events of each kind it saw, and how many sittings and decisions it took.
    """
    create(folder, Wishes("witp", seed=f"campaign {seed}", **wishes))
    chance = random.Random(f"players {seed}")
    figures: Counter[str] = Counter()
    for _ in range(MOST_SITTINGS):
        result = adjudicate(folder)
        assert result.number is not None or result.over or not figures["decisions"], result.dues
        figures["sittings"] += 1
        if result.over:
            break
        campaign = open_campaign(folder)
        if campaign.turn > last_turn:
            break
        files = (answers or random_answers)(result, campaign, chance)
        figures["decisions"] += len(files)
        recorded = submit(folder, files)
        assert recorded.stands, [problem for checked in recorded.checked for problem in checked.problems]
    else:
        raise AssertionError("the campaign does not end")
    return figures + count(folder)


def random_answers(result: Adjudicated, campaign: Any, chance: random.Random) -> list[tuple[str, bytes]]:
    """A file for each side that owes something, as a player would mail it."""
    orders: dict[str, list[str]] = {}
    for due in result.dues:
        orders.setdefault(due.demand.side, []).append(decide(due.demand, chance))
    assert orders, "nobody owes anything, but the game goes on"
    phase = campaign.game.phase(campaign.position)
    head = f"Campaign: {campaign.name}\nTurn: {campaign.turn}\n" + (f"Phase: {phase}\n" if phase else "")
    return [(f"{side}.txt", f"{head}Side: {side}\n\n{chr(10).join(lines)}\n".encode())
            for side, lines in orders.items()]


def count(folder: Path) -> Counter[str]:
    """Events of the whole campaign by kind; battles, landings and losses by their kind or reason."""
    figures: Counter[str] = Counter()
    campaign = open_campaign(folder)
    for entry in campaign.entries:
        for act in entry.get("acts", ()):
            if "event" in act:
                figures[kind(act)] += 1
    return figures


def kind(record: dict[str, Any]) -> str:
    """The code of an event; of battles, landings and losses with their kind or reason."""
    code = str(record["event"])
    split = code in ("battle-fought", "landed", "unit-removed")
    part = record.get("kind") or record.get("reason") if split else ""
    return f"{code} {part}".strip()
