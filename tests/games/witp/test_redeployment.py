"""Sections 10.1 to 10.4, rulings R-52, R-72 to R-78, example EX-26."""

from __future__ import annotations

import pytest

from tests.games.witp import reading
from tests.games.witp.scripted import answers, board, codes, events_of, owed, play, problems, rolls
from witp_pbem.games.witp.board.data import packaged
from witp_pbem.games.witp.board.events import (
    Landed,
    Passed,
    StackRedeployed,
    SubmarinesAttacked,
    UnitReduced,
    UnitRemoved,
)
from witp_pbem.games.witp.board.state import Position, Side
from witp_pbem.games.witp.rules.chapter_10_redeployment import air_and_land, fleets, network, stacks
from witp_pbem.table.demand import Understood
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem

AFTER_MANILA = ("JP-CV-1 0606", "JP-CV-2 0606", "JP-N-1 0606", "JP-N-2 0606", "JP-N-3 0606 reduced",
                "JP-N-4 0606 reduced", "JP-L-1 0606", "US-L-1 0606")


def after_manila(*more: str) -> Position:
    """EX-25 and EX-26: a continuing battle in Manila, whose port is still American; the Allies had more points."""
    return board(*AFTER_MANILA, *more, continuing=("0606",), trp_start={"japan": 15, "allies": 17})


def extra(amount: int, side: str) -> tuple[dict[str, object], ...]:
    return ({"op": "extra_redeployments", "id": "1942-01/x/0", "card": "1942-01", "side": side, "for": side,
             "amount": amount},)


