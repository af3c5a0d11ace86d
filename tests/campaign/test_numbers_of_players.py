"""Campaigns of one player against the rules, and of three players on two sides: the Lagoon."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.campaign.desk import codes, play_turn
from tests.campaign.test_holders import Table, sealed
from tests.games.lagoon.desk import LagoonDesk
from tests.games.lagoon.game import GARRISON, RAIDERS
from tests.leaving import resign
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder.creation import CannotCreate, Wishes, create
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters import consent
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.campaign.sitting.status import status
from witp_pbem.cli import main

NORTH, SOUTH = "north", "south"
THREE = {NORTH: "Ann", SOUTH: "Nao", GARRISON: "Bob"}
ALONE = "sail Prince of Wales to Reef\npass\nPhase: raid\n\npass all"


@pytest.fixture
def solo(tmp_path: Path) -> LagoonDesk:
    """A campaign of the raiders alone, dealt."""
    desk = LagoonDesk(tmp_path / "isles", players={RAIDERS: "Ann"})
    desk.sit()
    return desk


@pytest.fixture
def three(tmp_path: Path) -> LagoonDesk:
    """A campaign of three players, dealt."""
    desk = LagoonDesk(tmp_path / "isles", "alliance", players=THREE)
    desk.sit()
    return desk


def holds(desk: LagoonDesk) -> None:
    proved = verify(desk.folder)
    assert proved.holds, proved.findings


def to_the_end(desk: LagoonDesk) -> None:
    for _ in range(9):
        if desk.open().position.outcome:
            return
        play_turn(desk)
    raise AssertionError("the game does not end")


# -- one player ---------------------------------------------------------------------------------------------------


def test_whoever_plays_alone_keeps_the_campaign(solo: LagoonDesk) -> None:
    assert solo.founding["keeper"] == RAIDERS and solo.founding["dice"]["decks"], "with sealed cards, and no chain"
    assert solo.open().senders == (RAIDERS,) and status(solo.open()).waits_for == (RAIDERS,)
    assert codes(solo.check(GARRISON, "pass").problems) == ["unknown-side"]


def test_somebody_else_can_keep_it(tmp_path: Path) -> None:
    assert create(tmp_path / "isles", Wishes(game="lagoon", scenario="solo", keeper="referee"))["keeper"] == ""


def test_a_game_alone_is_played_to_its_end_and_proved(solo: LagoonDesk) -> None:
    to_the_end(solo)
    holds(solo)
    assert any("There is one player, who also keeps" in sentence for sentence in verify(solo.folder).unchecked)


def test_the_report_says_who_plays_and_shows_no_card_of_the_garrison(solo: LagoonDesk) -> None:
    campaign = solo.open()
    story = tell(campaign, side=RAIDERS)
    assert [sentence.partition(".")[0] for sentence in story.arrangement] == [
        "Garrison is played by the rules of the game", "There is one player, who also keeps the campaign"]
    assert [held.card for held in story.hand] == [campaign.look(campaign.position.hands[RAIDERS][0])]
    assert campaign.look_for(RAIDERS, campaign.position.hands[GARRISON][0]) is None


def test_nobody_has_to_consent_where_nobody_else_plays(solo: LagoonDesk) -> None:
    play_turn(solo)
    assert not consent.is_needed(solo.open())
    assert rewind(solo.folder, "turn 1", "a slip of the pen", False)["type"] == "rewind"
    play_turn(solo)
    holds(solo)


def test_giving_up_alone_ends_the_game(solo: LagoonDesk) -> None:
    resign(solo.folder, RAIDERS, "enough")
    solo.sit()
    assert solo.open().position.outcome.winner == GARRISON
    holds(solo)


# -- three players ------------------------------------------------------------------------------------------------


def test_each_player_sends_orders_of_their_own(three: LagoonDesk) -> None:
    assert status(three.open()).waits_for == (NORTH,)
    assert codes(three.check(RAIDERS, "pass").problems) == ["unknown-side"]
    assert "You owe nothing now. Owed by others:\n#   Commander North: " in template(three.open(), SOUTH)
    to_the_end(three)
    holds(three)


def test_each_player_has_a_hand_of_their_own(three: LagoonDesk) -> None:
    campaign = three.open()
    (north,), (south,) = campaign.position.hands[NORTH], campaign.position.hands[SOUTH]
    assert campaign.look_for(NORTH, north)
    assert campaign.look_for(NORTH, south) is None is campaign.look_for(SOUTH, north)
    assert [held.slot for held in tell(campaign, side=SOUTH).hand] == [south]
    assert f"play {campaign.look(south)}" not in template(campaign, NORTH)


@pytest.mark.parametrize("name", ['"Commander South"', "南の指揮官"])
def test_a_player_s_name_may_be_two_words_and_the_header_say_player(three: LagoonDesk, name: str) -> None:
    text = three.text("", "Phase: sail\n\npass", Player=name).encode()
    recorded = submit(three.folder, [("south.txt", text)])
    assert recorded.stands and recorded.checked[0].side == SOUTH, recorded.checked


def test_one_of_a_side_can_give_up_and_the_other_goes_on(three: LagoonDesk) -> None:
    resign(three.folder, NORTH, "to my family")
    three.sit()
    campaign = three.open()
    assert campaign.senders == (SOUTH, GARRISON) and campaign.position.outcome is None
    assert status(campaign).waits_for == (SOUTH,)
    assert codes(three.check(NORTH, "pass").problems) == ["unknown-side"]
    three.order(SOUTH, "sail Prince of Wales to Truk lagoon\npass")
    three.sit()
    assert three.open().position.ships["Prince of Wales"] == "Truk lagoon"
    resign(three.folder, SOUTH, "too")
    three.sit()
    assert three.open().position.outcome.winner == GARRISON
    holds(three)


def test_sealed_orders_of_three_are_revealed_together(three: LagoonDesk) -> None:
    pairs = [sealed(three, player, orders, f"{number}a" * 32)
             for number, (player, orders) in enumerate(three.turn_orders().items())]
    for half in (0, 1):
        for pair in pairs:
            assert submit(three.folder, [("letter", pair[half].encode())]).stands
    three.sit()
    assert three.open().turn == 2
    holds(three)


def table_of(tmp_path: Path, *chains: str, **wishes: Any) -> Table:
    return Table(tmp_path, *chains, game="lagoon", scenario="alliance", keeper=NORTH, deal="open", **wishes)


def test_a_player_of_three_who_keeps_it_needs_a_chain_of_each_other(tmp_path: Path) -> None:
    with pytest.raises(CannotCreate, match="without a chain held by Commander South, Commander North would know"):
        table_of(tmp_path, GARRISON)
    (tmp_path / "again").mkdir()
    table = table_of(tmp_path / "again", SOUTH, GARRISON)
    table.give(SOUTH, GARRISON)
    table.desk.sit()
    for player in (NORTH, SOUTH, GARRISON):
        table.desk.order(player, table.desk.turn_orders()[player])
    table.give(GARRISON)
    assert status(table.desk.open()).links_owed == (SOUTH,)
    table.give(SOUTH)
    table.desk.sit()
    table.holds()


def test_a_rewind_without_the_third_player_s_consent_is_found_out(tmp_path: Path) -> None:
    table = table_of(tmp_path, SOUTH, GARRISON)
    table.give(SOUTH, GARRISON)
    table.desk.sit()
    made = rewind(table.desk.folder, "entry 0", "wrong deal", False)
    for player in (SOUTH, GARRISON):
        record_letter(table.desk.folder, "consent", player, {"proposal": str(made["n"]), "hash": made["hash"]})
    assert table.desk.kinds()[-1] == "rewind"
    table.desk.rewrite(lambda entries: next(entry for entry in entries if entry["type"] == "consent").update(
        side=GARRISON))
    assert "consent-missing" in codes(verify(table.desk.folder).findings)


# -- commands -----------------------------------------------------------------------------------------------------


def run(*words: str) -> str:
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    return " ".join(ran.output.split())


def test_a_campaign_alone_by_commands(tmp_path: Path) -> None:
    folder = str(tmp_path / "solo")
    output = run("new", folder, "--game", "lagoon", "--scenario", "solo", "--player", "raiders=Ann")
    assert ("Garrison is played by the rules of the game. There is one player, who also keeps the campaign."
            in output)
    adjudicate(Path(folder))
    output = run("status", folder)
    assert "There is one player, who also keeps the campaign." in output
    assert "Next to send: Raiders (Ann)." in output
    (tmp_path / "raiders.txt").write_text(f"Campaign: solo\nTurn: 1\nPlayer: raiders\n\n{ALONE}\n")
    run("submit", folder, str(tmp_path / "raiders.txt"))
    adjudicate(Path(folder))
    run("rewind", folder, "--to", "turn 1", "--reason", "a slip of the pen")
    assert run("log", folder).count("rewind") and "There is one player, who also keeps" in run("verify", folder)


def test_giving_up_by_a_command_says_whether_the_game_goes_on(three: LagoonDesk) -> None:
    folder = str(three.folder)
    gone = run("letter", "resign", folder, "--side", "north", "--yes")
    assert "Commander North has given up. The game goes on." in gone
    assert "Garrison has won." in run("letter", "resign", folder, "--side", "commander south", "--yes")


def test_every_player_can_be_named_by_an_option_or_by_name(tmp_path: Path) -> None:
    alliance = ("--game", "lagoon", "--scenario", "alliance")
    run("new", str(tmp_path / "isles"), *alliance, "--north", "Ann", "--player", "south=Nao",
        "--player", "garrison=Bob")
    assert open_campaign(tmp_path / "isles").players == THREE
    ran = CliRunner().invoke(main, ["new", str(tmp_path / "other"), *alliance, "--player", "east=Ann"])
    assert ran.exit_code and "it has no player of that name" in " ".join(ran.output.split())


def test_a_view_is_a_player_s_not_a_side_s(three: LagoonDesk) -> None:
    ran = CliRunner().invoke(main, ["orders", str(three.folder), "--side", "raiders"])
    assert 'nobody sends orders as "raiders"; the names are north, south, garrison' in " ".join(ran.output.split())
