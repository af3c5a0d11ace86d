"""Founding words: each player's own, sent once the anchor is published, which enters every die and deck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from witp_pbem.campaign.campaign import Campaign, writing
from witp_pbem.campaign.incoming import signatures
from witp_pbem.campaign.incoming.letters import Letter
from witp_pbem.campaign.record.logbook import CLOSED, WORD, Entry
from witp_pbem.campaign.refusal import Refusal
from witp_pbem.table.problem import NOWHERE, Problem, illegal, invalid
from witp_pbem.table.wording import problem_sentence

LONGEST = 200  # characters


class NotTaken(Refusal):
    """A founding word that cannot be taken."""


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a founding word, or why none can be sent: there is one, or the first sitting has been closed."""
    side = campaign.founded_as(letter.side)
    if any(each["type"] == CLOSED for each in campaign.entries):
        return (illegal("word-too-late", "", letter.spans["word"]),)
    if side in founding_words(campaign.entries):
        return (illegal("word-sent-already", "", letter.spans["word"], side=side),)
    if len(letter.values["word"]) > LONGEST:
        return (invalid("luck-too-long", letter.spans["word"], length=len(letter.values["word"]), limit=LONGEST),)
    return WORD, {"side": side, "word": letter.values["word"]}


def founding_words(entries: Sequence[Entry]) -> dict[str, str]:
    """The founding words by side or seat, in the order they came."""
    return {each["side"]: each["word"] for each in entries if each["type"] == WORD}


def record(folder: Path, side: str, word: str) -> Entry:
    """Records the founding word of a side by a bare command of the keeper's.

    Raises:
        NotTaken: it cannot be taken. Unsigned: it must come signed.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`. OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        if refusal := signatures.required(campaign, side, WORD, {"word": word}):
            raise refusal
        made = entry(campaign, Letter(WORD, campaign.name, side, {"word": word}, {"word": NOWHERE}))
        if isinstance(made[0], Problem):
            raise NotTaken(problem_sentence(made[0], campaign.game.catalogue))
        kind, body = made
        assert isinstance(kind, str) and isinstance(body, dict)
        return campaign.add((kind, {**body, "letter": "", "signature": ""}))[0]


def missing(campaign: Campaign) -> tuple[str, ...]:
    """Who has sent no founding word yet, as long as one can be sent."""
    if any(each["type"] == CLOSED for each in campaign.entries):
        return ()
    sent = founding_words(campaign.entries)
    return tuple(side for side in campaign.founding["players"] if side not in sent)
