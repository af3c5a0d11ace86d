"""`map`: the map as a drawing (SVG) or as a picture (PNG)."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import click

from witp_pbem.campaign.explaining.story import tell
from witp_pbem.cli import named_files
from witp_pbem.cli.parameters import FOLDER, FORCE
from witp_pbem.cli.sides import known_phase, opened_for
from witp_pbem.cli.spoken import Spoken
from witp_pbem.table.chart import Chart, Spot
from witp_pbem.table.language import listing, say
from witp_pbem.table.names import key
from witp_pbem.table.tokens import Lexicon

SUFFIXES = (".svg", ".png")
RADIUS = 3
WIDTH = 1600


@click.command("map", cls=Spoken)
@FOLDER
@click.option("--turn", type=int, metavar="N", help="The map at the end of this turn.")
@click.option("--phase", metavar="P", help="What moved and fought in this phase of the turn alone.")
@click.option("--side", help="Add what this side alone may see.")
@click.option("--around", metavar="PLACE",
              help="Only what lies around this place, larger and with every counter's name.")
@click.option("--radius", type=click.IntRange(0, 20), metavar="N",
              help="How many hexes, or how far by routes, away from the place; 3 if not given.")
@click.option("--overlay", default="moves", show_default=True, metavar="NAMES",
              help="What to lay over the map, with commas between: moves, and what the game has; or none.")
@click.option("-o", "output", metavar="FILE",
              help="Write to this file, FILE.svg or FILE.png, instead of SVG to the screen. The letters of a PNG come "
                   "with the program; those of names it does not know are drawn with the fonts of this machine.")
@click.option("--width", type=click.IntRange(200, 4000), metavar="PX",
              help="How wide a PNG is, in pixels; 1600 if not given.")
@FORCE
def map(folder: str, turn: int | None, phase: str | None, side: str | None, around: str | None,  # noqa: A001
        radius: int | None, overlay: str, output: str | None, width: int | None, force: bool) -> None:
    """Draw the map: places, who holds them, every counter, and the movements and battles of a turn.

    \b
    Examples:  witp-pbem map isles -o turn4.png --width 1600
               witp-pbem map isles --turn 3 --phase PHASE -o phase.svg
               witp-pbem map isles --around PLACE --radius 2 --overlay CODE -o part.svg
    """
    suffix = Path(output).suffix.casefold() if output else ".svg"
    if suffix not in SUFFIXES:
        raise click.BadParameter(say("the file's name has to end in {endings}.", endings=" / ".join(SUFFIXES)),
                                 param_hint="-o")
    if width and suffix != ".png":
        raise click.UsageError(say("--width only goes with -o FILE.png; an SVG fits any size."))
    if radius is not None and around is None:
        raise click.UsageError(say("--radius needs --around PLACE."))
    from witp_pbem.report.map import draw, lacking, png

    campaign, chosen = opened_for(folder, side)
    game = campaign.game
    story = tell(campaign, turn=turn, phase=known_phase(game, phase), side=chosen)
    chart = game.narration.chart(story.position, story.entries, story.side)
    overlays = _overlays(overlay, chart)
    centre = known_place(around, chart, game.lexicon) if around is not None else ""
    drawn = draw(chart, around=centre, radius=RADIUS if radius is None else radius, overlays=overlays)
    if suffix == ".png" and (letters := lacking(drawn)):
        click.echo(say("No font on this machine has these letters; the picture shows boxes in their place: {letters}",
                       letters=" ".join(letters)), err=True)
    named_files.write_or_print(png(drawn, width or WIDTH) if suffix == ".png" else drawn, output, force)


def _overlays(names: str, chart: Chart) -> tuple[str, ...]:
    """The codes of overlays as typed.

    Raises:
        click.BadParameter: there is none of such a name.
    """
    from witp_pbem.report.map import overlays

    there = overlays(chart)
    wanted = [name.strip().casefold() for name in names.split(",") if name.strip()]
    if wanted == ["none"]:
        return ()
    for name in wanted:
        if name not in there:
            raise click.BadParameter(say('no overlay is called "{name}"; the overlays are {overlays}.', name=name,
                                         overlays=listing(there)), param_hint="--overlay")
    return tuple(name for name in there if name in wanted)


def known_place(typed: str, chart: Chart, lexicon: Lexicon) -> str:
    """The id of a place given by its id, by its name in any language, or as reports write it.

    Raises:
        click.BadParameter: no place is called so, or several are.
    """
    spots = {spot.place: spot for spot in chart.sheet.spots}
    words = _words(typed)
    by_id = {tuple(_words(place)): place for place in spots}
    exact = next((by_id[tuple(words[start:])] for start in range(len(words)) if tuple(words[start:]) in by_id), "")
    rest = " ".join(words[:len(words) - len(_words(exact))])
    named = [place for place in lexicon.places.ids.get(key(rest), ()) if place in spots]
    named += [place for place, spot in spots.items()
              if rest and key(" ".join(_words(spot.name))) == key(rest) and place not in named]
    if exact and (not rest or exact in named):
        return exact
    if len(named) == 1 and not exact:
        return named[0]
    named += [exact] if named and exact else []
    if named:
        raise click.BadParameter(say('"{place}" can mean {places}; name its id.', place=typed,
                                     places=listing(spots[place].called for place in named)), param_hint="--around")
    near = _nearest(rest, lexicon, spots)
    hint = say("Nearest: {places}.", places=listing(spots[place].called for place in near)) if near else \
        say("A place goes by its name or as in {example}.", example=listing(list(spots)[:3]))
    unknown = say('no place on this map is called "{place}".', place=typed)
    raise click.BadParameter(f"{unknown} {hint}", param_hint="--around")


def _words(text: str) -> list[str]:
    """The words of a name, without brackets."""
    return unicodedata.normalize("NFKC", text).casefold().replace("(", " ").replace(")", " ").split()


def _nearest(text: str, lexicon: Lexicon, spots: Mapping[str, Spot]) -> list[str]:
    """Ids of places whose names are much like a text."""
    names = {name: tuple(places) for name, places in lexicon.places.ids.items()}
    for place, spot in spots.items():
        for called in filter(None, dict.fromkeys((key(spot.name), key(place)))):
            names[called] = (*names.get(called, ()), place)
    alike = difflib.get_close_matches(text, list(names), 4, 0.6)
    alike += [name for name in names if len(text) > 2 and text in name]
    return list(dict.fromkeys(place for name in alike for place in names[name] if place in spots))[:4]
