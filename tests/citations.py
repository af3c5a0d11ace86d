"""What is cited stands in the rulebook: for the invariants of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from witp_pbem.table.game import Game
from witp_pbem.table.manual_dice import REFEREE
from witp_pbem.table.problem import Problem

# Refusals that are of the file and not of the rules.
OF_THE_FILE = frozenset({"wrong-phase", "phase-over", "never-asked"})


class Citations:
    """The rules of a game, by which events and refusals are cited.

    Args:
        game: makes the game, when first something is cited.
    """

    def __init__(self, game: Callable[[], Game]) -> None:
        self._game = game

    @cached_property
    def rules(self) -> frozenset[str]:
        """Every id that can be cited."""
        return frozenset(entry.id for entry in self._game().rules())

    def exists(self, rule: str, what: object) -> None:
        """What is cited stands in the rulebook."""
        assert rule == REFEREE or rule in self.rules, (rule, what)

    def in_refusals(self, problems: Iterable[Problem]) -> None:
        """Every refusal by the rules cites one, and every problem can be said in a sentence."""
        for problem in problems:
            if problem.kind == "illegal" and problem.code not in OF_THE_FILE:
                self.exists(problem.rule, problem)
