"""Sittings the desk holds automatically: as soon as nobody is waited for, and never twice in vain.

A sitting is tried when everybody who owed something has sent something, and the logbook has grown since it was tried
last (line "tried" of the journal). It is tried once more when one was recorded: then it tells, as the first one would
have after a crash, whose orders were of no use. Where it comes to nothing, those who still owe are told why, once for
each reason: such orders, seals to be revealed, links and founding words that are missing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.record.logbook import SITTING
from witp_pbem.campaign.sitting import adjudicate as sitting
from witp_pbem.campaign.sitting import inputs
from witp_pbem.campaign.sitting.status import Status, status
from witp_pbem.exchange import forms, journal, outbox, times
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.deadlines import clock
from witp_pbem.exchange.desk import asking, habits
from witp_pbem.exchange.desk.standing import TRIED, last_try
from witp_pbem.table.language import listing, say
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.sitting import CannotRule
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple
from witp_pbem.table.wording import side_name

if TYPE_CHECKING:
    from witp_pbem.exchange.mailbox.account import Account
    from witp_pbem.table.demand import Due

SEEN = "first-seen"  # line of the journal: since when founding words are waited for


class SittingAttempt(NamedTuple):
    """The outcome of an attempt.

    Attributes:
        number: of the sitting recorded now, None where none was.
        over: whether the game has ended.
        waits: why none was held, a sentence; "" where somebody's orders are waited for.
        stopped: why the last one tried came to nothing.
        keeper: whether only the keeper can help.
        letters: keys of the letters put into the outbox.
    """

    number: int | None = None
    over: bool = False
    waits: str = ""
    stopped: str = ""
    keeper: bool = False
    letters: tuple[str, ...] = ()


def hold(folder: Path, now: datetime, account: Account | None) -> SittingAttempt:
    """Holds a sitting of a campaign if it is time for one, and puts the letters that ask for something into the outbox.

    The caller is alone in the campaign's office.

    Raises:
        Refusal: the campaign cannot be read or written to. OSError: the disk did not take it.
    """
    campaign = open_campaign(folder)
    campaign.require_all()
    campaign.require_sealed()
    current, office, habit = status(campaign), offices.of_campaign(folder), habits.of(folder)
    if current.outcome:
        return SittingAttempt(over=True)
    letters = _ask_for_words(campaign, current, office, now, account)
    held = _hold(campaign, current, habit, office, now, account)
    return held._replace(letters=letters + held.letters)


def _hold(campaign: Campaign, current: Status, habit: habits.Habits, office: Path, now: datetime,
          account: Account | None) -> SittingAttempt:
    folder = campaign.folder
    if before := last_try(campaign, office):  # nothing has changed since
        return SittingAttempt(stopped=before.values["stopped"], keeper=before.values["keeper"])
    if _waits(current) and campaign.entries[-1]["type"] != SITTING:
        if set(current.waits_for) != {REFEREE}:
            return SittingAttempt()
        return SittingAttempt(keeper=_is_keepers(account), waits=say(
            "Waiting for the referee: witp-pbem status {folder}", folder=folder))
    if not habit.by_itself:
        return SittingAttempt() if _waits(current) else SittingAttempt(keeper=True, waits=say(
            "All orders are in. The keeper holds the sitting: witp-pbem adjudicate {folder}", folder=folder))
    if waits := _patience(campaign, current, habit, office, now):
        return SittingAttempt(waits=waits)
    held = _try(campaign, current, office, now, account)
    if held.number is None or held.over:
        return held
    return hold(folder, now, account)._replace(number=held.number)


def _waits(current: Status) -> bool:
    """Whether somebody has not sent anything yet, not even a seal."""
    return bool(set(current.waits_for) - {seal.side for seal in current.unrevealed})


def _try(campaign: Campaign, current: Status, office: Path, now: datetime, account: Account | None) -> SittingAttempt:
    """Tries a sitting. That it came to nothing is written down for the logbook as it stood before, and only after the
    letters lie in the outbox: whatever is recorded in the meantime is tried again, and no letter is lost."""
    stopped = ""
    dues: tuple[Due, ...] = ()
    try:
        held = sitting.adjudicate(campaign.folder)
        if held.number is not None:
            return SittingAttempt(held.number, held.over)
        dues = held.dues
    except sitting.Stopped as reason:
        stopped = str(reason)
    requests = [*(asking.missing(campaign, current) if stopped else asking.others(campaign, current, dues))]
    letters = asking.send(campaign, office, now, account, requests)
    unknown = [request for request in requests if not forms.known(campaign, request.side, account)]
    keeper = bool(unknown) or bool(stopped) and not requests or (
        {due.demand.side for due in dues} == {REFEREE} and _is_keepers(account))
    journal.write(office, now, TRIED, head=campaign.entries[-1]["hash"], stopped=stopped, keeper=keeper)
    return SittingAttempt(stopped=stopped, keeper=keeper, letters=letters)


def _is_keepers(account: Account | None) -> bool:
    """Whether the keeper is the referee. A referee with an address of their own is written to and waited for like a
    player."""
    return account is None or account.to_referee == account.address


def _ask_for_words(campaign: Campaign, current: Status, office: Path, now: datetime,
                   account: Account | None) -> tuple[str, ...]:
    """Asks for founding words when the desk first sees a campaign, and remembers since when it has waited for them. An
    invitation has asked already."""
    from witp_pbem.exchange import invitation

    if not current.words_missing or campaign.founding["dice"]["seeded"]:
        return ()
    queued = outbox.letters(office)
    wanted = [request for request in asking.words(campaign, current)
              if invitation.key(campaign, request.side) not in queued]
    letters = asking.send(campaign, office, now, account, wanted)
    if not any(journal.read(office, SEEN)):
        journal.write(office, now, SEEN)
    return letters


def _patience(campaign: Campaign, current: Status, habit: habits.Habits, office: Path, now: datetime) -> str:
    """Why a sitting that could be held is not held yet: orders can still be changed, or founding words may come."""
    if _waits(current):  # it only tells what is owed
        return ""
    until = None if habit.early else clock.until(campaign)
    if until and now < until:
        return say("Everybody has sent orders. They can be changed until {time}, when the sitting is held.",
                   time=times.in_words(until))
    missing = [side for side in asking.sides(campaign, current.words_missing) if forms.known(campaign, side, None)]
    seen = next((line.at for line in journal.read(office, SEEN)), None)
    if not missing or seen is None or now >= seen + timedelta(days=habit.words) or not _needs_dice(campaign):
        return ""
    return say("The first dice wait until {time} for founding words: {sides}. `witp-pbem adjudicate {folder}` rolls "
               "them at once.", time=times.in_words(seen + timedelta(days=habit.words)), folder=campaign.folder,
               sides=listing(side_name(side, campaign.game.catalogue) for side in missing))


def _needs_dice(campaign: Campaign) -> bool:
    """Whether a sitting held now would roll or deal, as far as that can be told."""
    try:
        foreseen = clock.ahead(campaign, inputs.gather(campaign))
    except (Diverged, CannotRule):  # the sitting says so
        return False
    return not foreseen.dues and not foreseen.position.outcome
