"""What a board is: places, who is next to whom, how far it is from one to another, and where each lies on the sheet.

A board holds nothing that changes in play. Ids of places are whatever the game calls them: "0203", "HI",
"Coral Bay". `games/common` has boards ready to use (`hexmap.HexMap`, `pointmap.PointMap`); anything else with these
five members will do.
"""

from __future__ import annotations

from typing import Literal, Protocol

Shape = Literal["hexes", "points"]


class Board(Protocol):
    """The places of a game and how they lie.

    Attributes:
        shape: hexes, which fill the sheet side by side, or points joined by routes.
    """

    @property
    def shape(self) -> Shape: ...

    @property
    def places(self) -> tuple[str, ...]:
        """Every place in play by its id, each once, in the order in which they are listed."""
        ...

    def neighbours(self, place: str) -> tuple[str, ...]:
        """The places in play next to one: hexes that share a side, points with a route between them.

        Raises:
            KeyError: the board has no such place.
        """
        ...

    def distance(self, first: str, second: str) -> int | None:
        """How far it is by the shortest way, whatever lies between: hexes entered, or the lengths of routes added up;
        None where no way leads there.

        Raises:
            KeyError: the board has no such place.
        """
        ...

    def xy(self, place: str) -> tuple[int, int]:
        """Where a place lies: to the right, and down.

        Points lie anywhere; the picture is drawn to their measure. Of hexes, flat-topped, the first number is the
        column and the second counts half hexes: a hex and the one below it are (0, 2) apart, neighbours in other
        columns (1, 1) apart in either direction.

        Raises:
            KeyError: the board has no such place.
        """
        ...
