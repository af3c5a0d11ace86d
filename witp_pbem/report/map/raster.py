"""The map as a picture in points, for mail and forums: in 256 colours, which take a third of the room of all.

Its letters come with the program (`fonts/`), so that it looks alike everywhere, also where there are no fonts at all.
Where the names of an owner's own data have further letters, the fonts of the machine are used besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from html import escape, unescape
from io import BytesIO
from math import ceil, dist
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOURS = 256
_FLAT = 48  # colours kept just as they are: those of areas and lines, not of the edges of letters
_THIN = 3  # of so many rows and columns of points one says enough about the colours of a picture
_APART = 10.5  # of colours nearer to each other than this one is kept: Pillow would take one for the other

_FONTS = Path(__file__).parent / "fonts"
_FAMILY = "Noto Sans CJK JP"
_NO_LETTER = "\ufdd0"  # what no font has

Colour = tuple[int, int, int]


@lru_cache(maxsize=4)
def png(svg: str, width: int, background: str = "#ffffff") -> bytes:
    """An SVG as PNG, `width` points wide. (Reports of one sitting in one language have the same map, and drawing it
    takes longest.)"""
    from PIL import Image

    drawn = _drawn(svg, width, background, system=bool(_foreign(svg)))
    with Image.open(BytesIO(drawn)) as opened:
        full = opened.convert("RGB")
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _palette(full) for part in colour])
    file = BytesIO()
    full.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def lacking(svg: str) -> str:
    """The letters of an SVG that no font here has, in order; a picture shows an empty box in place of each."""
    return "".join(letter for letter in _foreign(svg) if _letter(letter) == _letter(_NO_LETTER))


def _drawn(svg: str, width: int, background: str, *, system: bool) -> bytes:
    """An SVG drawn in all colours, with the fonts of this machine too where `system` says so."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(
        svg_string=svg, width=width, background=background, skip_system_fonts=not system, font_family=_FAMILY,
        sans_serif_family=_FAMILY, font_files=[str(file) for file in sorted(_FONTS.glob("*.otf"))]))


def _foreign(svg: str) -> list[str]:
    """The letters of an SVG that the program's own fonts have not, in order."""
    written = "".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))
    return sorted(set(unescape(written)) - _own())


@cache
def _own() -> frozenset[str]:
    """The letters of the program's own fonts."""
    return frozenset((_FONTS / "letters.txt").read_text(encoding="utf-8"))


@cache
def _letter(letter: str) -> bytes:
    """One letter drawn with all the fonts there are."""
    return _drawn('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
                  f'<text y="20" font-size="20">{escape(letter)}</text></svg>', 24, "#ffffff", system=True)


def _palette(picture: Image) -> list[Colour]:
    """The commonest colours of a picture as they are, then those that cover all others best."""
    from PIL.Image import Quantize, Resampling

    some = picture.resize((ceil(picture.width / _THIN), ceil(picture.height / _THIN)), Resampling.NEAREST)
    counted = sorted((-count, cast(Colour, colour))
                     for count, colour in some.getcolors(some.width * some.height) or ())
    common = [colour for _, colour in counted]
    covering = some.quantize(_COLOURS, method=Quantize.MAXCOVERAGE).getpalette() or []
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
