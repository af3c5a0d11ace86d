"""House rule A, an option: no more than five fleets in a stack that leaves Panama or South Africa.

A play report has it (see data/scenarios.json): there is no limit to the fleets in these two hexes, and so none to a
stack that one activation sets in motion.
"""

from __future__ import annotations

from collections.abc import Sequence

from witp_pbem.games.witp.board.options import agreed
from witp_pbem.games.witp.board.state import Position, Unit
from witp_pbem.table.problem import Problem, illegal

RULE = "witp 8.2.b"  # the rule on stacks that it narrows


def applies(position: Position, number: str) -> bool:
    """Whether the house rule is in use and speaks of a hex."""
    return bool(agreed(position, "house_rule_a")) and number in position.data.options["house_rule_a"]["hexes"]


def most_fleets(position: Position, number: str) -> int | None:
    """The fleets a stack that leaves a hex may hold; None where there is no limit."""
    return int(position.data.options["house_rule_a"]["max_fleets"]) if applies(position, number) else None


def stack_problem(position: Position, origin: str, fleet: Sequence[Unit]) -> Problem | None:
    """Why fleets may not leave a hex as one stack, None if they may."""
    limit = most_fleets(position, origin)
    if limit is None or len(fleet) <= limit:
        return None
    return illegal("stack-too-large", RULE, place=origin, limit=limit, found=len(fleet))
