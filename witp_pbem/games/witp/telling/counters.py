"""Which counters to move, flip, put down and take away, for people who keep the map on a table or in VASSAL.

Only what is different at the end counts: who went to and fro is not named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from witp_pbem.games.witp.board.state import ALLIES, ARRIVING, JAPAN, KINDS, MAP, REMOVED, SIDES, Position, Unit
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.games.witp.rules.chapter_02_components.neutral import NEUTRAL
from witp_pbem.games.witp.rules.chapter_05_resources.initiative import first_player
from witp_pbem.games.witp.telling.phrases import place, places, side_name, unit_id, when
from witp_pbem.games.witp.words.language import say
from witp_pbem.games.witp.words.wording import word
from witp_pbem.table.language import listing
from witp_pbem.table.story import Block, Columns, Section

OFF = "–"  # a marker that is not on the map


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
        built, removed: hexes of each side's logistics bases that are new, or gone.
        marked, ended: hexes of continuing battle markers that are new, or gone.
        tracks: what markers beside the map show, before and after, by what they are (see `_tracks`).
        control: ports, airfields and supply sources that changed hands: hex, before and after.
    """

    units: tuple[Moved, ...]
    built: Mapping[str, tuple[str, ...]]
    removed: Mapping[str, tuple[str, ...]]
    marked: tuple[str, ...]
    ended: tuple[str, ...]
    tracks: Mapping[str, tuple[Any, Any]]
    control: tuple[tuple[str, str, str], ...]


def counters(start: Position, end: Position) -> list[Section]:
    """What changes on a map that shows `start`, so that it shows `end`: a section a side, then the markers both
    share."""
    found = changes(start, end)
    sections = []
    for side in SIDES:
        blocks = (*_units(end, [moved for moved in found.units if moved.after.side == side]),
                  *_bases(end, found.built[side], found.removed[side]))
        if blocks:
            sections.append(Section(side_name(side), blocks, side=side))
    markers = tuple(_markers(end, found))
    return [*sections, Section(say("Markers"), markers)] if markers else sections


def changes(start: Position, end: Position) -> Changes:
    """What is different between two positions, as far as counters and markers show it."""
    units = (Moved(start.units[key], unit) for key, unit in end.units.items())
    shown = _tracks(start)
    return Changes(
        tuple(moved for moved in units if moved.flipped or _spot(moved.before) != _spot(moved.after)),
        {side: _new(start.bases[side], end.bases[side]) for side in SIDES},
        {side: _new(end.bases[side], start.bases[side]) for side in SIDES},
        _new(start.continuing, end.continuing), _new(end.continuing, start.continuing),
        {what: (shown[what], now) for what, now in _tracks(end).items() if shown[what] != now},
        tuple(changed_hands(start, end)))


def _new(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """What was not there before."""
    known = set(before)
    return tuple(each for each in after if each not in known)


def _spot(unit: Unit) -> tuple[str, ...]:
    """Where a counter lies."""
    if unit.status == MAP:
        return unit.status, unit.hex, unit.aboard, unit.water
    return unit.status, str(unit.arrival) if unit.status == ARRIVING else ""


def _tracks(position: Position) -> dict[str, Any]:
    """What the markers beside the map show: the turn, and by the side of the turn marker who has more resource points,
    "" for neither (witp 5.2.c-d); resource points and redeployed stacks by side; and how China and America stand."""
    tie = position.trp_start[JAPAN] == position.trp_start[ALLIES]
    found: dict[str, Any] = {"turn": (position.turn, "" if tie else first_player(position, JAPAN))}
    for side in SIDES:
        found[f"rp {side}"] = position.rp[side]
        found[f"stacks {side}"] = position.stacks[side]
    return {**found, "china": position.china_surrendered, "america": position.america == NEUTRAL}


def changed_hands(start: Position, end: Position) -> Iterator[tuple[str, str, str]]:
    """Ports, airfields and supply sources that somebody else controls: hex, side before and side after."""
    for number, hexagon in end.data.map.hexes.items():
        if hexagon.site or hexagon.source:
            was, now = controller(start, number), controller(end, number)
            if was != now:
                yield number, was, now


# -- in words ---------------------------------------------------------------------------------------------------


def _head(what: str) -> tuple[str, str, str]:
    return what, say.term("column", "From"), say.term("column", "To")


class _Row(NamedTuple):
    """Counters that go from one place to another together, with what puts them in order: moves, flips, arrivals,
    losses; then the hexes."""

    order: tuple[int, str, str]
    start: str
    goal: str


def _units(position: Position, found: Iterable[Moved]) -> Iterator[Block]:
    """The counters of a side, those of one way together."""
    rows: dict[_Row, list[Unit]] = {}
    for moved in found:
        rows.setdefault(_row(position, moved), []).append(moved.after)
    if rows:
        yield Columns(say("Units"), _head(say.term("column", "Counters")),
                      tuple((_who(rows[row]), row.start, row.goal) for row in sorted(rows)))


def _row(position: Position, moved: Moved) -> _Row:
    before, after = moved
    start, goal = _where(position, before, after), _where(position, after, before)
    stays = _spot(before) == _spot(after)
    if moved.flipped:
        side_up = say("flip to full") if after.full else say("flip to reduced")
        goal = side_up if stays else say("{place}, {flip}", place=goal, flip=side_up)
    order = (3 if after.status != MAP else 2 if before.status != MAP else 1 if stays else 0)
    return _Row((order, before.hex, after.hex), start, goal)


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
    groups: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for unit in units:
        name = unit_id(unit) if unit.status == MAP else unit.id
        groups[unit.kind].append(say("{unit} on {ship}", unit=name, ship=unit.aboard) if unit.aboard else name)
    return listing(say("{n} {kind} ({units})", n=len(names), kind=word("kind", kind), units=listing(names))
                   for kind, names in groups.items() if names)


def _bases(position: Position, built: tuple[str, ...], removed: tuple[str, ...]) -> Iterator[Block]:
    rows = []
    if built:
        rows.append((_number(built), OFF, places(position, built)))
    if removed:
        rows.append((_number(removed), places(position, removed), OFF))
    if rows:
        yield Columns(say("Logistics bases"), _head(say.term("column", "Markers")), tuple(rows))


def _number(hexes: tuple[str, ...]) -> str:
    return say.plural(len(hexes), "{n} logistics base", "{n} logistics bases")


def _markers(position: Position, found: Changes) -> Iterator[Block]:
    """The markers that belong to nobody, and who controls what, for those who mark it with flags."""
    rows = [_track(position, what, before, after) for what, (before, after) in found.tracks.items()]
    battle = say("Continuing battle")
    if found.marked:
        rows.append((battle, OFF, places(position, found.marked)))
    if found.ended:
        rows.append((battle, places(position, found.ended), OFF))
    if rows:
        yield Columns("", _head(say.term("column", "Marker")), tuple(rows))
    if found.control:
        yield Columns(say("Control"), _head(say.term("column", "Place")),
                      tuple((place(position, number), side_name(was), side_name(now))
                            for number, was, now in found.control))


def _track(position: Position, what: str, before: Any, after: Any) -> tuple[str, str, str]:
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
