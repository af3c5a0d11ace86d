"""Two players who know the rules and little else: they pick among the legal choices by seeded chance, but so that all
of the game comes up. They rather go where the enemy is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.games.witp.players import SeededFate
from witp_pbem.games.common.order_values import At
from witp_pbem.games.wif_land.board.state import ACTIONS, ENEMY, Position, Side, Unit
from witp_pbem.games.wif_land.game import game
from witp_pbem.games.wif_land.orders.kinds import EXHAUSTED, ORDERS, OVERRUNNING, AtHex, Leaving, Move
from witp_pbem.games.wif_land.rules import invasion, movement, paradrop, points, rail, segments
from witp_pbem.table.demand import Demand, SittingEnds, Understood
from witp_pbem.table.event import Event, to_json
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.problem import NOWHERE, OrderValue
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import offered_words

GAME = game()
PASSES = "pass"
USUAL = 0.3  # how often a decision of a combat is made as most players would
# How often a side goes on where it may pass.
GOES_ON = {"rail": 0.5, "move": 0.93, "invade": 0.9, "paradrop": 0.9, "attack": 0.92, "advance": 0.8, "notional": 0.4}
SUPPORTS = 0.75  # elsewhere
TRIES = 12  # moves a player thinks of before they leave off
LOOKED_AT = 80  # choices
STACKS, EXHAUSTS, LEAVES = 0.4, 0.12, 0.15  # how often units move together, beyond their points, and part on the way


class Temper(NamedTuple):
    """How a player is disposed.

    Attributes:
        goes_on: how often they go on where they may pass, by decision.
        closes: how often they rather move beside the enemy than anywhere.
        overruns: how often they try an overrun first.
        usual: how often a decision of a combat is made as most players would.
    """

    goes_on: Mapping[str, float] = MappingProxyType(GOES_ON)
    closes: float = 0.6
    overruns: float = 0.3
    usual: float = USUAL


TEMPERS = (Temper(), Temper({**GOES_ON, "move": 0.8, "attack": 1.0}, 0.9), Temper({**GOES_ON, "rail": 0.9}, 0.2, 0.6),
           Temper({**GOES_ON, "move": 0.97, "advance": 1.0}, 0.8, 0.8, 0.8), Temper({**GOES_ON, "notional": 0.9}, 0.5),
           Temper(dict.fromkeys(GOES_ON, 0.4), 0.3))


def decide(demand: Demand, position: Position, chance: random.Random, temper: Temper, played: Any = GAME) -> str:
    """An order that answers a demand, as text; in English, whatever language is spoken round them.

    Args:
        played: the game with the data in force.
    """
    with speaking(ENGLISH):
        return offered_words(demand, _chosen(demand, position, chance, temper), played)


def _chosen(demand: Demand, position: Position, chance: random.Random, temper: Temper) -> OrderValue:
    if demand.code == "move":
        goes = chance.random() < temper.goes_on["move"]
        return next(moves(position, chance, temper), _PASS_MOVES) if goes else _PASS_MOVES
    choices = list(islice(demand.choices(), LOOKED_AT))
    acts = [choice for choice in choices if choice["order"] != PASSES]
    if not acts or demand.queued and chance.random() > temper.goes_on.get(demand.code, SUPPORTS):
        return next((choice for choice in choices if choice["order"] == PASSES), {"order": PASSES})
    hostile = [act for act in acts if act["order"] == "drop" and position.ground(act["hex"], position.other)]
    if hostile and chance.random() < temper.closes:
        return chance.choice(hostile)
    return acts[0] if chance.random() < temper.usual else chance.choice(acts)


_PASS_MOVES: OrderValue = {"order": PASSES, "segment": "movement"}


# -- moves -----------------------------------------------------------------------------------------------------------


def moves(position: Position, chance: random.Random, temper: Temper) -> Iterator[OrderValue]:
    """Legal moves a player thinks of, each of other units than the ones before."""
    movable = movement.movable(position)
    for _ in range(TRIES):
        if movable and (idea := _idea(position, movable, chance, temper)):
            verdict = movement.judge(position, idea)
            if isinstance(verdict, Understood):
                yield verdict.order
                used = {spec.id for spec in idea.units}
                movable = [unit for unit in movable if unit.id not in used]


def _idea(position: Position, movable: Sequence[Unit], chance: random.Random, temper: Temper) -> Move | None:
    """A unit or a stack goes somewhere: to overrun, beside the enemy, or anywhere; perhaps beyond its points, perhaps
    with somebody left behind on the way."""
    leader = chance.choice(movable)
    stack = [unit for unit in movable if unit.place == leader.place]
    if len(stack) < 2 or chance.random() > STACKS:
        stack = [leader]
    enemies = movement.enemies_near(position, stack)
    body = Move(segments.named(stack), At("", NOWHERE))
    if enemies and chance.random() < temper.overruns:
        ideas = [body._replace(to=At(hex, NOWHERE), overrunning=OVERRUNNING,
                               exhausted=EXHAUSTED if chance.random() < EXHAUSTS else "") for hex in enemies]
        return next((idea for idea in ideas if isinstance(movement.judge(position, idea), Understood)), ideas[0])
    reach = list(points.in_reach(position, stack, min(unit.movement for unit in stack)))
    if chance.random() < EXHAUSTS:
        return body._replace(to=At(chance.choice(position.map.neighbours(chance.choice([leader.place, *reach]))),
                                   NOWHERE), exhausted=EXHAUSTED)
    close = [hex for hex in reach if _is_beside_enemy(position, leader.side, hex)]
    if not reach:
        return None
    to = chance.choice(close if close and chance.random() < temper.closes else reach)
    body = body._replace(to=At(to, NOWHERE))
    way = points.way(position, stack, min(unit.movement for unit in stack), to) or ()
    if len(stack) > 1 and way[:-1] and chance.random() < LEAVES:
        left = Leaving(segments.named([stack[-1]]), At(chance.choice(way[:-1]), NOWHERE))
        return body._replace(leaving=(left,))
    return body._replace(by=tuple(At(hex, NOWHERE) for hex in way[:-1])) if chance.random() < LEAVES else body


def _is_beside_enemy(position: Position, side: Side, hex: str) -> bool:
    return any(position.ground(beside, ENEMY[side]) for beside in position.map.neighbours(hex))


# -- at a table ------------------------------------------------------------------------------------------------------


def play(played: Any, seed: int, scenario: str = "",
         watch: Callable[[Demand, Any], None] = lambda demand, position: None, *,
         options: Mapping[str, str] = MappingProxyType({})) -> tuple[Position, list[Any]]:
    """A land turn of two such players at a table; every answer goes through orders text.

    Args:
        options: what is played, as `new` takes them.
        watch: shown every demand with the position it is made in, before it is answered.
    Returns:
        The last position and everything that happened.
    """
    chance, temper = random.Random(f"players {seed}"), TEMPERS[seed % len(TEMPERS)]

    class Players(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            watch(demand, table.position)
            if demand.optional:
                return []
            text = decide(demand, table.position, chance, temper, played)
            order = read_order(played, text)
            assert hasattr(order, "body"), (demand.code, text, order)
            verdict = demand.judge(order)
            assert hasattr(verdict, "answer"), (demand.code, text, verdict)
            again = demand.judge(played.read_value(verdict.order))
            assert again[2:] == verdict[2:], (text, verdict, again)
            return Match(order, order, verdict)

        def take(self, demand: Demand, match: Match) -> None:
            pass

        def undone(self, *now: Any) -> list[Any]:
            return []

    start = played.open(scenario or next(iter(played.data.positions)), options)
    table = Table(GameRules(played), start, (), Players(), SeededFate(seed))
    try:
        while (step := played.step(table.position)) is not None:
            table.phase = played.phase(table.position)
            step(table)
    except SittingEnds as owed:
        raise AssertionError(f"nobody answered {owed}") from owed
    return table.position, table.acts


# -- an impulse ordered ahead ----------------------------------------------------------------------------------------

# Of each row one wish, or none.
WISHES = (("lose any",), ("retreat any",), ("use blitz", "use assault"), ("apply S", "apply R"), ("fight any",))
WISHED = 0.8  # how often a player has a wish of a row
PHASES = ("rail", "movement", "combat")
PLANNED = 0.7  # how often a player plans what may be planned


def whole_turn(position: Position, side: str, chance: random.Random, plans: int) -> str:
    """The orders of a file for what is left of the impulse, headings included, from nothing but the position of the
    last report: wishes, what goes by rail, moves with others that stand in for them, landings, attacks, and passes.
    What does not fit any more when its moment comes is passed over, or owed."""
    temper = TEMPERS[chance.randrange(len(TEMPERS))]
    wishes = [wish for row in WISHES if chance.random() < WISHED and (wish := chance.choice(row))] or [WISHES[0][0]]
    coming = GAME.coming_phase(position)
    phases = PHASES[PHASES.index(coming) if coming in PHASES else 0:]
    with speaking(ENGLISH):
        if side != position.phasing:
            return "\n".join([*wishes, "", "Phase: combat", *_waiting(chance)])
        parts = {"rail": lambda: _by_rail(position, chance), "combat": lambda: _attacking(position, chance),
                 "movement": lambda: _moving(position, chance, temper, plans)}
        return "\n\n".join(["\n".join(wishes), *("\n".join([f"Phase: {phase}", *parts[phase]()]) for phase in phases)])


def _by_rail(position: Position, chance: random.Random) -> Iterator[str]:
    """The action, and what goes by rail."""
    if not position.action:
        position = position.but(action=chance.choice(ACTIONS))
        yield f"action {position.action}"
    yield from _some(rail.choices(position), chance, 2)
    yield "pass railways"


def _moving(position: Position, chance: random.Random, temper: Temper, plans: int) -> Iterator[str]:
    """Moves with others that stand in for them, and landings."""
    ideas = list(moves(position, chance, temper))[:3 * plans]
    planned = [ideas[number::2 * plans] for number in range(min(2 * plans, len(ideas)))]
    yield from (" else ".join(map(GAME.write, stand_ins)) for stand_ins in planned)
    yield "pass movement"
    yield from _some(invasion.choices(position), chance, 3)
    yield "pass invasions"
    yield from _some(paradrop.choices(position), chance, 2)
    yield "pass paradrops"


def _attacking(position: Position, chance: random.Random) -> Iterator[str]:
    """Attacks wherever the enemy is, and support."""
    for hex in position.map.hexes:
        if position.ground(hex, ENEMY[position.phasing]) and chance.random() < PLANNED:
            yield f"attack {hex} with all"
    yield "pass attacks"
    yield from (f"pass {segment}" for segment in ("bombardment", "headquarters", "missions")
                if chance.random() > PLANNED)
    yield from ("pass advances",) if chance.random() > PLANNED else ()
    yield "fight any"


def _waiting(chance: random.Random) -> Iterator[str]:
    """What the other side says."""
    yield from (f"pass {segment}" for segment in ("notional", "bombardment", "headquarters", "missions")
                if chance.random() < PLANNED)
    yield "retreat any"  # so that something stands here whatever is refused


def _some(choices: Iterable[OrderValue], chance: random.Random, most: int) -> Iterator[str]:
    """Some orders of a list."""
    known = list(islice(choices, LOOKED_AT))
    yield from map(GAME.write, chance.sample(known, min(len(known), chance.randrange(most + 1))))


def attack_with(position: Position, hex: str, units: Iterable[Unit]) -> OrderValue:
    """An order to attack."""
    return ORDERS.value("attack", AtHex(At(hex, NOWHERE), segments.named(units)))


# -- what a game has seen --------------------------------------------------------------------------------------------

# Of these kinds of events the fields that tell them apart.
APART = {
    "action-chosen": ("action",), "passed": ("segment",), "game-ended": ("reason",), "units-turned": ("reason",),
    "units-destroyed": ("reason",), "ships-fate": ("fate",), "missions-flown": ("mission",),
    "attack-fought": ("table", "result"), "result-applied": ("applied",), "units-retreated": ("preference", "again"),
    "units-advanced": ("breakthrough",), "drop-ended": ("succeeds",), "headquarters-rolled": ("succeeds",),
    "table-chosen": ("table", "barred"), "unit-railed": ("cost",), "units-moved": ("stops",)}


def kind(record: Mapping[str, Any]) -> str:
    """The code of an event, with what tells it from others of its kind."""
    parts = [name if value is True else str(value) for name in APART.get(record["event"], ())
             if (value := record.get(name, ""))]
    return " ".join([record["event"], *parts])


def kinds(acts: Iterable[Any]) -> list[str]:
    """The kinds of the events of a game."""
    return [kind(to_json(act)) for act in acts if isinstance(act, Event)]
