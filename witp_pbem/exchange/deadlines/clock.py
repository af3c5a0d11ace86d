"""Which decisions are running, and until when.

A clock is started for each side that the game waits for, when the desk first sees it (line "clock" of the journal):
from then on it is bound to the entry orders build on, so that a new sitting or a rewind stops it, and so does an
answer. A later line of the same number moves it; a line of the next number gives new time after a miss.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from witp_pbem.campaign.checks import luck_words
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.fates import NoFate
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record.logbook import NOTE
from witp_pbem.campaign.sitting import inputs, owed_links
from witp_pbem.campaign.sitting.inputs import Inputs
from witp_pbem.campaign.sitting.status import status
from witp_pbem.exchange import journal, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines import calendar
from witp_pbem.exchange.deadlines.agreement import POLICIES, Agreement
from witp_pbem.report.phrases import with_player
from witp_pbem.table import as_recorded
from witp_pbem.table.language import say
from witp_pbem.table.manual_dice import ManualFate
from witp_pbem.table.sitting import CannotRule, SittingResult, sit
from witp_pbem.table.table import Diverged, Fate, Table
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

CLOCK, MISSED, POLICY, SETTLED, AGREED = "clock", "missed", "policy", "settled", "agreed"
BEGUN, MOVED, SET, EXTENDED, REPLACED = "begun", "moved", "set", "extended", "replaced"  # why a clock stands as it does


class Clock(NamedTuple):
    """How long a side has for what it owes.

    Attributes:
        sitting: hash of the entry orders build on.
        side: who decides.
        number: 1, and more after a miss.
        begun, until: from when and until when.
        why: why it stands as it does, one of the codes above.
    """

    sitting: str
    side: str
    number: int
    begun: datetime
    until: datetime
    why: str = BEGUN


class Miss(NamedTuple):
    """A missed deadline: sitting, side and number of its clock."""

    sitting: str
    side: str
    number: int


# -- whom the game waits for ------------------------------------------------------------------------------------


def waited_for(campaign: Campaign) -> tuple[str, ...]:
    """The sides the game waits for: those who owe something and have sent nothing, those whose orders do not answer
    what they owe, and those who hold up the dice with a word, a link or sealed orders. Only on the keeper's copy."""
    current = status(campaign)
    if current.outcome or campaign.private is None:
        return ()
    if current.waits_for:
        return tuple(side for side in current.waits_for if side in campaign.senders)
    available = inputs.gather(campaign)
    try:
        foreseen = ahead(campaign, available)
    except (Diverged, CannotRule):  # for the keeper to put right
        return ()
    owing = tuple(dict.fromkeys(due.demand.side for due in foreseen.dues))
    if owing and len(foreseen.acts) == len(campaign.state.record):
        return tuple(side for side in owing if side in campaign.senders)
    holding = [seal.side for seal in sealing.unrevealed(campaign)]
    if not owing and not foreseen.position.outcome and campaign.is_chained and not current.is_closed:
        holding += owed_links.owing(campaign)
        holding += luck_words.missing(campaign.entries) if campaign.founding["dice"]["words"] else ()
    return tuple(side for side in campaign.senders if side in holding)


def ahead(campaign: Campaign, available: Inputs) -> SittingResult:
    """How far a sitting held now would get before the first dice.

    Raises:
        Diverged, CannotRule: it could not be held.
    """
    state = campaign.state
    fate: Fate = NoFate(campaign.look)
    if not campaign.is_chained:
        drawn = {slot: card for slot in state.drawn if (card := campaign.manual_card(slot))}
        fate = ManualFate(available.dice, available.cards, drawn)
    return sit(campaign.game, state.opening, state.record, available.pending(), fate, rulings=available.rulings,
               edits=available.edits, make=as_recorded.table(Table, state.stands))


# -- the clocks -------------------------------------------------------------------------------------------------


def miss_of(line: journal.JournalLine) -> Miss:
    """The clock a line of the journal is about."""
    return Miss(str(line.values["sitting"]), str(line.values["side"]), int(line.values["number"]))


def clocks(office: Path) -> dict[Miss, Clock]:
    """Every clock of the journal as it stands now, oldest first."""
    clocks: dict[Miss, Clock] = {}
    for line in journal.read(office, CLOCK):
        values = line.values
        key = miss_of(line)
        clocks[key] = Clock(*key, times.read(values["begun"]), times.read(values["until"]), str(values["why"]))
    return clocks


def misses(office: Path) -> dict[Miss, journal.JournalLine]:
    """The deadlines that were missed, oldest first."""
    return {miss_of(line): line for line in journal.read(office, MISSED)}


