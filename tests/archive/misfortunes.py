"""What is made to go wrong in more than one test of the archive."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Engine, event

from tests.stand_ins import instead
from witp_pbem.archive import derive
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.derived import Derived
from witp_pbem.campaign.folder.campaign import Campaign


def let_fail_in_the_middle(database: Engine, pages_left: int) -> None:
    """From the next transaction on SQLite has room for so many pages more, and PostgreSQL ends the connection."""
    def fail(connection: Any, *_: object) -> None:
        if database.dialect.name == engine.SQLITE:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + pages_left}")
        else:
            connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    event.listen(database, "begin", fail)


def failing_over(name: str) -> AbstractContextManager[None]:
    """While it lasts, the program fails where it derives what follows from a campaign."""
    derived = derive.derived

    def failing(campaign: Campaign) -> Derived:
        if campaign.name == name:
            raise KeyError("a unit nobody knows")
        return derived(campaign)

    return instead(derive, derived=failing)
