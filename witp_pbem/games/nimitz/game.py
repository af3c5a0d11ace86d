"""Fleet Commander: Nimitz as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.nimitz.board import changes, events, names, setup, state
from witp_pbem.games.nimitz.board.data import FILES, YEARS, Data, build, packaged, read
from witp_pbem.games.nimitz.board.state import DIE, JAPAN, SIDES, US, Position
from witp_pbem.games.nimitz.board.turn import OUTLINE
from witp_pbem.games.nimitz.orders import lexicon
from witp_pbem.games.nimitz.orders.kinds import ORDERS
from witp_pbem.games.nimitz.words.language import say
from witp_pbem.table.complete import complete
from witp_pbem.table.demand import Condition, Order, Verdict
from witp_pbem.table.dice import Die
from witp_pbem.table.game import Game, Offer, Setting, UsualOrders
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon

LOT = Die(50)  # to draw one of several counters; it has as many faces as there are, which are never more than these


class Nimitz:
    """What of the game with the data in force has no default (`table.complete`)."""

    id = "nimitz"
    title = "Fleet Commander: Nimitz"
    publisher = "Dan Verssen Games"
    sides = SIDES
    players = (US,)
    dice = (DIE, LOT)
    keyed = tuple(map(str, YEARS))  # not the linked game, whose turns begin anew each year
    standing = frozenset({"roll", "target", "fight", "station", "prepare", "fly", "strike", "hit", "lose", "stay",
                          "use", "keep"})
    orders = ORDERS
    steps = OUTLINE
    form = state
    apply = staticmethod(changes.apply)
    events = events.KINDS

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
        """The bonus markers."""
        return tuple(self.data.markers)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of orders (gathered only when something is read)."""
        return lexicon.lexicon(self.data)

    @property
    def records(self) -> Mapping[str, Any]:
        """The data records in force, by file name."""
        return read() if self._records is None else self._records

    @property
    def rulebook(self) -> Any:
        """The rules (read only when one is looked up)."""
        from witp_pbem.games.nimitz.telling import reference

        return reference.BOOK

    @cached_property
    def catalogue(self) -> Any:
        """The wording of the game (imported only when something has to be worded)."""
        from witp_pbem.games.nimitz.telling.catalogue import Catalogue

        return Catalogue(self.data)

    def case_rules(self, whole: Game) -> Any:
        """What the game adds to case files."""
        from witp_pbem.games.nimitz.cases import case_lines

        return case_lines(whole)

    @property
    def narration(self) -> Any:
        """Who tells what happened (imported only when something is told)."""
        from witp_pbem.games.nimitz.telling import narration

        return narration

    # -- positions ---------------------------------------------------------------------------------------------------

    def open(self, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return setup.open_position(self.data, scenario, chosen)

    def scenarios(self) -> list[Offer]:
        """The campaigns (nimitz 1.2.b), and the four of them in a row (nimitz 12.6.a); which of them are partly our
        own."""
        from witp_pbem.games.nimitz.telling import reconstructed
        from witp_pbem.games.nimitz.words.wording import word

        return [Offer(name, " ".join(filter(None, (
            say("{scenario}.", scenario=word("scenario", name)),
            reconstructed.of_a_scenario(self.data.reconstructed, setup.years_of(name))))))
            for name in setup.SCENARIOS]

    def options(self) -> list[Offer]:
        """The readings of rules that can be had either way."""
        return options.offers(self.data.options, say)

    def setting(self, position: Position) -> Setting:
        """What is played, which readings of rules are not the usual ones, and what is not the printed game."""
        from witp_pbem.games.nimitz.telling import reconstructed
        from witp_pbem.games.nimitz.words.wording import word, words

        return Setting(word("scenario", position.scenario),
                       options.in_words(self.data.options, position.options, words["option"]),
                       tuple(filter(None, [reconstructed.remark(position)])))

    def score(self, position: Position) -> str:
        from witp_pbem.games.nimitz.telling import score

        return score.score(position)

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.nimitz.validation.position import position_problems

        return position_problems(record, self.data)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.nimitz.validation.data import data_problems

        return data_problems(records)

    def from_json(self, record: Mapping[str, Any]) -> Position:
        return state.from_json(dict(record), self.data)

    # -- orders ------------------------------------------------------------------------------------------------------

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        return lexicon.KEYWORDS if phase in lexicon.PHASES else frozenset()

    def is_conditional(self, order: Order) -> bool:
        """Wishes for any units, points or bonus markers wait for some that fit."""
        return order.keyword in self.standing or bool(getattr(order.body, "rest", False))

    def resigned(self, position: Position, player: str) -> list[Any]:
        """The player gives up: Japan wins."""
        return [events.GameEnded("referee", JAPAN, "resigned")]

    def name_in_orders(self, kind: str, identity: str) -> str:
        """What a point, an area, a unit or a bonus marker is called in orders."""
        if kind == "place":
            return names.place(self.data, identity)
        if kind == "unit":
            return names.unit(self.data, identity) if identity in self.lexicon.units.own else identity
        return names.name(self.data.markers[identity])

    # -- the reference -----------------------------------------------------------------------------------------------

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        from witp_pbem.games.nimitz.telling import reference

        return reference.paragraphs(self.data, identifier)

    def sources(self) -> list[tuple[str, str]]:
        from witp_pbem.games.nimitz.telling import reference

        return reference.sources(self.records)

    # -- the rules, imported only when something is played or judged -------------------------------------------------

    def step(self, position: Position) -> Callable[[Table], None] | None:
        from witp_pbem.games.nimitz.rules.chapter_05_sequence.sequence import STEPS

        return STEPS.step(position)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        from witp_pbem.games.nimitz.rules.precheck import precheck

        return precheck(position, player, order)

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        from witp_pbem.games.nimitz.rules.rulings import judge

        return judge(position, order)

    def usual_orders(self, position: Position, side: str, phase: str,
                     hand: Sequence[str]) -> Iterator[UsualOrders]:
        from witp_pbem.games.nimitz.rules.usual_orders import filled

        return filled(position, phase)

    def condition(self, block: Block) -> Condition | tuple[Problem, ...]:
        from witp_pbem.games.nimitz.rules import conditions

        return conditions.read(block, self.lexicon)


def game(records: Mapping[str, Mapping[str, Any]] | None = None) -> Game:
    """The game with the packaged data, or with the records given (see `data.FILES`)."""
    return complete(Nimitz(records))


__all__ = ["FILES", "Nimitz", "game"]
