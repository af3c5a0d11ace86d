"""`verify`: the proof of a logbook."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.proof import verify as proof
from witp_pbem.campaign.proof.subjects import SUBJECTS, SubjectResult, Verified, Watch
from witp_pbem.cli import printing
from witp_pbem.cli.printing import Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.language import say

LONG = 50  # sittings to replay from which on a progress bar is shown


@click.command(cls=Spoken)
@click.argument("path", metavar="DIR|FILE")
@click.option("--head", "heads", metavar="HASH", multiple=True,
              help="A hash seen before, in a mail or on a receipt: shows whether the logbook was cut off or rewritten. "
                   "May be given several times.")
@click.option("--strict", is_flag=True,
              help="Also fail where only the rules of this program decide otherwise than those it was played under.")
@click.option("--chain", metavar="FILE",
              help="Your own chain: shows whether each of its links was recorded as you gave it.")
def verify(path: str, heads: tuple[str, ...], strict: bool, chain: str | None) -> Result[Verified]:
    """Replay a logbook from scratch: hashes, signatures, dice, decks, orders, rules, positions.

    Anybody can do this with a copy of the public part of the campaign. One changed byte anywhere is found, and the
    first entry that does not hold is named. What is still sealed cannot be checked yet, and is named. The exit
    code is 0 where everything holds and 1 where something does not. If you would rather not trust this program, use the
    small page or Python file that `witp-pbem verifier` writes.

    \b
    Examples:  witp-pbem verify isles
               witp-pbem verify logbook.jsonl --head 3fa1c09be2d45a77
    """
    own = chainfile.read(Path(chain)) if chain is not None else None
    with _bar() as watch:
        verified = proof.verify(Path(path), *heads, strict=strict, watch=watch, own=own)
    return Result(lambda: verified, lambda: show(verified), verified.holds)


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
