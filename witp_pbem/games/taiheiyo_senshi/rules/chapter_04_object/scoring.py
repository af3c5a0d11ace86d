"""Section 4.0: the points of a turn."""

from __future__ import annotations

from collections.abc import Mapping

from witp_pbem.games.taiheiyo_senshi.board.events import Scored
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, JAPAN, SIDES, Position, Side
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.table.table import Table

MOST_BASES = 1  # the point for more bases (senshi 4.0-b)


def port_scores(position: Position) -> Mapping[Side, int]:
    """What each side's ports are worth; one that is held as a base counts for nobody (senshi 2.1.1-a, 4.0-a,
    4.2(3)-b)."""
    return {side: sum(position.data.map[point].score for point in points.own_ports(position, side))
            for side in SIDES}


def base_counts(position: Position) -> Mapping[Side, int]:
    """How many bases each side holds, enemy ports held as bases among them; a port with the Fleet Train is none
    (senshi 4.0-b, C-38)."""
    return {side: sum(1 for point, holder in position.held.items()
                      if holder == side and not points.is_own_port(position, side, point)) for side in SIDES}


def score(table: Table) -> None:
    """Moves the score marker: by the difference of the ports, then by one towards the side with more bases."""
    position = table.position
    ports, bases = port_scores(position), base_counts(position)
    change = ports[JAPAN] - ports[ALLIES]
    change += MOST_BASES * ((bases[JAPAN] > bases[ALLIES]) - (bases[JAPAN] < bases[ALLIES]))
    table.tell(Scored("senshi 4.0-a", ports, bases, change, position.score + change))
