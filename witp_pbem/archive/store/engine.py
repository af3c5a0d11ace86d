"""The database of an archive: named by a path or an URL, made and brought up to date by its migrations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    OperationalError,
    ProgrammingError,
)

from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say

SQLITE, POSTGRESQL = "sqlite", "postgresql"
WAIT = 60_000  # milliseconds for which one writer waits for another
REVISION = "0005"  # of the schema that this release reads and writes, the last of the migrations
KNOWN = tuple(f"{number:04}" for number in range(1, int(REVISION) + 1))
REVISIONS = "alembic_version"  # the table in which the schema is written down
NOT_ALLOWED = ("42501", "25006")  # PostgreSQL: a privilege is missing, the transaction may only read


class NoArchive(Refusal):
    """There is no archive where the user said, or it cannot be reached."""

    exit_code = USAGE


class Gone(Refusal):
    """The database failed in the middle of something, of which nothing is left in it."""


class ReadOnly(Refusal):
    """The archive may be read, but not written to."""

    exit_code = USAGE


class OtherRelease(Refusal):
    """Another release made the archive."""


def url_of(name: str) -> Any:
    """The URL of an archive named by a path or an URL.

    Raises:
        NoArchive: it is neither. extras.NotInstalled: the driver is not installed.
    """
    if "://" not in name:
        return URL.create(SQLITE, database=str(Path(name).absolute()))
    try:
        url = make_url(name)
    except (ArgumentError, ValueError) as error:  # a port is a number
        raise _no_name(name) from error
    if url.get_backend_name() == POSTGRESQL:
        extras.require(extras.POSTGRESQL)
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != SQLITE:
        raise NoArchive(say('"{name}": archives are kept in SQLite and PostgreSQL.', name=name))
    return url.set(drivername=SQLITE)


def _no_name(name: str) -> NoArchive:
    """What is said of a name that is neither a file's nor an URL."""
    return NoArchive(say('"{name}" names no archive: give a file, or an URL such as postgresql://NAME@HOST/DATABASE.',
                         name=name))


