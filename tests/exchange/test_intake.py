"""What becomes of a mail: every verdict, who is believed, and what goes out."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.campaign.test_signatures import public, signed
from tests.exchange.posting import ACCOUNT, ANN, DEDICATED, EVE, KEN, NOW, PLAYERS, PostOffice, begun, install, later
from tests.stand_ins import instead, no_waiting, small
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.campaign.record.letter_text import write as letter
from witp_pbem.exchange import journal, outbox, verdicts
from witp_pbem.exchange import office as offices
from witp_pbem.exchange.desk import confirming, dkim, intake, recording, replies, sender
from witp_pbem.exchange.mailbox.account import Smtp
from witp_pbem.exchange.mailbox.arrival import Arrival
from witp_pbem.exchange.verdicts import MailResult, TextResult


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


@pytest.fixture
def post(tmp_path: Path) -> PostOffice:
    return begun(tmp_path)


def only(taken: verdicts.MailResult) -> TextResult:
    (handled,) = taken.handled
    return handled


def words(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


# -- recorded, refused, repeated -----------------------------------------------------------------------------------


def test_orders_in_a_reply_are_recorded_and_acknowledged(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 3"))
    handled = only(taken)
    assert (taken.verdict, handled.proof, handled.side, taken.campaign) == (
        verdicts.RECORDED, verdicts.TOKEN, "red", post.desk.folder)
    assert [receipt.entry for receipt in handled.receipts] == [len(post.desk.entries()) - 1]
    assert len(post.submissions()) == 1 and "bid 3" in post.submissions()[0]
    assert post.to("ken@example.org") == ["answer"] and post.to("ann@example.org") == []
    (answer,) = post.letters().values()
    assert f"entry {handled.receipts[0].entry}" in words(answer) and taken.letters == tuple(post.letters())


def test_orders_with_problems_are_refused_with_the_reasons(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 9"))
    assert taken.verdict == verdicts.REFUSED and post.submissions() == []
    assert [problem.code for problem in only(taken).checked.problems] == ["bid-too-high"]  # type: ignore[union-attr]
    assert "NOT recorded" in words(next(iter(post.letters().values())))


def test_the_same_mail_twice_is_recorded_and_answered_once(post: PostOffice) -> None:
    raw = post.orders("red", "bid 3")
    assert post.take(raw).verdict == verdicts.RECORDED
    assert post.take(raw).verdict == verdicts.REPEATED
    assert post.take(b"Received: by another way\r\n" + raw).verdict == verdicts.REPEATED
    assert len(post.submissions()) == 1 and len(post.letters()) == 1


def test_a_mail_without_an_id_is_known_again_by_what_it_says(post: PostOffice) -> None:
    raw = post.orders("red", "bid 3", key="")
    assert post.take(raw).verdict == verdicts.RECORDED
    assert post.take(b"Received: by another way\r\n" + raw).verdict == verdicts.REPEATED
    assert len(post.submissions()) == 1


def test_the_same_orders_in_a_new_mail_are_told_to_stand_already(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 3")).verdict == verdicts.RECORDED
    taken = post.take(post.orders("red", "bid 3", minutes=1))
    assert taken.verdict == verdicts.REPEATED and len(post.submissions()) == 1
    assert only(taken).receipts and post.to("ken@example.org") == ["answer", "answer"]


def test_who_goes_back_to_earlier_orders_is_obeyed(post: PostOffice) -> None:
    for minute, orders in enumerate(("bid 3", "bid 4", "bid 3")):
        assert post.take(post.orders("red", orders, minutes=minute), later(minute)).verdict == verdicts.RECORDED
    assert len(post.submissions()) == 3 and "bid 3" in post.submissions()[-1]


def test_another_content_under_an_old_id_is_judged_by_itself(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 3", key="same@example.org")).verdict == verdicts.RECORDED
    assert post.take(post.orders("red", "bid 4", key="same@example.org")).verdict == verdicts.RECORDED
    both = post.take(post.orders("red", "bid 4", key="same@example.org", subject="once more"))
    assert both.verdict == verdicts.REPEATED and len(post.submissions()) == 2


def test_a_letter_is_recorded_like_orders(post: PostOffice) -> None:
    text = letter("protest", "isles", "red", {"text": "the dice fell off the table"})
    taken = post.take(post.mail(text, re=post.reference("red")))
    assert taken.verdict == verdicts.RECORDED and post.desk.entries()[-1]["type"] == "protest"


def test_the_referee_rules_by_mail_from_the_desks_own_address(post: PostOffice) -> None:
    text = post.desk.text("referee", "ruling red gains 1")
    assert post.take(post.mail(text, "desk@example.net", re=post.reference("referee")), account=None
                     ).verdict == verdicts.STRANGER
    assert post.take(post.mail(text, EVE, re=post.reference("referee"))).verdict == verdicts.STRANGER
    assert post.desk.kinds()[-1] != "ruling"
    taken = post.take(post.mail(text, "desk@example.net", re=post.reference("referee")))
    assert (taken.side, taken.verdict, post.desk.kinds()[-1]) == ("referee", verdicts.RECORDED, "ruling")


# -- older mails -----------------------------------------------------------------------------------------------------


def test_an_older_mail_that_comes_late_replaces_nothing(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 4", minutes=-5)).verdict == verdicts.RECORDED
    late = post.take(post.orders("red", "bid 1", minutes=-30))
    assert late.verdict == verdicts.OVERTAKEN and len(post.submissions()) == 1
    assert only(late).about["newer"] == "2026-11-22T07:55:00Z"
    assert post.to("ken@example.org") == ["answer", "answer"]
    kept = offices.of_campaign(post.desk.folder) / offices.MAILS
    assert len(list(kept.iterdir())) == 2


def test_an_older_mail_for_another_phase_is_recorded(post: PostOffice) -> None:
    assert post.take(post.orders("red", "Phase: bids\nbid 4", minutes=-5)).verdict == verdicts.RECORDED
    assert post.take(post.orders("red", "Phase: cards\npass", minutes=-30)).verdict == verdicts.RECORDED


def one_mail(post: PostOffice, *orders: str) -> MailResult:
    """A mail with several orders files of one player, each attached."""
    message = EmailMessage(SMTP)
    message["From"], message["To"], message["Message-ID"] = KEN, "desk@example.net", "<several@example.org>"
    message["Date"] = format_datetime(NOW)
    message["In-Reply-To"] = f"<{post.reference('red')}>"
    message.set_content("Here they are.")
    for number, text in enumerate(orders):
        message.add_attachment(post.desk.text("red", text), filename=f"orders-{number}.txt")
    return post.take(message.as_bytes())


@pytest.mark.parametrize(("orders", "became", "recorded"), [
    (("bid 3", "bid 4"), [(verdicts.RECORDED, ""), (verdicts.OVERTAKEN, verdicts.SAME_MAIL)], 1),
    (("bid 3", "bid 3"), [(verdicts.RECORDED, "")], 1),
    (("bid nonsense", "bid 3"), [(verdicts.REFUSED, ""), (verdicts.RECORDED, "")], 1),
    (("Phase: bids\nbid 4", "Phase: cards\npass"), [(verdicts.RECORDED, "")] * 2, 2)])
def test_of_two_texts_in_one_mail_the_first_counts_where_they_are_about_the_same(
        post: PostOffice, orders: tuple[str, ...], became: list[tuple[str, str]], recorded: int) -> None:
    taken = one_mail(post, *orders)
    outcomes = [(each.verdict, each.reason) for each in taken.handled if each.verdict != verdicts.IGNORED]
    assert (outcomes, len(post.submissions())) == (became, recorded)
    assert "bid 4" not in "".join(post.submissions()) or len(became) == recorded == 2
    assert post.to("ken@example.org") == ["answer"]
    assert {each.checked.file for each in taken.handled if each.checked} <= {"orders-0.txt", "orders-1.txt"}


def test_what_stands_no_longer_is_refused(post: PostOffice) -> None:
    wrong = post.desk.check("red", "bid nonsense")
    with instead(recording, submit=lambda folder, files: SimpleNamespace(stands=False, checked=(wrong,), notes=())):
        taken = post.take(post.orders("red", "bid 3"))
    assert (taken.verdict, only(taken).checked) == (verdicts.REFUSED, wrong) and post.submissions() == []


def test_orders_that_were_taken_back_before_they_arrived_stay_taken_back(post: PostOffice) -> None:
    back = letter("withdraw", "isles", "red", {})
    assert post.take(post.mail(back, re=post.reference("red"), minutes=-5)).verdict == verdicts.REFUSED
    assert post.take(post.orders("red", "bid 4", minutes=-30)).verdict == verdicts.OVERTAKEN
    assert post.take(post.orders("red", "bid 3", minutes=-1)).verdict == verdicts.RECORDED
    old = post.take(post.mail(back + "\n", re=post.reference("red"), minutes=-7))
    assert old.verdict == verdicts.OVERTAKEN and post.desk.open().submissions()


def test_a_date_in_the_future_counts_as_now(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 4", minutes=5000)).verdict == verdicts.RECORDED
    assert post.take(post.orders("red", "bid 1", minutes=5), later(10)).verdict == verdicts.RECORDED


def test_a_clock_that_is_weeks_slow_is_not_believed(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 4", minutes=-5)).verdict == verdicts.RECORDED
    slow = post.orders("red", "bid 1", minutes=-60 * 24 * 30)
    assert post.take(slow.replace(b"From:", b"Received: from a by b; Sun, 22 Nov 2026 07:59:00 +0000\r\nFrom:", 1)
                     ).verdict == verdicts.RECORDED
    assert post.take(post.orders("red", "bid 2", minutes=-60 * 24 * 30)).verdict == verdicts.OVERTAKEN


def test_of_two_mails_of_one_second_the_one_that_came_later_counts(post: PostOffice) -> None:
    for key in ("b@example.org", "a@example.org"):
        assert post.take(post.orders("red", f"bid {len(post.submissions())}", key=key)).verdict == verdicts.RECORDED


def test_a_program_that_sends_all_day_is_not_answered_all_day(
        post: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch, replies, MOST_ANSWERS=3)
    for minute in range(5):
        taken = post.take(post.orders("red", f"bid {minute % 2}", minutes=minute), later(minute))
        assert taken.verdict == verdicts.RECORDED
    assert post.to("ken@example.org") == ["answer"] * 3


def test_a_copy_that_overtakes_its_mail_and_lacks_the_proof_keeps_it_from_nothing(post: PostOffice) -> None:
    copied = post.orders("red", "bid 3", re="", key="same@example.org")
    assert post.take(copied).verdict == verdicts.HELD
    assert post.take(post.orders("red", "bid 3", key="same@example.org")).verdict == verdicts.RECORDED
    assert post.take(post.mail("yes", re=question(post), minutes=5), later(5)).verdict == verdicts.REPEATED
    assert len(post.submissions()) == 1


def test_mails_fetched_together_are_taken_in_the_order_they_were_sent(post: PostOffice) -> None:
    def arrival(number: int, raw: bytes) -> Arrival:
        return Arrival(raw, len(raw), str(number), lambda _: None)

    mails = [arrival(number, post.orders("red", f"bid {number}", minutes=-number)) for number in (1, 4, 2, 3)]
    taken = list(intake.take_all(post.folders, post.office, [arrival(0, post.mail("hello")), *mails], NOW, ACCOUNT))
    assert [result.verdict for _, result in taken] == [verdicts.IGNORED, *[verdicts.RECORDED] * 4]
    assert [arrived.origin for arrived, _ in taken] == ["0", "4", "3", "2", "1"]
    assert "bid 1" in post.submissions()[-1]


# -- who is believed ---------------------------------------------------------------------------------------------


def test_an_address_alone_proves_nothing_and_its_owner_is_asked(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 3", re=""))
    assert (taken.verdict, only(taken).proof) == (verdicts.HELD, "") and post.submissions() == []
    assert post.to("ken@example.org") == ["confirm"]


def test_forged_orders_with_problems_are_not_asked_about(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 9", re="")).verdict == verdicts.REFUSED
    assert post.to("ken@example.org") == ["answer"]


def test_a_token_counts_from_any_address_and_the_answer_goes_to_the_known_one_too(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 3", "ken@mobile.example"))
    assert (taken.verdict, only(taken).proof) == (verdicts.RECORDED, verdicts.TOKEN)
    (answer,) = post.letters().values()
    assert (answer["To"], answer["Cc"]) == ("Ken <ken@example.org>", "ken@mobile.example")


def test_a_token_beside_the_orders_counts_like_one_in_the_references(post: PostOffice) -> None:
    text = post.desk.text("red", "bid 3")
    marked = (f"# ----- begin orders: red, token {post.token('red')} -----\n{text}"
              "# ----- end orders: red -----\n")
    assert post.take(post.mail(marked)).verdict == verdicts.RECORDED


@pytest.mark.parametrize("sender", [ANN, EVE])
def test_the_token_of_another_side_proves_nothing(post: PostOffice, sender: str) -> None:
    taken = post.take(post.orders("red", "bid 0", sender, re=post.reference("blue")))
    assert (taken.verdict, taken.reason) == (verdicts.STRANGER, verdicts.NOT_THEIR_SIDE)
    assert post.submissions() == [] and post.to("ken@example.org") == ["warn"]
    assert post.to(sender.partition("<")[2].rstrip(">")) == ["answer"]


def test_a_token_does_not_count_in_the_mail_of_another_player(post: PostOffice) -> None:
    assert post.take(post.orders("red", "bid 0", ANN)).verdict == verdicts.STRANGER


def test_a_token_that_a_copy_has_shown_to_the_opponent_proves_nothing_any_more(post: PostOffice) -> None:
    old = post.reference("red")
    shown = post.orders("red", "bid 3", Cc=ANN)
    assert post.take(shown).verdict == verdicts.RECORDED
    assert post.reference("red") != old
    assert post.take(post.orders("red", "bid 0", EVE, re=old, minutes=1)).verdict == verdicts.STRANGER
    assert post.take(post.orders("red", "bid 4", re=old, minutes=2)).verdict == verdicts.HELD
    (answer,) = (message for key, message in post.letters().items() if key.startswith("answer") and
                 "ken@example.org" in message["To"])
    assert post.take(post.orders("red", "bid 5", re=answer["Message-ID"].strip("<>"), minutes=3)
                     ).verdict == verdicts.RECORDED


def test_the_tokens_of_an_earlier_player_end_with_him(tmp_path: Path) -> None:
    one = PostOffice(tmp_path / "a")
    other = PostOffice(tmp_path / "b", players={**PLAYERS, "red": "Bob <bob@example.org>"})
    assert one.token("red") != other.token("red") and one.token("red") != one.token("blue")


def test_a_reply_to_all_that_quotes_the_opponents_orders_changes_nothing(post: PostOffice) -> None:
    text = post.desk.text("red", "bid 3")
    assert post.take(post.mail(text, re=post.reference("red"), Cc=ANN)).verdict == verdicts.RECORDED
    quoted = "Good luck with that!\n\n" + "".join(f"> {line}\n" for line in text.splitlines())
    taken = post.take(post.mail(quoted, ANN, re=post.reference("blue"), Cc=KEN))
    assert taken.verdict == verdicts.NOTHING and post.to("ken@example.org") == ["answer"]
    other = post.mail(quoted.replace("bid 3", "bid 1"), ANN, re=post.reference("blue"), minutes=1)
    assert post.take(other).verdict == verdicts.NOTHING and post.to("ken@example.org") == ["answer"]
    assert len(post.submissions()) == 1


def test_a_strangers_mail_warns_the_player_and_is_answered_three_times_a_day(post: PostOffice) -> None:
    for number in range(6):
        assert post.take(post.orders("red", "bid 0", EVE, re="", minutes=number)).verdict == verdicts.STRANGER
    assert (len(post.to("eve@example.com")), len(post.to("ken@example.org"))) == (3, 3)
    assert set(post.to("ken@example.org")) == {"warn"}
    post.take(post.orders("red", "bid 0", EVE, re="", minutes=9), later(days=1.1))
    assert len(post.to("eve@example.com")) == 4
    answer = next(message for message in post.letters().values() if "eve@example.com" in message["To"])
    assert not any(post.token(side) in answer.as_string() or address in answer.as_string()
                   for side, address in (("red", "ken@example.org"), ("blue", "ann@example.org")))


def test_dkim_lets_a_players_own_address_in(post: PostOffice) -> None:
    seen = dkim.SignatureCheck(dkim.PASS, "example.org", "s1", "v=DKIM1; p=abc", True, "f" * 64,
                               ("desk@example.net",), NOW)
    with instead(dkim, look=lambda raw, sender, dns: seen):
        taken = post.take(post.orders("red", "bid 3", re=""))
    assert (taken.verdict, only(taken).proof) == (verdicts.RECORDED, verdicts.DKIM)
    (line,) = journal.read(offices.of_campaign(post.desk.folder), recording.HANDLED)
    assert line.values["dkim"]["record"] == "v=DKIM1; p=abc" and line.values["proof"] == "dkim"
    with instead(dkim, look=lambda raw, sender, dns: seen):
        again = post.take(post.orders("red", "bid 3", re="", key="another@example.org", minutes=5))
    assert again.verdict == verdicts.REPEATED and len(post.submissions()) == 1  # the same signature: a copy of the mail


def test_dkim_of_another_domain_or_another_player_does_not(post: PostOffice) -> None:
    strange = dkim.SignatureCheck(dkim.PASS, "example.com", "s1", "p=abc", False, "e" * 64)
    with instead(dkim, look=lambda raw, sender, dns: strange):
        assert post.take(post.orders("red", "bid 3", re="")).verdict == verdicts.HELD
    good = strange._replace(domain="example.org", aligned=True)
    with instead(dkim, look=lambda raw, sender, dns: good):
        assert post.take(post.orders("red", "bid 3", ANN, re="", minutes=1)).verdict == verdicts.STRANGER


def test_a_signature_counts_from_anywhere_and_where_it_is_required_nothing_else_does(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, keys={side: public(side) for side in ("red", "blue")}, signed=True)
    post.desk.sit()
    unsigned = post.take(post.orders("red", "bid 3"))
    assert unsigned.verdict == verdicts.REFUSED
    assert [problem.code for problem in only(unsigned).checked.problems] == ["signature-missing"]  # type: ignore[union-attr]
    text = signed(post.desk.text("red", "bid 3").encode(), "red").decode()
    forged = signed(post.desk.text("red", "bid 0").encode(), "blue").decode()
    assert post.take(post.mail(forged, EVE)).verdict == verdicts.STRANGER
    assert post.take(post.mail(forged, re=post.reference("red"))).verdict == verdicts.REFUSED
    taken = post.take(post.mail(text, "Ken <ken@ship.example>"))
    assert (taken.verdict, only(taken).proof) == (verdicts.RECORDED, verdicts.KEY)
    again = post.take(post.mail(text, EVE, minutes=9))
    assert again.verdict == verdicts.REPEATED and len(post.submissions()) == 1


def test_ten_mails_a_day_that_nothing_proves_are_looked_at(post: PostOffice) -> None:
    results = [post.take(post.orders("red", f"bid {number % 5}", re="", minutes=number)) for number in range(12)]
    assert [taken.verdict for taken in results] == [verdicts.HELD] * 10 + [verdicts.STRANGER] * 2
    assert post.to("ken@example.org") == ["confirm"] * 10 + ["warn"] * 2 and results[-1].reason == verdicts.TOO_MANY
    assert "Too many mails without any proof" in words(post.letters()[results[-1].letters[0]])
    assert post.take(post.orders("red", "bid 3", minutes=20)).verdict == verdicts.RECORDED
    assert post.take(post.orders("red", "bid 3", re=""), later(days=1.1)).verdict == verdicts.REPEATED


# -- which campaign, which side ---------------------------------------------------------------------------------


def test_two_campaigns_in_one_mail_are_answered_separately(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, ("isles", "straits"))
    for desk in post.desks.values():
        desk.sit()
    blocks = [f"# ----- begin orders: red, token {post.token('red', name)} -----\n"
              f"{desk.text('red', 'bid 2', Campaign=name)}# ----- end orders: red -----\n"
              for name, desk in post.desks.items()]
    taken = post.take(post.mail("\n".join(blocks)))
    assert [each.verdict for each in taken.handled] == [verdicts.RECORDED] * 2
    assert len(post.letters()) == 2 and len(post.submissions()) == len(post.submissions("straits")) == 1


def test_one_short_name_twice_is_told_apart_by_what_the_mail_shows(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, ("isles",))
    twin = PostOffice(tmp_path / "more", ("isles",), seed="another seed")
    for desk in (post.desk, twin.desk):
        desk.sit()
    assert len(post.folders) == 2
    text = post.desk.text("red", "bid 2")
    unclear = post.take(post.mail(text))
    assert (unclear.verdict, unclear.reason) == (verdicts.STRANGER, verdicts.AMBIGUOUS)
    assert post.take(post.mail(text, re=post.reference("red"))).campaign == post.desk.folder
    assert post.take(post.mail(text, re=twin.reference("red"))).campaign == twin.desk.folder
    last = twin.desk.open().last_sitting["hash"]
    after = post.take(post.mail(twin.desk.text("red", "bid 4", After=last[:32])))
    assert (after.campaign, after.verdict) == (twin.desk.folder, verdicts.HELD)


def test_who_plays_both_sides_is_taken_by_the_head_of_each_text(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, players={"red": KEN, "blue": KEN})
    post.desk.sit()
    assert post.take(post.orders("red", "bid 1")).side == "red"
    assert post.take(post.orders("blue", "bid 2")).side == "blue"
    assert len(post.submissions()) == 2


def test_sides_are_named_in_any_case_and_in_japanese(post: PostOffice) -> None:
    taken = post.take(post.mail("キャンペーン: Isles\nターン: 1\n陣営: 赤\nbid 2\n", re=post.reference("red")))
    assert (taken.side, taken.verdict) == ("red", verdicts.RECORDED)


def test_seats_send_before_sides_are_settled(tmp_path: Path) -> None:
    post = PostOffice(tmp_path, scenario="auction", players={"one": KEN, "two": ANN})
    post.desk.sit()
    taken = post.take(post.orders("one", "claim 3"))
    assert (taken.side, taken.verdict) == ("one", verdicts.RECORDED)


# -- no orders -----------------------------------------------------------------------------------------------------


def test_a_reply_without_orders_is_answered_once_a_day(post: PostOffice) -> None:
    for minute in range(3):
        taken = post.take(post.mail(f"Thanks! {minute}", re=post.reference("red"), minutes=minute))
        assert (taken.verdict, taken.side) == (verdicts.NOTHING, "red")
    assert post.to("ken@example.org") == ["answer"]
    post.take(post.mail("And now?", re=post.reference("red")), later(days=1.1))
    assert len(post.to("ken@example.org")) == 2


def test_a_draft_that_nobody_filled_in_is_no_orders(post: PostOffice) -> None:
    assert post.take(post.orders("red", "# bid 3")).verdict == verdicts.NOTHING


def test_private_mail_is_left_alone(post: PostOffice) -> None:
    before = sorted(tmp.name for tmp in post.root.rglob("*"))
    for raw in (post.mail("Beer on Friday?"), post.mail("Buy now", EVE),
                post.mail("Campaign: other\nSide: red\nbid 3\n", EVE)):
        assert post.take(raw).verdict == verdicts.IGNORED
    assert sorted(tmp.name for tmp in post.root.rglob("*")) == before and post.letters() == {}


def test_in_a_mailbox_of_the_desks_own_a_stranger_is_answered(post: PostOffice) -> None:
    assert post.take(post.mail("How do I join?", EVE), account=DEDICATED).verdict == verdicts.STRANGER
    assert post.to("eve@example.com") == ["answer"]


def test_a_subject_or_an_address_with_the_campaigns_name_is_for_the_desk(post: PostOffice) -> None:
    assert post.take(post.mail("?", subject="Re: [isles] Turn 1")).verdict == verdicts.NOTHING
    assert post.take(post.mail("?", ANN, to="desk+isles@example.net")).verdict == verdicts.NOTHING
    assert post.take(post.mail("?", ANN, to="desk+other@example.net")).verdict == verdicts.IGNORED


def test_no_machine_is_answered(post: PostOffice) -> None:
    away = post.orders("red", "bid 3", Auto_Submitted="auto-replied")
    assert post.take(away).verdict == verdicts.AUTOMATIC
    own = post.mail("hello", "desk@example.net", X_Witp_Pbem="isles", re=post.reference("red"))
    assert post.take(own).verdict == verdicts.AUTOMATIC
    assert post.letters() == {} and post.submissions() == []


def test_a_returned_letter_is_marked_with_the_reason(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3"))
    office = offices.of_campaign(post.desk.folder)
    (sent,) = outbox.letters(office).values()
    for state in (outbox.SENDING, outbox.SENT):
        outbox.mark(office, NOW, sent, state)
    key = post.letters()[sent.key]["Message-ID"]
    raw = (b"From: MAILER-DAEMON@example.org\r\nTo: desk@example.net\r\nSubject: Undelivered\r\n"
           b"Message-ID: <b@x.org>\r\nMIME-Version: 1.0\r\n"
           b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
           b"--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n"
           b"Reporting-MTA: dns; mx.example.org\r\n\r\nAction: %s\r\nDiagnostic-Code: smtp; 550 no such user\r\n\r\n"
           b"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: " + key.encode() + b"\r\n\r\n--b--\r\n")
    assert post.take(raw.replace(b"%s", b"delayed").replace(b"<b@", b"<a@")).verdict != verdicts.RECORDED
    assert next(iter(outbox.letters(office).values())).state == outbox.SENT
    assert post.take(raw.replace(b"%s", b"failed")).verdict == verdicts.AUTOMATIC
    (letter_,) = outbox.letters(office).values()
    assert (letter_.state, letter_.reason) == (outbox.REFUSED, "it bounced: 550 no such user")


def test_a_mail_bomb_of_a_player_is_answered_and_kept_in_part(post: PostOffice) -> None:
    raw = post.mail("x" * 80, re=post.reference("red"))
    taken = intake.take(post.folders, post.office, raw, NOW, ACCOUNT, cut=True)
    assert (taken.verdict, taken.reason) == (verdicts.UNFIT, "too-big") and post.to("ken@example.org") == ["answer"]


# -- the desk cannot write just now ----------------------------------------------------------------------------------


def test_a_mail_waits_while_another_command_writes(post: PostOffice, monkeypatch: pytest.MonkeyPatch) -> None:
    no_waiting(monkeypatch)
    raw = post.orders("red", "bid 3")
    with locked(post.desk.folder):
        taken = post.take(raw)
    assert (taken.verdict, post.letters(), post.submissions()) == (verdicts.LATER, {}, [])
    assert post.take(raw).verdict == verdicts.RECORDED
    assert len(post.submissions()) == 1 and post.to("ken@example.org") == ["answer"]


def test_a_mail_for_a_campaign_that_cannot_be_read_waits(post: PostOffice) -> None:
    raw = post.orders("red", "bid 3")
    good = post.desk.book.read_bytes()
    first, _, rest = good.partition(b"\n")
    post.desk.book.write_bytes(first + b"\nrubbish\n" + rest)
    assert post.take(raw).verdict == verdicts.LATER
    post.desk.book.write_bytes(good)
    assert post.take(raw).verdict == verdicts.RECORDED


def test_a_mail_that_nobody_thought_of_keeps_no_other_waiting(
        post: PostOffice) -> None:
    raw = post.orders("red", "bid 3")
    with instead(recording, looked_at=lambda *given: {}["surprise"]):
        taken = intake.take(post.folders, post.office, raw, NOW, ACCOUNT)
    assert (taken.verdict, taken.reason, taken.trouble) == (verdicts.LATER, verdicts.SPOILT, "KeyError: 'surprise'")
    assert post.take(raw).verdict == verdicts.RECORDED


# -- confirming ----------------------------------------------------------------------------------------------------


def question(post: PostOffice) -> str:
    """The id of the question that went out."""
    (message,) = (letter_ for key, letter_ in post.letters().items() if key.startswith("confirm:"))
    assert "ken@example.org" in message["To"]
    return str(message["Message-ID"]).strip("<>")


@pytest.mark.parametrize("answer", ["yes", "Yes!", "OK", "はい。", "承認します", "了解です\n\n> quoted words",
                                    "Yes, it was me."])
def test_a_mail_that_was_held_is_recorded_at_a_word_of_its_sender(post: PostOffice, answer: str) -> None:
    post.take(post.orders("red", "bid 3", re="", minutes=-60))
    taken = post.take(post.mail(answer, re=question(post), minutes=5), later(5))
    assert (taken.verdict, only(taken).proof) == (verdicts.RECORDED, verdicts.CONFIRMED)
    assert len(post.submissions()) == 1 and post.to("ken@example.org") == ["confirm", "confirmed"]
    assert post.take(post.mail(answer, re=question(post), minutes=6), later(6)).verdict == verdicts.REPEATED
    assert len(post.submissions()) == 1 and post.to("ken@example.org") == ["confirm", "confirmed"]


def test_a_mail_that_was_held_is_dropped_at_a_no(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re=""))
    taken = post.take(post.mail("いいえ", re=question(post), minutes=5))
    assert (taken.verdict, taken.reason) == (verdicts.DROPPED, "no") and post.submissions() == []
    assert post.to("ken@example.org") == ["confirm", "confirmed"]
    late = post.take(post.mail("yes", re=question(post), minutes=6))
    assert late.verdict == verdicts.REPEATED and post.submissions() == []
    assert "send it again" in " ".join(words(post.letters()[late.letters[0]]).split())


def test_a_no_after_a_yes_is_told_to_come_too_late(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re=""))
    post.take(post.mail("yes", re=question(post), minutes=5))
    late = post.take(post.mail("no", re=question(post), minutes=6))
    assert late.verdict == verdicts.REPEATED and len(post.submissions()) == 1
    assert "Nothing has changed" in words(post.letters()[late.letters[0]])


def test_a_mail_that_was_held_too_long_is_dropped(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re=""))
    assert len(confirming.waiting(post.desk.open(), NOW + timedelta(days=14))) == 1
    assert confirming.waiting(post.desk.open(), NOW + timedelta(days=14, minutes=1)) == []
    taken = post.take(post.mail("yes", re=question(post)), NOW + timedelta(days=14, minutes=1))
    assert (taken.verdict, taken.reason, post.submissions()) == (verdicts.DROPPED, "expired", [])


def test_a_mail_that_is_held_is_recorded_until_its_last_moment(post: PostOffice) -> None:
    raw = post.orders("red", "bid 3", re="")
    post.take(raw)
    (held,) = confirming.waiting(post.desk.open(), NOW)
    assert held.since == NOW and held.path.read_bytes() == raw and held.question.sha.startswith(held.id)
    assert (held.question.side, len(held.id), len(held.question.blocks)) == ("red", 8, 1)
    post.take(post.mail("yes", re=question(post)), NOW + timedelta(days=14))
    assert len(post.submissions()) == 1 and confirming.waiting(post.desk.open(), NOW) == []


def test_only_who_was_asked_can_confirm(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re=""))
    forged = question(post).replace(post.token("red"), post.token("blue"))
    for raw in (post.mail("yes", re=forged), post.mail("yes", ANN, re=post.reference("blue")),
                post.mail("yes", re=question(post), Auto_Submitted="auto-replied"),
                post.mail("maybe", re=question(post))):
        assert post.take(raw).verdict in (verdicts.NOTHING, verdicts.AUTOMATIC)
    assert post.submissions() == []


def test_a_reply_to_a_draft_is_known_by_the_line_it_quotes(post: PostOffice) -> None:
    """The mail program that sends a draft gives it an id of its own."""
    post.take(post.orders("red", "bid 3", re=""))
    (asked,) = (letter_ for key, letter_ in post.letters().items() if key.startswith("confirm:"))
    quoted = "".join(f"> {line}\n" for line in words(asked).splitlines())
    bare = "".join(line for line in quoted.splitlines(keepends=True) if "letter ask." not in line)
    assert bare != quoted
    post.take(post.mail(f"yes\n\nKay wrote:\n{bare}", re="one@mail.example", minutes=5))
    assert post.submissions() == []
    taken = post.take(post.mail(f"yes\n\nKay wrote:\n{quoted}", re="another@mail.example", minutes=6))
    assert (taken.verdict, only(taken).proof) == (verdicts.RECORDED, verdicts.CONFIRMED)


def test_what_a_server_sends_keeps_its_id_and_needs_no_such_line(post: PostOffice) -> None:
    account = ACCOUNT.model_copy(update={"smtp": Smtp(host="localhost")})
    (letter_,) = post.take(post.orders("red", "bid 3"), account=account).letters
    assert "letter answer." not in words(post.letters()[letter_])


def test_what_was_held_is_older_than_what_came_after_it(post: PostOffice) -> None:
    post.take(post.orders("red", "bid 3", re="", minutes=-60))
    post.take(post.orders("red", "bid 4", minutes=-30))
    taken = post.take(post.mail("yes", re=question(post)))
    assert taken.verdict == verdicts.OVERTAKEN and len(post.submissions()) == 1


def test_every_verdict_is_ordered() -> None:
    named = {value for name, value in vars(verdicts).items() if name.isupper() and isinstance(value, str)}
    assert set(verdicts.ORDER) < named
    assert sender.SHORT == 16


@pytest.mark.parametrize(("above", "is_asked"), [
    ("Thanks! More tomorrow.\n\n*** kirjoitti ann\n", True), ("Ann on sunday, long ago:\n", True), ("Hi Ann,\n", False),
    ("", False)])
def test_orders_that_may_only_be_quoted_are_asked_about(post: PostOffice, above: str, is_asked: bool) -> None:
    orders = post.desk.text("red", "bid 3", Campaign="isles")
    reference = post.reference("red")
    assert post.take(post.mail(orders, re=reference)).verdict == verdicts.RECORDED
    assert post.take(post.mail(orders.replace("bid 3", "bid 4"), re=reference, minutes=1)).verdict == verdicts.RECORDED
    taken = post.take(post.mail(f"{above}\n{orders}", re=reference, minutes=2))
    assert taken.verdict == (verdicts.HELD if is_asked else verdicts.RECORDED)
    assert len(post.submissions()) == 3 - is_asked
    questions = [letter for key, letter in post.letters().items() if key.startswith("confirm")]
    assert [("recorded before" in str(letter.get_body(("plain",)))) for letter in questions] == [True] * is_asked
