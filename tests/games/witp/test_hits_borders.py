"""Who takes hits, to the last step, and what is listed for it."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.rules.chapter_09_combat import hits
from witp_pbem.table.demand import Understood

POSITION = board("JP-N-1 0606", "JP-N-2 0606 reduced", "JP-CV-1 0606", "JP-CV-2 0606 reduced", "JP-N-3 0606",
                 "JP-L-1 0606 aboard JP-N-3")
UNITS = {key: POSITION.units[key] for key in ("JP-N-1", "JP-N-2", "JP-CV-1", "JP-CV-2", "JP-N-3")}
PLACE = "Manila (0606)"


def lost(words: str, count: int, *units: str) -> tuple[str, ...] | str:
    """Who takes the hits, or the code of the refusal."""
    order = reading.order(packaged(), words)
    found = hits.judge_losses(POSITION, order, [UNITS[key] for key in units], count, "0606")
    if isinstance(found, Understood):
        assert reading.words(found.order) == f"lose {', '.join(found.answer)} at {PLACE}"
        taken: tuple[str, ...] = found.answer
        return taken
    (problem,) = found
    assert problem.rule == "witp 9.6.1.f"
    assert problem.span.line == 1
    assert dict(problem.values)["wanted"] == count
    assert dict(problem.values)["place"] == "0606"
    assert reading.advice(problem) == f"{words}, then any"
    return f"{problem.code} {problem.values['found']}"


@pytest.mark.parametrize(("words", "count", "units", "taken"), [
    ("lose JP-N-2, JP-N-2, then any", 2, ("JP-N-1", "JP-N-2"), ("JP-N-2", "JP-N-1")),
    ("lose JP-N-1, JP-N-1, JP-N-1, then any", 3, ("JP-N-1", "JP-N-2"), ("JP-N-1", "JP-N-1", "JP-N-2")),
    ("lose JP-N-2, JP-N-2", 2, ("JP-N-1", "JP-N-2"), "losses-too-few 1"),
    ("lose naval", 1, ("JP-N-1", "JP-N-2"), ("JP-N-1",)),
    ("lose naval, naval", 2, ("JP-N-1", "JP-N-2"), ("JP-N-1", "JP-N-1")),
    ("lose [naval]", 1, ("JP-N-1", "JP-N-2"), ("JP-N-2",)),
    ("lose carrier, then naval", 2, ("JP-N-1", "JP-CV-1"), ("JP-CV-1", "JP-N-1")),
    ("lose naval", 1, ("JP-N-3", "JP-N-1"), ("JP-N-1",)),  # the empty ship before the loaded one
    ("lose any", 3, ("JP-N-3", "JP-N-1", "JP-CV-1"), ("JP-N-1", "JP-N-3", "JP-CV-1")),
    ("lose any", 2, ("JP-N-2", "JP-CV-1"), ("JP-CV-1", "JP-N-2")),  # full ones before reduced ones
    ("lose 1 naval", 2, ("JP-N-1", "JP-N-2"), "losses-too-few 1")])
def test_preferences_step_by_step(words: str, count: int, units: tuple[str, ...], taken: tuple[str, ...] | str) -> None:
    assert lost(words, count, *units) == taken


@pytest.mark.parametrize(("units", "count", "listed"), [
    (("JP-N-1", "JP-N-2"), 2, ["lose any", "lose JP-N-1, JP-N-1", "lose JP-N-1, JP-N-2"]),
    (("JP-N-1", "JP-N-2"), 3, ["lose any", "lose JP-N-1, JP-N-1, JP-N-2"]),
    (("JP-N-2", "JP-CV-2"), 1, ["lose any", "lose naval first", "lose carrier first", "lose JP-N-2", "lose JP-CV-2"])])
def test_every_way_to_spread_hits_is_listed_once(units: tuple[str, ...], count: int, listed: list[str]) -> None:
    found = reading.offered(hits.loss_choices([UNITS[key] for key in units], count, "0606"))
    assert found == [f"{words} at {PLACE}" for words in listed]


def test_most_choices_are_two_hundred() -> None:
    many = board(*(f"JP-N-{number} 0606" for number in range(1, 12)))
    units = [many.units[f"JP-N-{number}"] for number in range(1, 12)]
    assert len(list(hits.loss_choices(units, 6, "0606"))) == 201


@pytest.mark.parametrize(("kind", "die", "support", "carriers", "extra"), [
    ("fleet", 4, 1, 1, (0, 0)), ("fleet", 5, 1, 1, (1, 0)), ("fleet", 6, 1, 1, (0, 1)), ("fleet", 6, 1, 0, (2, 0)),
    ("fleet", 6, 0, 1, (0, 0)), ("ground", 6, 1, 1, (2, 0)), ("assault", 6, 2, 1, (2, 0)), ("ground", 5, 0, 0, (0, 0))])
def test_extra_hits(kind: str, die: int, support: int, carriers: int, extra: tuple[int, int]) -> None:
    assert hits.extra_hits(kind, die, support, carriers) == extra
