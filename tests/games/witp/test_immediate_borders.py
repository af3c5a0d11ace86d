"""Chapter 4: whom or where a card strikes, what an order to choose means, and what it is refused for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.witp import reading
from tests.games.witp.card_desk import DATA, board, owed, table, told, unit
from tests.games.witp.reading import order
from witp_pbem.games.witp.board.data import build, read
from witp_pbem.games.witp.board.events import BaseRemoved, Noted, UnitRebuilt, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_03_sequence.victory import GameOver
from witp_pbem.games.witp.rules.chapter_04_cards import immediate
from witp_pbem.games.witp.rules.chapter_04_cards.immediate import Aim
from witp_pbem.table.acts import Answered
from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import Problem
from witp_pbem.table.table import Table

SHIPS = (unit("US-N-1", "1406"), unit("US-N-2", "1406", full=False), unit("US-N-3", "0607"), unit("UK-N-4", "0912"))
TORPEDOES = "1942-03"  # Japan removes an Allied naval unit
BOMBERS = "1944-07"  # the Allies place the reserve air unit
CARRIERS = "1943-10"  # the Allies rebuild two carriers
FLEET = "1945-06"  # the Allies rebuild a British carrier and a British naval unit


def aim(card: str, side: str, position: Position) -> Aim:
    found = immediate.aim(position, side, card, DATA.cards[card][side]["effects"][0])
    assert found is not None
    return found


def judged(words: str, card: str = TORPEDOES, side: str = JAPAN, position: Position | None = None) -> Any:
    position = position or board(*SHIPS)
    return immediate.judge(position, aim(card, side, position), order(DATA, words))


def named(words: str, card: str, side: str, position: Position) -> Any:
    read = order(DATA, words)
    return immediate.named_with_card(position, side, read.body.body, read.statement.span)


def marked(problem: Problem, words: str) -> str:
    return words[problem.span.column - 1:problem.span.end_column - 1]


def with_card(card: str, side: str, *records: dict[str, Any], **fields: Any) -> Position:
    """A position with other effects on a card, such as an owner of the game may write."""
    counters = fields.pop("counters", ())
    data = replace(DATA, cards={**DATA.cards, card: {**DATA.cards[card], side: {"text": "test", "effects": records}}})
    return replace(board(*counters, **fields), data=data)


# -- orders to choose -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "code", "at_fault", "values"), [
    ("choose JP-L-22 at Palau", "no-target-there", "Palau", {"place": "0707"}),
    ("choose JP-L-22", "not-a-target", "JP-L-22", {"target": "JP-L-22"}),
    ("choose 1 carrier at Leyte", "not-a-target", "1 carrier", {"target": "1 carrier"}),
    ("choose 3 naval at Pearl Harbor", "wrong-number-of-targets", "3 naval", {"wanted": 3, "found": 2}),
    ("choose 2 naval at Pearl Harbor", "wrong-number-of-targets", "choose 2 naval at Pearl Harbor",
     {"wanted": 1, "found": 2}),
    ("choose 1 naval", "which-target", "1 naval", {"target": "1 naval"}),
    ("choose US-N-99", "unknown-unit", "US-N-99", {"unit": "US-N-99"}),
    ("choose US-N-1, US-N-1", "unit-named-twice", "US-N-1", {"unit": "US-N-1"})])
def test_a_refusal_marks_and_names_what_is_wrong(words: str, code: str, at_fault: str, values: dict[str, Any]) -> None:
    (problem,) = judged(words)
    about = {} if problem.kind == "invalid" else {"card": TORPEDOES, "text": f"{TORPEDOES} japan"}
    assert (problem.code, marked(problem, words), problem.values) == (code, at_fault, {**about, **values})
    assert problem.rule == ("witp 4.3.b" if problem.kind == "illegal" else "")
    assert problem.certain is (problem.kind == "invalid")


@pytest.mark.parametrize("words", ["choose JP-L-22", "choose 1 naval at Palau"])
def test_a_refusal_advises_what_can_be_struck(words: str) -> None:
    (problem,) = judged(words)
    assert reading.advice(problem) == "choose US-N-1 at Pearl Harbor (1406)"


def test_of_ships_named_too_widely_the_first_is_advised() -> None:
    (problem,) = judged("choose 1 naval")
    assert reading.advice(problem) == "choose US-N-1 at Pearl Harbor (1406)"


@pytest.mark.parametrize(("words", "text"), [
    ("choose 1 naval at Pearl Harbor", "choose US-N-1 at Pearl Harbor (1406)"),  # the full one before the reduced
    ("choose [1 naval]", "choose US-N-2 at Pearl Harbor (1406)"),
    ("choose Sydney", "choose UK-N-4 at Sydney (0912)"),
    ("choose Pearl Harbor", "choose US-N-1 at Pearl Harbor (1406)"),
    ("choose all naval at Leyte", "choose US-N-3 at Leyte (0607)")])
def test_what_an_order_means(words: str, text: str) -> None:
    verdict = judged(words)
    assert isinstance(verdict, Understood)
    assert (reading.words(verdict.order), verdict.stays) == (text, False)


def test_any_takes_the_first_and_answers_again() -> None:
    verdict = judged("choose any")
    assert verdict == Understood(("US-N-1",), {"order": "choose", "units": ["US-N-1"], "place": "1406"}, stays=True)


@pytest.mark.parametrize(("words", "at_fault", "target", "suggestion"), [
    ("choose US-A-13", "US-A-13", "US-A-13", ""), ("choose 1 air at Panama", "1 air", "1 air", ""),
    ("choose Pearl Harbor", "Pearl Harbor", "1406", "choose Panama (1908)")])
def test_where_a_place_is_asked_for_a_place_has_to_be_named(words: str, at_fault: str, target: str,
                                                             suggestion: str) -> None:
    position = table(board(turn=11)).position
    position = replace(position, units={**position.units, "US-A-13": reserve()})
    (problem,) = judged(words, BOMBERS, ALLIES, position)
    assert (problem.code, problem.rule, problem.values["target"]) == ("not-a-target", "witp 4.3.b", target)
    assert (marked(problem, words), reading.advice(problem)) == (at_fault, suggestion)
    assert judged("choose any", BOMBERS, ALLIES, position).order == {"order": "choose", "place": "1908"}


def reserve() -> Any:
    return unit("US-A-13", "")._replace(status="reserve")


def test_no_more_than_sixty_ways_are_listed() -> None:
    ports = ("1406", "1706", "1806", "1908", "0606", "0607", "0909", "1110", "1201", "0205", "0407", "0912")
    position = board(*(unit(f"US-N-{number}", place, full=False) for number, place in enumerate(ports, 1)))
    units = tuple(each for each in position.on_map() if each.side == ALLIES)
    found = Aim(CARRIERS, ALLIES, ALLIES, 2, units, (), False)
    assert len(list(immediate.choices(position, found))) == 60
    assert len(list(immediate.choices(position, found._replace(wanted=1)))) == 12


# -- which decision an order speaks of ------------------------------------------------------------------------


def asked(words: str, position: Position, card: str = TORPEDOES, side: str = JAPAN) -> list[str]:
    """The problems of an order that did not answer the choice; none if it was not meant for it."""
    orders: dict[str, Any] = {side: words}
    at = table(position, **orders)
    (due,) = owed(lambda at: immediate.carry_out(at, side, card, {}), at).dues
    return [problem.code for problem in due.problems]


@pytest.mark.parametrize(("words", "codes"), [
    ("choose 1 land at Shanghai", []), ("Phase: events\nchoose 1 land at Shanghai", ["no-target-there"]),
    ("choose 1 land at Leyte", []), ("choose Palau", []), ("choose 2 naval at Leyte", ["wrong-number-of-targets"])])
def test_an_order_that_names_no_candidate_needs_the_heading(words: str, codes: list[str]) -> None:
    assert asked(words, board(*SHIPS)) == codes


@pytest.mark.parametrize(("words", "codes"), [
    ("choose Pearl Harbor", []), ("choose 1 air at Panama", []), ("choose US-A-13", []),
    ("Phase: events\nchoose Pearl Harbor", ["not-a-target"])])
def test_so_does_one_that_names_another_place_where_a_place_is_asked_for(words: str, codes: list[str]) -> None:
    position = board(turn=11)
    position = replace(position, units={**position.units, "US-A-13": reserve()})
    assert asked(words, position, BOMBERS, ALLIES) == codes


# -- targets named with the card ------------------------------------------------------------------------------


REBUILT = (unit("UK-CV-1", "1406", full=False), unit("UK-N-1", "1406", full=False), unit("UK-CV-2", "0912", full=False),
           unit("UK-N-2", "0912", full=False))


@pytest.mark.parametrize(("words", "targets"), [
    ("use 1945-06", {}), ("use 1945-06 on Sydney", {0: ("UK-CV-2",), 1: ("UK-N-2",)}),
    ("use 1945-06 on UK-N-1", {1: ("UK-N-1",)}), ("use 1945-06 on UK-N-1, UK-CV-2", {0: ("UK-CV-2",), 1: ("UK-N-1",)}),
    ("use 1945-06 on 1 fleet, 1 fleet at Sydney", {0: ("UK-CV-2",), 1: ("UK-N-2",)})])
def test_a_card_with_two_parts_takes_what_is_named_for_each(words: str, targets: dict[int, tuple[str, ...]]) -> None:
    assert named(words, FLEET, ALLIES, board(*REBUILT)) == targets


@pytest.mark.parametrize(("words", "code", "at_fault", "values"), [
    ("use 1945-06 on US-CV-1", "not-a-target", "US-CV-1", {"target": "US-CV-1"}),
    ("use 1945-06 on Leyte", "no-target-there", "Leyte", {"place": "0607"}),
    ("use 1945-06 on 2 UK naval at Sydney", "wrong-number-of-targets", "2 UK naval", {"wanted": 2, "found": 1}),
    ("use 1945-06 on UK-CV-1, UK-CV-2", "wrong-number-of-targets", "use 1945-06 on UK-CV-1, UK-CV-2",
     {"wanted": 1, "found": 2})])
def test_what_is_named_wrongly_with_a_card(words: str, code: str, at_fault: str, values: dict[str, Any]) -> None:
    problem = named(words, FLEET, ALLIES, board(*REBUILT))
    assert (problem.code, problem.rule, marked(problem, words)) == (code, "witp 4.3.b", at_fault)
    assert problem.values == {"card": FLEET, "text": f"{FLEET} allies", **values}


def test_a_card_that_strikes_units_and_a_base_takes_both() -> None:
    """A card of an owner's own: remove a naval unit, and a base; the place named is that of the base."""
    position = with_card(
        "1942-06", JAPAN, {"op": "lose_unit", "owner": ALLIES, "types": ("naval",), "count": 1, "chooser": JAPAN},
        {"op": "remove_bases", "owner": ALLIES, "count": 2, "chooser": JAPAN},
        counters=SHIPS, bases={JAPAN: (), ALLIES: ("0606", "0909", "1406")})
    assert named("use 1942-06 on US-N-1 at Manila", "1942-06", JAPAN, position) == {0: ("US-N-1",), 1: ("0606",)}
    assert named("use 1942-06 on Manila", "1942-06", JAPAN, position) == {1: ("0606",)}
    at = table(position, japan="choose Port Moresby")
    immediate.carry_out(at, JAPAN, "1942-06", {0: ("US-N-1",), 1: ("0606",)})
    assert told(at, BaseRemoved) == [BaseRemoved("witp 4.3.b", ALLIES, "0606", "card"),
                                     BaseRemoved("witp 4.3.b", ALLIES, "0909", "card")]
    assert [reading.words(act.order) for act in at.acts if isinstance(act, Answered)] == ["choose Port Moresby (0909)"]


