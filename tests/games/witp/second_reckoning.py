"""Routes, air zones and supply once more: from the text of the rules, simple and slow, without the program's own.

The map is read from its file. A world is what stands where; a march changes it hex by hex.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from witp_pbem.games.witp.board.data import FOLDER
from witp_pbem.games.witp.board.state import Position

MAP = json.loads((FOLDER / "map.json").read_text("utf-8"))
HEXES = MAP["hexes"]
LAND_LINKS = {frozenset(entry["pair"]) for entry in MAP["land_links"]}
LAND_SIDES = {frozenset(entry["pair"]) for entry in MAP["land_sides"]}
SOURCES = {"japan": MAP["supply_sources"]["japan"]["hexes"],
           "allies": MAP["supply_sources"]["us"]["hexes"] + MAP["supply_sources"]["uk"]["hexes"]}
ICON = {"japan": "japan", "us": "allies", "uk": "allies", "white": "allies"}
CHINESE = MAP["rule_hexes"]["chinese_zone"]["hexes"]
CLOSED_TO_JAPAN = MAP["rule_hexes"]["japan_may_not_enter_fleets"]["hexes"]
OTHER = {"japan": "allies", "allies": "japan"}


def beside(number: str) -> list[str]:
    """The neighbours of a hex: columns of even number lie half a hex lower."""
    column, row = int(number[:2]), int(number[2:])
    shift = 0 if column % 2 == 0 else -1
    spots = [(column, row - 1), (column, row + 1), (column - 1, row + shift), (column - 1, row + shift + 1),
             (column + 1, row + shift), (column + 1, row + shift + 1)]
    return [name for name in (f"{c:02}{r:02}" for c, r in spots) if name in HEXES]


class Piece(NamedTuple):
    """A counter: its letter is C, N, L or A."""

    id: str
    side: str
    letter: str
    hex: str
    full: bool
    water: str


World = tuple[Piece, ...]


def world(position: Position) -> World:
    """What stands where; nobody is aboard."""
    return tuple(Piece(unit.id, unit.side, unit.kind[0].upper(), unit.hex, unit.full, unit.water)
                 for unit in position.units.values())


def stands(pieces: World, side: str, number: str, letters: str) -> list[Piece]:
    return [piece for piece in pieces if (piece.side, piece.hex) == (side, number) and piece.letter in letters]


def holder(pieces: World, number: str) -> str:
    """Who controls a port or airfield (2.3.3)."""
    owner = ICON.get(HEXES[number].get("owner", ""), "")
    if owner and stands(pieces, OTHER[owner], number, "L") and not stands(pieces, owner, number, "L"):
        return OTHER[owner]
    return owner


def in_zone(pieces: World, side: str, number: str) -> bool:
    """Whether an enemy air unit reaches a hex and no own one in it nullifies that (2.2.3)."""
    if any(piece.full for piece in stands(pieces, side, number, "A")):
        return False
    return any(piece.full for near in beside(number) for piece in stands(pieces, OTHER[side], near, "A"))


def settled(pieces: World) -> World:
    """Without the air units that must fly (8.7.e, 8.7.f): reduced, they reach and nullify nothing wherever they go."""
    return tuple(piece for piece in pieces if piece.letter != "A" or stands(pieces, piece.side, piece.hex, "L") or not (
        stands(pieces, OTHER[piece.side], piece.hex, "L") or holder(pieces, piece.hex) == OTHER[piece.side]))


# -- marches -------------------------------------------------------------------------------------------------------


def stepped(pieces: World, movers: Sequence[str], there: str) -> tuple[int, World]:
    """Land units go one hex: what it costs them, and the world after it (8.4.e-h)."""
    side = next(piece.side for piece in pieces if piece.id in movers)
    cost = 1 + in_zone(pieces, side, there) + bool(HEXES[there].get("jungle"))
    return cost, settled(tuple(piece._replace(hex=there) if piece.id in movers else piece for piece in pieces))


def may_walk(here: str, there: str, chinese: bool, side: str) -> bool:
    """8.5.c, 8.5.d, 12.2.b."""
    return (frozenset((here, there)) in LAND_LINKS and HEXES[there]["terrain"] in ("land", "coastal")
            and (side == "japan" or chinese or there not in CHINESE))


def marches(pieces: World, mover: str) -> dict[str, int]:
    """The least a land unit pays to each hex: all worlds it can bring about are tried until none gets cheaper."""
    start = next(piece for piece in pieces if piece.id == mover)
    least: dict[tuple[str, World], int] = {(start.hex, pieces): 0}
    open_ones = [(start.hex, pieces)]
    while open_ones:
        here, now = open_ones.pop(0)
        if here != start.hex and stands(now, OTHER[start.side], here, "L"):
            continue  # 8.5.f
        for there in beside(here):
            if may_walk(here, there, mover.startswith("CN"), start.side):
                cost, then = stepped(now, [mover], there)
                cost += least[here, now]
                if cost < least.get((there, then), 999):
                    least[there, then] = cost
                    open_ones.append((there, then))
    return _by_hex(((there, cost) for (there, _), cost in least.items()), start.hex)


# -- voyages -------------------------------------------------------------------------------------------------------


def sea_of(number: str, came_from: str) -> str:
    """The sea of a hex with two of them that lies on a neighbour's side (8.7.h)."""
    return next((name for name, side in HEXES[number].get("split", {}).items() if came_from in side), "")


