"""The map as a picture in points, for mail and forums."""

from __future__ import annotations


def png(svg: str, width: int, background: str = "#ffffff") -> bytes:
    """An SVG as PNG, `width` points wide. Letters are drawn with the fonts of this machine."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background=background))
