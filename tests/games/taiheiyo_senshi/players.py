"""Two players who know the rules and little else: they pick among the legal choices by seeded chance, but so that all
of the game comes up. They rather go where an enemy may react, meet him, and play the cards they hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.games.witp.players import SeededFate
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.taiheiyo_senshi.board.state import ALLIES, ENEMY, JAPAN, Position
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.rules.chapter_03_setup import setup
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import movement, transfers
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations.reaction import triggers
from witp_pbem.table.demand import Demand, SittingEnds
from witp_pbem.table.language import ENGLISH, speaking
from witp_pbem.table.pending import Match, PendingOrders
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.sitting import GameRules, read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import offered_words

GAME = game()
HOME = "japan"  # the point that ends the game when it falls
PLACED = " on Hawaii"  # behind a card that has to name a port
PLAYS = 0.7  # how often a player plays a card that may be played now
# How often players go on where it is left to them, by decision; elsewhere, and where a wish answers.
ACTIVE = {"initiative": 0.25, "transfer": 0.8, "supply": 0.7, "capture": 1.0, "surface": 0.9}
GOES_ON, WITHDRAWS = 0.75, 0.25
PASSING = frozenset({"pass", "stay", "avoid", "extend"})
TRIES = 0.1  # how often a capture is tried without any card
# How often an operation is of a kind, against the others that are legal.
KINDS = {"move": 8, "play": 8, "resupply": 2, "train": 4, "open": 2, "return": 1, "rebase": 1, "pass": 1}
PASS_CARDS = "pass cards"
# Cards, by the numbers of their Japanese events, whose events can seldom be played: whoever can, does (J12, A10, A16).
RARE = {JAPAN: ("J12",), ALLIES: ("J07", "J01")}
REACTIONS = {"sortie": 4, "evacuate": 2, "pass": 1}


class Temper(NamedTuple):
    """How two players are disposed.

    Attributes:
        operates: how often each side uses its right to operate, and pays for it.
        wants: points each side goes to sooner than to others.
        yields: the Japanese player leaves Japan, and the Allies want nothing else.
    """

    operates: Mapping[str, float] = MappingProxyType({JAPAN: 0.95, ALLIES: 0.95})
    wants: Mapping[str, Sequence[str]] = MappingProxyType({JAPAN: (), ALLIES: ()})
    yields: bool = False


TEMPERS = (
    Temper(),
    Temper({JAPAN: 0.95, ALLIES: 0.4}, {JAPAN: ("borneo",), ALLIES: ("marianas", "attu", "midway")}),
    Temper({JAPAN: 0.98, ALLIES: 0.15}, {JAPAN: ("borneo", "ceylon", "philippines", "singapore"), ALLIES: ()}),
    Temper(yields=True),
    Temper({JAPAN: 0.2, ALLIES: 0.98}, {JAPAN: (), ALLIES: ("marianas", "truk", "kwajalein")}),
    Temper({JAPAN: 0.98, ALLIES: 0.05}, {JAPAN: ("ceylon", "borneo", "singapore", "hawaii", "australia"), ALLIES: ()}),
)


def decide(demand: Demand, position: Position, held: Sequence[str], chance: random.Random, temper: Temper) -> str:
    """An order that answers a demand, as text; in English, whatever language is spoken round them.

    Args:
        held: the cards of the player, for windows.
    """
    with speaking(ENGLISH):
        if demand.window:
            return _card(demand, held, chance)
        if temper.yields and (order := _hunted(demand, position)):
            return offered_words(demand, order, GAME)
        return offered_words(demand, _chosen(demand, position, chance, temper), GAME)


def _card(demand: Demand, held: Sequence[str], chance: random.Random) -> str:
    """A card that is held and may be played now, or none."""
    if chance.random() < PLAYS:
        for card in held:
            for words in (f"play {card}", f"play {card}{PLACED}"):
                order = read_order(GAME, words)
                if hasattr(order, "body") and demand.matches(order) and hasattr(demand.judge(order), "answer"):
                    return words
    return PASS_CARDS


def _chosen(demand: Demand, position: Position, chance: random.Random, temper: Temper) -> OrderValue:
    choices = list(demand.choices())
    active = [choice for choice in choices if choice["order"] not in PASSING]
    passing = [choice for choice in choices if choice["order"] in PASSING]
    if demand.code == "operation":
        return _one_of(choices, KINDS, position, demand.side, chance, temper)
    if demand.code == "capture" and demand.about["ports"] and chance.random() < TRIES:
        return ordered("capture", place=chance.choice(demand.about["ports"]), cards=[])
    if demand.code == "reaction":
        return _one_of(choices, REACTIONS, position, demand.side, chance, temper)
    likely = ACTIVE.get(demand.code, WITHDRAWS if demand.standing else GOES_ON)
    if demand.code in ("initiative", "announcement"):
        likely = temper.operates[demand.side] * (likely if demand.code == "initiative" else 1)
    goes_on = chance.random() < likely
    return chance.choice(active if active and (goes_on or not passing) else passing)


def _one_of(choices: Sequence[OrderValue], kinds: Mapping[str, int], position: Position, side: str,
            chance: random.Random, temper: Temper) -> OrderValue:
    """First a kind of order, then one of it; of moves rather those on which something happens."""
    if rare := [choice for choice in choices if choice["order"] == "play" and choice["card"] in RARE[side]]:
        return chance.choice(rare)
    present = list(dict.fromkeys(choice["order"] for choice in choices))
    kind = chance.choices(present, [kinds[name] for name in present])[0]
    chosen = [choice for choice in choices if choice["order"] == kind]
    if kind == "play":  # any card as likely, however many ways there are to use it
        card = chance.choice(list(dict.fromkeys(choice["card"] for choice in chosen)))
        chosen = [choice for choice in chosen if choice["card"] == card]
    return chance.choices(chosen, [_worth(choice, position, side, temper) for choice in chosen])[0]


def _worth(choice: OrderValue, position: Position, side: str, temper: Temper) -> int:
    """How much a player would like a move: to what is wanted, in force, and to the enemy, best where he may react."""
    if choice["order"] != "move":
        return 1
    to = choice["to"]
    meets = bool(position.of(ENEMY[side], to))
    is_wanted = to in temper.wants[side] and position.held.get(to) != side
    return 1 + 6 * meets + 12 * triggers(position, ENEMY[side], to) + 8 * is_wanted * len(choice["units"])


def _hunted(demand: Demand, position: Position) -> OrderValue | None:
    """What those do of whom one wants Japan and the other leaves it; None for whatever comes."""
    choices = list(demand.choices())
    if demand.code == "operation" and demand.side == ALLIES:
        return max((choice for choice in choices if choice["order"] == "move" and choice["to"] == HOME),
                   key=lambda choice: len(choice["units"]), default=None)
    if demand.code in ("operation", "transfer") and demand.side == JAPAN:
        return max((choice for choice in choices if choice["order"] in ("return", "rebase")
                    and choice["origin"] == HOME), key=lambda choice: len(choice["units"]), default=None)
    if demand.code == "transfer" and any(unit.side == ALLIES for unit in position.at(HOME)):
        return choices[-1]  # they stay there, and go on to the capture
    if demand.side == JAPAN and demand.code in ("initiative", "capture"):
        return choices[-1]
    return None


def play(played: Any, seed: int, last_turn: int = 9,
         watch: Callable[[Demand, Any], None] = lambda demand, position: None, *,
         options: Mapping[str, str] = MappingProxyType({})) -> tuple[Any, list[Any]]:
    """A whole game between two such players at one table; every answer goes through orders text.

    Args:
        options: what is played, as `new` takes them.
        watch: shown every demand with the position it is made in, before it is answered.
    Returns:
        The last position and everything that happened.
    """
    chance, fate = random.Random(f"players {seed}"), Fate(seed)

    class Players(PendingOrders):
        def find(self, demand: Demand, phase: str, *now: Any) -> Any:
            watch(demand, table.position)
            held = [card for slot in table.position.hands[demand.side] if (card := fate.look(slot))]
            text = decide(demand, table.position, held, chance, TEMPERS[seed % len(TEMPERS)])
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

    table = Table(GameRules(played), played.open("standard", options), (), Players(), fate)
    try:
        while (step := played.step(table.position)) is not None and table.position.turn <= last_turn:
            table.phase = played.phase(table.position)
            step(table)
    except SittingEnds as owed:
        raise AssertionError(f"nobody answered {owed}") from owed
    return table.position, table.acts


class Fate(SeededFate):
    """Decks that are made anew of slots of other decks."""

    def look(self, slot: str) -> str | None:
        while slot and "/" in slot:
            slot = super().look(slot) or ""
        return slot or None


# -- a turn ordered ahead --------------------------------------------------------------------------------------------

# Of each row one wish, or none.
WISHES = (("hit any",), ("lose any",), ("relocate to any",), ("engage", "avoid"), ("extend",),
          ("stay", "retreat to any"), ("pass reaction", "evacuate to any"), ("pass cards", ""))
WISHED = 0.9  # how often a player has a wish of a row


def whole_turn(position: Position, side: str, chance: random.Random, plans: int) -> str:
    """The orders of a file for what is left of the turn, headings included, from nothing but the position of the last
    report: wishes, so many moves, others that stand in for them, and passes. What does not fit any more when its
    moment comes is passed over, or owed."""
    phase = GAME.coming_phase(position)
    parts = {"setup": lambda: _set_up(position, side), "reinforcement": lambda: ["place any at Madagascar"],
             "operations": lambda: _operations(position, side, chance, plans),
             "supply": lambda: _supply(position, side, chance)}
    wishes = [wish for row in WISHES if chance.random() < WISHED and (wish := chance.choice(row))]
    with speaking(ENGLISH):
        left = list(parts)[list(parts).index(phase):] if phase != "setup" else ["setup"]
        lines = [wishes, *([f"Phase: {name}", *parts[name]()] for name in left)]
    return "\n\n".join("\n".join(part) for part in lines if len(part) > 1)


def _set_up(position: Position, side: str) -> list[str]:
    """The units where the data usually have them, those without a choice left out."""
    wanted: dict[str, list[str]] = {}
    for unit in setup.to_place(position, side):
        wanted.setdefault(position.data.default[unit.id], []).append(unit.id)
    return [GAME.write(ordered("place", units=units, place=point)) for point, units in wanted.items()] or [
        "place any at Australia"]


def _operations(position: Position, side: str, chance: random.Random, plans: int) -> list[str]:
    plans = chance.randrange(plans + 1)  # what is not planned is decided when it is owed, a card perhaps
    ideas = [idea for known in (movement.moves(position, side), transfers.transfers(position, side))
             if (acts := list(known)) for idea in chance.sample(acts, min(plans * 2, len(acts)))]
    planned = [" else ".join(map(GAME.write, ideas[number::plans])) for number in range(plans)]
    operates = "operate" if chance.random() < GOES_ON else "pass operation"
    return [operates, *filter(None, planned), *(["pass initiative"] if chance.random() < PLAYS else [])]


def _supply(position: Position, side: str, chance: random.Random) -> list[str]:
    every = list(transfers.transfers(position, side))
    chosen = chance.sample(every, min(chance.randrange(4), len(every)))
    passes = ["pass transfer", "pass supply", *(["pass captures"] if chance.random() < WITHDRAWS else [])]
    return [*map(GAME.write, chosen), *passes]


# -- what a game has seen --------------------------------------------------------------------------------------------

# Of these kinds of events the field that tells them apart.
APART = {"card-played": "effect", "card-spent": "purpose", "card-discarded": "effect", "operation-voided": "effect",
         "operations-ended": "reason", "units-retreated": "reason", "sent-to-track": "reason",
         "units-removed": "reason", "units-placed": "reason", "units-turned": "reason", "ships-moved": "sortie",
         "deck-made": "anew", "game-ended": "rule", "passed": "segment"}


def kind(record: Mapping[str, Any]) -> str:
    """The code of an event, with what tells it from others of its kind."""
    part = record.get(APART.get(record["event"], ""), "")
    return f"{record['event']} {part}".strip() if part is not True else f"{record['event']} {APART[record['event']]}"
