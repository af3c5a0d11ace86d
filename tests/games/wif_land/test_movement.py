"""Rail, land movement, invasions and paradrops: what the cases cannot say. Whatever is listed is legal, and means the
same when it is read again; a refused order is told the legal one most like it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from witp_pbem.games.common.order_values import At, unit_named
from witp_pbem.games.wif_land.board.changes import apply
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.events import TurnBegan
from witp_pbem.games.wif_land.board.setup import placed
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, OUT, Position
from witp_pbem.games.wif_land.orders.kinds import ORDERS, Leaving, Move
from witp_pbem.games.wif_land.rules import invasion, movement, paradrop, rail, supply
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.problem import NOWHERE

SMOLENSK, LUZON = "smolensk-july-1941", "luzon-december-1941"
DEMANDS = (rail.demand, movement.demand, invasion.demand, paradrop.demand)


def position(scenario: str, impulse: int = 1) -> Position:
    """A packaged position in one of its impulses."""
    before = placed(packaged(), scenario, packaged().positions[scenario])
    return apply(before, TurnBegan("wif lc.a", impulse, before.impulses[impulse - 1])).but(action="combined")


def place(before: Position, **places: str) -> Position:
    """The position with units in other hexes, face-up."""
    return before.but_units(*(before.units[name]._replace(place=hex, full=True) for name, hex in places.items()))


def without(before: Position, names: Iterable[str]) -> Position:
    """The position with some units off the map."""
    return place(before, **dict.fromkeys(names, OUT))


def move(units: str, to: str, **fields: Any) -> Move:
    """An order to move."""
    return Move(tuple(map(unit_named, units.split())), At(to, NOWHERE), **fields)


def hexes(verdict: Any) -> list[str]:
    """The hexes entered in a move, or the codes of what is wrong with it."""
    if isinstance(verdict, Understood):
        return [hex for hex, _ in verdict.answer if hex]
    return [problem.code for problem in verdict]


@pytest.mark.parametrize("demand", DEMANDS, ids=lambda demand: demand.__module__.rsplit(".", 1)[1])
@pytest.mark.parametrize(("scenario", "impulse"), [(SMOLENSK, 1), (SMOLENSK, 2), (LUZON, 1), (LUZON, 2)])
def test_what_is_listed_is_legal_and_read_again(demand: Callable[[Position], Demand], scenario: str,
                                                impulse: int) -> None:
    asked = demand(position(scenario, impulse))
    listed = list(asked.choices())
    assert listed[-1]["order"] == "pass"
    for value in listed:
        verdict = asked.judge(ORDERS.read_value(value))
        assert isinstance(verdict, Understood) and verdict.order == value


def test_a_refused_order_is_told_the_one_most_like_it() -> None:
    asked = movement.demand(position(SMOLENSK))
    refused = asked.judge(ORDERS.read_value(ORDERS.value("move", move("g41", "0703"))))
    assert isinstance(refused, tuple)
    assert refused[0].instead == {"order": "move", "units": ["g41"], "to": "0302"}  # towards Moscow, and stopped there


def test_each_unit_of_a_stack_pays_its_own_way() -> None:
    """The infantry has the points for the forest, the armour for the way round it only."""
    mixed = without(place(position(SMOLENSK), g47="0203", g74="0203"), ("r14", "r45at", "r06", "r25", "r02m", "rtimo"))
    short = mixed.but_units(mixed.units["g47"]._replace(movement=2), mixed.units["g74"]._replace(movement=2))
    assert hexes(movement.judge(short, move("g47 g74", "0302"))) == ["0202", "0302"]
    tired = mixed.but_units(mixed.units["g47"]._replace(movement=1), mixed.units["g74"]._replace(movement=2))
    assert hexes(movement.judge(tired, move("g47 g74", "0302"))) == ["too-few-points"]


def test_the_rest_of_a_stack_goes_on() -> None:
    alone = without(position(SMOLENSK), ("r14", "r45at", "r06", "r25", "r02m", "rtimo"))
    leaving = (Leaving((unit_named("g08"),), At("0304", NOWHERE)),)
    verdict = movement.judge(alone, move("g47 g08", "0404", by=(At("0304", NOWHERE),), leaving=leaving))
    assert hexes(verdict) == ["0304", "0404"]
    assert hexes(movement.judge(alone, move("g47 g08", "0404", leaving=(
        Leaving((unit_named("g08"),), At("0505", NOWHERE)),)))) == ["not-on-the-way"]


def test_lines_of_supply() -> None:
    """Two hexes beside a railway, any number along it; not through a zone of control without a friend there."""
    fed = position(SMOLENSK).but(supply_sources={AXIS: ("0103",), ALLIES: ("0703",)}, supply_reach=2, supply_rail=True)
    assert supply.line(fed, AXIS, "0203") == ("0103",)
    assert supply.line(fed, AXIS, "0304") == ("0203", "0103")
    assert supply.line(fed, AXIS, "0404") is None  # the hex between lies in a Soviet zone of control
    assert supply.line(place(fed, g23="0304"), AXIS, "0404") == ("0304", "0203", "0103")
    assert supply.line(fed, ALLIES, "0303") == ("0403", "0503", "0603", "0703")
    assert supply.line(fed.but(control={**fed.control, "0703": AXIS}), ALLIES, "0303") is None
