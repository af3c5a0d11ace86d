"""The theatre in plain ASCII, for terminals and for the monospace blocks of mails and forums.

Every hex takes three letters in two lines; as the map is flat-topped, every second column hangs one line lower:

    a=*     who controls it (a), = for a marker and * for a battle; terrain where there is none of these
    J12     who stands there: twelve counters of one side; 4*7 where several have counters; terrain where nobody is

The third letter is mostly blank and keeps the columns apart. A map too wide for the page is shown theatre by theatre;
one without theatres in strips of columns. Points are listed, and so is a theatre that would not fit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from witp_pbem.report.layout import WIDTH, in_key_order, plain, wrap
from witp_pbem.report.layout import columns as table
from witp_pbem.table.chart import Chart, EdgeKind, Ground, Spot, Theatre
from witp_pbem.table.language import bracketed, listing, say

WIDE, HIGH = 3, 2  # letters and lines a hex takes
_MANY = "+"        # in place of a number there is no room for


def lines(chart: Chart, columns: int = WIDTH) -> list[str]:
    """The map with its legend, no line wider than `columns`."""
    return [*_map(chart, columns), "", *_legend(chart, columns)]


def letters(chart: Chart) -> dict[str, str]:
    """A capital letter for each side: the first of its code, or a digit where two sides would share it."""
    first = [code[:1].upper() for code, _ in chart.sides]
    clear = len(set(first)) == len(first) and all(letter.isascii() and letter.isalpha() for letter in first)
    return {code: first[place] if clear else str(place + 1) for place, (code, _) in enumerate(chart.sides)}


def has_control(chart: Chart) -> bool:
    """Whether any place is held by anybody. In some games none ever is, and the map does not speak of it."""
    return any(spot.control for spot in chart.sheet.spots)


def _map(chart: Chart, columns: int) -> Iterator[str]:
    index = _ChartIndex(chart)
    if chart.sheet.board.shape == "points":
        yield from _list(index, chart.sheet.spots, columns)
        return
    whole = _grid(index, chart.sheet.spots)
    if _fits(whole, columns):
        yield from whole
        return
    spots = {spot.place: spot for spot in chart.sheet.spots}
    for number, theatre in enumerate(chart.sheet.theatres or _strips(chart, columns)):
        part = [spots[place] for place in theatre.places if place in spots]
        grid = _grid(index, part)
        yield from ([""] if number else [])
        yield from wrap(theatre.name, columns)
        yield from grid if _fits(grid, columns) else _list(index, list(filter(index.has_news, part)), columns)


def _fits(drawn: Sequence[str], columns: int) -> bool:
    return max(map(len, drawn)) <= columns


def _strips(chart: Chart, columns: int) -> list[Theatre]:
    """A map of hexes in strips of columns, all about as wide."""
    board = chart.sheet.board
    every = sorted({board.xy(spot.place)[0] for spot in chart.sheet.spots})
    room = max(1, (columns - len(str(max(every))) - 4) // WIDE)
    count = -(-(every[-1] - every[0] + 1) // room)
    wide = -(-(every[-1] - every[0] + 1) // count)
    strips = []
    for left in range(every[0], every[-1] + 1, wide):
        right = min(left + wide - 1, every[-1])
        places = tuple(spot.place for spot in chart.sheet.spots if left <= board.xy(spot.place)[0] <= right)
        strips.append(Theatre(say("Columns {first} to {last}", first=left, last=right), places))
    return strips


# -- hexes ------------------------------------------------------------------------------------------------------


def _grid(index: _ChartIndex, spots: Sequence[Spot]) -> list[str]:
    """Hexes as they lie, with the numbers of their columns above and of their rows beside them."""
    steps = [index.board.xy(spot.place) for spot in spots]
    left, right = min(x for x, _ in steps), max(x for x, _ in steps)
    top, bottom = min(y for _, y in steps) // 2, max(y for _, y in steps) // 2
    margin = max(2, len(str(top)), len(str(bottom))) + 1
    canvas = [[" "] * ((right - left + 1) * WIDE) for _ in range((bottom - top + 1) * HIGH + 1)]
    for spot, (x, y) in zip(spots, steps, strict=True):
        for offset, line in enumerate(index.hex(spot)):
            canvas[y - 2 * top + offset][(x - left) * WIDE:(x - left + 1) * WIDE] = line
    labels = [f"{row:02d}" if half == 0 else "" for row in range(top, bottom + 1) for half in range(HIGH)]
    drawn = [label.ljust(margin) + "".join(line) for label, line in zip([*labels, ""], canvas, strict=True)]
    while not drawn[-1].strip():
        del drawn[-1]
    header = " " * margin + "".join(f"{column:02d}"[-2:].ljust(WIDE) for column in range(left, right + 1))
    return [line.rstrip() for line in (header, *drawn)]


class _ChartIndex:
    """The content of a chart, looked up by the ids of places."""

    def __init__(self, chart: Chart) -> None:
        self.board = chart.sheet.board
        self.names = dict(chart.sides)
        self.sides = letters(chart)
        self.has_control = has_control(chart)
        self.ways = {frozenset((edge.first, edge.second)): edge for edge in chart.sheet.edges}
        self.labels = {spot.place: spot.place if spot.shows_id else spot.called for spot in chart.sheet.spots}
        self.letters: dict[str, str] = {}
        for marker in chart.markers:
            self.letters.setdefault(marker.place, marker.mark.letter)
        self.battles = _fought(chart)
        self.counters: dict[str, dict[str, int]] = defaultdict(dict)
        for stack in chart.stacks:
            here = self.counters[stack.place]
            here[stack.side] = here.get(stack.side, 0) + stack.size

    def hex(self, spot: Spot) -> tuple[str, str]:
        """The two lines of a hex."""
        ground = f"{plain(spot.ground.letters)[:2]:2}"
        control = self.sides.get(spot.control, "").lower() or ground[0]
        sign = self.signs(spot)[:1] or ground[1]
        battle = "*" if spot.place in self.battles else " "
        below = "  " if ground[0] == " " else ground
        return control + sign + battle, self._forces(self.counters.get(spot.place, {})) or below.ljust(WIDE)

    def signs(self, spot: Spot) -> str:
        """The letters of what lies in a place and is printed there."""
        return self.letters.get(spot.place, "") + "".join(mark.letter for mark in spot.marks)

    def forces(self, spot: Spot) -> str:
        """Who stands in a place, in one line: "J12 A3"."""
        here = self.counters.get(spot.place, {})
        return " ".join(f"{letter}{here[side]}" for side, letter in self.sides.items() if side in here)

    def has_news(self, spot: Spot) -> bool:
        """Whether there is more to tell of a place than its ground."""
        return bool(spot.name or spot.control or self.signs(spot) or spot.place in self.battles
                    or spot.place in self.counters)

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


# -- lists ------------------------------------------------------------------------------------------------------


def _list(index: _ChartIndex, spots: Sequence[Spot], columns: int) -> list[str]:
    """Places one below the other: who holds them and stands there, and where ways lead from points."""
    has_ways = index.board.shape == "points"
    head = [say("Place"), *([say("Held by")] if index.has_control else []), say("Counters"),
            *([say("Ways to")] if has_ways else [])]
    rows = []
    for spot in spots:
        signs = index.signs(spot) + ("*" if spot.place in index.battles else "")
        name = spot.called + (f" {signs}" if signs else "")
        rows.append([name, *([index.names.get(spot.control, spot.control)] if index.has_control else []),
                     index.forces(spot), *([_ways(index, spot.place)] if has_ways else [])])
    return table(head, rows, total=columns)


def _ways(index: _ChartIndex, place: str) -> str:
    """The neighbours of a point, with the length of the way to each where it is longer than 1 and the letter of its
    kind."""
    def way(other: str) -> str:
        edge = index.ways.get(frozenset((place, other)))
        remark = f"{edge.length if edge.length > 1 else ''}{edge.kind.letter}" if edge else ""
        return bracketed(index.labels[other], remark) if remark else index.labels[other]

    return listing(map(way, index.board.neighbours(place)))


# -- the legend -------------------------------------------------------------------------------------------------


def _legend(chart: Chart, columns: int) -> Iterator[str]:
    marks = letters(chart)
    has_hexes = chart.sheet.board.shape == "hexes"
    signs = [(f"{marks[code]}12", say("{side}: 12 counters", side=name)) for code, name in chart.sides]
    if has_hexes and has_control(chart):
        signs += [(marks[code].lower(), say("{side}: control", side=name)) for code, name in chart.sides]
    if has_hexes and len(chart.sides) > 1:
        signs.append(("4*7", say("counters of both: {sides}", sides=listing(name for _, name in chart.sides))
                      if len(chart.sides) == 2 else say("counters of two sides")))
    there = [*(marker.mark for marker in chart.markers), *(mark for spot in chart.sheet.spots for mark in spot.marks)]
    signs += [(mark.letter, mark.name) for mark in dict.fromkeys(there) if mark.letter]
    if not has_hexes:
        kinds = in_key_order(chart.sheet, (edge.kind for edge in chart.sheet.edges if edge.kind.letter))
        signs += [(f"({kind.letter})", kind.name) for kind in kinds if isinstance(kind, EdgeKind)]
    if has_hexes:
        grounds = (spot.ground for spot in chart.sheet.spots if spot.ground.name and spot.ground.letters.strip())
        signs += [(kind.letters.strip()[0], kind.name) for kind in in_key_order(chart.sheet, grounds)
                  if isinstance(kind, Ground)]
    half = (len(signs) + 1) // 2
    blank = [("", "")] * (half * 2 - len(signs))
    yield from table((), [left + right for left, right in zip(signs[:half], [*signs[half:], *blank], strict=True)],
                     total=columns)
    if battles := _battles(chart):
        yield from wrap(say("battles: {places}", places=listing(battles)), columns, first="*    ", rest="     ")
    if chart.sheet.remark:
        yield from wrap(chart.sheet.remark, columns, first="! ", rest="  ")


def _battles(chart: Chart) -> list[str]:
    """The places in which a battle was fought or goes on, by name."""
    called = {spot.place: spot.called for spot in chart.sheet.spots}
    return [called.get(place, place) for place in sorted(_fought(chart))]


def _fought(chart: Chart) -> Collection[str]:
    """The places in which a battle was fought or goes on."""
    return {clash.place for clash in chart.clashes} | set(chart.continuing)
