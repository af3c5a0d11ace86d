"""What is proposed where a player keeps the campaign, the consent to it, and what that carries out."""

from __future__ import annotations

from witp_pbem.campaign.folder import points, slips
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.letters import consent, protests
from witp_pbem.campaign.record import letter_text, logbook
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import CONSENT, FINISH, PROPOSAL, RULING, Body
from witp_pbem.campaign.sitting import referee, resume, rewind
from witp_pbem.table import manual_dice
from witp_pbem.table import text as orders_text
from witp_pbem.table.language import say
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.wording import problem_sentence


def proposal(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a proposal: its text is the reason; lines of it that begin with "ruling" are the rulings."""
    if not consent.is_needed(campaign):
        return (illegal("referee-decides", "", letter.spans[letter_text.LETTER]),)
    if campaign.position.outcome:
        return (invalid("game-over", letter.spans[letter_text.LETTER]),)
    reason, ruled = letter_text.parts(letter.values["text"])
    answers = finish = None
    key = "to"  # the line that is wrong if something is refused
    try:
        keeps = letter.values.get("keep", "").casefold() in letter_text.YES
        planned = rewind.plan(campaign, letter.values["to"], keeps) if "to" in letter.values else None
        if "answers" in letter.values:
            key, answers = "answers", letter_text.entry_number(letter.values["answers"])
            protests.require_open(campaign, answers)
        if letter.values.get("finish", "").casefold() in letter_text.YES:
            key, finish = "finish", resume.standing(campaign)
            if planned or ruled or answers is not None:
                raise resume.CannotResume(say("A proposal to let a step stand as recorded must be made on its own."))
    except (points.NoSuchPoint, rewind.CannotRewind, protests.CannotAnswer, resume.CannotResume) as refused:
        return (invalid("letter-about", letter.spans[key], why=str(refused)),)
    if planned is None and not ruled and answers is None and finish is None:
        return (invalid("proposes-nothing", letter.spans["text"]),)
    rulings = _rulings(rewind.supposed(campaign, rewind.body(planned, reason)) if planned else campaign, ruled)
    if isinstance(rulings, Problem):
        return (rulings.at(letter.spans["text"]),)
    return PROPOSAL, consent.body(consent.side_now(campaign, letter.side), reason, planned, rulings, answers, finish)


def _rulings(campaign: Campaign, text: str) -> list[str] | Problem:
    """The rulings of a text, tried on a position; what is wrong if one does not stand."""
    if not text:
        return []
    written = orders_text.read(text, full_lexicon(campaign.game))
    problems = [*written.problems]
    problems += [invalid("not-for-referee", statement.span, keyword=statement.keyword)
                 for statement in written.statements if statement.keyword in manual_dice.KEYWORDS]
    if not problems:
        list(referee.tried(campaign, written.statements, problems))
    if problems:
        why = " ".join(problem_sentence(problem, campaign.game.catalogue) for problem in problems)
        return invalid("letter-about", why=why)
    return [slips.plain(statement, text) for statement in written.statements]


def consent_to(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The entry of a consent: it names the proposal by number and hash."""
    number, value = letter_text.entry_number(letter.values["proposal"]), letter.values["hash"].lower()
    proposed = campaign.entries[number] if 0 <= number < len(campaign.entries) else None
    if proposed is None or proposed["type"] != PROPOSAL:
        return (invalid("no-proposal", letter.spans["proposal"], given=letter.values["proposal"]),)
    if len(value) < logbook.DIGITS or not proposed["hash"].startswith(value):
        return (invalid("other-proposal", letter.spans["hash"], given=value[:logbook.DIGITS],
                        hash=proposed["hash"][:logbook.DIGITS]),)
    if consent.carried_out(campaign.entries, proposed["n"]):
        return (invalid("proposal-done", letter.spans["proposal"], entry=proposed["n"]),)
    if consent.lapsed(campaign.entries, proposed["n"]):
        return (invalid("proposal-lapsed", letter.spans["proposal"], entry=proposed["n"]),)
    side = consent.side_now(campaign, letter.side)
    if side == proposed["side"]:
        return (invalid("own-proposal", letter.spans["side"], entry=proposed["n"]),)
    if campaign.closed:
        return (illegal("sitting-closed", "", letter.spans["proposal"]),)
    return CONSENT, {"side": side, "proposal": proposed["n"]}


def follows(campaign: Campaign, consented: Entry) -> list[tuple[str, Body]]:
    """What a consent just made carries out: the bodies to be recorded with it, none while others are missing."""
    proposed = campaign.entries[consented["proposal"]] if consented["type"] == CONSENT else None
    if proposed is None or proposed["type"] != PROPOSAL or consent.missing(
            campaign, proposed, [*campaign.entries, consented]):
        return []
    bodies: list[tuple[str, Body]] = []
    turn = campaign.turn
    if proposed["rewind"]:
        bodies.append(rewind.body(proposed["rewind"], proposed["reason"], proposed["n"]))
        turn = rewind.supposed(campaign, *bodies).turn
    if proposed["rulings"] or proposed["answers"] is not None:
        bodies.append((RULING, logbook.ruling(turn, proposed["rulings"], answers=proposed["answers"],
                                              reason=proposed["reason"], proposal=proposed["n"])))
    if proposed["finish"] is not None:
        bodies.append((FINISH, {"act": proposed["finish"], "reason": proposed["reason"], "proposal": proposed["n"]}))
    return bodies
