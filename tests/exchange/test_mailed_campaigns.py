"""A slice of `python -m tests.mailed_campaigns`: a campaign of each game, played by nothing but mails; and what it has
found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.posting import PostOffice, install, later
from tests.mailed_campaigns import play
from tests.random_players import LAGOON
from witp_pbem.exchange import verdicts
from witp_pbem.report.drafts import marked


@pytest.mark.parametrize("seed", [14, 9])
def test_a_campaign_is_played_by_mail_alone(seed: int, tmp_path: Path) -> None:
    seen = play(tmp_path, seed)
    assert seen["copies"] == 2 and seen["turns"] and seen["verdict: recorded"] and seen["packets synced"]


@pytest.mark.parametrize(("seed", "players"), [(5, 1), (9, 3)])
def test_another_game_is_played_by_mail_by_any_number_of_players(seed: int, players: int, tmp_path: Path) -> None:
    seen = play(tmp_path, seed, LAGOON.game)
    assert seen["copies"] == players and seen["turns"] and seen["verdict: recorded"] and seen["packets synced"]


def test_orders_filled_in_are_orders_whatever_stands_above_them(tmp_path: Path,
                                                               monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the word “OK” to a question that was answered before, though the mail replies to it."""
    install(monkeypatch)
    post = PostOffice(tmp_path)
    post.desk.sit()
    assert post.take(post.orders("red", "bid 1", re="")).verdict == verdicts.HELD
    (question,) = [str(letter["Message-ID"]).strip("<>") for letter in post.letters().values()]
    assert post.take(post.mail("yes", re=question, minutes=1), later(2)).verdict == verdicts.RECORDED
    filled = "".join(f"> {line}\n" for line in marked("red", post.desk.text("red", "bid 3"), post.token("red")))
    taken = post.take(post.mail(f"OK:\n\nOn Sunday the desk wrote:\n{filled}", re=question, minutes=3), later(4))
    assert taken.verdict == verdicts.RECORDED and taken.letters
    assert "bid 3" in post.submissions()[-1]
