"""What is wrong with a map that somebody drew: hexes, what lies between them, sea areas, sheets and countries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from witp_pbem.games.common.hexmap import HexMap, cells, is_number
from witp_pbem.games.common.validation import Fault, shown
from witp_pbem.games.wif_land.board import counters
from witp_pbem.games.wif_land.board.map import SIDES_OF_HEXES, Pair, pair
from witp_pbem.games.wif_land.board.own_files import MAP
from witp_pbem.games.wif_land.board.state import SIDES
from witp_pbem.games.wif_land.validation.reader import SOME, Reader, nearest, off_map
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.language import listing
from witp_pbem.table.tuples import NamedTuple

FIELDS = ("format", "name", "grid", "scale", "sheet", "sheets", "countries", "sea_areas", "hexes", "hexsides")
GRID = ("numbering", "orientation", "lower_columns", "columns", "rows")
HEX = ("terrain", "name", "ja", "city", "port", "coast", "sea_area", "blue_factories", "sheet", "zone", "at")
AREA = ("name", "hexes", "bombardment")
SECTIONS = ("0", "1", "2", "3", "4")
CCRR, FREE = "CCRR", "free"
LOWER = ("even", "odd")  # columns
SEA, RAIL, FORT, IMPASSABLE = "sea", "rail", "fort", "impassable"
MOST_HEXES, FARTHEST, HIGHEST = 20_000, 999, 20  # hexes of a map, a column or row, a modifier
MOST_FACTORIES = 2  # in a city (wif rail.h)

Cell = tuple[int, int]


class Drawn(NamedTuple):
    """A map as far as it can be read.

    Attributes:
        reader: collects what is wrong.
        record: as written. terrain: the kinds of terrain in force.
        grid, areas: headings of it.
        hexes: the entries of hexes by id.
        cells: column and row of those of which that is known. board: who lies beside whom among them.
    """

    reader: Reader
    record: Mapping[str, Any]
    terrain: Mapping[str, Any]
    grid: Mapping[str, Any]
    areas: Mapping[str, Any]
    hexes: Mapping[str, Mapping[str, Any]]
    cells: Mapping[str, Cell]
    board: HexMap

    def is_sea(self, name: str) -> bool:
        return self.hexes[name].get("terrain") == SEA

    def is_land(self, name: str) -> bool:
        """Whether land units can be in a hex."""
        return bool(self.terrain.get(str(self.hexes[name].get("terrain")), {}).get("movement"))


def map_faults(name: str, record: Any, ground: Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a map.

    Args:
        ground: the record of terrain, hexsides and scales in force.
    """
    reader = Reader("maps", "maps", name)
    table = reader.table(record, FIELDS)
    if not table:
        return reader.faults
    if "format" in table:
        reader.wrong(("format",), say("must be {format}", format=MAP))
    if "name" in table:
        reader.name(table["name"], "name")
    reader.one_of(table.get("scale"), [scale for scale in ground["scales"] if scale != "source"], "scale")
    if "hexes" not in table:
        reader.wrong((), say("lists no hexes"))
        return reader.faults
    drawn = _drawn(reader, table, ground["terrain"])
    for check in (_check_hexes, _check_whole, _check_areas, _check_sides, _check_countries, _check_sheets):
        check(drawn)
    return reader.faults


# -- the grid -------------------------------------------------------------------------------------------------------


def _drawn(reader: Reader, record: Mapping[str, Any], terrain: Mapping[str, Any]) -> Drawn:
    grid = reader.table(record.get("grid", {}), GRID, "grid")
    for field, words in (("numbering", (CCRR, FREE)), ("orientation", ("flat-top",)), ("lower_columns", LOWER)):
        if field in grid:
            reader.one_of(grid[field], words, "grid", field)
    for field in ("columns", "rows"):
        if field in grid and not _is_range(grid[field]):
            reader.wrong(("grid", field), say("must be the first and the last one, such as [1, 7], not {value}",
                                              value=shown(grid[field])))
    listed = reader.entries(record["hexes"], "hexes")
    if len(listed) > MOST_HEXES:
        reader.wrong(("hexes",), say("has {count} hexes; at most {limit} are read", count=len(listed),
                                     limit=MOST_HEXES))
        listed = {}
    hexes = {name: reader.table(entry, HEX, "hexes", name) for name, entry in listed.items()}
    placed = _placed(reader, grid, hexes)
    return Drawn(reader, record, terrain, grid, reader.entries(record.get("sea_areas", {}), "sea_areas"), hexes, placed,
                 HexMap(placed, "odd" if grid.get("lower_columns") == "odd" else "even"))