def test_of_two_bases_left_one_is_asked_for_and_the_last_one_goes_without_asking() -> None:
    position = with_card("1942-06", JAPAN, {"op": "remove_bases", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                         bases={JAPAN: (), ALLIES: ("0606", "0909")})
    at = table(position)
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert at.position.bases[ALLIES] == ()


def test_a_card_that_strikes_bases_alone_takes_one_of_them_and_asks_for_the_other() -> None:
    position = with_card("1942-06", JAPAN, {"op": "remove_bases", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                         bases={JAPAN: (), ALLIES: ("0606", "0909", "1406")})
    assert named("use 1942-06 on Manila", "1942-06", JAPAN, position) == {0: ("0606",)}
    at = table(position, japan="choose any")
    immediate.carry_out(at, JAPAN, "1942-06", {})
    assert [reading.words(act.order) for act in at.acts if isinstance(act, Answered)] == [
        "choose Manila (0606)", "choose Port Moresby (0909)"]
    assert at.position.bases[ALLIES] == ("1406",)


@pytest.mark.parametrize(("enemy", "rebuilt"), [((), ["JP-A-1"]), ((unit("US-L-1", "0903"),), [])])
def test_a_source_without_a_base_serves_while_its_side_holds_it(enemy: tuple[Any, ...], rebuilt: list[str]) -> None:
    """On a map that an owner has put right so that Ominato is a source and no port."""
    files = read()
    files["map"]["hexes"]["0903"] |= {"site": "none", "owner": None}
    position = replace(board(unit("JP-A-1", "0903", full=False), *enemy), data=build(files))
    at = played(position, "1942-10", JAPAN)
    assert [event.unit for event in told(at, UnitRebuilt)] == rebuilt


def test_who_chooses() -> None:
    assert immediate.chooser_of({"op": "lose_unit", "owner": JAPAN, "chooser": JAPAN}, ALLIES) == JAPAN
    assert immediate.chooser_of({"op": "rebuild_unit", "owner": JAPAN}, ALLIES) == JAPAN
    assert immediate.chooser_of({"op": "remove_bases", "owner": JAPAN, "chooser": "none"}, ALLIES) == ALLIES
    assert immediate.chooser_of({"op": "place_unit", "unit": "US-A-13"}, ALLIES) == ALLIES


# -- requirements ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wanted", "air", "holds"), [
    ({}, ("US-A-1", "0705", True), True), ({}, ("US-A-1", "0705", False), True), ({}, ("UK-A-1", "0705", True), True),
    ({}, ("JP-A-1", "0705", True), False), ({}, ("US-L-1", "0705", True), False), ({}, ("US-A-1", "0606", True), False),
    ({"state": "full"}, ("US-A-1", "0705", False), False), ({"state": "worn"}, ("US-A-1", "0705", False), True),
    ({"state": "worn"}, ("US-A-1", "0705", True), False), ({"nationality": ("us",)}, ("UK-A-1", "0705", True), False),
    ({"nationality": ("uk", "us")}, ("UK-A-1", "0705", True), True)])
