"""Rules found by words they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from witp_pbem.table.game import Game
from witp_pbem.table.language import LANGUAGES, language, speaking
from witp_pbem.table.names import half_width
from witp_pbem.table.spelling import likely
from witp_pbem.table.tuples import NamedTuple

LONG = 4  # letters of a word that stands for all words with its stem
WITHOUT_MEANING = frozenset((
    "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i", "if", "in", "is", "it",
    "may", "my", "of", "on", "or", "the", "to", "what", "when", "where", "which", "who", "why", "with"))
_ENDING = re.compile("(ies|es|s|y|ied|ed|ing|e)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=。)|\n\s*\n")
_WORD = re.compile("[a-z]{3,}")
_WORDS = re.compile(r"\w+(?:['-]\w+)*")


class FoundRule(NamedTuple):
    """A rule that speaks of what was looked for.

    Attributes:
        heading: its id and title.
        sentence: the one that speaks of it most.
    """

    heading: str
    sentence: str


class RuleSearch(NamedTuple):
    """What was found.

    Attributes:
        rules: those that speak of the most words, the best first.
        pattern: matches the words where they occur.
        meant: words rules speak of that were most likely meant, where nothing was found; "" for none.
    """

    rules: Sequence[FoundRule]
    pattern: re.Pattern[str]
    meant: str


def search(game: Game, words: str) -> RuleSearch:
    """Rules that speak of some words, in the language spoken or else in another."""
    wanted = _WORDS.findall(half_width(words).casefold())
    patterns = [_pattern(word) for word in wanted if word not in WITHOUT_MEANING] or [*map(_pattern, wanted or [words])]
    either = re.compile("|".join(pattern.pattern for pattern in patterns), re.IGNORECASE)
    for spoken in dict.fromkeys((language(), *LANGUAGES)):
        with speaking(spoken):
            if rules := _speaking_of(_texts(game), patterns):
                return RuleSearch(rules, either, "")
    return RuleSearch((), either, _meant(game, wanted))


def _pattern(word: str) -> re.Pattern[str]:
    """What matches a word in the forms it takes in a text."""
    if not word.isascii():
        return re.compile(re.escape(word))
    if len(word) <= LONG:
        return re.compile(rf"\b{re.escape(word)}s?\b", re.IGNORECASE)
    return re.compile(rf"\b{re.escape(_ENDING.sub('', word))}\w*", re.IGNORECASE)


def _texts(game: Game) -> dict[str, str]:
    """The rules in the language spoken: heading -> text, in the order of the rulebook."""
    return {heading: text for rule in game.rules() for heading, text in game.reference(rule.id)}


def _speaking_of(texts: dict[str, str], patterns: Sequence[re.Pattern[str]]) -> list[FoundRule]:
    ranked = []
    for heading, text in texts.items():
        spoken_of = _count(patterns, f"{heading}\n{text}")
        sentence = max(_sentences(text), key=lambda sentence: _count(patterns, sentence), default="")
        hits = sum(len(pattern.findall(text)) for pattern in patterns)
        titled = _count(patterns, heading)
        ranked.append(((spoken_of, titled, -len(heading.split()) if titled else 0, _count(patterns, sentence), hits),
                       FoundRule(heading, sentence)))
    most = max((rank[0] for rank, _ in ranked), default=0)
    ranked.sort(key=lambda rank_and_rule: rank_and_rule[0], reverse=True)
    return [rule for rank, rule in ranked if most and rank[0] == most]


def _count(patterns: Iterable[re.Pattern[str]], text: str) -> int:
    return sum(pattern.search(text) is not None for pattern in patterns)


def _sentences(text: str) -> Iterator[str]:
    return (sentence.strip() for sentence in _SENTENCE.split(text) if sentence.strip())


def _meant(game: Game, wanted: Sequence[str]) -> str:
    """The words with each that no rule has replaced by the one most like it; "" where one is like none."""
    known = sorted({word for heading, text in _texts(game).items()
                    for word in _WORD.findall(f"{heading} {text}".casefold())})
    near = [word if word in known else likely(word, known) for word in wanted]
    return " ".join(near) if all(near) else ""
