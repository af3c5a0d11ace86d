"""What commands load: what a command does not need is not imported, or every command would start as slowly as all."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.cli.program import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "manila-1942"
# In this order: before the first sitting `status` has to play what is owed. The last shows that the table can fail.
COMMANDS = ("check", "submit", "adjudicate", "status", "report")
# What is loaded only where it is used -> the commands, of those above, that do.
ONLY_BY: Mapping[str, Sequence[str]] = {
    # libraries
    "pydantic": (),  # only to look at data and positions that somebody gave
    "jinja2": ("adjudicate", "report"),
    "fractions": ("adjudicate", "report"),  # of the luck a narration tells of
    "yaml": (),  # only for data that somebody wrote in it
    "lxml": (), "PIL": (), "resvg_py": (), "dkim": (), "dns": (), "imapclient": (), "keyring": (), "cryptography": (),
    "email": (), "http": (), "smtplib": (), "imaplib": (), "asyncio": (), "sqlite3": (), "xml": (), "concurrent": (),
    "filelock": ("submit", "adjudicate"),
    "difflib": ("report",),  # by click, for an option of one letter
    "zoneinfo": (), "importlib.metadata": (),
    # rooms of the package
    "witp_pbem.exchange.desk": (), "witp_pbem.exchange.mailbox": (), "witp_pbem.exchange.reading": (),
    "witp_pbem.exchange.deadlines": (), "witp_pbem.exchange.copies": (), "witp_pbem.archive": (),
    "witp_pbem.report.mail": (), "witp_pbem.report.forum": (),
    "witp_pbem.report.html": ("report",), "witp_pbem.report.map": ("report",),
    "witp_pbem.report.page": ("adjudicate", "report"),
    "witp_pbem.table.chart": ("adjudicate", "report"),
    "witp_pbem.table.quoting": ("status", "adjudicate", "report"),  # by whoever writes the names of players
    "witp_pbem.campaign.explaining": ("adjudicate", "report"),
    "witp_pbem.campaign.proof": (), "witp_pbem.campaign.disputes": (), "witp_pbem.verifiers": (),
    "witp_pbem.campaign.checks.legal": ("submit", "adjudicate"),
    "witp_pbem.campaign.orders.check": ("check", "submit", "adjudicate", "report"),  # whose drafts have been checked
    "witp_pbem.campaign.orders.letterbox": (),
    "witp_pbem.table.narration": ("adjudicate", "report"),
    "witp_pbem.games.witp.telling.narration": ("adjudicate", "report"),
    "witp_pbem.games.witp.rules.chapter_03_sequence.sequence": ("check", "submit", "adjudicate", "report"),
    "witp_pbem.games.witp.validation": (), "witp_pbem.games.witp.cases": (),
}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, frozenset[str]]:
    """By command, the modules it loads, told by their names and those of the packages they lie in."""
    folder = tmp_path_factory.mktemp("loaded") / "manila-1942"
    run("new", folder, "--position", EXAMPLE / "position.json", "--seed", "loaded")
    files = [EXAMPLE / name for name in ("japan-1.txt", "allies-1.txt")]
    typed = {"status": [folder], "check": [folder, *files], "submit": [folder, *files], "adjudicate": [folder],
             "report": [folder, "--format", "html", "-o", folder.with_suffix(".html")]}
    return {command: modules(command, *typed[command]) for command in COMMANDS}


def modules(*arguments: str | Path) -> frozenset[str]:
    """What a command that must succeed has loaded when it ends, packages included."""
    program = ("import json, sys\nfrom witp_pbem.cli import main\nmain(sys.argv[1:], standalone_mode=False)\n"
               "print(json.dumps(list(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    names = json.loads(done.stdout.splitlines()[-1])
    return frozenset(".".join(name.split(".")[:depth]) for name in names for depth in range(1, name.count(".") + 2))


@pytest.mark.parametrize("module", ONLY_BY)
def test_only_who_needs_it_loads_it(module: str, loaded: Mapping[str, frozenset[str]]) -> None:
    assert {command for command in COMMANDS if module in loaded[command]} == set(ONLY_BY[module])


def test_a_command_loads_no_other_command(loaded: Mapping[str, frozenset[str]]) -> None:
    own = {"status": "reading", "check": "orders", "submit": "orders", "adjudicate": "adjudicate",
           "report": "report"}
    for command in COMMANDS:
        assert {f"witp_pbem.cli.{room}" for room in own.values()} & loaded[command] == {f"witp_pbem.cli.{own[command]}"}
