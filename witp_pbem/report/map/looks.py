"""Colours and symbols. Every colour is a class, so that a page may repaint the map; every symbol tells without it.

The colours stay apart for people who see no red or no green, and the sides differ in form besides: the first one is
solid, the second one double, as everywhere in the reports.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from witp_pbem.table.language import language

Theme = Literal["light", "dark", "auto"]

_LATIN = 'Arial,"Liberation Sans","Helvetica Neue",Helvetica,"Noto Sans"'
_JAPANESE = '"Hiragino Sans","Yu Gothic",Meiryo,"Noto Sans CJK JP","Noto Sans JP"'
FONTS = f"{_LATIN},{_JAPANESE},sans-serif"


def fonts() -> str:
    """The fonts for the language spoken. Japanese ones come first where most letters are Japanese: what draws PNG
    falls back on any font at all for a letter that the first one has not."""
    return f"{_JAPANESE},{_LATIN},sans-serif" if language() == "ja" else FONTS


# Name of a colour -> light, dark.
COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fffefb", "#13171b"), "ink": ("#1c2127", "#ece8df"), "soft": ("#56606a", "#a9b2ba"),
    "sea": ("#d6e5ed", "#15232c"), "shore": ("#e9f3f5", "#1e323d"), "grid": ("#a9c0cd", "#31444f"),
    "land": ("#f5eedb", "#38362d"), "coast": ("#857a5a", "#8f8666"),
    "wood": ("#dfe7c6", "#2f3b2a"), "leaf": ("#7f9a55", "#65814b"), "rock": ("#e0d2b3", "#473f33"),
    "peak": ("#8d7650", "#a58d66"), "wall": ("#4a3b22", "#cdb98c"),
    "one": ("#a8370f", "#f2946f"), "two": ("#14568f", "#86bbf0"), "none": ("#56606a", "#a9b2ba"),
    "chip": ("#ffffff", "#101920"), "flash": ("#ffd84d", "#755a00"), "edge": ("#7a5c00", "#f0cf6a"),
}
SIDES = ("one", "two")

# Class -> what it is painted with; words in braces are colours.
_CLASSES: Mapping[str, str] = {
    "m-paper": "fill:{paper}", "m-sea": "fill:{sea}", "m-land": "fill:{land}",
    "m-shore": "fill:none;stroke:{shore};stroke-width:13;stroke-linejoin:round",
    "m-coast": "fill:none;stroke:{coast};stroke-width:2.4;stroke-linejoin:round",
    "m-wood": "fill:{wood}", "m-leaf": "fill:none;stroke:{leaf};stroke-width:.9;stroke-linecap:round",
    "m-rock": "fill:{rock}", "m-peak": "fill:none;stroke:{peak};stroke-width:1.1;stroke-linejoin:round",
    "m-grid": "fill:none;stroke:{grid};stroke-width:.8", "m-hit": "fill:#000;fill-opacity:0",
    "m-wall": "fill:none;stroke:{wall};stroke-width:2.6;stroke-linecap:round",
    "m-ink": "fill:{ink}", "m-soft": "fill:{soft}",
    "m-far": "fill:{soft};font-size:7.6px", "m-near": "fill:{soft};font-size:11.4px",
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
    "m-tint": "fill:{side};fill-opacity:.14",
}

_STAR = ("M0-5 1.2-1.6 4.8-1.5 1.9.6 2.9 4 0 2-2.9 4-1.9.6-4.8-1.5-1.2-1.6Z")
_FLAG = ('<path class="m-paper" d="M-5.4-5.8H6.6V3.2H-5.4Z"/>'
         '<path class="m-pen" stroke-width="1" d="M-5.4 7V-5.8H6.6V3.2H-5.4"/>')
# Symbols by id. Words in braces are classes of a side, "{p}" the prefix of ids.
SYMBOLS: Mapping[str, str] = {
    "port": '<path class="m-pen" d="M0-2.4V4.4M-2.4-.9H2.4M-4.4 1.2C-4.2 3.6-2 4.5 0 4.5S4.2 3.6 4.4 1.2"/>'
            '<circle class="m-pen" cy="-3.8" r="1.4"/>',
    "airfield": '<path class="m-glyph" d="M0-5 .9-3.8V-1L5 1.4V2.7L.9 1.5V3.6L2.3 4.6V5.5L0 4.9-2.3 5.5V4.6L-.9 3.6'
                'V1.5L-5 2.7V1.4L-.9-1V-3.8Z"/>',
    "source": '<path class="m-glyph" d="M-5.2 4.6V-.9L-2.2 1V-.9L.8 1V-.9L2.2 0V-4.8H4.8V4.6Z"/>',
    "resource": '<path class="m-glyph" d="M0-5.2C2.4-2 3.7-.2 3.7 1.5A3.7 3.7 0 0 1-3.7 1.5C-3.7-.2-2.4-2 0-5.2Z"/>'
                '<path class="m-knock" d="M-1.6 1.6A1.7 1.7 0 0 0 0 3.2"/>',
    "victory": '<path class="m-glyph" d="M-5.2 3.9 -5.6-2.9-2.5-.4 0-4.6 2.5-.4 5.6-2.9 5.2 3.9Z"/>',
    "swords": '<circle class="m-disc m-d0" r="6.8"/>'
              '<path class="m-pen" d="M-3.6-3.8 2.8 2.8M3.6-3.8-2.8 2.8M-3.8 1.2-1.2 3.8M3.8 1.2 1.2 3.8"/>',
    "won-1": '<circle class="m-disc m-d0" r="6.8"/><circle class="m-f1" r="3.6"/>',
    "won-2": f'<circle class="m-disc m-d0" r="6.8"/><path class="m-f2" transform="scale(.92)" d="{_STAR}"/>',
    "won-0": '<circle class="m-disc m-d0" r="6.8"/><path class="m-f0" d="M-2.6-2.6H2.6V2.6H-2.6Z"/>',
    "sign-1": '<circle class="m-f1" r="3.9"/>',
    "sign-2": f'<path class="m-f2" d="{_STAR}"/>',
    "sign-0": '<path class="m-f0" d="M-3-3H3V3H-3Z"/>',
    "depot-1": '<path class="m-f1" d="M-4.8-4.8H4.8V4.8H-4.8Z"/><path class="m-knock" d="M-2.6 0H2.6M0-2.6V2.6"/>',
    "depot-2": '<path class="m-chip" d="M-4.8-4.8H4.8V4.8H-4.8Z"/>'
               '<path class="m-s2" d="M-4.8-4.8H4.8V4.8H-4.8ZM-2.9-2.9H2.9V2.9H-2.9ZM-2.9 0H2.9M0-2.9V2.9"/>',
    "depot-0": '<path class="m-s0" d="M-4.8-4.8H4.8V4.8H-4.8ZM-2.6 0H2.6M0-2.6V2.6"/>',
    "taken-1": _FLAG + '<circle class="m-f1" cx=".7" cy="-1.3" r="2.9"/>',
    "taken-2": _FLAG + f'<path class="m-f2" transform="translate(.7 -1.2) scale(.76)" d="{_STAR}"/>',
    "taken-0": _FLAG + '<path class="m-f0" d="M-2-4H3V1.4H-2Z"/>',
    "peaks": '<path class="m-peak" d="M-20 4-12-9-4 4M-12-9-10-2M0-8 8-21 17-7M8-21 10-14M1 17 9 4 18 18M9 4 11 11'
             'M-22 22-16 12-9 22M-16 12-14.5 17"/>',
    "leaves": '<path class="m-leaf" d="M0 0Q1.5-3 3 0M3 0Q4.5-3 6 0M8 7Q9.5 4 11 7M11 7Q12.5 4 14 7"/>',
}


def style(theme: Theme) -> str:
    """The style sheet. In "auto" the map follows what the reader's screen prefers; on paper it is light."""
    light = _rules(0)
    if theme == "light":
        return light
    if theme == "dark":
        return _rules(1)
    return f"{light}@media screen and (prefers-color-scheme:dark){{{_rules(1)}}}"


def _rules(which: int) -> str:
    shades = {name: shade[which] for name, shade in COLOURS.items()}
    rules = {name: painted.format(**shades) for name, painted in _CLASSES.items()}
    for number, side in enumerate(("none", *SIDES)):
        rules |= {f"{name}{number}": painted.format(side=shades[side]) for name, painted in _SIDED.items()}
    return "".join(f".{name}{{{painted}}}" for name, painted in rules.items())


def definitions(drawn: str, prefix: str, extra: Mapping[str, str]) -> str:
    """The symbols that some drawing uses, and those that these use. `extra` are definitions made for it, by id."""
    known = {f"m-{name}": f'<g id="{prefix}m-{name}">{body}</g>' for name, body in SYMBOLS.items()} | dict(extra)
    wanted: list[str] = []
    todo = drawn
    while todo:
        named = dict.fromkeys(re.findall(rf'(?:href="|url\()#{re.escape(prefix)}(m-[\w-]+)', todo))
        fresh = [name for name in named if name in known and name not in wanted]
        wanted += fresh
        todo = "".join(known[name] for name in fresh)
    return "".join(body for name, body in known.items() if name in wanted)
