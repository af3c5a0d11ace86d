"""What players agree on: the file, its damage, what may not be agreed on, and how it is told and put on record."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, time, timedelta
from pathlib import Path

import pytest

from tests.campaign.desk import Desk
from tests.exchange import posting
from tests.exchange.deadlines.conftest import BEGUN, DAY, HOUR, Watched
from witp_pbem.campaign.folder.creation import Wishes, create
from witp_pbem.campaign.folder.opening import NoCampaign, open_campaign
from witp_pbem.campaign.folder.settings import BadSettings
from witp_pbem.campaign.letters import chainfile
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.campaign.sitting.adjudicate import adjudicate
from witp_pbem.exchange import office
from witp_pbem.exchange.deadlines import agreeing
from witp_pbem.exchange.deadlines import agreement as agreements
from witp_pbem.exchange.deadlines.agreement import Agreement, NotAgreed
from witp_pbem.exchange.deadlines.calendar import Absence
from witp_pbem.exchange.deadlines.review import review
from witp_pbem.table.language import speaking

Watch = Callable[..., Watched]
WHOLE = Agreement(every=timedelta(days=2), minimum=timedelta(hours=36), grace=timedelta(0), clock=time(21),
                  weekends=False, zone="Europe/Berlin", zones={"red": "Asia/Tokyo"},
                  away={"blue": (Absence(date(2026, 12, 24), date(2027, 1, 2)),
                                 Absence(date(2027, 3, 1), date(2027, 3, 1)))},
                  remind=(timedelta(hours=3), timedelta(days=1)), then=("extend", "default", "referee"),
                  default={"": "pass", "red": "bid 1\nlose boats"},
                  replacement={"blue": "Bea <b@example.org>"})


def test_the_file_holds_what_was_agreed_on_and_can_be_read_by_people(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles")
    agreements.keep(desk.folder, WHOLE)
    assert agreements.read(desk.folder) == WHOLE
    record = json.loads((desk.folder / "deadlines.json").read_text())
    assert record["every"] == "2d" and record["minimum"] == "36h" and record["clock"] == "21:00"
    assert record["away"] == {"blue": [["2026-12-24", "2027-01-02"], ["2027-03-01", "2027-03-01"]]}
    agreements.keep(desk.folder, None)
    assert agreements.read(desk.folder) is None


@pytest.mark.parametrize("damage", [
    "", "[]", "{", '{"every": 3}', '{"every": "3"}', '{"every": "-3d"}', '{"clock": "25:00"}', '{"clock": "9"}',
    '{"clock": 9}',
    '{"zone": "Asia/Tokio"}', '{"zones": {"red": ""}}', '{"then": []}', '{"then": ["shoot"]}', '{"other": 1}',
    '{"away": {"red": [["2027-01-02", "2026-12-24"]]}}', '{"away": {"red": [["2027-01-02"]]}}', "[" * 100_000,
    '{"zone": null}', '{"default": {"": null}}'])
def test_a_damaged_file_is_told(damage: str, tmp_path: Path) -> None:
    (tmp_path / "deadlines.json").write_text(damage)
    with pytest.raises(BadSettings, match="is damaged .*. Remove it"):
        agreements.read(tmp_path)


def test_in_words(watch: Watch) -> None:
    game = watch()
    assert agreements.in_words(WHOLE, game.desk.open()) == [
        "Each decision may take 2 days, at least 36 hours.",
        "Deadlines fall at 21:00, in the time of the player who decides.",
        "Weekends do not count, and nothing is due then.",
        "There is no grace period.",
        "Time zones: the campaign Europe/Berlin, Red Asia/Tokyo.",
        "Blue is away from 2026-12-24 to 2027-01-02; from 2027-03-01 to 2027-03-01.",
        "Reminders are sent 1 day, 3 hours before the deadline.",
        "Whoever misses a deadline: at the first miss, the deadline is extended by the same time. After 2 misses in a "
        "row: the agreed default orders are played for that side. After 3 misses in a row and from then on: the "
        "referee decides what is to be done.",
        "Default orders of all sides: pass", "Default orders of Red: bid 1 / lose boats",
        "Replacement for Blue: Bea."]
    with speaking("ja"):
        assert agreements.in_words(Agreement(), game.desk.open()) == [
            "1つの決定にかけてよい時間は3日です（どんな場合も1日以上）。", "週末も数えます。",
            "締切の後12時間以内に届いた命令は、間に合ったものとします。",
            "時間帯：UTC。", "締切の1日前にリマインダーを送ります。", "締切に遅れたとき：どうするかは審判が決めます。"]


def test_policies_by_misses_in_a_row() -> None:
    agreed = Agreement(then=("extend", "default", "replacement"))
    assert [agreements.policy(agreed, misses) for misses in range(4)] == [
        ("extend", "default", "replacement", "referee"), ("default", "replacement", "referee"),
        ("replacement", "referee"), ("replacement", "referee")]


def test_what_may_not_be_agreed_on_is_told_all_at_once(watch: Watch, tmp_path: Path) -> None:
    game = watch()
    wrong = Agreement(then=("default", "replacement"),
                      away={"red": (Absence(date(2026, 1, 1), date(2027, 12, 31)),)})
    with pytest.raises(NotAgreed) as refused:
        agreeing.agree(game.folder, wrong, BEGUN)
    assert [line.partition(":")[0] for line in str(refused.value).splitlines()] == [
        "After a miss default orders are to be played, but none are agreed on",
        "After a miss somebody is to take over, but nobody is named", "Red"]
    for orders in ("frobnicate", "", "if we lead:\npass\nend"):
        with pytest.raises(NotAgreed, match="The default orders"):
            agreeing.agree(game.folder, Agreement(default={"red": orders}), BEGUN)
    for player in ("Kenji", "<k@example.org>\nBcc: x@example.org", "Kenji <>"):
        with pytest.raises(NotAgreed, match="is not a replacement"):
            agreeing.agree(game.folder, Agreement(replacement={"red": player}), BEGUN)
    assert game.notes() == []


def test_a_keeper_who_plays_cannot_rule_default_orders(tmp_path: Path) -> None:
    anchor = chainfile.new(tmp_path / "blue.chain").anchor
    desk = Desk(tmp_path / "isles", keeper="red", chains={"blue": anchor}, deal="open")
    with pytest.raises(NotAgreed, match="need the consent of all"):
        agreeing.agree(desk.folder, Agreement(then=("default",), default={"": "pass"}), BEGUN)
    agreeing.agree(desk.folder, Agreement(then=("extend",)), BEGUN)
    assert desk.entries()[-1]["side"] == "red" and desk.entries()[-1]["text"].startswith("Deadlines, as agreed on:")


def test_a_change_is_put_on_record_once_and_moves_what_is_running(watch: Watch) -> None:
    game = watch()
    game.review()
    away = Agreement(zones={"red": "Asia/Tokyo"}, away={"red": (Absence(date(2026, 11, 24), date(2026, 11, 26)),)})
    assert agreeing.agree(game.folder, away, BEGUN) == [
        "The deadline of Red (Ken) is now Sat 2026-11-28 08:00 UTC (Sat 2026-11-28 17:00 Asia/Tokyo)."]
    assert agreeing.agree(game.folder, away, BEGUN) == ["Nothing has changed."]
    assert game.notes() == ["\n".join(["Deadlines, as agreed on:", *agreements.in_words(away, game.desk.open())])]
    agreements.keep(game.folder, Agreement())  # as though the process had died behind the note
    agreeing.agree(game.folder, away, BEGUN)
    assert len(game.notes()) == 1
    agreeing.agree(game.folder, None, BEGUN)
    assert game.notes()[-1] == "There are no deadlines any more." and agreements.read(game.folder) is None


def test_what_a_letter_on_a_deadline_tells_is_no_news(watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    posting.install(monkeypatch)
    game = watch()
    game.review()
    plain = Agreement(zones={"red": "Asia/Tokyo"})
    away = plain.model_copy(update={"away": {"red": (Absence(date(2026, 11, 24), date(2026, 11, 26)),)}})
    agreeing.agree(game.folder, away, BEGUN)
    assert game.letters() == [("deadline", "ken"), ("deadline", "ann")] and game.news() == []
    assert "Red is away from 2026-11-24 to 2026-11-26." in game.text("deadline", "ann")
    agreeing.agree(game.folder, plain, BEGUN)  # moves nothing, so that only the note tells it
    assert len(game.news()) == 2
    agreeing.agree(game.folder, away, BEGUN)
    assert len(game.notes()) == 3 and game.told_by_letter() == game.notes()[:1]
    assert len(game.news()) == 2


def test_a_deadline_by_hand_needs_one_that_runs(watch: Watch) -> None:
    game = watch()
    game.desk.order("red", "bid 3")
    for side, until, why in (("red", BEGUN + DAY, "is not waiting for"), ("blue", BEGUN - HOUR, "has passed already")):
        with pytest.raises(NotAgreed, match=why):
            agreeing.set_until(game.folder, side, until, BEGUN)
    with office.at_work(game.office), pytest.raises(NotAgreed, match="is at work"):
        agreeing.set_until(game.folder, "blue", BEGUN + DAY, BEGUN)
    agreements.keep(game.folder, None)
    with pytest.raises(NotAgreed, match="There are no deadlines"):
        agreeing.set_until(game.folder, "blue", BEGUN + DAY, BEGUN)


def test_a_copy_cannot_agree(watch: Watch) -> None:
    import shutil

    game = watch()
    shutil.rmtree(game.folder / "private")
    with pytest.raises(NoCampaign, match="copy without private"):
        agreeing.agree(game.folder, Agreement(grace=timedelta(0)), BEGUN)


def test_before_the_sides_are_settled_agreements_go_by_seats(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", scenario="auction", players={"one": "Ken <k@example.org>", "two": "Ann"})
    desk.sit()
    agreements.keep(desk.folder, Agreement(zones={"one": "Asia/Tokyo"}))
    for seat, claim in (("one", 1), ("two", 5)):
        assert agreements.zone_of(Agreement(zones={"one": "Asia/Tokyo"}), desk.open(), "one") == "Asia/Tokyo"
        desk.order(seat, f"claim {claim}")
    desk.sit()
    campaign = desk.open()
    assert campaign.players["blue"].startswith("Ken")
    assert agreements.zone_of(Agreement(zones={"one": "Asia/Tokyo"}), campaign, "blue") == "Asia/Tokyo"
    assert agreements.zone_of(Agreement(zones={"one": "Asia/Tokyo"}), campaign, "red") == "UTC"


@pytest.mark.parametrize(("typed", "zone"), [
    ("Asia/Tokio", "Asia/Tokyo"), ("tokyo", "Asia/Tokyo"), ("Berlin", "Europe/Berlin"),
    ("europe/berlin", "Europe/Berlin"), ("New York", "America/New_York"), ("US/New_York", "America/New_York"),
    ("utc", "UTC"), ("xyzzy", ""), ("", "")])
def test_the_nearest_zone(typed: str, zone: str) -> None:
    assert agreements.nearest_zone(typed) == zone


def test_default_orders_in_the_war_in_the_pacific(tmp_path: Path) -> None:
    """Japan owes its logistics bases and sends nothing."""
    folder = tmp_path / "isles"
    create(folder, Wishes("witp", seed="isles", players={
        "japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"}))
    adjudicate(folder)
    agreements.keep(folder, Agreement(then=("default",), default={"japan": "build Atlantis\npass", "allies": "pass"}))
    with office.at_work(office.of_campaign(folder)):
        review(folder, BEGUN)
        review(folder, BEGUN + 4 * DAY)
    rulings = [entry["orders"] for entry in open_campaign(folder).entries if entry["type"] == "ruling"]
    assert rulings == [[{"ruling": "default", "player": "japan", "text": "pass"}]]
    assert adjudicate(folder).number == 2
    assert verify(folder).holds
