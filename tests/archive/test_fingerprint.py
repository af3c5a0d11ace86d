"""What was proved or shown by other code or data counts as not proved and not shown, and nothing else does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import witp_pbem
from tests.stand_ins import instead
from witp_pbem.archive import fingerprint, processes
from witp_pbem.archive.proving import jobs
from witp_pbem.archive.proving.one import HOLDS
from witp_pbem.archive.store import engine

GAMES = ("nimitz", "witp", "toy", "none")
ASK = ("import json; from witp_pbem.archive import fingerprint as f; "
       f"print(json.dumps([{{game: of(game) for game in {GAMES!r}}} for of in (f.of_proofs, f.of_pages)]))")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source tree, and a game of another package beside it."""
    room = tmp_path_factory.mktemp("tree")
    package = Path(witp_pbem.__file__).parent
    shutil.copytree(package, room / "witp_pbem", ignore=shutil.ignore_patterns("__pycache__", "wif_land"))
    shutil.copytree(package.parent / "templates", room / "templates")
    (room / "toy.py").write_text("def game(records):\n    pass\n")
    (room / "toy-1.0.dist-info").mkdir()
    (room / "toy-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (room / "toy-1.0.dist-info" / "entry_points.txt").write_text("[witp_pbem.games]\ntoy = toy:game\n")
    return room


def asked(tree: Path) -> list[dict[str, str]]:
    """The fingerprints of proofs and of pages, by game."""
    ran = subprocess.run([sys.executable, "-B", "-c", ASK], cwd=tree, check=True, capture_output=True,
                         env=os.environ | {"PYTHONPATH": str(tree)})
    proofs, pages = json.loads(ran.stdout)
    return [proofs, pages]


@pytest.mark.parametrize(("changed", "proofs", "pages"), [
    ("witp_pbem/games/nimitz/board/turn.py", {"nimitz"}, {"nimitz"}),
    ("witp_pbem/games/nimitz/data/units.json", {"nimitz"}, {"nimitz"}),
    ("witp_pbem/games/nimitz/docs/orders.md", set(), set()),
    ("witp_pbem/games/nimitz/locale/ja/LC_MESSAGES/nimitz.po", set(), {"nimitz"}),
    ("toy.py", {"toy"}, {"toy"}),
    ("witp_pbem/campaign/proof/verify.py", set(GAMES), set(GAMES)),
    ("witp_pbem/games/common/units.py", set(GAMES), set(GAMES)),
    ("templates/archive/site.css", set(), set(GAMES)),
    ("witp_pbem/exchange/journal.py", set(), set())])
def test_what_changed_costs_only_what_depends_on_it(tree: Path, changed: str, proofs: set[str],
                                                    pages: set[str]) -> None:
    before = asked(tree)
    with (tree / changed).open("a") as file:
        file.write("\n")
    assert [{game for game in GAMES if now[game] != then[game]}
            for now, then in zip(asked(tree), before, strict=True)] == [proofs, pages]
    assert all(len(words) <= 64 for now in before for words in now.values()), "a column of the database takes 64"


def test_a_game_that_changed_is_proved_again_and_no_other(filled: str) -> None:
    archive = engine.connect(filled)
    assert [one.verdict for one in jobs.prove_all(archive, processes.here)] == [HOLDS] * 5
    of_proofs = fingerprint.of_proofs
    with instead(fingerprint, of_proofs=lambda game: f"new {game}" if game == "witp" else of_proofs(game)):
        assert [one.record for one in jobs.prove_all(archive, processes.here)] == [4, 5]
        assert list(jobs.prove_all(archive, processes.here)) == []
        with engine.reading(archive) as connection:
            assert [one.record for one in jobs.in_force(connection)] == [1, 2, 3, 4, 5]
    with engine.reading(archive) as connection:
        assert jobs.open_jobs(connection) == [], "what the older rules have proved is not forgotten"
