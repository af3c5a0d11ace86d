"""Chapter 4: which effect in force applies to what, where several are in force or the cards of an owner say more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.witp.card_desk import board, table, told, unit
from witp_pbem.games.witp.board.events import EffectSpent
from witp_pbem.games.witp.board.state import ALLIES, JAPAN, Position
from witp_pbem.games.witp.rules.chapter_04_cards import effects
from witp_pbem.games.witp.rules.chapter_04_cards.effects import BattleScene


def effect(op: str, card: str = "1942-07", place: int = 0, side: str = JAPAN, **more: Any) -> dict[str, Any]:
    """An effect in force, for the side that used the card if nothing else is said."""
    return {"op": op, "id": f"{card}/{side}/{place}", "card": card, "side": side, "for": side, **more}


def with_effects(*found: dict[str, Any], counters: tuple[Any, ...] = (), **fields: Any) -> Position:
    return board(*counters, effects=found, **fields)


@pytest.mark.parametrize(("wanted", "paid"), [
    ("fleet", ["JP-N-1", "JP-CV-1"]), ("carrier", ["JP-CV-1"]), ("naval", ["JP-N-1"]), ("land", ["JP-L-1"]),
    (None, ["JP-N-1", "JP-CV-1", "JP-L-1", "JP-A-1"])])
def test_a_free_activation_is_for_stacks_with_the_unit_it_wants(wanted: str | None, paid: list[str]) -> None:
    requires: dict[str, Any] = {"requires": {"stack_has": wanted}} if wanted else {}
    position = with_effects(effect("free_activation", left=1, **requires))
    assert [name for name in ("JP-N-1", "JP-CV-1", "JP-L-1", "JP-A-1")
            if effects.free_activations(position, JAPAN, [[unit("JP-A-2", "0804"), unit(name, "0804")]])] == paid


def test_one_marker_is_paid_for_once_and_each_card_as_often_as_it_says() -> None:
    position = with_effects(effect("free_activation", "1942-07", left=1),
                            effect("free_activation", "1944-09", left=2),
                            effect("free_activation", "1943-01", side=ALLIES, left=9))
    stack = [unit("JP-N-1", "0804")]
    assert effects.free_activations(position, JAPAN, [stack] * 4) == [
        "1942-07/japan/0", "1944-09/japan/0", "1944-09/japan/0"]
    assert effects.remaining(position, JAPAN, "free_activation") == 3
    assert effects.remaining(position, ALLIES, "free_activation") == 9


def test_land_units_out_of_a_battle_use_up_one_card_and_then_the_other() -> None:
    at = table(with_effects(effect("withdraw", "1943-03", left=2), effect("withdraw", "1943-04", left=3)))
    effects.spend_withdrawals(at, JAPAN, 4)
    assert [(event.id, event.left) for event in told(at, EffectSpent)] == [
        ("1943-03/japan/0", 0), ("1943-04/japan/0", 1)]
    assert effects.withdrawals(at.position, JAPAN) == 1


def test_one_unit_out_of_a_battle_leaves_the_second_card_alone() -> None:
    at = table(with_effects(effect("withdraw", "1943-03", left=2), effect("withdraw", "1943-04", left=3)))
    effects.spend_withdrawals(at, JAPAN, 1)
    assert [(event.id, event.left, event.rule) for event in told(at, EffectSpent)] == [
        ("1943-03/japan/0", 1, "witp 4.3.b")]


def test_discounts_of_a_side_end_together() -> None:
    at = table(with_effects(effect("upkeep_discount", "1942-05", left=3), effect("upkeep_discount", "1943-05", left=1),
                            effect("upkeep_discount", "1944-05", side=ALLIES, left=2)))
    effects.spend_discount(at, JAPAN)
    assert [found["card"] for found in at.position.effects] == ["1944-05"]


def test_what_concerns_both_sides_concerns_each() -> None:
    position = with_effects({**effect("extra_redeployments", amount=-1), "for": "both"})
    assert (effects.extra_stacks(position, JAPAN), effects.extra_stacks(position, ALLIES)) == (-1, -1)


def test_of_two_compulsory_cards_the_later_one_prevails() -> None:
    first = effect("submarine_range", "1942-08", low=2, high=4)
    second = effect("submarine_range", "1943-09", low=2, high=5)
    third = effect("submarine_range", "1942-07", low=2, high=6)
    assert effects.submarine_range(with_effects(first, second, third), JAPAN) == (2, 5)
    assert effects.submarine_range(with_effects(third), JAPAN) == (2, 6)
    assert effects.submarine_range(with_effects(third), ALLIES) is None


def test_a_prohibition_for_some_hexes_forbids_nothing_where_no_hex_is_in_question() -> None:
    position = with_effects(effect("forbid", action="land_movement", where={"hexes": ["0606"]}))
    assert effects.forbidden(position, JAPAN, "land_movement", "0606") == "1942-07"
    assert effects.forbidden(position, JAPAN, "land_movement", "0607") == ""
    assert effects.forbidden(position, JAPAN, "land_movement") == ""
    assert effects.forbidden(position, JAPAN, "fleet_movement", "0606") == ""
    assert effects.forbidden(position, ALLIES, "land_movement", "0606") == ""


@pytest.mark.parametrize(("cost", "free"), [("jungle", True), ("azoc", False)])
def test_a_side_is_free_of_one_cost_and_not_of_the_other(cost: str, free: bool) -> None:
    assert effects.ignores(with_effects(effect("ignore_cost", cost="jungle")), JAPAN, cost) is free


def scene(kind: str, *units: str, attacker: str = "") -> BattleScene:
    japanese = tuple(name for name in units if name.startswith("JP"))
    return BattleScene(kind, "0606", attacker, {JAPAN: japanese,
                                                ALLIES: tuple(name for name in units if name not in japanese)})


@pytest.mark.parametrize(("role", "kind", "attacker", "works"), [
    ("attacker", "assault", JAPAN, True), ("attacker", "assault", ALLIES, False), ("defender", "assault", JAPAN, False),
    ("defender", "assault", ALLIES, True), ("any", "assault", ALLIES, True), ("attacker", "ground", "", False),
    ("defender", "ground", "", False), ("any", "ground", "", True), ("any", "fleet", "", False)])
def test_attacker_and_defender_there_are_in_an_assault_alone(role: str, kind: str, attacker: str, works: bool) -> None:
    position = with_effects(effect("combat_bonus", battle=("assault", "ground"), role=role, amount=2, scope="turn"))
    found = effects.bonuses(position, JAPAN, scene(kind, attacker=attacker), [])
    assert found == ([("1942-07", 2)] if works else [])


def test_a_bonus_with_a_carrier_wants_a_full_one_in_the_battle() -> None:
    counters = (unit("JP-CV-1", "0606"), unit("JP-CV-2", "0606", full=False), unit("JP-N-1", "0606"))
    position = with_effects(effect("combat_bonus", battle=("naval", "assault"), amount=3, scope="turn",
                                   requires={"carrier": True}), counters=counters)
    assert effects.bonuses(position, JAPAN, scene("fleet", "JP-N-1", "JP-CV-1"), [])
    assert not effects.bonuses(position, JAPAN, scene("fleet", "JP-N-1", "JP-CV-2"), [])
    assert not effects.bonuses(position, JAPAN, scene("fleet", "JP-N-1"), [])
    assert effects.bonuses(position, JAPAN, scene("assault", attacker=JAPAN), [])  # those in the hex take part


def test_a_bonus_for_a_nation_wants_a_unit_of_it_among_those_that_fight() -> None:
    counters = (unit("US-N-1", "0606"), unit("UK-N-1", "0606"))
    position = with_effects(effect("combat_bonus", side=ALLIES, battle=("naval",), amount=1, scope="turn",
                                   nationality=("uk",)), counters=counters)
    assert effects.bonuses(position, ALLIES, scene("fleet", "US-N-1", "UK-N-1"), [])
    assert not effects.bonuses(position, ALLIES, scene("fleet", "US-N-1"), [])


def test_hits_for_one_battle_count_where_the_card_is_named_and_those_of_the_turn_always() -> None:
    once = effect("extra_hits", "1943-07", battle=("naval",), amount=2, scope="one_battle", left=1)
    turn = effect("extra_hits", "1944-07", battle=("naval",), amount=1, scope="turn")
    position = with_effects(once, turn)
    assert effects.extra_hits(position, JAPAN, scene("fleet"), []) == 1
    assert effects.extra_hits(position, JAPAN, scene("fleet"), ["1943-07/japan/0"]) == 3
    assert [found["card"] for found in effects.invocable(position, JAPAN, scene("fleet"))] == ["1943-07"]
    assert effects.invocable(position, ALLIES, scene("fleet")) == []
    assert effects.invocable(with_effects({**once, "left": 0}), JAPAN, scene("fleet")) == []


def test_the_way_of_rolling_is_the_usual_one_without_a_card() -> None:
    position = with_effects(effect("die_mode", battle=("naval",), mode="roll_two_keep_lower", scope="turn"))
    assert effects.die_mode(position, JAPAN, scene("fleet"), []) == "roll_two_keep_lower"
    assert effects.die_mode(position, JAPAN, scene("ground"), []) == ""
    assert effects.sacrifice(position, JAPAN, scene("fleet"), []) is None


def test_of_two_cards_for_sacrifices_the_first_serves() -> None:
    kikusui = effect("sacrifice_air", "1945-04", battle=("naval",), max_units=3, hits_each=2, left=1)
    tokko = effect("sacrifice_air", "1944-10", battle=("naval",), max_units=1, hits_each=2, left=1)
    named = [kikusui["id"], tokko["id"]]
    assert effects.sacrifice(with_effects(kikusui, tokko), JAPAN, scene("fleet"), named) == kikusui
    assert effects.sacrifice(with_effects(kikusui, tokko), JAPAN, scene("fleet"), named[1:]) == tokko


def test_a_list_of_hexes_the_map_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^unknown list of hexes 'atlantis' in the card data$"):
        effects.is_near(board(), "0606", "atlantis", 2)
    with pytest.raises(ValueError, match=r"^unknown filter 'colour' in the card data$"):
        effects.lies(board(), {"colour": "blue"}, "0606")


@pytest.mark.parametrize(("record", "concerned"), [
    ({"op": "submarine_range", "target": ALLIES, "low": 0, "high": 0}, ALLIES),
    ({"op": "forbid", "side": "both", "action": "fleet_movement"}, "both"),
    ({"op": "gain_rp", "side": ALLIES, "amount": -2}, ALLIES)])
def test_an_effect_concerns_whom_the_card_names_whoever_used_it(record: dict[str, Any], concerned: str) -> None:
    found = effects.in_force(record, "1942-04", JAPAN, 1)
    assert (found["for"], found["side"], found["id"]) == (concerned, JAPAN, "1942-04/japan/1")
    assert "target" not in found and "left" not in found


@pytest.mark.parametrize(("record", "left"), [
    ({"op": "withdraw", "side": JAPAN, "count": 3}, 3), ({"op": "combat_bonus", "side": JAPAN}, 1),
    ({"op": "combat_bonus", "side": JAPAN, "scope": "one_battle"}, 1),
    ({"op": "combat_bonus", "side": JAPAN, "scope": "turn"}, None), ({"op": "sacrifice_air", "side": JAPAN}, 1),
    ({"op": "air_strength", "side": JAPAN, "scope": "one_battle"}, 1),
    ({"op": "die_mode", "side": JAPAN, "scope": "one_battle"}, 1),
    ({"op": "extra_hits", "side": JAPAN, "scope": "one_battle"}, 1),
    ({"op": "ignore_cost", "side": JAPAN, "scope": "turn"}, None)])
def test_how_often_an_effect_can_be_used(record: dict[str, Any], left: int | None) -> None:
    assert effects.in_force(record, "1942-04", JAPAN, 0).get("left") == left
