"""The dice recipe: test vectors, an independent computation, and even chances."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from itertools import permutations

import pytest

from witp_pbem.table.dice import CHAIN_LENGTH, Die, Throw, below, chain_link, follows, proven, shuffled, thrown

SEED = bytes(range(32))
KEY = hashlib.sha256(b"a link").digest()
D6 = Die(6)


def recipe(key: bytes, campaign: str, sitting: int, words: list[str], label: str, index: int) -> int:
    """The recipe once more, with nothing but the standard library."""
    for attempt in range(100):
        message = json.dumps([campaign, sitting, words, label, index, attempt], ensure_ascii=False,
                             separators=(",", ":")).encode()
        for byte in hmac.new(key, message, hashlib.sha256).digest():
            if byte < 252:
                return byte % 6 + 1
    raise AssertionError


def test_vectors() -> None:
    assert chain_link(SEED, 0).hex() == "fbd3136db367d4cb21dc522f7e8a28ccce1bec79ee01d51fcd31af5d31c08754"
    assert thrown(KEY, "manila", 3, ["banzai", "ワード"], "fleet battle 0606 japan", 0, 8, D6) == (
        4, 1, 5, 3, 4, 4, 1, 4)
    assert shuffled(KEY, "manila", ["banzai"], "1942", list("abcdefg")) == list("efcbdag")


@pytest.mark.parametrize("words", [[], ["one"], ["one", "運"]])
def test_the_recipe_can_be_checked_with_a_dozen_lines(words: list[str]) -> None:
    for sitting in range(1, 30):
        wanted = tuple(recipe(KEY, "c", sitting, words, "label", index) for index in range(10))
        assert thrown(KEY, "c", sitting, words, "label", 0, 10, D6) == wanted
        assert thrown(KEY, "c", sitting, words, "label", 4, 6, D6) == wanted[4:]


class TestTheChain:
    def test_each_link_follows_from_the_one_before_it(self) -> None:
        links = [chain_link(SEED, number) for number in (0, 1, 2, 3)]
        assert all(follows(link, before) for before, link in zip(links, links[1:], strict=False))
        assert hashlib.sha256(links[1]).digest() == links[0]

    def test_another_link_does_not_follow(self) -> None:
        assert not follows(chain_link(SEED, 2), chain_link(SEED, 0))
        assert not follows(chain_link(SEED[::-1], 1), chain_link(SEED, 0))

    def test_its_ends(self) -> None:
        assert chain_link(SEED, CHAIN_LENGTH) == SEED
        for number in (-1, CHAIN_LENGTH + 1):
            with pytest.raises(ValueError, match="the chain has links 0 to"):
                chain_link(SEED, number)


class TestChances:
    @pytest.mark.parametrize("die", [Die(2), Die(6), Die(10, 0), Die(256, -3)])
    def test_every_face_comes_equally_often(self, die: Die) -> None:
        rolls = 1000 * die.faces if die.faces < 20 else 20_000
        counts = Counter(thrown(KEY, "c", 1, (), "label", 0, rolls, die))
        assert set(counts) == set(range(die.first, die.last + 1)) == {face for face in counts if die.shows(face)}
        assert not die.shows(die.first - 1) and not die.shows(die.last + 1)
        expected = rolls / die.faces
        limit = die.faces + 4 * (2 * die.faces) ** 0.5 + 10  # one in a thousand at most
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < limit

    def test_a_throw_is_proven_by_the_dice_it_must_show(self) -> None:
        right = thrown(KEY, "c", 4, ["w"], {"code": "x"}, 3, 2, Die(10, 0))
        assert proven(Throw({"code": "x"}, 3, (0, 0), Die(10, 0)), KEY, "c", 4, ["w"]) == right
        assert proven(Throw({"code": "x"}, 3, right, Die(10)), KEY, "c", 4, ["w"]) == tuple(
            number + 1 for number in right)

    def test_dice_differ_by_all_that_goes_into_them(self) -> None:
        def row(*, key: bytes = KEY, campaign: str = "c", sitting: int = 1, words: tuple[str, ...] = (),
                label: str = "l") -> tuple[int, ...]:
            return thrown(key, campaign, sitting, words, label, 0, 40, D6)

        rows = [row(), row(key=SEED), row(campaign="d"), row(sitting=2), row(words=("w",)), row(label="m")]
        assert len(set(rows)) == len(rows)

    def test_every_order_of_a_small_deck_comes_equally_often(self) -> None:
        rounds = 2400
        counts = Counter("".join(shuffled(KEY, f"c{number}", (), "deck", "abcd")) for number in range(rounds))
        orders = ["".join(order) for order in permutations("abcd")]
        expected = rounds / len(orders)
        assert sum((counts[order] - expected) ** 2 / expected for order in orders) < 50

    def test_a_shuffle_keeps_the_cards(self) -> None:
        cards = [f"1942-{number:02d}" for number in range(1, 11)]
        assert sorted(shuffled(KEY, "c", (), "1942", cards)) == cards
        assert cards == sorted(cards)

    @pytest.mark.parametrize("bound", [1, 2, 7, 1000])
    def test_a_number_below_a_bound(self, bound: int) -> None:
        assert all(0 <= below(KEY, ["m", number], bound) < bound for number in range(50))
