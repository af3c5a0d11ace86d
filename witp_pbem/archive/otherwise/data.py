"""Campaigns played again by this program with other data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from witp_pbem.archive.opened import opened, unpacked
from witp_pbem.archive.otherwise.outcomes import OTHERWISE, SAME, UNHELD, UNPLAYABLE, Outcome, Part, fresh
from witp_pbem.archive.proving.jobs import Job
from witp_pbem.campaign.folder import games, own_data
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof import otherwise
from witp_pbem.campaign.proof.subjects import Difference
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table import yaml_file
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

ENDINGS = (".json", *yaml_file.ENDINGS)

Files = tuple[tuple[str, bytes], ...]  # data files by name, in the order in which they are merged


class NoData(Refusal):
    """A folder holds no data files, or nobody says of which game."""

    exit_code = USAGE


def read(folder: Path, game: str = "") -> dict[str, Files]:
    """The data files in a folder, by game: those of each game in a folder of its name, or those of one game.

    Args:
        game: of which game those are that lie in no such folder; "" for the game that the folder is named after.
    Raises:
        NoData: there are none, or it cannot be said of which game they are.
        BadFile: one cannot be used.
        NoSuchGame: the game is not installed.
        OSError: one cannot be read.
    """
    by_game = {inside.name: _files(inside) for inside in sorted(folder.iterdir())
               if inside.is_dir() and games.is_known(inside.name)}
    if own := _files(folder):
        named = game or folder.resolve().name
        if not game and not games.is_known(named):
            raise NoData(say('Of which game are the data in "{folder}"? Name it with --game, or put them into a folder '
                             "with the name of the game.", folder=folder))
        by_game[named] = (*by_game.get(named, ()), *own)
    by_game = {name: files for name, files in by_game.items() if files}
    if not by_game:
        raise NoData(say('In "{folder}" there are neither data files of a game (JSON or YAML) nor a program.',
                         folder=folder))
    for name, files in by_game.items():
        own_data.own_game(name, files)
    return by_game


def _files(folder: Path) -> Files:
    return tuple((path.name, path.read_bytes()) for path in sorted(folder.iterdir())
                 if path.is_file() and path.suffix.casefold() in ENDINGS)


def replay(changes: Mapping[str, Files], batch: Iterable[Job]) -> list[Outcome]:
    """What playing campaigns with other data comes to. Whatever is in one, this comes back with an outcome."""
    return [_outcome(changes, job) for job in batch]


def _outcome(changes: Mapping[str, Files], job: Job) -> Outcome:
    try:
        with opened(*unpacked(job.kept)) as folder:
            return _played(changes, folder)
    except Damaged as damage:
        return Outcome(UNHELD, sentence=say("{reason}.", reason=damage))
    except Refusal as refusal:
        return Outcome(UNPLAYABLE, sentence=str(refusal))
    except Exception as error:  # whatever a campaign nobody has thought of makes the program do
        return Outcome(UNPLAYABLE, sentence=say("The program fails over it: {kind} {error}.",
                                                kind=type(error).__name__, error=error))


def _played(changes: Mapping[str, Files], folder: Path) -> Outcome:
    campaign = open_campaign(folder)
    parts = list(_parts(otherwise.parted(campaign, _with(campaign.game, changes[campaign.game.id]))))
    if not parts:
        return Outcome(SAME)
    now = verify(folder)
    if now.findings:
        first = now.findings[0]
        return Outcome(UNHELD, first.entry, None, first.code, first.sentence)
    part = fresh(parts, list(_parts(now.differences)))
    if part is None:
        return Outcome(SAME)
    return Outcome(OTHERWISE, part.entry, otherwise.turn_of(campaign, part.entry or 0), part.code, part.sentence)


@lru_cache(maxsize=games.REMEMBERED)
def _with(game: Game, files: Files) -> Game:
    """A game, as a campaign has it, with other data merged in."""
    return own_data.own_game(game.id, files, game)[0]


def _parts(differences: Sequence[Finding | Difference]) -> Iterator[Part]:
    for part in differences:
        yield Part(part.entry, part.code, part.sentence)
