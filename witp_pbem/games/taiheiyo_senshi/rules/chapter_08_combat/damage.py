"""Section 8.2, paragraphs (4)-c to (6): what hits do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witp_pbem.games.taiheiyo_senshi.board.events import SentToTrack, ShipDamaged, UnitsRemoved
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, DIE, Position
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

UNHARMED, DAMAGED, SUNK, TOO_LATE = "unharmed", "damaged", "sunk", "too-late"


def suffer(table: Table, point: str, hits: Mapping[str, int], late: int = 0) -> None:
    """Applies hits: dice for each ship (senshi 8.2(5)-a), none for land-based air (senshi 8.2(4)-c).

    Args:
        late: turns by which damaged ships come back later than their damage says.
    """
    for name, count in hits.items():
        if table.position.units[name].kind == AIR:
            to_track(table, [name], point, count, "hits", "senshi 8.2(4)-c")
        else:
            _ship(table, point, name, count, late)


def _ship(table: Table, point: str, name: str, hits: int, late: int) -> None:
    """A die for each hit; their total sinks a ship that it exceeds the defence of, and else says how many turns it is
    away (senshi 2.2.3-a, 8.2(5)-b, 8.2(5)-c)."""
    position = table.position
    dice = table.roll(phrase("damage", unit=name, place=point), hits, DIE)
    total, is_sunk = outcome(position, name, dice)
    turn = position.turn + total + late
    fate = SUNK if is_sunk else UNHARMED if not total else DAMAGED if turn <= position.data.last_turn else TOO_LATE
    rule = "senshi 8.2(5)-b" if is_sunk else "senshi 8.2(5)-c"
    table.tell(ShipDamaged(rule, name, point, dice, total, turn if fate == DAMAGED else 0, fate))


def outcome(position: Position, name: str, dice: Sequence[int]) -> tuple[int, bool]:
    """What the dice for a ship come to, and whether it is sunk. Of a heavy ship each die counts one less, together 0
    may be no damage (senshi 8.2(6)-a, 8.2.4-a), and an unmodified 6 sinks it (senshi 8.2(6)-b). British carriers are
    heavy, all but Hermes (senshi 8.2(6)-c)."""
    printed, battle = position.data.units[name], position.data.battle
    total = sum(dice) + (battle.heavy_die * len(dice) if printed.heavy else 0)
    return total, total > printed.defence or (printed.heavy and battle.heavy_sunk_by in dice)


def to_track(table: Table, units: Sequence[str], point: str, turns: int, reason: str, rule: str) -> None:
    """Puts units on the turn track, some turns ahead; past the last turn they leave the game (senshi 8.2(4)-d)."""
    turn = table.position.turn + turns
    side = table.position.units[units[0]].side
    if turn <= table.position.data.last_turn:
        table.tell(SentToTrack(rule, side, tuple(units), point, turn, reason))
    else:
        table.tell(UnitsRemoved("senshi 8.2(4)-d", side, tuple(units), point, TOO_LATE))
