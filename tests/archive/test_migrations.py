"""Archives of older releases: they are brought up to date with all that is in them, and only read as a source."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, MetaData, create_engine, insert, inspect, select, text
from sqlalchemy.engine.interfaces import ReflectedColumn

from tests.archive.test_adding import add
from tests.archive.test_side_by_side import rows
from witp_pbem.archive import another, catalogue
from witp_pbem.archive.query.search import search
from witp_pbem.archive.received import Received, of_folder
from witp_pbem.archive.store import adding, engine, full_text
from witp_pbem.archive.store.tables import metadata

INDEXED = "text_index"  # filled by the migrations


def migrated(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(files("witp_pbem.archive.store") / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def older(name: str, revision: str, club: str) -> str:
    """An archive as an older release would have made it, with what is in another."""
    name += "" if "://" in name else ".old"
    there = create_engine(engine.url_of(name))
    with there.begin() as connection:
        migrated(connection, revision)
    tables = MetaData()
    tables.reflect(there, only=lambda table, _: table in metadata.tables)
    with there.begin() as connection, engine.reading(engine.connect(club)) as full:
        for table in tables.sorted_tables:
            columns = [metadata.tables[table.name].c[column.name] for column in table.c]
            if held := full.execute(select(*columns)).mappings().all():
                connection.execute(insert(table), [dict(row) for row in held])
            if there.dialect.name == "postgresql" and "id" in table.c:
                connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                                        f"coalesce(max(id), 1)) FROM {table.name}"))
        if revision != "0001":  # the next migration fills it
            full_text.fill(connection)
    there.dispose()
    return name


def schema(database: Engine) -> dict[str, Any]:
    """The tables of a database, as far as they are named in the program; SQLite has texts of any length under either
    name."""
    seen = inspect(database)

    def type_of(column: ReflectedColumn) -> str:
        written = str(column["type"])
        return "TEXT" if database.dialect.name == "sqlite" and written.startswith("VARCHAR") else written

    return {name: [
        sorted((column["name"], type_of(column), column["nullable"]) for column in seen.get_columns(name)),
        *([sorted((str(index["name"]), index["column_names"], bool(index["unique"]), [*map(str, index[
            "dialect_options"].values())]) for index in seen.get_indexes(name))]),
        sorted(map(str, seen.get_unique_constraints(name))), sorted(map(str, seen.get_foreign_keys(name))),
        seen.get_pk_constraint(name)["constrained_columns"]] for name in metadata.tables}


def test_the_migrations_make_the_tables_that_the_program_names(archive: str, tmp_path: Path) -> None:
    made = engine.connect(archive, create=True)
    if made.dialect.name == "sqlite":
        named = create_engine(f"sqlite:///{tmp_path / 'named.db'}")
        metadata.create_all(named)
        assert schema(made) == schema(named)
        return
    before = schema(made)
    with made.begin() as connection:
        connection.execute(text(f"DROP TABLE {INDEXED}"))
        metadata.drop_all(connection)
        metadata.create_all(connection)
    assert schema(made) == before


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_an_older_archive_keeps_all_that_is_in_it(archive: str, club: str, revision: str, campaigns: Path) -> None:
    archive = older(archive, revision, club)
    database = engine.connect(archive)
    assert rows(archive) == rows(club)
    with engine.writing(database) as connection:
        adding.remove(connection, 5)
    assert [len(rows(archive)[name]) for name in ("records", "players")] == [4, 6], "what follows from it goes with it"
    assert [one.record for one in add(archive, of_folder(campaigns / "witp-2"))] == [6], "5 is given to no other"


def test_an_index_of_the_first_release_is_made_anew(archive: str, club: str) -> None:
    archive = older(archive, "0001", club)
    with create_engine(engine.url_of(archive)).begin() as connection:
        full_text.drop(connection)
        connection.execute(text(
            "CREATE TABLE text_index (rowid integer PRIMARY KEY, words tsvector NOT NULL)" if "://" in archive else
            "CREATE VIRTUAL TABLE text_index USING fts5(words, content='', detail=none)"))
    with engine.reading(engine.connect(club)) as before, engine.reading(engine.connect(archive)) as now:
        wanted = 'stories "battle at midway"'
        assert search(now, wanted) == search(before, wanted) != []


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_a_source_of_an_older_release_is_read_and_left_as_it_is(archive: str, club: str, revision: str,
                                                                tmp_path: Path) -> None:
    archive = older(archive, revision, club)
    parts = list(another.of_archive(archive))
    assert len(parts) == 5 and all(isinstance(part, Received) for part in parts)
    with create_engine(engine.url_of(archive)).connect() as connection:
        assert connection.execute(text(f"SELECT version_num FROM {engine.REVISIONS}")).scalar() == revision
    assert [one.outcome for one in add(str(tmp_path / "other.db"), *parts)] == ["new"] * 5


def test_a_source_that_is_no_archive_of_ours(tmp_path: Path) -> None:
    database = create_engine(f"sqlite:///{tmp_path / 'music.db'}")
    with database.begin() as connection:
        connection.execute(text("CREATE TABLE songs (title TEXT)"))
    with pytest.raises(engine.NoArchive, match="something else"):
        list(another.of_archive(str(tmp_path / "music.db")))
    engine.connect(str(tmp_path / "new.db"), create=True)
    with create_engine(f"sqlite:///{tmp_path / 'new.db'}").begin() as connection:
        connection.execute(text(f"UPDATE {engine.REVISIONS} SET version_num = '9999'"))
    with pytest.raises(engine.OtherRelease):
        list(another.of_archive(str(tmp_path / "new.db")))


def test_the_number_of_what_was_removed_is_given_to_no_other(archive: str, campaigns: Path) -> None:
    assert [one.record for one in add(archive, of_folder(campaigns / "nimitz-4"))] == [1]
    with engine.writing(engine.connect(archive)) as connection:
        adding.remove(connection, 1)
    assert [one.record for one in add(archive, of_folder(campaigns / "nimitz-5"))] == [2]
    with engine.reading(engine.connect(archive)) as connection:
        assert [one.record for one in catalogue.listed(connection)] == [2]