def announced_by_letter(campaign: Campaign, office: Path) -> frozenset[int]:
    """The numbers of the notes in the logbook that letters of their own announce to all players."""
    numbers = {int(line.values["entry"]) for line in journal.read(office, AGREED)}
    for line in journal.read(office, MISSED):
        since = campaign.entries[int(line.values["entries"]):]
        numbers.update(int(entry["n"]) for entry in since if entry["type"] == NOTE
                       and entry["text"] == line.values["note"])
    return frozenset(numbers)


def newest(clocks: Sequence[Clock], campaign: Campaign, side: str) -> Clock | None:
    """The clock of a side for what it owes now, None where none has been started."""
    sitting = campaign.last_sitting["hash"]
    return next((clock for clock in reversed(clocks) if (clock.sitting, clock.side) == (sitting, side)), None)


def due(campaign: Campaign, agreement: Agreement, side: str, begun: datetime) -> datetime:
    """Until when a side has to decide what it owes since a moment."""
    return calendar.deadline(begun, agreements.terms(agreement, campaign, side))


def running(campaign: Campaign, now: datetime) -> list[Clock]:
    """The clocks of all the game waits for, as they stand; those the desk has not started yet as though it did so now.
    None without an agreement, and on a copy without private/.

    Raises:
        BadSettings, Damaged: the agreement or the journal cannot be read.
    """
    agreement = agreements.read(campaign.folder)
    if agreement is None or campaign.private is None:
        return []
    started = list(clocks(offices.of_campaign(campaign.folder)).values())
    return [newest(started, campaign, side) or
            Clock(campaign.last_sitting["hash"], side, 1, now, due(campaign, agreement, side, now))
            for side in waited_for(campaign)]


def until(campaign: Campaign) -> datetime | None:
    """When the last deadline of the decisions that are owed now passes, or has passed, also of those who have answered
    already; None where no clock was started."""
    sitting = campaign.last_sitting["hash"]
    started = clocks(offices.of_campaign(campaign.folder)).values()
    return max((clock.until for clock in started if clock.sitting == sitting), default=None)


def in_a_row(office: Path, miss: Miss) -> int:
    """How many deadlines a side has missed in a row right before one of its clocks."""
    missed = misses(office)
    count = 0
    for clock in clocks(office):
        if clock == miss:
            break
        if clock.side == miss.side:
            count = count + 1 if clock in missed else 0
    return count


# -- in words ---------------------------------------------------------------------------------------------------


def sentences(campaign: Campaign, now: datetime, side: str = "") -> list[str]:
    """Whom the game waits for and until when, the grace period, and what happens then; nothing without an agreement,
    and on a copy without private/.

    Args:
        side: the reader, whose local time stands beside UTC. "" for everybody: then that of the player waited for.
    Raises:
        BadSettings, Damaged: the agreement or the journal cannot be read.
    """
    agreement = agreements.read(campaign.folder)
    if agreement is None:
        return []
    office, sentences = offices.of_campaign(campaign.folder), []
    for clock in running(campaign, now):
        zone = agreements.zone_of(agreement, campaign, side or clock.side)
        late = clock.until + agreement.grace
        who = called(campaign, clock.side)
        if now > late:
            sentences.append(say("{player} has missed the deadline of {time}.", player=who,
                                 time=times.in_words(clock.until, zone)))
            continue
        until = {"player": who, "time": times.in_words(clock.until, zone)}
        sentences.append(say("{player} has until {time} to decide.", **until) if now <= clock.until else
                         say("The deadline of {player} was {time}.", **until))
        if agreement.grace:
            sentences.append(say("With a grace period of {grace}, orders still count until {time}.",
                                 time=times.in_words(late, zone), grace=times.lasting(agreement.grace)))
        misses_before = in_a_row(office, Miss(*clock[:3]))
        sentences.append(say("If none have come by then: {what}.",
                             what=POLICIES[agreements.policy(agreement, misses_before)[0]]))
    return sentences


def in_brief(campaign: Campaign, now: datetime, side: str) -> str:
    """Until when a side has to decide, as a subject has room for it; "" where no deadline runs, or it has passed.

    Raises:
        BadSettings, Damaged: the agreement or the journal cannot be read.
    """
    agreement = agreements.read(campaign.folder)
    until = next((clock.until for clock in running(campaign, now) if clock.side == side), None)
    if agreement is None or until is None or until < now:
        return ""
    return times.in_brief(until, agreements.zone_of(agreement, campaign, side), now)


def called(campaign: Campaign, side: str) -> str:
    """A side with its player's name."""
    return with_player(side_name(side, campaign.game.catalogue), campaign.players.get(side, ""))
