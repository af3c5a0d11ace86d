"""What can be mutated: the rules of the game, or the exchange; which modules carry it, and which cases and tests
speak of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path("witp_pbem").resolve()
RULES_ARE_IN = "witp_pbem.games.witp"
RULES_FOLDER = ROOT / "games" / "witp"
# They word, tell, read, advise or plug in; no rule of the game is in them.
LEFT_OUT = ("__init__", "cases", "conditions", "game", "impulses", "language", "lexicon", "names",
            "wording", "words")
WITHOUT_RULES = ("telling", "validation")  # the wings that tell what happened and check what people wrote
EXCHANGE_BESIDES = ("campaign/record/who_plays.py", "campaign/letters/player_change.py",
                    "campaign/checks/new_players.py", "report/checked.py")


class Room(NamedTuple):
    """One part of the program and what is known to speak of it.

    Attributes:
        modules: dotted name -> file.
        tests: files and folders of the unit tests that run in this process; what a command does in a process of its
            own no mutant is in.
        prefixes: packages to be imported again where a mutant needs the program loaded anew.
        cases: the folder of case files, None without.
        parts: of a module, the functions that alone are mutated.
        left_out: files of tests that are not tried.
        clock: seconds of the clock that all that runs on one mutant may take.
        keeps: whether what the tests of one run share (the mail servers) is made once for all of them; whatever they
            share hides mutants.
    """

    modules: Mapping[str, Path]
    tests: tuple[str, ...]
    prefixes: tuple[str, ...]
    cases: Path | None = None
    parts: Mapping[str, tuple[str, ...]] = {}
    left_out: tuple[str, ...] = ()
    clock: float = 600
    keeps: bool = False


def rules() -> Room:
    """The rules of the game."""
    modules = {_dotted(path): path for path in sorted(RULES_FOLDER.rglob("*.py"))
               if path.stem not in LEFT_OUT and path.parent.name not in WITHOUT_RULES}
    return Room(modules, ("tests/games", "tests/report/test_narration.py"),
                ("witp_pbem", "tests.games", "tests.conformance", "tests.report", "tests.campaign"),
                Path("tests/conformance/witp").resolve(),
                {"kinds": ("pick",)},  # of a module that reads, the functions that judge
                # Whole campaigns at random: they notice much, but only once in a while.
                ("test_legality.py", "test_replay.py"))


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
