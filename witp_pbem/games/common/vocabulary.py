"""The words of written orders: those that are read, and those that are written in the language spoken."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from witp_pbem.table.language import JAPANESE, language, listing
from witp_pbem.table.names import is_japanese


class Vocabulary:
    """Words with all other words for the same.

    Attributes:
        synonyms: any other word -> the English word it stands for.
        written: an English word -> the word written for it in Japanese.
        postpositions: words that follow a name -> the English word that stands before it.
        spelt: words that are written another way than in small letters ("sbd" -> "SBD").
    """

    def __init__(self, table: str, postpositions: Mapping[str, str],
                 spelt: Mapping[str, str] = MappingProxyType({})) -> None:
        """Takes a table of lines: an English word, then the others; the first Japanese one is the one written."""
        lines = [line.split() for line in table.splitlines() if line.strip() and not line.startswith("#")]
        self.synonyms = {other: word for word, *others in lines for other in others}
        self.written = {word: next(filter(is_japanese, others), word) for word, *others in lines}
        self.postpositions, self.spelt = postpositions, spelt

    def spoken(self, word: str) -> str:
        """A word in the language spoken."""
        spoken = self.written.get(word, word) if language() == JAPANESE else word
        return self.spelt.get(spoken, spoken)

    def behind(self, word: str, text: str) -> str:
        """A text with a word before it, or behind it where that word follows a name."""
        spoken = self.spoken(word)
        return f"{text}{spoken}" if spoken in self.postpositions else f"{spoken} {text}"

    def counted(self, number: int, words: str) -> str:
        """A number of things; in Japanese it stands behind them, apart from Latin letters alone ("SBD 2")."""
        if language() == JAPANESE:
            return f"{words} {number}" if words[-1:].isascii() and words[-1:].isalpha() else f"{words}{number}"
        return " ".join(filter(None, (str(number), words)))

    def phrase(self, words: str) -> str:
        """Several words, those with "and" between them as a list."""
        return listing(map(self.spoken, words.split(" and "))) if language() == JAPANESE else words
