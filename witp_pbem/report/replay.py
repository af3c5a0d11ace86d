"""A campaign as one HTML file that steps through it: a map that moves, and beside it the story of each episode.

The story is rendered as in a report and stands in the page, so that without script it can still be read. What the
script shows on the map it reads from `film`, packed JSON in the page: what is in each place only where it changes.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from witp_pbem.campaign.explaining.story import Story
from witp_pbem.report.episodes import Frame, frames, opening
from witp_pbem.report.html import cited_rules, for_pages, natural
from witp_pbem.report.map import movement_arrows, scene, signs
from witp_pbem.report.map.looks import anchor
from witp_pbem.report.map.scene import Content
from witp_pbem.report.map.shared import Pictures
from witp_pbem.report.page import lay_out, rule_texts
from witp_pbem.report.templates import render as fill
from witp_pbem.table.chart import Arrow, Chart, Stack
from witp_pbem.table.language import say
from witp_pbem.table.tuples import NamedTuple

TEMPLATE = "replay.html.j2"


class Beside(NamedTuple):
    """Where the files lie that several replays share: the style, of maps too, the script, and the ground."""

    style: str
    script: str
    ground: Pictures


def render(story: Story, templates: Path | None = None, beside: Beside | None = None) -> str:
    """The replay of a campaign up to where a story ends.

    Args:
        templates: a folder of the user's own templates.
        beside: files it is not to bring itself.
    """
    shown = frames(story)
    chart = shown[0].chart
    start = scene.everywhere(chart)
    cut = film(shown, start)
    page = lay_out(story._replace(  # what happened is in the frames
        entries=(), start=opening(story), drafts={}, chances={},
        sittings=tuple(dict.fromkeys(item.sitting for item in story.so_far))))
    rules = cited_rules(rule_texts(story.game, (rule for frame in shown for rule in frame.cited())))
    legend = signs(_everything(shown))
    drawn = (*cut["pieces"], legend, *(part for episode in cut["episodes"] for part in _drawings(episode)))
    return fill(TEMPLATE, story.folder, templates, {
        "frames": shown, "turns": turns(shown), "film": packed(cut),
        "beside": beside,
        "map": Markup(scene.scene(  # noqa: S704 - made of escaped pieces
            chart, start, drawn, say("Map"), beside.ground if beside else None)),
        "signs": Markup(legend),  # noqa: S704
        "rules": tuple(rules.values()), "ending": "" if shown[-1].says(page.ending) else page.ending,
        "page": page, **for_pages(story.game, page.chart, rules)})


def packed(value: Any) -> str:
    """JSON compressed (zlib, RFC 1950), in base64: what is drawn again and again takes a tenth of the room."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode()


def _drawings(episode: Mapping[str, Any]) -> Iterator[str]:
    yield from (episode.get(layer, "") for layer in ("arrows", "discs", "bursts"))
    yield from (stack for stack, _ in episode.get("moves", ()))


def turns(shown: Sequence[Frame]) -> list[tuple[int, int, str]]:
    """Each turn with how many episodes it has and the id of the first."""
    by_turn: dict[int, list[str]] = {}
    for frame in shown:
        by_turn.setdefault(frame.turn, []).append(frame.id)
    return [(turn, len(ids), ids[0]) for turn, ids in by_turn.items()]


