"""What forms offer ahead: every line stands, and whoever takes away the # of them all is asked nothing more but where
units have to be named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.wif_land.reading import GAME, LEXICON
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import Campaign, open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.wif_land.board.state import SIDES, Position
from witp_pbem.table import text
from witp_pbem.table.demand import Order
from witp_pbem.table.language import speaking
from witp_pbem.table.sitting import read_statement

SCENARIOS = tuple(GAME.data.positions)


def position(scenario: str, **options: str) -> Position:
    opened: Position = GAME.open(scenario, options)
    return opened.but(turn=1, step="rail")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", SIDES)
def test_every_line_can_be_read_and_is_not_wrong_for_certain(scenario: str, side: str) -> None:
    at = position(scenario, option_38="yes", asa_3="yes").but(action="")
    for code in ("en", "ja"):
        with speaking(code):
            for usual in (usual for phase in GAME.phases for usual in GAME.usual(at, side, phase, ())):
                read = text.read(usual.text, LEXICON)
                assert not read.problems and len(read.statements) == 1, usual
                order = read_statement(GAME, read.statements[0])
                assert isinstance(order, Order), usual
                assert not GAME.precheck(at, side, order), usual


def offered(at: Position, side: str, phase: str) -> set[str]:
    return {usual.text for usual in GAME.usual(at, side, phase, ())}


def test_only_what_a_side_can_be_asked_is_offered() -> None:
    smolensk, luzon = map(position, SCENARIOS)
    assert offered(smolensk, "axis", "rail") == {"pass railways"} and not offered(smolensk, "allies", "rail")
    assert offered(smolensk, "axis", "movement") == {"pass movement"}
    assert offered(luzon, "axis", "movement") == {"pass movement", "pass invasions", "pass paradrops"}
    assert "pass notional" in offered(luzon, "allies", "combat") - offered(smolensk, "allies", "combat")
    assert "pass bombardment" in offered(luzon, "axis", "combat") - offered(smolensk, "axis", "combat")
    assert "action land" in offered(smolensk.but(action=""), "axis", "rail")


@pytest.mark.parametrize("step", ["support", "combat"])
def test_no_attack_is_offered_where_all_have_been_declared(step: str) -> None:
    """Who has landed and is lost since may still stand in an attack."""
    smolensk = position("smolensk-july-1941")
    assert any(line.startswith("attack") for line in offered(smolensk, "axis", "combat"))
    assert not any(line.startswith("attack") for line in offered(smolensk.but(step=step), "axis", "combat"))


def test_attacks_are_offered_with_their_odds() -> None:
    notes = {usual.text: usual.note for usual in GAME.usual(position("smolensk-july-1941"), "axis", "combat", ())
             if not usual.closes}
    assert notes == {"attack 0301 with g74, g45": "1:1 as things stand",
                     "attack 0303 with g41, g02d, gbock, g47, g08": "6:1 as things stand"}


def uncommented(campaign: Campaign, side: str) -> str:
    """A file with all that the form of a campaign offers ahead."""
    lines = [usual.text for phase in campaign.game.phases
             for usual in campaign.game.usual(campaign.position, side, phase, ())]
    return "\n".join([f"Campaign: seas\nTurn: {campaign.turn}\nSide: {side}", *lines, ""])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_campaign_can_be_played_with_what_forms_offer(scenario: str, tmp_path: Path) -> None:
    """One file of each side an impulse: it stands, and nothing more is asked in the impulse."""
    folder = tmp_path / "seas"
    create(folder, Wishes(game="wif_land", scenario=scenario, seed="forms"))
    adjudicate(folder)
    for impulse in (1, 2):
        campaign = open_campaign(folder)
        assert campaign.turn == impulse, campaign.position.step
        files: list[Any] = [(f"{side}.txt", uncommented(campaign, side).encode()) for side in SIDES]
        recorded = submit(folder, files)
        assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
        adjudicate(folder)
    assert open_campaign(folder).position.outcome
