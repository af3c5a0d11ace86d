"""Reviewing the clocks: starting them, reminding the players, and recording missed deadlines with what was agreed to
follow.

A miss takes several steps: a line in the journal (`missed`), a note in the logbook, the policies one after another
until one could be carried out (`policy`), the letters to all, and a last line (`settled`). What a crash interrupts is
taken up again by the next review; each step knows by the journal, the logbook or the outbox that it was done.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.letters.signatures import Unsigned
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.record import private
from witp_pbem.campaign.record.logbook import LINK, NOTE, SEALED, SUBMISSION, WORD
from witp_pbem.exchange import journal, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import clock as clocks
from witp_pbem.exchange.deadlines import notices, policies
from witp_pbem.exchange.deadlines.agreement import POLICIES
from witp_pbem.exchange.deadlines.clock import AGREED, MISSED, MOVED, POLICY, SET, SETTLED, Clock, Miss
from witp_pbem.exchange.deadlines.notices import DeadlineDesk
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account


SENT: Final = (SUBMISSION, SEALED, WORD, LINK)  # entries by which a side does what the game waits for


class Reviewed(NamedTuple):
    """The result of a review.

    Attributes:
        remarks: what was done, in sentences.
        needs: what waits for the referee, in sentences.
        letters: keys of the letters put into the outbox.
    """

    remarks: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()


def review(folder: Path, now: datetime, account: Account | None = None) -> Reviewed:
    """Reviews the clocks of a campaign, and does what is due. The caller is alone in the campaign's office.

    Raises:
        BadSettings, Damaged: the agreement or the journal cannot be read.
        NoCampaign, Busy, LostOrders, GoneBack: see `writing`. OSError: the disk did not take it.
    """
    agreement = agreements.read(folder)
    if agreement is None or not (folder / private.FOLDER).is_dir():
        return Reviewed()
    office = offices.of_campaign(folder)
    desk = DeadlineDesk(open_campaign(folder), agreement, now, account)
    desk.campaign.require_all()
    remarks: list[str] = []
    put: list[str] = []
    for miss in unsettled(office):
        put += _settle(desk, miss, remarks)
    looked: set[str] = set()
    while True:  # what follows a miss may change for whom the game waits
        desk = desk._replace(campaign=open_campaign(folder))
        side = next((side for side in clocks.waited_for(desk.campaign) if side not in looked), "")
        if not side:
            break
        looked.add(side)
        put += _look(desk, side, remarks)
    return Reviewed(tuple(remarks), tuple(_needs(desk.campaign)), tuple(put))


def unsettled(office: Path) -> list[Miss]:
    """The misses a crash has left half done."""
    settled = {clocks.miss_of(line) for line in journal.read(office, SETTLED)}
    return [miss for miss in clocks.misses(office) if miss not in settled]


def _look(desk: DeadlineDesk, side: str, remarks: list[str]) -> list[str]:
    """Reviews the clock of a side that is waited for."""
    office = offices.of_campaign(desk.campaign.folder)
    clock = clocks.newest(list(clocks.clocks(office).values()), desk.campaign, side)
    if clock is None:
        until = clocks.due(desk.campaign, desk.agreement, side, desk.now)
        clock = Clock(desk.campaign.last_sitting["hash"], side, 1, desk.now, until)
        policies.start(desk, clock)
        remarks.append(say("{player} has until {time} to decide.", player=clocks.called(desk.campaign, side),
                           time=desk.in_words(until, side)))
    miss = Miss(*clock[:3])
    if miss in clocks.misses(office):
        return []
    clock, put = _moved(desk, clock, remarks)
    if desk.now <= clock.until + desk.agreement.grace:
        return put + _remind(desk, clock, remarks)
    _record(desk, clock)
    return put + _settle(desk, miss, remarks)


def follow(desk: DeadlineDesk, note: int | None) -> list[str]:
    """Moves the running deadlines that fall later by what was agreed on just now; tells which. The letters on that
    say what was agreed on, so that the note in the logbook needs no letter of its own.

    Args:
        note: the number of its entry, None where there is none.
    """
    remarks: list[str] = []
    put: list[str] = []
    office = offices.of_campaign(desk.campaign.folder)
    known, missed = clocks.clocks(office), clocks.misses(office)
    for side in clocks.waited_for(desk.campaign):
        clock = clocks.newest(list(known.values()), desk.campaign, side)
        if clock and Miss(*clock[:3]) not in missed and desk.now <= clock.until + desk.agreement.grace:
            put += _moved(desk, clock, remarks, agreed=True)[1]
    if put and note is not None:
        journal.write(office, desk.now, AGREED, entry=note)
    return remarks


def _moved(desk: DeadlineDesk, clock: Clock, remarks: list[str], *, agreed: bool = False) -> tuple[Clock, list[str]]:
    """A clock as it stands by what is agreed on now: never nearer than it was told, and as set where it was set by
    hand.

    Args:
        agreed: whether the letters include the agreement.
    """
    until = clocks.due(desk.campaign, desk.agreement, clock.side, clock.begun)
    if clock.why == SET or until <= clock.until:
        return clock, []
    clock = clock._replace(until=until, why=MOVED)
    return clock, change(desk, clock, remarks, agreed=agreed)


def change(desk: DeadlineDesk, clock: Clock, remarks: list[str], *, agreed: bool = False) -> list[str]:
    """Announces that a deadline is another one now, and where that is wanted what is agreed on; then makes it so."""
    key = f"deadline:{clock.sitting[:notices.DIGITS]}:{clock.side}:{clock.number}:{times.written(clock.until)}"
    words = notices.changed(desk, clock, agreed=agreed)
    put = notices.to_players(desk, key, notices.CHANGED, words, desk.campaign.senders)
    policies.start(desk, clock)
    remarks.append(say("The deadline of {player} is now {time}.", player=clocks.called(desk.campaign, clock.side),
                       time=desk.in_words(clock.until, clock.side)))
    return put


def _remind(desk: DeadlineDesk, clock: Clock, remarks: list[str]) -> list[str]:
    """Puts the newest reminder that is due into the outbox; none once the deadline has passed, and none that was due
    before the decision began."""
    times_before = [before for before in desk.agreement.remind
                    if clock.begun < clock.until - before <= desk.now < clock.until]
    if not times_before:
        return []
    key = (f"reminder:{clock.sitting[:notices.DIGITS]}:{clock.side}:{clock.number}:{times.written(clock.until)}:"
           f"{times.in_short(min(times_before))}")
    put = notices.to_players(desk, key, notices.REMINDER, notices.reminder(desk, clock), [clock.side])
    if put:
        remarks.append(say("{player} is reminded.", player=clocks.called(desk.campaign, clock.side)))
    return put


# -- misses -----------------------------------------------------------------------------------------------------


def _record(desk: DeadlineDesk, clock: Clock) -> None:
    """Writes down that a deadline was missed, what follows, and what the logbook is to say of it."""
    office, campaign = offices.of_campaign(desk.campaign.folder), desk.campaign
    follow = agreements.policy(desk.agreement, clocks.in_a_row(office, Miss(*clock[:3])))
    late = clock.until + desk.agreement.grace
    note = say("{player} has missed the deadline of {time}; no orders had come until {late}. As agreed on: {what}.",
               player=clocks.called(campaign, clock.side), time=desk.in_words(clock.until, clock.side),
               late=desk.in_words(late, clock.side), what=POLICIES[follow[0]])
    journal.write(office, desk.now, MISSED, sitting=clock.sitting, side=clock.side, number=clock.number,
                  policies=list(follow), note=note, reason=say("the deadline was missed"),
                  player=campaign.players.get(clock.side, ""), entries=len(campaign.entries))


def _settle(desk: DeadlineDesk, miss: Miss, remarks: list[str]) -> list[str]:
    """Does what is still to be done about a miss; returns the keys of the letters put into the outbox."""
    folder = desk.campaign.folder
    office = offices.of_campaign(folder)
    line = clocks.misses(office)[miss]
    clock = clocks.clocks(office)[miss]
    announce(folder, str(line.values["note"]), behind=int(line.values["entries"]))
    followed = _carry_out(desk, miss, line)
    desk = desk._replace(campaign=open_campaign(folder))
    key = f"missed:{miss.sitting[:notices.DIGITS]}:{miss.side}:{miss.number}"
    put = notices.to_players(desk, key, notices.MISS, notices.missed(desk, clock, followed), desk.campaign.senders)
    former = str(line.values["player"])
    if desk.campaign.players.get(miss.side, "") != former:
        put += notices.invite(desk, miss.side)
        put += notices.to_former(desk, key, notices.MISS, notices.missed(desk, clock, followed), miss.side, former)
    if followed and followed[-1]["policy"] == agreements.REFEREE:
        put += notices.to_referee(desk, f"{key}:{REFEREE}", notices.turn(desk, clock))
    journal.write(office, desk.now, SETTLED, **miss._asdict())
    remarks.append(str(line.values["note"]))
    return put


def _carry_out(desk: DeadlineDesk, miss: Miss, line: journal.JournalLine) -> list[dict[str, object]]:
    """Carries out the policies agreed on, one after another until one is done; tells what became of each."""
    office = offices.of_campaign(desk.campaign.folder)
    followed = [line.values for line in journal.read(office, POLICY) if clocks.miss_of(line) == miss]
    for policy in line.values["policies"][len(followed):]:
        if followed and followed[-1]["done"]:
            break
        now = desk._replace(campaign=open_campaign(desk.campaign.folder))
        may = not _gone_on(now.campaign, miss, line, any(step["policy"] == agreements.STANDING for step in followed))
        outcome = policies.CARRY_OUT[policy](now, miss, line, may)
        values = {"policy": notices.OVERTAKEN, "done": True} if outcome is None else {"policy": policy, **outcome}
        journal.write(office, desk.now, POLICY, **miss._asdict(), **values)
        followed.append(values)
    return followed


def _gone_on(campaign: Campaign, miss: Miss, line: journal.JournalLine, held: bool) -> bool:
    """Whether the campaign has gone on between a miss and now, which only a crash leaves time for: the side has sent
    something after all, or there was a sitting or a rewind that was none of the policies'.

    Args:
        held: a sitting was one of the policies.
    """
    if campaign.last_sitting["hash"] != miss.sitting and not held:
        return True
    sent = [entry for entry in campaign.entries[line.values["entries"]:] if entry["type"] in SENT
            and entry["side"] == miss.side]
    return bool(sent) and miss.side not in clocks.waited_for(campaign)


def announce(folder: Path, text: str, behind: int) -> str:
    """Puts a note of the referee's into the logbook, unless it stands there behind so many entries. Where their notes
    must be signed, it is not put there; then that is returned with the lines to sign, otherwise ""."""
    campaign = open_campaign(folder)
    if any(entry["type"] == NOTE and entry["text"] == text for entry in campaign.entries[behind:]):
        return ""
    try:
        record_letter(folder, "note", consent.keeper(campaign) or REFEREE, {"text": text})
    except Unsigned as refusal:
        return str(refusal)
    return ""


def _needs(campaign: Campaign) -> list[str]:
    """What waits for the referee's decision now."""
    office = offices.of_campaign(campaign.folder)
    known, last = list(clocks.clocks(office).values()), {}
    for line in journal.read(office, POLICY):
        last[clocks.miss_of(line)] = line.values["policy"]
    waiting = [clocks.newest(known, campaign, side) for side in clocks.waited_for(campaign)]
    return [notices.needed(campaign, clock) for clock in waiting
            if clock and last.get(Miss(*clock[:3])) == agreements.REFEREE]
