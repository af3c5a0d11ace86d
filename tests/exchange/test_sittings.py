"""The desk holds a sitting when nobody is waited for, once, and asks for what it stops at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.campaign.desk import Desk, install_toy
from tests.killing import killed_at
from tests.stand_ins import instead
from witp_pbem.campaign.folder.settings import set_language
from witp_pbem.campaign.letters import chainfile, sealing
from witp_pbem.campaign.orders.check import check
from witp_pbem.campaign.orders.letterbox import record_letter
from witp_pbem.campaign.orders.submit import submit
from witp_pbem.campaign.record import letter_text as letters_said
from witp_pbem.campaign.sitting.status import debts_now
from witp_pbem.exchange import office, outbox, token
from witp_pbem.exchange.deadlines import agreement, clock
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.deadlines.review import review
from witp_pbem.exchange.desk import asking, automatic_sittings, habits, recording
from witp_pbem.exchange.desk.automatic_sittings import SittingAttempt
from witp_pbem.exchange.desk.habits import Habits
from witp_pbem.exchange.mailbox.account import Account
from witp_pbem.exchange.reading.blocks import TextBlock
from witp_pbem.exchange.reading.incoming import read
from witp_pbem.table.canonical import canonical

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
PLAYERS = {"red": "Ken <ken@example.org>", "blue": "Ann <ann@example.org>"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A campaign just founded; its players can be written to."""
    return Desk(tmp_path / "isles", players=PLAYERS)


def hold(desk: Desk, now: datetime = NOW) -> SittingAttempt:
    with office.at_work(office.of_campaign(desk.folder)) as alone:
        assert alone
        return automatic_sittings.hold(desk.folder, now, None)


def letters(desk: Desk) -> dict[str, outbox.OutboxLetter]:
    return outbox.letters(office.of_campaign(desk.folder))


def words(desk: Desk, key: str) -> str:
    """The plain text of a letter."""
    message = message_from_bytes(letters(desk)[key].path.read_bytes(), policy=policy.default)
    return str(message.get_body(("plain",)).get_content())  # type: ignore[union-attr]


def kinds(held: SittingAttempt) -> list[str]:
    """The kinds of the letters put into the outbox."""
    return [key.partition(":")[0] for key in held.letters]


def key_of(desk: Desk, kind: str) -> str:
    (only_key,) = (key for key in letters(desk) if key.startswith(f"{kind}:"))
    return only_key


# -- when ---------------------------------------------------------------------------------------------------------


def test_the_first_sitting_is_held_by_itself_and_only_once(desk: Desk) -> None:
    assert hold(desk).number == 1
    book = desk.book.read_bytes()
    assert hold(desk) == hold(desk) == SittingAttempt()
    assert desk.book.read_bytes() == book


def test_a_sitting_is_held_when_both_have_sent(desk: Desk) -> None:
    hold(desk)
    desk.order("red", "bid 4")
    assert hold(desk).number is None
    desk.order("blue", "bid 2")
    assert hold(desk).number == 2
    assert hold(desk).number is None
    assert desk.kinds().count("sitting") == 2


def test_what_was_held_by_hand_is_not_held_again(desk: Desk) -> None:
    desk.sit()
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2")
    desk.sit()
    book = desk.book.read_bytes()
    assert hold(desk).number is None and desk.book.read_bytes() == book


def test_a_keeper_who_wants_to_hold_sittings_himself_is_told(desk: Desk) -> None:
    habits.keep(desk.folder, Habits(by_itself=False))
    assert "witp-pbem adjudicate" in hold(desk).waits and "sitting" not in desk.kinds()
    desk.sit()
    assert hold(desk) == SittingAttempt()
    desk.order("red", "bid 4")
    desk.order("blue", "bid 2")
    held = hold(desk)
    assert held.keeper and "witp-pbem adjudicate" in held.waits
    assert desk.kinds().count("sitting") == 1


def test_a_referee_with_an_address_of_his_own_is_waited_for_like_a_player(tmp_path: Path) -> None:
    here = Account(address="desk@example.org")
    elsewhere = Account(address="desk@example.org", referee="kay@example.org")
    for number, (account, keeper) in enumerate(((None, True), (here, True), (elsewhere, False))):
        desk = Desk(tmp_path / str(number), players=PLAYERS, dice="manual", seed="")
        assert {due.demand.side for due in debts_now(desk.open())} == {"referee"}
        assert automatic_sittings.hold(desk.folder, NOW, account).keeper == keeper
        desk.order("red", "bid 4")
        assert automatic_sittings.hold(desk.folder, NOW, account).keeper == keeper


