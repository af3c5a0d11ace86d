"""Names of places, units and cards in orders: of any form, of one word or of several, in any language.

A name is compared by its words: case, blanks, line breaks and comments between them have no meaning, nor has a blank
where the script changes ("第 14 軍"). Of several names that begin at one place of a text the longest is meant. What
is no name may be the beginning of names, word by word ("Guadal", "P. Moresby").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Literal

from witp_pbem.table.tuples import NamedTuple

Kind = Literal["place", "unit", "card"]
KINDS: tuple[Kind, ...] = ("place", "unit", "card")

_CJK = "\u3005\u3040-\u30ff\u3400-\u9fff"
LETTER = "0-9A-Za-z\u00c0-\u024f_"
JOINTS = "'’./\\-"  # within a word
MEANINGLESS = frozenset({".", ";"})
QUOTED, WORD = r"\"[^\"]*\"", rf"[{LETTER}]+(?:[{JOINTS}][{LETTER}]+)*"
TOKEN = re.compile(rf"(?P<space>\s+)|(?P<comment>#[^\n]*)|(?P<quoted>{QUOTED})|(?P<cjk>[{_CJK}]+)|(?P<word>{WORD})"
                   "|(?P<mark>.)", re.DOTALL)
_GAP = re.compile(r"(?:[\s.;]|#[^\n]*(?=\n|\Z))+")  # between two words
_FORMED = re.compile(f"([{LETTER}]+)([{JOINTS}][{LETTER}]+)?([{JOINTS}][{LETTER}]+)?")  # what may have a form
MOST_JOINTS = 3  # within an id of a place on a way
SHORTEST, SHORTEST_JAPANESE = 3, 2  # letters of a word that may be the beginning of a name
LITTLE_WORDS = frozenset({"the"})  # before a name, never the beginning of one
_GOES_ON = re.compile(f"[/\\-][{LETTER}]")  # of a way
_MEETS_NO_LETTER = re.compile(f"(?<![{LETTER}]) | (?![{LETTER}])")
# Full-width forms become ASCII one for one, so that columns keep their meaning.
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ", 0x3001: ",", 0x3002: ".", 0xA0: " ", 0x2013: "-", 0x2011: "-", 0x2212: "-"} | dict.fromkeys(
        (0x201C, 0x201D, *range(0x3008, 0x3010)), '"')  # “” 〈〉《》「」『』


def half_width(text: str) -> str:
    """A text with full-width forms as ASCII, of the same length."""
    return text.translate(_HALF_WIDTH)


def is_japanese(text: str) -> bool:
    """Whether a text begins with a Japanese letter."""
    match = TOKEN.match(text)
    return match is not None and match.lastgroup == "cjk"


def run_together(words: str) -> str:
    """Words with blanks only where they would run together without."""
    return _MEETS_NO_LETTER.sub("", words)


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """A name as names are compared: its words in small letters, with one blank between two that would run together."""
    return _small(run_together(" ".join(_pieces(name))))


def _small(piece: str) -> str:
    """A word or mark in small letters, with one kind of apostrophe."""
    return piece.casefold().replace("’", "'")


@lru_cache(maxsize=4096)
def _pieces(name: str) -> tuple[str, ...]:
    """The words and marks of a name."""
    return tuple(match.group() for match in TOKEN.finditer(half_width(name))
                 if match.lastgroup not in ("space", "comment") and match.group() not in MEANINGLESS)


def _no_form(word: str) -> str:
    return ""


@dataclass(frozen=True, eq=False)
class Names:
    """The names of one kind of thing in one game; make it with `names`.

    Attributes:
        ids: what a name, by its `key`, can mean.
        labels: a name, by its `key`, as the game writes it.
        form: the id that one word has the form of, "" for none. A number that has the form of an id is no count.
        own: an id -> the names of the thing, in all languages. aliases: an id -> what else it is called.
    """

    ids: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, str]
    form: Callable[[str], str] = _no_form
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def meanings(self, name: str, text: str) -> tuple[str, ...]:
        """The ids that a text can mean, which may be a name, by its `key`, or have the form of an id."""
        named, formed = self.ids.get(name, ()), self.form(text)
        return (formed, *named) if formed and formed not in named else named

    def begun(self, names: Iterable[str]) -> tuple[str, ...]:
        """The ids that some names, by their `key`, can mean of which a text is the beginning: those of the things' own
        names or, if there are none, of aliases."""
        known = [name for name in names if name in self.ids]
        own = [name for name in known if name in self._own_keys]
        return tuple(dict.fromkeys(identity for name in own or known for identity in self.ids[name]))

    @cached_property
    def _own_keys(self) -> frozenset[str]:
        return frozenset(key(label) for labels in self.own.values() for label in labels)

    @property
    def called(self) -> Iterator[str]:
        """Every name that is not only an id, as the game writes it."""
        return (label for labels in (*self.own.values(), *self.aliases.values()) for label in labels if label)


def names(labels: Mapping[str, Iterable[str]], form: Callable[[str], str] = _no_form,
          aliases: Mapping[str, Iterable[str]] = MappingProxyType({})) -> Names:
    """The names of some things.

    Args:
        labels: id -> the names of the thing, in all languages; its id is one of them without being said.
        form: see `Names`.
        aliases: id -> what else the thing is called; what is a name of something already is an alias of nothing.
    """
    ids: dict[str, tuple[str, ...]] = {}
    written: dict[str, str] = {}
    own = {identity: tuple(filter(None, called)) for identity, called in labels.items()}
    for identity, called in own.items():
        for label in (identity, *called):
            _enter(label, identity, ids, written)
    taken = frozenset(ids)
    further = {identity: tuple(dict.fromkeys(label for label in called if key(label) and key(label) not in taken))
               for identity, called in aliases.items() if identity in own}
    for identity, called in further.items():
        for label in called:
            _enter(label, identity, ids, written)
    return Names(ids, written, form, own, further)


def _enter(label: str, identity: str, ids: dict[str, tuple[str, ...]], written: dict[str, str]) -> None:
    """Takes a name of a thing among the names."""
    name = key(label)
    if name and identity not in ids.get(name, ()):
        ids[name] = (*ids.get(name, ()), identity)
    if name and len(_pieces(label)) >= len(_pieces(written.get(name, ""))):
        written[name] = label


NO_NAMES = names({})


class NameAt(NamedTuple):
    """A name in a text: the index behind it, and its `key`."""

    end: int
    name: str


class _Node:
    """What is reached behind some words of names.

    Attributes:
        name: the name that ends here, "" for none.
        words: what follows, by the next word or mark in small letters.
        runs: what follows, by the first sign of the next stretch of Japanese.
    """

    def __init__(self) -> None:
        self.name = ""
        self.words: dict[str, _Node] = {}
        self.runs: dict[str, dict[str, _Node]] = {}

    def child(self, piece: str) -> _Node:
        """What is reached by one more word."""
        if not is_japanese(piece):
            return self.words.setdefault(_small(piece), _Node())
        beginning = self.runs.setdefault(piece[0], {})
        return beginning.setdefault(piece, _Node())


class Index:
    """All names of a game, to be looked for in texts."""

    def __init__(self, kinds: Sequence[Names]) -> None:
        self.labels = {name: label for names in kinds for name, label in names.labels.items()}
        self._by_letter: dict[str, dict[tuple[str, ...], str]] = {}
        for label in dict.fromkeys(label for names in kinds for label in names.called):
            words = tuple(map(_small, _pieces(label)))
            if words:
                self._by_letter.setdefault(words[0][0], {})[words] = key(label)
        self._root = _Node()
        for name, label in self.labels.items():
            node = self._root
            for piece in _pieces(label):
                node = node.child(piece)
            node.name = name

    def alone(self, word: str) -> str | None:
        """The name a word is whatever stands behind it, "" for none; None where names of several words begin with
        it."""
        node = self._root.words.get(_small(word))
        return "" if node is None else None if node.words or node.runs else node.name

    def may_begin(self, word: str) -> bool:
        """Whether names begin with a word, or with one of which it is the beginning."""
        small = _small(word)
        return any(pieces[0].startswith(small) for pieces in self._by_letter.get(small[0], ()))

    def begun(self, words: Sequence[str]) -> tuple[str, ...]:
        """The names, by their `key`, that begin with some words, each of which may itself be only the beginning of a
        word; none where all of them are too short to tell."""
        small = [_small(word) for word in words]
        if not small or small[0] in LITTLE_WORDS or all(
                len(word) < (SHORTEST_JAPANESE if is_japanese(word) else SHORTEST) for word in small):
            return ()
        return tuple(name for pieces, name in self._by_letter.get(small[0][0], {}).items()
                     if len(pieces) >= len(small) and all(map(str.startswith, pieces, small)))

    def at(self, text: str, position: int, *, in_way: bool = False) -> NameAt | None:
        """The longest name that begins at an index of a text in half-width letters.

        Args:
            in_way: "-" or "/" and another name may follow at once.
        """
        longest: NameAt | None = None
        reached = [(self._root, position)]
        while reached:
            node, begin = reached.pop()
            for follower, end in _following(node, text, begin, in_way):
                if follower.name and (longest is None or end > longest.end):
                    longest = NameAt(end, follower.name)
                if follower.words or follower.runs:
                    gap = _GAP.match(text, end)
                    reached.append((follower, gap.end() if gap else end))
        return longest


def _following(node: _Node, text: str, position: int, in_way: bool) -> Iterator[tuple[_Node, int]]:
    """What is reached by the word at an index of a text, each with the index behind that word."""
    match = TOKEN.match(text, position)
    if match is None:
        return
    if match.lastgroup == "cjk":
        for run, follower in node.runs.get(text[position], {}).items():
            if text.startswith(run, position):
                yield follower, position + len(run)
        return
    ends = [joint.start() for joint in _GOES_ON.finditer(text, position, match.end())] if in_way else []
    for end in (*ends[:MOST_JOINTS], match.end()):
        known = node.words.get(_small(text[position:end]))
        if known:
            yield known, end


@lru_cache(maxsize=8)
def index(places: Names, units: Names, cards: Names) -> Index:
    """The index of all names of a game."""
    return Index((places, units, cards))


def way(text: str, position: int, places: Names, every: Index) -> list[NameAt]:
    """The places of a way written in one, without blanks ("HI-CB", "HI/CB"); none unless each part of it is
    the id of a place."""
    parts: list[NameAt] = []
    while True:
        part = _id_at(text, position, places, every)
        if part is None:
            return []
        parts.append(part)
        position = part.end
        if not _GOES_ON.match(text, position):
            return parts if len(parts) > 1 else []
        position += 1


def _id_at(text: str, position: int, places: Names, every: Index) -> NameAt | None:
    """The id of a place that begins at an index of a text."""
    named = every.at(text, position, in_way=True)
    if named and any(named.name == key(meant) for meant in places.ids.get(named.name, ())):
        return named
    parts = _FORMED.match(text, position)
    ends = [parts.end(number) for number in range(len(parts.groups()), 0, -1) if parts[number]] if parts else []
    return next((NameAt(end, "") for end in ends if places.form(text[position:end])), None)
