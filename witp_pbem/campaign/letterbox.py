"""Where letters come in: which module makes the entry of each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from witp_pbem.campaign import letters, words
from witp_pbem.campaign.campaign import Campaign
from witp_pbem.campaign.letters import Letter
from witp_pbem.campaign.logbook import Entry
from witp_pbem.table.problem import Problem, invalid

# What makes of a letter the type and body of its entry (without `letter` and `signature`), or problems.
Maker = Callable[[Campaign, Letter], tuple[str, Entry] | tuple[Problem, ...]]
MAKERS: Mapping[str, Maker] = {
    "word": words.entry,
}


def entry(campaign: Campaign, text: str) -> tuple[str, str, Entry] | tuple[Problem, ...]:
    """The side, type and body of the entry a letter becomes, or everything that is wrong with it."""
    letter = letters.read(text)
    if not isinstance(letter, Letter):
        return letter
    problems: list[Problem] = []
    if letter.campaign.casefold() != campaign.name.casefold():
        problems.append(invalid("wrong-campaign", letter.spans["campaign"], given=letter.campaign,
                                campaign=campaign.name, suggestion=f"Campaign: {campaign.name}"))
    side = campaign.game.lexicon.sides.get(letter.side.casefold(), letter.side.casefold())
    writers = (*campaign.sides, *campaign.founding["players"])
    if side not in writers:
        problems.append(invalid("unknown-side", letter.spans["side"], given=letter.side,
                                sides=list(dict.fromkeys(writers))))
    if letter.kind not in MAKERS:
        problems.append(invalid("letter-not-taken", letter.spans[letters.LETTER], kind=letter.kind))
    if problems:
        return tuple(problems)
    made = MAKERS[letter.kind](campaign, letter._replace(side=side))
    if isinstance(made[0], Problem):
        return made
    kind, body = made
    return side, kind, body
