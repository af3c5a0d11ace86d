"""Which counters and markers to move, flip, put down and take away on a map of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from witp_pbem.games.common.board_changes import (
    ChangeRow,
    Markers,
    Move,
    control_table,
    differing,
    flip,
    marker_rows,
    marker_table,
    markers,
    track_table,
    unit_table,
)
from witp_pbem.games.common.nouns import grouped, unit_id, with_ship
from witp_pbem.games.witp.board.state import ALLIES, ARRIVING, JAPAN, MAP, REMOVED, SIDES, Position, Unit
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import first_player
from witp_pbem.games.witp.telling.nouns import KINDS_IN_WORDS, place, places, side_name, when
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.story import Block, Section
from witp_pbem.table.tuples import NamedTuple


class Moved(NamedTuple):
    """A counter that lies elsewhere, or other side up, than before."""

    before: Unit
    after: Unit

    @property
    def flipped(self) -> bool:
        """Whether it has to be turned over: off the map no side is up, and who comes onto it comes full side up."""
        return self.after.status == MAP and (self.before.full or self.before.status != MAP) != self.after.full


class Changes(NamedTuple):
    """Everything that is different on the table.

    Attributes:
        units: counters, in the order of the counter list.
        bases: hexes of each side's logistics bases.
        continuing: hexes of continuing battle markers.
        tracks: what markers beside the map show, before and after, by what they are (see `_tracks`).
        control: ports, airfields and supply sources that changed hands: hex -> side before and after.
    """

    units: tuple[Moved, ...]
    bases: Mapping[str, Markers]
    continuing: Markers
    tracks: Mapping[str, tuple[Any, Any]]
    control: Mapping[str, tuple[str, str]]


def board_changes(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`: a section a side, then the markers both
    share."""
    changed = changes(start, end)
    sections = []
    for side in SIDES:
        moves = (_move(end, moved) for moved in changed.units if moved.after.side == side)
        blocks = (*unit_table(moves, _who),
                  *marker_table(say("Logistics bases"),
                                marker_rows(changed.bases[side], _bases, lambda hexes: places(end, hexes))))
        if blocks:
            sections.append(Section(side_name(side), blocks, side=side))
    shared = tuple(_markers(end, changed))
    return [*sections, Section(say("Markers"), shared)] if shared else sections


def changes(start: Position, end: Position) -> Changes:
    """What is different between two positions, as far as counters and markers show it."""
    units = (Moved(start.units[key], unit) for key, unit in end.units.items())
    return Changes(
        tuple(moved for moved in units if moved.flipped or _spot(moved.before) != _spot(moved.after)),
        {side: markers(start.bases[side], end.bases[side]) for side in SIDES},
        markers(start.continuing, end.continuing), differing(_tracks(start), _tracks(end)), changed_hands(start, end))


def _spot(unit: Unit) -> tuple[str, ...]:
    """Where a counter lies."""
    if unit.status == MAP:
        return unit.status, unit.hex, unit.aboard, unit.water
    return unit.status, str(unit.arrival) if unit.status == ARRIVING else ""


def _tracks(position: Position) -> dict[str, Any]:
    """What the markers beside the map show: the turn, and by the side of the turn marker who has more resource points,
    "" for neither (witp 5.2.c-d); resource points and redeployed stacks by side; and how China and America stand."""
    tie = position.trp_start[JAPAN] == position.trp_start[ALLIES]
    shown: dict[str, Any] = {"turn": (position.turn, "" if tie else first_player(position, JAPAN))}
    for side in SIDES:
        shown[f"rp {side}"] = position.rp[side]
        shown[f"stacks {side}"] = position.stacks[side]
    return {**shown, "china": position.china_surrendered, "america": position.america == NEUTRAL}


def changed_hands(start: Position, end: Position) -> dict[str, tuple[str, str]]:
    """Ports, airfields and supply sources that somebody else controls: hex -> side before and side after."""
    sites = [number for number, hexagon in end.data.map.hexes.items() if hexagon.site or hexagon.source]
    return differing({number: controller(start, number) for number in sites},
                     {number: controller(end, number) for number in sites})


# -- in words ---------------------------------------------------------------------------------------------------


def _move(position: Position, moved: Moved) -> Move:
    """The row of a counter: first those that move, then flips, arrivals, losses."""
    before, after = moved
    goal, stays = _where(position, after, before), _spot(before) == _spot(after)
    order = (3 if after.status != MAP else 2 if before.status != MAP else 1 if stays else 0)
    return Move((order, before.hex, after.hex), _where(position, before, after),
                flip(goal, after.full, stays) if moved.flipped else goal, after)


def _where(position: Position, unit: Unit, other: Unit) -> str:
    """Where a counter lies. `other` is the same one before or after: what is said of ships depends on it."""
    if unit.status == ARRIVING:
        return say("turn track, turn {turn}", turn=unit.arrival)
    if unit.status != MAP:
        return say("out of the game") if unit.status == REMOVED else say("off the map, in reserve")
    where = place(position, unit.hex)
    if unit.water:
        where = say("{place}, {sea}", place=where, sea=word("water", unit.water))
    if unit.aboard and other.aboard and unit.hex == other.hex:
        return say("{place}, aboard {ship}", place=where, ship=unit.aboard)
    if unit.aboard:
        return say("{place}, aboard", place=where)
    return say("{place}, ashore", place=where) if other.aboard else where


def _who(units: Iterable[Unit]) -> str:
    """Counters by type, reduced ones in brackets, cargo with its ship: "2 naval (JP-N-1, JP-N-2), 1 land (JP-L-3 on
    JP-N-1)"."""
    return grouped(units, KINDS_IN_WORDS,
                   lambda unit: with_ship(unit, unit_id(unit) if unit.status == MAP else unit.id))


def _bases(number: int) -> str:
    return say.plural(number, "{n} logistics base", "{n} logistics bases")


def _markers(position: Position, changed: Changes) -> Iterator[Block]:
    """The markers that belong to nobody, and who controls what."""
    rows = [_track(position, what, before, after) for what, (before, after) in changed.tracks.items()]
    battles = marker_rows(changed.continuing, lambda number: say("Continuing battle"),
                          lambda hexes: places(position, hexes))
    yield from track_table((*rows, *battles))
    yield from control_table((place(position, number), side_name(was), side_name(now))
                             for number, (was, now) in changed.control.items())


def _track(position: Position, what: str, before: Any, after: Any) -> ChangeRow:
    """A row for a marker beside the map."""
    kind, _, side = what.partition(" ")
    match kind:
        case "turn":
            return say("Turn marker"), _turn(position, *before), _turn(position, *after)
        case "rp":
            return say("Resource points, {side}", side=side_name(side)), str(before), str(after)
        case "stacks":
            return say("Stacks redeployed, {side}", side=side_name(side)), str(before), str(after)
        case "china":
            return say("China"), _war(before, say("surrendered")), _war(after, say("surrendered"))
        case _:
            return say("America"), _war(before, say("neutral")), _war(after, say("neutral"))


def _war(out: bool, how: str) -> str:
    """How a country that is out of the war stands, or that it is in it."""
    return how if out else say("in the war")


def _turn(position: Position, turn: int, more: str) -> str:
    """The space of the turn marker, and how it lies there."""
    space = when(position.but(turn=turn))
    if not more:
        return say("{turn}, sideways", turn=space)
    return (say("{turn}, red side up", turn=space) if more == JAPAN else say("{turn}, blue side up", turn=space))
