"""`archive replay-with`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import named_files, printing, progress
from witp_pbem.cli.archive.parameters import ARCHIVE, CLUSTER, JOBS, LIMIT
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from witp_pbem.archive.otherwise.outcomes import Replayed
    from witp_pbem.archive.processes import Prover
    from witp_pbem.campaign.proof.subjects import Watch


class ReplayedWith(NamedTuple):
    """What playing the campaigns again came to.

    Attributes:
        same: how many would be decided as they were, or as this program decides them.
        otherwise: how many would be decided otherwise.
        unheld: how many do not hold by this program either.
        unplayable: of how many nothing can be said.
        campaigns: those that are not the same, by number.
    """

    same: int
    otherwise: int
    unheld: int
    unplayable: int
    campaigns: list[Replayed]


@click.command("replay-with", cls=Spoken)
@ARCHIVE
@click.argument("changed", metavar="DIR|RELEASE")
@click.argument("query", metavar="[QUERY]...", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game of data files that lie in no folder of its name.")
@JOBS
@CLUSTER
@LIMIT
def replay_with(archive: str, changed: str, query: Sequence[str], game: str, jobs: int, cluster: str,
                limit: float) -> Result[ReplayedWith]:
    """Say which campaigns of an archive would be decided otherwise by changed data, or by another program.

    DIR is a folder with data files as `witp-pbem new --data` takes them, for one game or in a folder for each; or a
    program: its source tree, a wheel, an environment in which it is installed. RELEASE is the number of a release,
    which is installed for the moment from the package index. QUERY chooses the campaigns, as `archive search` does.

    The same orders, dice and cards are played again, and what comes of them is compared with the record: of each
    campaign the first thing that would be otherwise is shown. Campaigns that do not hold anyway are told apart, and
    nothing is written to the archive. A program that is named is run: name none you do not trust. The exit code is 1
    where a campaign would be decided otherwise.

    \b
    Examples:  witp-pbem archive replay-with club.db tables --game GAME
               witp-pbem archive replay-with club.db ~/witp-pbem game=witp --jobs 4
               witp-pbem archive replay-with club.db 0.2.0
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive.otherwise.outcomes import OTHERWISE, SAME, UNHELD, UNPLAYABLE
    from witp_pbem.archive.store import engine

    others: list[Replayed] = []
    counts: Counter[str] = Counter()
    try:
        with progress.bar(say("Campaigns")) as watch, closing(_replayed(
                engine.connect(archive), changed, " ".join(query), game, jobs, cluster, limit, watch)) as each:
            for replayed in each:
                counts[replayed.outcome] += 1
                if replayed.outcome != SAME:
                    others.append(replayed)
                    _show(replayed)
    except OSError as error:
        raise named_files.Unreadable(say('"{name}" cannot be read: {error}.', name=error.filename or changed,
                                         error=error.strerror)) from error
    summary = ReplayedWith(counts[SAME], counts[OTHERWISE], counts[UNHELD], counts[UNPLAYABLE],
                           sorted(others, key=lambda one: one.record))
    return Result(lambda: summary, lambda: _sum_up(summary), not summary.otherwise)


def _replayed(archive: Engine, changed: str, query: str, game: str, jobs: int, cluster: str,
              limit: float, watch: Watch) -> Generator[Replayed, None, None]:
    """The campaigns, each with what became of it."""
    from witp_pbem.archive.otherwise import data, installing, program
    from witp_pbem.archive.otherwise.outcomes import replay_all
    from witp_pbem.archive.processes import in_processes
    from witp_pbem.archive.proving.cluster import on_cluster

    if installing.is_program(changed):
        if cluster or game:
            raise click.UsageError(say("--cluster and --game are for data files, not for a program."))
        with installing.program(changed) as other:
            yield from replay_all(archive, query, partial(program.replay, other, limit), in_processes(jobs),
                                  batch=program.BATCH, watch=watch)
        return
    folder = Path(changed)
    if not folder.exists():
        raise named_files.Unreadable(named_files.no_such_file(folder))
    if not folder.is_dir():
        raise click.UsageError(say('"{name}" is neither a folder nor a program.', name=changed))
    changes = data.read(folder, game)
    prover: Prover = on_cluster(cluster, limit) if cluster else in_processes(jobs, limit)
    yield from replay_all(archive, query, partial(data.replay, changes), prover, games=changes, watch=watch)


def _show(replayed: Replayed) -> None:
    if printing.is_read_by_people():
        printing.paragraph(visible(_sentence(replayed)), rest="    ")


def _sentence(replayed: Replayed) -> str:
    """What became of a campaign, in a line."""
    from witp_pbem.archive.otherwise.outcomes import OTHERWISE, UNHELD

    values = {"record": replayed.record, "name": replayed.name, "game": replayed.game,
              "reason": replayed.sentence, "turn": replayed.turn, "entry": replayed.entry}
    if replayed.outcome == UNHELD:
        return say("{record}: {name} ({game}) does not hold now: {reason}", **values)
    if replayed.outcome != OTHERWISE:
        return say("{record}: {name} ({game}) cannot be played: {reason}", **values)
    if replayed.entry is None:
        return say("{record}: {name} ({game}) would go OTHERWISE: {reason}", **values)
    return say("{record}: {name} ({game}) would go OTHERWISE in turn {turn}, entry {entry}: {reason}", **values)


def _sum_up(summary: ReplayedWith) -> None:
    printing.line(say("As they were: {same}; otherwise: {otherwise}; do not hold now: {unheld}; cannot be played: "
                      "{unplayable}.", same=summary.same, otherwise=summary.otherwise, unheld=summary.unheld,
                      unplayable=summary.unplayable))