def _is_range(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(end) is int and 0 <= end <= FARTHEST
                                                               for end in value) and value[0] <= value[1]


def _placed(reader: Reader, grid: Mapping[str, Any], hexes: Mapping[str, Mapping[str, Any]]) -> dict[str, Cell]:
    """Column and row of the hexes of which they can be known, no two hexes at one place."""
    placed: dict[str, Cell] = {}
    taken: dict[Cell, str] = {}
    for name, entry in hexes.items():
        cell = _cell(reader, grid, name, entry)
        if cell is None:
            continue
        if cell in taken:
            reader.wrong(("hexes", name), say("lies at the same place as {hex}", hex=taken[cell]))
            continue
        for field, number in zip(("columns", "rows"), cell, strict=True):
            bounds: Any = grid.get(field)
            if _is_range(bounds) and not bounds[0] <= number <= bounds[1]:
                reader.wrong(("hexes", name), say(
                    "lies off the grid, whose columns are {columns} and whose rows are {rows}",
                    columns=_span(grid.get("columns")), rows=_span(grid.get("rows"))))
                break
        placed[name] = cell
        taken[cell] = name
    return placed


def _span(bounds: Any) -> str:
    return say("{first} to {last}", first=bounds[0], last=bounds[1]) if _is_range(bounds) else "…"


def _cell(reader: Reader, grid: Mapping[str, Any], name: str, entry: Mapping[str, Any]) -> Cell | None:
    """Column and row of a hex: by its number, or as it says itself."""
    if grid.get("numbering", CCRR) != FREE:
        if is_number(name):
            return cells([name])[name]
        reader.wrong(("hexes", name), say("must be the four digits of a hex, column and row, such as 0303 (or the grid "
                                          "says numbering: free, and each hex where it is: at: [3, 3])"))
        return None
    at = entry.get("at")
    if isinstance(at, list) and len(at) == 2 and all(type(number) is int and 0 <= number <= FARTHEST for number in at):
        return at[0], at[1]
    reader.wrong(("hexes", name, "at"), say("must be the column and the row of the hex, such as [3, 3]"))
    return None


def _check_whole(drawn: Drawn) -> None:
    """What is on a sheet is of one piece, though it be by hexes of others; and a map has no holes."""
    pieces = _pieces(drawn.board, [*drawn.cells])
    sheets: dict[str, list[str]] = {}
    for name in drawn.cells:
        sheets.setdefault(str(drawn.hexes[name].get("sheet")), []).append(name)
    for own in sheets.values():
        parts = [part for piece in pieces if (part := piece.intersection(own))]
        for part in sorted(parts, key=len, reverse=True)[1:]:
            drawn.reader.wrong(("hexes", min(part)), say.plural(
                len(part), "touches no other hex of the map, which must be of one piece",
                "is one of {n} hexes that touch no other hex of the map, which must be of one piece"))
    for cell in _holes(drawn):
        number = f"{cell[0]:02}{cell[1]:02}" if drawn.grid.get("numbering", CCRR) == CCRR else str([*cell])
        drawn.reader.wrong(("hexes",), say(
            "has a hole at {hex}, with hexes all round it: list that one, too, as sea or lake if no land unit can "
            "enter it", hex=number))


def _pieces(board: HexMap, hexes: Sequence[str]) -> list[set[str]]:
    """Hexes by what hangs together."""
    left, pieces = set(hexes), list[set[str]]()
    for start in hexes:
        if start not in left:
            continue
        edge, piece = [start], {start}
        left.discard(start)
        while edge:
            fresh = [other for other in board.neighbours(edge.pop()) if other in left]
            left.difference_update(fresh)
            piece.update(fresh)
            edge += fresh
        pieces.append(piece)
    return pieces


def _holes(drawn: Drawn) -> Iterator[Cell]:
    """Places within the map that no hex takes: those no way leads to from outside of it."""
    taken = set(drawn.cells.values())
    if not taken:
        return
    columns, rows = sorted(column for column, _ in taken), sorted(row for _, row in taken)
    around = product(range(columns[0] - 1, columns[-1] + 2), range(rows[0] - 1, rows[-1] + 2))
    free = {str(cell): cell for cell in around if cell not in taken}
    for piece in _pieces(HexMap(free, drawn.board.lower), [*free]):
        if str((columns[0] - 1, rows[0] - 1)) not in piece:
            yield from sorted(free[name] for name in piece)


# -- hexes ----------------------------------------------------------------------------------------------------------


