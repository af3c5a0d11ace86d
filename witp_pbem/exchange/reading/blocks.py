"""Orders files and letters in a text: where they begin and end, and how to undo what mail programs did to them.

A text between the two lines that a report puts around orders to fill in (`report/drafts.py`) is taken whole. Without
them a text begins at a line `Campaign: …` and ends where the writer's own words end, at a signature, or at the next
such line. What stands quoted may be orders, too: most people answer a report and write into what they quote, with the
quotation signs or beside them.

Table talk ("Say: …") that the writer puts anywhere else, as above a form that is filled in where it is quoted, is a
text of its own, with the header of what stands in the same mail: what is quoted is never changed by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from witp_pbem.campaign.letters import signatures
from witp_pbem.campaign.mails.limits import MOST_BLOCKS
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.record.sshsig import BEGIN, END
from witp_pbem.exchange.reading.flowed import LEAST
from witp_pbem.exchange.reading.lines import Line
from witp_pbem.exchange.reading.vocabulary import is_ordered
from witp_pbem.exchange.token import PATTERN as TOKEN
from witp_pbem.table.columns import width
from witp_pbem.table.quoting import HEADER, HEADERS, mended
from witp_pbem.table.talk import line_of
from witp_pbem.table.tokens import HEADER_KEYS
from witp_pbem.table.tuples import NamedTuple

TEXT, PAGE, QUOTED = "text", "page", "quoted"
MOST = 80       # columns: no mail program that wraps lines leaves longer ones
HEADED = 6      # lines in which a header has a second key
_MARKER = re.compile(r"\W{0,4}[-–—‐=]{2,}\s{0,3}(begin|end) orders\b[^\w\n]{0,3}([^\n]{0,120})", re.IGNORECASE)
_LIKE_HEAD = re.compile(r"[:：]$|@|(?:19|20)\d\d|[-_=*]{3}")
_COMMENT = re.compile(r"#.*")
_VALUE = re.compile(r"\s*(\S+)")
_WHOLE = re.compile(r"(?:luck|運|say|発言)\s*[:：].*", re.IGNORECASE)
_LETTER_LINE = re.compile(rf"[ \t]*({'|'.join(sorted(letter_text.KEYS))})[ \t]*[:：]", re.IGNORECASE)


class TextBlock(NamedTuple):
    """A text in a mail or a forum page that may be an orders file or a letter.

    Attributes:
        data: what `check` and `submit` take: UTF-8 text without quotation signs, greetings and footers, or an attached
            file as it came.
        where: "text", "page" (an HTML body), "quoted", or the attachment's name.
        campaign, side: as in the header, "" where there is no such line.
        token: the one beside it, or anywhere in the mail, "" for none.
        marked: whether it lay between marks of which the first has the token.
        unclear: whether what stands right above may be the head of a quotation that no rule knows.
        is_talk: whether it is table talk that stood outside of all others.
    """

    data: bytes
    where: str
    campaign: str
    side: str
    token: str = ""
    marked: bool = False
    unclear: bool = False
    is_talk: bool = False

    @property
    def is_quoted(self) -> bool:
        """Whether it stood in what the writer quotes."""
        return self.where == QUOTED


def find(lines: Sequence[Line], where: str) -> list[TextBlock]:
    """The blocks in the lines of a text, in their order, table talk outside of them last. Those in which nothing is
    ordered are left out where they are quoted, or lay between the marks ready to be filled in."""
    blocks: list[TextBlock] = []
    empty: list[TextBlock] = []
    talk: dict[int, str] = {}  # by line
    last = _last_marks(lines)
    done = index = 0  # lines before `done` belong to a block already
    while index < len(lines) and len(blocks) < MOST_BLOCKS:
        line = lines[index]
        begins = _mark(line.text)
        if begins and begins[1].casefold() == "begin" and last[index]:
            body, behind, token = lines[index + 1:last[index]], last[index] + 1, _token(begins[2])
            unclear = False
        elif (words := line_of(line.text)) is not None:
            talk |= {index: words} if words and not (line.depth or line.stops) else {}
            index += 1
            continue
        elif HEADER.match(line.text[:200]) and not line.stops and _is_headed(lines, index):
            start = _start(lines, index, done)
            talk = {place: words for place, words in talk.items() if place < start}
            behind = _end(lines, index)
            body, token = _spoken(lines[start:behind], line.depth), ""
            unclear = _may_be_headed(lines, start)
        else:
            index += 1
            continue
        quoted = line.depth > 0
        block = _block(body, QUOTED if quoted else where, token)._replace(unclear=unclear)
        if any(line.text.strip() for line in body) and (orders_something(body) or not (quoted or begins)):
            blocks.append(block)
        else:
            empty.append(block)
        done = index = max(behind, index + 1)
    if talk:
        alone = TextBlock(_joined(f"Say: {words}" for words in talk.values()), where, "", "", is_talk=True)
        blocks.append(headed_like(alone, [*blocks, *empty]))
    return blocks


def headed_like(talk: TextBlock, beside: Iterable[TextBlock]) -> TextBlock:
    """Table talk with the header of another text, of the writer's own if there is one; as it is where none has one."""
    for block in sorted(beside, key=lambda block: (not block.campaign, not block.side, block.is_quoted)):
        texts = block.data.decode("utf-8", "replace").splitlines()
        header = {"Campaign": block.campaign, "Turn": _value(texts, "turn"), "Side": block.side}
        lines = (f"{key}: {value}\n" for key, value in header.items() if value)
        return talk._replace(data="".join(lines).encode() + talk.data, campaign=block.campaign, side=block.side)
    return talk


