"""`archive verify`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.cli import printing, progress
from witp_pbem.cli.archive.parameters import ARCHIVE, CLUSTER, JOBS, LIMIT
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.archive.proving.one import Verdict


class ArchiveVerified(NamedTuple):
    """What became of it.

    Attributes:
        proved: how many campaigns were proved now.
        verdicts: verdict -> how many of these.
        wrong: those that do not hold.
    """

    proved: int
    verdicts: dict[str, int]
    wrong: list[Verdict]


@click.command(cls=Spoken)
@ARCHIVE
@JOBS
@CLUSTER
@LIMIT
@click.option("--again", is_flag=True, help="Those that this release has proved already, too.")
def verify(archive: str, jobs: int, cluster: str, limit: float, again: bool) -> Result[ArchiveVerified]:
    """Prove every campaign of an archive: hashes, dice, decks, decisions by the rules, positions.

    Each verdict is written down as soon as it is reached; stopped in the middle, the command goes on where it was. What
    a release has proved it does not prove again, unless the record has grown. A campaign that makes the program fail,
    or takes longer than it may, costs only itself. The exit code is 1 where one does not hold.

    \b
    Examples:  witp-pbem archive verify club.db
               witp-pbem archive verify club.db --jobs 4 --again
               witp-pbem archive verify club.db --cluster tcp://10.0.0.5:8786
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive.processes import in_processes
    from witp_pbem.archive.proving import jobs as proving
    from witp_pbem.archive.proving.cluster import on_cluster
    from witp_pbem.archive.proving.one import DIFFERS, HOLDS
    from witp_pbem.archive.store import engine

    reached: list[Verdict] = []
    prover = on_cluster(cluster, limit) if cluster else in_processes(jobs, limit)
    with progress.bar(say("Campaigns")) as watch:
        for verdict in proving.prove_all(engine.connect(archive), prover, again=again, watch=watch):
            reached.append(verdict)
            if verdict.verdict != HOLDS and printing.is_read_by_people():
                printing.paragraph(visible(f"{verdict.record:>4}  {verdict.verdict}: {verdict.finding}"))
    counts = Counter(verdict.verdict for verdict in reached)
    wrong = [verdict for verdict in reached if verdict.verdict != HOLDS]
    summary = ArchiveVerified(len(reached), dict(counts), wrong)
    is_well = all(verdict.verdict == DIFFERS for verdict in wrong)
    return Result(lambda: summary, lambda: _show(summary), is_well)


def _show(summary: ArchiveVerified) -> None:
    if not summary.proved:
        printing.line(say("Nothing is left to prove: this release has proved every campaign. --again proves them "
                          "again."))
        return
    held = summary.proved - len(summary.wrong)
    printing.line(say.plural(summary.proved, "{n} campaign proved: {held} holds, {wrong} does not.",
                             "{n} campaigns proved: {held} hold, {wrong} do not.", held=held,
                             wrong=len(summary.wrong)))
