"""How long whole campaigns take to verify, cold and warm, and where the time goes.

    python -m tests.benchmarks.replay [RUNS]

Verifies public copies of recorded campaigns, two of sixteen turns, with a decision a file and with turns ordered ahead,
and those of two other games: every byte of the logbook, its hash chain, every seal, every die, every order judged
again, every event, position and debt compared. Where the libraries `chess` and `diplomacy` are installed (pip install
witp-pbem[bench]), the same run times games replayed by them, move by move and phase by phase, so that ratios do not
depend on the machine. Times are processor times, the least of all runs, with garbage collected as seldom as the program
does it; "cold" is a process of its own, imports included.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks import recorded
from witp_pbem.campaign.proof import chain, replaying, rolls, seals, understood, verify
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.proof.subjects import Verification, unwatched
from witp_pbem.campaign.sitting.at_hand import PendingAtSittings
from witp_pbem.table.game import Game
from witp_pbem.table.garbage import collect_seldom

GAMES, PLIES = 20, 120  # of chess, at most
PHASES = 40  # of Diplomacy


def times(runs: int, work: Callable[[], Any]) -> list[float]:
    """The processor times of some runs, in seconds."""
    taken = []
    for _ in range(runs):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return taken


def least(runs: int, work: Callable[[], Any]) -> float:
    """The least processor time of some runs, in seconds."""
    return min(times(runs, work))


def main(runs: int) -> None:
    """Prints a table for each kind of campaign, and the ratios to the yardsticks."""
    collect_seldom()
    yardsticks = {name: took for name, took in (("chess ply", ply(runs)), ("diplomacy phase", phase(runs))) if took}
    for name, took in yardsticks.items():
        print(f"{name}: {took * 1e6:.1f} us")
    for kind in recorded.KINDS:
        with tempfile.TemporaryDirectory() as place:
            folder = recorded.public_copy(recorded.campaign(kind), Path(place))
            whole = least(runs, lambda folder=folder: verify.verify(folder))
            cold = min(in_its_own_process(folder) for _ in range(runs))
            acts = recorded.acts(folder)
            print(f"\n{kind}: {recorded.decisions(folder)} decisions, {acts} acts, "
                  f"{(folder / 'logbook.jsonl').stat().st_size / 1000:.0f} kB")
            for what, took in (("verify, cold", cold), ("verify, warm", whole)):
                beside = ", ".join(f"{took / yardstick:.0f} {name}s" for name, yardstick in yardsticks.items())
                print(f"{what:42} {took * 1e3:7.1f} ms {took / acts * 1e6:7.1f} us an act   {beside}")
            for layer, work in parts(folder).items():
                took = least(runs, work)
                print(f"  {layer:40} {took * 1e3:7.1f} ms {took / whole:6.0%}")
    if len(yardsticks) < 2:
        print("chess or diplomacy is not installed: no ratios to them (pip install witp-pbem[bench])")


def in_its_own_process(folder: Path, command: str = "verify", *options: str) -> float:
    """Processor time of the program that looks at a campaign, in seconds; modules are kept compiled, as an installation
    has them."""
    surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": str(recorded.KEPT / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "witp_pbem", command, str(folder), *options], check=True, capture_output=True,
                   env=surroundings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parts(folder: Path) -> dict[str, Callable[[], object]]:
    """What `verify` does, part by part."""
    content = (folder / "logbook.jsonl").read_bytes()
    records, _ = chain.read(content)
    entries, _ = chain.form(records)
    game = verify._game(folder, entries[0], [])  # type: ignore[arg-type]

    def proof(played: Game | None) -> Verification:
        return Verification(entries, played, None, unwatched)

    read = proof(game)  # type: ignore[arg-type]
    evidence = Evidence(game, entries, read)  # type: ignore[arg-type]
    replaying._positions(evidence)

    def rules() -> None:
        again = Evidence(evidence.game, entries, read)
        again.started, again.turns, again.senders = evidence.started, evidence.turns, evidence.senders
        again.pending = PendingAtSittings(again.game, entries, again.orders, again.rulings, again.started, again.read)
        replaying._rules(again)
        assert not again.findings, again.findings

    return {
        "lines: JSON, canonical form, hash chain": lambda: chain.read(content),
        "form of the entries": lambda: chain.form(records),
        "seals of what was opened": lambda: list(seals.opened(proof(None))),
        "dice": lambda: list(rolls.check(proof(None))),
        "files read again": lambda: list(understood.check(proof(evidence.game))),
        "acts": lambda: Evidence(evidence.game, entries, read),
        "events applied, positions hashed": lambda: replaying._positions(evidence),
        "acts, and the rules played again": rules,
    }


def ply(runs: int) -> float:
    """Seconds python-chess takes a ply of random games written in algebraic notation; 0 where it is not installed."""
    try:
        import chess
    except ImportError:
        return 0.0
    games = []
    for seed in range(GAMES):
        chance, board, moves = random.Random(seed), chess.Board(), list[str]()
        while not board.is_game_over() and len(moves) < PLIES:
            move = chance.choice(list(board.legal_moves))
            moves.append(board.san(move))
            board.push(move)
        games.append(moves)

    def replay() -> None:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push_san(move)

    return least(runs, replay) / sum(map(len, games))


def phase(runs: int) -> float:
    """Seconds the engine of `diplomacy` takes a phase of random orders; 0 where it is not installed."""
    try:
        from diplomacy import Game as Diplomacy
    except ImportError:
        return 0.0

    def once(seed: int) -> float:
        chance, game = random.Random(seed), Diplomacy(map_name="standard")
        spent = []
        while not game.is_game_done and len(spent) < PHASES:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                game.set_orders(power, [chance.choice(possible[place]) for place in game.get_orderable_locations(power)
                                        if possible[place]])
            spent += times(1, game.process)
        return sum(spent) / len(spent)

    return min(once(1) for _ in range(runs))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
