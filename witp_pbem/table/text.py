"""Orders text: from the bytes of a file to a header and statements.

A header like a mail's, then orders; `#` starts a comment. Indentation, blank lines and line breaks have no
meaning, because mail programs eat them: an order begins at its keyword and ends where the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from witp_pbem.table.blocks import CONDITIONS, head_end, opens_place, statement_end, without_end
from witp_pbem.table.problem import Problem, Span, invalid
from witp_pbem.table.spelling import likely
from witp_pbem.table.talk import SAY, TalkLine, header_in, taken_out
from witp_pbem.table.tokens import (
    ANYWAY,
    BLOCK_END,
    BLOCKS,
    ELSE,
    ORDERS,
    STANDING,
    UNTIL,
    WHEN,
    YES_OR_NO,
    Lexicon,
    Token,
    header_key,
    tokens,
)
from witp_pbem.table.tuples import NamedTuple

MAX_BYTES = 64 * 1024
MAX_LINES = 2000
MAX_STATEMENTS = 2000
WORD_PROCESSORS = {  # how their files begin -> the endings they go by
    b"{\\rtf": ".rtf", b"PK\x03\x04": ".docx, .odt, .pages", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": ".doc",
    b"%PDF-": ".pdf"}
MAX_DEPTH = 4  # blocks within blocks
UNREADABLE = "\ufffd"  # stands for a sign that cannot be read
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
RULING = "ruling"  # the orders of the referee
CANCEL = "cancel"  # the order that ends standing orders
_BULLET, _NUMBERED = "[-+*•·▪◦●○■□–—・]", "[(（]?[0-9０-９]{1,2}[.)．）]"
_LIST_MARK = re.compile(rf"^[ \t\u3000]*(?:(?:{_BULLET}|{_NUMBERED})[ \t\u3000]*)+(?=\S)", re.MULTILINE)
_AHEAD = 80  # signs of a line looked at behind such a mark


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
    """A file of orders as read.

    Attributes:
        header: its lines by key.
        statements: its orders, as they stand.
        problems: what could not be read.
        misspelt: of what could not be read, the orders that begin with a slip of a keyword, each as the order meant:
            whoever tells the problems looks through these, too.
        talk: what it says to the other players.
    """

    header: dict[str, Value]
    statements: tuple[Statement, ...]
    problems: tuple[Problem, ...]
    misspelt: tuple[Statement, ...] = ()
    talk: tuple[TalkLine, ...] = ()


def decode(data: bytes) -> str | Problem:
    """The text of a file, or why it is none: a word processor's, too large, not UTF-8, or with control characters."""
    for beginning, endings in WORD_PROCESSORS.items():
        if data.startswith(beginning):
            return invalid("not-plain-text", Span(1, 1, 1, 2), endings=endings)
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
    for match in _CONTROL.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        return invalid("not-text", Span(line, column, line, column + 1))
    return text


