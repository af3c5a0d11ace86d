"""Section 3.2: victory."""

from __future__ import annotations

from operator import attrgetter

from witp_pbem.games.common.position import remembered_everywhere
from witp_pbem.games.common.sequence import GameOver
from witp_pbem.games.witp.board.events import GameEnded, SitesCounted
from witp_pbem.games.witp.board.setup import LAST_TURN
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, LAND, Position, Unit
from witp_pbem.games.witp.rules.chapter_02_components.control import controller
from witp_pbem.table.table import Table


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
    return not still_to_drive_out(position)


@remembered_everywhere("everywhere", attrgetter("here"))
def still_to_drive_out(position: Position, number: str) -> list[Unit]:
    """The Japanese land units in a hex that keep the Allies from winning by witp 3.2.b."""
    hexagon = position.data.map[number]
    if number in position.data.map.side_sources(JAPAN) or ("china" in hexagon.regions and hexagon.site):
        return []
    return position.of(JAPAN, number, LAND)


def homeland_invaded(position: Position) -> bool:
    """An Allied land unit ashore in a home supply source, and an Allied base at Iwo Jima or Okinawa
    (witp 3.2.c, R-26)."""
    board = position.data.map
    if not any(number in position.bases[ALLIES] for number in board.victory_bases):
        return False
    return any(position.ashore(ALLIES, number) for number in board.side_sources(JAPAN))


def last_turn(position: Position) -> int:
    """The last turn of the game: the scenario's, or the one the players have agreed on (witp 13.2.a)."""
    agreed = position.options.get(LAST_TURN)
    return int(agreed or position.data.scenarios[position.scenario]["last_turn"])


def sites_of_japan(position: Position) -> tuple[str, ...]:
    """The hexes whose port or airfield Japan controls, those of Japan included, each once (R-90)."""
    return tuple(number for number in position.data.map.bases if controller(position, number) == JAPAN)


def bid_reckoned(table: Table, bid: int) -> None:
    """At the end of a shortened game the Allies win if Japan controls fewer ports and airfields than were bid, else
    Japan wins (witp 13.2.c, R-90)."""
    held = sites_of_japan(table.position)
    table.tell(SitesCounted("witp 13.2.c", held, bid))
    if len(held) < bid:
        end(table, ALLIES, "witp 13.2.c", "bid-missed")
    end(table, JAPAN, "witp 13.2.c", "bid-kept")


def last_turn_over(table: Table) -> None:
    """Japan wins if the Allies have not won by the end of the last turn; there are no draws (witp 3.2.e-f)."""
    if table.position.bid is not None:
        bid_reckoned(table, table.position.bid)
    end(table, JAPAN, "witp 3.2.e", "last-turn")

