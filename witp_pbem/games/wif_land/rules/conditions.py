"""What orders given ahead may wait for: `if`, `when`, `unless` and `standing until`."""

from __future__ import annotations

from functools import partial

from witp_pbem.games.common.conditions import Part, at_place, turn, verb_last
from witp_pbem.games.common.conditions import read as read_parts
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, ENEMY, Position
from witp_pbem.games.wif_land.orders.lexicon import PARTICLES, SUBJECTS
from witp_pbem.games.wif_land.orders.words import UNITS
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

WE, ENEMIES = "we", "enemy"
_WHO = {"axis": AXIS, "allies": ALLIES, "we": WE, "i": WE, "enemy": ENEMIES, "they": ENEMIES}
VERBS = frozenset({"hold", "have", "no"})  # that end a condition
PLACE_PARTICLES = frozenset({"に", "で"})


def read(block: Block, lexicon: Lexicon) -> Condition | tuple[Problem, ...]:
    """The condition at the head of a block."""
    in_order = partial(verb_last, particles=PARTICLES | PLACE_PARTICLES, subjects=SUBJECTS, verbs=VERBS)
    return read_parts(block, lexicon, in_order, _condition)


def _condition(cursor: Cursor) -> Part | None:
    """The condition under a cursor; None if it is none."""
    if cursor.accept("turn"):
        return turn(cursor)
    cursor.skip("the")
    cursor.wanted = 'a condition, such as "we hold 0303", "the enemy has 2 ARM at 0303" or "impulse 2"'
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected(cursor.wanted)
        return None
    cursor.wanted = ""
    return _deed(cursor, _WHO[who.value])


def _deed(cursor: Cursor, who: str) -> Part | None:
    """What a side holds or has."""
    if cursor.accept("hold"):
        return at_place(cursor, phrase("holds", side=who), lambda place: lambda position, acts, side:
                        position.control.get(place) == _side(who, side))
    if not cursor.accept("have"):
        cursor.unexpected('what this side does: "holds" or "has"')
        return None
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    return _units(cursor, who, none=none)


def _units(cursor: Cursor, who: str, *, none: bool) -> Part | None:
    """Units in a hex or a sea area, at least as many as named, face-down ones too."""
    spec = None
    if not cursor.accept("unit", "units"):
        spec = UNITS.read(cursor)
        if spec is None:
            if not cursor.problems:
                cursor.unexpected('units, such as "2 ARM"')
            return None
    units = dict(spec.value) if spec else {}
    if units.get("number") == 1 and "id" not in units:
        units["number"] = 0  # "INF" is one at least
    cursor.skip("least")
    return at_place(cursor, phrase("no-units-at" if none else "units-at", side=who, units=units),
                    lambda place: lambda position, acts, side:
                    _there(position, _side(who, side), place, spec) != none)


def _there(position: Position, side: str, place: str, spec: UnitSpec | None) -> bool:
    """Whether a side has such units in a place, at least as many as named."""
    units = [unit for unit in position.at(place, side) if spec is None or fits(spec, unit)]
    return len(units) >= max(1, spec.number if spec else 1)


def _side(who: str, own: str) -> str:
    """The side a condition speaks of, seen from the side whose order it is."""
    return own if who == WE else ENEMY[own] if who == ENEMIES else who
