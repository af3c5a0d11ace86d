"""A text as lines: how deeply each is quoted, how wide it was, and where the writer's own text stops.

Whatever a mail or a forum page is made of becomes such lines first; what may be orders is looked for in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from witp_pbem.campaign.mails.limits import MOST_LINES
from witp_pbem.exchange.reading import closings
from witp_pbem.exchange.reading.vocabulary import begins_order, is_order, is_ordered
from witp_pbem.table.columns import width
from witp_pbem.table.quoting import HEADER, mended
from witp_pbem.table.tuples import NamedTuple

SIGNATURE = "-- "   # the line above a signature (RFC 3676)
DEEPEST = 12        # quotations within quotations that are told apart
MOST_BELOW = 30     # lines in which an order is looked for below a footer
WIDEST = 400        # signs of a line that are measured

_ENDS = re.compile("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_SIGN = re.compile(r"[ \t\u3000\xa0]{0,3}(?:[A-Za-z]{0,8}>|＞)[ \t\xa0]?")
_LISTED = re.compile(r"[ \t]*(?:[-+]|\(?\d{1,2}[.)])[ \t]+(?=\S)")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")


class Line(NamedTuple):
    """A line of a text.

    Attributes:
        text: without quotation signs, and with nothing in it that the reader of orders cannot take.
        raw: likewise as it came.
        depth: how often it is quoted.
        columns: its width as it came, quotation signs included, 0 where no mail program can have wrapped it.
        room: within how many fences it stands (code, spoilers).
        stops: the writer's text ends above it, and begins again where the depth is another.
    """

    text: str
    raw: str
    depth: int = 0
    columns: int = 0
    room: int = 0
    stops: bool = False


def of_text(text: str, depth: int = 0) -> list[Line]:
    """The lines of a plain text with their quotation signs read, and fences seen; `depth` is that of the whole."""
    lines: list[Line] = []
    room = before = 0
    for line in _ENDS.split(text)[:MOST_LINES]:
        if line.startswith(">From ") and not before:  # some mailboxes write this instead of "From "
            line = line[1:]
        level, start = _quoted(line)
        before = level
        raw = line[start:]
        if _FENCE.match(raw):
            room = 0 if room else 1
            continue
        lines.append(Line(_unlisted(mended(raw)), raw, depth + level, width(line[:WIDEST]), room))
    return lines


def _unlisted(text: str) -> str:
    """An order or a line of a header without the stroke or number of a list before it."""
    listed = _LISTED.match(text[:80])
    rest = text[listed.end():] if listed else ""
    return rest if listed and (HEADER.match(rest[:80]) or is_ordered(rest[:200])) else text


def _quoted(line: str) -> tuple[int, int]:
    """How many quotation signs lead a line, and where what is behind them begins."""
    level = place = 0
    while level < DEEPEST and (sign := _SIGN.match(line, place)):
        level, place = level + 1, sign.end()
    return level, place


def stopped(lines: Sequence[Line], names: frozenset[str]) -> Iterator[Line]:
    """Lines in which footers, signatures and closings are stops. Above a closing something is written.

    Args:
        names: of the writer, in small letters: such a line at the end is a signature.
    """
    written: set[int] = set()  # depths
    for index, line in enumerate(lines):
        text = line.text[:closings.LONGEST].strip()
        is_footer = text[:1] != "#" and closings.FOOTER.fullmatch(text) is not None and not begins_order(text)
        if is_footer and not line.stops and _orders_below(lines, index):  # put between, and ends nothing
            yield line._replace(text="")
            continue
        stops = line.stops or bool(text) and not text.startswith("#") and (
            is_footer
            or ((_is_rule(text) or _is_rule(line.raw[:closings.LONGEST].strip())) and (
                line.raw == SIGNATURE or not (_goes_on(lines, index) or _orders_below(lines, index))))
            or (line.depth in written and _is_closing(text, names) and _ends_below(lines, index)))
        if text and not stops:
            written.add(line.depth)
        yield line._replace(stops=stops)


def _is_rule(text: str) -> bool:
    return closings.DELIMITER.fullmatch(text) is not None or closings.RULE.fullmatch(text) is not None


def _goes_on(lines: Sequence[Line], index: int) -> bool:
    """Whether a header or an order stands below a rule: then it is drawn around orders or between them, and ends
    nothing."""
    below = [line.text[:80].strip() for line in lines[index + 1:index + 4] if line.text.strip()]
    return any(map(HEADER.match, below)) or any(map(begins_order, below[:1]))


def _orders_below(lines: Sequence[Line], index: int) -> bool:
    """Whether an order of the same text stands below a line that seems to end it: none may be lost in silence."""
    for line in lines[index + 1:index + MOST_BELOW]:
        text = line.text[:200].strip()
        if line.stops or line.depth != lines[index].depth or HEADER.match(text):
            return False
        if is_order(text):
            return True
    return False


def _is_closing(text: str, names: frozenset[str]) -> bool:
    if closings.CLOSING.fullmatch(text) is not None or _is_name(text, names):
        return True
    behind = closings.CLOSING_OF.fullmatch(text)
    return behind is not None and not begins_order(text) and (
        _is_name(behind[1], names) or all(word[0].isupper() for word in behind[1].split()))


def _is_name(text: str, names: frozenset[str]) -> bool:
    words = text.strip(" -–—~/,.!").casefold()
    return bool(words) and (
        words in names or "".join(words.split()) in names or all(word in names for word in words.split()))


def _ends_below(lines: Sequence[Line], index: int) -> bool:
    """Whether nothing but a name, if anything, stands below a line before its text ends."""
    below = 0
    for place, line in enumerate(lines[index + 1:index + 4 * closings.MOST_BELOW], index + 1):
        text = line.text.strip()
        if line.stops or line.depth != lines[index].depth:
            return True
        if closings.DELIMITER.fullmatch(text[:80]) or (
                closings.FOOTER.fullmatch(text[:closings.LONGEST]) or closings.RULE.fullmatch(text[:closings.LONGEST])):
            return not _orders_below(lines, place)
        below += bool(text)
        is_more = len(text) > closings.LONGEST_NAME or text.startswith("#") or HEADER.match(text) or begins_order(text)
        if below > closings.MOST_BELOW or is_more:
            return False
    return True


def own_words(lines: Sequence[Line], most: int) -> str:
    """What the writer wrote, `most` signs of it."""
    words: list[str] = []
    silent, before = False, 0
    for line in lines:
        silent = line.stops or (silent and line.depth == before)
        before = line.depth
        if not line.depth and not silent and line.text.strip():
            words.append(" ".join(line.text[:most].split()))
        if len(words) > most:
            break
    return "\n".join(words)[:most]
