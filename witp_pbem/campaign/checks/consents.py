"""Where a player keeps the campaign: a rewind, a ruling, or that a step stands as recorded, has the consent of all, and
is what they have consented to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from witp_pbem.campaign.checks.context import EntryContext
from witp_pbem.campaign.checks.fault import EntryFault
from witp_pbem.campaign.checks.letter_matches import resignation
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import Entry, Finish, Founding, Rewind, RulingEntry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import CONSENT, FINISH, PROPOSAL, REWIND, RULING, SITTING
from witp_pbem.table.game import Game
from witp_pbem.table.language import say

CARRIED_OUT: Final = (REWIND, RULING, FINISH)  # what a proposal becomes


def concerns_others(founding: Founding, senders: Mapping[str, str]) -> bool:
    """Whether what the keeper decides needs the consent of others: the keeper is a player, and not the only one."""
    keeper = founding["keeper"]
    return bool(keeper) and any(founded != keeper for founded in senders.values())


def consented(context: EntryContext, entry: Entry) -> Iterator[EntryFault]:
    """What is carried out has the consent it needs, unless a side gives up by its own letter."""
    if entry["type"] not in CARRIED_OUT:
        return
    if entry["proposal"] is not None:
        wrong = _differs(context, entry, entry["proposal"])
    elif concerns_others(context.founding, context.senders) and not _is_resignation(context.game, entry):
        wrong = say("A player keeps this campaign; such an entry needs the consent of all players.")
    else:
        wrong = ""
    if wrong:
        yield EntryFault("consent-missing", wrong)


def _differs(context: EntryContext, entry: Rewind | RulingEntry | Finish, number: int) -> str:
    """How what is carried out differs from the proposal of an entry, "" if it does not."""
    proposal = context.entries[number] if number < len(context.entries) else None
    if proposal is None or proposal["type"] != PROPOSAL:
        return say("Entry {entry} is not a proposal.", entry=number)
    between = context.entries[number + 1:]
    sides = {proposal["side"], *(later["side"] for later in between if later["type"] == CONSENT
                                 and later["proposal"] == number)}
    done = [later for later in between if later["type"] in CARRIED_OUT and later["proposal"] == number]
    if not done and set(context.senders) - sides:  # behind its rewind other names may be those who send orders
        return say("Not all players have consented to the proposal of entry {entry}.", entry=number)
    if entry["type"] == REWIND:
        same = proposal["rewind"] == {"to": entry["to"], "keeps": entry["keeps"]} and not done
    elif entry["type"] == FINISH:
        same = proposal["finish"] == entry["act"] and not done
    else:
        before = [ruling["type"] for ruling in done] == ([REWIND] if proposal["rewind"] else [])
        same = before and (proposal["rulings"], proposal["answers"]) == (entry["orders"], entry["answers"])
    went_on = any(later["type"] in (SITTING, REWIND) and later not in done for later in between)
    if not same or went_on or proposal["reason"] != entry["reason"]:
        return say("This is not what the proposal of entry {entry} says, or it had lapsed.", entry=number)
    return ""


def _is_resignation(game: Game, entry: Rewind | RulingEntry | Finish) -> bool:
    """Whether an entry says nothing but that a side gives up, by its own letter."""
    if entry["type"] != RULING:
        return False
    letter = letter_text.read(entry["letter"])
    return (isinstance(letter, Letter) and letter.kind == "resign"
            and entry["orders"] == [resignation(game.lexicon.side(letter.side), letter)])
