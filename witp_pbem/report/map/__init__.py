"""The map as SVG, drawn from a chart (witp_pbem/table/chart.py) and from nothing else, and as PNG.

The picture is data, not art: a coast grown from the hexes' terrain, symbols for what is printed in them, counters
for what stands on them, arrows for what moved. It knows no game.
"""

from witp_pbem.report.map.drawing import OVERLAYS, draw, keys, signs
from witp_pbem.report.map.raster import png

__all__ = ["OVERLAYS", "draw", "keys", "png", "signs"]
