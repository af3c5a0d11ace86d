"""How many mails the Manila turn takes by mail: `python -m tests.exchange.by_mail`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.exchange.by_mail import transcript


def show() -> None:
    """Plays the turn and prints what each person sends and gets."""
    with tempfile.TemporaryDirectory() as name:
        rounds = list(transcript.play(Path(name)))
    counts = transcript.counted(rounds)
    kinds = list(dict.fromkeys(kind for count in counts.values() for kind in count))
    print("Turn 4, Manila, by mail: mails sent, and mails got of each kind")
    print("".join([f"{'':10}", *(f"{kind:>8}" for kind in (*kinds, "got"))]))
    for side, count in counts.items():
        numbers = [*(count[kind] for kind in kinds), count.total() - count["sent"]]
        print("".join([f"{side:10}", *(f"{number:8}" for number in numbers)]))
    print(f"Sittings: {len(rounds) - 1}. Rounds of the desk: {len(rounds)}.")


show()
