"""A stage on which a test lets things happen: events change the position, and everything becomes an item."""

from __future__ import annotations

from typing import Any

from witp_pbem.campaign.explaining.story import Story, StoryItem
from witp_pbem.games.witp import game
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import StepBegan, apply
from witp_pbem.games.witp.board.setup import set_up
from witp_pbem.games.witp.board.state import ARRIVING, MAP, RESERVE, Position, Unit
from witp_pbem.games.witp.rules.chapter_03_sequence.sequence import STEPS
from witp_pbem.table.acts import Act
from witp_pbem.table.event import Event


class Stage:
    """Items of a story, and the position they lead to."""

    def __init__(self, position: Position, sitting: int = 1) -> None:
        self.position = position
        self.sitting = sitting
        self.items: list[StoryItem] = []

    def happen(self, *acts: Act) -> None:
        """Acts in order; events change the position."""
        for act in acts:
            before = self.position
            if isinstance(act, Event):
                self.position = apply(before, act)
            self.items.append(StoryItem(before.step, STEPS.phase(before), act, before, self.position, self.sitting,
                                        0, len(self.items)))

    def step(self, name: str) -> None:
        """The next step of the turn begins."""
        self.happen(StepBegan(STEPS[name].rule, name))

    def story(self, **changes: Any) -> Story:
        """The story so far."""
        plain = Story(
            game=game.game(), campaign="manila-1942", scenario="standard", options={},
            players={"japan": "Yamada Taro <taro@example.org>", "allies": "Ann Smith"}, dice="manual", seeded=False,
            reconstructed=True, confirmed=0, replaced=(), program="0.1.0", rules_version="1", turn=self.position.turn,
            sittings=tuple(dict.fromkeys(item.sitting for item in self.items)), entries=tuple(self.items),
            position=self.position, now=True, dues=(), outcome=None, rulings={}, head="3f" * 32,
            founding="a1" * 32)
        return plain._replace(**changes)


def position(places: dict[str, str], reduced: str = "", **changes: Any) -> Position:
    """A position of the packaged data with only some units on the map.

    Args:
        places: hex -> ids of units, separated by blanks. reduced: ids of units that are not full.
    """
    data = packaged()
    units: dict[str, Unit] = {entry["id"]: set_up(entry) for entry in data.units}
    units = {key: unit if unit.status == ARRIVING else unit._replace(status=RESERVE, hex="")
             for key, unit in units.items()}
    for number, ids in places.items():
        for key in ids.split():
            units[key] = units[key]._replace(status=MAP, hex=number, full=key not in reduced.split(), arrival=0)
    return Position(data=data, units=units, **changes)
