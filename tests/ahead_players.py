"""Players who order a whole turn ahead, in one file, from nothing but the position of the last report.

Each plans with seeded chance: bases, several impulses with others that stand in for them, where fleets and air go
afterwards, and wishes for everything that battles may ask. Nothing is looked up later: what does not fit the
position any more when its moment comes is passed over, stood in for, or owed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from witp_pbem.games.witp.board.map import SHALLOW
from witp_pbem.games.witp.board.state import AIR, ALLIES, CARRIER, JAPAN, LAND, NAVAL, Position, Unit
from witp_pbem.games.witp.rules.chapter_02_components import control
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import STEPS
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_08_movement import movement, routes
from witp_pbem.games.witp.rules.chapter_08_movement.routes import Traveller
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets
from witp_pbem.games.witp.rules.chapter_12_special_rules import china
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry

PHASES = ("start", "events", "bases", "operations", "redeployment", "reinforcement", "end")
WISHES = ("lose any", "retreat to any", "displace air to any", "resolve any", "disband any", "choose any")
OF_A_PHASE = {"lose any": "operations", "retreat to any": "operations", "resolve any": "operations",
              "disband any": "redeployment"}
ORIGINS = 10  # hexes a player thinks of units to send from
PLANS = 8  # impulses in a file, at most
STAND_INS = 3  # others that stand in for an impulse
SPREAD = 6  # points the dice may give beyond the basic ones
LISTED = 30  # ports in one order


class Idea(NamedTuple):
    """An impulse a player thinks of: its cost now, its target, its order, who goes from where."""

    cost: int
    target: str
    text: str
    origin: str
    units: frozenset[str]
    hostile: bool


def whole_turn(position: Position, side: str, chance: random.Random, impulses: int = PLANS) -> str:
    """The orders of a file for what is left of the turn, headings included; `impulses` are planned at most."""
    now = STEPS.coming_phase(position)
    left = PHASES[PHASES.index(now):] if now in PHASES else PHASES
    targets: list[str] = []
    parts = {
        "start": lambda: _start(position, side, chance),
        "events": lambda: _events(position, side, chance),
        "bases": lambda: _bases(position, side, chance),
        "operations": lambda: _operations(position, side, chance, impulses, targets),
        "redeployment": lambda: _redeployment(position, side, chance, impulses, targets),
        "reinforcement": lambda: iter(["place any"]),
        "end": lambda: _end(position, side, chance),
    }
    lines = [wish for wish in WISHES if OF_A_PHASE.get(wish, "end") in left]
    for phase in left:
        orders = list(parts[phase]())
        if orders:
            lines += ["", f"Phase: {phase}", *orders]
    return "\n".join(lines)


# -- before the operations -----------------------------------------------------------------------------------


def _start(position: Position, side: str, chance: random.Random) -> Iterator[str]:
    """Whether an air unit goes to Chungking (witp 12.2.m)."""
    if side != ALLIES or position.chungking_air or position.turn < china.AIR_FROM:
        return
    planes = [unit for unit in position.on_map() if unit.side == ALLIES and unit.kind == AIR]
    if planes and chance.randrange(4) == 0:
        yield f"place {chance.choice(planes).id} at Chungking"
        yield "else pass china"
    else:
        yield "pass china"


def _events(position: Position, side: str, chance: random.Random) -> Iterator[str]:
    first, second = chance.sample(("held", "drawn"), 2)
    yield f"use {first}"
    yield f"else use {second}"


def _bases(position: Position, side: str, chance: random.Random) -> Iterator[str]:
    name = position.data.map.name
    if side == JAPAN and position.america == "neutral":
        yield "declare war" if chance.randrange(6) == 0 else "pass war"
    if side == ALLIES and position.turn == 1 and position.options.get("optional_bases"):
        return
    yield "remove any"
    possible = [number for number in position.data.map.bases
                if bases.build_problem(position, side, number, []) is None]
    chosen = chance.sample(possible, min(len(possible), chance.randrange(6 if position.turn == 1 else 4)))
    if chosen:
        yield f"build {', '.join(name(number) for number in chosen)}"
        yield "else pass"
    yield "pass"


# -- operations ----------------------------------------------------------------------------------------------


def _operations(position: Position, side: str, chance: random.Random, impulses: int,
                targets: list[str]) -> Iterator[str]:
    """A wish for cards good for one battle; then impulses while there are points, each with what stands in for it."""
    yield "invoke any" if chance.randrange(4) else "keep any"
    if position.turn == 1 and side == ALLIES:
        yield "pass"
        return
    budget = _budget(position, side)
    ideas = list(_ideas(replace(position, rp={**position.rp, side: budget}), side, chance,
                        3 + 2 * impulses))
    gone: set[str] = set()
    spent = 0
    for number in range(impulses):
        fitting = [idea for idea in ideas if not idea.units & gone and idea.target not in targets
                   and spent + idea.cost <= budget]
        if not fitting:
            break
        hostile = [idea for idea in fitting if idea.hostile]
        pool = hostile if hostile and chance.randrange(3) else fitting
        first = min(chance.sample(pool, min(len(pool), 2)), key=lambda idea: idea.cost)
        others = [idea for idea in fitting if idea.target != first.target and idea.origin == first.origin]
        stand_ins = chance.sample(others, min(len(others), STAND_INS, impulses))
        yield f"if we have {first.cost} points"
        yield f"  {first.text}"
        for idea in stand_ins:
            yield f"  else {idea.text}"
        if number > 3:
            yield "  else pass"
        yield "end"
        gone |= first.units
        targets.append(first.target)
        spent += first.cost
    yield "pass"


def _budget(position: Position, side: str) -> int:
    """The points a player reckons with: those on hand or, before they are known, the basic ones and lucky dice."""
    order = list(STEPS)
    if position.step in order[order.index("resources") + 1:]:
        return position.rp[side]
    return delayed_entry.basic_points(position, side) + SPREAD


def _ideas(position: Position, side: str, chance: random.Random, most: int) -> Iterator[Idea]:
    """Impulses of one stack that would be legal now, those against the enemy foremost, from so many hexes at most."""
    name = position.data.map.name
    origins = [number for number in position.here if any(
        unit.side == side and unit.kind != AIR and unit.nation != "china" and not unit.moved
        for unit in position.at(number))]
    enemies = {unit.hex for unit in position.on_map() if unit.side != side}
    for origin in chance.sample(origins, min(len(origins), ORIGINS, most)):
        ready = [unit for unit in position.of(side, origin) if not unit.moved and not unit.aboard
                 and not delayed_entry.may_not_move(position, unit)]
        fleets = [unit for unit in ready if unit.is_fleet]
        land = [unit for unit in ready if unit.kind == LAND and unit.nation != "china"]
        for units, cargo in _groups(fleets, land, chance):
            mover = Traveller(side, (*units, *cargo), units[0].is_fleet)
            reach = routes.reach(position, mover, (origin, units[0].water)).all()
            open_to = [(cost + movement.ACTIVATION, target) for target, (cost, _) in reach.items()
                       if cost + movement.ACTIVATION <= position.rp[side] and target not in position.targets[side]]
            hostile = [each for each in open_to if each[1] in enemies
                       or control.is_enemy_base(position, side, each[1])]
            named = [each for each in open_to if position.data.map[each[1]].name]
            start = f" from {name(origin)}: {', '.join(unit.id for unit in units)}"
            start += f" carrying {', '.join(unit.id for unit in cargo)}" if cargo else ""
            for pool, number in ((hostile, 6), (named, 2)):
                for cost, target in chance.sample(pool, min(len(pool), number)):
                    if not cargo or position.data.map[target].terrain == SHALLOW:
                        yield Idea(cost, target, f"target {name(target)}{start}", origin,
                                   frozenset(unit.id for unit in (*units, *cargo)), pool is hostile)


def _groups(fleets: Sequence[Unit], land: Sequence[Unit],
            chance: random.Random) -> Iterator[tuple[list[Unit], list[Unit]]]:
    """Who could go together: some fleets with or without land units aboard, or land units on foot."""
    ships = [unit for unit in fleets if unit.kind == NAVAL]
    if fleets:
        lift = list(land[:len(ships)])
        yield list(fleets), lift if chance.randrange(4) else []
        if len(fleets) > 2:
            part = [unit for unit in fleets if unit.kind == CARRIER][:1] + ships[:1]
            yield part, list(land[:1]) if ships and chance.randrange(2) else []
    if land and (not fleets or chance.randrange(3) == 0):
        yield list(land[:chance.randint(1, len(land))]), []


# -- afterwards ----------------------------------------------------------------------------------------------


def _redeployment(position: Position, side: str, chance: random.Random, stacks: int,
                  targets: Sequence[str]) -> Iterator[str]:
    board = position.data.map
    ports = [number for number in board.hexes if fleets.goal_problem(position, side, number) is None]
    for target in targets:
        near = sorted(ports, key=lambda number: board.distance(number, target))[:LISTED]
        near = [number for number in near if number != target]
        if near and board.fleet_can_enter(target):
            where = board.name(target)
            yield f"if we have 1 fleet at {where}"
            yield f"  unless we control {where}"
            yield f"    redeploy all fleets from {where} to {', else '.join(board.name(number) for number in near)}"
            yield "    else pass fleets"
            yield "  end"
            yield "end"
    if ports:
        chance.shuffle(ports)
        ports.sort(key=lambda number: board[number].capacity is not None and chance.randrange(3) > 0)
        yield f"redeploy all fleets to {', else '.join(board.name(number) for number in ports[:LISTED])}"
        yield "else pass fleets"
    yield "pass fleets"
    goals = [number for number in board.hexes if air_and_land.goal_problem(position, side, number) is None]
    planes = [unit for unit in position.on_map() if unit.side == side and unit.kind == AIR
              and unit.id != position.chungking_air]
    for unit in chance.sample(planes, min(len(planes), stacks)) if len(goals) > 1 else ():
        there = [number for number in chance.sample(goals, min(len(goals), 4)) if number != unit.hex]
        if there:
            yield f"if we have 1 air at {board.name(unit.hex)}"
            yield (f"  redeploy {unit.id} from {board.name(unit.hex)} to "
                   f"{', else '.join(board.name(number) for number in there)}")
            yield "  else pass air and land"
            yield "end"
    yield "pass air and land"
    yield "rebuild any"
    yield "pass rebuilding"


def _end(position: Position, side: str, chance: random.Random) -> Iterator[str]:
    if side != ALLIES or position.china_surrendered:
        return
    board = position.data.map
    there = [number for number in board.chinese if position.of(ALLIES, number, LAND)]
    if there and chance.randrange(2):
        origin = chance.choice(there)
        goal = chance.choice([number for number in board.chinese if number != origin])
        yield f"redeploy 1 Chinese land from {board.name(origin)} to {board.name(goal)}"
        yield "else pass china"
    yield "pass china"
