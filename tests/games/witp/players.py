"""Two players who know the rules and nothing else: they pick among the legal choices by seeded chance."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from tests.games.witp import reading
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets
from witp_pbem.table.demand import Demand, SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import offered_words

# How many movement impulses a player looks through; there are thousands.
LOOK = 6
# A player who may go on mostly does.
PASS_ONE_IN = {"impulse": 12, "base": 4, "redeploy-fleets": 6, "redeploy-air-land": 6, "rebuild": 20,
               "china-redeploy": 2}

# Passes that stand at the end of long lists.
PASSES = {"redeploy-fleets": fleets.NO_MORE.order, "redeploy-air-land": air_and_land.NO_MORE.order}


def decide(demand: Demand, chance: random.Random) -> str:
    """An order that answers a demand, as text; in English, whatever language is spoken round them."""
    with speaking(ENGLISH):
        return _decide(demand, chance)


def _decide(demand: Demand, chance: random.Random) -> str:
    passes = chance.randrange(PASS_ONE_IN.get(demand.code, 3)) == 0
    if demand.code == "impulse":
        return "pass" if passes else attack(demand, chance)
    if demand.code == "declare-war":  # mostly in peace, so that dice and calendar have their turn
        return "declare war" if chance.randrange(6) == 0 else "pass war"
    active = next((choice for choice in demand.sample(chance) if choice["order"] != "pass"), None)
    if active is None or passes:
        order = PASSES.get(demand.code) or next(
            (choice for choice in demand.choices() if choice["order"] == "pass"), active)
        assert order, f"{demand.side} owes {demand.code} but has no choice"
        return offered_words(demand, order, reading.GAME)
    return offered_words(demand, active, reading.GAME)


def attack(demand: Demand, chance: random.Random) -> str:
    """A movement impulse, rather with land units aboard; a pass if there is none."""
    choices = list(islice(demand.sample(chance), LOOK))
    return reading.words(next((choice for choice in choices if chance.randrange(4)
                               and any("cargo" in stack for stack in choice.get("stacks", ()))), choices[0]))


class SeededFate:
    """Dice, decks and cards from one seeded source, for tests of rules without a campaign."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"fate {seed}")
        self.decks: dict[str, list[str]] = {}

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        return tuple(self.chance.randint(die.first, die.last) for _ in range(count))

    def shuffle(self, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
        order = list(cards)
        self.chance.shuffle(order)
        self.decks[deck] = order
        return tuple(f"seal-{deck}-{index}" for index in range(len(order)))

    def draw(self, deck: str, number: int, side: str) -> str:
        return f"{deck}/{number}"

    def look(self, slot: str) -> str | None:
        deck, _, number = slot.partition("/")
        return self.decks[deck][int(number)] if number else None


def play(game: Any, seed: int, last_turn: int = 16,
         watch: Callable[[Demand, Any], None] = lambda demand, position: None, *, scenario: str = "standard",
         options: Mapping[str, str] = MappingProxyType({})) -> tuple[Any, list[Any]]:
    """A whole game between two random players at one table; every answer goes through orders text.

    Args:
        scenario, options: what is played, as `new` takes them.
        watch: shown every demand with the position it is made in, before it is answered.
    Returns:
        The last position and everything that happened.
    """
    chance = random.Random(f"players {seed}")
    fate = SeededFate(seed)

    class Players(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            watch(demand, table.position)
            if demand.optional:
                return []
            text = decide(demand, chance)
            order = read_order(game, text)
            assert not isinstance(order, tuple) or hasattr(order, "body"), (text, order)
            verdict = demand.judge(order)
            assert hasattr(verdict, "answer"), (demand.code, text, verdict)
            again = game.read_value(verdict.order)
            assert hasattr(again, "body"), (reading.words(verdict.order), again)
            second = demand.judge(again)
            assert second[:4] == verdict[:4], (text, verdict, second)
            return Match(order, order, verdict)

        def take(self, demand: Demand, match: Match) -> None:
            pass

    table = Table(GameRules(game), game.open(scenario, options), (), Players(), fate)
    try:
        while (step := game.step(table.position)) is not None and table.position.turn <= last_turn:
            table.phase = game.phase(table.position)
            step(table)
    except SittingEnds as owed:
        raise AssertionError(f"nobody answered {owed}") from owed
    return table.position, table.acts
