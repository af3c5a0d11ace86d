"""Section 5.1: turn 0, the surprise of December 1941."""

from __future__ import annotations

from witp_pbem.games.taiheiyo_senshi.board.data import Surprise
from witp_pbem.games.taiheiyo_senshi.board.events import AttackMade, UnitsPlaced
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, COMING, DIE, JAPAN, Position, Unit
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import aircraft, carriers
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat import allocation, damage
from witp_pbem.games.taiheiyo_senshi.rules.chapter_08_combat.allocation import Share
from witp_pbem.table.phrase import phrase
from witp_pbem.table.table import Table

RULES = {"pearl_harbor": "senshi 5.1(1)-a", "off_malaya": "senshi 5.1(2)-a"}
LATE_DAMAGE = "late_turn_0_damage"  # the option of C-02
STRIKE_FORCE = "H"  # the code of the Japanese carriers off Hawaii


def play(table: Table) -> None:
    """Turn 0 is no more than (senshi 5.1-a) two air strikes in given columns, one-sided and without shifts or cards,
    whose hits Japan allocates (C-02); then the strike force is in Japan and the American carriers come to Hawaii
    (senshi 5.1(3)-a, 5.1(4)-a; C-03)."""
    for surprise in table.position.data.surprises:
        _strike(table, surprise)
    for after in table.position.data.after:
        units = tuple(unit.id for unit in table.position.units.values()
                      if unit.side == after.side and table.position.data.units[unit.id].code == after.code
                      and unit.status == COMING)
        table.tell(UnitsPlaced("senshi 5.1(3)-a" if after.side == JAPAN else "senshi 5.1(4)-a", after.side, units,
                               after.place, "strike-force"))
    occupation.settle(table)


def _strike(table: Table, surprise: Surprise) -> None:
    position = table.position
    targets = [unit for unit in position.ships(ALLIES, surprise.target) if unit.nation == surprise.nation]
    column = position.data.columns[position.data.column_of(surprise.column)]
    die = table.roll(phrase("attack", kind=surprise.id, side=JAPAN, place=surprise.target), 1, DIE)[0]
    hits = column.hits[die - 1]
    strikers = tuple(unit.id for unit in _strikers(position, surprise))
    table.tell(AttackMade(RULES[surprise.id], surprise.id, JAPAN, surprise.target, strikers, column.low, column.low, (),
                          column.label, die, hits))
    taken = allocation.allocate(table, surprise.target, targets, Share(JAPAN, hits, fires=True))
    damage.suffer(table, surprise.target, taken, late=int(position.options.get(LATE_DAMAGE, False)))


def _strikers(position: Position, surprise: Surprise) -> list[Unit]:
    """Who strikes: the carriers off Hawaii, the land-based air of Indochina."""
    if surprise.id == "off_malaya":
        return aircraft(position.of(JAPAN, "indochina"))
    return [unit for unit in carriers(position.units.values())
            if unit.side == JAPAN and position.data.units[unit.id].code == STRIKE_FORCE]
