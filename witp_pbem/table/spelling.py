"""Which known words a misspelt one may be: those that differ from it by one slip, long words by two.

A slip is a letter that is missing, wrong or too many, or two that have changed places.
"""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST, LONG = 2, 7  # letters of words that are looked for at all, and of those in which two slips may be
REMEMBERED = 1000  # answers: the reader of an order asks for the same words several times


class Spelling:
    """Words to be found again though they are misspelt."""

    def __init__(self, words: Iterable[str]) -> None:
        self._looked_up: dict[str, tuple[str, ...]] = {}
        self._by_length: dict[int, list[tuple[str, int]]] = {}
        for word in words:
            if len(word) >= SHORTEST:
                self._by_length.setdefault(len(word), []).append((word, _letters(word)))

    def nearest(self, word: str) -> tuple[str, ...]:
        """The words with the fewest slips between them and one that is none of them, in the order of the alphabet."""
        if word not in self._looked_up:
            if len(self._looked_up) >= REMEMBERED:
                self._looked_up.clear()
            self._looked_up[word] = self._nearest(word)
        return self._looked_up[word]

    def _nearest(self, word: str) -> tuple[str, ...]:
        most, letters = _most(word), _letters(word)
        slips: dict[str, int] = {}
        for length in range(len(word) - most, len(word) + most + 1):
            # A wrong letter sets two letters apart, a missing one or one too many sets one apart: words with more
            # apart than that need no comparison.
            apart = 2 * most - abs(length - len(word))
            for known, others in self._by_length.get(length, ()):
                if (letters ^ others).bit_count() <= apart and known != word:
                    slips[known] = slips_between(known, word)
        fewest = min(slips.values(), default=most + 1)
        return tuple(sorted(known for known, count in slips.items() if count == fewest <= most))


def likely(word: str, names: Iterable[str]) -> str:
    """The name that a word was most likely meant for, "" for none: the only one it begins, or else the one most
    like it, small letters or not. Of names that differ in nothing else the first is given."""
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(name.casefold(), name)
    typed = word.casefold()
    begun = [small for small in known if len(typed) >= SHORTEST and small.startswith(typed)]
    nearest = begun if len(begun) == 1 else alike(typed, known)
    return known[nearest[0]] if nearest else ""


def alike(word: str, words: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The words most like one, as `difflib` finds them, which is only loaded where something is misspelt."""
    from difflib import get_close_matches

    return get_close_matches(word, list(words), most, cutoff)


def _most(word: str) -> int:
    """How many slips a word may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < LONG else 2


def _letters(word: str) -> int:
    """The letters of a word, as a set of 64 bits that several letters may share."""
    letters = 0
    for letter in word:
        letters |= 1 << (ord(letter) & 63)
    return letters


def slips_between(first: str, second: str) -> int:
    """The number of slips that make one word of another."""
    before: list[int] = []
    row = list(range(len(second) + 1))
    for place, letter in enumerate(first, 1):
        before, above, row = row, before, [place]
        for other, wanted in enumerate(second, 1):
            least = min(before[other] + 1, row[-1] + 1, before[other - 1] + (letter != wanted))
            if place > 1 and other > 1 and (letter, wanted) == (second[other - 2], first[place - 2]):
                least = min(least, above[other - 2] + 1)
            row.append(least)
    return row[-1]
