"""Logbooks of releases that this one cannot follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from witp_pbem import __version__
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.logbook import FOUNDING, UPGRADE
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.record.upgrades import Versions, here, number
from witp_pbem.table.language import say


class Newer(Refusal):
    """The logbook was written by a newer release."""


def refuse_others(path: Path, records: Sequence[Mapping[str, Any]]) -> None:
    """Makes sure that every part of a logbook was written by a release this one can follow. The records may hold
    anything.

    Raises:
        Newer: its format, its rules or its data are newer.
        Damaged: its format is one that is no longer read.
    """
    try:
        game = games.packaged(str(records[0].get("game"))) if records else None
    except games.NoSuchGame:
        game = None
    for place, record in enumerate(records):
        form = record.get("format")
        if record.get("type") not in (FOUNDING, UPGRADE) or type(form) is not int:
            continue
        rules, data = record.get("rules_version"), record.get("data_version")
        if form > logbook.FORMAT or game is not None and (
                number(rules) > number(game.rules_version) or number(data) > number(game.data_version)):
            written = Versions(form, str(record.get("program")), str(rules), str(data))
            raise Newer(say("This campaign is kept by {written}; this is {mine}. Install witp-pbem {program} or newer.",
                            written=written, mine=here(game) if game else __version__, program=written.program))
        if form < logbook.FORMAT:
            raise Damaged(path, place, say("this logbook has format {found}; this program reads format {known} "
                                           "(it was written by {program})", found=form, known=logbook.FORMAT,
                                           program=record.get("program")))
