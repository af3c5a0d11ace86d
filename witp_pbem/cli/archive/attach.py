"""`archive attach`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from witp_pbem.campaign.record import extras
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.archive.parameters import ARCHIVE, CAMPAIGN
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.language import say

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from witp_pbem.archive.catalogue import Listed
    from witp_pbem.archive.documents import Attached
    from witp_pbem.archive.foreign.reading import Document


class NotAttached(Refusal):
    """A file cannot be attached; nothing was."""


@click.command(cls=Spoken)
@ARCHIVE
@CAMPAIGN
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--remove", metavar="NAME", help="Take the document of this name away instead.")
@click.option("--export", metavar="NAME", help="Write the document of this name, byte for byte, into the file of -o.")
@click.option("-o", "output", metavar="FILE", help="The file that --export writes.")
@FORCE
def attach(archive: str, campaign: str, files: Sequence[str], remove: str | None, export: str | None,
           output: str | None, force: bool) -> Result[Sequence[Attached]]:
    """Attach records of other programs to a campaign of an archive; without FILE, list what is attached.

    FILE is a log or a saved game of VASSAL, a journal of ACTS saved as text or as a page, a mail, or any other text. It
    is kept byte for byte, and `archive search` finds its words: the chat of a log, with the rolls reported there.
    Nothing in it is replayed, proved, or shown on a site. Either all files are attached, or none.

    \b
    Examples:  witp-pbem archive attach club.db isles evening-3.vlog journal.html
               witp-pbem archive attach club.db isles
               witp-pbem archive attach club.db isles --export journal.html -o journal.html
               witp-pbem archive attach club.db isles --remove journal.html
    """
    extras.require(extras.ARCHIVE)
    from witp_pbem.archive import catalogue, documents
    from witp_pbem.archive.store import engine

    if bool(files) + bool(remove) + bool(export) > 1 or bool(export) != bool(output):
        raise click.UsageError(say("Give files, or --remove NAME, or --export NAME with -o FILE."))
    database = engine.connect(archive)
    read = [_read(name) for name in files]
    is_changing = bool(read or remove)
    with engine.writing(database) if is_changing else engine.reading(database) as connection:
        there = catalogue.find(connection, campaign)
        attached = documents.listed(connection, there.record)
        exported = documents.content(connection, there.record, export) if export else b""
        came = _attach(connection, there, read) if read else []
        if remove:
            documents.remove(connection, there.record, remove)
    if export:
        named_files.write_or_print(exported, output, force)
        return Result(lambda: [one for one in attached if one.name == export], lambda: None)
    if remove:
        return Result(lambda: [one for one in attached if one.name == remove], lambda: printing.line(visible(
            say("{name}: no longer attached to {campaign}.", name=remove, campaign=there.name))))
    if read:
        return Result(lambda: came, lambda: _show_new(there, came))
    return Result(lambda: attached, lambda: _show(there, attached))


def _read(name: str) -> Document:
    """A file named on the command line.

    Raises:
        NotAttached: it is nothing that can be attached.
    """
    from witp_pbem.archive.foreign import reading
    from witp_pbem.archive.foreign.unfit import UnfitDocument

    try:
        return reading.read(name, named_files.read_file(name))
    except UnfitDocument as error:
        raise NotAttached(say('"{name}" cannot be attached: {reason}. Nothing was attached.',
                              name=click.format_filename(name), reason=error)) from error


def _attach(connection: Connection, there: Listed, read: Sequence[Document]) -> list[Attached]:
    """Attaches all of them.

    Raises:
        NotAttached: the record is no campaign that holds.
    """
    from witp_pbem.archive import documents
    from witp_pbem.archive.store.tables import HELD

    if there.state != HELD:
        raise NotAttached(say("Number {record} is kept apart or beside another record; attach documents to a "
                              "campaign that holds.", record=there.record))
    return [documents.attach(connection, there.record, document) for document in read]


def _show_new(there: Listed, attached: Sequence[Attached]) -> None:
    for one in attached:
        values = {"name": one.name, "kind": one.kind, "campaign": there.name}
        printing.line(visible(say("{name} ({kind}): attached to {campaign}.", **values) if one.is_new else
                              say("{name} ({kind}): {campaign} has it already.", **values)))


def _show(there: Listed, attached: Sequence[Attached]) -> None:
    if not attached:
        printing.line(say("Nothing is attached to {campaign}.", campaign=there.name))
    for one in attached:
        printing.line(visible(say("{name} ({kind}): {size} bytes", name=one.name, kind=one.kind, size=one.size)))
