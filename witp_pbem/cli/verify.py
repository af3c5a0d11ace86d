"""`verify`: the proof of a logbook, and the small verifiers for those who trust no program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path

import click

from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.proof import verify as proof
from witp_pbem.campaign.proof.subjects import SUBJECTS, SubjectResult, Verified, Watch
from witp_pbem.campaign.record import disk
from witp_pbem.cli import named_files, printing
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

LONG = 50  # sittings to replay from which on a progress bar is shown


@click.command(cls=Spoken)
@click.argument("path", metavar="[DIR|FILE]", required=False)
@click.option("--head", "heads", metavar="HASH", multiple=True,
              help="A hash seen before, in a mail or on a receipt: shows whether the logbook was cut off or rewritten. "
                   "May be given several times.")
@click.option("--strict", is_flag=True,
              help="Also fail where only the rules of this program decide otherwise than those it was played under.")
@click.option("--chain", metavar="FILE",
              help="Your own chain: shows whether each of its links was recorded as you gave it.")
@click.option("--write-verifier", "verifier", metavar="FILE",
              help="Write the small verifier that needs nothing of this program: a page for any browser, or Python if "
                   "FILE ends in .py.")
@FORCE
def verify(path: str | None, heads: tuple[str, ...], strict: bool, chain: str | None, verifier: str | None,
           force: bool) -> Result[Verified] | None:
    """Replay a logbook from scratch: hashes, signatures, dice, decks, orders, rules, positions.

    Anybody can do this with a copy of the public part of the campaign. One changed byte anywhere is found, and the
    first entry that does not hold is named. What is still sealed cannot be checked yet, and is named. The exit
    code is 0 where everything holds and 1 where something does not.

    If you would rather not trust this program, write the small verifier. The page runs in any browser, on a phone too,
    and sends nothing: choose a logbook and it proves hashes, dice, decks and whatever lies open. It also seals orders.
    Page and Python file are short enough to be read in a quarter of an hour; `witp-pbem guide logbook-format` says how
    everything is reckoned, so that anybody can write a third.

    \b
    Examples:  witp-pbem verify isles
               witp-pbem verify logbook.jsonl --head 3fa1c09be2d45a77
               witp-pbem verify --write-verifier verify.html
               witp-pbem verify --write-verifier prove.py
               python prove.py isles/logbook.jsonl 3fa1c09be2d45a77
    """
    if verifier is not None:
        _write_verifier(verifier, force)
        if path is None:
            return None
    if path is None:
        raise click.UsageError(say("Name the campaign or the logbook to verify."))
    own = chainfile.read(Path(chain)) if chain is not None else None
    with _bar() as watch:
        verified = proof.verify(Path(path), *heads, strict=strict, watch=watch, own=own)
    return Result(lambda: verified, lambda: show(verified), verified.holds)


def _write_verifier(file: str, force: bool) -> None:
    """Writes one of the small independent verifiers, to be handed to anybody."""
    is_script = file.endswith(".py")
    named_files.require_free(file, force)
    content = (files("witp_pbem") / "verifiers" / ("verify.py" if is_script else "verify.html")).read_bytes()
    disk.write(Path(file), content, disk.NEW)
    printing.written(file, say("{file} proves a logbook: python {file} LOGBOOK [HASH]", file=file)
                     if is_script else
                     say("{file} proves a logbook and seals orders: open it in a browser, with or without a network.",
                         file=file))


@contextmanager
def _bar() -> Iterator[Watch]:
    """A function to be called with the progress; on a terminal it shows a bar where there is much to do."""
    with ExitStack() as stack:
        shown = 0
        bar = None

        def watch(done: int, count: int) -> None:
            nonlocal shown, bar
            if count < LONG or not sys.stderr.isatty():
                return
            if bar is None:
                bar = stack.enter_context(click.progressbar(length=count, file=sys.stderr, label=say("Sittings")))
            bar.update(done - shown)
            shown = done

        yield watch


def show(verified: Verified) -> None:
    """Prints the result of a verification."""
    for part in verified.parts:
        printing.line(_subject_line(part))
    for finding in verified.findings:
        if finding.entry is None:
            sentence = say("logbook: {code}: {sentence}", code=finding.code, sentence=finding.sentence)
        else:
            sentence = say("entry {entry}: {code}: {sentence}", entry=finding.entry, code=finding.code,
                           sentence=finding.sentence)
        printing.paragraph(sentence, rest="    ")
    for difference in verified.differences:
        printing.paragraph(say("entry {entry}: differs by rules {now} (played under rules {rules}): {code}: {sentence}",
                               entry=difference.entry, now=difference.rules_now, rules=difference.rules,
                               code=difference.code, sentence=difference.sentence), rest="    ")
    for sentence in verified.unchecked:
        printing.paragraph(say("Not checked: {sentence}", sentence=sentence), rest="    ")
    for note in verified.notes:
        printing.paragraph(say("Note: {note}", note=note), rest="    ")
    for head in verified.heads:
        printing.line(say.plural(head.after, "{hash}… is entry {entry}; {n} entry came after it.",
                                 "{hash}… is entry {entry}; {n} entries came after it.",
                                 hash=head.hash[:32], entry=head.entry))
    printing.line(say("{count} entries, head {head}", count=verified.entries, head=verified.head))
    printing.line(say("The logbook holds.") if verified.holds else say("THE LOGBOOK DOES NOT HOLD."))


def _subject_line(part: SubjectResult) -> str:
    """How much of a subject is proven, in a line."""
    values = {"subject": SUBJECTS[part.subject], "proven": part.proven, "count": part.total, "open": part.open,
              "wrong": part.findings}
    if part.findings and part.open:
        return say("{subject}: {proven} of {count} proven, {open} not checked, FINDINGS: {wrong}", **values)
    if part.findings:
        return say("{subject}: {proven} of {count} proven, FINDINGS: {wrong}", **values)
    if part.open:
        return say("{subject}: {proven} of {count} proven, {open} not checked", **values)
    if not part.total:
        return say("{subject}: nothing to prove", **values)
    return say("{subject}: {proven} of {count} proven", **values)
