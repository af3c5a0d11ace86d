"""Words of an order that are not understood, each with the words and names it may have been meant for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from witp_pbem.table import names
from witp_pbem.table.problem import Span
from witp_pbem.table.tokens import MOST_WORDS, Lexicon, Token, arranged


@lru_cache(maxsize=32)  # each order of a block asks for the words of its condition
def mended(written: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """The tokens of an order, each word that is not understood with what it may have been meant for (`Token.near`);
    one name of several words is one of them. Postpositions stand before names that are misspelt, too."""
    waiting = [_as_written(token, lexicon) for token in sorted(written, key=lambda token: token.span)]
    result: list[Token] = []
    index = 0
    while index < len(waiting):
        token = waiting[index]
        if token.kind != "word" or lexicon.known(token.value) or token.value in lexicon.postpositions:
            result.append(token)
            index += 1
            continue
        before, length, near = _guessed(waiting, index, lexicon)
        words = waiting[index - before:index + length]
        del result[len(result) - before:]
        if before + length == 1:
            result.append(token._replace(near=tuple(_meant(name, token.span, lexicon) for name in near)))
            index += 1
            continue
        text = " ".join(word.text for word in words)
        result.append(Token("word", text.casefold(), text, words[0].span.to(words[-1].span), words[0].first_on_line,
                            near=tuple(_meant(name, words[0].span, lexicon) for name in near)))
        index += length
    return tuple(arranged(result, lexicon))


def _as_written(token: Token, lexicon: Lexicon) -> Token:
    """A token as before it was put into the English order of words."""
    text = names.half_width(token.text).casefold()
    return token._replace(value=text) if token.kind == "word" and text in lexicon.postpositions else token


def _guessed(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> tuple[int, int, tuple[str, ...]]:
    """What a word that is not understood may have been meant for: the number of words before it that belong to it, the
    number from it on, and the words or names most like all of them. Names of several words go first."""
    for before in range(min(index, MOST_WORDS - 2), -1, -1):
        for length in range(MOST_WORDS - 1 - before, 0, -1):
            words = tokens[index - before:index + length]
            if len(words) != before + length or any(word.kind not in ("word", "name") for word in words):
                continue
            near = lexicon.alike([word.text for word in words])
            if near or before + length == 1:
                return before, length, near
    return 0, 1, ()


def _meant(word: str, span: Span, lexicon: Lexicon) -> Token:
    """The token for a word or name that another may have been meant for."""
    label = lexicon.index.labels.get(word, word)
    value = lexicon.postpositions.get(word, lexicon.synonyms.get(word, word))
    return Token("word", value, label, span, False, *lexicon.meanings(word, label))
