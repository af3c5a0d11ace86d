"""How much of a mail is read. The rest is cut off and reported, and what stands before it is still read."""

from __future__ import annotations

import re

from witp_pbem.table.tuples import NamedTuple

MOST_BYTES = 8 * 2**20      # of a mail
MOST_HEAD = 256 * 2**10     # bytes of its head
MOST_LINES_OF_HEAD = 1000
LONGEST_FIELD = 8000        # bytes of a head line of any part that says what the part is
MOST_PARTS = 100
DEEPEST = 10                # parts within parts
MOST_TEXT = 512 * 2**10     # bytes of one part that are read as text
MOST_PAGE = 256 * 2**10     # likewise of HTML
MOST_LINES = 20_000         # of a text
MOST_ALL = 2**20            # signs of all texts together
MOST_BLOCKS = 20
MOST_WORDS = 2000           # signs of what the sender wrote

_HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
_BOUNDARY_LINE = re.compile(rb"[\r\n]--[^\r\n]")
_NEST = re.compile(rb"boundary\*?\d*\*?=|message/rfc822", re.IGNORECASE)
_FIELD = re.compile(rb"(?:^|[\r\n])content-(?:type|disposition|transfer-encoding)[ \t]*:", re.IGNORECASE)
_FIELD_END = re.compile(rb"(?:\r\n|\r|\n)(?![ \t])")
_NEEDED = re.compile(rb"(?:from|to|cc|subject|date|message-id|in-reply-to|references|content-[a-z-]+|auto-submitted|"
                     rb"precedence|list-id|return-path|x-witp-pbem)[ \t]*:", re.IGNORECASE)
_BOUNDARY_LINES = 3 * MOST_PARTS + 2000  # texts have lines of this kind, too: signatures


class Cut(NamedTuple):
    """What of a mail is read, and what was wrong with its size or shape."""

    raw: bytes
    faults: tuple[str, ...]


def cut(raw: bytes) -> Cut:
    """The beginning of a mail that can be parsed in time proportional to its length.

    Parsers take a mail apart by its boundaries, and each costs them time for every line behind it: too many of them,
    and lines of the head too long to be taken apart, end what is read.
    """
    faults: list[str] = []
    if len(raw) > MOST_BYTES:
        raw = raw[:MOST_BYTES]
        faults.append("too-big")
    head = _HEAD_END.search(raw)
    end = head.start() if head else len(raw)
    if end > MOST_HEAD or raw.count(b"\n", 0, end) > MOST_LINES_OF_HEAD:
        faults.append("head-too-long")
        raw = _needed(raw[:end]) + b"\n\n" + (raw[head.end():] if head else b"")
    for most, expression, fault in ((_BOUNDARY_LINES, _BOUNDARY_LINE, "too-many-parts"),
                                    (2 * DEEPEST + MOST_PARTS // 2, _NEST, "nested-too-deep")):
        for number, match in enumerate(expression.finditer(raw)):
            if number == most:
                raw = raw[:match.start()]
                faults.append(fault)
                break
    for match in _FIELD.finditer(raw):
        last = _FIELD_END.search(raw, match.end())
        if (last.start() if last else len(raw)) - match.end() > LONGEST_FIELD:
            raw = raw[:match.start()]
            faults.append("head-too-long")
            break
    return Cut(raw, tuple(dict.fromkeys(faults)))


def _needed(head: bytes) -> bytes:
    """The lines of an overlong head without which a mail cannot be read or answered."""
    fields = (field for field in _FIELD_END.split(head) if len(field) <= LONGEST_FIELD)
    return b"\n".join(list(filter(_NEEDED.match, fields))[:MOST_LINES_OF_HEAD])
