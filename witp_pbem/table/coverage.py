"""Which rules of a game are proven, and by which cases."""

from __future__ import annotations

from collections.abc import Iterable

from witp_pbem.table.cases import CaseResult
from witp_pbem.table.game import Game, RuleEntry
from witp_pbem.table.tuples import NamedTuple


class RuleCoverage(NamedTuple):
    """A rule and the cases that prove it."""

    rule: RuleEntry
    cases: tuple[CaseResult, ...]


def coverage(results: Iterable[CaseResult], game: Game) -> list[RuleCoverage]:
    """Every rule of the game with the cases that prove it: those that name it and passed."""
    passed: dict[str, list[CaseResult]] = {}
    for result in results:
        covered = result.covers if result.passed and result.game == game.id else ()
        for identifier in dict.fromkeys(_plain(rule_id, game) for rule_id in covered):
            passed.setdefault(identifier, []).append(result)
    return [RuleCoverage(rule, tuple(passed.get(_plain(rule.id, game), ()))) for rule in game.rules()]


def _plain(identifier: str, game: Game) -> str:
    """A rule's id without the word the game's rules are cited with, however it is written."""
    return identifier.casefold().removeprefix(game.cites).strip()
