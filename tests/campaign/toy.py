"""Two Islands: a toy game that makes a campaign do everything once.

Red and Blue play three turns. First both bid sealed; the higher bidder gains a point. Then they take turns at
raiding islands: two dice, 7 or more hits, and the raided side loses a boat, by its standing preference. Last,
each may play the card it drew at the start. Most points win. In the scenario "auction" the players first claim the
red side, sealed; the higher claim gets it, and a die decides between equal ones.

It stands beside the Lagoon for what that lacks: sides settled in the game itself, decisions of two players that are
sealed from each other, one short rule (`fight`) that a test can replace by another, and a whole game in six short
files, for tests that play hundreds. It is made of as little as `complete` wants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from witp_pbem.games.common.pointmap import PointMap
from witp_pbem.table.chart import Chart, CounterKind, Ground, Nation, Sheet, Spot, Stack
from witp_pbem.table.complete import complete
from witp_pbem.table.cursor import Cursor
from witp_pbem.table.demand import Condition, Demand, Order, Understood, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.event import Event
from witp_pbem.table.game import Game, Offer
from witp_pbem.table.names import names
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem, illegal, invalid
from witp_pbem.table.questions import is_card
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block, Statement
from witp_pbem.table.tokens import Lexicon

SIDES = ("red", "blue")
BIDDERS = ("one", "two")
ENEMY = {"red": "blue", "blue": "red"}
CARDS = ("storm", "calm", "fog", "gold")
TURNS = 3


class Outcome(NamedTuple):
    winner: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Position:
    turn: int = 1
    step: str = "setup"
    points: Mapping[str, int] = field(default_factory=lambda: {"red": 0, "blue": 0})
    boats: Mapping[str, int] = field(default_factory=lambda: {"red": 5, "blue": 5})
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {"red": (), "blue": ()})
    outcome: Outcome | None = None
    players: Mapping[str, str] = field(default_factory=dict)


class StepBegan(Event):
    turn: int
    step: str


class Changed(Event):
    what: str
    side: str
    by: int


class Dealt(Event):
    side: str
    slot: str


class Played(Event):
    side: str
    slot: str
    card: str


class Ended(Event):
    winner: str


class Seated(Event):
    red: str
    blue: str


class Bid(NamedTuple):
    amount: int


class Raid(NamedTuple):
    hex: str
    name: str
    boats: int


class Word(NamedTuple):
    word: str


class Gain(NamedTuple):
    side: str
    amount: int


PASS, LOSE = {"order": "pass"}, {"order": "lose"}
WRITTEN = {"bid": "bid {amount}", "claim": "claim {amount}", "raid": "raid {place} with {boats} boats",
           "lose": "lose boats", "play": "play {word}", "pass": "pass"}


class Catalogue:
    words: Mapping[str, Mapping[str, str]] = {
        "side-name": {"red": "Red", "blue": "Blue", "referee": "Referee"},
        "hint": {"claim": "Nobody has claimed more than {limit} yet."}}
    problems: Mapping[str, str] = {
        "bid-too-high": "{amount} is more than {limit}, the highest bid.",
        "no-boats": "{side} has {boats} boats, not {wanted}.",
        "own-island": "{place} is your own island.",
        "not-your-card": "{side} does not hold {card}.",
    }
    phrases: Mapping[str, str] = {
        "who-is-red": "who is red", "raid": "raid by {side}", "we-lead": "we lead", "points": "{number} points"}
    demands: Mapping[str, str] = {
        "bid": "bid 0 to {limit} points", "raid": "raid an island or pass", "card": "play a card or pass",
        "loss": "say what to lose",
    }


LEXICON = Lexicon(
    keywords=frozenset({"claim", "bid", "raid", "pass", "play", "lose", "ruling"}),
    words=frozenset({"for", "resign", "decide", "because"}),
    synonyms={"襲撃": "raid", "パス": "pass", "boat": "boats", "舟": "boats"},
    places=names({"0101": ("Red Island", "赤島"), "0202": ("Blue Island", "青島")}),
    postpositions={"へ": "to"},
    sides={"red": "red", "blue": "blue", "referee": "referee", "赤": "red", "one": "one", "two": "two"},
    phases={"bids": "bids", "raids": "raids", "cards": "cards", "claims": "claims"})
OWNER = {"0101": "red", "0202": "blue"}
NAME = {"0101": "Red Island", "0202": "Blue Island"}
STEPS = ("bids", "raids", "cards")
DIE = Die(6)
BOARD = PointMap({"0101": (1, 1), "0202": (2, 2)}, ())
SEA = Ground("sea", "sea", "..", "water")
BOATS = CounterKind("boats", "boats", "B")
NATIONS = {"red": Nation("red", "Red", "R"), "blue": Nation("blue", "Blue", "B")}


class Toy:
    """The parts of the game that have no default, and those a test wants otherwise."""

    id = "toy"
    title = "Two Islands"
    publisher = "nobody"
    rules_version = "1"
    changes: Mapping[str, tuple[str, ...]] = {}
    data_version = "1"
    sides = SIDES
    players = (*SIDES, *BIDDERS)
    decks = ("flags",)
    cards = CARDS
    lexicon = LEXICON
    events = {kind.code(): kind for kind in (StepBegan, Changed, Dealt, Played, Ended, Seated)}
    outcome = Outcome
    catalogue = Catalogue()
    standing = frozenset({"lose"})
    bodies: Mapping[str, Any] = {
        "raid": lambda place, boats: Raid(place, NAME[place], boats), "play": Word, "lose": partial(Word, "boats"),
        "pass": partial(Word, ""), "bid": Bid, "claim": Bid}
    rulebook = {"toy 1": ("1 Bids", "Both sides bid."), "toy 2": ("2 Raids", "Raids go to and fro."),
                "toy 2.c": ("2 Raids", "Seven hits.")}

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.records = records
        self.limit = int(records["limits"]["bid"])

    def scenarios(self) -> list[Offer]:
        return [Offer("standard", "everybody has a side"), Offer("auction", "the sides are bid for")]

    def open(self, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return Position(step="claims" if scenario == "auction" else "setup",
                        boats={"red": int(options.get("boats", 5)), "blue": 5})

    def options(self) -> list[Offer]:
        return [Offer("boats", "how many boats red has")]

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        bid = records["limits"]["bid"]
        return () if isinstance(bid, int) else (
            invalid("data-entry", file="limits.json", entry="bid", wrong="must be a number"),)

    def players_at(self, position: Position) -> Mapping[str, str]:
        if position.step == "claims":
            return {bidder: bidder for bidder in BIDDERS}
        return {side: position.players.get(side, side) for side in SIDES}

    def step(self, position: Position) -> Callable[[Table], None] | None:
        if position.outcome:
            return None
        return {"claims": self._claims, "setup": self._setup, "bids": self._bids, "raids": self._raids,
                "cards": self.play_cards}[position.step]

    def keywords_of(self, phase: str) -> frozenset[str]:
        return {"claims": frozenset({"claim"}), "bids": frozenset({"bid"}),
                "raids": frozenset({"raid", "pass", "lose"}),
                "cards": frozenset({"play", "pass"})}.get(phase, frozenset())

    def apply(self, position: Position, event: Event) -> Position:
        if isinstance(event, StepBegan):
            return replace(position, turn=event.turn, step=event.step)
        if isinstance(event, Changed):
            old = getattr(position, event.what)
            return replace(position, **{event.what: {**old, event.side: old[event.side] + event.by}})
        if isinstance(event, Dealt):
            hand = (*position.hands.get(event.side, ()), event.slot)
            return replace(position, hands={**position.hands, event.side: hand})
        if isinstance(event, Played):
            left = tuple(slot for slot in position.hands[event.side] if slot != event.slot)
            return replace(position, hands={**position.hands, event.side: left})
        if isinstance(event, Seated):
            return replace(position, players={"red": event.red, "blue": event.blue})
        assert isinstance(event, Ended)
        return replace(position, outcome=Outcome(event.winner, "toy 9", "points"))

    def chart(self, position: Position) -> Chart:
        sheet = Sheet(BOARD, tuple(Spot(place, name, SEA) for place, name in NAME.items()),
                      (), (SEA, BOATS, *NATIONS.values()))
        stacks = tuple(Stack(place, side, NATIONS[side], BOATS, (f"{position.boats[side]} boats",))
                       for place, side in OWNER.items())
        return Chart(f"Turn {position.turn}", sheet, tuple(Catalogue.words["side-name"].items())[:2], stacks)

    # -- orders

    def read(self, statement: Statement) -> Any:
        cursor = Cursor(statement)
        body: Any = None
        if statement.keyword in ("bid", "claim"):
            number = cursor.number()
            body = Bid(number) if number is not None else cursor.unexpected("a number")
        elif statement.keyword == "raid":
            cursor.skip("to")
            place = cursor.expect_place()
            cursor.skip("with")
            boats = cursor.number() if cursor else 1
            cursor.skip("boats")
            body = Raid(place[0], NAME.get(place[0], place[0]), boats or 1) if place else None
        elif statement.keyword in ("play", "lose"):
            word = cursor.accept(*CARDS) if statement.keyword == "play" else cursor.accept("boats")
            body = Word(word.value) if word else cursor.unexpected("a card" if statement.keyword == "play" else "boats")
        elif statement.keyword == "ruling":
            side = cursor.accept(*SIDES)
            number = cursor.number() if side and cursor.accept("gains") else None
            body = Gain(side.value, number) if side and number is not None else cursor.unexpected("a side and a number")
        else:
            body = Word("")
        if not cursor.problems:
            cursor.finish()
        return body if not cursor.problems else tuple(cursor.problems)

    def write(self, value: Mapping[str, Any]) -> str:
        return WRITTEN[value["order"]].format(**{**value, "place": NAME.get(value.get("place", ""), "")})

    def condition(self, block: Block) -> Condition | tuple[Problem, ...] | None:
        """`we lead`, `N points` (of Red), `battle`, which is no condition of its own."""
        words = [token.value for token in block.tokens]
        if words == ["battle"] or words == ["storm"]:
            return None
        if words == ["we", "lead"]:
            return Condition(phrase("we-lead"), lambda position, acts, side: (
                position.points[side] > position.points[ENEMY[side]]))
        if len(words) == 2 and words[0].isdigit() and words[1] == "points":
            wanted = int(words[0])
            return Condition(phrase("points", number=wanted),
                             lambda position, acts, side: position.points["red"] >= wanted)
        return (invalid("unknown-word", block.span, word=" ".join(words), wanted="we lead"),)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        if isinstance(order.body, Bid) and order.body.amount > self.limit:
            return (self._too_high(order),)
        if isinstance(order.body, Raid) and OWNER.get(order.body.hex) == player:
            return (illegal("own-island", "toy 2.b", order.statement.span, certain=True, place=order.body.name),)
        return ()

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        gain: Gain = order.body
        if gain.amount > 9:
            return (illegal("bid-too-high", "toy 8", order.statement.span, amount=gain.amount, limit=9),)
        return Understood([Changed("referee", "points", *gain)], {"order": "ruling", **gain._asdict()})

    def resigned(self, position: Position, player: str) -> list[Event]:
        return [Ended("referee", ENEMY[player])]

    # -- the rules

    def _setup(self, table: Table) -> None:
        table.shuffle("flags", CARDS)
        for number, holder in enumerate(SIDES):
            table.tell(Dealt("toy 0", holder, table.draw("flags", number, holder)))
        table.tell(StepBegan("toy 0", 1, "bids"))

    def _claims(self, table: Table) -> None:
        one, two = table.ask(*(
            Demand(bidder, "claim", "toy 0.a", frozenset({"claim"}),
                   lambda order: self._bid(order), lambda: [{"order": "claim", "amount": 0}],
                   hint={"limit": self.limit}) for bidder in BIDDERS))
        first = one > two if one != two else table.roll(phrase("who-is-red"), 1, DIE)[0] <= 3
        table.tell(Seated("toy 0.a", *(BIDDERS if first else BIDDERS[::-1])), StepBegan("toy 0", 1, "setup"))

    def _bid(self, order: Order) -> Understood:
        return Understood(order.body.amount, {"order": order.keyword, "amount": order.body.amount})

    def _too_high(self, order: Order) -> Problem:
        return illegal("bid-too-high", "toy 1.a", order.statement.span, certain=True, amount=order.body.amount,
                       limit=self.limit, instead={"order": "bid", "amount": self.limit})

    def _bids(self, table: Table) -> None:
        def judge(order: Order) -> Verdict:
            if order.body.amount > self.limit:
                return (self._too_high(order),)
            return self._bid(order)

        red, blue = table.ask(*(
            Demand(side, "bid", "toy 1", frozenset({"bid"}), judge,
                   lambda: [{"order": "bid", "amount": n} for n in range(self.limit + 1)],
                   {"limit": self.limit}) for side in SIDES))
        if red != blue:
            table.tell(Changed("toy 1", "points", "red" if red > blue else "blue", 1))
        table.tell(StepBegan("toy 2", table.position.turn, "raids"))

    def _raids(self, table: Table) -> None:
        passed: set[str] = set()
        side = "red"
        while len(passed) < 2:
            if side not in passed:
                raid = table.ask(self._raid_demand(table.position, side))[0]
                if raid is None:
                    passed.add(side)
                else:
                    self.fight(table, side, raid)
            side = ENEMY[side]
        table.tell(StepBegan("toy 3", table.position.turn, "cards"))

    def _raid_demand(self, position: Position, side: str) -> Demand:
        def judge(order: Order) -> Verdict:
            if order.keyword == "pass":
                return Understood(None, PASS)
            raid: Raid = order.body
            if OWNER.get(raid.hex) == side:
                return tuple(self.precheck(position, side, order))
            if raid.boats > position.boats[side]:
                return (illegal("no-boats", "toy 2.a", side=side, boats=position.boats[side], wanted=raid.boats,
                                instead={"order": "raid", "place": raid.hex, "boats": position.boats[side]}),)
            return Understood(raid, {"order": "raid", "place": raid.hex, "boats": raid.boats},
                              f"{raid.boats} of {position.boats[side]} boats")

        target = {"order": "raid", "place": "0202" if side == "red" else "0101", "boats": 1}
        return Demand(side, "raid", "toy 2", frozenset({"raid", "pass"}), judge,
                      lambda: [target, PASS], {"turn": position.turn},
                      sole=None if position.boats[side] else Understood(None, PASS))

    def fight(self, table: Table, side: str, raid: Raid) -> None:
        dice = table.roll(phrase("raid", side=side), 2, DIE)
        if sum(dice) < 7:
            return
        victim = ENEMY[side]
        table.ask(Demand(victim, "loss", "toy 2.c", frozenset({"lose"}),
                         lambda order: Understood("boats", LOSE), lambda: [LOSE], standing=True))
        table.tell(Changed("toy 2.c", "boats", victim, -1), Changed("toy 2.c", "points", side, 1))

    def play_cards(self, table: Table) -> None:
        for holder in SIDES:
            if card := table.ask(self._card_demand(table, holder))[0]:
                slot = next(s for s in table.position.hands[holder] if table.test(s, is_card(card)))
                table.open(slot, card)
                table.tell(Played("toy 3", holder, slot, card), Changed("toy 3", "points", holder, 2))
        turn = table.position.turn
        if turn == TURNS:
            points = table.position.points
            table.tell(Ended("toy 9", "red" if points["red"] >= points["blue"] else "blue"))
        else:
            table.tell(StepBegan("toy 1", turn + 1, "bids"))

    def _card_demand(self, table: Table, side: str) -> Demand:
        def judge(order: Order) -> Verdict:
            if order.keyword == "pass":
                return Understood(None, PASS)
            held = [table.private(slot) for slot in table.position.hands[side]]
            if order.body.word not in held and None not in held:
                return (illegal("not-your-card", "toy 3", side=side, card=order.body.word),)
            return Understood(order.body.word, {"order": "play", "word": order.body.word})

        return Demand(side, "card", "toy 3", frozenset({"play", "pass"}), judge, lambda: [PASS], {},
                      hidden=True)


PACKAGED = {"limits": {"bid": 5, "source": "reconstructed: out of thin air", "isles": [{"id": "red", "size": 1}]}}


def game(records: Mapping[str, Any] | None = None) -> Game:
    """The entry point."""
    return complete(Toy(records or PACKAGED))
