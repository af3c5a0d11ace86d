"""Points of a campaign, as they are named: a bookmark, "turn 3", "turn 3 movement", "sitting 12", "entry 34"; and
"entry 34 act 5", as the program writes where a step begins.

A point is `{"entry", "acts"}`: after an entry or, within a sitting, after so many of its acts, where a step begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from witp_pbem.campaign.checks import rewinds as checks
from witp_pbem.campaign.folder.campaign import Campaign, opening_of
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.entries import Entry, Point
from witp_pbem.campaign.record.logbook import BOOKMARK, CLOSED, SITTING
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table import event
from witp_pbem.table.language import say

_ACT = re.compile(r"act\s+(\d{1,9})", re.IGNORECASE)
_NAMED = re.compile(r"(turn|sitting|entry)\s+(\d{1,9})(?:\s+(.+))?", re.IGNORECASE)


class NoSuchPoint(Refusal):
    """The campaign has no such point."""

    exit_code = USAGE


def find(campaign: Campaign, text: str) -> Point:
    """The point a text names. A turn is looked for in what is in force, then on the branches abandoned last.

    Raises:
        NoSuchPoint: there is none.
    """
    words = " ".join(text.split())
    marks = {entry["name"].casefold(): entry["to"] for entry in campaign.entries if entry["type"] == BOOKMARK}
    if words.casefold() in marks:
        return marks[words.casefold()]
    named = _NAMED.fullmatch(words)
    act = _ACT.fullmatch(named[3] or "") if named and named[1].casefold() == "entry" else None
    if named is None or (named[3] and named[1].casefold() != "turn" and act is None):
        raise NoSuchPoint(say('"{text}" is not a point of the campaign: name a bookmark, "turn 3", "turn 3 PHASE", '
                              '"sitting 12" or "entry 34".', text=words))
    kind, number = named[1].casefold(), int(named[2])
    if kind == "turn":
        return _start(campaign, number, named[3] or "")
    if kind == "sitting":
        held = [entry["n"] for entry in campaign.entries if entry["type"] == SITTING and entry["number"] == number]
        if not held:
            raise NoSuchPoint(say("This campaign has had no sitting {sitting}.", sitting=number))
        return {"entry": held[0], "acts": None}
    _require_entry(campaign, number)
    if campaign.entries[number]["type"] == CLOSED:
        raise NoSuchPoint(say("Entry {entry} closes a sitting, and its dice belong to it: name the entry before it, or "
                              "the sitting.", entry=number))
    point: Point = {"entry": number, "acts": int(act[1]) if act else None}
    if wrong := checks.wrong(campaign.game, campaign.entries, point):
        raise NoSuchPoint(wrong)
    return point


def written(point: Point) -> str:
    """A point as `find` reads it."""
    name = f"entry {point['entry']}"
    return name if point["acts"] is None else f"{name} act {point['acts']}"


def is_name(text: str) -> bool:
    """Whether a text can be the name of a bookmark: it must not read like another point."""
    return bool(text.strip()) and not re.match(r"(turn|sitting|entry)\s*\d", text.strip(), re.IGNORECASE)


def _start(campaign: Campaign, turn: int, phase: str) -> Point:
    """The start of a turn, or of the first step of one of its phases."""
    wanted = campaign.game.lexicon.phases.get(phase.casefold(), phase.casefold())
    if phase and wanted not in campaign.game.phases:
        raise NoSuchPoint(say('No phase is called "{phase}".', phase=phase))
    for end in reversed(branches.ends(campaign.entries)):
        line = branches.line(campaign.entries[:end])
        for at, acts, position in starts(campaign, line):
            if int(position.turn) == turn and wanted in ("", campaign.game.phase(position)):
                entry = campaign.entries[at]
                whole = len(entry["acts"]) if entry["type"] == SITTING else 0
                return {"entry": at, "acts": None if acts == whole else acts}
    raise NoSuchPoint(say("This campaign has had no phase {phase} in turn {turn}.", phase=phase, turn=turn) if phase
                      else say("This campaign has had no turn {turn}.", turn=turn))


def starts(campaign: Campaign, line: Sequence[Entry]) -> Iterator[tuple[int, int, Any]]:
    """Where steps begin on a line: (number of the entry, how many of its acts were played by then, position)."""
    game = campaign.game
    position = opening_of(game, campaign.founding, campaign.path)
    yield 0, 0, position
    for entry in line:
        for number, act in enumerate(entry["acts"] if entry["type"] == SITTING else (), 1):
            if "event" in act:
                step_start = event.from_json(act, game.events)
                position = game.apply(position, step_start)
                if game.is_step_start(step_start):
                    yield entry["n"], number, position


def words(campaign: Campaign, point: Point) -> str:
    """A point in words."""
    entry = campaign.entries[point["entry"]]
    if point["acts"] is not None and entry["type"] == SITTING:
        position = next(position for at, acts, position in starts(campaign, branches.line(
            campaign.entries[:point["entry"] + 1])) if (at, acts) == (point["entry"], point["acts"]))
        phase = campaign.game.phase(position) or position.step
        named = campaign.game.catalogue.words.get("phase", {}).get(phase, phase)
        return say("the start of turn {turn}, {phase}, in sitting {sitting}", turn=int(position.turn), phase=named,
                   sitting=entry["number"])
    if entry["type"] == SITTING:
        return say("the end of sitting {sitting} (entry {entry})", sitting=entry["number"], entry=entry["n"])
    return say("entry {entry}", entry=entry["n"])


def as_of(campaign: Campaign, number: int) -> Campaign:
    """The campaign as it stood after an entry, which may lie on an abandoned branch.

    Raises:
        NoSuchPoint: there is no such entry.
    """
    _require_entry(campaign, number)
    return campaign if number == len(campaign.entries) - 1 else campaign.supposed(campaign.entries[:number + 1])


def _require_entry(campaign: Campaign, number: int) -> None:
    if not 0 <= number < len(campaign.entries):
        raise NoSuchPoint(say("The logbook has no entry {entry}; its last is {last}.", entry=number,
                              last=len(campaign.entries) - 1))


def abandoned(campaign: Campaign) -> dict[int, int]:
    """The entries that are not in force: number -> number of the rewind that abandoned it. Sittings cut by a rewind are
    among them."""
    numbers: dict[int, int] = {}
    for rewind in branches.ends(campaign.entries)[:-1]:
        for entry in branches.line(campaign.entries[:rewind + 1]):
            if entry["type"] == branches.ABANDONED or branches.is_cut(entry):
                numbers.setdefault(entry["n"], rewind)
            else:
                numbers.pop(entry["n"], None)
    return numbers
