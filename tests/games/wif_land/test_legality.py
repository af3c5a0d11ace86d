"""Orders of the fourth game are legal if, and only if, a demand lists them (see `tests.legality`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.games.wif_land import players
from tests.games.wif_land.players import GAME
from tests.legality import Inspector, MakeUp, Plausible
from witp_pbem.games.wif_land.board.state import Position
from witp_pbem.table.demand import Demand

Made = Iterator[str]
SEEDS = range(10)


class PlausibleHere(Plausible):
    """Hexes are spoiled by their numbers, on the map that is played on."""

    def spoiled(self, words: str, chance: Random) -> str:
        spots = list(re.finditer(r"\b\d{4}\b", words))
        if not spots:
            return words
        spot, other = chance.choice(spots), chance.choice(list(self.game.data.maps["smolensk"].hexes))
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
NOT_LISTED = {"paradrop": "with as many transports as drop", "transports": "alone"}
LEFT_OPEN = {"fight": "fight any", "lose": "lose any", "retreat": "retreat any", "ignore": "ignore any"}
PLAUSIBLE = PlausibleHere(GAME, MADE_UP, NOT_LISTED, LEFT_OPEN)


@pytest.fixture(scope="module")
def inspected() -> Any:
    inspector = Inspector(PLAUSIBLE, 1, each=15)
    for seed in SEEDS:
        players.play(players.position(seed), seed, inspector)
    return inspector


def test_what_is_listed_is_what_is_accepted(inspected: Any) -> None:
    common = {"rail", "move", "attack", "missions", "table", "losses", "advance"}
    assert common <= set(inspected.listed) and common <= set(inspected.accepted), inspected.accepted
    assert sum(inspected.suggested.values()) > 100
