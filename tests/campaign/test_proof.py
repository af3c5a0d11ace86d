"""`verify`, subject by subject: what was proven, what differs by other rules, branches, files read again, progress."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tests.campaign import toy
from tests.campaign.both import both_games
from tests.campaign.desk import Desk, codes, overlooking, play, play_turn
from tests.leaving import withdraw
from tests.stand_ins import crooked, release
from witp_pbem.campaign.folder import games
from witp_pbem.campaign.proof import checking, evidence, replaying
from witp_pbem.campaign.proof.subjects import SUBJECTS
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import laid_open, logbook
from witp_pbem.campaign.record.act_records import both_in_words
from witp_pbem.campaign.record.entries import Entry
from witp_pbem.campaign.sitting import resume
from witp_pbem.campaign.sitting.rewind import rewind
from witp_pbem.table import questions
from witp_pbem.table.acts import Answered
from witp_pbem.table.demand import Demand, Understood
from witp_pbem.table.phrase import phrase
from witp_pbem.table.problem import Problem
from witp_pbem.table.questions import answer
from witp_pbem.table.table import Diverged, Illegal, Table

Entries = list[dict[str, Any]]


def sittings(entries: Entries) -> Entries:
    return [entry for entry in entries if entry["type"] == "sitting"]


def parts(desk: Desk) -> dict[str, tuple[int, int, int]]:
    """By subject: how many things there are, how many were proven, how many cannot be checked yet."""
    return {part.subject: (part.total, part.proven, part.open) for part in verify(desk.folder).parts}


def public(desk: Desk) -> Path:
    """The logbook alone, as every player has it."""
    book = desk.folder.parent / "public.jsonl"
    book.write_bytes(desk.book.read_bytes())
    return book


# -- subjects -----------------------------------------------------------------------------------------------------


def test_of_a_finished_game_every_subject_is_proven_in_full(played: Desk) -> None:
    counts = parts(played)
    dice = sum(len(act["dice"]) for entry in sittings(played.entries()) for act in entry["acts"] if "roll" in act)
    assert counts["dice"] == (dice, dice, 0) and dice > 4
    assert counts["chain"] == (len(played.entries()), len(played.entries()), 0)
    assert counts["fairness"] == counts["positions"] == (4, 4, 0)
    assert counts["orders"] == (6, 6, 0)
    assert counts["outcome"] == counts["decks"] == (1, 1, 0)
    assert all(total == proven for total, proven, _ in counts.values())
    assert not verify(public(played)).unchecked


def test_a_player_may_prove_all_but_what_is_sealed(desk: Desk) -> None:
    play_turn(desk)
    desk.order("red", "bid 1")
    verified = verify(public(desk))
    assert verified.holds
    counts = {part.subject: (part.proven, part.open) for part in verified.parts}
    assert counts["dice"][0] > 0 and counts["dice"][1] == 0
    assert counts["orders"] == (0, 3) and counts["decks"] == (0, 1) and counts["fairness"] == (0, 2)
    assert counts["seals"][1] > 0 and "private" not in counts and "outcome" not in counts
    assert any("after the end" in sentence for sentence in verified.unchecked)


def test_what_was_said_of_a_face_down_card_is_proved_when_it_lies_open(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper who gives a wrong answer can do so until the card is opened, at the latest at the end."""
    play_cards = toy.Toy.play_cards

    def ask_first(self: toy.Toy, table: Table) -> None:
        for side in toy.SIDES:
            for slot in table.position.hands[side]:
                table.test(slot, "is storm")
        play_cards(self, table)

    release(monkeypatch, toy.Toy, play_cards=ask_first)
    desk = Desk(tmp_path / "isles")
    desk.sit()
    with crooked(questions, answer=lambda question, card: not answer(question, card)):
        play_turn(desk)
    assert codes(verify(desk.folder).findings) == []
    assert parts(desk)["tests"] == (2, 0, 2) and "flags/0, flags/1" in " ".join(verify(public(desk)).unchecked)
    play_turn(desk)
    play_turn(desk)
    verified = verify(public(desk))
    assert codes(verified.findings) == ["test-differs"] * 2 and parts(desk)["tests"] == (6, 4, 0)
    assert {"yes", "no"} <= set(re.findall("yes|no", " ".join(finding.sentence for finding in verified.findings)))


