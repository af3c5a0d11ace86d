"""Dice thrown and cards drawn at a table, typed in by the referee: a campaign to its second turn, which verifies."""

from __future__ import annotations

import random
from pathlib import Path

from tests.fixtures.players import REFEREE, send, typed
from tests.games.taiheiyo_senshi import players
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import adjudicate

IDLE = players.Temper({"japan": 0.5, "allies": 0.3})


def test_a_campaign_with_dice_and_cards_typed_in(tmp_path: Path) -> None:
    folder, chance = tmp_path / "isles", random.Random("typed")
    create(folder, Wishes("taiheiyo_senshi", dice="manual"))
    asked = 0
    while (result := adjudicate(folder)).dues and (campaign := open_campaign(folder)).turn < 2:
        for side in dict.fromkeys(due.demand.side for due in result.dues):
            owed = [due.demand for due in result.dues if due.demand.side == side]
            if side == REFEREE:
                asked += len(owed)
                orders = [line for demand in owed for line in typed(campaign, demand, chance)]
            else:
                orders = [players.decide(demand, campaign.position, (), chance, IDLE) for demand in owed]
            send(folder, campaign, side, "\n".join(orders))
    assert open_campaign(folder).turn == 2 and asked > 10
    assert verify(folder).holds
