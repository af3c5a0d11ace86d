"""Tables of a fixed width, and the order of a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from witp_pbem.table.columns import WIDTH, pad, plain, width, wrap

if TYPE_CHECKING:
    from witp_pbem.table.chart import Sheet, Sign

__all__ = ["WIDTH", "columns", "in_key_order", "pad", "plain", "width", "wrap"]

_GAP = "  "
_TEXT = 30  # what is wider is running text
_LONGEST = 18  # words longer than this may be broken in a table


def columns(head: Sequence[str], rows: Sequence[Sequence[str]], numeric: Sequence[int] = (),
            foot: Sequence[str] = (), total: int = WIDTH) -> list[str]:
    """A table. Columns that do not fit are narrowed, the widest first, and take several lines: first cells of running
    text, then headings, then the other cells, word by word if that is enough."""
    every = [list(map(plain, row)) for row in ([head] if any(head) else []) + list(rows) + ([foot] if foot else [])]
    widths = _widths(every, width, width)
    room = total - len(_GAP) * (len(widths) - 1)
    for least in ([min(wide, _TEXT) for wide in widths], _widths(every, _longest_word if any(head) else width, width),
                  _widths(every, _longest_word, _longest_word), [0] * len(widths)):
        while sum(widths) > room and (above := [index for index, wide in enumerate(widths) if wide > least[index]]):
            widths[max(above, key=widths.__getitem__)] -= 1
    lines: list[str] = []
    for index, row in enumerate(every):
        lines += _row(row, widths, numeric)
        is_head = index == 0 and any(head)
        if is_head or (foot and index == len(every) - 2):
            lines.append(_GAP.join("-" * wide for wide in widths))
    return lines


def in_key_order(sheet: Sheet, used: Iterable[Sign]) -> list[Sign]:
    """Signs that are used, each once, in the order of the sheet's key; those not in the key come last."""
    wanted = dict.fromkeys(used)
    return [*(declared for declared in dict.fromkeys(sheet.key) if declared in wanted),
            *(other for other in wanted if other not in sheet.key)]


def _widths(rows: Sequence[Sequence[str]], first: Callable[[str], int], others: Callable[[str], int]) -> list[int]:
    """How wide each column is: as its widest cell.

    Args:
        first, others: measure a cell of the first row, and of those below.
    """
    return [max((others if number else first)(row[index]) for number, row in enumerate(rows) if index < len(row))
            for index in range(max(map(len, rows), default=0))]


def _longest_word(text: str) -> int:
    return min(max((width(word) for word in text.split()), default=0), _LONGEST)


def _row(row: Sequence[str], widths: Sequence[int], numeric: Sequence[int]) -> list[str]:
    cells = [wrap(cell, wide) or [""] for cell, wide in zip(row, widths, strict=False)]
    height = max(len(cell) for cell in cells)
    return [_GAP.join(pad(cell[line] if line < len(cell) else "", wide, right=place in numeric)
                      for place, (cell, wide) in enumerate(zip(cells, widths, strict=True))).rstrip()
            for line in range(height)]