class TestFleets:
    def test_example_26_two_stacks_leave_manila(self) -> None:
        table = play(fleets.play, after_manila(),
                     japan="""redeploy 2 carrier, 2 naval from Manila to Palau
                              redeploy [2 naval] from Manila to Kure
                              pass fleets""")
        assert answers(table) == [
            "redeploy JP-CV-1, JP-CV-2, JP-N-1, JP-N-2 from Manila (0606) to Palau (0707)",
            "redeploy JP-N-3, JP-N-4 from Manila (0606) to Kure (0804)"]
        assert table.position.stacks == {"japan": 2, "allies": 0}
        assert {unit.hex for unit in table.position.units.values() if unit.is_fleet} == {"0707", "0804"}
        assert events_of(table, Passed)[0] == Passed("witp 10.2.e", "allies", "fleets", True)  # the Allies go first
        assert not events_of(table, UnitRemoved)

    def test_fleets_left_outside_a_port_are_lost_with_their_cargo(self) -> None:
        table = play(fleets.play, after_manila("JP-L-2 0606 aboard JP-N-1"),
                     japan="redeploy all carrier from Manila to Saigon  pass anyway")
        assert {event.unit for event in events_of(table, UnitRemoved)} == {
            "JP-N-1", "JP-L-2", "JP-N-2", "JP-N-3", "JP-N-4"}
        assert {event.reason for event in events_of(table, UnitRemoved)} == {"no-port"}

    def test_fleets_of_the_ports_owner_may_stay_in_a_continuing_battle(self) -> None:
        table = play(fleets.play, board("US-N-1 0606", "US-L-1 0606", "JP-L-1 0606", continuing=("0606",)),
                     allies="pass fleets")
        assert not events_of(table, UnitRemoved)

    @pytest.mark.parametrize(("units", "number"), [
        (("JP-L-1 0606", "US-L-1 0606"), 4),  # Manila stays American while both are ashore
        (("JP-L-1 0606",), 0),
    ])
    def test_captured_port_is_a_haven(self, units: tuple[str, ...], number: int) -> None:
        table = play(fleets.play, board(*units, *(f"JP-N-{n} 0606" for n in range(1, 5))), japan="pass anyway")
        assert len(events_of(table, UnitRemoved)) == number

    def test_cargo_goes_with_its_ship_and_is_ashore_on_arrival(self) -> None:
        table = play(fleets.play, board("JP-N-1 0706", "JP-L-1 0706 reduced aboard JP-N-1"),
                     japan="redeploy 1 naval, 1 land from 0706 to Palau  pass")
        landed = table.position.units["JP-L-1"]
        assert (landed.hex, landed.aboard) == ("0707", "")
        assert table.position.redeployed == ("JP-N-1", "JP-L-1")
        assert answers(table)[0] == "redeploy JP-N-1 from 0706 to Palau (0707)"

    def test_cargo_of_fleets_that_lie_in_port_goes_ashore(self) -> None:
        table = play(fleets.play, board("JP-N-1 0804", "JP-L-1 0804 aboard JP-N-1"), japan="pass")
        assert events_of(table, Landed) == [Landed("witp 10.2.c", "japan", ("JP-L-1",), "0804", "port")]

    def test_land_units_ashore_do_not_go_with_fleets(self) -> None:
        assert codes(fleets.play, board("JP-N-1 0804", "JP-L-1 0804"),
                     japan="redeploy 1 naval, 1 land from Kure to Palau") == ["land-not-aboard"]

    def test_a_number_of_ships_some_of_them_loaded_is_ambiguous(self) -> None:
        position = board("JP-N-1 0706", "JP-N-2 0706", "JP-L-1 0706 aboard JP-N-2")
        (problem,) = problems(fleets.play, position, japan="redeploy 1 naval from 0706 to Palau")
        assert (problem.code, problem.values["loaded"]) == ("which-ships", ["JP-N-2"])
        assert answers(play(fleets.play, position, japan="""redeploy 1 naval, 1 land from 0706 to Palau
            redeploy 1 naval from 0706 to Palau pass"""))[0].startswith("redeploy JP-N-2 from")

    def test_different_nations_make_one_stack(self) -> None:
        table = play(fleets.play, board("US-N-1 0912", "UK-N-1 0912"),
                     allies="redeploy all from Sydney to South Africa  pass")
        assert table.position.stacks["allies"] == 1

    @pytest.mark.parametrize(("goal", "code", "certain"), [
        ("Panama", "closed-to-japan", True), ("0607", "port-not-controlled", False), ("Midway", "no-port-there", True),
        ("0706", "no-port-there", True), ("Kure", "same-hex", True), ("9999", "no-such-hex", True),
        ("Hollandia", "fleets-into-continuing-battle", False),
    ])
    def test_places_fleets_cannot_go_to(self, goal: str, code: str, certain: bool) -> None:
        position = board("JP-N-1 0804", "JP-L-1 0807", continuing=("0807",))
        (problem,) = problems(fleets.play, position, japan=f"redeploy 1 naval from Kure to {goal}")
        assert (problem.code, problem.certain) == (code, certain)

    def test_each_unit_redeploys_once(self) -> None:
        position = board("JP-N-1 0804", "JP-N-2 0804")
        assert codes(fleets.play, position, japan="""redeploy JP-N-1 from Kure to Palau
            redeploy JP-N-1 from Palau to Kure""") == ["already-redeployed"]

    def test_allowance_counts_both_segments_and_ends_the_segment(self) -> None:
        position = board("JP-N-1 0804", "JP-N-2 0804", stacks={"japan": 6, "allies": 0})
        table = play(fleets.play, position, japan="redeploy JP-N-1 from Kure to Palau")
        assert table.position.stacks["japan"] == 7  # half of 15 basic points
        assert events_of(table, Passed)[-1].forced
        again = play(air_and_land.play, table.position)
        assert all(event.forced for event in events_of(again, Passed))

    @pytest.mark.parametrize(("turn", "side", "amount", "allowed"), [
        (1, "allies", 0, 5), (1, "japan", 0, 10), (4, "japan", 0, 7), (4, "allies", 0, 8), (4, "allies", 2, 10),
        (4, "allies", -2, 6), (4, "allies", -20, 0)])
    def test_allowance(self, turn: int, side: Side, amount: int, allowed: int) -> None:
        position = board(turn=turn, effects=extra(amount, side) if amount else ())
        assert stacks.stacks_left(position, side) == allowed

    def test_tie_goes_to_the_allies_and_goes_alternate(self) -> None:
        position = board("JP-N-1 0804", "JP-N-2 0804", "US-N-1 1406", "US-N-2 1406",
                         trp_start={"japan": 9, "allies": 9})
        table = play(fleets.play, position,
                     japan="redeploy JP-N-1 from Kure to Palau redeploy JP-N-2 from Kure to Palau pass",
                     allies="redeploy US-N-1 from Pearl Harbor to Panama pass")
        assert [event.side for event in events_of(table, StackRedeployed)] == ["allies", "japan", "japan"]

    def test_air_orders_are_left_for_the_next_segment(self) -> None:
        position = board("JP-N-1 0804", "JP-A-1 0804", japan=("0804",))
        table = play(fleets.play, position, japan="""redeploy 1 air from Kure to Palau
            redeploy all from Kure to Truk
            pass fleets""")
        assert answers(table) == ["redeploy JP-N-1 from Kure (0804) to Truk (0907)"]
        assert all(event.forced for event in events_of(table, Passed))

    def test_choices_are_legal_and_begin_with_fleets_outside_a_port(self) -> None:
        position = board("JP-N-1 0804", "JP-N-2 0706")
        texts = reading.offered(fleets.choices(position, "japan"))
        assert texts[0] == "redeploy all fleet from 0706 to Taiwan (0605)"
        assert texts[-1] == "pass fleets"
        for text in texts[:-1]:
            assert play(fleets.play, position, japan=f"{text} pass anyway").position.stacks["japan"] == 1


