"""How the things of the game are named in a sentence: sides, hexes, units with what their counters show, numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from witp_pbem.games.common.position import remembered
from witp_pbem.games.wif_land.board import names
from witp_pbem.games.wif_land.board.names import values as values
from witp_pbem.games.wif_land.board.state import KINDS, Position, Unit
from witp_pbem.games.wif_land.board.turn import SETUP
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import ENDINGS, word
from witp_pbem.table.language import bracketed, labelled, listing

NOTHING = "–"
SIGNS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def the_side(side: str) -> str:
    """A side within a sentence: "the Axis"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Axis"."""
    return word("Side", side)


def side_name(side: str) -> str:
    """A side as it stands alone: "Axis"."""
    return word("side-name", side)


def when(position: Position) -> str:
    """The impulse of a position in words: "Jul/Aug 1941, impulse 1 of 2 (Axis)"."""
    date = say("{turn} {year}", turn=position.date, year=position.year or "").strip()
    if position.step == SETUP or not position.turn:
        return say("{date}, set-up", date=date) if date else say("Set-up")
    impulse = say("impulse {turn} of {all} ({side})", turn=position.turn, all=len(position.impulses),
                  side=side_name(position.phasing))
    return say("{date}, {impulse}", date=date, impulse=impulse) if date else say(
        "Impulse {turn} of {all} ({side})", turn=position.turn, all=len(position.impulses),
        side=side_name(position.phasing))


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    why = ENDINGS.get(outcome["reason"], outcome["reason"])
    if not outcome["winner"]:
        return say("The land turn is over: {why}.", why=why)
    return say("The game is over. {side} won: {why}.", side=The_side(outcome["winner"]), why=why)


# -- numbers ------------------------------------------------------------------------------------------------------


def number(fraction: str | int | Fraction) -> str:
    """A number as events have it ("15/2") as it is read: "7½"."""
    exact = Fraction(fraction)
    whole, rest = int(exact), abs(exact) - int(abs(exact))
    if not rest:
        return str(whole)
    sign = SIGNS.get(rest, f" {rest}")
    return f"{whole}{sign}" if whole else sign.strip()


# -- places -------------------------------------------------------------------------------------------------------


def place(position: Position, where: str) -> str:
    """A hex by name and id, a sea area by its name; an id that is neither stands for itself, "" is off the map."""
    if where in position.map.hexes:
        return names.hex(position.hex(where))
    if where in position.map.areas:
        return names.name(position.map.areas[where])
    return where or say("off the map")


def places(position: Position, hexes: Iterable[str]) -> str:
    """Hexes in a list."""
    return listing(place(position, hex) for hex in hexes)


def at(position: Position, unit: Unit) -> str:
    """Where a unit is: its hex, the section of a sea box, or what became of it."""
    if unit.place in position.map.areas:
        return say("{area}, section {number}", area=place(position, unit.place), number=unit.section)
    if unit.place:
        return place(position, unit.place)
    return word("fate", unit.fate) if unit.fate else say("off the map")


# -- units --------------------------------------------------------------------------------------------------------


def unit_name(position: Position, unit: str) -> str:
    """A unit by its name: "ARM XLVII", with its id where another one has the same; one without a name by its id."""
    if unit not in position.units:
        return unit
    label = names.unit(position.units[unit])
    return label if _times(position)[label] == 1 else bracketed(label, unit)


@remembered("memo")
def _times(position: Position) -> Mapping[str, int]:
    """How many units have each name."""
    return Counter(map(names.unit, position.units.values()))


def turned(position: Position, unit: Unit) -> str:
    """A unit by its name, in square brackets when it lies face-down."""
    name = unit_name(position, unit.id)
    return name if unit.full else f"[{name}]"


def with_values(position: Position, unit: Unit) -> str:
    """A unit by name with what its counter shows: "ARM XLVII 8-5", "[AT 45 mm 1-2]"."""
    name, printed = unit_name(position, unit.id), values(unit)
    text = name if printed in name and not unit.name else f"{name} {printed}".strip()
    return text if unit.full else f"[{text}]"


def listed(position: Position, units: Iterable[str]) -> str:
    """Units by their names in a list."""
    return listing(unit_name(position, unit) for unit in units)


def as_they_lie(position: Position, units: Iterable[str]) -> str:
    """Units by their names in a list, face-down ones in square brackets."""
    return listing(turned(position, position.units[unit]) if unit in position.units else unit for unit in units)


def stack(position: Position, units: Sequence[Unit]) -> str:
    """Units of one place in the order of their kinds, with what their counters show."""
    return listing(with_values(position, unit) for unit in sorted(units, key=lambda unit: KINDS.index(unit.kind)))


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    if unit not in position.units:
        return say("{unit}: not in play.", unit=unit)
    counter = position.units[unit]
    name = with_values(position, counter).strip("[]")
    if not counter.place:
        return say("{unit}: {fate}.", unit=name, fate=at(position, counter))
    where = bracketed(at(position, counter), counter.aboard) if counter.aboard else at(position, counter)
    if counter.full:
        return say("{unit}: at {place}, face-up.", unit=name, place=where)
    return say("{unit}: at {place}, face-down.", unit=name, place=where)


def powers(position: Position, side: str) -> str:
    """The powers of a side: "Axis (Germany, Italy)"."""
    named = listing(word("power", power) for power in position.powers.get(side, ()))
    return bracketed(side_name(side), named) if named else side_name(side)


def weather(position: Position) -> str:
    """The weather, zone by zone or hex by hex where it is not the same everywhere."""
    if len(position.weather) == 1:
        return word("weather", next(iter(position.weather.values())))
    return listing(labelled(say("elsewhere") if where == "default" else place(position, where), word("weather", kind))
                   for where, kind in position.weather.items())


def owner(position: Position, units: Sequence[str]) -> str:
    """The side of some units, all of one."""
    return position.units[units[0]].side if units else ""
