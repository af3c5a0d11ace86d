"""Where the orders of a text end and its blocks begin, and which of these an `end` closes.

A condition may stand behind its order ("retreat if we have no ships"), and `in battle at HI: stay` is for one
order; neither has an `end`. Line breaks mean nothing, so where there are as many ends as such words, they open blocks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache

from witp_pbem.table.spelling import alike
from witp_pbem.table.tokens import (
    AND,
    BLOCK_END,
    BLOCKS,
    ELSE,
    HEADER_KEYS,
    IN,
    STANDING,
    UNTIL,
    Lexicon,
    Token,
    header_key,
)
from witp_pbem.table.tuples import NamedTuple

CONDITIONS = frozenset(BLOCKS) - {STANDING}
MOST_PARTICLES = 6  # words looked at behind a verb
MOST_IN_HEAD = 40  # words of a line that begins with "in" looked at for its colon
_BLOCK_WORDS = frozenset({*BLOCKS, BLOCK_END})


class _Opener(NamedTuple):
    """A word that may open a block.

    Attributes:
        place: the index of its token.
        must: it opens one for certain.
    """

    place: int
    must: bool


def without_end(tokens: list[Token], lexicon: Lexicon) -> frozenset[int]:
    """The indexes of the words that open no block, but belong to the order before them, or to one order behind them. A
    condition that begins a line opens a block, and so does one with a colon or with an order behind it on its line; of
    the others so many as there are ends for."""
    openers: list[_Opener] = []
    ends = 0
    for opener in _openers_and_ends(tokens, lexicon):
        if opener:
            openers.append(opener)
        else:
            ends += 1
    free = [opener.place for opener in openers if not opener.must]
    return frozenset(free[max(0, ends - (len(openers) - len(free))):])


def _openers_and_ends(tokens: list[Token], lexicon: Lexicon) -> Iterator[_Opener | None]:
    """What may open a block, and None for what closes one, in their order."""
    index, behind_order, is_open = 0, False, 0
    while index < len(tokens):
        token = tokens[index]
        if header_key(tokens, index):
            index, behind_order = index + 2, False
        elif token.value in BLOCKS or opens_place(tokens, index):
            end = head_end(tokens, index + 1, lexicon)
            is_condition = behind_order and _is_behind_its_order(tokens, index, end)
            is_single = token.value == IN and end + 1 < len(tokens) and not tokens[end + 1].first_on_line
            must = not (is_condition or is_single)
            yield _Opener(index, must)
            is_open += must
            behind_order, index = is_condition, end + (end < len(tokens) and tokens[end].value == ":")
        elif token.value == BLOCK_END:
            is_open, behind_order, index = max(0, is_open - 1), False, index + 1
            yield None
        else:
            end = statement_end(tokens, index + 1, lexicon)
            is_phase = (end == index + 1 < len(tokens) and tokens[end].value == BLOCK_END and not is_open
                        and not tokens[end].first_on_line and BLOCK_END in lexicon.phases)
            behind_order, index = tokens[end - 1].value != ELSE, end + is_phase


def _is_behind_its_order(tokens: list[Token], index: int, end: int) -> bool:
    """Whether a condition stands behind an order and ends with its line, up to another one or to an `end`."""
    token = tokens[index]
    is_last = (end == len(tokens) or tokens[end].first_on_line or tokens[end].value in (*CONDITIONS, BLOCK_END))
    return (token.value in CONDITIONS and not token.first_on_line and is_last and end > index + 1
            and tokens[end - 1].value != ELSE)


def statement_end(tokens: list[Token], index: int, lexicon: Lexicon) -> int:
    """The index of the first token that no longer belongs to the statement."""
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "word" and (token.value in lexicon.keywords or token.value in _BLOCK_WORDS
                                     or opens_place(tokens, index)):
            break
        if token.value in HEADER_KEYS and header_key(tokens, index):
            break
        if token.first_on_line and misspelt(token, lexicon):
            break
        index += 1
    return index


def head_end(tokens: list[Token], index: int, lexicon: Lexicon) -> int:
    """The index of the first token behind the head of a block: a colon, or its first order."""
    end = statement_end(tokens, index, lexicon)
    while end < len(tokens) and tokens[end].value in lexicon.keywords and _is_verb(tokens, end, index, lexicon):
        end = statement_end(tokens, end + 1, lexicon)
    return next((place for place in range(index, end) if tokens[place].value == ":"), end)


def opens_place(tokens: Sequence[Token], index: int) -> bool:
    """Whether a line begins with "in" and ends with a colon, or has one before its orders: "in battle at HI:"."""
    if tokens[index].value != IN or not tokens[index].first_on_line:
        return False
    line = tokens[index].span.line
    return any(token.value == ":" for token in itertools.takewhile(lambda token: token.span.line == line,
                                                                   tokens[index + 1:index + MOST_IN_HEAD]))


def _is_verb(tokens: list[Token], place: int, start: int, lexicon: Lexicon) -> bool:
    """Whether a keyword is the verb of a condition that begins at `start`: behind a subject ("if the Red side attacks
    Reef") or, as in Japanese, at its end, where another one may follow."""
    def has_meaning(token: Token) -> bool:
        return token.text not in lexicon.particles and token.text not in lexicon.postpositions

    before = next((token.value for token in reversed(tokens[start:place]) if has_meaning(token)), "")
    behind = next((token.value for token in tokens[place + 1:place + MOST_PARTICLES]
                   if token.value != "," and has_meaning(token)), "")
    return before in lexicon.subjects or behind in (":", UNTIL, AND)


def misspelt(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word that begins a line was most likely meant to be a keyword."""
    if token.kind != "word" or lexicon.known(token.value) or not token.value.isalpha():
        return False
    return _is_like_a_keyword(token.value, lexicon)


@lru_cache(maxsize=1000)  # a word is asked for from where each order and each block before it begins
def _is_like_a_keyword(word: str, lexicon: Lexicon) -> bool:
    return bool(alike(word, sorted(lexicon.keywords), cutoff=0.75))