def connect(name: str, *, create: bool = False, as_it_is: bool = False) -> Engine:
    """The database of an archive, with the schema of this release.

    Args:
        create: make it where there is none.
        as_it_is: leave the schema of an older release as it is. What was received can be read from any.
    Raises:
        NoArchive: it is not there, or cannot be reached. OtherRelease: a newer release made it. ReadOnly: an older
            one did, and it may not be written to. extras.NotInstalled: the driver is not installed.
    """
    url = url_of(name)
    may_write = True
    if url.get_backend_name() == SQLITE:
        path = Path(url.database or "")
        _require_file(path, name, create)
        may_write = _may_write(path)
    try:
        engine = create_engine(url if may_write else _immutable(url))
    except (ArgumentError, ValueError) as error:  # what stands behind the question mark of an URL
        raise _no_name(name) from error
    try:
        if engine.dialect.name == SQLITE:
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        _bring_up_to_date(engine, name, create, as_it_is)
        if engine.dialect.name == SQLITE and may_write and not as_it_is:  # another program's file is left as it is
            with closing(engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA journal_mode = WAL")
    except (OperationalError, NoSuchModuleError) as error:
        raise _unreachable(name, error) from error
    except DatabaseError as error:
        if _is_forbidden(error):
            raise _unreachable(name, error) from error
        raise NoArchive(say('"{name}" is not an archive: {error}.', name=name, error=_reason(error))) from error
    return engine


def _unreachable(name: str, error: Exception) -> NoArchive:
    """What is said of an archive that cannot be reached, or not be read."""
    return NoArchive(say('The archive "{name}" cannot be reached: {error}.', name=name, error=_reason(error)))


def _require_file(path: Path, name: str, create: bool) -> None:
    """Makes sure that an archive is in a file, or can be.

    Raises:
        NoArchive: it is not.
    """
    if path.is_dir():
        raise NoArchive(say('"{name}" is a folder, not an archive: name the archive first, such as club.db.',
                            name=name))
    if not path.parent.is_dir():
        raise NoArchive(say('There is no folder "{folder}" for the archive.', folder=path.parent))
    if not create and not path.is_file():
        raise NoArchive(say('There is no archive "{name}". `archive add` makes one.', name=name))


def _may_write(path: Path) -> bool:
    """Whether an archive in a file can be written to, which takes files beside it."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _immutable(url: Any) -> Any:
    """The URL of an archive that nobody writes to, as on a disc: it is read without files beside it, unless what was
    written last lies in one.

    Raises:
        NoArchive: it lies in one, and the other file that belongs to that is missing.
    """
    last_written = Path(f"{url.database}-wal")
    is_whole = not last_written.exists()
    if not is_whole and not Path(f"{url.database}-shm").exists():
        raise NoArchive(say('What was written last to the archive "{name}" lies in "{beside}" and cannot be put in its '
                            "place here, where nothing may be written. Copy both files into a folder of your own.",
                            name=Path(url.database).name, beside=last_written.name))
    return url.set(database=Path(url.database).absolute().as_uri(),
                   query={"mode": "ro", "uri": "true", **({"immutable": "1"} if is_whole else {})})


def _prepare_sqlite(connection: Any, record: Any) -> None:
    """What each connection is told first: foreign keys hold, readers do not wait, a writer waits for another, and all
    letters have a small form, not those of English alone."""
    connection.isolation_level = None  # transactions begin where we say
    connection.create_function("lower", 1, lambda text: text and folded(text), deterministic=True)
    for pragma in ("foreign_keys = ON", f"busy_timeout = {WAIT}", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")


def folded(text: str) -> str:
    """A text in small letters, each for itself, as PostgreSQL has them."""
    return "".join(letter.lower()[0] for letter in text)


def _begin_sqlite(connection: Connection) -> None:
    """Whoever may write takes the lock at the beginning, so that two writers cannot stand in each other's way."""
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one state of the archive.

    Raises:
        Gone: the database fails. NoArchive: the user may not read it.
    """
    options = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == POSTGRESQL else {}
    with (_whole(engine, reads=True), engine.connect().execution_options(reads=True, **options) as connection,
          connection.begin()):
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A connection whose changes all come in or none, one writer at a time.

    Raises:
        Gone: the database fails; none came in. ReadOnly: it may not be written to.
    """
    with _whole(engine, reads=False), _transaction(engine) as connection:
        yield connection


@contextmanager
def _transaction(engine: Engine) -> Iterator[Connection]:
    with engine.begin() as connection:
        _await_turn(connection)
        yield connection


def _await_turn(connection: Connection) -> None:
    """Waits until no other writes; in SQLite beginning a transaction does."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


@contextmanager
def _migration(engine: Engine) -> Iterator[Connection]:
    """A transaction in which a table may be replaced to which others refer: SQLite would take away their rows with it.
    It cannot be told so in the middle of a transaction."""
    with engine.connect() as connection:
        if engine.dialect.name == SQLITE:
            connection.connection.cursor().execute("PRAGMA foreign_keys = OFF")
        try:
            with connection.begin():
                _await_turn(connection)
                yield connection
        finally:
            connection.invalidate()  # the next one has foreign keys


@contextmanager
def _whole(engine: Engine, *, reads: bool) -> Iterator[None]:
    """Says in a sentence that the server is gone, the disk full or something not allowed; what a program does wrong
    stays an error."""
    try:
        yield
    except DBAPIError as error:
        if _is_forbidden(error):
            raise _unreachable(_name(engine), error) if reads else ReadOnly(
                say('The archive "{name}" may only be read here.', name=_name(engine))) from error
        if isinstance(error, (DataError, IntegrityError, ProgrammingError)):
            raise
        raise Gone(say('The archive "{name}" failed in the middle: {error}. What was written before is there, of what '
                       "was being written nothing; the same command goes on.",
                       name=_name(engine), error=_reason(error))) from error


def _is_forbidden(error: DBAPIError) -> bool:
    """Whether the database says that the user may not do this."""
    return getattr(error.orig, "sqlstate", "") in NOT_ALLOWED or str(
        getattr(error.orig, "sqlite_errorname", "")).startswith("SQLITE_READONLY")


def _name(engine: Engine) -> str:
    """The name of an archive: its file, or its URL."""
    if engine.dialect.name != SQLITE:
        return engine.url.render_as_string()
    return unquote(str(engine.url.database).removeprefix("file://"))


LOCK = 0x77697470  # the key under which writers of an archive in PostgreSQL wait for each other


def _bring_up_to_date(engine: Engine, name: str, create: bool, as_it_is: bool) -> None:
    """Runs the migrations that are missing.

    Args:
        as_it_is: only see whether it can be read.
    Raises:
        NoArchive: there is no archive in the database, and none is to be made. OtherRelease, ReadOnly: see `connect`.
    """
    with engine.connect().execution_options(reads=True) as connection:
        revision = _revision(connection, name, create)
    if as_it_is or revision == REVISION:
        return  # whoever only reads waits for no writer
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(files("witp_pbem.archive.store") / "migrations"))
    try:
        with _migration(engine) as connection:
            if _revision(connection, name, create) != REVISION:  # nobody else has done it in the meantime
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
    except DBAPIError as error:
        if revision is None or not _is_forbidden(error):
            raise
        raise ReadOnly(say('The archive "{name}" is of an older release, and may only be read here: whoever may write '
                           "to it must open it once, such as with `archive list`.", name=name)) from error


def _revision(connection: Connection, name: str, create: bool) -> str | None:
    """Which revision the schema of an archive has; None where there is nothing, and an archive is to be made.

    Raises:
        NoArchive, OtherRelease: see `connect`.
    """
    tables = inspect(connection).get_table_names()
    if REVISIONS not in tables and tables:
        raise NoArchive(say('"{name}" is a database of something else; an archive has one of its own.', name=name))
    if not tables and not create:
        raise NoArchive(say('There is no archive in "{name}". `archive add` makes one.', name=name))
    revision: str | None = connection.execute(
        text(f"SELECT version_num FROM {REVISIONS}")).scalar() if tables else None
    if revision is not None and revision not in KNOWN:
        raise OtherRelease(say('The archive "{name}" was made by a newer release of witp-pbem. Install that one.',
                               name=name))
    return revision


def _reason(error: Exception) -> str:
    """What the database says, in a line."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")
