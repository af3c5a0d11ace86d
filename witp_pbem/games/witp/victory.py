"""Section 3.2: victory."""

from __future__ import annotations

from witp_pbem.games.witp.events import GameEnded
from witp_pbem.games.witp.state import ALLIES, JAPAN, LAND, Position
from witp_pbem.table.table import Table


class GameOver(Exception):  # noqa: N818 - leaves the phase at once; not an error
    """The game has ended in the middle of a phase (witp 3.2.a)."""


def check(table: Table) -> None:
    """Ends the game if the Allies have won (witp 3.2.a). Called after every change of land units and bases.

    Raises:
        GameOver: the game has ended.
    """
    if table.position.outcome:
        raise GameOver
    if japan_driven_out(table.position):
        end(table, ALLIES, "witp 3.2.b", "driven-out")
    if homeland_invaded(table.position):
        end(table, ALLIES, "witp 3.2.c", "homeland")


def end(table: Table, winner: str, rule: str, reason: str) -> None:
    """Ends the game.

    Raises:
        GameOver: always.
    """
    table.tell(GameEnded(rule, winner, reason))
    raise GameOver


def japan_driven_out(position: Position) -> bool:
    """No Japanese land unit anywhere but in bases of China and the home supply sources (witp 3.2.b, R-25)."""
    board = position.data.map
    homes = board.side_sources(JAPAN)
    for unit in position.on_map():
        if unit.side == JAPAN and unit.kind == LAND and unit.hex not in homes:
            hexagon = board[unit.hex]
            if not ("china" in hexagon.regions and hexagon.site):
                return False
    return True


def homeland_invaded(position: Position) -> bool:
    """An Allied land unit ashore in a home supply source, and an Allied base at Iwo Jima or Okinawa
    (witp 3.2.c, R-26)."""
    board = position.data.map
    if not any(number in position.bases[ALLIES] for number in board.victory_bases):
        return False
    return any(position.ashore(ALLIES, number) for number in board.side_sources(JAPAN))


def last_turn_over(table: Table) -> None:
    """Japan wins if the Allies have not won by the end of the last turn (witp 3.2.e); no draws (witp 3.2.f)."""
    end(table, JAPAN, "witp 3.2.e", "last-turn")

