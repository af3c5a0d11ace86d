"""Leagues of the Drill: founded, and played member by member."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from tests.games.lagoon import drill
from tests.stand_ins import findable
from witp_pbem.campaign.folder import leagues

SHIPS = ("Prince of Wales", "From Here", "Akagi Maru")
WISHES = "\n".join(f"lose {ship}" for ship in SHIPS)
TRUK = "\n".join(["Phase: sail", *(f"sail {ship} to Truk lagoon" for ship in SHIPS), "pass", "Phase: raid", WISHES])
ONE_STAYS = TRUK.replace("sail From Here to Truk lagoon\n", "")
STAY = f"Phase: sail\npass\nPhase: raid\n{WISHES}"
PLAN = """name = "spring"
game = "{game}"
scenario = "{scenario}"
publish = "{publish}"
{closing}
seed = "{seed}"

[members]
ann = "Ann Smith <ann@example.org>"
ben = "Ben"
"""


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the games findable in this process, as their entry points would."""
    findable(monkeypatch, drill=drill.game, storms=drill.storms)


class Member(Desk):
    """The campaign of a member."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, side: str, orders: str, **header: str) -> str:
        return super().text(side, orders, Campaign=self.open().name, **header)

    def send(self, orders: str) -> None:
        self.order("raiders", orders)

    def dice(self) -> dict[str, list[int]]:
        """The dice thrown so far, by what they were thrown for."""
        return {f"{act['roll']['code']} {act['roll']['place']} {act['roll']['turn']}": act["dice"]
                for entry in self.entries() for act in entry.get("acts", ()) if "roll" in act}


class LeagueDesk:
    """A league of Ann and Ben."""

    def __init__(self, folder: Path, scenario: str = "solo", publish: str = "turn", closing: str = "",
                 seed: str = "league", game: str = "drill") -> None:
        plan = folder.with_suffix(".toml")
        plan.parent.mkdir(parents=True, exist_ok=True)
        plan.write_text(PLAN.format(game=game, scenario=scenario, publish=publish, seed=seed,
                                    closing=f"closing = {closing}" if closing else ""), encoding="utf-8")
        self.folder = folder
        self.league = leagues.create_league(folder, plan)
        self.ann, self.ben = Member(folder / "ann"), Member(folder / "ben")

    def turn(self, ann: str = TRUK, ben: str = TRUK) -> None:
        """Both order, and each holds a sitting."""
        self.ann.send(ann)
        self.ben.send(ben)
        self.ann.sit()
        self.ben.sit()

    def play(self) -> None:
        """To the end."""
        while not self.ann.open().position.outcome or not self.ben.open().position.outcome:
            for member in (self.ann, self.ben):
                if not member.open().position.outcome:
                    member.send(TRUK if member.open().turn == 1 else STAY)
            for member in (self.ann, self.ben):
                member.sit()
        self.ann.sit()  # whose links waited for Ben
