"""Orders text: from the bytes of a file to a header and statements.

A header like a mail's, then orders; `#` starts a comment. Indentation, blank lines and line breaks have no
meaning, because mail programs eat them: an order begins at its keyword and ends where the next one begins.
Which words are keywords, names and synonyms is the game's affair; it hands in a `Lexicon`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from witp_pbem.table.hexgrid import is_number
from witp_pbem.table.problem import Problem, Span, invalid

MAX_BYTES = 64 * 1024
MAX_LINES = 2000
MAX_STATEMENTS = 2000
HEADER_KEYS: Mapping[str, str] = {
    "campaign": "campaign", "turn": "turn", "phase": "phase", "side": "side", "luck": "luck", "after": "after",
    "キャンペーン": "campaign", "ターン": "turn", "フェイズ": "phase", "フェーズ": "phase", "陣営": "side",
    "運": "luck", "直前": "after",
}
BLOCKS, BLOCK_END = ("when", "if", "unless", "standing"), "end"
ORDERS = ("order", "orders")  # behind "standing", without meaning
MAX_DEPTH = 4  # blocks within blocks
MOST_PARTICLES = 6  # words looked at behind a verb
STANDING, UNTIL, AND = "standing", "until", "and"
CANCEL = "cancel"  # the order that ends standing orders
ELSE = "else"  # before a keyword: the order that follows stands in for the one before, should that be illegal

_CJK = "\u3005\u3040-\u30ff\u3400-\u9fff"
_LETTER = "0-9A-Za-z\u00c0-\u024f_"
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<comment>#[^\n]*)|(?P<quoted>\"[^\"]*\")|(?P<cjk>[{_CJK}]+)"
    rf"|(?P<word>[{_LETTER}]+(?:['’./\-][{_LETTER}]+)*)|(?P<mark>.)", re.DOTALL)
# Full-width forms become ASCII one for one, so that columns keep their meaning.
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ", 0x3001: ",", 0x3002: ".", 0x300C: '"', 0x300D: '"', 0xA0: " ", 0x201C: '"', 0x201D: '"',
    0x2013: "-", 0x2011: "-", 0x2212: "-"}
_MEANINGLESS = {".", ";"}
_CHAIN = re.compile(r"[0-9]{4}(?:[-/][0-9]{4})+")  # a way written without spaces: 0808-0708-0607

TokenKind = Literal["word", "number", "hex", "place", "mark", "quoted"]


class Token(NamedTuple):
    """One word, number, name or mark of the text.

    `value` is the canonical form: a keyword or word in lower case, digits, a mark, or a quoted text without its
    quotation marks. `numbers` lists the hexes a place name can mean.
    """

    kind: TokenKind
    value: str
    text: str
    span: Span
    first_on_line: bool = False
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lexicon:
    """The words of one game.

    Attributes:
        keywords: words that begin an order.
        synonyms: other words for canonical ones, in lower case ("目標" -> "target").
        names: place names, each a tuple of words in lower case, with the hexes it can mean.
        postpositions: words that follow a place and mean the word before it in English order ("から" -> "from").
        sides: words for the sides, the referee among them.
        phases: words for the phases orders can be headed with.
        words: other words with a meaning inside an order ("else"); none of them is a misspelt keyword.
        listing: what postpositions mean for a whole list of places ("via").
        subjects: words that do something in a condition ("allies").
        particles: words of a condition without meaning of their own ("が").
    """

    keywords: frozenset[str]
    synonyms: Mapping[str, str]
    names: Mapping[tuple[str, ...], tuple[str, ...]]
    postpositions: Mapping[str, str]
    sides: Mapping[str, str]
    phases: Mapping[str, str]
    words: frozenset[str] = frozenset()
    listing: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    longest_names: Mapping[str, int] = field(init=False)
    split: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        longest: dict[str, int] = {}
        for words in self.names:
            longest[words[0]] = max(len(words), longest.get(words[0], 0))
        object.__setattr__(self, "longest_names", longest)
        single = {words[0] for words in self.names if len(words) == 1}
        parts = {*single, *self.synonyms, *self.postpositions, *self.sides, *self.phases, *self.particles, *HEADER_KEYS}
        object.__setattr__(self, "split", frozenset(part for part in parts if re.match(f"[{_CJK}]", part)))

    def side(self, word: str) -> str:
        """The side a word stands for, in the game's own name; the word in small letters where it stands for none."""
        word = word.strip().casefold()
        return self.sides.get(word, word)

    def nearest(self, word: str) -> str:
        """The place or word most like one that is not understood, "" if none is."""
        names = {" ".join(words): words for words in self.names}
        found = difflib.get_close_matches(word.casefold(), [*names, *sorted(self.keywords)], 1,
                                          0.7 if word.isascii() else 0.6)  # one letter wrong of three in Japanese
        return found[0].title() if found and found[0] in names else found[0] if found else ""

    def known(self, word: str) -> bool:
        """Whether a word means anything at all in this game."""
        return (word in self.keywords or word in self.words or word in self.synonyms or (word,) in self.names
                or word in (*BLOCKS, BLOCK_END, ELSE, UNTIL))


