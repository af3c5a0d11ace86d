"""Leagues: the same decision meets the same luck, nobody knows it ahead, and everything can be proved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests import tamper
from tests.campaign.desk import codes
from tests.campaign.leagues import ONE_STAYS, STAY, TRUK, LeagueDesk, install
from tests.games.lagoon import game as lagoon
from tests.stand_ins import findable
from witp_pbem.campaign.checks.legal import Unlawful
from witp_pbem.campaign.folder import leagues
from witp_pbem.campaign.folder.creation import CannotCreate
from witp_pbem.campaign.folder.opening import writing
from witp_pbem.campaign.folder.own_data import BadFile
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record.logbook import PUBLISHED
from witp_pbem.campaign.sitting import league_turns
from witp_pbem.campaign.sitting.adjudicate import Stopped
from witp_pbem.table.dice import chain_link


@pytest.fixture(autouse=True)
def _drill(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def desk(tmp_path: Path) -> LeagueDesk:
    return LeagueDesk(tmp_path / "spring")


@pytest.fixture
def played(desk: LeagueDesk) -> LeagueDesk:
    desk.play()
    return desk


def copy(desk: LeagueDesk, member: str) -> Path:
    """What a member has: the campaign without its secrets."""
    folder = desk.folder.parent / f"copy of {member}"
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(desk.folder / member, folder, ignore=shutil.ignore_patterns("private")))


# -- the same luck ------------------------------------------------------------------------------------------------


def test_the_same_decision_meets_the_same_dice(desk: LeagueDesk) -> None:
    desk.turn(TRUK, TRUK.replace("Phase: sail", "Luck: my own\nPhase: sail"))
    assert desk.ann.dice() == desk.ben.dice() != {}


def test_another_decision_at_one_place_leaves_the_dice_of_others_as_they_are(desk: LeagueDesk) -> None:
    """Ben raids the fort, too: more dice are thrown before and after, and those at Truk are the same."""
    royal = TRUK.replace("sail Akagi Maru to Truk lagoon", "sail Akagi Maru to Fort Royal")
    desk.turn(TRUK, royal)
    ann, ben = desk.ann.dice(), desk.ben.dice()
    assert {label for label in ben if "Fort" in label} and not [label for label in ann if "Fort" in label]
    shared = ann.keys() & ben.keys()
    assert shared and all(ann[label] == ben[label] for label in shared)


def test_without_a_seed_leagues_differ_and_members_do_not(tmp_path: Path) -> None:
    one, other = LeagueDesk(tmp_path / "one", seed="1"), LeagueDesk(tmp_path / "other", seed="2")
    anchors = {verse.league.anchor for verse in (one, other)}
    assert len(anchors) == 2
    for verse in (one, other):
        assert {member.entries()[0]["dice"]["anchor"] for member in (verse.ann, verse.ben)} == {verse.league.anchor}


# -- nobody knows luck ahead --------------------------------------------------------------------------------------


def test_a_turns_luck_waits_for_the_decisions_of_all(desk: LeagueDesk) -> None:
    desk.ann.send(TRUK)
    with pytest.raises(Stopped, match="turn 1 waits for the orders of ben"):
        desk.ann.sit()
    assert "closed" not in desk.ann.kinds()
    desk.ben.send(STAY)  # comes to no dice: he has decided all the same, and is bound to it
    desk.ann.sit()
    assert desk.ann.dice() and "closed" in desk.ben.kinds()
    desk.ben.send(TRUK)
    desk.ben.sit()
    assert not desk.ben.dice() and desk.ben.open().turn == 2
    assert verify(desk.ben.folder).holds


def test_who_has_decided_is_bound_when_the_luck_is_opened(desk: LeagueDesk) -> None:
    """Ben cannot hear from Ann how the raid came out, and stay at home instead."""
    desk.ann.send(TRUK)
    desk.ben.send(TRUK)
    desk.ann.sit()
    desk.ben.send(STAY)
    desk.ben.sit()
    assert desk.ben.kinds().index("closed") < desk.ben.kinds().index("submission", 2)
    assert desk.ben.dice() == desk.ann.dice()


def test_a_link_is_published_when_its_turn_lies_behind_all(desk: LeagueDesk) -> None:
    desk.ann.send(TRUK)
    desk.ben.send(TRUK)
    desk.ann.sit()
    assert PUBLISHED not in desk.ann.kinds()
    notes = desk.ben.sit().notes
    assert desk.ben.entries()[-1]["number"] == 1 and "up to turn 1 is published" in notes[-1]
    assert all(entry.get("link") is None for entry in desk.ben.entries() if entry["type"] == "sitting")
    open_ = verify(copy(desk, "ben"))
    sealed = verify(copy(desk, "ann"))
    assert open_.holds and sealed.holds
    assert not [note for note in open_.unchecked if "dice" in note]
    assert any("dice of turn 1: the league has not published" in note for note in sealed.unchecked)


def test_no_link_is_used_once_it_is_published(desk: LeagueDesk) -> None:
    with writing(desk.ben.folder) as campaign:
        campaign.add((PUBLISHED, {"number": 1, "link": campaign.link(1).hex()}))
        with pytest.raises(Unlawful, match="does not lead"):
            campaign.add((PUBLISHED, {"number": 3, "link": campaign.link(2).hex()}))
    desk.ann.send(TRUK)
    desk.ben.send(TRUK)
    with pytest.raises(Stopped, match="published already in the logbooks of ben"):
        desk.ann.sit()
    with pytest.raises(Unlawful, match="published already"):
        desk.ben.sit()


def test_who_is_late_is_not_waited_for(desk: LeagueDesk) -> None:
    desk.ann.send(TRUK)
    assert leagues.let_be_late(desk.league, "ben").members["ben"]["late"]
    desk.ann.sit()
    assert desk.ann.dice()
    desk.ben.send(TRUK)
    desk.ben.sit()
    assert desk.ben.dice() == desk.ann.dice()


def test_a_sitting_ends_before_the_dice_of_another_turn(tmp_path: Path) -> None:
    """A turn of the Storms begins with dice, which need the next link, though nobody owes anything."""
    desk = LeagueDesk(tmp_path / "storms", game="storms")
    desk.ann.send(TRUK)
    desk.ben.send(TRUK)
    held = desk.ann.sit()
    assert (held.number, held.dues, held.over) == (1, (), False) and "adjudicate once more" in held.notes[-1]
    with pytest.raises(Stopped, match="turn 2 waits for the orders of ben"):
        desk.ann.sit()
    assert verify(copy(desk, "ann")).holds
    desk.ben.sit()
    assert [due.demand.code for due in desk.ann.sit().dues] == ["sail"]
    for member in (desk.ann, desk.ben):
        turns = [{act["roll"]["turn"] for act in entry.get("acts", ()) if "roll" in act} for entry in member.entries()]
        assert all(len(thrown) < 2 for thrown in turns) and any(turns)
        assert verify(copy(desk, member.folder.name)).holds


def test_under_a_closing_day_everybody_plays_alone_and_links_come_last(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path / "autumn", publish="closing", closing="2026-12-01")
    desk.ann.send(TRUK)
    desk.ann.sit()
    assert desk.ann.dice() and "published" not in desk.ann.kinds()
    with writing(desk.ann.folder) as campaign:
        assert league_turns.publish(campaign, date(2026, 11, 30)) == 0
        assert league_turns.publish(campaign, date(2026, 12, 1)) == 1
    assert verify(copy(desk, "ann")).holds
    desk.ben.send(TRUK)
    with pytest.raises(Stopped, match="logbooks of ann"):
        desk.ben.sit()


# -- proof --------------------------------------------------------------------------------------------------------


def test_a_whole_league_holds_without_its_secrets(played: LeagueDesk) -> None:
    for member in ("ann", "ben"):
        proof = verify(copy(played, member))
        assert proof.holds and not proof.unchecked and not proof.differences
        dice = next(part for part in proof.parts if part.subject == "dice")
        assert dice.total == dice.proven > 2


def _first_roll(entries: list[dict[str, Any]]) -> dict[str, Any]:
    return next(act for entry in entries for act in entry.get("acts", ()) if "roll" in act)


def _forge_die(entries: list[dict[str, Any]]) -> None:
    roll = _first_roll(entries)
    roll["dice"] = [(roll["dice"][0] + 1) % 10]


def _throw_twice(entries: list[dict[str, Any]]) -> None:
    """The second throw of a label shows what the first one showed."""
    acts = next(entry["acts"] for entry in entries if any("roll" in act for act in entry.get("acts", ())))
    acts.insert(acts.index(_first_roll(entries)), dict(_first_roll(entries)))


def _other_link(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["type"] == "published")["link"] = chain_link(bytes(32), 1).hex()


def _link_of_another_turn(entries: list[dict[str, Any]]) -> None:
    next(entry for entry in entries if entry["type"] == "closed")["link"] = 2


@pytest.mark.parametrize(("forge", "code"), [(_forge_die, "dice-differ"), (_throw_twice, "dice-differ"),
                                             (_other_link, "link-wrong"), (_link_of_another_turn, "roll-without-link")])
def test_verify_finds_what_was_forged(forge: Callable[[list[dict[str, Any]]], None], code: str,
                                      played: LeagueDesk) -> None:
    entries = played.ben.entries()
    forge(entries)
    book = copy(played, "ben") / "logbook.jsonl"
    book.write_bytes(tamper.written(entries))
    assert code in codes(verify(book.parent).findings)


def test_a_sitting_that_stops_before_bad_dice_is_found(desk: LeagueDesk) -> None:
    """Before dice of its own turn no sitting ends, though nobody owes anything."""
    desk.turn(ONE_STAYS, TRUK)
    entries = desk.ann.entries()
    sitting = next(entry for entry in entries if entry["type"] == "sitting")
    _, second, *_ = (number for number, act in enumerate(sitting["acts"]) if "roll" in act)
    sitting["acts"], sitting["owed"], sitting["position"] = sitting["acts"][:second], [], ""
    book = copy(desk, "ann") / "logbook.jsonl"
    book.write_bytes(tamper.written(entries[:sitting["n"] + 1]))
    assert "owed-differs" in codes(verify(book.parent).findings)


# -- founding -----------------------------------------------------------------------------------------------------


def test_a_league_is_of_games_whose_luck_hangs_on_labels_and_of_people_who_play_alone(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotCreate, match="3 players"):
        LeagueDesk(tmp_path / "many", scenario="alliance")
    plan = tmp_path / "lagoon.toml"
    plan.write_text('name = "a"\ngame = "lagoon"\n[members]\nann = ""\n')
    findable(monkeypatch, lagoon=lagoon.game)
    with pytest.raises(CannotCreate, match="solo, cannot be played in a league"):
        leagues.create_league(tmp_path / "lagoon", plan)
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []


@pytest.mark.parametrize(("text", "said"), [
    ("name =", "not a TOML file"), ('name = "a"\ngame = "drill"\n', "members"),
    ('name = "a"\ngame = "drill"\n[members]\n', "no members"),
    ('name = "a"\ngame = "drill"\npublish = "closing"\n[members]\nann = ""\n', "closing day"),
    ('name = "A b"\ngame = "drill"\n[members]\nann = ""\n', "name"),
    ('name = "a"\ngame = "drill"\n[members]\n"../x" = ""\n', "cannot be used"),
])
def test_a_file_that_will_not_do_is_refused_with_a_sentence(text: str, said: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(text)
    with pytest.raises(BadFile, match=said):
        leagues.create_league(tmp_path / "league", plan)
    assert not (tmp_path / "league").exists()


def test_a_campaign_without_its_league_cannot_go_on(desk: LeagueDesk, tmp_path: Path) -> None:
    alone = desk.ann.folder.rename(tmp_path / "alone")
    desk.ann.folder = alone
    desk.ann.send(TRUK)
    with pytest.raises(leagues.NoLeague, match="not a league"):
        desk.ann.sit()
