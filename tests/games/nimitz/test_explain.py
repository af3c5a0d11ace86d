"""`explain` in Fleet Commander: Nimitz: battles, Japanese orders, reinforcements, want of supply: rule, die and sum."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.program import here
from tests.games.nimitz import played
from witp_pbem.campaign.explaining.explain import explain
from witp_pbem.campaign.explaining.matters import Record, life
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.nimitz.telling.reference import BOOK
from witp_pbem.report import explanation
from witp_pbem.table.columns import WIDTH, width
from witp_pbem.table.language import LANGUAGES, speaking

RULES = {rule.id for rule in BOOK.rules}


def asked(folder: Path, *words: str) -> str:
    """What `explain` answers, in one line."""
    ran = here("explain", folder, *words)
    assert ran.code == 0, ran.err
    return " ".join(ran.out.split())


@pytest.fixture(scope="module")
def solomons() -> str:
    """The battle of the example, explained."""
    return asked(played.solomons_campaign(), "battle at Solomons")


def test_of_a_battle_each_order_is_shown_with_why_it_answered(solomons: str) -> None:
    assert re.search(r"US: “station rest in US Ocean” \(entry 1; receipt \w+…\)\. Understood: station DESRON 2 in US "
                     "Ocean", solomons)
    assert "It was a conditional order, and answered because round 2." in solomons
    assert "US: hit Furutaka/Kako. It was the only legal answer" in solomons


def test_of_a_battle_each_die_is_shown_with_what_it_was_thrown_for(solomons: str) -> None:
    assert "Naval gunfire of Furutaka/Kako, Solomon Islands, round 1: 1. Thrown by hand" in solomons
    assert "area of Hiryu, Solomon Islands, round 1: 2." in solomons
    assert "AA fire of Enterprise, Solomon Islands, round 2: 3." in solomons


def test_what_a_bonus_marker_adds_is_shown_with_its_rule(solomons: str) -> None:
    """A gun of 4 has one hit with a 1; by the marker it had two."""
    assert "Furutaka/Kako 4 + 3/2 = 7/2 1 2" in solomons
    assert "Furutaka/Kako 2 + 3/2 = 5/2 6 0 Aoba/Kinugasa 2 + 3/2 = 5/2 3 1" in solomons
    assert "Surface success adds 3/2. [10.7.jp13]" in solomons
    assert "10.7.jp13 Japanese bonus markers Surface success: gunnery and AA values" in solomons
    assert "Ruled: As Air superiority says" in solomons  # G-40


def test_markers_without_a_sum_are_explained_too(solomons: str) -> None:
    """Why no aircraft went to the Japanese Ocean, and why Japan's bombers threw no die in the second round."""
    for rule in ("10.7.jp11", "10.7.jp4", "10.5.us1", "10.5.us2", "10.5.us12", "10.5.us15"):
        assert f"-- {rule} " in solomons
    assert "Enterprise AA fire, US Ocean" not in solomons and "VT fuse +1" in solomons
    assert "1 hit on the Americans was cancelled (Seabees)." in solomons


def test_the_history_of_a_carrier_has_her_aircraft() -> None:
    folder = played.solomons_campaign()
    text = asked(folder, "Hiryu")
    assert text.startswith("Before: Hiryu: at Solomon Islands, at full strength.")
    assert "Battles: sent Hiryu D3A 1, Hiryu B5N 1 to the area Island. [10.9.1.a]" in text
    assert "was damaged (Japanese Ocean). [10.13.a]" in text and "flew" not in text
    assert text.endswith("After: Hiryu: at reinforcement box, at full strength.")


def test_of_a_reinforcement_roll_the_sum_is_shown() -> None:
    text = asked(played.solomons_campaign(), "reinforcements")
    assert "Die 8 −2 (damaged units) +3 (resupply markers) = 9: ships 2, infantry 2, LBA 1. [11.1.a]" in text
    assert "Japanese reinforcements: 8. Thrown by hand" in text
    assert "-- 11.1.a Japanese reinforcement phase" in text and "Reckoned" not in text


def test_of_a_japanese_order_the_chart_and_the_candidates_are_shown() -> None:
    text = asked(played.first_turn_campaign(), "orders at Japan")
    assert re.search(r"US: “roll Japan, then any” .* Understood: roll Japan\.", text)
    assert re.search(r"Japanese order 1 at Japan: (\d+)\. Sitting 2, link 1 of the chain .* it fits\.", text)
    assert re.search(r"\d+ on the order chart: [A-Z]+; at most ships \d, infantry \d, LBA \d\. \[9\.1\.a\]", text)
    assert "-- 9.1.a How the Japanese move" in text


def test_a_hit_for_want_of_supply_names_the_rule(tmp_path: Path) -> None:
    """The 19th BG is in the Philippines, where nobody is left, and no route leads there through held points."""
    record = json.loads((played.EXAMPLE / "position.json").read_bytes())
    places = {"us_19th_bg": "PH", "jp_24_sentai": "JA"}
    record["units"] = [{**unit, "place": places.get(unit["id"], unit["place"])} if "place" in unit else unit
                       for unit in record["units"]]
    folder = played.create_solomons(tmp_path, seed="cut off", position=json.dumps(record).encode())
    orders = (played.EXAMPLE / "us-1.txt").read_bytes()
    assert submit(folder, [("us-1.txt", orders)]).stands
    adjudicate(folder)
    text = asked(folder, "supply check")
    assert "Out of supply: Philippines. Damaged: 19th BG. [11.4.a]" in text
    assert "Supply was passed on by Alaska, Australia, Hawaiian Islands, Midway Island, New Caledonia, Samoa" in text
    assert "Ground units and LBA out of supply take 1 hit each: 19th BG. [11.4.b]" in text
    assert "-- 11.4.b US supply-check phase" in text
    assert "US supply check: was out of supply and damaged. [11.4.a]" in asked(folder, "19th BG")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", [played.solomons_campaign, played.first_turn_campaign], ids=["solomons", "first"])
def test_everything_is_explained_by_rules_that_exist(folder: object, language: str) -> None:
    record = Record(open_campaign(folder()))  # type: ignore[operator]
    for matter in record.matters:
        with speaking(language):
            explained = explain(record, matter)
            assert max(map(width, explanation.chain(explained, record.game))) <= WIDTH
        assert {rule.id.removeprefix("nimitz ") for rule in explained.rules} <= RULES
        assert all(throw.fits for throw in explained.dice)
    for unit in record.position.units:
        with speaking(language):
            assert max(map(width, explanation.life(life(record, unit), record.game))) <= WIDTH
