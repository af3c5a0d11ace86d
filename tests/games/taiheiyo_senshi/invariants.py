"""What holds of every position and every act of a campaign, whatever the players order. One function an invariant.

Each takes a position and raises AssertionError with the facts if it does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tests.citations import Citations
from witp_pbem.games.taiheiyo_senshi.board.events import DeckMade, HandsReturned, StepBegan, TurnBegan
from witp_pbem.games.taiheiyo_senshi.board.state import AIR, COMING, MAP, REMOVED, SIDES, TRACK, Position
from witp_pbem.games.taiheiyo_senshi.game import game
from witp_pbem.games.taiheiyo_senshi.rules.chapter_02_components import points
from witp_pbem.games.taiheiyo_senshi.rules.chapter_04_object import occupation
from witp_pbem.games.taiheiyo_senshi.rules.chapter_07_operations import transfers


def units_are_conserved(position: Position) -> None:
    """Every counter, and no other, is on the map, on the turn track, still to come or removed; nothing is in two
    places."""
    assert list(position.units) == list(position.data.units)
    for unit in position.units.values():
        assert unit.status in (MAP, TRACK, COMING, REMOVED), unit
        assert (unit.point in position.data.map) == (unit.status == MAP), unit
        assert unit.turn or unit.status != TRACK, unit
        assert unit.up or unit.status in (MAP, REMOVED), unit


def units_stand_where_they_may(position: Position) -> None:
    """Nations in the points open to them (senshi 6.1(1)-a), land-based air never face-down (senshi 2.2-b)."""
    for unit in position.units.values():
        if unit.status == MAP:
            assert points.may_enter(position, unit, unit.point), unit
            assert unit.up or unit.kind != AIR, unit


def cards_are_conserved(position: Position) -> None:
    """Every card is in one hand, on the used pile or in the deck."""
    held = [slot for side in SIDES for slot in position.hands[side]]
    assert len(set(held)) == len(held) and not set(held) & set(position.discards)
    if position.decks:
        record = list(position.decks.values())[-1]
        left = record["size"] - record["drawn"]
        assert len(held) + len(position.discards) + left == len(position.data.cards), (held, position.discards, left)
    assert all(len(position.hands[side]) <= position.data.hands[side].most for side in SIDES)


def sides_are_apart(position: Position) -> None:
    """No point holds units of both sides once its battle is over (senshi 8.4.2-a)."""
    for point in position.data.map.points:
        assert len({unit.side for unit in position.at(point)}) < len(SIDES), (point, position.at(point))


def bases_hold_one_air_unit(position: Position) -> None:
    """At most one land-based air unit is in a base (senshi 2.1.1-b)."""
    for side in SIDES:
        for point in position.data.map.points:
            assert transfers.has_room(position, side, point, 0), (side, point)


def occupation_is_settled(position: Position) -> None:
    """Every point is occupied by whom the units there and zones say (senshi 4.2-a)."""
    for point in position.data.map.points:
        assert position.held.get(point, "") == occupation.occupier(position, point), point


ALWAYS = (units_are_conserved, units_stand_where_they_may)
BETWEEN_STEPS = (*ALWAYS, cards_are_conserved, sides_are_apart, bases_hold_one_air_unit, occupation_is_settled)


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
            rule_exists(act.rule, act)
            self.position = self.game.apply(self.position, act)
            if not isinstance(act, DeckMade | HandsReturned):
                units_are_conserved(self.position)
            if isinstance(act, StepBegan | TurnBegan) and self.position.step not in ("setup", "turn 0"):
                for invariant in BETWEEN_STEPS:
                    invariant(self.position)
            yield act, self.position

    def settle(self, position: Position) -> None:
        """At the end of a sitting: the events alone lead to the position, and it is a possible one."""
        assert self.position == position, "the recorded events lead to another position"
        for invariant in ALWAYS:
            invariant(position)
