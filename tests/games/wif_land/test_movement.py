"""Rail, land movement, invasions and paradrops: what the cases cannot say. Whatever is listed is legal, and means the
same when it is read again; a refused order is told the legal one most like it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.games.wif_land.reading import GAME
from witp_pbem.games.common.order_values import At, unit_named
from witp_pbem.games.wif_land.board.changes import apply
from witp_pbem.games.wif_land.board.data import packaged
from witp_pbem.games.wif_land.board.events import TurnBegan
from witp_pbem.games.wif_land.board.setup import placed
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, OUT, Position
from witp_pbem.games.wif_land.orders.kinds import ORDERS, Leaving, Move
from witp_pbem.games.wif_land.rules import invasion, movement, paradrop, rail, supply
from witp_pbem.table.demand import Demand, Order, Understood
from witp_pbem.table.problem import NOWHERE
from witp_pbem.table.sitting import read_order
from witp_pbem.table.wording import problem_sentence

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


# -- what is wrong with an order, in words ---------------------------------------------------------------------------

AXIS_MOVES, ALLIES_MOVE, LANDINGS = position(SMOLENSK), position(SMOLENSK, 2), position(LUZON)
FLAT = without(AXIS_MOVES, ("r06", "r25", "r02m", "rtimo"))


def but(before: Position, unit: str, **fields: Any) -> Position:
    """The position with fields of a unit changed."""
    return before.but_units(before.units[unit]._replace(**fields))


@pytest.mark.parametrize(("standing", "words", "rule", "sentence"), [
    (AXIS_MOVES.but(action="air"), "rail g23 to 0703", "rail.k",
     "MOT XXIII cannot move by rail in this kind of action: air."),
    (but(AXIS_MOVES, "g23", full=False), "rail g23 to 0703", "rail.b",
     "MOT XXIII lies face-down; only face-up units move by rail."),
    (AXIS_MOVES, "rail g47 to 0103", "rail.b",
     "0203 is no station: it has no city, no port and no headquarters."),
    (AXIS_MOVES, "rail r02m to 0703", "rail.b", "MECH 2 (r02m) belongs to the enemy."),
    (AXIS_MOVES, "rail g23 from 0703 to 0301", "rail.b", "MOT XXIII is not at Moscow (0703), or not free."),
    (place(AXIS_MOVES, r14=OUT, r45at=OUT, g23="0301"), "rail g23 to 0103", "rail.c",
     "No open railway leads from 0301 to 0103."),
    (ALLIES_MOVE.but(limits={"rail_moves": 1}), "rail factory from 0703 to 0704", "rail.l",
     "Rail moves needed to Tula (0704): 2; left: 1."),
    (ALLIES_MOVE.but(action="air"), "rail factory from 0703 to 0704", "rail.k",
     "No factory moves by rail in this kind of action: air."),
    (AXIS_MOVES, "rail factory from 0703 to 0704", "rail.g",
     "Moscow (0703) is not in a home country of yours, or not under your control."),
    (ALLIES_MOVE, "rail factory from 0603 to 0704", "rail.g", "Mozhaisk (0603) has no blue factory."),
    (ALLIES_MOVE, "rail factory from 0704 to 0703", "rail.h",
     "Moscow (0703) has 2 blue factories already, the most there may be."),
    (AXIS_MOVES, "move gju to 0302", "move.a", "gju is no land unit on the map."),
    (but(AXIS_MOVES, "g47", movement=0), "move g47 to 0304", "move.d", "ARM XLVII has no movement points."),
    (but(AXIS_MOVES, "g47", full=False), "move g47 to 0304", "move.a",
     "ARM XLVII lies face-down; face-down units do not move unless that is agreed on."),
    (AXIS_MOVES, "move g47 to 0203", "move.a", "That is where it is already: 0203."),
    (AXIS_MOVES.but(limits={"land_moves": 1}), "move g47, g08 to 0204", "move.a",
     "Units to move: 2; land moves left: 1."),
    (AXIS_MOVES, "move 1 ARM to 0302", "", "Such units are in several hexes; say which: 0203, 0202."),
    (AXIS_MOVES, "move g47, g41 to 0302", "move.c",
     "A stack moves from one hex; these units are in several: 0203, 0202."),
    (AXIS_MOVES, "move g47, g08 to 0105 by 0204 leaving g47, g08 at 0204", "move.c",
     "Nobody of the stack would go on from 0204."),
    (AXIS_MOVES, "move g47 to 0202", "retreat.b", "0202 would hold more units than it may."),
    (FLAT, "move g47 to 0303", "overrun.a", "Enemy units are at 0303; only an overrun (“overrunning”) gets there."),
    (but(FLAT, "g47", unsupplied=("now",)), "move g47 to 0303 overrunning", "overrun.a",
     "Those who could overrun 0303 are not in supply: ARM XLVII."),
    (FLAT, "move g47 to 0303 overrunning", "overrun.d", "At 0303 8 against 5 is 1:1; an overrun needs 7:1."),
    (but(FLAT, "r45at", kind="ARM"), "move g47 to 0303 overrunning", "overrun.b",
     "At 0303 these cannot be overrun: AT 45 mm."),
    (but(but(FLAT, "r14", kind="MECH"), "g47", kind="MECH"), "move g47 to 0303 overrunning", "overrun.c",
     "To overrun MECH at 0303 it takes more than 1 MECH, or ARM or HQ-A; the stack has 1."),
    (place(FLAT, r14="0204", r45at="0204"), "move g47 to 0204 overrunning", "overrun.d",
     "At 0204 (forest) nobody is overrun: it has to be clear or desert without a city."),
    (LANDINGS, "invade 0303 with jsnlf", "inv.a", "0303 is no coastal hex."),
    (LANDINGS.but(weather={"default": "snow"}), "invade 0203 with jsnlf", "inv.c",
     "Nobody invades 0203 in this weather: snow."),
    (but(LANDINGS, "j18", section=0), "invade 0203 with j18", "inv.a",
     "INF 18 is not aboard a ship in sections 1 to 4 of a sea box."),
    (LANDINGS, "drop 0101 with j1abn", "para.b", "No paradrop can land at 0101 (sea)."),
    (LANDINGS, "drop 0303 with j02", "para.a", "INF 2 is no airborne unit (PARA)."),
    (LANDINGS.but(limits={"air_missions": 0}), "drop 0303 with j1abn", "para.d",
     "Units to drop: 1; left of the air missions: 0."),
])
def test_why_not(standing: Position, words: str, rule: str, sentence: str) -> None:
    order = read_order(GAME, words)
    assert not isinstance(order, tuple) or isinstance(order, Order), order
    demand = {"rail": rail, "move": movement, "invade": invasion, "drop": paradrop}[order.keyword].demand(standing)
    refused = demand.judge(order)
    assert isinstance(refused, tuple), refused
    assert refused[0].rule == (f"wif {rule}" if rule else "")
    assert problem_sentence(refused[0], GAME.catalogue) == sentence
