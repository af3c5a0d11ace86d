"""Opening a campaign: what is looked at again, and what goes on from there."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.campaign.desk import Desk, codes, play_turn
from witp_pbem.campaign.explaining.story import items_of
from witp_pbem.campaign.folder.campaign import Campaign
from witp_pbem.campaign.folder.opening import open_campaign, writing
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import written_heads
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.sitting.adjudicate import hold


def misshapen(entries: list[dict[str, Any]]) -> None:
    """Gives an entry a field that belongs to none."""
    entries[1]["mood"] = "gloomy"


def test_the_form_of_what_others_wrote_is_looked_at(desk: Desk) -> None:
    play_turn(desk)
    desk.rewrite(misshapen)
    with pytest.raises(Damaged, match="entry 1: The entry is not well formed"):
        desk.open()


def test_the_form_of_what_this_computer_wrote_is_left_to_verify(desk: Desk, tmp_path: Path) -> None:
    play_turn(desk)
    desk.rewrite(misshapen)
    heads = desk.folder / "private" / written_heads.FILE
    heads.write_bytes(written_heads.line(desk.entries()))  # type: ignore[arg-type]
    assert desk.open().turn == 2
    assert "wrong-form" in codes(verify(desk.folder).findings)
    with heads.open("ab") as file:  # the last head counts: it does not fix the entries behind it
        file.write(written_heads.line(desk.entries()[:1]))  # type: ignore[arg-type]
    with pytest.raises(Damaged, match="entry 1"):
        desk.open()
    copy = tmp_path / "copy"
    shutil.copytree(desk.folder, copy, ignore=shutil.ignore_patterns("private"))
    with pytest.raises(Damaged, match="entry 1"):
        open_campaign(copy)


def state(campaign: Campaign) -> dict[str, Any]:
    """All that is known of how a campaign stands."""
    known = {name: value for name, value in vars(campaign.state).items() if name[0] != "_" and name != "game"}
    return known | {"record": campaign.state.record, "opened_of": campaign.state.opened_of, "line": campaign.line}


def test_a_campaign_that_goes_on_stands_as_one_opened_anew(any_desk: Desk) -> None:
    for _ in range(2):
        for side, orders in any_desk.turn_orders().items():
            any_desk.order(side, orders)
        with writing(any_desk.folder) as campaign:
            assert campaign.state.sittings == any_desk.open().state.sittings
            before = list(campaign.line)
            assert hold(campaign).number is not None
            assert state(campaign) == state(any_desk.open())
            assert before == campaign.line[:len(before)]
            read = list(items_of(campaign.game, campaign.line))
            assert list(items_of(campaign.game, campaign.line, campaign.state.events)) == read
