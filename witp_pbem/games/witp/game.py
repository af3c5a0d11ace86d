"""War in the Pacific: 1941-1945 as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from witp_pbem.games.common import options
from witp_pbem.games.common.order_values import ordered
from witp_pbem.games.witp.board import events, setup, state
from witp_pbem.games.witp.board.data import Data, build, packaged, read
from witp_pbem.games.witp.board.names import place_alone
from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.board.turn import OUTLINE
from witp_pbem.games.witp.orders import kinds, lexicon
from witp_pbem.games.witp.orders.words import VOCABULARY
from witp_pbem.games.witp.rules.chapter_04_cards import hands
from witp_pbem.games.witp.telling import reference
from witp_pbem.games.witp.words.language import say
from witp_pbem.table.complete import complete
from witp_pbem.table.demand import Condition, Order, Verdict
from witp_pbem.table.game import Game, Offer, RuleEntry, Setting, UsualOrder
from witp_pbem.table.language import in_a_row
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.sitting import read_order
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block, Statement
from witp_pbem.table.tokens import Lexicon

if TYPE_CHECKING:
    from witp_pbem.games.common.rulings import RulingOrder


class WarInThePacific:
    """What of the game with the data in force has no default (`table.complete`)."""

    id = "witp"
    title = "War in the Pacific: 1941-1945"
    sides = state.SIDES
    players = (*state.SIDES, *state.BIDDERS)
    decks = ("1942-opening", "1942", "1943-opening", "1943", "1944", "1945")
    standing = frozenset({"lose", "retreat", "displace", "disband", "resolve", "withhold", "invoke", "keep"})
    orders = kinds
    steps = OUTLINE
    form = state.FORM
    rulebook = reference.BOOK
    apply = staticmethod(events.apply)
    events = events.KINDS
    answer = staticmethod(hands.answer)

    def __init__(self, records: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._records = records
        if records is not None:
            self.data = build(records)

    @cached_property
    def data(self) -> Data:
        """The data in force (the packaged ones are read only when something of them is asked for)."""
        return packaged()

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of all cards."""
        return tuple(self.data.cards)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of orders (gathered only when something is read)."""
        return lexicon.lexicon(self.data)

    @property
    def publisher(self) -> str:
        """Who published the printed game."""
        return say("White Dog Games; Japanese edition by Bonsai Games")

    @property
    def records(self) -> Mapping[str, Any]:
        """The data records in force, by file name."""
        return read() if self._records is None else self._records

    def case_rules(self, whole: Game) -> Any:
        """What the game adds to case files."""
        from witp_pbem.games.witp.cases import case_lines

        return case_lines(whole)

    @cached_property
    def catalogue(self) -> Any:
        """The wording of the game (imported only when something has to be worded)."""
        from witp_pbem.games.witp.telling.catalogue import Catalogue

        return Catalogue(self.data)

    @property
    def narration(self) -> Any:
        """Who tells what happened (imported only when something is told)."""
        from witp_pbem.games.witp.telling import narration

        return narration

    # -- positions ---------------------------------------------------------------------------------------

    def open(self, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return setup.open_position(self.data, scenario, options)

    def scenarios(self) -> list[Offer]:
        """The scenarios (witp 1.0.b-c, 13.0), with what of them is not the printed game's."""
        from witp_pbem.games.witp.words.wording import word, words

        return [Offer(name, in_a_row(filter(None, (say("{scenario}.", scenario=word("scenario", name)),
                                                   words["agreed"].get(name, ""),
                                                   reference.reconstruction(self.data, name)))))
                for name in setup.PLAYABLE if name in self.data.scenarios]

    def options(self) -> list[Offer]:
        """The optional rules and the readings of rules that can be had either way."""
        agreed = say("1 to {last}. The last turn of the shortened game, where the players have to agree on one; other "
                     "scenarios have theirs.", last=max(self.data.turns))
        return [*options.offers(self.data.options, say), Offer(setup.LAST_TURN, agreed)]

    def setting(self, position: Position) -> Setting:
        """What is played: scenario, options, and what of it is reconstructed."""
        from witp_pbem.games.witp.words.wording import word, words

        remark = reference.reconstruction(self.data, position.scenario)
        chosen = options.in_words(self.data.options, position.options, words["option"])
        return Setting(word("scenario", position.scenario), chosen, (remark,) if remark else ())

    def score(self, position: Position) -> str:
        from witp_pbem.games.witp.telling import score

        return score.score(position)

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.witp.validation.position import position_problems

        return position_problems(record, self.data)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.witp.validation.data import data_problems

        return data_problems(records)

    def from_json(self, record: Mapping[str, Any]) -> Position:
        position = state.from_json(dict(record), self.data)
        if "taken" in record or not agreed(position, "sudden_death"):
            return position
        from witp_pbem.games.witp.rules import sudden_death

        return replace(position, taken=sudden_death.taken(position))

    def players_at(self, position: Position) -> Mapping[str, str]:
        """Who can send orders: both sides; in a shortened game before the bids the two bidders (witp 13.2.b)."""
        if position.step == state.BIDS:
            return {bidder: bidder for bidder in state.BIDDERS}
        return {side: position.players.get(side, side) for side in state.SIDES}

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        return lexicon.PHASE_KEYWORDS.get(phase, frozenset())

    def resignation(self, player: str, reason: str) -> Order:
        return kinds.read_value(ordered("ruling", kind="resign", side=player, reason=reason))

    def is_conditional(self, order: Order) -> bool:
        return order.keyword in ("choose", "displace", "remove") or isinstance(
            order.body.body, kinds.Homeward | kinds.Rescue)

    def usual(self, position: Position, player: str, phase: str, hand: Sequence[str]) -> Iterator[UsualOrder]:
        from witp_pbem.games.witp.rules import usual_orders

        if player not in state.SIDES:
            return
        for usual in usual_orders.filled(position, player, phase, hand):
            text = f" {VOCABULARY.spoken('else')} ".join(
                kinds.write(value, self.name_in_orders) for value in usual.values)
            yield UsualOrder(say("if we have {points} points: {order} end", points=usual.points, order=text)
                             if usual.points else text, usual.closes)
        for value in kinds.ORDERS.usual(phase):
            if usual_orders.is_asked(position, player, value):
                yield UsualOrder(kinds.write(value, self.name_in_orders), closes=True)

    # -- orders ------------------------------------------------------------------------------------------

    def read(self, statement: Statement) -> kinds.Written | tuple[Problem, ...]:
        return kinds.read(statement, self.lexicon)

    def name_in_orders(self, kind: str, identity: str) -> str:
        """What a place, unit or card is called in orders: a place by its name and number, anything else by its id."""
        hexagon = self.data.map.hexes.get(identity) if kind == "place" else None
        name = place_alone(hexagon) if hexagon else ""
        return f"{name} ({identity})" if name else identity

    def card_problem(self, position: Position, card: str, held: Collection[str]) -> Problem | None:
        """Why a card typed in by hand cannot have been drawn now: used, in a hand, or of another year's deck."""
        if card in position.discards:
            return illegal("card-discarded", "witp 4.3.c", card=card, certain=True)
        if card in held:
            return illegal("card-in-hand", "witp 4.2.a", card=card, certain=True)
        opening = position.data.opening.get(position.data.scenarios[position.scenario]["opening_cards"], {})
        if position.step == "setup" and position.data.cards[card]["number"] in opening.get("set_aside", ()):
            return illegal("card-set-aside", "witp 4.1.a", card=card, certain=True)
        deck = str(position.data.turn(position.turn)["deck"])
        if not card.startswith(deck):
            return illegal("card-of-another-year", "witp 4.4.b", card=card, deck=deck, certain=True)
        return None

    def ruling_for(self, order: Order) -> tuple[str, Order] | None:
        """The side and the order a ruling decides for it; None for a ruling that edits the position."""
        ruling: RulingOrder = order.body.body
        if ruling.kind == "impulse":
            return ruling.side, order
        decided = read_order(cast(Game, self), ruling.decides) if ruling.kind == "decide" else None
        return (ruling.side, decided._replace(source=order.source)) if isinstance(decided, Order) else None

    # -- the reference -----------------------------------------------------------------------------------

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        return reference.paragraphs(self.data, identifier)

    def rules(self) -> list[RuleEntry]:
        return reference.rules(self.data)

    def sources(self) -> list[tuple[str, str]]:
        return reference.sources(self.data, self.records)

    # -- the rules, imported only when something is played or judged --------------------------------------

    def step(self, position: Position) -> Callable[[Table], None] | None:
        from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import STEPS

        return STEPS.step(position)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        from witp_pbem.games.witp.rules.precheck import precheck

        return precheck(position, player, order)

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        from witp_pbem.games.witp.rules.rulings import judge

        return judge(position, order)

    def condition(self, block: Block) -> Condition | tuple[Problem, ...] | None:
        from witp_pbem.games.witp.rules import conditions

        return conditions.read(block, self.data.map, self.lexicon)


def game(records: Mapping[str, Mapping[str, Any]] | None = None) -> Game:
    """The game with the packaged data, or with the records given (see `data.FILES`)."""
    return complete(WarInThePacific(records))
