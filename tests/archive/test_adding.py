"""Adding: whole or not at all, once or many times with the same result."""

from __future__ import annotations

import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, text, update

from tests import tamper
from witp_pbem.archive import catalogue, intake, pack
from witp_pbem.archive.opened import kept, unpacked
from witp_pbem.archive.processes import here
from witp_pbem.archive.proving import jobs
from witp_pbem.archive.received import Received, Unreadable, folders, of_bytes, of_folder
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.adding import Added
from witp_pbem.archive.store.histories import MOST_HISTORIES
from witp_pbem.archive.store.packing import DamagedRow
from witp_pbem.archive.store.tables import (
    APART,
    FORK,
    battles,
    data_files,
    mentions,
    players,
    record_data,
    records,
    texts,
)
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


def states(archive: str) -> list[str]:
    """The states of all records, by their numbers."""
    with engine.reading(engine.connect(archive)) as connection:
        return [one.state for one in sorted(catalogue.listed(connection), key=lambda one: one.record)]


def whole(connection: Connection, record: int) -> tuple[bytes, dict[str, bytes]]:
    """The logbook of a record, and its data files by name."""
    there = kept(connection, record)
    assert there is not None
    return unpacked(there)


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
    assert (alone.outcome, alone.reason) == (
        "apart", f"entries before these are missing (0–{middle - 1}); send all of the campaign")
    [added] = add(archive, early._replace(entries=early.entries[:middle]), late)
    assert (added.outcome, added.entries) == ("new", len(campaign.entries))
    assert states(archive) == ["held"], "what waited has been taken in"


def test_entries_behind_a_gap_are_kept_apart_as_a_packet(archive: str, campaigns: Path) -> None:
    whole_one = of_folder(campaigns / "nimitz-5")
    assert isinstance(whole_one, Received)
    last = len(whole_one.entries) - 1
    add(archive, cut(campaigns / "nimitz-5", 6))
    [late] = add(archive, whole_one._replace(entries=whole_one.entries[7:]))
    assert (late.outcome, late.entries, late.reason) == (
        "apart", last - 6, "entries before these are missing (6); send all of the campaign")
    with engine.reading(engine.connect(archive)) as connection:
        content, _ = whole(connection, late.record)
    again, between = of_bytes("again", content), whole_one._replace(entries=whole_one.entries[6:7])
    [added] = add(archive, again, between)
    assert (added.outcome, added.entries) == ("longer", last + 1) and states(archive) == ["held"]


def forked(folder: Path, at: int) -> Received:
    """A campaign that goes another way from an entry on: its last entry is a note."""
    received = of_folder(folder)
    assert isinstance(received, Received)
    return ending(received, at, "another end")


def test_a_fork_is_kept_beside_the_record(archive: str, campaigns: Path) -> None:
    folder = campaigns / "nimitz-5"
    add(archive, of_folder(folder))
    other = forked(folder, 6)
    for _ in range(2):
        [fork] = add(archive, other)
        assert (fork.outcome, fork.entries) == ("fork", 7)
        assert fork.reason == "it differs from the record that was here first after entry 5"
    with engine.reading(engine.connect(archive)) as connection:
        assert [(one.state, catalogue.holds(connection, one.record)) for one in catalogue.listed(connection)] == [
            ("held", True), (FORK, True)]


def ending(received: Received, at: int, *notes: str) -> Received:
    """A campaign that goes another way from an entry on: notes with these words."""
    entries = [json.loads(entry.line) for entry in received.entries[:at]]
    entries[-1]["hash"] = received.entries[at - 1].hash
    lines = b"".join(entry.line + b"\n" for entry in received.entries[:at])
    last = entries[-1]
    for words in notes:
        last = logbook.following(last, "note", {
            "side": "us", "letter": "", "signature": "", "about": None, "text": words})
        lines += logbook.line(last)
    other = of_bytes(" ".join(notes), lines, received.files)
    assert isinstance(other, Received)
    return other


def histories_of(archive: str) -> dict[str, list[str]]:
    """The words of the last notes of each record, by its state."""
    with engine.reading(engine.connect(archive)) as connection:
        return {f"{one.state} {one.record}": [
            json.loads(line).get("text", "") for line in whole(connection, one.record)[0].splitlines()[20:]]
            for one in catalogue.listed(connection)}