class TestAirAndLand:
    def test_air_goes_anywhere_regardless_of_zones(self) -> None:
        position = board("JP-A-1 0804", "US-A-1 0606")
        table = play(air_and_land.play, position, allies="pass",
                     japan="redeploy 1 air from Kure to Saigon pass")
        assert table.position.units["JP-A-1"].hex == "0507"
        assert not rolls(table)

    @pytest.mark.parametrize(("order", "code"), [
        ("redeploy 1 air from Kure to Midway", "base-not-friendly"),
        ("redeploy 1 land from Kure to Midway", "base-not-friendly"),
        ("redeploy 1 air from Kure to 0805", "no-base-there"), ("redeploy 1 air from Kure to Kure", "same-hex"),
        ("redeploy all from Kure to Palau", "air-and-land-apart"),
        ("redeploy 1 air from Palau to Kure", "too-few-units"),
        ("redeploy 1 land from Kure to Saigon", "no-transport-network"),
        ("redeploy 1 land from Kure to Okinawa via Manila", "via-is-no-node"),
        ("redeploy 1 land from Manila to Taiwan", "in-continuing-battle"),
    ])
    def test_illegal_orders(self, order: str, code: str) -> None:
        position = board("JP-A-1 0804", "JP-L-1 0804", "JP-L-2 0606", "US-L-1 0606", continuing=("0606",),
                         japan=("0605",) if "Manila to" in order else ())
        assert codes(air_and_land.play, position, japan=order) == [code]

    @pytest.mark.parametrize(("order", "legal"), [
        ("redeploy 1 land from Kure to Saigon", "redeploy JP-L-1 from Kure (0804) to Taiwan (0605)"),
        ("redeploy 1 land from Kure to Okinawa via Manila", "redeploy JP-L-1 from Kure (0804) to Okinawa (0705)"),
        ("redeploy all from Kure to Okinawa", "redeploy all air from Kure (0804) to Okinawa (0705)"),
        ("redeploy 3 air from Kure to Palau", "redeploy all air from Kure (0804) to Palau (0707)"),
        ("redeploy 1 land from Manila to Taiwan", "redeploy all land from Kure (0804) to Taiwan (0605)"),
    ])
    def test_what_is_refused_names_what_can_go(self, order: str, legal: str) -> None:
        position = board("JP-A-1 0804", "JP-L-1 0804", "JP-L-2 0606", "US-L-1 0606", continuing=("0606",),
                         japan=("0605",) if "Manila to" in order else ())
        problem = problems(air_and_land.play, position, japan=order)[0]
        assert reading.advice(problem) == legal
        verdict = air_and_land.judge(position, "japan", reading.order(packaged(), legal))
        assert isinstance(verdict, Understood)

    @pytest.mark.parametrize(("order", "legal"), [
        ("redeploy all fleets from 0706 to Manila", "redeploy JP-N-1 from 0706 to Hainan (0506)"),
        ("redeploy 1 naval from Kure to Midway", "redeploy JP-N-4 from Kure (0804) to Marshalls (1107)"),
        ("redeploy 1 naval from Kure to Kure", "redeploy JP-N-4 from Kure (0804) to Yokosuka (0904)"),
        ("redeploy 3 naval from Kure to Palau", "redeploy all fleet from Kure (0804) to Palau (0707)"),
        ("redeploy 1 naval from Kure to 9999", "")])
    def test_fleets_go_to_the_nearest_port_that_is_open(self, order: str, legal: str) -> None:
        problem = problems(fleets.play, board("JP-N-1 0706", "JP-N-4 0804"), japan=order)[0]
        assert reading.advice(problem) == legal

    def test_allies_stay_out_of_the_chinese_hexes(self) -> None:
        position = board("US-A-1 0306", trp_start={"japan": 0, "allies": 1})
        (problem,) = problems(air_and_land.play, position, allies="redeploy US-A-1 from Rangoon to Chungking")
        assert (problem.code, problem.certain) == ("chinese-hex", True)

    def test_into_a_continuing_battle_and_not_out_of_it(self) -> None:
        position = board("JP-A-1 0804", "JP-A-2 0606", "JP-L-2 0606", "US-L-1 0606", continuing=("0606",))
        table = play(air_and_land.play, position, allies="pass",
                     japan="redeploy 1 air from Kure to Manila redeploy JP-A-2 from Manila to Palau pass")
        assert [event.hex for event in events_of(table, StackRedeployed)] == ["0606", "0707"]

    def test_card_lets_land_units_out_of_a_battle(self) -> None:
        card = {"op": "withdraw", "id": "1943-03/japan/0", "card": "1943-03", "side": "japan", "for": "japan",
                "types": ("land",), "count": 3, "left": 2}
        units = ("JP-L-1 0909", "JP-L-2 0909", "JP-L-3 0909", "JP-A-3 1008", "JP-L-4 1008", "US-L-1 0909")
        position = board(*units, continuing=("0909",), effects=(card,), japan=("1008",))
        assert codes(air_and_land.play, position, allies="pass",
                     japan="redeploy 3 land from Port Moresby to Rabaul") == ["too-many-withdraw"]
        table = play(air_and_land.play, position, allies="pass", dice=(6, 6),
                     japan="redeploy 2 land from Port Moresby to Rabaul pass")
        assert table.position.effects == ()
        assert len(table.position.at("0909")) == 2

    def test_as_many_as_a_card_lets_out_are_listed_whatever_their_nations(self) -> None:
        card = {"op": "withdraw", "id": "1943-03/allies/0", "card": "1943-03", "side": "allies", "for": "allies",
                "types": ("land",), "count": 2, "left": 2}
        units = ("US-L-1 0909 reduced", "US-L-2 0909", "UK-L-1 0909", "JP-L-1 0909")
        position = board(*units, continuing=("0909",), effects=(card,), allies=("0909",))
        orders = {choice["to"]: choice["units"] for choice in air_and_land.choices(position, "allies")
                  if choice.get("origin") == "0909"}
        assert orders["0910"] == ["US-L-2", "UK-L-1"]

    def test_units_that_came_with_fleets_do_not_go_again(self) -> None:
        position = board("JP-L-1 0804", "JP-L-2 0804", redeployed=("JP-L-1",))
        assert codes(air_and_land.play, position, allies="pass",
                     japan="redeploy JP-L-1 from Kure to Okinawa") == ["already-redeployed"]


