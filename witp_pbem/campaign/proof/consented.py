"""Whether what a logbook records of protests, consents and what follows from them is what the letters say, and has
the consent it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from witp_pbem.campaign.folder import points
from witp_pbem.campaign.letters import consent, leave, letters
from witp_pbem.campaign.letters.letters import Letter
from witp_pbem.campaign.orders.proposals import YES, parts
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.entries import Entry, Finish, Lettered, Rewind, Ruling
from witp_pbem.campaign.record.finding import Finding
from witp_pbem.campaign.record.logbook import CONSENT, FINISH, PROPOSAL, REWIND, RULING, SITTING
from witp_pbem.table.game import Game
from witp_pbem.table.language import say


def faults(game: Game, entries: Sequence[Entry], seating: Callable[[int], Mapping[str, str]]) -> Iterator[Finding]:
    """What of a logbook's rewinds, rulings and `finish` entries lacks the consent it needs, or differs from what was
    consented to; and what was recorded of protests, notes, proposals and consents otherwise than their letters say.

    Args:
        seating: who could send orders when an entry was recorded, as founded, by its number.
    """
    founding = logbook.founding(entries)
    for entry in entries:
        if "letter" in entry and not _says(entry, entries):
            yield Finding(entry["n"], "letter-differs", say("The letter says something else than this entry."))
        if entry["type"] not in consent.CARRIED_OUT:
            continue
        if entry["proposal"] is not None:
            wrong = _differs(entries, entry, entry["proposal"], seating)
        elif consent.concerns_others(founding, seating(entry["n"])) and not _is_resignation(game, entry):
            wrong = say("A player keeps this campaign; such an entry needs the consent of all players.")
        else:
            wrong = ""
        if wrong:
            yield Finding(entry["n"], "consent-missing", wrong)


def _says(entry: Lettered, entries: Sequence[Entry]) -> bool:
    """Whether a letter of one of these kinds says what its entry does; what hangs on the position is not compared."""
    letter = letters.read(entry["letter"]) if letters.is_letter(entry["letter"]) else None
    if not isinstance(letter, Letter):
        return True  # said elsewhere, if there is one
    values = letter.values
    match entry["type"]:
        case logbook.PROTEST | logbook.NOTE:
            about = points.number(values.get("about", ""))
            return (letter.kind, values["text"]) == (entry["type"], entry["text"]) and about in (-1, entry["about"])
        case logbook.CONSENT:
            number = points.number(values.get("proposal", ""))
            return number == entry["proposal"] < entry["n"] and entries[number]["hash"].startswith(
                values["hash"].lower())
        case logbook.PROPOSAL:
            return (letter.kind, parts(values["text"])[0], "to" in values, "answers" in values,
                    values.get("finish", "").casefold() in YES) == (
                PROPOSAL, entry["reason"], entry["rewind"] is not None, entry["answers"] is not None,
                entry["finish"] is not None)
    return True


def _differs(entries: Sequence[Entry], entry: Rewind | Ruling | Finish, number: int,
             seating: Callable[[int], Mapping[str, str]]) -> str:
    """How what was carried out differs from the proposal of an entry, "" if it does not."""
    made = entries[number] if number < entry["n"] else None
    if made is None or made["type"] != PROPOSAL:
        return say("Entry {entry} is no proposal.", entry=number)
    between = entries[number + 1:entry["n"]]
    sides = {made["side"], *(each["side"] for each in between if each["type"] == CONSENT
                             and each["proposal"] == number)}
    if set(seating(number)) - sides:
        return say("Not all players have consented to the proposal of entry {entry}.", entry=number)
    done = [each for each in between if each["type"] in consent.CARRIED_OUT and each["proposal"] == number]
    if entry["type"] == REWIND:
        same = made["rewind"] == {"to": entry["to"], "keeps": entry["keeps"]} and not done
    elif entry["type"] == FINISH:
        same = made["finish"] == entry["act"] and not done
    else:
        before = [each["type"] for each in done] == ([REWIND] if made["rewind"] else [])
        same = before and (made["rulings"], made["answers"]) == (entry["orders"], entry["answers"])
    went_on = any(each["type"] in (SITTING, REWIND) and each not in done for each in between)
    if not same or went_on or made["reason"] != entry["reason"]:
        return say("This is not what the proposal of entry {entry} says, or it had lapsed.", entry=number)
    return ""


def _is_resignation(game: Game, entry: Rewind | Ruling | Finish) -> bool:
    """Whether an entry says nothing but that a side gives up, by its own letter."""
    if entry["type"] != RULING:
        return False
    letter = letters.read(entry["letter"])
    return (isinstance(letter, Letter) and letter.kind == "resign"
            and entry["orders"] == [leave.ruling(game.lexicon.side(letter.side), letter)])
