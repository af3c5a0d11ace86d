"""Orders that are proposed as mended: what a "yes" records, and what does nothing."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.campaign.test_signatures import public, signed
from tests.each_game import KINDS, begin, text
from tests.each_game import install as install_games
from tests.exchange.post import deliver, maildir, newest, reply
from tests.exchange.posting import ANN, EVE, KEN, NOW, PostOffice, begun, install, later, letters_in
from tests.stand_ins import quick_disk
from witp_pbem.campaign.folder.opening import open_campaign
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.exchange import token as tokens
from witp_pbem.exchange import verdicts
from witp_pbem.exchange.desk import affirming
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.verdicts import MailResult
from witp_pbem.table.language import LANGUAGES

SLIP, MENDED = "biid 3\npass", "bid 3\npass"
SAID = "Yes.\n\nKen\n-- \nKen Adams\n\nOn Sunday the desk wrote:\n> yes or no"


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    install(monkeypatch)
    return begun(tmp_path)


def words(post: PostOffice, address: str = "ken@example.org") -> str:
    """The latest letter to an address, on one line."""
    letter = [letter for _, letter in letters_in(post.root) if address in str(letter["To"])][-1]
    body = letter.get_body(("plain",))
    assert body is not None
    return " ".join(str(body.get_content()).split())


def refused(post: PostOffice, orders: str = SLIP, **head: object) -> str:
    """Has orders of Ken refused; the id of the answer."""
    taken = post.take(post.orders("red", orders, **head))
    assert taken.verdict == verdicts.REFUSED and post.submissions() == []
    (key,) = taken.letters
    return str(post.letters()[key]["Message-ID"]).strip("<>")


def answer(post: PostOffice, id: str, said: str = SAID,
           sender: str = KEN, minutes: int = 1, **head: str) -> MailResult:
    return post.take(post.mail(said, sender, re=id, minutes=minutes, **head), later(minutes))


# -- what is proposed ----------------------------------------------------------------------------------------------


def test_a_yes_records_exactly_what_stood_in_the_answer(post: PostOffice) -> None:
    id = refused(post)
    assert "reply with “yes” and nothing else" in words(post) and "| bid 3" in words(post)
    taken = answer(post, id)
    assert taken.verdict == verdicts.RECORDED
    (recorded,) = post.submissions()
    orders, _, comments = recorded.partition("# ")
    assert orders.split() == post.desk.text("red", MENDED).split()
    assert "As written, line 5: biid 3" in comments
    assert re.search(r"Affirmed by the player with “Yes\.” in the mail [0-9a-f]{64}; the mail that was refused: "
                     r"[0-9a-f]{64}\n", comments)
    assert "Recorded. The orders of Red stand" in words(post)
    assert verify(post.desk.folder).holds


@pytest.mark.parametrize("said", ["yes", "Yes!", "YES please", "Ja.", "ok", "はい", "はい。", "はい、お願いします。",
                                  "Ｙｅｓ", "yes\n\nSent from my iPhone", "Yes\n\nCheers\nKen", "yes\n> bid 3\n> pass"])
def test_what_counts_as_a_yes(post: PostOffice, said: str) -> None:
    assert answer(post, refused(post), said).verdict == verdicts.RECORDED


@pytest.mark.parametrize("said", ["Yes, but bid 4", "yes and no", "Yes\nwait a day", "Yes? What is this?",
                                  "Hello desk,\nyes", "はい、でも待ってください"])
def test_a_mail_that_says_more_affirms_nothing(post: PostOffice, said: str) -> None:
    taken = answer(post, refused(post), said)
    assert taken.verdict == verdicts.NOTHING and post.submissions() == [] and taken.letters
    assert "Nothing was recorded" in words(post)


def test_a_yes_above_orders_is_no_yes(post: PostOffice) -> None:
    taken = post.take(post.orders("red", "bid 4", re=refused(post), minutes=1), later(1))
    assert taken.verdict == verdicts.RECORDED
    (recorded,) = post.submissions()
    assert "bid 4" in recorded and "bid 3" not in recorded


@pytest.mark.parametrize("orders", ["bid 3\nraid Nowhere", "biid 3\nraid Atlantis", "bid"])
def test_what_has_no_plain_mending_is_not_proposed(post: PostOffice, orders: str) -> None:
    id = refused(post, orders)
    assert "“yes”" not in words(post) and "To send orders" in words(post)
    assert answer(post, id).verdict == verdicts.NOTHING and post.submissions() == []


def test_two_files_in_one_mail_are_proposed_together_or_not_at_all(post: PostOffice) -> None:
    def mail(*files: str, minutes: int = 0) -> bytes:
        raw = post.mail("two files", re=post.reference("red"), minutes=minutes)
        message = message_from_bytes(raw, policy=policy.SMTP)
        assert isinstance(message, EmailMessage)
        for number, orders in enumerate(files):
            message.add_attachment(post.desk.text("red", orders).encode(), maintype="text", subtype="plain",
                                   filename=f"{number}.txt")
        return message.as_bytes()

    taken = post.take(mail("Phase: bids\nbiid 3", "Phase: cards\npasss"))
    assert taken.verdict == verdicts.REFUSED and words(post).count("Your orders, mended") == 2
    id = str(post.letters()[taken.letters[0]]["Message-ID"]).strip("<>")
    assert answer(post, id).verdict == verdicts.RECORDED and len(post.submissions()) == 2
    taken = post.take(mail("Phase: bids\nbiid 2", "Phase: cards\nplay Atlantis", minutes=2), later(2))
    assert taken.verdict == verdicts.REFUSED
    assert "Your orders, mended" not in words(post)


# -- what does nothing ---------------------------------------------------------------------------------------------


def test_a_second_yes_changes_nothing(post: PostOffice) -> None:
    id = refused(post)
    assert answer(post, id).verdict == verdicts.RECORDED
    assert answer(post, id, minutes=2).reason == affirming.AGAIN
    assert len(post.submissions()) == 1 and "affirmed these orders before" in words(post)


def test_the_same_yes_delivered_twice_is_taken_once(post: PostOffice) -> None:
    raw = post.mail("yes", re=refused(post), minutes=1)
    assert post.take(raw, later(1)).verdict == verdicts.RECORDED
    letters = len(post.letters())
    assert post.take(b"Received: by another way\r\n" + raw, later(2)).verdict == verdicts.REPEATED
    assert len(post.submissions()) == 1 and len(post.letters()) == letters


@pytest.mark.parametrize("sent", ["bid 5", "bid 9"])
def test_an_old_yes_does_nothing_when_something_was_sent_since(post: PostOffice, sent: str) -> None:
    id = refused(post)
    post.take(post.orders("red", sent, minutes=1), later(1))
    recorded = post.submissions()
    assert answer(post, id, minutes=2).reason == affirming.REPLACED
    assert post.submissions() == recorded and "sent something else since" in words(post)


def test_the_second_of_two_proposals_is_the_one_that_counts(post: PostOffice) -> None:
    first = refused(post)
    second = refused(post, "biid 4\npass", minutes=1)
    assert answer(post, first, minutes=2).reason == affirming.REPLACED
    assert answer(post, second, minutes=3).verdict == verdicts.RECORDED
    assert "bid 4" in post.submissions()[0]


def test_orders_typed_by_the_keeper_replace_a_proposal(post: PostOffice) -> None:
    id = refused(post)
    post.desk.order("red", "bid 1")
    assert answer(post, id).reason == affirming.REPLACED and len(post.submissions()) == 1


def test_a_yes_after_the_sitting_does_nothing(post: PostOffice) -> None:
    id = refused(post)
    for side in ("red", "blue"):
        post.desk.order(side, "bid 1")
    post.desk.sit()
    taken = answer(post, id)
    assert (taken.verdict, taken.reason) == (verdicts.NOTHING, affirming.PLAYED)
    assert "the game has gone on" in words(post) and len(post.submissions()) == 2


def test_another_players_yes_does_nothing(post: PostOffice) -> None:
    taken = answer(post, refused(post), sender=ANN)
    assert taken.verdict == verdicts.NOTHING and post.submissions() == []


@pytest.mark.parametrize("forge", [lambda id: re.sub(r"[a-z2-7]{20}", "a" * 20, id),
                                   lambda id: re.sub("[0-9a-f]{16}", "0" * 16, id),
                                   lambda id: id.replace("answer", "report"), lambda id: ""])
@pytest.mark.parametrize("sender", [KEN, EVE])
def test_a_forged_yes_does_nothing(post: PostOffice, forge: object, sender: str) -> None:
    taken = answer(post, forge(refused(post)), sender=sender)  # type: ignore[operator]
    assert taken.verdict in (verdicts.NOTHING, verdicts.STRANGER, verdicts.IGNORED) and post.submissions() == []


def test_a_yes_to_a_later_mail_of_the_thread_does_nothing(post: PostOffice) -> None:
    id = refused(post)
    raw = post.mail("yes", re=post.reference("red"), minutes=1)
    thread = raw.replace(b"References: ", f"References: <{id}>\r\n ".encode())
    assert post.take(thread, later(1)).verdict == verdicts.NOTHING and post.submissions() == []


def test_after_a_change_of_player_the_old_yes_does_nothing(post: PostOffice) -> None:
    id = refused(post)
    tokens.shown(post.desk.open(), "red", NOW, "0" * 64)  # what a change of the player does to the token, too
    assert answer(post, id).verdict in (verdicts.NOTHING, verdicts.IGNORED) and post.submissions() == []


def test_a_yes_signs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    post = PostOffice(tmp_path, signed=True, keys={"red": public("red"), "blue": public("blue")})
    post.desk.sit()
    taken = post.take(post.mail(signed(post.desk.text("red", SLIP).encode(), "red").decode(), re=post.reference("red")))
    assert taken.verdict == verdicts.REFUSED
    assert "cannot sign" in words(post) and "Your orders, mended" in words(post)
    id = str(post.letters()[taken.letters[0]]["Message-ID"]).strip("<>")
    assert answer(post, id).verdict == verdicts.NOTHING and post.submissions() == []


# -- every game, both languages, drafts sent by hand -----------------------------------------------------------------

SLIPS = {"witp": ("build Hainann\npass", "Hainan"), "senshi": ("place any at Australlia", "Australia"),
         "nimitz": ("pass supply\nmove Wasp to Midwai", "Midway"),
         "solo": ("sail From Here to Reeff\npass", "Reef"), "alliance": ("sail From Here to Reeff\npass", "Reef"),
         "atoll": ("pas\nPhase: movement\nmove 1 sihp from Haven to Cay\npass", "1 ship from")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SLIPS)
def test_a_yes_in_every_game_and_language(game: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                          quick: None) -> None:
    install_games(monkeypatch)
    quick_disk(monkeypatch)
    folder = tmp_path / "all" / "isles"
    begin(folder, game)
    box, (player, name) = maildir(tmp_path / "box"), next(iter(KINDS[game].players.items()))
    address = name.partition("<")[2].rstrip(">")
    set_language(folder, player, language)
    rounds.go(folder.parent, NOW, None, [])
    deliver(box, reply(newest(folder, address), name, text(folder, player, f"\n{SLIPS[game][0]}", Turn="7"), 1), "1")
    rounds.go(folder.parent, later(5), None, [box])
    proposal = newest(folder, address)
    body = proposal.get_body(("plain",))
    assert body is not None
    shown = str(body.get_content())
    assert ("はい" if language == "ja" else "“yes”") in shown and SLIPS[game][1] in shown
    quoted = "\n".join(f"> {line}" for line in shown.splitlines())
    said = f"{'はい' if language == 'ja' else 'Yes'}\n\nOn Sunday the desk wrote:\n{quoted}\n"
    raw = reply(proposal, name, said, 6)
    unthreaded = re.sub(rb"(?m)^(?:In-Reply-To|References):.*(?:\r?\n[ \t].*)*\r?\n", b"", raw)  # drafts get new ids
    deliver(box, unthreaded, "2")
    rounds.go(folder.parent, later(10), None, [box])
    (submission,) = [entry for entry in open_campaign(folder).entries if entry["type"] == "submission"]
    private = open_campaign(folder).private
    assert private is not None and SLIPS[game][1] in str(private.raws[submission["hash"]].content["text"])
    assert verify(folder).holds
