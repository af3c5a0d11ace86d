"""The logbook as a chain: every byte of every line, every link, the form and the order of the entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from witp_pbem.campaign.checks.progress import Progress
from witp_pbem.campaign.record import copied, logbook
from witp_pbem.campaign.record.entries import Entry, checked
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import BEGINNING
from witp_pbem.campaign.record.written_form import filled
from witp_pbem.table.canonical import canonical, parse
from witp_pbem.table.language import say
from witp_pbem.table.shape import ShapeError


def read(content: bytes) -> tuple[list[dict[str, Any]], list[Finding]]:
    """The lines of a logbook up to the first that does not hold, and what does not hold about that one."""
    content = copied.restored(content)
    if b"\r\n" in content:
        return [], [Finding(None, "line-ends", say("{file}: {fault}.", file=logbook.FILE, fault=copied.mixed()))]
    pieces = content.split(b"\n")
    tail = pieces.pop()
    entries: list[dict[str, Any]] = []
    previous = BEGINNING
    for number, line in enumerate(pieces):
        fault = _link_fault(line, number, previous)
        if isinstance(fault, Finding):
            return entries, [fault]
        entries.append(fault)
        previous = fault["hash"]
    if tail:
        return entries, [Finding(len(pieces), "torn", say("The last line has no end: its {count} bytes are not "
                                                          "a whole entry.", count=len(tail)))]
    return entries, [] if entries else [Finding(None, "empty", say("The logbook is empty."))]


def _link_fault(line: bytes, number: int, previous: str) -> dict[str, Any] | Finding:
    """The record a line holds, or what is wrong with it as a link of the chain."""
    try:
        entry = parse(line)
        is_canonical = canonical(entry) == line
    except (ValueError, RecursionError):
        return Finding(number, "not-json", say("This line is not JSON."))
    if not isinstance(entry, dict):
        return Finding(number, "no-entry", say("This line is not an entry."))
    if not is_canonical:
        return Finding(number, "not-canonical", say("This line is not in the canonical form of entries (RFC 8785)."))
    fault = logbook.link(line, entry, number, previous)
    return Finding(number, *fault) if fault else entry


def form(records: Sequence[Mapping[str, Any]]) -> tuple[list[Entry], list[Finding]]:
    """The entries that lines are, up to the first that is none, and whether they come in an order that can be."""
    course = Progress()
    findings: list[Finding] = []
    for record in records:
        try:
            entry = checked(filled(record))
        except ShapeError as fault:
            findings.append(Finding(record["n"], "wrong-form", say("The entry is not well formed: {fault}.",
                                                                   fault=fault)))
            break
        wrong = list(course.order(entry))
        findings += [Finding(entry["n"], misplaced.code, misplaced.text) for misplaced in wrong]
        if any(misplaced.code == "founding-misplaced" for misplaced in wrong):
            break
        course.take(entry)
    return course.entries, findings
