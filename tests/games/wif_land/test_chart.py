"""The map of World in Flames: what is drawn of hexes and their sides, counters, and what lies over them."""

from __future__ import annotations

from tests.games.wif_land import played
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.games.wif_land.board import setup
from witp_pbem.games.wif_land.board.data import build, packaged, read
from witp_pbem.games.wif_land.board.state import ALLIES, AXIS, Position, Unit
from witp_pbem.games.wif_land.telling import narration
from witp_pbem.report.map.drawing import draw
from witp_pbem.table.chart import Chart
from witp_pbem.table.language import speaking

SMOLENSK, LUZON = played.ORDERS


def position(scenario: str, **fields: object) -> Position:
    opened = setup.open_position(packaged(), scenario, {})
    assert isinstance(opened, Position)
    return opened.but(turn=1, step="rail", **fields)


def drawn(before: Position) -> Chart:
    with speaking("en"):
        return narration.chart(before)


def test_hexes_have_their_terrain_names_and_marks() -> None:
    spots = {spot.place: spot for spot in drawn(position(SMOLENSK)).sheet.spots}
    assert set(spots) == set(packaged().maps["smolensk"].hexes)
    assert (spots["0104"].ground.name, spots["0703"].name) == ("swamp", "Moscow")
    assert [mark.name for mark in spots["0703"].marks] == ["city", "blue factory"]
    assert [mark.name for mark in spots["0303"].marks] == []
    assert spots["0303"].facts == ("Clear.", "To 0302: river.", "To 0402: river.", "To Smolensk (0403): river.")


def test_what_lies_along_and_across_hexsides() -> None:
    edges = {(edge.first, edge.second): edge.kind.code for edge in drawn(position(SMOLENSK)).sheet.edges}
    assert edges["0302", "0303"] == "river"
    assert edges["0503", "0603"] in ("fort", "railway")
    assert edges["0103", "0203"] == "railway"


def test_counters_have_what_is_printed_on_them_and_reduced_ones_lie_face_down() -> None:
    stacks = {stack.kind.code: stack for stack in drawn(position(SMOLENSK)).stacks if stack.place == "0202"}
    assert stacks["ARM"].labels == ("ARM XLI 8-5",)
    assert stacks["HQ"].labels == ("HQ v. Bock 8-4 (4)",) or "(" in stacks["HQ"].labels[0]
    down = [stack for stack in drawn(position(SMOLENSK)).stacks if stack.place == "0303" and stack.reduced]
    assert [stack.units for stack in down] == [("[AT 45 mm]",)]


def test_who_is_at_sea_is_drawn_in_the_sea_area() -> None:
    stacks = [stack for stack in drawn(position(LUZON)).stacks if stack.place == "0101"]
    assert {stack.kind.code: stack.remark for stack in stacks} == {
        "MAR": "in section 2 at sea", "INF": "in section 1 at sea", "SCS": "in section 2 at sea"}


def test_a_unit_of_no_power_is_drawn_as_its_side_s() -> None:
    (stack,) = [stack for stack in drawn(position(SMOLENSK)).stacks if stack.kind.code == "LND"]
    assert (stack.nation.name, stack.nation.letters) == ("Axis", "AX")


def test_a_power_without_a_sign_gets_one_of_its_letters() -> None:
    finn = Unit("fi-inf-1", AXIS, "Finland", "INF", "0101", combat=3, movement=3)
    before = position(SMOLENSK)
    (stack,) = [stack for stack in drawn(before.but(units={**before.units, finn.id: finn})).stacks
                if stack.place == "0101"]
    assert stack.nation.letters == "FI"


def test_nobody_controls_the_sea() -> None:
    control = {spot.place: spot.control for spot in drawn(position(LUZON)).sheet.spots}
    assert (control["0101"], control["0202"], control["0304"]) == ("", AXIS, ALLIES)


def test_zones_of_control_and_lines_of_supply_are_laid_over_the_map() -> None:
    before = position(SMOLENSK, supply_sources={AXIS: ("0103",)}, supply_reach=4)
    chart = drawn(before)
    zones = {area.side: area.places for area in chart.areas}
    assert "0302" in zones[AXIS] and "0303" in zones[AXIS] and "0703" not in zones[AXIS]
    (lines,) = chart.networks
    assert lines.side == AXIS and all(line[-1] == "0103" for line in lines.lines)
    with speaking("en"):
        assert narration.chart(before, overlaid=False).areas == ()


def test_attacks_to_be_fought_and_sources_of_supply_are_marked() -> None:
    campaign = open_campaign(played.campaign(SMOLENSK))
    assert [marker.place for marker in drawn(campaign.position).markers] == []
    marked = drawn(position(SMOLENSK, supply_sources={AXIS: ("0103",)}, ruined={"0704": 1})).markers
    assert [marker.label for marker in marked] == ["1 destroyed factory", "Source of supply of the Axis"]


def test_hexes_of_any_numbering_are_drawn() -> None:
    records = read()
    plain = {"source": "a friend", "grid": {"numbering": "free"}, "scale": "european",
             "hexes": {"A1": {"terrain": "clear", "at": [1, 1]}, "A2": {"terrain": "forest", "at": [1, 2]}}}
    maps = {**records["maps"], "maps": {**records["maps"]["maps"], "own": plain}}
    own = Position(build({**records, "maps": maps}), "own", "own", units={
        "x": Unit("x", AXIS, "Germany", "INF", "A1", combat=5, movement=3)})
    chart = drawn(own)
    assert [spot.place for spot in chart.sheet.spots] == ["A1", "A2"]
    assert chart.sheet.remark == "Map: a friend."
    assert "<svg" in draw(chart)
