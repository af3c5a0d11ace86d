"""How an archive is named, and who may do what with it."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import text, update

from tests.archive import postgresql
from tests.archive.test_adding import add
from tests.archive.test_migrations import older
from tests.stand_ins import instead
from witp_pbem.archive import catalogue
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import of_folder
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import records


def on_a_disc() -> AbstractContextManager[None]:
    """Nothing may be written."""
    return instead(engine.os, access=lambda path, mode: mode != os.W_OK)


@pytest.mark.parametrize("name", ["club?1.db", "club#1.db", "100%25.db", "a b+c.db", "ク ラブ.db", "club?mode=memory"])
def test_an_archive_is_in_the_file_that_was_named(name: str, tmp_path: Path) -> None:
    engine.connect(str(tmp_path / name), create=True).dispose()
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with on_a_disc():
        archive = engine.connect(str(tmp_path / name))
    with engine.reading(archive) as connection:
        assert catalogue.listed(connection) == []


@pytest.mark.parametrize("name", ["postgresql://u@h:abc/d", "postgresql://u@h:/d", "://", "postgresql:///d?port=x",
                                  "sqlite:///club.db?timeout=x"])
def test_a_name_that_is_no_url_is_refused(name: str) -> None:
    with pytest.raises(engine.NoArchive, match="names no archive: give a file, or an URL such as "):
        engine.connect(name, create=True)


def test_a_file_by_an_url_is_read_by_the_usual_driver(tmp_path: Path) -> None:
    engine.connect(f"sqlite+aiosqlite:///{tmp_path / 'club.db'}", create=True).dispose()
    assert engine.connect(str(tmp_path / "club.db")).driver == "pysqlite"


def set_revision(archive: str, revision: str) -> None:
    with engine.writing(engine.connect(archive)) as connection:
        connection.execute(text(f"UPDATE {engine.REVISIONS} SET version_num = :revision"), {"revision": revision})


@pytest.fixture
def shared(_club_on_server: str, request: pytest.FixtureRequest) -> str:
    """An archive on a server, with campaigns in it."""
    return postgresql.create(request.getfixturevalue("_postgresql"), f"shared{abs(hash(request.node.name))}",
                             _club_on_server)


@pytest.mark.parametrize("setting", ["", "default_transaction_read_only = on"])
def test_whoever_may_only_read_is_told_so(shared: str, setting: str, campaigns: Path) -> None:
    name = postgresql.with_role(shared, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}",
                                *(["GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO {role}",
                                   f"ALTER ROLE {{role}} SET {setting}"] if setting else []))
    with engine.reading(engine.connect(name)) as connection:
        assert len(catalogue.listed(connection)) == len(search(connection, "state=any")) == 5
        assert search(connection, 'stories "battle at midway"') != []
    with pytest.raises(engine.ReadOnly, match="may only be read here"):
        add(name, of_folder(campaigns / "nimitz-4")._replace(founding="f" * 64))
    with pytest.raises(engine.ReadOnly, match="may only be read here"), engine.writing(
            engine.connect(name)) as connection:
        connection.execute(update(records).values(name="x"))


def test_whoever_may_not_even_read_is_told_what_the_database_says(shared: str) -> None:
    with pytest.raises(engine.NoArchive, match="cannot be reached: permission denied for table"):
        engine.connect(postgresql.with_role(shared))
    partly = postgresql.with_role(shared, f"GRANT SELECT ON {engine.REVISIONS} TO {{role}}")
    with pytest.raises(engine.NoArchive, match="cannot be reached: permission denied for table"), engine.reading(
            engine.connect(partly)) as connection:
        catalogue.listed(connection)


def test_whoever_may_only_read_is_told_what_must_be_done_about_an_older_schema(
        archive: str, club: str) -> None:
    name = older(archive, "0001", club)
    is_file = "://" not in name
    only_read = name if is_file else postgresql.with_role(
        name, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
    with pytest.raises(engine.ReadOnly, match="of an older release"), on_a_disc() if is_file else nullcontext():
        engine.connect(only_read)
    engine.connect(name).dispose()


@pytest.mark.parametrize("revision", ["9999", "of another program"])
def test_a_newer_archive_is_refused_where_it_may_only_be_read_too(club: str, revision: str) -> None:
    set_revision(club, revision)
    with pytest.raises(engine.OtherRelease), on_a_disc():
        engine.connect(club)
