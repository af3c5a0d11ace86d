"""Which campaigns are still to be proved, and writing down what came of it, once for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from sqlalchemy import Connection, Engine, delete, insert, select

from witp_pbem.archive.opened import whole
from witp_pbem.archive.proving.one import BROKEN, PROGRAM, Verdict, prove
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import HELD, records, verdicts
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

AHEAD = 4  # campaigns handed out for each process before one comes back


class Job(NamedTuple):
    """A campaign to be proved, with its bytes."""

    record: int
    key: str
    content: bytes
    files: dict[str, bytes]


Prover = Callable[[Iterable[Job]], Iterator[Verdict]]


def open_jobs(connection: Connection, *, again: bool = False) -> Sequence[tuple[int, str]]:
    """The records, each with its key, that this program has not proved yet as they are; all of them where it is to
    be done again."""
    proved = select(verdicts.c.record).where(verdicts.c.record == records.c.id, verdicts.c.key == records.c.key,
                                             verdicts.c.program == PROGRAM)
    wanted = select(records.c.id, records.c.key).where(records.c.state == HELD).order_by(records.c.id)
    rows = connection.execute(wanted if again else wanted.where(~proved.exists()))
    return [(row.id, row.key) for row in rows]


def prove_all(archive: Engine, prover: Prover, *, again: bool = False) -> Iterator[Verdict]:
    """Proves what is still to be proved, and writes each verdict down before it is given. Stopped at any moment it goes
    on where it was."""
    with engine.reading(archive) as connection:
        wanted = open_jobs(connection, again=again)
    for verdict in prover(_jobs(archive, wanted)):
        keep(archive, verdict)
        yield verdict


def _jobs(archive: Engine, wanted: Sequence[tuple[int, str]]) -> Iterator[Job]:
    for record, key in wanted:
        with engine.reading(archive) as connection:
            yield Job(record, key, *whole(connection, record))


def keep(archive: Engine, verdict: Verdict) -> None:
    """Writes a verdict down, in the place of an older one by the same program."""
    with engine.writing(archive) as connection:
        connection.execute(delete(verdicts).where(
            verdicts.c.record == verdict.record, verdicts.c.key == verdict.key, verdicts.c.program == PROGRAM))
        connection.execute(insert(verdicts).values(program=PROGRAM, **verdict._asdict()))


def here(jobs: Iterable[Job]) -> Iterator[Verdict]:
    """In this process, one after the other."""
    for job in jobs:
        yield prove(*job)


def in_processes(count: int) -> Prover:
    """In so many processes. One that ends, for want of memory say, costs only the campaign it was at."""
    def run(jobs: Iterable[Job]) -> Iterator[Verdict]:
        left = iter(jobs)
        suspects: list[Job] = []
        while True:
            running: dict[Future[Verdict], Job] = {}
            try:
                with ProcessPoolExecutor(count) as pool:
                    while True:
                        while len(running) < count * AHEAD and (job := next(left, None)):
                            running[pool.submit(prove, *job)] = job
                        if not running:
                            break
                        done, _ = wait(running, return_when=FIRST_COMPLETED)
                        for future in done:
                            verdict = future.result()
                            del running[future]
                            yield verdict
                break
            except BrokenProcessPool:  # one of those that were running ended its process: each gets one of its own
                suspects += running.values()
        for job in suspects:
            yield _alone(job)

    return run


def _alone(job: Job) -> Verdict:
    """The verdict on a campaign in a process of its own."""
    try:
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(prove, *job).result()
    except BrokenProcessPool:
        return Verdict(job.record, job.key, BROKEN, say("The process that proved it was ended."), 0.0)