def tokens(lines: Iterable[Line]) -> dict[str, str]:
    """The tokens on marks anywhere in a text, by the side that is named beside them."""
    tokens: dict[str, str] = {}
    for line in lines:
        marker = _mark(line.text)
        if marker and (token := _token(marker[2])):
            tokens.setdefault(re.split(r"[,、\s]", marker[2].strip(), maxsplit=1)[0].casefold(), token)
    return tokens


def without(data: bytes, secrets: Iterable[str]) -> bytes:
    """A text without the tokens that a file sent back still has on its marks: what is recorded is read by everybody
    in the end. A signed one stays as it is."""
    text = data.decode("utf-8", "surrogateescape")
    if BEGIN not in text:
        for secret in secrets:
            text = re.sub(re.escape(secret), "…", text, flags=re.IGNORECASE)
    return text.encode("utf-8", "surrogateescape")


def is_headed(text: str) -> bool:
    """Whether a file has a line that heads orders or a letter."""
    return any(HEADER.match(mended(line[:200])) for line in re.split("[\r\n]+", text[:64 * 1024]))


def attached(data: bytes, text: str, where: str) -> TextBlock:
    """A file that was attached, its bytes as they came where they are UTF-8."""
    return TextBlock(data, where, _value(text.splitlines(), "campaign"), _value(text.splitlines(), "side"))


def orders_something(lines: Iterable[Line]) -> bool:
    """Whether a text says more than its header and comments: a draft that nobody has filled in does not."""
    for line in lines:
        text = mended(_COMMENT.sub("", line.text[:2000]))
        if re.match(r"\s*letter\s*[:：]", text[:80], re.IGNORECASE):
            return True
        if line_of(text):
            return True
        text = _WHOLE.sub("", text)
        if any(letter.isalnum() for letter in _without_header(text)):
            return True
    return False


def _without_header(text: str) -> str:
    """A line without its header's keys and their values, of which each is one word."""
    rest, place = [], 0
    for key in HEADERS.finditer(text):
        rest.append(text[place:key.start()] if key.start() >= place else "")
        value = _VALUE.match(text, key.end())
        place = value.end() if value else key.end()
    return "".join([*rest, text[place:]])


# -- where a block stands -------------------------------------------------------------------------------------------


def mark(text: str) -> str | None:
    """"begin" or "end" for a line that stands around orders to fill in, None for any other."""
    marker = _mark(text)
    return marker[1].casefold() if marker else None


def _mark(text: str) -> re.Match[str] | None:
    return _MARKER.match(text[:200]) if "rders" in text[:200] or "RDERS" in text[:200] else None


def _token(text: str) -> str:
    token = TOKEN.search(text)
    return token[0].casefold() if token else ""


def _last_marks(lines: Sequence[Line]) -> list[int]:
    """For each line that begins a marked text, the line that ends it; 0 where it has no end, or begins nothing."""
    ends, end = [0] * len(lines), 0
    for index in range(len(lines) - 1, -1, -1):
        kind = mark(lines[index].text)
        if kind == "end":
            end = index
        elif kind:
            ends[index], end = end, 0
    return ends


def _is_headed(lines: Sequence[Line], index: int) -> bool:
    """Whether a line with a key of the header heads a text, rather than being a sentence: it names a campaign in one
    word, or another key stands near."""
    near = [line.text[:200] for line in lines[index:index + HEADED] if not line.stops]
    keys = {_key(key[1]) for text in near for key in HEADERS.finditer(_COMMENT.sub("", text))}
    first = HEADER.match(near[0]) if near else None
    is_alone = first is not None and _key(first[1]) == "campaign" and len(
        _COMMENT.sub("", near[0][first.end():]).split()) == 1
    return is_alone or ("campaign" in keys and len(keys) > 1) or len(keys & {"turn", "side", "phase", "after"}) > 1


def _key(word: str) -> str:
    return HEADER_KEYS.get(word, HEADER_KEYS.get(word.casefold(), word.casefold()))


def _start(lines: Sequence[Line], index: int, done: int) -> int:
    """Where the header begins that a line belongs to: comments and table talk right above it are the writer's."""
    start = index
    while start > done and lines[start - 1].depth == lines[index].depth and not lines[start - 1].stops and (
            line_of(lines[start - 1].text) is not None
            or lines[start - 1].text.lstrip()[:1] == "#" and not _mark(lines[start - 1].text)):
        start -= 1
    return start


