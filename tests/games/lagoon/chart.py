"""The map of the Lagoon: points of two outlines, sea lanes of two lengths, ships, batteries, voyages and raids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.games.lagoon.game import LAST_TURN
from witp_pbem.table.chart import (
    Arrow,
    Chart,
    Clash,
    CounterKind,
    Course,
    Edge,
    EdgeKind,
    Ground,
    Mark,
    Marker,
    Nation,
    Sheet,
    Spot,
    Stack,
)
from witp_pbem.table.event import Event
from witp_pbem.table.story import Happening
from witp_pbem.table.telling import Teller


def score(game: Any, position: Any) -> str:
    """Who is winning, for the Lagoon has no points: the batteries that still stand, and the turns left to silence
    them."""
    return str(game.catalogue.text("score")).format(
        standing=len(position.batteries), all=len(game.batteries), turns=LAST_TURN - position.turn + 1)


def chart(game: Any, position: Any) -> Chart:
    """The map at a position."""
    words, text = game.catalogue.words, game.catalogue.text
    sea = Ground("sea", text("sea"), "..", "water", outline="circle")
    home = Ground("home", text("home"), "HH", "land", outline="box")
    battery, lane = Mark("battery", text("battery"), "fort", "B"), EdgeKind("lane", text("route"), "route")
    fleet, ship = Nation("fleet", words["side-name"]["raiders"], "R"), CounterKind("ship", text("ship"), "SH", "ship")
    voyage = Course("voyage", text("voyage"))
    spots = tuple(Spot(place, words["place"][place], home if place == "HI" else sea,
                       control="garrison" if place in position.batteries else "") for place in game.board.places)
    edges = tuple(Edge(route.first, route.second, lane, route.length) for route in game.board.routes)
    sheet = Sheet(game.board, spots, edges, (sea, home, battery, lane, fleet, ship, voyage), remark=text("remark"))
    there = {place: tuple(name for name in game.ships if position.ships.get(name) == place)
             for place in game.board.places}
    return Chart(
        title=f"{text('turn')} {position.turn}", sheet=sheet,
        sides=tuple((side, words["side-name"][side]) for side in game.sides),
        stacks=tuple(Stack(place, "raiders", fleet, ship, units) for place, units in there.items() if units),
        markers=tuple(Marker(place, "garrison", battery, f"{text('battery')} {level}")
                      for place, level in sorted(position.batteries.items())))


def tellers(game: Any) -> Mapping[type[Event], Teller]:
    """What the catalogue's sentences do not say: the arrows of voyages, and how raids ended."""
    text = game.catalogue.text

    def sailed(happening: Happening) -> Iterator[Arrow]:
        act: Any = happening.act
        yield Arrow("raiders", Course("voyage", text("voyage")), (act.start, act.place),
                    game.board.distance(act.start, act.place), game.catalogue.words["unit"][act.ship])

    def raided(happening: Happening) -> Clash:
        act: Any = happening.act
        outcome, winner = (("silenced", "raiders") if act.code() == "battery-silenced" else ("stood", "garrison"))
        return Clash(act.place, text("raid"), text(outcome), winner)

    return {game.events["ship-sailed"]: Teller(arrows=sailed, asked="voyage voyages 航行"),
            game.events["battery-silenced"]: Teller(clash=raided), game.events["battery-stood"]: Teller(clash=raided)}
