"""What forms offer ahead: every line stands, and whoever takes away the # of them all is asked nothing more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.nimitz.reading import GAME, LEXICON
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.games.nimitz.board.setup import SCENARIOS, begin_campaign, years_of
from witp_pbem.games.nimitz.board.state import Position
from witp_pbem.games.nimitz.board.turn import OUTLINE
from witp_pbem.table import text
from witp_pbem.table.demand import Order
from witp_pbem.table.language import speaking
from witp_pbem.table.sitting import read_statement


def position(scenario: str, step: str) -> Position:
    opened: Position = GAME.open(scenario, {})
    return begin_campaign(opened, years_of(scenario)[0]).but(turn=1, step=step, reinforcement=9)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("step", tuple(OUTLINE))
def test_every_line_can_be_read_and_is_not_wrong_for_certain(scenario: str, step: str) -> None:
    at = position(scenario, step)
    for code in ("en", "ja"):
        with speaking(code):
            offered = GAME.usual(at, "us", "turn", ())
            for usual in offered:
                read = text.read(usual.text, LEXICON)
                assert not read.problems and len(read.statements) == 1, usual
                order = read_statement(GAME, read.statements[0])
                assert isinstance(order, Order), usual
                assert not GAME.precheck(at, "us", order), usual


def keywords(step: str) -> list[str]:
    return [usual.text.split()[0] for usual in GAME.usual(position("1944", step), "us", "turn", ())]


def test_only_what_is_to_come_is_offered() -> None:
    assert {"buy", "pass", "move", "roll", "fight", "stay"} <= set(keywords("supply"))
    assert not {"buy", "move"} & set(keywords("japan")) and keywords("repair") == ["stay"]


def test_the_invasion_is_offered_late_in_the_war() -> None:
    at = position("1945", "movement")
    offered = {turn: [usual.text for usual in GAME.usual(at.but(turn=turn), "us", "turn", ())] for turn in (2, 3)}
    assert "invade any" not in offered[2] and "invade any" in offered[3]


def uncommented(folder: Path, turn: int) -> str:
    """A file with all that the form of a campaign offers ahead."""
    offered: list[Any] = GAME.usual(open_campaign(folder).position, "us", "turn", ())
    return "\n".join([f"Campaign: seas\nTurn: {turn}\nSide: us", *(usual.text for usual in offered), ""])


@pytest.mark.parametrize(("scenario", "turns"), [("1942", 4), ("1943", 1), ("1944", 1), ("1945", 4)])
def test_a_campaign_can_be_played_with_what_forms_offer(scenario: str, turns: int, tmp_path: Path) -> None:
    """One file a turn: it stands, and nothing more is asked in the turn."""
    folder = tmp_path / "seas"
    create(folder, Wishes(game="nimitz", scenario=scenario, seed="forms"))
    adjudicate(folder)
    for turn in range(1, turns + 1):
        if open_campaign(folder).position.outcome:
            break
        recorded = submit(folder, [("us.txt", uncommented(folder, turn).encode())])
        assert recorded.stands, [problem for file in recorded.checked for problem in file.problems]
        adjudicate(folder)
        campaign = open_campaign(folder)
        assert campaign.turn == turn + 1 or campaign.position.outcome, campaign.position.step
