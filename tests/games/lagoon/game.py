"""The Lagoon: a small and nasty game that makes the shared rooms do what War in the Pacific does not.

One commander raids the batteries of a lagoon against a garrison the rules play, or two commanders raid it against a
third player. Places have names for ids, ships names of several words, dice count from 0; the deck is reshuffled with
one card left that nobody may look at; before every raid there is a window in which anybody may play a card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.lagoon.orders import ORDERS
from tests.games.lagoon.rulebook import RULEBOOK
from tests.games.lagoon.wording import Catalogue
from witp_pbem.games.common import aliases, conditions, decks, pointmap
from witp_pbem.games.common.data import read
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.common.precheck import certain
from witp_pbem.games.common.preferences import choose_one
from witp_pbem.games.common.sequence import Step, Steps
from witp_pbem.table.complete import complete
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition, Demand, Order, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game, Offer, UsualOrders
from witp_pbem.table.names import names
from witp_pbem.table.phrase import Phrase, phrase
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block

DATA = Path(__file__).parent / "data"
FILES = ("map", "ships", "cards")
ALIASES = read(DATA, ["names"])["names"]
RAIDERS, GARRISON = "raiders", "garrison"
PLAYERS = {"solo": (RAIDERS,), "alliance": ("north", "south", GARRISON)}
SIDE_OF = {RAIDERS: RAIDERS, "north": RAIDERS, "south": RAIDERS, GARRISON: GARRISON}
TEN, SIX = Die(10, 0), Die(6)
MOST_CARDS, FARTHEST, SINKS, SILENCES, LAST_TURN = 2, 2, 9, 6, 3
HELPS = "helps"  # the question about a card of a garrison the rules play
NO_MORE = Understood(None, {"order": "pass"}, closes=True)


class Outcome(NamedTuple):
    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position:
    turn: int = 1
    step: str = "setup"
    scenario: str = "solo"
    ships: Mapping[str, str] = field(default_factory=dict)  # where each is; those sunk are not there
    batteries: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deck: Mapping[str, Any] = field(default_factory=dict)  # name, size, and the slots drawn from it
    discards: tuple[str, ...] = ()
    sailed: tuple[str, ...] = ()
    left: tuple[str, ...] = ()  # commanders who gave up; the other sails their ships
    outcome: Outcome | None = None


class StepBegan(Event):
    turn: int
    step: str


class DeckMade(Event):
    deck: str
    size: int


class CardDrawn(Event):
    holder: str
    slot: str


class ShipSailed(Event):
    ship: str
    start: str
    place: str


class RaidBegan(Event):
    place: str


class CardPlayed(Event):
    holder: str
    slot: str
    card: str


class BatterySilenced(Event):
    place: str


class BatteryStood(Event):
    place: str


class ShipSunk(Event):
    ship: str
    place: str


class CommanderLeft(Event):
    player: str


class GameEnded(Event):
    winner: str
    reason: str


EVENTS = (StepBegan, DeckMade, CardDrawn, ShipSailed, RaidBegan, CardPlayed, BatterySilenced, BatteryStood, ShipSunk,
          CommanderLeft, GameEnded)


class Lagoon:
    """The parts of the game that have no default, and a few that are not the usual."""

    id = "lagoon"
    title = "The Lagoon"
    publisher = "nobody: it was made for the tests"
    sides = (RAIDERS, GARRISON)
    players = (RAIDERS, "north", "south", GARRISON)
    automatic = (GARRISON,)
    decks = ("fates",)
    dice = (TEN, SIX)
    standing = frozenset({"lose"})
    events = {kind.code(): kind for kind in EVENTS}
    outcome = Outcome
    rulebook = RULEBOOK
    orders = ORDERS

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.records = records
        points = {point["id"]: point for point in records["map"]["points"]}
        self.board = pointmap.of(records["map"])
        self.batteries = {name: point["battery"] for name, point in points.items() if point["battery"]}
        self.ships = {ship["id"]: ship for ship in records["ships"]["ships"]}
        self.effects = {card["id"]: card for card in records["cards"]["cards"]}
        self.cards = tuple(self.effects)
        self.steps = Steps(Step("deal", "", "lagoon 1.a", self._deal),
                           Step("sail", "sail", "lagoon 2.a", self._sail),
                           Step("raid", "raid", "lagoon 3.a", self._raid),
                           begin=self._begin, before=(Step("setup", "", "lagoon 1.b", self._setup),))
        called = {"place": {name: (point["name"], point["ja"]) for name, point in points.items()},
                  "unit": {name: (name, ship["ja"]) for name, ship in self.ships.items()},
                  "card": {name: (name, card["ja"]) for name, card in self.effects.items()}}
        self.catalogue = Catalogue(called)
        self.lexicon = ORDERS.lexicon(
            ("raid", "at", "for", "resign", "decide", "because"),
            sides={**{name: name for name in (*SIDE_OF, "referee")},
                   "commander north": "north", "commander south": "south", "北の指揮官": "north",
                   "南の指揮官": "south", "襲撃側": RAIDERS, "守備隊": GARRISON, "審判": "referee"},
            phases={"sail": "sail", "raid": "raid", "航行": "sail", "襲撃": "raid"},
            places=names(called["place"], aliases=aliases.of_places(ALIASES, called["place"])),
            units=names(called["unit"]), cards=names(called["card"]))

    # -- positions

    def scenarios(self) -> list[Offer]:
        return [Offer(name, text) for name, text in self.catalogue.words["scenario"].items()]

    def open(self, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        if scenario not in PLAYERS:
            return (invalid("unknown-scenario", scenario=scenario, scenarios=list(PLAYERS)),)
        return Position(scenario=scenario, ships={name: ship["at"] for name, ship in self.ships.items()},
                        batteries=self.batteries, hands=dict.fromkeys(self.holders(scenario), ()))

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from tests.games.lagoon import validation

        return validation.data_problems(records)

    def players_at(self, position: Position) -> Mapping[str, str]:
        return {player: player for player in PLAYERS[position.scenario] if player not in position.left}

    def side_of(self, player: str) -> str:
        return SIDE_OF.get(player, "")

    def holders(self, scenario: str) -> tuple[str, ...]:
        """Who draws cards: every player, and the garrison in any case."""
        return tuple(dict.fromkeys((*PLAYERS[scenario], GARRISON)))

    def commander(self, position: Position, ship: str) -> str:
        if position.scenario == "solo":
            return RAIDERS
        own = self.ships[ship]["of"]
        return next(player for player in (own, "north", "south") if player not in position.left)

    def apply(self, position: Position, event: Event) -> Position:
        match event:
            case StepBegan():
                return replace(position, turn=event.turn, step=event.step, sailed=())
            case DeckMade():
                return replace(position, deck={"name": event.deck, "size": event.size, "drawn": ()}, discards=())
            case CardDrawn():
                deck = {**position.deck, "drawn": (*position.deck["drawn"], event.slot)}
                hands = {**position.hands, event.holder: (*position.hands[event.holder], event.slot)}
                return replace(position, deck=deck, hands=hands)
            case ShipSailed():
                return replace(position, ships={**position.ships, event.ship: event.place},
                               sailed=(*position.sailed, event.ship))
            case CardPlayed():
                left = tuple(slot for slot in position.hands[event.holder] if slot != event.slot)
                return replace(position, hands={**position.hands, event.holder: left},
                               discards=(*position.discards, event.card))
            case BatterySilenced():
                return replace(position, batteries={name: level for name, level in position.batteries.items()
                                                    if name != event.place})
            case ShipSunk():
                return replace(position, ships={name: place for name, place in position.ships.items()
                                                if name != event.ship})
            case CommanderLeft():
                return replace(position, left=(*position.left, event.player))
            case GameEnded():
                return replace(position, outcome=Outcome(event.winner, event.rule, event.reason))
        return position

    # -- orders

    def condition(self, block: Block) -> Condition | tuple[Problem, ...] | None:
        """`raid at PLACE`: what an order for a window waits for."""
        return conditions.read(block, self.lexicon, tuple, self._raid_at)

    def _raid_at(self, cursor: Cursor) -> conditions.Part | None:
        first = cursor.accept("raid")
        part = conditions.at_place(cursor, phrase("raid-at"), lambda place: lambda position, acts, player: [
            act.place for act in acts if isinstance(act, RaidBegan)][-1:] == [place])
        if part and not first and not cursor.accept("raid"):
            cursor.unexpected('"raid"')
        return part

    def answer(self, position: Position, question: str, card: str) -> bool | str:
        assert question == HELPS
        return bool(self.effects[card]["for"] == GARRISON)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        return certain(order, partial(self._judge_sail, position, player) if order.keyword == "sail" else None)

    def resigned(self, position: Position, player: str) -> list[Event]:
        others = {"north", "south"} - {player, *position.left}
        if player in ("north", "south") and others:
            return [CommanderLeft("lagoon 4.b", player)]
        return [GameEnded("lagoon 4.b", GARRISON if SIDE_OF[player] == RAIDERS else RAIDERS, "resigned")]

    def usual_orders(self, position: Position, player: str, phase: str, hand: Sequence[str]) -> Iterator[UsualOrders]:
        """For each ship the places it can sail to, the first that is open."""
        if phase == "sail" and SIDE_OF[player] == RAIDERS:
            ways = [way for way in self._sail_demand(position, player).choices() if way["order"] == "sail"]
            for _, voyages in groupby(ways, key=lambda way: way["ship"]):
                yield UsualOrders(list(voyages))

    # -- the rules

    def _begin(self, table: Table, step: Step, turn: int) -> None:
        table.tell(StepBegan(step.rule, turn, step.name))

    def _setup(self, table: Table) -> None:
        self._make(table, "fates", self.cards)

    def _make(self, table: Table, deck: str, cards: Sequence[str]) -> None:
        table.shuffle(deck, cards)
        table.tell(DeckMade("lagoon 1.b", deck, len(cards)))

    def _deal(self, table: Table) -> None:
        """lagoon 1.a-b"""
        for holder in self.holders(table.position.scenario):
            if holder in table.position.left or len(table.position.hands[holder]) >= MOST_CARDS:
                continue
            if table.position.deck["size"] - len(table.position.deck["drawn"]) <= 1 and table.position.discards:
                self._reshuffle(table)
            deck = table.position.deck
            if slot := decks.draw(table, deck["name"], len(deck["drawn"]), deck["size"], holder):
                table.tell(CardDrawn("lagoon 1.a", holder, slot))

    def _reshuffle(self, table: Table) -> None:
        """The discards and the last card, which nobody may look at: it goes in by its slot (lagoon 1.b)."""
        deck = table.position.deck
        left = decks.undrawn(deck["name"], deck["size"], deck["drawn"])
        self._make(table, decks.again(deck["name"]), [*table.position.discards, *left])

    def _sail(self, table: Table) -> None:
        """lagoon 2.a"""
        for player in self.players_at(table.position):
            while SIDE_OF[player] == RAIDERS:
                voyage: tuple[str, str] | None = table.ask(self._sail_demand(table.position, player))[0]
                if voyage is None:
                    break
                ship, place = voyage
                table.tell(ShipSailed("lagoon 2.a", ship, table.position.ships[ship], place))

    def _sail_demand(self, position: Position, player: str) -> Demand:
        own = [ship for ship in self.ships if ship in position.ships and self.commander(position, ship) == player
               and ship not in position.sailed]
        ways = [ordered("sail", ship=ship, place=place) for ship in own for place in self.board.places
                if 0 < (self.board.distance(position.ships[ship], place) or 0) <= FARTHEST]

        return Demand(player, "sail", "lagoon 2.a", frozenset({"sail", "pass"}),
                      partial(self._judge_sail, position, player),
                      lambda: [*ways, {"order": "pass"}],
                      sole=None if ways else NO_MORE,
                      items=lambda order: [ORDERS.value("sail", order.body)] if order.keyword == "sail" and
                      position.ships.get(order.body.ship.id) != order.body.place.id else [])

    def _judge_sail(self, position: Position, player: str, order: Order) -> Verdict:
        if order.keyword == "pass":
            return NO_MORE
        voyage = order.body.ship.id, order.body.place.id
        problem = self._sail_problem(position, player, *voyage)
        return (problem,) if problem else Understood(voyage, ORDERS.value("sail", order.body))

    def _sail_problem(self, position: Position, player: str, ship: str, place: str) -> Problem | None:
        if self.commander(position, ship) != player:  # other commanders' ships never become one's own
            return illegal("not-your-unit", "lagoon 2.b", certain=True, unit=ship)
        if ship not in position.ships:
            return illegal("ship-is-sunk", "lagoon 3.b", ship=ship)
        if ship in position.sailed:
            return illegal("sailed-already", "lagoon 2.b", ship=ship)
        start = position.ships[ship]
        length = self.board.distance(start, place)
        if length is None:
            return illegal("no-way", "lagoon 2.c", start=start, place=place)
        if not 0 < length <= FARTHEST:
            near = min(self.board.neighbours(start), key=lambda reached: self.board.distance(reached, place) or 0)
            return illegal("too-far", "lagoon 2.c", ship=ship, start=start, place=place, length=length,
                           instead={"order": "sail", "ship": ship, "place": near})
        return None

    def _raid(self, table: Table) -> None:
        """lagoon 3, place by place, then the end of the turn"""
        for place in self.batteries:
            if place in table.position.batteries and place in table.position.ships.values():
                table.tell(RaidBegan("lagoon 3.a", place))
                self._fight(table, place, self._cards_played(table, place))
        if not table.position.batteries:
            table.tell(GameEnded("lagoon 4.a", RAIDERS, "batteries"))
        elif table.position.turn == LAST_TURN or not table.position.ships:
            table.tell(GameEnded("lagoon 4.a", GARRISON, "time"))

    def _cards_played(self, table: Table, place: str) -> int:
        """The window (lagoon 1.c), then what a garrison without a player does (lagoon 1.d): that it plays nothing
        tells everybody that its cards do not help it. Returns what the cards add to the raid."""
        players = tuple(self.players_at(table.position))
        played = dict(zip(players, table.ask(*(self._window(table, player, place) for player in players)), strict=True))
        total = 0
        for player, card in played.items():
            if card:
                total += self._show(table, player, decks.slot_of(table, table.position.hands[player], card), card)
        if GARRISON not in players:
            slot = decks.first(table, table.position.hands[GARRISON], HELPS)
            total += self._show(table, GARRISON, slot, decks.card_in(table, slot)) if slot else 0
        return total

    def _window(self, table: Table, player: str, place: str) -> Demand:
        held = decks.private(table, table.position.hands[player]).values()

        def judge(order: Order) -> Verdict:
            if order.keyword == "pass":
                return Understood(None, ORDERS.value("pass", order.body), stays=order.body.how == "all")
            if not decks.may_hold(held, order.body.card):
                return (illegal("not-your-card", "lagoon 1.c", card=order.body.card),)
            return Understood(order.body.card, ORDERS.value("play", order.body))

        return Demand(player, "window", "lagoon 1.c", frozenset({"play", "pass"}), judge,
                      lambda: [{"order": "pass"}, {"order": "pass", "how": "all"}], {"place": place}, window=True)

    def _show(self, table: Table, holder: str, slot: str, card: str) -> int:
        decks.show(table, slot, card)
        table.tell(CardPlayed("lagoon 1.c", holder, slot, card))
        return int(self.effects[card]["raid"])

    def label(self, code: str, position: Position, place: str) -> Phrase:
        """What dice are thrown for."""
        return phrase(code, place=place)

    def _fight(self, table: Table, place: str, cards: int) -> None:
        ships = [ship for ship in self.ships if table.position.ships.get(ship) == place]
        level = table.position.batteries[place]
        if table.roll(self.label("raid", table.position, place), 1, TEN)[0] + len(ships) + cards >= SILENCES + level:
            table.tell(BatterySilenced("lagoon 3.a", place))
            return
        table.tell(BatteryStood("lagoon 3.a", place))
        if sum(table.roll(self.label("battery", table.position, place), 2, SIX)) < SINKS:
            return
        player = self.commander(table.position, ships[0])
        lost = table.ask(self._loss(table.position, player, place))[0]
        table.tell(ShipSunk("lagoon 3.b", lost, place))

    def _loss(self, position: Position, player: str, place: str) -> Demand:
        there = [ship for ship in self.ships
                 if position.ships.get(ship) == place and self.commander(position, ship) == player]

        return choose_one(player, "loss", "lagoon 3.c", there, lambda ship: ordered("lose", ship=ship),
                          wishes=lambda order: [order.body.ship.id],
                          refusal=lambda order: illegal("not-there", "lagoon 3.c", place=place,
                                                        unit=order.body.ship.id), about={"place": place})

    def chart(self, position: Position) -> Any:
        from tests.games.lagoon.chart import chart

        return chart(self, position)

    def score(self, position: Position) -> str:
        from tests.games.lagoon.chart import score

        return score(self, position)

    @property
    def tellers(self) -> Any:
        from tests.games.lagoon.chart import tellers

        return tellers(self)


def game(records: Mapping[str, Any] | None = None) -> Game:
    """The entry point."""
    return complete(Lagoon(read(DATA, FILES) if records is None else records))
