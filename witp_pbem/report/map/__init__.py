"""The map as SVG, drawn from a chart (witp_pbem/table/chart.py), and as PNG."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from math import sqrt

from witp_pbem.report.layout import plain
from witp_pbem.report.map.png import png
from witp_pbem.table.chart import Chart
from witp_pbem.table.hexgrid import distance

__all__ = ["draw", "png"]


def draw(chart: Chart, *, around: str = "", radius: int = 0, overlays: Collection[str] = ("moves",),
         links: bool = False, prefix: str = "", theme: str = "light") -> str:
    """The map as one SVG, to be put into a page or a file."""
    cells = [cell for cell in chart.sheet.cells
             if not around or distance(cell.number, around, chart.sheet.lower) <= radius]
    size = 34.0
    parts = []
    for cell in cells:
        x = cell.column * 1.5 * size
        y = (cell.row + ((cell.column % 2 == 0) == (chart.sheet.lower == "even")) / 2) * sqrt(3) * size
        fill = {"sea": "#dde8ee", "land": "#efe7d0", "mountain": "#d5c5a5", "shallows": "#e6ead9"}[cell.terrain]
        here = " ".join(f"{s.sign}{s.size}" for s in chart.stacks if s.hex == cell.number)
        text = (f'<g id="{prefix}m-{cell.number}"><title>{escape(plain(cell.name or cell.number))}</title>'
                f'<path d="M{x - 34:.0f} {y:.0f}l17-29h34l17 29-17 29h-34z" fill="{fill}" stroke="#bbb"/>'
                f'<text x="{x:.0f}" y="{y - 10:.0f}" font-size="9" text-anchor="middle">{escape(plain(cell.name))}</text>'
                f'<text x="{x:.0f}" y="{y + 8:.0f}" font-size="10" text-anchor="middle">{escape(here)}</text></g>')
        parts.append(f'<a href="#hex-{cell.number}">{text}</a>' if links else text)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1030 850" width="1030" height="850" '
            f'font-family="sans-serif" role="img"><title>{escape(plain(chart.title))}</title>{"".join(parts)}</svg>')
