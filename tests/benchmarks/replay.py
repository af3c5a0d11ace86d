"""How long a whole campaign takes to verify, a decision, and where the time goes.

    python -m tests.benchmarks.replay [RUNS]

Verifies a public copy of a recorded campaign of sixteen turns: every byte of the logbook, its hash chain, every seal,
every die, every order judged again, every event, position and debt compared. Where the library `diplomacy` is installed
(pip install witp-pbem[bench]) its engine plays random phases in the same run, for a ratio that does not depend on the
machine. Times are processor times, the least of all runs.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.benchmarks import recorded
from witp_pbem.campaign.proof import chain, replaying, rolls, seals, understood, verify
from witp_pbem.campaign.proof.evidence import Evidence
from witp_pbem.campaign.proof.subjects import Verification
from witp_pbem.campaign.sitting.at_hand import PendingAtSittings
from witp_pbem.table.game import Game

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
    """Prints one line a part, in microseconds a decision."""
    with tempfile.TemporaryDirectory() as place:
        folder = recorded.public_copy(recorded.campaign(), Path(place))
        count = recorded.decisions(folder)
        found = verify.verify(folder)
        assert found.holds, found.findings
        print(f"{count} decisions in {found.entries} entries; microseconds a decision:")
        whole = least(runs, lambda: verify.verify(folder)) / count
        print(f"{'verify':42} {whole * 1e6:7.1f}")
        for name, work in parts(folder).items():
            print(f"  {name:40} {least(runs, work) / count * 1e6:7.1f}")
    phase, orders = diplomacy(runs)
    if phase:
        print(f"diplomacy: {phase * 1e6:.1f} a phase, {orders * 1e6:.1f} an order; verify a decision / order: "
              f"{whole / orders:.1f}, decision / phase: {whole / phase:.2f}")
    else:
        print("diplomacy is not installed: no ratio to its engine (pip install witp-pbem[bench])")


def parts(folder: Path) -> dict[str, Callable[[], object]]:
    """What `verify` does, part by part."""
    content = (folder / "logbook.jsonl").read_bytes()
    entries, _ = chain.read(content)
    game = verify._game(folder, entries[0], [])
    evidence = Evidence(game, entries)  # type: ignore[arg-type]
    replaying._positions(evidence)

    def proof(played: Game | None) -> Verification:
        return Verification(entries, played, None, verify.unwatched)

    def rules() -> None:
        again = Evidence(evidence.game, entries)
        again.started, again.turns, again.senders = evidence.started, evidence.turns, evidence.senders
        again.hands = PendingAtSittings(again.game, entries, again.orders, again.rulings, again.started, again.read)
        replaying._rules(again)
        assert not again.findings, again.findings

    return {
        "lines: JSON, canonical form, hash chain": lambda: chain.read(content),
        "form of the entries": lambda: chain.form(entries),
        "seals of what was opened": lambda: list(seals.opened(proof(None))),
        "dice": lambda: list(rolls.check(proof(None))),
        "files read again": lambda: list(understood.check(proof(evidence.game))),
        "acts": lambda: Evidence(evidence.game, entries),
        "events applied, positions hashed": lambda: replaying._positions(evidence),
        "acts, and the rules played again": rules,
    }


def diplomacy(runs: int) -> tuple[float, float]:
    """Seconds the engine of `diplomacy` takes a phase and an order; zeros where it is not installed."""
    try:
        from diplomacy import Game
    except ImportError:
        return 0.0, 0.0
    best = (float("inf"), float("inf"))
    for run in range(runs):
        chance, game = random.Random(run), Game(map_name="standard")
        spent, given, phases = 0.0, 0, 0
        while not game.is_game_done and phases < PHASES:
            possible = game.get_all_possible_orders()
            for power in game.powers:
                orders = [chance.choice(possible[place]) for place in game.get_orderable_locations(power)
                          if possible[place]]
                game.set_orders(power, orders)
                given += len(orders)
            start = time.process_time()
            game.process()
            spent += time.process_time() - start
            phases += 1
        best = min(best, (spent / phases, spent / given))
    return best


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