@both_games
def test_a_finding_counts_against_its_subject(played: Desk) -> None:
    def lie(entries: Entries) -> None:
        dice = next(act for act in sittings(entries)[1]["acts"] if "roll" in act)["dice"]
        dice[0] = dice[0] % 6 + 1

    played.rewrite(lie)
    by_subject = {part.subject: part for part in verify(public(played)).parts}
    assert by_subject["dice"].findings == 1 and by_subject["dice"].proven == by_subject["dice"].total - 1
    assert by_subject["positions"].findings == 0


def test_every_code_of_a_replay_belongs_to_a_subject() -> None:
    used: set[str] = set()
    for module in (evidence, replaying, checking):
        text = Path(str(module.__file__)).read_text(encoding="utf-8")
        used |= set(re.findall(r'(?:fault|differs|note)\(\s*[^,()]+,\s*"([a-z-]+)"', text))
    assert used == set(evidence.SUBJECT_OF) and set(evidence.SUBJECT_OF.values()) <= set(SUBJECTS)


def test_an_unsigned_withdrawal_is_said_to_prove_little(desk: Desk) -> None:
    desk.order("red", "bid 4")
    withdraw(desk.folder, "red")
    assert any("Withdrawals, consents and resignations without a signature" in sentence
               for sentence in verify(desk.folder).unchecked)


# -- dice ---------------------------------------------------------------------------------------------------------


def test_no_difference_of_the_rules_hides_a_die(played: Desk) -> None:
    """He changes an event before the roll, so that the rules stop looking at the step, and a die behind it."""
    def lie(entries: Entries) -> None:
        acts = sittings(entries)[1]["acts"]
        next(act for act in acts if act.get("what") == "points")["by"] = 2
        dice = next(act for act in acts if "roll" in act)["dice"]
        dice[0] = dice[0] % 6 + 1

    played.rewrite(lie)
    assert {"rules-differ", "dice-differ"} <= set(codes(verify(public(played)).findings))


# -- heads --------------------------------------------------------------------------------------------------------


@both_games
def test_every_hash_a_player_holds_is_looked_for(played: Desk) -> None:
    entries = played.entries()
    verified = verify(played.folder, entries[2]["hash"], entries[-1]["hash"][:40] + "…")
    assert verified.holds
    assert [(head.entry, head.after) for head in verified.heads] == [(2, len(entries) - 3), (len(entries) - 1, 0)]
    verified = verify(played.folder, entries[2]["hash"], "ab" * 32)
    assert codes(verified.findings) == ["head-missing"] and len(verified.heads) == 1


def test_the_keepers_copy_knows_its_own_head(desk: Desk) -> None:
    before = desk.book.read_bytes()
    desk.order("red", "bid 4")
    desk.book.write_bytes(before)
    assert codes(verify(desk.folder).findings) == ["private-ahead"]
    assert verify(public(desk)).holds


# -- the rules' versions ------------------------------------------------------------------------------------------


