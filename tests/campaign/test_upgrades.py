"""Another release takes over: what it says, what it leaves as it was played, and what it does with a step begun under
other rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import stand_ins
from tests.campaign import toy
from tests.campaign.desk import Desk, codes, play_turn
from witp_pbem import __version__
from witp_pbem.campaign.explaining.story import tell
from witp_pbem.campaign.folder import newer, points
from witp_pbem.campaign.folder.campaign import Damaged
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.letters.consent import open_proposals
from witp_pbem.campaign.orders.letterbox import CannotSay, record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.orders.template import template
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import logbook, upgrades
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.sitting import resume
from witp_pbem.campaign.sitting.adjudicate import Stopped
from witp_pbem.campaign.sitting.status import status
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.phrase import phrase

CHANGE = "A raid that hits is worth two points."
LUCKY = [0]  # the number of the campaign that had the right dice: the same in every test
Fight = Callable[[toy.Toy, toy.Table, str, toy.Raid], None]


def release(monkeypatch: pytest.MonkeyPatch, rules: str = "1", program: str = "9.0.0",
            fight: Fight | None = None) -> None:
    """Installs another release of the program, with its rules of raids."""
    fights = {"fight": fight} if fight else {}
    stand_ins.release(monkeypatch, toy.Toy, program=program, rules_version=rules,
                      changes={"2": (CHANGE,)} if rules == "2" else {}, **fights)


def lose(table: toy.Table, side: str) -> None:
    table.ask(Demand(side, "loss", "toy 2.c", frozenset({"lose"}), lambda order: Understood("boats", {"order": "lose"}),
                     lambda: [{"order": "lose"}], standing=True))


def richer(game: toy.Toy, table: toy.Table, side: str, raid: toy.Raid) -> None:
    """Two points a raid, and a boat more to lose; otherwise as ever."""
    if sum(table.roll(phrase("raid", side=side), 2, toy.DIE)) >= 7:
        lose(table, toy.ENEMY[side])
        table.tell(toy.Changed("toy 2.c", "boats", toy.ENEMY[side], -2), toy.Changed("toy 2.c", "points", side, 2))


def fewer(game: toy.Toy, table: toy.Table, side: str, raid: toy.Raid) -> None:
    """No points for raids."""
    if sum(table.roll(phrase("foray", side=side), 2, toy.DIE)) >= 7:
        lose(table, toy.ENEMY[side])
        table.tell(toy.Changed("toy 2.c", "boats", toy.ENEMY[side], -1))


def more(game: toy.Toy, table: toy.Table, side: str, raid: toy.Raid) -> None:
    """The raider loses a boat first."""
    table.tell(toy.Dealt("toy 2.c", side, "flags/9"))
    if sum(table.roll(phrase("raid", side=side), 2, toy.DIE)) >= 7:
        lose(table, toy.ENEMY[side])
        table.tell(toy.Changed("toy 2.c", "points", side, 1), toy.Changed("toy 2.c", "boats", toy.ENEMY[side], -1))


def harder(game: toy.Toy, table: toy.Table, side: str, raid: toy.Raid) -> None:
    """Three dice."""
    table.roll(phrase("raid", side=side), 3, toy.DIE)


def half_played(folder: Path) -> Desk:
    """A campaign in the middle of its raids: Red has raided twice and hit, Blue once; Blue owes a raid."""
    for number in range(LUCKY[-1], 100):
        desk = Desk(folder / str(number), seed=f"half {number}")
        desk.sit()
        desk.order("red", "bid 4\nraid Blue Island\nraid Blue Island\npass\nlose boats\npass")
        desk.order("blue", "bid 2\nraid Red Island\nlose boats")
        desk.sit()
        if desk.open().position.points["red"] == 3:
            LUCKY.append(number)
            return desk
    raise AssertionError("no such dice")


def half_kept(folder: Path) -> Desk:
    """The like of it where red keeps the campaign, with dice thrown by hand."""
    desk = Desk(folder, keeper="red", dice="manual")
    desk.order("referee", "card red storm\ncard blue calm")
    desk.sit()
    desk.order("referee", "dice 6 6 6 6 6 6 6 6 6 6 6 6")
    desk.order("red", "bid 4\nraid Blue Island\nraid Blue Island\npass\nlose boats\npass")
    desk.order("blue", "bid 2\nraid Red Island\nlose boats")
    desk.sit()
    return desk


@pytest.fixture
def half(tmp_path: Path) -> Desk:
    return half_played(tmp_path)


# -- taking over --------------------------------------------------------------------------------------------------


def test_the_first_thing_another_release_records_is_that_it_keeps_the_campaign(
        desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, program="9.0.1")
    before = desk.kinds()
    status(desk.open())
    assert desk.sit().number is None and desk.kinds() == before  # nothing was recorded, nothing had to be said
    recorded = desk.submit("red", "bid 4")
    assert desk.kinds() == [*before, "upgrade", "submission"]
    assert len([note for note in recorded.notes if "9.0.1" in note]) == 1
    assert upgrades.in_force(desk.open().entries) == upgrades.Versions(logbook.FORMAT, "9.0.1", "1", "1")
    assert not any("9.0.1" in note for note in desk.submit("blue", "bid 2").notes)
    desk.sit()
    assert desk.kinds().count("upgrade") == 1 and verify(desk.folder).holds


def test_a_sitting_is_recorded_behind_it_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.order("red", "bid 4\nraid Blue Island")
    desk.order("blue", "bid 2")
    release(monkeypatch)
    desk.sit()
    assert desk.kinds()[-3:] == ["upgrade", "closed", "sitting"] and verify(desk.folder).holds
    story = tell(desk.open(), sitting=2)
    assert (story.program, story.rules_version) == ("9.0.0", "1")
    assert [(each.before.program, each.after.program, each.changes) for each in story.announcements.upgrades] == [
        (__version__, "9.0.0", ())]
    assert not tell(desk.open(), sitting=1).announcements.upgrades


def test_a_correction_changes_nothing_that_was_played(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    half.order("blue", "pass\npass")
    half.sit()
    position = half.open().position
    release(monkeypatch, "2", fight=richer)
    campaign = half.open()
    assert campaign.position == position and campaign.position.points["red"] == 3
    play_turn(half)
    gained = [act["by"] for entry in half.entries() for act in entry.get("acts", ())
              if act.get("what") == "points" and act["rule"] == "toy 2.c"]
    before = [act["by"] for entry in half.entries()[:len(campaign.entries)] for act in entry.get("acts", ())
              if act.get("what") == "points" and act["rule"] == "toy 2.c"]
    assert set(before) == {1} and set(gained[len(before):]) <= {2}
    done = verify(half.folder)
    assert done.holds and {difference.rules for difference in done.differences} == {"1"}
    assert [each.changes for each in tell(half.open(), turn=2).announcements.upgrades] == [(CHANGE,)]


def test_data_of_the_founding_stay_in_force(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_ins.release(monkeypatch, toy.Toy, data_version="2")
    stand_ins.findable(monkeypatch, toy=lambda records=None: toy.game(
        records or {"limits": {**toy.PACKAGED["limits"], "bid": 2}}))
    assert desk.open().game.limit == 5  # type: ignore[attr-defined]
    desk.order("red", "bid 4")
    taken = next(upgrades.taken(desk.open().entries, desk.open().game))
    assert (taken.before.data, taken.after.data) == ("1", "2") and verify(desk.folder).holds


# -- a step begun under other rules ---------------------------------------------------------------------------------


def test_a_step_begun_under_other_rules_stops_and_can_be_looked_at(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    half.order("blue", "pass")
    release(monkeypatch, "2", fight=richer)
    before = half.kinds()
    for playing in (half.sit, lambda: half.submit("blue", "pass"), lambda: half.check("red", "pass")):
        with pytest.raises(Stopped, match="--reopen.*--finish"):
            playing()
    assert half.kinds() == before
    campaign = half.open()
    assert status(campaign).owed and tell(campaign).entries
    assert not dict(tell(campaign).drafts)
    assert upgrades.in_force(campaign.entries).rules == "1"
    assert verify(half.folder).holds and not verify(half.folder, strict=True).holds


def test_the_step_can_be_reopened(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    links = half.open().state.links
    release(monkeypatch, "2", fight=richer)
    made = resume.reopen(half.folder, "both wish it")
    assert made["type"] == "rewind" and half.kinds()[-2:] == ["upgrade", "rewind"]
    campaign = half.open()
    assert campaign.position.step == "raids" and campaign.position.points == {"red": 1, "blue": 0}
    half.sit()  # with the same orders and other dice
    campaign = half.open()
    assert campaign.state.links == links + 1 and campaign.position.step == "raids"
    assert campaign.position.points["red"] in (1, 3, 5)
    _play_to_the_end(half)


@pytest.mark.parametrize("fight", [richer, fewer, more])
def test_what_is_recorded_can_stand(half: Desk, monkeypatch: pytest.MonkeyPatch, fight: Fight) -> None:
    position, acts = half.open().position, list(half.open().state.record)
    release(monkeypatch, "2", fight=fight)
    with pytest.raises(Stopped):
        half.sit()
    made = resume.finish(half.folder, "we saw the dice")
    assert made["type"] == "finish" and half.kinds()[-2:] == ["upgrade", "finish"]
    campaign = half.open()
    assert campaign.position == position and campaign.state.record == acts
    assert "raid Red Island" in template(campaign, "blue")
    assert half.check("blue", "raid Red Island with 1 boats").problems == ()
    half.order("blue", "raid Red Island\nlose boats")
    assert half.sit().number
    campaign = half.open()
    assert campaign.state.record[:len(acts)] == acts and campaign.position.points["red"] == 3
    gained = campaign.position.points["blue"] - position.points["blue"]
    assert gained in {richer: (0, 2), fewer: (0,), more: (0, 1)}[fight]
    half.order("blue", "pass\npass")
    half.sit()
    _play_to_the_end(half)


def test_where_the_record_cannot_be_followed_only_reopening_is_left(half: Desk,
                                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, "2", fight=harder)
    before = half.kinds()
    with pytest.raises(resume.CannotResume, match="cannot be followed.*--reopen"):
        resume.finish(half.folder, "x")
    assert half.kinds() == before
    resume.reopen(half.folder, "x")
    half.sit()
    _play_to_the_end(half)


def test_rules_that_fail_on_the_record_leave_reopening(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(game: toy.Toy, table: toy.Table, side: str, raid: toy.Raid) -> None:
        table.tell(toy.Changed("toy 2.c", "points", side, 1))
        if table.position.points["red"] > 1:
            raise KeyError(side)

    release(monkeypatch, "2", fight=failing)
    with pytest.raises(resume.CannotResume, match="Even so the record cannot be followed"):
        resume.finish(half.folder, "x")


def test_nothing_is_resumed_that_does_not_stop(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, "2")
    for way in (resume.reopen, resume.finish):
        with pytest.raises(resume.CannotResume, match="nothing to resume"):
            way(half.folder, "x")


def test_the_release_that_began_a_step_cannot_let_it_stand(half: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_ins.release(monkeypatch, toy.Toy, fight=richer)
    with pytest.raises(resume.CannotResume, match="this same release"):
        resume.finish(half.folder, "x")

    def forge(entries: list[Entry]) -> None:
        entries.append({"type": "finish", "act": 2, "reason": "x", "proposal": None})

    half.rewrite(forge)
    assert "finish-wrong" in codes(verify(half.folder).findings)


def test_a_playing_keeper_cannot_decide_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = half_kept(tmp_path)
    half.order("blue", "pass")
    release(monkeypatch, "2", fight=richer)
    made = resume.reopen(half.folder, "x")
    assert made["type"] == "proposal" and half.open().position.points["red"] == 3
    assert made["rewind"]["keeps"] == [len(half.entries()) - 3]
    assert points.find(half.open(), points.written(made["rewind"]["to"])) == made["rewind"]["to"]


def test_both_players_can_agree_that_the_record_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = half_kept(tmp_path)
    release(monkeypatch, "2", fight=richer)
    made = resume.finish(half.folder, "we saw the dice")
    assert (made["type"], made["finish"]) == ("proposal", 3)
    with pytest.raises(Stopped):
        half.sit()
    record_letter(half.folder, "consent", "blue", {"proposal": str(made["n"]), "hash": made["hash"]})
    assert half.kinds()[-2:] == ["consent", "finish"] and not open_proposals(half.entries())
    half.order("blue", "pass")
    half.sit()
    assert verify(half.folder).holds

    def forge(entries: list[Entry]) -> None:
        next(entry for entry in entries if entry["type"] == "finish")["proposal"] = None

    half.rewrite(forge)
    assert "consent-missing" in codes(verify(half.folder).findings)


def test_the_other_player_proposes_that_the_record_stands_by_a_letter(tmp_path: Path,
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    half = half_kept(tmp_path)
    values = {"text": "we saw the dice", "finish": "yes"}
    with pytest.raises(CannotSay, match="nothing to resume"):
        record_letter(half.folder, "proposal", "blue", values)
    release(monkeypatch, "2", fight=richer)
    with pytest.raises(CannotSay, match="on its own"):
        record_letter(half.folder, "proposal", "blue", {**values, "to": "entry 1"})
    assert record_letter(half.folder, "proposal", "blue", values)[-1]["finish"] == 3


def _play_to_the_end(desk: Desk) -> None:
    """Plays on and proves the whole."""
    while not (held := desk.sit()).over:
        for due in held.dues:
            desk.order(due.demand.side, {"bid": "bid 1", "loss": "lose boats"}.get(due.demand.code, "pass"))
    done = verify(desk.folder)
    assert done.holds, done.findings


# -- newer releases -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "value"), [
    ("format", logbook.FORMAT + 1), ("rules_version", "2"), ("data_version", "2")])
@pytest.mark.parametrize("where", ["founding", "upgrade"])
def test_a_logbook_of_a_newer_release_is_refused(desk: Desk, field: str, value: object, where: str) -> None:
    versions = {"format": logbook.FORMAT, "program": "9.0.0", "rules_version": "1", "data_version": "1", field: value}

    def change(entries: list[Entry]) -> None:
        if where == "founding":
            entries[0] |= versions
        else:
            entries += [{"type": "upgrade", **versions}, {"type": "something", "new": True}]

    desk.rewrite(change)
    for reading in (open_campaign, verify, lambda folder: submit(folder, [])):
        with pytest.raises(newer.Newer, match=r"witp-pbem 9\.0\.0 \(.*this is .*Install witp-pbem 9\.0\.0 or newer"):
            reading(desk.folder)


@pytest.mark.parametrize(("field", "value"), [("format", 0), ("format", "2"), ("rules_version", "two"),
                                              ("data_version", "٢"), ("rules_version", None)])
def test_versions_that_are_no_numbers_are_damage(desk: Desk, field: str, value: object) -> None:
    desk.rewrite(lambda entries: entries[0].update({field: value}))
    with pytest.raises(Damaged, match=field):
        desk.open()
    try:
        assert not verify(desk.folder).holds
    except Damaged:  # of a format nobody reads
        assert value == 0


def test_an_older_program_with_the_same_rules_may_go_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch)
    desk.order("red", "bid 1")
    monkeypatch.undo()
    from tests.campaign.desk import install_toy
    install_toy(monkeypatch)
    desk.order("blue", "bid 2")
    assert [entry["program"] for entry in desk.entries() if entry["type"] == "upgrade"] == ["9.0.0", __version__]


def test_changes_are_told_from_version_to_version(monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy.game()
    stand_ins.release(monkeypatch, toy.Toy, changes={"10": ("ten",), "2": ("two",), "3": ("three", "too")})
    assert upgrades.changes(game, "1", "3") == ("two", "three", "too")  # type: ignore[arg-type]
    assert upgrades.changes(game, "2", "10") == ("three", "too", "ten")  # type: ignore[arg-type]
    assert upgrades.changes(game, "2", "2") == ()  # type: ignore[arg-type]
