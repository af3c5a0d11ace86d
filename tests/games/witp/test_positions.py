"""Positions made one from another: what goes on with them is what a position made anew finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.games.witp import players
from witp_pbem.games.witp.board.state import AIR, SIDES, Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_02_components import air, control
from witp_pbem.table.event import Event

GAME = game()


def positions(seed: int, last_turn: int) -> list[Position]:
    """Every position of a game at random, each made from the one before."""
    _, acts = players.play(GAME, seed, last_turn)
    opened: Any = GAME.open("standard", {})
    all_positions: list[Position] = [opened]
    for act in acts:
        if isinstance(act, Event):
            all_positions.append(GAME.apply(all_positions[-1], act))
            whole_board(all_positions[-1])  # so that there is something to go on with the next
    return all_positions


def whole_board(position: Position) -> tuple[Any, ...]:
    """What is worked out from where the units stand."""
    board = position.data.map
    return ({number: position.at(number) for number in board.hexes},
            [control.controller(position, number) for number in board.hexes],
            [air.zone(position, side, without) for side in SIDES for without in ("", "us")])


def test_what_goes_on_with_a_position_is_what_a_new_one_finds() -> None:
    for position in positions(7, 3):
        assert whole_board(position) == whole_board(replace(position))


def test_air_zones_end_when_an_air_unit_or_america_changes() -> None:
    position = positions(7, 1)[-1]
    flyer = next(unit for unit in position.on_map() if unit.kind == AIR and unit.full and unit.nation == "us")
    before = air.zone(position, "japan")
    assert air.zone(position.but_units(flyer._replace(full=False)), "japan") != before
    neutral = position.but(america="neutral")
    assert air.zone(neutral, "japan") == air.zone(replace(position, america="neutral"), "japan") != before


def test_what_was_worked_out_does_not_go_on_with_other_units() -> None:
    position = positions(7, 1)[-1]
    whole_board(position)
    bare = position.but(units={})
    assert not bare.at(next(position.on_map()).hex) and whole_board(bare) == whole_board(replace(bare))
