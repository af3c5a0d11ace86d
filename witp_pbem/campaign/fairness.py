"""After the end of a game, when every order lies open: whether each sitting used the orders it had to use.

While orders are sealed a keeper could overlook one, or take silence for an answer. Afterwards what was at hand for
each sitting is known, and with it the order that had to answer each decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from witp_pbem.campaign import slips
from witp_pbem.campaign.campaign import Source
from witp_pbem.campaign.hand import latest
from witp_pbem.campaign.logbook import SUBMISSION, Entry
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.game import Game
from witp_pbem.table.table import speaks_of


class Due(NamedTuple):
    """What had to answer a decision: an order, or None; `refused` if one was at hand that would not do."""

    order: Order | None
    refused: bool = False


class Hands:
    """What was at hand for every sitting of a finished game."""

    def __init__(self, game: Game, entries: Sequence[Entry], slips_: Mapping[Source, Mapping[str, Any]],
                 rulings: Mapping[Source, Order], turns: Mapping[int, int]) -> None:
        self.game = game
        self.entries = entries
        self.slips = slips_
        self.rulings = rulings
        self.turns = turns
        self.used: set[Source] = set()
        self._sitting = -1
        self._hands: dict[str, list[Order]] = {}

    def due(self, sitting: Entry, turn: int, demand: Demand, phase: str) -> Due:
        """What had to answer a demand of a sitting, at a moment of a turn."""
        refused = False
        for order in self._hand(sitting, demand.side) if turn == self.turns[sitting["n"]] else ():
            if not speaks_of(order, demand, phase):
                continue
            if isinstance(demand.judge(order), Understood):
                return Due(order)
            refused = True
            if not demand.standing:
                break
        return Due(None, refused)

    def take(self, sitting: Entry, demand: Demand, source: Source) -> None:
        """An order has answered a demand of a sitting."""
        hand = self._hand(sitting, demand.side)
        for order in [order for order in hand if order.source == source]:
            if order.keyword not in self.game.standing:
                self.used.add(source)
            if not demand.standing:
                hand.remove(order)

    def _hand(self, sitting: Entry, side: str) -> list[Order]:
        if sitting["n"] != self._sitting:
            self._sitting, self._hands = sitting["n"], {}
        if side not in self._hands:
            self._hands[side] = [*self._decided(sitting, side), *self._ordered(sitting, side)]
        return self._hands[side]

    def _decided(self, sitting: Entry, side: str) -> list[Order]:
        """The rulings that stand in for the side's decisions."""
        found = []
        for source, ruling in self.rulings.items():
            entry, decided = self.entries[source[0]], self.game.ruling_for(ruling)
            if (decided is not None and decided[0] == side and entry["turn"] == self.turns[sitting["n"]]
                    and source[0] < self._until(sitting) and source not in self.used):
                found.append(decided[1]._replace(source=source))
        return found

    def _ordered(self, sitting: Entry, side: str) -> list[Order]:
        """The side's own orders."""
        counted = [entry["n"] for entry in self.entries[:self._until(sitting)]
                   if entry["type"] == SUBMISSION and entry["side"] == side
                   and entry["turn"] == self.turns[sitting["n"]]]
        contents: dict[int, dict[int, dict[str, Any]]] = {number: {} for number in counted}
        for (number, index), slip in self.slips.items():
            if number in contents:
                contents[number][index] = dict(slip)
        orders = [slips.order(slip, self.game, source) for source, slip in latest(contents.items())
                  if source not in self.used]
        return [order for order in orders if isinstance(order, Order)]

    def _until(self, sitting: Entry) -> int:
        """The entry before which a submission must stand to count for a sitting."""
        return int(sitting["n"] if sitting["closed"] is None else sitting["closed"])
