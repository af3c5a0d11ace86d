"""Lines of a fixed width, with letters that take two columns and marks that take none reckoned with."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

WIDTH = 72  # columns; mail programs leave such lines alone
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
# Letters and marks that nobody sees (Default_Ignorable_Code_Point), whatever Unicode counts them among, and others
# that mean nothing in a text.
UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
                    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufffc\ufffe"
                    "\uffff\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
_PIECES = re.compile(r"\s+")
# Letters that begin no line of Japanese, and those that end none.
NOT_FIRST = frozenset("、。，．・：；？！）」』】〕〉》…ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
_NOT_LAST = frozenset("（「『【〔〈《")


def is_seen(text: str) -> bool:
    """Whether every letter of a text, in one line, can be seen."""
    return text.isprintable() and not UNSEEN.search(text)


def plain(text: str) -> str:
    """Text without control characters, direction marks, line ends and letters that nobody sees: nothing in a name moves
    the cursor, or takes room unseen."""
    if text.isascii() and text.isprintable():
        return text
    text = UNSEEN.sub("", text)
    if text.isprintable():  # most are, and a letter at a time takes long
        return text
    return "".join(" " if letter in "\n\r\t" else letter for letter in text
                   if letter in "\n\r\t" or unicodedata.category(letter) not in _HIDDEN)


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_columns, text))


@lru_cache(maxsize=10_000)
def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Text filled up to a number of columns."""
    blanks = " " * max(0, columns - width(text))
    return blanks + text if right else text + blanks


def wrap(text: str, columns: int = WIDTH, first: str = "", rest: str = "") -> list[str]:
    """Text in lines of at most `columns`, the first one led by `first`, the others by `rest`.

    Lines break at blanks, between two wide letters, and inside a word only where it is longer than a line.
    """
    lines: list[str] = []
    line, lead, empty = first, first, True
    for word in _PIECES.split(plain(text).strip()):
        for number, part in enumerate(_breakable(word, columns - max(width(first), width(rest)))):
            gap = "" if empty or number else " "
            if not empty and width(line) + width(gap) + width(part) > columns:
                lines.append(line.rstrip())
                line, lead, gap = rest, rest, ""
            line += gap + part
            empty = False
    return [*lines, line.rstrip()] if line != lead or not lines else lines


def _breakable(word: str, columns: int) -> list[str]:
    """The pieces of a word between which a line may break."""
    if word.isascii() and 0 < len(word) <= columns:
        return [word]
    pieces: list[str] = []
    for letter in word:
        last = pieces[-1] if pieces else ""
        wide = _columns(letter) == 2 or bool(last) and _columns(last[-1]) == 2
        stays = letter in NOT_FIRST or last[-1:] in _NOT_LAST or not _columns(letter)
        if not last or (wide and not stays) or width(last) + _columns(letter) > columns:
            pieces.append(letter)
        else:
            pieces[-1] += letter
    return pieces
