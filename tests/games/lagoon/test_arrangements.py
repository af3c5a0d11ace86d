"""The Lagoon by three players in every arrangement: a referee, a player who keeps, sealed orders, mails."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.campaign.test_holders import Table
from tests.cli.program import here
from tests.exchange.post import deliver, maildir, newest, reply
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.record import letter_text
from witp_pbem.campaign.sitting.adjudicate import Stopped
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.campaign.sitting.status import debts_now

ALLIANCE = {"game": "lagoon", "scenario": "alliance"}
PLAYERS = {"north": "Nora <nora@example.org>", "south": "Sam <sam@example.org>", "garrison": "Gus <gus@example.org>"}


def advance(table: Table, chance: Random) -> bool:
    """Answers what is owed, gives the links and sits; whether the game is over."""
    campaign = table.desk.open()
    for due in debts_now(campaign):
        phase = campaign.game.phase(campaign.position)
        table.desk.order(due.demand.side, campaign.game.write(next(due.demand.sample(chance))), Phase=phase)
    for _ in range(2):
        try:
            return table.desk.sit().over
        except Stopped:
            table.give(*table.files)
    raise AssertionError("the links were given")


@pytest.mark.parametrize("deal", ["open", "sealed"])
def test_chains_of_the_players_and_a_deck_made_anew(tmp_path: Path, deal: str) -> None:
    """North keeps an open deal; a third person keeps a sealed one. The deck is made again with one card left in it."""
    keeps = {"keeper": "north"} if deal == "open" else {}
    sides = ("south", "garrison") if keeps else ("north", "south", "garrison")
    table = Table(tmp_path, *sides, deal=deal, **keeps, **ALLIANCE)
    chance = Random(5)
    while not advance(table, chance):
        table.holds()
    table.holds()
    decks = [act["shuffle"] for entry in table.desk.entries() for act in entry.get("acts", ()) if "shuffle" in act]
    assert decks == list(dict.fromkeys(decks))


def test_going_back_waits_for_the_consent_of_everybody(tmp_path: Path) -> None:
    table = Table(tmp_path, "south", "garrison", keeper="north", deal="open", **ALLIANCE)
    table.give("south", "garrison")
    table.desk.sit()
    table.desk.order("north", "pass")
    table.desk.sit()
    proposal = rewind(table.desk.folder, "sitting 1", "my mistake", keep=False)
    about = {"proposal": str(proposal["n"]), "hash": proposal["hash"]}
    for player, waited_for in (("garrison", ["south"]), ("south", [])):
        assert proposal["type"] == "proposal" and table.desk.kinds()[-1] != "rewind"
        assert table.send(letter_text.write("consent", "isles", player, about)).stands
        assert consent.missing(table.desk.open(), proposal) == waited_for
    assert table.desk.kinds()[-1] == "rewind" and not table.desk.open().submissions()
    table.holds()


# -- mails --------------------------------------------------------------------------------------------------------


def test_a_turn_by_mail(tmp_path: Path) -> None:
    founded = [word for name, player in PLAYERS.items() for word in ("--player", f"{name}={player}")]
    folder = tmp_path / "all" / "isle"
    assert here("new", folder, "--game", "lagoon", "--scenario", "alliance", "--seed", "mails", *founded).code == 0
    ran = here("serve", tmp_path / "all", "--once", "--now", "2026-11-22T08:00Z")
    assert (ran.code, ran.err) == (0, "") and "Sitting 1 was held." in ran.out
    text = "Campaign: isle\nTurn: 1\nSide: north\nPhase: sail\n\nsail Prince of Wales to Truk lagoon\npass\n"
    box = maildir(tmp_path / "box")
    deliver(box, reply(newest(folder, "nora@example.org"), "nora@example.org", text), "1")
    ran = here("serve", tmp_path / "all", "--once", "--mails", box, "--now", "2026-11-22T09:00Z")
    assert "nora@example.org: recorded" in ran.out and "Sitting 2 was held." in ran.out
    assert open_campaign(folder).position.ships["Prince of Wales"] == "Truk lagoon"
    assert not [file for file in tmp_path.rglob("*.eml") if b"Traceback" in file.read_bytes()]
