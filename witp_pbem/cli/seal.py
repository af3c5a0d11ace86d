"""`letter seal` and `letter reveal`: orders whose seal is sent first, and which are shown when everybody's are in."""

from __future__ import annotations

import os
from pathlib import Path

import click

from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import sealing, signatures
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.record import disk, letter_text
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import DIGITS
from witp_pbem.campaign.record.private import FILE_RIGHTS
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.cli import named_files, printing, problems
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table import text as orders_text
from witp_pbem.table.canonical import commitment
from witp_pbem.table.language import listing, say
from witp_pbem.table.problem import Problem
from witp_pbem.table.tokens import Lexicon
from witp_pbem.table.wording import problem_sentence

HEADER = ("campaign", "side", "turn")
NO_WORDS = Lexicon()  # of no game: only the header is read


class CannotSeal(Refusal):
    """A file cannot be sealed, or reveals nothing."""


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--campaign", "folder", metavar="DIR", help="Your copy of the campaign: check the orders first.")
@click.option("-o", "output", metavar="NAME", help="Name of the two letters, in place of the file's.")
@click.option("--force", is_flag=True, help="Overwrite letters made before.")
@click.pass_context
def seal(ctx: click.Context, file: str, folder: str | None, output: str | None, force: bool) -> None:
    """Seal orders: send the proof that they are made now, and the orders themselves later.

    Makes two letters. FILE.seal.txt you send at once: it binds you, and tells nothing. FILE.reveal.txt you send when
    everybody's orders or seals are in; keep it until then. The keeper records both with `submit`. Several seals of
    yours are revealed in the order they were recorded.

    \b
    Example:  witp-pbem letter seal red.txt
    """
    ((name, data),) = named_files.read_files((file,))
    signed = signatures.read(data)
    if folder is not None:
        campaign = open_campaign(Path(folder))
        checked = check(campaign, name, data)
        problems.print_checked(checked, campaign.game)
        if checked.problems:
            printing.line(say("Nothing was sealed."))
            ctx.exit(1)
    header = header_of(name, signed)
    stem = output or str(Path(file).with_suffix(""))
    now, later = f"{stem}.seal.txt", f"{stem}.reveal.txt"
    for path in (now, later):
        named_files.require_free(path, force)
    content = sealing.content_of(signed.raw, signed.signature)
    first, second = sealing.pair(header["campaign"], header["side"], header["turn"], content, os.urandom(32).hex())
    disk.write(Path(later), second.encode(), FILE_RIGHTS)
    disk.write(Path(now), first.encode(), disk.NEW)
    printing.written(now, say("Send now: {file}", file=now))
    printing.written(later, say("Keep, and send when all orders or seals are in: {file}", file=later))


def header_of(name: str, signed: signatures.Signed) -> dict[str, str]:
    """The campaign, side and turn in the header of an orders file.

    Raises:
        CannotSeal: one is missing, or the file is not an orders file.
    """
    text = orders_text.decode(signed.raw)
    if isinstance(text, Problem) or signed.problems:
        wrong = text if isinstance(text, Problem) else signed.problems[0]
        raise CannotSeal(say('"{file}" cannot be sealed: {why}', file=name, why=problem_sentence(wrong)))
    if letter_text.is_letter(text):
        raise CannotSeal(say('"{file}" is a letter; only orders are sealed.', file=name))
    header = orders_text.read(text, NO_WORDS).header
    missing = [key.capitalize() for key in HEADER if key not in header]
    if missing:
        raise CannotSeal(say('The header of "{file}" lacks: {missing}.', file=name, missing=listing(missing)))
    return {key: header[key].value for key in HEADER}


@click.command(cls=Spoken)
@click.argument("file", metavar="FILE")
@click.option("--seal", "sealed", metavar="HASH|FILE", help="The seal it has to fit, or the letter that holds it.")
@click.pass_context
def reveal(ctx: click.Context, file: str, sealed: str | None) -> None:
    """Show the orders in a letter that reveals them, and which seal they fit.

    Nothing is recorded; that is done by `submit`. What mail programs add, line breaks and quotation marks, does no
    harm.

    \b
    Example:  witp-pbem letter reveal red.reveal.txt --seal red.seal.txt
    """
    letter = _letter(file, "reveal")
    unpacked = sealing.unpacked(letter)
    if isinstance(unpacked, Problem):
        raise CannotSeal(say('"{file}" reveals nothing: {why}', file=file, why=problem_sentence(unpacked)))
    data, content, salt = unpacked
    seal = commitment(salt, content)
    printing.text(data if data.endswith(b"\n") else data + b"\n")
    printing.line(say("Seal: {seal}", seal=seal))
    if sealed is None:
        return
    wanted = _letter(sealed, "seal").values["seal"].split()[0] if Path(sealed).is_file() else sealed
    fits = len(wanted) >= DIGITS and seal.startswith(wanted.rstrip("….").lower())
    printing.line(say("These are the orders that were sealed.") if fits else
                  say("THESE ARE NOT THE ORDERS THAT WERE SEALED."))
    ctx.exit(0 if fits else 1)


def _letter(file: str, kind: str) -> Letter:
    """A letter of a kind from a file.

    Raises:
        CannotSeal: the file does not contain one.
    """
    text = orders_text.decode(signatures.read(named_files.read_file(file)).raw)
    letter = letter_text.read(text) if isinstance(text, str) and letter_text.is_letter(text) else None
    if not isinstance(letter, Letter) or letter.kind != kind:
        raise CannotSeal(say('"{file}" is no letter of the kind "{kind}".', file=file, kind=kind))
    return letter
