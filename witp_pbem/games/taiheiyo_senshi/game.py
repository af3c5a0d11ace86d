"""太平洋戦史 (Taiheiyo Senshi) as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from witp_pbem.games.common import options
from witp_pbem.games.taiheiyo_senshi.board import changes, events, names, setup, state
from witp_pbem.games.taiheiyo_senshi.board.data import FILES, Data, build, packaged, read
from witp_pbem.games.taiheiyo_senshi.board.state import Position
from witp_pbem.games.taiheiyo_senshi.board.turn import OUTLINE
from witp_pbem.games.taiheiyo_senshi.orders import lexicon
from witp_pbem.games.taiheiyo_senshi.orders.kinds import ORDERS
from witp_pbem.games.taiheiyo_senshi.telling import reference
from witp_pbem.games.taiheiyo_senshi.words.language import say
from witp_pbem.table.complete import complete
from witp_pbem.table.demand import Condition, Order, Verdict
from witp_pbem.table.game import Game, Offer, Setting, UsualOrders
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table
from witp_pbem.table.text import Block
from witp_pbem.table.tokens import Lexicon


class TaiheiyoSenshi:
    """What of the game with the data in force has no default (`table.complete`)."""

    id = "taiheiyo_senshi"
    title = "太平洋戦史"
    cites = reference.CITED
    sides = state.SIDES
    decks = ("cards",)
    standing = frozenset({"hit", "lose", "retreat", "stay", "engage", "avoid", "extend", "evacuate", "sortie",
                          "relocate"})
    orders = ORDERS
    steps = OUTLINE
    form = state.FORM
    rulebook = reference.BOOK
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
        """The ids of all cards."""
        return tuple(self.data.cards)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of orders (gathered only when something is read)."""
        return lexicon.lexicon(self.data)

    @property
    def publisher(self) -> str:
        """Who published the printed game."""
        return say("Command Magazine Japan, Basic Series #02")

    @property
    def records(self) -> Mapping[str, Any]:
        """The data records in force, by file name."""
        return read() if self._records is None else self._records

    @cached_property
    def catalogue(self) -> Any:
        """The wording of the game (imported only when something has to be worded)."""
        from witp_pbem.games.taiheiyo_senshi.telling.catalogue import Catalogue

        return Catalogue(self.data)

    def case_rules(self, whole: Game) -> Any:
        """What the game adds to case files."""
        from witp_pbem.games.taiheiyo_senshi.cases import case_lines

        return case_lines(whole)

    @property
    def narration(self) -> Any:
        """Who tells what happened (imported only when something is told)."""
        from witp_pbem.games.taiheiyo_senshi.telling import narration

        return narration

    # -- positions ---------------------------------------------------------------------------------------------------

    def open(self, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return setup.open_position(self.data, scenario, chosen)

    def scenarios(self) -> list[Offer]:
        """The one there is (senshi 3.0)."""
        from witp_pbem.games.taiheiyo_senshi.words.wording import word

        return [Offer(name, say("{scenario}.", scenario=word("scenario", name))) for name in setup.SCENARIOS]

    def options(self) -> list[Offer]:
        """The readings of rules that can be had either way."""
        return options.offers(self.data.options, say)

    def setting(self, position: Position) -> Setting:
        """What is played, which readings of rules are not the usual ones, and what is not the printed game."""
        from witp_pbem.games.taiheiyo_senshi.telling import reconstructed
        from witp_pbem.games.taiheiyo_senshi.words.wording import word, words

        return Setting(word("scenario", position.scenario),
                       options.in_words(self.data.options, position.options, words["option"]),
                       tuple(filter(None, [reconstructed.remark(position.data.reconstructed)])))

    def score(self, position: Position) -> str:
        from witp_pbem.games.taiheiyo_senshi.telling import score

        return score.score(position)

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.taiheiyo_senshi.validation.position import position_problems

        return position_problems(record, self.data)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.taiheiyo_senshi.validation.data import data_problems

        return data_problems(records)

    def from_json(self, record: Mapping[str, Any]) -> Position:
        return state.from_json(dict(record), self.data)

    # -- orders ------------------------------------------------------------------------------------------------------

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        return lexicon.PHASE_KEYWORDS.get(phase, frozenset())

    def is_conditional(self, order: Order) -> bool:
        """Events wait for their time, an order for any units or points for some that need it, and whoever is to pay or
        operate as planned for the right to."""
        return order.keyword in ("play", "pay", "operate") or bool(getattr(order.body, "rest", False))

    def resigned(self, position: Position, player: str) -> list[Any]:
        """A side gives up: the other one wins."""
        return [events.GameEnded("referee", state.ENEMY[player], "resigned")]

    def name_in_orders(self, kind: str, identity: str) -> str:
        """What a point, unit or card is called in orders."""
        if kind == "place":
            return names.name(self.data.map[identity])
        return names.name(self.data.units[identity]) if kind == "unit" else identity

    # -- the reference -----------------------------------------------------------------------------------------------

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        return reference.paragraphs(self.data, identifier)

    def sources(self) -> list[tuple[str, str]]:
        return reference.sources(self.records)

    # -- the rules, imported only when something is played or judged -------------------------------------------------

    def step(self, position: Position) -> Callable[[Table], None] | None:
        from witp_pbem.games.taiheiyo_senshi.rules.chapter_05_turn.sequence import STEPS

        return STEPS.step(position)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        from witp_pbem.games.taiheiyo_senshi.rules.precheck import precheck

        return precheck(position, player, order)

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        from witp_pbem.games.taiheiyo_senshi.rules.rulings import judge

        return judge(position, order)

    def usual_orders(self, position: Position, side: str, phase: str,
                     hand: Sequence[str]) -> Iterator[UsualOrders]:
        from witp_pbem.games.taiheiyo_senshi.rules.usual_orders import filled

        return filled(position, side, phase, hand)

    def condition(self, block: Block) -> Condition | tuple[Problem, ...]:
        from witp_pbem.games.taiheiyo_senshi.rules import conditions

        return conditions.read(block, self.lexicon)


def game(records: Mapping[str, Mapping[str, Any]] | None = None) -> Game:
    """The game with the packaged data, or with the records given (see `data.FILES`)."""
    return complete(TaiheiyoSenshi(records))


__all__ = ["FILES", "TaiheiyoSenshi", "game"]
