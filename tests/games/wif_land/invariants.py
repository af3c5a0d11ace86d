"""What holds of every position and every act of a campaign, whatever the players order. One function an invariant.

Each takes a position and raises AssertionError with the facts if it does not hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tests.citations import Citations
from witp_pbem.games.wif_land.board.events import (
    AttackDeclared,
    AttackFought,
    GameEnded,
    Recovered,
    Ruled,
    StepBegan,
    TurnBegan,
    UnitRailed,
    UnitsMoved,
    UnitsRetreated,
)
from witp_pbem.games.wif_land.board.state import (
    AIR_TRANSPORT,
    DECLARED,
    FATES,
    INVASION,
    OUT,
    PARADROP,
    SIDES,
    Position,
)
from witp_pbem.games.wif_land.board.turn import unresolved
from witp_pbem.games.wif_land.game import game
from witp_pbem.games.wif_land.rules import supply, zones

MOST_MODIFIED = 30  # no number on a table of two dice is higher


def units_stand_where_they_may(position: Position) -> None:
    """Every counter is in a hex of the map, at sea in a section of a box, or off the map: gone, or to be dropped.
    Ground units in hexes are on land."""
    for name, unit in position.units.items():
        assert unit.id == name and unit.side in SIDES, unit
        if unit.place in position.map.hexes:
            assert unit.section == -1 and not unit.fate, unit
            assert not unit.is_ground or position.terrain(unit.place).movement is not None, unit
        elif unit.place in position.map.areas:
            assert 0 <= unit.section <= 4 and not unit.fate, unit
            assert unit.is_naval or unit.is_ground and unit.aboard, unit
        else:
            assert unit.place == OUT and (unit.fate in FATES or unit.aboard == AIR_TRANSPORT), unit


def no_hex_is_shared(position: Position) -> None:
    """Ground units of both sides are never in one hex."""
    for hex in position.map.hexes:
        assert not all(position.ground(hex, side) for side in SIDES), (hex, position.at(hex))


def limits_are_kept(position: Position) -> None:
    """No more is spent than the action allows (W-21)."""
    assert all(amount >= 0 for amount in position.spent.values()), position.spent
    for limit, most in position.limits.items():
        assert position.spent.get(limit, 0) <= most, (limit, position.spent, position.limits)


def attacks_are_in_order(position: Position) -> None:
    """A unit takes part in one attack, and who lands in a hex attacks it; a hex is attacked once."""
    everybody = Counter(name for attack in position.attacks for name in attack.everybody)
    assert not [name for name, count in everybody.items() if count > 1], everybody
    assert len({attack.target for attack in position.attacks}) == len(position.attacks), position.attacks
    for unit in position.units.values():
        assert bool(unit.landing) <= bool(unit.target), unit
        assert unit.landing in ("", INVASION, PARADROP), unit


def factories_are_in_order(position: Position) -> None:
    """Factories are on the map, and those that do not work are among them."""
    for hex, count in position.idle.items():
        assert 0 < count <= position.factories.get(hex, 0), (hex, position.idle, position.factories)
    assert all(count > 0 for count in position.factories.values()), position.factories


def hexes_can_hold_their_units(position: Position) -> None:
    """No hex holds more than it may (W-09)."""
    for hex in position.map.hexes:
        for side in SIDES:
            assert not zones.is_overstacked(position, side, hex), (hex, position.at(hex))


def the_impulse_is_over(position: Position) -> None:
    """Nobody lands or flies any more, and every attack has been fought."""
    assert not unresolved(position), position.attacks
    for unit in position.units.values():
        assert not unit.landing and not unit.target, unit


def it_comes_back_from_json(position: Position) -> None:
    """The position written down and read again is the same."""
    rules = game(position.data.records)
    record = rules.to_json(position)
    assert rules.to_json(rules.from_json(record)) == record
    assert rules.from_json(record) == position


ALWAYS = (units_stand_where_they_may, no_hex_is_shared, limits_are_kept, attacks_are_in_order, factories_are_in_order)
BETWEEN_STEPS = (*ALWAYS, hexes_can_hold_their_units, it_comes_back_from_json)


CITATIONS = Citations(game)
rule_exists, refusals_cite_rules = CITATIONS.exists, CITATIONS.in_refusals


# -- acts ------------------------------------------------------------------------------------------------------------


def nobody_comes_back(before: Position, act: Any, after: Position) -> None:
    """Units neither come nor go; who is destroyed or in the production circle stays so, and values on counters and
    powers do not change."""
    assert list(before.units) == list(after.units), act
    for name, unit in before.units.items():
        now = after.units[name]
        assert now[:4] == unit[:4] and now[5:13] == unit[5:13], (act, unit, now)
        assert not unit.fate or now == unit._replace(moved=now.moved), (act, unit, now)


def the_act_was_possible(before: Position, act: Any) -> None:
    """Face-down units and those out of supply do not attack (wif lc.h, sup.a); a unit moves once (wif move.a) and by
    rail only face-up (wif rail.b); a retreat does not lead to where the enemy is."""
    if isinstance(act, AttackDeclared):
        for unit in before.named((*act.units, *act.invaders, *act.paratroops)):
            assert unit.full, (act, unit)
            assert unit.landing == INVASION or supply.in_supply(before, unit, DECLARED), (act, unit)
    elif isinstance(act, UnitsMoved):
        assert not any(unit.moved or unit.place != act.start for unit in before.named(act.units)), act
        assert act.hex in before.map.neighbours(act.start), act
    elif isinstance(act, UnitRailed):
        assert before.units[act.unit].full and not zones.in_zone(before, before.units[act.unit].side, act.path[0]), act
    elif isinstance(act, UnitsRetreated):
        assert not before.ground(act.hex, before.phasing), act
    elif isinstance(act, AttackFought):
        assert all(die in range(1, 11) for die in act.dice) and act.number < MOST_MODIFIED, act


def the_number_of_factories_is_kept(before: Position, act: Any, after: Position) -> None:
    """A factory moved by rail is the same factory (wif rail.i), and cities have no more than they may (wif rail.h)."""
    assert sum(before.factories.values()) == sum(after.factories.values()), act
    most = before.data.numbers["rail"]["factories_per_city"]
    assert all(count <= max(most, before.factories.get(hex, 0)) for hex, count in after.factories.items()), act


class Watch:
    """Follows a campaign, sitting by sitting, and looks at every event and every position on the way.

    Args:
        played: the game with the data in force.
        position: the one it begins with.
    """

    def __init__(self, played: Any, position: Position) -> None:
        self.game, self.position = played, position
        self.is_crowded = self._is_crowded()

    def _is_crowded(self) -> bool:
        """Whether the position had hexes overstacked to begin with."""
        return any(zones.is_overstacked(self.position, side, hex) for side in SIDES for hex in self.position.map.hexes)

    def follow(self, acts: Iterable[Any]) -> Iterator[Any]:
        """Applies the events of a sitting; yields each with the position after it."""
        for act in acts:
            rule_exists(act.rule, act)
            before = self.position
            the_act_was_possible(before, act)
            self.position = self.game.apply(before, act)
            if not isinstance(act, Ruled):
                nobody_comes_back(before, act, self.position)
                the_number_of_factories_is_kept(before, act, self.position)
            if isinstance(act, StepBegan):
                self._look(act.step)
            elif isinstance(act, Recovered):
                assert all(unit.full for unit in self.position.units.values() if unit.place)
            elif isinstance(act, TurnBegan):
                assert act.side == self.position.phasing and act.turn == before.turn + 1, act
            elif isinstance(act, GameEnded) and act.reason == "played":
                assert self.position.turn == len(self.position.impulses), act
            yield act, self.position

    def _look(self, step: str) -> None:
        for invariant in BETWEEN_STEPS:
            if invariant is not hexes_can_hold_their_units or not self.is_crowded:
                invariant(self.position)
        if step == "end":
            the_impulse_is_over(self.position)

    def settle(self, position: Position) -> None:
        """At the end of a sitting: the events alone lead to the position, and it is a possible one."""
        assert self.position == position, "the recorded events lead to another position"
        for invariant in ALWAYS:
            invariant(position)
