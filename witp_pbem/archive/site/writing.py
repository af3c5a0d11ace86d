"""Writing the site: campaigns that are as they were are left as they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select

from witp_pbem import __version__
from witp_pbem.archive.catalogue import Listed, listed
from witp_pbem.archive.opened import opened, whole
from witp_pbem.archive.site import campaign_pages, overview
from witp_pbem.archive.site.filling import tree
from witp_pbem.archive.site.public import public, says_who
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import HELD, aliases, records
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.report.templates import render
from witp_pbem.table.language import LANGUAGES, say, speaking
from witp_pbem.table.tuples import NamedTuple

MANIFEST = "site.json"
STYLE, SCRIPT = "site.css", "site.js"


class Built(NamedTuple):
    """What was written: how many campaigns the site has, how many of them are new or changed, how many are gone, and
    how many come without their pack."""

    campaigns: int
    written: int
    removed: int
    without_pack: int


class NoSite(Refusal):
    """The folder holds something else."""

    exit_code = USAGE


def build(archive: Engine, folder: Path, *, with_addresses: bool = False) -> Built:
    """Writes the site of an archive into a folder, or brings the one that is there up to date.

    Args:
        with_addresses: offer packs of campaigns, too, whose logbooks name addresses or people shown by another name.
    Raises:
        NoSite: there is something else in the folder. disk.NotWritten: the disk does not take it.
    """
    before = _manifest(folder)
    with engine.reading(archive) as connection:
        there = listed(connection, records.c.state == HELD)
        rows = connection.execute(select(records.c.id, records.c.founding, records.c.key).where(
            records.c.state == HELD)).all()
        names: dict[str, str] = {row.person: row.shown for row in connection.execute(select(aliases))}
        foundings: dict[int, str] = {row.id: row.founding for row in rows}
        keys: dict[int, str] = {row.id: row.key for row in rows}
        now: dict[str, dict[str, Any]] = {}
        written = 0
        for one in there:
            founding = foundings[one.record]
            state = _state(one, keys[one.record], names, with_addresses)
            known = before.get(founding, {})
            if known.get("state") == state and all((folder / file).is_file() for file in known["files"]):
                now[founding] = known
                continue
            files = dict(_campaign(connection, one, names, with_addresses))
            _write(folder, files)
            _remove(folder, set(known.get("files", ())) - files.keys())
            now[founding] = {"state": state, "files": sorted(files)}
            written += 1
        shared = dict(_shared(connection, there, foundings))
    _write(folder, shared)
    gone = [founding for founding in before if founding and founding not in now]
    old = {file for entry in before.values() for file in entry["files"]}
    now[""] = {"state": "", "files": sorted(shared)}
    _remove(folder, old - {file for entry in now.values() for file in entry["files"]})
    _write(folder, {MANIFEST: json.dumps(now, indent=1, sort_keys=True).encode() + b"\n"})
    packs = sum(campaign_pages.pack_address(founding) in now[founding]["files"] for founding in now if founding)
    return Built(len(there), written, len(gone), len(there) - packs)


def _manifest(folder: Path) -> dict[str, dict[str, Any]]:
    """What the site that is there was made of, by campaign; "" is what all share."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return {}
    try:
        before: dict[str, dict[str, Any]] = json.loads((folder / MANIFEST).read_bytes())
        known = {file for entry in before.values() for file in entry["files"]}
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        known, before = {".."}, {}
    if any(Path(file).is_absolute() or ".." in Path(file).parts for file in known):
        raise NoSite(say('"{name}" is no site of an archive; name a new or an empty folder.', name=folder))
    return before


def _state(one: Listed, key: str, names: Mapping[str, str], with_addresses: bool) -> str:
    """What the pages of a campaign depend on, as a hash."""
    parts = [__version__, key, one.name, [list(seat) for seat in one.players], sorted(names.items()), with_addresses]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _campaign(connection: Connection, one: Listed, names: Mapping[str, str],
              with_addresses: bool) -> Iterator[tuple[str, bytes]]:
    """The files of a campaign, by where they lie in the site."""
    content, data = whole(connection, one.record)
    with opened(content, data) as folder:
        campaign = open_campaign(folder)
        has_pack = with_addresses or not says_who(content, names)
        if has_pack:
            yield campaign_pages.pack_address(campaign.founding["hash"]), campaign_pages.packed(campaign)
        shown = public(campaign, names)
        people = {seat.person: overview.player_address(seat.person) for seat in one.players if seat.person}
        for language in LANGUAGES:
            with speaking(language):
                for path, page in campaign_pages.pages(shown, has_pack, people):
                    yield tree(language) + path, page.encode()


def _shared(connection: Connection, there: list[Listed], foundings: Mapping[int, str]) -> Iterator[tuple[str, bytes]]:
    """The files of all campaigns together."""
    yield STYLE, render("archive/site.css", None, None, {}).encode()
    yield SCRIPT, render("archive/site.js", None, None, {}).encode()
    for language in LANGUAGES:
        with speaking(language):
            for path, page in overview.pages(connection, overview.rows(connection, there, foundings)):
                yield tree(language) + path, page.encode()


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes files that are not there yet, or that are different."""
    for name, content in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            disk.write(path, content)


def _remove(folder: Path, files: Iterable[str]) -> None:
    for name in files:
        (folder / name).unlink(missing_ok=True)
