"""Chapter 11, ruling R-81."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play, problems, written
from witp_pbem.games.witp.board.events import UnitPlaced, UnitWaits
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_11_reinforcement import reinforcement
from witp_pbem.table.problem import Problem


def placed(position: Position, japan: str = "", allies: str = "") -> dict[str, str]:
    table = play(reinforcement.play, position, japan, allies, phase="reinforcement")
    return {event.unit: event.hex for event in events_of(table, UnitPlaced)}


def test_nobody_arrives_before_his_turn() -> None:
    assert play(reinforcement.play, board("JP-L-1 due 5")).acts == []


def test_each_side_gives_as_many_orders_as_it_needs() -> None:
    position = board("JP-N-1 due 4", "JP-N-2 due 4", "JP-L-1 due 3", "US-L-1 due 4", "US-A-1 due 4", "UK-L-1 due 4")
    assert placed(position, japan="place 1 naval at Kure place all at Yokosuka",
                  allies="place US-A-1 at Panama place 1 american land at San Francisco") == {
        "JP-N-1": "0804", "JP-N-2": "0904", "JP-L-1": "0904", "US-A-1": "1908", "US-L-1": "1706", "UK-L-1": "0110"}


def test_both_sides_are_asked_together() -> None:
    dues = owed(reinforcement.play, board("JP-N-1 due 4", "US-L-1 due 4")).dues
    assert [due.demand.side for due in dues] == ["japan", "allies"]


def test_a_single_source_is_no_question() -> None:
    position = board("UK-L-1 due 4")
    assert answers(play(reinforcement.play, position)) == []
    assert placed(position) == {"UK-L-1": "0110"}


def test_all_at_a_source_means_all_of_its_nation() -> None:
    assert placed(board("US-L-1 due 4", "UK-L-1 due 4"), allies="place all at Panama") == {
        "US-L-1": "1908", "UK-L-1": "0110"}


def test_units_whose_source_is_lost_wait() -> None:
    position = board("UK-L-1 due 4", "JP-L-1 0110")
    table = play(reinforcement.play, position)
    assert events_of(table, UnitWaits) == [UnitWaits("witp 11.0.a", "UK-L-1")]
    assert table.position.units["UK-L-1"].status == "arriving"


def test_a_lost_source_leaves_the_others() -> None:
    position = board("JP-L-1 due 4", "US-L-1 0804", "US-L-2 0903")
    assert placed(position) == {"JP-L-1": "0904"}


@pytest.mark.parametrize(("order", "code"), [
    ("place 1 land at Sydney", "not-a-source"), ("place UK-L-1 at Panama", "source-of-another-nation"),
    ("place 1 british land at Panama", "source-of-another-nation"), ("place 1 naval at Panama", "too-few-units"),
    ("place US-L-2 at Panama", "not-arriving-now"), ("place 1 land", "order-breaks-off"),
    ("place JP-L-1 at Panama", "not-your-unit"),
])
def test_orders_refused(order: str, code: str) -> None:
    position = board("US-L-1 due 4", "US-L-2 due 7", "UK-L-1 due 4", "JP-L-1 1107")
    assert codes(reinforcement.play, position, allies=order, phase="reinforcement") == [code]


def test_lost_source_is_refused() -> None:
    position = board("US-L-1 due 4", "JP-L-2 1706")
    verdict = reinforcement.judge(position, "allies", written("allies", "place all at San Francisco")[0][1])
    assert isinstance(verdict, tuple)
    assert getattr(verdict[0], "code", "") == "source-lost"


@pytest.mark.parametrize(("order", "legal"), [
    ("place US-L-1 at Pearl Harbor", "place US-L-1 at San Francisco (1706)"),
    ("place 1 american land at Pearl Harbor", "place US-L-1 at San Francisco (1706)"),
    ("place UK-L-1 at Pearl Harbor", "place UK-L-1 at South Africa (0110)"),
    ("place all at Pearl Harbor", "place US-L-1 at San Francisco (1706)")])
def test_the_nearest_source_that_will_do_is_advised(order: str, legal: str) -> None:
    position = board("US-L-1 due 4", "US-L-2 due 4", "UK-L-1 due 4")
    (problem,) = problems(reinforcement.play, position, allies=order, phase="reinforcement")
    assert (problem.code, reading.advice(problem)) == ("not-a-source", legal)


@pytest.mark.parametrize(("order", "legal"), [
    ("place 2 american land, 1 american air at Pearl Harbor",
     "place 2 american land, 1 american air at San Francisco (1706)"),
    ("place all at Sydney", "place all at South Africa (0110)"), ("place any at Sydney", "")])
def test_before_anybody_arrives_the_order_is_corrected_as_it_stands(order: str, legal: str) -> None:
    """Judged ahead, when the case of its turn is still to come."""
    (problem,) = reinforcement.judge(board("US-L-1 due 7"), "allies", written("allies", order)[0][1])
    assert isinstance(problem, Problem) and reading.advice(problem) == legal


def test_choices() -> None:
    assert reading.offered(reinforcement.choices(board("US-L-1 due 4", "UK-L-1 due 4"), "allies")) == [
        "place all at Panama (1908)", "place all at San Francisco (1706)", "place all at South Africa (0110)"]


def test_stacking_does_not_matter() -> None:
    position = board("UK-L-1 due 4", *(f"JP-N-{n} 0904" for n in range(1, 7)), "JP-N-9 due 4")
    assert placed(position, japan="place all at Yokosuka")["JP-N-9"] == "0904"
