"""Routes, what a march changes on its way, and supply, on random positions against a second reckoning."""

from __future__ import annotations

import random

import pytest

from tests.games.witp import reading
from tests.games.witp import second_reckoning as second
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.state import Position, Unit
from witp_pbem.games.witp.rules.chapter_07_supply.supply import in_supply
from witp_pbem.games.witp.rules.chapter_08_movement import movement, routes
from witp_pbem.games.witp.rules.chapter_08_movement.routes import Traveller
from witp_pbem.table.demand import Understood

NUMBERS = {"L": 5, "A": 4, "N": 3, "CV": 2}  # counters of each side
NEAR = 3  # hexes round the middle of a position in which they stand
QUICK, MANY = (0, 1, 2, 3, 12, 203, 233), 1000  # positions; 12 drives air units out, the last two before a second stack


def random_position(seed: int) -> Position:
    """Units of both sides crowded round some hex, none of which would have to fly at once."""
    chance = random.Random(seed)
    data = packaged().map
    middle = chance.choice(["0205", "0306", "0406", "0505", "0606", "0807", "0908", chance.choice(sorted(data.hexes))])
    near = [number for number in data.within(middle, NEAR) if not data[number].chinese]
    words = []
    for nation in ("JP", "UK"):
        for letters, most in NUMBERS.items():
            fitting = [number for number in near if letters == "A" or data[number].terrain in (
                "coastal", "land" if letters == "L" else "sea") and (letters == "L" or not data[number].seas)]
            words += [f"{nation}-{letters}-{count} {chance.choice(fitting)}{chance.choice(['', '', ' reduced'])}"
                      for count in range(1, chance.randint(0, most) + 1 if fitting else 0)]
    sites = [number for number in near if data[number].site]
    held = chance.sample(sites, min(len(sites), 4))
    position = board(*words, turn=4, japan=held[:2], allies=held[2:], step="movement", rp={"japan": 99, "allies": 99})
    stay = {piece.id for piece in second.settled(second.world(position))}
    return position.but(units={name: unit for name, unit in position.units.items() if name in stay})


def compare(seed: int) -> int:
    """Compares both reckonings on one position; how many ways and units were looked at."""
    position = random_position(seed)
    pieces = second.world(position)
    looked = 0
    for unit in position.units.values():
        if unit.kind in ("land", "air"):
            piece = next(piece for piece in pieces if piece.id == unit.id)
            assert in_supply(position, unit) == second.supplied(pieces, piece, position.bases[unit.side]), (seed, unit)
        if unit.kind != "air" and unit.nation != "china" and unit.hex:
            reach = routes.reach(position, Traveller(unit.side, (unit,), unit.is_fleet), (unit.hex, unit.water)).all()
            costs = (second.voyages if unit.is_fleet else second.marches)(pieces, unit.id)
            assert {there: way.cost for there, way in reach.items()} == costs, (seed, unit)
            looked += len(costs)
    return looked + compare_impulses(position, seed)


def compare_impulses(position: Position, seed: int) -> int:
    """Impulses of two land units from two hexes: each pays for what it meets, and as little as it can."""
    chance = random.Random(seed)
    looked = 0
    for side in ("japan", "allies"):
        land: list[Unit] = [unit for unit in position.units.values() if unit.side == side and unit.kind == "land"]
        for _ in range(4 if len(land) > 1 else 0):
            first, other = chance.sample(land, 2)
            target = chance.choice(sorted(position.data.map.within(first.hex, 3)))
            words = f"target {target} from {first.hex}: {first.id} from {other.hex}: {other.id}"
            verdict = movement.judge(position, side, reading.order(packaged(), words)) if first.hex != other.hex else ()
            if isinstance(verdict, Understood):
                pieces = second.world(position)
                for stack in verdict.answer.stacks:
                    assert stack.route.cost == second.marches(pieces, stack.units[0].id)[target], (seed, words)
                    paid = 0
                    for there in stack.route.path:
                        cost, pieces = second.stepped(pieces, [stack.units[0].id], there)
                        paid += cost
                    assert paid == stack.route.cost, (seed, words)
                looked += 1
    return looked


def test_both_reckonings_agree() -> None:
    assert sum(map(compare, QUICK)) > len(QUICK)


@pytest.mark.long
def test_both_reckonings_agree_on_many_positions() -> None:
    assert sum(map(compare, range(MANY))) > MANY
