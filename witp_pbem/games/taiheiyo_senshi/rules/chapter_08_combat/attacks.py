"""Section 8.2, paragraphs (1) to (3): one use of the combat results table, for air strikes and surface combat alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from witp_pbem.games.taiheiyo_senshi.board.events import AttackMade
from witp_pbem.games.taiheiyo_senshi.board.state import DIE, Position, Side, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import aircraft, carriers
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

AIR_STRIKE, SURFACE = "air", "surface"
Shifts = tuple[tuple[str, int], ...]  # (reason, columns to the right), each


class Attack(NamedTuple):
    """An attack before its die.

    Attributes:
        kind: AIR_STRIKE, SURFACE, or the event of a card that attacks by itself.
        side: who attacks. point: where.
        units: who takes part, none where a card attacks.
        strength: their total, or the card's (senshi 8.2(1)-a).
        shifts: of the column, netted before it moves (senshi 8.2.1-a).
        divisor: what the total is divided by, rounded down, before the shifts (C-27).
    """

    kind: str
    side: Side
    point: str
    units: Sequence[Unit]
    strength: int
    shifts: Shifts = ()
    divisor: int = 1

    @property
    def counts(self) -> int:
        """What counts of the total."""
        return self.strength // self.divisor


def air_shifts(position: Position, own: Iterable[Unit], enemy: Sequence[Unit], cards: Shifts) -> Shifts:
    """The shifts of an air strike (senshi 8.2(2)-a): an enemy with more carriers, counted as they take part now, one
    with land-based air, whatever their number, and cards (C-18)."""
    battle = position.data.battle
    shifts = [*cards]
    if len(carriers(enemy)) > len(carriers(own)):
        shifts.append(("more-carriers", battle.more_carriers))
    if aircraft(enemy):
        shifts.append(("enemy-air", battle.enemy_air))
    return tuple(shifts)


def roll(table: Table, attack: Attack) -> int:
    """Rolls an attack and tells what it came to; returns the hits (senshi 8.2(3)-a). Left of the table there are none,
    right of it the last column counts (senshi 8.2.1-a); without strength nothing is rolled (C-25)."""
    columns = table.position.data.columns
    number = table.position.data.column(attack.counts)
    if number >= 0:
        number = min(number + sum(columns for _, columns in attack.shifts), len(columns) - 1)
    column = columns[number] if number >= 0 else None
    die = table.roll(phrase("attack", kind=attack.kind, side=attack.side, place=attack.point), 1, DIE)[0] if (
        column) else None
    hits = column.hits[die - 1] if column and die else 0
    table.tell(AttackMade("senshi 8.2(3)-a", attack.kind, attack.side, attack.point,
                          tuple(unit.id for unit in attack.units), attack.strength, attack.counts, attack.shifts,
                          column.label if column else "", die, hits))
    return hits
