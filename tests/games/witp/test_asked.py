"""What the program asks, refuses and tells on the way through every case can be said in words, and is right in itself.

A case says what must come of the play; this looks at the rest: each decision is asked with all its sentence names and
by a rule there is, what is listed for it is accepted, and every problem and event has all its sentence needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.games.witp import reading
from tests.report.stage import Stage
from tests.stand_ins import instead
from witp_pbem.games.witp.board.state import AIR, SIDES, Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules import consequences, rulings
from witp_pbem.games.witp.rules.chapter_02_components import air, control
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_08_movement.routes import Traveller, reach
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacking
from witp_pbem.games.witp.words import wording
from witp_pbem.table import cases
from witp_pbem.table.acts import Rolled
from witp_pbem.table.cases import Case, CaseOpening, PlayedCase
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.problem import NOWHERE, Problem
from witp_pbem.table.sitting import read_order
from witp_pbem.table.table import Table
from witp_pbem.table.wording import PROBLEMS, demand_sentence, problem_sentence

GAME: Any = game()
FOLDER = Path(__file__).parents[2] / "conformance" / "witp"
CASES = [case for path in sorted(FOLDER.glob("*.case")) for case in cases.read_file(path)]
TRIED = 3  # listed choices looked at, a decision
GAP = re.compile(r"\bNone\b|[{}]")  # what a sentence may show where a value is missing
NAME = re.compile(r"\{(\w+)")  # a value a sentence names
# Values of a decision that its sentence does not name: for who draws up the template or reads the logbook.
MORE = {"battle", "bases", "card", "cards", "count", "kind", "limit", "op", "place", "turn", "units"}


# What is refused whatever the enemy does and the dice show, and so already when it is handed in ...
CERTAIN = {
    "air-never-moves", "air-stays-in-chungking", "already-there", "bid-too-high", "chinese-hex",
    "chinese-never-move", "closed-on-turn-1", "closed-to-japan", "fleet-on-land", "land-hexside",
    "no-base-icon", "no-land-way", "no-port-there", "no-such-hex", "not-a-chinese-hex", "not-a-fleet",
    "not-a-source", "not-an-air-unit", "not-chinese", "one-air-unit", "sea-hexside", "source-of-another-nation",
    "transport-needs-shallows", "unknown-unit"}
# ... or as soon as its turn in the play has come, for it follows from what was played before.
CERTAIN_BY_THEN = {
    "card-discarded", "card-in-battle-block", "card-is-the-enemys", "card-not-in-deck", "card-takes-no-target",
    "moved-already", "no-such-card", "recovers-by-itself", "six-bases-built", "target-twice", "unit-named-twice"}

# What the events of these fields may hold.
VOCABULARY = {"reason": {*wording.REASONS, *wording.ENTRIES, *wording.ENDINGS}, "segment": set(wording.SEGMENTS),
              "note": set(wording.NOTES)}

# What dice are called. The names enter the dice of a sealed campaign: with another name it would throw others.
DICE = {"battle", "resource-points", "submarines", "american-entry", "sudden-death", "who-plays-japan"}


def is_rule(rule: str) -> bool:
    return any(heading.startswith(rule) for heading, _ in GAME.reference(rule))


def look_at_values(sentence: str, values: Mapping[str, Any]) -> None:
    """Everything a sentence names is there."""
    missing = [name for name in NAME.findall(sentence) if values.get(name) is None]
    assert not missing, (sentence, values)


def look_at_forced(demand: Demand, sole: Understood) -> None:
    """The only answer the rules leave: its words are an order that means it."""
    assert not GAP.search(reading.words(sole.order)), demand
    order = read_order(GAME, reading.words(sole.order))
    assert isinstance(order, Order) and order.keyword in demand.keywords and demand.matches(order), (demand, order)
    if reading.words(sole.order).split()[0] != "pass":
        assert demand.judge(order)[:2] == sole[:2], reading.words(sole.order)


def look_at(demand: Demand) -> None:
    """A decision before it is taken."""
    assert demand.code in GAME.catalogue.demands and is_rule(demand.rule), demand
    assert not GAP.search(demand_sentence(demand.code, demand.about, GAME.catalogue, demand.side)), demand
    sentence = GAME.catalogue.demands[demand.code]
    look_at_values(sentence, demand.about)
    assert set(demand.about) <= {*NAME.findall(sentence), *MORE}, demand
    if demand.sole is not None:
        look_at_forced(demand, demand.sole)
        return
    choices = list(islice(demand.choices(), TRIED))
    assert choices, demand
    for choice in choices:
        words, order = reading.words(choice), GAME.read_value(choice)
        assert order.keyword in demand.keywords, words
        assert demand.matches(order), words
        verdict = demand.judge(order)
        assert isinstance(verdict, Understood), (words, verdict)
        assert not GAP.search(reading.words(verdict.order) + verdict.note), verdict
        again = read_order(GAME, reading.words(verdict.order))
        assert isinstance(again, Order), verdict
        assert demand.judge(again)[:2] == verdict[:2], words


def look_at_problem(problem: Problem) -> None:
    """A refusal: its rule, its place, its values, and whether it is certain."""
    assert problem.code in GAME.catalogue.problems or problem.code in PROBLEMS, problem
    assert not problem.rule or is_rule(problem.rule), problem
    assert problem.span != NOWHERE or problem.code == "card-not-in-deck", problem  # a card, not an order
    assert problem.certain or problem.code not in CERTAIN | CERTAIN_BY_THEN, problem
    assert not problem.certain or problem.kind != "ambiguous", problem
    assert not GAP.search(problem_sentence(problem, GAME.catalogue)), problem
    assert not GAP.search(reading.advice(problem)), problem
    look_at_values(GAME.catalogue.problems.get(problem.code) or PROBLEMS[problem.code], problem.values)


def look_at_what_is_remembered(position: Position) -> None:
    """What a position has taken over from the one before it is what a new one finds out."""
    new = replace(position)
    assert position.here == new.here
    for number in position.data.map.bases:
        assert control.controller(position, number) == control.controller(new, number), number
    assert stacking.excesses(position) == stacking.excesses(new)
    assert consequences.flying(position) == consequences.flying(new)
    for side in SIDES:
        assert air.zone(position, side) == air.zone(new, side)
        assert bases.supply_network(position, side) == bases.supply_network(new, side)
        assert consequences.overrun(position, side) == consequences.overrun(new, side)
        for number in position.data.map.bases:
            assert control.is_haven(position, side, number) == control.is_haven(new, side, number), number
            assert bases.supply_line(position, side, number) == bases.supply_line(new, side, number), number
        for unit in [unit for unit in position.on_map() if unit.side == side and unit.kind != AIR][-1:]:
            mover = Traveller(side, (unit,), unit.is_fleet)
            ways, anew = (reach(board, mover, (unit.hex, unit.water)).all() for board in (position, new))
            assert list(ways.items()) == list(anew.items()), unit.id


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{Path(case.file).stem}: {case.name}")
def test_everything_on_the_way_can_be_said(case: Case) -> None:
    seen: list[tuple[PlayedCase, list[Problem]]] = []
    ask, play = Table.ask, cases.play

    def asking(table: Table, *demands: Demand) -> Any:
        for demand in demands:
            look_at(demand)
        return ask(table, *demands)

    def playing(by: Any, opening: CaseOpening, fate: Any) -> PlayedCase:
        played = play(by, opening, fate)
        prechecked = [problem for side, order in opening.orders.pending
                      for problem in GAME.precheck(opening.position, side, order)]
        assert all(problem.certain for problem in prechecked)
        seen.append((played, prechecked))
        return played

    with instead(Table, ask=asking), instead(cases, play=playing):  # listening, to all there is
        cases.run(case, GAME)
    for played, prechecked in seen:
        for problem in (*played.problems, *prechecked):
            look_at_problem(problem)
        for problem in played.problems:
            assert problem.code not in CERTAIN or problem.code in {each.code for each in prechecked}, problem
        for act in played.acts:
            assert not isinstance(act, Rolled) or act.label.code in DICE, act
            for field, known in VOCABULARY.items():
                assert getattr(act, "rule", "") == rulings.RULE or getattr(act, field, None) in {None, *known}, act
        stage = Stage(played.before)
        stage.happen(*played.acts)
        assert stage.position == played.position
        look_at_what_is_remembered(played.position)
        assert not GAP.search(repr(GAME.narration.story(stage.items)))
