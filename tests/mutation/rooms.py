"""What can be mutated: the rules of the game, or the exchange; which modules carry it, and which cases and tests
speak of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutation.citations import NIMITZ, SENSHI, WIF, WITP, Numbering

ROOT = Path("witp_pbem").resolve()
# They word, tell, read, advise or plug in; no rule of the game is in them.
LEFT_OUT = ("__init__", "case_battles", "case_data", "case_units", "cases", "conditions", "game", "impulses",
            "language", "lexicon", "names", "own_files", "position_cases", "short_lines", "usual_orders", "wording",
            "words")
WITHOUT_RULES = ("telling", "validation", "words")  # the wings that tell what happened and check what people wrote
EXCHANGE_BESIDES = ("campaign/record/who_plays.py", "campaign/letters/player_change.py",
                    "campaign/checks/new_players.py", "report/checked.py")


class Rulebook(NamedTuple):
    """A game whose rules are mutated.

    Attributes:
        game: its id.
        numbers: how its rules are cited.
        parts: of a module that reads, the functions that judge.
        left_out: files of tests of it that are not tried: whole campaigns at random notice much, but only once in a
            while.
    """

    game: str
    numbers: Numbering
    parts: Mapping[str, tuple[str, ...]] = {}
    left_out: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        return ROOT / "games" / self.game

    @property
    def rules(self) -> dict[str, Any]:
        """Rule -> what is said of it."""
        record: dict[str, Any] = json.loads((self.folder / "data" / "rules.json").read_bytes())
        return dict(record["rules"])


RULEBOOKS = {book.game: book for book in (
    Rulebook("witp", WITP, {"kinds": ("pick",)}, ("test_legality.py", "test_replay.py")),
    Rulebook("taiheiyo_senshi", SENSHI, {"kinds": ()}),
    Rulebook("nimitz", NIMITZ, {"kinds": ()}),
    Rulebook("wif_land", WIF, {"kinds": ()}, ("test_random_attacks.py",)))}


class Room(NamedTuple):
    """One part of the program and what is known to speak of it.

    Attributes:
        modules: dotted name -> file.
        tests: files and folders of the unit tests that run in this process; what a command does in a process of its
            own no mutant is in.
        prefixes: packages to be imported again where a mutant needs the program loaded anew.
        book: the rulebook, None without.
        parts: of a module, the functions that alone are mutated.
        left_out: files of tests that are not tried.
        clock: seconds of the clock that all that runs on one mutant may take.
        keeps: whether what the tests of one run share (the mail servers) is made once for all of them; whatever they
            share hides mutants.
    """

    modules: Mapping[str, Path]
    tests: tuple[str, ...]
    prefixes: tuple[str, ...]
    book: Rulebook | None = None
    parts: Mapping[str, tuple[str, ...]] = {}
    left_out: tuple[str, ...] = ()
    clock: float = 600
    keeps: bool = False


    @property
    def cases(self) -> Path | None:
        """The folder of the case files, None without."""
        return Path("tests/conformance").resolve() / self.book.game if self.book else None


def rules(game: str = "witp") -> Room:
    """The rules of a game."""
    book = RULEBOOKS[game]
    modules = {_dotted(path): path for path in sorted(book.folder.rglob("*.py"))
               if path.stem not in LEFT_OUT and path.parent.name not in WITHOUT_RULES}
    return Room(modules, (f"tests/games/{game}", "tests/games/common", "tests/report/test_narration.py"),
                ("witp_pbem", "tests.games", "tests.conformance", "tests.report", "tests.campaign"), book, book.parts,
                book.left_out)


def exchange() -> Room:
    """Mails, mailboxes, the desk, deadlines, copies, and players that change."""
    paths = [*sorted((ROOT / "exchange").rglob("*.py")), *(ROOT / name for name in EXCHANGE_BESIDES)]
    return Room({_dotted(path): path for path in paths if path.stem != "__init__"},
                ("tests/exchange", "tests/campaign/test_players.py", "tests/campaign/test_bidders.py"),
                ("witp_pbem", "tests.exchange", "tests.campaign", "tests.faults"), clock=60, keeps=True)


def _dotted(path: Path) -> str:
    """The dotted name of the module in a file."""
    return ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)


ROOMS = {"rules": rules, "exchange": exchange}
