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
    """What became of it. All but `proved` is about every campaign of the archive, whether it was proved now or earlier.

    Attributes:
        proved: how many campaigns were proved now.
        verdicts: verdict -> how many campaigns have it.
        wrong: those that do not hold, or could not be proved.
        differing: those that hold by the rules they were played under, and would be decided otherwise by these.
    """

    proved: int
    verdicts: dict[str, int]
    wrong: list[Verdict]
    differing: list[Verdict]


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
    or takes longer than it may, costs only itself, and is tried again the next time. The exit code is 1 where a
    campaign of the archive does not hold or could not be proved, now or earlier; one that only these rules decide
    otherwise holds.

    \b
    Examples:  witp-pbem archive verify club.db
               witp-pbem archive verify club.db --jobs 4 --again
               witp-pbem archive verify club.db --cluster tcp://10.0.0.5:8786
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive.processes import in_processes
    from witp_pbem.archive.proving import jobs as proving
    from witp_pbem.archive.proving.cluster import on_cluster
    from witp_pbem.archive.proving.one import BROKEN, DIFFERS, HOLDS
    from witp_pbem.archive.store import engine

    database = engine.connect(archive)
    reached: dict[int, str] = {}
    prover = on_cluster(cluster, limit) if cluster else in_processes(jobs, limit)
    with progress.bar(say("Campaigns")) as watch:
        for verdict in proving.prove_all(database, prover, again=again, watch=watch):
            reached[verdict.record] = verdict.verdict
            if verdict.verdict != HOLDS:
                _show_one(verdict)
    with engine.reading(database) as connection:
        verdicts = proving.in_force(connection)
    counts = Counter(verdict.verdict for verdict in verdicts)
    wrong = [verdict for verdict in verdicts if verdict.verdict not in (HOLDS, DIFFERS)]
    differing = [verdict for verdict in verdicts if verdict.verdict == DIFFERS]
    for verdict in (*differing, *wrong):
        if verdict.record not in reached:
            _show_one(verdict)
    proved = sum(verdict != BROKEN for verdict in reached.values())
    summary = ArchiveVerified(proved, dict(counts), wrong, differing)
    return Result(lambda: summary, lambda: _show(summary), not wrong)


def _show_one(verdict: Verdict) -> None:
    if printing.is_read_by_people():
        printing.paragraph(visible(f"{verdict.record:>4}  {verdict.verdict}: {verdict.finding}"))


def _show(summary: ArchiveVerified) -> None:
    from witp_pbem.archive.proving.one import BROKEN, HOLDS

    held, differing, broken = summary.verdicts.get(HOLDS, 0), len(summary.differing), summary.verdicts.get(BROKEN, 0)
    if summary.proved:
        printing.line(say.plural(summary.proved, "{n} campaign was proved.", "{n} campaigns were proved."))
    elif not broken:
        printing.line(say("Nothing is left to prove: this release has proved every campaign. --again proves them "
                          "again."))
    unheld = len(summary.wrong) - broken
    for count, sentence in (
            (held, say.plural(held, "{n} campaign of the archive holds.", "{n} campaigns of the archive hold.")),
            (differing, say.plural(
                differing, "{n} campaign holds by the rules it was played under; these would decide it otherwise.",
                "{n} campaigns hold by the rules they were played under; these would decide them otherwise.")),
            (unheld, say.plural(unheld, "{n} campaign does not hold.", "{n} campaigns do not hold.")),
            (broken, say.plural(broken, "{n} campaign could not be proved; the next run tries it again.",
                                "{n} campaigns could not be proved; the next run tries them again."))):
        if count:
            printing.line(sentence)