def may_sail(here: str, water: str, there: str, side: str) -> bool:
    """2.3.2.c, 8.5.i, 8.5.k, 8.7.h."""
    if HEXES[there]["terrain"] not in ("coastal", "sea") or frozenset((here, there)) in LAND_SIDES:
        return False
    if side == "japan" and there in CLOSED_TO_JAPAN:
        return False
    return not (water and sea_of(here, there) != water) and not (HEXES[there].get("split") and not sea_of(there, here))


def voyages(pieces: World, mover: str) -> dict[str, int]:
    """The least a fleet unit pays to each hex."""
    unit = next(piece for piece in pieces if piece.id == mover)
    least = {(unit.hex, unit.water): 0}
    open_ones = [(unit.hex, unit.water)]
    while open_ones:
        here, water = open_ones.pop(0)
        if here != unit.hex and not goes_on(pieces, unit, here, water):
            continue
        for there in beside(here):
            if may_sail(here, water, there, unit.side):
                spot, cost = (there, sea_of(there, here)), least[here, water] + 1 + in_zone(pieces, unit.side, there)
                if cost < least.get(spot, 999):
                    least[spot] = cost
                    open_ones.append(spot)
    return _by_hex(((there, cost) for (there, _), cost in least.items()), unit.hex)


def goes_on(pieces: World, unit: Piece, here: str, water: str) -> bool:
    """8.5.l and its exception, 8.5.h: own fleets that stay are as strong as the enemy's."""
    def fleets(side: str) -> list[Piece]:
        return [piece for piece in stands(pieces, side, here, "CN") if piece.water == water and piece.id != unit.id]

    def strength(side: str) -> int:
        return sum({"C": 2, "N": 1}[piece.letter] for piece in fleets(side) if piece.full)

    return not fleets(OTHER[unit.side]) or bool(fleets(unit.side)) and strength(unit.side) >= strength(OTHER[unit.side])


def _by_hex(costs: Iterator[tuple[str, int]], start: str) -> dict[str, int]:
    cheapest: dict[str, int] = {}
    for number, cost in costs:
        if number != start:
            cheapest[number] = min(cost, cheapest.get(number, cost))
    return cheapest


# -- supply --------------------------------------------------------------------------------------------------------


def supplied(pieces: World, unit: Piece, bases: Sequence[str]) -> bool:
    """7.1 and 7.3, after turn 1."""
    home = HEXES[unit.hex].get("auto_supply")
    if unit.id.startswith("CN") or unit.side == "allies" and home in ("usa", "australia", "india", "new_zealand"):
        return True
    good = {*bases, *(source for source in SOURCES[unit.side] if holder(pieces, source) in ("", unit.side))}
    if unit.hex in good or good & set(beside(unit.hex)):
        return True
    return any(good & set(beside(between)) for between in beside(unit.hex) if is_open(pieces, unit.side, between))


def is_open(pieces: World, side: str, number: str) -> bool:
    """7.1.c to 7.1.f."""
    base = HEXES[number].get("site", "none") != "none"
    return not (HEXES[number]["terrain"] == "mountain" or stands(pieces, OTHER[side], number, "CNLA")
                or base and holder(pieces, number) == OTHER[side] or in_zone(pieces, side, number))
