"""Section 9.6.1 and 9.6.2: how many hits, and who takes them."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board, events_of, owed, play, problems
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import BattleFought, UnitReduced, UnitRemoved
from witp_pbem.games.witp.board.state import SIDES, Position
from witp_pbem.games.witp.orders.kinds import read_value
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene, in_force
from witp_pbem.games.witp.rules.chapter_09_combat import combat, hits
from witp_pbem.games.witp.rules.chapter_09_combat.hits import extra_hits, loss_demand
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.table import Table

NOBODY: dict[str, tuple[str, ...]] = dict.fromkeys(SIDES, ())


def fleet(nation: str, full: int, reduced: int = 0) -> list[str]:
    """Surface fleets at Manila."""
    return [f"{nation}-N-{n} 0606" + (" reduced" if n > full else "") for n in range(1, full + reduced + 1)]


class TestHowMany:
    """9.6.1.a-c, j; R-60, R-61."""

    @pytest.mark.parametrize(("winner", "loser", "difference", "loses", "costs"), [
        ((7, 0), (4, 0), 7, 7, 3), ((6, 0), (2, 0), 11, 4, 2), ((2, 0), (1, 0), 2, 2, 1), ((3, 0), (3, 0), 1, 1, 0),
        ((1, 3), (2, 0), 5, 1, 0), ((0, 3), (2, 0), 5, 0, 0), ((8, 0), (1, 5), 9, 7, 1), ((8, 0), (0, 6), 9, 6, 0),
    ])
    def test_the_loser_takes_the_difference_the_winner_half_of_it(
            self, winner: tuple[int, int], loser: tuple[int, int], difference: int, loses: int, costs: int) -> None:
        position = board(*fleet("JP", *winner), *fleet("US", *loser))
        units = {side: position.of(side, "0606") for side in SIDES}
        toll = hits.toll(position, BattleScene("fleet", "0606", "", {}), units, NOBODY, NOBODY,
                         dict.fromkeys(SIDES, 1), "japan", difference)
        assert (toll.hits["allies"], toll.hits["japan"]) == (loses, costs)

    def test_a_card_may_add_hits_as_far_as_there_is_room(self) -> None:
        effect = in_force({"op": "extra_hits", "amount": 2, "battle": ["naval"], "scope": "turn", "target": "allies"},
                          "1944-03", "japan", 0)
        position = board(*fleet("JP", 3), *fleet("US", 1), effects=(effect,))
        table = play(combat.play, position, japan="lose any", allies="lose any", dice=[2, 3])
        assert events_of(table, BattleFought)[0].allies["hits"] == 2

    @pytest.mark.parametrize(("kind", "die", "support", "carriers", "extra"), [
        ("fleet", 4, 2, 1, (0, 0)), ("fleet", 5, 1, 1, (1, 0)), ("fleet", 6, 1, 0, (2, 0)), ("fleet", 6, 1, 2, (0, 1)),
        ("fleet", 6, 0, 2, (0, 0)), ("assault", 6, 1, 2, (2, 0)), ("ground", 6, 1, 0, (2, 0)),
        ("ground", 5, 0, 0, (0, 0)),
    ])
    def test_extra_hits_for_fives_and_sixes(self, kind: str, die: int, support: int, carriers: int,
                                            extra: tuple[int, int]) -> None:
        assert extra_hits(kind, die, support, carriers) == extra  # 9.6.2, R-63


def demand(position: Position, count: int, side: str = "japan", numbers: list[str] | None = None) -> Demand:
    chosen = numbers or [unit.id for unit in position.of(side, "0606", "carrier", "naval")]
    demanded = loss_demand(position, "0606", side, chosen, count, "losses")
    assert demanded is not None
    return demanded


def taken(position: Position, count: int, words: str) -> list[str]:
    """The hits an order distributes; it has to mean the same when read again."""
    asked = demand(position, count)
    verdict = asked.judge(reading.order(packaged(), words))
    assert isinstance(verdict, Understood), verdict
    again = asked.judge(read_value(verdict.order))
    assert again == verdict
    return list(verdict.answer)


FLEET = board("JP-CV-1 0606", "JP-N-1 0606", "JP-N-2 0606", "JP-L-2 0606 aboard JP-N-2", "JP-N-3 0606 reduced")


class TestWhoTakesThem:
    @pytest.mark.parametrize(("words", "count", "units"), [
        ("lose any", 1, ["JP-N-1"]), ("lose any", 3, ["JP-N-1", "JP-N-2", "JP-CV-1"]),
        ("lose any", 5, ["JP-N-1", "JP-N-2", "JP-CV-1", "JP-N-1", "JP-N-3"]),
        ("lose carrier first", 2, ["JP-CV-1", "JP-N-1"]), ("lose 2 naval", 2, ["JP-N-1", "JP-N-2"]),
        ("lose 3 naval", 3, ["JP-N-1", "JP-N-2", "JP-N-3"]), ("lose [naval], then carrier", 2, ["JP-N-3", "JP-CV-1"]),
        ("lose naval, then [naval], then carrier", 6, ["JP-N-1", "JP-N-2", "JP-N-1", "JP-N-3", "JP-N-2", "JP-CV-1"]),
        ("lose JP-N-2, JP-N-2", 2, ["JP-N-2", "JP-N-2"]), ("lose JP-N-2 at Manila", 1, ["JP-N-2"]),
        ("lose fleet", 3, ["JP-CV-1", "JP-N-1", "JP-N-2"]), ("lose naval first, then carrier", 3,
                                                            ["JP-N-1", "JP-N-2", "JP-CV-1"]),
        ("lose 4 naval, then any", 1, ["JP-N-1"]),
    ])
    def test_preferences_are_walked_down(self, words: str, count: int, units: list[str]) -> None:
        assert taken(FLEET, count, words) == units

    def test_too_few_names(self) -> None:
        position = board(*fleet("JP", 3), *fleet("US", 5))
        (problem,) = problems(combat.play, position, japan="lose JP-N-1", allies="lose any", dice=[1, 2])
        assert (problem.code, problem.rule) == ("losses-too-few", "witp 9.6.1.f")
        assert reading.advice(problem) == "lose JP-N-1, then any"

    @pytest.mark.parametrize(("order", "speaks"), [
        ("lose naval", True), ("lose carrier at Manila", True), ("lose land", False), ("lose naval at Leyte", False),
        ("lose JP-N-1", True), ("lose JP-N-9", False), ("lose any", True),
        ("when battle at Leyte lose naval end", False),
        ("when battle at Manila lose naval end", True),
    ])
    def test_which_orders_are_meant_for_them(self, order: str, speaks: bool) -> None:
        assert demand(FLEET, 2).matches(reading.order(packaged(), order)) is speaks

    def test_no_question_where_everything_goes(self) -> None:
        sole = demand(FLEET, 7).sole
        assert sole is not None
        assert sole.answer == ("JP-CV-1", "JP-CV-1", "JP-N-1", "JP-N-1", "JP-N-2", "JP-N-2", "JP-N-3")

    @pytest.mark.parametrize(("units", "count", "asked"), [
        (["JP-N-1 0606", "JP-N-2 0606"], 1, False), (["JP-N-1 0606", "JP-N-2 0606"], 2, True),
        (["JP-N-1 0606 reduced", "JP-N-2 0606 reduced", "JP-N-3 0606 reduced"], 2, False),
        (["JP-N-1 0606", "JP-N-2 0606 reduced"], 1, True), (["JP-N-1 0606", "JP-CV-1 0606"], 1, True),
        (["JP-N-1 0606", "JP-N-2 0606", "JP-L-1 0606 aboard JP-N-1"], 1, True),
    ])
    def test_no_question_between_equals(self, units: list[str], count: int, asked: bool) -> None:
        assert (demand(board(*units), count).sole is None) is asked

    def test_no_demand_without_hits(self) -> None:
        assert loss_demand(FLEET, "0606", "japan", ["JP-N-1"], 0, "losses") is None
        assert loss_demand(FLEET, "0606", "japan", [], 3, "losses") is None

    def test_the_loser_is_asked_first(self) -> None:
        position = board("JP-CV-1 0606", "JP-N-1 0606", "JP-N-2 0606", "US-CV-1 0606", "US-N-1 0606")
        (due,) = owed(combat.play, position, dice=[4, 1]).dues  # 6 + 4 against 5 + 1
        assert (due.demand.side, due.demand.about["count"]) == ("allies", 3)
        (due,) = owed(combat.play, position, allies="lose naval, [naval], carrier", dice=[4, 1]).dues
        assert (due.demand.side, due.demand.about["count"]) == ("japan", 1)


class TestChoices:
    def test_every_distribution_is_listed_once(self) -> None:
        position = board("JP-CV-1 0606", "JP-N-1 0606", "JP-N-2 0606 reduced")
        listed = [taken(position, 3, words) for words in reading.offered(demand(position, 3).choices())
                  if "first" not in words and "any" not in words]
        assert sorted(listed) == sorted([
            ["JP-CV-1", "JP-CV-1", "JP-N-1"], ["JP-CV-1", "JP-CV-1", "JP-N-2"], ["JP-CV-1", "JP-N-1", "JP-N-1"],
            ["JP-CV-1", "JP-N-1", "JP-N-2"], ["JP-N-1", "JP-N-1", "JP-N-2"]])

    def test_all_are_legal(self) -> None:
        for words in reading.offered(demand(FLEET, 4).choices()):
            assert len(taken(FLEET, 4, words)) == 4

    def test_a_great_battle_is_listed_up_to_a_limit_and_at_once(self) -> None:
        position = board(*(f"JP-N-{n} 0606" for n in range(1, 25)), *(f"JP-CV-{n} 0606" for n in range(1, 7)))
        texts = list(islice(demand(position, 30).choices(), 1000))
        assert len(texts) == 3 + hits.MOST_CHOICES


class TestExtraHits:
    def test_both_sides_choose_at_once_among_those_that_supported(self) -> None:
        position = board("JP-N-1 0606", "US-N-1 0606", "JP-A-1 0507", "JP-A-2 0707", "US-A-1 0606", "US-A-2 0607")
        dues = owed(combat.play, position, dice=[6, 5]).dues
        assert [(due.demand.side, due.demand.code, due.demand.about["count"]) for due in dues] == [
            ("japan", "air-losses", 1), ("allies", "air-losses", 2)]
        assert {due.demand.rule for due in dues} == {"witp 9.6.2.b"}

    def test_one_may_take_both(self) -> None:
        position = board("JP-N-1 0606", "JP-N-2 0606", "US-N-1 0606", "US-A-1 0606", "US-A-2 0607")
        table = play(combat.play, position, japan="lose any", dice=[6, 2],
                     allies="lose US-A-2, US-A-2 lose naval retreat to Leyte")
        assert [(event.rule, event.unit) for event in events_of(table, UnitRemoved) if "A" in event.unit] == [
            ("witp 9.6.2.b", "US-A-2")]

    @pytest.mark.parametrize("words", [
        "lose air at Leyte", "lose US-A-2", "when battle at Manila lose air at Leyte end"])
    def test_an_air_unit_may_be_named_by_where_it_stands(self, words: str) -> None:
        position = board("JP-N-1 0606", "JP-N-2 0606", "JP-N-3 0606", "US-N-1 0606", "US-A-1 0606", "US-A-2 0607")
        table = play(combat.play, position, japan="lose any", dice=[5, 1],
                     allies=f"{words} lose naval retreat to Leyte lose any")
        assert [event.unit for event in events_of(table, UnitReduced) if "A" in event.unit] == ["US-A-2"]

    def test_a_six_strikes_a_carrier_that_fought(self) -> None:
        position = board("JP-N-1 0606", "JP-N-2 0606", "JP-N-3 0606", "US-CV-1 0606", "US-CV-2 0606 reduced",
                         "US-A-1 0607", "JP-A-1 0707", "JP-A-2 0707")
        table = play(combat.play, position, japan="lose any", dice=[6, 1], allies=(
            "when battle at Manila lose US-CV-1, US-CV-2, US-CV-1 end retreat to Leyte"))
        (battle,) = events_of(table, BattleFought)
        assert (battle.allies["extra_carrier"], battle.allies["extra_air"]) == (1, 0)

    def test_without_supporting_air_a_six_does_nothing(self) -> None:
        position = board("JP-N-1 0606", "JP-N-2 0606", "US-CV-1 0606")
        table = play(combat.play, position, japan="lose any", dice=[6, 1], allies="lose any retreat to Leyte")
        (battle,) = events_of(table, BattleFought)
        assert (battle.allies["extra_carrier"], battle.allies["extra_air"]) == (0, 0)

    def test_a_hit_on_a_carrier_that_is_gone_is_lost(self) -> None:
        position = board(*fleet("JP", 5), "US-CV-1 0606", "US-A-1 0607")
        table = play(combat.play, position, japan="lose any", dice=[6, 1])
        assert [event.unit for event in events_of(table, UnitRemoved)] == ["US-CV-1"]


class TestSacrifice:
    EFFECT = in_force({"op": "sacrifice_air", "max_units": 2, "hits_each": 1, "battle": ["naval"],
                       "target_types": ("carrier", "naval"), "side": "japan"}, "1944-09", "japan", 0)
    UNITS = ("JP-N-1 0606", "US-N-1 0606", "US-CV-1 0606", "JP-A-1 0707", "JP-A-2 0507")

    def fought(self, order: str) -> Table:
        return play(combat.play, board(*self.UNITS, effects=(self.EFFECT,)), dice=[1, 2], allies="lose any",
                    japan=f"invoke 1944-09 {order} lose any retreat to Palau")

    @pytest.mark.parametrize(("order", "gone"), [
        ("pass", []), ("choose JP-A-1", ["JP-A-1"]), ("choose all air", ["JP-A-2", "JP-A-1"]),
        ("choose 1 air at Saigon", ["JP-A-2"]),
    ])
    def test_air_units_are_given_up_for_hits(self, order: str, gone: list[str]) -> None:
        table = self.fought(order)
        assert [event.unit for event in events_of(table, UnitRemoved) if event.reason == "sacrificed"] == gone
        assert sum(isinstance(event, UnitReduced) and event.unit.startswith("US") for event in table.acts) == len(gone)

    def test_a_place_alone_gives_nobody_up(self) -> None:
        position = board(*self.UNITS, effects=(self.EFFECT,))
        (due,) = owed(combat.play, position, dice=[1, 2], allies="lose any",
                      japan="invoke 1944-09 choose Saigon choose 1 land at Shanghai lose any retreat to Palau").dues
        assert due.problems == (), "neither order is meant for it"
        verdict = due.demand.judge(reading.order(packaged(), "choose Saigon"))
        assert not isinstance(verdict, Understood)
        assert [problem.code for problem in verdict] == ["order-breaks-off"]
