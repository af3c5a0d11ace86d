"""What the members of a league have come to, each proved by their own logbook."""

from __future__ import annotations

from witp_pbem.campaign.folder.campaign import Campaign, outcome
from witp_pbem.campaign.folder.leagues import League
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import keyed
from witp_pbem.campaign.record.act_records import throws
from witp_pbem.campaign.record.logbook import REWIND, SITTING
from witp_pbem.table.tuples import NamedTuple


class MemberResult(NamedTuple):
    """What a member has come to.

    Attributes:
        member: the name in the league.
        player: who it is, without the address; "" where nobody is named.
        campaign: the short name that heads their orders.
        turn: the one reached.
        score: by the scenario's measure, in a sentence; "" where nothing is measured.
        outcome: how the game ended, in a sentence; "" while it goes on.
        holds: whether the logbook holds, and is one of this league.
        dice: how many were thrown.
        proven: how many of them anybody can prove; the others wait for a link.
        published: the last turn whose link is published in it.
        rewinds: how often it went back.
        late: whether nobody waits for this member any more: they could have heard of luck before they decided.
        entries: of the logbook.
        head: hash of its last entry.
    """

    member: str
    player: str
    campaign: str
    turn: int
    score: str
    outcome: str
    holds: bool
    dice: int
    proven: int
    published: int
    rewinds: int
    late: bool
    entries: int
    head: str


class LeagueResults(NamedTuple):
    """The table of results of a league.

    Attributes:
        game: its title.
        scenario: in words.
        publish: when links are published: once a `turn` lies behind all members, or at the `closing`.
        closing: its day, "" for none.
        anchor: of the chain of all campaigns.
        members: in the order of the league's file.
    """

    name: str
    game: str
    scenario: str
    publish: str
    closing: str
    anchor: str
    members: tuple[MemberResult, ...]

    @property
    def hold(self) -> bool:
        """Whether every line of the table is proved."""
        return all(member.holds for member in self.members)


def results(league: League) -> LeagueResults:
    """The table of results, every campaign verified.

    Raises:
        NoCampaign, Damaged, OSError: a campaign cannot be read.
    """
    campaigns = {name: open_campaign(league.campaign(name)) for name in league.members}
    first = next(iter(campaigns.values()))
    return LeagueResults(
        league.name, first.game.title, first.game.setting(first.position).scenario, league.publish, league.closing,
        league.anchor, tuple(_result(league, name, campaign) for name, campaign in campaigns.items()))


def _result(league: League, name: str, campaign: Campaign) -> MemberResult:
    proof = verify(campaign.folder)
    dice = [(len(throw.dice), keyed.turn_of(throw.label)) for entry in campaign.entries if entry["type"] == SITTING
            for throw in throws(entry["acts"])]
    published, _ = keyed.published(campaign.entries)
    ended, player = outcome(campaign.position), league.members[name]["player"].partition("<")[0].strip()
    return MemberResult(
        name, player, campaign.name, campaign.turn, campaign.game.score(campaign.position),
        campaign.game.narration.ending(ended) if ended else "", proof.holds and _belongs(campaign, league),
        sum(count for count, _ in dice), sum(count for count, turn in dice if turn <= published), published,
        sum(entry["type"] == REWIND for entry in campaign.entries), league.members[name]["late"], proof.entries,
        proof.head)


def _belongs(campaign: Campaign, league: League) -> bool:
    """Whether a campaign was founded in a league."""
    dice = campaign.founding["dice"]
    return campaign.league is not None and (campaign.league["name"], dice["anchor"], campaign.founding["scenario"],
                                            campaign.founding["options"]) == (
        league.name, league.anchor, league.scenario, league.options)
