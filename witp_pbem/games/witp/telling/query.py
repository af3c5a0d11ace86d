"""What players ask about: the words of a question."""

from __future__ import annotations

from witp_pbem.games.witp.board.events import BattleFought, GameEnded, Landed
from witp_pbem.games.witp.board.names import card_title
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.orders.lexicon import lexicon
from witp_pbem.games.witp.telling.entries import telling
from witp_pbem.table.story import Query
from witp_pbem.table.tokens import Token, tokens

BATTLE = BattleFought.code()
# A word beside "battle" -> the kind of battle it asks about.
_KINDS = {"fleet": "fleet battle", "naval": "fleet battle", "艦隊": "fleet battle", "ground": "ground battle",
          "地上": "ground battle"}
_LOST = frozenset({"lose", "loses", "lost"})


def query(words: str, position: Position) -> Query:
    """What the words of a question name: places, counters, cards, sides, and kinds of events."""
    matched = tokens(words, lexicon(position.data))
    known = {unit.casefold(): unit for unit in position.units}
    spoken = [token.text.casefold().strip("?!.,") for token in matched]
    places = {number for token in matched for number in token.places if number in position.data.map}
    named = tuple(dict.fromkeys(known[name] for name in spoken if name in known))
    cards = {name for name in spoken if name in position.data.cards}
    cards |= {key for key, record in position.data.cards.items()
              if any(title and title.casefold() in words.casefold() for title in (record["name"], card_title(record)))}
    sides = {side for token in matched if (side := _side(token)) in (JAPAN, ALLIES)}
    codes = frozenset[str]().union(*map(telling.asked, spoken))
    if BATTLE in codes and (kinds := {_KINDS[name] for name in spoken if name in _KINDS}):
        codes = codes - {BATTLE} | kinds
    if Landed.code() in codes:
        codes |= {"assault"}  # by land units that went ashore, or the battle before
    if _LOST & set(spoken) and position.outcome and not (places or named or cards):
        codes = frozenset({GameEnded.code()})  # who asks why a side lost means the game
    return Query(frozenset(places), named, frozenset(cards), frozenset(sides), codes)


def _side(token: Token) -> str:
    """The side a word names; American and British things are nobody's whole side."""
    return {"japan": JAPAN, "japanese": JAPAN, "japan's": JAPAN, "japan’s": JAPAN, "日本": JAPAN, "日本軍": JAPAN,
            "allies": ALLIES, "allied": ALLIES, "連合": ALLIES, "連合軍": ALLIES}.get(token.text.casefold(), "")
