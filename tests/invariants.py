"""What holds of every position and every act of a campaign, whatever the players order. One function an invariant.

Each takes what it looks at and raises AssertionError with the facts if it does not hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.citations import Citations
from witp_pbem.games.witp.board.events import StepBegan
from witp_pbem.games.witp.board.map import MOUNTAIN, SEA
from witp_pbem.games.witp.board.state import (
    AIR,
    ALLIES,
    ARRIVING,
    JAPAN,
    LAND,
    MAP,
    NAVAL,
    REMOVED,
    RESERVE,
    SIDES,
    Position,
    Unit,
)
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_02_components.neutral import is_neutral
from witp_pbem.games.witp.rules.chapter_08_movement.routes import closed_on_turn_1
from witp_pbem.games.witp.rules.chapter_09_combat import combat
from witp_pbem.games.witp.rules.chapter_10_redeployment import fleets, stacking
from witp_pbem.games.witp.rules.chapter_13_scenarios import delayed_entry
from witp_pbem.games.witp.rules.consequences import must_fly

# -- everywhere ----------------------------------------------------------------------------------------------


def units_are_conserved(position: Position) -> None:
    """Every counter of the counter list, and no other, is on the map, arriving, waiting in reserve or removed."""
    printed = Counter(entry["id"] for entry in position.data.units)
    assert Counter(unit.id for unit in position.units.values()) == printed
    assert all(key == unit.id for key, unit in position.units.items())
    for unit in position.units.values():
        assert unit.status in (MAP, ARRIVING, RESERVE, REMOVED), unit
        if unit.status != MAP:
            assert not (unit.hex or unit.aboard or unit.water or unit.moved), unit


def points_are_not_negative(position: Position) -> None:
    """No side owes resource points."""
    assert all(position.rp[side] >= 0 for side in SIDES), position.rp


def units_stand_where_they_may(position: Position) -> None:
    """Fleets on water, land units on land or aboard, everybody out of the hexes closed to him."""
    for unit in position.on_map():
        assert unit.hex in position.data.map, unit
        _on_its_element(position, unit)
        _not_in_a_closed_hex(position, unit)


def _on_its_element(position: Position, unit: Unit) -> None:
    hexagon = position.data.map[unit.hex]
    if unit.is_fleet:
        assert position.data.map.fleet_can_enter(unit.hex), (unit, hexagon.terrain)
    elif unit.ashore:
        assert hexagon.terrain != SEA or hexagon.site, (unit, hexagon.terrain)
        assert hexagon.terrain != MOUNTAIN or hexagon.site or hexagon.source, (unit, hexagon.terrain)


def _not_in_a_closed_hex(position: Position, unit: Unit) -> None:
    """Chinese hexes (witp 12.2.a-b, p), closed sea (8.5.k), hatched areas on turn 1 (12.1.d), a neutral's home."""
    board = position.data.map
    if unit.nation == "china" or unit.id == position.chungking_air:
        assert unit.hex in board.chinese, unit
    elif unit.side == ALLIES:
        assert unit.hex not in board.chinese, unit
    if unit.id == position.chungking_air:
        assert unit.hex == board.chungking, unit
    if unit.side == JAPAN and unit.is_fleet:
        assert unit.hex not in board.closed_to_japan, unit
    if unit.side == JAPAN and position.turn == 1:
        assert not closed_on_turn_1(position, unit.hex), unit
    if is_neutral(position, unit):
        assert delayed_entry.is_american(board, unit.hex), unit
    if delayed_entry.closed_to_japan(position, unit.side, unit.hex):
        raise AssertionError(f"{unit} stands in a neutral hex")


def cargo_is_aboard_a_ship(position: Position) -> None:
    """Aboard are land units only, each on a surface fleet of its side in its hex that carries nobody else
    (witp 8.6.b)."""
    carriers: set[str] = set()
    for unit in position.units.values():
        if not unit.aboard:
            continue
        ship = position.units[unit.aboard]
        assert unit.kind == LAND, unit
        assert (ship.status, ship.kind, ship.side, ship.hex) == (MAP, NAVAL, unit.side, unit.hex), (unit, ship)
        assert ship.id not in carriers, f"{ship.id} carries two land units"
        carriers.add(ship.id)


