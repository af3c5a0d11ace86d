"""Which files a site has, by campaign, so that those go that are not wanted any longer.

The name of a file is on the disk before the file is: wherever the writing is stopped, the next one knows what lies
there. `site.json` has the files of a finished site; the journal beside it, with a line from before the files of a
campaign are written and another from after that, is there only until the site is finished.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say

MANIFEST, JOURNAL = "site.json", "site-journal.jsonl"
Manifest = dict[str, dict[str, Any]]  # founding -> {"state", "files"}; under "" what is shared, and what is left over
_TEMPORARY = re.compile(r"\.(.+)\.[0-9a-f]{8}")  # what a killed process leaves of a new file (`disk.write`)


class NoSite(Refusal):
    """The folder holds something else."""

    exit_code = USAGE


def files_of(manifest: Manifest) -> set[str]:
    """The names of all files in a manifest."""
    return {file for entry in manifest.values() for file in entry["files"]}


def read(folder: Path) -> Manifest:
    """What the site that is there was made of; of one that was stopped with all that may lie there.

    Raises:
        NoSite: there is something else in the folder.
    """
    if folder.is_dir():
        disk.sweep(folder, MANIFEST)
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return {}
    try:
        manifest: Manifest = json.loads((folder / MANIFEST).read_bytes())
        left = files_of(manifest)
        for line in _journal(folder):
            noted: Manifest = json.loads(line)
            left |= files_of(noted)
            manifest |= noted
        known = left | {entry["state"] for entry in manifest.values()}
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        known, manifest = {".."}, {}
    if any(Path(file).is_absolute() or ".." in Path(file).parts for file in known):
        raise NoSite(say('"{name}" is no site of an archive; name a new or an empty folder.', name=folder))
    if over := left - files_of(manifest):
        shared = manifest.get("", {"state": "", "files": []})
        manifest[""] = {**shared, "files": sorted({*shared["files"], *over})}
    return manifest


def _journal(folder: Path) -> list[bytes]:
    """The lines of the journal, but for one that was not written to its end: no file of it is there yet."""
    path = folder / JOURNAL
    return path.read_bytes().split(b"\n")[:-1] if path.is_file() else []


def write(folder: Path, manifest: Manifest) -> None:
    """Writes a manifest in the place of the one before and of its journal.

    Raises:
        disk.NotWritten: the disk does not take it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    disk.write(folder / MANIFEST, json.dumps(manifest, indent=1, sort_keys=True).encode() + b"\n")
    (folder / JOURNAL).unlink(missing_ok=True)


def sweep(folder: Path, manifest: Manifest) -> None:
    """Removes what a killed process left of the files of a site that is not finished."""
    if not (folder / JOURNAL).is_file():
        return
    known = files_of(manifest)
    for path in folder.rglob(".*"):
        name = _TEMPORARY.fullmatch(path.name)
        if name and path.with_name(name[1]).relative_to(folder).as_posix() in known:
            path.unlink(missing_ok=True)


def note(folder: Path, founding: str, state: str, files: Collection[str]) -> None:
    """Adds to the journal which files a campaign has, or is about to have.

    Args:
        founding: its hash; "" for what campaigns share.
        state: what they were made of, "" before they are written.
    Raises:
        disk.NotWritten: the disk does not take it.
    """
    entry = {founding: {"state": state, "files": sorted(files)}}
    disk.append(folder / JOURNAL, json.dumps(entry, sort_keys=True).encode() + b"\n")
