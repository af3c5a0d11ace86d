"""What goes wrong while campaigns are added: nothing is lost, nothing is half added, nothing comes in twice."""

from __future__ import annotations

import io
import multiprocessing
import os
import shutil
import signal
import sqlite3
import zipfile
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import event, select, text, update

from tests.archive.misfortunes import failing_over, let_fail_in_the_middle
from tests.archive.test_adding import add, counts, ending, forked
from tests.stand_ins import instead
from witp_pbem.archive import aliases, another, catalogue, intake, pack
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import Received, Unreadable, of_bytes, of_file, of_folder
from witp_pbem.archive.store import adding, engine, full_text
from witp_pbem.archive.store.packing import LARGEST
from witp_pbem.archive.store.tables import APART, data_files, record_data, records, texts
from witp_pbem.campaign.record import logbook

MIGRATIONS = Path(str(engine.__file__)).parent / "migrations" / "versions"


def added_until_killed(archive: str, folder: Path, moment: int) -> None:
    """Adds a campaign, and is killed when the database is asked for the n-th time, or where it was done before then
    when everything is to be written for good."""
    database, moments = engine.connect(archive), count()

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    event.listen(database, "before_cursor_execute", lambda *_: next(moments) == moment and die())
    event.listen(database, "commit", die)
    list(intake.add_all(database, [of_folder(folder)], proved=False))


@pytest.mark.parametrize("moment", [2, 9, 40, 10**6])
def test_killed_at_any_moment(archive: str, campaigns: Path, moment: int) -> None:
    folder = campaigns / "nimitz-5"
    engine.connect(archive, create=True).dispose()
    nothing = counts(archive)
    process = multiprocessing.get_context("fork").Process(target=added_until_killed, args=(archive, folder, moment))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL and counts(archive) == nothing
    assert [one.outcome for one in add(archive, of_folder(folder))] == ["new"]
    assert counts(archive)["records"] == 1


def test_a_database_that_goes_away_or_fills_up(archive: str, campaigns: Path) -> None:
    database = engine.connect(archive, create=True)
    folder = campaigns / "nimitz-5"
    let_fail_in_the_middle(database, pages_left=2)
    with pytest.raises(engine.Gone, match="failed in the middle: .*of what was being written nothing"):
        list(intake.add_all(database, [of_folder(folder)], proved=False))
    assert set(counts(archive).values()) == {0}
    assert [one.outcome for one in add(archive, of_folder(folder))] == ["new"]


def test_one_that_makes_the_program_fail_costs_only_itself(archive: str, campaigns: Path) -> None:
    with failing_over("nimitz-4"):
        added = add(archive, *(of_folder(campaigns / name) for name in ("nimitz-4", "nimitz-5")))
    assert [(one.outcome, one.reason) for one in added] == [
        ("apart", "the program fails over it: KeyError"), ("new", "")]


def test_damaged_texts_are_made_again_and_a_damaged_record_costs_only_itself(archive: str, campaigns: Path) -> None:
    database = engine.connect(archive, create=True)
    add(archive, *(of_folder(campaigns / name) for name in ("nimitz-4", "nimitz-5", "witp-1")))
    before = counts(archive)
    with engine.writing(database) as connection:
        everything = search(connection, "stories a")
        connection.execute(update(texts).where(texts.c.record == 1).values(words=b"damaged"))
        full_text.drop(connection)
        full_text.create(connection)
        full_text.fill(connection)
        assert 0 < len(search(connection, "stories a")) < len(everything)
    assert [one.reason for one in intake.rebuild(database, everything=True)] == ["", "", ""]
    with engine.writing(database) as connection:
        assert counts(archive) == before and search(connection, "stories a") == everything
        connection.execute(update(records).where(records.c.id == 2).values(content=b"damaged"))
    reasons = [one.reason for one in intake.rebuild(database, everything=True, jobs=2)]
    assert [bool(reason) for reason in reasons] == [False, True, False]
    assert reasons[1].startswith("The archive's copy is damaged: ")


