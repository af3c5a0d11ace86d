"""Section 11.3: American ships return to port."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.nimitz.board.events import ShipsReturned
from witp_pbem.games.nimitz.board.state import HAWAII, JAPAN, RAIDING, US, WEST_COAST, Position
from witp_pbem.table.table import Table

HOME_PORTS = (HAWAII, WEST_COAST)


def play(table: Table) -> None:
    """Ships in the boxes go on to the next one and from the last to Hawaii, ready for the next turn (nimitz 11.3.c);
    those from the map enter the first box of the year (nimitz 11.3.d)."""
    if going := {**_onward(table.position), **_coming(table.position)}:
        table.tell(ShipsReturned("nimitz 11.3.a", going))


def _onward(position: Position) -> Mapping[str, str]:
    """The ships in boxes, with their next one: the campaign has one to three (nimitz 11.3.b)."""
    boxes = position.campaign.boxes
    return {unit.id: after for box, after in zip(boxes, (*boxes[1:], HAWAII), strict=True)
            for unit in position.of(US, box)}


def _coming(position: Position) -> Mapping[str, str]:
    """The ships that are neither in Hawaii nor at the West Coast, or share a point with the enemy, and the submarines
    that raided (nimitz 11.3.a; G-54)."""
    entry = position.campaign.boxes[0]
    leaving = [point for point in position.data.map.points
               if point not in HOME_PORTS or position.of(JAPAN, point)]
    return {unit.id: entry for place in (*leaving, RAIDING) for unit in position.of(US, place) if unit.is_ship}
