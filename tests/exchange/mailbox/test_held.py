"""`mail held`: the keeper decides on mails of which nothing proves who has sent them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.exchange.posting import ANN, KEN, PostOffice, install, later
from tests.stand_ins import no_waiting, settings_in
from witp_pbem.campaign.folder.lock import locked
from witp_pbem.cli import main
from witp_pbem.exchange import office as offices
from witp_pbem.exchange import times, verdicts
from witp_pbem.exchange.desk import standing
from witp_pbem.exchange.mailbox import account as accounts

Run = Callable[..., str]


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    """A desk on which a mail of either player waits for his yes."""
    install(monkeypatch)
    settings_in(monkeypatch, tmp_path / "settings")
    monkeypatch.delenv(accounts.NAMED, raising=False)
    made = PostOffice(tmp_path / "all")
    made.desk.sit()
    assert made.take(made.orders("red", "bid 3", KEN, re="", subject="[isles] bid")).verdict == verdicts.HELD
    assert made.take(made.orders("blue", "bid 4", ANN, re="")).verdict == verdicts.HELD
    return made


@pytest.fixture
def run(post: PostOffice) -> Run:
    def ran(*words: str, root: Path = post.root, minutes: int = 5, code: int = 0) -> str:
        typed = ["mail", "held", str(root), *words, "--now", times.written(later(minutes))]
        done = CliRunner().invoke(main, typed, catch_exceptions=False)
        assert done.exit_code == code, done.output
        return " ".join(done.output.split())
    return ran


def ids(run: Run) -> list[str]:
    return [each["id"] for each in json.loads(run("--json"))["waiting"]]


def test_who_when_and_what_for_is_told(post: PostOffice, run: Run) -> None:
    first, second = ids(run)
    output = run()
    assert output.startswith(f"{first} isles, for Red (Ken): from ken@example.org, sent Sun 2026-11-22 08:00 UTC, with "
                             "the subject “[isles] bid”.")
    assert second in output and "bid 3" not in output


@pytest.mark.parametrize("inside", [True, False], ids=["campaign", "folder"])
def test_a_mail_is_taken_and_its_player_told(post: PostOffice, run: Run, inside: bool) -> None:
    first, second = ids(run)
    output = run("--take", first, root=post.desk.folder if inside else post.root)
    assert output.startswith(f"{first}: recorded") and second in output
    assert len(post.submissions()) == 1 and "bid 3" in post.submissions()[0]
    assert post.to("ken@example.org") == ["confirm", "confirmed"] and ids(run) == [second]
    assert run("--take", first, code=2) and len(post.submissions()) == 1


def test_a_mail_is_dropped_and_its_player_told_how_to_send_it_after_all(post: PostOffice, run: Run) -> None:
    first, second = ids(run)
    assert f"{first}: dropped" in run("--drop", first)
    answer = next(letter for key, letter in post.letters().items() if key.startswith("confirmed:"))
    body = answer.get_body(("plain",))
    assert body is not None and "the keeper of the campaign has dropped it" in " ".join(body.get_content().split())
    assert post.submissions() == [] and ids(run) == [second]
    state = standing.of(post.desk.open(), later(5))
    assert state is not None and state.held == 1


def test_while_somebody_else_writes_it_waits_on(post: PostOffice, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    no_waiting(monkeypatch)
    first, second = ids(run)
    with locked(post.desk.folder):
        assert "Another command is writing" in run("--take", first, code=1)
    assert ids(run) == [first, second] and post.submissions() == []


def test_a_yes_after_the_keeper_has_dropped_it_comes_too_late(post: PostOffice, run: Run) -> None:
    question = next(letter for key, letter in post.letters().items() if key.startswith("confirm:"))
    run("--drop", ids(run)[0])
    late = post.take(post.mail("yes", re=str(question["Message-ID"]).strip("<>")), later(6))
    assert late.verdict == verdicts.REPEATED and late.letters and post.submissions() == []


def test_what_is_not_meant_for_certain_is_not_done(post: PostOffice, run: Run) -> None:
    first, second = ids(run)
    for words in (("--take", "0" * 8), ("--take", ""), ("--take", first, "--drop", first),
                  ("--take", second, "--drop", "zz")):
        run(*words, code=2)
    assert ids(run) == [first, second] and post.submissions() == []
    with offices.at_work(offices.of_root(post.root)):
        assert "Somebody else is at work" in run("--take", first, code=1)


def test_mails_that_have_waited_too_long_are_not_listed(post: PostOffice, run: Run) -> None:
    assert run(minutes=60 * 24 * 15) == "No mail is waiting for a player's answer."