def test_an_air_unit_near_enough(wanted: dict[str, Any], air: tuple[str, str, bool], holds: bool) -> None:
    name, place, full = air
    effect = {"op": "gain_rp", "requires": {"air_within": {"side": ALLIES, "of": JAPAN, "distance": 2, **wanted}}}
    assert immediate.requirement_holds(board(unit(name, place, full=full)), effect) is holds


@pytest.mark.parametrize(("turn", "holds"), [(14, False), (15, True), (16, True)])
def test_a_turn_late_enough(turn: int, holds: bool) -> None:
    assert immediate.requirement_holds(board(turn=turn), {"op": "gain_rp", "requires": {"turn_from": 15}}) is holds


# -- effects at once ------------------------------------------------------------------------------------------


def played(position: Position, card: str, side: str, targets: dict[int, tuple[str, ...]] | None = None) -> Table:
    at = table(position)
    immediate.carry_out(at, side, card, targets or {})
    return at


def test_what_is_named_wins_over_the_order_of_the_counters() -> None:
    at = played(board(*SHIPS), TORPEDOES, JAPAN, {0: ("UK-N-4",)})
    assert told(at, UnitRemoved) == [UnitRemoved("witp 4.3.b", "UK-N-4", "0912", "card")]


def test_a_card_that_may_win_for_japan_names_the_rule_of_cards() -> None:
    position = with_card("1942-06", JAPAN, {"op": "end_game", "winner": JAPAN, "kind": "atomic_bomb"})
    at = table(position)
    with pytest.raises(GameOver):
        immediate.carry_out(at, JAPAN, "1942-06", {})
    assert at.position.outcome == (JAPAN, "witp 4.3.b", "atomic-bomb")


def test_a_hit_on_a_full_unit_is_told_as_the_cards() -> None:
    at = played(board(unit("JP-N-1", "0804")), "1945-03", ALLIES)
    assert told(at, UnitReduced) == [UnitReduced("witp 4.3.b", "JP-N-1", "0804", "card")]


def test_a_card_without_effect_is_noted_with_card_side_and_reason() -> None:
    at = played(board(), TORPEDOES, JAPAN)
    assert told(at, Noted) == [Noted("witp 4.3.b", "card-without-effect",
                                     {"card": TORPEDOES, "side": JAPAN, "why": "no-target"})]


def test_a_land_unit_aboard_is_not_removed_twice() -> None:
    """Both the ship and its passenger are struck: the passenger is lost with the ship, and that is all."""
    position = with_card("1942-06", JAPAN, {"op": "lose_unit", "owner": ALLIES, "count": 2, "chooser": JAPAN},
                         counters=(unit("US-N-1", "1406"), unit("US-L-1", "1406", aboard="US-N-1")))
    at = played(position, "1942-06", JAPAN)
    assert [(event.unit, event.reason) for event in told(at, UnitRemoved)] == [("US-N-1", "card"), ("US-L-1", "cargo")]
