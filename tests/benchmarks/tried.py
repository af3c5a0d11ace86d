"""How long one `try` takes beside importing its libraries, as ratios within one run.

    python -m tests.benchmarks.tried [RUNS]

Starts in turn a bare interpreter, one that imports click, pydantic and jinja2, and `witp-pbem try` on a case of each
game, as text, as odds alone and as a page; prints the median wall time and the least processor time of each, with the
ratio to the import.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.benchmarks.cold import IMPORT, PROGRAM, Case, compared

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "conformance"
TRIED = {"witp": CASES / "witp" / "09-fleet-battle.case", "nimitz": CASES / "nimitz" / "10-attacks.case",
         "taiheiyo_senshi": CASES / "taiheiyo_senshi" / "08-examples.case",
         "wif_land": ROOT / "examples" / "attack.case"}
FORMS = {"text": (), "odds": ("--odds",), "page": ("--format", "html")}


def first(file: Path) -> str:
    """The first case of a file."""
    text = file.read_text(encoding="utf-8")
    return text[text.index("case:"):].partition("\ncase:")[0]


def main(runs: int) -> None:
    """Prints one line a command."""
    with tempfile.TemporaryDirectory() as folder:
        measured = {"python": Case([sys.executable, "-c", "pass"]), IMPORT: Case([sys.executable, "-c", IMPORT])}
        for game, source in TRIED.items():
            (file := Path(folder) / f"{game}.case").write_text(first(source), encoding="utf-8")
            command = [*PROGRAM, "try", str(file), "--game", game, "--seed", "x"]
            measured |= {f"{game}, {form}": Case([*command, *options]) for form, options in FORMS.items()}
        compared(measured, runs, Path(folder))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