def test_branches_of_a_fork_are_histories_of_their_own(archive: str, campaigns: Path) -> None:
    record = of_folder(campaigns / "taiheiyo-senshi-4")
    assert isinstance(record, Received)
    early = record._replace(entries=record.entries[:25])
    add(archive, early)
    first, second = ending(record, 20, "A", "B", "C"), ending(record, 20, "A", "D")
    assert [(one.outcome, one.entries) for one in add(archive, first, second)] == [
        ("fork", 22), ("fork", 23)]
    assert sorted(histories_of(archive).values())[-2:] == [["A", "B", "C"], ["A", "D"]]
    assert [one.outcome for one in add(archive, second, first)] == ["fork", "fork"]
    assert [(one.outcome, one.record) for one in add(archive, record)] == [("longer", 1)]
    assert states(archive) == ["held", "fork", "fork"]


def test_histories_that_come_together_are_kept_as_if_one_after_the_other(
        tmp_path: Path, campaigns: Path) -> None:
    record = of_folder(campaigns / "taiheiyo-senshi-4")
    assert isinstance(record, Received)
    parts = (record, ending(record, 20, "A", "B"), ending(record, 20, "A", "C"))
    for number, order in enumerate(permutations(parts)):
        together, alone = str(tmp_path / f"together{number}.db"), str(tmp_path / f"alone{number}.db")
        add(together, *order)
        for part in order:
            add(alone, part)
        kept = histories_of(together)
        assert kept["held 1"] == histories_of(alone)["held 1"]
        assert sorted(kept.values()) == sorted(histories_of(alone).values())


def test_a_packet_of_many_histories_is_kept_apart(archive: str, campaigns: Path) -> None:
    record = of_folder(campaigns / "nimitz-5")
    assert isinstance(record, Received)
    notes = [ending(record, 6, f"note {number}") for number in range(MOST_HISTORIES + 2)]
    [added] = add(archive, *notes)
    assert (added.outcome, added.reason) == ("apart", f"it holds more than {MOST_HISTORIES} histories")


def test_a_heading_does_not_make_a_campaign_another(archive: str, campaigns: Path) -> None:
    one, other = (open_campaign(campaigns / name) for name in ("nimitz-4", "nimitz-5"))
    heading = packet.heading("nimitz-4", one.founding["hash"])
    behind = logbook.following(one.entries[-1], "note", {
        "side": "us", "letter": "", "signature": "", "about": None, "text": "x"})
    whole_one = (campaigns / "nimitz-5" / logbook.FILE).read_bytes()
    occupying = (heading + packet.after(one.entries[-1]["hash"]) + logbook.line(behind)
                 + packet.after(logbook.BEGINNING) + whole_one)
    data = of_folder(other.folder)
    assert isinstance(data, Received)
    [added] = add(archive, of_bytes("occupying", occupying, data.files))
    assert added.outcome == "apart" and "does not belong in a packet" in added.reason
    assert [one.outcome for one in add(archive, of_folder(one.folder))] == ["new"]


@pytest.mark.parametrize("data", [{"../../evil.json": "5" * 64}, {"{there}": "5" * 64}, {"map.json": ["x"]},
                                  {"map.json": 5}, {"map.json": "a\0b"}, ["map.json"], None])
def test_data_files_lead_nowhere_else(archive: str, campaigns: Path, tmp_path: Path, data: Any) -> None:
    known = of_folder(campaigns / "nimitz-4")
    assert isinstance(known, Received)
    add(archive, known)
    founding = json.loads(known.entries[0].line)
    evil = {**founding, "campaign": "evil", "data": data}
    if isinstance(data, dict) and "{there}" in data:  # with content that the archive has already
        evil["data"] = {str(tmp_path / "evil.json"): next(iter(founding["data"].values()))}
    [added] = add(archive, of_bytes("evil", tamper.written([evil])), proved=True)
    assert (added.outcome, added.reason) == ("apart", "line 1 does not belong in a packet or a logbook")
    assert not (tmp_path / "evil.json").exists()


def test_names_of_data_files_in_an_archive_of_others_lead_nowhere_else(club: str, tmp_path: Path) -> None:
    database = engine.connect(club)
    with engine.writing(database) as connection:
        connection.execute(update(record_data).values(name=str(tmp_path / "evil.json")))
    with engine.reading(database) as connection, pytest.raises(DamagedRow, match="no name of a data file"):
        whole(connection, 1)
    assert {one.verdict for one in jobs.prove_all(database, here)} == {"unreadable"}
    assert not (tmp_path / "evil.json").exists()