class Block(NamedTuple):
    """The head of a block orders stand in: the word that opens it, the tokens up to its first order, its place."""

    word: str
    tokens: tuple[Token, ...]
    span: Span


class Statement(NamedTuple):
    """One order as written: its keyword and the tokens after it, the phase it is headed with ("" for none), the
    blocks it stands in, outermost first, and the orders that stand in for it (`else`)."""

    keyword: str
    tokens: tuple[Token, ...]
    span: Span
    phase: str = ""
    scope: tuple[Block, ...] = ()
    alternatives: tuple[Statement, ...] = ()

    @property
    def text(self) -> str:
        """The order on one line, in the words of its writer, without the block it stands in."""
        # Postpositions put tokens out of their order; the writer's is wanted.
        written = sorted(self.tokens, key=lambda token: (token.span.line, token.span.column))
        return _tidy(" ".join([self.keyword, *(token.text for token in written)]))


def _tidy(text: str) -> str:
    return re.sub(r"([\[(]) ", r"\1", re.sub(r" ([,:\])])", r"\1", text))


class Value(NamedTuple):
    """The value of a header line, with its place."""

    value: str
    span: Span


class OrdersText(NamedTuple):
    """A file of orders as read: header, statements in order, and what could not be read."""

    header: dict[str, Value]
    statements: tuple[Statement, ...]
    problems: tuple[Problem, ...]


