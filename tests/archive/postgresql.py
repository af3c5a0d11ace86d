"""A PostgreSQL on this computer alone: Debian's programs, a folder of its own, a socket in it and no port."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = "postgres"  # the server refuses to run as root


def programs() -> Path:
    """The folder of the newest server installed.

    Raises:
        LookupError: none is.
    """
    newest = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    if not newest:
        raise LookupError("PostgreSQL is not installed: apt-get install postgresql")
    return newest[-1].parent


@contextmanager
def server(*, is_safe: bool = False) -> Iterator[str]:
    """A server at work; the URL of its database without the database's name at the end.

    Args:
        is_safe: it writes as it would for a club, and loses nothing when the power fails.
    """
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path must be short
    data, bin_ = folder / "data", programs()
    owner = pwd.getpwnam(OWNER)
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    folder.chmod(0o755)
    try:
        _run(bin_ / "initdb", "-D", str(data), "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        settings = f"unix_socket_directories = '{folder}'\nlisten_addresses = ''\n" + (
            "" if is_safe else "fsync = off\nfull_page_writes = off\n")
        with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(settings)
        start(folder)
        try:
            yield f"postgresql://{OWNER}@/{{database}}?host={folder}"
        finally:
            stop(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path) -> None:
    """Starts the server of a folder."""
    _run(programs() / "pg_ctl", "-D", str(folder / "data"), "-w", "-l", str(folder / "log"), "start")


def stop(folder: Path) -> None:
    """Stops the server of a folder at once, as when the power fails."""
    _run(programs() / "pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "stop")


def folder_of(url: str) -> Path:
    """The folder of the server that an URL leads to."""
    return Path(url.rpartition("host=")[2])


def create(url: str, database: str, model: str = "template1") -> str:
    """The URL of a new database, a copy of another; of an empty one where none is named."""
    from sqlalchemy import create_engine, text

    engine = create_engine(url.format(database="postgres").replace("postgresql:", "postgresql+psycopg:"),
                           isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{database}" TEMPLATE "{model}"'))
    engine.dispose()
    return url.format(database=database)


def with_role(url: str, *rights: str) -> str:
    """The URL by which a new role comes to a database.

    Args:
        rights: statements that give it rights, "{role}" standing for its name; it has none but these.
    """
    from sqlalchemy import create_engine, text

    role = f"role{uuid.uuid4().hex[:8]}"
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in ("CREATE ROLE {role} LOGIN", *rights):
            connection.execute(text(statement.format(role=role)))
    engine.dispose()
    return url.replace(f"{OWNER}@", f"{role}@")


def _run(*command: object) -> None:
    """Runs a program of the server as its owner."""
    as_owner = ["setpriv", f"--reuid={OWNER}", f"--regid={OWNER}", "--clear-groups"] if os.geteuid() == 0 else []
    subprocess.run([*as_owner, *map(str, command)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   cwd="/")
