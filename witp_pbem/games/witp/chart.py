"""The map at one moment, as the report room draws it."""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.witp.control import controller
from witp_pbem.games.witp.map import OWNER_SIDE
from witp_pbem.games.witp.phrases import side_name, unit_id, when
from witp_pbem.games.witp.state import KINDS, SIDE_OF, SIDES, Position
from witp_pbem.games.witp.wording import word
from witp_pbem.table.chart import Cell, Chart, Depot, Sheet, Stack
from witp_pbem.table.story import Happening

SIGNS = {"carrier": "CV", "naval": "N", "land": "L", "air": "A"}


def chart(position: Position, happenings: Sequence[Happening] = (), side: str = "") -> Chart:
    """The map at a position, with the movements and battles of some happenings."""
    return Chart(
        when(position), sheet(position), tuple((side, side_name(side)) for side in SIDES), tuple(_stacks(position)),
        tuple(Depot(number, side, "") for side in SIDES for number in position.bases[side]),
        continuing=tuple(position.continuing))


def sheet(position: Position) -> Sheet:
    """The map itself."""
    board = position.data.map
    cells = []
    for number, hexagon in sorted(board.hexes.items()):
        terrain = "shallows" if hexagon.terrain == "coastal" else hexagon.terrain
        cells.append(Cell(
            number, hexagon.name, terrain, hexagon.jungle, hexagon.site,  # type: ignore[arg-type]
            OWNER_SIDE.get(hexagon.owner, ""), OWNER_SIDE.get(hexagon.source, ""),
            controller(position, number) if hexagon.site or hexagon.source else ""))
    return Sheet(board.lower, tuple(cells), tuple(tuple(sorted(pair)) for pair in board.land_links),
                 tuple(tuple(sorted(pair)) for pair in board.land_sides))


def _stacks(position: Position) -> list[Stack]:
    found = []
    for number in sorted(position.here):
        for side in SIDES:
            for nation in SIDE_OF:
                for kind in KINDS:
                    units = [unit for unit in position.of(side, number, kind) if unit.nation == nation]
                    if units:
                        found.append(Stack(
                            number, side, nation, word("country", nation), kind, word("kind", kind), SIGNS[kind],
                            tuple(unit_id(unit) for unit in units), sum(not unit.full for unit in units),
                            sum(bool(unit.aboard) for unit in units)))
    return found
