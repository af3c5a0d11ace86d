"""Sections 8.3 and 10.5, ruling R-79."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play, problems
from witp_pbem.games.witp.board.events import UnitRemoved
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_10_redeployment import stacking


def gone(position: Position, japan: str = "", allies: str = "") -> list[str]:
    return [event.unit for event in events_of(play(stacking.check, position, japan, allies), UnitRemoved)]


class TestLimits:
    @pytest.mark.parametrize(("hex_", "land", "air", "fleet", "over"), [
        ("0707", 3, 1, 5, []),  # Palau, a Japanese port
        ("0707", 4, 1, 6, [("land", 1), ("fleet", 1)]),
        ("0705", 3, 2, 0, [("air", 1)]),  # Okinawa, an airfield
        ("0504", 1, 0, 0, []), ("0504", 1, 1, 0, [("air-or-land", 1)]), ("0805", 0, 3, 0, [("air-or-land", 2)]),
        ("0110", 9, 4, 9, []), ("1908", 6, 2, 7, []),  # South Africa and Panama: no limit
        ("1201", 3, 1, 2, [("fleet", 1)]),  # Dutch Harbor, taken by Japan
    ])
    def test_of_a_hex(self, hex_: str, land: int, air: int, fleet: int, over: list[tuple[str, int]]) -> None:
        units = [f"JP-{kind}-{n} {hex_}" for kind, count in (("L", land), ("A", air), ("N", fleet))
                 for n in range(count)]
        assert [(excess.group, excess.over) for excess in stacking.excesses(board(*units))] == over

    def test_of_a_continuing_battle(self) -> None:
        units = [f"{nation}-L-{n} 0606" for nation in ("JP", "US") for n in range(1, 6)]
        units += [f"JP-A-{n} 0606" for n in range(1, 4)] + [f"US-A-{n} 0606" for n in range(1, 3)]
        units += [f"US-N-{n} 0606" for n in range(1, 7)]
        excesses = stacking.excesses(board(*units, continuing=("0606",)))
        assert [(excess.side, excess.group, excess.over, excess.rule) for excess in excesses] == [
            ("japan", "air", 1, "witp 8.3.i"), ("allies", "fleet", 1, "witp 8.3.f")]

    def test_nations_of_a_side_count_together_and_chinese_do_not(self) -> None:
        units = ["US-L-1 0912", "US-L-2 0912", "UK-L-1 0912", "UK-L-2 0912"]
        chinese = [f"CN-L-{n} 0504" for n in range(1, 5)]
        position = board(*units, *chinese, "US-A-1 0404", "CN-L-9 0404", chungking_air="US-A-1")
        assert [(excess.hex, excess.over) for excess in stacking.excesses(position)] == [("0912", 1)]


class TestCheck:
    def test_nothing_to_do(self) -> None:
        assert play(stacking.check, board("JP-L-1 0707")).acts == []

    def test_no_question_between_equals(self) -> None:
        position = board(*(f"JP-L-{n} 0707" for n in range(1, 6)))
        table = play(stacking.check, position)
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 8.3.e", "JP-L-4", "0707", "stacking"),
                                                 UnitRemoved("witp 8.3.e", "JP-L-5", "0707", "stacking")]

    def test_both_sides_and_all_hexes_are_asked_together(self) -> None:
        japan = ["JP-L-1 0707 reduced", *(f"JP-L-{n} 0707" for n in range(2, 5)), "JP-A-1 0805", "JP-L-9 0805"]
        position = board(*japan, "US-L-1 1406 reduced", *(f"US-L-{n} 1406" for n in range(2, 5)))
        dues = owed(stacking.check, position).dues
        assert [(due.demand.side, due.demand.about["place"]) for due in dues] == [
            ("japan", "0707"), ("japan", "0805"), ("allies", "1406")]
        table = play(stacking.check, position, japan="disband 1 land at Palau disband JP-A-1 at 0805",
                     allies="disband US-L-3 at Pearl Harbor")
        assert answers(table) == ["disband JP-L-1 at Palau (0707)", "disband JP-A-1 at 0805",
                                  "disband US-L-3 at Pearl Harbor (1406)"]
        assert not stacking.excesses(table.position)

    def test_preference_without_place_serves_every_hex(self) -> None:
        units = [f"JP-{kind}-{n} {place}" for place, kind, n in (
            ("0707", "CV", 1), ("0804", "CV", 2), *(("0707", "N", n) for n in range(1, 6)),
            *(("0804", "N", n) for n in range(6, 11)))]
        assert gone(board(*units), japan="disband 1 naval") == ["JP-N-1", "JP-N-6"]

    def test_never_more_than_needed(self) -> None:
        position = board("JP-L-1 0707 reduced", *(f"JP-L-{n} 0707" for n in range(2, 5)))
        assert gone(position, japan="disband 3 land at Palau") == ["JP-L-1"]

    @pytest.mark.parametrize(("order", "code"), [
        ("disband 1 carrier at Palau", "too-few-disbanded"), ("disband 2 fleet at Palau", "which-to-disband"),
    ])
    def test_orders_that_do_not_do(self, order: str, code: str) -> None:
        units = ["JP-CV-1 0707", "JP-CV-2 0707 reduced", *(f"JP-N-{n} 0707" for n in range(1, 6))]
        assert codes(stacking.check, board(*units, "JP-CV-3 0707"), japan=order) == [code]

    def test_too_few_named_is_refused_with_an_order_that_will_do(self) -> None:
        units = ["JP-CV-1 0707", "JP-N-1 0707 reduced", *(f"JP-N-{n} 0707" for n in range(2, 6))]
        (problem,) = problems(stacking.check, board(*units, "JP-CV-2 0707 reduced"), japan="disband JP-N-3 at Palau")
        assert reading.advice(problem) == "disband JP-N-1, JP-CV-2 at Palau (0707)"

    def test_nations_left_open(self) -> None:
        position = board("US-L-1 0912", "US-L-2 0912", "UK-L-1 0912", "UK-L-2 0912")
        assert codes(stacking.check, position, allies="disband 1 land at Sydney") == ["which-to-disband"]
        assert gone(position, allies="disband 1 british land at Sydney") == ["UK-L-1"]

    def test_choices_spare_full_units_and_carriers(self) -> None:
        position = board("JP-CV-1 0707", *(f"JP-N-{n} 0707" for n in range(1, 6)))
        (excess,) = stacking.excesses(position)
        texts = reading.offered(stacking.choices(excess))
        assert texts[0] == "disband JP-N-1 at Palau (0707)"
        assert texts[-1] == "disband JP-CV-1 at Palau (0707)"
