"""Colours and symbols. Every colour is a class, so that a page may repaint the map; every symbol is clear without it.

The colours of the first two sides stay apart for people who see no red or no green, and all sides differ in form
besides: the first one is solid, the second one double, as everywhere in the reports; each has a sign of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Literal, cast

from witp_pbem.report.layout import plain
from witp_pbem.table.chart import LineLooks, Silhouette
from witp_pbem.table.language import JAPANESE, language

Theme = Literal["light", "dark", "auto"]

_LATIN = 'Arial,"Liberation Sans","Helvetica Neue",Helvetica,"Noto Sans"'
_JAPANESE = '"Hiragino Sans","Yu Gothic",Meiryo,"Noto Sans CJK JP","Noto Sans JP"'
FONTS = f"{_LATIN},{_JAPANESE},sans-serif"


def fonts() -> str:
    """The fonts for the language spoken. Japanese ones come first where most letters are Japanese: what draws PNG
    falls back on any font at all for a letter that the first one has not."""
    return f"{_JAPANESE},{_LATIN},sans-serif" if language() == JAPANESE else FONTS


# Name of a colour -> light, dark.
COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fffefb", "#13171b"), "ink": ("#1c2127", "#ece8df"), "soft": ("#56606a", "#a9b2ba"),
    "sea": ("#c9deea", "#14212a"),
    "shelf": ("#d3e5ee", "#182932"), "shoal": ("#ddecf2", "#1b2f39"),
    "shore": ("#e9f3f5", "#1e323d"), "grid": ("#9ab6c6", "#31444f"),
    "land": ("#f5eedb", "#38362d"), "coast": ("#857a5a", "#8f8666"), "leaf": ("#7f9a55", "#65814b"),
    "peak": ("#8d7650", "#a58d66"), "wall": ("#4a3b22", "#cdb98c"), "way": ("#697985", "#7f929e"),
    "chip": ("#ffffff", "#101920"), "flash": ("#ffd84d", "#755a00"), "edge": ("#7a5c00", "#f0cf6a"),
}
# What grounds are painted with.
GROUNDS: Mapping[str, tuple[str, str]] = {
    "green": ("#dfe7c6", "#2f3b2a"), "brown": ("#e0d2b3", "#473f33"), "sand": ("#f7e9bd", "#454029"),
    "grey": ("#dddddb", "#3b3f43"), "white": ("#ffffff", "#454a50"), "blue": ("#bfd6e4", "#1d3140"),
    "violet": ("#e4dcec", "#3a3344"),
}
# The sides, first of all nobody.
SIDES: tuple[tuple[str, str], ...] = (
    ("#56606a", "#a9b2ba"), ("#a8370f", "#f2946f"), ("#14568f", "#86bbf0"), ("#6a2a86", "#cf9fee"),
    ("#1d6a3f", "#7fcf9a"), ("#343434", "#dddddd"), ("#7d5a00", "#e6c15a"))
SOLID = (1, 3, 6)  # the sides whose counters are solid; the others' are white

# Class -> what it is painted with; words in braces are colours.
_CLASSES: Mapping[str, str] = {
    "m-paper": "fill:{paper}", "m-sea": "fill:{sea}", "m-land": "fill:{land}", "m-pool": "fill:{shore}",
    "m-shore": "fill:none;stroke:{shore};stroke-width:13;stroke-linejoin:round",
    "m-shoal": "fill:none;stroke:{shoal};stroke-width:28;stroke-linejoin:round",
    "m-shelf": "fill:none;stroke:{shelf};stroke-width:48;stroke-linejoin:round",
    "m-plate": "fill:{paper};stroke:{coast};stroke-width:1.2",
    "m-coast": "fill:none;stroke:{coast};stroke-width:2.4;stroke-linejoin:round",
    "m-leaf": "fill:none;stroke:{leaf};stroke-width:.9;stroke-linecap:round",
    "m-peak": "fill:none;stroke:{peak};stroke-width:1.1;stroke-linejoin:round",
    "m-grid": "fill:none;stroke:{grid};stroke-width:.8", "m-hit": "fill:#000;fill-opacity:0",
    "m-wall": "fill:none;stroke:{wall};stroke-width:2.6;stroke-linecap:round",
    "m-way": "fill:none;stroke:{way};stroke-linecap:round", "m-stop": "fill:{way}",
    "m-river": "fill:none;stroke:{way};stroke-width:3.4;stroke-linecap:round;stroke-opacity:.6",
    "m-ink": "fill:{ink}", "m-soft": "fill:{soft}",
    "m-far": "fill:{soft};font-size:7.8px", "m-near": "fill:{soft};font-size:11.4px",
    "m-glyph": "fill:{ink}", "m-pen": "fill:none;stroke:{ink};stroke-width:1.3;stroke-linecap:round",
    "m-knock": "fill:none;stroke:{paper};stroke-width:1.2;stroke-linecap:round",
    "m-burst": "fill:{flash};fill-opacity:.75;stroke:{edge};stroke-width:1.2;stroke-linejoin:round",
    "m-disc": "fill:{paper};stroke-width:1.4", "m-case": "fill:none;stroke:{paper};stroke-linejoin:round",
    "m-chip": "fill:{chip}", "m-bold": "font-weight:700", "m-mid": "text-anchor:middle",
    "m-name": "fill:{ink};paint-order:stroke;stroke:{shore};stroke-width:2.4;stroke-opacity:.75;stroke-linejoin:round",
    "m-water": "font-style:italic",
}
# The same for each side: `{side}` is its colour.
_SIDED: Mapping[str, str] = {
    "m-f": "fill:{side}", "m-s": "fill:none;stroke:{side};stroke-linejoin:round", "m-d": "stroke:{side}",
    "m-tint": "fill:{side};fill-opacity:.14", "m-rim": "stroke:{side};stroke-width:.8",
}

# The sign of each side, first of all nobody's: square, disc, star, triangle, diamond, cross, ring.
SHAPES: tuple[str, ...] = (
    "M-3-3H3V3H-3Z", "M-3.9 0A3.9 3.9 0 1 1 3.9 0 3.9 3.9 0 1 1-3.9 0Z",
    "M0-5 1.2-1.6 4.8-1.5 1.9.6 2.9 4 0 2-2.9 4-1.9.6-4.8-1.5-1.2-1.6Z", "M0-4.4 4.4 3.4H-4.4Z",
    "M0-4.8 4.1 0 0 4.8-4.1 0Z", "M-1.4-4.2H1.4V-1.4H4.2V1.4H1.4V4.2H-1.4V1.4H-4.2V-1.4H-1.4Z",
    "M-4.2 0A4.2 4.2 0 1 1 4.2 0 4.2 4.2 0 1 1-4.2 0ZM-2 0A2 2 0 1 0 2 0 2 2 0 1 0-2 0Z")
_FLAG = ('<path class="m-paper" d="M-5.4-5.8H6.6V3.2H-5.4Z"/>'
         '<path class="m-pen" stroke-width="1" d="M-5.4 7V-5.8H6.6V3.2H-5.4"/>')
_DISC = '<circle class="m-disc m-d0" r="6.8"/>'


def _drawn(d: str) -> str:
    return f'<path class="m-glyph" d="{d}"/>'


def _penned(d: str) -> str:
    return f'<path class="m-pen" d="{d}"/>'


# Signs by name: those a game may ask for (`table.chart.Glyph`), and a few of our own.
GLYPHS: Mapping[str, str] = {
    "anchor": _penned("M0-2.4V4.4M-2.4-.9H2.4M-4.4 1.2C-4.2 3.6-2 4.5 0 4.5S4.2 3.6 4.4 1.2")
    + '<circle class="m-pen" cy="-3.8" r="1.4"/>',
    "plane": _drawn("M0-5 .9-3.8V-1L5 1.4V2.7L.9 1.5V3.6L2.3 4.6V5.5L0 4.9-2.3 5.5V4.6L-.9 3.6V1.5L-5 2.7V1.4L-.9-1"
                    "V-3.8Z"),
    "factory": _drawn("M-5.2 4.6V-.9L-2.2 1V-.9L.8 1V-.9L2.2 0V-4.8H4.8V4.6Z"),
    "drop": _drawn("M0-5.2C2.4-2 3.7-.2 3.7 1.5A3.7 3.7 0 0 1-3.7 1.5C-3.7-.2-2.4-2 0-5.2Z")
    + '<path class="m-knock" d="M-1.6 1.6A1.7 1.7 0 0 0 0 3.2"/>',
    "crown": _drawn("M-5.2 3.9 -5.6-2.9-2.5-.4 0-4.6 2.5-.4 5.6-2.9 5.2 3.9Z"),
    "city": _drawn("M-5.2 4.6V-1H-2.4V-4.8H1.2V-2.4H4.8V4.6H1.6V1.6H-.4V4.6Z"),
    "fort": _drawn("M-5 4.6V-4.4H-3V-2.6H-1V-4.4H1V-2.6H3V-4.4H5V4.6H1.4V1.4H-1.4V4.6Z"),
    "star": _drawn(SHAPES[2]), "diamond": _penned(SHAPES[4]), "triangle": _penned(SHAPES[3]),
    "ring": _penned(SHAPES[1]), "cross": _penned("M-3.8-3.8 3.8 3.8M3.8-3.8-3.8 3.8"),
    "base": _penned("M-2.6 0H2.6M0-2.6V2.6"),
    "swords": _DISC + _penned("M-3.6-3.8 2.8 2.8M3.6-3.8-2.8 2.8M-3.8 1.2-1.2 3.8M3.8 1.2 1.2 3.8"),
    "peaks": '<path class="m-peak" d="M-20 4-12-9-4 4M-12-9-10-2M0-8 8-21 17-7M8-21 10-14M1 17 9 4 18 18M9 4 11 11'
             'M-22 22-16 12-9 22M-16 12-14.5 17"/>',
}
# What is drawn on counters, in a box of 13 by 8 round (0, 0), in the colour of whoever uses it.
SILHOUETTES: Mapping[Silhouette, str] = {
    "carrier": "M-6.8-.8H6.8L5.6 2.9H-5.4ZM.8-1.2V-3H1.7V-4H2.5V-3H3.8V-1.2Z",
    "ship": "M-6.8.9H6.8L5.3 3.3H-5.4ZM-2.6.6V-1H-1.3V-2.8H-.3V-4.2H.4V-2.8H1.2V-1H2.6V.6ZM-3 .5H-5V-.2L-6.4-.9-6.2-1.3"
            "-4.4-.7H-3ZM3 .5H5V-.2L6.4-.9 6.2-1.3 4.4-.7H3Z",
    "submarine": "M-6.8 1.2C-5.4-.1-3.6-.2-1.6-.2L-1.2-2.4H-.1V-4H.4V-2.4H1.4L1.7-.2C4-.2 5.6.2 6.8 1.2 5.2 2.9-5.2 2.9"
                 "-6.8 1.2Z",
    "plane": "M0-4.2C.7-4.2.9-3.2.9-2L6.7-.9V.5L.9.7.6 2.5 2.4 3.3V4.1H-2.4V3.3L-.6 2.5-.9.7-6.7.5V-.9L-.9-2"
             "C-.9-3.2-.7-4.2 0-4.2Z",
    "infantry": "M-3.1-1A3.1 3.1 0 0 1 3.1-1L3.9-.9V-.2H-3.9V-.9ZM-2.2.2H2.2C2.2 1 1.9 1.5 1.4 1.8 4 2 5.2 2.8"
                " 5.5 4H-5.5C-5.2 2.8-4 2-1.4 1.8-1.9 1.5-2.2 1-2.2.2Z",
    "tank": "M-6.6.6H6.6L5 3.6H-5ZM-3.6.2-2.8-2.2H2.2L2.5-1.5H6.8V-.7H2.8L3.2.2Z",
}
# Ground's patterns: the size of a piece and what it holds.
PATTERNS: Mapping[str, tuple[int, int, str]] = {
    "leaves": (16, 14, '<g transform="translate(1 5)"><path class="m-leaf" d="M0 0Q1.5-3 3 0M3 0Q4.5-3 6 0M8 7Q9.5 4 11'
                       ' 7M11 7Q12.5 4 14 7"/></g>'),
    "waves": (16, 12, '<path class="m-river" stroke-width="1" d="M1 4Q3 1 5 4T9 4M9 10Q11 7 13 10T17 10"/>'),
    "dots": (9, 9, '<circle class="m-stop" fill-opacity=".7" cx="2" cy="2" r=".9"/>'
                   '<circle class="m-stop" fill-opacity=".7" cx="6.5" cy="6.5" r=".9"/>'),
    "lines": (8, 8, '<path class="m-way" stroke-width=".8" stroke-opacity=".7" d="M0 4H8"/>'),
}


# How lines from middle to middle are drawn, from below: class, width, dashes.
WAYS: Mapping[LineLooks, tuple[tuple[str, float, str], ...]] = {
    "road": (("m-way", 3.0, ""), ("m-case", 1.4, "")), "rail": (("m-way", 2.6, ""), ("m-case", 1.4, "5 4")),
    "route": (("m-way", 2.4, ""),), "dashed": (("m-way", 1.8, "7 4"),), "dotted": (("m-way", 2.6, ".1 5.5"),)}


RAMPART = 'class="m-way" stroke-width="5" stroke-dasharray=".1 6.5"'  # a row of strong points along a side


def way(line: LineLooks, path: str) -> str:
    """A line from middle to middle."""
    drawn = []
    for style, wide, dashes in WAYS[line]:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        drawn.append(f'<path class="{style}" stroke-width="{wide}"{dashed} d="{path}"/>')
    return "".join(drawn)


def anchor(words: str) -> str:
    """Words as part of an id, a class or a link, the same words always the same and others never: ASCII letters and
    digits stand as they are."""
    return "".join(letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}_" for letter in words)


def symbol(name: str) -> str:
    """A sign by its id without "m-": "anchor", one of a side ("sign-1" its own, "won-1", "taken-1", any other sign
    framed as a marker of that side), or "letters-" and the code of each letter."""
    base, _, side = name.rpartition("-")
    if base == "kind":
        return f'<path d="{SILHOUETTES[cast(Silhouette, side)]}"/>'
    if base in ("", "letters"):
        return GLYPHS.get(name) or _letters(name)
    shape = f'<path class="m-f{side}" d="{SHAPES[int(side)]}"'
    if base == "sign":
        return f"{shape}/>"
    if base == "won":
        return f'{_DISC}{shape} transform="scale(.92)"/>'
    if base == "taken":
        return f'{_FLAG}{shape} transform="translate(.7 -1.2) scale(.76)"/>'
    return _framed(base, int(side))


def _letters(name: str) -> str:
    """One to three letters as a sign."""
    words = "".join(chr(int(code, 16)) for code in name.removeprefix("letters-").split("."))
    size = (9.4, 8.4, 7.6)[min(len(words), 3) - 1]
    return f'<text class="m-ink m-bold m-mid" y="2.8" font-size="{size}">{escape(words)}</text>'


def _framed(base: str, side: int) -> str:
    """A marker of a side: solid as its counters are, or white with its border."""
    box, plus = "M-4.8-4.8H4.8V4.8H-4.8Z", "M-2.6 0H2.6M0-2.6V2.6"
    inner = {2: "M-2.9-2.9H2.9V2.9H-2.9Z", 4: "M-3.9-3.9H3.9V3.9H-3.9Z"}.get(side, "")
    dashes = ' stroke-dasharray="2 1.4"' if side == 5 else ""
    if base == "base" and side in SOLID:
        return f'<path class="m-f{side}" d="{box}"/><path class="m-knock" d="{plus}"/>{_badge(side)}'
    ground = f'<path class="m-chip" d="{box}"/>' if side else ""
    if base == "base":
        lines = f'<path class="m-s{side}"{dashes} d="{box}{inner}{plus}"/>'
        return f"{ground}{lines}{_badge(side)}"
    frame = f'<path class="m-s{side}" stroke-width="{2.2 if side in SOLID else 1}"{dashes} d="{box}{inner}"/>'
    return f'{ground}{frame}<g transform="scale(.62)">{symbol(base)}</g>{_badge(side)}'


def _badge(side: int) -> str:
    """The sign of a side beyond the second at the corner of its marker."""
    shape = f'<path class="m-f{side}" transform="translate(5.2 -5.2) scale(.55)" d="{SHAPES[side]}"/>'
    return shape if side > 2 else ""


def sign(glyph: str) -> str:
    """The id, without "m-", of a sign a game asks for: a `Glyph`, or letters."""
    return glyph if glyph in GLYPHS else "letters-" + ".".join(f"{ord(letter):x}" for letter in plain(glyph)[:3] or "?")


def style(theme: Theme, sides: int) -> str:
    """The style sheet for so many sides. In "auto" the map follows what the reader's screen prefers; on paper it is
    light."""
    light = _rules(0, sides)
    if theme == "light":
        return light
    if theme == "dark":
        return _rules(1, sides)
    return f"{light}@media screen and (prefers-color-scheme:dark){{{_rules(1, sides)}}}"


def _rules(which: int, sides: int) -> str:
    shades = {name: shade[which] for name, shade in COLOURS.items()}
    rules = {name: painted.format(**shades) for name, painted in _CLASSES.items()}
    rules |= {f"m-g-{name}": f"fill:{shade[which]}" for name, shade in GROUNDS.items()}
    for number, side in enumerate(SIDES[:sides + 1]):
        rules |= {f"{name}{number}": painted.format(side=side[which]) for name, painted in _SIDED.items()}
    return "".join(f".{name}{{{painted}}}" for name, painted in rules.items())


def definitions(drawn: str, prefix: str, extra: Mapping[str, str]) -> str:
    """The symbols that some drawing uses, and those that these use. `extra` are definitions made for it, by id."""
    chosen: dict[str, str] = {}
    todo = drawn
    while todo:
        named = dict.fromkeys(re.findall(rf'(?:href="|url\()#{re.escape(prefix)}(m-[\w.-]+)', todo))
        fresh = {name: extra[name] if name in extra else f'<g id="{prefix}{name}">{symbol(name[2:])}</g>'
                 for name in named if name not in chosen}
        chosen |= fresh
        todo = "".join(fresh.values())
    return "".join(chosen.values())
