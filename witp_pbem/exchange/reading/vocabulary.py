"""The words of all games installed here: by them orders are told from the rest of a comment that was wrapped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from witp_pbem.campaign.folder import games
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.tokens import BLOCK_END, BLOCKS, Lexicon, Token, tokens


@lru_cache(4096)
def begins_order(line: str) -> bool:
    """Whether a line begins with a word that begins an order in one of the games installed here."""
    return any(_begins(tokens(line, lexicon), lexicon) for lexicon in _lexicons())


def is_ordered(line: str) -> bool:
    """Whether a line is most likely orders in one of the games installed here: it begins with a word that begins an
    order, or has no word that means nothing in it, or names a hex, a place or a number and half of its words mean
    something."""
    for lexicon in _lexicons():
        found = tokens(line, lexicon)
        words = [_is_known(token, lexicon) for token in found if token.kind != "mark"]
        exact = any(token.kind in ("name", "number") for token in found)
        if words and (_begins(found, lexicon) or sum(words) * (2 if exact else 1) >= len(words)):
            return True
    return False


def _begins(found: Sequence[Token], lexicon: Lexicon) -> bool:
    return bool(found) and (found[0].value in lexicon.keywords or found[0].value in (*BLOCKS, BLOCK_END))


def _is_known(token: Token, lexicon: Lexicon) -> bool:
    return token.kind != "word" or lexicon.known(token.value) or any(
        token.value in words for words in (lexicon.sides, lexicon.phases, lexicon.postpositions, lexicon.particles,
                                           lexicon.subjects, lexicon.postpositions.values()))


def _lexicons() -> list[Lexicon]:
    return [_lexicon(name) for name in dict.fromkeys((games.USUAL, *games.installed()))]


@cache
def _lexicon(name: str) -> Lexicon:
    try:
        return full_lexicon(games.find(name)(None))
    except Exception:  # a game of somebody else's that does not load; whoever plays it is told so
        return Lexicon()
