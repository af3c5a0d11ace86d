"""The rules of the Atoll, in the order of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any

from tests.games.atoll.board import (
    BattleFought,
    CardDrawn,
    CardPlayed,
    Counter,
    GameEnded,
    PointsScored,
    Position,
    Ruled,
    StepBegan,
    UnitArrived,
    UnitsLost,
    UnitsMoved,
)
from tests.games.atoll.orders import KINDS, ORDERS, SIDES, Play, lose_value, move_value
from witp_pbem.games.common import decks
from witp_pbem.games.common.hexmap import numbered
from witp_pbem.games.common.paths import Way, ways
from witp_pbem.games.common.rulings import RulingOrder, counter_changes, counters_meant
from witp_pbem.games.common.sequence import Step, Steps, forced, in_turn
from witp_pbem.games.common.units import pick
from witp_pbem.table.demand import Demand, Order, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import OrderValue, illegal
from witp_pbem.table.table import Table

SIX = Die(6)
DECK = "events"
PASS = Understood(None, {"order": "pass"})
PASS_ALL = Understood(None, {"order": "pass", "how": "all"}, stays=True)
OTHER = {"blue": "orange", "orange": "blue"}


def begin(table: Table, step: Step, turn: int) -> None:
    table.tell(StepBegan(step.rule, turn, step.name))


class Rules:
    """The rules, with the data in force."""

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.hexes: Mapping[str, Any] = records["map"]["hexes"]
        self.cards = tuple(records["cards"])
        self.board = numbered(self.hexes)
        self.homes = {entry["home"]: place for place, entry in self.hexes.items() if "home" in entry}
        self.steps = Steps(Step("cards", "cards", "atoll 2.a", self.play_cards),
                           Step("reinforcement", "", "atoll 2.b", self.reinforce),
                           Step("movement", "movement", "atoll 3.a", self.move),
                           Step("battle", "battle", "atoll 4.a", self.fight),
                           Step("scoring", "", "atoll 1.b", self.score), begin=begin)

    # -- cards and reinforcements

    def play_cards(self, table: Table) -> None:
        if table.position.turn == 1:
            table.shuffle(DECK, self.cards)
        for side in SIDES:
            if table.position.turn < 3 and (
                    slot := decks.draw(table, DECK, table.position.drawn, len(self.cards), side)):
                table.tell(CardDrawn("atoll 2.a", side, slot))
        answers = table.ask(*(self.window(table, side) for side in SIDES))
        for side, card in zip(SIDES, answers, strict=True):
            if card:
                slot = decks.slot_of(table, table.position.hands[side], card)
                decks.show(table, slot, card)
                table.tell(CardPlayed("atoll 2.a", side, slot, card))

    def window(self, table: Table, side: str) -> Demand:
        """Whether a side plays a card now."""
        def judge(order: Order) -> Verdict:
            if order.keyword == "pass":
                return PASS_ALL if order.body.how else PASS
            card = order.body.card
            held = decks.private(table, table.position.hands[side])
            if decks.may_hold(held.values(), card):
                return Understood(card, ORDERS.value("play", Play(card)))
            return (illegal("not-held", "atoll 2.a", order.statement.span, card=card, instead=PASS.order),)

        return Demand(side, "card", "atoll 2.a", frozenset({"play", "pass"}), judge,
                      lambda: (PASS.order, PASS_ALL.order), window=True)

    def reinforce(self, table: Table) -> None:
        for side in SIDES:
            waiting = next((unit.id for unit in table.position.units.values()
                            if (unit.side, unit.kind, unit.place) == (side, "ship", "")), "")
            home = self.homes[side]
            if not waiting or table.position.at(home, OTHER[side]):
                continue
            if table.position.played.get(side) == "convoy" or (
                    table.roll(phrase("arrival", side=side), 1, SIX)[0] >= 4):
                table.tell(UnitArrived("atoll 2.b", waiting, home))

    # -- movement

    def move(self, table: Table) -> None:
        in_turn(SIDES, lambda side: self.go(table, side))

    def go(self, table: Table, side: str) -> bool:
        """One move of a side; False if it passes."""
        position: Position = table.position

        def choices() -> Iterator[Mapping[str, Any]]:
            yield from self.moves(position, side)
            yield PASS.order

        def judge(order: Order) -> Verdict:
            return PASS if order.keyword == "pass" else self.judge_move(position, side, order)

        move = table.ask(Demand(side, "move", "atoll 3.a", frozenset({"move", "pass"}), judge, choices,
                                sole=forced(choices(), PASS)))[0]
        if move:
            table.tell(UnitsMoved("atoll 3.a", side, *move))
        return move is not None

    def judge_move(self, position: Position, side: str, order: Order) -> Verdict:
        origin, to, span = order.body.origin, order.body.to, order.statement.span
        pool = [unit for unit in position.at(origin.id, side) if unit.id not in position.moved]
        chosen = pick(order.body.units, pool, rule="atoll 3.a", kinds=KINDS, place=origin.id)
        if isinstance(chosen, tuple):
            return chosen
        names = [unit.id for unit in chosen]
        ships = [unit for unit in chosen if unit.kind == "ship"]

        def instead() -> OrderValue:
            return next(iter(self.moves(position, side)), PASS.order)

        if len(chosen) > 2 * len(ships):
            return (illegal("not-carried", "atoll 3.b", span, instead=instead, ships=len(ships)),)
        if len(ships) < len(chosen) and "name" not in self.hexes[to.id]:
            return (illegal("no-island", "atoll 3.b", to.span, place=to.id, instead=instead),)
        if to.id not in {way.end for way in self.reach(position, side, origin.id)}:
            return (illegal("too-far", "atoll 3.a", to.span, place=to.id, start=origin.id, instead=instead),)
        return Understood((tuple(names), origin.id, to.id), move_value(names, origin.id, to.id))

    def moves(self, position: Position, side: str) -> Iterator[Mapping[str, Any]]:
        """The moves of one ship, alone or with a troop."""
        for place in self.hexes:
            free = [unit for unit in position.at(place, side) if unit.id not in position.moved]
            ships = [unit.id for unit in free if unit.kind == "ship"]
            troops = [unit.id for unit in free if unit.kind == "troop"]
            for way in self.reach(position, side, place) if ships else ():
                yield move_value(ships[:1], place, way.end)
                if troops and "name" in self.hexes[way.end]:
                    yield move_value([ships[0], troops[0]], place, way.end)

    def reach(self, position: Position, side: str, place: str) -> Iterator[Way[str]]:
        """Where ships get from a place."""
        gale = position.played.get(OTHER[side]) == "gale" and not position.options.get("calm")
        return ways(place, self.board.neighbours, limit=1 if gale else 2,
                    goes_on=lambda there: not position.at(there, OTHER[side], "ship"))

    # -- battle

    def fight(self, table: Table) -> None:
        for place in self.hexes:
            forces = {side: table.position.at(place, side) for side in SIDES}
            if not all(forces.values()):
                continue
            hits = {OTHER[side]: self.hits(table, side, place, len(forces[side])) for side in SIDES}
            table.tell(BattleFought("atoll 4.a", place, hits["blue"], hits["orange"]))
            losses = table.ask(*(self.loss(side, place, forces[side], hits[side]) for side in SIDES if hits[side]))
            for side, units in zip((side for side in SIDES if hits[side]), losses, strict=True):
                table.tell(UnitsLost("atoll 4.b", side, units, place))

    def hits(self, table: Table, side: str, place: str, count: int) -> int:
        played = table.position.played
        needed = 6 if played.get(OTHER[side]) == "mist" else 4 if played.get(side) == "salvo" else 5

        def scored(dice: tuple[int, ...]) -> int:
            return sum(die >= needed for die in dice)

        return scored(*table.roll_all((phrase("battle", side=side, place=place), count, SIX), comes_to=scored))

    def loss(self, side: str, place: str, force: list[Counter], hits: int) -> Demand:
        """Which counters a side loses for hits."""
        count = min(hits, len(force))

        def judge(order: Order) -> Verdict:
            chosen = pick(order.body.units, force, rule="atoll 4.b", kinds=KINDS, place=place)
            if isinstance(chosen, tuple):
                return chosen
            if len(chosen) != count:
                return (illegal("wrong-number", "atoll 4.b", order.statement.span, count=count, instead=choices()[0]),)
            names = [unit.id for unit in chosen]
            return Understood(tuple(names), lose_value(names))

        def choices() -> list[Mapping[str, Any]]:
            orders = []
            for kinds in combinations_with_replacement(KINDS, count):
                lost = [unit.id for kind in KINDS
                        for unit in [counter for counter in force if counter.kind == kind][:kinds.count(kind)]]
                if len(lost) == count:
                    orders.append(lose_value(lost))
            return orders

        names = [unit.id for unit in force]
        sole = Understood(tuple(names), lose_value(names)) if count == len(force) else None
        return Demand(side, "losses", "atoll 4.b", frozenset({"lose"}), judge, choices,
                      {"place": place, "count": count}, sole=sole)

    # -- rulings

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        """A counter stands somewhere else, or leaves the game; there are no steps to lose here."""
        ruling: RulingOrder = order.body
        place = ruling.place.id if ruling.place else ""
        units = counters_meant(ruling, position.units, lambda spec: pick(
            [spec], position.at(place, ruling.side), rule="referee", kinds=KINDS, place=place))
        if isinstance(units, tuple):
            return units
        changes = counter_changes(ruling.kind, units, lambda unit: {"place": place}, {"place": ""})
        return Understood([Ruled("referee", ruling.reason, order.statement.text, changes)],
                          ORDERS.value("ruling", ruling))

    # -- scoring

    def score(self, table: Table) -> None:
        held = {place: {unit.side for unit in table.position.at(place, kind="troop")} for place in self.hexes}
        for side in SIDES:
            points = sum(entry.get("value", 0) for place, entry in self.hexes.items() if held[place] == {side})
            table.tell(PointsScored("atoll 1.b", side, points))
        if table.position.turn >= table.position.options.get("turns", 3):
            points = table.position.points
            leading = [side for side in SIDES if points[side] == max(points.values())]
            table.tell(GameEnded("atoll 1.c", leading[0] if len(leading) == 1 else "", "points"))
