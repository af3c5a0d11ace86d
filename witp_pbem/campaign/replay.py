"""Playing a whole logbook again: every answer judged, every event derived, every die rolled anew.

The record is played in one pass from the opening position, with nothing at hand but what the logbook has opened.
So a copy without private/ comes to the same result as the keeper's own.
"""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Any

from witp_pbem.campaign import acts, slips
from witp_pbem.campaign.adjudicate import owed
from witp_pbem.campaign.campaign import Source, outcome
from witp_pbem.campaign.checking import Checking, numbers
from witp_pbem.campaign.evidence import Evidence, is_sealed_by
from witp_pbem.campaign.fairness import Hands
from witp_pbem.campaign.logbook import CLOSED, RULING, SITTING, SUBMISSION, WITHDRAWAL, Entry
from witp_pbem.campaign.luck import NoFate
from witp_pbem.campaign.submit import BATCH
from witp_pbem.campaign.words import founding_words
from witp_pbem.table.acts import Act, Disarmed, Edited, Fired
from witp_pbem.table.canonical import digest
from witp_pbem.table.event import Event
from witp_pbem.table.given import REFEREE, GivenDice
from witp_pbem.table.hand import Hand
from witp_pbem.table.language import say
from witp_pbem.table.sitting import Sitting, sit
from witp_pbem.table.table import Diverged


def play(evidence: Evidence) -> None:
    """Everything: positions, bookkeeping, rules, and dice typed in."""
    try:
        _positions(evidence)
    except Exception as error:  # whatever an impossible event makes the game do
        evidence.fault(0, "events-fail", say("The recorded events cannot be applied: {kind} {error}.",
                                             kind=type(error).__name__, error=error))
        return
    _bookkeeping(evidence)
    if evidence.entries[-1].get("outcome") and not evidence.findings:
        evidence.hands = Hands(evidence.game, evidence.entries, evidence.orders, evidence.rulings, evidence.started,
                               evidence.read)
    _rules(evidence)
    _ends(evidence)
    if not evidence.is_chained:
        _given_dice(evidence)


# -- positions ----------------------------------------------------------------------------------------------


def _positions(evidence: Evidence) -> None:
    """Applies the recorded events and compares every sitting's position and outcome."""
    position = evidence.game.from_json(evidence.entries[0]["opening"])
    if digest(evidence.game.to_json(position)) != digest(evidence.entries[0]["opening"]):
        evidence.fault(0, "opening-differs", say("The opening position does not come back the same."))
    write = evidence.game.writer()
    evidence.turns[0] = turn = int(position.turn)
    evidence.sides[0] = tuple(evidence.game.seating(position))
    for count, act in enumerate(evidence.record, 1):
        if isinstance(act, Event):
            position = evidence.game.apply(position, act)
        entry = evidence.ends.get(count)
        if entry is None:
            continue
        evidence.started[entry["n"]] = turn
        evidence.turns[entry["n"]] = turn = int(position.turn)
        evidence.sides[entry["n"]] = tuple(evidence.game.seating(position))
        if hashlib.sha256(write(position)).hexdigest() != entry["position"]:
            evidence.fault(entry["n"], "position-differs", say("The recorded events do not lead to the "
                                                               "recorded position."))
        if outcome(position) != entry["outcome"]:
            evidence.fault(entry["n"], "outcome-differs", say("The outcome is not that of the position."))


# -- bookkeeping --------------------------------------------------------------------------------------------


def _bookkeeping(evidence: Evidence) -> None:
    """Submissions are by sides of the moment, for the turn played, after the last sitting; `closed` entries count
    exactly the submissions of the turn that were not withdrawn, with their words."""
    turn, sides, last = evidence.turns[0], evidence.sides[0], evidence.entries[0]["hash"]
    submissions: list[Entry] = []
    for entry in evidence.entries[1:]:
        kind, number = entry["type"], entry["n"]
        if kind in (SUBMISSION, RULING):
            if entry["turn"] != turn:
                evidence.fault(number, "wrong-turn", say("This is turn {turn}, not {wrong}.", turn=turn,
                                                         wrong=entry["turn"]))
            if entry["after"] and not last.startswith(entry["after"]):
                evidence.fault(number, "stale", say("These orders were not written after the last sitting."))
        if kind == SUBMISSION:
            submissions.append(entry)
            if entry["side"] not in (*sides, REFEREE):
                evidence.fault(number, "unknown-side", say('There is no side "{side}".', side=entry["side"]))
            if not entry["seals"] or len(entry["seals"]) % BATCH:
                evidence.fault(number, "seals-miscounted", say("Seals come in multiples of {count}.", count=BATCH))
        elif kind == WITHDRAWAL:
            taken = next((each for each in submissions if each["n"] == entry["submission"]), None)
            if taken is None or (taken["side"], taken["turn"], entry["turn"]) != (entry["side"], turn, turn):
                evidence.fault(number, "withdrawal-wrong", say("It takes back no submission of this side for "
                                                               "this turn."))
            elif evidence.entries[number - 1]["type"] == CLOSED:
                evidence.fault(number, "withdrawal-wrong", say("The sitting had been closed already."))
            else:
                submissions.remove(taken)
        elif kind == CLOSED:
            counted = [each for each in submissions if each["turn"] == turn]
            if entry["submissions"] != [each["n"] for each in counted]:
                evidence.fault(number, "submissions-differ", say("It does not count the submissions of the turn."))
            words = [*founding_words(evidence.entries[:number]).values(),
                     *(each["luck"] for each in counted if each["luck"])]
            if entry["words"] != words:
                evidence.fault(number, "words-differ", say("Its words are not the luck words of the submissions."))
        elif kind == SITTING:
            turn, sides = evidence.turns.get(number, turn), evidence.sides.get(number, sides)
            last = entry["hash"]