def test_an_archive_that_may_only_be_read(tmp_path: Path, campaigns: Path) -> None:
    name = str(tmp_path / "club.db")
    add(name, of_folder(campaigns / "nimitz-4"))
    engine.connect(name).dispose()
    with instead(engine.os, access=lambda path, mode: False):
        archive = engine.connect(name)
    with engine.reading(archive) as connection:
        assert [one.name for one in catalogue.listed(connection)] == ["nimitz-4"]
    with pytest.raises(engine.ReadOnly, match=f'The archive "{name}" may only be read here.'):
        list(intake.add_all(archive, [of_folder(campaigns / "nimitz-5")], proved=False))
    copy = shutil.copy(name, tmp_path / "copy.db")
    (tmp_path / "copy.db-wal").touch()
    with instead(engine.os, access=lambda path, mode: False), pytest.raises(
            engine.NoArchive, match='"copy.db" lies in "copy.db-wal" and cannot be put in its place here'):
        engine.connect(str(copy))


def test_a_fork_takes_the_place_of_a_campaign_that_is_removed(archive: str, campaigns: Path) -> None:
    for received in (of_folder(campaigns / "nimitz-5"), of_folder(campaigns / "witp-1"),
                     forked(campaigns / "nimitz-5", 6)):
        add(archive, received)
    database = engine.connect(archive)
    with engine.writing(database) as connection:
        adding.remove(connection, 1)
        left = catalogue.listed(connection)
        assert [(one.record, one.state, one.reason) for one in left] == [(2, "held", ""), (3, "held", "")]
        hashes = connection.execute(select(data_files.c.hash)).scalars().all()
        assert set(hashes) == set(connection.execute(select(record_data.c.hash)).scalars())
        for one in left:
            adding.remove(connection, one.record)
    assert set(counts(archive).values()) == {0}


def test_a_fork_grows_and_is_kept_once(archive: str, campaigns: Path) -> None:
    add(archive, of_folder(campaigns / "nimitz-5"))
    record = of_folder(campaigns / "nimitz-5")
    assert isinstance(record, Received)
    shorter, longer = ending(record, 6, "another end"), ending(record, 6, "another end", "and on")
    records = {add(archive, part)[-1][:2] for part in (shorter, longer, shorter, longer)}
    assert len(records) == 1
    with engine.reading(engine.connect(archive)) as connection:
        assert [one.entries for one in catalogue.listed(connection)][1:] == [8]


def test_what_was_apart_for_lack_of_data_comes_in_when_they_do(archive: str, campaigns: Path) -> None:
    folder = campaigns / "witp-1"
    content = (folder / logbook.FILE).read_bytes()
    assert add(archive, of_bytes("bare", content))[0].outcome == "apart"
    assert add(archive, of_folder(folder))[0].outcome == "new"
    assert counts(archive)["records"] == 1


def test_another_archive_is_a_source(archive: str, campaigns: Path, tmp_path: Path) -> None:
    first = str(tmp_path / "first.db")
    add(first, of_folder(campaigns / "nimitz-5"), of_folder(campaigns / "witp-1"), Unreadable("torn", b"x", "torn"))
    add(first, forked(campaigns / "nimitz-5", 6))
    assert another.is_archive(first) and not another.is_archive(str(campaigns))
    outcomes = [one.outcome for part in another.of_archive(first) for one in add(archive, part)]
    assert sorted(outcomes) == ["apart", "fork", "new", "new"]
    assert counts(archive) == counts(first)


def test_an_archive_of_a_newer_release_is_refused(archive: str) -> None:
    with engine.writing(engine.connect(archive, create=True)) as connection:
        connection.execute(text(f"UPDATE {engine.REVISIONS} SET version_num = '9999'"))
    for create in (True, False):
        with pytest.raises(engine.OtherRelease, match="newer release"):
            engine.connect(archive, create=create)