def test_the_game_ends_and_nothing_more_is_held(desk: Desk) -> None:
    orders = {"red": "bid 4\nraid Blue Island with 2 boats\nraid Blue Island\npass\nlose boats\npass",
              "blue": "bid 2\nraid Red Island\npass\nlose boats\npass"}
    hold(desk)
    for _ in range(3):
        for side, words in orders.items():
            desk.order(side, words)
        held = hold(desk)
    assert held.over and hold(desk) == SittingAttempt(over=True)


def test_a_referee_who_is_waited_for_alone_is_told(desk: Desk) -> None:
    desk.sit()
    desk.order("red", "bid 4")
    real = automatic_sittings.status
    for waited, tells in (({"red", "referee"}, False), ({"blue"}, False), ({"referee"}, True)):
        with instead(automatic_sittings, status=lambda campaign, waited=waited: SimpleNamespace(
                outcome="", waits_for=tuple(waited), unrevealed=(), words_missing=real(campaign).words_missing)):
            held = hold(desk)
        assert (held.keeper, held.number) == (tells, None)
        assert (f"witp-pbem status {desk.folder}" in held.waits) is tells


def with_deadline(desk: Desk) -> datetime:
    """Both players have a deadline from now on; the moment it passes."""
    agreement.keep(desk.folder, Agreement())
    with office.at_work(office.of_campaign(desk.folder)):
        review(desk.folder, NOW, None)
    until = clock.until(desk.open())
    assert until is not None
    return until


def test_until_the_deadline_orders_can_be_changed_where_that_is_wanted(desk: Desk) -> None:
    hold(desk)
    until = with_deadline(desk)
    for early in (False, True):
        habits.keep(desk.folder, Habits(early=early))
        desk.order("red", f"bid {3 + early}")
        desk.order("blue", "bid 2")
        held = hold(desk, until - timedelta(minutes=1))
        assert (held.number is None) is not early
        assert (until.strftime("%Y-%m-%d %H:%M UTC") in held.waits) is not early
    assert desk.open().position.points == {"red": 1, "blue": 0}


def test_at_the_deadline_it_is_held(desk: Desk) -> None:
    habits.keep(desk.folder, Habits(early=False))
    hold(desk)
    until = with_deadline(desk)
    desk.order("red", "bid 3")
    desk.order("blue", "bid 2")
    assert hold(desk, until).number == 2


# -- what it stops at ---------------------------------------------------------------------------------------------


class Isles(Desk):
    """A campaign of the real game, whose letters can be written."""

    def __init__(self, folder: Path, **wishes: Any) -> None:
        super().__init__(folder, **{"game": "witp", "scenario": "short", "options": {"last_turn": "6"},
                                    "players": {"first": "Ken <ken@example.org>", "second": "Ann <ann@example.org>"},
                                    **wishes})


@pytest.mark.parametrize("kind", ["word", "reveal"])
@pytest.mark.parametrize("quote", ["", "> "])
def test_the_form_of_a_letter_says_nothing_when_it_is_quoted(kind: str, quote: str, tmp_path: Path) -> None:
    desk = Isles(tmp_path / "isles", seed="")
    asked = asking.Request(kind, "0" * 16, "first", 0)
    (key,) = asking.send(desk.open(), office.of_campaign(desk.folder), NOW, None, [asked])
    lines = words(desk, key).splitlines()
    head = f"From: ken@example.org\nMessage-ID: <2@x>\nSubject: Re\nIn-Reply-To: <{key}>\n\nI will.\n\n"
    quoted = "\n".join(f"{quote}{line}" for line in lines)
    assert read(f"{head}{quoted}\n".encode()).blocks == ()
    filled = "\n".join(f"{quote}{line if '-----' in line else line.removeprefix('# ')}" for line in lines)
    (block,) = read(f"{head}{filled}\n".encode()).blocks
    letter = letters_said.read(block.data.decode())
    assert isinstance(letter, letters_said.Letter) and letter.kind == {"word": "word", "reveal": "withdraw"}[kind]
    assert block.token == token.of(desk.open(), "first")


