"""News of a campaign between two sittings, for the mail to a player.

Words of others are marked (`body.Quoted`), so that a reply that quotes them orders nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.campaign.folder import points, recorded_rulings
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import letter_text, upgrades
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
from witp_pbem.campaign.record.who_plays import name_of
from witp_pbem.exchange import forms
from witp_pbem.report.newest import newest
from witp_pbem.report.phrases import side_name
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.tuples import NamedTuple

KINDS = frozenset({PROTEST, NOTE, PROPOSAL, RULING, FINISH, PLAYER, UPGRADE, SEALED})


class NewsItem(NamedTuple):
    """The news in an entry.

    Attributes:
        kind: its type, one of `KINDS`.
        player: who plays the side from then on.
        about: the number of the entry it is about.
        answers: the number of the protest it answers.
        point: the point a proposal goes back to, "" for none.
        words: texts of others.
        releases: the releases of the program before and after.
        consent: the letter that consents to it, between lines with the reader's token; () where none is needed.
    """

    kind: str
    entry: int
    side: str
    player: str
    about: int | None
    answers: int | None
    point: str
    words: tuple[str, ...]
    releases: tuple[tuple[str, str], ...]
    consent: tuple[str, ...]


class News(NamedTuple):
    """The news since the last mail, how many protests and notes it has no room for, and whether its reader is the
    referee."""

    entries: tuple[NewsItem, ...]
    left_out: int
    is_to_referee: bool


def news(campaign: Campaign, side: str, entries: Sequence[Entry]) -> News:
    """The news in entries, for the player of a side: of protests and notes the newest."""
    statements = [entry for entry in entries if entry["type"] in (PROTEST, NOTE)]
    shown = newest(statements, lambda entry: entry["text"])
    left_out = {entry["n"] for entry in statements} - {entry["n"] for entry in shown}
    return News(tuple(_item(campaign, side, entry) for entry in entries if entry["n"] not in left_out), len(left_out),
                side == REFEREE)


def _item(campaign: Campaign, side: str, entry: Entry) -> NewsItem:
    rulings = entry["orders"] if entry["type"] == RULING else entry["rulings"] if entry["type"] == PROPOSAL else ()
    words = (entry["text"] if "text" in entry else "", entry["reason"] if "reason" in entry else "",
             *(recorded_rulings.words(ruling, campaign.game) for ruling in rulings))
    changes = upgrades.taken(campaign.entries, campaign.game) if entry["type"] == UPGRADE else ()
    return NewsItem(
        entry["type"], entry["n"], side_name(campaign.game, (entry["side"] if "side" in entry else "") or REFEREE),
        player=name_of(entry["player"]) if entry["type"] == PLAYER else "",
        about=entry["about"] if "about" in entry else None, answers=entry["answers"] if "answers" in entry else None,
        point=points.words(campaign, entry["rewind"]["to"]) if entry["type"] == PROPOSAL and entry["rewind"] else "",
        words=tuple(filter(None, words)),
        releases=tuple((str(change.before), str(change.after)) for change in changes if change.entry == entry["n"]),
        consent=_consent(campaign, side, entry) if entry["type"] == PROPOSAL else ())


def _consent(campaign: Campaign, side: str, entry: Proposal) -> tuple[str, ...]:
    """A letter that consents to a proposal, for those whose consent is missing."""
    if side not in consent.missing(campaign, entry) or entry not in consent.open_proposals(campaign.entries):
        return ()
    return forms.form(campaign, side, letter_text.write(CONSENT, campaign.name, side, {
        "proposal": entry["n"], "hash": entry["hash"]}))
