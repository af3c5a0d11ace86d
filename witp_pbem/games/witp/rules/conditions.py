"""What orders given ahead may wait for: `if`, `when`, `unless` and `standing until`.

Every condition speaks of the open board, of resource points or of what was done in this turn, never of hidden cards; so
it tells an order nothing its writer would not see at the moment of the decision (R-97).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from witp_pbem.games.witp.board.events import Passed
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.state import ALLIES, ENEMY, JAPAN, Position
from witp_pbem.games.witp.orders.kinds import PARTICLES, SUBJECTS, UnitSpec, fits, is_battle, unit_spec
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import first_player
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem, Span, illegal
from witp_pbem.table.text import Block, Statement
from witp_pbem.table.tokens import Token

WE, ENEMIES = "we", "enemy"
_WHO = {"japan": JAPAN, "japanese": JAPAN, "allies": ALLIES, "allied": ALLIES, "we": WE, "i": WE, "enemy": ENEMIES,
        "they": ENEMIES, "he": ENEMIES}
VERBS = frozenset({"target", "control", "build", "pass", "use", "have", "no", "continues"})  # that end a condition
PLACE_PARTICLES = frozenset({"に", "で", "へ"})
Holds = Callable[[Position, Sequence[Any], str], bool]


class Found(NamedTuple):
    """A condition as read: what it says, the place it speaks of, and whether it holds."""

    phrase: Phrase
    place: tuple[str, Span] | None
    holds: Holds


def read(block: Block, board: Map) -> Condition | tuple[Problem, ...] | None:
    """The condition at the head of a block; None for `battle at`, which the orders themselves hold."""
    if is_battle(block):
        return None
    cursor = Cursor(Statement(block.word, _each_in_order(block.tokens), block.span))
    found = [_condition(cursor)]
    while not cursor.problems and cursor.accept("and"):
        found.append(_condition(cursor))
    if not cursor.problems:
        cursor.finish()
    each = [one for one in found if one]
    wrong = [illegal("no-such-hex", "witp 2.3.b", one.place[1], hex=one.place[0], certain=True) for one in each
             if one.place and one.place[0] not in board]
    if cursor.problems or wrong:
        return tuple(problem.at(block.span) for problem in [*cursor.problems, *wrong])
    said = tuple(one.phrase for one in each)
    return Condition(said[0] if len(said) == 1 else phrase("all", conditions=said), lambda position, acts, side: all(
        one.holds(position, acts, side) for one in each))


def _each_in_order(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Conditions joined with `and`, each in the English order of words; a comma before `and` means nothing."""
    parts: list[list[Token]] = [[]]
    joints: list[Token] = []
    for token in tokens:
        if token.value == "and":
            joints.append(token)
            parts.append([])
        else:
            parts[-1].append(token)
    ordered = [_in_order(part[:-1] if part[-1:] and part[-1].value == "," and number < len(joints) else part)
               for number, part in enumerate(parts)]
    return (*ordered[0], *(token for joint, part in zip(joints, ordered[1:], strict=True) for token in (joint, *part)))


