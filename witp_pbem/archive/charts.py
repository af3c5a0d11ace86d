"""What pictures of statistics show, as descriptions in Vega-Lite, in the words and colours that reports have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from math import sqrt
from typing import Any

from witp_pbem.archive import naming
from witp_pbem.archive.statistics.presentation import MEASURES, MOST, by_game
from witp_pbem.report.map import looks
from witp_pbem.table.chart import LOOKS
from witp_pbem.table.language import say

WIDTH, HEIGHT = 560, 280
BAR = 22  # height of a line of a chart that lists things
FEW = 10  # things that are counted, each of which has its mark on the axis

Spec = dict[str, Any]
Rows = list[dict[str, Any]]


def _stacked(figures: Sequence[Any], chart: Callable[[str, Sequence[Any]], Spec]) -> Spec:
    """A chart a game, one below the other, each with colours of its own; nothing where there is nothing to be seen."""
    there = [(game, chart(game, own)) for game, own in by_game(figures)]
    shown = [{"title": {"text": naming.title(game), "anchor": "start"}, **spec} for game, spec in there if spec]
    return {"vconcat": shown, "spacing": 30, "resolve": {"scale": {"color": "independent"}}} if shown else {}


def _axis(field: str, title: str, **more: Any) -> Spec:
    return {"field": field, "type": "quantitative", "title": title, **more}


def _counted(field: str, title: str, most: int) -> Spec:
    """An axis of things that are counted, up to so many."""
    marks: Spec = {"values": list(range(most + 1))} if most <= FEW else {"tickMinStep": 1}
    return _axis(field, title, axis={"format": "d", **marks})


def _listed(field: str, names: Iterable[str]) -> Spec:
    """An axis of names, from above in the order given."""
    return {"field": field, "type": "nominal", "title": None, "sort": list(dict.fromkeys(names))}


def _sides(game: str, sides: Iterable[str], title: str) -> Spec:
    """Sides by the colours that reports have for them; "" is nobody."""
    order = _in_order(game)
    there = sorted(dict.fromkeys(sides), key=lambda side: (side == "", order.index(side) if side in order else 0, side))
    colours = [looks.SIDES[order.index(side) % LOOKS + 1][0] if side in order else
               looks.SIDES[0 if not side else number % LOOKS + 1][0] for number, side in enumerate(there)]
    return {"field": "side", "type": "nominal", "title": title, "sort": None, "legend": {"symbolOpacity": 1},
            "scale": {"domain": [naming.side(game, side) for side in there], "range": colours}}


@cache
def _in_order(game: str) -> tuple[str, ...]:
    """The sides of a game in the order that gives them their colours, that of its map."""
    known = naming.game_of(game)
    chart = next(naming.openings(known), None) if known else None
    return tuple(code for code, _ in chart.sides) if chart else ()


# -- bars and lines -----------------------------------------------------------------------------------------------


def _results(game: str, figures: Sequence[Any]) -> Spec:
    rows = [(one.scenario, winner, count) for one in figures
            for winner, count in (*one.won.items(), ("", one.draws)) if count]
    values = [{"scenario": naming.scenario(game, scenario), "side": naming.side(game, winner), "campaigns": count}
              for scenario, winner, count in rows]
    return {"data": {"values": values}, "mark": "bar", "width": WIDTH, "height": {"step": BAR}, "encoding": {
        "y": _listed("scenario", (row["scenario"] for row in values)),
        "x": _counted("campaigns", say("Campaigns"), max(sum(one.won.values()) + one.draws for one in figures)),
        "color": _sides(game, (winner for _, winner, _ in rows), say("Won by"))}} if rows else {}


def _course(game: str, figures: Sequence[Any]) -> Spec:
    colour = _sides(game, (one.side for one in figures), say("Side"))
    return {"columns": 2, "concat": [
        _measure(game, MEASURES.get(measure, measure), [one for one in figures if one.measure == measure], colour)
        for measure in dict.fromkeys(one.measure for one in figures)]}


def _measure(game: str, title: str, figures: Sequence[Any], colour: Spec) -> Spec:
    """The median of each side turn by turn, and where half of the campaigns lie."""
    values = [{**one._asdict(), "side": naming.side(game, one.side)} for one in figures]
    shared = {"x": {"field": "turn", "type": "ordinal", "title": say("Turn"), "axis": {"labelAngle": 0}},
              "color": colour}
    return {"title": {"text": title, "fontWeight": "normal"}, "data": {"values": values}, "width": WIDTH // 2,
            "height": HEIGHT // 2, "layer": [
                {"mark": {"type": "area", "opacity": 0.2},
                 "encoding": {**shared, "y": _axis("lower", ""), "y2": {"field": "upper"}}},
                {"mark": {"type": "line", "point": True}, "encoding": {**shared, "y": _axis("median", "")}}]}


def _battles(game: str, figures: Sequence[Any]) -> Spec:
    values = [{"place": say("{place} (own map)", place=one.place) if one.own_map else
               naming.word(game, "place", one.place), "battles": one.battles} for one in figures[:MOST]]
    return {"data": {"values": values}, "mark": {"type": "bar", "color": looks.SIDES[0][0]}, "width": WIDTH,
            "height": {"step": BAR}, "encoding": {
                "y": _listed("place", (row["place"] for row in values)),
                "x": _counted("battles", say("Battles"), max(one.battles for one in figures))}}


def _dice(game: str, figures: Sequence[Any]) -> Spec:
    """Of the dice of which the test says something, those thrown most: how often each face came up, and where that lies
    with fair dice in 19 of 20 cases."""
    tested = [one for one in figures if one.sides and one.chance is not None]
    most = sorted(sorted(tested, key=lambda one: -one.throws)[:LOOKS], key=lambda one: (one.sides, one.manual))
    values = [{"die": say("{sides} sides, typed in", sides=one.sides) if one.manual else
               say("{sides} sides", sides=one.sides), "face": face, "share": times / one.throws * one.sides,
               "low": 1 - spread, "high": 1 + spread}
              for one in most for spread in [2 * sqrt((one.sides - 1) / one.throws)]
              for face, times in one.faces.items()]
    shared = {"x": {"field": "face", "type": "ordinal", "axis": {"labelAngle": 0},
                    "title": say("Face (shaded: where fair dice lie in 19 of 20 cases)")},
              "color": {"field": "die", "type": "nominal", "title": say("Die"), "sort": None,
                        "legend": {"symbolOpacity": 1}}}
    title, scale = say("As often as expected"), {"zero": False}
    return {"data": {"values": values}, "width": WIDTH, "height": HEIGHT // 2, "layer": [
        {"mark": {"type": "area", "opacity": 0.2},
         "encoding": {**shared, "y": _axis("low", title, scale=scale), "y2": {"field": "high"}}},
        {"mark": {"type": "line", "point": True}, "encoding": {**shared, "y": _axis("share", title, scale=scale)}}]
            } if values else {}


# -- points with where the true value lies ------------------------------------------------------------------------


def _intervals(values: Rows, title: str, colour: Spec | None = None, *, share: bool = False,
               zero: bool = False) -> Spec:
    """Points with bars: of each row its name, low, middle and high, and where there are sides, its side.

    Args:
        share: they are shares of a whole.
        zero: the axis has the zero, wherever they lie.
    """
    if not values:
        return {}
    shared = {"y": _listed("name", (row["name"] for row in values)),
              **({"color": colour, "yOffset": {"field": "side", "type": "nominal"}} if colour else {})}
    plain = {} if colour else {"color": looks.SIDES[2][0]}
    axis = {"axis": {"format": "%"}, "scale": {"domain": [0, 1]}} if share else {"scale": {"zero": zero}}
    return {"data": {"values": values}, "width": WIDTH, "height": {"step": BAR / 2 if colour else BAR}, "layer": [
        {"mark": {"type": "rule", "strokeWidth": 2, **plain},
         "encoding": {**shared, "x": _axis("low", title, **axis), "x2": {"field": "high"}}},
        {"mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, **plain},
         "encoding": {**shared, "x": _axis("middle", title, **axis)}}]}


def _players(figures: Sequence[Any]) -> Spec:
    return _intervals([{"name": one.name, "low": one.rating - 2 * one.deviation, "middle": one.rating,
                        "high": one.rating + 2 * one.deviation}
                       for one in [one for one in figures if one.rating is not None][:MOST]], say("Rating"))


def _cards(game: str, figures: Sequence[Any]) -> Spec:
    rows = [(one.card, side, share) for one in figures[:MOST] for side, share in one.won.items()]
    return _intervals([{"name": naming.word(game, "card", card), "side": naming.side(game, side), "low": low,
                        "middle": middle, "high": high} for card, side, (middle, low, high) in rows],
                      say("Share of campaigns won"), _sides(game, (side for _, side, _ in rows), say("Won by")),
                      share=True)


def _luck(game: str, figures: Sequence[Any]) -> Spec:
    rows = [one for one in figures if one.side and one.median is not None]
    return _intervals([{"name": naming.word(game, "luck", one.code), "side": naming.side(game, one.side),
                        "low": one.lower, "middle": one.median, "high": one.upper} for one in rows],
                      say("Deviation"), _sides(game, (one.side for one in rows), say("Side")), zero=True)


def _pace(game: str, figures: Sequence[Any]) -> Spec:
    return _intervals([{"name": one.name, "low": one.lower, "middle": one.median, "high": one.upper}
                       for one in figures[:MOST]], say("Waits"), zero=True)


def _games(chart: Callable[[str, Sequence[Any]], Spec]) -> Callable[[Sequence[Any]], Spec]:
    return lambda figures: _stacked(figures, chart)


CHARTS: Mapping[str, Callable[[Sequence[Any]], Spec]] = {
    "results": _games(_results), "players": _players, "course": _games(_course), "battles": _games(_battles),
    "cards": _games(_cards), "dice": _games(_dice), "luck": _games(_luck), "pace": _games(_pace)}
