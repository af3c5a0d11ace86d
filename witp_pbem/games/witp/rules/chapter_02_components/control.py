"""Who controls ports, airfields and supply sources (witp 2.3.3, 2.3.4; R-10, R-11)."""

from __future__ import annotations

from operator import attrgetter

from witp_pbem.games.common.position import remembered_everywhere, remembered_there
from witp_pbem.games.witp.board.map import OWNER_SIDE
from witp_pbem.games.witp.board.state import ENEMY, Position, Side


@remembered_there("local")
def controller(position: Position, number: str) -> str:
    """The side that controls the port, airfield or supply source of a hex, "" if the hex has none.

    The icon's side, unless only enemy land units are ashore there (witp 2.3.3.b-f, R-10). Air units, fleets, logistics
    bases and land units aboard transports do not count. It is asked anew whenever it matters, so that control changes
    at once, also in the middle of a move (witp 2.3.3.d).
    """
    hexagon = position.data.map[number]
    owner = OWNER_SIDE.get(hexagon.owner or hexagon.source, "")
    if not owner:
        return ""
    enemy = ENEMY[owner]
    if position.ashore(enemy, number) and not position.ashore(owner, number):
        return enemy
    return owner


@remembered_everywhere("everywhere", attrgetter("data.map.owned"))
def held_by(position: Position, side: Side, number: str) -> bool:
    """Whether a side controls the port, airfield or supply source of a hex."""
    return controller(position, number) == side


def is_enemy_base(position: Position, side: Side, number: str) -> bool:
    """Whether a port or airfield under enemy control stands in the hex (witp 6.3.d, 7.1.e)."""
    return bool(position.data.map[number].site) and controller(position, number) == ENEMY[side]


def is_friendly_base(position: Position, side: Side, number: str) -> bool:
    """Whether the side controls and may use a port or airfield in the hex; a port serves aircraft too (witp 2.3.3.a).

    The Chinese airfield of Chungking serves neither American nor British units (R-10, witp 12.2.b).
    """
    hexagon = position.data.map[number]
    if not hexagon.site or controller(position, number) != side:
        return False
    return not (side == "allies" and hexagon.chinese)


def is_friendly_port(position: Position, side: Side, number: str) -> bool:
    """Whether fleets of the side can lie in a port of the hex; an airfield is none (witp 2.3.3.a)."""
    return position.data.map[number].site == "port" and is_friendly_base(position, side, number)


def working_sources(position: Position, side: Side) -> tuple[str, ...]:
    """The side's printed supply sources that it still controls (R-11)."""
    return tuple(number for number in position.data.map.side_sources(side)
                 if controller(position, number) == side)


def is_working_source(position: Position, side: Side, number: str) -> bool:
    """Whether a hex is one of the printed supply sources a side still controls (R-11)."""
    return number in position.data.map.side_sources(side) and controller(position, number) == side


@remembered_there("local")
def is_haven(position: Position, side: Side, number: str) -> bool:
    """A friendly-controlled port or supply source, where fleets may end a turn (witp 10.2.b)."""
    return is_friendly_port(position, side, number) or is_working_source(position, side, number)


def occupied_alone(position: Position, side: Side, number: str) -> bool:
    """Whether land units of the side, and none of the enemy, are ashore (witp 12.3.b, 12.4.a; R-89)."""
    return bool(position.ashore(side, number)) and not position.ashore(ENEMY[side], number)
