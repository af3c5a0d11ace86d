"""The parts the lines of case files are made of: sides, numbers, units.

What is not understood is a ValueError with a sentence, what is missing at the end of a line an IndexError.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from witp_pbem.games.common.order_values import EVERY, UnitSpec
from witp_pbem.games.common.units import fits
from witp_pbem.games.witp.board import setup
from witp_pbem.games.witp.board.state import LAND, MAP, NAVAL, SIDE_OF, SIDES, Position, Unit
from witp_pbem.games.witp.orders.words import UNITS
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.wording import problem_sentence

SIDE_WORDS = {"japan": "japan", "japanese": "japan", "allies": "allies", "allied": "allies"}


class Named(NamedTuple):
    """Units as a case names them; `loaded` for land units aboard the ships named before them."""

    spec: UnitSpec
    loaded: bool


def head(line: str) -> str:
    """The first word of a line, which says what kind of line it is."""
    return line.split()[0].rstrip(":").casefold()


def complain(cursor: Cursor) -> None:
    """Raises what the cursor did not understand."""
    if cursor.problems:
        raise ValueError(problem_sentence(cursor.problems[0]))


def finish(cursor: Cursor) -> None:
    """Complains about words left over at the end of a line."""
    complain(cursor)
    if cursor:
        rest = " ".join(token.text for token in cursor.tokens[cursor.index:])
        raise ValueError(f"not understood: {rest}")


def word(cursor: Cursor) -> str:
    """One word of any kind; IndexError at the end of the line."""
    token = cursor.tokens[cursor.index]
    cursor.index += 1
    return token.value


def words(cursor: Cursor) -> list[str]:
    """All words up to the end of the line."""
    rest = [token.value for token in cursor.tokens[cursor.index:]]
    cursor.index = len(cursor.tokens)
    return rest


def number(cursor: Cursor) -> int:
    written = word(cursor)
    if not written.isdigit():
        raise ValueError(f"a number, not {written!r}")
    return int(written)


def side(cursor: Cursor) -> str:
    written = word(cursor)
    if written not in SIDE_WORDS:
        raise ValueError(f"a side, {' or '.join(SIDES)}, not {written!r}")
    cursor.skip(":")
    return SIDE_WORDS[written]


def per_side(cursor: Cursor) -> dict[str, int]:
    """`Japan 14, Allies 17`: a number for one side or for both."""
    numbers: dict[str, int] = {}
    while cursor or not numbers:
        whose = side(cursor)
        numbers[whose] = number(cursor)
        cursor.skip(",", "and")
    return numbers


def units(position: Position, cursor: Cursor) -> list[Unit]:
    """Units by their ids, at least one."""
    found: list[Unit] = []
    cursor.skip(":")
    while not found or cursor.accept(",", "and"):
        name = word(cursor)
        if name.upper() not in position.units:
            raise ValueError(f"no such unit: {name}")
        found.append(position.units[name.upper()])
    return found


def named(cursor: Cursor) -> list[Named]:
    """Unit names up to the end of the line. Land units that follow `carrying` are aboard, up to the next unit of
    another type or of the other side."""
    found: list[Named] = []
    loading = False
    while not found or cursor.accept(",", "and") or (cursor.token and cursor.token.value == "carrying"):
        loading = bool(cursor.accept("carrying")) or loading
        spec = UNITS.read(cursor)
        complain(cursor)
        if spec is None:
            rest = " ".join(token.text for token in cursor.tokens[cursor.index:])
            raise ValueError(f"units, such as 2 US naval, not {rest!r}")
        loading = loading and is_land(spec) and (not found or side_of(spec) == side_of(found[-1].spec))
        found.append(Named(spec, loading))
    return found


def is_land(spec: UnitSpec) -> bool:
    return spec.kinds == (LAND,) or "-L-" in spec.id


def side_of(spec: UnitSpec) -> str:
    nation = setup.NATIONS.get(spec.id[:2], "") if spec.id else spec.nation
    return SIDE_OF.get(nation, "")


def take(units: dict[str, Unit], spec: UnitSpec) -> list[Unit]:
    """Counters for a name in a case: by id, or the lowest numbers that are not on the map."""
    if spec.id:
        if spec.id not in units:
            raise ValueError(f"no such unit: {spec.id}")
        return [units[spec.id]]
    if not spec.nation or len(spec.kinds) != 1 or spec.number == EVERY:
        raise ValueError(f"say how many, of which nation and of which type, as in 2 US naval: {spec.text}")
    free = [unit for unit in units.values() if unit.status != MAP and fits(spec._replace(full=None), unit)]
    if len(free) < spec.number:
        raise ValueError(f"there are not so many counters: {spec.text}")
    return free[:spec.number]


def berth(units: dict[str, Unit], land: Unit, number: str) -> str:
    """The first surface fleet of the land unit's side in the hex that carries nobody yet."""
    taken = {unit.aboard for unit in units.values()}
    for unit in units.values():
        if unit.hex == number and unit.kind == NAVAL and unit.side == land.side and unit.id not in taken:
            return unit.id
    raise ValueError(f"no ship is left to carry {land.id}")


def changed(position: Position, *changed: Unit) -> Position:
    return replace(position, units={**position.units, **{unit.id: unit for unit in changed}})


def compare(what: str, wanted: dict[str, int], found: dict[str, int]) -> str | None:
    if all(found[side] == number for side, number in wanted.items()):
        return None
    return f"{what}: " + ", ".join(f"{side} {found[side]}" for side in wanted)


def describe(units: Sequence[Unit]) -> str:
    names = ((unit.id if unit.full else f"[{unit.id}]") + (" aboard" if unit.aboard else "") for unit in units)
    return ", ".join(names)
