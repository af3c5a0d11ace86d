"""What orders given ahead may wait for: `if`, `when`, `unless` and `standing until`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from witp_pbem.games.common.conditions import Holds, Part, at_place, card_used, turn, verb_last
from witp_pbem.games.common.conditions import read as read_parts
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.taiheiyo_senshi.board.events import BattleBegan, BattleEnded, RoundBegan, ShipsMoved
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, JAPAN, Position
from witp_pbem.games.taiheiyo_senshi.orders.lexicon import PARTICLES, SUBJECTS
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

WE, ENEMIES = "we", "enemy"
_WHO = {"japan": JAPAN, "japanese": JAPAN, "allies": ALLIES, "allied": ALLIES, "we": WE, "i": WE, "enemy": ENEMIES,
        "they": ENEMIES, "he": ENEMIES}
VERBS = frozenset({"hold", "play", "have", "no", "battle"})  # that end a condition
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
        return _round(cursor)
    if card := cursor.card():
        return card_used(cursor, card[0])
    cursor.skip("in", "the", "at")
    if cursor.accept("battle"):
        return at_place(cursor, phrase("battle-at"), _fought_at)
    cursor.wanted = 'a condition, such as "battle at Truk", "round 2", "the enemy has 3 carriers" or "we hold Midway"'
    if place := _place_of_battle(cursor):
        return place
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected(cursor.wanted)
        return None
    cursor.wanted = ""
    return _deed(cursor, _WHO[who.value])


def _place_of_battle(cursor: Cursor) -> Part | None:
    """`トラック島で戦闘`, in the Japanese order of words."""
    place = cursor.token and cursor.token.ids("place") and cursor.index + 1 < len(cursor.tokens) and (
        cursor.tokens[cursor.index + 1].fits(("battle",)))
    if not place:
        return None
    named = cursor.expect_place()
    cursor.accept("battle")
    return Part(phrase("battle-at", place=named[0]), _fought_at(named[0]), named) if named else None


def _round(cursor: Cursor) -> Part | None:
    """`round 2`, or a later one, of the battle that goes on."""
    number = cursor.number()
    if number is None:
        cursor.unexpected("the number of a round")
        return None
    return Part(phrase("round", number=number), lambda position, acts, side: battle_now(acts)[1] >= number)


def battle_now(acts: Sequence[Any]) -> tuple[str, int]:
    """The point of the battle that goes on and its round, before the first 0; ("", 0) for none."""
    point, number = "", 0
    for act in acts:
        if isinstance(act, BattleBegan):
            point, number = act.point, 0
        elif isinstance(act, RoundBegan):
            number = act.number
        elif isinstance(act, BattleEnded):
            point, number = "", 0
    return point, number


def _fought_at(place: str) -> Holds:
    """Whether a battle goes on at a point, or was the last thing fought there before its winner decides to stay."""
    return lambda position, acts, side: _last_point(acts) == place


def _last_point(acts: Sequence[Any]) -> str:
    """The point at which ships of both sides met last in this step: where they moved to, or fight; "" for none."""
    for act in reversed(acts):
        if isinstance(act, BattleBegan):
            return act.point
        if isinstance(act, ShipsMoved):
            return act.route[-1]
    return ""


def _deed(cursor: Cursor, who: str) -> Part | None:
    """What a side holds or has."""
    has = cursor.accept("has", "have")
    if cursor.accept("holds", "hold"):
        return at_place(cursor, phrase("holds", side=who), lambda point: lambda position, acts, side:
                        position.held.get(point) == _side(who, side))
    if not has:
        cursor.unexpected('what this side does: "holds" or "has"')
        return None
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    mark = cursor.index
    amount = cursor.number()
    if amount is not None and cursor.accept("points", "point"):
        return Part(phrase("points", side=who, number=amount),
                    lambda position, acts, side: _lead(position, _side(who, side)) >= amount)
    cursor.index = mark
    return _units(cursor, who, none=none)


def _units(cursor: Cursor, who: str, *, none: bool) -> Part | None:
    """Units at a point, or where the battle is."""
    spec = None
    if not cursor.accept("unit", "units"):
        spec = UNITS.read(cursor)
        if spec is None:
            if not cursor.problems:
                cursor.unexpected('units, such as "3 carriers"')
            return None
    units = dict(spec.value) if spec else {}
    cursor.skip("at", "in")
    if cursor:
        return at_place(cursor, phrase("no-units-at" if none else "units-at", side=who, units=units),
                        lambda point: lambda position, acts, side:
                        _there(position, _side(who, side), point, spec) != none)
    return Part(phrase("no-units" if none else "units", side=who, units=units), lambda position, acts, side:
                _there(position, _side(who, side), _last_point(acts), spec) != none)


def _there(position: Position, side: str, point: str, spec: UnitSpec | None) -> bool:
    """Whether a side has such units at a point, at least as many as named; anywhere on the map without a point."""
    pool = position.of(side, point) if point else [unit for unit in position.units.values()
                                                   if unit.side == side and unit.point]
    there = [unit for unit in pool if spec is None or fits(spec, unit)]
    return len(there) >= max(1, spec.number if spec else 1)


def _lead(position: Position, side: str) -> int:
    return position.score if side == JAPAN else -position.score


def _side(who: str, own: str) -> str:
    """The side a condition speaks of, seen from the side whose order it is."""
    return own if who == WE else ENEMY[own] if who == ENEMIES else who
