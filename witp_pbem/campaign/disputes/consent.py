"""Where a player keeps the campaign: a rewind, a ruling, or that a step stands as recorded, takes place once all
players have consented to it.

Whoever proposes it has consented. A proposal lapses with the next sitting or rewind: consent is given to what was
seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.disputes import points, protests, rewind
from witp_pbem.campaign.incoming import letters, signatures, slips
from witp_pbem.campaign.incoming.letters import Letter
from witp_pbem.campaign.proof.finding import Finding
from witp_pbem.campaign.record import logbook
from witp_pbem.campaign.record.logbook import CONSENT, FINISH, PROPOSAL, REWIND, RULING, SITTING, Entry
from witp_pbem.table.game import Game
from witp_pbem.table.given import REFEREE
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.wording import problem_sentence

HASH_DIGITS = 12  # of a hash, at least, to name it
YES = frozenset({"yes", "orders", "true", "1"})
CARRIED_OUT = (REWIND, RULING, FINISH)  # what a proposal becomes
_RULING = re.compile(r"(ruling|裁定)\b", re.IGNORECASE)


def is_needed(campaign: Campaign) -> bool:
    """Whether a player keeps the campaign, so that rewinds and rulings need the consent of all."""
    return bool(campaign.founding.get("keeper"))


def keeper(campaign: Campaign) -> str:
    """The keeping player's side now (or seat), "" for a neutral referee."""
    return side_now(campaign, str(campaign.founding.get("keeper", "")))


def side_now(campaign: Campaign, name: str) -> str:
    """A player's side now, by the side or seat he was founded as; before the sides are settled, his seat."""
    seating = campaign.game.seating(campaign.position)
    return next((side for side, seat in seating.items() if seat == name), name)


def propose(campaign: Campaign, reason: str, *, to: str = "", rewind: Entry | None = None,
            rulings: Sequence[str] = (), answers: int | None = None, finish: int | None = None) -> Entry:
    """Records the keeping player's proposal; the caller holds the lock.

    Args:
        to, rewind: the point as it was named, and the plan. rulings: as texts. answers: the number of a protest.
        finish: the act from which on the step being played stands as recorded.
    Returns:
        The proposal.
    Raises:
        Unsigned: only a signed letter can propose it.
    """
    return campaign.add((PROPOSAL, proposed(campaign, reason, to, rewind, rulings, answers, finish)))[-1]


def proposed(campaign: Campaign, reason: str, to: str, rewind: Entry | None, rulings: Sequence[str],
             answers: int | None, finish: int | None = None) -> Entry:
    """The body of what the keeping player proposes by a command; see `propose`."""
    text = "\n".join([*filter(None, [reason]), *(" ".join(ruling.split()) for ruling in rulings)])
    values = {"to": to, "text": text,
              "keep": "yes" if rewind and rewind["keeps"] else "", "answers": "" if answers is None else answers,
              "finish": "" if finish is None else "yes"}
    if refusal := signatures.required(campaign, keeper(campaign), PROPOSAL, values):
        raise refusal
    return {**body(keeper(campaign), reason, rewind, rulings, answers, finish), "letter": "", "signature": ""}


def body(side: str, reason: str, rewind: Entry | None, rulings: Sequence[str], answers: int | None,
         finish: int | None = None) -> Entry:
    """The body of a proposal without its letter."""
    return {"side": side, "reason": reason, "rewind": rewind, "rulings": list(rulings), "answers": answers,
            "finish": finish}


# -- letters ------------------------------------------------------------------------------------------------------


