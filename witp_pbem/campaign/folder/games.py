"""Finding games: each is an entry point of the group `witp_pbem.games`.

A game of this package is imported by its name: to search all installed packages for entry points takes a tenth of a
cold start, and finds the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.game import Game
from witp_pbem.table.language import in_a_row, say
from witp_pbem.table.spelling import likely

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from witp_pbem.table.cases import Case

GROUP = "witp_pbem.games"
GUIDES = "docs"  # the folder of a game's guides, beside its module
REMEMBERED = 16  # games, each of its data

Maker = Callable[[Mapping[str, Any] | None], Game]


class NoSuchGame(Refusal):
    """No installed package offers this game."""

    exit_code = USAGE

    def __init__(self, identifier: str) -> None:
        known = sorted({*own(), *installed()})
        near = cited(identifier) or likely(identifier, known)
        super().__init__(in_a_row(filter(None, (
            say('No game "{game}" is installed here. Installed: {known}.', game=identifier,
                known=", ".join(known) or say("none")), say("Did you mean {words}?", words=near) if near else ""))))


class NoGameNamed(Refusal):
    """Which game is meant has to be said: there are several."""

    exit_code = USAGE

    def __init__(self, among: Iterable[str]) -> None:
        super().__init__(say("There are several games; name one with --game: {games}.", games=", ".join(among)))


@cache
def own() -> tuple[str, ...]:
    """The games of this package, by name."""
    return tuple(sorted(path.parent.name for place in import_module(GROUP).__path__
                        for path in Path(place).glob("*/game.py")))


def usual() -> str:
    """The game that is meant where none is named: the only one of this package.

    Raises:
        NoGameNamed: there are several.
    """
    if len(own()) != 1:
        raise NoGameNamed(own())
    return own()[0]


def is_known(identifier: str) -> bool:
    """Whether a game can be found by its name."""
    return identifier in own() or identifier in installed()


def cited(word: str) -> str:
    """The game of this package whose rules are cited with a word ("witp 6.3.b"), or the one of this name; "" for
    none."""
    cites = next((name for name in own() if packaged(name).cites == word), "")
    return cites or (word if is_known(word) else "")


def of_case(case: Case, named: str) -> str:
    """The game a case is about: it says so, or a rule that it covers does; else the one named, or that of the folder it
    lies in, or the usual one.

    Raises:
        NoGameNamed: there are several.
    """
    covered = (cited(rule.partition(" ")[0]) for rule in case.covers)
    folder = Path(case.file).resolve().parent.name
    return case.game or next(filter(None, covered), named) or (folder if is_known(folder) else usual())


def guides(identifier: str) -> Path:
    """The folder of a game's guides; it need not be there.

    Raises:
        NoSuchGame: the game is not installed.
    """
    return Path(str(import_module(find(identifier).__module__).__file__)).parent / GUIDES


def find(identifier: str) -> Maker:
    """The function that makes a game from its data records (None for the packaged ones).

    Raises:
        NoSuchGame: it is not installed.
    """
    if identifier.isidentifier() and find_spec(f"{GROUP}.{identifier}"):
        own: Maker = import_module(f"{GROUP}.{identifier}.game").game
        return own
    point = installed().get(identifier)
    if point is None:
        raise NoSuchGame(identifier)
    maker: Maker = point.load()
    return maker


def packaged(identifier: str) -> Game:
    """A game with its packaged data.

    Raises:
        NoSuchGame: it is not installed.
    """
    return _made_of(find(identifier), ())


def made_of(identifier: str, files: Mapping[str, bytes]) -> Game:
    """A game with the data of some files (name without ending -> bytes); no file means the packaged data.

    Raises:
        NoSuchGame: it is not installed.
        ValueError, KeyError, TypeError: the files make no game.
    """
    return _made_of(find(identifier), tuple(files.items()))


@lru_cache(maxsize=REMEMBERED)
def _made_of(maker: Maker, files: tuple[tuple[str, bytes], ...]) -> Game:
    """A game made of its data files; the same files make the same game, which remembers what it has read."""
    return maker({name: json.loads(data) for name, data in files} or None)


@cache
def installed() -> dict[str, EntryPoint]:
    """The games installed here, by name."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}
