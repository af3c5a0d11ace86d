"""Adding: whole or not at all, once or many times with the same result."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import func, select

from witp_pbem.archive import catalogue, intake
from witp_pbem.archive.opened import kept, unpacked
from witp_pbem.archive.received import Received, Unreadable, folders, of_bytes, of_folder
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.adding import Added
from witp_pbem.archive.store.tables import APART, FORK, battles, mentions, records, texts
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.packets import packet
from witp_pbem.campaign.record import logbook


def add(archive: str, *received: Received | Unreadable, proved: bool = False) -> list[Added]:
    return list(intake.add_all(engine.connect(archive, create=True), received, proved=proved))


def counts(archive: str) -> dict[str, int]:
    with engine.reading(engine.connect(archive)) as connection:
        return {table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
                for table in (records, battles, mentions, texts)}


def test_a_campaign_is_kept_byte_for_byte(archive: str, campaigns: Path) -> None:
    added = [add(archive, of_folder(folder), proved=True)[0] for folder in folders(campaigns)]
    assert {one.outcome for one in added} == {"new"}
    for one, folder in zip(added, folders(campaigns), strict=True):
        with engine.reading(engine.connect(archive)) as connection:
            there = kept(connection, one.record)
            assert there is not None
            content, files = unpacked(there)
        assert content == (folder / logbook.FILE).read_bytes()
        assert files == {path.name: path.read_bytes() for path in (folder / "data").iterdir()}


def test_adding_again_changes_nothing(archive: str, campaigns: Path) -> None:
    everything = list(map(of_folder, folders(campaigns)))
    add(archive, *everything)
    before = counts(archive)
    assert {one.outcome for one in add(archive, *everything)} == {"same"}
    assert counts(archive) == before
    assert before["battles"] > 0 and before["texts"] > 0


def cut(folder: Path, entries: int) -> Received:
    """The first entries of a campaign."""
    received = of_folder(folder)
    assert isinstance(received, Received)
    return received._replace(entries=received.entries[:entries])


def test_a_longer_record_takes_the_place_of_the_shorter_one(archive: str, campaigns: Path) -> None:
    folder = campaigns / "nimitz-5"
    [first] = add(archive, cut(folder, 6))
    [second] = add(archive, of_folder(folder))
    assert (first.outcome, second.outcome, second.record) == ("new", "longer", first.record)
    [third] = add(archive, cut(folder, 6))
    assert (third.outcome, third.entries) == ("same", second.entries)
    alone = counts(archive)
    with engine.reading(engine.connect(archive)) as connection:
        assert catalogue.find(connection, "nimitz-5").winner == "japan"
    list(intake.rebuild(engine.connect(archive), everything=True))
    assert counts(archive) == alone


def test_entries_come_in_packets(archive: str, campaigns: Path) -> None:
    campaign = open_campaign(campaigns / "witp-2")
    middle = len(campaign.entries) // 2
    late, early = (of_bytes("mail", packet.packet(campaign, since)) for since in (middle, 0))
    assert isinstance(early, Received) and isinstance(late, Received)
    [alone] = add(archive, late)
    assert (alone.outcome, alone.reason) == ("apart", "entries before these are missing; send all of the campaign")
    [added] = add(archive, early._replace(entries=early.entries[:middle]), late)
    assert (added.outcome, added.entries) == ("new", len(campaign.entries))


def forked(folder: Path, target: Path, at: int) -> Received:
    """A campaign that goes another way from an entry on: its last entries are notes."""
    shutil.copytree(folder, target)
    campaign = open_campaign(target)
    entries = campaign.entries[:at]
    entries.append(logbook.following(entries[-1], "note", {
        "side": "us", "letter": "", "signature": "", "about": None, "text": "another end"}))
    (target / logbook.FILE).write_bytes(b"".join(map(logbook.line, entries)))
    received = of_folder(target)
    assert isinstance(received, Received)
    return received


def test_a_fork_is_kept_beside_the_record(archive: str, campaigns: Path, tmp_path: Path) -> None:
    folder = campaigns / "nimitz-5"
    add(archive, of_folder(folder))
    other = forked(folder, tmp_path / "fork", 6)
    for _ in range(2):
        [same, fork] = add(archive, other)
        assert (same.outcome, fork.outcome, fork.entries) == ("same", "fork", 7)
        assert fork.reason == "it differs from the record that was here first after entry 5"
    with engine.reading(engine.connect(archive)) as connection:
        assert [one.state for one in catalogue.listed(connection)] == ["held", FORK]


def test_what_cannot_be_read_is_kept_apart_with_the_reason(archive: str, campaigns: Path) -> None:
    content = (campaigns / "witp-1" / logbook.FILE).read_bytes()
    torn = of_bytes("torn", content[:-20])
    changed = of_bytes("changed", content.replace(b'"turn":1', b'"turn":2', 1))
    lost = of_bytes("lost", content)  # without its data files
    added = add(archive, torn, changed, lost)
    assert {one.outcome for one in added} == {"apart"}
    reasons = sorted(one.reason for one in added)
    assert any(reason.startswith("the data file") for reason in reasons)
    assert sum("does not belong" in reason or "was changed on its way" in reason for reason in reasons) == 2
    assert len({one.record for one in add(archive, torn, changed, lost)} | {one.record for one in added}) == 3
    with engine.reading(engine.connect(archive)) as connection:
        assert {one.state for one in catalogue.listed(connection)} == {APART}


def test_two_add_the_same_at_once(archive: str, campaigns: Path) -> None:
    everything = list(map(of_folder, folders(campaigns)))
    engine.connect(archive, create=True).dispose()
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: add(archive, *everything), range(2))
    for one, other in zip(first, second, strict=True):
        assert {one.outcome, other.outcome} == {"new", "same"} and one.record == other.record
    assert counts(archive)["records"] == len(everything)


@pytest.mark.parametrize("name", ["nowhere.db", "mysql://a/b", "://"])
def test_an_archive_that_is_not_there(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(engine.NoArchive):
        engine.connect(name)
    assert list(tmp_path.iterdir()) == []
