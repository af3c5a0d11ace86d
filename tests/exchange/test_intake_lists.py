"""Orders that come through a mailing list, or were sent to many: read like others, and answered to the player alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.posting import ACCOUNT, ANN, DEDICATED, EVE, KEN, PostOffice, begun, install, later, no_dns
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import intake
from witp_pbem.exchange.mailbox.arrival import Arrival

LIST = {"List_Id": "isles <isles.lists.example.org>", "Precedence": "list"}
MANY = [LIST, {"Precedence": "bulk"}, {"X_Auto_Response_Suppress": "OOF, AutoReply"}]


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    install(monkeypatch)
    return begun(tmp_path)


@pytest.mark.parametrize("head", MANY, ids=["list", "bulk", "suppressed"])
def test_orders_sent_to_many_are_recorded_and_answered_to_the_player(post: PostOffice, head: dict[str, str]) -> None:
    taken = post.take(post.orders("red", "bid 3", "Ken via isles <isles@lists.example.org>", **head))
    assert (taken.verdict, len(post.submissions())) == (verdicts.RECORDED, 1)
    (answer,) = post.letters().values()
    assert answer["To"] == KEN and answer["Cc"] is None and answer["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize("head", MANY, ids=["list", "bulk", "suppressed"])
def test_what_holds_no_orders_is_not_answered(post: PostOffice, head: dict[str, str]) -> None:
    for raw in (post.mail("see you", re=post.reference("red"), **head),
                post.mail("see you", "Eve <eve@example.com>", to="desk+isles@example.net", **head)):
        assert post.take(raw, account=DEDICATED).verdict == verdicts.AUTOMATIC
    assert post.letters() == {}


@pytest.mark.parametrize(("sender", "head"), [
    ("Isles <isles-request@lists.example.org>", {}), ("owner-isles@lists.example.org", {}),
    (EVE, {"List_Archive": "<https://lists.example.org>"}), (EVE, {"X_BeenThere": "isles@lists.example.org"})])
def test_a_dedicated_desk_answers_no_digest(post: PostOffice, sender: str, head: dict[str, str]) -> None:
    digest = f"Today's topics:\n\n1. {post.desk.text('red', 'bid 3', Campaign='isles')}"
    for text in (digest, "Today's topics:"):
        taken = post.take(post.mail(text, sender, subject="Isles Digest, Vol 4, Issue 2", **head), account=DEDICATED)
        assert taken.verdict in (verdicts.AUTOMATIC, verdicts.STRANGER)
    assert post.submissions() == [] and all(letter["To"] == KEN for letter in post.letters().values())


@pytest.mark.parametrize(("to", "is_answered"), [
    ("desk@example.net", True), ("desk+isles@example.net", True),
    ("Ann <ann@example.org>, Desk <desk@example.net>", True),
    ("wargames@lists.example.org", False), ("undisclosed-recipients:;", False)])
def test_a_dedicated_desk_answers_strangers_only_where_they_write_to_it(post: PostOffice, to: str,
                                                                         is_answered: bool) -> None:
    raw = post.mail("How do I join?", EVE, to=to, Delivered_To="desk@example.net")
    assert post.take(raw, account=DEDICATED).verdict == verdicts.STRANGER
    assert bool(post.to("eve@example.com")) == is_answered


def test_a_stranger_on_a_list_is_not_answered_and_the_player_is_warned(post: PostOffice) -> None:
    text = post.desk.text("red", "bid 3", Campaign="isles")
    taken = post.take(post.mail(text, "Eve via isles <isles@lists.example.org>", **LIST))
    assert taken.verdict == verdicts.STRANGER and post.submissions() == []
    assert [letter["To"] for letter in post.letters().values()] == [KEN]


def test_unproven_orders_on_a_list_are_asked_about_at_the_known_address(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 3", KEN, re="", **LIST))
    assert taken.verdict == verdicts.HELD and post.to("ken@example.org") == ["confirm"]


def test_a_token_that_everybody_on_a_list_has_read_proves_nothing_any_more(post: PostOffice) -> None:
    before = post.token("red")
    raw = post.orders("red", "bid 3", **LIST)
    assert post.take(raw).verdict == verdicts.RECORDED
    assert post.token("red") != before
    again = post.mail(post.desk.text("red", "bid 4", Campaign="isles"), "Ken <ken@elsewhere.example>",
                      re=f"report.{'0' * 16}.red.{before}@example.net")
    assert post.take(again).verdict == verdicts.STRANGER


def test_a_question_may_be_answered_by_a_mail_that_wants_no_automatic_answers(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re=""))
    (question,) = post.letters().values()
    taken = post.take(post.mail("yes", re=str(question["Message-ID"]).strip("<>"), **MANY[2]))
    assert taken.verdict == verdicts.RECORDED and len(post.submissions()) == 1


def test_orders_sent_to_many_are_taken_in_by_date(post: PostOffice) -> None:
    raws = [post.orders("red", f"bid {amount}", minutes=amount, **MANY[2]) for amount in (4, 3)]
    arrivals = (Arrival(raw, len(raw), "", lambda verdict: None) for raw in raws)
    outcomes = [taken.verdict for _, taken in intake.take_all(post.folders, post.office, arrivals, later(5), ACCOUNT,
                                                              dns=no_dns)]
    assert outcomes == [verdicts.RECORDED] * 2 and "bid 4" in post.submissions()[-1]


def test_out_of_office_answers_with_quoted_orders_stay_unread(post: PostOffice) -> None:
    taken = post.take(post.orders("blue", "bid 3", ANN, Auto_Submitted="auto-replied"))
    assert taken.verdict == verdicts.AUTOMATIC and post.submissions() == [] and post.letters() == {}
