"""How a campaign stands just before an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry, Founding, Rewind, Sitting, Submission
from witp_pbem.campaign.record.logbook import CLOSED, FOUNDING, REWIND, SITTING, SUBMISSION, WITHDRAWAL
from witp_pbem.table.game import Game
from witp_pbem.table.tuples import NamedTuple


class EntryContext(NamedTuple):
    """What checks look at.

    Attributes:
        game: the game with the data in force.
        entries: the logbook before the entry.
        line: what of it is in force (`branches.line`).
        of_type: the entries of the line by their types: who asks for those of one need not look at all.
        turn: the turn being played.
        senders: name orders are sent under -> name that player was founded under.
    """

    game: Game
    entries: Sequence[Entry]
    line: Sequence[Entry]
    of_type: Mapping[str, Sequence[Entry]]
    turn: int
    senders: Mapping[str, str]

    @property
    def founding(self) -> Founding:
        return logbook.founding(self.entries)

    @property
    def is_chained(self) -> bool:
        """Whether dice come from the chain, rather than being typed in."""
        return self.founding["dice"]["mode"] == "chain"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended: by the last sitting, as no other one follows."""
        return bool(next((entry["outcome"] for entry in reversed(self.line) if entry["type"] == SITTING), None))

    @property
    def last_sitting(self) -> Sitting | Rewind | Founding:
        """The entry orders build on: the last sitting or rewind, or the founding before the first one."""
        last: Sitting | Rewind | Founding = next(
            entry for entry in reversed(self.line) if entry["type"] in (SITTING, REWIND, FOUNDING))
        return last

    @property
    def is_closed(self) -> bool:
        """Whether the next sitting has been closed, and not been held."""
        last = next((entry["type"] for entry in reversed(self.line) if entry["type"] in (CLOSED, SITTING, REWIND)), "")
        return last == CLOSED

    def founded_as(self, side: str) -> str:
        """The name the player of a side was founded under."""
        return self.senders.get(side, side)

    def submissions(self) -> list[Submission]:
        """The submissions for this turn that were not withdrawn, oldest first."""
        gone = {entry["submission"] for entry in self.of_type.get(WITHDRAWAL, ()) if entry["type"] == WITHDRAWAL}
        return [entry for entry in self.of_type.get(SUBMISSION, ()) if entry["type"] == SUBMISSION
                and entry["turn"] == self.turn and entry["n"] not in gone]
