"""Orders pasted from forums."""

from __future__ import annotations

import random

import pytest

from tests.exchange.reading.orders_written import meaning, read_post, write
from tests.exchange.reading.posts_pasted import POSTS

OWN = "Campaign: manila\nTurn: 4\nSide: japan\n\npass\n"


@pytest.mark.parametrize("name", POSTS)
def test_orders_come_out_of_every_kind_of_post(name: str) -> None:
    for seed in range(8):
        written = write(random.Random(f"{name} {seed}"))
        blocks = read_post(POSTS[name].make(written.text).encode())
        (block,) = [each for each in blocks if each.campaign != "other"]
        assert meaning(block.data.decode()) == written.meaning
        assert (block.where != "quoted") == POSTS[name].is_own
        assert all(each.where == "quoted" for each in blocks if each.campaign == "other")


def test_own_orders_stand_first() -> None:
    blocks = read_post(f"[quote=Ann]{OWN.replace('japan', 'allies')}[/quote]\n{OWN}")
    assert [(block.side, block.where) for block in blocks] == [("japan", "text"), ("allies", "quoted")]


def test_what_is_fenced_ends_with_the_fence() -> None:
    (block,) = read_post(f"[spoiler]{OWN}[/spoiler]that was a hard one, Ann")
    assert block.data.decode() == OWN


def test_orders_right_below_a_fence_are_not_lost() -> None:
    (block,) = read_post(f"[spoiler]{OWN}[/spoiler]build Samoa")
    assert block.data.decode().split("\n")[-2:] == ["build Samoa", ""]


def test_text_and_bytes_are_read_alike() -> None:
    assert read_post(OWN) == read_post(OWN.encode()) == read_post("\ufeff" + OWN)


@pytest.mark.parametrize("text", ["", "hello", "[quote]", "||", "```", "\x00", "Campaign: we had a good one"])
def test_without_orders_there_is_nothing(text: str) -> None:
    assert read_post(text) == ()


def test_what_a_page_shows_around_a_spoiler_is_no_order() -> None:
    (block,) = read_post("Ken wrote:\n\nSpoiler: show\nCampaign: isles\nTurn: 1\nSide: red\n\nbid 3\n\nTop\n"
                         "Quote Report this post\n")
    assert block.data.decode().split("\n\n")[1].strip() == "bid 3"
