"""Playing a line of a logbook again: every answer judged, every event derived.

The record is played in one pass from the opening position, with nothing at hand but what the logbook has opened.
So a copy without private/ comes to the same result as the keeper's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from witp_pbem.campaign.folder import slips
from witp_pbem.campaign.folder.campaign import Source, outcome, position_hash
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.proof.checking import Checking
from witp_pbem.campaign.proof.evidence import Evidence, is_sealed_by
from witp_pbem.campaign.proof.rolls import numbers
from witp_pbem.campaign.record.act_records import both_in_words, source_of, throws
from witp_pbem.campaign.record.branches import is_cut, is_sitting
from witp_pbem.campaign.record.logbook import SITTING
from witp_pbem.campaign.sitting.adjudicate import owed
from witp_pbem.campaign.sitting.at_hand import PendingAtSittings
from witp_pbem.table import as_recorded
from witp_pbem.table.acts import Cancelled, Edited, Triggered
from witp_pbem.table.canonical import digest
from witp_pbem.table.event import Event
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE, ManualDice
from witp_pbem.table.pending import PendingOrders
from witp_pbem.table.sitting import SittingResult, sit
from witp_pbem.table.table import Diverged

Tick = Callable[[int], None]  # told at each step how many acts have been played


def silent(count: int) -> None:
    """Nobody wants to know how far it is."""


def play(evidence: Evidence, tick: Tick = silent) -> None:
    """Everything: positions, rules, and dice typed in."""
    try:
        _positions(evidence)
    except Exception as error:  # whatever an impossible event makes the game do
        reached = next((entry["n"] for entry in evidence.ends.values() if entry["n"] not in evidence.turns), 0)
        evidence.fault(reached, "events-fail", say("The recorded events cannot be applied: {kind} {error}.",
                                                   kind=type(error).__name__, error=error))
        return
    if evidence.is_open and not evidence.findings:
        evidence.pending = PendingAtSittings(evidence.game, evidence.entries, evidence.orders, evidence.rulings,
                                             evidence.started, evidence.read)
    _rules(evidence, tick)
    _ends(evidence)
    _shown(evidence)
    if not evidence.is_chained:
        _manual_dice(evidence)


# -- positions ----------------------------------------------------------------------------------------------


def _positions(evidence: Evidence) -> None:
    """Applies the recorded events and compares every sitting's position and outcome."""
    position = evidence.game.from_json(evidence.founding["opening"])
    if digest(evidence.game.to_json(position)) != digest(evidence.founding["opening"]):
        evidence.fault(0, "opening-differs", say("The opening position is not the same once it has been read."))
    apply = evidence.game.apply
    evidence.turns[0] = turn = int(position.turn)
    evidence.senders[0] = evidence.game.players_at(position)
    for count, act in enumerate(evidence.record, 1):
        if isinstance(act, Event):
            position = apply(position, act)
        entry = evidence.ends.get(count)
        if entry is None:
            continue
        evidence.started[entry["n"]] = turn
        evidence.turns[entry["n"]] = turn = int(position.turn)
        evidence.senders[entry["n"]] = evidence.game.players_at(position)
        if is_cut(entry):
            continue
        if position_hash(evidence.game, evidence.started[entry["n"]], position) != entry["position"]:
            evidence.fault(entry["n"], "position-differs", say("The recorded events do not lead to the "
                                                               "recorded position."))
        if outcome(position) != entry["outcome"]:
            evidence.fault(entry["n"], "outcome-differs", say("The outcome is not that of the position."))


# -- rules --------------------------------------------------------------------------------------------------


def _rules(evidence: Evidence, tick: Tick = silent) -> None:
    """Plays the record by the rules; after a difference it goes on with the next step or, where a `finish` entry lets
    the step stand as recorded, behind what stands."""
    start, opening = 0, evidence.game.from_json(evidence.founding["opening"])
    stands = 0  # acts, from `start` on
    while start < len(evidence.record):
        sitting = _play(evidence, start, opening, tick, stands)
        broken = len(evidence.record) if sitting is None else start + sitting
        evidence.played.append((start + stands, max(broken, start + stands)))
        if sitting is None:
            return
        evidence.pending = None
        begin, count = (0, None) if stands else evidence.standing(broken)
        if count is None:
            start, opening = _next_step(evidence, start, opening, broken)
            stands = 0
        else:
            opening = _applied(evidence, opening, start, begin)
            start, stands = begin, count - begin
            evidence.edited = {act.source for act in evidence.record[:begin] if isinstance(act, Edited)}


def _ends(evidence: Evidence) -> None:
    """Whether every sitting but the last went on until something was owed: who stops before bad dice gets others. (A
    ruling carried out next, where a step begins, changes what was owed.)"""
    if evidence.findings:
        return
    for count, entry in list(evidence.ends.items())[:-1]:
        following = next((act for act in evidence.record[count:] if not isinstance(act, Triggered | Cancelled)), None)
        was_played = any(start < count < end for start, end in evidence.played) and not is_cut(entry)
        if was_played and entry["n"] not in evidence.ended and not isinstance(following, Edited):
            evidence.differs(entry["n"], "sitting-stops", say("The sitting ends where nobody owed anything."))