def test_what_is_kept_apart_keeps_its_data_files(archive: str, campaigns: Path, tmp_path: Path) -> None:
    shutil.copytree(campaigns / "nimitz-4", tmp_path / "bad")
    book = tmp_path / "bad" / logbook.FILE
    entries = tamper.read(book.read_bytes())
    wrong = next(entry for entry in entries if entry["type"] == "sitting")
    wrong["position"] = "5" * 64
    book.write_bytes(tamper.written(entries))
    bad = of_folder(tmp_path / "bad")
    assert isinstance(bad, Received)
    [added] = add(archive, bad, proved=True)
    assert added.outcome == "apart" and added.reason.startswith("it does not hold")
    with engine.reading(engine.connect(archive)) as connection:
        content, files = whole(connection, added.record)
    assert content == book.read_bytes() and files == bad.files


def test_a_pack_that_cannot_be_read_is_kept_as_it_came(archive: str, campaigns: Path) -> None:
    content = pack.packed(open_campaign(campaigns / "nimitz-4"))
    files = pack.unpacked(content)
    files[logbook.FILE] = files[logbook.FILE][:-20]
    torn = pack.zipped(files)
    [added] = add(archive, of_bytes("torn.zip", torn))
    with engine.reading(engine.connect(archive)) as connection:
        assert added.outcome == "apart" and whole(connection, added.record)[0] == torn


def test_a_damaged_copy_stops_nobody_and_a_good_one_takes_its_place(archive: str, campaigns: Path) -> None:
    names = ("nimitz-4", "nimitz-5", "witp-1")
    add(archive, *(of_folder(campaigns / name) for name in names))
    database = engine.connect(archive)
    with engine.writing(database) as connection:
        connection.execute(update(records).where(records.c.id == 2).values(content=b"spoilt"))
        connection.execute(update(data_files).values(content=b"spoilt"))
    shorter = cut(campaigns / "nimitz-5", 6)
    added = add(archive, of_folder(campaigns / "nimitz-4"), shorter, of_folder(campaigns / "witp-2"))
    assert [one.outcome for one in added] == ["restored", "apart", "new"], "data files of all were spoilt"
    assert added[1].reason == "the archive's copy, number 2, is damaged, and this does not have all of its entries"
    [restored] = add(archive, of_folder(campaigns / "nimitz-5"))
    assert (restored.outcome, restored.record) == ("restored", 2)
    with engine.reading(database) as connection:
        content, files = whole(connection, 2)
    assert content == (campaigns / "nimitz-5" / logbook.FILE).read_bytes()
    assert files == {path.name: path.read_bytes() for path in (campaigns / "nimitz-5" / "data").iterdir()}


@pytest.mark.parametrize("damage", ["UPDATE data_files SET content = ''", "DELETE FROM data_files"])
def test_data_files_that_are_damaged_or_lost_are_put_back(archive: str, campaigns: Path, damage: str) -> None:
    folder = campaigns / "nimitz-4"
    add(archive, of_folder(folder))
    database = engine.connect(archive)
    if database.dialect.name == "sqlite":  # another program knows nothing of foreign keys
        with closing(sqlite3.connect(archive)) as other, other:
            other.execute(damage.replace("''", "x''"))
    else:
        with database.begin() as connection:
            connection.execute(text("ALTER TABLE record_data DROP CONSTRAINT fk_record_data_hash"))
            connection.execute(text(damage))
    assert {one.verdict for one in jobs.prove_all(database, here, again=True)} == {"unreadable"}
    assert [one.outcome for one in add(archive, of_bytes("bare", (folder / logbook.FILE).read_bytes()))] == ["same"]
    assert [one.outcome for one in add(archive, of_folder(folder))] == ["restored"]
    assert [one.outcome for one in add(archive, of_folder(folder))] == ["same"]
    assert {one.verdict for one in jobs.prove_all(database, here, again=True)} == {"holds"}


def test_names_that_no_database_takes(archive: str, campaigns: Path, tmp_path: Path) -> None:
    shutil.copytree(campaigns / "nimitz-4", tmp_path / "odd")
    book = tmp_path / "odd" / logbook.FILE
    entries = tamper.read(book.read_bytes())
    entries[0]["players"] = dict.fromkeys(entries[0]["players"], "Ken\x00 Ito")
    book.write_bytes(tamper.written(entries))
    [added] = add(archive, of_folder(tmp_path / "odd"))
    assert added.outcome == "new"
    with engine.reading(engine.connect(archive)) as connection:
        assert set(connection.execute(select(players.c.person)).scalars()) == {"Ken\ufffd Ito"}


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
        assert {(one.state, catalogue.holds(connection, one.record)) for one in catalogue.listed(connection)} == {
            (APART, False)}


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
