"""Table talk: what players say to each other lies sealed with their orders until the next sitting opens it.

Each sitting opens the table talk of all files that count for it, replaced files among them, for what was said is not
taken back by other orders; only a withdrawal before the sitting does that. The reports then tell it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Campaign, Source, withdrawals
from witp_pbem.campaign.record import who_plays
from witp_pbem.campaign.record.entries import Entry, Sitting, Submission
from witp_pbem.campaign.record.logbook import SUBMISSION
from witp_pbem.table.tuples import NamedTuple


class TableTalk(NamedTuple):
    """What a file says to the other players.

    Attributes:
        entry: the number of its submission.
        side: the name it was sent under.
        player: who played that side, "Name <address>", "" where nobody is named.
        lines: its lines, as written.
    """

    entry: int
    side: str
    player: str
    lines: tuple[str, ...]


def until(sitting: Sitting) -> int:
    """The entry before which a submission must stand to count for a sitting."""
    return sitting["n"] if sitting["closed"] is None else sitting["closed"]


def counted(line: Sequence[Entry], before: int) -> list[Submission]:
    """The submissions before an entry that nothing before it takes back."""
    gone = withdrawals(line[:before])
    return [entry for entry in line[:before] if entry["type"] == SUBMISSION and entry["n"] not in gone]


def due(campaign: Campaign) -> Iterator[Source]:
    """The table talk that the sitting to be held opens. (Keeper's copy.)"""
    closed = campaign.closed
    for entry in counted(campaign.line, closed["n"] if closed else len(campaign.line)):
        for index, slip in campaign.contents(entry).items():
            if slips.talk(slip) and (entry["n"], index) not in campaign.state.opened:
                yield entry["n"], index


def opened(sitting: Sitting) -> Mapping[Source, tuple[str, ...]]:
    """The table talk that a sitting opens: of what its players say, and at the end of what was taken back, too."""
    return {(item["entry"], item["index"]): lines for item in sitting["opened"]
            if "index" in item and (lines := slips.talk(item["content"]))}


def of_sitting(campaign: Campaign, sitting: Sitting) -> Iterator[TableTalk]:
    """What the players say to each other in the report on a sitting."""
    lines = opened(sitting)
    if not lines:
        return
    seated = who_plays.current(campaign.entries[:sitting["n"]])
    senders = {entry["n"]: entry["side"] for entry in counted(campaign.line, sitting["n"])}
    for (entry, _), words in lines.items():
        if entry in senders:
            side = senders[entry]
            yield TableTalk(entry, side, seated.get(campaign.founded_as(side), ""), words)
