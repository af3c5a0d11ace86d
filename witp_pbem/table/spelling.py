"""Which known words a misspelt one may be: those that differ from it by one slip, long words by two.

A slip is a letter that is missing, wrong or too many, or two that have changed places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

SHORTEST, LONG = 2, 7  # letters of words that are looked for at all, and of those in which two slips may be


class Spelling:
    """Words to be found again though they are misspelt.

    Two words are alike if the same is left of both after a letter for each slip was taken out; so a look costs the same
    however many words are known.
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest: dict[str, list[str]] = {}
        self.longest = 0
        for word in words:
            if len(word) < SHORTEST:
                continue
            self.longest = max(self.longest, len(word))
            for rest in _rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def nearest(self, word: str) -> tuple[str, ...]:
        """The words with the fewest slips between them and one that is none of them, in the order of the alphabet."""
        if len(word) > self.longest + 2:
            return ()
        alike = {known for rest in _rests(word) for known in self._by_rest.get(rest, ())} - {word}
        slips = {known: slips_between(known, word) for known in alike}
        fewest = min(slips.values(), default=0)
        if not slips or fewest > _most(word):
            return ()
        return tuple(sorted(known for known, count in slips.items() if count == fewest))


def _most(word: str) -> int:
    """How many slips a word may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < LONG else 2


def _rests(word: str) -> Iterator[str]:
    """What is left of a word when a letter for each slip it may have, or fewer, is taken out."""
    yield word
    if _most(word) >= 1:
        yield from (word[:out] + word[out + 1:] for out in range(len(word)))
    if _most(word) >= 2:
        yield from (word[:first] + word[first + 1:second] + word[second + 1:]
                    for first, second in combinations(range(len(word)), 2))


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
