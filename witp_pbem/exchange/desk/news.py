"""What was said of a campaign between two sittings, as it is told to a player.

Words of others stand behind a line at the left (`compose.Quoted`), so that a reply that quotes them orders nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from witp_pbem.campaign.folder import points, recorded_rulings
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import letters, upgrades
from witp_pbem.campaign.record.entries import Entry, Proposal
from witp_pbem.campaign.record.logbook import (
    CONSENT,
    FINISH,
    NOTE,
    PLAYER,
    PROPOSAL,
    PROTEST,
    RULING,
    SEALED,
    UPGRADE,
)
from witp_pbem.campaign.record.seats import name_of
from witp_pbem.exchange import forms
from witp_pbem.exchange.body import Outcome, Part, Quoted
from witp_pbem.report.wording import side_name
from witp_pbem.table.given import REFEREE
from witp_pbem.table.language import say

HEADS: Mapping[str, str] = say.sentences({
    PROTEST: "{side}: a protest (entry {entry}).",
    NOTE: "{side}: a note for the record (entry {entry}).",
    PROPOSAL: "{side}: a proposal (entry {entry}).",
    RULING: "A ruling was given (entry {entry}).",
    FINISH: "It was decided that the step being played stands as recorded (entry {entry}).",
    PLAYER: "{side}: played by {player} from now on (entry {entry}).",
    UPGRADE: "Another release of the program keeps the campaign from now on (entry {entry}).",
    SEALED: "{side}: sealed orders (entry {entry}). They are revealed when all have sealed theirs.",
})
KINDS = frozenset(HEADS)


def told(campaign: Campaign, side: str, entry: Entry) -> Iterator[Part]:
    """What an entry says, to the player of a side."""
    who = side_name(campaign.game, (entry["side"] if "side" in entry else "") or REFEREE)
    yield Outcome(HEADS[entry["type"]].format(side=who, entry=entry["n"],
                                              player=name_of(entry["player"]) if entry["type"] == PLAYER else ""))
    if "about" in entry and entry["about"] is not None:
        yield say("It is about entry {about}.", about=entry["about"])
    if "answers" in entry and entry["answers"] is not None:
        yield say("It answers the protest of entry {entry}.", entry=entry["answers"])
    if entry["type"] == PROPOSAL and entry["rewind"]:
        yield say("The campaign goes back to {point}.", point=points.told(campaign, entry["rewind"]["to"]))
    ruled = entry["orders"] if entry["type"] == RULING else entry["rulings"] if entry["type"] == PROPOSAL else ()
    for words in (entry["text"] if "text" in entry else "", entry["reason"] if "reason" in entry else "",
                  *(recorded_rulings.words(ruling, campaign.game) for ruling in ruled)):
        if words:
            yield Quoted(words)
    if entry["type"] == UPGRADE:
        yield from (say("{before} until now, {after} from now on.", before=each.before, after=each.after)
                    for each in upgrades.taken(campaign.entries, campaign.game) if each.entry == entry["n"])
    if entry["type"] == PROTEST and side == REFEREE:
        yield say("To answer it: {command}", command=f"witp-pbem answer DIR --protest {entry['n']} --reason \"…\"")
    if entry["type"] == PROPOSAL:
        yield from _to_consent(campaign, side, entry)


def _to_consent(campaign: Campaign, side: str, entry: Proposal) -> Iterator[Part]:
    """How to consent to a proposal, for those whose consent is missing."""
    if side not in consent.missing(campaign, entry) or entry not in consent.open_proposals(campaign.entries):
        return
    yield say("Nothing of it takes place unless you consent. To consent, reply to this mail with the lines below, "
              "without the # in front of each. If you do not consent, you need do nothing.")
    yield forms.form(campaign, side, letters.write(CONSENT, campaign.name, side, {
        "proposal": entry["n"], "hash": entry["hash"]}))
