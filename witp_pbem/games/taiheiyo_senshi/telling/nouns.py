"""How the things of the game are named in a sentence: sides, points, units with their values, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from witp_pbem.games.common.nouns import signed
from witp_pbem.games.taiheiyo_senshi.board import names
from witp_pbem.games.taiheiyo_senshi.board.data import Data, Printed
from witp_pbem.games.taiheiyo_senshi.board.state import (
    ALLIES,
    BATTLESHIP,
    CARRIER,
    CRUISER,
    JAPAN,
    KINDS,
    MAP,
    TRACK,
    Position,
    Unit,
)
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.games.taiheiyo_senshi.words.wording import ENDINGS, REASONS, word
from witp_pbem.table.language import JAPANESE, bracketed, language, listing


def the_side(side: str) -> str:
    """A side within a sentence: "the Allies"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Allies"."""
    return word("Side", side)


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "Allies", "Referee"."""
    return word("side-name", side)


def space(data: Data, turn: int) -> str:
    """A space of the turn track: "first half of 1942"."""
    entry = data.turns[turn]
    return entry.label_ja if language() == JAPANESE else entry.label


def turn_name(data: Data, turn: int) -> str:
    """A turn in words: "Turn 2, second half of 1942"."""
    return say("Turn {turn}, {space}", turn=turn, space=space(data, turn)) if turn in data.turns else say(
        "Turn {turn}", turn=turn)


def when(position: Position) -> str:
    """The turn of a position in words."""
    return turn_name(position.data, position.turn)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    return say("The game is over. {side} won: {why}.", side=The_side(outcome["winner"]),
               why=ENDINGS.get(outcome["reason"], outcome["reason"]))


def reason(code: str) -> str:
    """Why a thing happened, in words."""
    return REASONS.get(code, code)


def place(position: Position, point: str) -> str:
    """A point by its name."""
    return names.name(position.data.map[point]) if point in position.data.map.points else point


def places(position: Position, points: Iterable[str]) -> str:
    """Points in a list."""
    return listing(place(position, point) for point in points)


def way(position: Position, points: Sequence[str]) -> str:
    """Points one after another: "Japan – Marianas – Truk"."""
    return " – ".join(place(position, point) for point in points)


# -- units ---------------------------------------------------------------------------------------------------


def unit_name(position: Position, unit: str) -> str:
    """A unit by its name."""
    return names.name(position.data.units[unit]) if unit in position.data.units else unit


def listed(position: Position, units: Iterable[str]) -> str:
    """Units by their names in a list."""
    return listing(unit_name(position, unit) for unit in units)


def counted(kind: str, number: int) -> str:
    """A number of units of a type: "2 carriers"."""
    if kind == CARRIER:
        return say.plural(number, "{n} carrier", "{n} carriers")
    if kind == BATTLESHIP:
        return say.plural(number, "{n} battleship", "{n} battleships")
    if kind == CRUISER:
        return say.plural(number, "{n} cruiser", "{n} cruisers")
    return say.plural(number, "{n} land-based air unit", "{n} land-based air units")


def by_kind(units: Iterable[Unit], name: Callable[[Unit], str]) -> str:
    """Units by type: "2 carriers (Akagi, Kaga), 1 cruiser (Tone)"."""
    pool = list(units)
    groups = [(kind, [unit for unit in pool if unit.kind == kind]) for kind in KINDS]
    return listing(say("{number} ({units})", number=counted(kind, len(alike)), units=listing(map(name, alike)))
                   for kind, alike in groups if alike)


def grouped_units(position: Position, units: Iterable[str]) -> str:
    """Units by type with their names."""
    return by_kind((position.units[unit] for unit in units), lambda unit: unit_name(position, unit.id))


def turned(position: Position, unit: Unit) -> str:
    """A unit by its name, in brackets when it lies face-down."""
    name = unit_name(position, unit.id)
    return name if unit.up else f"[{name}]"


def values(printed: Printed) -> str:
    """What is printed on a counter: air strength or gunnery, defence (in parentheses that of a heavy ship), movement:
    "4-2-3", "5-(6)-2"; of land-based air its air strength alone."""
    if not printed.is_ship:
        return str(printed.air)
    defence = f"({printed.defence})" if printed.heavy else str(printed.defence)
    return f"{printed.air or printed.gunnery}-{defence}-{printed.movement}"


def with_values(position: Position, unit: Unit) -> str:
    """A unit by name with its values, in brackets when it lies face-down: "Akagi 4-2-3", "[Kaga 4-2-3]", "Allied
    LBA 1 (2)"."""
    printed = position.data.units[unit.id]
    if not unit.is_ship:
        return bracketed(names.name(printed), values(printed))
    name = say("{unit} {values}", unit=names.name(printed), values=values(printed))
    return name if unit.up else f"[{name}]"


def forces_at(position: Position, side: str, point: str) -> str:
    """The units of a side at a point by type, with names and values, those face-down in brackets; "" for none."""
    return by_kind(position.of(side, point), lambda unit: with_values(position, unit))


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    counter, name = position.units[unit], unit_name(position, unit)
    if counter.status == MAP:
        where = place(position, counter.point)
        if not counter.is_ship:
            return say("{unit}: at {place}.", unit=name, place=where)
        return (say("{unit}: at {place}, face-up.", unit=name, place=where) if counter.up
                else say("{unit}: at {place}, face-down.", unit=name, place=where))
    if counter.turn:
        if counter.status == TRACK:
            return say("{unit}: on the turn track, comes back on turn {turn}.", unit=name, turn=counter.turn)
        return say("{unit}: arrives on turn {turn}.", unit=name, turn=counter.turn)
    return say("{unit}: not on the map.", unit=name)


# -- cards ---------------------------------------------------------------------------------------------------


def card(position: Position, key: str, side: str = "") -> str:
    """A card by the event of a side, or by both."""
    if key not in position.data.cards:
        return key
    return names.card(position.data, key, side) if side else names.both_events(position.data, key)


def event_name(position: Position, key: str) -> str:
    """An event by number and title."""
    return names.event(position.data.events[key]) if key in position.data.events else key


def lead(score: int) -> str:
    """Where the score marker stands: "Japan +4", "Allies +2", "0"."""
    if not score:
        return "0"
    return say("{side} {points}", side=side_name(JAPAN if score > 0 else ALLIES), points=signed(abs(score)))
