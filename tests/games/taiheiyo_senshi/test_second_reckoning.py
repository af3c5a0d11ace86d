"""Operations full of battles, on random positions, against a second reckoning."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.games.taiheiyo_senshi.second_reckoning import FAR, Reckoning
from tests.games.witp.players import SeededFate
from witp_pbem.games.taiheiyo_senshi import cases
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, ENEMY, MAP, SIDES, Position
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components.hands import DECK
from witp_pbem.table.demand import Demand
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table

GAME: Any = game()
QUICK, MANY = (4, 10, 16, 20, 29, 56, 58, 64), range(65, 1065)  # positions
STEPS = 12  # steps of a turn that are played from a position
QUIET = ("pass", "retreat", "avoid", "return", "rebase", "evacuate")  # done only where nothing else can be, or seldom
HELD = {"japan": 4, "allies": 6}


def random_position(seed: int) -> tuple[Position, SeededFate]:
    """Units of both sides all over the map, no two sides in a point, with some ports captured, some held by the enemy,
    and cards in hand; operations or the supply phase begin."""
    chance, fate = random.Random(seed), Fate(seed)
    position = cases.blank(GAME.data)
    data = position.data
    ports = {point: chance.choice(SIDES) if chance.random() < 0.2 and not data.map[point].may_enter else owner
             for point, owner in position.ports.items()}
    owners = {point: chance.choice(SIDES) if chance.random() < 0.3 else ports.get(point) or chance.choice(SIDES)
              for point in data.map.points}
    units, manned = {}, Counter[str]()
    for unit in position.units.values():
        there = [point for point, side in owners.items() if side == unit.side and data.map.may_enter(point, unit.nation)
                 and (unit.kind != AIR or ports.get(point) == side or not manned[point])]
        if there and chance.random() < 0.6:
            point = chance.choice(there)
            manned[point] += unit.kind == AIR
            unit = unit._replace(status=MAP, point=point, up=unit.kind == AIR or chance.random() < 0.7)
        units[unit.id] = unit
    cards = list(data.cards)
    chance.shuffle(cards)
    hands = {"japan": tuple(cards[:HELD["japan"]]), "allies": tuple(cards[-HELD["allies"]:])}
    fate.shuffle(DECK, cards[HELD["japan"]:-HELD["allies"]])
    deck = {DECK: {"size": len(fate.decks[DECK]), "drawn": 0, "seals": ()}}
    is_over = chance.random() < 0.3
    return cases.settled(replace(position, turn=chance.randint(2, 5), units=units, ports=ports, hands=hands, decks=deck,
                                 step="isolation" if is_over else "operations", over=is_over,
                                 opened=chance.random() < 0.3)), fate


class Fate(SeededFate):
    """Cards of a deck made anew lie in slots of the deck before."""

    def look(self, slot: str) -> str | None:
        card: str | None = slot
        while card and "/" in card:
            card = super().look(card)
        return card


def reckon(seed: int) -> Counter[str]:
    """Plays on from a random position and compares; how often each kind of thing was looked at."""
    position, fate = random_position(seed)
    chance = random.Random(f"players {seed}")

    class Players(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            for text in orders(demand):
                order: Any = read_order(GAME, text)
                verdict: Any = demand.judge(order) if demand.matches(order) else ()
                if hasattr(verdict, "answer"):
                    recorded: Any = demand.judge(GAME.read_value(verdict.order))
                    assert recorded.order == verdict.order, (demand.code, text, verdict, recorded)
                    return Match(order, order, verdict)
                assert demand.window, (demand.code, text, verdict)
            raise AssertionError(f"no answer to {demand.code}")

        def take(self, demand: Demand, match: Match) -> None:
            pass

    def orders(demand: Demand) -> Iterator[str]:
        values = list(demand.sample(chance))
        values.sort(key=lambda value: (value["order"] in QUIET) == (chance.random() < 0.8))
        if demand.code == "operation":
            values.sort(key=lambda value: len(value.get("via", ())) if value["order"] == "move" and table.position.of(
                ENEMY[demand.side], value["to"]) else FAR)
        if demand.window and chance.random() < 0.6:
            for slot in table.position.hands[demand.side]:
                yield f"play {fate.look(slot)} at Philippines"
        yield from map(GAME.write, values)

    table = Table(GameRules(GAME), position, (), Players([]), fate)
    for _ in range(STEPS):
        step = GAME.step(table.position)
        if step is None:
            break
        table.phase = GAME.phase(table.position)
        step(table)
    reckoning = Reckoning(position)
    reckoning.watch(table.acts)
    return reckoning.seen


def test_battles_are_what_a_second_reckoning_finds() -> None:
    seen = sum((reckon(seed) for seed in QUICK), Counter[str]())
    looked_at = ("battle-began", "later-round", "attack-made", "ship-damaged", "units-retreated", "ships-relocated",
                 "sent-to-track", "port-captured")
    assert all(seen[code] > 2 for code in looked_at), seen


@pytest.mark.long
def test_many_battles_are_what_a_second_reckoning_finds() -> None:
    for seed in MANY:
        reckon(seed)
