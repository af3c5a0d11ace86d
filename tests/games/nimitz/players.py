"""A player who knows the rules and little else: picks among the legal choices by seeded chance, but so that all of the
game comes up. `sensible_player` has one who wants to win."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.games.witp.players import SeededFate
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.nimitz.board.state import HAWAII, JAPAN, MARIANAS, US, Position
from witp_pbem.games.nimitz.game import game
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives
from witp_pbem.games.nimitz.rules.chapter_08_movement import movement
from witp_pbem.table.demand import Demand, SittingEnds
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event, to_json
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.phrase import Phrase
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import offered_words

GAME = game()
LAST_TURN = 6  # of the longest campaign
USUAL = 0.4  # how often a decision of a battle is made as most players would
MOST = 4  # units in an order to move
# How often an act is of a kind, against the others that are legal.
KINDS = {"buy": 4, "repair": 1, "scout": 1, "move": 6, "raid": 2, "bomb": 8, "invade": 3}
PASSES = "pass"
HOLDING = 1  # on the Japanese order chart
GOES_ON = {"supply": 0.85, "scouting": 0.3, "movement": 0.9}  # how often a phase goes on where it can
RARE = ("asw", "sonar", "radar-fire", "seabees", "artillery")  # markers that can seldom be used: whoever can, does
MARKERS = 6  # bonus markers bought at once, at most


class Temper(NamedTuple):
    """How a player is disposed.

    Attributes:
        goes_on: how often they go on with a phase, by segment.
        wants: points they send units to sooner than to others.
        guards: they never take the last ground unit or LBA from a point they hold.
        kinds: how often an act is of a kind, against the others that are legal.
    """

    goes_on: Mapping[str, float] = MappingProxyType(GOES_ON)
    wants: Sequence[str] = ()
    guards: bool = True
    kinds: Mapping[str, int] = MappingProxyType(KINDS)


TEMPERS = (
    Temper(wants=("AK", "HI", "MI", "GI", "SA", "SI")),
    Temper({**GOES_ON, "scouting": 0.8}, ("WI", "ML", "MI", "MA", "CI")),
    Temper({**GOES_ON, "movement": 0.97}, ("MA", "IJ", "OK", "PH"), kinds={**KINDS, "move": 20}),
    Temper({"supply": 0.5, "scouting": 0.1, "movement": 0.3}),
    Temper(wants=("SI", "NG", "CI", "EA"), guards=False),
    Temper({"supply": 0.95, "scouting": 0.1, "movement": 0.98}, ("HI", "MI", "AK", "SA"),
           kinds={**KINDS, "invade": 60, "raid": 8}),
)


def decide(demand: Demand, position: Position, held: Sequence[str], chance: random.Random, temper: Temper) -> str:
    """An order that answers a demand, as text; in English, whatever language is spoken round them.

    Args:
        held: the cards of the player; the game has none.
    """
    with speaking(ENGLISH):
        return offered_words(demand, _chosen(demand, position, chance, temper), GAME)


def _chosen(demand: Demand, position: Position, chance: random.Random, temper: Temper) -> OrderValue:
    choices = list(demand.choices())
    if demand.code in GOES_ON:
        return _act(demand, choices, position, chance, temper)
    if rare := [choice for choice in choices if choice["order"] == "use" and choice["marker"] in RARE]:
        return chance.choice(rare)
    if demand.code == "markers" and chance.random() > USUAL:
        return _several_markers(demand, choices, chance)
    return choices[0] if chance.random() < USUAL else chance.choice(choices)


def _act(demand: Demand, choices: Sequence[OrderValue], position: Position, chance: random.Random,
         temper: Temper) -> OrderValue:
    """First a kind of order, then one of it; of moves rather those to wanted points and to the enemy."""
    acts = [choice for choice in choices if choice["order"] != PASSES and _is_allowed(choice, position, temper)]
    if not acts or chance.random() > temper.goes_on[demand.code]:
        return next(choice for choice in choices if choice["order"] == PASSES)
    present = list(dict.fromkeys(choice["order"] for choice in acts))
    kind = chance.choices(present, [temper.kinds[name] for name in present])[0]
    acts = [choice for choice in acts if choice["order"] == kind]
    if kind != "move":
        return chance.choice(acts)
    points = list(dict.fromkeys(choice["to"] for choice in acts))
    to = chance.choices(points, [_worth(position, point, temper) for point in points])[0]
    return _together(demand, [choice for choice in acts if choice["to"] == to], position, chance, temper)


def _is_allowed(choice: OrderValue, position: Position, temper: Temper) -> bool:
    """Whether a player who guards points leaves somebody where units go away from."""
    if not temper.guards or choice["order"] not in ("move", "invade"):
        return True
    point = position.units[choice["units"][0]].place
    garrison = objectives.ashore(position, US, point)
    return len(garrison) > 1 or choice["units"][0] not in garrison


def _worth(position: Position, point: str, temper: Temper) -> int:
    """How much a player would like to go to a point: where they have nobody ashore, to the enemy, where they want."""
    is_open = not objectives.ashore(position, US, point)
    return 1 + 2 * is_open + 2 * bool(position.of(JAPAN, point)) + 8 * (point in temper.wants)


def _together(demand: Demand, choices: Sequence[OrderValue], position: Position, chance: random.Random,
              temper: Temper) -> OrderValue:
    """Several units to a point with one order, one where they cannot go together."""
    group = chance.sample(choices, min(len(choices), chance.randint(1, MOST)))
    if temper.guards:  # who leaves a garrison goes alone
        group = [choice for choice in group if position.units[choice["units"][0]].is_ship] or group[:1]
    value = ordered("move", units=[choice["units"][0] for choice in group], to=group[0]["to"])
    return value if hasattr(demand.judge(GAME.read_value(value)), "answer") else group[0]


def _several_markers(demand: Demand, choices: Sequence[OrderValue], chance: random.Random) -> OrderValue:
    """Bonus markers by chance, rare ones sooner, as many as there are points for."""
    lists = [choice["markers"] for choice in choices if choice["order"] == "prepare"]
    single = [marker for markers in lists if len(markers) == 1 for marker in markers]
    single += [marker for marker in single if marker in RARE]
    bought = list(dict.fromkeys(chance.sample(single, min(len(single), chance.randint(1, MARKERS)))))
    value = ordered("prepare", markers=bought)
    return value if bought and hasattr(demand.judge(GAME.read_value(value)), "answer") else choices[0]


class Fortune(SeededFate):
    """Dice that favour the Americans: their attacks hit, those of Japan do not, and Japan holds where it is."""

    def roll(self, label: Phrase, count: int, die: Die) -> tuple[int, ...]:
        dice = super().roll(label, count, die)
        if label.code == "order":
            return (HOLDING,) * count
        if label.code == "attack":
            return (die.first if str(label.values["unit"]).startswith(US) else die.last,) * count
        return dice


Deciding = Callable[[Demand, Position, random.Random], str]


def play(played: Any, seed: int, scenario: str = "1942", last_turn: int = LAST_TURN,
         watch: Callable[[Demand, Any], None] = lambda demand, position: None, *, decides: Deciding | None = None,
         options: Mapping[str, str] = MappingProxyType({}),
         fate: type[SeededFate] = SeededFate) -> tuple[Position, list[Any]]:
    """A game of such a player, up to a turn of its (last) campaign, at a table; every answer goes through orders text.

    Args:
        options: what is played, as `new` takes them.
        watch: shown every demand with the position it is made in, before it is answered.
        decides: the player, if it is another one.
        fate: the dice.
    Returns:
        The last position and everything that happened.
    """
    chance, temper = random.Random(f"players {seed}"), TEMPERS[seed % len(TEMPERS)]

    class Player(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            watch(demand, table.position)
            text = (decides(demand, table.position, chance) if decides
                    else decide(demand, table.position, (), chance, temper))
            order = read_order(played, text)
            verdict = demand.judge(order)
            assert hasattr(verdict, "answer"), (demand.code, text, verdict)
            again = demand.judge(played.read_value(verdict.order))
            assert again[2:] == verdict[2:], (text, verdict, again)
            return Match(order, order, verdict)

        def take(self, demand: Demand, match: Match) -> None:
            pass

        def undone(self, *now: Any) -> list[Any]:
            return []

    table = Table(GameRules(played), played.open(scenario, options), (), Player(), fate(seed))
    try:
        while (step := played.step(table.position)) is not None and table.position.turn <= last_turn:
            table.phase = played.phase(table.position)
            step(table)
    except SittingEnds as owed:
        raise AssertionError(f"nobody answered {owed}") from owed
    return table.position, table.acts


# -- a turn ordered ahead --------------------------------------------------------------------------------------------

# Of each row one wish, or none.
WISHES = (("hit any",), ("lose any",), ("stay any",), ("roll any",), ("fight any", "fight Hawaiian Islands, then any"),
          ("target ships, infantry, LBA", "target LBA"),
          ("station any at Coastal", "station any at US Ocean"), ("station any at Japanese Ocean",),
          ("fly any to Island", "fly any to Coastal\nfly any to US Ocean", "pass aircraft", "fly F4F to US Ocean"),
          ("prepare Furball, Leathernecks", "prepare First strike", "pass markers"),
          ("use any", "keep any"), ("pass strikes", ""))
WISHED = 0.9  # how often a player has a wish of a row


def whole_turn(position: Position, side: str, chance: random.Random, plans: int) -> str:
    """The orders of a file for what is left of the turn, headings included, from nothing but the position of the last
    report: wishes, so many moves, others that stand in for them, and passes. What does not fit any more when its
    moment comes is passed over, or owed."""
    wishes = [wish for row in WISHES if chance.random() < WISHED and (wish := chance.choice(row))]
    with speaking(ENGLISH):
        lines = ["Phase: turn", *_supply(position, chance), *_scouting(position, chance),
                 *moves(position, chance, plans)]
    return "\n".join([*wishes, "", *lines])


def _supply(position: Position, chance: random.Random) -> list[str]:
    return [*(["buy any"] if chance.random() < GOES_ON["supply"] else []),
            *(["repair any"] if chance.random() < USUAL else []), "pass supply"]


def _scouting(position: Position, chance: random.Random) -> list[str]:
    known = [point for point in position.data.map.points if position.of(JAPAN, point)]
    scouted = [chance.choice(known)] if known and chance.random() < GOES_ON["scouting"] else []
    return [*(GAME.write(ordered("scout", place=point, markers=1)) for point in scouted), "pass scouting"]


def moves(position: Position, chance: random.Random, plans: int) -> list[str]:
    """Some moves, each with another that stands in for it; raids and bombing in a year that has it."""
    demand = movement.demand(position, movement.bases_of(position))
    ideas = [choice for choice in demand.sample(chance) if choice["order"] == "move"
             and _is_allowed(choice, position, TEMPERS[0])][:2 * plans]
    ordered_moves = [" else ".join(map(GAME.write, ideas[number::plans])) for number in range(min(plans, len(ideas)))]
    raids = ["raid any"] if chance.random() < GOES_ON["scouting"] else []
    bombs = ["bomb any"] if position.campaign.strategic_bombing and position.of(US, MARIANAS) else []
    is_staging = position.campaign.invasion and position.of(US, HAWAII) and chance.random() < USUAL
    invades = ["invade any"] if is_staging else []
    return [*ordered_moves, *raids, *bombs, *invades, "pass movement"]


# -- what a game has seen --------------------------------------------------------------------------------------------

# Of these kinds of events the field that tells them apart.
APART = {"order-rolled": "carried_out", "game-ended": "reason", "campaign-ended": "level", "marker-used": "marker",
         "passed": "segment", "units-to-box": "box", "aircraft-removed": "reason", "battalions-called": "foxholes",
         "attack-stepped": "step", "units-pinned": "lone", "hits-cancelled": "marker"}


def kind(record: Mapping[str, Any]) -> str:
    """The code of an event, with what tells it from others of its kind."""
    part = record.get(APART.get(record["event"], ""), "")
    return f"{record['event']} {part}".strip() if part is not True else f"{record['event']} {APART[record['event']]}"


def kinds(acts: Iterable[Any]) -> list[str]:
    """The kinds of the events of a game, those of the markers that Japan drew among them."""
    records = [to_json(act) for act in acts if isinstance(act, Event)]
    drawn = [f"drawn {marker}" for record in records if record["event"] == "markers-drawn"
             for marker in record["markers"]]
    return [*map(kind, records), *drawn]
