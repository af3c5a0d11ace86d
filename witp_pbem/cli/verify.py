"""`verify`: the proof of a logbook, and the small verifiers for those who trust no program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import click

from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.proof import several
from witp_pbem.campaign.proof import verify as proof
from witp_pbem.campaign.proof.several import CampaignVerified, Unverified
from witp_pbem.campaign.proof.subjects import SUBJECTS, Difference, SubjectResult, Verified
from witp_pbem.campaign.record import disk
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.cli import named_files, printing, progress
from witp_pbem.cli.parameters import FORCE
from witp_pbem.cli.printing import PlainProblem, Result
from witp_pbem.cli.spoken import Spoken
from witp_pbem.report.phrases import visible
from witp_pbem.table.garbage import collect_seldom
from witp_pbem.table.language import in_a_row, say
from witp_pbem.table.tuples import NamedTuple

HEAD_DIGITS = 32  # of a hash, as receipts and mails have it


class VerifiedCampaign(NamedTuple):
    """What became of one of several campaigns.

    Attributes:
        path: its folder or logbook, as named.
        verified: what was found, None where it cannot be verified.
        problem: why it cannot, None where it can.
    """

    path: Path
    verified: Verified | None
    problem: PlainProblem | None


class VerifiedCampaigns(NamedTuple):
    """What became of several campaigns.

    Attributes:
        campaigns: each, in the order named.
        hold: how many hold.
        fail: how many do not.
        unverified: how many cannot be verified.
    """

    campaigns: Sequence[VerifiedCampaign]
    hold: int
    fail: int
    unverified: int


@click.command(cls=Spoken)
@click.argument("paths", metavar="[DIR|FILE]...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--head", "heads", metavar="HASH", multiple=True,
              help="A hash seen before, in a mail or on a receipt: shows whether the logbook was cut off or rewritten. "
                   "May be given several times.")
@click.option("--strict", is_flag=True,
              help="Also fail where only the rules of this program decide otherwise than those it was played under.")
@click.option("--chain", metavar="FILE",
              help="Your own chain: shows whether each of its links was recorded as you gave it.")
@click.option("--jobs", type=click.IntRange(1, several.MOST_JOBS), default=1, metavar="N",
              help="Verify so many campaigns at the same time.")
@click.option("--write-verifier", "verifier", metavar="FILE",
              help="Write the small verifier that needs nothing of this program: a page for any browser, or Python if "
                   "FILE ends in .py.")
@FORCE
def verify(paths: tuple[Path, ...], heads: tuple[str, ...], strict: bool, chain: str | None, jobs: int,
           verifier: str | None, force: bool) -> Result[Verified] | Result[VerifiedCampaigns] | None:
    """Replay a logbook from scratch: hashes, signatures, dice, decks, orders, rules, positions.

    Anybody can do this with a copy of the public part of the campaign. One changed byte anywhere is found, and the
    first entry that does not hold is named. What is still sealed cannot be checked yet, and is named. The exit
    code is 0 where everything holds and 1 where something does not.

    Of several campaigns each gets a line, in the order named; name one alone to see more of it. One that does not hold,
    or cannot be read, does not stop the others; the exit code is that of the worst.

    If you would rather not trust this program, write the small verifier. The page runs in any browser, on a phone too,
    and sends nothing: choose a logbook and it proves hashes, dice, decks and whatever lies open. It also seals orders.
    Page and Python file are short enough to be read in a quarter of an hour; `witp-pbem guide logbook-format` says how
    everything is reckoned, so that anybody can write a third.

    \b
    Examples:  witp-pbem verify isles
               witp-pbem verify logbook.jsonl --head 3fa1c09be2d45a77
               witp-pbem verify isles reefs archive/* --jobs 4
               witp-pbem verify --write-verifier verify.html
               witp-pbem verify --write-verifier prove.py
               python prove.py isles/logbook.jsonl 3fa1c09be2d45a77
    """
    if verifier is not None:
        _write_verifier(verifier, force)
        if not paths:
            return None
    if not paths:
        raise click.UsageError(say("Name the campaign or the logbook to verify."))
    if len(paths) > 1:
        if heads or chain is not None:
            raise click.UsageError(say("--head and --chain belong to one campaign: name no other beside it."))
        return _several(paths, strict, jobs)
    own = chainfile.read(Path(chain)) if chain is not None else None
    with progress.bar(say("Sittings")) as watch:
        verified = proof.verify(paths[0], *heads, strict=strict, watch=watch, own=own)
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


def _several(paths: Sequence[Path], strict: bool, jobs: int) -> Result[VerifiedCampaigns]:
    """Verifies several campaigns; people read of each as soon as it is done."""
    results: list[CampaignVerified] = []
    for result in several.verify_each(paths, strict=strict, jobs=jobs, prepare=collect_seldom):
        results.append(result)
        if printing.is_read_by_people():
            printing.line(visible(_campaign_line(result)))
    kinds = Counter("unverified" if isinstance(result.verified, Unverified) else
                    "hold" if result.verified.holds else "fail" for result in results)
    summary = VerifiedCampaigns(list(map(_plain, results)), kinds["hold"], kinds["fail"], kinds["unverified"])
    worst = max(result.exit_code for result in results)
    return Result(lambda: summary, lambda: _sum_up(summary), not worst, worst)


def _plain(result: CampaignVerified) -> VerifiedCampaign:
    if isinstance(result.verified, Unverified):
        return VerifiedCampaign(result.path, None, printing.refusal(result.verified.kind, result.verified.sentence))
    return VerifiedCampaign(result.path, result.verified, None)


def _campaign_line(result: CampaignVerified) -> str:
    """What became of one of several campaigns."""
    verified, path = result.verified, result.path
    if isinstance(verified, Unverified):
        return say("{path}: CANNOT BE VERIFIED: {sentence}", path=path, sentence=verified.sentence)
    wrong = [*map(_finding_sentence, verified.findings), *map(_difference_sentence, verified.differences)]
    if not verified.holds:
        return say.plural(len(wrong), "{path}: DOES NOT HOLD: {first}",
                          "{path}: DOES NOT HOLD, {n} findings, of which the first is: {first}", path=path,
                          first=wrong[0])
    sentence = say("{path}: holds, {count} entries, head {head}…", path=path, count=verified.entries,
                   head=verified.head[:HEAD_DIGITS])
    if not wrong:
        return sentence
    return in_a_row([sentence, say.plural(len(wrong), "(one thing differs by the rules of this program)",
                                          "({n} things differ by the rules of this program)")])


def _sum_up(summary: VerifiedCampaigns) -> None:
    """Prints what became of all campaigns together."""
    if summary.hold == len(summary.campaigns):
        printing.line(say("All {count} campaigns hold.", count=summary.hold))
    else:
        printing.line(say("Of {count} campaigns hold: {hold}; do not hold: {fail}; cannot be verified: {unverified}.",
                          count=len(summary.campaigns), hold=summary.hold, fail=summary.fail,
                          unverified=summary.unverified))


def show(verified: Verified) -> None:
    """Prints the result of a verification."""
    for part in verified.parts:
        printing.line(_subject_line(part))
    for sentence in (*map(_finding_sentence, verified.findings), *map(_difference_sentence, verified.differences)):
        printing.paragraph(sentence, rest="    ")
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


def _finding_sentence(finding: Finding) -> str:
    """Something that does not hold, with its place."""
    if finding.entry is None:
        return say("logbook: {code}: {sentence}", code=finding.code, sentence=finding.sentence)
    return say("entry {entry}: {code}: {sentence}", entry=finding.entry, code=finding.code, sentence=finding.sentence)


def _difference_sentence(difference: Difference) -> str:
    """Something these rules decide otherwise, with its place."""
    return say("entry {entry}: differs by rules {now} (played under rules {rules}): {code}: {sentence}",
               entry=difference.entry, now=difference.rules_now, rules=difference.rules, code=difference.code,
               sentence=difference.sentence)


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
