"""What each copy of a campaign is set to, apart from the record: the language of each player, and what counts as table
talk (settings.json)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.record import copied, disk, private
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.table.language import LANGUAGES, language, say, speaking
from witp_pbem.table.shape import Matching, ShapeError

FILE = "settings.json"
SAY, ABOVE = "say", "above"  # what players say to each other: lines "Say:" alone, or what stands above orders, too


class _Settings(TypedDict):
    languages: dict[str, Annotated[str, Matching("|".join(LANGUAGES))]]
    talk: NotRequired[Annotated[str, Matching(ABOVE)]]


class BadSettings(Refusal):
    """A file of settings is not what the program writes.

    Args:
        command: sets them anew.
        where: what is wrong, with its place in the file.
    """

    def __init__(self, path: Path, command: str, where: object) -> None:
        super().__init__(say('"{file}" is damaged ({where}). Remove it, and make its settings again with the command '
                             '"{command}".', file=path, where=where, command=command))


def read(path: Path, form: Any, command: str) -> Any:
    """What stands in a file of settings, None where there is none.

    Args:
        form: the type it must have (`table.shape`).
        command: sets it anew.
    Raises:
        BadSettings: it is not of that form.
    """
    try:
        return copied.value(path.read_bytes(), form) if path.is_file() else None
    except ShapeError as fault:
        raise BadSettings(path, command, fault) from None


def languages(folder: Path) -> dict[str, str]:
    """The language set for each player: name -> code of the language.

    Raises:
        BadSettings: the file is not what `set_language` writes.
    """
    record = read(folder / FILE, _Settings, "language")
    return dict(record["languages"]) if record else {}


def language_of(campaign: Campaign, side: str) -> str:
    """The language set for a side's player, also under the name they were founded under; "" where none is."""
    chosen = languages(campaign.folder)
    return chosen.get(side) or chosen.get(campaign.founded_as(side), "")


def speaking_to(campaign: Campaign, side: str) -> AbstractContextManager[None]:
    """Speaks the language of a side's player for a while; where none is set, the one spoken anyway."""
    return speaking(language_of(campaign, side) or language())


def set_language(folder: Path, side: str, code: str) -> None:
    """Sets the language of a side's player.

    Raises:
        BadSettings: see `languages`.
        Busy, ReadOnly: see `locked`.
        NotWritten: the disk did not take it.
    """
    with locked(folder) if (folder / private.FOLDER).is_dir() else nullcontext():
        record = read(folder / FILE, _Settings, "language") or {}
        _write(folder, {**record, "languages": dict(sorted({**record.get("languages", {}), side: code}.items()))})


def is_talk_above(folder: Path) -> bool:
    """Whether what stands above the orders in a mail is told to the other players.

    Raises:
        BadSettings: see `languages`.
    """
    record = read(folder / FILE, _Settings, "language")
    return bool(record) and record.get("talk") == ABOVE


def set_talk_above(folder: Path) -> None:
    """Lets what stands above the orders in a mail be told to the other players.

    Raises:
        BadSettings: see `languages`.
        Busy, ReadOnly: see `locked`.
        NotWritten: the disk did not take it.
    """
    with locked(folder):
        record = read(folder / FILE, _Settings, "language") or {"languages": {}}
        _write(folder, {**record, "talk": ABOVE})


def _write(folder: Path, record: Mapping[str, Any]) -> None:
    disk.write(folder / FILE, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())
