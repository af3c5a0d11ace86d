"""What goes on with a position from event to event is what a new position finds out: a game between random players, in
which all that is remembered is worked out again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.taiheiyo_senshi import players
from tests.stand_ins import instead
from witp_pbem.games.taiheiyo_senshi.board.state import Position
from witp_pbem.table.event import Event

GAME = players.GAME
EVERY = 3  # events, from one at which all is looked at to the next


def look_at_all(position: Position) -> int:
    """Compares what a position remembers with what a new one finds out; how much it was."""
    new, looked_at = replace(position), 0
    for name in [name for name in Position.LASTING if name in position.__dict__]:
        kept, computed = getattr(position, name), getattr(new, name)
        assert {key: units for key, units in kept.items() if units or units == 0} == computed, name
        looked_at += 1
    return looked_at


@pytest.mark.parametrize("seed", [0, 3])
def test_what_goes_on_with_a_position_is_what_a_new_one_finds_out(seed: int) -> None:
    apply, seen = GAME.apply, []

    def applying(position: Position, event: Event) -> Position:
        after: Position = apply(position, event)
        seen.append(0 if len(seen) % EVERY else look_at_all(after))
        return after

    with instead(GAME, apply=applying):
        players.play(GAME, seed, 2)
    assert len(seen) > 100 and sum(seen) > len(seen) / 4
