"""Lines of a fixed width, with letters that take two columns and marks that take none reckoned with."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

WIDTH = 72
_GAP = "  "
_LONGEST = 18  # words longer than this may be broken in a table
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_PIECES = re.compile(r"\s+")


def plain(text: str) -> str:
    """Text without control characters, direction marks and line ends: nothing in a name moves the cursor."""
    return "".join(" " if letter in "\n\r\t" else letter for letter in text
                   if letter in "\n\r\t" or unicodedata.category(letter) not in _HIDDEN)


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    return sum(_columns(letter) for letter in text)


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
        for number, piece in enumerate(_breakable(word, columns - max(width(first), width(rest)))):
            gap = "" if empty or number else " "
            if not empty and width(line) + width(gap) + width(piece) > columns:
                lines.append(line.rstrip())
                line, lead, gap = rest, rest, ""
            line += gap + piece
            empty = False
    return [*lines, line.rstrip()] if line != lead or not lines else lines


def _breakable(word: str, columns: int) -> list[str]:
    """The pieces of a word between which a line may break."""
    pieces: list[str] = []
    for letter in word:
        wide = _columns(letter) == 2
        if not pieces or wide or _columns(pieces[-1][-1]) == 2 or width(pieces[-1]) + _columns(letter) > columns:
            if pieces and not _columns(letter):
                pieces[-1] += letter
            else:
                pieces.append(letter)
        else:
            pieces[-1] += letter
    return pieces


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[int] = (),
            foot: Sequence[str] = (), total: int = WIDTH) -> list[str]:
    """A table. Columns that do not fit are narrowed, the widest first, and their cells take several lines."""
    every = [list(map(plain, row)) for row in ([head] if any(head) else []) + list(rows) + ([foot] if foot else [])]
    count = max((len(row) for row in every), default=0)
    widths = [max((width(row[index]) for row in every if index < len(row)), default=0) for index in range(count)]
    least = [max((_longest_word(row[index]) for row in every if index < len(row)), default=0) for index in range(count)]
    room = total - len(_GAP) * (count - 1)
    while sum(widths) > room:
        spare = [wide for wide, word in zip(widths, least, strict=True) if wide > word] or widths
        widths[widths.index(max(spare))] -= 1
    lines: list[str] = []
    for index, row in enumerate(every):
        lines += _row(row, widths, numeric)
        is_head = index == 0 and any(head)
        if is_head or (foot and index == len(every) - 2):
            lines.append(_GAP.join("-" * wide for wide in widths))
    return lines


def _longest_word(text: str) -> int:
    return min(max((width(word) for word in text.split()), default=0), _LONGEST)


def _row(row: Sequence[str], widths: Sequence[int], numeric: Sequence[int]) -> list[str]:
    cells = [wrap(cell, wide) or [""] for cell, wide in zip(row, widths, strict=False)]
    height = max(len(cell) for cell in cells)
    return [_GAP.join(pad(cell[line] if line < len(cell) else "", wide, right=place in numeric)
                      for place, (cell, wide) in enumerate(zip(cells, widths, strict=True))).rstrip()
            for line in range(height)]
