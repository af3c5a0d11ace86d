"""Going back: what is in force afterwards, what stays used, what is refused, and random campaigns that rewind."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.campaign import toy
from tests.campaign.desk import Desk, codes, play_turn
from witp_pbem.campaign.disputes.bookmarks import CannotMark, bookmark
from witp_pbem.campaign.disputes.protest_answers import answer
from witp_pbem.campaign.folder import points
from witp_pbem.campaign.letters.protests import protests
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.record import branches
from witp_pbem.campaign.record.json_lines import Damaged
from witp_pbem.campaign.sitting.rewind import CannotRewind, rewind
from witp_pbem.table import event


def holds(desk: Desk) -> bool:
    """Whether the campaign verifies, with and without its private folder."""
    findings = verify(desk.folder).findings
    assert not findings, findings
    public = desk.folder.parent / "public"
    shutil.rmtree(public, ignore_errors=True)
    shutil.copytree(desk.folder, public, ignore=shutil.ignore_patterns("private"))
    findings = verify(public).findings
    assert not findings, findings
    return True


def position(desk: Desk) -> object:
    return desk.open().game.to_json(desk.open().position)


def test_a_campaign_goes_back_to_the_start_of_a_turn_within_a_sitting(desk: Desk) -> None:
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2\nraid Red Island\npass\nlose boats\npass")
    desk.sit()
    before = position(desk)
    bookmark(desk.folder, "before the raids", "")
    desk.order("red", "raid Blue Island\npass\nlose boats\npass")
    desk.sit()
    play_turn(desk)
    assert desk.open().turn == 3
    made = rewind(desk.folder, "turn 2 Raids", "a file was overlooked", keep=False)
    assert made["to"]["acts"] and desk.open().turn == 2 and desk.open().position.step == "raids"
    assert holds(desk)
    rewind(desk.folder, "Before the Raids", "further back", keep=False)
    assert position(desk) == before
    assert holds(desk)


@pytest.mark.parametrize("to", ["turn 2", "turn 1 {}", "entry 0", "sitting 1", "entry 3"])
def test_the_campaign_is_played_to_its_end_from_every_point(any_desk: Desk, to: str) -> None:
    """Also from the last phase of a turn, which each game calls otherwise."""
    desk = any_desk
    play_turn(desk)
    play_turn(desk)
    rewind(desk.folder, to.format("raids" if desk.open().game.id == "toy" else "raid"), "once more", keep=False)
    desk.sit()
    while not desk.open().position.outcome:
        play_turn(desk)
    assert holds(desk)
    with pytest.raises(CannotRewind):
        rewind(desk.folder, "turn 2", "too late", keep=False)


def test_dice_are_fresh_and_links_stay_used(any_desk: Desk) -> None:
    desk = any_desk
    play_turn(desk)
    rewind(desk.folder, "sitting 1", "again", keep=True)
    desk.sit()
    first, again = [entry for entry in desk.entries() if entry["type"] == "sitting"][1:]
    assert (again["number"], first["link"] == again["link"]) == (first["number"] + 1, False)
    rolled = [[act["dice"] for act in entry["acts"] if "roll" in act] for entry in (first, again)]
    assert rolled[0] and rolled[1] and rolled[0] != rolled[1]
    assert holds(desk)


def test_orders_behind_the_point_stay_only_where_they_are_kept(any_desk: Desk) -> None:
    desk = any_desk
    play_turn(desk)
    rewind(desk.folder, "sitting 1", "again", keep=False)
    assert desk.open().submissions() == []
    rewind(desk.folder, "sitting 2", "no, it was right", keep=False)
    assert desk.open().turn == 2
    rewind(desk.folder, "sitting 1", "again after all", keep=True)
    assert [entry["side"] for entry in desk.open().submissions()] == [*desk.turn_orders()]
    desk.sit()
    assert desk.open().turn == 2 and holds(desk)


def test_a_deck_made_anew_has_other_seals_and_salts(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    desk.sit()
    rewind(desk.folder, "entry 0", "the deck again", keep=False)
    assert desk.open().position.hands == {"red": (), "blue": ()}
    desk.sit()
    seals = [act["seals"] for entry in desk.entries() if entry["type"] == "sitting" for act in entry["acts"]
             if "shuffle" in act]
    assert len(seals) == 2 and not set(seals[0]) & set(seals[1])
    campaign = desk.open()
    held = {side: campaign.look_for(side, campaign.position.hands[side][0]) for side in toy.SIDES}
    assert set(held.values()) <= set(toy.CARDS)
    desk.order("red", f"bid 1\npass\npass\nplay {held['red']}")
    desk.order("blue", "bid 0\npass\nlose boats\npass")
    desk.sit()
    while not desk.open().position.outcome:
        play_turn(desk)
    assert holds(desk)


def test_dice_typed_in_and_seen_stay_used(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", dice="manual")
    desk.order("referee", "card red storm\ncard blue calm")
    desk.sit()
    desk.order("referee", "dice 6 6 1 1")
    desk.order("red", "bid 4\nraid Blue Island")
    desk.order("blue", "bid 2\npass\nlose boats")
    desk.sit()
    rewind(desk.folder, "turn 1 raids", "another raid", keep=True)
    assert [used for (entry, _), used in desk.open().state.manual_used.items() if entry == 3] == [2]
    desk.sit()
    rolled = [act["dice"] for entry in desk.entries() if entry["type"] == "sitting" for act in entry["acts"]
              if "roll" in act]
    assert rolled == [[6, 6], [1, 1]]
    assert holds(desk)


def test_a_standing_order_cancelled_behind_the_point_stands_again(desk: Desk) -> None:
    desk.order("red", "standing until 3 points\nbid 4\nend\nraid Blue Island with 2 boats\npass\nlose boats\npass")
    desk.order("blue", "bid 2\npass\nlose boats\npass")
    desk.sit()
    play_turn(desk)
    gone = desk.open().state.cancelled
    rewind(desk.folder, "turn 1 raids", "again", keep=False)
    assert not desk.open().state.cancelled or desk.open().state.cancelled < gone or not gone
    desk.sit()
    assert holds(desk)


def test_a_closed_sitting_is_held_before_anything_is_rewound(desk: Desk) -> None:
    play_turn(desk)
    lines = desk.book.read_bytes().splitlines(keepends=True)
    desk.book.write_bytes(b"".join(lines[:-1]))  # a crash between closing and sitting
    for file in desk.folder.glob("private/head*"):
        file.unlink()
    assert desk.open().closed
    with pytest.raises(CannotRewind):
        rewind(desk.folder, "sitting 1", "no", keep=False)
    with pytest.raises(points.NoSuchPoint):
        points.find(desk.open(), f"entry {len(lines) - 2}")


@pytest.mark.parametrize("to", ["turn 9", "sitting 9", "entry 999", "next week", "turn 1 tea", "sitting 1 raids", ""])
def test_a_point_that_is_none_is_refused(desk: Desk, to: str) -> None:
    with pytest.raises(points.NoSuchPoint):
        rewind(desk.folder, to, "no", keep=False)


def test_going_where_the_campaign_stands_is_refused(desk: Desk) -> None:
    with pytest.raises(CannotRewind):
        rewind(desk.folder, "sitting 1", "no", keep=False)


@pytest.mark.parametrize("name", ["turn 3", "Sitting 4", "entry 5 again", " ", "x" * 61, "a\x07b"])
def test_a_bookmark_does_not_read_like_another_point(desk: Desk, name: str) -> None:
    with pytest.raises(CannotMark):
        bookmark(desk.folder, name, "")


def test_a_name_is_given_once(desk: Desk) -> None:
    bookmark(desk.folder, "Dawn", "sitting 1")
    with pytest.raises(CannotMark):
        bookmark(desk.folder, "dawn", "")


def test_orders_written_before_a_rewind_are_stale(desk: Desk) -> None:
    play_turn(desk)
    last = desk.open().last_sitting["hash"]
    rewind(desk.folder, "sitting 1", "again", keep=False)
    assert codes(desk.check("red", "bid 1", After=last).problems) == ["stale"]
    assert not desk.check("red", "bid 1", After=desk.open().last_sitting["hash"]).problems


def test_an_abandoned_branch_stays_readable(desk: Desk) -> None:
    play_turn(desk)
    then, number = position(desk), len(desk.entries()) - 1
    rewind(desk.folder, "sitting 1", "again", keep=False)
    campaign = desk.open()
    assert campaign.game.to_json(points.as_of(campaign, number).position) == then
    assert points.abandoned(campaign) == dict.fromkeys(range(number - 3, number + 1), number + 1)


@pytest.mark.parametrize("change", [
    {"to": {"entry": 99, "acts": None}}, {"to": {"entry": 6, "acts": 1}}, {"to": {"entry": 5, "acts": None}},
    {"keeps": [6]}, {"keeps": [1]}, {"keeps": [7]}])
def test_verify_finds_a_rewind_that_cannot_be(desk: Desk, change: dict[str, object]) -> None:
    play_turn(desk)
    made = rewind(desk.folder, "sitting 1", "again", keep=False)
    assert (made["n"], desk.kinds()[5:7]) == (7, ["closed", "sitting"])
    desk.rewrite(lambda entries: entries[7].update(change))
    assert verify(desk.folder).findings


@pytest.mark.parametrize("change", [
    {"to": {"entry": 7, "acts": None}}, {"to": {"entry": 4, "acts": 1}}, {"to": {"entry": 6, "acts": 999}},
    {"to": {"entry": -1, "acts": None}}, {"to": {"entry": "1", "acts": None}}, {"to": []}, {"keeps": 5}])
def test_a_logbook_with_a_rewind_to_nowhere_is_not_opened(desk: Desk, change: dict[str, object]) -> None:
    play_turn(desk)
    rewind(desk.folder, "sitting 1", "again", keep=False)
    desk.rewrite(lambda entries: entries[7].update(change))
    with pytest.raises(Damaged, match="entry 7: (it goes back to a point|.*not well formed: (to|keeps))"):
        desk.open()


def test_a_rewind_to_a_rewind_is_followed_but_once() -> None:
    """A logbook of a hundred of them would take for ever if each led to all those before it again."""
    founding: dict[str, object] = {"n": 0, "type": "founding", "hash": ""}
    rewinds = [{"n": n, "type": "rewind", "hash": "", "to": {"entry": n - 1, "acts": None}, "keeps": []}
               for n in range(1, 101)]
    assert branches.line([founding, *rewinds]) == [founding, *rewinds]


# -- random campaigns ------------------------------------------------------------------------------------------------


def _orders(side: str, chance: random.Random) -> str:
    target = "Blue" if side == "red" else "Red"
    raids = "".join(f"raid {target} Island\n" for _ in range(chance.randrange(3)))
    return f"bid {chance.randrange(6)}\n{raids}pass\nlose boats\npass"


def _step(desk: Desk, chance: random.Random, said: list[str]) -> None:
    """Something a random desk does next."""
    campaign = desk.open()
    what = chance.random()
    if what < 0.5:
        for side in toy.SIDES:
            if chance.random() < 0.8:
                desk.submit(side, _orders(side, chance))
        desk.sit()
    elif what < 0.6:
        desk.submit("referee", f"ruling {chance.choice(toy.SIDES)} gains {chance.randrange(3)}")
    elif what < 0.7:
        name = f"mark {len(said)}"
        bookmark(desk.folder, name, "")
        said.append(name)
    else:
        numbers = [str(number) for number in range(len(campaign.entries))]
        to = chance.choice([f"turn {chance.randint(1, 3)}", f"turn {chance.randint(1, 3)} {chance.choice(toy.STEPS)}",
                            f"sitting {chance.randint(1, 6)}", f"entry {chance.choice(numbers)}", *said[-1:]])
        try:
            rewind(desk.folder, to, "chance", keep=chance.random() < 0.4)
        except (CannotRewind, points.NoSuchPoint):
            return  # no such point, or the campaign stands there


def check_random_campaign(folder: Path, seed: int, steps: int = 14) -> int:
    """Plays a random campaign with rewinds; after each, the position is that at its point. Returns how many rewinds
    there were."""
    chance = random.Random(seed)
    desk = Desk(folder, dice="chain")
    desk.sit()
    marks: list[str] = []
    rewinds = 0
    for _ in range(steps):
        before = desk.entries()
        if desk.open().position.outcome:
            break
        _step(desk, chance, marks)
        entries = desk.entries()
        if entries[-1]["type"] == "rewind" and len(entries) > len(before):
            rewinds += 1
            _stands_at_its_point(desk, entries)
    assert holds(desk), seed
    while not desk.open().position.outcome:
        for side in toy.SIDES:
            orders = _orders(side, chance)
            if not desk.submit(side, orders).stands:  # the bids are over
                desk.submit(side, orders.partition("\n")[2])
        desk.sit()
    assert holds(desk), seed
    return rewinds


def _stands_at_its_point(desk: Desk, entries: list[dict[str, object]]) -> None:
    """The position after a rewind is what applying the line's events by hand comes to."""
    campaign = desk.open()
    game = campaign.game
    to = entries[-1]["to"]
    then = game.from_json(entries[0]["opening"])
    for entry in branches.line(entries[:to["entry"] + 1]):
        acts = entry["acts"] if entry["type"] == "sitting" else []
        if entry["n"] == to["entry"] and to["acts"] is not None:
            acts = acts[:to["acts"]]
        for act in acts:
            if "event" in act:
                then = game.apply(then, event.from_json(act, game.events))
    assert game.to_json(then) == game.to_json(campaign.position)
    assert campaign.state.sittings == sum(entry["type"] == "sitting" for entry in entries)
    assert campaign.state.links == sum(bool(entry.get("link")) for entry in entries if entry["type"] == "sitting")


@pytest.mark.parametrize("seed", range(6))
def test_random_campaigns_with_rewinds_hold(tmp_path: Path, seed: int) -> None:
    check_random_campaign(tmp_path / "isles", seed)


@pytest.mark.long
def test_many_random_campaigns_with_rewinds_hold(tmp_path: Path) -> None:
    rewinds = sum(check_random_campaign(tmp_path / str(seed) / "isles", seed) for seed in range(100, 300))
    assert rewinds > 200


def test_an_answer_stays_one_when_what_it_ruled_is_taken_back(desk: Desk) -> None:
    (made,) = record_letter(desk.folder, "protest", "red", {"text": "no"})
    answer(desk.folder, made["n"], "look again", None)
    play_turn(desk)
    rewind(desk.folder, "entry 0", "from the start", keep=False)
    (protest,) = protests(desk.entries())
    assert protest.answer and protest.answer["reason"] == "look again"
    desk.sit()
    assert holds(desk)
