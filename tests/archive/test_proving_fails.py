"""What fails in the middle of proving an archive: nothing is lost, nothing is counted twice, and the same command goes
on."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.archive import postgresql
from tests.archive.dask_programs import cluster as started
from tests.archive.test_proving import written
from witp_pbem.archive import intake, processes
from witp_pbem.archive.proving import cluster, jobs
from witp_pbem.archive.proving.one import HOLDS
from witp_pbem.archive.received import folders, of_folder
from witp_pbem.archive.store import engine

ALL = [(number, HOLDS) for number in range(1, 6)]


def filled(name: str, campaigns: Path) -> Engine:
    """An archive of the five campaigns."""
    archive = engine.connect(name, create=True)
    list(intake.add_all(archive, map(of_folder, folders(campaigns)), proved=False))
    return archive


def test_a_worker_is_killed(campaigns: Path, tmp_path: Path) -> None:
    name = str(tmp_path / "club.db")
    archive = filled(name, campaigns)
    with started(tmp_path) as running:
        coming = jobs.prove_all(archive, cluster.on_cluster(running.address))
        verdicts = [next(coming)]
        running.workers[0].kill()
        verdicts += coming
    assert sorted((one.record, one.verdict) for one in verdicts) == written(name) == ALL


def test_the_scheduler_is_killed(campaigns: Path, tmp_path: Path) -> None:
    name = str(tmp_path / "club.db")
    archive = filled(name, campaigns)
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    with started(tmp_path / "first", workers=1) as running:
        coming = jobs.prove_all(archive, cluster.on_cluster(running.address))
        before = [next(coming).record]
        running.scheduler.kill()
        with pytest.raises(cluster.NoCluster, match="start the command again"):
            before += [one.record for one in coming]
    assert [record for record, _ in written(name)] == sorted(before)
    with started(tmp_path / "second", workers=1) as running:
        after = [one.record for one in jobs.prove_all(archive, cluster.on_cluster(running.address))]
    assert sorted([*before, *after]) == [record for record, _ in ALL] and written(name) == ALL


def test_the_database_goes_away(campaigns: Path) -> None:
    with postgresql.server(is_safe=True) as url:
        name = postgresql.create(url, "club")
        archive, folder = filled(name, campaigns), postgresql.folder_of(url)
        coming = jobs.prove_all(archive, processes.here)
        before = [next(coming).record]
        postgresql.stop(folder)
        with pytest.raises(engine.Gone, match="the same command goes on"):
            before += [one.record for one in coming]
        with pytest.raises(engine.NoArchive, match="cannot be reached"):
            engine.connect(name)
        postgresql.start(folder)
        assert [record for record, _ in written(name)] == before
        after = [one.record for one in jobs.prove_all(engine.connect(name), processes.here)]
        assert sorted([*before, *after]) == [record for record, _ in ALL] and written(name) == ALL
