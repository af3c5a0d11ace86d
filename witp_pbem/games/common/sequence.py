"""The sequence of play: steps in order, and players who act in turn until all have passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.table import Table


class Step(NamedTuple):
    """A step of a turn, which a sitting plays again from its start.

    Attributes:
        name: of the step, as the position has it.
        phase: what orders for it are headed with, "" where nobody orders anything.
        rule: the rule that says when it comes.
        play: the rules of the step.
    """

    name: str
    phase: str
    rule: str
    play: Callable[[Table], None]


class Steps:
    """The steps of a turn by name, in order."""

    def __init__(self, *steps: Step) -> None:
        self._steps = {step.name: step for step in steps}

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __contains__(self, name: object) -> bool:
        return name in self._steps

    def __getitem__(self, name: str) -> Step:
        return self._steps[name]

    def since(self, name: str) -> Sequence[Step]:
        """A step and all after it; every step where the turn has none of this name."""
        return list(self._steps.values())[list(self._steps).index(name) if name in self._steps else 0:]

    def after(self, name: str) -> Step | None:
        """The step that follows one; None behind the last of the turn."""
        return next(iter(self.since(name)[1:]), None)

    def phase(self, name: str) -> str:
        """The phase of a step, "" where it has none or the turn has no such step."""
        return self._steps[name].phase if name in self._steps else ""

    def coming_phase(self, name: str) -> str:
        """The phase of a step or, if it has none, of the next one that has one."""
        return next(step.phase for step in self.since(name) if step.phase)


def in_turn(players: Iterable[str], go: Callable[[str], bool]) -> None:
    """The players act one after the other until all have passed; who has passed is out, and the others go on.

    Args:
        players: in the order in which they act.
        go: one go of a player; False if they pass.
    """
    acting = list(players)
    while acting:
        acting = [player for player in acting if go(player)]


def forced(choices: Iterable[OrderValue], passing: Understood) -> Understood | None:
    """The pass, where it is the first of the choices and so all that is left; None where there is something to do."""
    return passing if next(iter(choices)) == passing.order else None
