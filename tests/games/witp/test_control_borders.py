"""Control of bases and sources on a map that an owner of the game has put right: a source need not be a port."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.witp.scripted import board
from witp_pbem.games.witp.board.data import build, read
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_02_components import control

OMINATO = "0903"


def bare_source(*units: str) -> Position:
    """A position on a map on which Ominato is a supply source without a port."""
    files = read()
    files["map"]["hexes"][OMINATO] |= {"site": "none", "owner": None}
    return replace(board(*units), data=build(files))


@pytest.mark.parametrize(("units", "side"), [([], "japan"), (["US-L-1 0903"], "allies"),
                                             (["US-L-1 0903", "JP-L-1 0903"], "japan")])
def test_a_source_without_a_base_is_controlled_like_one(units: list[str], side: str) -> None:
    assert control.controller(bare_source(*units), OMINATO) == side


def test_fleets_find_haven_in_it_while_it_works() -> None:
    assert control.is_haven(bare_source(), "japan", OMINATO)
    assert not control.is_haven(bare_source("US-L-1 0903"), "japan", OMINATO)
    assert not control.is_haven(bare_source("US-L-1 0903"), "allies", OMINATO)


def test_it_is_neither_port_nor_airfield() -> None:
    position = bare_source()
    assert not control.is_friendly_port(position, "japan", OMINATO)
    assert not control.is_friendly_base(position, "japan", OMINATO)
    assert not control.is_enemy_base(position, "allies", OMINATO)


def test_a_hex_with_neither_has_no_controller_whoever_stands_there() -> None:
    assert control.controller(board(), "0608") == ""
    assert control.controller(board("US-L-1 0608"), "0608") == ""
