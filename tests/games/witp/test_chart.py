"""The map as values: every counter once, ways that can be gone, and overlays that say what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tests.games.witp.scripted import board
from tests.report.stage import Stage
from tests.report.stories import busy_turn, delayed_entry
from witp_pbem.campaign.explaining.story import Story
from witp_pbem.games.witp.board import events as e
from witp_pbem.games.witp.board.data import build, packaged, read
from witp_pbem.games.witp.board.map import Map
from witp_pbem.games.witp.board.state import AIR, ENEMY, LAND, SIDES, Position
from witp_pbem.games.witp.game import game
from witp_pbem.games.witp.rules.chapter_02_components import air
from witp_pbem.games.witp.rules.chapter_06_bases import bases
from witp_pbem.games.witp.rules.chapter_07_supply import supply
from witp_pbem.games.witp.rules.chapter_13_scenarios.delayed_entry import is_neutral, traced_sources
from witp_pbem.games.witp.telling.chart import sheet, signs, supplied
from witp_pbem.table.chart import Arrow, Chart, Clash, Spot
from witp_pbem.table.language import speaking
from witp_pbem.table.story import Happening

MOVE = signs().move
chart = game().narration.chart  # as reports get it


@pytest.fixture(scope="module")
def positions(campaign: Story) -> list[Position]:
    """Every twentieth position of it, and the last."""
    return [item.position_after for item in campaign.so_far[::20]] + [campaign.position]


def cell(position: Position, number: str) -> Spot:
    return next(spot for spot in sheet(position).spots if spot.place == number)


def happened(*events: e.Event, units: Sequence[str] = (), **fields: Any) -> Chart:
    stage = Stage(board(*units, **fields))
    stage.happen(*events)
    return chart(stage.position, stage.items)


class TestTheSheet:
    def test_has_every_hex_once_in_order(self) -> None:
        numbers = [spot.place for spot in sheet(board()).spots]
        assert numbers == sorted(packaged().map.hexes)

    @pytest.mark.parametrize(("number", "terrain"), [
        ("0404", "land"), ("0606", "shallows"), ("0307", "sea"), ("0104", "mountain")])
    def test_terrain(self, number: str, terrain: str) -> None:
        assert cell(board(), number).ground.code == terrain

    def test_a_port_in_enemy_hands(self) -> None:
        spot = cell(board("JP-L-1 0607"), "0607")
        assert [mark.code for mark in spot.marks] == ["port"]
        assert (spot.owner, spot.control, spot.cover and spot.cover.code) == ("allies", "japan", "jungle")
        assert spot.facts == (
            "American port, controlled by Japan.", "Holds at most 5 fleets.",
            "Shallows: land units and fleets enter.", "Jungle: land units on foot pay 1 RP more.")

    def test_a_supply_source_of_a_home_area(self) -> None:
        spot = cell(board(), "1706")
        assert signs().source in spot.marks and spot.control == "allies"
        assert spot.facts == (
            "American port.", "Holds at most 5 fleets.", "American supply source.",
            "Shallows: land units and fleets enter.", "Home area: Allied units here are always in supply.",
            "Japan may not enter on turn 1.")

    def test_a_supply_source_lost(self) -> None:
        facts = cell(board("US-L-1 0804"), "0804").facts
        assert "Japanese supply source, cut off: controlled by the Allies." in facts

    def test_hexes_without_limits(self) -> None:
        facts = cell(board(), "1908").facts
        assert {"Holds any number of fleets.", "No stacking limit.", "Japanese fleets may not enter."} <= set(facts)
        assert "Holds at most 1 fleet." in cell(board(), "1201").facts

    def test_two_seas_that_do_not_meet(self) -> None:
        spot = cell(board(), "0406")
        assert spot.seas == (("0306", "0307"), ("0407", "0507"))
        assert spot.facts[-2:] == ("Its western sea touches only Rangoon, Andaman Sea.",
                                   "Its eastern sea touches only Singapore, Saigon.")

    def test_what_the_rules_count(self) -> None:
        spots = sheet(board()).spots
        assert [spot.place for spot in spots if signs().resource in spot.marks] == ["0408", "0508", "0509"]
        assert [spot.place for spot in spots if signs().victory in spot.marks] == ["0705", "0905"]
        assert all("Southern resource area." in spot.facts for spot in spots if signs().resource in spot.marks)

    def test_sides_of_hexes_are_those_of_the_data(self) -> None:
        edges, theatre = sheet(board()).edges, packaged().map
        land = [(edge.first, edge.second) for edge in edges if edge.kind == signs().land_link]
        rocks = [both for both in land if "mountain" in {theatre[number].terrain for number in both}]
        assert {frozenset(both) for both in land if both not in rocks} <= theatre.land_links
        assert theatre.land_links <= set(map(frozenset, land))
        assert all(theatre[number].terrain != "sea" for both in land for number in both)
        assert {frozenset((edge.first, edge.second)) for edge in edges
                if edge.kind == signs().closed} == theatre.land_sides
        assert land == sorted(land) and len(rocks) > 10

    def test_names_in_the_language_spoken(self) -> None:
        with speaking("ja"):
            assert cell(board(), "0606").name == "マニラ"
        assert cell(board(), "0606").name == "Manila"

    def test_a_place_without_a_japanese_name_keeps_its_own(self) -> None:
        records = read()
        del records["map"]["hexes"]["0606"]["name_ja"]
        own = Position(build(records))
        with speaking("ja"):
            assert cell(own, "0606").name == "Manila"

    def test_says_that_it_is_a_reconstruction(self) -> None:
        assert sheet(board()).remark == "This map is a reconstruction, not the printed one."

    def test_does_not_say_so_of_the_printed_map(self) -> None:
        records = read()
        for entry in records["map"]["hexes"].values():
            entry["source"] = "printed map"
        assert sheet(Position(build(records))).remark == ""

    def test_is_made_once_for_a_control(self) -> None:
        before = sheet(board())
        assert sheet(board("JP-N-1 0606")) is before

    def test_of_another_map_is_another(self) -> None:
        records = read()
        records["map"]["hexes"]["0606"]["name"] = "Luzon"
        assert cell(Position(build(records)), "0606").name == "Luzon"
        assert isinstance(packaged().map, Map)
        assert cell(board(), "0606").name == "Manila"


class TestStacks:
    def test_by_hex_side_nation_and_type(self) -> None:
        stacks = chart(board("UK-N-1 0606", "US-N-1 0606 reduced", "US-N-2 0606", "US-CV-1 0606", "JP-L-1 0606",
                             "US-L-1 0606 aboard US-N-2")).stacks[:-1]
        assert [(stack.side, stack.nation.name, stack.kind.sign, stack.units, stack.reduced, stack.remark)
                for stack in stacks] == [
            ("japan", "Japan", "L", ("JP-L-1",), 0, ""),
            ("allies", "United States", "CV", ("US-CV-1",), 0, ""),
            ("allies", "United States", "N", ("[US-N-1]", "US-N-2"), 1, ""),
            ("allies", "United States", "L", ("US-L-1",), 0, "1 on a ship"),
            ("allies", "British Commonwealth", "N", ("UK-N-1",), 0, "")]

    def test_every_unit_on_the_map_once(self, positions: list[Position]) -> None:
        for position in positions:
            drawn = Counter((stack.place, unit.strip("[]")) for stack in chart(position).stacks for unit in stack.units)
            assert drawn == Counter((unit.hex, unit.id) for unit in position.on_map())

    def test_bases_and_continuing_battles(self) -> None:
        drawn = chart(board(japan=["0605"], allies=["0407"], continuing=("0606",)))
        assert [(marker.place, marker.side, marker.label) for marker in drawn.markers] == [
            ("0605", "japan", "Logistics base of Japan"), ("0407", "allies", "Logistics base of the Allies")]
        assert drawn.continuing == ("0606",)

    def test_hands_change_nothing(self) -> None:
        hands = {"japan": ("1942-02",), "allies": ("1942/3",)}
        plain = chart(board("JP-L-1 0606"))
        assert chart(board("JP-L-1 0606", hands=hands)) == plain
        assert chart(board("JP-L-1 0606", hands=hands), side="japan") == plain


class TestArrows:
    def test_the_movements_of_the_manila_turn(self) -> None:
        story = busy_turn()
        arrows = [arrow for arrow in chart(story.position, story.entries).arrows if arrow.course.code == "move"]
        assert arrows == [
            Arrow("japan", MOVE, ("0804", "0705", "0605", "0606"), 4,
                  "1 carrier (JP-CV-2), 2 naval (JP-N-1, JP-N-2) carrying 1 land (JP-L-11)"),
            Arrow("japan", MOVE, ("0707", "0606"), 1,
                  "1 carrier (JP-CV-4), 2 naval (JP-N-8, JP-N-10) carrying 1 land (JP-L-13)"),
            Arrow("allies", MOVE, ("0407", "0507", "0606"), 2, "1 naval (UK-N-1) carrying 1 land (UK-L-1)"),
            Arrow("allies", MOVE, ("0909", "0808", "0708", "0607", "0606"), 6,
                  "1 naval (UK-N-4) carrying 1 land (UK-L-4)")]

    def test_everything_else_that_goes_somewhere(self) -> None:
        story = busy_turn()
        arrows = chart(story.position, story.entries).arrows
        assert [(arrow.course.code, arrow.route, arrow.label) for arrow in arrows if arrow.course.code != "move"] == [
            ("redeploy", ("1207", "0404"), "1 air (US-A-3), sent to Chungking"),
            ("retreat", ("0604", "0504"), "2 land (JP-L-1, JP-L-2), retreating"),
            ("displace", ("0606", "0607"), "1 air (US-A-2), driven from its base"),
            ("redeploy", ("0606", "0804"), "2 carrier (JP-CV-2, JP-CV-4), redeployed"),
            ("redeploy", ("0606", "0707"), "3 naval (JP-N-1, [JP-N-2], JP-N-8), redeployed"),
            ("redeploy", ("1407", "1308", "1110"), "2 land (US-L-2, UK-L-7), redeployed"),
            ("redeploy", ("0605", "0706", "0707"), "1 land (JP-L-14), redeployed"),
            ("arrive", ("1806",), "1 land (US-L-8), 1 air (US-A-7), arriving as reinforcements"),
            ("arrive", ("1806",), "1 air (US-A-13), brought by a card")]
        assert {arrow.cost for arrow in arrows if arrow.course.code != "move"} == {None}

    def test_the_legs_of_a_march_are_one_way(self) -> None:
        legs = (e.StackMoved("witp 8.2.c", "japan", ("JP-L-1",), "0507", ("0406",)),
                e.UnitRemoved("witp 8.7.e", "UK-A-1", "0406", "displaced"),
                e.StackMoved("witp 8.2.c", "japan", ("JP-L-1",), "0406", ("0407",), hexes=2, azoc=1, jungle=2))
        drawn = happened(*legs, units=("JP-L-1 0507", "UK-A-1 0406"))
        assert drawn.arrows == (Arrow("japan", MOVE, ("0507", "0406", "0407"), 5, "1 land (JP-L-1)"),)
        broken_off = happened(*legs[:2], units=("JP-L-1 0507", "UK-A-1 0406"))  # the game ended
        assert broken_off.arrows == (Arrow("japan", MOVE, ("0507", "0406"), None, "1 land (JP-L-1)"),)

    def test_ships_left_on_the_way(self) -> None:
        drawn = happened(e.StackMoved("witp 8.5.h", "japan", ("JP-N-1",), "0804", ("0705", "0605")),
                         e.StackMoved("witp 8.2.c", "japan", ("JP-N-2",), "0804", ("0705", "0605", "0606"), hexes=3),
                         units=("JP-N-1 0804", "JP-N-2 0804"))
        assert drawn.arrows == (
            Arrow("japan", MOVE, ("0804", "0705", "0605"), None,
                  "1 naval (JP-N-1), left at Taiwan (0605) to hold the enemy there"),
            Arrow("japan", MOVE, ("0804", "0705", "0605", "0606"), 3, "1 naval (JP-N-2)"))

    def test_what_the_referee_moves(self) -> None:
        ruled = e.Ruled("referee", "why", "ruling", {"JP-N-1": {"hex": "0606"}, "JP-N-2": {"full": False},
                                                     "JP-N-3": {"hex": "", "status": "removed"}})
        drawn = happened(ruled, units=("JP-N-1 0804", "JP-N-2 0804", "JP-N-3 0804"))
        label = "1 naval (JP-N-1), put here by the referee"
        assert drawn.arrows == (Arrow("japan", signs().arrive, ("0606",), None, label),)

    def test_ways_lead_from_hex_to_neighbour(self, campaign: Story) -> None:
        board = campaign.position.data.map
        arrows = chart(campaign.position, campaign.so_far).arrows
        routes = [arrow.route for arrow in arrows if arrow.course.code == "move" or len(arrow.route) > 2]
        assert len(routes) > 10
        assert all(there in board.neighbours(here) for route in routes
                   for here, there in zip(route, route[1:], strict=False))

    def test_costs_are_those_of_the_impulses(self, campaign: Story) -> None:
        arrows = chart(campaign.position, campaign.so_far).arrows
        impulses = [item.act for item in campaign.so_far if isinstance(item.act, e.ImpulseMade)]
        assert impulses
        assert sum(arrow.cost or 0 for arrow in arrows) == sum(
            impulse.cost - impulse.activation for impulse in impulses)

    def test_they_lead_to_where_the_units_are(self, campaign: Story) -> None:
        for item in _moves(campaign.so_far):
            for arrow in chart(item.position_after, [item]).arrows:
                at_the_end = {unit.strip("[]") for stack in chart(item.position_after).stacks
                              if stack.place == arrow.route[-1] for unit in stack.units}
                assert set(item.act.units) <= at_the_end  # type: ignore[union-attr]


def _moves(items: Sequence[Happening]) -> Iterator[Happening]:
    yield from (item for item in items if isinstance(item.act, e.StackMoved | e.StackRedeployed | e.Retreated))


def test_battles() -> None:
    story = busy_turn()
    assert chart(story.position, story.entries).clashes == (
        Clash("0606", "Fleet battle", "Fleet battle: Japan won by 20 − 9 = 11", "japan"),
        Clash("0606", "Assault landing", "Assault landing: Japan won by 7 − 6 = 1", "japan"),
        Clash("0504", "Ground battle", "Ground battle: Japan won by 8 − 1 = 7", "japan"))


class TestOverlays:
    def test_air_zones_are_those_that_hold(self) -> None:
        zones = {area.side: area for area in chart(board("JP-A-1 0605", "US-A-1 0606")).areas
                 if area.overlay == signs().zones}
        assert zones["japan"].label == "Air zones of control of Japan"
        assert "0606" not in zones["japan"].places  # an American air unit stands there
        assert {"0604", "0705"} <= set(zones["japan"].places)
        assert {"0607", "0506"} <= set(zones["allies"].places)

    def test_air_zones_are_the_rules(self, positions: list[Position]) -> None:
        for position in positions:
            for area in chart(position).areas:
                if area.overlay.code == "azoc":
                    assert set(area.places) == air.zone(position, ENEMY[area.side])

    def test_supply_reaches_two_hexes(self) -> None:
        hexes = set(supplied(board(japan=["0907"]), "japan"))
        assert {"0907", "1006", "0908", "1107"} <= hexes
        assert "1207" not in hexes

    def test_no_mountain_is_in_supply(self) -> None:
        assert "0405" not in supplied(board(japan=["0506"]), "japan")

    def test_an_enemy_between_bars_supply(self) -> None:
        assert "1107" in supplied(board("US-N-1 1006", japan=["0907"]), "japan")
        assert "1107" not in supplied(board("US-N-1 1006", "US-N-2 1007", japan=["0907"]), "japan")

    def test_every_unit_is_in_supply_inside_and_out_of_it_outside(self, positions: list[Position]) -> None:
        seen = Counter[bool]()
        for position in [*positions, delayed_entry().position]:
            areas = {area.side: set(area.places) for area in chart(position).areas if area.overlay.code == "supply"}
            for unit in position.on_map():
                exempt = unit.nation == "china" or unit.id == position.chungking_air or is_neutral(position, unit)
                if unit.kind in (AIR, LAND) and not exempt:
                    inside = unit.hex in areas[unit.side]
                    assert inside == supply.in_supply(position, unit), unit
                    seen[inside] += 1
        assert seen[True]
        assert seen[False]

    def test_lines_go_from_base_to_base_to_a_source(self) -> None:
        drawn = chart(board(japan=["0605", "0506", "0407"]))
        network, = [each for each in drawn.networks if each.side == "japan"]
        assert (network.overlay.code, network.label) == ("supply", "Supply lines of Japan")
        assert network.lines == (("0506", "0605", "0705", "0804"), ("0605", "0705", "0804"), ("0407", "0406", "0506"))

    def test_a_base_that_hangs_on_nothing_has_no_line(self) -> None:
        assert chart(board(allies=["0407"])).networks == ()

    def test_a_base_in_the_hex_of_a_source_has_none(self) -> None:
        assert chart(board(japan=["0804"])).networks == ()

    def test_lines_are_the_rules(self, positions: list[Position]) -> None:
        seen = 0
        for position in positions:
            for side in SIDES:
                lines = list(bases.supply_lines(position, side))
                linked = set(traced_sources(position, side))
                for line in lines:
                    assert 2 <= len(line) <= bases.LINE + 1
                    assert all(b in position.data.map.neighbours(a) for a, b in zip(line, line[1:], strict=False))
                    assert bases.blocked(position, side).isdisjoint(line[1:-1])
                    assert line[-1] in linked
                    linked.add(line[0])
                assert linked == bases.supply_network(position, side)
                seen += len(lines)
        assert seen
