"""Statistics as pictures: SVG by Altair (Vega-Lite) and vl-convert, which draws without a browser or a network.

Vega-Lite is a description, not a program: what a picture shows can be read here, and the same description could be
shown in a page that answers to the mouse. vl-convert is one wheel and needs nothing beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from witp_pbem.archive.statistics.told import MEASURES, TITLES
from witp_pbem.campaign.record.refusal import USAGE, Refusal
from witp_pbem.table.language import say

WIDTH, HEIGHT = 640, 320
FONT = "system-ui, sans-serif"
WHOLE = {"tickMinStep": 1}  # an axis of things that are counted


class NoPicture(Refusal):
    """There is nothing to be drawn of this."""

    exit_code = USAGE


def drawn(what: str, figures: Sequence[Any]) -> str:
    """One of the statistics as SVG.

    Raises:
        NoPicture: it is a table and nothing else, or there is nothing to count.
    """
    if what not in _CHARTS:
        raise NoPicture(say("Of this there is a table alone. There are pictures of {list}.", list=", ".join(_CHARTS)))
    if not figures:
        raise NoPicture(say("Nothing to count."))
    import vl_convert

    chart = _CHARTS[what](figures)
    spec = {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "title": TITLES[what], "background": None,
            "config": {"font": FONT, "view": {"stroke": None}, "axis": {"labelLimit": 0}}, **chart}
    return str(vl_convert.vegalite_to_svg(spec, vl_version="5.20"))


def _results(figures: Sequence[Any]) -> dict[str, Any]:
    rows = [{"scenario": f"{one.game} {one.scenario}", "winner": winner or say("nobody"), "campaigns": count}
            for one in figures for winner, count in (*one.won.items(), ("", one.draws)) if count]
    return {"data": {"values": rows}, "mark": "bar", "width": WIDTH, "encoding": {
        "y": {"field": "scenario", "type": "nominal", "title": None},
        "x": {"field": "campaigns", "type": "quantitative", "title": say("Campaigns"), "axis": WHOLE},
        "color": {"field": "winner", "type": "nominal", "title": say("Won by")}}}


def _course(figures: Sequence[Any]) -> dict[str, Any]:
    rows = [{**one._asdict(), "measure": MEASURES.get(one.measure, one.measure)} for one in figures]
    shared = {"x": {"field": "turn", "type": "ordinal", "title": say("Turn")},
              "color": {"field": "side", "type": "nominal", "title": say("Side")}}
    return {"data": {"values": rows}, "facet": {"row": {"field": "measure", "title": None},
                                                "column": {"field": "game", "title": None}},
            "resolve": {"scale": {"x": "independent", "y": "independent"}},
            "spec": {"width": WIDTH // 2, "height": HEIGHT // 2, "layer": [
                {"mark": {"type": "area", "opacity": 0.2}, "encoding": {
                    **shared, "y": {"field": "lower", "type": "quantitative", "title": None},
                    "y2": {"field": "upper"}}},
                {"mark": "line", "encoding": {
                    **shared, "y": {"field": "median", "type": "quantitative", "title": None}}}]}}


def _battles(figures: Sequence[Any]) -> dict[str, Any]:
    most = 15
    rows = [one._asdict() for game in dict.fromkeys(one.game for one in figures)
            for one in [place for place in figures if place.game == game][:most]]
    return {"data": {"values": rows}, "mark": "bar", "width": WIDTH, "encoding": {
        "y": {"field": "place", "type": "nominal", "sort": "-x", "title": None},
        "x": {"field": "battles", "type": "quantitative", "title": say("Battles"), "axis": WHOLE},
        "row": {"field": "game", "title": None}}, "resolve": {"scale": {"y": "independent"}}}


def _dice(figures: Sequence[Any]) -> dict[str, Any]:
    rows = [{"die": f"{one.game} {one.sides}", "face": face, "share": times / one.throws * one.sides}
            for one in figures for face, times in one.faces.items()]
    return {"data": {"values": rows}, "width": WIDTH, "height": HEIGHT, "mark": {"type": "line", "point": True},
            "encoding": {"x": {"field": "face", "type": "ordinal", "title": say("Face")},
                         "y": {"field": "share", "type": "quantitative", "title": say("As often as expected"),
                               "scale": {"zero": False}},
                         "color": {"field": "die", "type": "nominal", "title": say("Die")}}}


_CHARTS: Mapping[str, Callable[[Sequence[Any]], dict[str, Any]]] = {
    "results": _results, "course": _course, "battles": _battles, "dice": _dice}