def film(shown: Sequence[Frame], start: Mapping[str, Content]) -> dict[str, Any]:
    """What the script needs.

    Args:
        start: what each place looks like at the first frame, as it stands in the page.
    Returns:
        "pieces": contents of places, as SVG. "places": by anchor, the middle, the id, and what the place is called.
        "units": ids. "known": names of places and units that can be searched for. "words": what the script says.
        "episodes": one for each frame.
        Of an episode: "id", "stretch"; "turn"; "label" in words; "set": of each place that changes, the side that tints
        it and the numbers of the pieces printed and standing in it; "arrows", "discs", "bursts": SVG; "moves": stacks
        with the routes they go; "in": the places that have a part in it; "units": numbers of units that have. Places
        are named by their anchors.
    """
    pieces: dict[str, int] = {}
    units: dict[str, int] = {}
    episodes = []
    seen = dict(start)
    before = shown[0].chart
    whole, stood = scene.seen(before.sheet), scene.at_rest(before)
    for frame in shown:
        chart = frame.chart
        whole, stands = scene.seen(chart.sheet, whole), scene.at_rest(chart)
        changed = scene.changed(before, chart, stood, stands)
        drawn = scene.contents(chart, whole, stands, (spot for spot in whole.spots if spot.place in changed))
        arrows, discs = movement_arrows.arrows(chart, whole, stands)
        concerned = dict.fromkeys((*frame.places, *(clash.place for clash in chart.clashes), *sorted(changed)))
        contents = {
            "set": {anchor(place): [content.side, *(pieces.setdefault(part, len(pieces)) for part in content[1:])]
                    for place, content in drawn.items() if seen[place] != content},
            "arrows": arrows, "discs": discs, "bursts": scene.bursts(chart, whole),
            "moves": [[scene.moving(stacks, chart), list(map(anchor, arrow.route))]
                      for arrow, stacks in going(before, chart)],
            "in": list(map(anchor, concerned)), "units": [units.setdefault(unit, len(units)) for unit in frame.units]}
        episodes.append({"id": frame.id, "stretch": frame.stretch, "turn": frame.turn, "label": frame.label,
                         **{name: value for name, value in contents.items() if value}})
        seen |= drawn
        before, stood = chart, stands
    places = {anchor(spot.place): [*(round(value, 1) for value in whole.centre(spot.place)), spot.place, spot.called]
              for spot in whole.spots}
    names = (spot.called for spot in whole.spots if spot.called != spot.place)
    return {"pieces": list(pieces), "units": list(units), "episodes": episodes, "words": words(), "places": places,
            "known": [*sorted(names), *sorted(units, key=natural)]}


def going(before: Chart, after: Chart) -> Iterator[tuple[Arrow, list[Stack]]]:
    """The arrows along which counters can be seen to have gone, and these counters, as they stood before."""
    if not after.arrows:
        return
    stand = {_name(unit): stack.place for stack in after.stacks for unit in stack.units}
    gone: set[str] = set()
    for arrow in after.arrows:
        first, last = arrow.route[0], arrow.route[-1]
        moved = []
        for stack in before.stacks:
            if first != last and (stack.place, stack.side) == (first, arrow.side):
                units = tuple(unit for unit in stack.units
                              if stand.get(_name(unit)) == last and _name(unit) not in gone)
                gone.update(map(_name, units))
                if units:
                    reduced = sum(unit.startswith("[") for unit in units)
                    moved.append(stack._replace(units=units, reduced=reduced, remark="", values=()))
        if moved:
            yield arrow, moved


def _name(unit: str) -> str:
    """A counter's name without the brackets of a reduced one."""
    return unit.strip("[]")


def _everything(shown: Sequence[Frame]) -> Chart:
    """A chart with all that is on the map at some episode, for the legend."""
    charts = [frame.chart for frame in shown]
    return Chart(
        "", charts[-1].sheet, charts[-1].sides, tuple(stack for chart in charts for stack in chart.stacks),
        tuple(marker for chart in charts for marker in chart.markers),
        tuple(arrow for chart in charts for arrow in chart.arrows),
        tuple(clash for chart in charts for clash in chart.clashes),
        continuing=tuple(place for chart in charts for place in chart.continuing))


def words() -> dict[str, str]:
    """What the script says; it fills in what stands in braces."""
    return {
        "play": say("Play"), "pause": say("Pause"), "copied": say("The link is copied."),
        "copy": say("Copy this link:"), "place": say("Moment {number} of {count}"),
        "found": say("{number} of {count} found"), "none": say("Nothing found"), "many": say("{count} found"),
        "turn": say("Turn {number}"), "whole": say("Whole map"), "follow": say("Follow the action")}
