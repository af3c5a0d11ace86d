"""The words of the campaigns a mail may be for, which tell orders from the rest of a wrapped comment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from witp_pbem.table.game import Game
from witp_pbem.table.sitting import full_lexicon
from witp_pbem.table.tokens import BLOCK_END, BLOCKS, Lexicon, Token, tokens

_lexicons: ContextVar[tuple[Lexicon, ...]] = ContextVar("lexicons", default=())


@contextmanager
def of(games: Iterable[Game]) -> Iterator[None]:
    """Reads with the words of some games."""
    before = _lexicons.set(tuple(full_lexicon(game) for game in dict.fromkeys(games)))
    try:
        yield
    finally:
        _lexicons.reset(before)


def begins_order(line: str) -> bool:
    """Whether a line begins with a word that begins an order in one of the games."""
    return any(_begins_in(line, lexicon) for lexicon in _lexicons.get())


@lru_cache(4096)
def _begins_in(line: str, lexicon: Lexicon) -> bool:
    return _begins(tokens(line, lexicon), lexicon)


def is_order(line: str) -> bool:
    """Whether a line begins with a word that begins an order, and half of its words mean something, too."""
    for lexicon in _lexicons.get():
        words = [_is_known(token, lexicon) for token in tokens(line, lexicon) if token.kind != "mark"]
        if _begins_in(line, lexicon) and 2 * sum(words) >= len(words):
            return True
    return False


def is_ordered(line: str) -> bool:
    """Whether a line is most likely orders in one of the games: it begins with a word that begins an order, or has no
    word that means nothing in it, or has a name or a number in it and half of its words mean something."""
    for lexicon in _lexicons.get():
        words_read = tokens(line, lexicon)
        words = [_is_known(token, lexicon) for token in words_read if token.kind != "mark"]
        exact = any(token.kind in ("name", "number") for token in words_read)
        if words and (_begins(words_read, lexicon) or sum(words) * (2 if exact else 1) >= len(words)):
            return True
    return False


def _begins(words_read: Sequence[Token], lexicon: Lexicon) -> bool:
    return bool(words_read) and (words_read[0].value in lexicon.keywords or words_read[0].value in (*BLOCKS, BLOCK_END))


def _is_known(token: Token, lexicon: Lexicon) -> bool:
    return token.kind != "word" or lexicon.known(token.value) or any(
        token.value in words for words in (lexicon.sides, lexicon.phases, lexicon.postpositions.values()))
