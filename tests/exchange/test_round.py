"""A round does everything that is due, for all campaigns below a folder, and nothing twice."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.campaign.desk import Desk, install_toy
from tests.exchange.post import deliver, maildir, newest, reply
from tests.faults import postoffice
from tests.killing import Killed, killed_at
from tests.stand_ins import instead, no_waiting
from witp_pbem.campaign.folder import lock
from witp_pbem.campaign.proof.verify import verify
from witp_pbem.cli import main
from witp_pbem.exchange import journal, office, outbox
from witp_pbem.exchange.deadlines import agreement
from witp_pbem.exchange.deadlines.agreement import Agreement
from witp_pbem.exchange.desk import automatic_sittings, confirming, intake, sender, standing
from witp_pbem.exchange.desk import round as rounds
from witp_pbem.exchange.desk.round import DONE, KEEPER, TROUBLE, WAITS, Round
from witp_pbem.exchange.mailbox import account, mail_drafts

NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
LATER = timedelta(minutes=5)
KEN, ANN = "ken@example.org", "ann@example.org"
pytestmark = pytest.mark.usefixtures("quick")


def isles(folder: Path, **wishes: Any) -> Desk:
    """A campaign just founded whose players can be written to; the first decisions are bids."""
    return Desk(folder, **{"game": "witp", "scenario": "short", "options": {"last_turn": "6"}, "campaign": folder.name,
                           "players": {"first": f"Ken <{KEN}>", "second": f"Ann <{ANN}>"}, **wishes})


def go(root: Path, now: datetime = NOW, *sources: Path) -> Round:
    return rounds.go(root, now, None, sources)


def bids(desk: Desk, box: Path, amounts: tuple[int, int] = (27, 28)) -> None:
    """Both players reply with a bid to the newest letter they have."""
    for number, (player, amount) in enumerate(zip((KEN, ANN), amounts, strict=True)):
        letter = newest(desk.folder, player)
        text = f"Campaign: {desk.folder.name}\nTurn: 1\nSide: {('first', 'second')[number]}\n\nbid {amount}\n"
        deliver(box, reply(letter, player, text, number + amount), f"{amount}.{player}")


def letters(*desks: Desk) -> dict[str, str]:
    """The state of every letter by its key."""
    return {key: letter.state for desk in desks
            for key, letter in outbox.letters(office.of_campaign(desk.folder)).items()}


def sentences(made: Round, *kinds: str) -> list[str]:
    return [each.sentence for each in made.remarks if each.kind in (kinds or (DONE, WAITS, KEEPER, TROUBLE))]


def test_from_the_founding_to_the_first_turn_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # with the pictures
    desk, box = isles(tmp_path / "all" / "isles"), maildir(tmp_path / "box")
    made = go(tmp_path / "all")
    assert not made.needs and {key.partition(":")[0] for key in letters(desk)} == {"report"}
    bids(desk, box)
    made = go(tmp_path / "all", NOW + LATER, box)
    assert not made.needs, made.needs
    assert [entry for entry in desk.kinds() if entry in ("submission", "sitting")][-3:] == ["submission"] * 2 + [
        "sitting"]
    assert sorted(key.partition(":")[0] for key in letters(desk)) == ["answer"] * 2 + ["report"] * 4
    assert set(letters(desk).values()) == {outbox.DRAFTED}
    book = desk.book.read_bytes()
    assert go(tmp_path / "all", NOW + 2 * LATER, box).remarks == ()
    assert desk.book.read_bytes() == book and verify(desk.folder).holds


def test_a_round_of_one_campaign(tmp_path: Path) -> None:
    desk = isles(tmp_path / "isles")
    assert go(desk.folder).remarks
    assert go(desk.folder).remarks == ()
    assert not (tmp_path / "isles" / office.ROOT).exists()


def test_what_is_wrong_with_one_campaign_keeps_nobody_else_from_playing(tmp_path: Path,
                                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "all"
    install_toy(monkeypatch)
    Desk(root / "elsewhere" / "toy")
    monkeypatch.undo()
    damaged, spoilt, fine = (isles(root / name) for name in ("damaged", "a-spoilt", "fine"))
    copy = root / "copy"
    shutil.copytree(fine.folder, copy, ignore=shutil.ignore_patterns("private"))
    damaged.book.write_bytes(damaged.book.read_bytes().replace(b'"type"', b'"tpye"', 1))
    spoilt.rewrite(lambda entries: entries[0].update(dice=None))
    made = go(root)
    assert {each.campaign for each in made.needs} == {"elsewhere/toy", "damaged", "a-spoilt"}
    assert {each.campaign for each in made.done} == {"fine"}
    assert made.is_new and not go(root).is_new
    shutil.rmtree(damaged.folder)
    assert go(root).is_new


def test_a_mail_that_cannot_be_taken_in_waits_and_keeps_no_other_from_it(tmp_path: Path) -> None:
    desk, box = isles(tmp_path / "isles"), maildir(tmp_path / "box")
    go(desk.folder)
    bids(desk, box)
    real = sender.addressed

    def failing(known: Any, mail: Any, account: Any) -> Any:
        if mail.sender == KEN:
            raise LookupError("not as anybody thought")
        return real(known, mail, account)

    with instead(sender, addressed=failing):
        made = go(desk.folder, NOW, box)
    assert desk.kinds().count("submission") == 1
    assert [each for each in sentences(made, TROUBLE) if "not as anybody thought" in each]
    go(desk.folder, NOW + LATER, box)
    assert desk.kinds().count("submission") == 2


def test_mails_fetched_together_are_taken_in_as_they_were_sent(tmp_path: Path) -> None:
    desk, box = isles(tmp_path / "isles"), maildir(tmp_path / "box")
    go(desk.folder)
    letter = newest(desk.folder, KEN)
    for name, minute in (("1", 9), ("2", 5)):  # the older one arrives last
        text = f"Campaign: isles\nTurn: 1\nSide: first\n\nbid {20 + minute}\n"
        deliver(box, reply(letter, KEN, text, minute), name)
    go(desk.folder, NOW, box)
    assert desk.kinds().count("submission") == 2
    assert "bid 29" in str(desk.open().private.raws[desk.entries()[-1]["hash"]])  # type: ignore[union-attr]


def test_a_mail_that_waits_is_told_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, box = isles(tmp_path / "isles"), maildir(tmp_path / "box")
    go(desk.folder)
    bids(desk, box)
    no_waiting(monkeypatch)
    real = intake.take_all

    def while_another_writes(*arguments: Any, **more: Any) -> Any:
        with lock.locked(desk.folder):
            yield from real(*arguments, **more)

    with instead(intake, take_all=while_another_writes):
        troubles = sentences(go(desk.folder, NOW, box), TROUBLE)
    assert len(troubles) == 2 and all("Another command is writing" in each for each in troubles)


def test_an_office_without_locks_is_an_error_and_not_somebody_at_work(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    root = tmp_path / "all"
    isles(root / "isles")

    def without(*arguments: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with instead(fcntl, flock=without), pytest.raises(OSError, match="No locks available"):
        go(root)
    real = office.at_work
    with instead(office, at_work=lambda place: without() if office.CAMPAIGN in place.parts else real(place)):
        (need,) = go(root).needs
    assert "No locks available" in need.sentence and "Somebody else" not in need.sentence


def test_older_locks_that_fail_silently_are_looked_at(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    import filelock

    def busy(lock: Any, **more: Any) -> None:
        raise filelock.Timeout("lock")

    office.furnish(tmp_path)
    (tmp_path / office.LOCK).touch()
    def without(*arguments: Any) -> None:
        raise OSError(errno.ENOLCK, "No locks")

    with instead(filelock.FileLock, acquire=busy):
        with office.at_work(tmp_path) as alone:
            assert not alone
        with instead(fcntl, flock=without), pytest.raises(OSError, match="No locks"), office.at_work(tmp_path):
            pass


def test_somebody_at_work_in_the_office_is_not_disturbed(tmp_path: Path) -> None:
    root = tmp_path / "all"
    first, second = isles(root / "first"), isles(root / "second")
    with office.at_work(office.of_root(root)):
        assert go(root) == Round(busy=True)
    box = maildir(tmp_path / "box")
    deliver(box, b"From: x@example.org\n\nhello", "1")
    with office.at_work(office.of_campaign(first.folder)):
        made = go(root, NOW, box)
    assert [each.campaign for each in made.needs] == ["first"] and letters(second) and not letters(first)
    assert list((box / "new").iterdir())  # it was not looked at: it could be for that campaign


def test_a_mailbox_that_cannot_be_read_is_trouble_and_the_rest_is_done(tmp_path: Path) -> None:
    desk = isles(tmp_path / "isles")
    made = go(desk.folder, NOW, tmp_path / "nowhere")
    assert sentences(made, TROUBLE) and letters(desk)


def test_what_nobody_thought_of_is_told_and_the_rest_is_done(tmp_path: Path) -> None:
    first, second = (isles(tmp_path / "all" / name) for name in ("first", "second"))
    real = automatic_sittings.hold

    def failing(folder: Path, *more: Any) -> Any:
        if folder == first.folder:
            raise LookupError("not as anybody thought")
        return real(folder, *more)

    with instead(automatic_sittings, hold=failing):
        made = go(tmp_path / "all")
    assert [(each.campaign, each.kind) for each in made.needs] == [("first", KEEPER)]
    assert "LookupError not as anybody thought" in made.needs[0].sentence and "verify" in made.needs[0].sentence
    assert letters(second) and not letters(first)


def test_it_ends_after_the_step_it_is_at(tmp_path: Path) -> None:
    first, second = (isles(tmp_path / "all" / name) for name in ("first", "second"))
    rounds.go(tmp_path / "all", NOW, None, stopped=lambda: True)
    assert letters(first) and not letters(second)
    assert go(tmp_path / "all").done and letters(second)


def test_a_deadline_that_passes_is_played_in_the_same_round(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "isles", game="witp", players={"japan": f"Ken <{KEN}>", "allies": f"Ann <{ANN}>"})
    agreement.keep(desk.folder, Agreement(every=timedelta(days=1), minimum=timedelta(0), grace=timedelta(0),
                                          then=("default",), default={"": "pass"}))
    go(desk.folder)
    assert not go(desk.folder, NOW + timedelta(days=1)).done
    made = go(desk.folder, NOW + timedelta(days=1, minutes=1))
    assert "Sitting 2 was held." in sentences(made, DONE)
    assert any("default orders" in each for each in sentences(made, DONE))
    assert sum(key.startswith("report:") for key in letters(desk)) == 4
    assert not go(desk.folder, NOW + timedelta(days=1, minutes=1)).done


def test_a_campaign_that_is_over_gets_its_last_report_and_then_silence(tmp_path: Path) -> None:
    from tests.leaving import resign

    desk = isles(tmp_path / "isles")
    go(desk.folder)
    for side, amount in (("first", 27), ("second", 28)):
        desk.order(side, f"bid {amount}")
    go(desk.folder)
    resign(desk.folder, "japan", "the end")
    made = go(desk.folder)
    assert "The game is over." in sentences(made, WAITS) and desk.open().position.outcome
    sent = letters(desk)
    assert [key for key in sent if desk.entries()[-1]["hash"] in key]
    for days in (1, 9):
        assert not go(desk.folder, NOW + timedelta(days=days)).done
    assert letters(desk) == sent


# -- crashes ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [15, pytest.param(1, marks=pytest.mark.long)])
def test_a_round_cut_short_anywhere_is_finished_by_the_next(step: int, tmp_path: Path) -> None:
    base, box = isles(tmp_path / "base" / "all" / "isles"), maildir(tmp_path / "base" / "box")
    go(tmp_path / "base" / "all")
    bids(base, box)
    shutil.copytree(tmp_path / "base", tmp_path / "whole")
    go(tmp_path / "whole" / "all", NOW + LATER, tmp_path / "whole" / "box")
    whole = _left(tmp_path / "whole" / "all" / "isles")
    for write in count(3, step):
        place = tmp_path / f"{write}"
        shutil.copytree(tmp_path / "base", place)
        if not killed_at(2 * write, lambda place=place: go(place / "all", NOW + LATER, place / "box")):
            break
        go(place / "all", NOW + LATER, place / "box")
        assert _left(place / "all" / "isles") == whole, write
        shutil.rmtree(place)
    assert write > 20


def _left(folder: Path) -> tuple[bytes, dict[str, bytes], set[str]]:
    """The logbook, the letters with their words, and the drafts."""
    in_outbox = outbox.letters(office.of_campaign(folder))
    counted = [line.values["key"] for line in journal.read(office.of_campaign(folder), outbox.QUEUED)]
    assert len(counted) == len(set(counted))
    return ((folder / "logbook.jsonl").read_bytes(),
            {key: letter.path.read_bytes() for key, letter in in_outbox.items()},
            {path.name for path in mail_drafts.place(folder).iterdir()})


# -- with a server --------------------------------------------------------------------------------------------------


def test_each_letter_leaves_once_and_a_server_that_is_away_is_tried_again(tmp_path: Path) -> None:
    desk = isles(tmp_path / "isles")
    with postoffice.serving(tmp_path):
        away = account.read(tmp_path / postoffice.ACCOUNT)
    made = rounds.go(desk.folder, NOW, away)
    assert sentences(made, TROUBLE) and set(letters(desk).values()) == {outbox.FAILED}
    with postoffice.serving(tmp_path) as taken:
        there = account.read(tmp_path / postoffice.ACCOUNT)
        assert rounds.go(desk.folder, NOW, there).remarks == () and not taken  # not before it is time
        assert sentences(rounds.go(desk.folder, NOW + LATER, there), DONE)
        assert not rounds.go(desk.folder, NOW + 9 * LATER, there).remarks
        assert len(taken) == len(set(taken)) == len(letters(desk))
        assert not list(postoffice.left_once(desk.folder, taken))


def test_a_letter_of_which_nobody_knows_is_told_to_the_keeper(tmp_path: Path) -> None:
    desk = isles(tmp_path / "isles")
    with postoffice.serving(tmp_path) as taken:
        there = account.read(tmp_path / postoffice.ACCOUNT)
        real = outbox.mark

        def dying(office: Path, now: datetime, letter: outbox.OutboxLetter, state: str, reason: str = "") -> str:
            if state == outbox.SENT:
                raise Killed
            return real(office, now, letter, state, reason)

        with instead(outbox, mark=dying), pytest.raises(Killed):
            rounds.go(desk.folder, NOW, there)
        made = rounds.go(desk.folder, NOW + LATER, there)
        assert len(sentences(made, KEEPER)) == 1 and "nobody knows" in sentences(made, KEEPER)[0] and made.is_new
        assert not rounds.go(desk.folder, NOW + LATER, there).is_new
    assert len(taken) == len(set(taken)) == len(letters(desk))


def test_how_a_desk_stands(tmp_path: Path) -> None:
    desk, box = isles(tmp_path / "isles"), maildir(tmp_path / "box")
    assert standing.of(desk.open(), NOW) is None
    with postoffice.serving(tmp_path):
        away = account.read(tmp_path / postoffice.ACCOUNT)
    rounds.go(desk.folder, NOW, away)
    orders = "Campaign: isles\nTurn: 1\nSide: first\n\nbid 27\n"
    deliver(box, f"From: {KEN}\nTo: desk@example.org\nMessage-ID: <1@x>\n\n{orders}".encode(), "1")
    go(desk.folder, NOW, box)  # nothing proves that it is from him
    state = standing.of(desk.open(), NOW)
    assert state is not None and state.held == 1 and state.letters[outbox.FAILED] == len(letters(desk)) - 1
    assert any("mail outbox manila" in sentence for sentence in state.sentences("manila"))
    assert standing.of(desk.open(), NOW + timedelta(days=60)).held == 0  # type: ignore[union-attr]


def test_a_desk_that_has_nothing_to_tell_is_looked_at_quickly() -> None:
    """`status` names lines and files of modules that it loads only where there are some."""
    assert (standing.HELD, standing.DEADLINES) == (confirming.HELD, agreement.FILE)


def test_where_no_folder_can_be_opened_any_more_a_round_ends_with_a_sentence(tmp_path: Path) -> None:
    desk, box = isles(tmp_path / "isles"), tmp_path / "box"
    go(desk.folder)
    bids(desk, box)
    take, listdir = intake.take, os.listdir

    def refusing(call: Any) -> Any:
        def called(path: Any = ".", *more: Any, **named: Any) -> Any:
            if isinstance(path, str | Path) and Path(path).is_dir():
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return call(path, *more, **named)
        return called

    def taken(*given: Any, **named: Any) -> Any:
        """From the first mail on no folder can be opened."""
        if os.listdir is listdir:
            shut.enter_context(instead(os, **{name: refusing(getattr(os, name)) for name in
                                              ("open", "scandir", "listdir")}))
        return take(*given, **named)

    with ExitStack() as shut, instead(intake, take=taken):
        done = CliRunner().invoke(main, ["serve", str(desk.folder), "--once", "--mails", str(box)])
    assert done.exit_code == 1 and isinstance(done.exception, SystemExit), done
    assert "Permission denied" in done.output
