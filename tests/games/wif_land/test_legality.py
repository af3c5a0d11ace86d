"""Orders of the fourth game are legal if, and only if, a demand lists them (see `tests.legality`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from tests.games.wif_land import players, worlds
from tests.legality import Inspector, MakeUp, Plausible
from witp_pbem.campaign.folder.own_data import own_game
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.games.wif_land.game import game
from witp_pbem.table.demand import Demand

Made = Iterator[str]
SEEDS = range(20)


class PlausibleHere(Plausible):
    """Hexes are spoiled by their ids, on the map that is played on."""

    def spoiled(self, words: str, chance: Random) -> str:
        hexes = list(self.game.data.maps[worlds.NAME].hexes)
        spots = [spot for spot in re.finditer(r"\b\w{3,4}\b", words) if spot[0] in hexes]
        if not spots:
            return words
        spot, other = chance.choice(spots), chance.choice(hexes)
        return f"{words[:spot.start()]}{other}{words[spot.end():]}"


def every(keyword: str, form: str = "{keyword} {unit} to {hex}") -> MakeUp:
    """Each unit of the side that owes the decision, with each hex."""
    def make(demand: Demand, position: Position) -> Made:
        units = [unit.id for unit in position.units.values() if unit.side == demand.side]
        for unit, hex in product(units, position.map.hexes):
            yield form.format(keyword=keyword, unit=unit, hex=hex)
    return make


def each_unit(keyword: str) -> MakeUp:
    """Every unit there is, of either side."""
    return lambda demand, position: (f"{keyword} {unit}" for unit in position.units)


def each_hex(keyword: str) -> MakeUp:
    return lambda demand, position: (f"{keyword} {hex}" for hex in position.map.hexes)


def by_rail(demand: Demand, position: Position) -> Made:
    yield from every("rail")(demand, position)
    for start, end in product(position.factories, position.map.hexes):
        yield f"rail factory from {start} to {end}"


def these(*orders: str) -> MakeUp:
    return lambda demand, position: iter(orders)


AT_HEX = "{keyword} {hex} with {unit}"
MADE_UP: Mapping[str, MakeUp] = {
    "action": these("action land", "action combined", "action air"), "rail": by_rail, "move": every("move"),
    "rebase": every("rebase"), "escape": every("escape"), "invade": every("invade", AT_HEX),
    "attack": every("attack", AT_HEX), "notional": each_hex("ignore"),
    **{code: every("bombard", AT_HEX) for code in ("bombardment", "defensive-bombardment")},
    **{code: every("support", AT_HEX) for code in ("support", "defensive-support")},
    **{code: every("fly", AT_HEX) for code in ("patrol", "interception", "escort", "missions")},
    "survivors": these("survive 0303"), "next-combat": each_hex("fight"), "table": these("use blitz", "use assault"),
    "losses": each_unit("lose"), "retreat": each_hex("retreat to"), "outcome": these("apply R", "apply S"),
    "advance": every("advance")}
NOT_LISTED = {"paradrop": "with as many transports as drop"}
LEFT_OPEN = {"fight": "fight any", "lose": "lose any", "retreat": "retreat any", "ignore": "ignore any"}


def inspected(seed: int) -> Inspector:
    """The demands of a land turn in a world nobody has drawn."""
    ours, *_ = own_game("wif_land", [worlds.data_file(seed)])
    inspector = Inspector(PlausibleHere(ours, MADE_UP, NOT_LISTED, LEFT_OPEN, at_times=("ignore",)), seed, each=6)
    players.play(ours, seed, worlds.NAME, inspector)
    return inspector


def test_every_demand_is_accounted_for() -> None:
    assert {*MADE_UP, *NOT_LISTED} == set(game().catalogue.demands)


def test_what_is_listed_is_what_is_accepted() -> None:
    seen = [inspected(seed) for seed in SEEDS]
    common = {"rail", "move", "attack", "missions", "table", "losses", "advance"}
    for kind in ("listed", "accepted"):
        assert common <= {code for inspector in seen for code in getattr(inspector, kind)}, kind
    assert sum(count for inspector in seen for count in inspector.suggested.values()) > 100
