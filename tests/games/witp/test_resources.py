"""Chapter 5 with 12.2.j, 12.3 and 12.4: resource points."""

import pytest

from tests.games.witp.card_desk import Luck, board, events_of, start, table, unit
from witp_pbem.games.witp.board.events import EffectSpent, ResourcesChanged, ResourcesDetermined
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_05_resources import resources
from witp_pbem.games.witp.rules.chapter_05_resources.resources import LABEL
from witp_pbem.table.acts import Rolled
from witp_pbem.table.table import Table


def played(position: Position, *dice: int) -> Table:
    at = table(position, luck=Luck(dice))
    resources.play(at)
    return at


def points(effect_side: str, amount: int, card: str = "1942-10") -> dict[str, object]:
    return {"op": "gain_rp", "amount": amount, "for": effect_side, "side": effect_side, "card": card,
            "id": f"{card}/{effect_side}/0"}


@pytest.mark.parametrize(("turn", "dice", "japan", "allies"), [
    (5, (6, 3, 1, 1), 16, 16),   # EX-03 a
    (5, (2, 4, 1, 1), 11, 16),   # EX-03 b
    (4, (2, 3, 5, 4), 14, 17),   # EX-03 c, d
    (2, (1, 6, 6, 1), 13, 17),
])
def test_points_are_basic_points_plus_white_minus_red(turn, dice, japan, allies):
    at = played(board(turn=turn), *dice)
    assert at.position.trp_start == at.position.rp == {JAPAN: japan, ALLIES: allies}


def test_the_dice_are_rolled_for_japan_then_for_the_allies():
    rolls = [act for act in played(board(), 1, 2, 3, 4).acts if isinstance(act, Rolled)]
    assert [roll.label for roll in rolls] == [
        LABEL["japan"], LABEL["allies"]]
    assert [roll.dice for roll in rolls] == [(1, 2), (3, 4)]


def test_no_dice_and_no_adjustments_on_turn_1():
    position = board(unit("JP-L-1", "0508"), unit("JP-L-2", "0408"), unit("JP-L-3", "0207"), turn=1)
    at = played(position)
    assert at.position.trp_start == {JAPAN: 20, ALLIES: 0}
    assert events_of(at)[0] == ResourcesDetermined("witp 5.3.a", JAPAN, 20, 20)


@pytest.mark.parametrize(("held", "gain"), [
    ((), 0), (("0508",), 0), (("0508", "0408"), 1), (("0508", "0408", "0509"), 2)])
def test_southern_resources(held, gain):
    position = board(*(unit(f"JP-L-{number}", place) for number, place in enumerate(held, 1)))
    at = played(position, 1, 1, 1, 1)
    assert at.position.trp_start[JAPAN] == 18 + gain
    assert events_of(at)[0].adjustments == ((("southern-resources", gain),) if gain else ())


def test_a_contested_resource_area_and_one_seen_from_ships_do_not_count():
    position = board(unit("JP-L-1", "0508"), unit("JP-L-2", "0408"), unit("UK-L-1", "0408"),
                     unit("JP-L-3", "0509", aboard="JP-N-1"), unit("JP-N-1", "0509"))
    assert resources.southern_resources(position) == ("southern-resources", 0)


def test_an_allied_air_unit_does_not_contest_a_resource_area():
    position = board(unit("JP-L-1", "0508"), unit("JP-L-2", "0408"), unit("UK-A-1", "0408"))
    assert resources.southern_resources(position) == ("southern-resources", 1)


@pytest.mark.parametrize(("held", "loss"), [
    (("0207",), -3),           # Ceylon
    (("0710",), -3),           # Darwin
    (("0207", "0710"), -3),    # both countries, once only
    (("0511",), 0),            # Australia, but no port or airfield
    (("1212",), 0),            # New Zealand
    (("0407",), 0),
])
def test_allied_resources(held, loss):
    position = board(*(unit(f"JP-L-{number}", place) for number, place in enumerate(held, 1)))
    at = played(position, 1, 1, 1, 1)
    assert at.position.trp_start[ALLIES] == 12 + loss
    assert at.position.trp_start[JAPAN] == 18


def test_a_contested_base_costs_the_allies_nothing():
    position = board(unit("JP-L-1", "0710"), unit("UK-L-5", "0710"))
    assert resources.allied_resources(position) == ("allied-resources", 0)


def test_a_short_garrison_of_china_costs_three_points_once():
    at = played(board(turn=4, pending={JAPAN: -3}), 1, 1, 1, 1)
    assert at.position.trp_start[JAPAN] == 12
    assert events_of(at)[0].adjustments == (("china-garrison", -3),)
    assert at.position.pending == {}


def test_points_never_fall_below_0():
    at = played(board(unit("JP-L-1", "0207"), turn=16, pending={JAPAN: -3}), 1, 6, 1, 6)
    assert at.position.trp_start == {JAPAN: 0, ALLIES: 17}


def test_card_points_go_to_the_points_on_hand_and_not_to_the_start_of_the_turn():
    at = played(start(turn=4, effects=(points(ALLIES, 2),)), 2, 3, 5, 4)   # EX-16 to EX-18
    assert at.position.trp_start == {JAPAN: 14, ALLIES: 17}
    assert at.position.rp == {JAPAN: 14, ALLIES: 19}
    assert events_of(at, ResourcesChanged) == [ResourcesChanged("witp 4.3.b", ALLIES, 2, 19, "card", "1942-10")]
    assert at.position.effects == ()


def test_card_points_are_used_in_order_with_a_floor_at_0():
    effects = (points(JAPAN, -3, "1945-01"), points(JAPAN, 2, "1943-07"))
    at = played(board(turn=16, effects=effects), 1, 6, 1, 1)
    assert at.position.trp_start[JAPAN] == 2
    assert [(event.amount, event.rp) for event in events_of(at, ResourcesChanged)] == [(-2, 0), (2, 2)]
    assert [event.id for event in events_of(at, EffectSpent)] == ["1945-01/japan/0", "1943-07/japan/0"]


def test_other_effects_stay_in_force():
    other = {"op": "upkeep_discount", "count": 2, "left": 2, "for": JAPAN, "side": JAPAN, "card": "1944-10",
             "id": "1944-10/japan/0"}
    assert played(board(effects=(other,)), 1, 1, 1, 1).position.effects == (other,)
