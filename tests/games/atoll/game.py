"""The Atoll: a toy of two sides, twelve hexes and four cards, made of the parts games share by the guide alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.atoll import narration
from tests.games.atoll.board import EVENTS, FORM, Counter, Outcome, Position, apply
from tests.games.atoll.orders import ORDERS, SIDES, UNITS
from tests.games.atoll.rules import DECK, Rules
from tests.games.atoll.wording import Catalogue, chart, say, tells
from witp_pbem.games.common import aliases, cases, options
from witp_pbem.games.common.data import read
from witp_pbem.games.common.order_values import UnitSpec
from witp_pbem.games.common.precheck import never_enough
from witp_pbem.games.common.reference import Reference, source_paragraphs
from witp_pbem.table.case_lines import CaseLines, LineReader, counting
from witp_pbem.table.complete import complete
from witp_pbem.table.demand import Order, Verdict
from witp_pbem.table.expectations import PlayedCase
from witp_pbem.table.game import Game, Offer, Setting, UsualOrders
from witp_pbem.table.names import names
from witp_pbem.table.problem import Problem

DATA = Path(__file__).parent / "data"
FILES = ("map", "units", "cards", "options")


class Described(NamedTuple):
    """Counters as a line of a case describes them."""

    spec: UnitSpec


class Atoll:
    """What the game gives; the rest is derived."""

    id, title, publisher = "atoll", "The Atoll", "nobody: a toy of the tests"
    sides, decks = SIDES, (DECK,)
    events, tellers, outcome, narration = EVENTS, tells, Outcome, narration
    orders, form, apply = ORDERS, FORM, staticmethod(apply)

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.records = records
        self.rules_of_play = Rules(records)
        self.steps, self.cards = self.rules_of_play.steps, self.rules_of_play.cards
        self.catalogue = Catalogue(records)
        self.rulebook = Reference("atoll", DATA, say)
        labels = {place: [entry[key] for key in ("name", "ja") if key in entry]
                  for place, entry in records["map"]["hexes"].items()}
        own = {place: entry.get("aliases", ()) for place, entry in records["map"]["hexes"].items()}
        self.lexicon = ORDERS.lexicon(
            sides={"blue": "blue", "青": "blue", "orange": "orange", "橙": "orange", "referee": "referee"},
            phases={"cards": "cards", "カード": "cards", "movement": "movement", "移動": "movement",
                    "battle": "battle", "戦闘": "battle"},
            places=names(labels, aliases=aliases.of_places({}, labels, own)),
            units=names({unit["id"]: () for unit in records["units"]["units"]}),
            cards=names({card: (entry["name"], entry["ja"]) for card, entry in records["cards"].items()}))

    # -- founding

    def options(self) -> list[Offer]:
        return options.offers(self.records["options"], say)

    def setting(self, position: Position) -> Setting:
        return Setting(say("The Atoll"), options.in_words(self.records["options"], position.options,
                                                          self.catalogue.words["option"]))

    def open(self, scenario: str, chosen: Mapping[str, str]) -> Position | tuple[Problem, ...]:
        values, problems = options.read_all(self.records["options"], chosen)
        if problems:
            return tuple(problems)
        units = {unit["id"]: Counter(unit["id"], unit["side"], unit["kind"], unit["at"])
                 for unit in self.records["units"]["units"]}
        return Position(units=units, options=values)

    def check_data(self, records: Mapping[str, Any]) -> tuple[Problem, ...]:
        from tests.games.atoll.validation import data_problems

        return data_problems(records)

    def sources(self) -> list[tuple[str, str]]:
        return source_paragraphs(self.records, {"invented": "invented", "reconstructed": "reconstructed"})

    # -- play

    def keywords_of(self, phase: str) -> frozenset[str]:
        return frozenset({"cards": {"play", "pass"}, "movement": {"move", "pass"}, "battle": {"lose"}}.get(phase, ()))

    def usual_orders(self, position: Position, player: str, phase: str, hand: Sequence[str]) -> Iterator[UsualOrders]:
        """A move of each ship."""
        if phase == "movement":
            yield from (UsualOrders([move]) for move in {str(move["units"]): move
                                            for move in self.rules_of_play.moves(position, player)}.values())

    def resigned(self, position: Position, player: str) -> list[Any]:
        winner = next(side for side in SIDES if side != player)
        return [EVENTS["game-ended"]("atoll 1.c", winner, "resigned")]

    def judge_ruling(self, position: Position, order: Order) -> Verdict:
        return self.rules_of_play.judge_ruling(position, order)

    def precheck(self, position: Position, player: str, order: Order) -> Sequence[Problem]:
        """Nothing comes to a place before a turn's movement but what arrives at home."""
        if order.keyword != "move":
            return ()
        home = self.rules_of_play.homes[player]
        coming = [unit for unit in position.units.values() if unit.side == player
                  and unit.place in (order.body.origin.id, "" if order.body.origin.id == home else None)]
        return never_enough(order.body.units, coming, "atoll 3.a", order.body.origin.id)

    # -- telling

    def chart(self, position: Position) -> Any:
        return chart(self.rules_of_play, position)

    # -- cases

    def case_rules(self, whole: Game) -> CaseLines:
        return CaseLines(whole, {"turn": self._turn, "step": self._step, "at": self._at},
                         {"at": self._stands, "points": counting("points", lambda position: position.points)},
                         self.records["map"]["hexes"], self._empty, tuple(self.steps))

    def _empty(self) -> Position:
        opened = self.open("standard", {})
        assert isinstance(opened, Position)
        return opened.but(units={name: unit._replace(place="") for name, unit in opened.units.items()})

    def _turn(self, position: Position, line: LineReader) -> Position:
        return replace(position, turn=line.count())

    def _step(self, position: Position, line: LineReader) -> Position:
        return replace(position, step=line.word())

    def _described(self, line: LineReader) -> list[Any]:
        descriptions = []
        while line:
            line.skip(",", "and")
            spec = UNITS.read(line)
            if spec is None:
                raise ValueError(f"no counters: {line.rest()}")
            descriptions.append(Described(spec))
        return descriptions

    def _at(self, position: Position, line: LineReader) -> Position:
        place, units = line.one_place(), dict(position.units)
        for described in self._described(line):
            for unit in cases.take(units, described.spec, lambda unit: not unit.place):
                units[unit.id] = unit._replace(place=place)
        return position.but(units=units)

    def _stands(self, played: PlayedCase, line: LineReader) -> str | None:
        place = line.one_place()
        missing, more = cases.unmatched(played.position.at(place), self._described(line), lambda unit, described: True)
        if not missing and not more:
            return None
        return f"at {place}: " + ", ".join(unit.id for unit in played.position.at(place))


def game(records: Mapping[str, Any] | None = None) -> Game:
    """The Atoll, of the data records in force."""
    return complete(Atoll(read(DATA, FILES) if records is None else records))
