"""However a handful of mails arrives, in any order and any of them several times: the end is the same as if each had
come once, in the order they were sent."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.posting import ANN, KEN, PostOffice, install, later
from witp_pbem.campaign.sitting import inputs
from witp_pbem.exchange import verdicts


class Sent(NamedTuple):
    """A mail: whose, for which phase, how many points or boats, and when, in minutes."""

    side: str
    phase: str
    number: int
    minutes: int


MAILS = st.lists(st.builds(Sent, st.sampled_from(["red", "blue"]), st.sampled_from(["bids", "raids"]),
                           st.integers(1, 5), st.integers(-90, -1)),
                 min_size=2, max_size=4, unique_by=lambda sent: sent.minutes)


def orders(sent: Sent) -> str:
    target = "Blue Island" if sent.side == "red" else "Red Island"
    return f"Phase: {sent.phase}\n" + (
        f"bid {sent.number}" if sent.phase == "bids" else f"raid {target} with {sent.number} boats")


def in_force(post: PostOffice) -> list[tuple[str, list[str]]]:
    """The orders that count, side by side."""
    campaign = post.desk.open()
    return [(side, sorted(order.statement.text for order in inputs.pending(campaign, campaign.submissions(), side)))
            for side in campaign.senders]


@settings(max_examples=12, derandomize=True,
          suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(mails=MAILS, data=st.data())
def test_any_order_and_any_repetition_ends_the_same(mails: list[Sent], data: st.DataObject,
                                                    monkeypatch: pytest.MonkeyPatch) -> None:
    arrivals = data.draw(st.permutations(mails + data.draw(st.lists(st.sampled_from(mails), max_size=3))))
    ends = []
    with monkeypatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        install(patch)
        for name, sequence in (("in-order", sorted(mails, key=lambda sent: sent.minutes)), ("as-drawn", arrivals)):
            post = PostOffice(Path(folder) / name)
            post.desk.sit()
            written = {sent: post.orders(sent.side, orders(sent), KEN if sent.side == "red" else ANN,
                                         minutes=sent.minutes) for sent in mails}
            for minute, sent in enumerate(sequence):
                taken = post.take(written[sent], later(minute))
                assert taken.verdict in (verdicts.RECORDED, verdicts.OVERTAKEN, verdicts.REPEATED)
            ends.append(in_force(post))
            assert len(post.letters()) == len(mails)  # each was answered, and once
    assert ends[0] == ends[1]
