"""Campaigns of one player against the rules, and of three players on two sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.campaign import toys
from tests.campaign.desk import Desk, codes
from tests.campaign.test_holders import Table, sealed
from tests.campaign.toys import ARMY, NAVY
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.campaign import open_campaign
from witp_pbem.campaign.folder.founding import CannotFound, Wishes, found
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.letters.leave import resign
from witp_pbem.campaign.orders.letterbox import say_it
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.campaign.sitting.status import status
from witp_pbem.cli import main

ORDERS = {ARMY: "bid 4\nlose boats\npass", NAVY: "raid Blue Island with 2 boats\nraid Blue Island\npass\npass",
          "blue": "bid 2\nraid Red Island\npass\nlose boats\npass"}
ALONE = ORDERS["blue"].replace("Red", "Blue")


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    toys.install(monkeypatch)


@pytest.fixture
def solo(tmp_path: Path) -> Desk:
    """A campaign of Red alone, dealt."""
    desk = Desk(tmp_path / "isles", game="solo", players={"red": "Ann"})
    desk.sit()
    return desk


@pytest.fixture
def three(tmp_path: Path) -> Desk:
    """A campaign of three players, dealt."""
    desk = Desk(tmp_path / "isles", game="three", players={ARMY: "Ann", NAVY: "Nao", "blue": "Bob"})
    desk.sit()
    return desk


def holds(desk: Desk) -> None:
    proved = verify(desk.folder)
    assert proved.holds, proved.findings


def turn(desk: Desk) -> None:
    for player, orders in ORDERS.items():
        desk.order(player, orders, Luck=f"{player} hopes")
    desk.sit()


# -- one player ---------------------------------------------------------------------------------------------------


def test_whoever_plays_alone_keeps_the_campaign(solo: Desk) -> None:
    assert solo.founding["keeper"] == "red" and solo.founding["dice"]["decks"], "with sealed cards, and no chain"
    assert solo.open().senders == ("red",) and status(solo.open()).waits_for == ("red",)
    assert codes(solo.check("blue", "bid 1").problems) == ["unknown-side"]


def test_somebody_else_can_keep_it(tmp_path: Path) -> None:
    assert found(tmp_path / "isles", Wishes(game="solo", keeper="referee"))["keeper"] == ""


def test_a_game_alone_is_played_to_its_end_and_proved(solo: Desk) -> None:
    for _ in range(3):
        solo.order("red", ALONE)
        solo.sit()
    assert solo.open().position.outcome
    holds(solo)
    assert any("The player of Red plays alone" in sentence for sentence in verify(solo.folder).unchecked)


def test_the_report_says_who_plays_and_shows_no_card_that_is_not_red_s(solo: Desk) -> None:
    story = tell(solo.open(), side="red")
    assert [sentence.partition(".")[0] for sentence in story.arrangement] == [
        "Blue is played by the rules of the game", "The player of Red plays alone and keeps the campaign"]
    assert [held.card for held in story.hand] == [solo.open().look(solo.open().position.hands["red"][0])]
    assert solo.open().look_for("red", solo.open().position.hands["blue"][0]) is None


def test_nobody_has_to_consent_where_nobody_else_plays(solo: Desk) -> None:
    solo.order("red", ALONE)
    solo.sit()
    assert not consent.is_needed(solo.open())
    assert rewind(solo.folder, "turn 1", "a slip of the pen", False)["type"] == "rewind"
    solo.order("red", ALONE)
    solo.sit()
    holds(solo)


def test_giving_up_alone_ends_the_game(solo: Desk) -> None:
    resign(solo.folder, "red", "enough")
    solo.sit()
    assert solo.open().position.outcome.winner == "blue"
    holds(solo)


# -- three players ------------------------------------------------------------------------------------------------


def test_each_player_sends_orders_of_their_own(three: Desk) -> None:
    assert status(three.open()).waits_for == (ARMY, "blue")
    assert codes(three.check("red", "bid 1").problems) == ["unknown-side"]
    assert "You owe nothing now. Owed by others:\n#   Army: " in template(three.open(), NAVY)
    for _ in range(3):
        turn(three)
    assert three.open().position.outcome
    holds(three)


def test_each_player_has_a_hand_of_their_own(three: Desk) -> None:
    campaign = three.open()
    (army,), (navy,) = campaign.position.hands[ARMY], campaign.position.hands[NAVY]
    assert campaign.look_for(ARMY, army) and campaign.look_for(ARMY, navy) is None is campaign.look_for(NAVY, army)
    assert [held.slot for held in tell(campaign, side=NAVY).hand] == [navy]
    card = campaign.look(navy)
    assert f"play {card}" not in template(campaign, ARMY)


def test_a_player_s_name_may_be_two_words_and_the_header_say_player(three: Desk) -> None:
    text = three.text("", ORDERS[NAVY], Player='"Imperial Navy"').encode()
    recorded = submit(three.folder, [("navy.txt", text)])
    assert recorded.stands and recorded.checked[0].side == NAVY, recorded.checked


def test_one_of_a_side_can_give_up_and_the_other_goes_on(three: Desk) -> None:
    resign(three.folder, ARMY, "to my family")
    three.sit()
    campaign = three.open()
    assert campaign.senders == (NAVY, "blue") and campaign.position.outcome is None
    assert status(campaign).waits_for == (NAVY, "blue")
    assert codes(three.check(ARMY, "bid 1").problems) == ["unknown-side"]
    three.order(NAVY, f"bid 4\nlose boats\n{ORDERS[NAVY]}")
    three.order("blue", ORDERS["blue"])
    three.sit()
    resign(three.folder, NAVY, "too")
    three.sit()
    assert three.open().position.outcome.winner == "blue"
    holds(three)


def test_sealed_orders_of_three_are_revealed_together(three: Desk) -> None:
    pairs = [sealed(three, player, orders, f"{number}a" * 32)
             for number, (player, orders) in enumerate(ORDERS.items())]
    for half in (0, 1):
        for pair in pairs:
            assert submit(three.folder, [("letter", pair[half].encode())]).stands
    three.sit()
    holds(three)


def table_of(tmp_path: Path, *chains: str, **wishes: Any) -> Table:
    return Table(tmp_path, *chains, game="three", keeper=ARMY, deal="open", **wishes)


def test_a_player_of_three_who_keeps_it_needs_a_chain_of_each_other(tmp_path: Path) -> None:
    with pytest.raises(CannotFound, match="without a chain of Navy all dice"):
        table_of(tmp_path, "blue")
    (tmp_path / "again").mkdir()
    table = table_of(tmp_path / "again", NAVY, "blue")
    table.give(NAVY, "blue")
    table.desk.sit()
    for player, orders in ORDERS.items():
        table.desk.order(player, orders)
    table.give("blue")
    assert status(table.desk.open()).links_owed == (NAVY,)
    table.give(NAVY)
    table.desk.sit()
    table.holds()


def test_a_rewind_needs_the_consent_of_every_player(tmp_path: Path) -> None:
    table = table_of(tmp_path, NAVY, "blue")
    table.give(NAVY, "blue")
    table.desk.sit()
    made = rewind(table.desk.folder, "entry 0", "wrong deal", False)
    assert made["type"] == "proposal" and consent.missing(table.desk.open(), made) == [NAVY, "blue"]
    for player in (NAVY, "blue"):
        assert table.desk.kinds()[-1] != "rewind"
        say_it(table.desk.folder, "consent", player, {"proposal": str(made["n"]), "hash": made["hash"]})
    assert table.desk.kinds()[-1] == "rewind"
    table.holds()


def test_a_rewind_without_the_third_player_s_consent_is_found_out(tmp_path: Path) -> None:
    table = table_of(tmp_path, NAVY, "blue")
    table.give(NAVY, "blue")
    table.desk.sit()
    made = rewind(table.desk.folder, "entry 0", "wrong deal", False)
    for player in (NAVY, "blue"):
        say_it(table.desk.folder, "consent", player, {"proposal": str(made["n"]), "hash": made["hash"]})
    table.desk.rewrite(lambda entries: next(entry for entry in entries if entry["type"] == "consent").update(
        side="blue"))
    assert "consent-missing" in codes(verify(table.desk.folder).findings)


# -- commands -----------------------------------------------------------------------------------------------------


def run(*words: str) -> str:
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    return " ".join(ran.output.split())


def test_a_campaign_alone_by_commands(tmp_path: Path) -> None:
    folder = str(tmp_path / "solo")
    told = run("new", folder, "--game", "solo", "--player", "red=Ann")
    assert "Blue is played by the rules of the game. The player of Red plays alone and keeps the campaign." in told
    adjudicate(Path(folder))
    told = run("status", folder)
    assert "The player of Red plays alone and keeps the campaign." in told and "Next to send: Red (Ann)." in told
    (tmp_path / "red.txt").write_text(f"Campaign: solo\nTurn: 1\nPlayer: red\n\n{ALONE}\n")
    run("submit", folder, str(tmp_path / "red.txt"))
    adjudicate(Path(folder))
    run("rewind", folder, "--to", "turn 1", "--reason", "a slip of the pen")
    assert run("log", folder).count("rewind") and "The player of Red plays alone" in run("verify", folder)


def test_giving_up_by_a_command_says_whether_the_game_goes_on(three: Desk) -> None:
    assert "Army has given up. The game goes on." in run("resign", str(three.folder), "--side", "army", "--yes")
    assert "Blue has won." in run("resign", str(three.folder), "--side", "imperial navy", "--yes")


def test_every_player_can_be_named_by_an_option_or_by_name(tmp_path: Path) -> None:
    run("new", str(tmp_path / "isles"), "--game", "three", "--army", "Ann", "--player", "navy=Nao",
        "--player", "blue=Bob")
    desk = open_campaign(tmp_path / "isles")
    assert desk.players == {ARMY: "Ann", NAVY: "Nao", "blue": "Bob"}
    ran = CliRunner().invoke(main, ["new", str(tmp_path / "other"), "--game", "three", "--player", "red=Ann"])
    assert ran.exit_code and "it has no player of that name" in " ".join(ran.output.split())


def test_a_view_is_a_player_s_not_a_side_s(three: Desk) -> None:
    ran = CliRunner().invoke(main, ["orders", str(three.folder), "--side", "red"])
    assert 'nobody sends orders as "red"; the names are army, navy, blue' in " ".join(ran.output.split())
