"""The game of a case: the packaged one, or one made with data that the case names or brings along in its `given`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from witp_pbem.campaign.folder import games, own_data
from witp_pbem.table.case_text import Case, CaseData, CaseLine
from witp_pbem.table.game import Game
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import Problem
from witp_pbem.table.wording import problem_sentence

BROUGHT = "given"  # stands for a file where a case brings its data along in lines; no data file is called that
NAMED = 2  # of the names that lead to an entry: table and id, which the case has not chosen
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
        files.append((BROUGHT, json.dumps(brought.record).encode()))
    game = packaged
    if files and len(faults) == len(case.faults):
        try:
            game, *_ = own_data.own_game(name, files)
        except own_data.BadFile as bad:
            line = (own or case.given)[0].number
            placed_faults = sorted(_faults(bad.problems, brought, line, packaged), key=lambda fault: fault[0])
            faults += [f"{case.file}:{number}: {sentence}" for number, sentence in placed_faults or [(line, str(bad))]]
    return replace(case, given=brought.rest, faults=tuple(faults)), game


def _faults(problems: Sequence[Problem], brought: CaseData, line: int,
            game: Game) -> Iterator[tuple[int, str]]:
    """Problems of the data, each with the number of the line it comes from; those of data files with their place in
    these.

    Args:
        line: the first that names or brings data.
    """
    for problem in problems:
        if problem.file != BROUGHT:
            yield line, f"{own_data.place(problem)}{problem_sentence(problem, game.catalogue)}"
            continue
        at, named = tuple(problem.values.get("at", ())), tuple(problem.values.get("path", ()))
        lines = [brought.places[at[:length]] for length in range(len(at) + 1) if at[:length] in brought.places]
        own = problem._replace(code="own-data-entry", values={**problem.values, "entry": listing(named[NAMED:])})
        yield (lines[-1] if lines else line,
               problem_sentence(own if named[NAMED:] else problem, game.catalogue))


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