class TestTransportNetwork:
    """R-76 and R-77: two hexes to the first node and from the last, three between nodes."""

    def test_from_a_source_over_a_base_to_a_port(self) -> None:
        position = board(japan=("0606",))
        # Kure (0804) to Manila is three hexes: a leg between nodes; Leyte's neighbour Palau is then one more hex away.
        assert network.land_route(position, "japan", "0804", "0606") == ("0804", "0705", "0605", "0606")

    def test_last_leg_is_at_most_two_hexes(self) -> None:
        position = board()
        assert not isinstance(network.land_route(position, "japan", "0804", "0705"), Problem)
        far = network.land_route(position, "japan", "0804", "0506")
        assert isinstance(far, Problem)
        assert (far.code, far.values["limit"], far.values["leg"]) == ("no-transport-network", 2, 3)

    def test_leg_between_nodes_can_be_two_by_option(self) -> None:
        position = board(japan=("0606",), options={"transport_leg_between_nodes": 2})
        assert isinstance(network.land_route(position, "japan", "0804", "0606"), Problem)

    def test_origin_may_be_two_hexes_from_its_first_node(self) -> None:
        shut = network.land_route(board(japan=("0907",)), "japan", "0707", "0907")
        assert isinstance(shut, Problem)  # by Guam and Hollandia
        open_way = board("JP-L-1 0806", "JP-L-2 0807", japan=("0907",))  # both bases on the way are Japanese now
        assert network.land_route(open_way, "japan", "0707", "0907") == ("0707", "0806", "0907")

    def test_enemy_bases_zones_and_mountains_bar_but_not_at_the_ends(self) -> None:
        assert "0806" in network.barred(board(), "japan")  # Guam
        assert "0605" in network.barred(board("US-A-1 0606"), "japan")
        assert "0605" not in network.barred(board("US-A-1 0606", "JP-A-1 0605"), "japan")
        assert "0606" in network.barred(board("US-A-1 0606"), "japan")
        assert "0805" not in network.barred(board("US-N-1 0805"), "japan")  # units alone do not bar
        battle = board("US-A-1 0606", "US-L-1 0606", "JP-L-2 0606", continuing=("0606",), japan=("0605",))
        assert not isinstance(network.land_route(battle, "japan", "0605", "0606"), Problem)

    def test_zones_bar_on_turn_1_too(self) -> None:
        assert "0605" in network.barred(board("US-A-1 0606", turn=1), "japan")

    def test_submarines_cannot_reach_a_route_over_land(self) -> None:
        position = board("JP-L-1 0404", "JP-L-2 0505", "JP-L-3 0504", "JP-L-4 0504", "CN-L-1 0505",
                         continuing=("0505",), japan=("0404", "0604"))
        table = play(air_and_land.play, position, dice=(6, 6), japan="""
            redeploy 1 land from 0504 to 0505
            redeploy 1 land from 0504 to 0505 via Shanghai
            pass""")
        assert [event.path for event in events_of(table, StackRedeployed)] == [
            ("0504", "0404", "0505"), ("0504", "0604", "0505")]
        assert [act.label for act in rolls(table)] == [
            phrase("submarines", units=("JP-L-4",), place="0505")]

    def test_san_francisco_reaches_pearl_harbor_over_three_hex_legs(self) -> None:
        route = network.land_route(board(allies=("1406",)), "allies", "1706", "1406")
        assert not isinstance(route, Problem)
        assert len(route) == 4

    def test_via_names_the_nodes_to_touch(self) -> None:
        position = board("JP-L-1 0804", japan=("0705", "0904", "0905"))
        table = play(air_and_land.play, position, allies="pass", dice=(6, 6),
                     japan="redeploy 1 land from Kure to Okinawa via Yokosuka pass")
        assert answers(table)[0] == "redeploy JP-L-1 from Kure (0804) to Okinawa (0705) via Yokosuka (0904)"
        assert "0904" in events_of(table, StackRedeployed)[0].path


