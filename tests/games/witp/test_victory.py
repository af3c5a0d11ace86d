"""Section 3.2: how the Allies win; R-25, R-26."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.witp.scripted import HOLDOUT, board, events_of, play
from tests.games.witp.test_sequence import segment
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import BaseBuilt, GameEnded
from witp_pbem.games.witp.board.state import Position
from witp_pbem.games.witp.rules.chapter_03_sequence import victory
from witp_pbem.games.witp.rules.chapter_06_bases import bases


def without_holdout(*units: str) -> Position:
    position = board(*units)
    return replace(position, units={key: unit for key, unit in position.units.items() if key != HOLDOUT.split()[0]})


class TestDrivenOut:
    @pytest.mark.parametrize(("units", "won"), [
        ([], True), (["JP-L-1 0804", "JP-L-2 0904", "JP-L-3 0903"], True), (["JP-L-1 0705"], False),
        (["JP-N-1 0706", "JP-L-1 0706 aboard JP-N-1"], False), (["JP-N-1 0804", "JP-L-1 0804 aboard JP-N-1"], True),
        (["JP-A-1 0707", "JP-N-1 0907"], True), (["JP-L-1 due 9"], True), (["JP-L-1 0404"], True),
        (["JP-L-1 0505"], False), (["JP-L-1 0406"], False),
    ])
    def test_no_japanese_land_unit_but_in_china_and_at_home(self, units: list[str], won: bool) -> None:
        assert victory.japan_driven_out(without_holdout(*units)) is won

    @pytest.mark.parametrize("number", [n for n, hexagon in packaged().map.hexes.items() if "china" in hexagon.regions])
    def test_in_china_only_bases_count(self, number: str) -> None:
        assert victory.japan_driven_out(without_holdout(f"JP-L-1 {number}")) is bool(packaged().map[number].site)


class TestHomeland:
    @pytest.mark.parametrize(("units", "built", "won"), [
        (["US-L-1 0804"], ["0705"], True), (["UK-L-1 0904"], ["0905"], True), (["US-L-1 0804"], [], False),
        (["US-L-1 0804"], ["0906"], False), (["US-L-1 0705"], ["0705"], False),
        (["US-N-1 0804", "US-L-1 0804 aboard US-N-1"], ["0705"], False),
        (["US-L-1 0804", "JP-L-1 0804"], ["0705"], True),
        (["US-L-1 0804 reduced"], ["0705", "0905"], True), (["US-A-1 0804"], ["0705"], False),
    ])
    def test_a_land_unit_ashore_and_a_base_at_iwo_jima_or_okinawa(self, units: list[str], built: list[str],
                                                                  won: bool) -> None:
        assert victory.homeland_invaded(board(*units, allies=built)) is won

    def test_building_the_base_may_come_second(self) -> None:
        """R-26: the game ends with the base, before upkeep could take it off again."""
        position = board("US-L-1 0804", "US-L-2 0705", "US-L-3 0906", "US-L-4 1107", step="bases",
                         allies=["0906", "1107", "1207", "1406", "1306"], trp_start={"japan": 0, "allies": 5})
        assert bases.build_problem(position, "allies", "0705", []) is None
        table = play(segment, position, allies="build Okinawa", phase="bases")
        assert [type(event) for event in table.acts[-2:]] == [BaseBuilt, GameEnded]
        assert table.position.outcome == ("allies", "witp 3.2.c", "homeland")


class TestTheEnd:
    def test_japan_wins_when_the_last_turn_is_over(self) -> None:
        table = play(segment, board(turn=16, step="end", china_surrendered=True))
        assert table.position.outcome == ("japan", "witp 3.2.e", "last-turn")

    def test_supply_may_end_it(self) -> None:
        position = replace(without_holdout("JP-L-1 1309 reduced"), step="supply")
        assert play(segment, position).position.outcome == ("allies", "witp 3.2.b", "driven-out")

    def test_a_ship_that_takes_the_last_one_home_ends_it(self) -> None:
        position = replace(without_holdout("JP-N-1 0705", "JP-L-1 0705"), step="movement", rp={"japan": 9, "allies": 0})
        table = play(segment, position, japan="target Kure from Okinawa: 1 naval carrying 1 land", phase="operations")
        assert [event.rule for event in events_of(table, GameEnded)] == ["witp 3.2.b"]

    def test_once_over_it_stays_over(self) -> None:
        position = replace(without_holdout(), outcome=("allies", "witp 3.2.b", "driven-out"))  # type: ignore[arg-type]

        def step(table: object) -> None:
            with pytest.raises(victory.GameOver):
                victory.check(table)  # type: ignore[arg-type]

        assert play(step, position).acts == []
