"""A desk killed at any moment of its work: taken in again, a mail is recorded once and answered once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.exchange.posting import EVE, PostOffice, install, later
from tests.killing import killed_at
from witp_pbem.campaign.letters import sealing
from witp_pbem.campaign.record.letter_text import write as letter
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import outbox, verdicts

MOST = 60  # times that anything is written for one mail


def red_orders(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 3")]


def a_letter(post: PostOffice) -> list[bytes]:
    text = letter("protest", "isles", "red", {"text": "the dice fell off the table"})
    return [post.mail(text, re=post.reference("red"))]


def a_ruling(post: PostOffice) -> list[bytes]:
    text = post.desk.text("referee", "ruling red gains 1")
    return [post.mail(text, "desk@example.net", re=post.reference("referee"))]


def a_reveal(post: PostOffice) -> list[bytes]:
    text = post.desk.text("red", "bid 3")
    letters = sealing.pair("isles", "red", "1", sealing.content_of(text.encode(), ""), "5" * 64)
    return [post.mail(letter_, re=post.reference("red"), minutes=minute) for minute, letter_ in enumerate(letters)]


def refused(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 9")]


def refused_and_proposed_as_mended(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "biid 3")]


def a_stranger(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 3", EVE, re="")]


def a_copy_to_the_opponent(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 3", Cc="ann@example.org")]


def held(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 3", re="")]


def in_a_quotation(post: PostOffice, orders: str) -> list[bytes]:
    lines = post.desk.text("red", orders).splitlines()
    return [post.mail("See below.\n\nOn Sunday Ann wrote:\n" + "".join(f"> {line}\n" for line in lines))]


def held_in_a_quotation(post: PostOffice) -> list[bytes]:
    return in_a_quotation(post, "bid 3")


def refused_in_a_quotation(post: PostOffice) -> list[bytes]:
    return in_a_quotation(post, "bid 9")


def an_older_one(post: PostOffice) -> list[bytes]:
    return [post.orders("red", "bid 3", minutes=-5), post.orders("red", "bid 4", minutes=-9)]


SCENES: dict[str, Callable[[PostOffice], list[bytes]]] = {
    scene.__name__: scene for scene in (red_orders, a_letter, a_ruling, a_reveal, refused,
                                        refused_and_proposed_as_mended, a_stranger, a_copy_to_the_opponent, held,
                                        held_in_a_quotation, refused_in_a_quotation, an_older_one)}


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], PostOffice]:
    """The same desk as often as it is wanted."""
    install(monkeypatch)
    first = PostOffice(tmp_path / "first")
    first.desk.sit()
    numbers = iter(range(10 ** 6))

    def copy() -> PostOffice:
        made = PostOffice.__new__(PostOffice)
        made.__dict__ |= vars(first)
        made.root = tmp_path / str(next(numbers))
        shutil.copytree(first.root, made.root)
        made.desks = {name: desk.__class__.__new__(desk.__class__) for name, desk in first.desks.items()}
        for name, desk in made.desks.items():
            desk.__dict__ |= vars(first.desks[name]) | {"folder": made.root / name}
        made.office = offices.of_root(made.root)
        return made

    return copy


def outcome(post: PostOffice) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """What stands in the logbook, what went out, and what was held."""
    entries = [f"{entry['type']} {entry.get('side', '')}" for entry in post.desk.entries()]
    letters = sorted(f"{key.split(':')[0]} {message['To']}" for key, message in post.letters().items())
    states = [(letter.key.split(":")[0], letter.state) for letter in
              outbox.letters(offices.of_campaign(post.desk.folder)).values()]
    return entries, letters, sorted(states)


@pytest.mark.parametrize("scene", SCENES)
def test_killed_anywhere_a_mail_is_recorded_once_and_answered_once(
        scene: str, fresh: Callable[[], PostOffice]) -> None:
    whole = fresh()
    mails = SCENES[scene](whole)
    for raw in mails:
        whole.take(raw)
    wanted = outcome(whole)
    for moment in range(MOST):
        post = fresh()
        if not killed_at(moment, lambda post=post: [post.take(raw) for raw in mails]):  # type: ignore[misc]
            break
        for raw in mails:
            assert post.take(raw, later(3)).verdict not in (verdicts.LATER, verdicts.IGNORED), moment
        assert outcome(post) == wanted, moment
    else:
        pytest.fail("the work was never done")
    assert moment >= 4


def test_killed_anywhere_a_confirmation_records_once(fresh: Callable[[], PostOffice]) -> None:
    for moment in range(MOST):
        post = fresh()
        post.take(post.orders("red", "bid 3", re="", key="held@example.org"))
        (asked,) = post.letters().values()
        yes = post.mail("yes", re=asked["Message-ID"].strip("<>"), key="yes@example.org")
        is_killed = killed_at(moment, lambda post=post, yes=yes: post.take(yes, later(5)))  # type: ignore[misc]
        post.take(yes, later(8))
        assert len(post.submissions()) == 1 and post.to("ken@example.org") == ["confirm", "confirmed"], moment
        if not is_killed:
            return
    pytest.fail("the work was never done")


def test_killed_anywhere_a_yes_to_mended_orders_records_once(fresh: Callable[[], PostOffice]) -> None:
    for moment in range(MOST):
        post = fresh()
        post.take(post.orders("red", "biid 3", key="refused@example.org"))
        (proposal,) = post.letters().values()
        yes = post.mail("yes", re=proposal["Message-ID"].strip("<>"), key="yes@example.org", minutes=4)
        is_killed = killed_at(moment, lambda post=post, yes=yes: post.take(yes, later(5)))  # type: ignore[misc]
        post.take(yes, later(8))
        assert len(post.submissions()) == 1 and post.to("ken@example.org") == ["answer", "answer"], moment
        if not is_killed:
            return
    pytest.fail("the work was never done")
