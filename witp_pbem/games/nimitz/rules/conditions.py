"""What orders given ahead may wait for: `if`, `when`, `unless` and `standing until`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from witp_pbem.games.common.conditions import (
    Holds,
    Part,
    at_place,
    battle_behind,
    battle_round,
    turn,
    verb_last,
)
from witp_pbem.games.common.conditions import read as read_parts
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.nimitz.board.events import BattleBegan
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AREAS,
    COASTAL,
    ENEMY,
    ISLAND,
    JAPAN,
    TRANSPORT,
    US,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.orders.lexicon import PARTICLES, SUBJECTS
from witp_pbem.games.nimitz.orders.words import UNITS
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

WE, ENEMIES = "we", "enemy"
_WHO = {"american": US, "japan": JAPAN, "japanese": JAPAN, "we": WE, "i": WE, "enemy": ENEMIES, "they": ENEMIES,
        "he": ENEMIES}
VERBS = frozenset({"hold", "have", "no", "battle", "lost"})  # that end a condition
PLACE_PARTICLES = frozenset({"に", "で", "へ"})


def read(block: Block, lexicon: Lexicon) -> Condition | tuple[Problem, ...]:
    """The condition at the head of a block."""
    in_order = partial(verb_last, particles=PARTICLES | PLACE_PARTICLES, subjects=SUBJECTS, verbs=VERBS)
    return read_parts(block, lexicon, in_order, _condition)


def _condition(cursor: Cursor) -> Part | None:
    """The condition under a cursor; None if it is none."""
    if cursor.accept("turn"):
        return turn(cursor)
    if cursor.accept("round"):
        return battle_round(cursor, lambda position, acts: position.battle.number if position.battle else -1)
    cursor.skip("in", "the", "at")
    if cursor.accept("battle"):
        return at_place(cursor, phrase("battle-at"), _fought_at)
    cursor.wanted = ('a condition, such as "battle at Midway", "round 2", "the enemy has 3 carriers", "we hold Midway" '
                     'or "we have 10 points"')
    if battle := battle_behind(cursor, _fought_at):
        return battle
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected(cursor.wanted)
        return None
    cursor.wanted = ""
    return _deed(cursor, _WHO[who.value])


def _fought_at(place: str) -> Holds:
    """Whether a battle goes on at a point."""
    return lambda position, acts, side: _battle_point(position) == place


def _battle_point(position: Position) -> str:
    """The point at which a battle goes on, "" for none."""
    return position.battle.place if position.battle else ""


# -- deeds and possessions -------------------------------------------------------------------------------------------


def _deed(cursor: Cursor, who: str) -> Part | None:
    """What a side holds, has or has lost."""
    has = cursor.accept("has", "have")
    if cursor.accept("holds", "hold"):
        return at_place(cursor, phrase("holds", side=who), lambda point: lambda position, acts, side:
                        _holds(position, _side(who, side), point))
    if cursor.accept("lost"):
        return _lost(cursor, who)
    if not has:
        cursor.unexpected('what this side does: "holds", "has" or "has lost"')
        return None
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    return (None if none else _points(cursor, who)) or _units(cursor, who, none=none)


def _holds(position: Position, side: str, point: str) -> bool:
    """Whether a side alone has ground units or land-based air at a point."""
    return bool(position.garrison(side, point)) and not position.garrison(ENEMY[side], point)


def _points(cursor: Cursor, who: str) -> Part | None:
    """`10 points`, or more, to spend: supply points. In Japanese the number follows."""
    mark = cursor.index
    named = cursor.accept("points") is not None
    amount = cursor.number()
    cursor.skip("the", "least")
    if amount is None or not (named or cursor.accept("points")) or who not in (WE, US):
        cursor.index = mark
        return None
    return Part(phrase("points", side=who, number=amount), lambda position, acts, side: position.supply >= amount)


def _lost(cursor: Cursor, who: str) -> Part | None:
    """`we have lost all carriers` of those that were there when the battle began."""
    spec = UNITS.read(cursor)
    if spec is None:
        if not cursor.problems:
            cursor.unexpected('units, such as "all carriers"')
        return None
    described = {key: value for key, value in spec.value.items() if key != "number"}
    units = described and {"number": 0, **described}
    return Part(phrase("lost-all", side=who, units=units), lambda position, acts, side:
                _are_lost(position, acts, _side(who, side), spec))


def _are_lost(position: Position, acts: Sequence[Any], side: str, spec: UnitSpec) -> bool:
    """Whether such units took part for a side in the battle fought last, and none are left in it."""
    battle = next((act for act in reversed(acts) if isinstance(act, BattleBegan)), None)
    if battle is None:
        return False
    began = [position.units[unit] for unit in battle.units[side] if unit in position.units]
    meant = [unit for unit in began if fits(spec._replace(full=None), unit)]
    return bool(meant) and not any(unit.place == battle.place for unit in meant)


def _units(cursor: Cursor, who: str, *, none: bool) -> Part | None:
    """Units at a point or in an area of the battle sheet, or where the battle is."""
    spec = None
    if not cursor.accept("unit", "units"):
        spec = UNITS.read(cursor)
        if spec is None:
            if not cursor.problems:
                cursor.unexpected('units, such as "3 carriers"')
            return None
    units = dict(spec.value) if spec else {}
    if units.get("number") == 1 and "id" not in units:
        units["number"] = 0  # "carriers" are one at least
    cursor.skip("least", "at", "in")
    if cursor:
        return at_place(cursor, phrase("no-units-at" if none else "units-at", side=who, units=units),
                        lambda place: lambda position, acts, side:
                        _there(position, _side(who, side), place, spec) != none)
    return Part(phrase("no-units" if none else "units", side=who, units=units), lambda position, acts, side:
                _there(position, _side(who, side), _battle_point(position), spec) != none)


def _there(position: Position, side: str, place: str, spec: UnitSpec | None) -> bool:
    """Whether a side has such units in a place, at least as many as named; anywhere on the map without a place."""
    units = [unit for unit in position.units.values() if unit.side == side and unit.kind != AIRFIELD and unit.place
             and place in ("", *_places(position, unit)) and (spec is None or fits(spec, unit))]
    return len(units) >= max(1, spec.number if spec else 1)


def _places(position: Position, unit: Unit) -> tuple[str, ...]:
    """Where a unit is: its point or box, and in a battle the area of the sheet."""
    sheet = position.battle
    if sheet is None or unit.id not in sheet.boxes:
        return (unit.place,)
    box = sheet.flying.get(unit.id) or sheet.boxes[unit.id]
    return unit.place, box if box in AREAS else COASTAL if box == TRANSPORT else ISLAND


def _side(who: str, own: str) -> str:
    """The side a condition speaks of, seen from the side whose order it is."""
    return own if who == WE else ENEMY[own] if who == ENEMIES else who
