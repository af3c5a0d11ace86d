"""World in Flames, the land rules, as the table sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.wif_land.board import changes, events, setup, state
from witp_pbem.games.wif_land.board.data import FILES, Data, build, packaged, read
from witp_pbem.games.wif_land.board.state import DIE, ENEMY, SIDES, Position
from witp_pbem.games.wif_land.board.turn import OUTLINE
from witp_pbem.games.wif_land.orders import lexicon
from witp_pbem.games.wif_land.orders.kinds import ORDERS
from witp_pbem.games.wif_land.words.language import say
from witp_pbem.table.case_text import Case, CaseData, CaseLine
from witp_pbem.table.complete import complete
from witp_pbem.table.demand import Condition, Order, Verdict
from witp_pbem.table.game import Game, Offer, OwnRecord, Setting, UsualOrders
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon


class WorldInFlames:
    """What of the game with the data in force has no default (`table.complete`)."""

    id = "wif_land"
    title = "World in Flames"
    publisher = "Australian Design Group"
    cites = "wif"
    sides = SIDES
    dice = (DIE,)
    standing = frozenset({"rebase", "escape", "fight", "use", "lose", "retreat", "apply"})
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

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of orders (gathered only when something is read)."""
        return lexicon.lexicon(self.data)

    @property
    def records(self) -> Mapping[str, Any]:
        """The data records in force, by file name."""
        return read() if self._records is None else self._records

    @property
    def keyed(self) -> tuple[str, ...]:
        """The scenarios that leagues can play: all of them, whose impulses count on."""
        return tuple(self.data.positions)

    @property
    def rulebook(self) -> Any:
        """The rules (read only when one is looked up)."""
        from witp_pbem.games.wif_land.telling import reference

        return reference.BOOK

    @cached_property
    def catalogue(self) -> Any:
        """The wording of the game (imported only when something has to be worded)."""
        from witp_pbem.games.wif_land.telling.catalogue import Catalogue

        return Catalogue(self.data)

    def case_rules(self, whole: Game) -> Any:
        """What the game adds to case files."""
        from witp_pbem.games.wif_land.cases import case_lines

        return case_lines(whole)

    def case_data(self, lines: Sequence[CaseLine]) -> CaseData:
        """The map that lines of a case draw."""
        from witp_pbem.games.wif_land.case_data import case_data

        return case_data(lines)

    def cases_in(self, file: str, content: bytes) -> Sequence[Case]:
        """The attacks of a position that is written by hand."""
        from witp_pbem.games.wif_land.position_cases import cases_in

        return cases_in(file, content)

    @property
    def narration(self) -> Any:
        """Who tells what happened (imported only when something is told)."""
        from witp_pbem.games.wif_land.telling import narration

        return narration

    # -- positions ---------------------------------------------------------------------------------------------------

    def open(self, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return setup.open_position(self.data, scenario, chosen)

    def scenarios(self) -> list[Offer]:
        """The positions in force, those of the owner before the packaged ones."""
        own = self.data.own("positions")
        return [Offer(name, setup.title(self.data, name))
                for name in (*own, *(name for name in self.data.positions if name not in own))]

    def options(self) -> list[Offer]:
        """The numbered options, and what the rulebook's summary leaves open."""
        return options.offers(self.data.options, say)

    def setting(self, position: Position) -> Setting:
        """What is played, with which options, and what is not the printed game's."""
        from witp_pbem.games.wif_land.telling import reconstructed
        from witp_pbem.games.wif_land.words.wording import words

        return Setting(setup.title(self.data, position.scenario),
                       options.in_words(self.data.options, position.options, words["option"]),
                       tuple(reconstructed.remarks(position)))

    def score(self, position: Position) -> str:
        from witp_pbem.games.wif_land.telling import score

        return score.score(position)

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.wif_land.validation.position import position_problems

        return position_problems(record, self.data, self.lexicon.units)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.wif_land.validation.data import data_problems

        return data_problems(records)

    def own_data(self, files: Mapping[str, Any]) -> Mapping[str, OwnRecord]:
        """Maps and positions written by hand."""
        from witp_pbem.games.wif_land.board import own_files

        return own_files.own_data(files)

    def from_json(self, record: Mapping[str, Any]) -> Position:
        return state.from_json(dict(record), self.data)

    # -- orders ------------------------------------------------------------------------------------------------------

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        return lexicon.PHASE_KEYWORDS.get(phase, frozenset())

    def is_conditional(self, order: Order) -> bool:
        """Wishes wait for a decision that they fit."""
        return order.keyword in self.standing

    def resigned(self, position: Position, player: str) -> list[Any]:
        """A side gives up: the other one wins."""
        return [events.GameEnded("referee", ENEMY[player], "resigned")]

    def name_in_orders(self, kind: str, identity: str) -> str:
        """Hexes and units go by their ids in orders."""
        return identity

    # -- the reference -----------------------------------------------------------------------------------------------

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        from witp_pbem.games.wif_land.telling import reference

        return reference.paragraphs(identifier)

    def sources(self) -> list[tuple[str, str]]:
        from witp_pbem.games.wif_land.telling import reference

        return reference.sources(self.records)

    # -- the rules, imported only when something is played or judged -------------------------------------------------

    def step(self, position: Position) -> Callable[[Table], None] | None:
        from witp_pbem.games.wif_land.rules.sequence import STEPS

        return STEPS.step(position)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        from witp_pbem.games.wif_land.rules.precheck import precheck

        return precheck(position, player, order)

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        from witp_pbem.games.wif_land.rules.rulings import judge

        return judge(position, order)

    def usual_orders(self, position: Position, side: str, phase: str,
                     hand: Sequence[str]) -> Iterator[UsualOrders]:
        from witp_pbem.games.wif_land.rules.usual_orders import filled

        return filled(position, side, phase)

    def condition(self, block: Block) -> Condition | tuple[Problem, ...]:
        from witp_pbem.games.wif_land.rules import conditions

        return conditions.read(block, self.lexicon)


def game(records: Mapping[str, Mapping[str, Any]] | None = None) -> Game:
    """The game with the packaged data, or with the records given (see `data.FILES`)."""
    return complete(WorldInFlames(records))


__all__ = ["FILES", "WorldInFlames", "game"]