def _check_hexes(drawn: Drawn) -> None:
    reader = drawn.reader
    for name, entry in drawn.hexes.items():
        at = ("hexes", name)
        if not isinstance(drawn.record["hexes"][name], Mapping):
            continue
        if "terrain" not in entry:
            reader.wrong(at, say("has no terrain; there are {words}", words=listing(_terrains(drawn))))
        else:
            reader.one_of(entry["terrain"], _terrains(drawn), *at, "terrain")
        reader.flags(entry, ("city", "port"), *at)
        if "name" in entry:
            reader.name(entry["name"], *at, "name")
        for field in ("zone", "sheet", "ja"):
            if field in entry and not isinstance(entry[field], str):
                reader.wrong((*at, field), say("must be a text, not {value}", value=shown(entry[field])))
        if "blue_factories" in entry and reader.whole(entry["blue_factories"], 0, MOST_FACTORIES, *at,
                                                      "blue_factories") and not entry.get("city"):
            reader.wrong((*at, "blue_factories"), say("must stand in a city (wif rail.h): add city: true"))
        _check_waters(drawn, name, entry)


def _terrains(drawn: Drawn) -> list[str]:
    return [kind for kind in drawn.terrain if kind != "source"]


def _check_waters(drawn: Drawn, name: str, entry: Mapping[str, Any]) -> None:
    """Sea hexes are sea alone; a coast is beside a hex of its sea area."""
    reader, at = drawn.reader, ("hexes", name)
    if drawn.is_sea(name):
        for field in ("city", "port", "coast", "blue_factories"):
            if entry.get(field):
                reader.wrong((*at, field), say("must not be in a hex that is all sea"))
    if "sea_area" in entry and reader.known(entry["sea_area"], drawn.areas, _no_area, *at, "sea_area") and (
            not drawn.is_sea(name)):
        reader.wrong((*at, "sea_area"), say("is of sea hexes alone; a land hex on it has it as its coast"))
    neighbours = drawn.board.neighbours(name) if name in drawn.cells else ()
    beside = [drawn.hexes[other].get("sea_area") for other in neighbours]
    for number, area in enumerate(reader.items(entry.get("coast", []), *at, "coast")):
        if reader.known(area, drawn.areas, _no_area, *at, "coast", number) and area not in beside:
            reader.wrong((*at, "coast", number), say(
                "names {area}, but no hex of that sea area lies beside this one; beside it are {hexes}", area=area,
                hexes=_listed(neighbours)))


def _no_area(name: str) -> str:
    return say("names {area}, which is no sea area of the map", area=name)


def _listed(hexes: Iterable[str]) -> str:
    """Some hexes of a list."""
    known = [*hexes]
    return listing(known[:SOME]) + (" …" if len(known) > SOME else "") if known else say("none")


def _check_areas(drawn: Drawn) -> None:
    reader = drawn.reader
    for name, written in drawn.areas.items():
        at = ("sea_areas", name)
        entry = reader.table(written, AREA, *at)
        if "name" in entry:
            reader.name(entry["name"], *at, "name")
        for number, hex in enumerate(reader.items(entry.get("hexes", []), *at, "hexes")):
            if reader.known(hex, drawn.hexes, off_map, *at, "hexes", number) and (
                    drawn.hexes[hex].get("sea_area") != name):
                reader.wrong((*at, "hexes", number), say(
                    "names {hex}, which is no sea hex of this area: write there terrain: sea, sea_area: {area}",
                    hex=hex, area=name))
        if not any(hex.get("sea_area") == name for hex in drawn.hexes.values()):
            reader.wrong(at, say("has no hex: no hex of the map says sea_area: {area}", area=name))
        for section, value in reader.entries(entry.get("bombardment", {}), *at, "bombardment").items():
            if reader.one_of(section, SECTIONS, *at, "bombardment", section):
                _check_section(reader, value, *at, "bombardment", section)


def _check_section(reader: Reader, value: Any, *at: str) -> None:
    """A section of a sea box: its modifier, and whether it has a star."""
    if not isinstance(value, Mapping):
        reader.wrong(at, say('must be a number, with a star where it has one, such as "3*", not {value}',
                             value=shown(value)))
        return
    reader.table(value, ("modifier", "starred"), *at)
    reader.whole(value.get("modifier"), 0, HIGHEST, *at)
    reader.flags(value, ("starred",), *at)


# -- what lies between hexes ----------------------------------------------------------------------------------------


