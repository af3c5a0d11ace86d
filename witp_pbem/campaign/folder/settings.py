"""What each copy of a campaign is set to, apart from the record: the language of each player (settings.json)."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.record import disk, private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import LANGUAGES, language, say, speaking

FILE = "settings.json"


class BadSettings(Refusal):
    """The settings file is damaged."""


def languages(folder: Path) -> dict[str, str]:
    """The language set for each side or seat: code by side.

    Raises:
        BadSettings: the file is not what `set_language` writes.
    """
    path = folder / FILE
    try:
        found = json.loads(path.read_bytes())["languages"] if path.is_file() else {}
        if not all(isinstance(side, str) and code in LANGUAGES for side, code in found.items()):
            raise ValueError
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise BadSettings(say('"{file}" is damaged. Remove it, and set the languages anew with the command '
                              '"language".', file=path)) from error
    return dict(found)


def language_of(campaign: Campaign, side: str) -> str:
    """The language set for a side's player, also where they were named by their seat; "" where none is."""
    chosen = languages(campaign.folder)
    return chosen.get(side) or chosen.get(campaign.founded_as(side), "")


def speaking_to(campaign: Campaign, side: str) -> AbstractContextManager[None]:
    """Speaks the language of a side's player for a while; where none is set, the one spoken anyway."""
    return speaking(language_of(campaign, side) or language())


def set_language(folder: Path, side: str, code: str) -> None:
    """Sets the language of a side's player.

    Raises:
        BadSettings: see `languages`. Busy, ReadOnly: see `locked`. NotWritten: the disk did not take it.
    """
    with locked(folder) if (folder / private.FOLDER).is_dir() else nullcontext():
        chosen = {**languages(folder), side: code}
        record = {"languages": dict(sorted(chosen.items()))}
        disk.write(folder / FILE, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())
