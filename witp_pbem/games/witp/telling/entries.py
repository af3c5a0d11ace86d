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
from witp_pbem.table.telling import Run, TableFrame, Tellers, Telling

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


def totals() -> TableFrame:
    return TableFrame(say("Total resource points"), say.heads("", "Basic", "White", "Red", "Other", "Total"),
                      (1, 2, 3, 4, 5))


def bases() -> TableFrame:
    return TableFrame(say("Building and removing, in order"), say.heads("Side", "What", "Supply line"))


def upkeep() -> TableFrame:
    return TableFrame(say("Upkeep of logistics bases"), say.heads("Side", "Bases", "Free", "Paid", "Short", "RP left"),
                      (1, 2, 3, 4, 5))


def redeployed() -> TableFrame:
    return TableFrame(say("Redeployed, in order"), say.heads("Side", "Units", "From", "To", "Submarines"))


def rebuilt() -> TableFrame:
    return TableFrame(say("Rebuilt, in order"), say.heads("Side", "Unit", "At", "RP"), (3,))


def arrived() -> TableFrame:
    return TableFrame(say("Arrived"), say.heads("Side", "Units", "At"))


def recovered() -> TableFrame:
    return TableFrame(say("At full strength again"), say.heads("Side", "Units", "At", "Why"))
