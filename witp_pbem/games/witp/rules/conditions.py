"""What orders given ahead may wait for: `if`, `when`, `unless` and `standing until` (R-97)."""

from __future__ import annotations

from functools import partial

from witp_pbem.games.common.conditions import Part, at_place, card_used, turn, verb_last
from witp_pbem.games.common.conditions import read as read_parts
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board.events import Passed
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, JAPAN, Position
from witp_pbem.games.witp.orders.kinds import is_battle
from witp_pbem.games.witp.orders.words import PARTICLES, SUBJECTS, UNITS
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import first_player
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, Span, illegal
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

WE, ENEMIES = "we", "enemy"
_WHO = {"japan": JAPAN, "japanese": JAPAN, "allies": ALLIES, "allied": ALLIES, "we": WE, "i": WE, "enemy": ENEMIES,
        "they": ENEMIES, "he": ENEMIES}
VERBS = frozenset({"target", "control", "build", "pass", "use", "have", "no", "continues"})  # that end a condition
PLACE_PARTICLES = frozenset({"に", "で", "へ"})


def read(block: Block, board: Map, lexicon: Lexicon) -> Condition | tuple[Problem, ...] | None:
    """The condition at the head of a block; None for `battle at`, which the orders themselves hold."""
    if is_battle(block):
        return None

    def off_map(number: str, span: Span) -> Problem | None:
        return None if number in board else illegal("no-such-hex", "witp 2.3.b", span, hex=number, certain=True)

    in_order = partial(verb_last, particles=PARTICLES | PLACE_PARTICLES, subjects=SUBJECTS, verbs=VERBS)
    return read_parts(block, lexicon, in_order, _condition, off_map)


def _condition(cursor: Cursor) -> Part | None:
    """The condition under a cursor; None if it is none."""
    if cursor.accept("turn"):
        return turn(cursor)
    if card := cursor.card():
        return card_used(cursor, card[0])
    cursor.skip("the")
    if cursor.accept("battle"):
        cursor.skip("continues")
        return at_place(cursor, phrase("continues"),
                        lambda number: lambda position, acts, side: number in position.continuing)
    cursor.wanted = 'a condition, such as "Japan targets Manila", "the enemy has passed" or "we control Truk"'
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected(cursor.wanted)
        return None
    cursor.wanted = ""
    return _deed(cursor, _WHO[who.value])


def _deed(cursor: Cursor, who: str) -> Part | None:
    """What a side does or has."""
    has = cursor.accept("has", "have")
    if cursor.accept("targets", "target", "targeted"):
        return at_place(cursor, phrase("targets", side=who), lambda number: lambda position, acts, side:
                        number in position.targets[_side(who, side)])
    if cursor.accept("builds", "build", "built"):
        return at_place(cursor, phrase("builds", side=who), lambda number: lambda position, acts, side:
                        number in position.bases[_side(who, side)])
    if cursor.accept("controls", "control", "holds", "hold"):
        return at_place(cursor, phrase("controls", side=who), lambda number: lambda position, acts, side:
                        _controls(position, _side(who, side), number))
    if cursor.accept("goes", "go") and cursor.token and cursor.token.value != "first":
        cursor.unexpected('"first"')
        return None
    if cursor.accept("first"):
        return Part(phrase("goes-first", side=who),
                    lambda position, acts, side: first_player(position, tie=JAPAN) == _side(who, side))
    if cursor.accept("passes", "pass", "passed"):
        return Part(phrase("has-passed", side=who), lambda position, acts, side: any(
            isinstance(act, Passed) and act.side == _side(who, side) for act in acts))
    if not has:
        cursor.unexpected('what this side does: "targets", "controls", "builds", "has" or "passes"')
        return None
    return _having(cursor, who)


def _having(cursor: Cursor, who: str) -> Part | None:
    """Points on hand, a base at a place, or units at a place; `no` turns the last into its opposite."""
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    if [token.text.casefold() for token in cursor.tokens[cursor.index:cursor.index + 2]] == ["a", "base"]:
        cursor.index += 1  # elsewhere "a" is short for base air
    if cursor.accept("base"):
        cursor.skip("at", "in")
        return at_place(cursor, phrase("no-base" if none else "base", side=who),
                        lambda number: lambda position, acts, side:
                        (number in position.bases[_side(who, side)]) != none)
    mark = cursor.index
    amount = cursor.number()
    if amount is not None and cursor.accept("rp", "points", "point", "resource"):
        cursor.skip("points", "point")
        return Part(phrase("points", side=who, number=amount),
                    lambda position, acts, side: position.rp[_side(who, side)] >= amount)
    cursor.index = mark
    spec = None
    if not cursor.accept("unit", "units"):
        spec = UNITS.read(cursor)
        if spec is None:
            if not cursor.problems:
                cursor.unexpected('units, such as "2 naval"')
            return None
    cursor.skip("at", "in")
    units = dict(spec.value) if spec else {}
    return at_place(cursor, phrase("no-units" if none else "units", side=who, units=units),
                    lambda number: lambda position, acts, side:
                    _there(position, _side(who, side), number, spec) != none)


def _there(position: Position, side: str, number: str, spec: UnitSpec | None) -> bool:
    """Whether a side has such units in a hex, at least as many as named."""
    there = [unit for unit in position.of(side, number) if spec is None or fits(spec, unit)]
    return len(there) >= max(1, spec.number if spec else 1)


def _controls(position: Position, side: str, number: str) -> bool:
    return bool(control.controller(position, number) == side)


def _side(who: str, own: str) -> str:
    """The side a condition speaks of, seen from the side whose order it is."""
    return own if who == WE else ENEMY[own] if who == ENEMIES else who
