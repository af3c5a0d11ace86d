"""Statistics as pictures: SVG by Altair (Vega-Lite) and vl-convert, which draws without a browser or a network.

Vega-Lite is a description, not a program: what a picture shows can be read in charts.py, and the same description could
be shown in a page that answers to the mouse. vl-convert is one wheel and needs nothing beside it. The battles of one
game are drawn on its map, by the report room.

Pictures are drawn in the light colours of the reports; a style in them has the dark ones ready for whose screen prefers
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from witp_pbem.archive import battle_map, charts, naming
from witp_pbem.archive.statistics.presentation import TITLES, by_game
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.report.map import looks
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

PAINTED = ("paper", "ink", "soft", "grid")  # the colours of the maps that are used here, besides those of the sides


class NoPicture(Refusal):
    """There is nothing to be drawn of this."""

    exit_code = USAGE


def drawn(what: str, figures: Sequence[Any]) -> str:
    """One of the statistics as SVG.

    Raises:
        NoPicture: it is a table and nothing else, or there is nothing to count.
    """
    if what not in charts.CHARTS:
        raise NoPicture(say("This can only be shown as a table. There are pictures of {list}.",
                            list=", ".join(charts.CHARTS)))
    known = list(dict.fromkeys(one.game for one in figures)) if what == "battles" else []
    if len(known) == 1 and (picture := battle_map.drawn(known[0], figures)):
        return picture
    described = charts.CHARTS[what](figures) if figures else {}
    if not described:
        raise NoPicture(say("Nothing to count."))
    import vl_convert

    spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "title": TITLES[what], "background": None,
            "config": _config(), **described}
    return _themed(_lettered(str(vl_convert.vegalite_to_svg(spec, vl_version="5.20"))))


class Picture(NamedTuple):
    """A picture: a name for its file, what it shows in words, and the SVG."""

    name: str
    title: str
    svg: str


def pictures(what: str, figures: Sequence[Any]) -> Iterator[Picture]:
    """All there is to be drawn of a statistic: of battles the map of every game, of the course every game by itself."""
    parts = {(what, TITLES[what]): figures}
    if what in ("battles", "course"):
        parts = {(f"{what}-{game}", say("{game}: {measure}", game=naming.title(game), measure=TITLES[what])): own
                 for game, own in by_game(figures)}
    for (name, title), part in parts.items():
        with suppress(NoPicture):
            yield Picture(name, title, drawn(what, part))


def _config() -> dict[str, Any]:
    """Letters and lines, in the light colours."""
    light = {name: looks.COLOURS[name][0] for name in PAINTED}
    words = {"labelColor": light["ink"], "titleColor": light["ink"]}
    return {"font": looks.fonts(), "view": {"stroke": None}, "padding": 16, "title": {"color": light["ink"]},
            "range": {"category": [side[0] for side in looks.SIDES[1:]]}, "legend": words,
            "axis": {**words, "labelLimit": 0, "gridColor": light["grid"], "gridOpacity": 0.5,
                     "domainColor": light["soft"], "tickColor": light["soft"]}}


def _lettered(picture: str) -> str:
    """A picture that names its fonts once, and not at each of its words, which makes a quarter of it."""
    named = f' font-family="{escape(looks.fonts())}"'
    return picture.replace(named, "").replace("<svg", f"<svg{named}", 1)


def _themed(picture: str) -> str:
    """A picture that follows what the reader's screen prefers; on paper it is light."""
    pairs = (*(looks.COLOURS[name] for name in PAINTED), *looks.SIDES)
    repainted = "".join(f'[{painted}="{light}"]{{{painted}:{dark}}}' for light, dark in dict.fromkeys(pairs)
                        for painted in ("fill", "stroke") if f'{painted}="{light}"' in picture)
    paper = looks.COLOURS["paper"]
    style = (f"<style>svg{{background:{paper[0]}}}@media screen and (prefers-color-scheme:dark)"
             f"{{svg{{background:{paper[1]}}}{repainted}}}</style>")
    start = picture.index(">", picture.index("<svg")) + 1
    return picture[:start] + style + picture[start:]