class TestSubmarines:
    POSITION = ("JP-L-1 0804", "JP-L-2 0804 reduced")

    def test_hit_on_the_unit_its_owner_chooses(self) -> None:
        position = board(*self.POSITION)
        order = "redeploy 2 land from Kure to Okinawa pass"
        assert owed(air_and_land.play, position, japan=order, allies="pass", dice=(1, 2)).dues[0].demand.code \
            == "submarine-loss"
        table = play(air_and_land.play, position, japan=f"{order} lose reduced land first", allies="pass",
                     dice=(1, 2))
        assert events_of(table, UnitRemoved) == [UnitRemoved("witp 10.4.d", "JP-L-2", "0705", "submarine")]
        assert "lose JP-L-2 at Okinawa (0705)" in answers(table)

    def test_no_choice_between_equals(self) -> None:
        table = play(air_and_land.play, board("JP-L-1 0804", "JP-L-2 0804"), allies="pass", dice=(1, 1),
                     japan="redeploy 2 land from Kure to Okinawa pass")
        assert events_of(table, UnitReduced) == [UnitReduced("witp 10.4.d", "JP-L-1", "0705", "submarine")]

    @pytest.mark.parametrize(("turn", "dice", "hit"), [(4, (1, 3), False), (12, (1, 4), True), (12, (3, 3), False)])
    def test_table_by_year(self, turn: int, dice: tuple[int, int], hit: bool) -> None:
        table = play(air_and_land.play, board("JP-L-1 0804", turn=turn), allies="pass", dice=dice,
                     japan="redeploy 1 land from Kure to Okinawa pass")
        assert events_of(table, SubmarinesAttacked)[0].hit is hit

    def test_card_changes_the_range_or_keeps_submarines_away(self) -> None:
        card = {"op": "submarine_range", "id": "1943-02/x/0", "card": "1943-02", "side": "allies", "for": "japan"}
        order = "redeploy 1 land from Kure to Okinawa pass"
        wide = board("JP-L-1 0804", effects=({**card, "low": 2, "high": 6},))
        assert events_of(play(air_and_land.play, wide, order, "pass", (3, 3)), SubmarinesAttacked)[0].hit
        never = board("JP-L-1 0804", effects=({**card, "low": 0, "high": 0},))
        assert not rolls(play(air_and_land.play, never, order, "pass"))

    def test_card_closes_the_sea(self) -> None:
        card = {"op": "forbid", "id": "1945-02/x/0", "card": "1945-02", "side": "allies", "for": "japan",
                "action": "land_redeployment_by_sea"}
        assert codes(air_and_land.play, board("JP-L-1 0804", "JP-A-1 0804", effects=(card,)), allies="pass",
                     japan="redeploy 1 land from Kure to Okinawa") == ["card-forbids-sea"]