def _in_order(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """A condition in the English order of words. Japanese has particles between them and the verb at the end
    ("日本がマニラを目標", "敵の水上2がマニラにいる", "1944-06を使用")."""
    words = [token for token in tokens if token.text not in PARTICLES | PLACE_PARTICLES]
    if not words or words[-1].text.isascii() or words[-1].value not in VERBS:
        return tuple(words)
    subjects = [word for word in words if word.value in SUBJECTS][:1]  # behind it, "日本" is a nation
    verbs = words[-1:] if subjects else []
    if verbs and verbs[0].value == "no":  # "...がない": has none
        verbs = [verbs[0]._replace(value="have"), *verbs]
    places = [word for word in words if word.places or word.value in ("(", ")")]
    others = [word for word in words if word not in (*subjects, *places, *(words[-1:] if subjects else ()))]
    return (*subjects, *verbs, *others, *places)


def _condition(cursor: Cursor) -> Found | None:
    """The condition under a cursor; None if it is none."""
    if cursor.accept("turn"):
        return _turn(cursor)
    if card := cursor.card():
        return _card_used(cursor, card[0])
    cursor.skip("the")
    if cursor.accept("battle"):
        cursor.skip("continues")
        return _at_place(cursor, phrase("continues"),
                         lambda number: lambda position, acts, side: number in position.continuing)
    who = cursor.accept(*_WHO)
    if who is None:
        cursor.unexpected('a condition, such as "Japan targets Manila", "the enemy has passed" or "we control Truk",')
        return None
    return _deed(cursor, _WHO[who.value])


def _card_used(cursor: Cursor, card: str) -> Found | None:
    cursor.skip("is")
    if not cursor.accept("used", "use"):
        cursor.unexpected('"used"')
        return None
    return Found(phrase("used", card=card), None, lambda position, acts, side: card in position.discards)


def _deed(cursor: Cursor, who: str) -> Found | None:
    """What a side does or has."""
    has = cursor.accept("has", "have")
    if cursor.accept("targets", "target", "targeted"):
        return _at_place(cursor, phrase("targets", side=who), lambda number: lambda position, acts, side:
                         number in position.targets[_side(who, side)])
    if cursor.accept("builds", "build", "built"):
        return _at_place(cursor, phrase("builds", side=who), lambda number: lambda position, acts, side:
                         number in position.bases[_side(who, side)])
    if cursor.accept("controls", "control", "holds", "hold"):
        return _at_place(cursor, phrase("controls", side=who), lambda number: lambda position, acts, side:
                         _controls(position, _side(who, side), number))
    if cursor.accept("goes", "go") and cursor.token and cursor.token.value != "first":
        cursor.unexpected('"first"')
        return None
    if cursor.accept("first"):
        return Found(phrase("goes-first", side=who), None,
                     lambda position, acts, side: first_player(position, tie=JAPAN) == _side(who, side))
    if cursor.accept("passes", "pass", "passed"):
        return Found(phrase("has-passed", side=who), None, lambda position, acts, side: any(
            isinstance(act, Passed) and act.side == _side(who, side) for act in acts))
    if not has:
        cursor.unexpected('what this side does: "targets", "controls", "builds", "has" or "passes"')
        return None
    return _having(cursor, who)


def _having(cursor: Cursor, who: str) -> Found | None:
    """Points on hand, a base at a place, or units at a place; `no` turns the last into its opposite."""
    none = cursor.accept("no") is not None
    cursor.skip("at", "least")
    if [token.text.casefold() for token in cursor.tokens[cursor.index:cursor.index + 2]] == ["a", "base"]:
        cursor.index += 1  # elsewhere "a" is short for base air
    if cursor.accept("base"):
        cursor.skip("at", "in")
        return _at_place(cursor, phrase("no-base" if none else "base", side=who),
                         lambda number: lambda position, acts, side:
                         (number in position.bases[_side(who, side)]) != none)
    mark = cursor.index
    amount = cursor.number()
    if amount is not None and cursor.accept("rp", "points", "point", "resource"):
        cursor.skip("points", "point")
        return Found(phrase("points", side=who, number=amount), None,
                     lambda position, acts, side: position.rp[_side(who, side)] >= amount)
    cursor.index = mark
    spec = None
    if not cursor.accept("unit", "units"):
        spec = unit_spec(cursor)
        if spec is None:
            if not cursor.problems:
                cursor.unexpected('units, such as "2 naval"')
            return None
    cursor.skip("at", "in")
    units = dict(spec.value) if spec else {}
    return _at_place(cursor, phrase("no-units" if none else "units", side=who, units=units),
                     lambda number: lambda position, acts, side:
                     _there(position, _side(who, side), number, spec) != none)


def _there(position: Position, side: str, number: str, spec: UnitSpec | None) -> bool:
    """Whether a side has such units in a hex, at least as many as named."""
    found = [unit for unit in position.of(side, number) if spec is None or fits(spec, unit)]
    return len(found) >= max(1, spec.number if spec else 1)


def _controls(position: Position, side: str, number: str) -> bool:
    return bool(control.controller(position, number) == side)


def _turn(cursor: Cursor) -> Found | None:
    number = cursor.number()
    if number is None:
        cursor.unexpected("the number of a turn")
        return None
    return Found(phrase("turn", number=number), None, lambda position, acts, side: position.turn >= number)


def _at_place(cursor: Cursor, said: Phrase, holds: Callable[[str], Holds]) -> Found | None:
    cursor.skip("at", "in")
    place = cursor.expect_place()
    return Found(phrase(said.code, **said.values, place=place[0]), place, holds(place[0])) if place else None


def _side(who: str, own: str) -> str:
    """The side a condition speaks of, seen from the side whose order it is."""
    return own if who == WE else ENEMY[own] if who == ENEMIES else who
