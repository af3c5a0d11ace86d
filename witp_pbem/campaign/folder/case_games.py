"""The game of a case: the packaged one, or one made with data that the case names or brings along in its `given`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from witp_pbem.campaign.folder import games, own_data
from witp_pbem.table.case_text import Case, CaseLine
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

DATA = "data"  # how a line of `given` begins that names a data file


def prepared(case: Case, named: str) -> tuple[Case, Game]:
    """A case without the lines that say what data it is played with, and the game made of these data; where they
    cannot be used the packaged game, and the case says what is wrong.

    Args:
        named: the game to be used where the case does not say which it is about.
    Raises:
        NoGameNamed, NoSuchGame: it cannot be told which game is meant.
    """
    name = games.of_case(case, named)
    packaged, faults = games.packaged(name), list(case.faults)
    own = [line for line in case.given if line.text.split()[0].casefold() == DATA]
    brought = packaged.case_data([line for line in case.given if line not in own])
    faults += [f"{case.file}:{number}: {sentence}" for number, sentence in brought.faults]
    files = list(_data_files(case, own, faults))
    if brought.record is not None:
        files.append((say("the case {case}", case=case.name), json.dumps(brought.record).encode()))
    game = packaged
    if files and len(faults) == len(case.faults):
        try:
            game, *_ = own_data.own_game(name, files)
        except own_data.BadFile as bad:
            faults.append(f"{case.file}:{(own or case.given)[0].number}: {bad}")
    return replace(case, given=brought.rest, faults=tuple(faults)), game


def _data_files(case: Case, lines: Sequence[CaseLine], faults: list[str]) -> Iterator[tuple[str, bytes]]:
    """The names and the bytes of the data files that lines name, each beside the case; what cannot be read is added to
    the faults."""
    for number, text in lines:
        name = text.partition(" ")[2].strip().strip('"')
        try:
            yield name, (Path(case.file).parent / name).read_bytes()
        except OSError as error:
            faults.append(f"{case.file}:{number}: " + say('"{name}" cannot be read: {error}.', name=name,
                                                         error=error.strerror))
