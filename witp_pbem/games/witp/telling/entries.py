"""What the tellers of the game are declared with: the register of them all, the words their sentences are filled from,
tables, losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from witp_pbem.games.common.telling import Loss
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.telling.catalogue import Catalogue
from witp_pbem.games.witp.telling.nouns import The_side, deck, place, points, reason, units
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import ENTRIES, REASONS
from witp_pbem.table.story import Happening
from witp_pbem.table.telling import Run, Tellers, Telling

tells = Tellers(say)


def _words(position: Position) -> Mapping[str, Any]:
    """The vocabularies of a position: the game's own, and units by type ("stack"), as they stand there."""
    def stack(ids: str | tuple[str, ...]) -> str:
        return units(position, [ids] if isinstance(ids, str) else ids)

    return {**Catalogue(position.data).words, "stack": stack, "reason": REASONS, "entry": ENTRIES, "rp": points,
            "deck": deck}


def _owner(position: Position, unit: str) -> str:
    return position.units[unit].side if unit in position.units else ""


telling = Telling(tells, say, _words, _owner, lambda event: isinstance(event, e.StepBegan))


def of_same_side(happening: Happening, run: Run) -> bool:
    """Whether an event goes on with what its side does without a break."""
    return telling.same_side(happening, run)


def loss(before: Position, event: e.UnitReduced | e.UnitRemoved) -> Loss:
    """A unit reduced or removed."""
    side = before.units[event.unit].side
    return Loss(event.unit, side, The_side(side), place(before, event.hex), reason(event.reason),
                isinstance(event, e.UnitRemoved), event.rule, event.reason == "battle")


# -- tables -----------------------------------------------------------------------------------------------------

totals = tells.table("Total resource points", "", "Basic", "White", "Red", "Other", "Total", numeric=(1, 2, 3, 4, 5))
bases = tells.table("Building and removing, in order", "Side", "What", "Supply line")
upkeep = tells.table("Upkeep of logistics bases", "Side", "Bases", "Free", "Paid", "Short", "RP left",
                     numeric=(1, 2, 3, 4, 5))
redeployed = tells.table("Redeployed, in order", "Side", "Units", "From", "To", "Submarines")
rebuilt = tells.table("Rebuilt, in order", "Side", "Unit", "At", "RP", numeric=(3,))
arrived = tells.table("Arrived", "Side", "Units", "At")
recovered = tells.table("At full strength again", "Side", "Units", "At", "Why")
