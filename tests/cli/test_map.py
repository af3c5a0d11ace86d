"""`map` as a player types it."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest

from tests.cli.program import contents, here
from tests.report.boards import hexes
from witp_pbem.cli.map import known_place
from witp_pbem.table.chart import Chart, Spot
from witp_pbem.table.names import names
from witp_pbem.table.tokens import Lexicon


@pytest.fixture(scope="module")
def manila(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's campaign."""
    place = tmp_path_factory.mktemp("map")
    assert here("demo", cwd=place).code == 0
    return place / "manila-1942-demo"


def titles(svg: str) -> dict[str, str]:
    """What each hex tells, by number."""
    root = ElementTree.fromstring(svg)
    return {str(each.get("id"))[2:]: each.findtext("{*}title") or "" for each in root.iter("{http://www.w3.org/2000/svg}g")
            if each.get("id", "").startswith("m-") and each.get("id", "")[2:].isdigit()}


def test_the_map_goes_to_the_screen_and_changes_nothing(manila: Path) -> None:
    before = contents(manila)
    ran = here("map", manila)
    assert ran.code == 0 and not ran.err
    places = titles(ran.out)
    assert len(places) == 188 and places["0606"].startswith("Manila (0606)")
    assert contents(manila) == before


def test_a_drawing_and_a_picture_are_written_and_not_over_another(manila: Path, tmp_path: Path) -> None:
    drawing, picture = tmp_path / "map.svg", tmp_path / "map.PNG"
    assert here("map", manila, "--turn", "4", "-o", drawing).code == 0
    assert drawing.read_text("utf-8") == here("map", manila, "--turn", "4").out
    assert here("map", manila, "-o", picture, "--width", "640").code == 0
    assert struct.unpack(">I", picture.read_bytes()[16:20]) == (640,)
    refused = here("map", manila, "-o", drawing)
    assert refused.code == 2 and "--force" in refused.err
    assert here("map", manila, "-o", drawing, "--force").code == 0
    assert drawing.read_text("utf-8") == here("map", manila).out


@pytest.mark.parametrize("place", ["Manila", "manila", "0606", "Manila (0606)", "マニラ"])
def test_a_place_goes_by_every_name_it_has(manila: Path, place: str) -> None:
    places = titles(here("map", manila, "--around", place, "--radius", "1").out)
    assert sorted(places) == ["0506", "0507", "0605", "0606", "0607", "0706", "0707"]


def test_a_place_of_several_words_and_the_usual_radius(manila: Path) -> None:
    places = titles(here("map", manila, "--around", "port moresby").out)
    assert "0909" in places and len(places) == 37


@pytest.mark.parametrize(("place", "hint"), [
    ("Manilla", "Manila (0606)"), ("mnla", "Manila (0606)"),
    ("Manila (0607)", "Manila (0606), Leyte (0607)"), ("Manilla 0606", "Manila (0606)"),
    ("moresbi", "Port Moresby (0909)"), ("9999", "0104"), ("Atlantis", "as in 0104"),
    ("", "as in 0104")])
def test_an_unknown_place_is_refused_with_what_is_near(manila: Path, place: str, hint: str) -> None:
    ran = here("map", manila, "--around", place)
    assert ran.code == 2 and not ran.out
    assert hint in ran.err


def test_a_name_of_two_places_asks_for_the_number() -> None:
    lexicon = Lexicon(places=names({"0101": ("Santa Cruz",), "0203": ("Santa Cruz", "Cruz")}))
    chart = Chart("", hexes((Spot("0101", "Santa Cruz"), Spot("0203", "Cruz"))), ())
    with pytest.raises(click.BadParameter, match=r"Santa Cruz \(0101\), Cruz \(0203\)"):
        known_place("Santa Cruz", chart, lexicon)
    assert known_place("Santa Cruz (0203)", chart, lexicon) == "0203"
    assert known_place("CRUZ", chart, lexicon) == "0203"


def test_at_most_four_near_places_are_offered() -> None:
    capes = {f"010{number}": f"Cape {letter}" for number, letter in enumerate("abcdefg", 1)}
    spots = tuple(Spot(number, name) for number, name in capes.items())
    with pytest.raises(click.BadParameter) as refused:
        known_place("cape", Chart("", hexes(spots), ()), Lexicon(
            places=names({number: (name,) for number, name in capes.items()})))
    assert refused.value.message.count("(010") == 4


@pytest.mark.parametrize(("asked", "expected"), [
    (["--phase", "lunch"], "operations"), (["--overlay", "moves,weather"], "azoc"), (["-o", "map.jpg"], ".svg / .png"),
    (["-o", "map"], ".svg / .png"), (["--radius", "2"], "--around"), (["--width", "500"], ".png"),
    (["-o", "map.svg", "--width", "500"], ".png"), (["--side", "germany"], "japan"), (["--turn", "99"], "99")])
def test_wrong_wishes_are_refused_before_anything_is_written(
        manila: Path, tmp_path: Path, asked: list[str], expected: str) -> None:
    ran = here("map", manila, *asked, cwd=tmp_path)
    assert ran.code == 2 and not ran.out
    assert expected in ran.err
    assert not list(tmp_path.iterdir())


def test_a_phase_and_overlays_are_drawn_as_asked(manila: Path) -> None:
    whole = here("map", manila, "--turn", "4").out
    operations = here("map", manila, "--turn", "4", "--phase", "operations").out
    assert "<g><title>" in operations
    assert len(re.findall("<g><title>", operations)) < len(re.findall("<g><title>", whole))
    assert "<g><title>" not in here("map", manila, "--turn", "4", "--overlay", "none").out
    laid = here("map", manila, "--turn", "4", "--overlay", " Supply, azoc,").out
    assert 'id="m-azoc-1"' in laid and 'id="m-supply-1"' in laid and "<g><title>" not in laid


def test_the_language_asked_for_is_that_of_the_names(manila: Path) -> None:
    assert titles(here("map", manila, "--lang", "ja").out)["0606"].startswith("マニラ (0606)")
