"""Other people's words in what the program writes: nobody may take them for orders, whatever a mail program does.

Orders and letters begin with the keys of a header ("Campaign:", "Letter:"), or lie between two lines that reports put
around them. Where such words stand outside of orders, their colon or their blank becomes a dot that everybody can see:
then no line can be broken so that it begins with a header.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from witp_pbem.table.columns import UNSEEN
from witp_pbem.table.tokens import HEADER_KEYS

_LIKE = {"-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63",
         '"': "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033"
         "\uff62\uff63", "'": "\u2018\u201b\u2032\u00b4\u02bc", ":": "\ufe55\ufe13\u2236", ",": "\ufe50\u201a\uff64",
         "#": "\ufe5f\u266f", ".": "\u2024\uff61", "...": "\u2026", " ": "\u3000\xa0"}
_MARKS = str.maketrans({chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
                       | {sign: typed for typed, signs in _LIKE.items() for sign in signs})
_NARROW = re.compile("[\uff66-\uff9f]+")
_STARRED = re.compile(r"(?<![\w*])(\*{1,3})([^*\s](?:[^*]{0,200}[^*\s])?)\1(?![\w*])")
_BULLET = re.compile(r"^[ \t]*[•·▪◦●○*][ \t]+(?=\w)")
_KEYS = "|".join(sorted((*map(re.escape, HEADER_KEYS), "letter"), key=len, reverse=True))
HEADER = re.compile(rf"[ \t]*({_KEYS})[ \t]*[:：]", re.IGNORECASE)
HEADERS = re.compile(rf"(?<![\w-])({_KEYS})[ \t]*[:：]", re.IGNORECASE)
# Behind a quotation mark no header begins. Programs break words only where they have to, and then anywhere.
_BREAKABLE = 24
_ANYWHERE = re.compile(rf"(?:(?<![\w“\"「『-])|(?<=\S{{{_BREAKABLE}}}))({_KEYS})([\s*_]*)([:：\ufe55\ufe13\u2236])",
                       re.IGNORECASE)
_BEGINS = re.compile(r"\b(begin|end)(\s+)(?=orders\b)", re.IGNORECASE)
DOT, WIDE_DOT = "·", "・"


def mended(line: str) -> str:
    """A line without what cannot be seen, with marks as they are typed, and letters in their usual form: what mail
    programs make of orders is undone."""
    if line.isascii() and line.isprintable() and "*" not in line:
        return line
    line = _NARROW.sub(lambda match: unicodedata.normalize("NFKC", match[0]), UNSEEN.sub("", line))
    line = unicodedata.normalize("NFC", line.translate(_MARKS))
    if "*" in line or not line.isascii():
        line = _STARRED.sub(r"\2", _BULLET.sub("", line))
    return line


def harmless(words: str) -> str:
    """Words in which no header begins, and no orders, wherever a line of them is broken. Whatever only looks like a
    header, in letters of another width or with signs that nobody sees, is written plainly first."""
    broken = _broken(words)
    plain = mended(broken)
    if plain == broken == words:
        return words
    return broken if _broken(plain) == plain else _broken(plain)


def _broken(words: str) -> str:
    words = _ANYWHERE.sub(lambda match: match[1] + match[2] + (WIDE_DOT if match[3] == "：" else DOT), words)
    return _BEGINS.sub(lambda match: match[1] + DOT + match[2][1:], words)


def outside(text: str, tokens: Iterable[str]) -> str:
    """A text, or a page's source, with every line harmless but those between two lines with one of the tokens: there
    stand orders to fill in."""
    secrets = frozenset(tokens)
    lines, inside = [], ""
    for line in text.split("\n"):
        marked = next((token for token in secrets if token in line), "")
        is_mark = bool(marked and _BEGINS.search(line))
        lines.append(line if inside or is_mark else harmless(line))
        if is_mark:
            inside = "" if inside else marked
    return "\n".join(lines)
