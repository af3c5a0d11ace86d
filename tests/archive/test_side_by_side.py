"""Several processes look at campaigns, and several people write: what comes of it is as if it were one after the
other."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import select

from tests.archive.misfortunes import failing_over
from tests.archive.test_adding import add
from tests.stand_ins import instead
from witp_pbem.archive import derive, intake
from witp_pbem.archive.received import Received, folders, of_folder
from witp_pbem.archive.store import engine
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


def test_what_cannot_be_derived_again_is_left_as_it_was(archive: str, campaigns: Path) -> None:
    added_by(archive, [[of_folder(folder)] for folder in folders(campaigns)], 1)
    before = rows(archive)
    with failing_over("nimitz-4"):
        rebuilt = list(intake.rebuild(engine.connect(archive), everything=True))
    assert [one.reason for one in rebuilt] == ["the program fails over it: KeyError", "", "", "", ""]
    assert {name: len(held) for name, held in rows(archive).items()} == {
        name: len(held) for name, held in before.items()}
