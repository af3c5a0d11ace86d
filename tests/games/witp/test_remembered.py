"""What goes on with a position from event to event is what a new position finds out: games between random players, in
which all that is remembered is worked out again. No case shows what is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp.players import play
from tests.stand_ins import instead
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.game import game
from witp_pbem.table.event import Event

GAME = game()
EVERY = 5  # events, from one at which all is looked at to the next


def look_at_all(position: Position) -> int:
    """Compares what a position remembers with what a new one finds out; how much it was."""
    new, looked_at = replace(position), 0
    for name, kept in [(name, position.__dict__[name]) for name in Position.LASTING if name in position.__dict__]:
        if name == "local":
            looked_at += sum(look_at(there, new) for there in list(kept.values()))
        elif name == "everywhere":
            looked_at += sum(look_everywhere(position, new, *key) for key in list(kept))
        elif name in ("lanes", "lines", "zones"):
            looked_at += look_at(kept, new)
        else:
            assert kept == getattr(new, name), name
            looked_at += 1
    return looked_at


def look_at(store: Mapping[Any, Any], new: Position) -> int:
    """What functions of a position found out, asked again of a new one."""
    for (function, values, *named), known in list(store.items()):
        assert known == function(new, *values, **dict(named)), (function, values, named)
    return len(store)


def look_everywhere(position: Position, new: Position, asked: Any, values: tuple[Any, ...]) -> int:
    """What a function found out of all hexes, asked again of a new position and of each hex."""
    known = asked(position, *values)
    assert known == asked(new, *values), (asked, values)
    assert known == {number: result for number in position.data.map.hexes
                     if (result := asked.__wrapped__(new, *values, number))}, (asked, values)
    return len(known)


@pytest.mark.parametrize(("scenario", "options", "seed", "last"), [
    ("standard", {}, 1, 4), ("standard", {"sudden_death": "yes"}, 2, 3), ("s1943", {}, 3, 7), ("delayed_us", {}, 4, 5)])
def test_what_goes_on_with_a_position_is_what_a_new_one_finds_out(
        scenario: str, options: dict[str, str], seed: int, last: int) -> None:
    apply, seen = GAME.apply, []

    def applying(position: Position, event: Event) -> Position:
        after: Position = apply(position, event)
        seen.append(0 if len(seen) % EVERY else look_at_all(after))
        return after

    with instead(GAME, apply=applying):
        play(GAME, seed, last, scenario=scenario, options=options)
    assert len(seen) > 100 and sum(seen) > 20 * len(seen)
