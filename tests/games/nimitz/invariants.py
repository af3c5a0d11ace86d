"""What holds of every position and every act of a campaign, whatever the player orders. One function an invariant.

Each takes a position and raises AssertionError with the facts if it does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.citations import Citations
from witp_pbem.games.nimitz.board.events import CampaignBegan, GameEnded, Ruled, StepBegan
from witp_pbem.games.nimitz.board.state import (
    AIRFIELD,
    AUSTRALIA,
    BATTALION,
    BOMBING,
    BW,
    CBA,
    HAWAII,
    INVASION,
    JAPAN,
    OUT,
    RAIDING,
    REINFORCEMENTS,
    SUBMARINE,
    US,
    WEST_COAST,
    Position,
)
from witp_pbem.games.nimitz.game import game
from witp_pbem.games.nimitz.rules.chapter_04_victory import objectives

KINDS_IN_BOXES = {RAIDING: (SUBMARINE,), BOMBING: (BW,)}


def units_are_conserved(position: Position) -> None:
    """Every counter of the year is at a point, in a box or out of the game, and battalions besides; carrier aircraft
    and airfields are there during a battle only (nimitz 2.7.1.b, 2.9.12.a)."""
    places = {*position.data.map.points, *position.campaign.boxes, RAIDING, BOMBING, INVASION, REINFORCEMENTS, OUT}
    assert not [name for name in position.campaign.units if name not in position.units]
    for name, unit in position.units.items():
        assert unit.id == name and unit.place in places, unit
        is_of_battle = unit.kind in (*CBA, AIRFIELD)
        assert name in position.campaign.units or unit.kind == BATTALION or is_of_battle, unit
        assert position.battle is not None or not is_of_battle, unit
    assert sum(map(len, position.here.values())) == sum(unit.place != OUT for unit in position.units.values())


def units_stand_where_they_may(position: Position) -> None:
    """Americans in neither Japan nor East Asia (nimitz 8.2.a), Australians at points with a flag (nimitz 8.2.b),
    Japanese in neither the West Coast nor Australia (nimitz 9.1.1.a); in boxes who belongs there."""
    for unit in position.units.values():
        if point := position.data.map.points.get(unit.place):
            assert point.us if unit.side == US else point.japan, unit
            assert point.flag or unit.nation != AUSTRALIA, unit
        elif unit.place in position.campaign.boxes:
            assert unit.side == US and unit.is_ship, unit
        elif unit.place in KINDS_IN_BOXES:
            assert unit.side == US and unit.kind in KINDS_IN_BOXES[unit.place], unit
        elif unit.place == INVASION:
            assert unit.side == US and position.campaign.invasion, unit


def nothing_is_negative(position: Position) -> None:
    """Points, markers and rounds."""
    battle = position.battle
    capacity = [] if battle is None else [battle.rounds, battle.plans, *battle.capacity.values()]
    assert min(position.supply, position.reinforcement, position.resupply, *position.scouts.values(), *capacity) >= 0
    assert sum(position.scouts.values()) <= position.option("scouting_markers")


def the_sheet_is_in_order(position: Position) -> None:
    """Who is on the battle sheet is at the point of the battle; who flies is an aircraft on the sheet."""
    if battle := position.battle:
        here = {unit.id for unit in position.at(battle.place)}
        assert not set(battle.boxes) - here, set(battle.boxes) - here
        assert all(name in battle.boxes and position.units[name].is_aircraft for name in battle.flying), battle.flying
        held = [marker for marker in (*battle.drawn, *battle.kept) if position.data.markers[marker].side != JAPAN]
        assert not held and all(position.data.markers[marker].side == US for marker in battle.held), battle


def there_is_room(position: Position) -> None:
    """At a point are no more American LBA than it has room for (nimitz 8.2.1.b)."""
    for name, point in position.data.map.points.items():
        count = sum(unit.is_lba for unit in position.of(US, name))
        assert point.capacity is None or count <= point.capacity, (name, count)


def stacks_are_fresh(position: Position) -> None:
    """Whoever waits in a reinforcement stack is at full strength (G-47)."""
    assert all(unit.full for unit in position.at(REINFORCEMENTS)), position.at(REINFORCEMENTS)


def the_turn_is_cleared(position: Position) -> None:
    """At the start of a turn nobody has moved, is on a transport, raids or bombs; ships are in port (nimitz 11.3.a)."""
    assert not position.at(RAIDING) and not position.at(BOMBING) and position.battle is None
    for unit in position.units.values():
        assert not unit.moved and not unit.landing, unit
        at_sea = unit.side == US and unit.is_ship and unit.place in position.data.map.points
        assert not at_sea or position.turn == 1 or unit.place in (HAWAII, WEST_COAST), unit


def sides_have_fought(position: Position) -> None:
    """Objectives are held where only Americans are ashore, and are those counted (nimitz 4.1.a)."""
    for point in objectives.held(position):
        assert objectives.ashore(position, US, point) and not objectives.ashore(position, JAPAN, point), point


def it_comes_back_from_json(position: Position) -> None:
    """The position written down and read again is the same."""
    assert game().from_json(game().to_json(position)) == position


ALWAYS = (units_are_conserved, units_stand_where_they_may, nothing_is_negative, the_sheet_is_in_order)
BETWEEN_STEPS = (*ALWAYS, there_is_room, stacks_are_fresh, sides_have_fought, it_comes_back_from_json)


CITATIONS = Citations(game)
rule_exists, refusals_cite_rules = CITATIONS.exists, CITATIONS.in_refusals


def nobody_comes_back(before: Position, act: Any, after: Position) -> None:
    """Who is out of the game stays so, but for Japanese battalions (nimitz 2.5.2.b, 2.8.4.b, 10.22.1.c); points spent
    are what the act says."""
    if isinstance(act, CampaignBegan | Ruled):
        return
    for name, unit in before.units.items():
        if unit.place == OUT and not (unit.kind == BATTALION and unit.side == JAPAN):
            assert name not in after.units or after.units[name].place == OUT, (act, unit)
        if unit.place == INVASION:
            assert after.units[name].place == INVASION, (act, unit)


class Watch:
    """Follows a campaign, sitting by sitting, and looks at every event and every position on the way."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.game = game()

    def follow(self, acts: Iterable[Any]) -> Iterator[Any]:
        """Applies the events of a sitting; yields each with the position after it."""
        for act in acts:
            rule_exists(act.rule, act)
            before = self.position
            self.position = self.game.apply(before, act)
            nobody_comes_back(before, act, self.position)
            if isinstance(act, StepBegan):
                self._look(act.step)
            elif self.position.turn and not isinstance(act, GameEnded):
                nothing_is_negative(self.position)
                the_sheet_is_in_order(self.position)
            yield act, self.position

    def _look(self, step: str) -> None:
        for invariant in BETWEEN_STEPS if self.position.turn else ALWAYS[:0]:
            invariant(self.position)
        if step == "supply" and self.position.turn:
            the_turn_is_cleared(self.position)

    def settle(self, position: Position) -> None:
        """At the end of a sitting: the events alone lead to the position, and it is a possible one."""
        assert self.position == position, "the recorded events lead to another position"
        for invariant in ALWAYS if position.units else ():
            invariant(position)