def test_what_other_rules_decide_otherwise_is_told_and_fails_only_if_wanted(
        tmp_path: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction: from rules 2 on a raid needs eight hits. Wherever just seven were thrown the two differ."""
    for number in range(20):
        played = Desk(tmp_path / f"sevens {number}", seed=f"sevens {number}")
        play(played)
        if any(sum(act["dice"]) == 7 for entry in sittings(played.entries()) for act in entry["acts"]
               if "raid" in str(act.get("roll"))):
            break
    release(monkeypatch, toy.Toy, fight=_eight_hits)
    same = verify(public(played))
    assert not same.holds and set(codes(same.findings)) == {"rules-differ"}  # nobody said that the rules are others
    release(monkeypatch, toy.Toy, rules_version="2")
    verified = verify(public(played))
    assert verified.holds and verified.differences
    first = verified.differences[0]
    assert (first.rules, first.rules_now, first.code) == ("1", "2", "rules-differ") and first.act
    assert first.recorded and first.now and first.recorded != first.now
    strict = verify(public(played), strict=True)
    assert not strict.holds and not strict.findings
    assert any("rules 1" in sentence for sentence in verified.unchecked)


def test_rules_corrected_without_effect_are_no_difference(played: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    release(monkeypatch, toy.Toy, rules_version="2")
    verified = verify(public(played), strict=True)
    assert verified.holds and not verified.differences


@pytest.mark.parametrize("code", ["dice-differ", "position-differs", "seal-differs", "outcome-differs", "words-differ"])
def test_other_rules_excuse_nothing_that_is_no_rule(played: Desk, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    def lie(entries: Entries) -> None:
        sitting = sittings(entries)[1]
        if code == "dice-differ":
            dice = next(act for act in sitting["acts"] if "roll" in act)["dice"]
            dice[0] = dice[0] % 6 + 1
        elif code == "position-differs":
            next(act for act in sitting["acts"] if act.get("what") == "points")["by"] = 2
        elif code == "seal-differs":
            sitting["opened"][0]["content"]["text"] = "bid 5"
        elif code == "outcome-differs":
            entries[-1]["outcome"]["winner"] = "nobody"
        else:
            entries[sitting["closed"]]["words"].pop()

    played.rewrite(lie)
    release(monkeypatch, toy.Toy, rules_version="2")
    assert code in codes(verify(public(played)).findings)


def test_rules_in_force_are_those_of_the_last_upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played behind the upgrade is judged by its rules; what was played before it, is compared."""
    desk = Desk(tmp_path / "isles")
    play(desk)
    count = _upgraded_behind_sitting(desk, 2)
    release(monkeypatch, toy.Toy, rules_version="2")
    assert verify(public(desk)).holds and count

    def lie(entries: Entries) -> None:
        for entry in sittings(entries)[1:]:
            for act in entry["acts"]:
                if act.get("what") == "points" and act.get("rule") == "toy 1":
                    act["rule"] = "toy 9"

    desk.rewrite(lie)
    verified = verify(public(desk))
    upgrade = next(entry["n"] for entry in desk.entries() if entry["type"] == "upgrade")
    assert {difference.entry for difference in verified.differences} and verified.findings
    assert all(difference.entry < upgrade for difference in verified.differences)
    assert all((finding.entry or 0) > upgrade for finding in verified.findings if finding.code == "rules-differ")


def test_only_what_other_rules_have_played_can_be_left_to_stand(tmp_path: Path) -> None:
    """The keeper changes a raid, and would have it stand by a release with the same rules and a `finish` entry."""
    desk = Desk(tmp_path / "isles")
    desk.sit()
    desk.order("red", "bid 4\nraid Blue Island")
    desk.order("blue", "bid 2\npass\nlose boats")
    desk.sit()

    def cheat(entries: Entries) -> None:
        next(act for act in entries[-1]["acts"] if "answer" in act and act["demand"] == "raid"
             )["answer"]["boats"] = 2
        entries.append({"type": "upgrade", "format": logbook.FORMAT, "program": "9", "rules_version": "1",
                        "data_version": "1"})
        entries.append({"type": "finish", "act": 1, "reason": "played by the old program", "proposal": None})

    desk.rewrite(cheat)
    verified = verify(public(desk))
    assert {"finish-wrong", "source-differs"} <= set(codes(verified.findings)) and not verified.differences


def test_what_is_played_behind_a_finish_is_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was recorded before it stands; behind it he cannot take an order for another."""
    desk = _missed(tmp_path)
    release(monkeypatch, toy.Toy, fight=_other_words, rules_version="2")
    resume.finish(desk.folder, "the dice lie on the table")
    desk.order("blue", "raid Red Island\npass\nlose boats")
    desk.order("red", "pass\nlose boats")
    desk.sit()
    verified = verify(desk.folder)
    assert verified.holds and [difference.code for difference in verified.differences] == ["rules-differ"]
    last = sittings(desk.entries())[-1]["n"]

    def lie(entries: Entries) -> None:
        next(act for act in entries[last]["acts"] if act.get("answer") == {"order": "raid", "place": "0101", "boats": 1}
             )["answer"]["boats"] = 2

    desk.rewrite(lie)
    assert (last, "source-differs") in [(finding.entry, finding.code) for finding in verify(public(desk)).findings]


def _missed(folder: Path) -> Desk:
    """A campaign in the middle of its raids: Red has raided and hit nothing, Blue owes a raid."""
    for number in range(20):
        desk = Desk(folder / f"{number}" / "isles", seed=f"missed {number}")
        desk.sit()
        desk.order("red", "bid 4\nraid Blue Island")
        desk.order("blue", "bid 2\nlose boats")
        desk.sit()
        if not any(act.get("demand") == "loss" for act in sittings(desk.entries())[-1]["acts"]):
            return desk
    raise AssertionError("no such dice")


def _other_words(self: toy.Toy, table: Any, side: str, raid: Any) -> None:
    table.roll(phrase("the-raid", side=side), 2, toy.DIE)


def _upgraded_behind_sitting(desk: Desk, number: int) -> int:
    """Puts an upgrade to rules 2 behind a sitting, as though it had been there; numbers behind it go up by one."""
    def change(entries: Entries) -> None:
        place = next(entry["n"] for entry in entries if entry.get("number") == number) + 1
        files = laid_open.files(cast(list[Entry], entries))
        for entry in entries[place:]:
            if entry["type"] == "closed":
                entry["submissions"] = [each + 1 for each in entry["submissions"]]
            elif entry["type"] == "sitting":
                entry["closed"] += 1
                for act in entry["acts"]:
                    act |= {key: [act[key][0] + 1, act[key][1]] for key in ("source",)
                            if key in act and act[key][0] >= place}
                for item in entry["opened"]:
                    if "file" in item:
                        item["secret"] = files[item["file"]].secret
                    item |= {key: item[key] + 1 for key in ("entry", "file") if item.get(key, -1) >= place}
        entries.insert(place, {"type": "upgrade", "format": logbook.FORMAT, "program": "9", "rules_version": "2",
                               "data_version": "1"})

    before = len(desk.entries())
    desk.rewrite(change)
    return len(desk.entries()) - before


def _eight_hits(self: toy.Toy, table: Any, side: str, raid: Any) -> None:
    dice = table.roll(phrase("raid", side=side), 2, toy.DIE)
    if sum(dice) >= 8:
        victim = toy.ENEMY[side]
        table.ask(Demand(victim, "loss", "toy 2.c", frozenset({"lose"}),
                             lambda order: Understood("boats", {"order": "lose"}), lambda: [{"order": "lose"}],
                             standing=True))
        table.tell(toy.Changed("toy 2.c", "boats", victim, -1), toy.Changed("toy 2.c", "points", side, 1))


# -- branches -----------------------------------------------------------------------------------------------------


def branched(folder: Path, to: str, keep: bool = False) -> Desk:
    """A whole game whose first turn was played, taken back to a point, and played again."""
    desk = Desk(folder / "isles")
    desk.sit()
    play_turn(desk)
    rewind(desk.folder, to, "the dice fell off the table", keep)
    for _ in range(9):
        if desk.open().position.outcome is None:
            _play_on(desk, desk.open().position.step)
    assert desk.open().position.outcome is not None
    return desk


def _play_on(desk: Desk, step: str) -> None:
    """The rest of a turn."""
    if step == "bids":
        play_turn(desk)
        return
    if step == "setup":
        desk.sit()
        return
    if step == "raids":
        desk.order("red", "raid Blue Island\npass\nlose boats\npass")
        desk.order("blue", "pass\nlose boats\npass")
    else:
        desk.order("red", "pass")
        desk.order("blue", "pass")
    desk.sit()


@pytest.mark.parametrize(("to", "keep"), [("sitting 1", False), ("sitting 1", True), ("sitting 2", False),
                                          ("turn 1 raids", False), ("turn 1 raids", True), ("turn 1 cards", True),
                                          ("entry 0", False), ("turn 2", True)])
def test_a_campaign_that_went_back_holds(tmp_path: Path, to: str, keep: bool) -> None:
    if to in ("sitting 2", "turn 2"):
        desk = Desk(tmp_path / "isles")
        desk.sit()
        play_turn(desk)
        play_turn(desk)
        rewind(desk.folder, to, "again", keep)
        while desk.open().position.outcome is None:
            play_turn(desk)
    else:
        desk = branched(tmp_path, to, keep)
    verified = verify(desk.folder)
    assert verified.holds, verified.findings
    by_subject = {part.subject: part for part in verified.parts}
    assert by_subject["positions"].proven == by_subject["positions"].total == len(sittings(desk.entries()))
    assert by_subject["fairness"].proven == by_subject["fairness"].total
    assert verify(public(desk)).holds


def test_every_moment_of_a_campaign_that_went_back_holds(tmp_path: Path) -> None:
    entries = branched(tmp_path, "turn 1 raids").book.read_bytes().splitlines(keepends=True)
    book = tmp_path / "part.jsonl"
    for count in range(1, len(entries) + 1):
        book.write_bytes(b"".join(entries[:count]))
        verified = verify(book)
        assert verified.holds, (count, verified.findings)


def _other_die(sitting: dict[str, Any]) -> None:
    dice = next(act for act in sitting["acts"] if "roll" in act)["dice"]
    dice[0] = dice[0] % 6 + 1


def _other_event(sitting: dict[str, Any]) -> None:
    next(act for act in sitting["acts"] if act.get("what") == "points")["by"] = 2


def _other_position(sitting: dict[str, Any]) -> None:
    sitting["position"] = "ab" * 32


def _other_answer(sitting: dict[str, Any]) -> None:
    next(act for act in sitting["acts"] if "answer" in act)["answer"] = {"order": "bid", "amount": 5}


@pytest.mark.parametrize(("code", "cheat"), [("dice-differ", _other_die), ("rules-differ", _other_event),
                                             ("position-differs", _other_position), ("source-differs", _other_answer)])
@pytest.mark.parametrize("to", ["sitting 1", "turn 1 cards"])
def test_an_abandoned_branch_must_hold_as_well(tmp_path: Path, to: str, code: str,
                                               cheat: Callable[[dict[str, Any]], None]) -> None:
    desk = branched(tmp_path, to)
    abandoned = sittings(desk.entries())[1]["n"]
    desk.rewrite(lambda entries: cheat(entries[abandoned]))
    assert (abandoned, code) in [(finding.entry, finding.code) for finding in verify(public(desk)).findings]


def test_an_order_passed_over_on_an_abandoned_branch_is_found_out_at_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    desk.sit()
    desk.order("red", "bid 1\nbid 5\npass\npass")
    desk.order("blue", "bid 3\npass\npass")
    with overlooking(lambda order: order.statement.text == "bid 1"):
        desk.sit()
    rewind(desk.folder, "sitting 1", "again", False)
    assert verify(desk.folder).holds
    while desk.open().position.outcome is None:
        play_turn(desk)
    assert (5, "order-passed-over") in [(finding.entry, finding.code) for finding in verify(desk.folder).findings]


@pytest.mark.parametrize("to", [{"entry": 99, "acts": None}, {"entry": 1, "acts": None}, {"entry": 5, "acts": 1},
                                {"entry": 5, "acts": 999}])
def test_a_rewind_to_no_point_is_found_out(tmp_path: Path, to: dict[str, Any]) -> None:
    desk = Desk(tmp_path / "isles")
    desk.sit()
    play_turn(desk)
    rewind(desk.folder, "sitting 1", "again", False)
    assert verify(public(desk)).holds
    desk.rewrite(lambda entries: entries[-1].update(to=to))
    assert not verify(public(desk)).holds


def test_an_abandoned_order_answers_nothing(tmp_path: Path) -> None:
    """He uses an order of the abandoned branch for the branch in force."""
    desk = branched(tmp_path, "sitting 1")
    old = sittings(desk.entries())[1]

    def lie(entries: Entries) -> None:
        new = sittings(entries)[2]
        source = next(act for act in old["acts"] if "answer" in act)["source"]
        next(act for act in new["acts"] if "answer" in act)["source"] = source

    desk.rewrite(lie)
    assert "source-wrong" in codes(verify(public(desk)).findings)


# -- progress -----------------------------------------------------------------------------------------------------


@both_games
def test_progress_is_told_from_nothing_to_all(played: Desk) -> None:
    progress: list[tuple[int, int]] = []
    verify(played.folder, watch=lambda done, count: progress.append((done, count)))
    assert progress == sorted(progress) and progress[-1] == (4, 4) and {count for _, count in progress} == {4}
    assert len({done for done, _ in progress}) > 2


def test_what_parts_from_the_record_is_worded_as_in_reports() -> None:
    game = games.packaged("witp")
    needs_shallows = Problem("transport-needs-shallows", "illegal", "witp 8.6.1.c", {"place": "0606"})
    answer = Answered("japan", "impulse", {"order": "pass"}, (6, 112))
    recorded, now = both_in_words(Diverged(0, answer, Illegal((needs_shallows, needs_shallows))), game)
    assert recorded == "Japan answers pass"
    assert now == ("illegal: Manila (0606) has no shallows; a stack that carries land units can only go to a shallow "
                   "hex [witp 8.6.1.c]")
    assert both_in_words(Diverged(0, answer._replace(order=None), "roll"), game) == ("Japan answers nothing", "roll")