def proposal(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a proposal: its text is the reason; lines of it that begin with "ruling" are the rulings."""
    if not is_needed(campaign):
        return (illegal("referee-decides", "", letter.spans[letters.LETTER]),)
    if campaign.position.outcome:
        return (invalid("game-over", letter.spans[letters.LETTER]),)
    from witp_pbem.campaign.disputes import resume  # which proposes, too

    reason, rulings = _parts(letter.values["text"])
    answers = finish = None
    key = "to"  # the line that is wrong if something is refused
    try:
        planned = rewind.plan(campaign, letter.values["to"], letter.values.get("keep", "").casefold() in YES) \
            if "to" in letter.values else None
        if "answers" in letter.values:
            key, answers = "answers", points.number(letter.values["answers"])
            protests.require_open(campaign, answers)
        if letter.values.get("finish", "").casefold() in YES:
            key, finish = "finish", resume.standing(campaign)
            if planned or rulings or answers is not None:
                raise resume.CannotResume(say("That a step stands as recorded is proposed by itself."))
    except (points.NoSuchPoint, rewind.CannotRewind, protests.CannotAnswer, resume.CannotResume) as refused:
        return (invalid("letter-about", letter.spans[key], why=str(refused)),)
    if planned is None and not rulings and answers is None and finish is None:
        return (invalid("proposes-nothing", letter.spans["text"]),)
    found = _rulings(rewind.supposed(campaign, rewind.body(planned, reason)) if planned else campaign, rulings)
    if isinstance(found, Problem):
        return (found.at(letter.spans["text"]),)
    return PROPOSAL, body(side_now(campaign, letter.side), reason, planned, found, answers, finish)


def _rulings(campaign: Campaign, text: str) -> list[str] | Problem:
    """The rulings of a text, tried on a position; the first problem if one does not stand."""
    from witp_pbem.campaign.incoming.check import check  # which reads letters, too

    if not text:
        return []
    head = f"Campaign: {campaign.name}\nTurn: {campaign.turn}\nSide: {REFEREE}\n\n"
    checked = check(campaign, "", f"{head}{text}\n".encode())
    problems = [problem for problem in checked.problems if problem.code != "signature-missing"]  # the letter is signed
    if problems:
        why = " ".join(problem_sentence(problem, campaign.game.catalogue) for problem in problems)
        return invalid("letter-about", why=why)
    return [slips.plain(statement, checked.text) for statement in checked.statements]


def entry(campaign: Campaign, letter: Letter) -> tuple[str, Entry] | tuple[Problem, ...]:
    """The entry of a consent: it names the proposal by number and hash."""
    number, value = points.number(letter.values["proposal"]), letter.values["hash"].lower()
    found = campaign.entries[number] if 0 <= number < len(campaign.entries) else None
    if found is None or found["type"] != PROPOSAL:
        return (invalid("no-proposal", letter.spans["proposal"], given=letter.values["proposal"]),)
    if len(value) < HASH_DIGITS or not found["hash"].startswith(value):
        return (invalid("other-proposal", letter.spans["hash"], given=value[:HASH_DIGITS],
                        hash=found["hash"][:HASH_DIGITS]),)
    if carried_out(campaign.entries, found["n"]):
        return (invalid("proposal-done", letter.spans["proposal"], entry=found["n"]),)
    if lapsed(campaign.entries, found["n"]):
        return (invalid("proposal-lapsed", letter.spans["proposal"], entry=found["n"]),)
    side = side_now(campaign, letter.side)
    if side == found["side"]:
        return (invalid("own-proposal", letter.spans["side"], entry=found["n"]),)
    if campaign.closed:
        return (illegal("sitting-closed", "", letter.spans["proposal"]),)
    return CONSENT, {"side": side, "proposal": found["n"]}


def carried_out(entries: Sequence[Entry], number: int) -> bool:
    """Whether a proposal has taken place."""
    return any(entry.get("proposal") == number for entry in entries if entry["type"] in CARRIED_OUT)


def lapsed(entries: Sequence[Entry], number: int) -> bool:
    """Whether the campaign has gone on since a proposal, so that it can no longer be consented to."""
    return any(entry["type"] in (SITTING, REWIND) for entry in entries[number + 1:])


def open_proposals(entries: Sequence[Entry]) -> list[Entry]:
    """The proposals that wait for consent."""
    return [entry for entry in entries if entry["type"] == PROPOSAL and not carried_out(entries, entry["n"])
            and not lapsed(entries, entry["n"])]


def missing(campaign: Campaign, made: Entry, entries: Sequence[Entry] | None = None) -> list[str]:
    """The sides that have not consented to a proposal."""
    given = {entry["side"] for entry in entries or campaign.entries if entry["type"] == CONSENT
             and entry["proposal"] == made["n"]}
    return [side for side in campaign.sides if side not in given and side != made["side"]]


def follows(campaign: Campaign, consented: Entry) -> list[tuple[str, Entry]]:
    """What a consent just made carries out: the bodies to be recorded with it, none while others are missing."""
    made = campaign.entries[consented["proposal"]]
    if missing(campaign, made, [*campaign.entries, consented]):
        return []
    bodies: list[tuple[str, Entry]] = []
    turn = campaign.turn
    if made["rewind"]:
        bodies.append(rewind.body(made["rewind"], made["reason"], made["n"]))
        turn = rewind.supposed(campaign, *bodies).turn
    if made["rulings"] or made["answers"] is not None:
        bodies.append((RULING, logbook.ruling(turn, made["rulings"], answers=made["answers"], reason=made["reason"],
                                              proposal=made["n"])))
    if made.get("finish") is not None:
        bodies.append((FINISH, {"act": made["finish"], "reason": made["reason"], "proposal": made["n"]}))
    return bodies


# -- verification -------------------------------------------------------------------------------------------------


def faults(game: Game, entries: Sequence[Entry]) -> Iterator[Finding]:
    """What of a logbook's rewinds, rulings and `finish` entries lacks the consent it needs, or differs from what was
    consented to; and what was recorded of protests, notes, proposals and consents otherwise than their letters say."""
    for entry in entries:
        letter = letters.read(entry["letter"]) if letters.is_letter(entry.get("letter", "")) else None
        if isinstance(letter, Letter) and not _says(letter, entry, entries):
            yield Finding(entry["n"], "letter-differs", say("The letter says something else than this entry."))
        if entry["type"] not in CARRIED_OUT:
            continue
        if entry.get("proposal") is not None:
            wrong = _differs(game, entries, entry)
        elif entries[0].get("keeper") and not _is_resignation(game, entry):
            wrong = say("A player keeps this campaign; such an entry needs the consent of all players.")
        else:
            wrong = ""
        if wrong:
            yield Finding(entry["n"], "consent-missing", wrong)


def _says(letter: Letter, entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether a letter of one of these kinds says what its entry does; what hangs on the position is not compared."""
    values = letter.values
    match entry["type"]:
        case logbook.PROTEST | logbook.NOTE:
            about = points.number(values.get("about", ""))
            return (letter.kind, values["text"]) == (entry["type"], entry["text"]) and about in (-1, entry["about"])
        case logbook.CONSENT:
            number = points.number(values.get("proposal", ""))
            return number == entry["proposal"] < entry["n"] and str(entries[number]["hash"]).startswith(
                values["hash"].lower())
        case logbook.PROPOSAL:
            return (letter.kind, _parts(values["text"])[0], "to" in values, "answers" in values,
                    values.get("finish", "").casefold() in YES) == (
                PROPOSAL, entry["reason"], entry["rewind"] is not None, entry["answers"] is not None,
                entry.get("finish") is not None)
    return True


def _parts(text: str) -> tuple[str, str]:
    """The reason and the rulings in the text of a proposal."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if _RULING.match(line)), len(lines))
    return "\n".join(lines[:first]), "\n".join(lines[first:])


def _differs(game: Game, entries: Sequence[Entry], entry: Entry) -> str:
    number = entry["proposal"]
    made = entries[number] if number < entry["n"] else None
    if made is None or made["type"] != PROPOSAL:
        return say("Entry {entry} is no proposal.", entry=number)
    between = entries[number + 1:entry["n"]]
    sides = {made["side"], *(each["side"] for each in between if each["type"] == CONSENT
                             and each["proposal"] == number)}
    if not any(names and sides == set(names) for names in (game.sides, game.seats)):
        return say("Not all players have consented to the proposal of entry {entry}.", entry=number)
    done = [each for each in between if each["type"] in CARRIED_OUT and each.get("proposal") == number]
    if entry["type"] == REWIND:
        same = made["rewind"] == {"to": entry["to"], "keeps": entry["keeps"]} and not done
    elif entry["type"] == FINISH:
        same = made.get("finish") == entry["act"] and not done
    else:
        before = [each["type"] for each in done] == ([REWIND] if made["rewind"] else [])
        same = before and (made["rulings"], made["answers"]) == (entry["orders"], entry["answers"])
    went_on = any(each["type"] in (SITTING, REWIND) and each not in done for each in between)
    if not same or went_on or made["reason"] != entry["reason"]:
        return say("This is not what the proposal of entry {entry} says, or it had lapsed.", entry=number)
    return ""


def _is_resignation(game: Game, entry: Entry) -> bool:
    """Whether a ruling is nothing but the words by which a side gives up, in its own letter."""
    letter = letters.read(str(entry.get("letter", "")))
    if not isinstance(letter, Letter) or letter.kind != "resign" or len(entry.get("orders", ())) != 1:
        return False
    side = game.lexicon.sides.get(letter.side.casefold(), letter.side.casefold())
    begin = game.resignation(side, "\0").partition("\0")[0]
    return bool(entry["orders"][0].startswith(begin))
