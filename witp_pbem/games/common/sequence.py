"""The sequence of play: steps in order, and players who act in turn until all have passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from witp_pbem.table.demand import Understood
from witp_pbem.table.problem import OrderValue
from witp_pbem.table.table import Table
from witp_pbem.table.tuples import NamedTuple

Play = Callable[[Table], None]


class Step(NamedTuple):
    """A step of a turn, which a sitting plays again from its start.

    Attributes:
        name: of the step, as the position has it.
        phase: what orders for it are headed with, "" where nobody orders anything.
        rule: the rule that says when it comes.
        play: the rules of the step; None in an outline.
        again: whether it is played once more, by the position at its end.
    """

    name: str
    phase: str
    rule: str
    play: Play | None = None
    again: Callable[[Any], bool] = lambda position: False


Begin = Callable[[Table, Step, int], None]


class GameOver(Exception):  # noqa: N818 - leaves the step at once; not an error
    """The game has ended in the middle of a step."""


class Outline:
    """The steps of a turn by name, in order, and those before the first turn, without their rules: what stands where
    in the sequence can be told without loading what plays it.

    Args:
        steps: of a turn.
        before: what is played once, before the first turn.
    """

    def __init__(self, *steps: Step, before: Sequence[Step] = ()) -> None:
        self._turn, self._before = steps, before
        self._steps = {step.name: step for step in (*before, *steps)}

    def played(self, plays: Mapping[str, Play], begin: Begin) -> Steps:
        """The same steps with their rules, by name, and with what begins them (see `Steps`)."""
        turn, before = ([step._replace(play=plays[step.name]) for step in steps]
                        for steps in (self._turn, self._before))
        return Steps(*turn, begin=begin, before=before)

    def __iter__(self) -> Iterator[str]:
        """The names of the steps of a turn."""
        return (step.name for step in self._turn)

    def __getitem__(self, name: str) -> Step:
        return self._steps[name]

    @property
    def phases(self) -> tuple[str, ...]:
        """What orders are headed with, in the order of play."""
        return tuple(dict.fromkeys(step.phase for step in self._steps.values() if step.phase))

    def phase(self, position: Any) -> str:
        """The phase of the step a position stands in, "" where it has none."""
        return self._steps[position.step].phase

    def coming_phase(self, position: Any) -> str:
        """That phase or, if the step has none, the phase of the next one that has one."""
        steps = list(self._steps.values())
        coming = [*steps[list(self._steps).index(position.step):], *self._turn]
        return next(step.phase for step in coming if step.phase)


class Steps(Outline):
    """The steps of a turn, and those before the first turn, with their rules. Give it as `steps` of a game.

    Args:
        begin: tells that a step begins in a turn, by its number; the first step may begin a new one.
    """

    def __init__(self, *steps: Step, begin: Begin, before: Sequence[Step] = ()) -> None:
        super().__init__(*steps, before=before)
        self._begin = begin

    def step(self, position: Any) -> Callable[[Table], None] | None:
        """What plays the step a position stands in; None when the game is over."""
        return None if position.outcome else self._play

    def _play(self, table: Table) -> None:
        """Plays a step and begins the next; behind the last of a turn comes the first of the next turn."""
        step, turn = self._steps[table.position.step], table.position.turn
        assert step.play  # an outline is not played
        try:
            step.play(table)
            if table.position.outcome is None:
                self._begin(table, *((step, turn) if step.again(table.position) else self._after(step, turn)))
        except GameOver:
            return

    def _after(self, step: Step, turn: int) -> tuple[Step, int]:
        """The step that follows one, and the turn it is of."""
        names = list(self._steps)
        following = names[names.index(step.name) + 1:]
        return (self._steps[following[0]], turn) if following else (self._turn[0], turn + 1)


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
