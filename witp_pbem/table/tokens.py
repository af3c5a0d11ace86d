"""The words of orders: from a text to tokens, in two languages, with the names of a game.

Which words are keywords, names and synonyms is the game's affair; it hands in a `Lexicon`.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from witp_pbem.table import names
from witp_pbem.table.names import KINDS, MEANINGLESS, NO_NAMES, QUOTED, TOKEN, WORD, Index, Kind, Names
from witp_pbem.table.problem import Span
from witp_pbem.table.spelling import Spelling, alike
from witp_pbem.table.tuples import NamedTuple

HEADER_KEYS: Mapping[str, str] = {
    "campaign": "campaign", "turn": "turn", "phase": "phase", "side": "side", "player": "side", "luck": "luck",
    "after": "after", "add": "add", "say": "say",
    "キャンペーン": "campaign", "ターン": "turn", "フェイズ": "phase", "フェーズ": "phase", "陣営": "side",
    "プレイヤー": "side", "運": "luck", "直前": "after", "追加": "add",
    "発言": "say",
}
YES, NO = "yes", "no"
YES_OR_NO: Mapping[str, str] = {"yes": YES, "no": NO, "はい": YES, "いいえ": NO}  # what `Add:` can say
WHEN, IF, IN = "when", "if", "in"  # a line "in battle at HI:" opens a block as `when` does
BLOCKS, BLOCK_END = (WHEN, IF, "unless", "standing"), "end"
ANY = "any"  # in the place of a name
ORDERS = ("order", "orders")  # behind "standing", without meaning
STANDING, UNTIL, AND = "standing", "until", "and"
ELSE = "else"  # before a keyword: the order that follows stands in for the one before, should that be illegal
ANYWAY, ANYWAY_IN_JAPANESE = "anyway", "承知の上"  # at the end of an order: whatever it costs
NUMBERS = {word: str(number) for number, word in enumerate(
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1)}
MOST_WORDS = 5  # of a name that is looked for among all
_ON_ITS_LINE = re.compile(r"[^\S\n]*\.?[^\S\n]*")  # between two words of a beginning ("P. Moresby")
# What stands behind blanks and comments, of Japanese its first sign: a large set of signs is slow to compile.
_NEXT = re.compile(rf"(?>(?:\s+|#[^\n]*)*)({QUOTED}|{WORD}|.)", re.DOTALL)
REMEMBERED = 8192  # words and names as they are read: orders have few of them, over and over
LIKE_A_KEYWORD = 0.8  # how like a keyword a word has to be that is taken for one, from 0 to 1
LONG_NAME = 7  # letters of a name of several words that is known again though it is misspelt

TokenKind = Literal["word", "number", "name", "mark", "quoted"]


class Token(NamedTuple):
    """One word, number, name or mark of the text.

    A word or a number may be a name, too ("From" of a ship, "2" of a place), and so may a text in quotation marks,
    which is never a word. What is meant is decided by the order it stands in.

    Attributes:
        kind: a `name` is a name and nothing else.
        value: the canonical form: a keyword or word in small letters, digits, a mark, the `key` of a name, or a quoted
            text without its quotation marks.
        text: as written, on one line. span: where. first_on_line: nothing stands before it on its line.
        places, units, cards: the ids it can mean, by its name or as the beginning of names.
        near: of a word that is not understood in an order that is looked through for its faults (`misspelt`): what it
            may have been meant for, the text of each as it is written. None of any other.
    """

    kind: TokenKind
    value: str
    text: str
    span: Span
    first_on_line: bool = False
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    near: tuple[Token, ...] | None = None

    def ids(self, kind: Kind) -> tuple[str, ...]:
        """The things of a kind it can mean."""
        own = self.own_ids(kind)
        if own or not self.near:
            return own
        return next((ids for meant in self.near if (ids := meant.ids(kind))), ())

    def own_ids(self, kind: Kind) -> tuple[str, ...]:
        """The things of a kind it can mean as it is written."""
        return self.places if kind == "place" else self.units if kind == "unit" else self.cards

    def fits(self, words: Collection[str]) -> Token | None:
        """What it can be of some words and marks: itself, or what it may have been meant for."""
        if self.value in words and self.kind in ("word", "mark", "name"):
            return self
        return next((meant for meant in self.near if meant.value in words), None) if self.near else None


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one game.

    Attributes:
        keywords: words that begin an order.
        synonyms: other words for canonical ones, in small letters ("目標" -> "target").
        postpositions: words that follow a name and mean the word before it in English order ("から" -> "from").
        sides: words for the sides, the referee among them.
        phases: words for the phases orders can be headed with.
        words: other words with a meaning inside an order ("else"); none of them is a misspelt keyword.
        listing: what postpositions mean for a whole list of places ("via").
        subjects: words that do something in a condition ("blue").
        particles: words of a condition without meaning of their own ("が").
        places, units, cards: their names.
    """

    keywords: frozenset[str] = frozenset()
    synonyms: Mapping[str, str] = field(default_factory=dict)
    postpositions: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    phases: Mapping[str, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    listing: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    places: Names = NO_NAMES
    units: Names = NO_NAMES
    cards: Names = NO_NAMES
    index: Index = field(init=False)
    names: tuple[Names, ...] = field(init=False)
    split: frozenset[str] = field(init=False)
    longest: int = field(init=False)

    def __post_init__(self) -> None:
        parts = {*self.synonyms, *self.postpositions, *self.sides, *self.phases, *self.particles, *HEADER_KEYS}
        split = frozenset(part for part in parts if names.is_japanese(part))
        object.__setattr__(self, "names", (self.places, self.units, self.cards))
        object.__setattr__(self, "index", names.index(*self.names))
        object.__setattr__(self, "split", split)  # the words that Japanese is cut into
        object.__setattr__(self, "longest", max(map(len, split)))

    def side(self, word: str) -> str:
        """The side a word stands for, in the game's own name; the word in small letters where it stands for none."""
        word = word.strip().casefold()
        return self.sides.get(word, word)

    @cached_property
    def spelling(self) -> Spelling:
        """Every word and name, to be found though it is misspelt."""
        return Spelling({*self.index.labels, *self._meaningful})

    @cached_property
    def _meaningful(self) -> frozenset[str]:
        """Every word that means something in an order without being a name."""
        return frozenset({*self.keywords, *self.words, *self.synonyms, *self.postpositions, *self.subjects,
                          *self.particles, *BLOCKS, BLOCK_END, ELSE, UNTIL, AND, ANYWAY})

    @cached_property
    def _long_names(self) -> Mapping[int, Spelling]:
        """Names of several words that are known again though they are misspelt, by the number of their words."""
        by_count: dict[int, list[str]] = {}
        for name in {*self.index.labels, *self._meaningful}:
            if len(name) >= LONG_NAME:
                by_count.setdefault(len(name.split()), []).append(name)
        return {count: Spelling(same) for count, same in by_count.items() if count > 1}

    def alike(self, words: Sequence[str]) -> tuple[str, ...]:
        """The words and names most like a word, or those names of as many words that are most like several.

        Several words are like no name of as many nearly always, which a look at these alone shows: only otherwise are
        they compared with everything else, which may be more like them.
        """
        if len(words) == 1:
            return self._own_first(self.spelling.nearest(names.key(words[0])))
        of_as_many = self._long_names.get(len(words))
        text = names.key(" ".join(words)) if of_as_many else ""
        if of_as_many is None or not of_as_many.nearest(text):
            return ()
        return self._own_first(name for name in self.spelling.nearest(text)
                               if len(name) >= LONG_NAME and len(name.split()) == len(words))

    def _own_first(self, alike: Iterable[str]) -> tuple[str, ...]:
        """Words and names, the aliases behind all others."""
        return tuple(sorted(alike, key=lambda name: name in self._aliases))

    @cached_property
    def _aliases(self) -> frozenset[str]:
        return frozenset(names.key(label) for kind_names in self.names for called in kind_names.aliases.values()
                         for label in called)

    def nearest(self, words: str, kind: Kind | None = None, *, may_begin_order: bool = False) -> str:
        """The name most like one that is not understood, or the keyword most like a word, "" if none is.

        Args:
            words: the word that is not understood and what stands behind it: names may have several words.
            kind: what is named; None where it may be anything.
            may_begin_order: a keyword may be meant.
        """
        from difflib import SequenceMatcher

        parts = names.half_width(words).split()[:MOST_WORDS]
        labels = self.names[KINDS.index(kind)].labels if kind else self.index.labels
        best, nearest = 0.0, ""
        for count in range(len(parts), 0, -1):
            meant = names.key(" ".join(parts[:count]))
            cutoff = 0.7 if meant.isascii() else 0.6  # one letter wrong of three in Japanese
            known = [(near, near) for near in alike(meant, self.keywords, cutoff=LIKE_A_KEYWORD)
                     if may_begin_order and count == 1]
            known += [(labels[near], near) for near in alike(meant, labels.keys() - {meant}, cutoff=cutoff)]
            for label, near in known:
                likeness = SequenceMatcher(None, near, meant).ratio()
                if likeness > best:
                    best, nearest = likeness, label
        return nearest

    def meanings(self, name: str, text: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
        """The places, units and cards that a text can mean, which may be a name, by its `key`."""
        return self.places.meanings(name, text), self.units.meanings(name, text), self.cards.meanings(name, text)

    def is_word(self, word: str) -> bool:
        """Whether a word means something in an order without being a name."""
        return word in self._meaningful

    def known(self, word: str) -> bool:
        """Whether a word means anything at all in this game."""
        return self.is_word(word) or word in self.index.labels


def tokens(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a text, words in canonical form."""
    return arranged(list(_tokens(text, lexicon)), lexicon)


def header_key(tokens: list[Token], index: int) -> str:
    """The header key that begins here, or ""."""
    key = HEADER_KEYS.get(tokens[index].value, "")
    return key if key and index + 1 < len(tokens) and tokens[index + 1].value == ":" else ""


def _tokens(text: str, lexicon: Lexicon) -> Iterator[Token]:
    """The tokens of a text as they stand, each longest name one token."""
    text = names.half_width(text)
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text) + 1]
    position, line, last_line = 0, 1, 0
    last_but_one = last = ""  # values of the tokens before
    while match := _NEXT.match(text, position):
        position, alone = match.start(1), _alone(match[1], lexicon)
        for reading, end in (((alone, match.end()),) if alone else _readings(
                text, position, lexicon, may_be_way=last != ":" or last_but_one not in HEADER_KEYS)):
            while starts[line] <= position:
                line += 1
            end_line = line if end <= starts[line] else bisect(starts, end - 1)
            span = Span(line, position - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)
            position, is_first, last_line = end, line != last_line, end_line
            kind, value, written, places, units, cards = reading
            if value not in MEANINGLESS:
                last_but_one, last = last, value
                yield Token(kind, value, written, span, is_first, places, units, cards)


class _Reading(NamedTuple):
    """What a stretch of a text is read as, wherever it stands: see `Token`."""

    kind: TokenKind
    value: str
    text: str
    places: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def _readings(text: str, position: int, lexicon: Lexicon, *, may_be_way: bool) -> list[tuple[_Reading, int]]:
    """What begins at an index of a text; each with the index behind it."""
    match = TOKEN.match(text, position)
    assert match is not None
    readings = []
    for part in _parts(text, match, lexicon, may_be_way=may_be_way):
        readings.append((_reading(part.kind, part.name, part.begun, text[position:part.end], lexicon), part.end))
        position = part.end
    return readings


@lru_cache(maxsize=REMEMBERED)
def _alone(piece: str, lexicon: Lexicon) -> _Reading | None:
    """What a word, number or mark is read as whatever stands behind it; None where that matters: names of several words
    begin with it, or it may be the beginning of names, or a way; and of Japanese, which has no blanks."""
    match = TOKEN.match(piece)
    kind = (match and match.lastgroup) or ""
    if kind == "quoted":
        return _reading(kind, "", (), piece, lexicon)
    name = None if kind == "cjk" else lexicon.index.alone(piece)
    if name is None or (kind == "word" and not name and _may_go_on(piece, lexicon)):
        return None
    return _reading(kind, name, (), piece, lexicon)


def _may_go_on(word: str, lexicon: Lexicon) -> bool:
    """Whether a word that is no name may be a way, or the beginning of names."""
    if "-" in word or "/" in word:
        return True
    return not lexicon.is_word(word.casefold()) and not any(map(str.isdigit, word)) and lexicon.index.may_begin(word)


class _Part(NamedTuple):
    """A stretch of a text that becomes a token: its kind, the index behind it, its `key` if it is a name, and the
    names, by their `key`, that it begins."""

    kind: str
    end: int
    name: str = ""
    begun: tuple[str, ...] = ()


def _parts(text: str, match: re.Match[str], lexicon: Lexicon, *, may_be_way: bool) -> list[_Part]:
    """What begins with a match of `names.TOKEN`: a name, which may go on behind the match, the parts of a way written
    in one, or one word, number or mark."""
    kind, start, end = match.lastgroup or "", match.start(), match.end()
    if kind == "cjk":
        part = _japanese(text, start, end, lexicon)
        if part.name or not may_be_way or lexicon.is_word(text[start:part.end]):
            return [part]
        return [part._replace(begun=lexicon.index.begun([text[start:part.end]]))]
    named = lexicon.index.at(text, start) if kind != "quoted" else None
    if named and named.end >= end:
        return [_Part("name" if named.end > end else kind, named.end, named.name)]
    if kind == "word" and may_be_way and ("-" in match.group() or "/" in match.group()):
        parts: list[_Part] = []
        for place in names.way(text, start, lexicon.places, lexicon.index):
            parts += [_Part("mark", parts[-1].end + 1, "-")] if parts else []
            parts.append(_Part("word", place.end, place.name))
        if parts:
            return parts
    if kind == "word" and may_be_way:
        return [_beginning(text, match, lexicon)]
    return [_Part(kind, end)]


def _beginning(text: str, match: re.Match[str], lexicon: Lexicon) -> _Part:
    """A word, with the words behind it on its line that are the beginning of names together with it."""
    part = _Part("word", match.end())
    words: list[str] = []
    word: re.Match[str] | None = match
    while word and word.lastgroup == "word" and not lexicon.is_word(word.group().casefold()):
        if any(map(str.isdigit, word.group())):
            break
        words.append(word.group())
        begun = lexicon.index.begun(words)
        if not begun and len(words) > 1:
            break
        part = _Part("word", word.end(), begun=begun)
        gap = _ON_ITS_LINE.match(text, word.end())
        word = TOKEN.match(text, gap.end()) if gap else None
    return part


def _japanese(text: str, start: int, end: int, lexicon: Lexicon) -> _Part:
    """What begins in a run of Japanese: the longest name or word known, else what is unknown up to the next one."""
    for position in range(start, end):
        word = next((stop for stop in range(min(end, position + lexicon.longest), position, -1)
                     if text[position:stop] in lexicon.split), 0)
        named = lexicon.index.at(text, position)
        if named or word:
            if position > start:
                return _Part("word", position)
            if named and named.end >= word:
                return _Part("word" if named.end == word else "name", named.end, named.name)
            return _Part("word", word)
    return _Part("word", end)


@lru_cache(maxsize=REMEMBERED)
def _reading(kind_of_part: str, name: str, begun: tuple[str, ...], text: str, lexicon: Lexicon) -> _Reading:
    """What a stretch of a text is read as; see `_Part`."""
    if kind_of_part == "mark":
        return _Reading("mark", name or text, name or text)
    if kind_of_part == "quoted":
        inner = " ".join(text[1:-1].split())
        return _Reading("quoted", inner, f'"{inner}"', *lexicon.meanings(names.key(inner), inner))
    if kind_of_part == "name" or begun:  # nothing else has several words
        text = re.sub(r"\s*#[^\n]*\n\s*|\s+", " ", text)
    value = name or text.casefold()
    places, units, cards = lexicon.meanings(name, text)
    if begun:
        places, units, cards = (kind_names.begun(begun) for kind_names in lexicon.names)
    kind: TokenKind = "word"
    if (places or units or cards) and (kind_of_part == "name" or not (begun or lexicon.is_word(value))):
        kind = "name"
    if text.isdigit() and text.isascii() and not any(kind_names.form(text) for kind_names in lexicon.names):
        kind = "number"
    if value in NUMBERS and kind == "word" and not lexicon.is_word(value):
        kind, value = "number", NUMBERS[value]
    return _Reading(kind, value, text, places, units, cards)


def arranged(source: list[Token], lexicon: Lexicon) -> list[Token]:
    """Tokens with synonyms in their canonical form and postpositions in front."""
    result: list[Token] = []
    for index, token in enumerate(source):
        if token.kind != "word":
            result.append(token)
            continue
        before = _postposition(token, lexicon)
        start = _name_start(result, before in lexicon.listing) if before else len(result)
        if before and start and start == len(result) and result[-1].near is not None:
            start -= 1  # behind a word that is not understood
        if before and start < len(result):
            result.insert(start, token if token.near else token._replace(value=before))
        elif token.near is not None or token.value not in lexicon.synonyms or header_key(source, index):
            result.append(token)
        else:
            result.append(token._replace(value=lexicon.synonyms[token.value]))
    return result


def _postposition(token: Token, lexicon: Lexicon) -> str | None:
    """The word that stands before a name in English order, if a word means it or may have been meant to."""
    own = lexicon.postpositions.get(token.value)
    if own or not token.near:
        return own
    return next((meant.value for meant in token.near if meant.text in lexicon.postpositions), None)


def _name_start(tokens: Sequence[Token], several: bool) -> int:
    """Where the name at the end of some tokens begins, or with `several` the list of names; their number if they end
    in none."""
    end = len(tokens)
    start = _one_name_start(tokens)
    while several and 1 < start < end and tokens[start - 1].value in (",", "-", "and", "or", "else"):
        before = _one_name_start(tokens[:start - 1])
        if before == start - 1:
            break
        start = before
    return start


def _one_name_start(tokens: Sequence[Token]) -> int:
    """Where the one name at the end of some tokens begins, or the word for any; it may have its id behind it, or be the
    id with a name."""
    end = len(tokens)
    if tokens[end - 1:] and tokens[end - 1].value == ANY:
        return end - 1
    for start in range(max(0, end - 4), end):
        for kind in KINDS:
            name = naming(tokens, start, kind)
            if name and start + name.length == end and not (name.differs and name.length == 2):
                return start
    return end


class Naming(NamedTuple):
    """A thing as it is named: the ids that can be meant, the number of its tokens, and whether its name and the id
    beside it are of different things."""

    ids: tuple[str, ...]
    length: int
    differs: bool = False


def naming(tokens: Sequence[Token], start: int, kind: Kind) -> Naming | None:
    """The thing named at a token: by a name, by an id, or by both in either order ("Hawaii (HI)", "HI Hawaii")."""
    ids = tokens[start].ids(kind)
    if not ids:
        return None
    ahead = tokens[start + 1:start + 4]
    bracketed = len(ahead) == 3 and (ahead[0].value, ahead[2].value) == ("(", ")")
    beside = ahead[1] if bracketed else ahead[0] if ahead else None
    if beside is None or not beside.ids(kind) or beside.value == tokens[start].value:
        return Naming(ids, 1)
    length = 4 if bracketed else 2
    common = tuple(meaning for meaning in ids if meaning in beside.ids(kind))
    if beside.kind == "number" and not (common and bracketed):
        return Naming(ids, 1)  # a count
    if common:
        return Naming(common, length)
    if bracketed or (_is_id(beside, kind) and not _is_id(tokens[start], kind)):
        return Naming(beside.ids(kind), length, differs=True)
    return Naming(ids, 1)


def _is_id(token: Token, kind: Kind) -> bool:
    """Whether a token is an id as it is written."""
    return token.value in [names.key(meaning) for meaning in token.ids(kind)]