def tie(desk: Desk) -> None:
    """Both bid the same twice, so that a die has to decide."""
    for held in (True, False):
        for side in ("first", "second"):
            desk.order(side, "bid 30")
        if held:
            assert hold(desk).number == 1


def test_the_first_dice_wait_some_days_for_founding_words(tmp_path: Path) -> None:
    desk = Isles(tmp_path / "isles", seed="")
    held = hold(desk)
    assert held.waits == "" and kinds(held) == ["word", "word"]  # the bids need no dice
    assert "Letter: word" in words(desk, held.letters[0]) and letters(desk)[held.letters[0]].to == ("ken@example.org",)
    tie(desk)
    held = hold(desk, NOW + timedelta(hours=47))
    assert held.number is None and "2026-11-24 08:00 UTC" in held.waits and held.letters == ()
    assert hold(desk, NOW + timedelta(days=2)).number == 2


def test_it_does_not_wait_when_all_words_are_there(tmp_path: Path) -> None:
    desk = Isles(tmp_path / "isles", seed="")
    for side in ("first", "second"):
        record_letter(desk.folder, "word", side, {"word": f"{side} hopes"})
    assert hold(desk).letters == ()
    tie(desk)
    held = hold(desk)
    assert (held.waits, held.letters, held.number) == ("", (), 2)


def test_words_that_are_required_are_asked_for_when_the_dice_need_them(tmp_path: Path) -> None:
    desk = Isles(tmp_path / "isles", seed="", words=True)
    assert kinds(hold(desk)) == ["word"] * 2
    tie(desk)
    assert hold(desk).waits
    later = NOW + timedelta(days=9)
    held = hold(desk, later)
    assert "founding words" in held.stopped and not held.keeper and held.letters == ()
    record_letter(desk.folder, "word", "first", {"word": "hope"})
    held = hold(desk, later)
    assert "second" in held.stopped.casefold() and held.letters == ()  # asked already
    assert hold(desk, later).stopped == held.stopped
    record_letter(desk.folder, "word", "second", {"word": "glory"})
    assert hold(desk, later).number == 2


def test_orders_that_are_of_no_use_are_told_to_their_player(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", game="witp", scenario="standard",
                players={"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"})
    assert hold(desk).number == 1
    set_language(desk.folder, "japan", "ja")
    desk.order("japan", "when battle at Midway\n lose air first\nend")
    held = hold(desk)
    assert held.number is None and held.letters == (key_of(desk, "useless"),)
    letter = letters(desk)[held.letters[0]]
    assert letter.to == ("ken@example.org",) and "命令" in words(desk, letter.key)
    assert f".japan.{token.of(desk.open(), 'japan')}@".encode() in letter.path.read_bytes()
    assert hold(desk) == SittingAttempt()
    desk.order("japan", "when battle at Midway\n lose naval first\nend")
    assert len(hold(desk).letters) == 1  # other orders, another answer
    desk.order("japan", "pass")
    assert hold(desk).number == 2


def test_why_orders_do_not_stand_now_is_told(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", game="witp", scenario="standard",
                players={"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"})
    hold(desk)
    wrong = check(desk.open(), "x", desk.text("japan", "build Manila").encode()).problems
    (due,) = debts_now(desk.open())
    asked = asking.Request(asking.OTHERS, "0" * 16, "japan", dues=(due._replace(problems=tuple(wrong)),))
    (key,) = asking.send(desk.open(), office.of_campaign(desk.folder), NOW, None, [asked])
    text = " ".join(words(desk, key).split())
    assert text.startswith("Japan: what you have sent") and f"Line {wrong[0].span.line}: " in text
    assert f"[{due.demand.rule}]" in text


