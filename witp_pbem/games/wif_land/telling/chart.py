"""The map at one moment, as the report room draws it: hexes with what lies along their sides, who stands where and who
controls what, moves and attacks, and over it zones of control and lines of supply. All of it lies open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from witp_pbem.games.common.chart import stacks
from witp_pbem.games.common.data import RECONSTRUCTED
from witp_pbem.games.wif_land.board import events as e
from witp_pbem.games.wif_land.board import names
from witp_pbem.games.wif_land.board.map import Hex, WarMap
from witp_pbem.games.wif_land.board.state import ENEMY, MOMENTS, SIDES, Position, Unit
from witp_pbem.games.wif_land.rules import supply, zones
from witp_pbem.games.wif_land.telling.entries import Leg, marches, telling
from witp_pbem.games.wif_land.telling.nouns import side_name, the_side, turned, unit_name, values, when
from witp_pbem.games.wif_land.telling.signs import signs
from witp_pbem.games.wif_land.telling.tellers import spot
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.games.wif_land.words.wording import word
from witp_pbem.table.chart import Area, Arrow, Chart, Edge, Marker, Network, Sheet, Spot
from witp_pbem.table.language import language, listing
from witp_pbem.table.story import Happening

OURS = ("ours", RECONSTRUCTED)  # how the source of a map of ours begins
SHEETS = 64  # kept at hand: a campaign changes little of who controls what from step to step


def chart(position: Position, happenings: Sequence[Happening] = (), side: str = "", *,
          overlaid: bool = True) -> Chart:
    """The map at a position, with the moves and attacks of some happenings.

    Args:
        side: the reader's; it changes nothing, as everything on the map lies open.
        overlaid: with zones of control and lines of supply.
    """
    drawn = signs()
    units = [unit._replace(nation=unit.nation or unit.side) for unit in position.units.values()
             if spot(position, unit.place)]  # one without a power is drawn as its side's
    powers = dict.fromkeys([*drawn.nations, *(unit.nation for unit in units)])
    return Chart(
        title=when(position), sheet=sheet(position), sides=tuple((side, side_name(side)) for side in SIDES),
        stacks=tuple(stacks(units, lambda unit: spot(position, unit.place), SIDES,
                            {power: drawn.nation(power) for power in powers}, drawn.kinds, _remark,
                            name=lambda unit: turned(position, unit), printed=lambda unit: _printed(position, unit))),
        markers=tuple(_markers(position)), arrows=tuple(_arrows(happenings)), clashes=telling.clashes(happenings),
        areas=tuple(_areas(position)) if overlaid else (), networks=tuple(_networks(position)) if overlaid else ())


def _printed(position: Position, unit: Unit) -> str:
    """What stands on a counter, where its name does not say it."""
    return "" if values(unit) in unit_name(position, unit.id) else values(unit)


def _remark(units: Sequence[Unit]) -> str:
    """What of some units the map does not show: aboard, at sea, out of supply."""
    sections = sorted({unit.section for unit in units if unit.section >= 0})
    remarks = [say("in section {number} at sea", number=listing(map(str, sections)))] if sections else []
    if unsupplied := [unit for unit in units if len(unit.unsupplied) == len(MOMENTS)]:
        remarks.append(say.plural(len(unsupplied), "{n} out of supply", "{n} out of supply"))
    return listing(remarks)


# -- the map itself ---------------------------------------------------------------------------------------------


def sheet(position: Position) -> Sheet:
    """The map with who controls its hexes."""
    board = position.map
    return _sheet(board, language(), tuple(
        "" if position.terrain(hex).movement is None else position.control.get(hex, "") for hex in board.hexes))


@lru_cache(maxsize=SHEETS)
def _sheet(board: WarMap, spoken: str, held: tuple[str, ...]) -> Sheet:
    """The map in a language."""
    spots = tuple(_spot(board, printed, side) for printed, side in zip(board.hexes.values(), held, strict=True))
    return Sheet(board.board, spots, tuple(_edges(board)), signs().key, remark=_drawn_by(board),
                 reduced=say("face-down"))


def _drawn_by(board: WarMap) -> str:
    """Who drew a map."""
    if board.source.startswith(OURS):
        return say("This map was drawn by us from geography; it is not the printed one.")
    return say("Map: {source}.", source=board.source) if board.source else ""


def _spot(board: WarMap, printed: Hex, side: str) -> Spot:
    drawn = signs()
    marks = (drawn.city,) * printed.city + (drawn.port,) * printed.port + (drawn.factory,) * bool(printed.factories)
    return Spot(printed.id, names.name(printed), drawn.grounds["sea" if board.is_sea(printed.id) else printed.terrain],
                marks=marks, control=side, facts=tuple(_facts(board, printed)))


def _facts(board: WarMap, printed: Hex) -> Iterator[str]:
    """What is printed in a hex and along its sides."""
    yield say("{terrain}.", terrain=word("terrain", printed.terrain).capitalize())
    if printed.factories:
        yield say.plural(printed.factories, "{n} blue factory.", "{n} blue factories.")
    if printed.coast:
        yield say("Coast: {areas}.", areas=listing(names.name(board.areas[area]) for area in printed.coast
                                                   if area in board.areas))
    for other in board.neighbours(printed.id):
        for kind in board.between(printed.id, other):
            if kind != "all_sea":
                yield say("To {place}: {hexside}.", place=names.hex(board.hexes[other]), hexside=word("hexside", kind))


def _edges(board: WarMap) -> Iterator[Edge]:
    """Railways, and what lies along the sides of hexes; where no sea is between them, land is one."""
    drawn = signs()
    for (first, second), kinds in board.sides.items():
        yield from (Edge(first, second, drawn.hexsides[kind]) for kind in kinds)
    yield from (Edge(first, second, drawn.railway) for first, second in board.rail_pairs)


# -- what stands on it ------------------------------------------------------------------------------------------


def _markers(position: Position) -> Iterator[Marker]:
    for hex, number in position.ruined.items():
        yield Marker(hex, "", signs().ruin, say.plural(number, "{n} destroyed factory", "{n} destroyed factories"))
    for side, sources in position.supply_sources.items():
        for hex in sources:
            yield Marker(hex, side, signs().source, say("Source of supply of {side}", side=the_side(side)))
    for attack in position.attacks:
        if not attack.is_resolved:
            yield Marker(attack.target, position.phasing, signs().target, say("An attack is to be fought here"))


# -- what happened ----------------------------------------------------------------------------------------------


def _arrows(happenings: Sequence[Happening]) -> Iterator[Arrow]:
    """Everybody who went somewhere; the legs of a move are one way."""
    legs: list[Leg] = []
    for happening in happenings:
        if isinstance(happening.act, e.UnitsMoved):
            legs.append(Leg(happening.position_before, happening.act))
        else:
            yield from telling.arrows(happening)
    yield from map(_march, marches(legs))


def _march(legs: Sequence[Leg]) -> Arrow:
    (position, first), last = legs[0], legs[-1].event
    return Arrow(position.units[first.units[0]].side, signs().move, (first.start, *(leg.event.hex for leg in legs)),
                 last.spent, listing(turned(position, position.units[unit]) for unit in first.units))


# -- overlays ---------------------------------------------------------------------------------------------------


def _areas(position: Position) -> Iterator[Area]:
    """The zones of control of each side (W-09)."""
    for side in SIDES:
        yield Area(signs().zones, side, say("Zones of control of {side}", side=the_side(side)),
                   tuple(hex for hex in position.map.hexes
                         if not position.map.is_sea(hex) and zones.in_zone(position, ENEMY[side], hex)))


def _networks(position: Position) -> Iterator[Network]:
    """The lines of supply of each side's units, where they are traced (W-10)."""
    for side in position.supply_sources:
        places = dict.fromkeys(unit.place for unit in position.units.values()
                               if unit.side == side and unit.is_ground and unit.place in position.map.hexes)
        lines = tuple((hex, *line) for hex in places if (line := supply.line(position, side, hex)))
        if lines:
            yield Network(signs().supply, side, say("Lines of supply of {side}", side=the_side(side)), lines)