def test_the_schema_of_this_release_is_that_of_the_last_migration(archive: str) -> None:
    with engine.reading(engine.connect(archive, create=True)) as connection:
        assert connection.execute(text(f"SELECT version_num FROM {engine.REVISIONS}")).scalar() == engine.REVISION
        assert sorted(path.stem[:4] for path in MIGRATIONS.glob("[0-9]*.py")) == [
            f"{number:04}" for number in range(1, int(engine.REVISION) + 1)]


def test_whoever_reads_waits_for_no_writer(archive: str) -> None:
    with engine.writing(engine.connect(archive, create=True)), engine.reading(engine.connect(archive)) as connection:
        assert catalogue.listed(connection) == []


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(200)])
def test_a_file_that_is_no_archive(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes(content)
    with pytest.raises(engine.NoArchive):
        engine.connect(str(path))
    assert path.read_bytes() == content


def zip_of(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


@pytest.mark.parametrize(("files", "reason"), [
    ({"../logbook.jsonl": b""}, 'the name "../logbook.jsonl" leads out of the folder'),
    ({"/etc/passwd": b""}, 'the name "/etc/passwd" leads out of the folder'),
    ({"c:logbook.jsonl": b""}, 'the name "c:logbook.jsonl" leads out of the folder'),
    ({"readme": b""}, "there is no logbook.jsonl in it"),
    ({str(number): b"" for number in range(pack.MOST_FILES + 1)}, "it holds more than 20000 files"),
    ({"logbook.jsonl": bytes(pack.LARGEST + 1)}, "it unpacks to more than 64 MB")])
def test_a_hostile_pack(files: dict[str, bytes], reason: str) -> None:
    read = of_bytes("a.zip", zip_of(files))
    assert isinstance(read, Unreadable) and read.reason == reason


def test_what_is_huge_is_not_read(archive: str, tmp_path: Path) -> None:
    parts = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        with (tmp_path / name / logbook.FILE).open("wb") as file:
            file.truncate(LARGEST + 1)
        parts += [of_folder(tmp_path / name), of_file(tmp_path / name / logbook.FILE)]
    added = add(archive, *parts)
    assert {one.outcome for one in added} == {"apart"} and len({one.record for one in added}) >= 3
    assert "larger than 64 MB" in added[0].reason


def test_names_of_others_are_only_words(archive: str, campaigns: Path) -> None:
    received = of_folder(campaigns / "nimitz-5")
    assert isinstance(received, Received)
    odd = "<b>\udc80\0'; DROP TABLE records;--"
    [added] = add(archive, received._replace(origin=odd))
    [apart] = add(archive, Unreadable(odd, odd.encode(errors="replace"), odd))
    assert (added.outcome, apart.outcome) == ("new", APART)
    with engine.reading(engine.connect(archive)) as connection:
        assert len(catalogue.listed(connection)) == 2


def test_people_are_shown_as_they_wish(archive: str, campaigns: Path) -> None:
    add(archive, of_folder(campaigns / "witp-1"))
    database = engine.connect(archive)
    with engine.writing(database) as connection:
        connection.execute(text("UPDATE players SET person = 'Ken Ito' WHERE side = 'japan'"))
    with engine.writing(database) as connection:
        aliases.show_as(connection, "Ken Ito", "K. I.")
    with engine.reading(database) as connection:
        shown = {seat.side: seat.person for seat in catalogue.listed(connection)[0].players}
        assert shown["japan"] == "K. I." and aliases.listed(connection) == {"Ken Ito": "K. I."}
    with engine.writing(database) as connection:
        aliases.show_as(connection, "Ken Ito", "")
        assert aliases.listed(connection) == {}
    with engine.writing(database) as connection, pytest.raises(aliases.NoSuchPerson, match="Did you mean Ken Ito"):
        aliases.show_as(connection, "Ken Itoo", "K.")


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "music.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(engine.NoArchive, match="something else"):
        engine.connect(str(path), create=True)
    assert path.read_bytes() == content
