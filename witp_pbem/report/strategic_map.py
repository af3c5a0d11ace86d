"""The theatre in plain ASCII, for terminals and for the monospace blocks of mails and forums.

Every hex takes three letters in two lines; as the map is flat-topped, every second column hangs one line lower:

    a=*     who controls it (a), = for a base and * for a battle; terrain where there is nothing to say
    J12     who stands there: twelve counters of one side; 4*7 where both sides are; terrain where nobody is

The third letter is mostly blank and keeps the columns apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from witp_pbem.report.layout import WIDTH, wrap
from witp_pbem.report.layout import columns as table
from witp_pbem.table.chart import Cell, Chart, Terrain
from witp_pbem.table.language import listing, say

WIDE, HIGH = 3, 2  # letters and lines a hex takes
_MARGIN = 3        # row numbers and a blank
_TERRAIN: dict[Terrain, tuple[str, str]] = {
    "sea": (" .", "  "), "shallows": ("~~", "~~"), "land": ("##", "##"), "mountain": ("^^", "^^")}
_MANY = "+"        # in place of a number there is no room for


def lines(chart: Chart, columns: int = WIDTH) -> list[str]:
    """The map with its legend, no line wider than `columns` (the map itself has three a column and a margin)."""
    return [*_grid(chart), "", *_legend(chart, columns)]


def letters(chart: Chart) -> dict[str, str]:
    """A capital letter for each side: the first of its code, or a digit where two sides would share it."""
    first = [code[:1].upper() for code, _ in chart.sides]
    clear = len(set(first)) == len(first) and all(letter.isascii() and letter.isalpha() for letter in first)
    return {code: first[place] if clear else str(place + 1) for place, (code, _) in enumerate(chart.sides)}


def _grid(chart: Chart) -> list[str]:
    cells = chart.sheet.cells
    left, right = min(cell.column for cell in cells), max(cell.column for cell in cells)
    top, bottom = min(cell.row for cell in cells), max(cell.row for cell in cells)
    canvas = [[" "] * ((right - left + 1) * WIDE) for _ in range((bottom - top + 1) * HIGH + 1)]
    told = _Told(chart)
    for cell in cells:
        across, down = (cell.column - left) * WIDE, (cell.row - top) * HIGH
        down += (cell.column % 2 == 0) == (chart.sheet.lower == "even")
        for offset, line in enumerate(told.cell(cell)):
            canvas[down + offset][across:across + WIDE] = line
    labels = [f"{row:02d}" if half == 0 else "" for row in range(top, bottom + 1) for half in range(HIGH)]
    drawn = [label.ljust(_MARGIN) + "".join(line) for label, line in zip([*labels, ""], canvas, strict=True)]
    while not drawn[-1].strip():
        del drawn[-1]
    header = " " * _MARGIN + "".join(f"{column:02d}".ljust(WIDE) for column in range(left, right + 1))
    return [line.rstrip() for line in (header, *drawn)]


class _Told:
    """What a chart tells of a hex, looked up by its number."""

    def __init__(self, chart: Chart) -> None:
        self.sides = letters(chart)
        self.bases = {depot.hex for depot in chart.depots}
        self.battles = _fought(chart)
        self.counters: dict[str, dict[str, int]] = defaultdict(dict)
        for stack in chart.stacks:
            here = self.counters[stack.hex]
            here[stack.side] = here.get(stack.side, 0) + stack.size

    def cell(self, cell: Cell) -> tuple[str, str]:
        """The two lines of a hex."""
        upper, lower = _TERRAIN[cell.terrain]
        control = self.sides.get(cell.control, "").lower() or upper[0]
        base = "=" if cell.number in self.bases else upper[1]
        battle = "*" if cell.number in self.battles else " "
        return control + base + battle, self._forces(self.counters.get(cell.number, {})) or lower.ljust(WIDE)

    def _forces(self, here: dict[str, int]) -> str:
        """Who stands in a hex, in three letters; "" for nobody."""
        sizes = [(letter, here[side]) for side, letter in self.sides.items() if side in here]
        if len(sizes) > 1:
            (_, first), (_, second) = sizes[0], sizes[1]
            return f"{_short(first, 1)}*{_short(second, 1)}"
        return "".join(letter + _short(size, WIDE - 1) for letter, size in sizes).ljust(WIDE) if sizes else ""


def _short(number: int, digits: int) -> str:
    """A number in so many digits."""
    return str(number) if len(str(number)) <= digits else _MANY * digits


def _legend(chart: Chart, columns: int) -> Iterator[str]:
    marks = letters(chart)
    signs = [(f"{marks[code]}12", say("{side}: 12 counters", side=name)) for code, name in chart.sides]
    signs += [(marks[code].lower(), say("{side}: control", side=name)) for code, name in chart.sides]
    signs.append(("4*7", say("counters of both: {sides}", sides=listing(name for _, name in chart.sides))))
    if chart.depots:
        signs.append(("=", say("base")))
    words = {"sea": say("sea"), "shallows": say("coast and islands"), "land": say("land"),
             "mountain": say("mountains")}
    terrain = {cell.terrain for cell in chart.sheet.cells}
    signs += [(_TERRAIN[each][0].strip()[0], words[each]) for each in _TERRAIN if each in terrain]
    half = (len(signs) + 1) // 2
    blank = [("", "")] * (half * 2 - len(signs))
    yield from table((), [left + right for left, right in zip(signs[:half], [*signs[half:], *blank], strict=True)],
                     total=columns)
    if battles := _battles(chart):
        yield from wrap(say("battles: {places}", places=listing(battles)), columns, first="*    ", rest="     ")
    if chart.sheet.remark:
        yield from wrap(chart.sheet.remark, columns, first="! ", rest="  ")


def _battles(chart: Chart) -> list[str]:
    """The hexes in which a battle was fought or goes on, by name."""
    places = {cell.number: cell.called for cell in chart.sheet.cells}
    return [places.get(number, number)
            for number in sorted(_fought(chart))]


def _fought(chart: Chart) -> set[str]:
    """The hexes in which a battle was fought or goes on."""
    return {clash.hex for clash in chart.clashes} | set(chart.continuing)