def _shown(evidence: Evidence) -> None:
    """Whether no card lies open that nobody has turned up: before the end it would betray a hand."""
    if evidence.findings or evidence.differences or not evidence.is_chained or evidence.deals_openly:
        return
    for entry in evidence.ends.values():
        for item in entry["opened"] if not (entry["outcome"] or is_cut(entry)) else ():
            if "slot" in item and (entry["n"], item["slot"]) not in evidence.shown:
                evidence.fault(entry["n"], "card-opened-early", say("The card {slot} is opened, and nobody has turned "
                                                                    "it up.", slot=item["slot"]))


def _manual_dice(evidence: Evidence) -> None:
    """Whether the dice the sittings used are those the referee typed in, in order."""
    before: dict[Source, int] = {}
    for entry in evidence.entries:
        if entry["type"] != SITTING:  # what an abandoned sitting used stays used
            before |= {source_of(item["source"]): item["used"]
                       for item in (entry["manual"] if is_sitting(entry) else ())}
            continue
        typed: list[int] = []
        for item in entry["manual"]:
            source = source_of(item["source"])
            slip = evidence.orders.get(source)
            body = slips.typed(dict(slip), evidence.game) if slip else None
            if not is_sealed_by(evidence.entries, source, entry["n"], REFEREE):
                evidence.fault(entry["n"], "manual-wrong", say("Entry {entry} holds no dice or cards of the referee.",
                                                              entry=source[0]))
            elif isinstance(body, ManualDice):
                typed += body.dice[before.get(source, 0):item["used"]]
            before[source] = item["used"]
        dice = [number for throw in throws(entry["acts"]) for number in throw.dice]
        if (typed[:len(dice)] if is_cut(entry) else typed) != dice:
            evidence.fault(entry["n"], "manual-differ", say("The dice recorded are {dice}; the referee typed "
                                                           "{typed}.", dice=numbers(dice), typed=numbers(typed)))


def _play(evidence: Evidence, start: int, opening: Any, tick: Tick, stands: int) -> int | None:
    """Plays from act `start` on, the first of them standing as recorded; returns the number of the first act (from
    there) that differs, or None."""
    evidence.table = None
    make = partial(as_recorded.table(Checking, stands), evidence=evidence, start=start, tick=tick)
    record = evidence.record[start:]
    try:
        edits = {source: ruling.order for source, ruling in evidence.rulings.items() if not ruling.player}
        sitting = sit(evidence.game, opening, record, PendingOrders(), NoFate(evidence.look), rulings=edits, make=make)
    except Diverged as difference:
        _differs(evidence, start + difference.number, difference)
        return difference.number
    except Exception as error:  # whatever an impossible record makes the rules do
        played = len(evidence.table.acts) if evidence.table else 0
        place = evidence.places[min(start + played, len(evidence.places) - 1)]
        evidence.differs(place.entry["n"], "rules-fail",
                         say("The rules cannot play act {act}: {kind} {error}.", act=place.number + 1,
                         kind=type(error).__name__, error=error), act=place.number + 1)
        return played
    if len(sitting.acts) < len(record):
        place = evidence.places[start + len(sitting.acts)]
        evidence.differs(place.entry["n"], "rules-stop", say("The rules end before act {act}.", act=place.number + 1),
                         act=place.number + 1)
        return len(sitting.acts)
    if is_cut(evidence.places[-1].entry):
        return None
    if len(sitting.acts) > len(record):
        evidence.differs(evidence.places[-1].entry["n"], "rules-go-on",
                         say("The rules play on beyond the last recorded act."))
    _last_debts(evidence, sitting)
    return None


def _differs(evidence: Evidence, number: int, difference: Diverged) -> None:
    place = evidence.places[min(number, len(evidence.places) - 1)]
    recorded, now = both_in_words(difference, evidence.game)
    evidence.differs(place.entry["n"], "rules-differ",
                     say("Act {act} is recorded as: {recorded}. By the rules it would be: {now}.",
                         act=place.number + 1, recorded=recorded, now=now), recorded, now, place.number + 1)


def _next_step(evidence: Evidence, start: int, opening: Any, broken: int) -> tuple[int, Any]:
    """The first step that begins after act `broken`: where its record starts, and its opening position."""
    position = opening
    for number in range(start, len(evidence.record)):
        act = evidence.record[number]
        if isinstance(act, Event):
            position = evidence.game.apply(position, act)
            if number >= broken and evidence.game.is_step_start(act):
                return number + 1, position
    return len(evidence.record), position


def _applied(evidence: Evidence, position: Any, start: int, end: int) -> Any:
    """A position after the events of some acts."""
    for act in evidence.record[start:end]:
        if isinstance(act, Event):
            position = evidence.game.apply(position, act)
    return position


def _last_debts(evidence: Evidence, sitting: SittingResult) -> None:
    last = evidence.places[-1].entry
    may_wait = not sitting.dues and evidence.waits_for_turn(last, evidence.wanted)
    evidence.debts(last, [owed(due) for due in sitting.dues], not (last["owed"] or last["outcome"] or may_wait))

