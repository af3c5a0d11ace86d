"""Known words are found again though they are misspelt, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.words import LEXICON, statement
from witp_pbem.table.misspelt import mended
from witp_pbem.table.spelling import Spelling, slips_between

WORDS = Spelling(["manila", "from", "for", "land", "and", "port moresby", "n", "マニラ", "水上"])


@pytest.mark.parametrize(("word", "near"), [
    ("mannila", ("manila",)), ("manial", ("manila",)), ("mnial", ()),
    ("form", ("for", "from")), ("lnd", ("and", "land")),
    ("port morseby", ("port moresby",)), ("pert morseby", ("port moresby",)), ("pert morsebi", ()),
    ("マニロ", ("マニラ",)), ("水下", ("水上",)), ("x", ()), ("", ()), ("nn", ()), ("manila", ()), ("m" * 100_000, ()),
])
def test_the_words_with_the_fewest_slips(word: str, near: tuple[str, ...]) -> None:
    assert WORDS.nearest(word) == near


@pytest.mark.parametrize(("first", "second", "slips"), [
    ("", "", 0), ("from", "from", 0), ("from", "form", 1), ("from", "frm", 1), ("from", "fromm", 1),
    ("from", "frim", 1),
    ("land", "dnal", 3), ("", "abc", 3), ("ab", "ba", 1), ("abc", "ca", 3)])
def test_slips_are_counted(first: str, second: str, slips: int) -> None:
    assert slips_between(first, second) == slips_between(second, first) == slips


@given(st.text("abcd", min_size=2, max_size=9), st.integers(0, 8), st.sampled_from("abcdx"))
def test_one_slip_is_always_found(word: str, at: int, letter: str) -> None:
    known = Spelling([word, "from"])
    at %= len(word)
    for spoilt in (word[:at] + word[at + 1:], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1:]):
        if len(spoilt) > 1 and spoilt != word:
            assert word in known.nearest(spoilt)


# -- in orders ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "expected"), [
    ("Mannila", ["Manila"]), ("Port Morseby vai Leyte", ["Port Moresby", "via", "Leyte"]), ("zzz", ["?"]),
    ("2 Leite", ["2", "Leyte"]), ("Manila", ["Manila"]),
    ("マニロ レイタから", ["マニラ", "from", "レイテ"]), ("Hanoy", ["Hanoi"]),
])
def test_a_word_stands_for_what_it_may_have_been_meant_for(words: str, expected: list[str]) -> None:
    token_list = mended(statement(f"target {words}").tokens, LEXICON)
    assert [token.near[0].text if token.near else token.value if token.value == "from" else
            "?" if token.near == () else token.text for token in token_list] == expected