def _check_sides(drawn: Drawn) -> None:
    reader = drawn.reader
    kinds = (RAIL, *SIDES_OF_HEXES)
    sides = reader.table(drawn.record.get("hexsides", {}), kinds, "hexsides")
    blocked = {side for entry in sides.get(IMPASSABLE) or () if (side := _pair(entry))}
    for kind in kinds:
        seen: dict[Pair, int] = {}
        for number, entry in enumerate(reader.items(sides.get(kind, []), "hexsides", kind)):
            at = ("hexsides", kind, number)
            side = _checked_pair(drawn, entry, at)
            if side is None:
                continue
            if side in seen:
                reader.wrong(at, say("stands twice in the list: {first}-{second} is entry {number}, too",
                                     first=side[0], second=side[1], number=seen[side] + 1))
            seen.setdefault(side, number)
            if kind == RAIL:
                _check_rail(drawn, side, at, blocked)
            if isinstance(entry, Mapping):
                _check_owner(drawn, kind, entry, at)


def _pair(entry: Any) -> Pair | None:
    """The two hexes of an entry, None where it names no two."""
    named = entry.get("pair") if isinstance(entry, Mapping) else entry
    if isinstance(named, list) and len(named) == 2 and all(isinstance(hex, str) for hex in named):
        return pair(*named)
    return None


def _checked_pair(drawn: Drawn, entry: Any, at: tuple[str | int, ...]) -> Pair | None:
    """Two hexes of the map that are neighbours, None where an entry names no such two."""
    side, reader = _pair(entry), drawn.reader
    if side is None:
        reader.wrong(at, say('must be two hexes, such as ["0302", "0303"], not {value}', value=shown(entry)))
        return None
    strange = [hex for hex in side if hex not in drawn.hexes]
    for hex in strange:
        reader.wrong(at, off_map(hex), nearest(hex, drawn.hexes))
    if strange or not all(hex in drawn.cells for hex in side):
        return None
    if side[1] not in drawn.board.neighbours(side[0]):
        reader.wrong(at, say("names {first} and {second}, which are not neighbours; beside {first} are {hexes}",
                             first=side[0], second=side[1], hexes=_listed(drawn.board.neighbours(side[0]))))
        return None
    return side


def _check_rail(drawn: Drawn, side: Pair, at: tuple[str | int, ...], blocked: Iterable[Pair]) -> None:
    """Railways lie on land."""
    for hex in side:
        if str(drawn.hexes[hex].get("terrain")) in drawn.terrain and not drawn.is_land(hex):
            drawn.reader.wrong(at, say("leads into {hex}, which is {terrain}: railways lie on land", hex=hex,
                                       terrain=drawn.hexes[hex]["terrain"]))
    if side in blocked:
        drawn.reader.wrong(at, say("crosses a side that is impassable"))


def _check_owner(drawn: Drawn, kind: str, entry: Mapping[str, Any], at: tuple[str | int, ...]) -> None:
    reader = drawn.reader
    reader.table(entry, ("pair", "owner") if kind == FORT else ("pair",), *at)
    countries = drawn.record.get("countries", {})
    owners = [*SIDES, *counters.powers().values(), *(countries if isinstance(countries, Mapping) else ())]
    if "owner" in entry:
        reader.known(entry["owner"], owners, lambda name: say(
            "names {owner}, which is neither a side nor a power", owner=name), *at, "owner")


# -- countries and sheets -------------------------------------------------------------------------------------------


def _check_countries(drawn: Drawn) -> None:
    reader, owners = drawn.reader, dict[str, str]()
    for country, hexes in reader.entries(drawn.record.get("countries", {}), "countries").items():
        for number, hex in enumerate(reader.items(hexes, "countries", country)):
            at = ("countries", country, number)
            if not reader.known(hex, drawn.hexes, off_map, *at):
                continue
            if hex in owners:
                reader.wrong(at, say("names {hex}, which belongs to {country} already", hex=hex, country=owners[hex]))
            owners[hex] = country


def _check_sheets(drawn: Drawn) -> None:
    """The sheets of hexes are known, and adjoin each other."""
    reader = drawn.reader
    sheets = reader.entries(drawn.record.get("sheets", {}), "sheets")
    known = [*sheets, drawn.record.get("sheet", "")]
    for name, beside in sheets.items():
        for number, other in enumerate(reader.items(beside, "sheets", name)):
            if reader.known(other, sheets, _no_sheet, "sheets", name, number) and name not in sheets[other]:
                reader.wrong(("sheets", name, number), say(
                    "names {other}, which does not name {sheet} as adjoining it", other=other, sheet=name))
    if sheets and "sheet" in drawn.record:
        reader.known(drawn.record["sheet"], sheets, _no_sheet, "sheet")
    for name, entry in drawn.hexes.items():
        if "sheet" in entry:
            reader.known(entry["sheet"], known, _no_sheet, "hexes", name, "sheet")


def _no_sheet(name: str) -> str:
    return say("names {sheet}, which is no sheet of the map", sheet=name)
