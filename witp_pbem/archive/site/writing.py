"""Writing the site: campaigns that are as they were are left as they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, select

from witp_pbem.archive import aliases, fingerprint
from witp_pbem.archive.catalogue import Listed, Seat, listed
from witp_pbem.archive.intake import fails_over
from witp_pbem.archive.opened import Kept, kept, opened, unpacked
from witp_pbem.archive.processes import Broken, at_once
from witp_pbem.archive.site import campaign_pages, manifest, overview, report_pages
from witp_pbem.archive.site.filling import tree
from witp_pbem.archive.site.public import public, says_who
from witp_pbem.archive.store import engine
from witp_pbem.archive.store.tables import HELD, records
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.subjects import Watch, unwatched
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.report.templates import render
from witp_pbem.table.language import LANGUAGES, say, speaking
from witp_pbem.table.tuples import NamedTuple

STYLE, SCRIPT = "site.css", "site.js"


class Built(NamedTuple):
    """What was written.

    Attributes:
        campaigns: how many the site has.
        written, removed: how many of them are new or changed, and how many are gone.
        without_pack: how many come without their pack.
        left_out: those of which no pages can be made, each with the reason.
    """

    campaigns: int
    written: int
    removed: int
    without_pack: int
    left_out: tuple[str, ...]


def build(archive: Engine, folder: Path, *, with_addresses: bool = False, jobs: int = 1, limit: float = 0.0,
          watch: Watch = unwatched) -> Built:
    """Writes the site of an archive into a folder, or brings the one that is there up to date.

    Args:
        with_addresses: offer packs of campaigns, too, whose logbooks name addresses or people shown by another name.
        jobs: make the pages of so many campaigns at the same time.
        limit: seconds that a campaign may take; 0 for as long as it likes.
        watch: takes how many campaigns were made so far, and of how many.
    Raises:
        manifest.NoSite: there is something else in the folder. disk.NotWritten: the disk does not take it.
    """
    before = manifest.read(folder)
    with engine.reading(archive) as connection:
        held = _held(connection)
        there = {row.founding: one for row, one in zip(held, listed(
            connection, records.c.state == HELD), strict=True)}
        names = aliases.listed(connection)
        states = {row.founding: _state(there[row.founding], row.key, names, with_addresses)
                  for row in held}
        now = {founding: known for founding, known in before.items() if known["state"] == states.get(founding)
               and all((folder / file).is_file() for file in known["files"])}
        # what is to be made again counts as unmade from here on, wherever this is stopped
        undone = {founding: {**known, "state": ""} for founding, known in before.items()}
        manifest.sweep(folder, before)
        manifest.write(folder, {**undone, **now})
        left_out: dict[str, str] = {}
        outdated = [founding for founding in there if founding not in now]
        wanted = (Shown(founding, content, there[founding].players) for founding in outdated
                  if (content := kept(connection, there[founding].record)))
        made = at_once(jobs, limit)(partial(_campaign, names, with_addresses), wanted)
        for done, (one, files) in enumerate(made, 1):
            if isinstance(files, dict):
                manifest.note(folder, one.founding, "", files)
                _write(folder, files)
                manifest.note(folder, one.founding, states[one.founding], files)
                now[one.founding] = {"state": states[one.founding], "files": sorted(files)}
            else:
                left_out[one.founding] = files.sentence if isinstance(files, Broken) else files
            watch(done, len(outdated))
        shown = {founding: one for founding, one in there.items() if founding not in left_out}
        shared = dict(_shared(connection, shown, names, {there[founding].record for founding in left_out}))
    manifest.note(folder, "", "", shared)
    _write(folder, shared)
    now[""] = {"state": "", "files": sorted(shared)}
    _remove(folder, manifest.files_of(before) - manifest.files_of(now))
    manifest.write(folder, now)
    packs = sum(campaign_pages.pack_address(founding) in now[founding]["files"] for founding in shown)
    reasons = tuple(f"{there[founding].name}: {reason}" for founding in there
                    for reason in [left_out.get(founding)] if reason)
    return Built(len(shown), len(outdated) - len(left_out), len(before.keys() - {""} - there.keys()),
                 len(shown) - packs, reasons)


def _held(connection: Connection) -> Sequence[Any]:
    """The records of the site, in the order in which lists have them."""
    return connection.execute(select(records.c.founding, records.c.key).where(
        records.c.state == HELD).order_by(records.c.id)).all()


def _state(one: Listed, key: str, names: Mapping[str, str], with_addresses: bool) -> str:
    """What the pages of a campaign depend on, as a hash."""
    parts = [fingerprint.of_pages(one.game), key, one.name, [list(seat) for seat in one.players],
             sorted(names.items()), with_addresses]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Shown(NamedTuple):
    """A campaign that is to be shown: its founding's hash, its record, and who plays."""

    founding: str
    kept: Kept
    players: Sequence[Seat]


def _campaign(names: Mapping[str, str], with_addresses: bool, one: Shown) -> dict[str, bytes] | str:
    """The files of a campaign, by where they lie in the site; or why there are none."""
    try:
        content, data = unpacked(one.kept)
        with opened(content, data) as folder:
            campaign = open_campaign(folder)
            shown = public(campaign, names)
            has_pack = with_addresses or not says_who(campaign, shown, data, names)
            return dict(_files_of(campaign, shown, has_pack, one.players))
    except Refusal as refusal:
        return str(refusal)
    except Exception as error:  # whatever a record nobody has thought of makes the program do
        return say("{reason}.", reason=fails_over(error))


def _files_of(campaign: Campaign, shown: Campaign, has_pack: bool,
              players: Sequence[Seat]) -> Iterator[tuple[str, bytes]]:
    if has_pack:
        yield campaign_pages.pack_address(campaign.founding["hash"]), campaign_pages.packed(campaign)
    people = {seat.person: overview.player_address(seat.person) for seat in players if seat.person}
    for language in LANGUAGES:
        with speaking(language):
            for path, page in campaign_pages.pages(shown, has_pack, people):
                yield path, page.encode()


def _shared(connection: Connection, there: Mapping[str, Listed], names: Mapping[str, str],
            left_out: Collection[int]) -> Iterator[tuple[str, bytes]]:
    """The files of all campaigns together."""
    yield STYLE, render("archive/site.css", None, None, {}).encode()
    yield SCRIPT, render("archive/site.js", None, None, {}).encode()
    yield from ((name, file.encode()) for name, file in report_pages.everywhere())
    for language in LANGUAGES:
        with speaking(language):
            for path, page in overview.pages(connection, overview.rows(connection, there, names), left_out):
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
