"""Campaigns proved by another program: a source tree, a wheel, an environment, a release. Nothing is known of it but
its command line, `witp-pbem verify --json`, as releases differ inside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import witp_pbem
from witp_pbem.archive.opened import laid_out, unpacked
from witp_pbem.archive.otherwise.outcomes import OTHERWISE, SAME, UNHELD, UNPLAYABLE, Outcome, Part, fresh
from witp_pbem.archive.processes import too_long
from witp_pbem.archive.proving.jobs import Job
from witp_pbem.archive.store.packing import DamagedRow
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.otherwise import turn_of
from witp_pbem.table.language import language, say
from witp_pbem.table.tuples import NamedTuple

BATCH = 16  # campaigns proved by one process of the program, which takes a while to start
MODULE = "witp_pbem"
PLAYED = "legality"  # the subject that is reported wherever a campaign was played again
NO_DECISION = ("data-differ",)  # a campaign brings its own data: that the program has others decides nothing


class Program(NamedTuple):
    """A program that proves campaigns.

    Attributes:
        python: the interpreter.
        path: where it finds the package, "" for where it finds all others.
    """

    python: str
    path: str


class Verified(NamedTuple):
    """What a program says of a campaign: where record and rules part, and whether it holds for all that."""

    parts: Sequence[Part]
    holds: bool


def this_program() -> Program:
    """The one that is running."""
    return Program(sys.executable, str(Path(witp_pbem.__file__).parents[1]))


def run(program: Program, *words: str, folder: Path, limit: float = 0.0) -> subprocess.CompletedProcess[str]:
    """Runs a program; it sees neither the package of the one that is running, nor what lies where the user is.

    Args:
        folder: where.
        limit: seconds after which it is ended, 0 for never.
    Raises:
        subprocess.TimeoutExpired: it was ended.
        OSError: it cannot be started.
    """
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    environment |= {"PYTHONPATH": program.path} if program.path else {}
    return subprocess.run([program.python, "-m", MODULE, *words], cwd=folder, check=False, capture_output=True,
                          encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL, timeout=limit or None,
                          env=environment | {"PYTHONUTF8": "1", "PYTHONSAFEPATH": "1"})


def last_words(text: str) -> str:
    """The last line of what a program that failed has written."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def replay(program: Program, limit: float, batch: Sequence[Job]) -> list[Outcome]:
    """What proving campaigns with a program comes to.

    Args:
        limit: seconds for all together or, where that does not do, for each; 0 for as long as it likes.
    """
    with TemporaryDirectory(prefix="witp-pbem-archive-") as work:
        there: dict[Path, Verified | str] = {
            folder: reason for number, job in enumerate(batch) for folder in [Path(work) / str(number)]
            for reason in [_laid_out(folder, job)]}
        folders = [folder for folder, reason in there.items() if not reason]
        there |= zip(folders, verified(program, folders, limit), strict=True)
        parted = [folder for folder, one in there.items() if isinstance(one, Verified) and one.parts]
        here = dict(zip(parted, verified(this_program(), parted, limit), strict=True))
        return [_outcome(folder, one, here.get(folder)) for folder, one in there.items()]


def _laid_out(folder: Path, job: Job) -> str:
    """Writes a campaign into a folder; why it cannot be, "" where it was."""
    try:
        laid_out(folder, *unpacked(job.kept))
    except DamagedRow as damaged:
        return str(damaged)
    return ""


def _outcome(folder: Path, there: Verified | str, here: Verified | str | None) -> Outcome:
    """What came of a campaign.

    Args:
        there, here: what the other program and this one say, or why they say nothing; None where nobody asked.
    """
    if isinstance(there, str):
        return Outcome(UNPLAYABLE, sentence=there)
    if isinstance(here, str):
        return Outcome(UNPLAYABLE, sentence=here)
    if here is not None and not here.holds:
        first = here.parts[0]
        return Outcome(UNHELD, first.entry, None, first.code, first.sentence)
    part = fresh(there.parts, here.parts) if here else None
    return Outcome(OTHERWISE, part.entry, _turn(folder, part), part.code, part.sentence) if part else Outcome(SAME)


def _turn(folder: Path, part: Part) -> int | None:
    try:
        return None if part.entry is None else turn_of(open_campaign(folder), part.entry)
    except Exception:  # this program cannot play what the other one can
        return None


def verified(program: Program, folders: Sequence[Path], limit: float) -> list[Verified | str]:
    """What a program says of campaigns, or why it says nothing. One over which it fails, or takes longer than it may,
    costs only itself."""
    if not folders:
        return []
    names = [folder.name for folder in folders]
    try:
        ran = run(program, "verify", "--json", "--lang", language(), *names, folder=folders[0].parent,
                  limit=limit)
        return list(_read(json.loads(ran.stdout), len(names)))
    except subprocess.TimeoutExpired:
        reason = too_long(limit)
    except OSError as error:
        reason = say("{reason}.", reason=error)
    except (ValueError, LookupError, TypeError, AttributeError):  # it failed, or speaks another language
        reason = say("The other program fails over it: {words}",
                     words=last_words(ran.stderr) or say("it gives no answer that this one understands"))
    if len(folders) == 1:
        return [reason]
    return [one for folder in folders for one in verified(program, [folder], limit)]


def _read(value: Any, count: int) -> Iterator[Verified | str]:
    """What the JSON of `verify` says of each campaign (guide `json`).

    Raises:
        ValueError, LookupError, TypeError: it does not say that.
    """
    campaigns = value.get("campaigns") if count > 1 else [
        {"verified": value} if "findings" in value else {"verified": None, "problem": value["problems"][0]}]
    for one in campaigns:
        yield str(one["problem"]["sentence"]) if one["verified"] is None else _verified(one["verified"])
    if len(campaigns) != count:
        raise ValueError(value)


def _verified(value: Mapping[str, Any]) -> Verified | str:
    """What stands in a result, or that the campaign was not played again, as without its game."""
    findings = value["findings"]
    if not findings and PLAYED not in {part["subject"] for part in value["parts"]}:
        return str(value["unchecked"][0])
    wrong = [part for part in map(_finding, findings) if part.code not in NO_DECISION]
    differing = [Part(int(one["entry"]), str(one["code"]), str(one["sentence"])) for one in value["differences"]]
    return Verified(sorted([*wrong, *differing], key=lambda part: -1 if part.entry is None else part.entry), not wrong)


def _finding(problem: Mapping[str, Any]) -> Part:
    entry = (problem["place"] or {}).get("entry")
    return Part(None if entry is None else int(entry), str(problem["code"]), str(problem["sentence"]))
