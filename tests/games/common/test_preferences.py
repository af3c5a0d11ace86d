"""Choices in order of preference: one of several things, and the units that a list means."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from witp_pbem.games.common.order_values import EVERY, UnitSpec, unit_named
from witp_pbem.games.common.preferences import choose_one, preferred, strangers
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.problem import NOWHERE, Problem, illegal, invalid
from witp_pbem.table.text import Statement

NOT_ON_THE_MAP = invalid("no-such-place")


class Ship(NamedTuple):
    id: str
    kind: str = "ship"
    nation: str = "blue"
    full: bool = True


def haven(*places: str, **more: Any) -> Demand:
    """Which of some places a ship flees to."""
    def wishes(order: Order) -> list[str] | Problem:
        return NOT_ON_THE_MAP if "moon" in order.body else order.body

    return choose_one("blue", "flight", "2.a", places, lambda place: {"order": "flee", "to": place}, wishes=wishes,
                      refusal=lambda order: illegal("no-haven", "2.b", place=order.body[0]), about={"ship": "Akagi"},
                      **more)


def order(*places: str) -> Order:
    return Order(Statement("flee", (), NOWHERE), list(places))


@pytest.mark.parametrize(("wishes", "chosen"), [(["reef"], "reef"), (["cay", "reef", "bay"], "reef"),
                                                (["bay", "reef"], "bay")])
def test_the_first_wish_that_is_open(wishes: list[str], chosen: str) -> None:
    assert haven("bay", "reef").judge(order(*wishes)) == Understood(chosen, {"order": "flee", "to": chosen})


def test_who_wishes_for_nothing_that_is_open_is_told_the_plainest() -> None:
    (problem,) = haven("bay", "reef").judge(order("cay"))  # type: ignore[misc]
    assert (problem.code, problem.instead) == ("no-haven", {"order": "flee", "to": "bay"})
    assert haven("bay", "reef").judge(order("moon", "bay")) == (NOT_ON_THE_MAP,)


def test_wishes_for_which_nothing_is_open() -> None:
    demand = haven("bay", "reef")
    assert demand.wishes(order("cay", "reef", "atoll")) == [
        {"order": "flee", "to": "cay"}, {"order": "flee", "to": "atoll"}]
    assert demand.wishes(order("reef", "bay")) == demand.wishes(order("moon")) == []


def test_what_is_asked() -> None:
    demand = haven("bay", "reef")
    assert (demand.keywords, demand.about, demand.standing, demand.sole) == ({"flee"}, {"ship": "Akagi"}, True, None)
    assert [choice["to"] for choice in demand.choices()] == ["bay", "reef"]


@pytest.mark.parametrize("demand", [haven("bay"), haven("bay", "reef", alike=True)])
def test_nobody_is_asked_where_it_is_all_the_same(demand: Demand) -> None:
    assert demand.sole == Understood("bay", {"order": "flee", "to": "bay"})


def test_units_that_a_list_means() -> None:
    ships = [Ship("A"), Ship("B"), Ship("C"), Ship("D", full=False)]

    def some(number: int, full: bool | None = None) -> UnitSpec:
        return UnitSpec(number, ("ship",), "", full, "", "", NOWHERE)

    def ids(*specs: UnitSpec) -> str:
        return "".join(ship.id for ship in preferred(specs, ships))

    assert ids(unit_named("C"), some(1)) == "CA"
    assert ids(some(EVERY, False), some(2), unit_named("A")) == "DAB"
    assert ids(unit_named("Z"), some(9)) == "ABCD"
    nobody = UnitSpec(EVERY, ("tank",), "", None, "", "", NOWHERE)
    assert strangers([unit_named("Z"), some(9), nobody, unit_named("A")], ships) == [unit_named("Z"), nobody]
