"""What playing campaigns again comes to, and the run over an archive. Nothing is written to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from sqlalchemy import Engine, select

from witp_pbem.archive.processes import Broken, Prover
from witp_pbem.archive.proving.jobs import Job, jobs
from witp_pbem.archive.statistics import chosen
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import campaigns, records
from witp_pbem.campaign.proof.subjects import Watch, unwatched
from witp_pbem.table.tuples import NamedTuple

SAME, OTHERWISE, UNHELD, UNPLAYABLE = "same", "otherwise", "unheld", "unplayable"


class Outcome(NamedTuple):
    """What playing a campaign again came to: see `Replayed`."""

    outcome: str
    entry: int | None = None
    turn: int | None = None
    code: str = ""
    sentence: str = ""


class Replayed(NamedTuple):
    """What playing a campaign of the archive again came to.

    Attributes:
        record, name, game: its number in the archive, its name, and what is played.
        outcome: same (all is decided as recorded, or as this program decides it), otherwise, unheld (it does not hold
            by this program either) or unplayable.
        entry, turn: of the logbook, where the first thing is decided otherwise; None where that cannot be said.
        code, sentence: what is recorded there and what would be decided instead, or why nothing can be said.
    """

    record: int
    name: str
    game: str
    outcome: str
    entry: int | None
    turn: int | None
    code: str
    sentence: str


Task = Callable[[tuple[Job, ...]], list[Outcome]]  # plays some campaigns again, in their order


def replay_all(archive: Engine, query: str, task: Task, prover: Prover, *, games: Collection[str] | None = None,
               batch: int = 1, watch: Watch = unwatched) -> Iterator[Replayed]:
    """Plays the campaigns again that a query finds.

    Args:
        games: only those of these, None for all.
        batch: how many at once.
    Raises:
        syntax.Fault: the query cannot be read.
    """
    with engine.reading(archive) as connection:
        wanted = select(records.c.id, records.c.key, records.c.name, campaigns.c.game).join(
            campaigns, campaigns.c.record == records.c.id).where(
            records.c.id.in_(chosen.campaigns_of(connection, query))).order_by(records.c.id)
        rows = {row.id: row for row in connection.execute(wanted) if games is None or row.game in games}
    done = 0
    content = jobs(archive, [(row.id, row.key) for row in rows.values()])
    for taken, outcomes in prover(task, _batches(content, batch)):
        if isinstance(outcomes, Broken):
            outcomes = [Outcome(UNPLAYABLE, sentence=outcomes.sentence)] * len(taken)
        done += len(taken)
        watch(done, len(rows))
        for job, outcome in zip(taken, outcomes, strict=True):
            yield Replayed(job.record, rows[job.record].name, rows[job.record].game, *outcome)


def _batches(jobs: Iterable[Job], size: int) -> Iterator[tuple[Job, ...]]:
    left = iter(jobs)
    while taken := tuple(islice(left, size)):
        yield taken


class Part(NamedTuple):
    """Where rules and record part: the entry of the logbook, a code, and a sentence."""

    entry: int | None
    code: str
    sentence: str


def fresh(parts: Iterable[Part], known: Sequence[Part]) -> Part | None:
    """The first at which this program does not part from the record, too."""
    return next((part for part in parts if part not in known), None)