def bases_stand_on_ports_and_airfields(position: Position) -> None:
    """Logistics bases stand on ports and airfields, one side's in a hex, none of the Allies' in China (witp 6.1.b,
    12.2.b)."""
    board = position.data.map
    for side in SIDES:
        assert len(set(position.bases[side])) == len(position.bases[side])
        assert all(board[number].site for number in position.bases[side]), position.bases
    assert not set(position.bases[JAPAN]) & set(position.bases[ALLIES])
    assert not any(board[number].chinese for number in position.bases[ALLIES])


def hands_hold_no_used_card(position: Position) -> None:
    """No card is in two hands, nor in one and used up (witp 4.2.b, 4.3.c)."""
    held = [slot for side in SIDES for slot in position.hands[side]]
    assert len(set(held)) == len(held), position.hands
    assert not set(held) & set(position.discards)


# -- between two steps ---------------------------------------------------------------------------------------


def consequences_are_settled(position: Position) -> None:
    """No air unit is left where it had to fly from, and a continuing battle has two sides (witp 8.7.e-f, 9.7.a)."""
    assert not [unit for unit in position.on_map() if unit.kind == AIR and must_fly(position, unit)]
    for number in position.continuing:
        assert all(position.ashore(side, number) for side in SIDES), number


def stacking_holds(position: Position) -> None:
    """After segment 6c nobody stands above a stacking limit (witp 8.3.c)."""
    assert not stacking.excesses(position)


def combat_is_over(position: Position) -> None:
    """After the combat segment no fleets of both sides share a water, and land units of both sides only where the
    battle goes on (witp 9.0.a, 9.7.a-b)."""
    for number in position.here:
        assert not combat.seas_in_dispute(position, number), number
        assert not combat.land_in_dispute(position, number) or number in position.continuing, number


def fleets_are_home(position: Position) -> None:
    """After segment 6a every fleet lies in a friendly port or supply source, and nobody is aboard (witp 10.2.b-c)."""
    assert not [unit for side in SIDES for unit in fleets.homeless(position, side)]
    assert not [unit for unit in position.on_map() if unit.aboard]


def points_are_spent(position: Position) -> None:
    """After segment 6d no resource points are left (witp 10.6.c)."""
    assert not any(position.rp.values()), position.rp


ALWAYS = (units_are_conserved, points_are_not_negative)
BETWEEN_STEPS = (*ALWAYS, units_stand_where_they_may, cargo_is_aboard_a_ship, bases_stand_on_ports_and_airfields,
                 hands_hold_no_used_card, consequences_are_settled)
# What holds besides when a step begins.
AT_STEP = {"fleet redeployment": (combat_is_over,), "redeployment": (fleets_are_home,),
           "rebuilding": (stacking_holds,), "reinforcement": (points_are_spent,)}


# -- what is told and refused --------------------------------------------------------------------------------


CITATIONS = Citations(game)
rule_exists, refusals_cite_rules = CITATIONS.exists, CITATIONS.in_refusals


class Watch:
    """Follows a campaign, sitting by sitting, and looks at every event and every position on the way."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.game = game()

    def follow(self, acts: Iterable[Any]) -> Iterator[Any]:
        """Applies the events of a sitting; yields each with the position after it."""
        for act in acts:
            if not hasattr(act, "rule"):
                continue
            rule_exists(act.rule, act)
            self.position = self.game.apply(self.position, act)
            points_are_not_negative(self.position)
            if isinstance(act, StepBegan):
                for invariant in (*BETWEEN_STEPS, *AT_STEP.get(act.step, ())):
                    invariant(self.position)
            yield act, self.position

    def settle(self, position: Position) -> None:
        """At the end of a sitting: the events alone lead to the position, and it is a possible one."""
        assert self.position == position, "the recorded events lead to another position"
        for invariant in ALWAYS:
            invariant(position)
