"""How the sittings of a campaign come about, as its keeper has set it: `sittings.json`, beside the logbook.

    {"adjudicate": "auto", "early": true, "words": 2}

It lies in the public part, because everybody may know it, and binds nobody: the keeper can always hold a sitting.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.folder.settings import BadSettings
from witp_pbem.campaign.record import disk
from witp_pbem.table.language import say

FILE = "sittings.json"
AUTO, BY_HAND = "auto", "by hand"
LONGEST = 60  # days


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
    path = folder / FILE
    if not path.is_file():
        return Habits()
    try:
        found = json.loads(path.read_bytes())
        kept = Habits({AUTO: True, BY_HAND: False}[found["adjudicate"]], found["early"], found["words"])
        if not isinstance(kept.early, bool) or type(kept.words) is not int or not 0 <= kept.words <= LONGEST:
            raise ValueError
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise BadSettings(say('"{file}" is damaged. Remove it, and set the habits of the desk anew with the command '
                              '"sittings".', file=path)) from error
    return kept


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
    yield say("A sitting is held by itself as soon as nobody is waited for.") if kept.early else say(
        "A sitting is held by itself at the deadline, or as soon as nobody is waited for where there is none.")
    yield say.plural(kept.words, "The first dice wait {n} day for founding words.",
                     "The first dice wait {n} days for founding words.")
