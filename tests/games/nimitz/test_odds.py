"""The odds of battles of Fleet Commander: Nimitz: as they stand, with wishes, in their midst; what nobody ordered."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.program import here
from tests.games.nimitz.played import EXAMPLE, create_solomons
from witp_pbem.campaign.disputes.odds import BattleOdds, of_campaign
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import check_all, submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.nimitz.board.state import JAPAN, SIDES, US

HEAD = "Campaign: solomons-1942\nTurn: 1\nSide: {}\n\n"
SET_UP = "station Chicago in Coastal\nstation rest in US Ocean\nprepare Furball, VT fuse, Air-defence system, Seabees\n"
ROUND_1 = """
unless round 2
  fly 28th BG, SBD, TBD to Coastal
  fly 18th FG over Island
  fly F4F to US Ocean
end
hit Aoba, then any
lose TBD, 28th BG, then any
use Seabees
keep any
"""
DICE = "dice 4 11 12 2 6 10 2 10 6 3 2 1 9 2 3 2 1 8 4\n"  # of the example, up to the markers of its second round
LOST = {US: 5, JAPAN: 3}  # steps in the first round: 18th FG, 28th BG, Chicago's front; Aoba, Furutaka's front
IN_EVERY_BATTLE = {"stationing", "markers", "aircraft"}


def reckoned(folder: Path, *files: tuple[str, str]) -> BattleOdds:
    """The odds as the American player is told them, with some files."""
    campaign = open_campaign(folder)
    return of_campaign(campaign, check_all(campaign, [(name, text.encode()) for name, text in files]), US)


def ordered(text: str) -> tuple[str, str]:
    """A file of American orders."""
    return "us.txt", HEAD.format("us") + text


def mean(odds: BattleOdds, side: str) -> Fraction:
    """How many steps a side loses on the average."""
    index = SIDES.index(side)
    return sum((share * outcome.losses[index] for outcome, share in odds.odds.chances.items()), Fraction(0))


def played_on(folder: Path, **orders: str) -> Path:
    files = [(f"{side}.txt", (HEAD.format(side) + text).encode()) for side, text in orders.items()]
    assert submit(folder, files).stands
    adjudicate(folder)
    return folder


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, before anything is ordered."""
    return create_solomons(tmp_path_factory.mktemp("begun"), seed="odds")


@pytest.fixture(scope="module")
def second_round(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example when its second round begins, and nobody has said whither aircraft fly in it."""
    folder = create_solomons(tmp_path_factory.mktemp("round"), dice="manual")
    return played_on(folder, us=SET_UP + ROUND_1, referee=DICE)


def test_a_battle_with_wishes_for_all_of_it_supposes_nothing(begun: Path) -> None:
    odds = reckoned(begun, ("us-1.txt", (EXAMPLE / "us-1.txt").read_text("utf-8")))
    assert odds.battles == (("SI", "battle", 0),)
    assert (odds.assumed, odds.stopped) == ((), ())


def test_wishes_on_file_count_as_those_that_are_shown(tmp_path: Path) -> None:
    wishes = (EXAMPLE / "us-1.txt").read_text("utf-8")
    folder = create_solomons(tmp_path, seed="odds")
    shown = reckoned(folder, ("us-1.txt", wishes))
    assert submit(folder, [("us-1.txt", wishes.encode())]).stands
    on_file = reckoned(folder)
    assert on_file.assumed == () and on_file.odds.plays == shown.odds.plays
    assert abs(mean(on_file, JAPAN) - mean(shown, JAPAN)) < 1


def test_what_nobody_has_ordered_is_supposed_and_said(begun: Path) -> None:
    ran = here("odds", begun)
    text = " ".join(ran.out.split())
    assert ran.code == 0, ran.err
    assert "No order at hand answers 5 kinds of decisions; what is supposed instead stands at the end." in text
    assert text.index("5 kinds of decisions") < text.index("Steps lost") < text.index("Supposed: pass aircraft.")
    assert "Supposed: pass markers." in text and "Supposed: station DESRON 2 in US Ocean." in text
    assert "Reconstructed, not the printed game: how many there are of each bonus marker" in text


def test_it_is_worth_while_to_order_aircraft(begun: Path) -> None:
    nobody = reckoned(begun)
    flown = reckoned(begun, ordered(SET_UP + "fly SBD, TBD, 28th BG to Coastal\n"))
    assert {one.demand for one in nobody.assumed} >= IN_EVERY_BATTLE
    assert IN_EVERY_BATTLE & {one.demand for one in flown.assumed} == {"aircraft"}  # where the others fly
    assert mean(flown, JAPAN) > mean(nobody, JAPAN) + Fraction(1, 2)


def test_a_set_up_decision_typed_on_the_command_line(begun: Path) -> None:
    before = (begun / "logbook.jsonl").read_bytes()
    (odds,) = json.loads(here("odds", begun, SET_UP, "fly any to Coastal", "--side", "us", "--json").out)
    (battle,) = odds["battles"]
    assert not odds["exact"] and odds["plays"] >= 100
    assert (battle["place"], battle["fought"]["value"]) == ("SI", 1)
    assert battle["losses"]["japan"]["mean"] == pytest.approx(
        sum(int(lost) * chance["value"] for lost, chance in battle["losses"]["japan"]["chances"].items()))
    assert not IN_EVERY_BATTLE & {one["demand"] for one in odds["assumed"]}
    assert (begun / "logbook.jsonl").read_bytes() == before


def test_in_mid_battle_what_was_lost_before_counts(second_round: Path) -> None:
    nobody = reckoned(second_round)
    assert (nobody.assumed[0].demand, nobody.assumed[0].about["round"]) == ("aircraft", 2)
    flown = reckoned(second_round, ordered("fly any to Japanese Ocean\nhit any\nlose any\nuse any\n"))
    assert flown.assumed == () and mean(nobody, JAPAN) < mean(flown, JAPAN)
    for odds in (nobody, flown):
        for side in SIDES:
            assert min(outcome.losses[SIDES.index(side)] for outcome in odds.odds.chances) == LOST[side]
