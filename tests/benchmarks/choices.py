"""How long it takes to list the choices of a movement impulse, to draw one, and to play at random.

    python -m tests.benchmarks.choices [RUNS]

In every position of the recorded campaigns in which an impulse was ordered, all legal orders are listed, the first 50
of them, and some are drawn by chance; nothing is remembered of the position. `orders` is started cold where an impulse
is owed first in each turn. Then random players play games of War in the Pacific against each other. Where the library
`chess` is installed (pip install witp-pbem[bench]) it lists legal moves in the same run, for a ratio that does not
depend on the machine. Times are processor times: of each position the least of all runs.
"""

from __future__ import annotations

import gc
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Any

from tests.benchmarks import recorded
from tests.benchmarks.replay import GAMES, PLIES, in_its_own_process, least
from tests.games.witp import players
from witp_pbem.campaign.explaining.story import items_of
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.witp.board.state import Position, Side
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_08_movement import movement
from witp_pbem.table.acts import Answered

FIRST = 50
SELF_PLAY = (5, 8, 21)  # seeds
COLLECTED_EVERY = 100_000  # as in the program


def main(runs: int) -> None:
    """Prints a table."""
    gc.set_threshold(COLLECTED_EVERY)
    owed = [owing for kind in recorded.KINDS for owing in impulses(recorded.campaign(kind))]
    counts = [sum(1 for _ in movement.choices(*owing)) for owing in owed]
    print(f"{len(owed)} positions in which an impulse is owed, {median(counts):.0f} legal orders (most {max(counts)})")
    print_times("all legal orders", [taken(runs, owing, every) for owing in owed])
    print_times(f"the first {FIRST}", [taken(runs, owing, first) for owing in owed])
    for what, number in (("the first drawn", 1), (f"one of {players.LOOK} drawn", players.LOOK)):
        print_times(what, [taken(runs, owing, partial(drawn, seed=seed, number=number)) / number
                           for seed, owing in enumerate(owed)])
    print_times("`orders`, cold", [min(in_its_own_process(folder, "orders", "--side", side) for _ in range(runs))
                                   for folder, side in cut_short()])
    spent = [self_play(seed) for seed in SELF_PLAY]
    a_decision = sum(took for took, _ in spent) / sum(count for _, count in spent)
    print(f"random self-play: {a_decision * 1e3:.2f} ms a decision")
    each = sum(taken(runs, owing, every) for owing in owed) / sum(counts)
    if listed := chess_move(runs):
        print(f"a legal order listed: {each * 1e6:.1f} us; a legal move of chess: {listed * 1e6:.1f} us")
    else:
        print(f"a legal order listed: {each * 1e6:.1f} us; chess is not installed: no ratio to it "
              "(pip install witp-pbem[bench])")


def impulses(folder: Path) -> Iterator[tuple[Position, Side]]:
    """The positions in which somebody ordered an impulse, with whoever did."""
    campaign = open_campaign(folder)
    for item in items_of(campaign.game, campaign.line):
        if isinstance(item.act, Answered) and item.act.demand == "impulse":
            yield item.position_before, item.act.side


def taken(runs: int, owing: tuple[Position, Side], work: Callable[[Position, Side], Any]) -> float:
    """The least processor time of something done with a position of which nothing is remembered."""
    position, side = owing
    return min(least(1, partial(work, replace(position), side)) for _ in range(runs))


def every(position: Position, side: Side) -> list[Any]:
    return list(movement.choices(position, side))


def first(position: Position, side: Side) -> list[Any]:
    return list(islice(movement.choices(position, side), FIRST))


def drawn(position: Position, side: Side, seed: int, number: int) -> list[Any]:
    return list(islice(movement.sample(position, side, random.Random(seed)), number))


def print_times(what: str, times: Sequence[float]) -> None:
    """Prints the times of something in all positions."""
    print(f"{what:22} {mean(times) * 1e3:8.2f} ms on the average, {median(times) * 1e3:8.2f} median, "
          f"{max(times) * 1e3:8.2f} at most")


def cut_short() -> Iterator[tuple[Path, Side]]:
    """The campaign of one decision a file as it stood when an impulse was first owed in each turn, and who owed it."""
    for turn in range(1, recorded.TURNS + 1):
        with tempfile.TemporaryDirectory() as place:
            folder, side = recorded.cut_short(recorded.campaign(), Path(place) / "campaign", turn, "impulse")
            shutil.rmtree(folder / "private")
            yield folder, side


def self_play(seed: int) -> tuple[float, int]:
    """Seconds a game between random players takes, and how many decisions they take."""
    decisions: list[str] = []
    took = least(1, lambda: players.play(game(), seed, watch=lambda demand, position: decisions.append(demand.code)))
    return took, len(decisions)


def chess_move(runs: int) -> float:
    """Seconds python-chess takes to list a legal move in positions of random games; 0 where it is not installed."""
    try:
        import chess
    except ImportError:
        return 0.0
    boards = []
    for seed in range(GAMES):
        chance, board = random.Random(seed), chess.Board()
        while not board.is_game_over() and board.ply() < PLIES:
            boards.append(board.copy())
            board.push(chance.choice(list(board.legal_moves)))
    moves = sum(board.legal_moves.count() for board in boards)
    return least(runs, lambda: [list(board.legal_moves) for board in boards]) / moves


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
