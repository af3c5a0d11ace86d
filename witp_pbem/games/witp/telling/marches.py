"""The movements of stacks as they are told: a march may be recorded leg by leg, and is one way."""

from __future__ import annotations

from witp_pbem.games.witp.board.events import StackMoved
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.telling.nouns import units
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.story import Happening
from witp_pbem.table.tuples import NamedTuple

HOLDING = "witp 8.5.h"  # ships left on the way, so that enemy fleets there do not hold the others


class March(NamedTuple):
    """A movement, or as much of it as has been told: the position before its last leg, that leg, and the hexes from
    where it began."""

    position: Position
    event: StackMoved
    route: tuple[str, ...]

    @property
    def cost(self) -> int:
        """What the stack itself paid for, in resource points."""
        return self.event.hexes + self.event.azoc + self.event.jungle

    @property
    def who(self) -> str:
        """The units, and what they carry."""
        cargo = [land for land, _ in self.event.aboard]
        walking = units(self.position, [key for key in self.event.units if key not in cargo])
        return say("{units} carrying {cargo}", units=walking, cargo=units(self.position, cargo)) if cargo else walking


Begun = dict[tuple[str, ...], March]  # by units


def whole(happening: Happening, begun: Begun) -> March | None:
    """The way a recorded leg ends; None where more legs follow. `begun` keeps the ways that have not ended."""
    event = happening.act
    assert isinstance(event, StackMoved)
    start = begun.pop(event.units, None)
    march = March(happening.position_before, event, (*(start.route if start else (event.origin,)), *event.route))
    if event.hexes or event.rule == HOLDING:
        return march
    begun[event.units] = march
    return None
