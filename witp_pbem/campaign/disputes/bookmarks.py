"""Names for points of a campaign."""

from __future__ import annotations

from pathlib import Path

from witp_pbem.campaign.folder import points
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.record.entries import Bookmark
from witp_pbem.campaign.record.logbook import BOOKMARK, CLOSED
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.columns import is_seen
from witp_pbem.table.language import say

LONGEST = 60  # characters


class CannotMark(Refusal):
    """A bookmark cannot have this name, or cannot stand there."""

    exit_code = USAGE


def bookmark(folder: Path, name: str, at: str) -> Bookmark:
    """Names a point, by default how things stand now.

    Raises:
        CannotMark: the name is taken, too long, or reads like another point.
        NoSuchPoint: there is none.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    words = " ".join(name.split())
    if not points.is_name(words) or len(words) > LONGEST or not is_seen(words):
        raise CannotMark(say('"{name}" cannot be the name of a bookmark: use up to {limit} characters that do not '
                             'read like "turn 3", "sitting 12" or "entry 34".', name=words, limit=LONGEST))
    with writing(folder) as campaign:
        taken = [entry for entry in campaign.entries if entry["type"] == BOOKMARK
                 and entry["name"].casefold() == words.casefold()]
        if taken:
            raise CannotMark(say('There is already a bookmark "{name}" (entry {entry}); choose another name.',
                                 name=words, entry=taken[0]["n"]))
        at = f"entry {at}" if at.isdecimal() else at
        to = points.find(campaign, at) if at else {"entry": campaign.entries[-1]["n"], "acts": None}
        if campaign.entries[to["entry"]]["type"] == CLOSED:
            raise CannotMark(say("The next sitting has been closed already: its dice may be known. Adjudicate first."))
        (recorded,) = campaign.add((BOOKMARK, {"name": words, "to": to}))
        assert recorded["type"] == BOOKMARK
        return recorded
