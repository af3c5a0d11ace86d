"""Proving an archive: in this process, in several, on a cluster; each campaign once, whatever ends in the middle."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import func, select, update

from tests.stand_ins import instead
from witp_pbem.archive import processes
from witp_pbem.archive.proving import cluster, jobs
from witp_pbem.archive.proving.one import BROKEN, DIFFERS, FAILS, HOLDS, UNREADABLE, Verdict, prove
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.packing import compressed, restored
from witp_pbem.archive.store.tables import records, verdicts


@contextmanager
def local_cluster() -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as workers:
        yield workers.scheduler_address


def written(club: str) -> list[tuple[int, str]]:
    with engine.reading(engine.connect(club)) as connection:
        return [(row.record, row.verdict) for row in connection.execute(select(verdicts).order_by(verdicts.c.record))]


def test_each_is_proved_once_however_often_it_is_asked_for(club: str) -> None:
    archive = engine.connect(club)
    assert [verdict.verdict for verdict in jobs.prove_all(archive, processes.here)] == [HOLDS] * 5
    assert list(jobs.prove_all(archive, processes.here)) == []
    assert len(list(jobs.prove_all(archive, processes.in_processes(2), again=True))) == 5
    assert written(club) == [(number, HOLDS) for number in range(1, 6)]


def test_stopped_in_the_middle_it_goes_on_where_it_was(club: str) -> None:
    archive = engine.connect(club)
    first = [verdict.record for verdict in islice(jobs.prove_all(archive, processes.here), 2)]
    rest = [verdict.record for verdict in jobs.prove_all(archive, processes.in_processes(2))]
    assert sorted([*first, *rest]) == [1, 2, 3, 4, 5] and len(written(club)) == 5


def test_what_was_changed_in_the_database_is_found(club: str) -> None:
    archive = engine.connect(club)
    with engine.writing(archive) as connection:
        content = restored(connection.execute(select(records.c.content).where(records.c.id == 2)).scalar_one())
        changed = content.replace(b'"dice":[', b'"dice":[ ', 1) if b'"dice":[' in content else content[:-10]
        connection.execute(update(records).where(records.c.id == 2).values(content=compressed(changed)))
    by_record = {verdict.record: verdict.verdict for verdict in jobs.prove_all(archive, processes.here)}
    assert by_record[2] in (FAILS, BROKEN, UNREADABLE) and [by_record[number] for number in (1, 3, 4, 5)] == [HOLDS] * 4


def test_what_the_database_has_damaged_costs_only_itself(club: str) -> None:
    archive = engine.connect(club)
    with engine.writing(archive) as connection:
        connection.execute(update(records).where(records.c.id == 2).values(content=b"damaged"))
    verdicts = {verdict.record: verdict for verdict in jobs.prove_all(archive, processes.here)}
    assert [verdicts[number].verdict for number in range(1, 6)] == [HOLDS, UNREADABLE, HOLDS, HOLDS, HOLDS]
    assert verdicts[2].finding.startswith("The archive's copy is damaged: ")


@pytest.mark.parametrize("verdict", [BROKEN, FAILS, UNREADABLE, DIFFERS])
def test_what_was_broken_is_tried_again_and_no_verdict_is_forgotten(filled: str, verdict: str) -> None:
    archive = engine.connect(filled)
    with engine.reading(archive) as connection:
        keys = dict(jobs.open_jobs(connection))
    reached = [Verdict(record, key, verdict if record == 3 else HOLDS, "why", 1.0) for record, key in keys.items()]
    for one in reached:
        jobs.keep(archive, one)
    jobs.keep(archive, reached[0]._replace(key="as it was before", verdict=FAILS))
    with engine.reading(archive) as connection:
        assert jobs.in_force(connection) == reached
        assert [record for record, _ in jobs.open_jobs(connection)] == ([3] if verdict == BROKEN else [])
    assert [one.verdict for one in jobs.prove_all(archive, processes.here)] == ([HOLDS] if verdict == BROKEN else [])


def deadly(record: int, *job: object) -> Verdict:
    """Ends its process at one of the campaigns."""
    if record == 3:
        tempfile.mkdtemp()
        os.kill(os.getpid(), signal.SIGKILL)
    return prove(record, *job)  # type: ignore[arg-type]


def test_a_campaign_that_ends_its_process_costs_only_itself(club: str, tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    with instead(jobs, prove=deadly), instead(tempfile, tempdir=str(tmp_path / "room")):
        by_record = {verdict.record: verdict.verdict
                     for verdict in jobs.prove_all(engine.connect(club), processes.in_processes(2))}
    assert by_record == {1: HOLDS, 2: HOLDS, 3: BROKEN, 4: HOLDS, 5: HOLDS}
    assert list((tmp_path / "room").iterdir()) == [], "nothing is left of the process that was killed"


def hanging(record: int, *job: object) -> Verdict:
    """Comes to no end at one of the campaigns."""
    while record == 3:
        pass
    return prove(record, *job)  # type: ignore[arg-type]


def test_a_campaign_that_comes_to_no_end_costs_only_itself(club: str) -> None:
    with instead(jobs, prove=hanging):
        by_record = {verdict.record: verdict for verdict in jobs.prove_all(
            engine.connect(club), processes.in_processes(2, limit=6))}
    assert {number: verdict.verdict for number, verdict in by_record.items()} == {
        1: HOLDS, 2: HOLDS, 3: BROKEN, 4: HOLDS, 5: HOLDS}
    assert by_record[3].finding == "It took longer than 6 seconds (--limit)." and by_record[3].seconds >= 6


def test_on_a_cluster(club: str) -> None:
    with local_cluster() as address:
        proved = list(jobs.prove_all(engine.connect(club), cluster.on_cluster(address)))
    assert sorted((one.record, one.verdict) for one in proved) == written(club) == [
        (number, HOLDS) for number in range(1, 6)]


def squared(number: int) -> int:
    """The square of a number; 33 ends its process."""
    if number == 33:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_on_a_cluster_what_ends_its_worker_costs_only_itself() -> None:
    import dask
    import distributed  # noqa: F401 - its settings are there before one of them is set, and stay behind it

    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), local_cluster() as address:
        results = dict(cluster.on_cluster(address)(squared, range(40)))
    assert results.pop(33) == processes.Broken("The process working on it ended unexpectedly.")
    assert results == {number: number * number for number in range(40) if number != 33}


def test_a_scheduler_that_does_not_answer(club: str) -> None:
    with pytest.raises(cluster.NoCluster):
        list(jobs.prove_all(engine.connect(club), cluster.on_cluster("tcp://127.0.0.1:1", patience="1s")))
    with engine.reading(engine.connect(club)) as connection:
        assert connection.execute(select(func.count()).select_from(verdicts)).scalar() == 0