def decode(data: bytes) -> str | Problem:
    """The text of a file, or why it is none: too large, not UTF-8, or with control characters."""
    if len(data) > MAX_BYTES:
        return invalid("file-too-large", size=len(data), limit=MAX_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[:error.start].count(b"\n") + 1
        return invalid("not-utf-8", Span(line, 1, line, 2))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        return invalid("too-many-lines", count=text.count("\n"), limit=MAX_LINES)
    for match in re.finditer(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]", text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        return invalid("not-text", Span(line, column, line, column + 1))
    return text


def read(text: str, lexicon: Lexicon) -> OrdersText:
    """Reads a decoded orders file: found, header, then statements. Everything wrong is collected."""
    found = tokens(text, lexicon)
    header: dict[str, Value] = {}
    problems: list[Problem] = []
    statements: list[Statement] = []
    phase = ""
    scope: list[Block] = []  # the open blocks
    counts: list[int] = []  # for each, how many statements stood before it
    instead: Span | None = None  # of an `else` whose order has yet to come
    index = 0
    while index < len(found):
        token = found[index]
        key = _header_key(found, index)
        if instead and (key or token.value not in lexicon.keywords):
            problems.append(invalid("else-without-order", instead))
            instead = None
        if key:
            index, value = _header_value(key, found, index + 2, lexicon)
            if key == "phase":
                if value.value in lexicon.phases:
                    phase = value.value
                else:
                    problems.append(invalid("unknown-phase", value.span, word=value.value,
                                            phases=sorted(set(lexicon.phases.values()))))
            elif key in header and header[key].value != value.value:
                problems.append(invalid("header-twice", value.span, key=key))
            header.setdefault(key, value)
            continue
        end = _statement_end(found, index + 1, lexicon)
        if token.value == CANCEL and _names_standing_orders(found[end:end + 3]):
            end = _statement_end(found, end + 1, lexicon)
        if token.value in BLOCKS:
            end = _head_end(found, index + 1, lexicon)
            if len(scope) == MAX_DEPTH:
                problems.append(invalid("blocks-too-deep", token.span, limit=MAX_DEPTH))
            scope.append(Block(token.value, tuple(found[index + 1:end]), token.span))
            counts.append(len(statements))
            index = end + (end < len(found) and found[end].value == ":")
        elif token.value == BLOCK_END:
            if not scope:
                problems.append(invalid("end-without-when", token.span))
            else:
                opened = scope.pop()
                if counts.pop() == len(statements):
                    problems.append(invalid("empty-block", opened.span, word=opened.word))
            index += 1
        elif token.value == ELSE:
            problems.append(invalid("else-without-first", token.span))
            index += 1
        elif token.value not in lexicon.keywords:
            near = difflib.get_close_matches(token.value, sorted(lexicon.keywords), 1)
            problems.append(invalid("unknown-order", token.span, word=token.text, suggestion=near[0] if near else ""))
            index = end
        else:
            words = found[index + 1:end]
            last = words[-1] if words else None
            follows = last is not None and last.value == ELSE
            if follows:
                words = words[:-2] if words[-2:-1] and words[-2].value == "," else words[:-1]
            span = token.span.to((words or [token])[-1].span)
            statement = Statement(token.value, tuple(words), span, phase, tuple(scope))
            if instead:
                first = statements[-1]
                statements[-1] = first._replace(alternatives=(*first.alternatives, statement))
            else:
                statements.append(statement)
            instead = last.span if follows and last else None
            index = end
    if instead:
        problems.append(invalid("else-without-order", instead))
    problems += [invalid("when-without-end", block.span, word=block.word) for block in scope]
    if len(statements) > MAX_STATEMENTS:
        problems.append(invalid("too-many-orders", count=len(statements), limit=MAX_STATEMENTS))
        statements = []
    if not header and not statements and not problems:
        problems.append(invalid("empty-file"))
    return OrdersText(header, tuple(statements), tuple(problems))


def tokens(text: str, lexicon: Lexicon) -> list[Token]:
    """The tokens of a text, names joined and words in canonical form."""
    return _names(_tokens(text, lexicon), lexicon)


def _header_key(tokens: list[Token], index: int) -> str:
    """The header key that begins here, or ""."""
    if index + 1 >= len(tokens) or tokens[index + 1].value != ":":
        return ""
    return HEADER_KEYS.get(tokens[index].value, "")


def _header_value(key: str, tokens: list[Token], index: int, lexicon: Lexicon) -> tuple[int, Value]:
    """The value of a header line: one word, except that a luck word goes on to the end of its line."""
    start = index
    if key == "luck":
        line = tokens[index - 1].span.line
        while (index < len(tokens) and tokens[index].span.line == line and not _header_key(tokens, index)
               and not (index == start + 1 and tokens[start].kind == "quoted")):
            index += 1
    elif index < len(tokens) and not _header_key(tokens, index):
        index += 1
        while key == "campaign" and index < len(tokens) and _is_one_run(tokens[index - 1], tokens[index]):
            index += 1  # a Japanese name in which something is known as a word
    words = tokens[start:index]
    if not words:
        return index, Value("", tokens[start - 2].span)
    text = _value_text(words)
    meanings = {"side": lexicon.sides, "phase": lexicon.phases}.get(key, {})
    for word in (text.casefold(), words[0].value):
        if word in meanings:
            text = meanings[word]
            break
    return index, Value(text, words[0].span.to(words[-1].span))


def _value_text(words: Sequence[Token]) -> str:
    """Words as written: what was cut out of a run of Japanese stands together again."""
    text = ""
    for before, token in zip((None, *words), words, strict=False):
        blank = " " if before and not _is_one_run(before, token) else ""
        text += blank + (token.value if token.kind == "quoted" else token.text)
    return text


def _is_one_run(before: Token, token: Token) -> bool:
    """Whether two words stand together in one run of Japanese."""
    return not (before.text.isascii() or token.text.isascii()) and before.span[2:] == token.span[:2]


def _statement_end(tokens: list[Token], index: int, lexicon: Lexicon) -> int:
    """The index of the first token that no longer belongs to the statement."""
    while index < len(tokens):
        token = tokens[index]
        if token.kind == "word" and (token.value in lexicon.keywords or token.value in (*BLOCKS, BLOCK_END)):
            break
        if _header_key(tokens, index) or (token.first_on_line and _misspelt(token, lexicon)):
            break
        index += 1
    return index


def _head_end(tokens: list[Token], index: int, lexicon: Lexicon) -> int:
    """The index of the first token behind the head of a block: a colon, or its first order."""
    end = _statement_end(tokens, index, lexicon)
    while end < len(tokens) and tokens[end].value in lexicon.keywords and _is_verb(tokens, end, index, lexicon):
        end = _statement_end(tokens, end + 1, lexicon)
    return next((place for place in range(index, end) if tokens[place].value == ":"), end)


def _is_verb(tokens: list[Token], place: int, start: int, lexicon: Lexicon) -> bool:
    """Whether a keyword is the verb of a condition that begins at `start`: behind a subject ("if the Allies target
    Leyte") or, as in Japanese, at its end, where another one may follow."""
    def has_meaning(token: Token) -> bool:
        return token.text not in lexicon.particles and token.text not in lexicon.postpositions

    before = next((token.value for token in reversed(tokens[start:place]) if has_meaning(token)), "")
    behind = next((token.value for token in tokens[place + 1:place + MOST_PARTICLES]
                   if token.value != "," and has_meaning(token)), "")
    return before in lexicon.subjects or behind in (":", UNTIL, AND)


def _names_standing_orders(tokens: Sequence[Token]) -> bool:
    """Whether tokens are `standing orders` without an end, as the object of `cancel`."""
    words = [token.value for token in tokens]
    return words[:1] == [STANDING] and words[1:2] in [[word] for word in ORDERS] and words[2:] != [UNTIL]


def _misspelt(token: Token, lexicon: Lexicon) -> bool:
    """Whether a word that begins a line was most likely meant to be a keyword."""
    if token.kind != "word" or lexicon.known(token.value) or not token.value.isalpha():
        return False
    return bool(difflib.get_close_matches(token.value, sorted(lexicon.keywords), 1, 0.75))


def _tokens(text: str, lexicon: Lexicon) -> Iterable[Token]:
    text = text.translate(_HALF_WIDTH)
    line, line_start, last_line = 1, 0, 0
    for match in _TOKEN.finditer(text):
        kind, piece = match.lastgroup, match.group()
        if kind in ("space", "comment"):
            if "\n" in piece:
                line += piece.count("\n")
                line_start = match.start() + piece.rindex("\n") + 1
            continue
        column = match.start() - line_start + 1
        pieces = _split_cjk(piece, lexicon.split) if kind == "cjk" else [piece]
        for part in pieces:
            span = Span(line, column, line, column + len(part))
            column += len(part)
            first, last_line = line != last_line, line
            if kind == "quoted":
                if "\n" in piece:
                    line += piece.count("\n")
                    line_start = match.start() + piece.rindex("\n") + 1
                    span = Span(span.line, span.column, line, match.end() - line_start + 1)
                    last_line = line
                value = " ".join(part[1:-1].split())
                yield Token("quoted", value, f'"{value}"', span, first)
            elif kind == "mark":
                if part not in _MEANINGLESS:
                    yield Token("mark", part, part, span, first)
            elif is_number(part):
                yield Token("hex", part, part, span, first)
            elif part.isascii() and part.isdigit():
                yield Token("number", part, part, span, first)
            else:
                yield Token("word", part.casefold(), part, span, first)


def _split_cjk(run: str, known: frozenset[str]) -> list[str]:
    """Cuts a run of Japanese into known words, longest first; what is unknown stays together."""
    parts: list[str] = []
    unknown = ""
    index = 0
    longest = max(map(len, known), default=1)
    while index < len(run):
        for end in range(min(len(run), index + longest), index, -1):
            if run[index:end] in known:
                if unknown:
                    parts.append(unknown)
                    unknown = ""
                parts.append(run[index:end])
                index = end
                break
        else:
            unknown += run[index]
            index += 1
    return [*parts, unknown] if unknown else parts


def _names(tokens: Iterable[Token], lexicon: Lexicon) -> list[Token]:
    """Joins the words of place names, puts synonyms in their canonical form and postpositions in front."""
    source = list(tokens)
    result: list[Token] = []
    index = 0
    while index < len(source):
        token = source[index]
        if token.kind != "word":
            result.append(token)
            index += 1
            continue
        if token.value[0].isdigit() and _CHAIN.fullmatch(token.value) and not (
                index > 1 and _header_key(source, index - 2)):
            result += _chain(token)
            index += 1
            continue
        for count in range(min(lexicon.longest_names.get(token.value, 0), len(source) - index), 0, -1):
            words = tuple(part.value for part in source[index:index + count])
            if words in lexicon.names and not (count == 1 and _header_key(source, index)):
                part = source[index:index + count]
                text = " ".join(p.text for p in part)
                result.append(Token("place", " ".join(words), text, part[0].span.to(part[-1].span),
                                    token.first_on_line, lexicon.names[words]))
                index += count
                break
        else:
            before = lexicon.postpositions.get(token.value)
            place = _place_start(result, before in lexicon.listing) if before else len(result)
            if before and place < len(result):
                result.insert(place, token._replace(value=before))
            elif _header_key(source, index):
                result.append(token)
            else:
                result.append(token._replace(value=lexicon.synonyms.get(token.value, token.value)))
            index += 1
    return result


def _chain(token: Token) -> Iterable[Token]:
    """The hexes and marks of a way written in one ("0808-0708")."""
    line, column = token.span.line, token.span.column
    for part in re.finditer(r"[0-9]+|[-/]", token.value):
        span = Span(line, column + part.start(), line, column + part.end())
        first = token.first_on_line and not part.start()
        yield Token("hex" if is_number(part[0]) else "mark", part[0].replace("/", "-"), part[0], span, first)


def _place_start(tokens: Sequence[Token], several: bool) -> int:
    """Where the place at the end of some tokens begins, or with `several` the list of places; their number if they
    end in none."""
    end = len(tokens)
    start = _one_place_start(tokens)
    while several and 1 < start < end and tokens[start - 1].value in (",", "-", "and", "or", "else"):
        before = _one_place_start(tokens[:start - 1])
        if before == start - 1:
            break
        start = before
    return start


def _one_place_start(tokens: Sequence[Token]) -> int:
    """Where the one place at the end of some tokens begins: a name, a number, or a name with its number behind it."""
    end = len(tokens)
    marks = tuple(token.value if token.kind == "mark" else token.kind for token in tokens[-4:])
    if marks == ("place", "(", "hex", ")"):
        return end - 4
    if marks[-2:] == ("place", "hex") and tokens[-1].value in tokens[-2].numbers:
        return end - 2
    return end - 1 if marks[-1:] in (("place",), ("hex",)) else end
