"""The map as SVG, drawn from a chart (witp_pbem/table/chart.py) and from nothing else, and as PNG.

The picture is data, not art: a coast grown from the hexes' ground or points with their routes, signs for what is
printed in them, counters for what stands on them, arrows for what moved. It knows no game and no kind of map but these
two.
"""

from witp_pbem.report.map.drawing import MOVES, draw, eventful, keys, overlays, signs, width
from witp_pbem.report.map.raster import lacking, png
from witp_pbem.report.map.small import small

__all__ = ["MOVES", "draw", "eventful", "keys", "lacking", "overlays", "png", "signs", "small", "width"]
