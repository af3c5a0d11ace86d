"""Campaigns of the Lagoon: founded, played at random, and the game made findable."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.campaign.desk import Desk
from tests.games.lagoon import game as lagoon
from tests.stand_ins import findable
from witp_pbem.campaign.disputes.preview import preview
from witp_pbem.campaign.sitting.status import debts_now

MOST_SITTINGS = 200
ENTRY_POINT = "[witp_pbem.games]\nlagoon = tests.games.lagoon.game:game\ndrill = tests.games.lagoon.drill:game\n"


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the game findable in this process, as its entry point would."""
    findable(monkeypatch, lagoon=lagoon.game)


def installed(folder: Path) -> Path:
    """A folder that, on Python's path, makes the game an installed package."""
    package = folder / "lagoon-1.dist-info"
    package.mkdir(parents=True)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: lagoon\nVersion: 1\n")
    (package / "entry_points.txt").write_text(ENTRY_POINT)
    return folder


class LagoonDesk(Desk):
    """A campaign of the Lagoon."""

    def __init__(self, folder: Path, scenario: str = "solo", **wishes: Any) -> None:
        super().__init__(folder, game="lagoon", scenario=scenario, **wishes)

    def turn_orders(self) -> dict[str, str]:
        """All ships raid Truk lagoon; nobody plays a card."""
        campaign = self.open()
        position, orders = campaign.position, {}
        for player in campaign.senders:
            own = [ship for ship in position.ships if campaign.game.commander(position, ship) == player]
            away = [ship for ship in own if position.ships[ship] != "Truk lagoon"]
            voyages = ["Phase: sail", *(f"sail {ship} to Truk lagoon" for ship in away), "pass"] if own else []
            orders[player] = "\n".join([*voyages, "Phase: raid", "pass all", *(f"lose {ship}" for ship in own)])
        return orders

    def answer(self, chance: Random, *, try_all: bool = False) -> None:
        """One order for each decision that is owed now; at a window sometimes a card that is held."""
        campaign = self.open()
        for due in debts_now(campaign):
            orders = [campaign.game.write(choice) for choice in due.demand.sample(chance)]
            if due.demand.window and chance.random() < 0.7:
                held = [campaign.look(slot) for slot in campaign.position.hands[due.demand.side]]
                orders[:0] = [f"play {card}" for card in held if card]
            if try_all:
                preview(campaign, (), due.demand.side)
            self.order(due.demand.side, orders[0], Phase=campaign.game.phase(campaign.position), Luck="a fair wind")

    def play(self, seed: int, **how: Any) -> None:
        """Plays to the end."""
        chance = Random(seed)
        for _ in range(MOST_SITTINGS):
            if self.sit().over:
                return
            self.answer(chance, **how)
        raise AssertionError("the game does not end")


def finished_game(folder: Path) -> LagoonDesk:
    """A whole game of three players in which much happens, for fixtures that outlive the game's installation."""
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        for seed in range(40):
            desk = LagoonDesk(folder / f"{seed}", "alliance", seed=f"finished {seed}")
            desk.play(seed)
            acts = [act for entry in desk.entries() for act in entry.get("acts", ())]
            if any("test" in act for act in acts) and sum(len(act["dice"]) for act in acts if "roll" in act) > 8:
                return desk
    raise AssertionError("nothing happens in these games")
