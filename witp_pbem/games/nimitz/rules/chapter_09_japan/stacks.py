"""Section 9.0, step 5: how units are taken from the Japanese stacks, and battalions from their box.

What a stack holds everybody knows, in which order nobody does (nimitz 3.3.a): its top is drawn when it is needed. So a
stack needs no shuffling when units join it (nimitz 11.5.b; G-33), and the cup (nimitz 9.0.g) draws alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count as numbers
from itertools import islice, repeat

from witp_pbem.games.nimitz.board import state
from witp_pbem.games.nimitz.board.state import BATTALION, CARRIERS, GROUND, JAPAN, OUT, REINFORCEMENTS, Position, Unit
from witp_pbem.games.nimitz.orders.kinds import INFANTRY, LBA, SHIPS
from witp_pbem.table.dice import Die
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

TYPES = (SHIPS, INFANTRY, LBA)  # the stacks of a point, in the order in which their units move (nimitz 9.1.e)
KINDS = {SHIPS: state.SHIPS, INFANTRY: GROUND, LBA: state.LBA}
PILES = (("cru", "dd"), ("bb",), CARRIERS, ("ss",))  # (nimitz 9.0.h)


def all_of(position: Position, place: str, kind: str) -> list[Unit]:
    """A stack: the Japanese units of a type at a point or in the reinforcement box."""
    return position.of(JAPAN, place, *KINDS[kind])


def draw(table: Table, units: Sequence[Unit], count: int, place: str, kind: str, *, code: str = "stack",
         **label: int) -> tuple[str, ...]:
    """Units from the top of a stack in random order (nimitz 3.3.a, 9.1.c, 11.5.b), which is no other than drawing them
    blind from a cup (nimitz 9.0.g); where it is the player's choice, ships in turn from four piles, so that carriers do
    not sail alone (nimitz 9.0.h). No die is needed where all go, or none differs from another.

    Args:
        place: where the stack stands, "" if that is no point.
        label: what tells the dice of one moment from those of another.
    """
    position: Position = table.position
    by_piles = kind == SHIPS and place and position.option("drawing") == "piles"
    left, drawn = list(units), list[Unit]()
    piles = _turns(units) if by_piles else repeat(KINDS[kind])
    for number, pile in zip(range(1, count + 1), piles, strict=False):
        among = [unit for unit in left if unit.kind in pile]
        top = 0
        if not (count == len(units) or are_alike(among)):
            where = {"place": place} if place else {}
            top = table.roll(phrase(code, turn=position.turn, **where, kind=kind, **label, draw=number), 1,
                             Die(len(among)))[0] - 1
        left.remove(among[top])
        drawn.append(among[top])
    return position.in_order(unit.id for unit in drawn)


def _turns(units: Sequence[Unit]) -> Iterator[Sequence[str]]:
    """The pile from which each next ship is taken, in turn, as long as there are any (nimitz 9.0.h; G-68)."""
    left = {pile: sum(unit.kind in pile for unit in units) for pile in PILES}
    while any(left.values()):
        for pile in PILES:
            if left[pile]:
                left[pile] -= 1
                yield pile


def are_alike(units: Sequence[Unit]) -> bool:
    """Whether it makes no difference which unit is drawn: one alone, or battalions in the same state."""
    return len({(unit.kind, unit.full) if unit.kind == BATTALION else unit.id for unit in units}) == 1


# -- the battalion box ----------------------------------------------------------------------------------------------


def battalions(position: Position, wanted: int) -> tuple[str, ...]:
    """The ids of so many battalions from the box (nimitz 2.8.4.a), fewer where it is a small one that runs dry
    (G-16): those that were there before, then new counters."""
    known = [unit for unit in position.units.values() if unit.side == JAPAN and unit.kind == BATTALION]
    waiting = [unit.id for unit in known if unit.place == OUT]
    new = (f"jp_battalion_{number}" for number in numbers(len(known) + 1))
    return tuple([*waiting, *islice(new, _new(position, len(known), wanted))][:wanted])


def _new(position: Position, known: int, wanted: int) -> int:
    """How many counters may be added to those that are known."""
    size = position.option("battalion_box")
    if not isinstance(size, int):
        return wanted
    placed = position.campaign.battalions[JAPAN]
    return max(size + sum(placed.values()) - placed.get(REINFORCEMENTS, 0) - known, 0)
