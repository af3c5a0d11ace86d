"""What follows a missed deadline, as agreed on. Each policy does its work once, however often it is called for a miss:
it recognises by the record what it has done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from witp_pbem.campaign.folder import recorded_rulings
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.folder.recorded_rulings import ReadRuling
from witp_pbem.campaign.letters import consent, player_change, signatures
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import AgreedRuling
from witp_pbem.campaign.record.logbook import PLAYER, RULING, SITTING
from witp_pbem.campaign.sitting import inputs
from witp_pbem.campaign.sitting.adjudicate import Stopped, adjudicate
from witp_pbem.exchange import journal, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines.clock import CLOCK, EXTENDED, REPLACED, Clock, Miss
from witp_pbem.exchange.deadlines.notices import DeadlineDesk
from witp_pbem.table.acts import Answered
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.sitting import CannotRule
from witp_pbem.table.table import Diverged

Outcome = Mapping[str, Any]  # for the journal: whether it was done ("done"), and what the letters tell of it
NOT_DONE: Outcome = {"done": False}


def extend(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine, may: bool) -> Outcome | None:
    """Gives the side the same time again."""
    return _new_time(desk, miss, EXTENDED, may)


def standing(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine, may: bool) -> Outcome | None:
    """Holds a sitting with the orders on file; done if the side then owes nothing more."""
    held = any(entry["type"] == SITTING for entry in desk.campaign.entries[line.values["entries"]:])
    if not held and not may:
        return None
    if not held:
        try:
            adjudicate(desk.campaign.folder)
        except Stopped:
            return NOT_DONE
    return {"done": miss.side not in clocks.waited_for(open_campaign(desk.campaign.folder))}


def default(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine, may: bool) -> Outcome | None:
    """Gives, by a ruling, the first of the side's default orders that is legal."""
    with writing(desk.campaign.folder) as campaign:
        text = agreements.of_side(desk.agreement.default, campaign, miss.side) or ""
        rulings = agreements.rulings(campaign, miss.side, text)
        for entry in campaign.entries[line.values["entries"]:]:
            if entry["type"] == RULING and len(entry["orders"]) == 1 and entry["orders"][0] in rulings:
                return {"done": True, "orders": entry["orders"][0]["text"]}
        if not may:
            return None
        if consent.is_needed(campaign) or campaign.closed or signatures.required(campaign, REFEREE):
            return NOT_DONE
        for ruling in rulings:
            if answers(campaign, miss.side, ruling):
                campaign.add((RULING, logbook.ruling(campaign.turn, [ruling])))
                return {"done": True, "orders": ruling["text"]}
    return NOT_DONE


def replacement(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine, may: bool) -> Outcome | None:
    """Hands the side to the replacement, with the full time to decide."""
    campaign = desk.campaign
    player = agreements.of_side(desk.agreement.replacement, campaign, miss.side) or ""
    side = campaign.founded_as(miss.side)
    if not any(entry["type"] == PLAYER and (entry["side"], entry["player"]) == (side, player)
               for entry in campaign.entries[line.values["entries"]:]):
        if not may:
            return None
        if not player or campaign.players.get(miss.side) == player:
            return NOT_DONE
        try:
            player_change.change(campaign.folder, side, player, str(line.values["reason"]))
        except player_change.CannotChange:
            return NOT_DONE
    return {**(_new_time(desk, miss, REPLACED, True) or NOT_DONE), "player": player}


def referee(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine, may: bool) -> Outcome | None:
    """Does nothing: the referee decides."""
    return {"done": True} if may else None


# What each policy does for a miss and its line in the journal. Where the campaign has gone on since (`may` is false),
# it does nothing any more, and tells None unless it had done its work before.
CARRY_OUT: Mapping[str, Callable[[DeadlineDesk, Miss, journal.JournalLine, bool], Outcome | None]] = {
    agreements.EXTEND: extend, agreements.STANDING: standing, agreements.DEFAULT: default,
    agreements.REPLACEMENT: replacement, agreements.REFEREE: referee}


def _new_time(desk: DeadlineDesk, miss: Miss, why: str, may: bool) -> Outcome | None:
    """Starts another clock of a side for what it owes now."""
    office = offices.of_campaign(desk.campaign.folder)
    after = list(miss)
    started = next((line for line in journal.read(office, CLOCK) if line.values.get("after") == after), None)
    if started:
        return {"done": True, "until": started.values["until"]}
    if not may:
        return None
    before = clocks.newest(list(clocks.clocks(office).values()), desk.campaign, miss.side)
    clock = Clock(desk.campaign.last_sitting["hash"], miss.side, before.number + 1 if before else 1, desk.now,
                  clocks.due(desk.campaign, desk.agreement, miss.side, desk.now), why)
    start(desk, clock, after=after)
    return {"done": True, "until": times.written(clock.until)}


def start(desk: DeadlineDesk, clock: Clock, **values: Any) -> None:
    """Writes a clock into the journal, as it stands from now on."""
    journal.write(offices.of_campaign(desk.campaign.folder), desk.now, CLOCK, **{
        **clock._asdict(), "begun": times.written(clock.begun), "until": times.written(clock.until), **values})


def answers(campaign: Campaign, side: str, ruling: AgreedRuling) -> bool:
    """Whether a ruling that gives an order for a side would answer what the side owes now, and stand."""
    source = (len(campaign.entries), 0)
    ruled = recorded_rulings.read(ruling, campaign.game, source)
    if not isinstance(ruled, ReadRuling):
        return False
    at_hand = inputs.gather(campaign)
    at_hand.orders.insert(0, (side, ruled.order))
    try:
        foreseen = clocks.ahead(campaign, at_hand)
    except (Diverged, CannotRule):
        return False
    if any(isinstance(act, Answered) and act.source == source for act in foreseen.acts):
        return True
    return bool(foreseen.dues) and side not in {due.demand.side for due in foreseen.dues}
