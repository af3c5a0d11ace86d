"""War in the Pacific: 1941-1945 as the table sees it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from witp_pbem.games.witp import events, foresight, lexicon, orders, rulings, sequence, setup, state
from witp_pbem.games.witp.data import Data, build, packaged, read
from witp_pbem.games.witp.events import StepBegan
from witp_pbem.games.witp.orders import Ruling, Written
from witp_pbem.games.witp.state import Position
from witp_pbem.table import text
from witp_pbem.table.demand import Order, Verdict
from witp_pbem.table.event import Event
from witp_pbem.table.given import KEYWORDS as GIVEN
from witp_pbem.table.problem import Problem, illegal
from witp_pbem.table.table import Table
from witp_pbem.table.text import Lexicon, Statement


class WarInThePacific:
    """The game with the data in force. See `table.game.Game`."""

    id = "witp"
    title = "War in the Pacific: 1941-1945"
    publisher = "White Dog Games; Japanese edition by Bonsai Games"
    rules_version = "1"
    sides = state.SIDES
    decks = ("1942-opening", "1942", "1943-opening", "1943", "1944", "1945")
    standing = frozenset({"lose", "retreat", "displace", "disband", "resolve", "withhold", "invoke", "keep"})
    conditional = frozenset({"choose", "displace", "remove"})
    phases = lexicon.PHASES
    events = events.KINDS

    def __init__(self, data: Data, records: Mapping[str, Any] | None = None) -> None:
        self.data = data
        self._records = records
        self.cards = tuple(data.cards)
        words = lexicon.lexicon(data.map)
        self.lexicon: Lexicon = replace(words, keywords=words.keywords | GIVEN)

    @property
    def records(self) -> Mapping[str, Any]:
        """The data records in force, by file name."""
        return read() if self._records is None else self._records

    @property
    def case_rules(self) -> Any:
        """What the game adds to case files."""
        from witp_pbem.games.witp.cases import CaseRules

        return CaseRules(self.data)

    @property
    def catalogue(self) -> Any:
        """The wording of the game (imported only when something has to be worded)."""
        from witp_pbem.games.witp import wording

        return wording

    @property
    def narration(self) -> Any:
        """Who tells what happened (imported only when something is told)."""
        from witp_pbem.games.witp import narration

        return narration

    # -- positions ---------------------------------------------------------------------------------------

    def open(self, scenario: str, options: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        return setup.open_position(self.data, scenario, options)

    def check_position(self, record: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.witp import validation

        return validation.position_problems(record, self.data)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from witp_pbem.games.witp import validation

        return validation.data_problems(records)

    def to_json(self, position: Position) -> dict[str, Any]:
        return state.to_json(position)

    def from_json(self, record: Mapping[str, Any]) -> Position:
        return state.from_json(dict(record), self.data)

    def step(self, position: Position) -> Callable[[Table], None] | None:
        return sequence.step(position)

    def is_step_start(self, event: Event) -> bool:
        return isinstance(event, StepBegan)

    def phase(self, position: Position) -> str:
        return sequence.phase(position)

    def coming_phase(self, position: Position) -> str:
        """The phase or, where the step has none, the next one of the turn."""
        return sequence.coming_phase(position)

    def keywords_of(self, phase: str) -> frozenset[str]:
        """The keywords of orders that can answer something in a phase."""
        return lexicon.PHASE_KEYWORDS.get(phase, frozenset())

    def apply(self, position: Position, event: Event) -> Position:
        return events.apply(position, event)

    def hand(self, position: Position, side: str) -> tuple[str, ...]:
        """The slots of the cards a side holds."""
        return position.hands[side]

    # -- orders ------------------------------------------------------------------------------------------

    def read(self, statement: Statement) -> Written | tuple[Problem, ...]:
        return orders.read(statement)

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

    def foresee(self, position: Position, side: str, order: Order) -> Sequence[Problem]:
        return foresight.foresee(position, side, order)

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        return rulings.judge(position, order)

    def ruling_for(self, order: Order) -> tuple[str, Order] | None:
        """The side and the order a ruling decides for it; None for a ruling that edits the position."""
        ruling: Ruling = order.body.body
        if ruling.kind == "impulse":
            return ruling.side, order
        if ruling.kind != "decide":
            return None
        found = text.read(ruling.order, self.lexicon)
        if found.problems or len(found.statements) != 1:
            return None
        body = orders.read(found.statements[0])
        return (ruling.side, Order(found.statements[0], body, order.source)) if isinstance(body, Written) else None

    # -- the reference -----------------------------------------------------------------------------------

    def reference(self, identifier: str) -> list[tuple[str, str]]:
        """The rules with an id, or all of a section, or a ruling: (heading, text) pairs."""
        from witp_pbem.games.witp import reference

        card = self.data.cards.get(identifier.casefold().removeprefix(f"{self.id} ").strip())
        if card:
            return [(f"{identifier} {card['name']}",
                     f"Used by Japan: {card['japan']['text']} Used by the Allies: {card['allies']['text']} "
                     f"(Where the text comes from: Japan, {card['source']['japan']}; the Allies, "
                     f"{card['source']['allies']}.)")]
        found = []
        for entry in reference.rule(identifier):
            if entry.kind == "ruling":
                text = " ".join(part for part in (f"In doubt: {entry.problem}", f"Ruled: {entry.text}",
                                                  f"Because: {entry.reason}" if entry.reason else "") if part)
                found.append((f"{entry.identifier} {entry.title}", text))
            else:
                rulings = f" (Ruling {', '.join(entry.rulings)}.)" if entry.rulings else ""
                found.append((f"{self.id} {entry.identifier} {entry.title}", entry.text + rulings))
        return found

    def nearest(self, identifier: str) -> list[str]:
        from witp_pbem.games.witp import reference

        return reference.nearest(identifier)


    def sources(self) -> list[tuple[str, str]]:
        """Where the data come from: a paragraph a data file, reconstructed things by kind."""
        from witp_pbem.games.witp import reference

        found = []
        for summary in reference.sources():
            counts = ", ".join(f"{count} {kind}" for kind, count in summary.counts.items() if count)
            groups = [f"{group.kind} ({len(group.things)})" for group in summary.reconstructed]
            text = f"{summary.total} sourced values: {counts}."
            if groups:
                text += f" Reconstructed, not the printed game: {'; '.join(groups)}."
            found.append((summary.file, text))
        return found


def game(records: Mapping[str, Mapping[str, Any]] | None = None) -> WarInThePacific:
    """The game with the packaged data, or with the records given (see `data.FILES`)."""
    return WarInThePacific(packaged()) if records is None else WarInThePacific(build(records), records)
