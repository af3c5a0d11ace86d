"""Who is winning the war."""

from __future__ import annotations

from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import last_turn, sites_of_japan, still_to_drive_out
from witp_pbem.games.witp.telling.nouns import the_side
from witp_pbem.games.witp.words.language import say


def score(position: Position) -> str:
    """Who wins as it stands, and what the other side still lacks (witp 3.2, 13.2.c)."""
    held, turns = len(sites_of_japan(position)), last_turn(position) - position.turn + 1
    left = say.plural(turns, "{n} turn left, this one included", "{n} turns left, this one included")
    if position.bid is not None:
        winner = JAPAN if held >= position.bid else ALLIES
        return say("As it stands {winner} would win: Japan controls {held} ports and airfields, and the bid is {bid}; "
                   "{left}.", winner=the_side(winner), held=held, bid=position.bid, left=left)
    units = sum(map(len, still_to_drive_out(position).values()))
    return say.plural(units, "As it stands Japan would win: {n} of its land units is still to be driven out, and it "
                      "controls {held} of {sites} ports and airfields; {left}.",
                      "As it stands Japan would win: {n} of its land units are still to be driven out, and it controls "
                      "{held} of {sites} ports and airfields; {left}.",
                      held=held, sites=len(position.data.map.bases), left=left)
