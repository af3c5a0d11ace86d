"""How the things of the game are named in a sentence: sides, places, units with their values, markers, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.games.nimitz.board import names
from witp_pbem.games.nimitz.board.data import Data, Value
from witp_pbem.games.nimitz.board.events import AttackStepped
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AREAS,
    BATTALION,
    BW,
    CBA,
    KINDS,
    OUT,
    SUBMARINE,
    Position,
    Unit,
)
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.games.nimitz.words.wording import ENDINGS, word
from witp_pbem.table.language import bracketed, labelled, listing

OF_SHIPS, OF_SUBMARINES = ("aa", "gunnery", "asw"), ("torpedo", "asw")
OF_AIRCRAFT, OF_GROUND_UNITS = ("air", "ship", "ground"), ("ground",)  # what counters show, in order
NOTHING, NO_VALUE = "–", "x"


def the_side(side: str) -> str:
    """A side within a sentence: "the Americans"."""
    return word("side", side)


def The_side(side: str) -> str:  # noqa: N802 - a capital letter is what it makes
    """A side at the beginning of a sentence: "The Americans"."""
    return word("Side", side)


def side_name(side: str) -> str:
    """A side as it stands alone: "Japan", "United States"."""
    return word("side-name", side)


def turn_name(data: Data, year: int, turn: int) -> str:
    """A turn in words: "Turn 2, Mar/Apr 1942"; before the first one the campaign alone."""
    if not turn:
        return say("Campaign of {year}, set-up", year=year)
    box = next((names.box(box) for box in data.turns if box.turn == turn), "")
    return say("Turn {turn}, {months} {year}", turn=turn, months=box, year=year)


def when(position: Position) -> str:
    """The turn of a position in words."""
    return turn_name(position.data, position.year, position.turn)


def ending(outcome: Mapping[str, Any]) -> str:
    """How the game ended, in a sentence."""
    return say("The game is over. {side} won: {why}.", side=The_side(outcome["winner"]),
               why=ENDINGS.get(outcome["reason"], outcome["reason"]))


# -- places --------------------------------------------------------------------------------------------------


def place(position: Position, point: str) -> str:
    """A point, a box beside the map or a battle area by its name."""
    if point in position.data.map.points or point in AREAS:
        return names.place(position.data, point)
    return word("box", point)


def places(position: Position, points: Iterable[str]) -> str:
    """Points in a list."""
    return listing(place(position, point) for point in points)


def in_map_order(position: Position, points: Iterable[str]) -> list[str]:
    """Some points in the order in which the map lists them."""
    wanted = frozenset(points)
    return [point for point in position.data.map.points if point in wanted]


# -- units ---------------------------------------------------------------------------------------------------


def unit_name(position: Position, unit: str) -> str:
    """A unit by its name."""
    return names.unit(position.data, unit)


def listed(position: Position, units: Iterable[str]) -> str:
    """Units by their names in a list, battalions by their number."""
    return named_and_counted(units, lambda unit: unit_name(position, unit))


def as_they_lie(position: Position, units: Iterable[str]) -> str:
    """Units by their names in a list, damaged ones in square brackets, battalions by their number."""
    return named_and_counted(units, lambda unit: turned(position, position.units[unit]))


def named_and_counted(units: Iterable[str], name: Callable[[str], str]) -> str:
    """Units by name, but battalions, which have none, as "3 battalions"."""
    pool = list(units)
    named = [name(unit) for unit in pool if not is_battalion(unit)]
    if nameless := len(pool) - len(named):
        named.append(counted(BATTALION, nameless))
    return listing(named)


def is_battalion(unit: str) -> bool:
    """Whether an id is that of a battalion."""
    return f"_{BATTALION}_" in unit


def counted(kind: str, number: int) -> str:
    """A number of units of a type: "2 fleet carriers", "3 SBD"."""
    if kind in (*CBA, BW):  # Japanese keeps the number apart from names such as A6M
        return say("{number} {type}", number=number, type=word("kind", kind))
    return say("{number} {kind}", number=number, kind=word("kind" if number == 1 else "kinds", kind))


def by_kind(units: Iterable[Unit], name: Callable[[Unit], str]) -> str:
    """Units by type: "2 fleet carriers (Akagi, Kaga), 1 cruiser (Tone), 3 battalions"."""
    return listing(_groups(list(units), name))


def _groups(pool: Sequence[Unit], name: Callable[[Unit], str]) -> Iterator[str]:
    for kind in KINDS:
        alike = [unit for unit in pool if unit.kind == kind]
        if alike and kind in (BATTALION, AIRFIELD):
            damaged = sum(not unit.full for unit in alike)
            count = counted(kind, len(alike))
            yield bracketed(count, say("{number} damaged", number=damaged)) if damaged else count
        elif alike:
            yield say("{number} ({units})", number=counted(kind, len(alike)), units=listing(map(name, alike)))


def grouped_units(position: Position, units: Iterable[str]) -> str:
    """Units by type with their names, damaged ones in square brackets."""
    return by_kind((position.units[unit] for unit in units), lambda unit: turned(position, unit))


def turned(position: Position, unit: Unit) -> str:
    """A unit by its name, in square brackets when it is damaged."""
    name = unit_name(position, unit.id)
    return name if unit.full else f"[{name}]"


def value(printed: Value | None) -> str:
    """An attack value: "4", "4/2" with a superior one, "x" for none."""
    if printed is None:
        return NO_VALUE
    return f"{printed.normal}/{printed.superior}" if printed.superior else str(printed.normal)


def values(position: Position, unit: Unit) -> str:
    """What the side of a counter that lies up shows: "4/2-x-2"."""
    shown = (OF_SUBMARINES if unit.kind == SUBMARINE else OF_SHIPS if unit.is_ship else
             OF_AIRCRAFT if unit.is_aircraft else OF_GROUND_UNITS)
    return "-".join(value(position.value(unit, what)) for what in shown)


def values_explained() -> str:
    """What the numbers behind a unit are."""
    return say("Behind a ship: AA, gunnery, ASW; a submarine: torpedoes, ASW; aircraft: against aircraft, ships, "
               "ground units; a ground unit: its attack. Behind a slash: 2 hits. x: none. In square brackets: damaged.")


def step_title(position: Position, event: AttackStepped) -> str:
    """What is done where: "AA fire of the escorts, US Ocean"."""
    name = word("combat", event.step)
    if event.row:
        name = say("{step} of the {row}", step=name, row=word("row", event.row))
    return say("{step}, {area}", step=name, area=place(position, event.area))


def with_values(position: Position, unit: Unit) -> str:
    """A unit by name with its values, in square brackets when it is damaged: "Akagi 4/2-2", "[Tone 1-2-1]"."""
    text = f"{unit_name(position, unit.id)} {values(position, unit)}".strip()
    return text if unit.full else f"[{text}]"


def forces_at(position: Position, side: str, point: str) -> str:
    """The units of a side at a point by type with names, damaged ones in square brackets; "" for none."""
    return by_kind(position.of(side, point), lambda unit: turned(position, unit))


def standing(unit: str, position: Position) -> str:
    """Where and how a counter stands."""
    name = unit_name(position, unit)
    if unit not in position.units:
        return say("{unit}: not on the map.", unit=name)
    if position.units[unit].place == OUT:
        return (say("{unit}: in the battalion box.", unit=name) if is_battalion(unit) else
                say("{unit}: out of the game.", unit=name))
    counter = position.units[unit]
    where = place(position, counter.place)
    if counter.full:
        return say("{unit}: at {place}, at full strength.", unit=name, place=where)
    return say("{unit}: at {place}, damaged.", unit=name, place=where)


def aircraft(position: Position, units: Iterable[str]) -> str:
    """Aircraft, those of a carrier behind its name: "Enterprise: 2 SBD, 1 TBD, 28th BG"."""
    groups: dict[str, list[Unit]] = {}
    for unit in (position.units[name] for name in units):
        groups.setdefault(unit.carrier, []).append(unit)
    return listing(labelled(unit_name(position, carrier), by_type(alike)) if carrier else
                   listing(turned(position, unit) for unit in alike) for carrier, alike in groups.items())


def by_type(units: Iterable[Unit]) -> str:
    """Carrier aircraft by type, damaged ones in square brackets: "2 SBD [1], 1 TBD"."""
    pool = list(units)
    return listing(counted(kind, len(alike)) + (f" [{damaged}]" if damaged else "")
                   for kind in CBA if (alike := [unit for unit in pool if unit.kind == kind])
                   for damaged in [sum(not unit.full for unit in alike)])


def marker(position: Position, identity: str) -> str:
    """A bonus marker by its name."""
    markers = position.data.markers
    return names.name(markers[identity]) if identity in markers else identity


def markers(position: Position, identities: Iterable[str]) -> str:
    """Bonus markers in a list."""
    return listing(marker(position, identity) for identity in identities)
