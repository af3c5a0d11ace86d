"""Where letters come in: which module makes the entry of each kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

from witp_pbem.campaign.checks import fault, legal
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.letters import after, leave, player_change, protests, sealing, signatures
from witp_pbem.campaign.letters.sealing import Opened
from witp_pbem.campaign.orders import proposals
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.record.letter_text import Letter
from witp_pbem.campaign.record.logbook import CONSENT, WITHDRAWAL, WORD, Body, following, proposed
from witp_pbem.campaign.record.refusal import Refusal
from witp_pbem.campaign.sitting import owed_links
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import NOWHERE, Problem, invalid
from witp_pbem.table.spelling import likely
from witp_pbem.table.wording import problem_sentence


def word(campaign: Campaign, letter: Letter) -> tuple[str, Body]:
    """The entry of a founding word."""
    return WORD, {"side": campaign.founded_as(letter.side), "word": letter.values["word"]}


# What makes of a letter the type and body of its entry (without `letter` and `signature`), or problems.
Maker = Callable[[Campaign, Letter], tuple[str, Body] | tuple[Problem, ...]]
MAKERS: Mapping[str, Maker] = {
    "word": word,
    "withdraw": leave.withdrawal,
    "resign": leave.resignation,
    "link": owed_links.entry,
    "seal": sealing.entry,
    "protest": protests.entry,
    "note": protests.entry,
    "proposal": proposals.proposal,
    "consent": proposals.consent_to,
    "player": player_change.by_letter,
}

REFEREES = frozenset({"withdraw", "protest", "note"})  # kinds the referee writes, too
REVEAL = "reveal"  # the kind that becomes orders instead


class CannotSay(Refusal):
    """What a command was to record for a side is not possible."""


def entry(campaign: Campaign, text: str) -> tuple[str, str, Body] | tuple[Problem, ...]:
    """The side, type and body of the entry a letter becomes, or everything that is wrong with it."""
    letter, wrong = _addressed(campaign, text)
    if letter is None or (wrong and letter.kind == REVEAL):
        return wrong
    recorded = _entry_of(campaign, letter)
    if isinstance(recorded[0], Problem):
        lines = {problem.span for problem in wrong}  # what is wrong with a line of the head is told once
        return (*wrong, *(problem for problem in recorded
                          if isinstance(problem, Problem) and problem.span not in lines))
    if wrong:
        return wrong
    kind, body = recorded
    return letter.side, kind, body


def _entry_of(campaign: Campaign, letter: Letter) -> tuple[str, Body] | tuple[Problem, ...]:
    """The type and body of the entry a letter becomes, or everything that makes it none, or an illegal one."""
    recorded = MAKERS[letter.kind](campaign, letter)
    if isinstance(recorded[0], Problem):
        return recorded
    kind, body = recorded
    wrong = legal.faults(campaign.context, proposed(campaign.entries, kind, body))
    return fault.problems(wrong, letter.spans) or recorded


def revealed(campaign: Campaign, text: str, now: Mapping[str, str]) -> Opened | tuple[Problem, ...] | None:
    """What a letter reveals of sealed orders, or why it does not, if it is one that should; else None.

    Args:
        now: seals made in the same batch (`sealing.opened`).
    """
    letter, wrong = _addressed(campaign, text)
    if letter is None or wrong or letter.kind != REVEAL:
        return None
    return sealing.opened(campaign, letter, now)


def _addressed(campaign: Campaign, text: str) -> tuple[Letter | None, tuple[Problem, ...]]:
    """A letter, its side in the game's own name, and everything that is wrong with its head; None where it cannot be
    read, or nobody knows whose it is."""
    letter = letter_text.read(text)
    if not isinstance(letter, Letter):
        return None, letter
    problems: list[Problem] = []
    if letter.campaign.casefold() != campaign.name.casefold():
        problems.append(invalid("wrong-campaign", letter.spans["campaign"], given=letter.campaign,
                                campaign=campaign.name, suggestion=f"Campaign: {campaign.name}"))
    side = campaign.game.lexicon.side(letter.side)
    writers = (*campaign.senders, *campaign.founding["players"], *((REFEREE,) if letter.kind in REFEREES else ()))
    if side not in writers:
        names = list(dict.fromkeys(writers))
        near = likely(letter.side, names)
        problems.append(invalid("unknown-side", letter.spans["side"], given=letter.side, sides=names,
                                suggestion=f"Side: {near}" if near else ""))
    if letter_text.AFTER in letter.values:
        problems += after.problems(campaign, letter.values[letter_text.AFTER], letter.spans[letter_text.AFTER],
                                   older=letter.kind not in letter_text.OF_THE_TURN)
    return letter._replace(side=side) if side in writers else None, tuple(problems)


def record_letter(folder: Path, kind: str, side: str, values: Mapping[str, str]) -> list[Entry]:
    """Records by a command what a letter would say, and what follows from it.

    Args:
        kind, values: of the letter.
        side: who says it, the referee included.
    Returns:
        The entries recorded.
    Raises:
        CannotSay: the letter would be refused.
        Unsigned: only a signed letter can say it.
        NoCampaign, Damaged, Busy, LostOrders: see `writing`.
        OSError: the disk did not take it.
    """
    with writing(folder) as campaign:
        recorded = _entry_of(campaign, Letter(kind, campaign.name, side, values, defaultdict(lambda: NOWHERE)))
        if isinstance(recorded[0], Problem):
            raise CannotSay(" ".join(problem_sentence(problem, campaign.game.catalogue) for problem in recorded
                                     if isinstance(problem, Problem)))
        of, body = recorded
        shown = {**values, "entry": str(body["submission"])} if of == WITHDRAWAL else values
        if refusal := signatures.required(campaign, side, kind, shown):
            raise refusal
        first = (of, {"letter": "", "signature": "", **body})
        then = proposals.follows(campaign, following(campaign.entries[-1], *first)) if of == CONSENT else []
        return campaign.add(first, *then)
