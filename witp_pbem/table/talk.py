"""Table talk: what players say to each other in their orders files, on lines of its own: "Say: well played!".

It goes to the end of its line, whatever stands in it, and is no order. It is taken out of a text before this is read
as orders, so that nothing in it can be taken for one.
"""

from __future__ import annotations

import re

from witp_pbem.table.problem import Span
from witp_pbem.table.tokens import HEADER_KEYS
from witp_pbem.table.tuples import NamedTuple

SAY = "say"  # the header's key, in `tokens.HEADER_KEYS`
_KEYS = "|".join(key for key, meaning in HEADER_KEYS.items() if meaning == SAY)
LINE = re.compile(rf"^[ \t\u3000\xa0]*(?:{_KEYS})[ \t\u3000\xa0]*[:：]([^\n]*)", re.IGNORECASE | re.MULTILINE)


_HEADER = "|".join(key for key, meaning in HEADER_KEYS.items() if meaning in ("campaign", "phase", "side", SAY))
_TURN = "|".join(key for key, meaning in HEADER_KEYS.items() if meaning == "turn")
_WITHIN = re.compile(rf"(?<![\w-])((?:{_HEADER})[ \t]*[:：]|(?:{_TURN})[ \t]*[:：]\s*(?=\d))", re.IGNORECASE)


class TalkLine(NamedTuple):
    """A line of table talk: its words, and its place in the text."""

    words: str
    span: Span


class WithoutTalk(NamedTuple):
    """A text in which blanks stand for table talk, and what was taken out, in its order."""

    text: str
    talk: tuple[TalkLine, ...]


def line_of(text: str) -> str | None:
    """What a line says to the other players, None where it is no table talk."""
    line = LINE.match(text)
    return line[1].strip() if line else None


def header_in(words: str) -> str:
    """What in some words most likely is a line of the header, "" for nothing: a program has joined the lines of the
    file, and what was said may go on with orders."""
    within = _WITHIN.search(words)
    return within[1].strip() if within else ""


def taken_out(text: str) -> WithoutTalk:
    """Takes the table talk out of a text. Lines that say nothing go, too."""
    talk: list[TalkLine] = []

    def blank(line: re.Match[str]) -> str:
        if words := line[1].strip():
            number, start = text.count("\n", 0, line.start()) + 1, line[0].find(line[0].strip()) + 1
            talk.append(TalkLine(words, Span(number, start, number, len(line[0].rstrip()) + 1)))
        return " " * len(line[0])

    return WithoutTalk(LINE.sub(blank, text), tuple(talk))
