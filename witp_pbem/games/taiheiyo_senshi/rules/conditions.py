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
    card_used,
    turn,
    verb_last,
)
from witp_pbem.games.common.conditions import read as read_parts
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.taiheiyo_senshi.board.events import (
    BattleBegan,
    BattleEnded,
    OperationBegan,
    RoundBegan,
    ShipsMoved,
)
from witp_pbem.games.taiheiyo_senshi.board.state import (
    ALLIES,
    BATTLESHIP,
    CARRIER,
    CRUISER,
    ENEMY,
    JAPAN,
    Position,
)
from witp_pbem.games.taiheiyo_senshi.orders.lexicon import PARTICLES, SUBJECTS
from witp_pbem.games.taiheiyo_senshi.orders.words import UNITS
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.strength import air_strength, gunnery
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

WE, ENEMIES = "we", "enemy"
_WHO = {"japan": JAPAN, "japanese": JAPAN, "japan's": JAPAN, "allies": ALLIES, "allied": ALLIES, "we": WE, "i": WE,
        "our": WE, "ours": WE, "my": WE, "enemy": ENEMIES, "they": ENEMIES, "he": ENEMIES, "enemy's": ENEMIES,
        "their": ENEMIES, "theirs": ENEMIES}
VERBS = frozenset({"hold", "play", "have", "no", "battle", "attack", "lost"})  # that end a condition
AIR, GUNS, BOTH = "air", "guns", "both"  # the strengths that can be compared
BELOW, AT_LEAST = "below", "at-least"
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
        return battle_round(cursor, lambda position, acts: _round_now(acts))
    if card := cursor.card():
        return card_used(cursor, card[0])
    cursor.skip("in", "the", "at")
    if cursor.accept("battle"):
        return at_place(cursor, phrase("battle-at"), _fought_at)
    cursor.wanted = ('a condition, such as "battle at Truk", "round 2", "the enemy has 3 carriers", "we hold Midway" '
                     'or "our air strength is below half the enemy\'s"')
    if battle := battle_behind(cursor, _fought_at):
        return battle
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected(cursor.wanted)
        return None
    cursor.wanted = ""
    cursor.skip("'")
    what = _strength(cursor)
    return _compared(cursor, _WHO[who.value], what) if what else _deed(cursor, _WHO[who.value])


def _round_now(acts: Sequence[Any]) -> int:
    """The round of the battle that goes on, 0 before the first; -1 for none."""
    number = -1
    for act in acts:
        if isinstance(act, BattleBegan):
            number = 0
        elif isinstance(act, RoundBegan):
            number = act.number
        elif isinstance(act, BattleEnded):
            number = -1
    return number


def _fought_at(place: str) -> Holds:
    """Whether a battle goes on at a point, or was the last thing fought there before its winner decides to stay."""
    return lambda position, acts, side: _last_point(acts) == place


def _last_point(acts: Sequence[Any]) -> str:
    """The point at which ships of both sides met last in this operation: where they moved to, or fight; "" for none."""
    for act in reversed(acts):
        if isinstance(act, BattleBegan):
            return act.point
        if isinstance(act, ShipsMoved):
            return act.route[-1]
        if isinstance(act, OperationBegan):
            break
    return ""


def _attacker(acts: Sequence[Any]) -> str:
    """The side that attacks in the battle fought last; "" before the first one of the step."""
    return next((act.attacker for act in reversed(acts) if isinstance(act, BattleBegan)), "")


# -- strengths compared ----------------------------------------------------------------------------------------------


def _strength(cursor: Cursor) -> str:
    """The strength named at a cursor, "" if none is."""
    mark = cursor.index
    if cursor.accept("air-strength") or (cursor.accept("air") and cursor.accept("strength")):
        return AIR
    cursor.index = mark
    return GUNS if cursor.accept("gunnery") else BOTH if cursor.accept("strength") else ""


def _compared(cursor: Cursor, who: str, what: str) -> Part | None:
    """`our air strength is below half the enemy's`, or `... is at least 10`; in Japanese the words stand the other way
    round, so they are taken as they come."""
    comparison, factor, other, number = "", "", "", None
    while cursor:
        cursor.skip("is", "at", "the", "than", "of", "'")
        if word := cursor.accept("below", "least"):
            comparison = BELOW if word.value == "below" else AT_LEAST
        elif word := cursor.accept("half", "twice"):
            factor, number = word.value, None  # of "2倍" the number is a part of the word
        elif word := cursor.accept(*_WHO):
            other = _WHO[word.value]
        elif number is None and (read := cursor.number()) is not None:
            number = read
        elif not (other and _strength(cursor)):
            break
    if not comparison or bool(other) == (number is not None) or (factor and not other):
        cursor.unexpected('"below" or "at least", and a number or a strength, such as "half the enemy\'s"')
        return None
    return _comparison(who, what, comparison, number if other == "" else None, factor, other)


