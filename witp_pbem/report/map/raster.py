"""The map as a picture in points, for mail and forums: in 256 colours, which take a third of the room of all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import dist
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOURS = 256
_FLAT = 48  # colours kept just as they are: those of areas and lines, not of the edges of letters
_APART = 8.0  # of colours nearer to each other than this one is kept: Pillow would take one for the other

Colour = tuple[int, int, int]


@lru_cache(maxsize=4)
def png(svg: str, width: int, background: str = "#ffffff") -> bytes:
    """An SVG as PNG, `width` points wide. Letters are drawn with the fonts of this machine. (Reports of one sitting in
    one language have the same map, and drawing it takes longest.)"""
    import resvg_py
    from PIL import Image

    drawn = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, background=background))
    with Image.open(BytesIO(drawn)) as opened:
        full = opened.convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(full) for part in colour])
    file = BytesIO()
    full.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _palette(picture: Image) -> list[Colour]:
    """The commonest colours of a picture as they are, then those that cover all others best."""
    from PIL.Image import Quantize

    counted = sorted((-count, cast(Colour, colour))
                     for count, colour in picture.getcolors(picture.width * picture.height) or ())
    common = [colour for _, colour in counted]
    covering = picture.quantize(_COLOURS, method=Quantize.MAXCOVERAGE).getpalette() or []
    chosen = _apart([], common, _FLAT)
    return _apart(chosen, zip(*[iter(covering)] * 3, strict=True), _COLOURS)


def _apart(chosen: list[Colour], colours: Iterable[Colour], most: int) -> list[Colour]:
    """Colours chosen already and further ones, none of them near another, at most so many."""
    apart = list(chosen)
    for colour in colours:
        if len(apart) == most:
            break
        if all(dist(colour, other) >= _APART for other in apart):
            apart.append(colour)
    return apart
