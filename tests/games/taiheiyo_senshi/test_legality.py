"""Legality has one source: what a demand lists is what its judge accepts, and the other way round.

Random games are played, and every demand met on the way is tried from both ends: each listed choice has to be accepted
and to mean the same when read again, in words of each language, and of plausible orders those accepted have to be among
the listed ones. Legal orders are spoiled, and what the refusals then suggest has to be accepted.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.games.taiheiyo_senshi import players
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, Position
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import operation_cards
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.language import speaking
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.sitting import read_order

GAME = players.GAME
READ = 12  # listed choices tried at a demand
TRIED = 40  # orders made up at a demand
SPOILED = 3  # legal orders made illegal at a demand
MakeUp = Callable[[Demand, Position], Iterator[str]]


def name(position: Position, point: str) -> str:
    return position.data.map[point].name


def to_every_port(*keywords: str) -> MakeUp:
    """Every keyword alone and with every port."""
    def make(demand: Demand, position: Position) -> Iterator[str]:
        for keyword in keywords:
            yield keyword
            yield from (f"{keyword} to {name(position, port)}" for port in position.data.map.ports)
    return make


def every_unit_placed(demand: Demand, position: Position) -> Iterator[str]:
    for unit in demand.about["units"]:  # type: ignore[attr-defined]
        for point in position.data.map.points:
            yield f"place {unit} at {name(position, point)}"


def every_card_paid(demand: Demand, position: Position) -> Iterator[str]:
    yield "pass initiative"
    yield from (f"pay {card}" for card in position.data.cards)


def every_transfer(demand: Demand, position: Position) -> Iterator[str]:
    """Every unit alone, and all ships of a point, to every point."""
    for origin in position.data.map.points:
        units = position.of(demand.side, origin)
        groups = [(unit.id, unit.kind) for unit in units] + [("all ships", "")] * (len(units) > 1)
        for group, kind in groups:
            for goal in position.data.map.points:
                yield (f"{'rebase' if kind == AIR else 'return'} {group} from {name(position, origin)} to "
                       f"{name(position, goal)}")


def every_operation(demand: Demand, position: Position) -> Iterator[str]:
    yield from every_transfer(demand, position)
    for origin in position.data.map.points:
        for unit in position.ships(demand.side, origin):
            for goal in position.data.map.points:
                yield f"move {unit.id} from {name(position, origin)} to {name(position, goal)}"
        for card in position.data.cards:
            yield f"resupply {name(position, origin)} with {card}"
            yield f"train {name(position, origin)} with {card}"
            event = position.data.cards[card][demand.side]
            if event in operation_cards.STRIKES:
                yield from (f"play {card} from {name(position, origin)} on {name(position, goal)}"
                            for goal in position.data.map.points)
    for card in position.data.cards:
        yield f"open routes with {card}"
        yield from (f"play {card}{what}" for what in ("", " for point", " for discard"))


def every_sortie(demand: Demand, position: Position) -> Iterator[str]:
    yield from ("pass reaction", *to_every_port("evacuate")(demand, position))
    for origin in position.data.map.points:
        for unit in position.ships(demand.side, origin):
            yield f"sortie {unit.id} from {name(position, origin)}"


def every_supply(demand: Demand, position: Position) -> Iterator[str]:
    yield "pass supply"
    for point in position.data.map.points:
        yield from (f"resupply {name(position, point)} with {card}" for card in position.data.cards)


def every_way_on(demand: Demand, position: Position) -> Iterator[str]:
    start = str(demand.about["place"])
    yield "stay"
    yield from (f"move all ships from {name(position, start)} to {name(position, goal)}"
                for goal in position.data.map.points)


def wishes(*words: str) -> MakeUp:
    return lambda demand, position: iter(words)


MADE_UP: Mapping[str, MakeUp] = {
    "setup": every_unit_placed, "arrival": every_unit_placed, "initiative": every_card_paid,
    "announcement": wishes("operate", "pass operation"), "operation": every_operation, "reaction": every_sortie,
    "onward": every_way_on, "surface": wishes("engage", "avoid"), "transfer": every_transfer, "supply": every_supply,
    "extension": to_every_port("retreat", "extend"), "relocation": to_every_port("relocate"),
    **dict.fromkeys(("after-air", "after-surface", "extended", "victory"), to_every_port("retreat", "stay")),
    **dict.fromkeys(("retreat", "withdrawal", "other-port"), to_every_port("retreat", "evacuate"))}
# Where the legal answers are not all listed, and what the list is instead.
NOT_LISTED = {
    "capture": "captures for which the cards suffice, not those that are bound to fail",
    "hit": "sets of hits, up to a limit", "lose": "sets of hits, up to a limit",
    **dict.fromkeys(("movement-window", "interruption-window", "battle-window", "air-strike-window", "surface-window",
                     "before-capture-window"), "passes; never a card, which would betray a hand")}
OPEN = {"hit": "hit any", "lose": "lose any", "place": "place any at Australia", "relocate": "relocate to any",
        "retreat": "retreat to any", "evacuate": "evacuate to any"}
CARD_LEFT_OPEN = frozenset({"resupply", "train", "open"})  # one card is listed for each, any will do


def essence(value: OrderValue) -> str:
    """What of an order has to be among the listed choices."""
    left_out = {"card"} if value["order"] in CARD_LEFT_OPEN else set()
    return json.dumps({key: sorted(part) if key == "units" else part for key, part in value.items()
                       if key not in left_out}, sort_keys=True)


class Inspector:
    """Looks at demands from both ends and counts what it has seen."""

    def __init__(self, seed: int, each: int = 1) -> None:
        self.chance, self.each = random.Random(f"inspector {seed}"), each
        self.met: Counter[str] = Counter()
        self.listed: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.suggested: Counter[str] = Counter()

    def __call__(self, demand: Demand, position: Position) -> None:
        assert demand.code in MADE_UP or demand.code in NOT_LISTED, demand.code
        self.met[demand.code] += 1
        if self.met[demand.code] > self.each and self.met[demand.code] % self.each:
            return
        choices = list(demand.choices())
        assert choices, demand.code
        assert len(set(map(essence, choices))) == len(choices), (demand.code, "is listed twice")
        for choice in choices if len(choices) <= READ else self.chance.sample(choices, READ):
            self.look_at_listed(demand, choice)
        if demand.code in MADE_UP:
            self.look_for_unlisted(demand, position, choices)
        self.look_at_open_orders(demand, choices)
        for _ in range(SPOILED):
            self.look_at_suggestions(demand, self.spoiled(GAME.write(self.chance.choice(choices)), position))

    def look_at_listed(self, demand: Demand, choice: OrderValue) -> None:
        order = GAME.read_value(json.loads(json.dumps(choice)))
        verdict = demand.judge(order)
        assert isinstance(verdict, Understood), (demand.code, choice, verdict)
        assert demand.matches(order) and order.keyword in demand.keywords, (demand.code, choice)
        for language in ("en", "ja"):
            with speaking(language):
                words = GAME.write(choice)
            again = judged(demand, words)
            assert isinstance(again, Understood) and again.order == verdict.order, (demand.code, words, again)
        self.listed[demand.code] += 1

    def look_for_unlisted(self, demand: Demand, position: Position, choices: list[OrderValue]) -> None:
        made = list(MADE_UP[demand.code](demand, position))
        known = set(map(essence, choices))
        for words in made if len(made) <= TRIED else self.chance.sample(made, TRIED):
            order = read_order(GAME, words)
            if not isinstance(order, Order) or order.keyword not in demand.keywords or not demand.matches(order):
                continue
            verdict = demand.judge(order)
            if isinstance(verdict, Understood):
                assert essence(verdict.order) in known, (demand.code, words, verdict.order, "is not listed")
                self.accepted[demand.code] += 1

    def look_at_open_orders(self, demand: Demand, choices: list[OrderValue]) -> None:
        for words in (OPEN[keyword] for keyword in sorted(demand.keywords & OPEN.keys())):
            verdict = judged(demand, words)
            if isinstance(verdict, Understood):
                self.look_at_listed(demand, verdict.order)
            else:
                assert words.endswith("Australia"), (demand.code, words, verdict)

    def spoiled(self, words: str, position: Position) -> str:
        """A legal order with one of its points in place of another."""
        names = "|".join(re.escape(point.name) for point in position.data.map.points.values())
        spots = list(re.finditer(names, words))
        if not spots:
            return words
        spot = self.chance.choice(spots)
        other = self.chance.choice(list(position.data.map.points.values()))
        return words[:spot.start()] + other.name + words[spot.end():]

    def look_at_suggestions(self, demand: Demand, words: str) -> None:
        order = read_order(GAME, words)
        verdict = demand.judge(order) if isinstance(order, Order) else ()
        for problem in () if isinstance(verdict, Understood) else verdict:
            if problem.instead and problem.instead["order"] in demand.keywords:
                better = demand.judge(GAME.read_value(problem.instead))
                assert isinstance(better, Understood), (demand.code, words, problem.code, problem.instead, better)
                self.suggested[demand.code] += 1


def judged(demand: Demand, words: str) -> Any:
    order = read_order(GAME, words)
    assert isinstance(order, Order), (demand.code, words, order)
    return demand.judge(order)


def test_every_demand_is_accounted_for() -> None:
    assert set(NOT_LISTED).isdisjoint(MADE_UP)
    assert set(MADE_UP) | set(NOT_LISTED) == set(GAME.catalogue.demands)


def test_what_is_listed_is_what_is_accepted() -> None:
    """A game of each temper; decisions that only rare cards bring about are met in the cases."""
    inspector = Inspector(1, each=12)
    for seed in range(len(players.TEMPERS)):
        players.play(GAME, seed, watch=inspector)
    common = {"setup", "arrival", "initiative", "announcement", "operation", "transfer", "reaction"}
    assert common <= set(inspector.listed) and common <= set(inspector.accepted), inspector.accepted
    rare = {"withdrawal", "onward", "lose", "surface-window", "other-port", "relocation", "extended"}
    assert set(GAME.catalogue.demands) - set(inspector.met) <= rare, inspector.met