def _comparison(who: str, what: str, comparison: str, number: int | None, factor: str, other: str) -> Part:
    """A strength of a side where the battle is, against a number, or a strength of the other one there."""
    def holds(position: Position, acts: Sequence[Any], side: str) -> bool:
        point = _last_point(acts)
        mine = _total(position, _side(who, side), point, what)
        theirs = _total(position, _side(other, side), point, what) if number is None else number
        one, against = (mine * 2, theirs) if factor == "half" else (mine, theirs * 2 if factor == "twice" else theirs)
        return one < against if comparison == BELOW else one >= against

    if number is not None:
        return Part(phrase(f"{comparison}-number", side=who, strength=what, number=number), holds)
    return Part(phrase(f"{comparison}-{factor or 'other'}", side=who, strength=what, other=other), holds)


def _total(position: Position, side: str, point: str, what: str) -> int:
    """A strength of the units of a side at a point, either side up; on the whole map without one."""
    units = position.of(side, point) if point else [unit for unit in position.units.values()
                                                    if unit.side == side and unit.point]
    return ((air_strength(position, units) if what != GUNS else 0)
            + (gunnery(position, units) if what != AIR else 0))


# -- deeds and possessions -------------------------------------------------------------------------------------------


def _deed(cursor: Cursor, who: str) -> Part | None:
    """What a side does, holds or has."""
    has = cursor.accept("has", "have")
    if cursor.accept("attacks", "attack"):
        return Part(phrase("attacks", side=who), lambda position, acts, side: _attacker(acts) == _side(who, side))
    if cursor.accept("holds", "hold"):
        return at_place(cursor, phrase("holds", side=who), lambda point: lambda position, acts, side:
                        position.held.get(point) == _side(who, side))
    if cursor.accept("lost"):
        return _lost(cursor, who)
    if not has:
        cursor.unexpected('what this side does: "holds", "has" or "attacks"')
        return None
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    mark = cursor.index
    amount = cursor.number()
    if amount is not None and cursor.accept("points", "point"):
        return Part(phrase("points", side=who, number=amount),
                    lambda position, acts, side: _lead(position, _side(who, side)) >= amount)
    cursor.index = mark
    if cards := _cards(cursor, who, none=none):
        return cards
    cursor.index = mark
    return _units(cursor, who, none=none)


def _cards(cursor: Cursor, who: str, *, none: bool) -> Part | None:
    """`3 cards`, or more, in a hand; `no cards`. How many there are everybody sees (C-40)."""
    is_behind = cursor.accept("cards") is not None  # in Japanese the number follows
    amount = 1 if none else cursor.number()
    cursor.skip("the")
    if amount is None or not (is_behind or cursor.accept("cards")):
        return None
    cursor.skip("least")
    return Part(phrase("no-cards" if none else "cards", side=who, number=amount), lambda position, acts, side:
                (len(position.hands[_side(who, side)]) >= amount) != none)


def _lost(cursor: Cursor, who: str) -> Part | None:
    """`we have lost all carriers` of those that were there when the battle began."""
    cursor.skip("all")
    kind = cursor.accept(CARRIER, BATTLESHIP, CRUISER)
    cursor.skip("all")
    if kind is None:
        cursor.unexpected('"carriers", "battleships" or "cruisers"')
        return None
    return Part(phrase("lost-all", side=who, kind=kind.value), lambda position, acts, side:
                _are_lost(position, acts, _side(who, side), kind.value))


def _are_lost(position: Position, acts: Sequence[Any], side: str, kind: str) -> bool:
    """Whether ships of a kind took part for a side in the battle fought last, and none are left where it is."""
    battle = next((act for act in reversed(acts) if isinstance(act, BattleBegan)), None)
    if battle is None:
        return False
    began = [position.units[unit] for unit in battle.units[side]]
    ships = [unit for unit in began if unit.kind == kind]
    return bool(ships) and not any(unit.point == battle.point for unit in ships)


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
    cursor.skip("least", "at", "in")
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
