"""Where quotations begin in a text: at the head that a mail program writes above what it quotes or forwards.

Most heads are recognised in whatever language they are, by their form: a line `---- words ----` above lines
`Word: value`; three or more such lines in a row of which one has an address, or a date and a time; up to three lines
that end in a colon and have an address and a number, or a date and a time, or stand right above a deeper quotation.
The words of `closings` are for heads that have less than that.

No library for it is used. mail-parser-reply (1.36: lists of words in 13 languages, plain text alone) leaves older
orders in 352 of the 642 texts of `tests.exchange.reading.quoting_heads`, and before this reader makes it no better;
what is quoted in pages, and answers written between quoted lines, would be left to this reader all the same. talon
(1.3.3) needs numpy, scipy and scikit-learn 0.16.1, which is older than the Python this program needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from witp_pbem.exchange.reading import closings
from witp_pbem.exchange.reading import lines as of_lines
from witp_pbem.exchange.reading.lines import DEEPEST, Line
from witp_pbem.exchange.reading.vocabulary import begins_order
from witp_pbem.table.quoting import HEADER
from witp_pbem.table.tuples import NamedTuple

MOST_LINES = 3      # of a head that is a sentence
MOST_FIELDS = 14    # lines of one that is a list
LEAST_FIELDS = 3
WRAPPED = 30        # columns: a program wraps no line that is shorter
_DRAWN = "-_\u2013\u2014=*\u2500\u2501~"
_TITLE = re.compile(rf"[{_DRAWN}]{{2,}} ?[^\W\d_].{{1,80}}? ?[{_DRAWN}]{{2,}} ?(?![{_DRAWN}])(.{{0,250}})")
_FIELD = re.compile(r"\*?[^\W\d_][^:\uff1a#@<>\d]{0,30}[:\uff1a]")
_ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:]+@[^\s<>()\[\]\"',;:]+")
_DAY = re.compile(r"\d{1,4}([./-]) ?\d{1,2}\1 ?\d{0,4}|(?:19|20)\d\d|\d{4}(?=[^\d:])")
_CLOCK = re.compile(r"\d{1,2}[:.h]\d\d")


class _Head(NamedTuple):
    """How many lines a head has, 0 for none, and whether all that follows is quoted, signs or not."""

    lines: int = 0
    rest: bool = False


def attributed(lines: Sequence[Line], names: Iterable[str] = ()) -> list[Line]:
    """The lines with quotations told by their beginnings, and with the ends of the writer's text.

    Args:
        names: of the writer, in small letters: such a line at the end is a signature.
    """
    return list(of_lines.stopped(_quoted(lines), frozenset(names)))


def _quoted(lines: Sequence[Line]) -> list[Line]:
    """Lines in which what begins a quotation is a stop, and what it quotes without signs is deeper."""
    attributed: list[Line] = []
    deeper = index = 0
    while index < len(lines):
        line = lines[index]
        attributed.append(line._replace(depth=line.depth + deeper))
        count, rest = _head(lines, index)
        if count:
            attributed[-1] = attributed[-1]._replace(stops=True)
            attributed += [more._replace(depth=more.depth + deeper, stops=True)
                           for more in lines[index + 1:index + count]]
            follows = next((below for below in lines[index + count:index + count + 8] if below.raw.strip()), None)
            if deeper < DEEPEST and (rest or (follows is not None and follows.depth <= line.depth)):
                deeper += 1
        index += max(count, 1)
    return attributed


def _head(lines: Sequence[Line], index: int) -> _Head:
    """The head of a quotation that begins with a line."""
    text = _text(lines[index])
    if not text or text.startswith("#") or HEADER.match(text) or begins_order(text):
        return _Head()
    if closings.REST.fullmatch(text) or _is_title(lines, index, text):
        return _Head(1, True)
    behind = [_text(below) for below in lines[index + 1:index + 6] if below.depth == lines[index].depth]
    if closings.FROM.match(text) and sum(map(bool, map(closings.SENT.match, behind[:closings.SENT_WITHIN]))) > 1:
        return _Head(1 + next((number for number, below in enumerate(behind) if not below), len(behind)), True)
    if count := _fields(lines, index):
        return _Head(count, True)
    return _Head(_of_words(text, behind) or _sentence(lines, index))


def _text(line: Line) -> str:
    return line.text[:closings.LONGEST].strip()


def _of_words(text: str, behind: Sequence[str]) -> int:
    """How many lines a head has that is recognised by its words."""
    if text[-1] in ":：" and closings.WROTE.match(text):
        return 1
    if closings.MAY_GO_ON.match(text):
        for count in (1, 2):
            whole = " ".join([text, *behind[:count]])
            if len(whole) > closings.LONGEST or len(behind) < count or not behind[count - 1]:
                break
            if whole[-1] in ":：" and closings.WROTE.match(whole):
                return 1 + count
    return 0


# -- a list of what stood in the head of the mail ------------------------------------------------------------------


def _is_title(lines: Sequence[Line], index: int, text: str) -> bool:
    """Whether a line between strokes, or one that ends in a colon, stands above the list or the sentence of a head."""
    title = _TITLE.fullmatch(text)
    if title and _FIELD.match(title[1]) and _ADDRESS.search(title[1]):  # one line has it all
        return True
    if not title and text[-1] not in ":：":
        return False
    below = next((place for place in range(index + 1, min(index + 4, len(lines))) if lines[place].text.strip()), 0)
    if not below or lines[below].depth != lines[index].depth:
        return False
    if title:
        return _fields(lines, below, 1) > 0 or _sentence(lines, below) > 0
    return _fields(lines, below) > 0


def _fields(lines: Sequence[Line], index: int, least: int = LEAST_FIELDS) -> int:
    """How many lines the list has that begins with a line, 0 if it is none."""
    if index and lines[index - 1].depth == lines[index].depth and _FIELD.match(_text(lines[index - 1])):
        return 0
    fields: list[str] = []
    count = 0
    for line in lines[index:index + MOST_FIELDS]:
        text = _text(line)
        is_field = _FIELD.match(text) is not None
        goes_on = bool(fields) and bool(text) and ("@" in text or line.raw[:1] in (" ", "\t"))
        if line.depth != lines[index].depth or HEADER.match(text) or not (is_field or goes_on):
            break
        count += 1
        fields += [text] if is_field else []
    certain = any(_ADDRESS.search(line.text[:closings.LONGEST]) or _is_dated(line.text[:closings.LONGEST])
                  for line in lines[index:index + count])
    return count if certain and len(fields) >= least else 0


# -- a sentence ---------------------------------------------------------------------------------------------------


def _sentence(lines: Sequence[Line], index: int) -> int:
    """How many lines the sentence has that begins with a line and says who wrote when, 0 if it is none."""
    texts: list[str] = []
    for line in lines[index:index + MOST_LINES]:
        text = _text(line)
        if not text or line.depth != lines[index].depth or HEADER.match(text) or text.startswith("#") or (
                texts and begins_order(text)):
            return 0
        texts.append(text)
        if text[-1] in ":：":
            break
    whole = " ".join(texts)
    if whole[-1] not in ":：" or len(whole) > closings.LONGEST:
        return 0
    if len(texts) > 1 and _says_who_and_when(" ".join(texts[1:])) and not _is_wrapped(lines, index):
        return 0
    below = lines[index + len(texts):index + len(texts) + 2]
    is_above_quotation = len(texts) == 1 and any(line.depth > lines[index].depth for line in below)
    return len(texts) if is_above_quotation or _says_who_and_when(whole) else 0


def _is_wrapped(lines: Sequence[Line], index: int) -> bool:
    """Whether a line may be the first of a sentence that a program has wrapped, rather than the writer's own."""
    above = lines[index - 1] if index else None
    begins = above is None or not above.text.strip() or above.depth != lines[index].depth
    return begins and len(_text(lines[index])) >= WRAPPED


def _says_who_and_when(text: str) -> bool:
    """Whether a text has an address and a number besides, or a date and a time."""
    return _is_dated(text) or (
        _ADDRESS.search(text) is not None and re.search(r"\d", _ADDRESS.sub("", text)) is not None)


def _is_dated(text: str) -> bool:
    return _DAY.search(text) is not None and _CLOCK.search(_DAY.sub("", text)) is not None
