"""What orders were at hand for each sitting of the past.

While orders are sealed a keeper could overlook one, or take silence for an answer. After the end of the game every
order lies open: what was at hand for each sitting is known, and with it the order that had to answer each decision. So
it is for a side's own orders at any time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Source, withdrawals
from witp_pbem.campaign.folder.recorded_rulings import ReadRuling
from witp_pbem.campaign.record.entries import Entry, Sitting
from witp_pbem.campaign.record.logbook import RULING, SUBMISSION
from witp_pbem.campaign.sitting.inputs import InForce, Reader, SentOrders, is_lasting, owes_an_answer
from witp_pbem.table.acts import Answered, Cancelled
from witp_pbem.table.demand import Demand, Order
from witp_pbem.table.game import Game, senders
from witp_pbem.table.pending import Failed, Match, PendingOrders, Undone, open_to_all
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple


class SentFile(NamedTuple):
    """The orders of a submission.

    Attributes:
        number: of its entry.
        turn: the one they are for.
        adds: whether it replaces nothing.
        withdrawn: the number of the entry that took them back, None if none did.
        slips: index of the seal -> slip.
    """

    number: int
    side: str
    turn: int
    adds: bool
    withdrawn: int | None
    slips: dict[int, Mapping[str, Any]]


class FilesRead(NamedTuple):
    """The files of a side that counted for the last sitting looked at, oldest first, and what of them was in force."""

    turn: int
    files: list[SentFile]
    orders: InForce


class PendingAtSittings:
    """What was at hand for every sitting, of the orders that can be read.

    Args:
        opened: source -> slip.
        turns: entry of a sitting -> the turn it began in.
        read: how a slip is read.
    """

    def __init__(self, game: Game, entries: Sequence[Entry], opened: Mapping[Source, Mapping[str, Any]],
                 rulings: Mapping[Source, ReadRuling], turns: Mapping[int, int], read: Reader) -> None:
        self.game = game
        self.entries = entries
        self.rulings = rulings
        self.turns = turns
        self.read = read
        self._files: dict[tuple[str, int], list[SentFile]] = {}  # by side and turn
        self._lasting: dict[str, list[SentFile]] = {}  # files with standing orders, by side
        self._in_force: dict[str, FilesRead] = {}  # by side
        self._lay_out(opened)
        self.used: set[Source] = set()
        self._sitting = -1
        self._pending = PendingOrders()
        self._senders = senders(game)

    def due(self, sitting: Sitting, demand: Demand, table: Table) -> Match | list[Failed]:
        """The order that had to answer a demand of a sitting, as its table stands; else those that would not do."""
        return self._pending_at(sitting, table).find(demand, table.phase, table.position, table.happened)

    def undone(self, sitting: Sitting, demand: Demand, table: Table) -> tuple[Phrase, ...]:
        """What the lists that lay open had left undone where a demand was answered, and nothing more asked of its
        side."""
        return open_to_all(self.all_undone(sitting, demand, table), demand.side, table.happened)

    def all_undone(self, sitting: Sitting, demand: Demand, table: Table) -> list[Undone]:
        """What the lists at hand had left undone where a demand was answered, sealed or not."""
        return self._pending_at(sitting, table).undone(demand, table.phase, table.position, table.happened,
                                                       table.rules.reread)

    def take(self, sitting: Sitting, demand: Demand, answer: Answered, table: Table) -> None:
        """An order has answered a demand of a sitting."""
        pending = self._pending_at(sitting, table)
        for order in [order for order in pending.orders.get(demand.side, ()) if order.source == answer.source]:
            if not (answer.stays or is_lasting(self.game, order)):
                self.used.add(answer.source or (0, 0))
            if not (answer.stays or demand.standing or order.until):
                pending.orders[demand.side].remove(order)

    def end(self, sitting: Sitting, table: Table) -> list[Cancelled]:
        """Takes away the standing orders whose end has come."""
        if not self._lasting:
            return []  # nobody ever gave one
        return self._gone(self._pending_at(sitting, table).end(table.position, table.happened))

    def cancel_illegal(self, sitting: Sitting, demands: Sequence[Demand], table: Table) -> list[Cancelled]:
        """Takes away the orders that were illegal when a sitting ended for want of some decisions."""
        pending = self._pending_at(sitting, table)
        matches = [(demand, pending.find(demand, table.phase, table.position, table.happened)) for demand in demands]
        return self._gone([notice for demand, failed in matches if not isinstance(failed, Match)
                           for notice in pending.cancel_illegal(demand, table.phase, failed)])

    def _gone(self, notices: list[Cancelled]) -> list[Cancelled]:
        self.used.update(notice.source for notice in notices if notice.source)
        return notices

    def _pending_at(self, sitting: Sitting, table: Table) -> PendingOrders:
        if sitting["n"] != self._sitting:
            self._sitting = sitting["n"]
            self._pending = PendingOrders([(side, order) for side in self._senders
                                           for order in (*self._decided(sitting, side), *self._ordered(sitting, side))])
        if int(table.position.turn) != self.turns[sitting["n"]]:
            self._pending.end_turn()
        return self._pending

    def _decided(self, sitting: Sitting, side: str) -> list[Order]:
        """The rulings that stand in for the side's decisions."""
        decided = []
        for source, ruling in self.rulings.items():
            entry = self.entries[source[0]]
            if (ruling.player == side and entry["type"] == RULING and entry["turn"] == self.turns[sitting["n"]]
                    and source[0] < self._until(sitting) and source not in self.used):
                decided.append(ruling.order)
        return decided

    def _lay_out(self, opened: Mapping[Source, Mapping[str, Any]]) -> None:
        """Sorts what was sent by side and turn."""
        gone = withdrawals(self.entries)
        files = {entry["n"]: SentFile(entry["n"], entry["side"], entry["turn"], entry["adds"],
                                      gone.get(entry["n"]), {})
                 for entry in self.entries if entry["type"] == SUBMISSION}
        for (number, index), slip in opened.items():
            if number in files:
                files[number].slips[index] = slip
        for file in files.values():
            self._files.setdefault((file.side, file.turn), []).append(file)
            if any(slips.may_last(slip, self.game) for slip in file.slips.values()):
                self._lasting.setdefault(file.side, []).append(file)

    def _ordered(self, sitting: Sitting, side: str) -> list[Order]:
        """The side's own orders."""
        turn, until = self.turns[sitting["n"]], self._until(sitting)
        today = self._files.get((side, turn), [])
        earlier = [file for file in self._lasting.get(side, ()) if file.turn < turn]
        counted = [file for file in (*earlier, *today)
                   if file.number < until and (file.withdrawn is None or file.withdrawn >= until)]
        if not counted:
            return []
        known = self._in_force.get(side)
        if known is None or known.turn != turn or known.files != counted[:len(known.files)]:
            known = self._in_force[side] = FilesRead(turn, [], InForce(self.game, self.read))
        for file in counted[len(known.files):]:
            known.orders.add(SentOrders(file.number, file.adds, file.slips), file.turn == turn)
            known.files.append(file)
        orders = [order for order in known.orders.listed() if order.source not in self.used]
        if any(order.until for order in orders) and owes_an_answer(self.entries[:until], side):
            return [order for order in orders if not order.until]
        return orders

    def _until(self, sitting: Sitting) -> int:
        """The entry before which a submission must stand to count for a sitting."""
        return int(sitting["n"] if sitting["closed"] is None else sitting["closed"])