def _may_be_headed(lines: Sequence[Line], start: int) -> bool:
    """Whether the words right above a text end in a colon or have an address, a year or strokes, as heads do."""
    texts = [line.text[:200].strip() for line in lines[max(0, start - 4):start]]
    above = next((text for text in reversed(texts) if text), "")
    return _LIKE_HEAD.search(above) is not None


def _end(lines: Sequence[Line], index: int) -> int:
    """The line behind the last one of a text that begins with a header."""
    first = lines[index]
    room = first.room
    ordered = free = letter = False  # an order was seen; a letter's free text has begun; it is a letter
    for place in range(index, len(lines)):
        line = lines[place]
        text = line.text[:200]
        if line.depth == first.depth and line.room < room and text.strip():
            if ordered and not _belongs(text):
                return place
            room = line.room
        if line.depth == first.depth and line.stops or _mark(line.text):
            return place
        if line.depth > first.depth:
            continue
        key = HEADER.match(text)
        name = _key(key[1]) if key else ""
        letter = letter or name == "letter"
        free = free or (letter and re.match(r"\s*text\s*[:：]", text, re.IGNORECASE) is not None)
        if name == "campaign" and not free and (ordered or line.depth < first.depth):
            return place
        ordered = ordered or bool(not key and text.strip() and not text.lstrip().startswith("#"))
        if BEGIN in line.raw:
            return _signature_end(lines, place)
    return len(lines)


def _belongs(text: str) -> bool:
    """Whether a line behind the fence in which its text began still belongs to that text."""
    return text.lstrip()[0] == "#" or HEADER.match(text) is not None or is_ordered(text)


def _signature_end(lines: Sequence[Line], index: int) -> int:
    """The line behind a signature."""
    for place in range(index, min(len(lines), index + 60)):
        if END in lines[place].raw:
            return place + 1
    return index


def _spoken(lines: Sequence[Line], depth: int) -> list[Line]:
    """The lines of a text without what is quoted more deeply, and without footers between."""
    kept: list[Line] = []
    silent, before = False, depth
    for line in lines:
        silent = line.stops or (silent and line.depth == before)
        before = line.depth
        if line.depth <= depth and not silent:
            kept.append(line)
    return kept


# -- what comes of it ---------------------------------------------------------------------------------------------


def _block(lines: Sequence[Line], where: str, token: str) -> TextBlock:
    texts = [line.text for line in lines]
    return TextBlock(_signed(lines) or _text(lines), where, _value(texts, "campaign"), _value(texts, "side"), token,
                     bool(token))


def _signed(lines: Sequence[Line]) -> bytes:
    """A signed text as it was signed, as far as that can still be found; b"" for one without a signature."""
    if not any(BEGIN in line.raw for line in lines):
        return b""
    header = next((place for place, line in enumerate(lines) if HEADER.match(line.text[:200])), 0)
    forms = [_joined(line.raw for line in lines), _joined(line.raw for line in lines[header:]),
             _joined(line.text for line in lines), _joined(line.text for line in lines[header:])]
    return next((form for form in dict.fromkeys(forms) if not signatures.read(form).problems), forms[1])


def _joined(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines).strip("\n") + "\n").encode("utf-8", "replace")


def _text(lines: Sequence[Line]) -> bytes:
    """The text of lines, with comments and values mended that a mail program broke off."""
    rows: list[list[str]] = []
    before: Line | None = None
    hangs = False  # the line so far ends in a comment or a value that may go on
    for line in lines:
        if before and hangs and _continues(before, line):
            rows[-1].append(line.text.strip())
        else:
            rows.append([line.text.rstrip()])
            hangs = "#" in line.text or bool(_WHOLE.match(line.text.lstrip()[:80]))
        before = line
    return _joined(" ".join(pieces) for pieces in rows)


def _continues(before: Line, line: Line) -> bool:
    """Whether a line is the rest of the one before it, which a mail program wrapped: it is not quoted more deeply, its
    first word would not have fitted, and it is neither a comment of its own nor part of an order."""
    text = line.text.strip()
    if not text or line.depth > before.depth or before.columns > MOST or text[0] == "#" or HEADER.match(text[:80]):
        return False
    word = text[:40].partition(" ")[0]
    step = width(word) + 1 if word.isascii() else 2
    return before.columns + step > LEAST and not _LETTER_LINE.match(text[:80]) and not is_ordered(text[:200])


def _value(texts: Iterable[str], key: str) -> str:
    """The value of a header's key, as written."""
    for text in texts:
        line = _COMMENT.sub("", mended(text[:300]))
        for header in HEADERS.finditer(line):
            if _key(header[1]) == key:
                value = _VALUE.match(line, header.end())
                return value[1].strip("*_\"'") if value else ""
    return ""