def readable(data: bytes) -> str | None:
    """What can be read of a file that is no text as it should be, `UNREADABLE` in the place of each sign that cannot;
    None where nothing of it is orders."""
    if len(data) > MAX_BYTES or data.startswith(tuple(WORD_PROCESSORS)):
        return None
    text = _CONTROL.sub(UNREADABLE, data.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n"))
    return text if text.count("\n") <= MAX_LINES else None


def spoilt_lines(text: str) -> frozenset[int]:
    """The lines in which something could not be read."""
    return frozenset(number for number, line in enumerate(text.split("\n"), 1) if UNREADABLE in line)


def read(text: str, lexicon: Lexicon) -> OrdersText:
    """Reads a decoded orders file: header lines, blocks, orders and table talk. Everything wrong is collected."""
    rest, talk = taken_out(_without_list_marks(text, lexicon))
    orders_text = _Reader(tokens(rest, lexicon), lexicon).read(may_be_empty=bool(talk))
    run_together = [invalid("talk-with-header", line.span, key=key) for line in talk if (key := header_in(line.words))]
    return orders_text._replace(talk=talk, problems=(*orders_text.problems, *run_together))


def _without_list_marks(text: str, lexicon: Lexicon) -> str:
    """The text with blanks for the bullets, strokes and numbers of a list before what begins an order ("1. pass")."""
    def blank(mark: re.Match[str]) -> str:
        behind = text[mark.end():mark.end() + _AHEAD].partition("\n")[0]
        return " " * len(mark[0]) if _begins_something(behind, lexicon) else mark[0]

    return _LIST_MARK.sub(blank, text)


def _begins_something(line: str, lexicon: Lexicon) -> bool:
    """Whether a line begins with an order, a block or a line of the header."""
    words = tokens(line, lexicon)
    return bool(words) and (words[0].value in (*lexicon.keywords, *BLOCKS, BLOCK_END) or bool(header_key(words, 0)))


class _Reader:
    """Reads the tokens of a file one after another.

    Attributes:
        phase: what the orders that follow are headed with.
        scope: the open blocks. counts: for each, how many orders had begun before it. begun: how many have by now.
        single: for each, whether it is for one order.
        without_end: see `blocks.without_end`.
        instead: where an `else` stands whose order has yet to come.
    """

    def __init__(self, tokens: list[Token], lexicon: Lexicon) -> None:
        self.tokens, self.lexicon = tokens, lexicon
        self.header: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.statements: list[Statement] = []
        self.misspelt: list[Statement] = []
        self.phase = ""
        self.scope: list[Block] = []
        self.counts: list[int] = []
        self.single: list[bool] = []
        self.without_end = without_end(tokens, lexicon)
        self.begun = 0
        self.instead: Span | None = None

    def read(self, *, may_be_empty: bool) -> OrdersText:
        """The whole file."""
        index = 0
        while index < len(self.tokens):
            index = self._next(index)
        self._end_single()
        self._note_else()
        self.problems += [invalid("when-without-end", block.span, word=block.word) for block in self.scope]
        if len(self.statements) > MAX_STATEMENTS:
            self.problems.append(invalid("too-many-orders", count=len(self.statements), limit=MAX_STATEMENTS))
            self.statements = []
        if not (self.header or self.statements or self.problems or may_be_empty):
            self.problems.append(invalid("empty-file"))
        return OrdersText(self.header, tuple(self.statements), tuple(self.problems), tuple(self.misspelt))

    def _next(self, index: int) -> int:
        """Reads what begins at an index; returns the index behind it."""
        token = self.tokens[index]
        if not self.instead:
            self._end_single()
        key = header_key(self.tokens, index)
        if key or token.value not in self.lexicon.keywords:
            self._note_else()
        if key:
            return self._header_line(key, index)
        if token.value in BLOCKS or opens_place(self.tokens, index):
            return self._block(index)
        if token.value == BLOCK_END:
            self._end(token)
        elif token.value == ELSE:
            self.problems.append(invalid("else-without-first", token.span))
        else:
            return self._order(index)
        return index + 1

    def _note_else(self) -> None:
        """An `else` behind which no order follows."""
        if self.instead:
            self.problems.append(invalid("else-without-order", self.instead))
            self.instead = None

    def _header_line(self, key: str, index: int) -> int:
        if key == SAY:
            return self._misplaced_talk(index)
        index, value = _header_value(key, self.tokens, index + 2, self.lexicon)
        if key == "phase" and value.value in self.lexicon.phases:
            self.phase = value.value
        elif key == "phase":
            self.phase = ""  # what follows is not for the phase before
            self.problems.append(invalid("unknown-phase", value.span, word=value.value,
                                         suggestion=likely(value.value, self.lexicon.phases),
                                         phases=list(dict.fromkeys(self.lexicon.phases.values()))))
        elif key in self.header and self.header[key].value != value.value:
            self.problems.append(invalid("header-twice", value.span, key=key))
        self.header.setdefault(key, value)
        return index

    def _misplaced_talk(self, index: int) -> int:
        """Table talk that does not begin its line: where it would end is anybody's guess."""
        token = self.tokens[index]
        self.problems.append(invalid("talk-within-line", token.span, word=token.text))
        while index < len(self.tokens) and self.tokens[index].span.line == token.span.line:
            index += 1
        return index

    def _block(self, index: int) -> int:
        """Opens a block: its head goes up to a colon or its first order."""
        token, end = self.tokens[index], head_end(self.tokens, index + 1, self.lexicon)
        if len(self.scope) == MAX_DEPTH:
            self.problems.append(invalid("blocks-too-deep", token.span, limit=MAX_DEPTH))
        word = token.value if token.value in BLOCKS else WHEN
        self.scope.append(Block(word, tuple(self.tokens[index + 1:end]), token.span))
        self.counts.append(self.begun)
        end += end < len(self.tokens) and self.tokens[end].value == ":"
        self.single.append(index in self.without_end)
        return end

    def _end_single(self) -> None:
        """Closes the block that is for one order: "in battle at HI: stay"."""
        if self.single and self.single[-1] and self.counts[-1] < self.begun:
            del self.scope[-1], self.counts[-1], self.single[-1]

    def _end(self, token: Token) -> None:
        """Closes the innermost block."""
        if not self.scope:
            self.problems.append(invalid("end-without-when", token.span))
            return
        opened = self.scope.pop()
        self.single.pop()
        if self.counts.pop() == self.begun:
            self.problems.append(invalid("empty-block", opened.span, word=opened.word))

    def _order(self, index: int) -> int:
        """An order, or what stands where one was to begin."""
        token, end = self.tokens[index], statement_end(self.tokens, index + 1, self.lexicon)
        self.begun += 1
        if token.value == CANCEL and _names_standing_orders(self.tokens[end:end + 3]):
            end = statement_end(self.tokens, end + 1, self.lexicon)
        words, otherwise = _without_else(self.tokens[index + 1:end])
        span, phase = token.span.to(max((word.span for word in (token, *words)), key=lambda span: span[2:])), self.phase
        if end == index + 1 and self._names_last_phase(end):
            span, phase, end = token.span.to(self.tokens[end].span), self.lexicon.phases[BLOCK_END], end + 1
        end, behind = (end, ()) if self.instead or otherwise else self._conditions_behind(end)
        statement = Statement(token.value, tuple(words), span, phase, (*self.scope, *behind))
        if token.value not in self.lexicon.keywords:
            self._unknown_order(token, statement)
        elif self.instead:
            first = self.statements[-1]
            self.statements[-1] = first._replace(alternatives=(*first.alternatives, statement))
            self.instead = otherwise
        else:
            self.statements.append(statement)
            self.instead = otherwise
        return end

    def _conditions_behind(self, index: int) -> tuple[int, tuple[Block, ...]]:
        """What an order waits for by the words behind it ("retreat if we have no ships"): the index behind them, and
        each as the head of a block."""
        blocks: list[Block] = []
        while index in self.without_end and self.tokens[index].value in CONDITIONS:
            token, end = self.tokens[index], head_end(self.tokens, index + 1, self.lexicon)
            if len(self.scope) + len(blocks) == MAX_DEPTH:
                self.problems.append(invalid("blocks-too-deep", token.span, limit=MAX_DEPTH))
            blocks.append(Block(token.value, tuple(self.tokens[index + 1:end]), token.span))
            index = end
        return index, tuple(blocks)

    def _names_last_phase(self, index: int) -> bool:
        """Whether the `end` at an index is the phase an order is for ("pass end"): it closes no block, and stands
        behind the order on its line."""
        return (not self.scope and index < len(self.tokens) and self.tokens[index].value == BLOCK_END
                and not self.tokens[index].first_on_line and BLOCK_END in self.lexicon.phases)

    def _unknown_order(self, token: Token, statement: Statement) -> None:
        """A word that begins no order; where that is a slip, what follows is looked through as the order meant."""
        words = self.lexicon
        slips = {word: keyword for word in words.spelling.nearest(token.value)
                 if (keyword := words.synonyms.get(word, word)) in words.keywords}
        near = next(iter(slips), "") or likely(token.value, sorted(words.keywords))
        self.problems.append(invalid("unknown-order", token.span, word=token.text, suggestion=near))
        if slips:
            self.misspelt.append(statement._replace(keyword=slips[near]))


def _without_else(words: list[Token]) -> tuple[list[Token], Span | None]:
    """The words of an order without an `else` at their end, and where it stands."""
    if not words or words[-1].value != ELSE:
        return words, None
    rest = words[:-2] if words[-2:-1] and words[-2].value == "," else words[:-1]
    return rest, words[-1].span


def without_anyway(statement: Statement) -> Statement:
    """The statement without an "anyway" at its end; itself where there is none."""
    words = statement.tokens
    if not words or words[-1].value != ANYWAY:
        return statement
    return statement._replace(tokens=words[:-2] if words[-2:-1] and words[-2].value == "," else words[:-1])


def _header_value(key: str, tokens: list[Token], index: int, lexicon: Lexicon) -> tuple[int, Value]:
    """The value of a header line: one word, except that a luck word goes on to the end of its line."""
    start = index
    if key == "luck":
        line = tokens[index - 1].span.line
        while (index < len(tokens) and tokens[index].span.line == line and not header_key(tokens, index)
               and not (index == start + 1 and tokens[start].kind == "quoted")):
            index += 1
    elif index < len(tokens) and not header_key(tokens, index):
        index += 1
        while key == "campaign" and index < len(tokens) and _is_one_run(tokens[index - 1], tokens[index]):
            index += 1  # a Japanese name in which something is known as a word
    words = tokens[start:index]
    if not words:
        return index, Value("", tokens[start - 2].span)
    text = _value_text(words)
    meanings = {"side": lexicon.sides, "phase": lexicon.phases, "add": YES_OR_NO}.get(key, {})
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


def _names_standing_orders(tokens: Sequence[Token]) -> bool:
    """Whether tokens are `standing orders` without an end, as the object of `cancel`."""
    words = [token.value for token in tokens]
    return words[:1] == [STANDING] and words[1:2] in [[word] for word in ORDERS] and words[2:] != [UNTIL]


