"""Who is winning the war."""

from __future__ import annotations

from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.taiheiyo_senshi.telling.nouns import lead
from witp_pbem.games.taiheiyo_senshi.words.language import say


def score(position: Position) -> str:
    """Where the score marker stands, and what wins when (senshi 4.1)."""
    now = say("The score marker stands at {score}.", score=lead(position.score))
    wins = [(turn, entry.victory) for turn, entry in sorted(position.data.turns.items())
            if entry.victory and turn >= position.turn]
    if not wins:
        return now
    turn, leads = wins[0]
    if turn == position.data.last_turn:
        return say("{now} After turn {turn} the Allies win with +{allies} or more, Japan with anything else.", now=now,
                   turn=turn, allies=leads[ALLIES])
    return say("{now} After turn {turn} Japan wins with +{japan} or more, the Allies with +{allies} or more.", now=now,
               turn=turn, japan=leads[JAPAN], allies=leads[ALLIES])
