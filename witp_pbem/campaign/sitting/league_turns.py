"""The turns of a league: which members a link waits for, whose sittings are closed together, when it is published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from witp_pbem.campaign.folder import leagues
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.fates import KeyedFate, NeedsClosing
from witp_pbem.campaign.folder.leagues import League
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record import keyed
from witp_pbem.campaign.record.logbook import PUBLISHED
from witp_pbem.campaign.sitting import inputs
from witp_pbem.table.dice import CHAIN_LENGTH
from witp_pbem.table.sitting import CannotRule
from witp_pbem.table.table import Diverged
from witp_pbem.table.tuples import NamedTuple


class TurnLuck(NamedTuple):
    """What stands between a member and the luck of a turn.

    Attributes:
        awaited: members who have not decided all that comes before their first dice of the turn.
        knowing: members in whose logbooks the link is published.
        together: the campaigns whose sittings have to be closed at the same time.
    """

    awaited: Sequence[str]
    knowing: Sequence[str]
    together: Sequence[Path]


def luck_of(campaign: Campaign, turn: int) -> TurnLuck:
    """What stands between a member and the luck of a turn. A member nobody waits for waits for nobody."""
    league = leagues.around(campaign.folder)
    own = campaign.folder.resolve().name
    if league.members[own]["late"]:
        return TurnLuck((), (), ())
    others = {name: open_campaign(league.campaign(name)) for name in league.members if name != own}
    knowing = [name for name, other in others.items() if keyed.published(other.entries)[0] >= turn]
    if league.publish != leagues.TURN:
        return TurnLuck((), knowing, ())
    behind = {name: others[name] for name in league.awaited()
              if name in others and not _has_begun(others[name], turn)}
    return TurnLuck([name for name, other in behind.items() if not _has_decided(other, turn)], knowing,
                    [league.campaign(name) for name in behind])


def _has_begun(campaign: Campaign, turn: int) -> bool:
    """Whether a member has been bound for the dice of a turn, or the turn lies behind them."""
    return _is_past(campaign.position, turn) or keyed.used(campaign.line) >= turn


def _is_past(position: Any, turn: int) -> bool:
    """Whether nothing of a turn is left to play at a position."""
    return bool(position.outcome) or position.turn > turn


def _has_decided(campaign: Campaign, turn: int) -> bool:
    """Whether a member's orders come to dice of a turn, or pass it without any."""
    if any(sealing.unrevealed(campaign)):
        return False
    assert campaign.league is not None
    fate = KeyedFate(campaign.league["name"], 0, keyed.thrown_before(()), campaign.decks(), None)
    try:
        return _is_past(inputs.play_on(campaign, inputs.gather(campaign), fate).position, turn)
    except NeedsClosing as wanted:
        return wanted.turn >= turn
    except (Diverged, CannotRule):
        return False


def publish(campaign: Campaign, today: date | None = None) -> int:
    """Publishes the links nobody can use any more in a member's logbook; returns the number of the last one, 0 where
    nothing new can be published.

    Args:
        today: where the closing day counts, too.
    """
    number = min(_free(leagues.around(campaign.folder), campaign, today), keyed.used(campaign.entries))
    if number <= keyed.published(campaign.entries)[0]:
        return 0
    campaign.add((PUBLISHED, {"number": number, "link": campaign.link(number).hex()}))
    return number


def _free(league: League, campaign: Campaign, today: date | None) -> int:
    """The last turn whose luck may be known to everybody."""
    if today and league.is_closed(today):
        return CHAIN_LENGTH
    others = [open_campaign(league.campaign(name)) for name in league.awaited()
              if league.campaign(name) != campaign.folder.resolve()]
    all_played = [campaign, *others]
    if league.publish == leagues.CLOSING and not all(other.position.outcome for other in all_played):
        return 0
    return min(CHAIN_LENGTH if other.position.outcome else other.turn - 1 for other in all_played)