def test_a_link_is_asked_for_once(tmp_path: Path) -> None:
    chain = chainfile.OwnChain("22" * 32)
    desk = Isles(tmp_path / "isles", keeper="first", deal="open", chains={"second": chain.anchor})
    hold(desk)
    tie(desk)
    held = hold(desk)
    assert "link" in held.stopped and not held.keeper and len(held.letters) == 1
    text = words(desk, held.letters[0])
    head = desk.open().entries[-1]["hash"]
    assert letters(desk)[held.letters[0]].to == ("ann@example.org",) and f"--head {head}" in text
    assert hold(desk).stopped == held.stopped and hold(desk).letters == ()
    (tmp_path / "link.txt").write_text(chainfile.give(_chain(tmp_path, chain), "isles", "second", head).letter)
    submit(desk.folder, [("link.txt", (tmp_path / "link.txt").read_bytes())])
    assert hold(desk).number == 2


def test_orders_attached_before_the_link_that_seals_them_are_recorded_behind_it(tmp_path: Path) -> None:
    """Mail programs put files in the order of their names."""
    chain = chainfile.OwnChain("22" * 32)
    desk = Isles(tmp_path / "isles", keeper="first", deal="open", chains={"second": chain.anchor})
    hold(desk)
    desk.order("first", "bid 30")
    content = sealing.content_of(desk.text("second", "bid 29").encode(), "")
    gift = chainfile.give(_chain(tmp_path, chain), "isles", "second", str(desk.entries()[-1]["hash"]), "1", content)
    attached = [TextBlock(text.encode(), name, "isles", "second") for name, text in (
        ("link.orders.txt", gift.reveal), ("link.txt", gift.letter), ("link.txt", gift.letter))]
    for block in recording.in_turn(attached):
        assert submit(desk.folder, [(block.where, block.data)]).stands
    assert desk.kinds()[-2:] == ["link", "submission"]
    assert hold(desk).number == 1


def _chain(folder: Path, chain: chainfile.OwnChain) -> Path:
    path = folder / "second.chain"
    path.write_bytes(canonical(chain.to_json()) + b"\n")
    return path


def test_what_was_sealed_has_to_be_revealed(tmp_path: Path) -> None:
    desk = Isles(tmp_path / "isles")
    hold(desk)
    content = sealing.content_of(desk.text("first", "bid 30").encode(), "")
    seal, reveal = sealing.pair("isles", "first", "1", content, "11" * 32)
    assert submit(desk.folder, [("seal.txt", seal.encode())]).stands
    assert hold(desk) == SittingAttempt()  # the other one has sent nothing
    desk.order("second", "bid 29")
    held = hold(desk)
    assert held.stopped and kinds(held) == ["reveal"] and letters(desk)[held.letters[0]].to == ("ken@example.org",)
    assert hold(desk).letters == ()
    assert submit(desk.folder, [("reveal.txt", reveal.encode())]).stands
    assert hold(desk).number == 1


def test_only_the_keeper_can_help_where_no_address_is_known(tmp_path: Path) -> None:
    chain = chainfile.OwnChain("22" * 32)
    desk = Isles(tmp_path / "isles", keeper="first", deal="open", chains={"second": chain.anchor},
                 players={"first": "Ken", "second": "Ann"})
    hold(desk)
    tie(desk)
    held = hold(desk)
    assert held.keeper and held.stopped and held.letters == ()


# -- crashes ----------------------------------------------------------------------------------------------------


def _play(folder: Path, write: int | None) -> tuple[Desk, bool]:
    """Two bids and the sitting on them; the process dies before one of its writes. Tells whether it did."""
    desk = Desk(folder, game="witp", players={"japan": "Ken <ken@example.org>", "allies": "Ann <ann@example.org>"})

    def work() -> None:
        hold(desk)
        desk.order("japan", "when battle at Midway\n lose air first\nend")
        hold(desk)

    if write is not None:
        return desk, killed_at(2 * write, work)
    work()
    return desk, False


def test_a_sitting_cut_short_anywhere_comes_to_the_same_end(tmp_path: Path) -> None:
    whole, _ = _play(tmp_path / "whole", None)
    book, known = whole.book.read_bytes(), {key: letter.path.read_bytes() for key, letter in letters(whole).items()}
    assert known
    for write in count():
        desk, died = _play(tmp_path / f"{write}", write)
        if not died:
            break
        hold(desk)
        if not desk.open().submissions():
            desk.order("japan", "when battle at Midway\n lose air first\nend")
        hold(desk)
        assert desk.book.read_bytes() == book, write
        assert {key: letter.path.read_bytes() for key, letter in letters(desk).items()} == known, write
    assert write > 8