# -- rules --------------------------------------------------------------------------------------------------


def _rules(evidence: Evidence) -> None:
    """Plays the record by the rules; after a difference it goes on with the next step."""
    start, opening = 0, evidence.game.from_json(evidence.entries[0]["opening"])
    while start < len(evidence.record):
        found = _play(evidence, start, opening)
        if found is None:
            return
        evidence.hands = None
        start, opening = _next_step(evidence, start, opening, start + found)


def _ends(evidence: Evidence) -> None:
    """Whether every sitting but the last went on until something was owed: who stops before bad dice gets others. (A
    ruling carried out next, where a step begins, changes what was owed.)"""
    if evidence.findings:
        return
    for count, entry in list(evidence.ends.items())[:-1]:
        following = next((act for act in evidence.record[count:] if not isinstance(act, Fired | Disarmed)), None)
        if entry["n"] not in evidence.ended and not isinstance(following, Edited):
            evidence.fault(entry["n"], "sitting-stops", say("The sitting ends where nobody owed anything."))


def _given_dice(evidence: Evidence) -> None:
    """Whether the dice the sittings used are those the referee typed in, in order."""
    before: dict[Source, int] = {}
    for entry in evidence.entries:
        if entry["type"] != SITTING:
            continue
        typed: list[int] = []
        for item in entry["given"]:
            source: Source = (item["source"][0], item["source"][1])
            slip = evidence.orders.get(source)
            body = slips.typed(dict(slip), evidence.game) if slip else None
            if not is_sealed_by(evidence.entries, source, entry["n"], REFEREE):
                evidence.fault(entry["n"], "given-wrong", say("Entry {entry} holds no dice or cards of the referee.",
                                                              entry=source[0]))
            elif isinstance(body, GivenDice):
                typed += body.dice[before.get(source, 0):item["used"]]
            before[source] = item["used"]
        dice = evidence.luck[entry["n"]].dice
        if typed != dice:
            evidence.fault(entry["n"], "given-differ", say("The dice recorded are {dice}; the referee typed "
                                                           "{typed}.", dice=numbers(dice), typed=numbers(typed)))


def _play(evidence: Evidence, start: int, opening: Any) -> int | None:
    """Plays from act `start` on; returns the number of the first act (from there) that differs, or None."""
    evidence.table = None
    make = partial(Checking, evidence=evidence, start=start)
    record = evidence.record[start:]
    try:
        sitting = sit(evidence.game, opening, record, Hand(), NoFate(evidence.look), rulings=evidence.rulings,
                      make=make)
    except Diverged as difference:
        _differs(evidence, start + difference.number, difference)
        return difference.number
    except Exception as error:  # whatever an impossible record makes the rules do
        played = len(evidence.table.acts) if evidence.table else 0
        place = evidence.places[min(start + played, len(evidence.places) - 1)]
        evidence.fault(place.entry["n"], "rules-fail",
                   say("The rules cannot play act {act}: {kind} {error}.", act=place.number + 1,
                       kind=type(error).__name__, error=error))
        return played
    if len(sitting.acts) < len(record):
        place = evidence.places[start + len(sitting.acts)]
        evidence.fault(place.entry["n"], "rules-stop", say("The rules end before act {act}.", act=place.number + 1))
        return len(sitting.acts)
    if len(sitting.acts) > len(record):
        evidence.fault(evidence.places[-1].entry["n"] if evidence.places else 0, "rules-go-on",
                   say("The rules play on beyond the last recorded act."))
    _last_debts(evidence, sitting)
    return None


def _differs(evidence: Evidence, number: int, difference: Diverged) -> None:
    place = evidence.places[min(number, len(evidence.places) - 1)]
    recorded = say("nothing") if difference.recorded is None else words(difference.recorded)
    now = difference.now if isinstance(difference.now, str) else words(difference.now)
    evidence.fault(place.entry["n"], "rules-differ",
               say("Act {act} is recorded as: {recorded}. By the rules it would be: {now}.", act=place.number + 1,
                   recorded=recorded, now=now))


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


def _last_debts(evidence: Evidence, sitting: Sitting) -> None:
    if not evidence.places:
        return
    last = evidence.places[-1].entry
    evidence.debts(last, [owed(due) for due in sitting.dues], last["owed"] == [] and not last["outcome"])


def words(act: Act) -> str:
    """An act on one line, for a sentence."""
    return ", ".join(f"{key} {value}" for key, value in acts.to_json(act).items())

