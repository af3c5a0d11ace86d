"""Which campaigns are still to be proved, and writing down what came of it, once for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, Engine, and_, case, delete, func, insert, select

from witp_pbem.archive import fingerprint
from witp_pbem.archive.opened import Kept, kept
from witp_pbem.archive.processes import Broken, Prover
from witp_pbem.archive.proving.one import BROKEN, Verdict, prove
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import HELD, campaigns, records, verdicts
from witp_pbem.campaign.proof.subjects import Watch, unwatched
from witp_pbem.table.tuples import NamedTuple


class Job(NamedTuple):
    """A campaign to be proved, compressed, as it travels to where that is done."""

    record: int
    key: str
    kept: Kept


def open_jobs(connection: Connection, *, again: bool = False) -> Sequence[tuple[int, str]]:
    """The records, each with its key, that this program has not proved yet as they are; all of them where it is to
    be done again. What was broken is not proved: memory or time may suffice another time."""
    proved = _of_this_program(connection) & (verdicts.c.verdict != BROKEN)
    wanted = select(records.c.id, records.c.key).where(records.c.state == HELD).order_by(records.c.id)
    rows = connection.execute(wanted if again else wanted.outerjoin(
        campaigns, campaigns.c.record == records.c.id).outerjoin(verdicts, proved).where(verdicts.c.id.is_(None)))
    return [(row.id, row.key) for row in rows]


def _of_this_program(connection: Connection) -> ColumnElement[bool]:
    """The condition that a verdict is one on a record as it is, by the code and data that are in force for its game."""
    here = case({game: fingerprint.of_proofs(game) for game in ("", *connection.execute(
        select(campaigns.c.game).distinct()).scalars())}, value=func.coalesce(campaigns.c.game, ""))
    return and_(verdicts.c.record == records.c.id, verdicts.c.key == records.c.key, verdicts.c.program == here)


def in_force(connection: Connection) -> list[Verdict]:
    """The verdicts by this program on the campaigns of an archive as they are, in the order of the records."""
    wanted = select(*(verdicts.c[name] for name in Verdict._fields)).select_from(records).outerjoin(
        campaigns, campaigns.c.record == records.c.id).join(verdicts, _of_this_program(connection))
    rows = connection.execute(wanted.where(records.c.state == HELD).order_by(records.c.id))
    return [Verdict(*row) for row in rows]


def prove_all(archive: Engine, prover: Prover, *, again: bool = False, watch: Watch = unwatched) -> Iterator[Verdict]:
    """Proves what is still to be proved, and writes each verdict down before it is given. Stopped at any moment it goes
    on where it was. A record that is removed meanwhile gets none."""
    with engine.reading(archive) as connection:
        wanted = open_jobs(connection, again=again)
    for done, (job, reached) in enumerate(prover(_prove, jobs(archive, wanted)), 1):
        verdict = Verdict(job.record, job.key, BROKEN, *reached) if isinstance(reached, Broken) else reached
        is_there = keep(archive, verdict)
        watch(done, len(wanted))
        if is_there:
            yield verdict


def _prove(job: Job) -> Verdict:
    return prove(job.record, job.key, job.kept)


def jobs(archive: Engine, wanted: Sequence[tuple[int, str]]) -> Iterator[Job]:
    """Records, each with its key, with their bytes; one after the other, as they are asked for. Those that were removed
    meanwhile are left out."""
    for record, key in wanted:
        with engine.reading(archive) as connection:
            content = kept(connection, record)
        if content:
            yield Job(record, key, content)


def keep(archive: Engine, verdict: Verdict) -> bool:
    """Writes a verdict down, in the place of an older one by the same program; says whether its record is still
    there."""
    with engine.writing(archive) as connection:
        there = connection.execute(select(campaigns.c.game).select_from(records).outerjoin(
            campaigns, campaigns.c.record == records.c.id).where(records.c.id == verdict.record)).first()
        if there is None:
            return False
        program = fingerprint.of_proofs(there.game or "")
        connection.execute(delete(verdicts).where(
            verdicts.c.record == verdict.record, verdicts.c.key == verdict.key, verdicts.c.program == program))
        connection.execute(insert(verdicts).values(program=program, **verdict._asdict()))
    return True
