"""Several processes look at campaigns, and several people write: what comes of it is as if it were one after the
other."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.archive.misfortunes import failing_over
from tests.archive.test_adding import add
from tests.archive.test_misfortunes import forked
from tests.stand_ins import instead
from witp_pbem.archive import another, derive, intake, processes
from witp_pbem.archive.intake import Underived
from witp_pbem.archive.opened import Kept
from witp_pbem.archive.otherwise.outcomes import SAME, Outcome, replay_all
from witp_pbem.archive.proving import jobs
from witp_pbem.archive.proving.one import Verdict
from witp_pbem.archive.received import Received, folders, of_folder
from witp_pbem.archive.store import adding, engine
from witp_pbem.archive.store.adding import Added, Examined
from witp_pbem.archive.store.derived import VERSION
from witp_pbem.archive.store.tables import metadata, records
from witp_pbem.campaign.folder.campaign import Campaign

TIMES = {"added", "seconds"}  # columns that say when something was done, and how long it took


def rows(archive: str) -> dict[str, list[Any]]:
    """All that stands in an archive."""
    with engine.reading(engine.connect(archive)) as connection:
        return {table.name: sorted(map(str, connection.execute(select(*(
            column for column in table.c if column.name not in TIMES))))) for table in metadata.sorted_tables}


def part_of(folder: Path, entries: int) -> Received:
    """The beginning of a campaign."""
    whole = of_folder(folder)
    assert isinstance(whole, Received)
    return whole._replace(entries=whole.entries[:entries])


def added_by(archive: str, batches: list[list[Any]], jobs: int) -> list[Added]:
    return list(intake.add_batches(engine.connect(archive, create=True), batches, jobs=jobs))


def test_many_processes_do_what_one_does(archive: str, campaigns: Path, tmp_path: Path) -> None:
    wanted = [[of_folder(folder)] for folder in folders(campaigns)]
    one = added_by(str(tmp_path / "one.db"), wanted, 1)
    assert added_by(archive, wanted, 2) == one
    assert rows(archive) == rows(str(tmp_path / "one.db"))
    before = rows(archive)
    assert [one.record for one in intake.rebuild(engine.connect(archive), everything=True, jobs=2)] == [
        added.record for added in one]
    assert {name: len(held) for name, held in rows(archive).items()} == {
        name: len(held) for name, held in before.items()}


def test_parts_of_a_campaign_that_are_looked_at_at_once(archive: str, campaigns: Path) -> None:
    folder = campaigns / "nimitz-5"
    parts = [[part_of(folder, count)] for count in (3, 5, 4, 1000)]
    assert [one.outcome for one in added_by(archive, parts, 2)] == ["new", "longer", "same", "longer"]


def test_whoever_comes_first_while_another_looks(archive: str, campaigns: Path) -> None:
    """While one looks at a campaign another adds more of it, or the same."""
    folder = campaigns / "nimitz-4"
    others: Iterator[Received] = iter([part_of(folder, 3), part_of(folder, 4)])
    examine = intake.examine

    def slowly(proved: bool, content: bytes, files: Mapping[str, bytes]) -> Examined:
        if other := next(others, None):
            with instead(intake, examine=examine):
                assert add(archive, other)[0].outcome in ("new", "longer")
        return examine(proved, content, files)

    with instead(intake, examine=slowly):
        assert [one.outcome for one in add(archive, part_of(folder, 1000))] == ["longer"]
    assert len(rows(archive)["records"]) == 1


def test_what_grows_while_it_is_derived_again(archive: str, campaigns: Path) -> None:
    folder = campaigns / "nimitz-4"
    add(archive, part_of(folder, 3))
    derived = derive.derived

    def slowly(campaign: Campaign) -> Any:
        with instead(derive, derived=derived):
            add(archive, of_folder(folder))
            return derived(campaign)

    with instead(derive, derived=slowly):
        assert list(intake.rebuild(engine.connect(archive), everything=True)) == [(1, "")]
    grown = rows(archive)
    list(intake.rebuild(engine.connect(archive), everything=True))
    assert {name: len(held) for name, held in rows(archive).items()} == {
        name: len(held) for name, held in grown.items()}
    with engine.reading(engine.connect(archive)) as connection:
        assert connection.execute(select(records.c.derived)).scalars().all() == [VERSION]


EXAMINE = intake.examine


def deadly(proved: bool, content: bytes, files: Mapping[str, bytes]) -> Examined:
    """Ends its process over one of the campaigns."""
    if b'"nimitz-5"' in content:
        os.kill(os.getpid(), signal.SIGKILL)
    return EXAMINE(proved, content, files)


def test_a_campaign_that_ends_its_process_costs_only_itself(archive: str, campaigns: Path) -> None:
    wanted = [[of_folder(folder)] for folder in folders(campaigns)]
    with instead(intake, examine=deadly):
        added = added_by(archive, wanted, 2)
    assert [one.outcome for one in added] == ["new", "apart", "new", "new", "new"]
    assert added[1].reason == "The process working on it ended unexpectedly"
    assert [one.outcome for one in added_by(archive, wanted, 2)] == ["same", "new", "same", "same", "same"]


def test_a_fork_over_which_processes_ended_is_tried_again(archive: str, campaigns: Path) -> None:
    add(archive, of_folder(campaigns / "nimitz-5"))
    fork = [[forked(campaigns / "nimitz-5", 6)]]
    with instead(intake, examine=deadly):
        [added] = added_by(archive, fork, 2)
    assert added.outcome == "fork"
    assert added.reason.endswith("; The process working on it ended unexpectedly")
    [again] = added_by(archive, fork, 2)
    assert (again.outcome, again.record) == ("fork", added.record) and "process" not in again.reason
    assert added_by(archive, fork, 2) == [again]


def hanging(proved: bool, content: bytes, files: Mapping[str, bytes]) -> Examined:
    """Comes to no end at one of the campaigns."""
    while b'"nimitz-5"' in content:
        pass
    return EXAMINE(proved, content, files)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_campaign_that_comes_to_no_end_is_kept_apart(archive: str, campaigns: Path, jobs: int) -> None:
    wanted = [[of_folder(campaigns / name)] for name in ("nimitz-5", "nimitz-4")]
    with instead(intake, examine=hanging):
        added = list(intake.add_batches(engine.connect(archive, create=True), wanted, jobs=jobs, limit=6))
    assert [(one.outcome, one.reason) for one in added] == [
        ("apart", "It took longer than 6 seconds (--limit)"), ("new", "")]
    assert [one.outcome for one in added_by(archive, wanted, jobs)] == ["new", "same"]


def test_what_comes_to_no_end_when_it_is_derived_again_is_left_as_it_was(filled: str) -> None:
    derived = derive.derived

    def hanging(campaign: Campaign) -> Any:
        while campaign.name == "nimitz-5":
            pass
        return derived(campaign)

    with instead(derive, derived=hanging):
        rebuilt = list(intake.rebuild(engine.connect(filled), everything=True, limit=6))
    assert [one.reason for one in rebuilt] == ["", "It took longer than 6 seconds (--limit)", "", "", ""]


def test_what_came_before_a_source_that_fails_is_added(archive: str, campaigns: Path) -> None:
    def batches() -> Iterator[list[Any]]:
        yield from ([of_folder(campaigns / name)] for name in ("nimitz-4", "nimitz-5"))
        raise OSError("torn")

    coming = intake.add_batches(engine.connect(archive, create=True), batches(), jobs=2)
    assert [next(coming).outcome, next(coming).outcome] == ["new", "new"]
    with pytest.raises(OSError, match="torn"):
        next(coming)


def test_what_cannot_be_derived_again_is_left_as_it_was(archive: str, campaigns: Path) -> None:
    added_by(archive, [[of_folder(folder)] for folder in folders(campaigns)], 1)
    before = rows(archive)
    with failing_over("nimitz-4"):
        rebuilt = list(intake.rebuild(engine.connect(archive), everything=True))
    assert [one.reason for one in rebuilt] == ["the program fails over it: KeyError", "", "", "", ""]
    assert {name: len(held) for name, held in rows(archive).items()} == {
        name: len(held) for name, held in before.items()}


def remove(archive: str, record: int) -> None:
    with engine.writing(engine.connect(archive)) as connection:
        adding.remove(connection, record)


def test_what_is_removed_while_others_are_proved_gets_no_verdict(filled: str) -> None:
    coming = jobs.prove_all(engine.connect(filled), processes.here)
    assert next(coming).record == 1
    remove(filled, 2)
    assert [one.record for one in coming] == [3, 4, 5]
    prove = jobs.prove

    def slowly(record: int, key: str, kept: Kept) -> Verdict:
        if record == 3:
            remove(filled, 3)
        return prove(record, key, kept)

    with instead(jobs, prove=slowly):
        assert [one.record for one in jobs.prove_all(engine.connect(filled), processes.here, again=True)] == [1, 4, 5]
    with engine.reading(engine.connect(filled)) as connection:
        assert [one.record for one in jobs.in_force(connection)] == [1, 4, 5]


def test_what_is_removed_while_others_are_derived_again_is_left_out(filled: str) -> None:
    coming = intake.rebuild(engine.connect(filled), everything=True)
    assert next(coming) == (1, "")
    remove(filled, 2)
    derived_of = intake.derived_of

    def slowly(one: Underived) -> Any:
        if one.record == 3:
            remove(filled, 3)
        return derived_of(one)

    assert [one.record for one in coming] == [3, 4, 5]
    with instead(intake, derived_of=slowly):
        assert [one.record for one in intake.rebuild(engine.connect(filled), everything=True)] == [1, 4, 5]


def test_what_is_removed_while_an_archive_is_a_source_is_left_out(filled: str) -> None:
    coming = another.of_archive(filled)
    next(coming)
    remove(filled, 2)
    assert len(list(coming)) == 3


def test_what_is_removed_while_others_are_played_with_other_data_is_left_out(filled: str) -> None:
    same = replay_all(engine.connect(filled), "", lambda batch: [Outcome(SAME) for _ in batch], processes.here)
    assert next(same).record == 1
    remove(filled, 2)
    assert [one.record for one in same] == [3, 4, 5]
