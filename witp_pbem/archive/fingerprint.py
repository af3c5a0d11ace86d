"""Of which program what an archive writes down was made: the release, and a hash of the code and data that decide it.

A source tree keeps its number while its rules are mended, and a game from another package is upgraded without this one,
so that the release alone would not do. Each game has a fingerprint of its own: what changed in one costs only its own
campaigns. What the code takes from packages that are no game (this one's dependencies) is not in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import witp_pbem
from witp_pbem import __version__
from witp_pbem.campaign.folder import games

PACKAGE = Path(witp_pbem.__file__).parent
DECIDING = ("table", "games/common", "campaign")  # rooms that proving a campaign takes
SHOWING = (*DECIDING, "report", "archive", "locale", "templates", "../templates")  # rooms that its pages take
GUIDES, MESSAGES = "docs", "locale"  # folders in the rooms
LENGTH = 24  # hexadecimal digits


def of_proofs(game: str) -> str:
    """What verdicts on campaigns of a game depend on, besides the record: "0.3.0 5d41402abc4b2a76b9719d91"."""
    return f"{__version__} {_hash(DECIDING, game, (GUIDES, MESSAGES))}"


def of_pages(game: str) -> str:
    """What the pages of a campaign of a game depend on, besides the record."""
    return f"{__version__} {_hash(SHOWING, game, (GUIDES,))}"


@cache
def _hash(rooms: tuple[str, ...], game: str, skipped: tuple[str, ...]) -> str:
    """The hash of some rooms and of a game, without folders of some names in them."""
    digest = hashlib.sha256()
    for place in (*(PACKAGE / room for room in rooms), *_places(game)):
        digest.update(_hash_of(place, skipped))
    return digest.hexdigest()[:LENGTH]


@cache
def _hash_of(place: Path, skipped: tuple[str, ...]) -> bytes:
    """The hash of a folder or a file; of one that is not there, of nothing."""
    digest = hashlib.sha256()
    for path in sorted(_files(place, skipped)):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(place).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.digest()


def _files(place: Path, skipped: Collection[str]) -> Iterator[Path]:
    if place.is_file():
        yield place
    elif place.is_dir():
        for path in place.iterdir():
            if path.name != "__pycache__" and not (path.is_dir() and path.name in skipped):
                yield from _files(path, skipped)


def _places(game: str) -> tuple[Path, ...]:
    """Where the code and the data of a game lie: its folder or, of one from elsewhere, the package or the module that
    its entry point names, whole; nowhere where it is not installed."""
    if game in games.own():
        return (Path(str(import_module(games.GROUP).__file__)).parent / game,)
    if game not in games.installed():
        return ()
    spec = find_spec(games.find(game).__module__.partition(".")[0])
    if spec is None:
        return ()
    return tuple(map(Path, spec.submodule_search_locations or filter(None, [spec.origin])))
