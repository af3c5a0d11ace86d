"""When the desk holds the sittings of a campaign, as its keeper has set it: `sittings.json`, beside the logbook.

    {"adjudicate": "auto", "early": true, "words": 2}

It lies in the public part, because everybody may know it, and binds nobody: the keeper can always hold a sitting.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypedDict

from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.settings import read
from witp_pbem.campaign.record import disk
from witp_pbem.table.language import say
from witp_pbem.table.shape import Between, Matching
from witp_pbem.table.tuples import NamedTuple

FILE = "sittings.json"
AUTO, BY_HAND = "auto", "by hand"
LONGEST = 60  # days


class _Kept(TypedDict):
    """`sittings.json`."""

    adjudicate: Annotated[str, Matching(f"{AUTO}|{BY_HAND}")]
    early: bool
    words: Annotated[int, Between(0, LONGEST)]


class Habits(NamedTuple):
    """When the desk holds a sitting.

    Attributes:
        by_itself: as soon as nobody is waited for; otherwise the keeper types `adjudicate`.
        early: before the deadline, too; otherwise everybody may change their orders until then.
        words: for how many days the first sitting waits for founding words, counted from when the desk first saw the
            campaign.
    """

    by_itself: bool = True
    early: bool = True
    words: int = 2


def of(folder: Path) -> Habits:
    """The habits of a campaign.

    Raises:
        BadSettings: the file is not what `keep` writes.
    """
    record = read(folder / FILE, _Kept, "sittings")
    return Habits(record["adjudicate"] == AUTO, record["early"], record["words"]) if record else Habits()


def keep(folder: Path, habits: Habits) -> None:
    """Sets the habits of a campaign.

    Raises:
        Busy, ReadOnly: see `locked`. NotWritten: the disk did not take it.
    """
    record = {"adjudicate": AUTO if habits.by_itself else BY_HAND, "early": habits.early, "words": habits.words}
    with locked(folder):
        disk.write(folder / FILE, (json.dumps(record, indent=1) + "\n").encode())


def in_words(kept: Habits) -> Iterator[str]:
    """The habits in sentences."""
    if not kept.by_itself:
        yield say("The keeper holds each sitting by hand.")
        return
    yield say("A sitting is held automatically as soon as all orders are in.") if kept.early else say(
        "A sitting is held automatically at the deadline or, where there is none, as soon as all orders are in.")
    yield say.plural(kept.words, "The first dice wait {n} day for founding words.",
                     "The first dice wait {n} days for founding words.")
