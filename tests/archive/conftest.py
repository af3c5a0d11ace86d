"""Archives on both databases, and a few small campaigns to put into them."""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive import postgresql
from tests.random_campaigns import plan, play
from witp_pbem.archive import intake
from witp_pbem.archive.received import folders, of_folder
from witp_pbem.archive.store import engine

# Campaigns of every kind, short enough to be played for each session: game and seed.
PLAYED = (("nimitz", 4), ("nimitz", 5), ("taiheiyo_senshi", 4), ("witp", 1), ("witp", 2))


@pytest.fixture(scope="session")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with campaigns that are over, one a folder; only to be looked at, or copied."""
    room = tmp_path_factory.mktemp("campaigns")
    for game, seed in PLAYED:
        play(room / f"{game.replace('_', '-')}-{seed}", plan(seed, game=game, single=False), faults=False,
             reports=False)
    return room


def _fill(archive: str, campaigns: Path) -> None:
    database = engine.connect(archive, create=True)
    list(intake.add_all(database, map(of_folder, folders(campaigns)), proved=False))
    database.dispose()


@pytest.fixture(scope="session")
def _club(tmp_path_factory: pytest.TempPathFactory, campaigns: Path) -> Path:
    path = tmp_path_factory.mktemp("club") / "club.db"
    _fill(str(path), campaigns)
    return path


@pytest.fixture
def club(tmp_path: Path, _club: Path) -> str:
    """An archive of nimitz-4 and -5, taiheiyo-senshi-4, witp-1 and -2, numbered in that order."""
    return str(shutil.copy(_club, tmp_path / "club.db"))


@pytest.fixture(scope="session")
def _postgresql() -> Iterator[str]:
    with postgresql.server() as url:
        yield url


@pytest.fixture(scope="session")
def _club_on_server(_postgresql: str, campaigns: Path) -> str:
    _fill(postgresql.create(_postgresql, "club"), campaigns)
    return "club"


def _new_database(request: pytest.FixtureRequest, *model: str) -> str:
    return postgresql.create(request.getfixturevalue("_postgresql"), f"club{uuid.uuid4().hex[:8]}", *model)


@pytest.fixture(params=["sqlite", "postgresql"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The name of an archive that is not there yet, in a file or on a server."""
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    return _new_database(request)


@pytest.fixture(params=["sqlite", "postgresql"])
def filled(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same campaigns as in `club`, in a file or on a server."""
    if request.param == "sqlite":
        return str(shutil.copy(request.getfixturevalue("_club"), tmp_path / "club.db"))
    return _new_database(request, request.getfixturevalue("_club_on_server"))
