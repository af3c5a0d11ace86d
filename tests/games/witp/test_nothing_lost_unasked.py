"""No wish, no standing order and no pass costs its owner units that another legal order keeps: positions at random,
against a reckoning of its own that tries every stack; and what is asked for outright is done."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from functools import cache

import pytest

from tests.games.witp.scripted import Game, board, written
from witp_pbem.games.witp.board.state import AIR, FLEET, REMOVED, Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets, stacks
from witp_pbem.table.demand import Order, SittingEnds, Understood
from witp_pbem.table.language import speaking
from witp_pbem.table.pending import PendingOrders, judged
from witp_pbem.table.sitting import read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import offered_words

GAME = game()
LAST_TURN = 16  # Japan redeploys three stacks then
PORTS = {"0804": "Kure", "0707": "Palau", "0506": "Hainan", "0605": "Taiwan", "0907": "Truk"}
IN_ENEMY_HANDS = ("0507", "0603", "0604", "0903", "0904", "1107")  # the other Japanese ports
AT_SEA = ("0706", "0806", "0906", "1006")
HOLDS = {FLEET: 5, (AIR,): 1}  # a port or airfield, of each kind

Hexes = tuple[tuple[bool, int, int], ...]  # of each: is it a haven, units that may still go, units that have gone


@cache
def least_lost(hexes: Hexes, left: int, holds: int) -> int:
    """The fewest units that are lost from here, by trying every stack from every hex to every haven."""
    best = sum(max(ready + gone - holds, 0) if haven else ready + gone for haven, ready, gone in hexes)
    if not left or not best:
        return best
    for origin, (from_haven, ready, gone) in enumerate(hexes):
        for goal, (haven, there, arrived) in enumerate(hexes):
            for count in range(1, ready + 1) if haven and goal != origin else ():
                after = [entry for number, entry in enumerate(hexes) if number not in (origin, goal)]
                after += [(from_haven, ready - count, gone), (haven, there, arrived + count)]
                best = min(best, least_lost(tuple(sorted(after)), left - 1, holds))
    return best


def reckoned(position: Position, kinds: tuple[str, ...], havens: Collection[str], left: int) -> int:
    """The units of Japan that are lost if it does the best it can with the stacks left."""
    counts = []
    for number in {*havens, *(unit.hex for unit in position.on_map() if unit.side == "japan" and unit.kind in kinds)}:
        units = position.of("japan", number, *kinds)
        gone = sum(unit.id in position.redeployed for unit in units)
        counts.append((number in havens, len(units) - gone, gone))
    return least_lost(tuple(sorted(counts)), left, HOLDS[kinds])


def lost(step: Callable[[Table], None], position: Position, orders: str, kinds: tuple[str, ...],
         havens: Collection[str]) -> int:
    """The units lost by a segment: those gone, and those that can no longer be kept where it stops."""
    table = Table(Game(), position, (), PendingOrders(written("japan", orders)), Game())
    table.phase = "redeployment"
    try:
        step(table)
        left = 0
    except SittingEnds:
        left = stacks.stacks_left(table.position, "japan")
    gone = sum(unit.status == REMOVED for unit in table.position.units.values())
    return gone + reckoned(table.position, kinds, havens, left)


def wishes(chance: random.Random, who: str, segment: str, origins: Collection[str]) -> str:
    """Orders by which nobody means to lose anything."""
    orders = []
    for _ in range(chance.randint(0, 4)):
        origin = chance.choice(("", *origins) if who == "fleets" else tuple(origins))
        goals = [place for place in chance.sample(list(PORTS.values()), chance.randint(1, 3))
                 if place != PORTS.get(origin)]
        if goals:
            start = f" from {origin}" if origin else ""
            orders.append(f"redeploy all {who}{start} to {', else '.join(goals)}")
    orders.append(chance.choice(("", "pass", f"pass {segment}", "standing until cancelled: pass end",
                                 f"if we have 1 {who} at Kure: pass {segment} end", f"if turn 3: pass {segment} end")))
    return "\n".join(orders)


@pytest.mark.parametrize("seed", range(120))
def test_no_wish_loses_fleets_that_could_be_kept(seed: int) -> None:
    chance = random.Random(f"fleets {seed}")
    places = [*chance.sample(AT_SEA, chance.randint(1, 3)), *chance.sample(list(PORTS), chance.randint(0, 2))]
    position = board(*(f"US-L-{index} {number}" for index, number in enumerate(IN_ENEMY_HANDS, 1)),
                     *(f"JP-N-{index} {chance.choice(places)}" for index in range(1, chance.randint(4, 11))),
                     turn=LAST_TURN)
    orders = wishes(chance, "fleets", "fleets", places)
    best = reckoned(position, FLEET, PORTS, stacks.stacks_left(position, "japan"))
    assert lost(fleets.play, position, orders, FLEET, PORTS) == best, orders


@pytest.mark.parametrize("seed", range(60))
def test_no_wish_loses_air_units_that_could_be_kept(seed: int) -> None:
    chance = random.Random(f"air {seed}")
    places = chance.sample(list(PORTS), chance.randint(1, 3))
    position = board(*(f"JP-A-{index} {chance.choice(places)}" for index in range(1, chance.randint(3, 6))),
                     turn=LAST_TURN)
    orders = wishes(chance, "air", "air", places)
    havens = [number for number in position.data.map.hexes
              if air_and_land.goal_problem(position, "japan", number) is None]
    best = reckoned(position, (AIR,), havens, stacks.stacks_left(position, "japan"))
    assert lost(air_and_land.play, position, orders, (AIR,), havens) == best, orders


@pytest.mark.parametrize("words", ["pass fleets anyway", "pass fleets, anyway", "パス 艦隊 承知の上",
                                   "パス 艦隊、承知の上", "standing until cancelled: pass fleets anyway end"])
def test_who_asks_for_it_is_taken_at_their_word(words: str) -> None:
    assert lost(fleets.play, board("JP-N-1 0706", turn=LAST_TURN), words, FLEET, PORTS) == 1


def test_what_is_offered_answers() -> None:
    """A choice that costs units is offered with "anyway", in both languages; those that cost none are not."""
    table = Table(Game(), board("JP-N-1 0706", turn=LAST_TURN), (), PendingOrders(), Game())
    with pytest.raises(SittingEnds) as owed:
        fleets.play(table)
    demand = owed.value.dues[0].demand
    for language, word in (("en", "anyway"), ("ja", "承知の上")):
        with speaking(language):
            offered = [offered_words(demand, choice, GAME) for choice in demand.choices()]
        assert [words.endswith(word) for words in offered] == [False] * (len(offered) - 1) + [True]
        for words in offered:
            order = read_order(GAME, words)
            assert isinstance(order, Order) and isinstance(judged(demand, order, order), Understood), words


def test_the_reckoning_itself() -> None:
    at_sea, full, empty = (False, 7, 0), (True, 5, 0), (True, 0, 0)
    assert least_lost((at_sea, empty), 0, 5) == 7
    assert least_lost((at_sea, empty), 1, 5) == 2
    assert least_lost((at_sea, empty), 2, 5) == 2
    assert least_lost((at_sea, empty, empty), 2, 5) == 0
    assert least_lost((at_sea, full), 2, 5) == 7
