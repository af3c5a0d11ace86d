"""Sections 9.1 and 9.2: what a roll on the order chart means at a point: which order, and where to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from witp_pbem.games.nimitz.board.data import MovementOrder
from witp_pbem.games.nimitz.board.state import DIE, HOME, JAPAN, US, Position
from witp_pbem.games.nimitz.board.turn import contested
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

HOLD, REFIT, SOUTH, EAST, BATTLE, ENGAGE, REINFORCE, SORTIE = (
    "hold", "refit", "south", "east", "battle", "engage", "reinforce", "sortie")
CONDITIONAL = "conditional"  # LBA go only where Japan has a garrison
# Why an order is carried out as HOLD (nimitz 9.1.i, 9.1.j).
IN_JAPAN, NO_POINT, OWN_POINT, NOBODY = "in-japan", "no-point", "own-point", "nobody"


def destinations(position: Position, order: str, place: str) -> tuple[str, ...]:
    """The points to which an order can send the units of a point, in the order of the map; none where it cannot be
    carried out (nimitz 9.1.i). Japan enters neither the West Coast nor Australia, and nothing limits how far units go
    (nimitz 9.1.1.a, 9.1.2.a)."""
    return tuple(point for point in _CANDIDATES[order](position, place) if position.data.map[point].japan)


def _refit(position: Position, place: str) -> Sequence[str]:
    """To Japan (nimitz 9.2.2.a), unless they are there (nimitz 9.2.2.b)."""
    return () if place == HOME else (HOME,)


def _south(position: Position, place: str) -> Sequence[str]:
    """One point nearer to Australia (nimitz 9.2.3.a), never into it (nimitz 9.2.3.c)."""
    return position.data.map[place].south


def _east(position: Position, place: str) -> Sequence[str]:
    """One point nearer to Hawaii that Japan holds (nimitz 9.2.4.a, 9.2.4.b, 9.2.4.c)."""
    return [point for point in position.data.map[place].east if is_japanese(position, point)]


def _battle(position: Position, place: str) -> Sequence[str]:
    """Any point with units of both sides, their own too (nimitz 9.2.5.a, 9.2.5.c; G-27)."""
    return contested(position)


def _engage(position: Position, place: str) -> Sequence[str]:
    """The nearest points with Americans (nimitz 9.2.6.a; G-26)."""
    return _nearest(position, place, list(position.data.map.points))


def _reinforce(position: Position, place: str) -> Sequence[str]:
    """Any objective with a Japanese garrison, their own point too (nimitz 9.2.7.a, 9.2.7.b)."""
    return [point for point in position.data.map.points
            if point in position.campaign.objectives and position.garrison(JAPAN, point)]


def _sortie(position: Position, place: str) -> Sequence[str]:
    """The nearest objectives with Americans (nimitz 9.2.8.a)."""
    return _nearest(position, place, position.campaign.objectives)


def _nearest(position: Position, place: str, among: Sequence[str]) -> Sequence[str]:
    """Those of some points with American units to which the fewest routes lead, whoever is in the way (G-26)."""
    return position.data.map.nearest(place, [point for point in among if position.data.map[point].japan
                                             and position.of(US, point)])


_CANDIDATES: dict[str, Callable[[Position, str], Sequence[str]]] = {
    HOLD: lambda position, place: (), REFIT: _refit, SOUTH: _south, EAST: _east, BATTLE: _battle, ENGAGE: _engage,
    REINFORCE: _reinforce, SORTIE: _sortie}


def is_japanese(position: Position, point: str) -> bool:
    """Whether Japan holds a point: it has a garrison there, and the Americans have no ground units or LBA
    (nimitz 9.2.4.b; G-28)."""
    return bool(position.garrison(JAPAN, point)) and not objectives.ashore(position, US, point)


def infantry(position: Position, order: MovementOrder) -> int:
    """How many infantry an order sends; of ENGAGE and SORTIE by the reading that is agreed on (nimitz 9.2.6.a,
    9.2.8.a; G-03)."""
    return int(position.option("engage_infantry")) if order.name in (ENGAGE, SORTIE) else order.infantry


def aircraft(position: Position, order: MovementOrder, to: str) -> int:
    """How many LBA an order sends: some go only to a point with a Japanese garrison (nimitz 9.2.3.b, 9.2.5.b,
    9.2.6.b, 9.2.8.b), which is looked at now; who is on a transport is none (nimitz 9.2.5.d; G-29). No point is too
    small for them (nimitz 8.2.1.d)."""
    return 0 if order.lba_rule == CONDITIONAL and not position.garrison(JAPAN, to) else order.lba


def choose(table: Table, candidates: Sequence[str], **label: str | int) -> str:
    """One of several destinations, by dice that give each the same chance: the faces are shared out in the order of the
    map, and one that is left over is rolled again (nimitz 1.3.c, 9.1.o, 9.1.p). Among more than ten, two dice are read
    as 1 to 100 (G-13).

    Args:
        label: which roll it is for.
    """
    if len(candidates) == 1:
        return candidates[0]
    dice = 1 if len(candidates) <= DIE.faces else 2
    share = DIE.faces ** dice // len(candidates)
    chosen, again = len(candidates), False
    while chosen >= len(candidates):
        rolled = table.roll(phrase("destination", turn=table.position.turn, **label), dice, DIE, again=again)
        chosen, again = (_read(rolled) - 1) // share, True
    return candidates[chosen]


def _read(dice: Sequence[int]) -> int:
    """One die, or two as tens and units, a printed 0 being no ten here and 00 a hundred."""
    if len(dice) == 1:
        return dice[0]
    tens, units = (die % DIE.faces for die in dice)
    return tens * DIE.faces + units or DIE.faces ** 2
